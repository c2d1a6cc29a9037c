//! Keys that are used up, lost, held by others, or refused by the chain.

use super::{
    super::tests::{announcing, rotation},
    *,
};
use crate::Protection;
use heliast::{Round, Verified, stateful::Scheme};
use heliast_keystore::Passphrase;
use std::collections::{BTreeMap, BTreeSet};
use tempfile::TempDir;
use testkit_chain::{World, secrets};

/// A chain and its participants. They finish each tree that they begin.
struct Court {
    home: TempDir,
    world: World,
    members: Members,
}

impl Court {
    fn new() -> Court {
        let (home, world) = (TempDir::new().unwrap(), announcing(1));
        let members = Members::new(&world.chain, secrets(5), Some(rotation(home.path()))).unwrap();
        Court { home, world, members }
    }

    /// The same after a restart of the program.
    fn restarted(self) -> Court {
        let Court { home, world, members } = self;
        drop(members);
        let members = Members::new(&world.chain, secrets(5), Some(rotation(home.path()))).unwrap();
        Court { home, world, members }
    }

    fn round(&mut self) -> Verified<Round> {
        self.members.wait_for_trees();
        let tip = self.world.tip.clone();
        self.members.check(&tip).unwrap();
        let announcements = self.members.announcements(&tip);
        let tickets = self.members.tickets(&tip, &self.world.inputs(), &|| false).unwrap().unwrap();
        let time_ms = testkit_chain::GENESIS_MS + tip.next_round() * 1_000;
        self.world.seal(time_ms, tickets, announcements)
    }

    fn rounds(&mut self, count: usize) -> Vec<Verified<Round>> {
        (0..count).map(|_| self.round()).collect()
    }

    /// The next turns of the trees that are due.
    fn next_turns(&self) -> Vec<Option<Turn>> {
        let due = |member: &Member| {
            let Ok(Some(Key::Stateful(key))) =
                self.world.tip.keys().key_due(member.participant, self.world.tip.next_round())
            else {
                panic!("no tree is due");
            };
            member.stores.iter().find(|store| store.public_key() == key).unwrap().next_turn()
        };
        self.members.members.iter().map(due).collect()
    }

    /// The directories of the trees of all participants.
    fn stores(&self) -> BTreeSet<PathBuf> {
        let list = |dir: PathBuf| fs::read_dir(dir).into_iter().flatten().flatten().map(|entry| entry.path());
        list(self.home.path().join("keys")).flat_map(list).collect()
    }
}

impl Members {
    /// Waits until each tree that was begun is made or has failed.
    fn wait_for_trees(&mut self) {
        let Some((_, maker)) = &mut self.trees else { return };
        while self.members.iter().any(|member| matches!(member.next, Some(Next::Making))) {
            let (participant, made) = maker.wait();
            self.members[participant as usize].take(participant, made);
        }
    }
}

/// The numbers of a round's lots that were drawn by trees and by stateless keys.
fn drawn(round: &Verified<Round>) -> (usize, usize) {
    let trees = round.facts().lots.iter().filter(|lot| lot.key != Key::Stateless).count();
    (trees, round.facts().lots.len() - trees)
}

#[test]
fn trees_follow_each_other_without_a_gap() {
    let mut court = Court::new();
    let rounds = court.rounds(30);
    // The trees are begun in round 1, announced in round 2, and due from round 4 on.
    let expected = [(0, 5)].repeat(3).into_iter().chain([(5, 0)].repeat(27));
    assert_eq!(rounds.iter().map(drawn).collect::<Vec<_>>(), expected.collect::<Vec<_>>());
    let mut used: BTreeMap<(u32, String), Vec<u64>> = BTreeMap::new();
    for round in &rounds {
        for lot in round.facts().lots.iter().filter(|lot| lot.key != Key::Stateless) {
            used.entry((lot.participant, format!("{:?}", lot.key))).or_default().push(round.number);
        }
    }
    // A tree of eight leaves draws in eight rounds.
    let lengths: Vec<usize> = used.values().map(Vec::len).filter(|len| *len < 8).collect();
    assert!(used.len() >= 5 * 4 && lengths.len() == 5, "all but those of the last rounds: {used:?}");
    // The thread that makes the next trees ends here: until then it adds files.
    court.members.trees = None;
    assert!(court.stores().len() <= 2 * 5, "those that are over are gone: {:?}", court.stores());
    let witnesses = fs::read_dir(court.home.path().join("witnesses")).unwrap().count();
    // A witness and its lock for each tree, and the lock of the folder.
    assert!(witnesses <= 2 * 2 * 5 + 1, "and so are their witnesses: {witnesses}");
}

