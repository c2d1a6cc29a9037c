use super::*;
use crate::batch::{
    self, BadRecords, BatchProofFile, Contents, Family, Invalid, LEAF_RECORDS, Method, Proof, Protocol,
    Proving, Records, Sample, Side, StatementsHeader, Terms, Work, combine, varied,
};
use alloc::{vec, vec::Vec};
use heliast_arith::{Natural, Residue};
use heliast_group::{Group, RsaGroup};
use std::{
    cell::Cell,
    io::{self, Cursor, Read, Seek, SeekFrom},
};

const T: u64 = 20;
/// Three leaves, the last one not full.
const COUNT: u64 = 2 * LEAF_RECORDS as u64 + 100;
/// The number of delays in lists with several of them. The last delays have few statements each.
const DELAYS: u64 = 900;
/// A prime factor of the modulus.
const FACTOR: u64 = 4_294_967_291;

fn group() -> RsaGroup {
    RsaGroup::unchecked(&Natural::from(FACTOR).mul(&Natural::from(4_294_967_279u64)))
}

fn sample(group: &RsaGroup, delays: u64) -> Vec<(u64, Residue, Residue)> {
    let evaluate = |x: &Residue| {
        let mut y = x.clone();
        group.square_n(&mut y, T);
        Ok::<_, Invalid>(y)
    };
    Sample::new(group, "test", T, delays, evaluate).unwrap().take(COUNT as usize).collect()
}

/// A list of one delay as a file.
fn one(group: &RsaGroup, list: &[(u64, Residue, Residue)]) -> Vec<u8> {
    let records = Records::encode(group, list.iter().map(|(_, x, y)| (x, y)));
    [&StatementsHeader::new(group, Some(T), list.len() as u64).encode()[..], &records].concat()
}

/// A list of several delays as a file.
fn several(group: &RsaGroup, list: &[(u64, Residue, Residue)]) -> Vec<u8> {
    let records = Records::encode_with_delays(group, list.iter().map(|(t, x, y)| (*t, x, y)));
    [&StatementsHeader::new(group, None, list.len() as u64).encode()[..], &records].concat()
}

fn open<R: Read + Seek>(group: &RsaGroup, source: R) -> List<'_, RsaGroup, R> {
    List::new(group, StatementsHeader::new(group, Some(T), COUNT), source).unwrap()
}

fn open_several<R: Read + Seek>(group: &RsaGroup, source: R) -> List<'_, RsaGroup, R> {
    List::new(group, StatementsHeader::new(group, None, COUNT), source).unwrap()
}

fn terms(family: Family) -> Terms {
    Terms { t: T, protocol: Protocol::of_family(family, 128, COUNT).unwrap() }
}

/// The file of this proof of a list of one delay, or of several.
fn file_of(group: &RsaGroup, t: Option<u64>, proof: &Proof<Residue>) -> BatchProofFile {
    let contents = Contents { family: Family::RandomExponents, level: 128, t, shards: &[COUNT] };
    BatchProofFile::new(group, contents, proof).unwrap()
}

fn several_terms() -> varied::Terms {
    varied::Terms::new(128).unwrap()
}

/// A false proof of several delays.
fn false_proof(group: &RsaGroup) -> BatchProofFile {
    file_of(group, None, &several_terms().proof(group.identity()))
}

/// Lists in one part, two and three.
const ROOMS: [(usize, Room); 3] = [
    (1, Room { memory: 1 << 30, threads: 3 }),
    (2, Room { memory: 700_000, threads: 1 }),
    (3, Room { memory: 0, threads: 2 }),
];

fn go_on(_: Progress) -> bool {
    true
}

/// A source that changes from its n-th read on.
struct Fault<'f> {
    bytes: Cursor<Vec<u8>>,
    reads: &'f Cell<usize>,
    from: usize,
    kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    /// There is no fault.
    No,
    /// Reading fails.
    Fails,
    /// The source has ended.
    Short,
    /// The last bit of the records of a read is flipped.
    Differs,
}

impl Read for Fault<'_> {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        let faulty = self.reads.get() > self.from;
        match self.kind {
            Kind::Fails if faulty => Err(io::Error::other("the disk is gone")),
            Kind::Short if faulty => Ok(0),
            Kind::Differs if faulty => {
                let read = self.bytes.read(room)?;
                // Outputs are at the end of records of 16 bytes; small ones stay canonical.
                room[..read].last_mut().into_iter().for_each(|byte| *byte ^= 1);
                Ok(read)
            }
            _ => self.bytes.read(room),
        }
    }
}

