//! The engine's log: kept in files of bounded size, and searched for the reason when the engine
//! can't go on.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, BufRead, BufReader, Read, Write},
    path::{Path, PathBuf},
};

/// The length of a file in bytes after which the next one begins.
pub(super) const MAX_FILE: u64 = 8 << 20;
/// The number of older files that are kept, in addition to the current one.
const OLD_FILES: u32 = 3;
/// The most bytes of a line that are read at once.
pub(super) const MAX_LINE: u64 = 1 << 16;

/// Problems in the engine's log that require an action. Each of them ends the engine, or stops its height for
/// ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Complaint {
    /// The application's state is of a later block than the engine's.
    Behind,
    /// The application's state is of a block that the engine no longer has.
    Pruned,
    /// The application's state differs from the network's.
    Differs,
    /// The consensus stopped.
    Stopped,
    /// It could not begin with a snapshot, and does not try again.
    NotSynced,
    /// It looks for a snapshot, and no node has offered one yet.
    NoSnapshot,
    /// The signer that holds the validator's key does not answer.
    NoSigner,
    /// The signer answers, but does not give its public key.
    SignerRefuses,
    /// It can't listen at the address to which the signer connects.
    NoPlaceForSigner,
}

impl Complaint {
    /// The complaint in a line. Only the engine's own text at the beginning of the line counts: text of peers
    /// is quoted after it.
    pub(super) fn of(line: &str) -> Option<Complaint> {
        if line.starts_with("ERROR: ") || line.starts_with("panic: ") {
            let marks = [
                ("is higher than core", Complaint::Behind),
                ("is too far below block store base", Complaint::Pruned),
                ("AppHash does not match", Complaint::Differs),
                ("private validator socket client: failed to start", Complaint::NoPlaceForSigner),
                ("can't get pubkey: signerEndpoint returned error", Complaint::SignerRefuses),
                ("private validator socket client: can't get pubkey", Complaint::NoSigner),
            ];
            return marks.iter().find(|(mark, _)| line.contains(mark)).map(|(_, complaint)| *complaint);
        }
        if said("I[", line).is_some_and(|message| message.starts_with("sync any ")) {
            return Some(Complaint::NoSnapshot);
        }
        let message = said("E[", line)?;
        // This is about a block with valid signatures: block sync checks them before it checks the block.
        if message.starts_with("Error in validation") && message.contains("wrong Block.Header.AppHash") {
            return Some(Complaint::Differs);
        }
        // A node with false chunks is not asked again. If no other node has the snapshot, the engine would
        // wait for two minutes and then take an older snapshot, which may be gone by then.
        let unsynced = ["State sync failed", "No valid peers found for snapshot"];
        if unsynced.iter().any(|words| message.starts_with(words)) {
            return Some(Complaint::NotSynced);
        }
        if message.starts_with("SignerListener: Ping timeout") {
            return Some(Complaint::NoSigner);
        }
        let stopped = message.strip_prefix("CONSENSUS FAILURE")?;
        Some(if stopped.contains("AppHash") { Complaint::Differs } else { Complaint::Stopped })
    }

    /// The complaint that a line ends: a node offers a snapshot, or the signer has connected.
    pub(super) fn ended_by(line: &str) -> Option<Complaint> {
        let message = said("I[", line)?;
        let marks = [
            ("Offering snapshot to ABCI app", Complaint::NoSnapshot),
            ("SignerListener: Connected", Complaint::NoSigner),
            ("Started node", Complaint::SignerRefuses),
            ("SignerListener: Listening for new connection", Complaint::NoPlaceForSigner),
        ];
        marks.iter().find(|(mark, _)| message.starts_with(mark)).map(|(_, complaint)| *complaint)
    }

