//! Stamps: work that a request is paid with.

use crate::{
    border::{Border, enter},
    bytes::Bytes,
    error::{Error, Failure, Status},
    free::free,
    group::Group,
    progress::{Progress, ProgressCallback},
};
use heliast::RsaGroup;
use heliast_stamp::{Expected, Nonce, Paid, Price, PrivateIssuer, PublicIssuer, PublicKey, Secret};
use std::ffi::c_void;
use zeroize::Zeroizing;

/// Gives out challenges and checks stamps (`spec/stamp.md`): one with a secret that all machines of a site
/// share, one whose stamps everybody checks, or a checker of the latter.
pub struct Issuer(Kind);

enum Kind {
    Private(PrivateIssuer),
    Public(Box<PublicIssuer>),
    Checker(Box<PublicKey>),
}

/// A challenge that is to be given out.
#[repr(C)]
pub struct StampOrder {
    /// The resource that is paid for.
    pub resource: *const u8,
    /// Its bytes.
    pub resource_len: usize,
    /// The client that pays, or nothing.
    pub client: *const u8,
    /// Its bytes.
    pub client_len: usize,
    /// Squarings.
    pub t: u64,
    /// The time now, in milliseconds since 1970.
    pub now_ms: u64,
    /// The time until the stamp is late, in milliseconds.
    pub life_ms: u64,
    /// From a cryptographic generator.
    pub nonce: [u8; 16],
}

/// The terms that a stamp has to meet.
#[repr(C)]
pub struct StampExpected {
    /// The resource that is paid for.
    pub resource: *const u8,
    /// Its bytes.
    pub resource_len: usize,
    /// The client that pays, or nothing.
    pub client: *const u8,
    /// Its bytes.
    pub client_len: usize,
    /// Squarings, at least.
    pub least: u64,
    /// The time now, in milliseconds since 1970.
    pub now_ms: u64,
    /// The most by which the clocks of issuer and checker may differ, in milliseconds.
    pub skew_ms: u64,
}

/// A stamp that holds. Who takes it has to see that its id is spent for the first time.
#[repr(C)]
pub struct StampPaid {
    /// The id by which it is remembered.
    pub id: [u8; 16],
    /// The time until which it is remembered, in milliseconds since 1970.
    pub until_ms: u64,
    /// Squarings that it took.
    pub t: u64,
}

/// The stamp of a challenge, on this thread. **How long it takes is the issuer's choice**, up to 2^48
/// squarings; the callback can stop it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn heliast_stamp_solve(
    challenge: *const u8,
    challenge_len: usize,
    progress: ProgressCallback,
    context: *mut c_void,
    stamp: *mut Bytes,
    error: *mut *mut Error,
) -> Status {
    // SAFETY: the promise at the top of the header.
    unsafe {
        enter(error, |border| {
            let (stamp, challenge) = (border.out(stamp)?, border.bytes(challenge, challenge_len)?);
            let progress = Progress::new(progress, context);
            stamp.give_bytes(heliast_stamp::solve(challenge, |done| progress.told(done))?);
            Ok(())
        })
    }
}

/// An issuer with a secret of 32 random bytes, in the group of a modulus.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn heliast_issuer_private(
    secret: *const u8,
    secret_len: usize,
    group: *const Group,
    issuer: *mut *mut Issuer,
    error: *mut *mut Error,
) -> Status {
    // SAFETY: the promise at the top of the header.
    unsafe {
        enter(error, |border| {
            let (issuer, secret) = (border.out(issuer)?, Zeroizing::new(*border.array(secret, secret_len)?));
            let made = PrivateIssuer::new(Secret::new(*secret), rsa(border.handle(group)?)?);
            issuer.give(Issuer(Kind::Private(made)));
            Ok(())
        })
    }
}

/// An issuer that signs with the Ed25519 key of a seed of 32 random bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn heliast_issuer_public(
    seed: *const u8,
    seed_len: usize,
    group: *const Group,
    issuer: *mut *mut Issuer,
    error: *mut *mut Error,
) -> Status {
    // SAFETY: the promise at the top of the header.
    unsafe {
        enter(error, |border| {
            let (issuer, seed) = (border.out(issuer)?, Zeroizing::new(*border.array(seed, seed_len)?));
            let made = PublicIssuer::new(&seed, rsa(border.handle(group)?)?);
            issuer.give(Issuer(Kind::Public(Box::new(made))));
            Ok(())
        })
    }
}