impl Seek for Fault<'_> {
    /// Each read of a part begins with a seek.
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.reads.set(self.reads.get() + 1);
        self.bytes.seek(to)
    }
}

fn encoded(group: &RsaGroup, left: &[crate::Statement<Residue>]) -> Vec<Vec<u8>> {
    left.iter().flat_map(|statement| [group.encode(&statement.x), group.encode(&statement.y)]).collect()
}

#[test]
fn parts_leave_the_same_statements() {
    let group = group();
    let file = one(&group, &sample(&group, 1));
    let bytes = &file[StatementsHeader::LEN..];
    let records = Records::new(&group, bytes).unwrap();
    for family in Family::ALL {
        let terms = terms(family);
        let whole = combine(&group, &terms, &records, Method::Best, 1).unwrap();
        for (parts, room) in ROOMS {
            // Ascending buckets take memory of their own, so the number of parts may be higher.
            let left = open(&group, Cursor::new(&file)).combine(&terms, &[COUNT], room, go_on).unwrap();
            assert_eq!(encoded(&group, &left.statements), encoded(&group, &whole), "{family:?} {parts}");
            assert!(left.parts == parts || parts == 2, "{family:?} {} {parts}", left.parts);
        }
    }
}

/// Shards change the seed, but parts do not.
#[test]
fn shards_and_parts_have_nothing_to_do_with_each_other() {
    let group = group();
    let file = one(&group, &sample(&group, 1));
    let terms = terms(Family::RandomExponents);
    for shards in [vec![1, COUNT - 1], vec![5000, 3000, COUNT - 8000]] {
        let left = ROOMS.map(|(_, room)| {
            let left = open(&group, Cursor::new(&file)).combine(&terms, &shards, room, go_on).unwrap();
            encoded(&group, &left.statements)
        });
        assert!(left.iter().all(|other| *other == left[0]), "{shards:?}");
    }
    let counted = open(&group, Cursor::new(&file)).combine(&terms, &[COUNT - 1], ROOMS[0].1, go_on);
    let expected = Invalid::Count { expected: Some(COUNT), found: COUNT - 1 };
    assert!(matches!(counted, Err(ListError::Invalid(found)) if found == expected));
}

/// The terms come with the proof, and the prover writes them. Outputs of one squaring must not be accepted as
/// outputs of T squarings.
#[test]
fn a_list_is_not_combined_under_another_delay() {
    let group = group();
    let squared: Vec<_> =
        sample(&group, 1).into_iter().map(|(t, x, _)| (t, x.clone(), group.mul(&x, &x))).collect();
    let file = one(&group, &squared);
    let terms = Terms { t: 1, ..terms(Family::RandomExponents) };
    let expected = Invalid::OtherDelay { expected: T, found: 1 };
    for (_, room) in ROOMS {
        let combined = open(&group, Cursor::new(&file)).combine(&terms, &[COUNT], room, go_on);
        assert!(matches!(combined, Err(ListError::Invalid(found)) if found == expected));
        let searched = open(&group, Cursor::new(&file)).find_false(&terms, room, || true);
        assert!(matches!(searched, Err(ListError::Invalid(found)) if found == expected));
    }
}

/// A proof of one delay and its terms are refused for a list of several delays, and the reverse.
#[test]
fn lists_and_proofs_of_different_kinds_are_refused() {
    let group = group();
    let [of_one, of_several] = [one, several].map(|file| file(&group, &sample(&group, 1)));
    let proof = Proof::Wesolowski(crate::Suite::default(), vec![group.identity()]);
    let (one, several) = (file_of(&group, Some(T), &proof), false_proof(&group));
    let room = ROOMS[0].1;
    let other_kind = |found: Result<(), ListError>| {
        assert!(matches!(found, Err(ListError::Invalid(Invalid::OtherKind))), "{found:?}");
    };
    other_kind(open(&group, Cursor::new(&of_one)).verify(&several, room, go_on).map(drop));
    let mut list = open_several(&group, Cursor::new(&of_several));
    other_kind(list.verify(&one, room, go_on).map(drop));
    let terms = terms(Family::RandomExponents);
    other_kind(list.combine(&terms, &[COUNT], room, go_on).map(drop));
    other_kind(list.find_false(&terms, room, || true).map(drop));
}