#[test]
fn a_tree_that_cant_be_made_is_said_until_one_is() {
    let mut court = Court::new();
    assert_eq!(court.members.unmade(), None);
    fs::create_dir_all(court.home.path().join("keys")).unwrap();
    let blocked = place(&court.home.path().join("keys"), 2);
    fs::write(&blocked, b"").unwrap();
    court.rounds(1);
    court.members.wait_for_trees();
    let text = court.members.unmade().unwrap();
    assert!(text.contains("of participant 2 can't be made: "), "{text}");
    fs::remove_file(&blocked).unwrap();
    court.rounds(2);
    assert_eq!(court.members.unmade(), None);
    let Some((_, maker)) = &mut court.members.trees else { panic!("trees are made") };
    drop(std::mem::replace(maker, Maker::without_thread()));
    assert!(court.members.unmade().unwrap().contains("no thread makes hash trees"));
}

#[test]
fn a_restart_at_every_round_costs_nothing() {
    let mut court = Court::new();
    let mut counts = Vec::new();
    for _ in 0..16 {
        counts.push(drawn(&court.round()));
        court = court.restarted();
    }
    // Unfinished trees are found again: the outcome is that without restarts, except for the rounds in which
    // nothing is announced.
    assert!(counts.iter().all(|(trees, stateless)| trees + stateless == 5), "{counts:?}");
    assert_eq!(counts.last(), Some(&(5, 0)));
}

#[test]
fn a_tree_that_is_made_is_announced_though_the_program_was_restarted() {
    let mut court = Court::new();
    court.round();
    court.members.wait_for_trees();
    let made = court.stores();
    court = court.restarted();
    let announced = court.round().announcements.len();
    assert_eq!((announced, court.stores()), (5, made), "and no other is made");
}

/// The error text about trees that are lost before the next round.
fn said(court: &Court) -> String {
    court.members.check(&court.world.tip).unwrap_err().to_string()
}

#[test]
fn lost_trees_stop_the_rounds_until_they_are_given_up() {
    let mut court = Court::new();
    assert_eq!(drawn(&court.rounds(5)[4]), (5, 0));
    fs::remove_dir_all(court.home.path().join("keys")).unwrap();
    court = court.restarted();
    let words =
        "the hash trees of participants 0, 1, 2, 3 and 4 have no answer in round 6: its directory is gone";
    assert_eq!(said(&court), words);
    let (tip, inputs) = (court.world.tip.clone(), court.world.inputs());
    let undrawn = court.members.tickets(&tip, &inputs, &|| false).unwrap_err();
    assert!(matches!(&undrawn, Undrawn::Lost(lost) if lost.0.len() == 1), "{undrawn:?}");

    let recovery = court.members.recover(&tip).unwrap().unwrap();
    assert_eq!((recovery.lost.0.len(), recovery.from, recovery.well_from), (5, 6, 8));
    let warning = court.members.check(&tip).unwrap().unwrap();
    assert!(
        warning.starts_with("participants 0, 1, 2, 3 and 4 can draw nothing before round 8"),
        "{warning}"
    );
    let rounds = court.rounds(10);
    let is_withdrawal = |one: &Announcement| one.change == Change::Withdrawal;
    assert!(rounds[0].announcements.len() == 5 && rounds[0].announcements.iter().all(is_withdrawal));
    assert!(!rounds[1..].iter().any(|round| round.announcements.iter().any(is_withdrawal)));
    let counts: Vec<_> = rounds.iter().map(drawn).collect();
    assert_eq!(counts[..3], [(0, 0), (0, 0), (0, 5)], "nothing in rounds 6 and 7, then the stateless keys");
    assert_eq!(counts[9], (5, 0), "then others");
    assert_eq!(court.members.check(&court.world.tip), Ok(None));
    assert_eq!(court.members.recover(&court.world.tip), Ok(None), "nothing is lost any more");
}

