//! An engine left over from an earlier run of the same home. It keeps running if its node was killed while
//! the engine was suspended: it holds the databases, and would vote at the same time as the next engine.

use std::{
    fs,
    path::{Path, PathBuf},
    thread,
    time::{Duration, Instant},
};

/// The time between two checks of a process that is to end.
const LOOK: Duration = Duration::from_millis(50);

/// A file with the number of the process that is the engine of a home. It is only a hint: the process may be
/// gone, or the number may now belong to another program.
pub(super) struct PidFile(PathBuf);

impl PidFile {
    /// The file of an engine's home.
    pub(super) fn of(home: &Path) -> PidFile {
        PidFile(home.join("engine.pid"))
    }

    pub(super) fn write(&self, process: u32) {
        if let Err(error) = fs::write(&self.0, format!("{process}\n")) {
            tracing::warn!(%error, "which process the engine is can't be noted");
        }
    }

    pub(super) fn remove(&self) {
        // The file may be missing, and its content is checked whenever it is read.
        let _ = fs::remove_file(&self.0);
    }

    fn read(&self) -> Option<u32> {
        fs::read_to_string(&self.0).ok()?.trim().parse().ok()
    }
}

/// Ends the process that the file names, if it is an engine with this home: by SIGTERM, and by SIGKILL if
/// it does not react within `patience`.
pub(super) fn end(file: &PidFile, home: &Path, patience: Duration) {
    let Some(process) = file.read().filter(|process| is_engine(*process, home)) else { return };
    tracing::warn!(process, "an engine of an earlier run is still there, and is ended");
    signal(process, false);
    let begun = Instant::now();
    while is_engine(process, home) {
        if begun.elapsed() >= patience {
            tracing::warn!(process, "the earlier engine does not end, and is killed");
            signal(process, true);
        }
        thread::sleep(LOOK);
    }
    file.remove();
}

/// Removes the socket of a killed engine, since the next engine could not listen there. A socket at which a
/// process listens stays, and so does a file of another kind.
#[cfg(unix)]
pub(super) fn remove_socket(place: &str) {
    use std::os::unix::{fs::FileTypeExt, net::UnixStream};
    let Some(path) = place.strip_prefix("unix://") else { return };
    let is_socket = fs::symlink_metadata(path).is_ok_and(|file| file.file_type().is_socket());
    let refuses = |error: std::io::Error| error.kind() == std::io::ErrorKind::ConnectionRefused;
    if is_socket && UnixStream::connect(path).is_err_and(refuses) {
        // The engine reports it if it can't listen.
        let _ = fs::remove_file(path);
    }
}

/// This system has no such sockets.
#[cfg(not(unix))]
pub(super) fn remove_socket(_: &str) {}

/// Whether the process currently has the command line `... start --home HOME ...`. A zombie process has an
/// empty command line.
fn is_engine(process: u32, home: &Path) -> bool {
    let place = PathBuf::from(format!("/proc/{process}"));
    let Ok(words) = fs::read(place.join("cmdline")) else { return false };
    let words: Vec<_> = words.split(|byte| *byte == 0).map(String::from_utf8_lossy).collect();
    let named =
        words.windows(2).find(|pair| pair[0] == "--home").map(|pair| place.join("cwd").join(&*pair[1]));
    let is_same = |named: PathBuf| match (fs::canonicalize(named), fs::canonicalize(home)) {
        (Ok(named), Ok(home)) => named == home,
        _ => false,
    };
    words.iter().any(|word| word == "start") && named.is_some_and(is_same)
}

#[cfg(unix)]
fn signal(process: u32, kill: bool) {
    use rustix::process::{Pid, Signal, kill_process};
    let signal = if kill { Signal::KILL } else { Signal::TERM };
    if let Some(pid) = i32::try_from(process).ok().and_then(Pid::from_raw) {
        // The process may have ended in the meantime.
        let _ = kill_process(pid, signal);
    }
}

/// No process is found on this system.
#[cfg(not(unix))]
fn signal(_: u32, _: bool) {}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use std::{
        os::unix::process::CommandExt,
        process::{Child, Command},
    };

    /// A process with the command line of an engine of this home.
    fn lives(home: &Path, ignores: bool) -> Child {
        let trap = if ignores { "trap '' TERM; " } else { "" };
        let body = format!("{trap}echo > \"$2\"/begun; while :; do sleep 0.05; done");
        let mut command = Command::new("sh");
        command.arg0("cometbft").args(["-c", &body, "start", "--home"]).arg(home);
        let child = command.spawn().unwrap();
        let begun = Instant::now();
        while !home.join("begun").exists() {
            assert!(begun.elapsed() < Duration::from_secs(600), "it never began");
            thread::sleep(LOOK);
        }
        child
    }

    #[test]
    fn an_engine_of_the_same_home_is_ended_and_no_other_process() {
        let (home, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let (file, patience) = (PidFile::of(home.path()), Duration::from_millis(300));
        end(&file, home.path(), patience);
        for ignores in [false, true] {
            let mut child = lives(home.path(), ignores);
            file.write(child.id());
            let reaper = thread::spawn(move || child.wait().unwrap());
            end(&file, home.path(), patience);
            assert!(!reaper.join().unwrap().success(), "it was ended");
            assert!(file.read().is_none());
            fs::remove_file(home.path().join("begun")).unwrap();
        }
        let mut child = lives(other.path(), false);
        file.write(child.id());
        end(&file, home.path(), patience);
        assert!(child.try_wait().unwrap().is_none(), "it has another home");
        fs::write(&file.0, "no number").unwrap();
        end(&file, home.path(), patience);
        child.kill().unwrap();
        child.wait().unwrap();
    }
}