    /// The trouble as a text for people.
    pub(super) fn words(self) -> &'static str {
        match self {
            Complaint::Behind => {
                "the engine's half of the state is older than the application's: restore the whole home from one backup"
            }
            Complaint::Pruned => {
                "the application's half of the state is older than any block that the engine has: restore the whole \
                 home from one backup"
            }
            Complaint::Differs => {
                "this node's state differs from the network's: its disk, its memory or its program is not what the \
                 other nodes have; stop it and restore its home"
            }
            Complaint::Stopped => {
                "the engine's consensus has failed, and the engine is started again to try once more: its log, comet.log, \
                 says why; does its disk have room?"
            }
            Complaint::NotSynced => {
                "the engine can't begin with a snapshot, and is started again to try once more: do the nodes answer that \
                 --state-sync names? comet.log says more"
            }
            Complaint::NoSnapshot => {
                "the engine looks for a snapshot, and no node has offered one yet: the first is made after block 500, or \
                 after snapshot-blocks of the nodes' node.toml; wait for it, or start this node without --state-sync"
            }
            Complaint::NoSigner => {
                "the signer that has this validator's key does not answer: without it the validator does not vote, and this \
                 node follows slowly or not at all; start the signer, and let it call at listen of [signer] in node.toml"
            }
            Complaint::SignerRefuses => {
                "the signer does not show its key: is it set to the chain id of comet/config/genesis.json? comet.log says more"
            }
            Complaint::NoPlaceForSigner => {
                "the engine can't listen for the signer: listen of [signer] in node.toml must be a place on this machine \
                 that nothing else has; comet.log says more"
            }
        }
    }

    /// Whether the engine must be restarted to go on.
    pub(super) fn wants_restart(self) -> bool {
        matches!(self, Complaint::NotSynced | Complaint::Stopped)
    }

    /// Whether restarting the engine would not help.
    pub(super) fn is_final(self) -> bool {
        matches!(self, Complaint::Behind | Complaint::Pruned)
    }
}

/// The engine's own text in a line of this log level.
fn said<'a>(weight: &str, line: &'a str) -> Option<&'a str> {
    line.strip_prefix(weight)?.split_once("] ").map(|(_, message)| message)
}

/// The log file that is written.
pub(super) struct Log {
    path: PathBuf,
    file: File,
    len: u64,
    most: u64,
}

impl Log {
    pub(super) fn open(path: &Path, most: u64) -> io::Result<Log> {
        let file = OpenOptions::new().append(true).create(true).open(path)?;
        let len = file.metadata()?.len();
        Ok(Log { path: path.to_owned(), file, len, most })
    }

    /// Copies lines until the source ends, and passes the beginning of each to `on_line`: the rest of a long
    /// line may be text of a peer. If the disk is full, only lines are lost.
    pub(super) fn copy(&mut self, source: impl Read, mut on_line: impl FnMut(&str)) {
        let (mut source, mut begins) = (BufReader::new(source), true);
        loop {
            let mut part = vec![];
            match (&mut source).take(MAX_LINE).read_until(b'\n', &mut part) {
                Ok(1..) => {}
                _ => return,
            }
            if begins {
                on_line(&String::from_utf8_lossy(&part));
            }
            begins = part.ends_with(b"\n");
            let _ = self.write(&part);
        }
    }

    fn write(&mut self, line: &[u8]) -> io::Result<()> {
        if self.len > 0 && self.len + line.len() as u64 > self.most {
            self.turn()?;
        }
        self.file.write_all(line)?;
        self.len += line.len() as u64;
        Ok(())
    }

    /// Begins the next file: `comet.log` becomes `comet.log.1`, and the oldest file is removed.
    fn turn(&mut self) -> io::Result<()> {
        let old = |number: u32| PathBuf::from(format!("{}.{number}", self.path.display()));
        for number in (1..OLD_FILES).rev() {
            match fs::rename(old(number), old(number + 1)) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
        }
        fs::rename(&self.path, old(1))?;
        *self = Log::open(&self.path, self.most)?;
        Ok(())
    }
}