#[test]
fn proofs_hold_in_parts_of_every_size_and_lies_do_not() {
    let group = group();
    let (list, terms) = (sample(&group, 1), terms(Family::RandomExponents));
    let file = one(&group, &list);
    let records = Records::new(&group, &file[StatementsHeader::LEN..]).unwrap();
    let proving = Proving::Wesolowski(crate::Suite::default());
    let work = Work { threads: 1, progress: |_| true };
    let proof: Proof<Residue> = batch::prove(&group, &terms, &records, proving, work).unwrap();
    let proof_file = file_of(&group, Some(T), &proof);
    for wrong in [None, Some(0), Some(LEAF_RECORDS), Some(COUNT as usize - 1)] {
        let mut list = list.clone();
        wrong.into_iter().for_each(|index| group.square_n(&mut list[index].2, 1));
        let file = one(&group, &list);
        for (parts, room) in ROOMS {
            let left = open(&group, Cursor::new(&file)).combine(&terms, &[COUNT], room, go_on).unwrap();
            let checked = proof.check(&group, &left.statements);
            assert_eq!(checked.is_ok(), wrong.is_none(), "{wrong:?} {parts}");
            match open(&group, Cursor::new(&file)).verify(&proof_file, room, go_on) {
                Ok(verified) => {
                    assert_eq!((wrong, verified.parts), (None, left.parts));
                    assert!(verified.delays.iter().eq([(T, COUNT)]));
                }
                Err(ListError::Invalid(Invalid::Wesolowski { .. })) => assert!(wrong.is_some()),
                Err(other) => panic!("{wrong:?}: {other}"),
            }
            if let Some(index) = wrong {
                let found = open(&group, Cursor::new(&file)).find_false(&terms, room, || true).unwrap();
                assert_eq!(found, [index as u64], "{parts}");
            }
        }
        let stopped = open(&group, Cursor::new(&file)).find_false(&terms, ROOMS[2].1, || false).unwrap();
        assert!(stopped.is_empty());
    }
}

#[test]
fn different_delays_are_verified_in_parts_of_every_size() {
    let group = group();
    let list = sample(&group, DELAYS);
    let file = several(&group, &list);
    let bytes = &file[StatementsHeader::LEN..];
    let records = Records::with_delays(&group, bytes).unwrap();
    let work = Work { threads: 1, progress: |_| true };
    let proof = varied::prove(&group, several_terms(), &records, work).unwrap();
    let proof = file_of(&group, None, &several_terms().proof(proof));
    let mut all = Vec::new();
    let read = open_several(&group, Cursor::new(&file)).read_all(&mut all).unwrap().len();
    assert_eq!((read as u64, &all[..]), (COUNT, bytes));
    for wrong in [None, Some(0), Some(LEAF_RECORDS), Some(COUNT as usize - 1)] {
        let mut list = list.clone();
        wrong.into_iter().for_each(|index| group.square_n(&mut list[index].2, 1));
        let file = several(&group, &list);
        for (_, room) in ROOMS {
            let mut opened = open_several(&group, Cursor::new(&file));
            match opened.verify(&proof, room, go_on) {
                Ok(verified) => {
                    assert_eq!(wrong, None);
                    assert_eq!((verified.delays.total(), verified.delays.iter().len()), (COUNT, 900));
                    assert_eq!(verified.parts == 1, room.memory == 1 << 30);
                }
                Err(ListError::Invalid(Invalid::Wesolowski { .. })) => assert!(wrong.is_some()),
                Err(other) => panic!("{wrong:?}: {other}"),
            }
        }
    }
}

/// Reads a list from a source that has a fault from some read on. Returns the result and the number of reads.
fn run(
    several_delays: bool,
    file: &[u8],
    (kind, from): (Kind, usize),
    room: Room,
) -> (Result<(), ListError>, usize) {
    let (group, reads) = (group(), Cell::new(0));
    let source = Fault { bytes: Cursor::new(file.to_vec()), reads: &reads, from, kind };
    let found = if several_delays {
        open_several(&group, source).verify(&false_proof(&group), room, go_on).map(drop)
    } else {
        open(&group, source).combine(&terms(Family::RandomExponents), &[COUNT], room, go_on).map(drop)
    };
    (found, reads.get())
}

/// A list of one delay takes six reads, a list of several nine.
fn cases(group: &RsaGroup) -> [(bool, Vec<u8>, usize); 2] {
    [(false, one(group, &sample(group, 1)), 6), (true, several(group, &sample(group, DELAYS)), 9)]
}

