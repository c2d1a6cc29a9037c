//! Heliast's guide, compiled in: chapters as HTML, pictures, and a search.
//!
//! The text is in `docs/guide/src`; `tools/guide.py` uses mdBook to render it into this crate.
//!
//! ```
//! let chapter = heliast_guide::chapter("concepts").ok_or("no such chapter")?;
//! assert!(chapter.html.starts_with("<h1"));
//! let hits = heliast_guide::search("safe period", 5);
//! assert!(hits.iter().any(|hit| hit.chapter.name == "network"));
//! # Ok::<(), &str>(())
//! ```

#![forbid(unsafe_code)]

mod chapters;
mod search;
mod sections;

pub use search::{Hit, search};

/// A page of the guide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chapter {
    /// The chapter's name in addresses, with lower-case letters and hyphens.
    pub name: &'static str,
    /// Its title in the list of chapters.
    pub title: &'static str,
    /// Its body as HTML, including its heading. Links to other chapters are only their names.
    pub html: &'static str,
}

impl Chapter {
    const fn new(name: &'static str, title: &'static str, html: &'static str) -> Self {
        Self { name, title, html }
    }
}

/// A picture of the guide, in SVG. Chapters refer to it as `images/NAME`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Image {
    /// The file's name.
    pub name: &'static str,
    /// The picture itself.
    pub svg: &'static str,
}

impl Image {
    const fn new(name: &'static str, svg: &'static str) -> Self {
        Self { name, svg }
    }
}

/// All chapters, in the guide's order.
pub fn chapters() -> &'static [Chapter] {
    &chapters::CHAPTERS
}

/// The chapter with this name.
pub fn chapter(name: &str) -> Option<&'static Chapter> {
    chapters().iter().find(|chapter| chapter.name == name)
}

/// The chapters before and after one, in the guide's order.
pub fn neighbours(chapter: &Chapter) -> (Option<&'static Chapter>, Option<&'static Chapter>) {
    let place = chapters().iter().position(|other| other.name == chapter.name);
    let at = |place: Option<usize>| place.and_then(|place| chapters().get(place));
    (at(place.and_then(|place| place.checked_sub(1))), at(place.map(|place| place + 1)))
}

/// The picture with this name.
pub fn image(name: &str) -> Option<&'static Image> {
    chapters::IMAGES.iter().find(|image| image.name == name)
}

#[cfg(test)]
mod tests;
