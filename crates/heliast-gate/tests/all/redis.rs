//! A list in Redis: gates of one site share it, and each reports when Redis is unreachable.
//!
//! Needs the program `redis-server`, which `tests/install redis-server redis-server` installs. Without it
//! these tests are skipped with a message; with `HELIAST_NEEDS_REDIS=1` that is a failure.

#![cfg(unix)]

use heliast_gate::{Gate, Redis, Rules, Till, TillOptions, Unpaid, WhenDown};
use heliast_group::RsaGroup;
use heliast_stamp::{
    Expected, Nonce, Pace, Price, PrivateIssuer, Secret, Spending, Spent, SpentError, Trouble, solve,
};
use std::{
    env,
    io::{Read, Write},
    net::IpAddr,
    os::unix::net::UnixStream,
    path::PathBuf,
    process::{Child, Command, Stdio},
    sync::Arc,
    thread,
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};
use tempfile::TempDir;

const CLIENT: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(203, 0, 113, 9));
/// The time that anything may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(600);
/// The life of a stamp.
const LIFE: Duration = Duration::from_secs(3_600);

/// A Redis on a socket in its own directory, with the data that it has stored there.
struct Server {
    dir: TempDir,
    process: Option<Child>,
}

impl Server {
    /// `None` with a message if the program is missing.
    fn new() -> Option<Server> {
        let path = env::var_os("PATH").unwrap_or_default();
        if !env::split_paths(&path).any(|dir| dir.join("redis-server").is_file()) {
            let text =
                "NOT TESTED, because there is no redis-server: tests/install redis-server redis-server\n";
            assert!(env::var_os("HELIAST_NEEDS_REDIS").is_none(), "{text}");
            // This bypasses the test harness, which shows the output of a test only if it fails.
            std::io::stderr().write_all(text.as_bytes()).unwrap();
            return None;
        }
        let mut server = Server { dir: tempfile::tempdir().unwrap(), process: None };
        server.start(&[]);
        Some(server)
    }

    fn socket(&self) -> PathBuf {
        self.dir.path().join("socket")
    }

    fn url(&self) -> String {
        format!("unix://{}", self.socket().display())
    }

    fn start(&mut self, more: &[&str]) {
        let mut command = Command::new("redis-server");
        command.args(["--port", "0", "--unixsocket"]).arg(self.socket()).arg("--dir").arg(self.dir.path());
        command.args(["--appendonly", "yes", "--appendfsync", "always", "--save", ""]).args(more);
        self.process = Some(command.stdout(Stdio::null()).spawn().unwrap());
        eventually(|| UnixStream::connect(self.socket()).is_ok() && self.says("PING") == "+PONG");
    }

    /// Like a loss of power of its machine.
    fn kill(&mut self) {
        if let Some(mut process) = self.process.take() {
            let _ = process.kill();
            process.wait().unwrap();
        }
    }

    fn signal(&self, name: &str) {
        let id = self.process.as_ref().unwrap().id().to_string();
        assert!(Command::new("kill").args([name, &id]).status().unwrap().success());
    }

    /// The first line of its answer to a command.
    fn says(&self, command: &str) -> String {
        let mut stream = UnixStream::connect(self.socket()).unwrap();
        stream.write_all(format!("{command}\r\nQUIT\r\n").as_bytes()).unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).unwrap();
        text.lines().next().unwrap_or_default().to_owned()
    }

    /// A gate of the site, as on another machine.
    fn gate(&self, when_down: WhenDown) -> Machine {
        Machine::new(Arc::new(self.list(when_down)))
    }

    fn list(&self, when_down: WhenDown) -> Redis {
        Redis::open_within(&self.url(), when_down, 1_000, PATIENCE).unwrap()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.kill();
    }
}

fn eventually(mut is_so: impl FnMut() -> bool) {
    let deadline = Instant::now() + PATIENCE;
    while !is_so() {
        assert!(Instant::now() < deadline, "it has not happened");
        thread::sleep(Duration::from_millis(20));
    }
}

