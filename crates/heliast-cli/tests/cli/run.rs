//! Running `heliast` in its own directory. Its output for programs is compared with the schema.

use crate::schema;
use serde_json::Value;
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::Duration,
};
use tempfile::TempDir;

/// The longest wait of a test for an expected event, on any machine under any load.
pub const PATIENCE: Duration = Duration::from_secs(600);

/// The program.
pub const PROGRAM: &str = env!("CARGO_BIN_EXE_heliast");

/// A scratch directory in which the program runs.
pub struct Place(TempDir);

/// The result of a run.
#[derive(Debug)]
pub struct Outcome {
    pub code: i32,
    pub stdout: Vec<u8>,
    pub stderr: String,
}

/// `bytes` with a bit changed in any byte, cut after every `step`, and with one byte more, each with a name.
fn changes(bytes: &[u8], step: usize) -> Vec<(String, Vec<u8>)> {
    let flipped = (0..bytes.len()).map(|at| {
        let mut changed = bytes.to_vec();
        changed[at] ^= 1 << (at % 8);
        (format!("byte {at}"), changed)
    });
    let cut = (0..bytes.len()).step_by(step).map(|len| (format!("cut to {len}"), bytes[..len].to_vec()));
    flipped.chain(cut).chain([("extended".into(), [bytes, b"\0"].concat())]).collect()
}

impl Place {
    pub fn new() -> Place {
        Place(tempfile::tempdir().unwrap())
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn root(&self) -> &Path {
        self.0.path()
    }

    pub fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap()
    }

    pub fn write(&self, name: &str, bytes: impl AsRef<[u8]>) {
        fs::write(self.path(name), bytes).unwrap();
    }

