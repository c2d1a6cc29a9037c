//! A cache of results: steps of the model meet the same nodes and blocks many times.

use std::{
    collections::HashMap,
    hash::Hash,
    sync::{PoisonError, RwLock},
};

/// Values by their keys.
pub struct Memo<K, V>(RwLock<HashMap<K, V>>);

impl<K, V> Default for Memo<K, V> {
    fn default() -> Self {
        Memo(RwLock::default())
    }
}

impl<K: Eq + Hash, V: Clone> Memo<K, V> {
    /// The value of a key, computed if it is not known.
    pub fn get(&self, key: K, compute: impl FnOnce() -> V) -> V {
        if let Some(known) = self.0.read().unwrap_or_else(PoisonError::into_inner).get(&key) {
            return known.clone();
        }
        let value = compute();
        self.0.write().unwrap_or_else(PoisonError::into_inner).entry(key).or_insert(value).clone()
    }

    pub fn len(&self) -> usize {
        self.0.read().unwrap_or_else(PoisonError::into_inner).len()
    }
}
