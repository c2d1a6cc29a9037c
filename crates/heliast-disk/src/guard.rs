//! redb reports failing disks as errors, but asserts that its own pages are sound: a damaged file can make it
//! panic. Here such a panic becomes an error, also where it comes out of a destructor.

use std::{
    any::Any,
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
};

/// A file of redb's that made it panic, with the reason.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Damaged(pub String);

impl From<Damaged> for redb::Error {
    fn from(Damaged(reason): Damaged) -> redb::Error {
        redb::Error::Corrupted(reason)
    }
}

impl From<Damaged> for redb::StorageError {
    fn from(Damaged(reason): Damaged) -> redb::StorageError {
        redb::StorageError::Corrupted(reason)
    }
}

/// Runs `action`; a panic in it means that the file is damaged.
///
/// Unwinding leaves nothing half done that matters: reads change nothing, and a commit that breaks off is not
/// acknowledged.
///
/// # Errors
/// Those of `action`, and [`Damaged`] if it panics.
pub fn guarded<T, E: From<Damaged>>(action: impl FnOnce() -> Result<T, E>) -> Result<T, E> {
    catch_unwind(AssertUnwindSafe(action)).unwrap_or_else(|panic| Err(Damaged(words(&*panic)).into()))
}

fn words(panic: &(dyn Any + Send)) -> String {
    let text =
        panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
    format!("its file is inconsistent ({})", text.unwrap_or("no reason given"))
}

/// A database of redb's, or an iterator over one: its destructor may panic, and so may its iteration.
pub struct Guarded<T>(Option<T>);

impl<T> Guarded<T> {
    /// Guards a value.
    pub fn new(value: T) -> Guarded<T> {
        Guarded(Some(value))
    }

    /// Runs `action` on the value.
    ///
    /// # Errors
    /// Those of [`guarded`].
    pub fn run<R, E: From<Damaged>>(&self, action: impl FnOnce(&T) -> Result<R, E>) -> Result<R, E> {
        guarded(|| match &self.0 {
            Some(value) => action(value),
            None => Err(Damaged("its file is inconsistent".to_owned()).into()),
        })
    }
}

impl<I, T, E> Iterator for Guarded<I>
where
    I: Iterator<Item = Result<T, E>>,
    E: From<Damaged>,
{
    type Item = Result<T, E>;

    /// After an error there is nothing more.
    fn next(&mut self) -> Option<Self::Item> {
        let mut items = self.0.take()?;
        let item = guarded(|| items.next().transpose());
        let items = Guarded(Some(items));
        if matches!(item, Ok(Some(_))) {
            *self = items;
        }
        item.transpose()
    }
}

impl<T> Drop for Guarded<T> {
    /// Drops the value while unwinding, when redb's database writes nothing: it would end with a
    /// commit, which may panic twice, and so abort, on a damaged file. Every commit is durable and
    /// has saved what a quick opening needs, so closing has nothing to add; that it is the same as
    /// being killed means that both are always tested.
    fn drop(&mut self) {
        let value = self.0.take();
        let _ = catch_unwind(AssertUnwindSafe(move || {
            let _dropped_by_unwinding = value;
            resume_unwind(Box::new(()))
        }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;
    use std::rc::Rc;

    #[test]
    fn a_panic_is_a_damaged_file_that_says_why() {
        let reason = |action: fn() -> Result<(), Damaged>| match guarded(action) {
            Err(Damaged(reason)) => reason,
            other => panic!("{other:?}"),
        };
        assert_eq!(reason(|| panic!("page 7")), "its file is inconsistent (page 7)");
        assert_eq!(reason(|| panic!("page {}", 8)), "its file is inconsistent (page 8)");
        assert_eq!(reason(|| resume_unwind(Box::new(9))), "its file is inconsistent (no reason given)");
        assert_eq!(reason(|| Err(Damaged("as it is".to_owned()))), "as it is");
    }

    #[test]
    fn after_an_error_or_a_panic_there_is_nothing_more() {
        for broken in [2, 3] {
            let items = (1..6).map(move |number| match number {
                _ if number != broken => Ok(number),
                2 => Err(Damaged("page 2".to_owned())),
                _ => panic!("page {number}"),
            });
            let items: Vec<_> = Guarded::new(items).collect();
            let (last, before) = items.split_last().unwrap();
            assert!(last.is_err() && before.iter().all(Result::is_ok), "{broken}");
            assert_eq!(items.len(), broken);
        }
    }

    /// Counts its drops, and whether they came by unwinding.
    struct Fragile(Rc<Cell<(u32, bool)>>);

    impl Drop for Fragile {
        fn drop(&mut self) {
            self.0.set((self.0.get().0 + 1, std::thread::panicking()));
        }
    }

    #[test]
    fn the_value_is_dropped_once_and_by_unwinding() {
        let drops = Rc::new(Cell::new((0, false)));
        drop(Guarded::new(Fragile(Rc::clone(&drops))));
        assert_eq!(drops.get(), (1, true), "so that the database closes as if it were killed");
    }
}
