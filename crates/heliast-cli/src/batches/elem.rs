//! The elements of statements.

use heliast::{AnyGroup, Group};

pub type Elem = <AnyGroup as Group>::Elem;
