//! A stamp of either form, for terms that were issued or not, honest with edits or any, and the time and the
//! request for which it is offered: a client that has waited is let in, only at that time and for that
//! request, and no other bytes are accepted.

#![no_main]

use heliast_fuzz::{
    fields::Fields,
    stamps::{self, LIFE_MS, NOW_MS, Site, T},
};
use heliast_stamp::{Expected, Memory, Nonce, Price, Spent, solve};
use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;

static SITE: LazyLock<Site> = LazyLock::new(Site::new);
/// An honest stamp of the private form, and one of the public form.
static HONEST: LazyLock<[Vec<u8>; 2]> = LazyLock::new(|| {
    [false, true].map(|form| solve(&SITE.honest(form).to_bytes(), |_| true).expect("an honest challenge"))
});

fuzz_target!(|data: &[u8]| {
    let mut fields = Fields(data);
    let flags = fields.u8();
    let is_public = flags & 1 == 1;
    let honest = &HONEST[usize::from(is_public)];
    match flags >> 1 & 3 {
        0 => takes_only(honest, is_public, fields.0),
        1 => {
            let mut stamp = honest.clone();
            fields.overwrite(&mut stamp);
            takes_only(honest, is_public, &stamp);
        }
        _ => of_terms(is_public, fields),
    }
});

fn takes_only(honest: &[u8], is_public: bool, stamp: &[u8]) {
    let verdict = SITE.check(is_public, stamp, &stamps::expected());
    assert_eq!(verdict.is_ok(), stamp == honest, "{verdict:?}");
    if let Ok(paid) = verdict {
        let spent = Memory::new(1);
        assert!(spent.spend(&paid).expect("room for one").is_first());
        assert!(!spent.spend(&paid).expect("it is there").is_first());
    }
}

/// Tests terms that the issuer issues and a checker with its own clock, skew and requests.
fn of_terms(is_public: bool, mut fields: Fields) {
    let near = |fields: &mut Fields| NOW_MS.wrapping_add_signed(i64::from(fields.u16() as i16) * 10);
    let price = Price { t: T, now_ms: near(&mut fields), life_ms: LIFE_MS.min(fields.u32().into()) };
    let nonce = Nonce(fields.array());
    let (now_ms, skew_ms) = (near(&mut fields), u64::from(fields.u16()));
    let least = T - 1 + u64::from(fields.u8() % 3);
    let (resource, client) = (fields.bytes(1), fields.bytes(1));
    let given = Expected::new(resource, client, T).terms(price, nonce);
    let stamp = solve(&SITE.challenge(is_public, &given).to_bytes(), |_| true).expect("a challenge of ours");
    let (asked, by) = (fields.bytes(1), fields.bytes(1));
    let expected = Expected::new(asked, by, least).at(now_ms).with_skew(skew_ms);
    let reason = if asked != resource {
        "resource"
    } else if by != client {
        "client"
    } else if least > T {
        "difficulty"
    } else if now_ms + skew_ms < given.issued_ms {
        "early"
    } else if now_ms > given.last_ms + skew_ms {
        "late"
    } else {
        "taken"
    };
    let verdict = SITE.check(is_public, &stamp, &expected);
    assert_eq!(verdict.map_or_else(|reason| reason.name(), |_| "taken"), reason);
}
