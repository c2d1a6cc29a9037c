//! A challenge of either form, honest with edits or any: each has one encoding, and a short one is solved.

#![no_main]

use heliast_fuzz::{fields::Fields, stamps::Site};
use heliast_stamp::{Challenge, MAX_CHALLENGE, solve};
use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;

/// Challenges of up to this number of squarings are solved.
const LONGEST: u64 = 200;

/// An honest challenge of the private form, and one of the public form.
static HONEST: LazyLock<[Vec<u8>; 2]> = LazyLock::new(|| {
    let site = Site::new();
    [false, true].map(|is_public| site.honest(is_public).to_bytes())
});

fuzz_target!(|data: &[u8]| {
    let mut fields = Fields(data);
    let flags = fields.u8();
    let bytes = if flags & 1 == 1 {
        let mut bytes = HONEST[usize::from(flags >> 1 & 1)].clone();
        fields.overwrite(&mut bytes);
        bytes
    } else {
        fields.0.to_vec()
    };
    let Ok(challenge) = Challenge::from_bytes(&bytes) else { return };
    assert_eq!(challenge.to_bytes(), bytes);
    assert!(bytes.len() <= MAX_CHALLENGE);
    assert!(challenge.terms().issued_ms <= challenge.terms().last_ms);
    if challenge.terms().t <= LONGEST {
        // The group can be that of any odd number: there may be no proof, but solving must not panic.
        if let Ok(stamp) = solve(&bytes, |_| true) {
            assert!(bytes.starts_with(&stamp[..126]));
        }
    }
});
