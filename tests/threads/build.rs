//! Takes the structures that threads share out of the crates, as they are in the sources, with the
//! checker's locks, threads and clock in place of std's: nothing in the crates depends on a checker.
//! Each piece is a module of the tests, and so is each copy with a planted fault.

use std::{env, error::Error, fs, path::Path};

/// A file of a crate.
struct Piece {
    /// The module of the tests that stands for its crate, and its own name in it.
    home: &'static str,
    name: &'static str,
    path: &'static str,
    faults: &'static [Fault],
}

/// A fault of a copy.
struct Fault {
    name: &'static str,
    right: &'static str,
    wrong: &'static str,
}

const PIECES: &[Piece] = &[
    Piece {
        home: "network",
        name: "newest",
        path: "heliast-network/src/worker/newest.rs",
        faults: &[
            Fault {
                name: "newest_tells_before_the_end",
                right: "self.lock().stopped = true;\n        self.changed.notify_all();",
                wrong: "self.changed.notify_all();\n        self.lock().stopped = true;",
            },
            Fault {
                name: "newest_looks_then_waits",
                right: "let state = self.changed.wait_while(state, waits).unwrap_or_else(PoisonError::into_inner);",
                wrong: "let (mut state, mut waits) = (state, waits);\n        while waits(&mut state) {\n            \
                        drop(state);\n            state = self.changed.wait(self.lock()).unwrap();\n        }",
            },
        ],
    },
    Piece {
        home: "network",
        name: "sender",
        path: "heliast-network/src/worker/sender.rs",
        faults: &[
            Fault {
                name: "sender_tells_before_it_adds",
                right: "self.lock().items.entry(want).or_insert(Item { bytes: bytes.into(), offers });\n        \
                        self.changed.notify_all();",
                wrong: "self.changed.notify_all();\n        \
                        self.lock().items.entry(want).or_insert(Item { bytes: bytes.into(), offers });",
            },
            Fault { name: "sender_offers_twice", right: "item.offers[node].due = None;", wrong: "" },
        ],
    },
    Piece { home: "network", name: "log", path: "heliast-network/src/comet/log.rs", faults: &[] },
    Piece {
        home: "network",
        name: "watched",
        path: "heliast-network/src/comet/watched.rs",
        faults: &[Fault {
            name: "watched_keeps_complaints",
            right: "        inner.restart = false;\n",
            wrong: "",
        }],
    },
    Piece {
        home: "engine",
        name: "rounds",
        path: "heliast-engine/src/rounds.rs",
        faults: &[Fault {
            name: "rounds_told_before_they_are_stored",
            right: "let stored = self.store.append_all(rounds);",
            wrong: "rounds.iter().for_each(|round| _ = self.latest.send_replace(round.number));\n        \
                    let stored = self.store.append_all(rounds);",
        }],
    },
    Piece {
        home: "vdf",
        name: "told",
        path: "heliast-vdf/src/told.rs",
        faults: &[Fault {
            name: "told_apart",
            right: "state.is_stopped = state.is_stopped || !(self.tell)(state.done);",
            wrong: "let done = state.done;\n        drop(state);\n        let goes_on = (self.tell)(done);\n        \
                    let mut state = self.state.lock().unwrap();\n        state.is_stopped |= !goes_on;",
        }],
    },
    Piece {
        home: "vdf",
        name: "parallel",
        path: "heliast-vdf/src/parallel.rs",
        faults: &[Fault {
            name: "parallel_looks_then_takes",
            right: "let index = next.fetch_add(1, Ordering::Relaxed);",
            wrong: "let index = next.load(Ordering::Relaxed);\n            next.store(index + 1, Ordering::Relaxed);",
        }],
    },
    Piece {
        home: "verify",
        name: "work",
        path: "heliast/src/verify/work.rs",
        faults: &[Fault {
            name: "work_stops_everybody",
            right: "first_bad.fetch_min(index, Ordering::Relaxed);",
            wrong: "first_bad.fetch_min(0, Ordering::Relaxed);",
        }],
    },
    Piece {
        home: "stamp",
        name: "spent",
        path: "heliast-stamp/src/spent.rs",
        faults: &[Fault {
            name: "spent_looks_then_writes",
            right: "        if lists.ids.len() >= self.limit {",
            wrong: "        drop(lists);\n        let mut lists = self.lists.lock().unwrap();\n        \
                    if lists.ids.len() >= self.limit {",
        }],
    },
    Piece { home: "stamp", name: "queue", path: "heliast-gate/src/queue.rs", faults: &[] },
    Piece {
        home: "stamp",
        name: "owner",
        path: "heliast-gate/src/durable/owner.rs",
        faults: &[
            Fault {
                name: "owner_never_ends",
                right: "                Held::Elsewhere if Arc::strong_count(&self.trouble) == 1 => return,\n",
                wrong: "",
            },
            Fault {
                name: "owner_stays_broken",
                right: "                Held::Broken(_, again) if Instant::now() >= *again => self.open(),\n",
                wrong: "",
            },
        ],
    },
];

fn main() -> Result<(), Box<dyn Error>> {
    let crates = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("../../crates");
    let out = env::var("OUT_DIR")?;
    for Piece { home, name, path, faults } in PIECES {
        let path = crates.join(path);
        println!("cargo::rerun-if-changed={}", path.display());
        let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        fs::write(format!("{out}/{name}.rs"), transplanted(&text, home))?;
        for Fault { name, right, wrong } in *faults {
            if text.matches(right).count() != 1 {
                return Err(
                    format!("the fault {name} can't be planted: its place is gone or not alone").into()
                );
            }
            fs::write(format!("{out}/{name}.rs"), transplanted(&text.replace(right, wrong), home))?;
        }
    }
    println!("cargo::rerun-if-changed=build.rs");
    Ok(())
}

/// The text of a file as that of a module below `home`.
fn transplanted(text: &str, home: &str) -> String {
    // An included file can't begin with inner documentation.
    let code = text.lines().filter(|line| !line.starts_with("//!")).collect::<Vec<_>>().join("\n");
    let code = code.replace("#[cfg(test)]", "#[cfg(any())]").replace("alloc::", "::std::");
    let code = with_path(&code, "crate::", &format!("crate::{home}::"));
    let code = with_path(&code, "heliast_stamp::", "crate::stamp::");
    // The modules next to the piece, of which a scenario has its own versions.
    let code = ["heliast", "heliast_store", "tokio"].iter().fold(code, |code, neighbour| {
        with_path(&code, &format!("{neighbour}::"), &format!("crate::{home}::{neighbour}::"))
    });
    let code = with_path(&code, "core::sync::", "crate::model::sync::");
    with_path(&code, "std::", "crate::model::")
}

/// Replaces the beginning of paths, and no part of a word or of another path.
fn with_path(text: &str, from: &str, to: &str) -> String {
    let mut done = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(from) {
        let (before, after) = rest.split_at(at);
        let is_part = before.ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == ':');
        done.push_str(before);
        done.push_str(if is_part { from } else { to });
        rest = &after[from.len()..];
    }
    done + rest
}
