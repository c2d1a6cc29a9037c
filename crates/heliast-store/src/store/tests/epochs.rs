//! Epoch proofs next to the rounds.

use super::*;
use testkit_chain::epoch;

#[test]
fn epoch_proofs_lie_beside_the_rounds() {
    let (dir, store, rounds) = filled(6);
    let proofs = |store: &Store, from| -> Vec<(u64, Vec<u8>)> {
        store.epoch_proofs(from).unwrap().map(Result::unwrap).collect()
    };
    assert_eq!((store.epoch_proof(1).unwrap(), proofs(&store, 0)), (None, vec![]));
    let [first, second, long] =
        [&rounds[..2], &rounds[2..4], &rounds[2..]].map(|rounds| epoch(store.chain(), rounds));
    store.add_epoch(&second).unwrap();
    store.add_epoch(&first).unwrap();
    let (one, three) = (first.proof.encode(), second.proof.encode());
    assert_eq!(proofs(&store, 0), [(1, one.clone()), (3, three.clone())]);
    assert_eq!(proofs(&store, 2), [(3, three)]);
    assert_eq!(store.epoch_proof(2).unwrap(), None);
    // A proof of another length replaces it.
    store.add_epoch(&long).unwrap();
    drop(store);
    for open in [Store::open, Store::open_read_only] {
        let store = open(dir.path()).unwrap();
        assert_eq!(proofs(&store, 0), [(1, one.clone()), (3, long.proof.encode())]);
        assert_eq!(store.epoch_proof(3).unwrap(), Some(long.proof.encode()));
        assert_eq!(store.last(), 6);
    }
}

#[test]
fn epochs_of_rounds_that_are_not_stored_are_refused() {
    let (dir, store, rounds) = filled(3);
    let mut other = World::new(5, 2, GENESIS_MS);
    let theirs = other.rounds(3);
    let foreign = epoch(&other.chain, &theirs);
    assert!(matches!(store.add_epoch(&foreign), Err(StoreError::OtherChain(1))));
    let to_come = epoch(store.chain(), &world().rounds(4));
    assert!(matches!(store.add_epoch(&to_come), Err(StoreError::OtherChain(1))));
    assert_eq!(store.epoch_proof(1).unwrap(), None);
    drop(store);
    let reader = Store::open_read_only(dir.path()).unwrap();
    let whole = epoch(reader.chain(), &rounds);
    assert!(matches!(reader.add_epoch(&whole), Err(StoreError::ReadOnly)));
    assert_eq!(reader.epoch_proof(1).unwrap(), None);
}

#[cfg(unix)]
#[test]
fn a_full_disk_costs_an_epoch_proof_and_no_round() {
    let case = crashes::Case::new();
    let store = case.store();
    let rounds = world().rounds(3);
    rounds[..2].iter().for_each(|round| store.append(round).unwrap());
    let proved = epoch(store.chain(), &rounds[..2]);
    case.recorder.set_fault(Some(heliast_disk::recorder::Fault::FullAfter(0)));
    let error = store.add_epoch(&proved).unwrap_err();
    assert!(matches!(error, StoreError::Full(_)), "{error:?}");
    case.recorder.set_fault(None);
    assert_eq!((store.last(), store.epoch_proof(1).unwrap()), (2, None));
    store.append(&rounds[2]).unwrap();
    store.add_epoch(&proved).unwrap();
    drop(store);
    let store = case.open();
    assert_eq!((store.last(), store.epoch_proof(1).unwrap()), (3, Some(proved.proof.encode())));
}
