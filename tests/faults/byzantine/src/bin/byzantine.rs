//! Takes the place of CometBFT for a node, becomes the real one, and leaves behind a process that lies to it.
//!
//! `HELIAST_LIE` names the lie, `HELIAST_HONEST_COMETBFT` the path of the real one (otherwise
//! `cometbft` in PATH).
//!
//! So the node watches the true engine itself, and the process that lies ends with it.

use heliast_network::{Address, parts::Server};
use network_faults::{Liar, lie::Lie, upstream::Upstream};
use std::{
    env,
    error::Error,
    ffi::OsString,
    io::{BufRead, BufReader},
    os::unix::process::{CommandExt, parent_id},
    process::{Command, ExitCode, Stdio},
    sync::{Arc, Mutex},
    thread,
    time::Duration,
};

/// The engine's option for the address of its application.
const APPLICATION: &str = "--proxy_app";
/// The option that starts the process that lies; the address of the honest application follows it.
const LIE_TO: &str = "--lie-about";
/// Time between two checks of that process whether the engine still runs.
const LOOK: Duration = Duration::from_millis(50);

fn main() -> ExitCode {
    let arguments: Vec<OsString> = env::args_os().skip(1).collect();
    let ended = match &arguments[..] {
        [flag, honest] if flag == LIE_TO => lie_about(honest),
        _ => become_engine(arguments),
    };
    match ended {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("byzantine: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Does not return unless it fails. The node asks for the version first, which needs no lies.
fn become_engine(mut arguments: Vec<OsString>) -> Result<(), Box<dyn Error>> {
    let engine = env::var_os("HELIAST_HONEST_COMETBFT").unwrap_or_else(|| "cometbft".into());
    if let Some(place) = arguments.iter().position(|argument| argument == APPLICATION) {
        let application = arguments.get_mut(place + 1).ok_or("no application is named")?;
        let mut liar = Command::new(env::current_exe()?);
        let mut liar = liar.arg(LIE_TO).arg(&application).stdout(Stdio::piped()).spawn()?;
        let mut between = String::new();
        let said = liar.stdout.take().ok_or("what lies says nothing")?;
        BufReader::new(said).read_line(&mut between)?;
        *application = between.trim().into();
    }
    Err(Command::new(engine).args(arguments).exec().into())
}

/// Sits between the engine, which is this process's parent, and the honest application.
fn lie_about(honest: &OsString) -> Result<(), Box<dyn Error>> {
    let engine = parent_id();
    let honest: Address = honest.to_str().ok_or("the application has no address")?.parse()?;
    let lie: Lie = env::var("HELIAST_LIE")?.parse()?;
    let between = match &honest {
        Address::Unix(path) => Address::Unix(path.with_extension("liar")),
        Address::Tcp(_) => Address::Tcp("127.0.0.1:0".into()),
    };
    let liar = Arc::new(Mutex::new(Liar::new(Upstream::connect(&honest)?, lie)));
    let server = Server::start(&between, liar)?;
    println!("{}", server.address());
    while parent_id() == engine {
        thread::sleep(LOOK);
    }
    Ok(())
}
