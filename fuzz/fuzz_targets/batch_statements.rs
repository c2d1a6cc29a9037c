//! Statements files of batches, of either kind: each has one encoding, and exactly the canonical records are
//! accepted.

#![no_main]

use heliast_fuzz::vectors::{self, TestGroup};
use heliast_group::{Group, RsaGroup};
use heliast_vdf::{
    MAX_DELAY,
    batch::{BadRecords, Records, StatementsHeader},
};
use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;

static GROUPS: LazyLock<Vec<TestGroup>> = LazyLock::new(vectors::groups);

fuzz_target!(|data: &[u8]| {
    let Ok(header) = StatementsHeader::decode(data) else { return };
    let (head, bytes) = data.split_at(StatementsHeader::LEN);
    assert_eq!(header.encode(), head);
    let of_t = if header.t.is_some() { 0 } else { 8 };
    assert_eq!(header.record_len(), of_t + 2 * u64::from(header.width));
    let whole = bytes.len() as u128 == u128::from(header.count) * u128::from(header.record_len());
    assert_eq!(header.check_len(data.len() as u64).is_ok(), whole);

    let fits = |it: &&TestGroup| it.group.encoded_len() == header.width as usize;
    let Some(TestGroup { group, .. }) = GROUPS.iter().find(fits) else { return };
    assert_eq!(header.check_group(group).is_ok(), header.group_id == group.id());
    check_records(group, &header, bytes);
});

/// Whether these are canonical elements x and y, and x is not the identity.
fn good(group: &RsaGroup, elements: &[u8]) -> bool {
    let (x, y) = elements.split_at(group.encoded_len());
    group.decode(x).is_ok() && group.decode(y).is_ok() && x != group.encode(&group.identity())
}

/// Checks that the records are read without a change, or refused for a reason that is true.
fn check_records(group: &RsaGroup, header: &StatementsHeader, bytes: &[u8]) {
    let stride = header.record_len() as usize;
    let of_t = stride - Records::record_len(group);
    let delay = |record: &[u8]| record[..of_t].iter().fold(0, |t, byte| t << 8 | u64::from(*byte));
    let in_range = |t: u64| of_t == 0 || (1..MAX_DELAY).contains(&t);
    match header.records(group, bytes) {
        Ok(records) => {
            let good = |record: &[u8]| in_range(delay(record)) && good(group, &record[of_t..]);
            assert!(records.bytes() == bytes && bytes.chunks(stride).all(good));
            assert_eq!((records.len(), records.have_delays()), (bytes.len() / stride, of_t > 0));
            let delays = bytes.chunks(stride).map(delay);
            assert!(delays.enumerate().all(|(index, t)| records.delay(index) == t));
        }
        Err(BadRecords::Delay { index, t }) => {
            assert!(!in_range(t) && delay(&bytes[index * stride..]) == t);
        }
        Err(reason) => check_reason(&reason, bytes, stride, |record| good(group, &record[of_t..])),
    }
}

/// Checks that the reason is true.
fn check_reason(reason: &BadRecords, bytes: &[u8], stride: usize, good: impl Fn(&[u8]) -> bool) {
    match reason {
        BadRecords::Length { .. } => assert!(!bytes.len().is_multiple_of(stride)),
        BadRecords::Element { index, .. } | BadRecords::TrivialInput { index } => {
            assert!(!good(&bytes[index * stride..][..stride]));
        }
        other => panic!("{other}"),
    }
}
