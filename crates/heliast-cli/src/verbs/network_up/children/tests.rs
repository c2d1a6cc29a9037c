use super::*;
use std::{
    fs,
    os::unix::fs::symlink,
    path::Path,
    process::{Command, Stdio},
};

/// The time for which a test waits for an expected event, on any machine under any load.
const PATIENCE: Duration = Duration::from_secs(600);

fn ended_by(script: &str) -> ExitStatus {
    Command::new("sh").args(["-c", script]).status().unwrap()
}

#[test]
fn what_was_ended_comes_again_and_what_has_failed_says_how() {
    let home = Path::new("net/node 2");
    let launch = Launch::of("heliast".into(), &["--cometbft-program", "/opt/comet bft", "--witnesses", "w"]);
    for (script, again, said) in [
        ("exit 0", true, "told to end, and is started again"),
        ("exit 130", true, "told twice to end, and is started again"),
        ("kill -9 $$", true, "killed (signal: 9 (SIGKILL)), and is started again"),
        (
            "exit 6",
            false,
            "stays down; `heliast node --home 'net/node 2' --cometbft-program '/opt/comet bft' --witnesses w` starts it",
        ),
    ] {
        let status = ended_by(script);
        assert_eq!(is_started_again(status), again, "{script}");
        let words = launch.words(status, home);
        assert!(words.contains(said), "{words}");
    }
}

/// The text of the next event, which must be the end of node 0.
fn ended(children: &mut Children) -> String {
    let begun = Instant::now();
    while begun.elapsed() < PATIENCE {
        match children.next(Duration::from_millis(10)) {
            Some(Event { node: 0, line: Line::Ended(words) }) => return words,
            Some(_) => panic!("another event"),
            None => assert!(!children.are_all_down()),
        }
    }
    panic!("nothing came")
}

/// During an upgrade the program is missing for a moment. This must not end a node, and certainly not all
/// nodes.
#[test]
fn a_start_that_fails_is_said_once_and_tried_again() {
    let dir = tempfile::tempdir().unwrap();
    let (program, home) = (dir.path().join("program"), dir.path().join("node0"));
    fs::create_dir(&home).unwrap();
    // A program that ends at once, whatever its flags are.
    symlink("/usr/bin/true", &program).unwrap();
    let mut children = Children::start(&[home], Launch::of(program.clone(), &[])).unwrap();
    children.pause = Duration::from_millis(20);
    assert!(ended(&mut children).contains("told to end"));
    fs::remove_file(&program).unwrap();
    let words = ended(&mut children);
    assert!(words.contains("can't be started by") && words.ends_with("it is tried again"), "{words}");
    // Some more attempts.
    for _ in 0..20 {
        assert!(children.next(Duration::from_millis(10)).is_none(), "it was said");
    }
    symlink("/usr/bin/true", &program).unwrap();
    assert!(ended(&mut children).contains("told to end"), "it was started");
    assert!(children.stop(PATIENCE).is_empty());
}

#[test]
fn a_first_start_that_fails_names_the_node() {
    let dir = tempfile::tempdir().unwrap();
    let homes = [dir.path().to_owned()];
    let failure = Children::start(&homes, Launch::of(dir.path().join("none"), &[])).err().unwrap();
    let words = failure.to_string();
    assert!(words.starts_with("node0: it can't be started by ") && words.contains("none: "), "{words}");
}

/// A node that runs, as another program.
fn running(line: &[&str]) -> Node {
    let mut child = Command::new(line[0]).args(&line[1..]).stdin(Stdio::piped()).spawn().unwrap();
    let stdin = child.stdin.take();
    Node { home: PathBuf::new(), running: Some(Running { child, stdin }), again: None, complaint: None }
}

#[test]
fn a_node_that_does_not_end_is_killed_and_named() {
    let all = |nodes| {
        let (sender, events) = mpsc::channel();
        Children { nodes, launch: Launch::of(PathBuf::new(), &[]), pause: PAUSE, sender, events }
    };
    // A program that ends with its stdin, and one that does not.
    assert!(all(vec![running(&["cat"])]).stop(PATIENCE).is_empty());
    let mut nodes = vec![running(&["sleep", "100000"])];
    let process = nodes[0].running.as_ref().unwrap().child.id();
    nodes.insert(0, Node { running: None, ..running(&["true"]) });
    assert_eq!(all(nodes).stop(Duration::ZERO), [1]);
    let is_there = Command::new("kill").args(["-0", &process.to_string()]).stderr(Stdio::null()).status();
    assert!(!is_there.unwrap().success(), "it is gone, and was waited for");
}
