//! Homes that apply: existing files stay, and an interrupted command can be continued.

use super::*;
use crate::home::{APPLICATION, Home, HomeError, SETTINGS, Settings};
use heliast_disk::{
    Disk,
    recorder::{Call, Explorer, Fault, Omission, Recorder, Trial},
};
use std::{fs, path::Path};

fn apply_on(disk: &Disk, home: &Path, operator: &Operator) -> Result<Applicant, ApplicantError> {
    let secrets = Applicant::prepare_on(disk, home, &operator.site, operator.secrets())?;
    Applicant::apply_on(disk, home, &operator.wish(), secrets, &mut operator.keys())
}

fn apply(home: &Path, operator: &Operator) -> Result<Applicant, ApplicantError> {
    apply_on(&Disk::default(), home, operator)
}

#[test]
fn a_home_applies_once_and_says_the_same_again() {
    let (dir, operator) = (tempfile::tempdir().unwrap(), Operator::new(1));
    let home = dir.path().join("home");
    let made = apply(&home, &operator).unwrap();
    assert_eq!(made.application(), &operator.application());
    let settings = Settings::of_home(&home).unwrap();
    assert_eq!(settings.listen.to_string(), "0.0.0.0:7070");
    assert_eq!(settings.rpc.to_string(), "127.0.0.1:7072");
    fs::write(home.join(SETTINGS), settings.to_text().replace("evaluator = true", "evaluator = false"))
        .unwrap();
    // Other random seeds change nothing: existing keys stay.
    let others = Operator::new(9).secrets();
    let kept = Applicant::prepare(&home, &operator.site, others).unwrap();
    assert_eq!(kept.consensus_key(), &made.application().validator().key);
    assert!(!Settings::of_home(&home).unwrap().evaluator, "settings stay, too");
    let again = Applicant::apply(&home, &operator.wish(), kept, &mut operator.keys()).unwrap();
    assert_eq!(again.application(), made.application());
    let opened = Applicant::open(&home).unwrap();
    assert_eq!(opened.application(), made.application());

    let more = Operator { power: 11, ..Operator::new(1) };
    let refused = apply(&home, &more).unwrap_err();
    assert!(matches!(&refused, ApplicantError::Applied { name, .. } if name == "Operator 1"), "{refused}");
    assert_eq!(fs::read(home.join(APPLICATION)).unwrap(), made.application().to_bytes());
    let unfounded = Home::open(&home).unwrap_err();
    assert!(matches!(unfounded, HomeError::NotFounded(_)) && unfounded.hint().is_some(), "{unfounded}");
}

#[test]
fn a_home_that_lost_something_says_so() {
    let dir = tempfile::tempdir().unwrap();
    let nothing = Applicant::open(dir.path()).unwrap_err();
    assert!(matches!(nothing, ApplicantError::NotApplied(_)) && nothing.hint().is_some());
    let home = dir.path().join("home");
    let made = apply(&home, &Operator::new(1)).unwrap();
    fs::write(home.join(APPLICATION), Operator::new(2).application().to_bytes()).unwrap();
    assert!(matches!(Applicant::open(&home), Err(ApplicantError::OtherKeys(_))));
    fs::write(home.join(APPLICATION), "x").unwrap();
    assert!(matches!(Applicant::open(&home), Err(ApplicantError::Founding(FoundingError::Malformed(_)))));
    fs::write(home.join(APPLICATION), vec![0; Application::MAX_LEN + 1]).unwrap();
    assert!(matches!(Applicant::open(&home), Err(ApplicantError::Home(HomeError::TooLong { .. }))));
    fs::write(home.join(APPLICATION), made.application().to_bytes()).unwrap();
    fs::remove_file(home.join("comet/config/node_key.json")).unwrap();
    assert!(matches!(Applicant::open(&home), Err(ApplicantError::Home(HomeError::Unreadable { .. }))));
}

