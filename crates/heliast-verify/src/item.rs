//! A round as it comes from a bundle.

use heliast::bundle::Entry;

/// A round of a bundle, with the frames before it.
pub struct Item {
    pub entry: Entry,
    pub frames: Vec<Vec<u8>>,
}

impl AsRef<Entry> for Item {
    fn as_ref(&self) -> &Entry {
        &self.entry
    }
}
