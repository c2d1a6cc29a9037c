//! The roots file: the row between the bottom subtrees and the top. While a key is generated it is the
//! progress, afterwards it is the top tree.
//!
//! A missing or damaged root costs the leaves of one subtree, so the file need not be written with special
//! care.

use crate::{
    Error,
    error::At,
    frame::{self, Kind},
    layout::Layout,
    mac::MacKey,
};
use heliast_disk::{Disk, Secrecy};
use heliast_vrf::tree::Node;
use std::{
    fs::File,
    io::{self, Read},
    path::{Path, PathBuf},
};

/// The offset of the first entry; the frame before it is shorter.
const HEADER: usize = 64;
const TAG: usize = 8;
/// A root and its tag.
const ENTRY: usize = 32 + TAG;

/// The roots of the bottom subtrees that are known, and their file.
pub(crate) struct Roots {
    path: PathBuf,
    file: File,
    key: MacKey,
    roots: Vec<Option<Node>>,
}

impl Roots {
    /// Reads the file; if there is no file of this key and cut, makes an empty one.
    pub(crate) fn open(disk: &Disk, path: PathBuf, layout: Layout, key: MacKey) -> Result<Roots, Error> {
        let mut empty = header(&key, layout);
        empty.resize(HEADER + ENTRY * layout.subtrees() as usize, 0);
        let mut bytes = read(&path, empty.len())?;
        if bytes.len() != empty.len() || bytes[..HEADER] != empty[..HEADER] {
            disk.replace(&path, Secrecy::Secret, &empty)?;
            bytes = empty;
        }
        let entries = (0..).zip(bytes[HEADER..].as_chunks::<ENTRY>().0);
        let roots = entries.map(|(index, entry)| {
            let (root, tag) = entry.split_first_chunk()?;
            key.is_tag(&[b"root", &u32::to_be_bytes(index), root], tag).then_some(*root)
        });
        let roots = roots.collect();
        let file = disk.open(&path)?;
        Ok(Roots { path, file, key, roots })
    }

    /// Writes a root, which is durable after [`sync`](Self::sync).
    pub(crate) fn set(&mut self, disk: &Disk, index: u32, root: Node) -> Result<(), Error> {
        let tag = self.key.tag(&[b"root", &index.to_be_bytes(), &root]);
        let entry = [&root[..], &tag[..TAG]].concat();
        let offset = HEADER as u64 + ENTRY as u64 * u64::from(index);
        disk.overwrite(&self.path, &self.file, offset, &entry)?;
        self.roots[index as usize] = Some(root);
        Ok(())
    }

    pub(crate) fn sync(&self, disk: &Disk) -> Result<(), Error> {
        Ok(disk.sync(&self.path, &self.file)?)
    }

    /// The subtrees whose roots are not known.
    pub(crate) fn missing(&self) -> Vec<u32> {
        (0u32..).zip(&self.roots).filter(|(_, root)| root.is_none()).map(|(index, _)| index).collect()
    }

    /// All roots, if all are known.
    pub(crate) fn row(&self) -> Option<Vec<Node>> {
        self.roots.iter().copied().collect()
    }
}

/// A frame with the layout and its tag, so that the file belongs to one key and one layout. It is padded with
/// zeros.
fn header(key: &MacKey, layout: Layout) -> Vec<u8> {
    let cut = [layout.height(), layout.subtree()];
    let tag = key.tag(&[b"roots", &cut]);
    let mut header = frame::seal(Kind::Roots, &[&cut[..], &tag[..16]].concat());
    header.resize(HEADER, 0);
    header
}

/// The bytes of the file, at most one more than expected.
fn read(path: &Path, len: usize) -> Result<Vec<u8>, Error> {
    let file = match File::open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        file => file.at(path)?,
    };
    let mut bytes = Vec::with_capacity(len + 1);
    file.take(len as u64 + 1).read_to_end(&mut bytes).at(path)?;
    Ok(bytes)
}
