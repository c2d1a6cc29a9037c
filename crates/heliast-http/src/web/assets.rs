//! The page's files, compiled in. Their address contains a hash of all of them, so that they can be cached
//! forever and versions are never mixed.

use sha2::{Digest, Sha256};
use std::sync::LazyLock;

/// A file of the page.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asset {
    pub(crate) name: &'static str,
    pub(crate) content_type: &'static str,
    pub(crate) text: &'static str,
}

const JS: &str = "text/javascript; charset=utf-8";

const CSS: &str = "text/css; charset=utf-8";

const ASSETS: [Asset; 8] = [
    Asset { name: "app.js", content_type: JS, text: include_str!("assets/app.js") },
    Asset { name: "parts.js", content_type: JS, text: include_str!("assets/parts.js") },
    Asset { name: "verification.js", content_type: JS, text: include_str!("assets/verification.js") },
    Asset { name: "worker.js", content_type: JS, text: include_str!("assets/worker.js") },
    Asset { name: "verify.js", content_type: JS, text: include_str!("assets/verify.js") },
    Asset { name: "style.css", content_type: CSS, text: include_str!("assets/style.css") },
    Asset { name: "guide.css", content_type: CSS, text: include_str!("assets/guide.css") },
    Asset { name: "icon.svg", content_type: "image/svg+xml", text: include_str!("assets/icon.svg") },
];

/// The first half of a hash of all files.
pub(crate) static VERSION: LazyLock<String> = LazyLock::new(|| {
    let mut hash = Sha256::new();
    for asset in ASSETS {
        hash.update((asset.name.len() as u64).to_be_bytes());
        hash.update(asset.name);
        hash.update((asset.text.len() as u64).to_be_bytes());
        hash.update(asset.text);
    }
    hex::encode(&hash.finalize()[..8])
});

/// SHA-256 of the page's verifier.
pub(crate) static VERIFIER_HASH: LazyLock<String> =
    LazyLock::new(|| hex::encode(Sha256::digest(include_str!("assets/verify.js"))));

pub(crate) fn find(name: &str) -> Option<Asset> {
    ASSETS.into_iter().find(|asset| asset.name == name)
}
