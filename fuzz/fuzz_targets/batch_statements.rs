//! Statements files of batches: one encoding each, and their records are exactly the canonical ones.

#![no_main]

use group::Group;
use heliast_fuzz::vectors::{self, TestGroup};
use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;
use vdf::batch::{BadRecords, Records, StatementsHeader};

static GROUPS: LazyLock<Vec<TestGroup>> = LazyLock::new(vectors::groups);

fuzz_target!(|data: &[u8]| {
    let Ok(header) = StatementsHeader::decode(data) else { return };
    let (head, bytes) = data.split_at(StatementsHeader::LEN);
    assert_eq!(header.encode(), head);
    let whole = bytes.len() as u128 == u128::from(header.count) * 2 * u128::from(header.width);
    assert_eq!(header.check_len(data.len() as u64).is_ok(), whole);

    let Some(TestGroup { group, .. }) =
        GROUPS.iter().find(|it| it.group.encoded_len() == header.width as usize)
    else {
        return;
    };
    assert_eq!(header.check_group(group).is_ok(), header.group_id == group.id());
    let one = group.encode(&group.identity());
    let good = |record: &[u8]| {
        let (x, y) = record.split_at(group.encoded_len());
        group.decode(x).is_ok() && group.decode(y).is_ok() && x != one
    };
    match Records::new(group, bytes) {
        Ok(records) => {
            assert!(records.bytes() == bytes && bytes.chunks(Records::stride(group)).all(good));
            if whole {
                assert_eq!(records.len() as u64, header.count);
                let again = StatementsHeader::file_of(group, header.t, &records);
                assert!(header.group_id != group.id() || again == data);
            }
        }
        Err(BadRecords::Length { .. }) => assert!(!bytes.len().is_multiple_of(Records::stride(group))),
        Err(BadRecords::Element { index, .. } | BadRecords::TrivialInput { index }) => {
            assert!(!good(&bytes[index * Records::stride(group)..][..Records::stride(group)]));
        }
    }
});
