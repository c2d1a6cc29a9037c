//! The start of a node: by this program, with the flags that all nodes get.

use crate::{
    failure::{Code, Failure},
    files, interrupt,
    usage::quoted,
};
use std::{
    env,
    ffi::{OsStr, OsString},
    fs::OpenOptions,
    io,
    path::{Path, PathBuf},
    process::{Child, Command, ExitStatus, Stdio},
};

/// A program and flags that start a node.
pub struct Launch {
    program: PathBuf,
    flags: Vec<OsString>,
}

impl Launch {
    /// This program, by its current path. If the file is later replaced on the disk, the system would report
    /// the path of a deleted file; with the path from the start, a restart uses the new program.
    pub fn new(flags: Vec<OsString>) -> Result<Launch, Failure> {
        let program = env::current_exe().map_err(|error| {
            Failure::new(Code::Internal, format_args!("the path of this program is not known: {error}"))
        })?;
        Ok(Launch { program, flags })
    }

    /// Another program, for tests.
    #[cfg(test)]
    pub fn of(program: PathBuf, flags: &[&str]) -> Launch {
        Launch { program, flags: flags.iter().map(OsString::from).collect() }
    }

    /// Starts the node with this home.
    pub fn start(&self, home: &Path) -> Result<Child, Failure> {
        let failed = |error: io::Error| {
            Failure::new(
                Code::Internal,
                format_args!("it can't be started by {}: {error}", self.program.display()),
            )
        };
        let log = home.join("node.log");
        let errors = OpenOptions::new().append(true).create(true).open(&log);
        let errors = errors.map_err(|error| files::unwritable(&log, &error))?;
        let mut command = Command::new(&self.program);
        command.args(["--json", "node", "--supervised", "--home"]).arg(home).args(&self.flags);
        // These settings differ from node to node, so a node must not inherit them.
        for name in ["HELIAST_NODE_LISTEN", "HELIAST_NODE_COMETBFT"] {
            command.env_remove(name);
        }
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(errors);
        #[cfg(unix)]
        {
            use std::os::unix::process::CommandExt;
            // Ctrl-C reaches only this process, which then ends the nodes.
            command.process_group(0);
        }
        command.spawn().map_err(failed)
    }

    /// Describes the end of the node with this home.
    pub fn words(&self, status: ExitStatus, home: &Path) -> String {
        match status.code() {
            None => format!("it was killed ({status}), and is started again"),
            Some(0) => "it was told to end, and is started again".to_owned(),
            Some(interrupt::ENDED_AT_ONCE) => "it was told twice to end, and is started again".to_owned(),
            Some(_) => format!(
                "it has failed ({status}) and stays down; `{}` starts it when what is wrong is mended",
                self.line(home)
            ),
        }
    }

    /// The command line that starts the node alone, with the flags that it had here.
    fn line(&self, home: &Path) -> String {
        let words = ["heliast", "node", "--home"].map(OsStr::new).into_iter().chain([home.as_os_str()]);
        let words = words.chain(self.flags.iter().map(OsString::as_os_str));
        words.map(|word| quoted(&word.to_string_lossy())).collect::<Vec<_>>().join(" ")
    }
}
