//! Homes that are moved, copied, set back and taken over.

#[cfg(unix)]
mod crashes;

use super::*;
use std::num::NonZero;
use tempfile::TempDir;

const CHAIN: [u8; 32] = [7; 32];

/// A directory with a claim, and the settings by which it was made.
struct Case {
    place: TempDir,
    settings: Settings,
}

impl Case {
    fn new() -> Case {
        let place = TempDir::new().unwrap();
        let witnesses = place.path().join("state/keys");
        let settings = Settings { witnesses, host: HostId::of_id(b"this"), threads: NonZero::<usize>::MIN };
        let case = Case { place, settings };
        fs::create_dir(case.dir("data")).unwrap();
        case.take("data", 3).unwrap();
        case
    }

    fn dir(&self, name: &str) -> PathBuf {
        self.place.path().join(name)
    }

    fn take(&self, name: &str, last: u64) -> Result<Claim, Unclaimed> {
        Claim::take(&self.dir(name), &CHAIN, &self.settings, last)
    }

    fn open(&self, name: &str, last: u64) -> Result<Claim, Unclaimed> {
        Claim::open(&self.dir(name), &CHAIN, &self.settings, last)
    }

    /// Returns the reason why a directory is refused.
    fn refused(&self, name: &str) -> String {
        let refused = self.open(name, 100).err().expect("a refusal");
        assert!(!refused.hint().is_empty());
        refused.to_string()
    }

    fn copy(&self, from: &str, to: &str) {
        fs::create_dir_all(self.dir(to)).unwrap();
        fs::copy(self.dir(from).join(HOME), self.dir(to).join(HOME)).unwrap();
    }

    /// The witness's file with this ending.
    fn witness(&self, ending: &str) -> PathBuf {
        self.settings.witnesses.join(format!("{}.{ending}", hex::encode(CHAIN)))
    }
}

#[test]
fn a_home_stays_one_where_it_is_and_when_it_is_renamed() {
    let case = Case::new();
    let known = Claim::known(&CHAIN, &case.settings).unwrap().unwrap();
    assert_eq!((known.directory, known.last), (case.dir("data").canonicalize().unwrap(), 3));
    assert_eq!(Claim::known(&[8; 32], &case.settings).unwrap(), None);
    assert_eq!(Claim::chain(&case.dir("data")).unwrap(), Some(CHAIN));
    assert_eq!(Claim::chain(case.place.path()).unwrap(), None);
    case.open("data", 3).unwrap();
    fs::rename(case.dir("data"), case.dir("moved")).unwrap();
    case.open("moved", 3).unwrap();
}

#[test]
fn a_copy_is_refused_until_it_takes_over_and_then_the_first_is() {
    let case = Case::new();
    case.copy("data", "copy");
    assert!(case.refused("copy").contains("copy/home is a copy or was restored"), "{}", case.refused("copy"));
    case.open("data", 3).unwrap();
    case.take("copy", 3).unwrap();
    case.open("copy", 3).unwrap();
    let said = case.refused("data");
    assert!(said.contains("copy uses these keys") && said.ends_with("and not this directory"), "{said}");
    // Back again: only the directory that took over last is accepted.
    case.take("data", 3).unwrap();
    case.open("data", 3).unwrap();
    assert!(case.refused("copy").contains("data uses these keys"), "{}", case.refused("copy"));
}

#[cfg(unix)]
#[test]
fn a_second_name_of_the_file_is_a_copy() {
    let case = Case::new();
    for (name, link) in [("hard", true), ("soft", false)] {
        fs::create_dir(case.dir(name)).unwrap();
        let (from, to) = (case.dir("data").join(HOME), case.dir(name).join(HOME));
        if link {
            fs::hard_link(&from, &to).unwrap()
        } else {
            std::os::unix::fs::symlink(&from, &to).unwrap()
        }
    }
    assert!(case.refused("hard").contains("is a copy"), "{}", case.refused("hard"));
    assert!(case.refused("soft").contains("is missing or damaged"), "{}", case.refused("soft"));
}

