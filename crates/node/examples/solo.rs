//! A node in a few lines: a new chain, the solo engine, the HTTP side. `cargo run -p node --example solo -- [PORT] [PARTICIPANTS] [PERIOD_MS]`

use std::error::Error;
use std::sync::Arc;
use std::thread;
use std::time::{SystemTime, UNIX_EPOCH};

use heliast::{Chain, Genesis, Participant, RsaGroup, SecretKey, Suite, VrfScheme};
use node::engine::{Solo, calibrate};
use node::{Limits, Shared, Store, serve};

fn main() -> Result<(), Box<dyn Error>> {
    let mut numbers = std::env::args().skip(1).map(|argument| argument.parse::<u32>());
    let port = numbers.next().transpose()?.unwrap_or(7070) as u16;
    let participants = numbers.next().transpose()?.unwrap_or(8);
    let period_ms = numbers.next().transpose()?.unwrap_or(3000);

    let group = RsaGroup::rsa_2048();
    let speed = calibrate(&group);
    let keys: Vec<SecretKey> = (0..participants).map(key).collect();
    let members = keys.iter().map(|key| Participant { public_key: key.public_key(), stake: 10 });
    let genesis = Genesis {
        vrf: VrfScheme::EcvrfTai,
        delay: Suite::default(),
        t: (speed * f64::from(period_ms) / 1000.0 * 0.65) as u64,
        genesis_time_ms: SystemTime::now().duration_since(UNIX_EPOCH)?.as_millis() as u64,
        period_ms,
        expected_votes: 20,
        modulus: group.modulus().clone(),
        participants: members.collect(),
        nonce: [0; 32],
    };
    let dir = std::env::temp_dir().join(format!("heliast-solo-{}", std::process::id()));
    let shared = Shared::new(Store::create(&dir, &Chain::new(genesis)?)?);
    let engine = Solo::new(Arc::clone(&shared), keys, 2, speed, Arc::new(|| false))?;
    thread::spawn(move || engine.run(None, |finished| println!("round {}", finished.round.number)));

    println!("http://127.0.0.1:{port} from {}", dir.display());
    tokio::runtime::Builder::new_multi_thread().enable_all().build()?.block_on(async {
        let listener = tokio::net::TcpListener::bind(("127.0.0.1", port)).await?;
        serve(shared, listener, Limits::default(), std::future::pending()).await;
        Ok(())
    })
}

/// Keys that anybody can guess, as fits an example.
fn key(participant: u32) -> SecretKey {
    let mut seed = [0; 32];
    seed[..4].copy_from_slice(&participant.to_be_bytes());
    SecretKey::from_seed(VrfScheme::EcvrfTai, seed)
}
