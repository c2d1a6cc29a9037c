//! A gate's price while some clients send many requests: in simulated time, without connections.

use axum::{
    body::Body,
    http::{Request, Response},
};
use heliast_gate::{Gate, Rules, Till, TillOptions, authorization_of, challenge_of};
use heliast_group::RsaGroup;
use heliast_stamp::{Challenge, Memory, Pace, Terms, solve};
use std::{convert::Infallible, net::IpAddr, sync::Arc, time::Duration};

const FLOOR: u64 = 500;
const CEILING: u64 = 8_000;
/// The requests a second that the site can bear.
const BUSY: f64 = 200.0;

fn options() -> TillOptions {
    TillOptions::new("a site", [7; 32], Pace::new(FLOOR, CEILING).unwrap())
}

/// A till that is prepared for all its prices.
fn prepared(options: TillOptions, spent: Memory) -> Till {
    let (say, said) = std::sync::mpsc::channel();
    let till = Till::new(&RsaGroup::rsa_2048(), options, Arc::new(spent), move |done, of| {
        let _ = say.send((done, of));
    });
    assert!(said.iter().any(|(done, of)| done == of));
    till
}

/// A gate in simulated time.
struct Simulation {
    gate: Gate,
    seconds: u32,
}

impl Simulation {
    fn new() -> Simulation {
        let till = prepared(options(), Memory::new(10_000));
        Simulation { gate: Gate::new("a site", till, Rules::default(), true).unwrap(), seconds: 0 }
    }

    async fn ask(&self, client: &str, path: &str, header: (&str, &str)) -> Response<Body> {
        let request = Request::builder().uri(path).header(header.0, header.1).body(Body::empty()).unwrap();
        let site = async |_| Ok::<_, Infallible>(Response::new(Body::from("a page")));
        self.gate.answer(request, client.parse::<IpAddr>().unwrap(), site).await.unwrap()
    }

    /// The challenge for a client without a pass.
    async fn challenge(&self, client: &str) -> Vec<u8> {
        let response = self.ask(client, "/", ("x", "")).await;
        challenge_of(response.headers()["www-authenticate"].to_str().unwrap()).unwrap()
    }

    async fn price(&self, client: &str) -> u64 {
        Challenge::from_bytes(&self.challenge(client).await).unwrap().terms().t
    }

    /// Pays, and returns the cookie of a pass.
    async fn pass(&self, client: &str) -> String {
        let stamp = solve(&self.challenge(client).await, |_| true).unwrap();
        let paid = self.ask(client, "/", ("authorization", &authorization_of(&stamp))).await;
        paid.headers()["set-cookie"].to_str().unwrap().split(';').next().unwrap().to_owned()
    }

    fn second(&mut self) {
        self.seconds += 1;
        if self.seconds.is_multiple_of(5) {
            self.gate.look_at_load(5.0, BUSY);
        }
    }
}

const SENDER: &str = "198.51.100.7";
const VISITOR: &str = "203.0.113.9";

/// A regression: 39 requests a second for 44 seconds raised the price to the highest for all clients.
#[tokio::test]
async fn who_asks_without_a_stamp_raises_the_price_of_its_own_network_only() {
    let mut simulation = Simulation::new();
    for _ in 0..44 {
        for request in 0..39 {
            // This holds for all kinds of requests, with and without a stamp or a pass.
            let (path, header) = match request % 3 {
                0 => ("/", ("x", "")),
                1 => ("/.heliast/challenge", ("x", "")),
                _ => ("/", ("authorization", "Stamp AAAA")),
            };
            simulation.ask(SENDER, path, header).await;
        }
        simulation.second();
    }
    assert_eq!(simulation.price(VISITOR).await, FLOOR);
    assert_eq!(simulation.price("2001:db8::1").await, FLOOR);
    assert_eq!(simulation.price(SENDER).await, CEILING);
    assert_eq!(simulation.price("198.51.100.8").await, CEILING, "its network");
    let metrics = simulation.gate.metrics();
    for line in ["price_squarings 500\n", "surcharged_networks 1\n"] {
        assert!(metrics.contains(line), "{line} in {metrics}");
    }
    (0..45).for_each(|_| simulation.second());
    assert_eq!(simulation.price(SENDER).await, FLOOR, "it falls again");
}

#[tokio::test]
async fn requests_with_a_pass_cost_the_site_something() {
    let mut simulation = Simulation::new();
    let client = |network: u32| format!("10.{network}.0.1");
    let mut passes = Vec::new();
    for network in 0..30 {
        passes.push((client(network), simulation.pass(&client(network)).await));
    }
    for _ in 0..45 {
        for (client, pass) in &passes {
            for _ in 0..10 {
                let answer = simulation.ask(client, "/", ("cookie", pass)).await;
                assert_eq!(answer.status(), 200);
            }
        }
        simulation.second();
    }
    assert_eq!(simulation.price(VISITOR).await, CEILING, "300 a second of 200");
    // One network with one pass, and requests for open paths, do not raise the price of others.
    let mut simulation = Simulation::new();
    let pass = simulation.pass(SENDER).await;
    for _ in 0..45 {
        for _ in 0..300 {
            simulation.ask(SENDER, "/", ("cookie", &pass)).await;
            simulation.ask(SENDER, "/robots.txt", ("x", "")).await;
        }
        simulation.second();
    }
    assert_eq!((simulation.price(VISITOR).await, simulation.price(SENDER).await), (FLOOR, CEILING));
}

/// A challenge that was fetched at a low price is valid only in proportion to the time to solve it.
#[test]
fn a_challenge_lives_in_proportion_to_its_price() {
    let slow = TillOptions { slowest_squaring: Duration::from_millis(20), ..options() };
    let till = prepared(slow, Memory::new(10));
    let life = |terms: &Terms| terms.last_ms - terms.issued_ms;
    let client: IpAddr = SENDER.parse().unwrap();
    let cheap = till.challenge(client).unwrap();
    // Twice the time of 500 squarings, but at least 20 seconds.
    assert_eq!(life(cheap.terms()), 20_000);
    for _ in 0..8 {
        (0..1_000).for_each(|_| till.ask(client));
        till.look(5.0, BUSY);
    }
    assert_eq!((till.price_of(client), till.price()), (CEILING, FLOOR));
    let dear = till.challenge(client).unwrap();
    assert_eq!((dear.terms().t, life(dear.terms())), (CEILING, 320_000));
    assert_eq!(life(till.challenge(VISITOR.parse().unwrap()).unwrap().terms()), 20_000);
    // A client that began before the price rose is let in.
    for challenge in [cheap, dear] {
        assert!(till.pay(&solve(&challenge.to_bytes(), |_| true).unwrap(), client).is_ok());
    }
}
