//! Issuers of stamps in a group of 1024 bits, whose challenges take very little time.

use heliast_group::{RsaGroup, Trapdoor};
use heliast_stamp::{
    Challenge, Expected, Nonce, Paid, Price, PrivateIssuer, PublicIssuer, Refusal, Secret, Terms,
};

/// The number of squarings of a stamp.
pub const T: u64 = 16;
/// The time at which the honest challenges are given out.
pub const NOW_MS: u64 = 1_800_000_000_000;
/// The time for which their stamps are accepted.
pub const LIFE_MS: u64 = 60_000;

/// Issuers of both forms.
pub struct Site {
    private: PrivateIssuer,
    public: PublicIssuer,
}

impl Site {
    /// Returns a site, which is the same each time.
    pub fn new() -> Site {
        let mut state = 1_u64;
        let random = |bytes: &mut [u8]| {
            for byte in bytes {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                *byte = (state >> 56) as u8;
            }
        };
        let trapdoor = Trapdoor::generate(1_024, random).expect("two primes");
        let group: &RsaGroup = trapdoor.group();
        let mut private = PrivateIssuer::new(Secret::new([7; 32]), group);
        private.add_delay(T);
        Site { private, public: PublicIssuer::new(&[9; 32], group) }
    }

    /// Returns a challenge of the public form, or of the private one.
    pub fn challenge(&self, is_public: bool, terms: &Terms) -> Challenge {
        if is_public {
            self.public.challenge(terms)
        } else {
            self.private.challenge(terms).expect("prepared for T")
        }
    }

    /// Returns the verdict on a stamp.
    pub fn check(&self, is_public: bool, stamp: &[u8], expected: &Expected) -> Result<Paid, Refusal> {
        if is_public {
            self.public.public_key().check(stamp, expected)
        } else {
            self.private.check(stamp, expected)
        }
    }

    /// Returns the challenge that the honest stamp is for.
    pub fn honest(&self, is_public: bool) -> Challenge {
        let price = Price { t: T, now_ms: NOW_MS, life_ms: LIFE_MS };
        self.challenge(is_public, &expected().terms(price, Nonce([1; 16])))
    }
}

impl Default for Site {
    fn default() -> Site {
        Site::new()
    }
}

/// Returns the expectation that the honest stamps meet.
pub fn expected() -> Expected {
    Expected::new(b"/comments", b"203.0.113.0", T).at(NOW_MS)
}