#[test]
fn a_source_that_fails_is_named() {
    let group = group();
    let room = ROOMS[2].1;
    for (several_delays, file, reads) in cases(&group) {
        let (_, read) = run(several_delays, &file, (Kind::No, 0), room);
        assert_eq!(read, reads);
        for from in 0..reads {
            let (found, read) = run(several_delays, &file, (Kind::Fails, from), room);
            assert!(matches!(found, Err(ListError::Read(_))), "{from}: {found:?}");
            assert_eq!(read, from + 1, "nothing is read after a failure");
            let (found, _) = run(several_delays, &file, (Kind::Short, from), room);
            assert!(matches!(found, Err(ListError::Changed)), "{from}: {found:?}");
        }
    }
}

#[test]
fn a_source_that_changes_between_passes_is_named() {
    let group = group();
    let room = ROOMS[2].1;
    for (several_delays, file, reads) in cases(&group) {
        for from in 3..reads {
            let (found, _) = run(several_delays, &file, (Kind::Differs, from), room);
            // The bit may also make the statement malformed.
            assert!(
                matches!(found, Err(ListError::Changed | ListError::Records(_))),
                "{several_delays} {from}: {found:?}"
            );
        }
        // All passes see the same list, which differs from the original.
        let (found, _) = run(several_delays, &file, (Kind::Differs, 0), room);
        assert!(!matches!(found, Err(ListError::Changed)), "{found:?}");
    }
}

#[test]
fn work_stops_at_every_call() {
    let group = group();
    for (several_delays, file, _) in cases(&group) {
        for (_, room) in [ROOMS[0], ROOMS[2]] {
            let mut stop_at = 0;
            loop {
                let calls = Cell::new(0);
                let mut seen = Vec::new();
                let progress = |progress: Progress| {
                    calls.set(calls.get() + 1);
                    seen.push(progress);
                    calls.get() <= stop_at
                };
                let source = Cursor::new(&file);
                let found = if several_delays {
                    let mut list = open_several(&group, source);
                    list.verify(&false_proof(&group), room, progress).map(drop)
                } else {
                    open(&group, source)
                        .combine(&terms(Family::RandomExponents), &[COUNT], room, progress)
                        .map(drop)
                };
                let last = *seen.last().unwrap();
                if calls.get() <= stop_at {
                    assert!(!matches!(found, Err(ListError::Interrupted)));
                    // A false proof ends the work on a list that is read at once.
                    assert!(last.done == COUNT || last.parts == 1);
                    break;
                }
                assert!(matches!(found, Err(ListError::Interrupted)), "{stop_at}: {found:?}");
                assert!(seen.windows(2).all(|two| two[0].pass != two[1].pass || two[0].done < two[1].done));
                stop_at += 1;
            }
            assert!(stop_at > 0);
        }
    }
}

#[test]
fn what_is_wrong_in_a_part_has_its_place_in_the_whole() {
    let group = group();
    let bad = group.ring().residue(&Natural::from(FACTOR));
    let index = LEAF_RECORDS as u64 + 7;
    for (_, room) in ROOMS {
        for several_delays in [false, true] {
            let file = |list: &[_]| if several_delays { several(&group, list) } else { one(&group, list) };
            let mut list = sample(&group, if several_delays { DELAYS } else { 1 });
            list[index as usize].1 = group.identity();
            let (found, _) = run(several_delays, &file(&list), (Kind::No, 0), room);
            let trivial = BadRecords::TrivialInput { index: index as usize };
            assert!(matches!(found, Err(ListError::Records(reason)) if reason == trivial));

            list[index as usize].1 = bad.clone();
            let (found, _) = run(several_delays, &file(&list), (Kind::No, 0), room);
            let expected = Invalid::NotAUnit { index, side: Side::Input };
            assert!(matches!(&found, Err(ListError::Invalid(reason)) if *reason == expected), "{found:?}");
        }
    }
}

#[test]
fn headers_that_fit_no_list_are_refused() {
    let group = group();
    let source = || Cursor::new(Vec::<u8>::new());
    let of = |count| List::new(&group, StatementsHeader::new(&group, Some(T), count), source()).map(drop);
    assert!(matches!(of(0), Err(ListError::Invalid(Invalid::Empty))));
    assert!(matches!(of(u64::MAX), Err(ListError::Invalid(Invalid::TooMany(u64::MAX)))));
    let other = RsaGroup::unchecked(&Natural::from(1009u64 * 2003));
    for t in [Some(T), None] {
        let foreign = List::new(&other, StatementsHeader::new(&group, t, 1), source());
        assert!(matches!(foreign, Err(ListError::File(_))));
    }
}
