//! `heliast verify --fast`: epoch proofs are used if they are valid; if not, the rounds' own proofs decide.

use crate::{
    chain::{genesis, next_round, stored_chain},
    nodes::{answer, serve},
    run::Place,
};
use heliast::{
    Chain, EpochProof, Pending, Round, Tip,
    bundle::{write_epoch_proof, write_header, write_round},
};
use heliast_engine::Handles;
use heliast_http::{Limits, Server};
use heliast_store::Store;
use redb::{Database, ReadableTable, TableDefinition};
use serde_json::Value;
use std::{net::TcpListener, num::NonZeroU32, path::Path};

const EPOCHS: TableDefinition<u64, &[u8]> = TableDefinition::new("epochs");

/// The first rounds of the chain, verified except for their delays.
fn pending(chain: &Chain, rounds: &[Round]) -> Vec<Pending> {
    let mut tip = chain.start();
    let check = |round: &Round| {
        let pending = chain.check(&tip, round.clone()).unwrap();
        tip = chain.follow_unverified(&tip, round).unwrap();
        pending
    };
    rounds.iter().map(check).collect()
}

/// A chain of these keys in which round `false_at`, if it is not 0, has a false output on which later rounds
/// build.
fn rounds(count: u64, false_at: u64) -> (Chain, Vec<Round>) {
    let (mut keys, chain) = genesis(7);
    let (mut rounds, mut tip): (Vec<Round>, Tip) = (Vec::new(), chain.start());
    for number in 1..=count {
        let mut round = (*next_round(&mut keys, &chain, &tip)).clone();
        if number == false_at {
            round.y = chain.check(&tip, round.clone()).unwrap().facts().x.clone();
        }
        tip = chain.follow_unverified(&tip, &round).unwrap();
        rounds.push(round);
    }
    (chain, rounds)
}

fn proofs(chain: &Chain, rounds: &[Round], len: usize) -> Vec<EpochProof> {
    let pending = pending(chain, rounds);
    pending
        .chunks_exact(len)
        .map(|rounds| chain.prove_epoch(rounds, 1, |_| true).unwrap().proof.clone())
        .collect()
}

/// A bundle of these rounds, with these epoch proofs before some of them.
fn bundle(chain: &Chain, rounds: &[Round], proofs: &[(u64, Vec<u8>)]) -> Vec<u8> {
    let mut bytes = Vec::new();
    write_header(&mut bytes, chain, &chain.start(), rounds.len() as u64).unwrap();
    for (number, round) in (1..).zip(rounds) {
        for (_, proof) in proofs.iter().filter(|(before, _)| *before == number) {
            write_epoch_proof(&mut bytes, proof).unwrap();
        }
        write_round(&mut bytes, &round.encode()).unwrap();
    }
    bytes
}

fn place_with(bundle: &[u8]) -> Place {
    let place = Place::new();
    place.write("bundle", bundle);
    place
}

/// A store of `count` rounds, with the proofs of its complete epochs of `len` rounds.
fn store_with_epochs(dir: &Path, count: u64, len: usize) -> Store {
    let store = stored_chain(dir, count);
    let stored = store.range(1, count).map(|item| store.chain().decode_round(&item.unwrap().1).unwrap());
    let pending = pending(store.chain(), &stored.collect::<Vec<_>>());
    for rounds in pending.chunks_exact(len) {
        store.add_epoch(&store.chain().prove_epoch(rounds, 1, |_| true).unwrap()).unwrap();
    }
    store
}

fn counts(report: &Value) -> [u64; 4] {
    let unused = report["epoch_proofs_not_used"].as_array().map_or(0, Vec::len) as u64;
    let count = |key: &str| report[key].as_u64().unwrap();
    [count("epoch_proofs"), count("rounds_by_epoch_proofs"), count("rounds_by_own_proofs"), unused]
}

