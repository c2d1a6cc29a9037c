use super::*;
use crate::home::{Lots, Trees};
use heliast::StatelessScheme;
use heliast_network::home::Distance;

const SQUARINGS: f64 = 3e6;
const ROOTS: f64 = 2e3;
/// A machine that is far slower with roots than with squarings.
const SLOW_ROOTS: f64 = 20.0;

fn kinds(squarings: Option<f64>, roots: Option<f64>) -> Kinds {
    Kinds { squarings: squarings.map(|speed| (DelayGroup::rsa_2048(), speed)), roots }
}

fn all() -> [Kinds; 4] {
    [
        kinds(Some(SQUARINGS), None),
        kinds(None, Some(ROOTS)),
        kinds(Some(SQUARINGS), Some(ROOTS)),
        kinds(Some(SQUARINGS), Some(SLOW_ROOTS)),
    ]
}

fn collecting() -> [Collecting; 3] {
    [(4, Distance::Local, 1), (7, Distance::Wide, 2), (100, Distance::Wide, 4)]
        .map(|(nodes, distance, blocks)| Collecting::of_nodes(nodes, distance, blocks, 0))
}

fn args(by: Option<DelayBy>, post_quantum: bool) -> ChainDelayArgs {
    ChainDelayArgs { delay_by: by, post_quantum, group: ChainGroupArgs::default() }
}

#[test]
fn the_shortest_delays_are_safe_and_a_tenth_longer_than_needed() {
    for (kinds, collecting) in all().iter().flat_map(|kinds| collecting().map(|one| (kinds, one))) {
        let (least, shortest) = (kinds.least(collecting), kinds.shortest(collecting));
        for (least, shortest) in [(least.squarings, shortest.squarings), (least.roots, shortest.roots)] {
            assert_eq!(shortest, least + least / 10);
        }
        let is_safe = |steps: Steps| collecting.verdict_of(&kinds.rules(steps)).is_safe();
        assert!(is_safe(shortest) && is_safe(least));
        // Each kind must be long enough on its own.
        let (squarings, roots) = (kinds.squarings.is_some(), kinds.roots.is_some());
        assert!(!squarings || !is_safe(Steps { squarings: least.squarings - 1, ..shortest }));
        assert!(!roots || !is_safe(Steps { roots: least.roots - 1, ..shortest }));
        assert_eq!((least.squarings > 0, least.roots > 0), (squarings, roots));
    }
}

#[test]
fn the_least_of_the_first_kind_is_safe_with_what_goes_with_it() {
    for (kinds, collecting) in all().iter().flat_map(|kinds| collecting().map(|one| (kinds, one))) {
        let is_safe = |first: u64| collecting.verdict_of(&kinds.rules(kinds.as_long_as(first))).is_safe();
        let least = kinds.least_of_first(collecting);
        assert!(is_safe(least), "{least}");
        assert!(!is_safe(least - least / 100 - 1), "{least}");
    }
}

#[test]
fn two_kinds_take_as_long_as_each_other() {
    let [squarings, roots, both, slow] = all();
    assert_eq!(squarings.as_long_as(7), Steps { squarings: 7, roots: 0 });
    assert_eq!(roots.as_long_as(7), Steps { squarings: 0, roots: 7 });
    assert_eq!(both.as_long_as(3_000_000), Steps { squarings: 3_000_000, roots: 2_000 });
    assert_eq!(slow.as_long_as(3_000_000), Steps { squarings: 3_000_000, roots: 20 });
    // An existing kind has at least one step.
    assert_eq!(slow.as_long_as(1), Steps { squarings: 1, roots: 1 });
    for (kinds, name, speed) in
        [(&squarings, "squarings", SQUARINGS), (&roots, "roots", ROOTS), (&both, "squarings", SQUARINGS)]
    {
        assert_eq!((kinds.name(), kinds.speed()), (name, speed));
        let seconds = kinds.seconds(kinds.as_long_as(6_000_000));
        assert!((seconds - 6_000_000.0 / speed).abs() < 1e-6, "{name}: {seconds}");
    }
    // If both run in parallel, the longer one counts.
    assert_eq!(both.seconds(Steps { squarings: 3_000_000, roots: 8_000 }), 4.0);
}

#[test]
fn a_wish_is_a_share_of_the_period_or_a_number_of_the_first_kind() {
    let [squarings, roots, both, _] = all();
    let share = |kinds: &Kinds| kinds.wished(DelayWish::Share(0.5), 2.0).unwrap();
    assert_eq!(share(&squarings), Steps { squarings: 3_000_000, roots: 0 });
    assert_eq!(share(&roots), Steps { squarings: 0, roots: 2_000 });
    assert_eq!(share(&both), Steps { squarings: 3_000_000, roots: 2_000 });
    let steps = |kinds: &Kinds| kinds.wished(DelayWish::Steps(1_500), 2.0);
    assert_eq!(steps(&roots).unwrap(), Steps { squarings: 0, roots: 1_500 });
    assert_eq!(steps(&both).unwrap(), Steps { squarings: 1_500, roots: 1 });
    // These are more steps than fit into a period.
    assert!(roots.wished(DelayWish::Steps(4_000), 2.0).is_err());
}

