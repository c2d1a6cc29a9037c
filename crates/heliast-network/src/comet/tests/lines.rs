//! Lines of the engine's log: text that counts, and text of others that must not count.

use super::{super::log::MAX_LINE, *};
use proptest::prelude::*;

const TIME: &str = "E[2026-11-22|20:50:53.138] ";

/// The complaints that are found in a log while it is copied; the copy is complete.
fn complaints(log: &[u8]) -> Vec<Complaint> {
    let dir = tempfile::tempdir().unwrap();
    let (path, mut found) = (dir.path().join("comet.log"), vec![]);
    Log::open(&path, 1 << 30).unwrap().copy(log, |line| found.extend(Complaint::of(line)));
    assert_eq!(fs::read(&path).unwrap(), log);
    found
}

/// Text of a peer is quoted in a line of the engine. If it could begin the next part of a long line, a peer
/// could make a node give up its engine.
#[test]
fn the_rest_of_a_long_line_is_nobodys_complaint() {
    let words = "panic: app block height (15) is higher than core (0)";
    for begins in [MAX_LINE - 1, MAX_LINE, MAX_LINE + 1, 2 * MAX_LINE, 3 * MAX_LINE] {
        let long = format!("{TIME}Stopping peer err={}{words}\n", "x".repeat(begins as usize));
        let before = long.len() - words.len() - 1;
        let long = &long[before - begins as usize..];
        assert_eq!(long.as_bytes()[begins as usize..], *format!("{words}\n").as_bytes());
        assert_eq!(complaints(long.as_bytes()), [], "{begins}");
        // The line after it counts again, and so does the beginning of a long line.
        assert_eq!(complaints(format!("{long}{words}\n").as_bytes()), [Complaint::Behind], "{begins}");
        let own = format!("{words}{long}");
        assert_eq!(complaints(own.as_bytes()), [Complaint::Behind], "{begins}");
    }
}

#[test]
fn each_complaint_has_its_line_and_its_consequence() {
    for (line, expected, restarts, is_final) in [
        ("ERROR: x: app block height (1) is higher than core (0)".to_owned(), Complaint::Behind, false, true),
        ("panic: height 3 is too far below block store base 9".into(), Complaint::Pruned, false, true),
        ("panic: AppHash does not match".into(), Complaint::Differs, false, false),
        (format!("{TIME}CONSENSUS FAILURE!!! err=\"x\""), Complaint::Stopped, true, false),
        (format!("{TIME}CONSENSUS FAILURE!!! wrong Block.Header.AppHash"), Complaint::Differs, false, false),
        (
            "ERROR: failed to create node: error with private validator socket client: can't get pubkey: send: \
             endpoint connection timed out"
                .into(),
            Complaint::NoSigner,
            false,
            false,
        ),
        (
            "ERROR: failed to create node: error with private validator socket client: can't get pubkey: \
             signerEndpoint returned error #0: unable to provide pubkey"
                .into(),
            Complaint::SignerRefuses,
            false,
            false,
        ),
        (
            "ERROR: failed to create node: error with private validator socket client: failed to start private \
             validator: listen tcp 127.0.0.1:7073: bind: address already in use"
                .into(),
            Complaint::NoPlaceForSigner,
            false,
            false,
        ),
        (format!("{TIME}SignerListener: Ping timeout module=privval"), Complaint::NoSigner, false, false),
        (format!("{TIME}State sync failed err=\"x\""), Complaint::NotSynced, true, false),
        (format!("{TIME}No valid peers found for snapshot"), Complaint::NotSynced, true, false),
        (
            format!("{TIME}Error in validation err=\"wrong Block.Header.AppHash\""),
            Complaint::Differs,
            false,
            false,
        ),
    ] {
        assert_eq!(Complaint::of(&line), Some(expected), "{line}");
        assert_eq!((expected.wants_restart(), expected.is_final()), (restarts, is_final), "{line}");
        // The same text with a lower log level, or after other text, does not count.
        for other in [line.replacen('E', "I", 1), format!(" {line}"), format!("x {line}")] {
            assert!(line.starts_with("panic") || Complaint::of(&other).is_none(), "{other}");
        }
    }
    let looks = "I[2026-11-22|20:50:53.138] sync any       module=statesync msg=\"Discovering snapshots\"";
    assert_eq!(Complaint::of(looks), Some(Complaint::NoSnapshot));
    for other in [format!(" {looks}"), looks.replace("sync any", "Added peer"), looks.replacen("I[", "D[", 1)]
    {
        assert_eq!(Complaint::of(&other), None, "{other}");
    }
    assert!(!Complaint::NoSnapshot.wants_restart() && !Complaint::NoSnapshot.is_final());
    let all = [
        Complaint::Behind,
        Complaint::Pruned,
        Complaint::Differs,
        Complaint::Stopped,
        Complaint::NotSynced,
        Complaint::NoSnapshot,
        Complaint::NoSigner,
        Complaint::SignerRefuses,
        Complaint::NoPlaceForSigner,
    ];
    let words: std::collections::BTreeSet<_> = all.map(Complaint::words).into();
    assert_eq!(words.len(), all.len(), "each is told apart");
}

#[test]
fn a_log_without_an_end_of_line_or_of_no_text_is_kept() {
    for log in [&b""[..], b"\n\n", b"no end", b"\xff\xfe\n\0\n", b"panic: \xff is higher than core\n"] {
        complaints(log);
    }
    assert_eq!(complaints(b"panic: \xff is higher than core"), [Complaint::Behind]);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, ..ProptestConfig::default() })]

    /// Files have whole lines and at most the allowed length. Together they are the end of the whole log.
    #[test]
    fn the_files_are_the_end_of_what_was_said(lens in prop::collection::vec(0..40_usize, 0..80), most in 41..200_u64) {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("comet.log");
        let lines: Vec<_> = lens.iter().zip(0..).map(|(len, n)| format!("{:x<len$}\n", n % 10)).collect();
        // A restart in the middle goes on with the same files.
        let (first, second) = lines.split_at(lines.len() / 2);
        for part in [first, second] {
            Log::open(&path, most).unwrap().copy(part.concat().as_bytes(), |_| ());
        }
        let names = ["comet.log.3", "comet.log.2", "comet.log.1", "comet.log"];
        let files = names.map(|name| fs::read_to_string(dir.path().join(name)).unwrap_or_default());
        prop_assert!(files.iter().all(|file| file.len() as u64 <= most && (file.is_empty() || file.ends_with('\n'))));
        let (kept, all) = (files.concat(), lines.concat());
        prop_assert!(all.ends_with(&kept));
        prop_assert!(kept.len() == all.len() || !files[0].is_empty(), "nothing goes before there is no room");
        prop_assert_eq!(fs::read_dir(dir.path()).unwrap().count(), files.iter().filter(|file| !file.is_empty()).count().max(1));
    }
}
