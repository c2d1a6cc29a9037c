//! `kill -9` at random moments. The signer is this test program again, run as a child that gets its
//! store's path in its environment.
//!
//! `HELIAST_KILLS` sets the number of kills.

use heliast_keystore::{Error, Generation, HostId, Refusal, Request, Seeds, Settings, Store};
use heliast_vrf::stateful::{Scheme, SecretKey, Terms, Turn};
use std::{
    collections::BTreeMap,
    env,
    io::{BufRead, BufReader, Read, Write},
    num::NonZero,
    path::Path,
    process::{Child, Command, Stdio},
    sync::atomic::AtomicBool,
    thread,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

const DIR: &str = "KEYSTORE_TEST_DIR";
const SEED: &str = "KEYSTORE_TEST_SEED";
const HEIGHT: u8 = 10;
/// The output of the prover before its first proof.
const OPENED: &str = "@ opened";
/// The beginning of its first answer, on a line below.
const ANSWERED: &str = "\n@ ";

/// Random numbers that are reproducible from a seed.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }
}

fn seed() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_nanos() as u64
}

fn settings(dir: &Path) -> Settings {
    let witnesses = dir.join("witnesses");
    Settings { witnesses, host: HostId::of_id(b"test"), threads: NonZero::new(2).unwrap() }
}

fn terms() -> Terms {
    Terms::new(Scheme::XVrf, HEIGHT, 1, 0).unwrap()
}

fn request(key: u64) -> Request {
    let mut secret = [0; 32];
    secret[..8].copy_from_slice(&key.to_be_bytes());
    Request { terms: terms(), subtree: Some(4), seeds: Some(Seeds { secret, public: [1; 32] }) }
}