/// A machine of the site.
struct Machine {
    till: Till,
    list: Arc<Redis>,
}

impl Machine {
    fn new(list: Arc<Redis>) -> Machine {
        let options = TillOptions {
            least_life: LIFE,
            ..TillOptions::new("a site", [7; 32], Pace::new(100, 100).unwrap())
        };
        let till = Till::new(&RsaGroup::rsa_2048(), options, Arc::clone(&list) as Arc<dyn Spent>, |_, _| {});
        Machine { till, list }
    }

    fn stamp(&self) -> Vec<u8> {
        solve(&self.till.challenge(CLIENT).unwrap().to_bytes(), |_| true).unwrap()
    }

    fn takes(&self, stamp: &[u8]) -> Said {
        match self.till.pay(stamp, CLIENT) {
            Ok(_) => Said::Taken,
            Err(Unpaid::Spent) => Said::Spent,
            Err(Unpaid::Unknown(_)) => Said::Unknown,
            Err(other) => panic!("{other}"),
        }
    }

    /// A gate that found Redis away lets a moment pass before it tries again.
    fn takes_when_redis_is_back(&self, stamp: &[u8]) -> Said {
        let mut said = Said::Unknown;
        eventually(|| {
            said = self.takes(stamp);
            said != Said::Unknown
        });
        said
    }

