use super::*;
use crate::{Sealer, Setup};
use heliast_vdf::{OpenError, ProofFile, Suite};

const T: u64 = 60;

fn file_key() -> FileKey {
    FileKey::new(Zeroizing::new([5; 16]))
}

/// A setup of a few squarings.
fn setup(place: Place) -> Setup {
    let setup = Setup::begin(place);
    let mut evaluation = setup.evaluation(T).unwrap();
    evaluation.advance(T);
    setup.add(&evaluation, 1, |_| true).unwrap()
}

fn places() -> [Place; 2] {
    [Place::rsa_2048(), Place::class(&[7; 32], 1024).unwrap()]
}

fn worked(lock: &Lock) -> Evaluation<AnyGroup> {
    let mut evaluation = lock.evaluation();
    assert!(evaluation.advance(u64::MAX));
    evaluation
}

#[test]
fn a_delay_and_an_opening_give_the_file_key() {
    for place in places() {
        let sealer = Sealer::new(&setup(place), T).unwrap();
        let lock = sealer.lock(&file_key()).unwrap();
        let read = Lock::from_stanza(&lock.to_stanza()).unwrap().unwrap();
        assert_eq!(read.to_stanza(), lock.to_stanza());
        let evaluation = worked(&read);
        let found = read.open(evaluation.output().unwrap()).unwrap();
        assert_eq!(found.as_bytes(), file_key().as_bytes());

        let opening = read.prove(&evaluation, 1, |_| true).unwrap().to_bytes();
        let opening = ProofFile::from_bytes(&opening).unwrap();
        assert!(read.is_named_by(&opening));
        assert_eq!(read.open_with(&opening).unwrap().as_bytes(), file_key().as_bytes());
        // Too few squarings, and one too many.
        for squarings in [1, T - 1, T + 1] {
            let mut y = read.x().clone();
            read.place().group().square_n(&mut y, squarings);
            assert_eq!(read.open(&y).err(), Some(WrongKey));
        }
    }
}

#[test]
fn an_opening_opens_its_own_lock_only() {
    for place in places() {
        let sealer = Sealer::new(&setup(place), T).unwrap();
        let [one, other] = [(); 2].map(|()| sealer.lock(&file_key()).unwrap());
        assert_ne!(one.to_stanza(), other.to_stanza());
        let opening = one.prove(&worked(&one), 1, |_| true).unwrap();
        assert!(!other.is_named_by(&opening));
        assert_eq!(other.open_with(&opening).err(), Some(OpenError::OtherStatement.into()));
        // The same x with another number of squarings, and a weaker proof.
        let mut stanza = one.to_stanza();
        stanza.arguments[1] = (T + 1).to_string();
        let longer = Lock::from_stanza(&stanza).unwrap().unwrap();
        assert_eq!(longer.open_with(&opening).err(), Some(OpenError::OtherStatement.into()));
        let weak = ProofFile { suite: Suite::new(heliast_vdf::PrimeMode::Hinted, 248).unwrap(), ..opening };
        assert_eq!(one.open_with(&weak).err(), Some(OpenError::Level { least: 128, found: 120 }.into()));
    }
}

/// The file key is that of another lock: the proof is true, but opens nothing.
#[test]
fn a_true_opening_of_a_false_lock_is_the_sealers_fault() {
    let sealer = Sealer::new(&setup(Place::rsa_2048()), T).unwrap();
    let lock = sealer.lock(&file_key()).unwrap();
    let mut stanza = lock.to_stanza();
    *stanza.body.last_mut().unwrap() ^= 1;
    let changed = Lock::from_stanza(&stanza).unwrap().unwrap();
    let opening = changed.prove(&worked(&changed), 1, |_| true).unwrap();
    assert!(changed.check(&opening).is_ok());
    assert_eq!(changed.open_with(&opening).err(), Some(WrongKey.into()));
}

#[test]
fn openings_of_other_systems_are_refused() {
    let sealer = Sealer::new(&setup(Place::rsa_2048()), T).unwrap();
    let lock = sealer.lock(&file_key()).unwrap();
    let group = lock.place().group();
    let evaluation = worked(&lock);
    let (y, proof) = heliast_vdf::pietrzak::prove(&evaluation, 1, |_| true).unwrap();
    let statement = heliast_vdf::Statement { x: lock.x().clone(), y, t: T };
    let file = ProofFile::pietrzak(group, &statement, &proof);
    assert!(file.open(group).is_ok());
    assert_eq!(lock.open_with(&file).err(), Some(BadOpening::System));
}

#[test]
fn setups_know_their_delays_only() {
    let setup = setup(Place::rsa_2048());
    assert!(Sealer::new(&setup, T - 1).is_none() && Sealer::new(&setup, T + 1).is_none());
}