#[test]
fn one_lost_tree_costs_its_own_participant_only() {
    let mut court = Court::new();
    court.rounds(5);
    fs::remove_dir_all(court.home.path().join("keys/3")).unwrap();
    court = court.restarted();
    assert!(
        said(&court).starts_with("the hash tree of participant 3 has no answer in round 6"),
        "{}",
        said(&court)
    );
    court.members.recover(&court.world.tip).unwrap().unwrap();
    let counts: Vec<_> = court.rounds(4).iter().map(drawn).collect();
    assert_eq!(counts[..3], [(4, 0), (4, 0), (4, 1)], "{counts:?}");
}

#[test]
fn lost_witnesses_are_named_and_given_up_like_lost_trees() {
    let mut court = Court::new();
    court.rounds(5);
    fs::remove_dir_all(court.home.path().join("witnesses")).unwrap();
    court = court.restarted();
    assert!(
        said(&court).contains(" is missing, the witness of what this key has answered"),
        "{}",
        said(&court)
    );
    court.members.recover(&court.world.tip).unwrap().unwrap();
    let counts: Vec<_> = court.rounds(10).iter().map(drawn).collect();
    assert_eq!((counts[1], counts[2], counts[9]), ((0, 0), (0, 5), (5, 0)), "{counts:?}");
}

#[test]
fn a_recovery_goes_on_after_a_restart_and_withdraws_once() {
    let mut court = Court::new();
    court.rounds(5);
    fs::remove_dir_all(court.home.path().join("keys")).unwrap();
    court = court.restarted();
    court.members.recover(&court.world.tip).unwrap().unwrap();
    let mut rounds = court.rounds(1);
    court = court.restarted();
    assert_eq!(court.members.lost(&court.world.tip), [], "the chain says that they were given up");
    rounds.extend(court.rounds(9));
    let withdrawals = rounds.iter().flat_map(|round| &round.announcements);
    assert_eq!(withdrawals.filter(|one| one.change == Change::Withdrawal).count(), 5);
    let counts: Vec<_> = rounds.iter().map(drawn).collect();
    assert_eq!((counts[1], counts[2], counts[9]), ((0, 0), (0, 5), (5, 0)), "{counts:?}");
}

/// A tree that is lost before it is due costs no lot, however much of it is lost.
#[test]
fn a_tree_that_is_lost_before_it_is_due_is_replaced_in_time() {
    let mut court = Court::new();
    let coming =
        |court: &Court| court.members.members.iter().all(|member| member.coming(&court.world.tip).is_some());
    court.rounds(5);
    while !coming(&court) {
        court.round();
    }
    let tip = court.world.tip.clone();
    let next: Vec<_> = court.members.members.iter().map(|member| member.coming(&tip).unwrap()).collect();
    let lost = |court: &Court| {
        let open = court.members.members.iter().flat_map(|member| &member.stores);
        open.filter(|store| next.contains(&store.public_key())).map(|store| store.dir().to_owned()).collect()
    };
    let dirs: Vec<PathBuf> = lost(&court);
    for dir in &dirs {
        fs::remove_dir_all(dir).unwrap();
    }
    court = court.restarted();
    let missing = court.members.lost(&tip);
    assert_eq!(missing.len(), 5, "{missing:?}");
    assert!(missing.iter().all(|key| key.from > tip.next_round()), "{missing:?}");
    let counts: Vec<_> = court.rounds(20).iter().map(drawn).collect();
    assert!(counts.iter().all(|(trees, stateless)| trees + stateless == 5), "{counts:?}");
    assert_eq!(counts[19], (5, 0), "{counts:?}");
}