#[test]
fn what_is_missing_damaged_or_anothers_is_refused() {
    let case = Case::new();
    fs::create_dir(case.dir("empty")).unwrap();
    assert!(case.refused("empty").contains("empty/home is missing or damaged"));
    let good = fs::read(case.dir("data").join(HOME)).unwrap();
    for at in 0..good.len() {
        let mut bad = good.clone();
        bad[at] ^= 1;
        fs::write(case.dir("data").join(HOME), &bad).unwrap();
        assert!(case.refused("data").contains("data/home is missing or damaged"), "byte {at}");
    }
    for len in 0..good.len() {
        fs::write(case.dir("data").join(HOME), &good[..len]).unwrap();
        assert!(case.refused("data").contains("data/home is missing or damaged"), "{len} bytes");
    }
    fs::write(case.dir("data").join(HOME), &good).unwrap();
    case.open("data", 3).unwrap();

    let other = Claim::open(&case.dir("data"), &[8; 32], &case.settings, 3).err().unwrap();
    assert!(other.to_string().ends_with("is of another chain"), "{other}");
    let elsewhere = Settings { host: HostId::of_id(b"that"), ..case.settings.clone() };
    let other = Claim::open(&case.dir("data"), &CHAIN, &elsewhere, 3).err().unwrap();
    assert!(other.to_string().contains("was written on another machine"), "{other}");

    fs::write(case.witness("home"), "x").unwrap();
    assert!(case.refused("data").contains("the witness of which directory uses these keys"));
    fs::remove_file(case.witness("home")).unwrap();
    assert!(case.refused("data").contains("the witness of which directory uses these keys"));
}

#[test]
fn a_crash_while_it_is_taken_over_leaves_a_refusal() {
    let case = Case::new();
    let before = fs::read(case.witness("home")).unwrap();
    case.take("data", 3).unwrap();
    // The state is as if the witness had not been written.
    fs::write(case.witness("home"), before).unwrap();
    assert!(case.refused("data").contains("and not this directory"), "{}", case.refused("data"));
}

#[test]
fn one_process_has_it_with_whichever_directory() {
    let case = Case::new();
    let held = case.open("data", 3).unwrap();
    case.copy("data", "copy");
    for refused in [case.open("data", 3), case.take("data", 3), case.take("copy", 3)] {
        let refused = refused.err().expect("a refusal");
        assert!(matches!(refused, Unclaimed::InUse(_)), "{refused}");
    }
    drop(held);
    case.open("data", 3).unwrap();
}

#[test]
fn a_chain_that_was_set_back_is_noticed() {
    let case = Case::new();
    let mut held = case.open("data", 3).unwrap();
    (4..=9).for_each(|round| held.note(round).unwrap());
    drop(held);
    let refused = case.open("data", 8).err().unwrap();
    assert_eq!(
        refused.to_string(),
        "the chain ends with round 8, and round 9 was made already: an old state was restored"
    );
    assert!(refused.hint().contains("forks the chain"));
    case.open("data", 9).unwrap();
    case.open("data", 10).unwrap();
    case.take("data", 8).unwrap();
    case.open("data", 8).unwrap();
    // A loss of power has left bytes that are not a number.
    for torn in [&b""[..], b"12345", &[1; 16], &[0; 17]] {
        fs::write(case.witness("round"), torn).unwrap();
        case.open("data", 1).unwrap();
    }
}

/// A node may stop between the two for any reason: a directory that cannot be used must not take the keys
/// from another.
#[test]
fn a_claim_that_is_prepared_changes_nothing_before_it_is_taken() {
    let case = Case::new();
    let mut held = case.open("data", 3).unwrap();
    held.note(9).unwrap();
    drop(held);
    case.copy("data", "copy");
    let all = || {
        [case.dir("copy").join(HOME), case.witness("home"), case.witness("round")]
            .map(|path| fs::read(path).unwrap())
    };
    let before = all();
    let prepared = Claim::prepare(&case.dir("copy"), &CHAIN, &case.settings).unwrap();
    assert_eq!(prepared.made(), Some(9));
    assert!(matches!(case.open("data", 9).err(), Some(Unclaimed::InUse(_))));
    drop(prepared);
    assert_eq!(all(), before);
    assert!(matches!(case.open("data", 8).err(), Some(Unclaimed::SetBack { last: 8, made: 9 })));
    case.open("data", 9).unwrap();
    Claim::prepare(&case.dir("copy"), &CHAIN, &case.settings).unwrap().take(6).unwrap();
    case.open("copy", 6).unwrap();
    assert!(case.refused("data").contains("copy uses these keys"), "{}", case.refused("data"));
    // On a machine that has no record of the chain, nothing is known, and nothing is created.
    let prepared = Claim::prepare(&case.dir("new"), &[8; 32], &case.settings).unwrap();
    assert_eq!(prepared.made(), None);
    drop(prepared);
    assert!(!case.dir("new").exists());
}