/// A home agrees to one draft, and to another one only on explicit demand; it is founded once.
#[test]
fn a_home_agrees_to_one_draft() {
    let operators = operators(1);
    let dir = tempfile::tempdir().unwrap();
    let home = dir.path().join("home");
    let applicant = apply(&home, &operators[0]).unwrap();
    let one = draft_of(&operators);
    let other = Terms { window_blocks: 5, ..terms() };
    let other = Draft::new(&other, vec![operators[0].application()]).unwrap();
    let agreements = [&one, &other].map(|draft| applicant.agree(draft).unwrap());
    let path = applicant.keep(&agreements[0], false).unwrap();
    assert_eq!(applicant.keep(&agreements[0], false).unwrap(), path, "the same again");
    let refused = applicant.keep(&agreements[1], false).unwrap_err();
    assert!(
        matches!(&refused, ApplicantError::Agreed { chain, .. } if *chain == hex::encode(one.chain_id()))
    );
    assert_eq!(fs::read(&path).unwrap(), agreements[0].to_bytes());
    fs::write(&path, "damaged").unwrap();
    assert!(matches!(applicant.keep(&agreements[1], false), Err(ApplicantError::Founding(_))));
    applicant.keep(&agreements[1], true).unwrap();
    assert_eq!(fs::read(&path).unwrap(), agreements[1].to_bytes());

    let founded = other.founded(&agreements[1..]).unwrap();
    assert!(applicant.found(&founded).unwrap());
    let opened = Home::open(&home).unwrap();
    assert_eq!(opened.foundations().chain.id(), other.chain_id());
    drop(opened);
    let late = one.founded(&agreements[..1]).unwrap();
    assert!(
        matches!(applicant.found(&late), Err(ApplicantError::Founded { chain, .. }) if chain == hex::encode(other.chain_id()))
    );
    let again = Applicant::prepare(&home, &operators[0].site, operators[0].secrets());
    assert!(matches!(again, Err(ApplicantError::Founded { .. })), "it does not apply again");
}

/// Nothing that is given to others contains a secret.
#[test]
fn what_is_public_has_no_secret() {
    let operators = operators(2);
    let dir = tempfile::tempdir().unwrap();
    let applied: Vec<_> =
        operators.iter().map(|one| apply(&dir.path().join(&one.name), one).unwrap()).collect();
    let draft = draft_of(&operators);
    let agreements: Vec<_> = applied.iter().map(|one| one.agree(&draft).unwrap()).collect();
    let founded = draft.founded(&agreements).unwrap();
    applied.iter().for_each(|one| assert!(one.found(&founded).unwrap()));
    let mut public: Vec<_> = agreements.iter().map(Agreement::to_bytes).collect();
    public.push(draft.as_bytes().to_vec());
    for operator in &operators {
        let home = dir.path().join(&operator.name);
        for file in [
            APPLICATION,
            DRAFT,
            "genesis",
            "network",
            "comet/config/genesis.json",
            "comet/config/config.toml",
        ] {
            public.push(fs::read(home.join(file)).unwrap());
        }
    }
    for number in 1..=2u8 {
        // Each seed of the operator contains this sequence of bytes.
        let secret = [number; 29];
        assert!(public.iter().all(|bytes| bytes.windows(29).all(|window| window != secret)));
        let home = dir.path().join(format!("Operator {number}"));
        let key = fs::read_to_string(home.join("comet/config/priv_validator_key.json")).unwrap();
        let key = key.rsplit('"').nth(1).unwrap().as_bytes().to_vec();
        assert!(
            public
                .iter()
                .all(|bytes| bytes.windows(40).all(|window| !key.windows(40).any(|part| part == window)))
        );
    }
}

