//! Chains that are longer than a page: `verify` asks a node for the next page after the last one.

use crate::{
    nodes::{answer, serve},
    run::Place,
};
use heliast::{
    Chain, Delay, DelayGroup, DelayRules, Genesis, Participant, Round, SecretKey, StatelessScheme, Ticket,
    Tip,
    bundle::{write_header, write_round},
};
use std::sync::{Arc, LazyLock, Mutex};

/// One round more than a page has.
const COUNT: u64 = 501;

/// A chain of one participant with delays of a single squaring.
struct Long {
    chain: Chain,
    rounds: Vec<Round>,
    /// The state before each round, and after the last.
    tips: Vec<Tip>,
}

static LONG: LazyLock<Long> = LazyLock::new(|| {
    let mut key = SecretKey::from_seed(StatelessScheme::EcvrfEll2, [5; 32]);
    let genesis = Genesis {
        vrf: StatelessScheme::EcvrfEll2,
        delays: DelayRules::squarings(DelayGroup::rsa_2048(), 1),
        genesis_time_ms: 0,
        period_ms: 100,
        lead: 0,
        committees: vec![1_000],
        members: None,
        participants: vec![Participant { public_key: key.public_key(), stake: 1_000 }],
        nonce: [1; 32],
    };
    let chain = Chain::new(genesis).unwrap();
    let (mut rounds, mut tips) = (Vec::new(), vec![chain.start()]);
    for number in 1..=COUNT {
        let round =
            round(&chain, key.prove(&chain.ticket_input(&tips[rounds.len()], 0)).unwrap().1, number, &tips);
        tips.push(chain.follow_unverified(&tips[rounds.len()], &round).unwrap());
        rounds.push(round);
    }
    Long { chain, rounds, tips }
});

fn round(chain: &Chain, proof: Vec<u8>, number: u64, tips: &[Tip]) -> Round {
    let (tip, time_ms) = (&tips[number as usize - 1], 100 * number);
    let ticket = Ticket { slot: 0, participant: 0, proof };
    let verified = chain.verify_ticket(tip, ticket.clone()).unwrap();
    let (_, x) = chain.delay_input(tip, time_ms, [verified.facts()].into_iter());
    let Delay { y, proof } = chain.evaluate(&x).unwrap();
    Round { number, time_ms, tickets: vec![ticket], announcements: vec![], y, proof }
}

/// The page with rounds `from` to `to`, and with the header for rounds after `before`.
fn page(from: u64, to: u64, before: &Tip) -> Vec<u8> {
    let mut bytes = Vec::new();
    write_header(&mut bytes, &LONG.chain, before, to - from + 1).unwrap();
    for round in &LONG.rounds[from as usize - 1..to as usize] {
        write_round(&mut bytes, &round.encode()).unwrap();
    }
    bytes
}

/// A node with all rounds, whose second page is `second`, and the list of its requests.
fn node(second: impl Fn() -> Vec<u8> + Send + 'static) -> (String, Arc<Mutex<Vec<String>>>) {
    let asked = Arc::new(Mutex::new(Vec::new()));
    let told = asked.clone();
    let (bytes, id) = (hex::encode(LONG.chain.genesis_bytes()), hex::encode(LONG.chain.id()));
    let genesis = format!("{{\"bytes\": \"{bytes}\", \"chain\": \"{id}\"}}");
    let url = serve(move |path| match path.split_once('?') {
        None if path == "/v1/genesis" => answer("200 OK", genesis.as_bytes()),
        None => answer("200 OK", format!("{{\"latest\": {COUNT}}}").as_bytes()),
        Some((_, query)) => {
            told.lock().unwrap().push(query.to_owned());
            let numbers: Vec<u64> = query.split(['=', '&']).filter_map(|word| word.parse().ok()).collect();
            let (from, to) = (numbers[0], numbers[1]);
            if from == COUNT {
                answer("200 OK", &second())
            } else {
                answer("200 OK", &page(from, to, &LONG.tips[from as usize - 1]))
            }
        }
    });
    (url, asked)
}

fn last_page() -> Vec<u8> {
    page(COUNT, COUNT, &LONG.tips[COUNT as usize - 1])
}

#[test]
fn pages_follow_each_other() {
    let (url, asked) = node(last_page);
    for (words, pages) in [("", &["from=1&to=500", "from=501&to=501"][..]), (" --from 2", &["from=2&to=501"])]
    {
        asked.lock().unwrap().clear();
        let (code, report) = Place::new().json(&format!("verify {url}{words}"));
        assert_eq!((code, &report["to"]), (0, &COUNT.into()), "{report}");
        assert_eq!(*asked.lock().unwrap(), pages);
    }
}

/// The seed in the header of a later page is not needed, and is not trusted.
#[test]
fn a_later_page_is_verified_after_the_one_before() {
    let mut damaged = last_page();
    *damaged.last_mut().unwrap() ^= 2;
    for (second, code, message) in [
        (damaged, 1, "round 501: "),
        (page(500, 500, &LONG.tips[499]), 3, "asked for rounds 501 to 501, the node gave 500 to 500"),
        (
            page(500, 500, &LONG.tips[500]),
            1,
            "round 501: what is kept as round 501 says that it is round 500",
        ),
        (crate::nodes::bundle(7, 1, 1), 1, "this is chain "),
    ] {
        let (url, _) = node(move || second.clone());
        let found = Place::new().run(&format!("verify {url}")).failed(code).to_owned();
        assert!(found.starts_with(message), "{found}");
    }
    let header = |before: &Tip| {
        let mut bytes = page(COUNT, COUNT, before);
        let first = bytes.windows(5).position(|bytes| bytes == b"HLRD\x02").unwrap();
        bytes[first - 9] ^= 1;
        bytes
    };
    let (url, _) = node(move || header(&LONG.tips[COUNT as usize - 1]));
    Place::new().ok(&format!("verify {url}"));
}
