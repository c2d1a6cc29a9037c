//! The common parts of unit tests in several modules.

pub mod json;

use crate::files::OutArgs;
use heliast::{AnyGroup, ClassGroup, Group, Trapdoor};
use heliast_vdf::delay_input;
use std::path::Path;

pub type Elem = <AnyGroup as Group>::Elem;

/// A group for quick computations, a different one each time.
pub fn group() -> AnyGroup {
    let trapdoor = Trapdoor::generate(256, |bytes| getrandom::fill(bytes).unwrap()).unwrap();
    trapdoor.group().clone().into()
}

/// A class group for quick computations, a different one each time.
pub fn class_group() -> AnyGroup {
    let mut seed = [0; 32];
    getrandom::fill(&mut seed).unwrap();
    ClassGroup::from_seed(&seed, 256).unwrap().into()
}

/// The value of --out.
pub fn out(path: impl AsRef<Path>) -> OutArgs {
    OutArgs { out: path.as_ref().to_owned(), force: false }
}

/// The x of a message and y = x^(2^t).
pub fn statement(group: &AnyGroup, message: &str, t: u64) -> (Elem, Elem) {
    let x = delay_input(group, message.as_bytes());
    let mut y = x.clone();
    group.square_n(&mut y, t);
    (x, y)
}
