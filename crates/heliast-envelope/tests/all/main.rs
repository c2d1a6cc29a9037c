//! Envelopes from outside: the reference's answers, and mutations.

mod mutations;
mod vectors;
