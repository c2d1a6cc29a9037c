use super::*;
use crate::verbs::{Cli, Command};
use clap::CommandFactory;

const FILE: &str = "heliast.toml";

/// The command line of `heliast up` in a directory with this file, without an environment.
fn said(file: &str, line: &str) -> Result<Cli, Result<Report, Failure>> {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join(FILE), file).unwrap();
    let mut args = vec!["heliast".into(), "up".into(), "--data".into(), dir.path().into()];
    args.extend(line.split_whitespace().map(OsString::from));
    Cli::read(args.into_iter(), std::iter::empty())
}

/// The lines of `--print-config` that differ from the defaults.
#[track_caller]
fn applied(file: &str, line: &str) -> Vec<String> {
    let cli = said(file, line).unwrap_or_else(|said| panic!("{said:?}"));
    let Command::Up(args) = cli.command else { panic!("another verb") };
    let lines = args.applied.report().lines();
    let lines = lines.lines().filter(|line| !line.ends_with("# default") && !line.starts_with('#'));
    let lines = lines.filter(|line| !line.starts_with("data = "));
    lines.map(|line| line.rsplit_once("  # ").map_or(line, |(setting, _)| setting).to_owned()).collect()
}

#[track_caller]
fn refusal(file: &str) -> (Code, String, String) {
    let failure = said(file, "").err().unwrap().unwrap_err();
    let text = failure.to_string();
    let text = text.rsplit_once("heliast.toml: ").map_or(text.clone(), |(_, rest)| rest.to_owned());
    (failure.code(), text, failure.hint_text().to_owned())
}

#[test]
fn a_file_says_what_flags_would_and_flags_count_before_it() {
    let file = "period = 0.5\nvotes = [20, 5]\nlisten = \"127.0.0.1:0\"\n[limits]\nstreams = 9\nbyte-burst = 1_000\n";
    let mut expected = [
        "period = \"0.5\"",
        "votes = [20,5]",
        "listen = \"127.0.0.1:0\"",
        "limits-streams = 9",
        "limits-byte-burst = 1000",
    ];
    let mut found = applied(file, "");
    expected.sort_unstable();
    found.sort_unstable();
    assert_eq!(found, expected);
    assert!(applied(file, "--votes 7 --limits-streams 8").contains(&"votes = [7]".to_owned()));
    assert!(applied(file, "--votes 7 --limits-streams 8").contains(&"limits-streams = 8".to_owned()));
    assert_eq!(applied("", ""), Vec::<String>::new());
    assert_eq!(applied("limits-streams = 9", ""), applied("[limits]\nstreams = 9", ""));
}

/// The printed settings, saved as a file, have the same effect.
#[test]
fn what_is_printed_is_such_a_file() {
    let printed = |file: &str, line: &str| {
        let Command::Up(args) = said(file, line).unwrap().command else { panic!("another verb") };
        let lines = args.applied.report().lines();
        let lines = lines.lines().filter(|line| !line.starts_with("data = "));
        lines.map(|line| format!("{line}\n")).collect::<String>()
    };
    let first = printed("", "--votes 3,4 --period 2.5 --trusted-proxies 10.0.0.0/8,::1 --log info");
    let again = printed(&first, "");
    let values = |text: &str| {
        let lines = text.lines().map(|line| line.split("  # ").next().unwrap_or_default().to_owned());
        lines.collect::<Vec<_>>()
    };
    assert_eq!(values(&first), values(&again));
    assert!(first.contains("trusted-proxies = [\"10.0.0.0/8\",\"::1\"]  # flag"), "{first}");
}

