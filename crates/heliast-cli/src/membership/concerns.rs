//! The concerns about a proposal: whose approval is missing, and who would hold a third of the stake or of
//! the power and so become indispensable.

use crate::ui::Ui;
use heliast_finality::ValidatorList;
use heliast_network::{Collecting, Verdict, home::Foundations};
use heliast_view::{MemberView, MembersView, OpenView, ProposalView};

/// The most participants that are named in a line.
const MOST_NAMED: usize = 8;

/// The units of stake that an open proposal lacks, and the participants that can give them.
pub fn missing(view: &MembersView, open: &OpenView) -> String {
    let needed = 2 * u128::from(view.total_stake) / 3 + 1;
    let lacks = needed.saturating_sub(open.approved_stake.into());
    let mut others: Vec<_> = view
        .members
        .iter()
        .filter(|one| one.stake > 0 && !open.approved.contains(&one.participant))
        .collect();
    others.sort_by_key(|one| (u64::MAX - one.stake, one.participant));
    let named: Vec<_> =
        others.iter().take(MOST_NAMED).map(|one| format!("{} ({})", one.participant, one.stake)).collect();
    let more = if others.len() > MOST_NAMED { ", ..." } else { "" };
    match (lacks, named.is_empty()) {
        // The next approval counts them.
        (0, _) => "enough have approved by now, and the next approval adopts it".to_owned(),
        (_, true) => format!("{lacks} units are missing, and nobody has them"),
        (_, false) => {
            format!(
                "{lacks} units are missing, of participants (with their stakes) {}{more}",
                named.join(", ")
            )
        }
    }
}

/// Warns about participants without whom nothing could be approved if a proposal about stakes is adopted.
/// `here` are the participants whose keys are on this machine.
pub fn warn_of_stake(view: &MembersView, what: &ProposalView, here: &[&MemberView]) {
    let here: Vec<_> = here.iter().map(|one| one.participant).collect();
    for words in of_stake(view, what, &here) {
        Ui::current().note(format_args!("warning: {words}"));
    }
}

fn of_stake(view: &MembersView, what: &ProposalView, here: &[u32]) -> Vec<String> {
    let mut stakes: Vec<u64> = view.members.iter().map(|one| one.decided).collect();
    match what {
        ProposalView::Join { stake, .. } => stakes.push(*stake),
        ProposalView::Stake { participant, stake } => {
            if let Some(old) = stakes.get_mut(*participant as usize) {
                *old = *stake;
            }
        }
        ProposalView::Validators { .. } => return vec![],
    }
    let total: u64 = stakes.iter().sum();
    let is_third = |stake: u64| 3 * u128::from(stake) >= u128::from(total);
    let alone = (0..).zip(&stakes).filter(|(_, stake)| is_third(**stake)).map(|(number, stake): (u32, _)| {
        format!(
            "participant {number} would hold {stake} of {total} units of stake: if its key is lost, nothing is \
             approved any more"
        )
    });
    let mut words: Vec<_> = alone.collect();
    let together: u64 = here.iter().filter_map(|number| stakes.get(*number as usize)).sum();
    if here.len() > 1 && is_third(together) {
        let names: Vec<_> = here.iter().map(u32::to_string).collect();
        words.push(format!(
            "participants {}, whose keys are here, would hold {together} of {total} units of stake: if this \
             machine is lost, nothing is approved any more",
            names.join(", ")
        ));
    }
    words
}

/// Warns about validators without whom no block could be made, and if a round may collect for too long.
pub fn warn_of_power(foundations: &Foundations, before: &ValidatorList, after: &ValidatorList) {
    for words in of_power_alone(after).into_iter().chain(of_margin(foundations, before, after)) {
        Ui::current().note(format_args!("warning: {words}"));
    }
}

/// The warning that a round may now collect for longer than is safe for its delay, if it could not before.
fn of_margin(
    Foundations { chain, network }: &Foundations,
    before: &ValidatorList,
    after: &ValidatorList,
) -> Option<String> {
    let genesis = chain.genesis();
    let verdict = |list: &ValidatorList| {
        let powers: Vec<_> = list.validators().map(|one| one.power).collect();
        Some(Collecting::of_file(network, &powers)?.verdict_of(&genesis.delays))
    };
    match (verdict(before)?, verdict(after)?) {
        (Verdict::Safe(_), Verdict::Unsafe { margin, .. }) => Some(format!(
            "with these validators, {margin}: hostile ones that have such an evaluator could know what their own \
             tickets change, and the delay of a chain stays as it is"
        )),
        _ => None,
    }
}

fn of_power_alone(list: &ValidatorList) -> Vec<String> {
    let total = list.total_power();
    let mighty = list.validators().filter(|one| 3 * one.power >= total);
    mighty
        .map(|one| {
            format!(
                "validator {} would have {} of {total} units of power: while its machine is down, there are no \
                 rounds",
                hex::encode_upper(one.key.address()),
                one.power
            )
        })
        .collect()
}

