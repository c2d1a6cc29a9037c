//! Path, which may consist of pieces, cookies, `Authorization` and `Accept` of a request at a gate: the site
//! receives the request only if the path is open or the request has the pass, and never receives a pass or a
//! stamp.

#![no_main]

use axum::{
    body::Body,
    http::{HeaderValue, Request, Response, Uri},
};
use heliast_fuzz::fields::Fields;
use heliast_gate::{Asked, Decision, Gate, Rules, Till, TillOptions, authorization_of};
use heliast_group::RsaGroup;
use heliast_stamp::{Memory, Pace, solve};
use libfuzzer_sys::fuzz_target;
use std::{
    convert::Infallible,
    net::{IpAddr, Ipv4Addr},
    sync::{Arc, LazyLock, Mutex},
};
use tokio::runtime::{Builder, Runtime};

const CLIENT: IpAddr = IpAddr::V4(Ipv4Addr::new(203, 0, 113, 9));

struct Stand {
    runtime: Runtime,
    gate: Gate,
    rules: Rules,
    /// A pass of the client, and a stamp that was spent for it.
    pass: String,
    stamp: String,
}

static STAND: LazyLock<Mutex<Stand>> = LazyLock::new(|| Mutex::new(stand()));

fn stand() -> Stand {
    let options = TillOptions::new("a site", [7; 32], Pace::new(10, 10).expect("a pace"));
    let till = Till::new(&RsaGroup::rsa_2048(), options, Arc::new(Memory::new(10)), |_, _| {});
    let challenge = till.challenge(CLIENT).expect("random numbers");
    let stamp = solve(&challenge.to_bytes(), |_| true).expect("a challenge of ours");
    let (pass, _) = till.pay(&stamp, CLIENT).expect("a stamp of ours");
    let mut rules = Rules::default();
    rules.open("/static/");
    rules.close("/admin");
    let gate = Gate::new("a site", till, rules.clone(), false).expect("metrics");
    let runtime = Builder::new_current_thread().build().expect("a runtime");
    Stand { runtime, gate, rules, pass, stamp: authorization_of(&stamp) }
}

/// The parts of paths that a gate and a site could read differently.
const PIECES: &str = r"/ // static admin a .. . %2e %2E%2E %2f %5c \ %61dmin %73tatic STATIC ; ;x=/ ? # %00 %25 %252e \
    %c0%ae % + %20 .heliast robots.txt challenge gate.js http://b :80";

/// Returns a path of pieces, one for each byte.
fn path_of(choices: &[u8]) -> Vec<u8> {
    let pieces: Vec<&str> = PIECES.split_whitespace().collect();
    let chosen = choices.iter().map(|choice| pieces[usize::from(*choice) % pieces.len()]);
    ["/"].into_iter().chain(chosen).collect::<String>().into_bytes()
}

fuzz_target!(|data: &[u8]| {
    let stand = STAND.lock().expect("no target has panicked");
    let mut fields = Fields(data);
    let flags = fields.u8();
    let len = fields.u8().into();
    let asked = fields.bytes(len);
    let asked = if flags & 4 == 0 { asked.to_vec() } else { path_of(asked) };
    let Ok(uri) = Uri::try_from(asked) else { return };
    let path = uri.path().to_owned();
    let mut request = Request::builder().uri(uri).body(Body::empty()).expect("an address");
    let mut give = |name: &'static str, honest: Option<&str>, fields: &mut Fields| {
        let len = fields.u8().into();
        let (place, mut text) = (usize::from(fields.u8()), fields.bytes(len).to_vec());
        if let Some(honest) = honest {
            let place = place.min(text.len());
            text.splice(place..place, honest.bytes());
        }
        let Ok(value) = HeaderValue::from_bytes(&text) else { return };
        request.headers_mut().append(name, value);
    };
    let pass = format!("heliast-pass={}", stand.pass);
    give("cookie", (flags & 1 == 1).then_some(&pass), &mut fields);
    give("cookie", None, &mut fields);
    give("authorization", (flags & 2 == 2).then_some(&stand.stamp), &mut fields);
    give("accept", None, &mut fields);
    let may_pass = request.headers().get_all("cookie").iter().any(|line| {
        let pairs = String::from_utf8_lossy(line.as_bytes()).into_owned();
        pairs.split(';').any(|pair| pair.trim() == pass)
    });
    let site = async |request: Request<Body>| {
        let values = |name| request.headers().get_all(name).iter().filter_map(|line| line.to_str().ok());
        // Cookies that are not text are passed on unchanged.
        let mut cookies = values("cookie").flat_map(|line| line.split(';'));
        assert!(!cookies.any(|pair| pair.trim().starts_with("heliast-pass=")));
        assert!(!values("authorization").any(|value| value.starts_with("Stamp ")));
        Ok::<_, Infallible>(Response::builder().status(299).body(Body::empty()).expect("an answer"))
    };
    let Ok(answer) = stand.runtime.block_on(stand.gate.answer(request, CLIENT, site));
    if answer.status() == 299 {
        let decision = stand.rules.decide(&Asked::get(&path, CLIENT));
        assert!(decision == Decision::Open || may_pass && decision == Decision::Pay(0), "{path} is let in");
    }
});
