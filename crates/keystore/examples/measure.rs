use keystore::*;
use std::{env, fs, num::NonZero, path::Path, sync::atomic::{AtomicBool, Ordering}, time::{Duration, Instant}};
use vrf::stateful::*;
fn hwm() -> String { fs::read_to_string("/proc/self/status").unwrap().lines().find(|l| l.starts_with("VmHWM")).unwrap().to_owned() }
fn main() {
    let a: Vec<String> = env::args().collect();
    let (verb, dir) = (a[1].as_str(), Path::new(&a[2]));
    let num = |i: usize| a[i].parse::<u64>().unwrap();
    let settings = |threads: u64| Settings { witnesses: dir.join("w"), machine: Machine::this(), threads: NonZero::new(threads as usize).unwrap() };
    match verb {
        // gen DIR scheme height slots threads seconds [subtree]
        "gen" => {
            let scheme = if a[3] == "x" { Scheme::XVrf } else { Scheme::IVrf };
            let terms = Terms::new(scheme, num(4) as u8, num(5) as u16, 0).unwrap();
            let store = dir.join("store");
            let request = Request { terms, subtree: a.get(8).map(|s| s.parse().unwrap()), seeds: Some(Seeds { secret: [1; 32], public: [2; 32] }) };
            let generation = match Generation::resume(&store, None, settings(num(6))) { Err(Error::NoKey(_)) => Generation::create(&store, request, None, settings(num(6))).unwrap(), r => r.unwrap() };
            let before = generation.progress();
            let start = Instant::now();
            let stop = AtomicBool::new(false);
            let mut last = before;
            let result = generation.run(&stop, |p| { last = p; if start.elapsed() > Duration::from_secs(num(7)) { stop.store(true, Ordering::Relaxed) } });
            let s = start.elapsed().as_secs_f64();
            println!("before {} after {} of {} in {s:.2} s: {:.2} us/leaf; {}", before.done, last.done, last.total, s * 1e6 / (last.done - before.done) as f64, hwm());
            match result { Ok(k) => println!("done {k:?}"), Err(e) => println!("{e}") }
        }
        // prove DIR from count
        "prove" => {
            let start = Instant::now();
            let mut store = Store::open(&dir.join("store"), None, &settings(2)).unwrap();
            println!("open {:.2} ms", start.elapsed().as_secs_f64() * 1e3);
            let from = store.next_turn().unwrap().round;
            let t = Instant::now();
            store.prove(Turn { round: from, slot: 0 }, b"x").unwrap();
            println!("first prove {:.3} ms", t.elapsed().as_secs_f64() * 1e3);
            let (mut new, mut same) = (Vec::new(), Vec::new());
            for i in 1..num(3) {
                let turn = Turn { round: from + i, slot: 0 };
                let t = Instant::now();
                store.prove(turn, b"x").unwrap();
                new.push(t.elapsed());
                let t = Instant::now();
                store.prove(turn, b"x").unwrap();
                same.push(t.elapsed());
            }
            new.sort(); same.sort();
            println!("new: min {:?} median {:?} p99 {:?}; same again (no write): min {:?} median {:?}", new[0], new[new.len()/2], new[new.len()*99/100], same[0], same[same.len()/2]);
            let far = from + num(4);
            let t = Instant::now();
            store.prove(Turn { round: far, slot: 0 }, b"x").unwrap();
            println!("cold jump {:.2} ms; {}", t.elapsed().as_secs_f64() * 1e3, hwm());
            drop(store);
            let start = Instant::now();
            let mut store = Store::open(&dir.join("store"), None, &settings(2)).unwrap();
            println!("reopen {:.2} ms", start.elapsed().as_secs_f64() * 1e3);
            let t = Instant::now();
            store.prove(Turn { round: far, slot: 0 }, b"x").unwrap();
            println!("first prove after {:.2} ms", t.elapsed().as_secs_f64() * 1e3);
        }
        _ => panic!(),
    }
}
