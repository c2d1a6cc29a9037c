//! CometBFT under supervision: a thread that starts it, starts it again whenever it ends, and ends it.

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

/// Time between two looks at the process.
const LOOK: Duration = Duration::from_millis(50);
/// Time between an end and the next start: at first, and at most.
const PAUSE: Duration = Duration::from_millis(250);
const LONGEST_PAUSE: Duration = Duration::from_secs(15);
/// Time after which an end is not counted as one of a row.
const STEADY: Duration = Duration::from_secs(60);
/// Ends in a row that show a fault that will not mend itself.
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
    /// The place at which it listens for the signer that has its validator's key, `unix://...` or
    /// `tcp://...`; `None` if it has the key itself.
    pub signer: Option<String>,
    /// The file of its log.
    pub log: PathBuf,
    /// Time that it may take to end by itself before it is killed.
    pub patience: Duration,
}

/// CometBFT, running. Dropping it asks it to end, and kills it if it does not.
pub struct Engine {
    watched: Arc<Watched>,
    thread: Option<JoinHandle<()>>,
}

impl Engine {
    /// Starts it.
    ///
    /// # Errors
    /// [`io::Error`] if the log can't be opened, or no thread started. A program that can't be started is
    /// tried again, and is in trouble until it can.
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

    /// Returns its state.
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

    /// Runs it until it ends.
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
            // Ctrl-C is for us: the engine is ended when its turn has come.
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

    /// Ends it: by SIGTERM, on which it closes its databases, and by SIGKILL if it does not listen.
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

    /// Says that it has ended.
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

    /// It runs well by now.
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
