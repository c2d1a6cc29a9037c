//! Runs chains with every adversary, small enough for every run of the tests, and checks that a wrong verdict
//! would be noticed.

use heliast::StatelessScheme;
use simulation::{
    model::{Class, Rules, Ticket},
    random::Random,
    referee::{Disagreement, Referee},
    report,
    run::Plan,
    setting::{PERIOD_MS, START_MS, Setting},
    tally::Tally,
    world::{Summary, World, WorldError},
};

fn setting(lead: u16) -> Setting {
    Setting {
        vrf: StatelessScheme::EcvrfEll2,
        participants: 9,
        holders: 7,
        adversaries: 3,
        lead,
        committees: vec![8, 5],
        rounds: 120,
    }
}

fn run(setting: Setting, name: &str, bend: impl FnOnce(&mut Rules)) -> Result<Summary, WorldError> {
    World::judged_by(setting, Random::new(5, name), bend).unwrap().run()
}

#[test]
fn nothing_forbidden_is_accepted_and_nothing_honest_refused() {
    let mut all = Summary::default();
    for lead in [2, 3, 10, 0] {
        all.add(
            &run(setting(lead), &format!("lead {lead}"), |_| ()).unwrap_or_else(|error| panic!("{error}")),
        );
    }
    assert_eq!(all.rounds, 480);
    assert!(
        all.lots.iter().all(|lots| *lots > 50),
        "stateless keys, X-VRF and iVRF all draw: {:?}",
        all.lots
    );
    // Every message of these strategies was forbidden.
    let forbidden = ["forged announcement", "last revealer", "time", "withholding"];
    for ((strategy, what), count) in
        all.tally.iter().filter(|((strategy, _), _)| forbidden.contains(strategy))
    {
        assert_eq!(count.accepted, 0, "{strategy}: {what}");
    }
    for what in ["ticket", "announcement"] {
        let count = all.tally.get(("honest", what)).unwrap();
        assert!(count.accepted > 100 && count.refusals() == 0, "{what}: {count:?}");
    }
    let attempts = all.tally.iter().count();
    assert!(attempts > 60, "{attempts} kinds of attempts");
    let classes = all
        .tally
        .iter()
        .flat_map(|(_, count)| count.refused.keys())
        .collect::<std::collections::BTreeSet<_>>();
    assert!(classes.len() >= 17, "every rule has refused something: {classes:?}");
}

/// A machine with slightly different rules than the specification's would be noticed. Here the model's rules
/// are changed instead.
#[test]
fn other_rules_are_noticed() {
    type Bend = fn(&mut Rules);
    let bends: [(&str, Bend); 6] = [
        ("a longer lead", |rules| rules.lead += 1),
        ("a shorter lead", |rules| rules.lead -= 1),
        ("another committee", |rules| rules.committees[0] *= 2),
        ("another stake", |rules| rules.members[1].1 *= 3),
        ("another key", |rules| rules.members[0].0[5] ^= 1),
        ("a slot more", |rules| rules.committees.push(3)),
    ];
    for (name, bend) in bends {
        let found = run(setting(3), name, bend);
        assert!(matches!(found, Err(WorldError::Disagreement { .. })), "{name}: {found:?}");
    }
}

