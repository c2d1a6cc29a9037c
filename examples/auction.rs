//! A sealed-bid auction: one setup, a hundred bids, one delay by which anybody opens them all.
//!
//!     cargo run --release -p examples --bin auction
//!
//! Two dealers each make a key of age and seal its secret half for the delay. A bid is sealed to both keys,
//! one inside the other, so that a dealer alone reads nothing, and one that forgets its key is enough. After
//! the close anybody computes the two delays, at the same time, and publishes the openings; nobody else has
//! to work, and no bidder and no dealer has to come back.
//!
//! Nothing is hidden once somebody has done the squarings, and the fastest machine is first. So the close
//! comes long before the fastest machine could finish. A bid does not show who made it: bidders sign.
//! Nobody outside the project has reviewed this.

use heliast_envelope::{
    Lock, Place, Sealer, Setup,
    age::{
        self, FileKey, Header, Stanza,
        x25519::{Identity, Recipient},
    },
};
use heliast_vdf::ProofFile;
use std::{
    error::Error,
    io::{self, Read, Write},
    thread,
};

/// Squarings, so few that this ends soon. In real use: more than the fastest machine can do before the close.
const T: u64 = 100_000;
const BIDDERS: usize = 100;
const DEALERS: usize = 2;

type Result<T> = std::result::Result<T, Box<dyn Error + Send + Sync>>;

/// The things that a dealer publishes: its public key, and its secret key in an envelope.
struct Dealt {
    key: Recipient,
    envelope: Vec<u8>,
}

fn main() -> Result<()> {
    // Done once for everybody. The program comes with such setups; verify a setup before you use it.
    let setup = Setup::begin(Place::rsa_2048());
    let mut evaluation = setup.evaluation(T)?;
    while !evaluation.advance(T / 10) {}
    let setup = setup.add(&evaluation, 2, |_| true)?;
    let setup = setup.as_file().clone().verify()?;

    // Before the auction. The secret keys are gone when this function returns.
    let dealers = (0..DEALERS).map(|_| deal(&setup)).collect::<Result<Vec<_>>>()?;

    // During the auction: bids come in, each in a moment, however long the delay is.
    let amounts: Vec<u64> = (0..BIDDERS as u64).map(|bidder| 1_000 + bidder * 7_919 % 9_973).collect();
    let bids = amounts.iter().enumerate().map(|(bidder, amount)| {
        let text = format!("auction of the owl, bidder {bidder}: {amount}");
        dealers.iter().try_fold(text.into_bytes(), |inner, dealer| seal_to(&dealer.key, &inner))
    });
    let bids = bids.collect::<Result<Vec<_>>>()?;
    println!(
        "{BIDDERS} bids, {} bytes in all; nobody can read one",
        bids.iter().map(Vec::len).sum::<usize>()
    );

    // After the close. Somebody works, all dealers' envelopes at the same time, and publishes the openings.
    let openings = thread::scope(|scope| {
        let workers: Vec<_> =
            dealers.iter().map(|dealer| scope.spawn(move || work(&dealer.envelope))).collect();
        workers.into_iter().map(|worker| worker.join().expect("no panic")).collect::<Result<Vec<_>>>()
    })?;

    // Everybody else takes them, and believes nobody.
    let keys = dealers.iter().zip(&openings).map(|(dealer, opening)| open_key(&dealer.envelope, opening));
    let keys = keys.collect::<Result<Vec<_>>>()?;
    let mut best = (0, 0);
    for (bidder, bid) in bids.iter().enumerate() {
        // The outermost file was sealed last.
        let bid = keys.iter().rev().try_fold(bid.clone(), |file, key| open_by(key, &file))?;
        let text = String::from_utf8(bid)?;
        let amount: u64 = text.rsplit(' ').next().unwrap_or_default().parse()?;
        if text != format!("auction of the owl, bidder {bidder}: {amount}") || amount != amounts[bidder] {
            return Err("a bid of another auction, or another bid".into());
        }
        best = best.max((amount, bidder));
    }
    println!("bidder {} wins with {}", best.1, best.0);

    // A bid that was changed after it was sent does not open; one dealer's key alone opens nothing.
    let mut changed = bids[0].clone();
    *changed.last_mut().ok_or("an empty bid")? ^= 1;
    if open_by(&keys[DEALERS - 1], &changed).is_ok() || open_by(&keys[0], &bids[0]).is_ok() {
        return Err("something opened that should not".into());
    }
    // The opening of one dealer's envelope does not open the other's.
    if open_key(&dealers[0].envelope, &openings[1]).is_ok() {
        return Err("an opening of another envelope was taken".into());
    }
    Ok(())
}

fn deal(setup: &Setup) -> Result<Dealt> {
    let identity = Identity::random()?;
    let sealer = Sealer::new(setup, T).ok_or("the setup has another delay")?;
    let envelope = seal(identity.to_text().as_bytes(), |key| Ok(sealer.lock(key)?.to_stanza()))?;
    Ok(Dealt { key: identity.recipient(), envelope })
}

fn seal(bytes: &[u8], stanza: impl Fn(&FileKey) -> io::Result<Stanza>) -> Result<Vec<u8>> {
    let mut file = age::encrypt(Vec::new(), |key| Ok(vec![stanza(key)?]))?;
    file.write_all(bytes)?;
    Ok(file.finish()?)
}

fn seal_to(key: &Recipient, bytes: &[u8]) -> Result<Vec<u8>> {
    seal(bytes, |file_key| key.wrap(file_key))
}

/// The delay of an envelope, with its proof.
fn work(envelope: &[u8]) -> Result<ProofFile> {
    let lock = lock_of(envelope)?;
    let mut evaluation = lock.evaluation();
    // Interrupted and resumed as any delay is: see delay.rs.
    while !evaluation.advance(T / 10) {}
    Ok(lock.prove(&evaluation, 1, |_| true)?)
}

fn lock_of(envelope: &[u8]) -> Result<Lock> {
    let header = Header::read(&mut &envelope[..])?;
    let locks = header.stanzas().iter().filter_map(|stanza| Lock::from_stanza(stanza).transpose());
    Ok(locks.collect::<std::result::Result<Vec<_>, _>>()?.pop().ok_or("no lock")?)
}

fn open_key(envelope: &[u8], opening: &ProofFile) -> Result<Identity> {
    let file_key = lock_of(envelope)?.open_with(opening)?;
    let text = contents(envelope, |_| Ok(Some(file_key.clone())))?;
    Ok(std::str::from_utf8(&text)?.parse()?)
}

fn open_by(key: &Identity, file: &[u8]) -> Result<Vec<u8>> {
    contents(file, |stanza| Ok(key.unwrap(stanza)?))
}

fn contents(file: &[u8], find: impl Fn(&Stanza) -> Result<Option<FileKey>>) -> Result<Vec<u8>> {
    let mut input = file;
    let header = Header::read(&mut input)?;
    let [stanza] = header.stanzas() else { return Err("another number of recipients".into()) };
    let file_key = find(stanza)?.ok_or("it was sealed to somebody else")?;
    let mut bytes = Vec::new();
    age::Opener::new(input, &header, &file_key)?.read_to_end(&mut bytes)?;
    Ok(bytes)
}
