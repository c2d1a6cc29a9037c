//! Files of every length, in both forms, and damaged ones.

mod files;
mod keys;
