//! Members that change: in blocks, in the application hash, and in a state that is restored from bytes.

use super::*;
use heliast::{
    StatelessKey, StatelessScheme,
    keys::Change,
    members::{MemberChange, Proposal},
};

const NEWCOMER: u32 = PARTICIPANTS;
const STAKE: u64 = 40;

fn fresh_with_members() -> State {
    let network = network(WINDOW_BLOCKS as u32, WINDOW_MS as u32);
    State::new(&changing_chain(&network), Arc::new(network))
}

fn join() -> MemberChange {
    let key = StatelessKey::new(StatelessScheme::EcvrfEll2, &secret(NEWCOMER).public_key()).unwrap();
    MemberChange::Proposal(Proposal::Join { key, stake: STAKE })
}

fn said(state: &State, participant: u32, change: MemberChange) -> Transaction {
    announcement(state.chain(), state.tip(), participant, Change::Member(change))
}

/// Makes blocks until the current round collects.
fn open(state: &mut State) {
    while state.phase() != "tickets" {
        run(state, 1);
    }
}

/// Makes the next round with these announcements; a node that is restored from bytes in the middle does not
/// differ.
fn round(state: &mut State, announced: &[(u32, MemberChange)]) {
    open(state);
    for (participant, change) in announced {
        let (hash, transaction) = (state.app_hash(), said(state, *participant, change.clone()));
        let bytes = transaction.to_bytes();
        assert_eq!(Transaction::from_bytes(state.chain(), &bytes), Ok(transaction.clone()));
        assert_eq!(state.apply(&transaction, &Verdicts::default()), Ok(()));
        assert_ne!(state.app_hash(), hash, "or nodes could differ about members");
        assert!(state.apply(&transaction, &Verdicts::default()).is_err(), "twice");
    }
    let (bytes, network, tip) = (state.to_bytes(), Arc::clone(&state.network), state.tip().clone());
    let again = State::from_bytes(state.chain(), network, tip, &bytes).unwrap();
    assert_eq!((again.app_hash(), again.to_bytes()), (state.app_hash(), bytes));
    *state = again;
    let before = state.tip().round();
    while state.tip().round() == before {
        run(state, 1);
    }
}

/// The newcomer's ticket for a slot of the collecting round, winning or not.
fn ticket(state: &State, slot: u8) -> Transaction {
    let input = state.chain().ticket_input(state.tip(), slot);
    let (_, proof) = secret(NEWCOMER).prove(&input).unwrap();
    let body = Body::Ticket(Ticket { slot, participant: NEWCOMER, proof });
    Transaction { round: state.tip().next_round(), body }
}

#[test]
fn a_new_participant_draws_once_that_has_effect_and_not_before() {
    let (mut state, verdicts) = (fresh_with_members(), Verdicts::default());
    round(&mut state, &[(0, join())]);
    let id = *state.tip().keys().members().open_in(2).next().unwrap().id();
    let approval = MemberChange::Approval(id);
    // 10, 12 and 13 units of 60 are not enough.
    round(&mut state, &[(2, approval.clone()), (3, approval.clone())]);
    assert_eq!(state.tip().keys().members().count(), PARTICIPANTS);
    open(&mut state);
    for (participant, change) in
        [(0, approval.clone()), (1, MemberChange::Approval([7; 32])), (NEWCOMER, approval.clone())]
    {
        let hash = state.app_hash();
        let transaction = said(&state, participant, change);
        assert!(state.apply(&transaction, &verdicts).is_err(), "{participant}");
        assert_eq!(state.app_hash(), hash);
    }
    round(&mut state, &[(4, approval)]);
    let members = state.tip().keys().members().clone();
    assert_eq!(
        (members.count(), members.stake_in(NEWCOMER, 4), members.stake_in(NEWCOMER, 5)),
        (6, 0, STAKE)
    );

    open(&mut state);
    assert!(state.apply(&ticket(&state, 0), &verdicts).is_err(), "before that has effect");
    round(&mut state, &[]);
    // With 40 of 100 units and 20 expected votes, a round without a vote occurs once in many thousand.
    open(&mut state);
    assert_eq!(state.apply(&ticket(&state, 0), &verdicts), Ok(()));
    round(&mut state, &[]);
    let lots = &state.sealed().unwrap().facts().lots;
    assert!(lots.iter().any(|lot| lot.participant == NEWCOMER && lot.votes > 0));
}

#[test]
fn a_chain_whose_members_do_not_change_takes_no_proposal() {
    let mut state = fresh();
    open(&mut state);
    let bytes = said(&state, 0, join()).to_bytes();
    assert!(Transaction::from_bytes(state.chain(), &bytes).is_err());
}