/// This program again, running only the test `name`, in `dir`.
fn child(name: &str, dir: &Path, seed: u64) -> Child {
    Command::new(env::current_exe().unwrap())
        .args([name, "--exact", "--nocapture", "--test-threads=1"])
        .env(DIR, dir)
        .env(SEED, seed.to_string())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Kills the child `delay` after it has printed `word`, or after its start if that is empty, and returns its
/// whole output.
fn kill_after(mut child: Child, word: &str, delay: Duration) -> (String, String) {
    let (mut out, mut err) = (String::new(), String::new());
    let mut said = BufReader::new(child.stdout.take().unwrap());
    while !out.contains(word) && said.read_line(&mut out).unwrap() > 0 {}
    thread::sleep(delay);
    child.kill().unwrap();
    said.read_to_string(&mut out).unwrap();
    child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
    child.wait().unwrap();
    (out, err)
}

/// Prints a line in one write, which the test harness does not capture.
fn say(line: &str) {
    let mut out = std::io::stdout().lock();
    // The parent has ended, or is about to kill this process.
    let _ = out.write_all(line.as_bytes()).and_then(|()| out.flush());
}

/// This is not a test: it is the child that proves until it is killed.
#[test]
fn prover() {
    let Some(dir) = env::var_os(DIR) else { return };
    let (dir, mut random) = (Path::new(&dir), Random(env::var(SEED).unwrap().parse().unwrap()));
    let mut store = Store::open(&dir.join("store"), None, &settings(dir)).unwrap();
    say(&format!("{OPENED}\n"));
    loop {
        let next = store.next_turn().map_or(1 << HEIGHT, |turn| turn.round);
        // Mostly old positions with any input, since new ones run out.
        let forward = random.below(8) == 0;
        let position =
            (next + if forward { random.below(3) } else { 0 }).saturating_sub(1 + random.below(3) / 2);
        let input = random.below(3).to_be_bytes();
        match store.prove(Turn { round: position, slot: 0 }, &input) {
            Ok((output, proof)) => {
                let (x, y, pi) = (hex::encode(input), hex::encode(output), hex::encode(proof.as_bytes()));
                say(&format!("@ {position} {x} {y}{pi}\n"));
            }
            Err(Error::Exhausted(_)) => {}
            Err(other) => panic!("{other}"),
        }
    }
}

#[test]
fn no_kill_makes_a_position_answer_twice() {
    let kills: u64 = env::var("HELIAST_KILLS").map_or(100, |text| text.parse().unwrap());
    let mut random = Random(seed());
    println!("seed {}", random.0);
    let (mut keys, mut answers, mut done, mut early) = (0, 0, 0, 0);
    while done < kills {
        let temp = tempfile::tempdir().unwrap();
        let dir = temp.path();
        let generation = Generation::create(&dir.join("store"), request(keys), None, settings(dir)).unwrap();
        let public = generation.run(&AtomicBool::new(false), |_| {}).unwrap();
        keys += 1;
        // position -> input and answer
        let mut released = BTreeMap::<u64, (String, String)>::new();
        while done < kills && released.last_key_value().is_none_or(|(last, _)| *last < (1 << HEIGHT) - 20) {
            // While it starts, while it proves, and after it has certainly proved something, on any slow
            // machine.
            let word = ["", OPENED, OPENED, ANSWERED][random.below(4) as usize];
            let delay = Duration::from_micros(random.below(40_000));
            let (out, err) = kill_after(child("prover", dir, random.0), word, delay);
            assert!(!err.contains("panicked"), "after {done} kills: {err}");
            done += 1;
            early += u64::from(!out.contains(OPENED));
            // A line that was cut off does not count as released.
            for line in out.split_inclusive('\n').filter_map(|line| line.strip_suffix('\n')) {
                let Some(words) = line.strip_prefix("@ ").and_then(|words| {
                    let mut words = words.split(' ');
                    Some((
                        words.next()?.parse::<u64>().ok()?,
                        words.next()?.to_owned(),
                        words.next()?.to_owned(),
                    ))
                }) else {
                    continue;
                };
                let (position, input, answer) = words;
                answers += 1;
                let known = released.entry(position).or_insert_with(|| (input.clone(), answer.clone()));
                assert_eq!(*known, (input, answer), "position {position} of key {keys} after {done} kills");
            }
        }
        // The last released answer is valid, and the store continues.
        let mut store = Store::open(&dir.join("store"), None, &settings(dir)).unwrap();
        assert_eq!(store.public_key(), public);
        for (position, (input, answer)) in &released {
            let input = hex::decode(input).unwrap();
            if let Ok((output, proof)) = store.prove(Turn { round: *position, slot: 0 }, &input) {
                assert_eq!(*answer, hex::encode(output) + &hex::encode(proof.as_bytes()));
                assert_eq!(
                    public.verify(Turn { round: *position, slot: 0 }, &input, proof.as_bytes()),
                    Ok(output)
                );
            }
        }
    }
    println!("{done} kills, {early} of them before the store was open, {answers} answers of {keys} keys");
    assert!(answers > kills / 20, "the children hardly got to prove: {answers} answers in {kills} kills");
}

/// This is not a test: it is the child that generates until it is killed.
#[test]
fn generator() {
    let Some(dir) = env::var_os(DIR) else { return };
    let (dir, store) = (Path::new(&dir), Path::new(&dir).join("store"));
    let generation = match Generation::resume(&store, None, settings(dir)) {
        Err(Error::NoKey(_)) => Generation::create(&store, request(0), None, settings(dir)),
        resumed => resumed,
    };
    let public = generation.unwrap().run(&AtomicBool::new(false), |_| {}).unwrap();
    say(&format!("@ {}\n", hex::encode(public.to_bytes())));
}

#[test]
fn a_generation_that_is_killed_goes_on_and_makes_the_same_key() {
    let Request { terms, seeds, .. } = request(0);
    let seeds = seeds.unwrap();
    let whole = SecretKey::generate(terms, &seeds.secret, &seeds.public);
    let expected = hex::encode(whole.public_key().to_bytes());
    let mut random = Random(seed());
    println!("seed {}", random.0);
    for _ in 0..3 {
        let temp = tempfile::tempdir().unwrap();
        let mut kills = 0;
        loop {
            // The delays grow, so that the generation ends on any slow machine.
            let delay = Duration::from_millis(random.below(40) + kills * kills / 4);
            let (out, err) = kill_after(child("generator", temp.path(), 0), "", delay);
            assert!(!err.contains("panicked"), "{err}");
            if let Some((_, key)) = out.split_once("@ ") {
                assert_eq!(key.trim_end().lines().next(), Some(&*expected));
                break;
            }
            kills += 1;
        }
        println!("done after {kills} kills");
        let mut store = Store::open(&temp.path().join("store"), None, &settings(temp.path())).unwrap();
        let (turn, x) = (Turn { round: 5, slot: 0 }, b"x");
        let (output, proof) = store.prove(turn, x).unwrap();
        assert_eq!(whole.public_key().verify(turn, x, proof.as_bytes()), Ok(output));
    }
}

#[test]
fn two_processes_do_not_share_a_store() {
    let temp = tempfile::tempdir().unwrap();
    let dir = temp.path();
    let generation = Generation::create(&dir.join("store"), request(0), None, settings(dir)).unwrap();
    generation.run(&AtomicBool::new(false), |_| {}).unwrap();
    let mut first = child("prover", dir, 1);
    let mut out = BufReader::new(first.stdout.take().unwrap());
    let mut said = String::new();
    while !said.contains(OPENED) {
        assert!(out.read_line(&mut said).unwrap() > 0, "it never opened: {said}");
    }
    let second = Store::open(&dir.join("store"), None, &settings(dir));
    assert!(matches!(second, Err(Error::Refused(Refusal::InUse(_)))));
    first.kill().unwrap();
    first.wait().unwrap();
    // The lock ended with the process.
    Store::open(&dir.join("store"), None, &settings(dir)).unwrap();
}