/// Only the chain is restored from a backup: the trees have answered in later rounds.
#[test]
fn a_chain_that_was_set_back_gets_no_second_answers() {
    let mut court = Court::new();
    court.rounds(4);
    let old = court.world.tip.clone();
    court.rounds(3);
    court.world.tip = old;
    court = court.restarted();
    assert!(
        said(&court).contains("has answered or given up all rounds to 7, beyond the chain"),
        "{}",
        said(&court)
    );
    court.members.recover(&court.world.tip).unwrap().unwrap();
    let rounds = court.rounds(8);
    let counts: Vec<_> = rounds.iter().map(drawn).collect();
    assert_eq!((counts[0], counts[1], counts[2]), ((0, 0), (0, 0), (0, 5)), "{counts:?}");
}

/// Trees that the chain does not know, because it was set back to a time before they were announced.
#[test]
fn trees_that_answered_beyond_a_chain_that_was_set_back_are_not_announced_again() {
    let mut court = Court::new();
    court.rounds(1);
    let old = court.world.tip.clone();
    let before = court.rounds(9);
    assert_eq!(drawn(&before[8]), (5, 0), "they have answered up to round 10");
    court.world.tip = old;
    court = court.restarted();
    let rounds = court.rounds(12);
    assert!(rounds.iter().all(|round| round.tickets.len() == 5), "no lot is missing");
    assert_eq!(drawn(&rounds[11]), (5, 0));
}

#[test]
fn a_tree_that_another_process_has_is_left_to_it() {
    let mut court = Court::new();
    court.rounds(5);
    let (stores, inputs, tip) = (court.stores(), court.world.inputs(), court.world.tip.clone());
    let mut second = Members::new(&court.world.chain, secrets(5), Some(rotation(court.home.path()))).unwrap();
    let lost = second.check(&tip).unwrap_err();
    assert!(lost.to_string().contains("another process is using the key"), "{lost}");
    assert!(lost.hint().starts_with("stop the other process"), "{}", lost.hint());
    assert_eq!(second.recover(&tip), Err(lost), "two answers of one position would give the key away");
    assert!(second.tickets(&tip, &inputs, &|| false).is_err());
    drop(second);
    let drawn = court.members.tickets(&tip, &inputs, &|| false).unwrap().unwrap().len();
    assert_eq!((drawn, court.stores()), (5, stores));
}

/// Every tree under `home`, and whether it is encrypted.
fn encrypted(home: &TempDir) -> Vec<bool> {
    let entries = |dir: PathBuf| fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path());
    let trees = entries(home.path().join("keys")).flat_map(entries);
    trees.filter(|dir| dir.join("secret").exists()).map(|dir| Store::is_encrypted(&dir).unwrap()).collect()
}