    /// The names of all files, sorted.
    pub fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.root()).unwrap();
        let mut names: Vec<_> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    /// All files below the scratch directory with their bytes, except for locks, which have no
    /// contents.
    pub fn everything(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        let (mut files, mut dirs) = (BTreeMap::new(), vec![self.root().to_owned()]);
        while let Some(dir) = dirs.pop() {
            for path in fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path()) {
                let name = path.file_name().unwrap().to_string_lossy().into_owned();
                if path.symlink_metadata().unwrap().is_dir() {
                    dirs.push(path);
                } else if !name.ends_with("lock") && !name.ends_with(".turn") {
                    let bytes = fs::read(&path).unwrap_or_default();
                    files.insert(path, bytes);
                }
            }
        }
        files
    }

    /// Requires that all files are the same as before.
    pub fn is_as_before(&self, before: BTreeMap<PathBuf, Vec<u8>>, what: &str) {
        let after = self.everything();
        let paths: BTreeSet<_> = before.keys().chain(after.keys()).collect();
        let changed: Vec<_> =
            paths.into_iter().filter(|path| before.get(*path) != after.get(*path)).collect();
        assert!(changed.is_empty(), "{what}: changed: {changed:?}");
    }

    pub fn command(&self, line: &str) -> Command {
        self.command_of(Path::new(PROGRAM), line)
    }

    /// The command of another copy of the program.
    pub fn command_of(&self, program: &Path, line: &str) -> Command {
        let mut command = Command::new(program);
        command.args(line.split_whitespace()).current_dir(self.root());
        // The folder of the witnesses of keys, otherwise in the user's home.
        command.env("XDG_STATE_HOME", self.path("state")).env_remove("XDG_RUNTIME_DIR");
        // At its full cost a passphrase takes more time than nearly all else that the tests do.
        command.env("HELIAST_TEST_WORK", "10");
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Runs `heliast` with the words of `line`.
    pub fn run(&self, line: &str) -> Outcome {
        let outcome = Outcome::of(self.command(line).output().unwrap());
        if line.split_whitespace().any(|word| word == "--json") {
            schema::check_lines(line, &outcome.stdout);
        }
        outcome
    }

    pub fn run_with_stdin(&self, line: &str, stdin: &[u8]) -> Outcome {
        let mut child = self.command(line).stdin(Stdio::piped()).spawn().unwrap();
        let mut pipe = child.stdin.take().unwrap();
        std::thread::scope(|scope| {
            // A program may write before it has read everything, and one that refuses early does not read.
            scope.spawn(move || pipe.write_all(stdin));
            Outcome::of(child.wait_with_output().unwrap())
        })
    }

    /// Requires that `line`, which verifies stdin, finds `bytes` malformed or false with a bit
    /// changed in any byte, cut after every `step`, or with one byte more.
    pub fn refuses_changes(&self, line: &str, bytes: &[u8], step: usize) {
        for (what, changed) in changes(bytes, step) {
            let outcome = self.run_with_stdin(line, &changed);
            assert!([1, 3].contains(&outcome.code), "{line}, {what}: {outcome:?}");
        }
    }

    /// The same for `line`, in which `-` is replaced by proof files: many at once, since a process takes
    /// longer than a proof, and some of them alone.
    pub fn refuses_changed_proofs(&self, line: &str, bytes: &[u8], step: usize) {
        let all = changes(bytes, step);
        fs::create_dir_all(self.path("changed")).unwrap();
        for some in all.chunks(64) {
            let names: Vec<_> = (0..some.len()).map(|i| format!("changed/{i}")).collect();
            names.iter().zip(some).for_each(|(name, (_, changed))| self.write(name, changed));
            let outcome = self.run(&line.replace(" - ", &format!(" {} ", names.join(" "))));
            let whats: Vec<_> = some.iter().map(|(what, _)| what).collect();
            assert!([1, 3].contains(&outcome.code), "{line}, {whats:?}: {outcome:?}");
            let every = format!("{0} of {0} are not valid", some.len());
            assert!(some.len() == 1 || outcome.stderr.contains(&every), "{line}, {whats:?}: {outcome:?}");
        }
        for (what, changed) in all.iter().step_by(23) {
            let outcome = self.run_with_stdin(line, changed);
            assert!([1, 3].contains(&outcome.code), "{line}, {what}: {outcome:?}");
        }
    }

    /// Runs the program and requires success.
    pub fn ok(&self, line: &str) -> Outcome {
        let outcome = self.run(line);
        assert_eq!(outcome.code, 0, "{line}: {outcome:?}");
        outcome
    }

    /// Runs the program with `--json`, and requires one object on stdout and nothing on stderr.
    pub fn json(&self, line: &str) -> (i32, Value) {
        let outcome = self.run(&format!("{line} --json"));
        assert_eq!(outcome.stderr, "", "{line}");
        let value: Value =
            serde_json::from_slice(&outcome.stdout).unwrap_or_else(|_| panic!("{line}: {outcome:?}"));
        assert!(value.is_object(), "{line}");
        (outcome.code, value)
    }

    /// Makes a small modulus, which is fast and good enough for tests.
    pub fn small_modulus(&self) {
        self.ok("group new --bits 512 --out modulus --trapdoor factors");
    }
}

impl Outcome {
    pub fn of(output: std::process::Output) -> Outcome {
        let code = output.status.code().unwrap_or(-1);
        Outcome { code, stdout: output.stdout, stderr: String::from_utf8(output.stderr).unwrap() }
    }

    /// Requires an exit code, with any output.
    pub fn code_is(&self, code: i32) {
        assert_eq!(self.code, code, "{self:?}");
    }

    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.stdout).unwrap()
    }

    /// Requires a failure with this code, after any earlier output of `--json`; returns its
    /// message.
    pub fn failed_json(&self, code: i32) -> String {
        assert_eq!(self.code, code, "{self:?}");
        let last: Value = serde_json::from_str(self.text().lines().last().unwrap()).unwrap();
        last["error"].as_str().unwrap().to_owned()
    }

    /// Requires a failure of the documented form with this code: two last lines on stderr, below
    /// notes; returns its message.
    pub fn failed(&self, code: i32) -> &str {
        assert_eq!(self.code, code, "{self:?}");
        let mut lines = self.stderr.lines().rev();
        let hint = lines.next().and_then(|line| line.strip_prefix("hint: "));
        assert!(hint.is_some_and(|hint| !hint.is_empty()), "{self:?}");
        let message = lines.next().and_then(|line| line.strip_prefix("error: "));
        message.unwrap_or_else(|| panic!("{self:?}"))
    }
}