#[test]
fn every_source_has_its_epoch_proofs() {
    let place = Place::new();
    drop(store_with_epochs(&place.path("data"), 12, 5));
    let (_, plain) = place.json("verify data");
    place.ok("export --data data --out bundle");
    assert_eq!(place.read("bundle")[..5], *b"HLBN\x03");
    assert_eq!(place.json("verify bundle").1["beacon"], plain["beacon"]);
    let check = |source: &str, expected: [u64; 4]| {
        let (code, fast) = place.json(&format!("verify {source} --fast"));
        assert_eq!(
            (code, &fast["beacon"], counts(&fast)),
            (0, &plain["beacon"], expected),
            "{source}: {fast}"
        );
        fast
    };
    assert_eq!(check("data", [2, 10, 2, 0])["from_genesis"], true);
    check("bundle", [2, 10, 2, 0]);
    // No proof is used for an incomplete epoch.
    check("data --from 3", [1, 5, 5, 0]);
    check("bundle --from 6", [1, 5, 2, 0]);
    check("data --from 12", [0, 0, 1, 0]);
    place.ok("export --data data --out late --from 6");
    check("late", [1, 5, 2, 0]);
    let piped = place.run_with_stdin("verify - --fast", &place.read("bundle"));
    assert_eq!(piped.code, 0, "{piped:?}");
    assert!(
        piped.text().starts_with("valid, delays partly by epoch proofs: 12 rounds, from genesis\n"),
        "{piped:?}"
    );
    let whole = place.json("export --data data --to 10 --out whole");
    assert_eq!(whole.0, 0, "{whole:?}");
    let headline = place.ok("verify whole --fast").text().to_owned();
    assert!(headline.starts_with("valid, delays by epoch proofs: 10 rounds, from genesis\n"), "{headline}");
    let by = |line: &str| place.json(line).1["delays_by"].clone();
    assert_eq!(by("verify whole --fast"), "epoch-proofs");
    assert_eq!([by("verify whole"), by("verify bundle --fast")], ["own-proofs", "both"]);

    // A range without a complete epoch has no proof in it.
    place.ok("export --data data --out middle --from 2 --to 9");
    assert_eq!(counts(&place.json("verify middle --fast").1), [0, 0, 8, 0]);

    let store = Store::open(place.path("data")).unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let handles = Handles::with_epochs(store, NonZeroU32::new(5).unwrap());
    let server = Server::start(handles, listener, Limits::default()).unwrap();
    check(&url, [2, 10, 2, 0]);
    check(&format!("{url} --from 4"), [1, 5, 4, 0]);
    assert!(place.json(&format!("verify {url}")).1["epoch_proofs"] == 0);
    server.stop();
}

#[test]
fn a_wrong_epoch_proof_makes_no_good_chain_bad() {
    let (chain, rounds) = rounds(8, 0);
    let proofs = proofs(&chain, &rounds, 4);
    let [first, second] = [proofs[0].encode(), proofs[1].encode()];
    let of_another = EpochProof { proof: proofs[1].proof.clone(), ..proofs[0].clone() };
    let shortened = EpochProof { count: 3, ..proofs[0].clone() };
    let lengthened = EpochProof { count: 8, ..proofs[0].clone() };
    let foreign = EpochProof { chain: [1; 32], ..proofs[0].clone() };
    let mut flipped = first.clone();
    *flipped.last_mut().unwrap() ^= 1;
    let good = (5, second.clone());
    // Wrong bytes before round 1, and the reason in the report; the second epoch has its proof.
    for (wrong, reason, used) in [
        (of_another.encode(), "the epoch proof of rounds 1 to 4 does not hold", [1, 4, 4, 1]),
        (flipped, "does not hold", [1, 4, 4, 1]),
        (shortened.encode(), "the epoch proof of rounds 1 to 3 does not hold", [1, 4, 4, 1]),
        (foreign.encode(), "it is of another chain", [1, 4, 4, 1]),
        (second.clone(), "is of rounds that begin with 5", [1, 4, 4, 1]),
        (first[..first.len() - 1].to_vec(), "is malformed: the epoch proof is cut short", [1, 4, 4, 1]),
        (b"HLEP".to_vec(), "is malformed", [1, 4, 4, 1]),
        (lengthened.encode(), "the epoch proof of rounds 1 to 8 does not hold", [0, 0, 8, 1]),
    ] {
        let place = place_with(&bundle(&chain, &rounds, &[(1, wrong), good.clone()]));
        let (code, report) = place.json("verify bundle --fast");
        assert_eq!((code, counts(&report)), (0, used), "{reason}: {report}");
        let said = report["epoch_proofs_not_used"][0].as_str().unwrap();
        assert!(said.contains(reason), "{reason}: {said}");
        let outcome = place.ok("verify bundle --fast");
        assert!(outcome.stderr.contains(said) && outcome.stderr.contains("own proofs"), "{outcome:?}");
        let plain = place.ok("verify bundle");
        assert_eq!(plain.stderr, "");
    }
    // Proofs in the middle of an epoch are ignored, and so are proofs of more rounds than the bundle has.
    let place = place_with(&bundle(&chain, &rounds[..6], &[(1, first), (3, second.clone()), (5, second)]));
    assert_eq!(counts(&place.json("verify bundle --fast").1), [1, 4, 2, 0]);
}

