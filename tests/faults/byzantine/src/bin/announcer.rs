//! Makes a given number of valid announcements of one participant, of a new tree each:
//! `announcer HOME COUNT SERIAL`. Prints their transactions in hexadecimal digits, one in a line,
//! for round 0: the round is not a part of any proof.
//!
//! A home has `genesis` and `keys.json`, as the directories of guests have. The roots are made up: this is
//! not visible before the trees have to answer.

use heliast::{
    Announcement, Chain, Genesis, SecretKey, StatelessScheme,
    keys::Change,
    stateful::{PublicKey, Scheme, Terms},
};
use heliast_network::parts::{Body, Transaction};
use std::{env, error::Error, fs, path::Path};

/// The first round of the keys, long after the test.
const FIRST: u64 = 1 << 40;
const HEIGHT: u8 = 20;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [home, count, serial] = &arguments[..] else { return Err("announcer HOME COUNT SERIAL".into()) };
    let home = Path::new(home);
    let chain = Chain::new(Genesis::from_bytes(&fs::read(home.join("genesis"))?)?)?;
    let mut key = key(&home.join("keys.json"))?;
    let public = key.public_key();
    let participants = chain.genesis().participants.iter();
    let participant = participants
        .map(|one| &one.public_key)
        .position(|one| *one == public)
        .ok_or("nobody has this key")?;
    for number in 0..count.parse()? {
        let transaction = announcement(&chain, &mut key, (participant as u32, serial.parse()?), number)?;
        println!("{}", hex::encode(transaction.to_bytes()));
    }
    Ok(())
}

/// The first stateless key of a file.
fn key(path: &Path) -> Result<SecretKey, Box<dyn Error>> {
    let file: serde_json::Value = serde_json::from_slice(&fs::read(path)?)?;
    let scheme = file["scheme"].as_str().and_then(StatelessScheme::from_name).ok_or("no scheme is named")?;
    let mut seed = [0; 32];
    hex::decode_to_slice(file["secrets"][0].as_str().ok_or("there is no secret")?, &mut seed)?;
    Ok(SecretKey::from_seed(scheme, seed))
}

fn announcement(
    chain: &Chain,
    key: &mut SecretKey,
    (participant, serial): (u32, u32),
    number: u64,
) -> Result<Transaction, Box<dyn Error>> {
    let slots = chain.genesis().committees.len() as u16;
    let mut root = [0; 32];
    root[..8].copy_from_slice(&number.to_be_bytes());
    let terms = Terms::new(Scheme::XVrf, HEIGHT, slots, FIRST)?;
    let change = Change::Key(PublicKey { terms, root, pub_seed: root });
    let (_, proof) = key.prove(&chain.announcement_input(participant, serial, &change))?;
    let body = Body::Announcement(Announcement { participant, serial, change, proof });
    Ok(Transaction { round: 0, body })
}
