//! CometBFT under supervision: a thread starts it, restarts it whenever it ends, and finally ends it.

use super::{
    leftover::{self, PidFile},
    log::{Complaint, Log, MAX_FILE},
    peers,
    program::Program,
    watched::{EngineState, Watched},
};
use std::{
    io,
    path::PathBuf,
    process::{Child, Command, ExitStatus, Stdio},
    sync::Arc,
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

/// The time between two checks of the process.
const LOOK: Duration = Duration::from_millis(50);
/// The time between an end and the next start: at first, and at most.
const PAUSE: Duration = Duration::from_millis(250);
const LONGEST_PAUSE: Duration = Duration::from_secs(15);
/// A process that ends after this time does not count as one that failed at its start.
const STEADY: Duration = Duration::from_secs(60);
/// This many ends in a row show a fault that will not go away by itself.
const TOO_OFTEN: u32 = 5;

/// A description of the engine to run.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The engine.
    pub program: Program,
    /// Its home.
    pub home: PathBuf,
    /// The address at which the application listens: `unix://...` or `tcp://...`.
    pub application: String,
    /// The address at which the engine listens for the signer that holds its validator's key, `unix://...` or
    /// `tcp://...`; `None` if the engine has the key itself.
    pub signer: Option<String>,
    /// The file of its log.
    pub log: PathBuf,
    /// The time that the engine may take to end by itself before it is killed.
    pub patience: Duration,
}

/// A running CometBFT. Dropping this asks the process to end, and kills it if it does not.
pub struct Engine {
    watched: Arc<Watched>,
    thread: Option<JoinHandle<()>>,
}

impl Engine {
    /// Starts the engine.
    ///
    /// # Errors
    /// [`io::Error`] if the log can't be opened, or no thread started. A program that can't be started is
    /// tried again, and its trouble is reported until it starts.
    pub fn start(setup: Setup) -> io::Result<Engine> {
        let log = Log::open(&setup.log, MAX_FILE)?;
        let watched = Arc::new(Watched::default());
        let run = {
            let watched = Arc::clone(&watched);
            move || Supervisor { setup, log: Some(log), watched, in_a_row: 0 }.run()
        };
        let thread = thread::Builder::new().name("engine".into()).spawn(run)?;
        Ok(Engine { watched, thread: Some(thread) })
    }

    /// The state of the engine.
    pub fn state(&self) -> EngineState {
        self.watched.shown()
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.watched.stop();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

struct Supervisor {
    setup: Setup,
    /// `None` while a thread copies into it.
    log: Option<Log>,
    watched: Arc<Watched>,
    in_a_row: u32,
}

impl Supervisor {
    fn run(mut self) {
        leftover::end(&PidFile::of(&self.setup.home), &self.setup.home, self.setup.patience);
        loop {
            let begun = Instant::now();
            let ended = self.once();
            if self.watched.sleep(Duration::ZERO) || self.watched.has_given_up() {
                return;
            }
            self.in_a_row = if begun.elapsed() >= STEADY { 1 } else { self.in_a_row.saturating_add(1) };
            self.tell(&ended);
            let doublings = self.in_a_row.saturating_sub(1).min(10);
            if self.watched.sleep(PAUSE.saturating_mul(1 << doublings).min(LONGEST_PAUSE)) {
                return;
            }
        }
    }

    /// Runs the process until it ends.
    fn once(&mut self) -> io::Result<ExitStatus> {
        let (reader, writer) = io::pipe()?;
        let mut child = self.spawn(writer)?;
        self.watched.begin(child.id());
        let pid_file = PidFile::of(&self.setup.home);
        pid_file.write(child.id());
        tracing::info!(process = child.id(), "the engine was started");
        let copier = self.log.take().map(|log| self.copier(log, reader));
        let ended = self.wait(&mut child);
        self.watched.end();
        pid_file.remove();
        // The pipe has ended with the process, which has no children.
        self.log = copier.and_then(|copier| copier.join().ok());
        if self.log.is_none() {
            self.log = Log::open(&self.setup.log, MAX_FILE).ok();
        }
        ended
    }

    fn spawn(&self, out: io::PipeWriter) -> io::Result<Child> {
        let Setup { program, home, application, signer, .. } = &self.setup;
        let mut command = Command::new(program.path());
        command.arg("start").arg("--home").arg(home).args(["--proxy_app", application]);
        let known = peers::known(home);
        if !known.is_empty() {
            command.args(["--p2p.unconditional_peer_ids", &known]);
        }
        if let Some(place) = signer {
            leftover::remove_socket(place);
            command.args(["--priv_validator_laddr", place]);
        }
        command.stdin(Stdio::null()).stdout(out.try_clone()?).stderr(out);
        #[cfg(unix)]
        {
            use std::os::unix::process::CommandExt;
            // Ctrl-C must only reach this process, which ends the engine later.
            command.process_group(0);
        }
        command.spawn()
    }

    fn copier(&self, mut log: Log, reader: io::PipeReader) -> JoinHandle<Log> {
        let watched = Arc::clone(&self.watched);
        thread::spawn(move || {
            log.copy(reader, |line| {
                if let Some(complaint) = Complaint::of(line) {
                    watched.note(complaint);
                } else if let Some(complaint) = Complaint::ended_by(line) {
                    watched.calm(complaint);
                }
            });
            log
        })
    }

    fn wait(&self, child: &mut Child) -> io::Result<ExitStatus> {
        let begun = Instant::now();
        loop {
            if let Some(status) = child.try_wait()? {
                return Ok(status);
            }
            if self.in_a_row > 0 && begun.elapsed() >= STEADY {
                self.calm();
            }
            if self.watched.sleep(LOOK) || self.watched.wants_restart() {
                return self.end(child);
            }
        }
    }

    /// Ends the process by SIGTERM, on which it closes its databases, and by SIGKILL if it does not react.
    fn end(&self, child: &mut Child) -> io::Result<ExitStatus> {
        terminate(child)?;
        let begun = Instant::now();
        while begun.elapsed() < self.setup.patience {
            if let Some(status) = child.try_wait()? {
                return Ok(status);
            }
            thread::sleep(LOOK);
        }
        tracing::warn!(process = child.id(), "the engine does not end, and is killed");
        child.kill()?;
        child.wait()
    }

    /// Logs that the process has ended.
    fn tell(&self, ended: &io::Result<ExitStatus>) {
        let how = match ended {
            Ok(status) => status.to_string(),
            Err(error) => error.to_string(),
        };
        tracing::warn!(how, times = self.in_a_row, "the engine has ended, and is started again");
        let words = (self.in_a_row >= TOO_OFTEN)
            .then(|| format!("the engine ends again and again ({how}): its log, comet.log, says why"));
        self.watched.note_restart(words);
    }

    /// Ends the reports of trouble once the process runs well.
    fn calm(&self) {
        let passing = [Complaint::NotSynced.words(), Complaint::Stopped.words()];
        self.watched.calm_if(|words| words.starts_with("the engine ends again") || passing.contains(&words));
    }
}

#[cfg(unix)]
fn terminate(child: &Child) -> io::Result<()> {
    use rustix::process::{Pid, Signal, kill_process};
    match kill_process(Pid::from_child(child), Signal::TERM) {
        // It has ended in the meantime.
        Err(rustix::io::Errno::SRCH) => Ok(()),
        ended => ended.map_err(io::Error::from),
    }
}

#[cfg(not(unix))]
fn terminate(child: &mut Child) -> io::Result<()> {
    child.kill()
}