#[test]
fn no_epoch_proof_makes_a_bad_chain_good() {
    let (chain, honest) = rounds(8, 0);
    let proofs: Vec<_> =
        proofs(&chain, &honest, 4).iter().map(|proof| (proof.first, proof.encode())).collect();
    let refused = |rounds: &[Round], message: &str| {
        let place = place_with(&bundle(&chain, rounds, &proofs));
        for line in ["verify bundle --fast", "verify bundle"] {
            let outcome = place.run(line);
            let found = outcome.failed(outcome.code);
            assert!([1, 3].contains(&outcome.code) && found.starts_with(message), "{line}: {found}");
        }
    };
    // Forged with all keys, so that the later rounds are drawn from the false output.
    for at in [1, 3, 4, 5, 8] {
        refused(&rounds(8, at).1, &format!("round {at}: the delay does not hold"));
    }
    // Forged without them, so that the next round's tickets fail, too.
    for at in [2, 4, 7, 8] {
        let mut changed = honest.clone();
        changed[at - 1].y = changed[at % 8].y.clone();
        refused(&changed, &format!("round {at}: the delay does not hold"));
    }
    let mut swapped = honest.clone();
    swapped.swap(1, 2);
    refused(&swapped, "round 2: what is kept as round 2 says that it is round 3");
    let mut ticketless = honest.clone();
    ticketless[2].tickets.pop();
    refused(&ticketless, "round 3: the delay does not hold");
    let bytes = bundle(&chain, &honest, &proofs);
    place_with(&bytes[..bytes.len() - 1]).run("verify bundle --fast").failed(3);
}

/// `--fast` skips the rounds' own proofs, and reports this.
#[test]
fn own_proofs_of_an_epochs_rounds_are_not_looked_at() {
    let (chain, mut rounds) = rounds(6, 0);
    let proof = proofs(&chain, &rounds, 4).remove(0).encode();
    rounds[2].proof = rounds[1].proof.clone();
    let place = place_with(&bundle(&chain, &rounds, &[(1, proof)]));
    assert_eq!(counts(&place.json("verify bundle --fast").1), [1, 4, 2, 0]);
    place.run("verify bundle").failed(1);
    rounds[4].proof = rounds[1].proof.clone();
    let place = place_with(&bundle(&chain, &rounds, &[]));
    let message = place.run("verify bundle --fast").failed(1).to_owned();
    assert!(message.starts_with("round 3: the delay does not hold"), "{message}");
}

/// Directly changes a stored chain.
fn tamper(place: &Place, table: TableDefinition<u64, &[u8]>, key: u64, change: impl Fn(&[u8]) -> Vec<u8>) {
    let database = Database::open(place.path("data/chain.redb")).unwrap();
    let mut transaction = database.begin_write().unwrap();
    transaction.set_quick_repair(true);
    {
        let mut table = transaction.open_table(table).unwrap();
        let changed = change(table.get(key).unwrap().unwrap().value());
        table.insert(key, changed.as_slice()).unwrap();
    }
    transaction.commit().unwrap();
}

