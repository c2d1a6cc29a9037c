//! Integers, rings and primality from outside.

mod integers;
mod primes;
mod rings;
