//! Finds CometBFT, and checks that it has a version that this crate supports.

use serde::Deserialize;
use std::{
    env,
    ffi::OsStr,
    io::{self, Read},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

/// The command that installs CometBFT.
pub const INSTALL: &str = "go install github.com/cometbft/cometbft/cmd/cometbft@v0.40.0";
/// The variable of the environment that names the program.
pub const VARIABLE: &str = "HELIAST_COMETBFT";
const NAME: &str = "cometbft";
/// Accepted version numbers: v0.40.0 reports 0.39.0 if it was built through Go's module proxy.
const VERSIONS: [&str; 2] = ["0.39.", "0.40."];
const ABCI: &str = "2.0.0";
const BLOCK_PROTOCOL: u64 = 11;
/// The time within which a program must print its version to count as CometBFT.
const PATIENCE: Duration = Duration::from_secs(60);
/// The most bytes that are read of a program's output; a version is far shorter.
const MAX_ANSWER: u64 = 1 << 16;

/// A CometBFT that can be started.
#[derive(Clone, Debug)]
pub struct Program {
    path: PathBuf,
    version: String,
}

/// The reasons why there is no CometBFT.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Missing {
    /// There is no such program.
    #[error("the consensus engine CometBFT is not installed: there is no {0}")]
    Absent(String),
    /// It can't be run.
    #[error("{} can't be run: {reason}", path.display())]
    Unrunnable {
        /// The program.
        path: PathBuf,
        /// The system's error.
        reason: io::Error,
    },
    /// It is another version, or another program.
    #[error("{} is {found}, and CometBFT v0.40.0 is needed", path.display())]
    Other {
        /// The program.
        path: PathBuf,
        /// The version or program that was found.
        found: String,
    },
}

impl Missing {
    /// Returns one sentence that says what to do about it.
    pub fn hint(&self) -> String {
        format!("`{INSTALL}` installs it; name it with --cometbft-program or {VARIABLE} if it is not in PATH")
    }
}

#[derive(Deserialize)]
struct Said {
    cometbft: String,
    abci: String,
    block_protocol: u64,
}

impl Program {
    /// The given program, or that of `HELIAST_COMETBFT`, or the one in PATH or in Go's folder for programs.
    ///
    /// # Errors
    /// [`Missing`] if no program is found, if it can't be run, or if it has another version.
    pub fn find(named: Option<&Path>) -> Result<Program, Missing> {
        let variable = env::var_os(VARIABLE).filter(|path| !path.is_empty()).map(PathBuf::from);
        match named.map(Path::to_owned).or(variable) {
            Some(path) if path.is_file() => Program::check(path),
            Some(path) => Err(Missing::Absent(path.display().to_string())),
            None => Program::check(installed().ok_or_else(|| Missing::Absent(format!("{NAME} in PATH")))?),
        }
    }

    /// The path of the program.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The version that the program reports.
    pub fn version(&self) -> &str {
        &self.version
    }

    fn check(path: PathBuf) -> Result<Program, Missing> {
        let text = match said(&path) {
            Ok(text) => text,
            Err(reason) => return Err(Missing::Unrunnable { path, reason }),
        };
        match serde_json::from_slice::<Said>(&text) {
            Err(_) => Err(Missing::Other { path, found: "another program".to_owned() }),
            Ok(said) => {
                let is_version = VERSIONS.iter().any(|version| said.cometbft.starts_with(version));
                match is_version && said.abci == ABCI && said.block_protocol == BLOCK_PROTOCOL {
                    true => Ok(Program { path, version: said.cometbft }),
                    false => Err(Missing::Other { path, found: format!("version {}", said.cometbft) }),
                }
            }
        }
    }
}

/// The first in PATH, or where `go install` puts programs.
fn installed() -> Option<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let go = [env::var_os("GOBIN").map(PathBuf::from), folder("GOPATH", "bin"), folder("HOME", "go/bin")];
    let folders = env::split_paths(&path).chain(go.into_iter().flatten());
    folders.map(|folder| folder.join(NAME)).find(|path| path.is_file())
}

fn folder(variable: &str, below: &str) -> Option<PathBuf> {
    let folder = env::var_os(variable).filter(|folder: &std::ffi::OsString| folder != OsStr::new(""))?;
    Some(Path::new(&folder).join(below))
}

/// The output of the program with `version`.
fn said(path: &Path) -> io::Result<Vec<u8>> {
    let mut command = Command::new(path);
    command.args(["version", "--verbose"]);
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
    let ended = ended_within(&mut child, PATIENCE);
    let mut text = vec![];
    if let (Ok(true), Some(out)) = (&ended, child.stdout.take()) {
        out.take(MAX_ANSWER).read_to_end(&mut text)?;
    }
    ended.map(|_| text)
}

/// Waits for a process to end. If it takes longer than `patience`, kills it and returns false.
fn ended_within(child: &mut Child, patience: Duration) -> io::Result<bool> {
    let begun = Instant::now();
    while begun.elapsed() < patience {
        if child.try_wait()?.is_some() {
            return Ok(true);
        }
        thread::sleep(Duration::from_millis(10));
    }
    child.kill()?;
    child.wait().map(|_| false)
}