/// A ticket that the machine accepts and the rules forbid ends the run, and so does the reverse.
#[test]
fn a_wrong_verdict_is_noticed() {
    let (chain, mut members) = setting(3).build(&mut Random::new(6, "verdicts")).unwrap();
    let mut referee = Referee::new(&chain, Rules::of(&chain));
    referee.open(START_MS).unwrap();
    let mut tickets = Vec::new();
    for participant in 0..9 {
        let drawn = members[participant as usize].draw(&chain, referee.model(), participant, 0);
        tickets.extend(drawn.map(|answer| Ticket { slot: 0, participant, answer }));
    }
    let good = tickets.remove(0);
    let (mut tally, label) = (Tally::default(), ("test", "ticket"));
    let verdict = |error: Disagreement| match error {
        Disagreement::Verdict { expected, found, .. } => (expected, found),
        other => panic!("{other}"),
    };

    // Labelled as made by nobody, and accepted nevertheless.
    let mut suspected = good.clone();
    suspected.answer = suspected.answer.damaged(usize::MAX);
    let error = referee.clone().ticket(label, &suspected, &mut tally).unwrap_err();
    assert_eq!(verdict(error), (Err(Class::Proof), Ok(())));

    // Labelled as made by the due key, and refused nevertheless.
    let mut damaged = good.clone();
    damaged.answer.proof[3] ^= 1;
    let error = referee.clone().ticket(label, &damaged, &mut tally).unwrap_err();
    assert_eq!(verdict(error), (Ok(()), Err(Class::Proof)));

    // Labelled as honest, and forbidden.
    let mut late = referee.clone();
    late.close().unwrap();
    let error = late.honest_ticket(label, &good, &mut tally).unwrap_err();
    assert!(matches!(error, Disagreement::Honest { class: Class::Phase, .. }));
    assert_eq!(referee.ticket(label, &good, &mut Tally::default()), Ok(true));
}

/// Branches that differ only in an announcement share their tickets until it can take effect, and no longer.
#[test]
fn a_fork_by_an_announcement_shares_tickets_for_the_lead() {
    use heliast::keys::Change;
    use simulation::model::Announcement;
    let lead = 3;
    let (chain, mut members) = setting(lead).build(&mut Random::new(8, "fork")).unwrap();
    let (mut chain_side, mut tally) = (Referee::new(&chain, Rules::of(&chain)), Tally::default());
    let mut fork_side = chain_side.clone();
    for round in 1..=u64::from(lead) + 1 {
        let time_ms = START_MS + round * u64::from(PERIOD_MS);
        chain_side.open(time_ms).unwrap();
        fork_side.open(time_ms).unwrap();
        if round == 1 {
            let change = Change::Withdrawal;
            let answer = members[0].stateless(&fork_side.model().announcement_input(0, 0, &change)).unwrap();
            let announcement = Announcement { participant: 0, serial: 0, change, answer };
            assert_eq!(fork_side.announcement(("test", "fork"), &announcement, &mut tally), Ok(true));
        }
        let mut drawn = 0;
        for participant in 0..9 {
            let Some(answer) = members[participant as usize].draw(&chain, chain_side.model(), participant, 0)
            else {
                continue;
            };
            let ticket = Ticket { slot: 0, participant, answer };
            assert_eq!(chain_side.ticket(("test", "chain"), &ticket, &mut tally), Ok(true));
            let shared = fork_side.ticket(("test", "fork"), &ticket, &mut tally);
            assert_eq!(shared, Ok(round <= u64::from(lead)), "round {round}");
            drawn += 1;
        }
        assert!(drawn > 0, "round {round}");
        for side in [&mut chain_side, &mut fork_side] {
            let x = side.close().unwrap();
            let (y, proof) = side.evaluate(x).unwrap();
            side.delay(&y, &proof).unwrap();
            side.stored(&y).unwrap();
        }
    }
}

/// The same seed gives the same files, byte for byte, on any number of threads; another seed gives others.
#[test]
fn results_follow_from_the_seed() {
    let plan = Plan { seed: 3, rounds: 40, participants: vec![10, 30], divisor: 1_000 };
    let files = |plan: &Plan, threads| report::files(&plan.run(threads, |_| ()).unwrap());
    let first = files(&plan, 1);
    assert!(first == files(&plan, 3));
    let other = files(&Plan { seed: 4, ..plan }, 2);
    let differs = |name| first.iter().zip(&other).any(|(a, b)| a.0 == name && a.1 != b.1);
    let names: Vec<_> = first.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names.len(), 20 + 10 + 1);
    assert!(
        ["chains.csv", "attempts.csv", "committees.csv", "grinding.svg", "exclusion.csv", "margin.svg"]
            .into_iter()
            .all(differs)
    );
}