#[test]
fn rules_have_the_kinds_and_no_more_segments_than_roots() {
    let [squarings, roots, both, _] = all();
    for (kinds, name, by) in [
        (&squarings, "squarings", DelayBy::Squarings),
        (&roots, "roots", DelayBy::Roots),
        (&both, "both", DelayBy::Both),
    ] {
        let rules = kinds.rules(kinds.as_long_as(3_000_000));
        assert_eq!((DelayBy::of(&rules), by.name()), (by, name));
        assert_eq!((rules.squarings.is_some(), rules.roots.is_some()), (by.has_squarings(), by.has_roots()));
    }
    for (t, segments) in [(1, 1), (15, 15), (16, 16), (17, 16), (70_000, 16)] {
        let rules = roots.rules(Steps { squarings: 0, roots: t }).roots.unwrap();
        assert_eq!((rules.t, rules.segments, rules.bits), (t, segments, ROOT_BITS));
        assert!(rules.is_built_in());
    }
}

#[test]
fn a_chain_is_continued_as_the_kind_that_it_is() {
    let wishes = [None, Some(DelayBy::Squarings), Some(DelayBy::Roots), Some(DelayBy::Both)];
    let [squarings, roots, both, _] = all();
    for kinds in [squarings, roots, both] {
        let rules = kinds.rules(kinds.as_long_as(1_000_000));
        for wish in wishes {
            let is_met = args(wish, false).is_met_by(&rules).unwrap();
            assert_eq!(is_met, wish.is_none_or(|by| by == DelayBy::of(&rules)), "{wish:?}");
        }
        // If no kind is given, a chain that withstands quantum computers has both.
        let is_met = args(None, true).is_met_by(&rules).unwrap();
        assert_eq!(is_met, DelayBy::of(&rules) == DelayBy::Both);
    }
}

#[test]
fn a_chain_of_roots_has_no_group() {
    let in_group = |by, group: &str| {
        let group = <GroupOnly as clap::Parser>::parse_from(["up", "--group", group]).group;
        ChainDelayArgs { delay_by: by, post_quantum: false, group }
    };
    let [squarings, roots, ..] = all().map(|kinds| kinds.rules(kinds.as_long_as(1_000_000)));
    for by in [None, Some(DelayBy::Squarings)] {
        assert!(in_group(by, "rsa-2048").is_met_by(&squarings).unwrap());
        assert!(!in_group(by, "class-1024").is_met_by(&squarings).unwrap());
        assert!(!in_group(by, "rsa-2048").is_met_by(&roots).unwrap());
    }
    let refused = in_group(Some(DelayBy::Roots), "rsa-2048").measure(&Ui::new(true)).err().unwrap();
    assert_eq!(refused.to_string(), "roots have no group to choose");
    assert_eq!(refused.code(), Code::Usage);
    // A field is not the group of squarings.
    for by in [None, Some(DelayBy::Both)] {
        let refused = in_group(by, "roots-2048").measure(&Ui::new(true)).err().unwrap();
        assert!(refused.hint_text().contains("--delay-by roots"), "{}", refused.hint_text());
        assert_eq!(refused.code(), Code::Usage);
    }
}

/// The options of a chain's group alone.
#[derive(clap::Parser)]
struct GroupOnly {
    #[command(flatten)]
    group: ChainGroupArgs,
}

#[test]
fn what_withstands_quantum_computers_is_not_squarings_alone() {
    for (by, wished) in
        [(None, DelayBy::Both), (Some(DelayBy::Both), DelayBy::Both), (Some(DelayBy::Roots), DelayBy::Roots)]
    {
        assert_eq!(args(by, true).wished().unwrap(), Some(wished));
        assert_eq!(args(by, false).wished().unwrap(), by);
    }
    let refused = args(Some(DelayBy::Squarings), true).wished().unwrap_err();
    assert_eq!(refused.to_string(), "squarings alone fall to quantum computers");
    assert_eq!(refused.code(), Code::Usage);
    assert!(args(Some(DelayBy::Squarings), true).measure(&Ui::new(true)).is_err());
}

#[test]
fn lots_that_quantum_computers_forge_are_refused_where_none_are_wanted() {
    let trees = Some(Lots::Trees(Trees::DEFAULT));
    for scheme in StatelessScheme::ALL {
        let withstands = scheme.name().starts_with("a-vrf");
        for (lots, stateless) in
            [(Some(Lots::Stateless(scheme)), None), (None, Some(scheme)), (trees, Some(scheme))]
        {
            assert!(Lots::check(false, lots, stateless).is_ok());
            let checked = Lots::check(true, lots, stateless);
            assert_eq!(checked.is_ok(), withstands, "{}", scheme.name());
            if let Err(refused) = checked {
                let said = format!("quantum computers forge the lots of {}", scheme.name());
                assert_eq!((refused.to_string(), refused.code()), (said, Code::Usage));
            }
        }
    }
    assert!(Lots::check(true, trees, None).is_ok());
    assert!(Lots::check(true, None, None).is_ok());
}

#[test]
fn votes_that_quantum_computers_forge_are_refused_where_none_are_wanted() {
    for keys in [KeyType::Ed25519, KeyType::MlDsa65] {
        assert!(args(None, false).check_votes(keys).is_ok());
    }
    assert!(args(None, true).check_votes(KeyType::MlDsa65).is_ok());
    let refused = args(None, true).check_votes(KeyType::Ed25519).unwrap_err();
    assert_eq!(refused.to_string(), "quantum computers forge the votes of Ed25519");
    assert!(refused.hint_text().contains("ml-dsa-65") && refused.code() == Code::Usage);
}

#[test]
fn delays_in_words() {
    let words = |kinds: &Kinds| delay_words(&kinds.rules(kinds.as_long_as(3_000_000)), |_| "G".to_owned());
    let [squarings, roots, both, _] = all();
    assert_eq!(words(&squarings), "3000000 squarings, G");
    assert_eq!(words(&roots), "3000000 roots modulo the built-in prime of 2048 bits");
    assert_eq!(
        words(&both),
        "3000000 squarings, G, beside 2000 roots modulo the built-in prime of 2048 bits"
    );
}