/// A checker of the stamps of the issuer with a public key, which gives out no challenges.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn heliast_issuer_checker(
    public_key: *const u8,
    public_key_len: usize,
    group: *const Group,
    issuer: *mut *mut Issuer,
    error: *mut *mut Error,
) -> Status {
    // SAFETY: the promise at the top of the header.
    unsafe {
        enter(error, |border| {
            let (issuer, key) = (border.out(issuer)?, border.array(public_key, public_key_len)?);
            let key = PublicKey::new(key, rsa(border.handle(group)?)?);
            let key =
                key.ok_or_else(|| Failure::malformed("the 32 bytes are not a public key of Ed25519"))?;
            issuer.give(Issuer(Kind::Checker(Box::new(key))));
            Ok(())
        })
    }
}

/// The public key of an issuer that has one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn heliast_issuer_public_key(
    issuer: *const Issuer,
    public_key: *mut [u8; 32],
    error: *mut *mut Error,
) -> Status {
    // SAFETY: the promise at the top of the header.
    unsafe {
        enter(error, |border| {
            let (place, Issuer(kind)) = (border.out(public_key)?, border.handle(issuer)?);
            place.set(match kind {
                Kind::Private(_) => return Err(Failure::misuse("a private issuer has no public key")),
                Kind::Public(issuer) => issuer.public_key().to_bytes(),
                Kind::Checker(key) => key.to_bytes(),
            });
            Ok(())
        })
    }
}

/// Prepares a private issuer for delays of t squarings, by doing them once; the others need no preparation.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn heliast_issuer_add_delay(
    issuer: *mut Issuer,
    t: u64,
    error: *mut *mut Error,
) -> Status {
    // SAFETY: the promise at the top of the header.
    unsafe {
        enter(error, |border| {
            if let Issuer(Kind::Private(issuer)) = border.handle_mut(issuer)? {
                issuer.add_delay(t);
            }
            Ok(())
        })
    }
}

/// Gives out a challenge, for which somebody makes a stamp by `heliast_stamp_solve`.
///
/// `HELIAST_MISUSE`: a private issuer is not prepared for the delay, or this only checks.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn heliast_issuer_challenge(
    issuer: *const Issuer,
    order: *const StampOrder,
    challenge: *mut Bytes,
    error: *mut *mut Error,
) -> Status {
    // SAFETY: the promise at the top of the header.
    unsafe {
        enter(error, |border| {
            let (place, Issuer(kind)) = (border.out(challenge)?, border.handle(issuer)?);
            let order = border.handle(order)?;
            let resource = border.bytes(order.resource, order.resource_len)?;
            let client = border.bytes(order.client, order.client_len)?;
            let price = Price { t: order.t, now_ms: order.now_ms, life_ms: order.life_ms };
            let terms = Expected::new(resource, client, order.t).terms(price, Nonce(order.nonce));
            let challenge = match kind {
                Kind::Private(issuer) => issuer.challenge(&terms).map_err(Failure::misuse)?,
                Kind::Public(issuer) => issuer.challenge(&terms),
                Kind::Checker(_) => return Err(Failure::misuse("a checker gives out no challenges")),
            };
            place.give_bytes(challenge.to_bytes());
            Ok(())
        })
    }
}

/// Checks a stamp. What is paid is still to be spent: see that its id comes for the first time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn heliast_issuer_check(
    issuer: *const Issuer,
    stamp: *const u8,
    stamp_len: usize,
    expected: *const StampExpected,
    paid: *mut StampPaid,
    error: *mut *mut Error,
) -> Status {
    // SAFETY: the promise at the top of the header.
    unsafe {
        enter(error, |border| {
            let (place, Issuer(kind)) = (border.out(paid)?, border.handle(issuer)?);
            let stamp = border.bytes(stamp, stamp_len)?;
            let expected = border.handle(expected)?.known(border)?;
            let paid: Paid = match kind {
                Kind::Private(issuer) => issuer.check(stamp, &expected)?,
                Kind::Public(issuer) => issuer.public_key().check(stamp, &expected)?,
                Kind::Checker(key) => key.check(stamp, &expected)?,
            };
            place.set(StampPaid { id: *paid.id(), until_ms: paid.until_ms(), t: paid.terms().t });
            Ok(())
        })
    }
}

/// Frees an issuer, with its secret.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn heliast_issuer_free(issuer: *mut Issuer) {
    // SAFETY: the promise at the top of the header.
    unsafe { free(issuer) }
}

impl StampExpected {
    fn known(&self, border: &Border) -> Result<Expected, Failure> {
        let resource = border.bytes(self.resource, self.resource_len)?;
        let client = border.bytes(self.client, self.client_len)?;
        Ok(Expected::new(resource, client, self.least).at(self.now_ms).with_skew(self.skew_ms))
    }
}

fn rsa(group: &Group) -> Result<&RsaGroup, Failure> {
    group.0.rsa().ok_or_else(|| Failure::misuse("stamps are in the group of a modulus"))
}
