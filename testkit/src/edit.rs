//! Cases that are described by their differences from another case.

use super::{Value, field};

/// Makes one of a case's `edits` to its proof, as `reference/vector_files/book.py` writes them.
pub fn edit(proof: &mut Vec<u8>, step: &Value) {
    let bytes = |name: &str| step.get(name).map(|_| field::bytes(step, name));
    let number = |name: &str| field::optional_number(step, name).map(|number| number as usize);
    let at = number("at").unwrap_or_default();
    if let Some(new) = bytes("set") {
        proof[at..][..new.len()].copy_from_slice(&new);
    } else if let Some(mask) = bytes("xor") {
        proof[at..].iter_mut().zip(mask).for_each(|(byte, mask)| *byte ^= mask);
    } else if let Some(length) = number("keep") {
        proof.truncate(length);
    } else if let Some(tail) = bytes("append") {
        proof.extend(tail);
    } else {
        proof.resize(proof.len() + number("zeros").expect("an edit"), 0);
    }
}
