//! The files of a key store, one of them edited, with corrected digests or not: the store is refused, or it
//! opens as the same key with the same marks, so that an answer that it has given remains the only one.

#![no_main]

use heliast_fuzz::fields::Fields;
use heliast_keystore::{Error, Generation, HostId, Request, Seeds, Settings, Store};
use heliast_vrf::stateful::{Proof, PublicKey, Scheme, Terms, Turn};
use libfuzzer_sys::fuzz_target;
use sha2::{Digest, Sha256};
use std::{
    env, fs,
    num::NonZero,
    path::{Path, PathBuf},
    sync::{LazyLock, atomic::AtomicBool},
};

/// A store in its own directories, which has answered once.
struct Fixture {
    dir: PathBuf,
    settings: Settings,
    public: PublicKey,
    proof: Proof,
    /// The secret, marks, roots, the subtree in use and the witness, unchanged.
    files: Vec<(PathBuf, Vec<u8>)>,
}

const ANSWERED: Turn = Turn { round: 3, slot: 1 };
const NEXT: Turn = Turn { round: 4, slot: 0 };

static FIXTURE: LazyLock<Fixture> = LazyLock::new(Fixture::make);

fuzz_target!(|data: &[u8]| {
    let mut fields = Fields(data);
    let (choice, flags) = (usize::from(fields.u8()), fields.u8());
    FIXTURE.restore();
    let (path, honest) = &FIXTURE.files[choice % FIXTURE.files.len()];
    let mut bytes = honest.clone();
    match flags >> 4 {
        1 => bytes.truncate(usize::from(fields.u16()) % bytes.len()),
        2 => bytes.extend([0; 64]),
        _ => {}
    }
    fields.overwrite(&mut bytes);
    if flags & 1 == 1 {
        // A mark file has two frames.
        for at in [0, 4096] {
            put_right(&mut bytes, at);
        }
    }
    fs::write(path, &bytes).expect("a file in memory");
    FIXTURE.check(bytes == *honest);
});

impl Fixture {
    fn make() -> Fixture {
        let memory = Path::new("/dev/shm");
        let base = if memory.is_dir() { memory.to_owned() } else { env::temp_dir() };
        let base = base.join("heliast-fuzz-lot-store");
        let _ = fs::remove_dir_all(&base);
        let (dir, witnesses) = (base.join("key"), base.join("witnesses"));
        let settings = Settings { witnesses, host: HostId::of_id(b"fuzz"), threads: NonZero::<usize>::MIN };
        let terms = Terms::new(Scheme::IVrf, 4, 2, 0).expect("terms");
        let seeds = Seeds { secret: [1; 32], public: [2; 32] };
        let request = Request { terms, subtree: Some(2), seeds: Some(seeds) };
        let generation = Generation::create(&dir, request, None, settings.clone()).expect("a new directory");
        let public = generation.run(&AtomicBool::new(false), |_| {}).expect("16 leaves");
        let mut store = Store::open(&dir, None, &settings).expect("a new key");
        store.prove(Turn { round: 0, slot: 0 }, b"before").expect("a first answer");
        let (_, proof) = store.prove(ANSWERED, b"a").expect("a second answer");
        drop(store);

        let witness = settings.witnesses.join(hex::encode(Sha256::digest(public.to_bytes())));
        let names = ["secret", "marks", "roots", "subtree-0"].map(|name| dir.join(name));
        let files = names.into_iter().chain([witness]);
        let files = files.map(|path| (path.clone(), fs::read(path).expect("a file of the store"))).collect();
        Fixture { dir, settings, public, proof, files }
    }

    /// Undoes the changes of the previous input. It writes the files in place, because a mark file records
    /// its own identity.
    fn restore(&self) {
        for dir in [&self.dir, &self.settings.witnesses] {
            for entry in fs::read_dir(dir).expect("a directory in memory") {
                let path = entry.expect("an entry").path();
                if !self.files.iter().any(|(kept, _)| *kept == path) {
                    fs::remove_file(path).expect("a file in memory");
                }
            }
        }
        self.files.iter().for_each(|(path, bytes)| fs::write(path, bytes).expect("a file in memory"));
    }

    fn check(&self, is_honest: bool) {
        let mut store = match Store::open(&self.dir, None, &self.settings) {
            Ok(store) => store,
            Err(Error::Unfinished { missing, total, .. }) => {
                assert!(missing <= total);
                let generation = Generation::resume(&self.dir, None, self.settings.clone());
                return assert!(generation.is_ok_and(|generation| !generation.is_complete()));
            }
            Err(_) => return assert!(!is_honest, "an honest store is refused"),
        };
        assert_eq!((store.public_key(), store.next_turn()), (self.public, Some(NEXT)));
        for input in [b"b".as_slice(), b"before", b""] {
            assert!(store.prove(ANSWERED, input).is_err(), "a second answer");
            assert!(store.prove(Turn { slot: 0, ..ANSWERED }, input).is_err(), "an answer too late");
        }
        let again = store.prove(ANSWERED, b"a").expect("the same answer");
        assert_eq!(again.1, self.proof);
        let last = Turn { round: 15, slot: 1 };
        for turn in [NEXT, last] {
            let (output, proof) = store.prove(turn, b"b").expect("an answer");
            assert_eq!(self.public.verify(turn, b"b", proof.as_bytes()), Ok(output));
        }
        assert_eq!(store.next_turn(), None);
    }
}

/// Corrects the digest of the frame at `at`, if there is one.
fn put_right(bytes: &mut [u8], at: usize) -> Option<()> {
    const HEADER: usize = 16;
    let frame = bytes.get_mut(at..)?;
    let len = u64::from_be_bytes(frame.get(8..HEADER)?.try_into().ok()?);
    let end = HEADER.checked_add(usize::try_from(len).ok()?)?;
    let (covered, digest) = frame.split_at_mut_checked(end)?;
    digest.get_mut(..16)?.copy_from_slice(&Sha256::digest(covered)[..16]);
    Some(())
}
