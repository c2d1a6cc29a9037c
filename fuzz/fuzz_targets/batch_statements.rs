//! Statements files of batches, of either kind: one encoding each, and their records are exactly the
//! canonical ones.

#![no_main]

use heliast_fuzz::vectors::{self, TestGroup};
use heliast_group::{Group, RsaGroup};
use heliast_vdf::{
    MAX_DELAY,
    batch::{AnyHeader, BadRecords, Records, StatementsHeader, varied},
};
use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;

static GROUPS: LazyLock<Vec<TestGroup>> = LazyLock::new(vectors::groups);

fuzz_target!(|data: &[u8]| {
    let Ok(header) = AnyHeader::decode(data) else { return };
    let (head, bytes) = data.split_at(StatementsHeader::LEN);
    assert_eq!(header.encode(), head);
    let (group_id, width, of_t) = match &header {
        AnyHeader::One(header) => (header.group_id, header.width, 0),
        AnyHeader::Varied(header) => (header.group_id, header.width, 8),
    };
    assert_eq!(header.record_len(), of_t + 2 * u64::from(width));
    let whole = bytes.len() as u128 == u128::from(header.count()) * u128::from(header.record_len());
    assert_eq!(header.check_len(data.len() as u64).is_ok(), whole);
    assert_eq!(StatementsHeader::decode(data).is_ok(), of_t == 0);
    assert_eq!(varied::StatementsHeader::decode(data).is_ok(), of_t == 8);

    let Some(TestGroup { group, .. }) = GROUPS.iter().find(|it| it.group.encoded_len() == width as usize)
    else {
        return;
    };
    assert_eq!(header.check_group(group).is_ok(), group_id == group.id());
    let file = match &header {
        AnyHeader::One(header) => {
            records(group, bytes).map(|read| StatementsHeader::file_of(group, header.t, &read))
        }
        AnyHeader::Varied(_) => {
            varied_records(group, bytes).map(|read| varied::StatementsHeader::file_of(group, &read))
        }
    };
    if let Some(file) = file {
        assert!(!whole || group_id != group.id() || file == data);
    }
});

/// Whether these are canonical elements x and y, x not the identity.
fn good(group: &RsaGroup, elements: &[u8]) -> bool {
    let (x, y) = elements.split_at(group.encoded_len());
    group.decode(x).is_ok() && group.decode(y).is_ok() && x != group.encode(&group.identity())
}

fn records<'a>(group: &RsaGroup, bytes: &'a [u8]) -> Option<Records<'a>> {
    let stride = Records::record_len(group);
    match Records::new(group, bytes) {
        Ok(records) => {
            assert!(records.bytes() == bytes && bytes.chunks(stride).all(|record| good(group, record)));
            assert_eq!(records.len(), bytes.len() / stride);
            Some(records)
        }
        Err(reason) => {
            check_reason(&reason, bytes, stride, |record| good(group, record));
            None
        }
    }
}

fn varied_records<'a>(group: &RsaGroup, bytes: &'a [u8]) -> Option<varied::Records<'a>> {
    let stride = varied::Records::record_len(group);
    let delay = |record: &[u8]| u64::from_be_bytes(record[..8].try_into().expect("eight bytes"));
    let in_range = |t: u64| (1..MAX_DELAY).contains(&t);
    match varied::Records::new(group, bytes) {
        Ok(records) => {
            let good = |record: &[u8]| in_range(delay(record)) && good(group, &record[8..]);
            assert!(records.bytes() == bytes && bytes.chunks(stride).all(good));
            assert_eq!(records.len(), bytes.len() / stride);
            let delays = bytes.chunks(stride).map(delay);
            assert!(delays.enumerate().all(|(index, t)| records.delay(index) == t));
            Some(records)
        }
        Err(varied::BadRecords::Delay { index, t }) => {
            assert!(!in_range(t) && delay(&bytes[index * stride..]) == t);
            None
        }
        Err(varied::BadRecords::Records(reason)) => {
            check_reason(&reason, bytes, stride, |record| good(group, &record[8..]));
            None
        }
        Err(other) => panic!("{other}"),
    }
}

/// That the reason is true.
fn check_reason(reason: &BadRecords, bytes: &[u8], stride: usize, good: impl Fn(&[u8]) -> bool) {
    match reason {
        BadRecords::Length { .. } => assert!(!bytes.len().is_multiple_of(stride)),
        BadRecords::Element { index, .. } | BadRecords::TrivialInput { index } => {
            assert!(!good(&bytes[index * stride..][..stride]));
        }
        other => panic!("{other}"),
    }
}
