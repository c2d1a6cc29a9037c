//! The common parts of the batch verbs: statements files, and the progress of reading them.

mod different;
mod elem;
mod failures;
mod list;
mod progress;
mod source;
mod span;
mod work;
mod writer;

pub use different::Proved;
pub use elem::Elem;
pub use list::{List, Verified};
pub use source::{delays, open, span};
pub use span::Span;
pub use work::WorkArgs;
pub use writer::{ListWriter, STATEMENTS, describe, interrupted};
