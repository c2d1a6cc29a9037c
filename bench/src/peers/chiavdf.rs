//! chiavdf, the library of Chia's timelords and nodes, as its wheel for Python: version 1.2.0, which is
//! installed into a separate folder when it is first used. It runs in a process that is kept; a call takes an
//! additional 20 µs or so.

use std::{
    cell::RefCell,
    io::{BufRead, BufReader, Write},
    path::{Path, PathBuf},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
};

const VERSION: &str = "1.2.0";
/// Each input line is a call, and it is answered with one line, the result.
const SERVER: &str = r#"
import sys, chiavdf
for line in sys.stdin:
    call, *words = line.split()
    if call == "prove":
        seed, x, bits, t = bytes.fromhex(words[0]), bytes.fromhex(words[1]), int(words[2]), int(words[3])
        print(chiavdf.prove(seed, x, bits, t, "").hex(), flush=True)
    else:
        d, x, proof, t, bits = words[0], bytes.fromhex(words[1]), bytes.fromhex(words[2]), int(words[3]), int(words[4])
        print(chiavdf.verify_n_wesolowski(d, x, proof, t, bits, 0), flush=True)
"#;

/// A process that computes for us.
pub struct Chiavdf {
    child: Child,
    pipes: RefCell<(ChildStdin, BufReader<ChildStdout>)>,
}

impl Chiavdf {
    /// Starts the library in a Python process.
    ///
    /// # Panics
    /// If Python or the wheel is not available.
    pub fn start() -> Chiavdf {
        let python = installed();
        let mut child = Command::new(&python)
            .args(["-c", SERVER])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap_or_else(|error| panic!("{}: {error}", python.display()));
        let stdin = child.stdin.take().expect("a pipe");
        let stdout = BufReader::new(child.stdout.take().expect("a pipe"));
        Chiavdf { child, pipes: RefCell::new((stdin, stdout)) }
    }

    /// Returns the name of the peer in a report.
    pub fn name() -> String {
        format!("chiavdf {VERSION}, Python wheel")
    }

    /// Returns the output and the proof of `t` squarings of the form `x` for the discriminant of a seed.
    pub fn prove(&self, seed: &[u8], x: &[u8], bits: usize, t: u64) -> Vec<u8> {
        let answer = self.call(&format!("prove {} {} {bits} {t}", hex(seed), hex(x)));
        let digits = answer.trim().as_bytes().chunks(2);
        digits
            .map(|pair| u8::from_str_radix(&String::from_utf8_lossy(pair), 16).expect("hexadecimal"))
            .collect()
    }

    /// Whether it accepts a proof of witness type 0; `discriminant` is in chiavdf's own form, `-0x...`.
    pub fn verifies(&self, discriminant: &str, x: &[u8], proof: &[u8], t: u64, bits: usize) -> bool {
        self.call(&format!("verify {discriminant} {} {} {t} {bits}", hex(x), hex(proof))).trim() == "True"
    }

    fn call(&self, line: &str) -> String {
        let (stdin, stdout) = &mut *self.pipes.borrow_mut();
        writeln!(stdin, "{line}").expect("chiavdf runs");
        let mut answer = String::new();
        stdout.read_line(&mut answer).expect("chiavdf answers");
        assert!(!answer.is_empty(), "chiavdf ended at {line}");
        answer
    }
}

impl Drop for Chiavdf {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Returns a Python that has the wheel.
fn installed() -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/chiavdf");
    let python = folder.join("bin/python");
    let marker = folder.join(VERSION);
    if !marker.exists() {
        let run = |command: &mut Command| {
            let status = command.status().unwrap_or_else(|error| panic!("{command:?}: {error}"));
            assert!(
                status.success(),
                "{command:?} failed; the rows `class-` need Python 3 with pip and venv"
            );
        };
        run(Command::new("python3").args(["-m", "venv"]).arg(&folder));
        run(Command::new(&python).args(["-m", "pip", "install", "--quiet", &format!("chiavdf=={VERSION}")]));
        std::fs::write(&marker, "").expect("the folder can be written");
    }
    python
}
