//! The engine's files that contain no secret: its settings and its genesis.

use super::{config::config, engine::NewEngine, names::ENGINE};
use crate::files;
use heliast_disk::Disk;
use std::{
    io,
    path::{Path, PathBuf},
};

impl NewEngine<'_> {
    /// Writes the engine's settings and its genesis into its home, `ENGINE` in `node`, durably and without
    /// the engine, which need not be installed. Existing files are not overwritten.
    pub(super) fn write(&self, disk: &Disk, node: &Path) -> io::Result<()> {
        let mut files = self.files(node).into_iter();
        files.try_for_each(|(path, text)| files::write_new(disk, &path, text.as_bytes()))
    }

    /// Like `write`, but replaces the remains of an interrupted attempt.
    pub(crate) fn replace(&self, disk: &Disk, node: &Path) -> io::Result<()> {
        let mut files = self.files(node).into_iter();
        files.try_for_each(|(path, text)| files::replace(disk, &path, text.as_bytes()))
    }

    fn files(&self, node: &Path) -> [(PathBuf, String); 2] {
        let dir = node.join(ENGINE).join("config");
        [(dir.join("config.toml"), config(self)), (dir.join("genesis.json"), self.genesis.to_owned())]
    }
}