/// The first bytes of the round after this one.
fn next_round_head(number: u64) -> Vec<u8> {
    [b"HLRD\x02", &(number + 1).to_be_bytes()[..]].concat()
}

#[test]
fn a_damaged_store_is_noticed() {
    let place = Place::new();
    drop(store_with_epochs(&place.path("data"), 8, 4));
    tamper(&place, EPOCHS, 5, |proof| [&proof[..proof.len() - 1], &[proof[proof.len() - 1] ^ 1]].concat());
    assert_eq!(counts(&place.json("verify data --fast").1), [1, 4, 4, 1]);
    // An export passes stored proofs on; its readers can do without them.
    place.ok("export --data data --out bundle");
    assert_eq!(counts(&place.json("verify bundle --fast").1), [1, 4, 4, 1]);
    for number in [2, 6] {
        let place = Place::new();
        drop(store_with_epochs(&place.path("data"), 8, 4));
        // The last byte of the output of the round's last ticket, just before the next round.
        let mut segment = place.read("data/rounds/0000000001.rounds");
        let next = segment.windows(13).position(|bytes| bytes == next_round_head(number)).unwrap();
        segment[next - 1] ^= 1;
        place.write("data/rounds/0000000001.rounds", segment);
        let message = place.run("verify data --fast").failed(3).to_owned();
        assert!(
            message.starts_with(&format!("round {number}: ")) && message.contains("its tickets drew"),
            "{message}"
        );
    }
}

#[test]
fn a_node_that_lies_about_epochs_changes_nothing() {
    let (chain, rounds) = rounds(3, 0);
    let proof = proofs(&chain, &rounds, 3).remove(0);
    let id = hex::encode(chain.id());
    let genesis = format!("{{\"bytes\": \"{}\", \"chain\": \"{id}\"}}", hex::encode(chain.genesis_bytes()));
    let bundle = bundle(&chain, &rounds, &[]);
    let view =
        |to: u64, bytes: &str| format!("{{\"epoch\": 1, \"from\": 1, \"to\": {to}, \"bytes\": \"{bytes}\"}}");
    let mut flipped = proof.encode();
    *flipped.last_mut().unwrap() ^= 1;
    let good = hex::encode(proof.encode());
    for (epoch, expected) in [
        (answer("200 OK", view(3, &good).as_bytes()), [1, 3, 0, 0]),
        (answer("200 OK", view(3, &hex::encode(flipped)).as_bytes()), [0, 0, 3, 1]),
        (answer("200 OK", view(3, "xyz").as_bytes()), [0, 0, 3, 1]),
        (answer("200 OK", view(0, &good).as_bytes()), [0, 0, 3, 0]),
        (answer("200 OK", view(u64::MAX, &good).as_bytes()), [0, 0, 3, 0]),
        (answer("200 OK", b"{}"), [0, 0, 3, 0]),
        (answer("404 Not Found", b""), [0, 0, 3, 0]),
        (answer("425 Too Early", b""), [0, 0, 3, 0]),
        (b"nonsense".to_vec(), [0, 0, 3, 0]),
    ] {
        let (genesis, bundle) = (genesis.clone(), bundle.clone());
        let url = serve(move |path| match path.split('?').next() {
            Some("/v1/genesis") => answer("200 OK", genesis.as_bytes()),
            Some("/v1/status") => answer("200 OK", b"{\"latest\": 3}"),
            Some("/v1/bundle") => answer("200 OK", &bundle),
            _ => epoch.clone(),
        });
        let (code, report) = Place::new().json(&format!("verify {url} --fast"));
        assert_eq!((code, counts(&report)), (0, expected), "{report}");
    }
}

#[test]
fn a_beacon_proves_its_epochs() {
    let place = Place::new();
    place.ok(
        "up --data data --period 0.1 --delay 1e4 --participants 2 --rounds 7 --epoch 3 --listen 127.0.0.1:0",
    );
    assert_eq!(counts(&place.json("verify data --fast").1), [2, 6, 1, 0]);
    place.run("up --data data --epoch 0").failed(2);
    place.run("up --data data --epoch 65537").failed(2);
}