/// Visits all states after a crash, and lets each call fail once; a left-out sync must be found.
fn explored(name: &str, scenario: impl Fn(&mut Trial)) {
    let explore = |omitted| {
        Explorer::default().explore(|trial| {
            trial.recorder().omit(omitted);
            scenario(trial);
        })
    };
    let figures = explore(None).unwrap_or_else(|violation| panic!("{violation}"));
    println!("{name}: {figures}");
    assert!(figures.operations > 10, "{figures}");
    for omitted in [Omission::Files, Omission::Names] {
        explore(Some(omitted)).unwrap_err();
    }
}

/// Power is lost at any write, or a call fails: the same command goes on with the existing keys.
#[test]
fn an_application_that_power_was_lost_upon_goes_on() {
    let operator = Operator { participants: 0, ..Operator::new(1) };
    explored("application", |trial| {
        let place = tempfile::tempdir().unwrap();
        let home = place.path().join("home");
        trial.begin();
        let done = apply_on(&trial.disk(), &home, &operator);
        trial.crash().unwrap();
        if let Ok(made) = done {
            let opened = Applicant::open(&home).unwrap_or_else(|error| panic!("it is gone: {error}"));
            assert_eq!(opened.application(), made.application());
        }
        // Seeds of later calls are different.
        let seeds = Operator::new(2).secrets();
        let secrets = Applicant::prepare_on(&trial.disk(), &home, &operator.site, seeds).unwrap();
        Applicant::apply_on(&trial.disk(), &home, &operator.wish(), secrets, &mut []).unwrap();
        assert!(Applicant::open(&home).is_ok());
    });
}

/// The same for founding: if the genesis exists, everything else does, and the same command goes on. A stored
/// agreement stays.
#[test]
fn a_founding_that_power_was_lost_upon_goes_on() {
    use crate::{founding::AGREEMENT, home::Foundations};
    let operators = operators(1);
    let draft = draft_of(&operators);
    let agreement = operators[0].agreement(&draft);
    let all = [agreement.clone()];
    let founded = draft.founded(&all).unwrap();
    explored("founding", |trial| {
        let place = tempfile::tempdir().unwrap();
        let home = place.path().join("home");
        let applicant = apply(&home, &operators[0]).unwrap();
        trial.begin();
        let is_kept = applicant.keep_on(&trial.disk(), &agreement, false).is_ok();
        let is_done = is_kept && applicant.found_on(&trial.disk(), &founded).is_ok();
        trial.crash().unwrap();
        assert!(fs::read(home.join(AGREEMENT)).is_ok_and(|bytes| bytes == agreement.to_bytes()) || !is_kept);
        assert!(Foundations::are_in(&home) || !is_done, "the foundations are gone");
        applicant.found_on(&trial.disk(), &founded).unwrap();
        assert!(Home::open(&home).is_ok());
        let config = fs::read_to_string(home.join("comet/config/config.toml")).unwrap();
        assert!(config.parse::<toml::Table>().is_ok() && home.join("comet/config/genesis.json").is_file());
    });
}

#[test]
fn a_disk_that_is_full_is_an_error_and_leaves_no_application() {
    let operator = Operator::new(1);
    let write = |space: Option<u64>| {
        let (dir, recorder) = (tempfile::tempdir().unwrap(), Recorder::default());
        recorder.set_fault(space.map(Fault::FullAfter));
        let home = dir.path().join("home");
        let applied = apply_on(&recorder.disk(), &home, &operator).map(drop);
        let lengths = recorder.calls().into_iter().map(|call| match call {
            Call::Write(_, len) => len as u64,
            _ => 0,
        });
        (applied, lengths.sum::<u64>(), home.join(APPLICATION).exists())
    };
    let (applied, all, _) = write(None);
    applied.unwrap();
    for space in [0, 1, all / 4, all / 2, all - 1] {
        let (applied, _, is_there) = write(Some(space));
        assert!(matches!(applied, Err(ApplicantError::Home(HomeError::Unwritable { .. }))), "{space}");
        assert!(!is_there, "{space}");
    }
}