#[cfg(unix)]
#[test]
fn its_files_are_their_owners_alone() {
    use std::os::unix::fs::PermissionsExt;
    let case = Case::new();
    for path in
        [case.dir("data").join(HOME), case.witness("home"), case.witness("round"), case.witness("home.lock")]
    {
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600, "{}", path.display());
    }
}

#[test]
fn a_directory_whose_chain_is_gone_is_remembered() {
    let case = Case::new();
    let held = |name: &str| Claim::held(&case.dir(name), &case.settings).unwrap();
    let held_chain = held("data").expect("a chain with three rounds");
    assert_eq!((held_chain.chain, held_chain.last, held_chain.witness), (CHAIN, 3, case.witness("home")));
    fs::create_dir(case.dir("other")).unwrap();
    assert_eq!((held("other"), held("nowhere")), (None, None));
    // A first start that was interrupted made no round.
    case.take("other", 0).unwrap();
    assert_eq!((held("other"), held("data")), (None, None));
}

/// The copy takes over with witnesses of its own; the user's have a record of the first directory.
#[test]
fn the_users_own_witnesses_count_beside_others() {
    let case = Case::new();
    case.copy("data", "copy");
    let own = Some(&*case.settings.witnesses);
    let elsewhere = Settings { witnesses: case.dir("elsewhere"), ..case.settings.clone() };
    let disk = Disk::default();
    let prepare = |name: &str, own| Claim::prepare_by(&disk, &case.dir(name), &CHAIN, &elsewhere, own);
    let take = |name: &str| prepare(name, own).and_then(|it| it.take(3));
    let open = |name: &str| Claim::open_by(&disk, &case.dir(name), &CHAIN, &elsewhere, own, 3);
    let known = Claim::known_by(&CHAIN, &elsewhere, own).unwrap().unwrap();
    assert_eq!(known.directory, case.dir("data").canonicalize().unwrap());

    let running = case.open("data", 3).unwrap();
    assert!(matches!(take("copy").err(), Some(Unclaimed::InUse(_))));
    drop(running);
    let mut running = take("copy").unwrap();
    assert!(matches!(case.take("data", 3).err(), Some(Unclaimed::InUse(_))));
    running.note(4).unwrap();
    drop(running);
    assert!(case.refused("data").contains("copy uses these keys"), "{}", case.refused("data"));
    assert!(matches!(open("copy").err(), Some(Unclaimed::SetBack { last: 3, made: 4 })));
    case.open("copy", 4).unwrap();
    // Back again by the user's own witnesses: the other witnesses have no record of it.
    case.take("data", 3).unwrap();
    assert!(matches!(open("copy").err(), Some(Unclaimed::Elsewhere { .. })));
    // For a user without a witness of this chain none is created.
    let none = case.dir("none");
    prepare("copy", Some(&none)).unwrap().take(3).unwrap();
    assert!(!none.exists());
}

#[test]
fn witnesses_within_the_directory_or_on_a_link_are_refused() {
    let case = Case::new();
    let refused = |witnesses: PathBuf| {
        let settings = Settings { witnesses, ..case.settings.clone() };
        let take = Claim::take(&case.dir("data"), &CHAIN, &settings, 3).err();
        let Some(Unclaimed::Files(Error::Refused(refusal))) = take else { panic!("{take:?}") };
        refusal
    };
    let inside = refused(case.dir("data/state/keys"));
    assert!(matches!(inside, crate::Refusal::WitnessInside { .. }), "{inside}");
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(&case.settings.witnesses, case.dir("link")).unwrap();
        assert!(matches!(refused(case.dir("link")), crate::Refusal::Linked { .. }));
    }
    case.open("data", 3).unwrap();
    // Witnesses that were moved there later are refused, too: they would be restored together with the
    // directory.
    fs::rename(&case.settings.witnesses, case.dir("data/keys")).unwrap();
    let moved = Settings { witnesses: case.dir("data/keys"), ..case.settings.clone() };
    let open = Claim::open(&case.dir("data"), &CHAIN, &moved, 3).err();
    assert!(matches!(open, Some(Unclaimed::Files(Error::Refused(crate::Refusal::WitnessInside { .. })))));
}