/// Existing unencrypted trees are encrypted at the next start, and so are all that are made from then on.
/// They go on from any state.
#[test]
fn trees_are_encrypted_where_the_keys_are() {
    let mut court = Court::new();
    court.rounds(6);
    let all_are = |home: &TempDir, expected: bool| {
        let trees = encrypted(home);
        assert!(trees.len() >= 5 && trees.iter().all(|is| *is == expected), "{trees:?}");
    };
    all_are(&court.home, false);
    let Court { home, world, members } = court;
    drop(members);
    let words = Passphrase::of_trees(&[1; 32]);
    let start = |protection| {
        let rotation = Rotation { protection, ..rotation(home.path()) };
        Members::new(&world.chain, secrets(5), Some(rotation)).unwrap()
    };
    let members = start(Protection { passphrase: Some(words.clone()), encrypts: true });
    all_are(&home, true);
    assert!(members.lost(&world.tip).is_empty());
    drop(members);

    // Without the passphrase, or with a wrong one, no round is made, and nothing is changed.
    let before = files(home.path());
    let other = Passphrase::of_trees(&[2; 32]);
    for (passphrase, reason) in
        [(None, "protected by a passphrase"), (Some(other), "the passphrase is wrong")]
    {
        let members = start(Protection { passphrase, encrypts: true });
        let lost = members.check(&world.tip).unwrap_err();
        assert!(lost.to_string().contains(reason), "{lost}");
        drop(members);
        assert_eq!(files(home.path()), before);
    }

    // The next trees are encrypted, too. When keys are unencrypted again, new trees are not encrypted.
    let members = start(Protection { passphrase: Some(words.clone()), encrypts: true });
    let mut court = Court { home, world, members };
    assert!(court.rounds(9).iter().all(|round| drawn(round) == (5, 0)));
    all_are(&court.home, true);
    let Court { home, world, members } = court;
    drop(members);
    let rotation = Rotation {
        protection: Protection { passphrase: Some(words), encrypts: false },
        ..rotation(home.path())
    };
    let members = Members::new(&world.chain, secrets(5), Some(rotation)).unwrap();
    let mut court = Court { home, world, members };
    assert!(court.rounds(12).iter().all(|round| drawn(round) == (5, 0)));
    assert!(encrypted(&court.home).contains(&false));
}

#[test]
fn where_no_tree_can_be_made_the_stateless_keys_draw() {
    let mut court = Court::new();
    fs::write(court.home.path().join("keys"), b"a file in the way").unwrap();
    for round in court.rounds(6) {
        assert_eq!((drawn(&round), round.announcements.len()), ((0, 5), 0));
    }
    // As soon as trees can be made again, they are made.
    fs::remove_file(court.home.path().join("keys")).unwrap();
    assert_eq!(drawn(&court.rounds(6)[5]), (5, 0));
}

#[test]
fn a_tree_that_the_chain_refuses_is_replaced() {
    let mut court = Court::new();
    court.rounds(6);
    // A tree whose terms end before it could take effect.
    let over = announcing(9).announce(3, 0);
    court.members.members[3].next = Some(Next::Made(over));
    let announced = court.members.announcements(&court.world.tip.clone());
    assert!(announced.iter().all(|one| one.participant != 3), "{announced:?}");
    assert!(court.members.members[3].next.is_none());
    assert!(court.rounds(12).iter().all(|round| drawn(round) == (5, 0)), "the participant goes on");
}

#[test]
fn a_stop_ends_the_drawing_between_two_lots() {
    let mut court = Court::new();
    let (inputs, tip) = (court.world.inputs(), court.world.tip.clone());
    for lots in 0..5 {
        let left = std::cell::Cell::new(lots);
        let stop = || left.replace(left.get() - 1) == 0;
        assert_eq!(court.members.tickets(&tip, &inputs, &stop).unwrap(), None, "{lots}");
    }
}

#[test]
fn a_chain_without_announcements_makes_no_trees() {
    let home = TempDir::new().unwrap();
    let world = World::new(5, 1, testkit_chain::GENESIS_MS);
    let mut members = Members::new(&world.chain, secrets(5), Some(rotation(home.path()))).unwrap();
    assert!(members.trees.is_none());
    assert!(members.announcements(&world.tip).is_empty());
    assert!(!home.path().join("keys").exists());
}

#[test]
fn rotations_know_how_long_their_trees_last() {
    let home = TempDir::new().unwrap();
    let of = |scheme, height, slots| Rotation { scheme, height, ..rotation(home.path()) }.lifetime(slots);
    assert_eq!((of(Scheme::XVrf, 10, 1), of(Scheme::XVrf, 10, 2), of(Scheme::XVrf, 10, 3)), (1024, 512, 341));
    assert!(of(Scheme::IVrf, 10, 1) >= 1024, "{}", of(Scheme::IVrf, 10, 1));
    assert_eq!(of(Scheme::XVrf, 200, 1), 0, "there is no such tree");
}

