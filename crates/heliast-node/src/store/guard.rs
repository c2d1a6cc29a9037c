//! redb reports failing disks as errors, but asserts that its own pages are sound: a damaged file can make it
//! panic. Here such a panic becomes [`StoreError::Corrupt`], also where it comes out of a destructor.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use super::error::StoreError;

/// Runs `action`; a panic in it is a damaged file.
///
/// Unwinding leaves nothing half done that matters: reads change nothing, and a commit that breaks off is not
/// acknowledged.
pub(super) fn guarded<T>(action: impl FnOnce() -> Result<T, StoreError>) -> Result<T, StoreError> {
    catch_unwind(AssertUnwindSafe(action)).unwrap_or_else(|panic| Err(StoreError::Corrupt(words(&*panic))))
}

fn words(panic: &(dyn Any + Send)) -> String {
    let text =
        panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
    format!("its file is inconsistent ({})", text.unwrap_or("no reason given"))
}

/// Something of redb's whose destructor may panic, and whose iteration may.
pub(super) struct Guarded<T>(Option<T>);

impl<T> Guarded<T> {
    pub(super) fn new(value: T) -> Guarded<T> {
        Guarded(Some(value))
    }

    /// Runs `action` on the value.
    pub(super) fn run<R>(&self, action: impl FnOnce(&T) -> Result<R, StoreError>) -> Result<R, StoreError> {
        guarded(|| match &self.0 {
            Some(value) => action(value),
            None => Err(StoreError::Corrupt("its file is inconsistent".to_owned())),
        })
    }
}

impl<I, T, E> Iterator for Guarded<I>
where
    I: Iterator<Item = Result<T, E>>,
    StoreError: From<E>,
{
    type Item = Result<T, StoreError>;

    /// After an error there is nothing more.
    fn next(&mut self) -> Option<Self::Item> {
        let mut items = self.0.take()?;
        let item = guarded(|| items.next().transpose().map_err(StoreError::from));
        let items = Guarded(Some(items));
        if matches!(item, Ok(Some(_))) {
            *self = items;
        }
        item.transpose()
    }
}

impl<T> Drop for Guarded<T> {
    /// Drops the value while unwinding, when redb's database writes nothing: it would end with a commit, which may panic
    /// twice, and so abort, on a damaged file. Every commit is durable and has saved what a quick opening needs, so closing
    /// has nothing to add; that it is the same as being killed means that both are always tested.
    fn drop(&mut self) {
        let value = self.0.take();
        let _ = catch_unwind(AssertUnwindSafe(move || {
            let _dropped_by_unwinding = value;
            resume_unwind(Box::new(()))
        }));
    }
}
