//! Takes the place of CometBFT for a node, starts the true one, and lies to it: `HELIAST_LIE` says how,
//! `HELIAST_HONEST_COMETBFT` where the true one is (otherwise it is `cometbft` in PATH).

use heliast_network::abci::{Address, Server};
use network_faults::{Liar, lie::Lie, upstream::Upstream};
use std::{
    env,
    error::Error,
    ffi::OsString,
    process::{Command, ExitCode},
    sync::{Arc, Mutex},
};

const APPLICATION: &str = "--proxy_app";

fn main() -> ExitCode {
    match run(env::args_os().skip(1).collect()) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("byzantine: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(mut arguments: Vec<OsString>) -> Result<ExitCode, Box<dyn Error>> {
    let engine = env::var_os("HELIAST_HONEST_COMETBFT").unwrap_or_else(|| "cometbft".into());
    let place = arguments.iter().position(|argument| argument == APPLICATION);
    let Some(place) = place else {
        // What the node asks before it starts its engine: the version.
        return ended(Command::new(engine).args(arguments));
    };
    let application = arguments.get_mut(place + 1).ok_or("no application is named")?;
    let honest: Address = application.to_str().ok_or("the application has no address")?.parse()?;
    let lie: Lie = env::var("HELIAST_LIE")?.parse()?;
    let between = match &honest {
        Address::Unix(path) => Address::Unix(path.with_extension("liar")),
        Address::Tcp(_) => Address::Tcp("127.0.0.1:0".into()),
    };
    let liar = Arc::new(Mutex::new(Liar::new(Upstream::connect(&honest)?, lie)));
    let server = Server::start(&between, liar)?;
    *application = server.address().to_string().into();
    ended(Command::new(engine).args(arguments))
}

fn ended(command: &mut Command) -> Result<ExitCode, Box<dyn Error>> {
    let status = command.status()?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