/// Whether an open proposal about validators takes effect if it is adopted in the next round, and the
/// concerns about it, as the end of a line.
pub fn of_power(
    foundations: &Foundations,
    view: &MembersView,
    list: &ValidatorList,
    open: &OpenView,
) -> String {
    let ProposalView::Validators { validators } = &open.proposal else { return String::new() };
    let Some(change) = ProposalView::change(validators) else { return String::new() };
    let mut after = list.clone();
    match after.adopt(view.round, &change) {
        Err(reason) => format!("; adopted now, it has no effect: {reason}"),
        Ok(()) => {
            let concerns = of_power_alone(&after).into_iter().chain(of_margin(foundations, list, &after));
            concerns.map(|words| format!("; {words}")).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use heliast::{
        Chain, DelayGroup, DelayRules, Genesis, Participant, SecretKey, StatelessScheme,
        members::{ValidatorChange, ValidatorEntry},
    };
    use heliast_finality::{Insisting, KeyType, NetworkFile, Validator};
    use heliast_network::home::NodeSecrets;
    use zeroize::Zeroizing;

    fn view(stakes: &[u64]) -> MembersView {
        let member = |(participant, stake): (u32, &u64)| MemberView {
            participant,
            public_key: format!("{participant:02}"),
            stake: *stake,
            decided: *stake,
            effective: 0,
            next_serial: 0,
        };
        let members = (0..).zip(stakes).map(member).collect();
        let total_stake = stakes.iter().sum();
        MembersView { round: 5, lead: 2, life: Some(6), most: 8, total_stake, members, open: vec![] }
    }

    fn open(approved: &[u32], approved_stake: u64) -> OpenView {
        let proposal = ProposalView::Stake { participant: 0, stake: 0 };
        let (id, approved) = (String::new(), approved.to_vec());
        OpenView { id, round: 3, until: 9, proposer: 0, proposal, approved, approved_stake }
    }

    #[test]
    fn those_whose_approval_is_missing_are_named_the_mightiest_first() {
        let view = view(&[10, 5, 20, 0]);
        assert_eq!(
            missing(&view, &open(&[0], 10)),
            "14 units are missing, of participants (with their stakes) 2 (20), 1 (5)"
        );
        assert_eq!(
            missing(&view, &open(&[0, 1, 2], 35)),
            "enough have approved by now, and the next approval adopts it"
        );
        let many = super::tests::view(&[1; 20]);
        assert!(
            missing(&many, &open(&[0], 1)).ends_with(" 7 (1), 8 (1), ..."),
            "{}",
            missing(&many, &open(&[0], 1))
        );
    }

    /// Four nodes far from each other collect for at most 2.9 s; with small ones that have two turns in a
    /// row, for at most 4.9 s.
    #[test]
    fn validators_for_whom_the_delay_is_too_short_are_warned_of() {
        let key = |number: u8| {
            let seed = || Zeroizing::new([number; 32]);
            NodeSecrets::from_seeds(KeyType::Ed25519, seed(), seed()).unwrap().consensus_key().clone()
        };
        let validators = (1..=4).map(|number| Validator { key: key(number), power: 10 }).collect();
        let times = Insisting { within_ms: 400, until_ms: 10_000 };
        let network = NetworkFile::new(1, 0, validators, [0; 32]).unwrap().with_insisting(times).unwrap();
        let vrf = StatelessScheme::EcvrfEll2;
        let participant = SecretKey::from_seed(vrf, [3; 32]).public_key();
        let of = |t: u64| {
            let genesis = Genesis {
                vrf,
                members: None,
                delays: DelayRules::squarings(DelayGroup::rsa_2048(), t),
                lead: 10,
                genesis_time_ms: 0,
                period_ms: 1_000,
                committees: vec![1],
                participants: vec![Participant { public_key: participant.clone(), stake: 1 }],
                nonce: network.nonce(),
            };
            Foundations { chain: Chain::new(genesis).unwrap(), network: network.clone() }
        };
        let entry = |number: u8| ValidatorEntry {
            key_type: KeyType::Ed25519 as u8,
            public_key: key(number).as_bytes().to_vec(),
            power: 8,
            proof: vec![],
        };
        let safe = of(2_900 * 40_000);
        let before = ValidatorList::new(safe.chain.id(), &network);
        let mut after = before.clone();
        after.adopt(1, &ValidatorChange::new(vec![entry(1), entry(2)]).unwrap()).unwrap();
        let words = of_margin(&safe, &before, &after).unwrap();
        assert!(words.contains("takes 2.900 s, and a round collects tickets for 4.900 s at most"), "{words}");
        assert_eq!(of_margin(&safe, &before, &before), None);
        assert_eq!(of_margin(&of(4_900 * 40_000), &before, &after), None);
        // It was not safe before either, and its makers were warned.
        assert_eq!(of_margin(&of(2_000), &before, &after), None);
    }

    /// The guide's own example once had a third of the stake on one machine.
    #[test]
    fn a_third_of_the_stake_in_one_place_is_warned_of_by_name() {
        let said = |stakes: &[u64], what: ProposalView, here: &[u32]| {
            of_stake(&view(stakes), &what, here).join("\n")
        };
        let join = |stake| ProposalView::Join { public_key: "09".into(), stake };
        assert!(said(&[10, 10], join(10), &[]).contains("participant 2 would hold 10 of 30 units"));
        assert_eq!(said(&[10, 10, 10, 10], join(9), &[0]), "");
        let lessened = ProposalView::Stake { participant: 3, stake: 0 };
        assert!(said(&[10, 10, 10, 10], lessened, &[]).contains("participant 0 would hold 10 of 30"));
        let two = said(&[10, 10, 10, 10, 10], join(5), &[1, 4]);
        assert!(two.starts_with("participants 1, 4, whose keys are here, would hold 20 of 55"), "{two}");
    }
}
