//! Batches that must be refused, for every protocol and both kinds of proofs: false statements at any place,
//! bytes that do not encode an element, lists and proofs that were changed, and forgeries that deceive a
//! verifier whose challenges do not depend on the whole list.

mod bytes;
mod forgeries;
mod lists;
mod mutations;
mod parameters;
mod support;
