//! Output for people on a pseudo-terminal of 80 columns.

use crate::{
    chain::stored_chain,
    interrupt::ended_by,
    run::{Outcome, PATIENCE, Place},
};
use rustix::{
    pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt},
    termios::{Winsize, tcsetwinsize},
};
use std::{
    fs::{File, OpenOptions},
    io::{Read, Write},
    process::{Child, Stdio},
    sync::mpsc::{self, Receiver},
    thread,
    time::Instant,
};

const COLUMNS: u16 = 80;

/// A terminal, and the bytes that were written to it.
pub struct Terminal {
    shown: Receiver<Vec<u8>>,
    keyboard: File,
    device: File,
}

impl Terminal {
    pub fn new() -> Terminal {
        let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&master).unwrap();
        unlockpt(&master).unwrap();
        let name = ptsname(&master, Vec::new()).unwrap();
        let device = OpenOptions::new().read(true).write(true).open(name.to_str().unwrap()).unwrap();
        tcsetwinsize(&device, Winsize { ws_row: 24, ws_col: COLUMNS, ws_xpixel: 0, ws_ypixel: 0 }).unwrap();
        let (sender, shown) = mpsc::channel();
        let mut master = File::from(master);
        let keyboard = master.try_clone().unwrap();
        thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(len @ 1..) = master.read(&mut buffer) {
                if sender.send(buffer[..len].to_vec()).is_err() {
                    break;
                }
            }
        });
        Terminal { shown, keyboard, device }
    }

    /// Types a text like a person.
    pub fn types(&self, text: &str) {
        (&self.keyboard).write_all(text.as_bytes()).unwrap();
    }

    pub fn stdio(&self) -> Stdio {
        self.device.try_clone().unwrap().into()
    }

    /// All output until `is_enough` accepts it.
    pub fn wait_for(&self, is_enough: impl Fn(&str) -> bool) -> String {
        let (deadline, mut text) = (Instant::now() + PATIENCE, String::new());
        while !is_enough(&text) {
            let left = deadline.saturating_duration_since(Instant::now());
            let more =
                self.shown.recv_timeout(left).unwrap_or_else(|_| panic!("nothing more came after {text:?}"));
            text.push_str(&String::from_utf8_lossy(&more));
        }
        text
    }
}

/// A program that is killed if its test fails. Otherwise it would compute for months.
struct Running(Option<Child>);

impl Running {
    fn new(child: Child) -> Running {
        Running(Some(child))
    }

    fn into_child(mut self) -> Child {
        self.0.take().unwrap()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if let Some(child) = &mut self.0 {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// The lines without control sequences.
fn lines(text: &str) -> Vec<String> {
    let mut plain = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("\u{1b}[") {
        plain.push_str(before);
        let end = after.find(|c: char| c.is_ascii_alphabetic()).map_or(after.len(), |at| at + 1);
        rest = &after[end..];
    }
    plain.push_str(rest);
    plain.split(['\r', '\n']).filter(|line| !line.trim().is_empty()).map(str::to_owned).collect()
}

#[test]
fn progress_fits_the_terminal_and_says_how_long_it_takes() {
    let (place, terminal) = (Place::new(), Terminal::new());
    // A duration of months, on any machine.
    let line = "vdf eval --message m -t 1e14 --out proof";
    // Without TERM no progress is shown.
    let mut command = place.command(line);
    let child = Running::new(command.env("TERM", "xterm").stderr(terminal.stdio()).spawn().unwrap());
    let is_told = |line: &&String| line.ends_with(" left") && !line.ends_with("? left");
    let tells = |text: &str| lines(text).iter().filter(is_told).count() > 2;
    let text = terminal.wait_for(tells);
    let outcome = ended_by("INT", child.into_child());
    assert_eq!(outcome.code, 4, "{outcome:?}");
    let said = terminal.wait_for(|text| text.contains("hint: ") && text.trim_end().ends_with("from there"));

    let shown = lines(&text);
    assert!(
        shown.iter().all(|line| line.contains("% [") && line.contains(" of 100 T squarings, ")),
        "{shown:?}"
    );
    let widths: Vec<_> = shown.iter().map(|line| line.chars().count()).collect();
    assert!(widths.iter().all(|width| *width <= usize::from(COLUMNS)), "{shown:?}");
    assert!(said.contains(" of 100000000000000 squarings (0.0 %); saved in proof.checkpoint"), "{said}");
    assert!(said.contains(&format!("hint: `heliast {line}` goes on from there")), "{said}");
}

#[test]
fn only_text_is_shown() {
    let place = Place::new();
    place.small_modulus();
    place.ok("vrf keygen --out key --public public");
    drop(stored_chain(&place.path("data"), 2));
    let run = |line: &str| {
        let terminal = Terminal::new();
        Outcome::of(place.command(line).stdout(terminal.stdio()).output().unwrap())
    };
    for line in [
        "vdf eval --message m -t 10 --out -",
        "batch sample --count 3 -t 10 --out -",
        "vrf prove --key key --input a --out -",
        "export --data data --out -",
    ] {
        let outcome = run(line);
        assert!(outcome.failed(2).ends_with("stdout is a terminal"), "{line}: {outcome:?}");
        assert!(outcome.stderr.contains("--out FILE, or pipe"), "{outcome:?}");
    }
    place.ok("vrf keygen --out words");
    let outcome = run("vrf keygen --encrypt --passphrase-file words");
    assert!(outcome.failed(2).starts_with("an encrypted key is not text"), "{outcome:?}");
    for line in ["group new --bits 512 --out -", "vrf keygen", "vrf public key", "group show modulus"] {
        assert_eq!(run(line).code, 0, "{line}");
    }
    assert_eq!(place.ok("vrf prove --key key --input a --out -").stdout.len(), 86);
}
