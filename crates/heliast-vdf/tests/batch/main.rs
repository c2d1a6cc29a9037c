//! What must be refused in a batch, for every protocol and both kinds of proofs: false statements wherever
//! they stand, what is no element, lists and proofs that were changed, and forgeries that fool a verifier
//! whose challenges do not depend on the whole list.

mod bytes;
mod forgeries;
mod lists;
mod mutations;
mod parameters;
mod support;
