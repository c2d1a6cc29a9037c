//! Running `heliast-study` in its own directory.

use serde_json::Value;
use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};
use tempfile::TempDir;

/// A scratch directory in which the program runs.
pub struct Place(TempDir);

/// The result of a run.
#[derive(Debug)]
pub struct Outcome {
    pub code: i32,
    pub stdout: Vec<u8>,
    pub stderr: String,
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

    /// Returns the names of all files, sorted.
    pub fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.root()).unwrap();
        let mut names: Vec<_> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    pub fn command(&self, line: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_heliast-study"));
        command.args(line.split_whitespace()).current_dir(self.root());
        // The folder of the lists of answers, which would otherwise be in the user's home.
        command.env("XDG_STATE_HOME", self.path("state")).env_remove("XDG_RUNTIME_DIR");
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Runs the program with the words of `line`.
    pub fn run(&self, line: &str) -> Outcome {
        Outcome::of(self.command(line).output().unwrap())
    }

    pub fn run_with_stdin(&self, line: &str, stdin: &[u8]) -> Outcome {
        let mut child = self.command(line).stdin(Stdio::piped()).spawn().unwrap();
        // A program that refuses early does not read its input.
        let _ = child.stdin.take().unwrap().write_all(stdin);
        Outcome::of(child.wait_with_output().unwrap())
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
}

impl Outcome {
    pub fn of(output: Output) -> Outcome {
        let code = output.status.code().unwrap_or(-1);
        Outcome { code, stdout: output.stdout, stderr: String::from_utf8(output.stderr).unwrap() }
    }

    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.stdout).unwrap()
    }

    /// Requires a failure of the documented form with this code, whose two lines are the last on stderr,
    /// after notes; returns its message.
    pub fn failed(&self, code: i32) -> &str {
        assert_eq!(self.code, code, "{self:?}");
        let mut lines = self.stderr.lines().rev();
        let hint = lines.next().and_then(|line| line.strip_prefix("hint: "));
        assert!(hint.is_some_and(|hint| !hint.is_empty()), "{self:?}");
        let message = lines.next().and_then(|line| line.strip_prefix("error: "));
        message.unwrap_or_else(|| panic!("{self:?}"))
    }
}
