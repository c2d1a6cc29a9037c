//! The metadata of an offered snapshot, honest with edits or any, with a corrected hash or not: it is
//! accepted only if its chunks, its rounds and its hash agree.

#![no_main]

use heliast::wire::tagged;
use heliast_fuzz::{
    fields::Fields,
    network::{self, Network},
};
use heliast_network::parts::{Metadata, messages::Snapshot};
use libfuzzer_sys::fuzz_target;
use sha2::Digest;
use std::sync::LazyLock;

static NETWORK: LazyLock<Network> = LazyLock::new(network::network);

fuzz_target!(|data: &[u8]| {
    let mut fields = Fields(data);
    let flags = fields.u8();
    let height = u64::from(fields.u8());
    let metadata = match flags & 1 {
        0 => fields.0.to_vec(),
        _ => edited(fields),
    };
    let count = u32::try_from(metadata.len().saturating_sub(8) / 32).expect("short");
    // The engine also states the number of chunks, which may differ from the metadata's.
    let chunks = if flags & 2 == 0 { count } else { count ^ u32::from(flags >> 4) };
    let hash = tagged("heliast/network-snapshot/v1")
        .chain_update(NETWORK.chain.id())
        .chain_update(height.to_be_bytes())
        .chain_update(&metadata)
        .finalize();
    let hash = if flags & 4 == 0 { hash.to_vec() } else { data.to_vec() };
    let snapshot =
        Snapshot { height, format: 1, chunks, hash: hash.into(), metadata: metadata.clone().into() };
    let Some(found) = Metadata::of(&NETWORK.chain, &snapshot) else { return };
    assert_eq!([&found.round.to_be_bytes()[..], found.chunks.as_flattened()].concat(), metadata);
    assert!(height > 0 && flags & 4 == 0 && found.chunks.len() as u32 == snapshot.chunks);
    // There are the state's chunk and those that the rounds fill.
    assert!(found.round >= found.chunks.len() as u64 - 1);
    assert_eq!(found.round == 0, found.chunks.len() == 1);
});

/// Returns metadata with at most the rounds that its chunks contain, with edits.
fn edited(mut fields: Fields) -> Vec<u8> {
    let (chunks, fewer) = (u64::from(fields.u8() % 9), u64::from(fields.u8()));
    let most = chunks.saturating_mul(100);
    let mut bytes = most.saturating_sub(fewer).to_be_bytes().to_vec();
    bytes.extend((0..=chunks).flat_map(|index| [index as u8; 32]));
    fields.overwrite(&mut bytes);
    bytes
}
