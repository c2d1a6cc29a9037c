//! Groups of unknown order.

use crate::{
    border::enter,
    bytes::Bytes,
    error::{Error, Failure, Status},
    free::free,
};
use heliast::{AnyElem, AnyGroup, BadDiscriminant, ClassGroup, Group as _, Natural, RsaGroup};

/// The longest modulus or discriminant that is looked at, in bytes.
const MAX_BYTES: usize = 1024;

/// A group of unknown order. Any number of threads may use one.
pub struct Group(pub(crate) AnyGroup);

/// The facts about a group.
#[repr(C)]
pub struct GroupFacts {
    /// Its name in files and transcripts.
    pub id: [u8; 32],
    /// Bits of the modulus or the discriminant.
    pub bits: usize,
    /// Bytes of an element.
    pub element_len: usize,
    /// Whether it is a class group.
    pub is_class_group: bool,
}

/// The group of RSA-2048 of the RSA Factoring Challenge, whose factors nobody is known to have.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn heliast_group_rsa_2048(group: *mut *mut Group, error: *mut *mut Error) -> Status {
    // SAFETY: the promise at the top of the header.
    unsafe {
        enter(error, |border| {
            border.out(group)?.give(Group(RsaGroup::rsa_2048().into()));
            Ok(())
        })
    }
}

/// The group of a modulus of your own, big-endian, which is checked as far as that is possible
/// without its factors. **Anybody who has the factors need not wait.** `minimum_bits`: 2048 but for
/// tests.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn heliast_group_rsa(
    modulus: *const u8,
    modulus_len: usize,
    minimum_bits: usize,
    group: *mut *mut Group,
    error: *mut *mut Error,
) -> Status {
    // SAFETY: the promise at the top of the header.
    unsafe {
        enter(error, |border| {
            let group = border.out(group)?;
            let modulus = natural(border.bytes(modulus, modulus_len)?)?;
            group.give(Group(RsaGroup::new(&modulus, minimum_bits).map_err(Failure::malformed)?.into()));
            Ok(())
        })
    }
}

/// The class group of the discriminant that a seed gives (`spec/class-group.md`), of so many bits: a multiple
/// of 32 up to 4096. Looking for it takes from some milliseconds to some seconds.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn heliast_group_class(
    seed: *const u8,
    seed_len: usize,
    bits: usize,
    group: *mut *mut Group,
    error: *mut *mut Error,
) -> Status {
    // SAFETY: the promise at the top of the header.
    unsafe {
        enter(error, |border| {
            let group = border.out(group)?;
            let found =
                ClassGroup::from_seed(border.bytes(seed, seed_len)?, bits).map_err(Failure::misuse)?;
            group.give(Group(found.into()));
            Ok(())
        })
    }
}

/// The class group of the discriminant -|D|, whose |D| is given big-endian: a prime that is 7 modulo 8.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn heliast_group_class_of(
    magnitude: *const u8,
    magnitude_len: usize,
    minimum_bits: usize,
    group: *mut *mut Group,
    error: *mut *mut Error,
) -> Status {
    // SAFETY: the promise at the top of the header.
    unsafe {
        enter(error, |border| {
            let group = border.out(group)?;
            let magnitude = natural(border.bytes(magnitude, magnitude_len)?)?;
            let found: Result<_, BadDiscriminant> = ClassGroup::new(&magnitude, minimum_bits);
            group.give(Group(found.map_err(Failure::malformed)?.into()));
            Ok(())
        })
    }
}

/// Writes the facts about a group.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn heliast_group_describe(
    group: *const Group,
    facts: *mut GroupFacts,
    error: *mut *mut Error,
) -> Status {
    // SAFETY: the promise at the top of the header.
    unsafe {
        enter(error, |border| {
            let (facts, Group(group)) = (border.out(facts)?, border.handle(group)?);
            facts.set(GroupFacts {
                id: group.id(),
                bits: group.bits(),
                element_len: group.encoded_len(),
                is_class_group: group.class().is_some(),
            });
            Ok(())
        })
    }
}

/// The element x to which a message is hashed, as every delay begins with one: nobody can choose it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn heliast_group_hash(
    group: *const Group,
    message: *const u8,
    message_len: usize,
    x: *mut Bytes,
    error: *mut *mut Error,
) -> Status {
    // SAFETY: the promise at the top of the header.
    unsafe {
        enter(error, |border| {
            let (x, Group(group)) = (border.out(x)?, border.handle(group)?);
            let element = heliast::delay_input(group, border.bytes(message, message_len)?);
            x.give_bytes(group.encode(&element));
            Ok(())
        })
    }
}

/// Frees a group.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn heliast_group_free(group: *mut Group) {
    // SAFETY: the promise at the top of the header.
    unsafe { free(group) }
}

impl Group {
    /// An element of bytes that are said to be one.
    pub(crate) fn element(&self, name: &str, bytes: &[u8]) -> Result<AnyElem, Failure> {
        self.0.decode(bytes).map_err(|reason| Failure::malformed(format!("{name}: {reason}")))
    }
}

/// A number from outside, which may be of any length.
pub(crate) fn natural(bytes: &[u8]) -> Result<Natural, Failure> {
    if bytes.len() > MAX_BYTES {
        return Err(Failure::malformed(format!("a number here has at most {MAX_BYTES} bytes")));
    }
    Ok(Natural::from_be_bytes(bytes))
}