#[test]
fn an_unknown_setting_is_refused_with_the_nearest_known_one() {
    let similar = |name: &str| format!("a similar one exists: {name}");
    for (file, message, hint) in [
        ("preiod = 1", "there is no setting preiod", similar("period")),
        ("[limits]\nstream = 1", "there is no setting limits-stream", similar("limits-streams")),
        ("[limit]\nstreams = 1", "there is no setting limit-streams", similar("limits-streams")),
        ("xyzzy = 1", "there is no setting xyzzy", "see `heliast up --help` for all".to_owned()),
        ("json = true", "there is no setting json", "see `heliast up --help` for all".to_owned()),
        ("help = true", "there is no setting help", "see `heliast up --help` for all".to_owned()),
    ] {
        assert_eq!(refusal(file), (Code::Usage, message.to_owned(), hint), "{file}");
    }
    for file in ["config = \"x\"", "print-config = true", "adopt = true", "recover = false"] {
        assert!(refusal(file).1.starts_with("there is no setting"), "{file}");
    }
    assert_eq!(refusal("data = \"x\"").1, "a file in the data directory can't say where that is");
}

#[test]
fn values_are_those_that_the_flags_take() {
    for (file, message) in [
        ("period = 0.01", "invalid value '0.01' for '--period <SECONDS>': give 0.1 to 86400 seconds"),
        ("votes = [1, 0]", "invalid value '0' for '--votes <N,...>'"),
        ("votes = []", "invalid value '' for '--votes <N,...>'"),
        ("listen = 7070", "invalid value '7070' for '--listen <ADDR>'"),
        ("listen = [\"127.0.0.1:1\", \"127.0.0.1:2\"]", "listen takes one value"),
        ("log = \"loud\"", "invalid value 'loud' for '--log <LEVEL>'"),
        ("trusted-proxies = [\"0.0.0.0/0\"]", "invalid value '0.0.0.0/0' for '--trusted-proxies <CIDR,...>'"),
        ("limits-connections = 0", "invalid value '0' for '--limits-connections <N>'"),
    ] {
        let (code, found, _) = refusal(file);
        assert!(code == Code::Usage && found.starts_with(message), "{file}: {found}");
    }
}

#[test]
fn an_invalid_file_is_malformed() {
    for (file, message) in [
        ("period = ", "line 1: "),
        ("a = 1\n\nperiod 3\n", "line 3: "),
        ("period = 1\nperiod = 2\n", "line 2: "),
        ("limits-streams = 1\n[limits]\nstreams = 2\n", "limits-streams is there twice"),
        ("period = 1979-05-27\n", "period takes numbers, words, true or false"),
        ("votes = [[1]]\n", "votes takes numbers, words, true or false"),
    ] {
        let (code, found, _) = refusal(file);
        assert!(code == Code::Malformed && found.starts_with(message), "{file}: {found}");
    }
    let long = format!("# {}\n", "x".repeat(2 << 20));
    assert_eq!(refusal(&long).1, "it is longer than 1048576 bytes");
    // A directory, and bytes that are not text.
    assert_eq!(file::read(Path::new("/"), "up").unwrap_err().code(), Code::Malformed);
}

/// A user who makes such a link expects it to be used.
#[cfg(unix)]
#[test]
fn a_link_to_nowhere_is_not_passed_over() {
    let dir = tempfile::tempdir().unwrap();
    std::os::unix::fs::symlink(dir.path().join("gone.toml"), dir.path().join(FILE)).unwrap();
    let line = [OsString::from("heliast"), "up".into(), "--data".into(), dir.path().into()];
    let failure = Cli::read(line.into_iter(), std::iter::empty()).err().unwrap().unwrap_err();
    assert_eq!(failure.code(), Code::Malformed);
    // A missing file is skipped.
    let line = [OsString::from("heliast"), "up".into(), "--data".into(), dir.path().join("none").into()];
    assert!(Cli::read(line.into_iter(), std::iter::empty()).is_ok());
}

#[test]
fn unknown_variables_are_refused() {
    let refused = |name: &str| {
        let args = ["heliast", "up", "--data", "/nowhere/at/all"].map(OsString::from);
        Cli::read(args.into_iter(), [OsString::from(name)].into_iter()).err().map(Result::unwrap_err)
    };
    let failure = refused("HELIAST_UP_PREIOD").unwrap();
    assert_eq!(failure.to_string(), "there is no setting HELIAST_UP_PREIOD");
    assert_eq!(failure.hint_text(), "a similar one exists: HELIAST_UP_PERIOD");
    assert!(refused("HELIAST_UP_LIMITS_STREAMS").is_none() && refused("HELIAST_OTHER").is_none());
    assert!(refused("PATH").is_none());
    // These flags must not act at every restart.
    assert_eq!(refused("HELIAST_UP_ADOPT").unwrap().to_string(), "there is no setting HELIAST_UP_ADOPT");
}

