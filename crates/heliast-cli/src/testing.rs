//! What unit tests of several modules begin with.

use crate::files::OutArgs;
use heliast::{Group, RsaGroup, Trapdoor};
use heliast_vdf::delay_input;
use std::path::Path;

pub type Elem = <RsaGroup as Group>::Elem;

/// A group that is quick to compute in, another one each time.
pub fn group() -> RsaGroup {
    let trapdoor = Trapdoor::generate(256, |bytes| getrandom::fill(bytes).unwrap()).unwrap();
    trapdoor.group().clone()
}

/// What --out says.
pub fn out(path: impl AsRef<Path>) -> OutArgs {
    OutArgs { out: path.as_ref().to_owned(), force: false }
}

/// The true statement that y = x^(2^t) about the x of a message.
pub fn statement(group: &RsaGroup, message: &str, t: u64) -> (Elem, Elem) {
    let x = delay_input(group, message.as_bytes());
    let mut y = x.clone();
    group.square_n(&mut y, t);
    (x, y)
}
