//! Network files and frames of finality, honest with edits, signed anew or any: each has one encoding; an
//! accepted frame states about its round what the network has signed; a frame that is signed anew is accepted
//! if and only if enough of the network's validators have signed it.

#![no_main]

use heliast::{Chain, Tip};
use heliast_finality::{Frame, NetworkFile, Verifier};
use heliast_fuzz::{
    fields::Fields,
    frames::{self, Made},
};
use libfuzzer_sys::fuzz_target;
use serde_json::Value;
use std::sync::LazyLock;

/// A network of the vectors with its frames, by CometBFT.
struct Network {
    name: String,
    chain: Chain,
    file: NetworkFile,
    /// The states after each round, from round 0 on.
    tips: Vec<Tip>,
    /// The frames of the rounds from 1 on.
    frames: Vec<Vec<u8>>,
}

static NETWORKS: LazyLock<Vec<Network>> = LazyLock::new(networks);

fuzz_target!(|data: &[u8]| {
    let mut fields = Fields(data);
    let network = &NETWORKS[usize::from(fields.u8()) % NETWORKS.len()];
    let choice = usize::from(fields.u8());
    if choice == 0 {
        if let Ok(file) = NetworkFile::from_bytes(fields.0) {
            assert_eq!(file.to_bytes(), fields.0);
        }
        return;
    }
    if choice > 127 {
        // The keys of the first network's validators are known.
        return signed_anew(&NETWORKS[0], choice, fields);
    }
    let index = (choice - 1) / 2 % network.frames.len();
    let bytes = match choice % 2 {
        0 => fields.0.to_vec(),
        _ => edited(&network.frames[index], fields),
    };
    let Ok(frame) = Frame::from_bytes(&bytes) else { return };
    assert_eq!(frame.to_bytes(), bytes);
    let mut verifier = Verifier::new(&network.chain, &network.file).expect("the network's own file");
    let accepted = verifier.verify(&frame, &network.tips[index + 1]);
    let honest = Frame::from_bytes(&network.frames[index]).expect("an honest frame");
    match accepted {
        // Some votes may be left out.
        Ok(signed) => assert_eq!((signed.height, *frame.record()), (honest.height(), *honest.record())),
        Err(error) => assert_ne!(frame, honest, "an honest frame is refused: {error}"),
    }
});

/// Tests a frame with arbitrary validators, powers and signers: the rules determine whether it is accepted.
fn signed_anew(network: &Network, choice: usize, mut fields: Fields) {
    let tip = &network.tips[choice % (network.tips.len() - 1) + 1];
    let Some(made) = frames::frame(network.chain.id(), tip, &mut fields) else { return };
    let frame = Frame::from_bytes(&made.bytes).expect("it is made as the specification says");
    assert_eq!(frame.to_bytes(), made.bytes);
    let mut verifier = Verifier::new(&network.chain, &network.file).expect("the network's own file");
    let accepted = verifier.verify(&frame, tip);
    assert_eq!(accepted.is_ok(), !made.lies && is_enough(network, &made), "{accepted:?}");
    if let Ok(signed) = accepted {
        assert_eq!((signed.height, signed.signers), (made.height, made.signers.len()));
    }
}

/// Whether the frame's validators are validators of the network file with the same power, and those who
/// signed have more than two thirds of both total powers.
fn is_enough(network: &Network, made: &Made) -> bool {
    let trusted = network.file.validator_set();
    let (all, signed) = (made.set.validators(), &made.signers);
    let power = signed.iter().map(|key| made.set.power_of(key)).sum::<u64>();
    all.iter().all(|one| trusted.power_of(&one.key) == one.power)
        && 3 * power > 2 * made.set.total_power()
        && 3 * power > 2 * trusted.total_power()
}

/// Returns the frame with some bytes overwritten.
fn edited(honest: &[u8], fields: Fields) -> Vec<u8> {
    let mut bytes = honest.to_vec();
    fields.overwrite(&mut bytes);
    bytes
}

fn networks() -> Vec<Network> {
    let file: Value = serde_json::from_str(include_str!("../../vectors/finality.json")).expect("JSON");
    let all = file["cases"].as_array().expect("cases");
    let of_kind = |kind: &'static str| all.iter().filter(move |case| case["kind"] == kind);
    let mut networks: Vec<_> = of_kind("network").map(network).collect();
    for network in &mut networks {
        let own = of_kind("engine").filter(|case| case["network"] == *network.name);
        network.frames = own.map(|case| hex(&case["bytes"])).collect();
    }
    // The engine has signed nothing for one of them.
    networks.retain(|network| !network.frames.is_empty());
    networks
}

fn network(case: &Value) -> Network {
    let chain = Chain::from_bytes(&hex(&case["genesis_bytes"])).expect("a genesis");
    let mut tips = vec![chain.start()];
    for round in case["rounds"].as_array().expect("rounds") {
        let round = chain.decode_round(&hex(round)).expect("a round");
        let verified = chain.verify(tips.last().expect("one at least"), round).expect("an honest round");
        tips.push(chain.tip_after(&verified));
    }
    let file = NetworkFile::from_bytes(&hex(&case["bytes"])).expect("a network file");
    let name = case["name"].as_str().expect("a name").to_owned();
    Network { name, chain, file, tips, frames: vec![] }
}

fn hex(value: &Value) -> Vec<u8> {
    hex::decode(value.as_str().expect("text")).expect("hexadecimal")
}