/// Every file of the trees and of their witnesses.
fn files(home: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut dirs = vec![home.to_owned()];
    let mut files = BTreeMap::new();
    while let Some(dir) = dirs.pop() {
        for path in fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                dirs.push(path);
            } else {
                files.insert(path.clone(), fs::read(path).unwrap());
            }
        }
    }
    files
}

/// Trees and witnesses are restored together into the existing files: only the chain shows it.
#[test]
fn trees_that_were_set_back_go_on_after_what_the_chain_has_of_them() {
    let mut court = Court::new();
    let mut rounds = court.rounds(7);
    let old = files(court.home.path());
    rounds.extend(court.rounds(3));
    assert!(rounds[7..].iter().all(|round| drawn(round) == (5, 0)), "every tree has answered meanwhile");
    for (path, bytes) in old {
        fs::write(path, bytes).unwrap();
    }
    court = court.restarted();
    let tip = court.world.tip.clone();
    let at = |round| Turn { round, slot: 0 };
    assert!(court.next_turns().iter().all(|next| *next <= Some(at(8))), "they do not know");

    let chain = |number: u64| Ok::<_, ()>(rounds.get(number as usize - 1).map(|round| (**round).clone()));
    assert_eq!(court.members.catch_up(&tip, chain), Ok(5));
    assert!(court.next_turns().iter().all(|next| *next == Some(at(11))), "{:?}", court.next_turns());
    assert_eq!(court.members.catch_up(&tip, chain), Ok(0));
    assert!(court.rounds(3).iter().all(|round| drawn(round) == (5, 0)), "and no lot is missing");
}

#[test]
fn trees_that_know_what_the_chain_has_are_left_alone() {
    let mut court = Court::new();
    assert_eq!(court.members.catch_up(&court.world.tip, |_| Err("nothing is asked for")), Ok(0));
    let rounds = court.rounds(8);
    court = court.restarted();
    let (tip, before) = (court.world.tip.clone(), court.next_turns());
    let chain = |number: u64| Ok::<_, ()>(rounds.get(number as usize - 1).map(|round| (**round).clone()));
    assert_eq!((court.members.catch_up(&tip, chain), court.next_turns()), (Ok(0), before));
}

/// Turns of rounds that cannot be looked up are burned, without an alarm.
#[test]
fn rounds_that_are_no_longer_stored_count_as_answered() {
    let mut court = Court::new();
    court.rounds(6);
    let old = files(court.home.path());
    court.rounds(2);
    for (path, bytes) in old {
        fs::write(path, bytes).unwrap();
    }
    court = court.restarted();
    let tip = court.world.tip.clone();
    assert_eq!(court.members.catch_up(&tip, |_| Ok::<_, ()>(None)), Ok(0));
    assert!(court.next_turns().iter().all(|next| *next == Some(Turn { round: 9, slot: 0 })));
    assert_eq!(court.members.catch_up(&tip, Err), Ok(0), "they are beyond the chain");
}

/// For a tree that has not won for long, every round since then would have to be read.
#[test]
fn rounds_that_are_long_ago_are_burned_without_a_look() {
    let mut court = Court::new();
    let mut rounds = court.rounds(6);
    let old = files(court.home.path());
    rounds.extend(court.rounds(4));
    for (path, bytes) in old {
        fs::write(path, bytes).unwrap();
    }
    court = court.restarted();
    let (tip, mut looked_at) = (court.world.tip.clone(), vec![]);
    let chain = |number: u64| {
        looked_at.push(number);
        // The rounds that are looked at contain no answers.
        Ok::<_, ()>(Some(Round { tickets: vec![], ..(*rounds[number as usize - 1]).clone() }))
    };
    assert_eq!(court.members.catch_up_from(&tip, 9, chain), Ok(0));
    assert_eq!(looked_at, [9, 10]);
    assert!(court.next_turns().iter().all(|next| *next == Some(Turn { round: 11, slot: 0 })));
}