    fn is_well(&self) -> bool {
        self.list.trouble().is_none()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Said {
    Taken,
    Spent,
    Unknown,
}

#[test]
fn a_stamp_that_one_gate_took_is_refused_by_all_others_and_after_restarts() {
    let Some(mut server) = Server::new() else { return };
    let [first, second] = [(); 2].map(|()| server.gate(WhenDown::Refuse));
    // Each machine takes stamps for challenges of the other, once.
    let [one, two] = [first.stamp(), first.stamp()];
    assert_eq!(
        [first.takes(&one), second.takes(&one), first.takes(&one)],
        [Said::Taken, Said::Spent, Said::Spent]
    );
    assert_eq!([second.takes(&two), first.takes(&two)], [Said::Taken, Said::Spent]);
    drop(first);
    let first = server.gate(WhenDown::Refuse);
    assert_eq!(
        [first.takes(&one), first.takes(&two)],
        [Said::Spent, Said::Spent],
        "after the gate's restart"
    );
    server.kill();
    server.start(&[]);
    // The connections of both are broken, without a visible effect.
    assert_eq!(
        [first.takes_when_redis_is_back(&one), second.takes_when_redis_is_back(&two)],
        [Said::Spent, Said::Spent],
        "after Redis' restart"
    );
    let three = second.stamp();
    assert_eq!([second.takes(&three), first.takes(&three)], [Said::Taken, Said::Spent]);
}

#[test]
fn of_a_thousand_at_once_one_is_taken() {
    let Some(server) = Server::new() else { return };
    let gates = [(); 2].map(|()| server.gate(WhenDown::Refuse));
    let stamp = gates[0].stamp();
    let taken: usize = thread::scope(|scope| {
        let pay = |gate: usize| {
            let gate = &gates[gate % 2];
            let stamp = &stamp;
            move || (0..50).filter(|_| gate.takes(stamp) == Said::Taken).count()
        };
        let threads: Vec<_> = (0..20).map(|index| scope.spawn(pay(index))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).sum()
    });
    assert_eq!(taken, 1);
}

#[test]
fn what_is_late_is_forgotten() {
    let Some(server) = Server::new() else { return };
    let gate = server.gate(WhenDown::Refuse);
    let stamp = gate.stamp();
    assert_eq!(gate.takes(&stamp), Said::Taken);
    let mut stream = UnixStream::connect(server.socket()).unwrap();
    stream.write_all(b"KEYS heliast:stamp:*\r\nQUIT\r\n").unwrap();
    let mut text = String::new();
    stream.read_to_string(&mut text).unwrap();
    let key = text.lines().nth(2).unwrap();
    let left: u64 = server.says(&format!("PTTL {key}")).trim_start_matches(':').parse().unwrap();
    // The life, plus twice the difference of clocks, minus the time that has passed.
    assert!((1..=LIFE.as_millis() as u64 + 10_000).contains(&left), "{left} ms");
}

/// Redis removes stamps by its own clock. That of a gate may have been set back since, and so may Redis' own.
#[test]
fn a_clock_that_is_set_back_makes_no_spent_stamp_good_again() {
    let Some(server) = Server::new() else { return };
    let [list, other] = [(); 2].map(|()| server.list(WhenDown::Refuse));
    let mut issuer = PrivateIssuer::new(Secret::new([7; 32]), &RsaGroup::rsa_2048());
    issuer.add_delay(10);
    let expected = Expected::new(b"a site", b"", 10);
    let stamp = |now_ms, nonce| {
        let terms = expected.terms(Price { t: 10, now_ms, life_ms: 1_000 }, Nonce([nonce; 16]));
        solve(&issuer.challenge(&terms).unwrap().to_bytes(), |_| true).unwrap()
    };
    let paid = |stamp: &[u8], now_ms| issuer.check(stamp, &expected.at(now_ms)).unwrap();
    // On a busy machine the time of a stamp may be over before it is spent.
    let (mut one, mut now_ms) = (Vec::new(), 0);
    eventually(|| {
        now_ms = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis() as u64;
        one = stamp(now_ms, 1);
        list.spend(&paid(&one, now_ms)).is_ok_and(Spending::is_first)
    });
    eventually(|| server.says("KEYS heliast:stamp:*") == "*0");
    // For these gates the time is still that at which the stamp was taken.
    for list in [&list, &other] {
        let said = list.spend(&paid(&one, now_ms));
        assert!(matches!(said, Err(SpentError::Forgotten { .. })), "{said:?}");
    }
    // A gate has got a later time from Redis than Redis has now.
    let hour_ms = now_ms + 3_600_000;
    server.says(&format!("ZADD heliast:stamps:time GT {hour_ms} latest"));
    let two = stamp(now_ms + 60_000, 2);
    let said = other.spend(&paid(&two, now_ms + 60_000));
    assert!(matches!(said, Err(SpentError::Forgotten { .. })), "{said:?}");
    assert_eq!(other.forgotten_ms(), hour_ms);
    let three = stamp(hour_ms, 3);
    assert!(other.spend(&paid(&three, hour_ms)).unwrap().is_first());
    eventually(|| list.forgotten_ms() == hour_ms);
}

#[test]
fn while_redis_is_away_none_is_taken_if_the_operator_says_so() {
    let Some(mut server) = Server::new() else { return };
    let gate = server.gate(WhenDown::Refuse);
    assert!(gate.is_well());
    let [one, two] = [gate.stamp(), gate.stamp()];
    assert_eq!(gate.takes(&one), Said::Taken);
    server.kill();
    assert_eq!([gate.takes(&one), gate.takes(&two)], [Said::Unknown, Said::Unknown]);
    assert!(matches!(gate.list.trouble(), Some(Trouble::Refusing(_))));
    // A gate that starts while Redis is unreachable also reports it.
    let late = server.gate(WhenDown::Refuse);
    assert!(!late.is_well() && late.takes(&two) == Said::Unknown);
    server.start(&[]);
    // Both notice it without a stamp.
    eventually(|| gate.is_well() && late.is_well());
    assert_eq!(
        [late.takes(&one), late.takes(&two), gate.takes(&two)],
        [Said::Spent, Said::Taken, Said::Spent]
    );
}

#[test]
fn while_redis_is_away_each_gate_takes_one_once_if_the_operator_says_so() {
    let Some(mut server) = Server::new() else { return };
    let [first, second] = [(); 2].map(|()| server.gate(WhenDown::Admit));
    let [one, two, three] = [(); 3].map(|()| first.stamp());
    assert_eq!(first.takes(&one), Said::Taken);
    server.kill();
    // It remembers the stamps that it has taken before.
    assert_eq!(first.takes(&one), Said::Spent);
    assert_eq!(
        [first.takes(&two), first.takes(&two), second.takes(&two)],
        [Said::Taken, Said::Spent, Said::Taken]
    );
    assert_eq!(first.takes(&three), Said::Taken);
    assert!(matches!(first.list.trouble(), Some(Trouble::Admitting(_))));
    server.start(&[]);
    eventually(|| first.is_well() && second.is_well());
    // The others learn which stamps were taken meanwhile.
    assert_eq!([second.takes(&three), second.takes(&one), first.takes(&three)], [Said::Spent; 3]);
}

#[test]
fn a_redis_that_hangs_or_is_full_takes_nothing_twice() {
    let Some(mut server) = Server::new() else { return };
    let gate = Machine::new(Arc::new(Redis::open(&server.url(), WhenDown::Refuse, 1_000).unwrap()));
    let other = server.gate(WhenDown::Refuse);
    let [one, two] = [gate.stamp(), gate.stamp()];
    server.signal("-STOP");
    assert_eq!(gate.takes(&one), Said::Unknown);
    server.signal("-CONT");
    eventually(|| gate.is_well());
    // The first attempt may or may not have reached Redis: the stamp gives at most one pass.
    gate.takes_when_redis_is_back(&one);
    assert_eq!([&other, &gate].map(|gate| gate.takes_when_redis_is_back(&one)), [Said::Spent; 2]);
    server.kill();
    server.start(&["--maxmemory", "1", "--maxmemory-policy", "noeviction"]);
    assert_eq!(other.takes(&two), Said::Unknown);
    assert!(matches!(other.list.trouble(), Some(Trouble::Refusing(_))));
}

#[test]
fn connections_that_break_are_opened_again() {
    let Some(server) = Server::new() else { return };
    let gate = server.gate(WhenDown::Refuse);
    for _ in 0..5 {
        let stamp = gate.stamp();
        server.says("CLIENT KILL TYPE normal SKIPME yes");
        assert_eq!([gate.takes(&stamp), gate.takes(&stamp)], [Said::Taken, Said::Spent]);
    }
}

#[test]
fn the_operator_is_told() {
    let Some(mut server) = Server::new() else { return };
    for (when_down, status, word, level) in [
        (WhenDown::Refuse, 503, "no stamp is taken: Redis does not answer", 2),
        (WhenDown::Admit, 200, "stamps are taken once at each gate, not once at all: Redis", 1),
    ] {
        let Machine { till, list } = server.gate(when_down);
        let gate = Gate::new("a site", till, Rules::default(), false).unwrap();
        let trouble = |level| gate.metrics().contains(&format!("heliast_gate_spent_list_trouble {level}\n"));
        assert_eq!((gate.health().0.as_u16(), &*gate.health().1), (200, "ok\n"));
        assert!(trouble(0));
        server.kill();
        eventually(|| list.trouble().is_some());
        let (found, text) = gate.health();
        assert!(found.as_u16() == status && text.contains(word), "{found}: {text}");
        assert!(trouble(level), "{}", gate.metrics());
        server.start(&[]);
    }
}

#[test]
fn invalid_addresses() {
    for url in ["", "127.0.0.1", "http://127.0.0.1", "rediss://127.0.0.1", "redis://:secret@host:port"] {
        let Err(error) = Redis::open(url, WhenDown::Refuse, 1) else { panic!("{url} is taken") };
        assert!(!error.to_string().contains("secret"), "{error}");
    }
    assert_eq!(("refuse".parse(), "admit".parse()), (Ok(WhenDown::Refuse), Ok(WhenDown::Admit)));
    assert!("open".parse::<WhenDown>().is_err());
}
