//! A file of a node's outbox, honest with edits or any, with a corrected digest or not: its place is given
//! up, or the file is the only encoding of a transaction, which remains the only one at its place. The target
//! uses a directory in `/dev/shm`.

#![no_main]

use heliast_fuzz::fields::Fields;
use heliast_network::parts::{Kind, Outbox, OutboxError, Place};
use libfuzzer_sys::fuzz_target;
use sha2::Digest;
use std::{
    fs,
    path::{Path, PathBuf},
    process,
    sync::LazyLock,
};

const CHAIN: [u8; 32] = [7; 32];
const PLACE: Place = Place { round: 5, participant: 3, kind: Kind::Ticket { slot: 1 } };
const HONEST: &[u8] = b"a ticket, as it was drawn";

/// A directory for this process, the honest file's name and its bytes.
struct Home {
    dir: PathBuf,
    file: PathBuf,
    honest: Vec<u8>,
}

static HOME: LazyLock<Home> = LazyLock::new(home);

fuzz_target!(|data: &[u8]| {
    let mut fields = Fields(data);
    let flags = fields.u8();
    let mut bytes = match flags & 1 {
        0 => fields.0.to_vec(),
        _ => edited(&HOME.honest, fields),
    };
    if flags & 2 == 0 {
        bytes.extend(digest(&bytes));
    }
    fs::write(&HOME.file, &bytes).expect("memory takes it");
    let mut outbox = Outbox::open(&HOME.dir, &CHAIN).expect("a damaged file is not an error");
    match outbox.kept(PLACE).map(|kept| kept.map(<[u8]>::to_vec)) {
        Ok(None) => panic!("a place is free whose file is there"),
        Ok(Some(kept)) => {
            assert_eq!(written(&kept), bytes);
            fs::write(&HOME.file, &bytes).expect("memory takes it");
            let other = outbox.keep(PLACE, &[&kept[..], b"!"].concat());
            assert!(matches!(other, Err(OutboxError::Other(PLACE))), "{other:?}");
        }
        Err(error) => {
            assert!(matches!(error, OutboxError::Damaged { place: PLACE, .. }), "{error:?}");
            assert!(bytes != HOME.honest, "the honest file is refused: {error}");
            assert!(outbox.keep(PLACE, HONEST).is_err(), "a place is used again");
        }
    }
});

fn home() -> Home {
    let dir = Path::new("/dev/shm").join(format!("heliast-outbox-{}", process::id()));
    fs::create_dir_all(&dir).expect("a directory in memory");
    let file = dir.join(name());
    let home = Home { dir, file, honest: vec![] };
    Home { honest: write(&home.dir, &home.file, HONEST), ..home }
}

/// Returns the name of the place's file, in hexadecimal.
fn name() -> String {
    hex::encode([&5u64.to_be_bytes()[..], &[0, 1], &3u32.to_be_bytes()].concat())
}

/// Returns the file that the outbox itself writes for a transaction.
fn written(transaction: &[u8]) -> Vec<u8> {
    write(&HOME.dir, &HOME.file, transaction)
}

fn write(dir: &Path, file: &Path, transaction: &[u8]) -> Vec<u8> {
    let _ = fs::remove_file(file);
    let mut outbox = Outbox::open(dir, &CHAIN).expect("a directory in memory");
    outbox.keep(PLACE, transaction).expect("a free place");
    fs::read(file).expect("it is durable")
}

/// Returns the file without its digest, with some bytes overwritten.
fn edited(honest: &[u8], fields: Fields) -> Vec<u8> {
    let mut bytes = honest[..honest.len() - 32].to_vec();
    fields.overwrite(&mut bytes);
    bytes
}

/// The hash begins as in `heliast::wire::tagged`.
fn digest(bytes: &[u8]) -> [u8; 32] {
    heliast::wire::tagged("heliast/outbox/v1").chain_update(bytes).finalize().into()
}
