//! The life of an X-VRF key: made, asked, reopened, asked again, copied, adopted, used up.
//!
//!     cargo run -p examples --bin key_life

use heliast_keystore::{Error as StoreError, Generation, Request, Settings, Store};
use heliast_vrf::stateful::{PublicKey, Scheme, Terms, Turn};
use std::{error::Error, fs, path::Path, sync::atomic::AtomicBool};

/// A tree of 2^4 leaves for the rounds 100 to 115, one input in each. In real use a height is 15 to 27.
const HEIGHT: u8 = 4;
const FIRST: u64 = 100;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let (key, copy) = (folder.path().join("key"), folder.path().join("copy"));
    // The witness, a record of what a key has answered, is outside of its directory. Programs use
    // `Settings::of_user()`.
    let settings = Settings { witnesses: folder.path().join("witnesses"), ..Settings::of_user()? };
    let turn = |round| Turn { round, slot: 0 };

    // Making a large key takes hours. It may be killed at any moment and goes on with `Generation::resume`.
    let terms = Terms::new(Scheme::XVrf, HEIGHT, 1, FIRST)?;
    let request = Request { terms, subtree: None, seeds: None };
    let making = Generation::create(&key, request, None, settings.clone())?;
    let public: PublicKey = making.run(&AtomicBool::new(false), |_| {})?;
    println!("a key of {} bytes for rounds {FIRST} to {}", PublicKey::LEN, FIRST + terms.rounds() - 1);

    // Only verification returns the output: it is never sent, and nobody uses an output that was not
    // verified.
    let mut store = Store::open(&key, None, &settings)?;
    let (output, proof) = store.prove(turn(100), b"the seed of round 100")?;
    let verified = public.verify(turn(100), b"the seed of round 100", proof.as_bytes())?;
    assert_eq!(output, verified);
    println!("round 100: {} bytes prove {}", proof.as_bytes().len(), hex::encode(verified));

    // The record of its answers outlives the process. The same input gets the same answer; another input is
    // refused.
    drop(store);
    let mut store = Store::open(&key, None, &settings)?;
    assert_eq!(store.prove(turn(100), b"the seed of round 100")?.0, output);
    refused(store.prove(turn(100), b"another seed"))?;
    store.prove(turn(103), b"the seed of round 103")?;
    refused(store.prove(turn(102), b"the seed of round 102"))?;
    drop(store);

    // A copy is refused, since the original may have answered in the meantime. An owner who is sure
    // that no other copy runs, and knows the last round in which the key has answered, adopts it
    // from a later round on.
    copy_files(&key, &copy)?;
    refused(Store::open(&copy, None, &settings))?;
    let mut adopted = Store::adopt(&copy, None, &settings, 110)?;
    refused(Store::open(&key, None, &settings))?;
    refused(adopted.prove(turn(109), b"the seed of round 109"))?;
    adopted.prove(turn(115), b"the seed of round 115")?;

    // That was the last leaf. Positions never restart: another key follows, announced in time.
    refused(adopted.prove(turn(116), b"the seed of round 116"))?;
    println!("used up; next turn: {:?}", adopted.next_turn());
    Ok(())
}

/// Prints the reason of a refusal; it is an error if nothing was refused.
fn refused<T>(result: Result<T, StoreError>) -> Result<(), Box<dyn Error>> {
    let reason = result.err().ok_or("what must be refused was answered")?;
    println!("refused: {reason}");
    Ok(())
}

fn copy_files(from: &Path, to: &Path) -> std::io::Result<()> {
    fs::create_dir(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        fs::copy(entry.path(), to.join(entry.file_name()))?;
    }
    // A directory that others can write to is refused.
    fs::set_permissions(to, fs::metadata(from)?.permissions())
}
