//! The guide's pages: a chapter, and the sections that a search finds.

use super::pages::Frame;
use askama::Template;
use heliast_guide::{Chapter, Hit, chapters, neighbours, search};

/// The most sections that a search shows.
const MOST_HITS: usize = 30;

/// A page of the guide: a chapter, or the results of a search.
#[derive(Template)]
#[template(path = "guide.html")]
pub(crate) struct GuidePage {
    frame: Frame,
    title: &'static str,
    /// The name of the chapter; empty for a search.
    name: &'static str,
    query: String,
    chapters: &'static [Chapter],
    chapter: Option<&'static Chapter>,
    before: Option<&'static Chapter>,
    after: Option<&'static Chapter>,
    hits: Vec<Hit>,
}

impl GuidePage {
    /// The page of a chapter.
    pub(crate) fn of(frame: Frame, chapter: &'static Chapter) -> GuidePage {
        let (before, after) = neighbours(chapter);
        let (title, name) = (chapter.title, chapter.name);
        GuidePage { title, name, chapter: Some(chapter), before, after, ..GuidePage::found(frame, "") }
    }

    /// The page of a search.
    pub(crate) fn found(frame: Frame, query: &str) -> GuidePage {
        let (title, name, query) = ("Search the guide", "", query.to_owned());
        let hits = search(&query, MOST_HITS);
        GuidePage {
            frame,
            title,
            name,
            query,
            chapters: chapters(),
            chapter: None,
            before: None,
            after: None,
            hits,
        }
    }
}
