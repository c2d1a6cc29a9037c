//! Rounds whose tickets are proved by keys of hash trees. The tickets of many rounds are verified in the same
//! lanes, and the verdict equals that of a plain loop for any false round or ticket and any defect.

use crate::common::{House, genesis, with_squarings};
use heliast::{
    Chain, Genesis, Round, StatelessScheme, Verified,
    keys::Key,
    stateful::{Scheme, Terms},
    verify::{Entry, Error, Options, ROUNDS_PER_THREAD, Verifier},
};
use std::{convert::Infallible, sync::LazyLock};

/// Enough rounds for two steps of one thread, and enough tickets for more than one group in a step.
const COUNT: usize = 40;

struct Honest {
    chain: Chain,
    rounds: Vec<Round>,
}

/// Participants with trees of both schemes, and one without.
static HONEST: LazyLock<Honest> = LazyLock::new(|| {
    let parameters = Genesis { lead: 2, committees: vec![40, 30], ..genesis(StatelessScheme::EcvrfTai, 5) };
    let parameters = with_squarings(parameters, |one| one.t = 300);
    let mut house = House::of(parameters);
    let mut tip = house.chain.start();
    for (participant, scheme) in
        [Scheme::XVrf, Scheme::XVrf, Scheme::IVrf, Scheme::XVrf].into_iter().enumerate()
    {
        house.announce_key(&tip, participant as u32, Terms::new(scheme, 7, 2, 1).unwrap());
    }
    let mut rounds: Vec<Verified<Round>> = Vec::new();
    for _ in 0..COUNT {
        let round = house.round(&tip);
        tip = house.chain.tip_after(&round);
        rounds.push(round);
    }
    let of_trees =
        |round: &Verified<Round>| round.facts().lots.iter().filter(|lot| lot.key != Key::Stateless).count();
    let tickets: usize = rounds[..ROUNDS_PER_THREAD].iter().map(of_trees).sum();
    assert!(tickets > 160, "too few to fill lanes twice in a step");
    Honest { chain: house.chain, rounds: rounds.iter().map(|round| (**round).clone()).collect() }
});

/// The last accepted round, and the reason why the next one is not accepted.
type Outcome = (u64, Option<Error<Infallible>>);

/// The outcome of verifying one round after the other.
fn plain(rounds: &[Round]) -> Outcome {
    let (chain, mut tip) = (&HONEST.chain, HONEST.chain.start());
    for claimed in rounds {
        let round = tip.next_round();
        let decoded = match chain.decode_round(&claimed.encode()) {
            Ok(decoded) => decoded,
            Err(reason) => return (tip.round(), Some(Error::Malformed { round, reason })),
        };
        match chain.verify(&tip, decoded) {
            Ok(verified) => tip = chain.tip_after(&verified),
            Err(reason) => return (tip.round(), Some(Error::Invalid { round, reason })),
        }
    }
    (tip.round(), None)
}

/// The outcome of the verifier.
fn verified(rounds: &[Round], threads: usize) -> Outcome {
    let entry = |(number, round): (u64, &Round)| Entry { number, bytes: round.encode(), epoch_proof: None };
    let source = (1..).zip(rounds).map(entry).map(Ok::<_, Infallible>);
    let options = Options { threads, ..Options::default() };
    let mut verifier = Verifier::new(&HONEST.chain, HONEST.chain.start(), source, options);
    let failure = verifier.by_ref().find_map(Result::err);
    assert_eq!(verifier.tally().accepted, verifier.tip().round());
    (verifier.tip().round(), failure)
}

/// A defect that is put into a round.
type Change = fn(&mut Round);

/// The last ticket of the first participant, who has a key of X-VRF.
fn of_a_tree(round: &mut Round) -> &mut heliast::Ticket {
    round.tickets.iter_mut().rfind(|ticket| ticket.participant == 0).expect("it has 50 of 141 units")
}

const DEFECTS: [(&str, Change); 9] = [
    ("a false chain", |round| of_a_tree(round).proof[70] ^= 1),
    ("a false path", |round| *of_a_tree(round).proof.last_mut().unwrap() ^= 1),
    ("another leaf", |round| of_a_tree(round).proof[3] ^= 1),
    ("a short proof", |round| of_a_tree(round).proof.truncate(100)),
    ("another's", |round| of_a_tree(round).participant = 1),
    ("no such slot", |round| of_a_tree(round).slot = 2),
    ("swapped tickets", |round| round.tickets.reverse()),
    ("another time", |round| round.time_ms += 1),
    ("a false delay", |round| round.proof = round.y.clone()),
];

fn changed(defects: &[(usize, Change)]) -> Vec<Round> {
    let mut rounds = HONEST.rounds.clone();
    defects.iter().for_each(|(at, change)| change(&mut rounds[at - 1]));
    rounds
}

#[test]
fn an_honest_chain_is_accepted() {
    assert_eq!(plain(&HONEST.rounds), (COUNT as u64, None));
    for threads in 1..=4 {
        assert_eq!(verified(&HONEST.rounds, threads), (COUNT as u64, None), "{threads}");
    }
}

#[test]
fn the_first_defect_is_named_whatever_stands_in_the_same_lanes() {
    for (name, change) in DEFECTS {
        for at in [4, 17, 32, 33, COUNT] {
            let rounds = changed(&[(at, change)]);
            let expected = plain(&rounds);
            assert!(expected.1.is_some() && expected.0 == at as u64 - 1, "{name} at {at}: {expected:?}");
            for threads in [1, 2, 3] {
                assert_eq!(verified(&rounds, threads), expected, "{name} at {at}, {threads} threads");
            }
        }
    }
}

#[test]
fn of_two_defects_the_first_is_named() {
    for (first, one) in DEFECTS {
        for (second, other) in DEFECTS {
            let both = |at: [usize; 2]| changed(&[(at[0], one), (at[1], other)])[..6].to_vec();
            let rounds = both([5, 6]);
            assert_eq!(verified(&rounds, 2), plain(&rounds), "{first}, then {second}");
            // For two defects in one round, the verifier names the same one as a plain loop.
            let rounds = both([5, 5]);
            assert_eq!(verified(&rounds, 2), plain(&rounds), "{first} and {second}");
        }
    }
}