/// A node of a network: the file of its home overrides the settings that `heliast network new` wrote.
#[test]
fn a_node_has_the_settings_of_its_home() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name);
    std::fs::write(path("node.toml"), "listen = \"127.0.0.1:1\"\nrpc = \"127.0.0.1:2\"\nevaluator = true\n")
        .unwrap();
    let line = |more: &[&str]| {
        let mut args = vec!["heliast".into(), "node".into(), "--home".into(), dir.path().into()];
        args.extend(more.iter().map(OsString::from));
        Cli::read(args.into_iter(), std::iter::empty())
    };
    let applied = |more: &[&str]| {
        let Command::Node(args) = line(more).unwrap_or_else(|said| panic!("{said:?}")).command else {
            panic!("another verb")
        };
        args.applied.report().lines().lines().map(str::to_owned).collect::<Vec<_>>()
    };
    let has = |lines: &[String], setting: &str, origin: &str| {
        let line = format!("{setting}  # {origin}");
        assert!(lines.contains(&line), "{line}: {lines:?}");
    };
    let (made, own) = (path("node.toml").display().to_string(), path(FILE).display().to_string());
    let lines = applied(&[]);
    has(&lines, "listen = \"127.0.0.1:1\"", &made);
    has(&lines, "evaluator = true", &made);
    has(&lines, "limits-streams = 256", "default");
    assert!(!lines.iter().any(|line| line.contains("supervised") || line.contains("adopt")), "{lines:?}");

    std::fs::write(path(FILE), "evaluator = false\nlog = \"info\"\n[limits]\nstreams = 9\n").unwrap();
    let lines = applied(&["--limits-streams", "8"]);
    has(&lines, "listen = \"127.0.0.1:1\"", &made);
    has(&lines, "evaluator = false", &own);
    has(&lines, "log = \"info\"", &own);
    has(&lines, "limits-streams = 8", "flag");

    for (file, message) in [
        ("home = \"x\"", "a file in the home can't say where that is"),
        ("period = 3", "there is no setting period"),
        ("adopt = true", "there is no setting adopt"),
        ("supervised = true", "there is no setting supervised"),
        ("evaluator = \"maybe\"", "invalid value 'maybe' for '--evaluator <YES|NO>': give yes or no"),
    ] {
        std::fs::write(path(FILE), file).unwrap();
        let failure = line(&[]).err().unwrap().unwrap_err();
        let said = failure.to_string();
        assert!(failure.code() == Code::Usage && said.contains(message), "{file}: {said}");
    }
    std::fs::write(path(FILE), "").unwrap();
    let args = ["heliast", "node", "--home", "x"].map(OsString::from);
    let unknown = Cli::read(args.into_iter(), [OsString::from("HELIAST_NODE_LISTN")].into_iter());
    let failure = unknown.err().unwrap().unwrap_err();
    assert_eq!(failure.hint_text(), "a similar one exists: HELIAST_NODE_LISTEN");
}

/// Other verbs ignore the environment.
#[test]
fn only_up_and_node_have_settings() {
    let line = ["heliast", "verify", "x"].map(OsString::from);
    assert!(Cli::read(line.into_iter(), [OsString::from("HELIAST_UP_XYZ")].into_iter()).is_ok());
    let up = command(&Cli::command(), None);
    let with_variables = |verb: &str| {
        let verb = up.find_subcommand(verb).unwrap();
        verb.get_arguments().filter(|arg| arg.get_env().is_some()).count()
    };
    assert!(with_variables("up") > 20 && with_variables("node") > 20 && with_variables("verify") == 0);
    Cli::command().debug_assert();
    command(&Cli::command(), None).debug_assert();
}
