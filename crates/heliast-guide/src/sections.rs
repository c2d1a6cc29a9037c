//! The sections of chapters, as searchable text.

use crate::{Chapter, chapters};
use std::sync::LazyLock;

/// A heading and the text below it, up to the next heading.
#[derive(Debug)]
pub(crate) struct Section {
    pub(crate) chapter: &'static Chapter,
    /// The heading's id within the page.
    pub(crate) anchor: &'static str,
    pub(crate) heading: String,
    pub(crate) text: String,
    /// Heading and text in lower case.
    pub(crate) folded: (String, String),
}

/// All sections of the guide, made at the first search.
pub(crate) static SECTIONS: LazyLock<Vec<Section>> =
    LazyLock::new(|| chapters().iter().flat_map(sections).collect());

const HEADINGS: [&str; 3] = ["<h1 ", "<h2 ", "<h3 "];

fn sections(chapter: &'static Chapter) -> Vec<Section> {
    let found = HEADINGS.iter().flat_map(|tag| chapter.html.match_indices(tag));
    let mut starts: Vec<usize> = found.map(|(place, _)| place).collect();
    starts.sort_unstable();
    let ends = starts.iter().skip(1).copied().chain([chapter.html.len()]);
    starts.iter().zip(ends).filter_map(|(&start, end)| section(chapter, &chapter.html[start..end])).collect()
}

fn section(chapter: &'static Chapter, html: &'static str) -> Option<Section> {
    let (_, after) = html.split_once("id=\"")?;
    let (anchor, _) = after.split_once('"')?;
    let (heading, text) = html.split_once("</h")?;
    // The rest of the closing tag, such as `2>`.
    let (_, text) = text.split_once('>')?;
    let (heading, text) = (plain(heading), plain(text));
    let folded = (heading.to_lowercase(), text.to_lowercase());
    Some(Section { chapter, anchor, heading, text, folded })
}

/// The visible text of some HTML, with single spaces.
pub(crate) fn plain(html: &str) -> String {
    let mut text = String::with_capacity(html.len());
    let mut rest = html;
    while let Some((before, tag)) = rest.split_once('<') {
        text.push_str(before);
        let (name, after) = tag.split_once('>').unwrap_or((tag, ""));
        // Inline tags do not separate words; all others do.
        let name = name.trim_start_matches('/').split([' ', '/']).next().unwrap_or_default();
        if !["a", "code", "em", "strong", "span", "sub", "sup"].contains(&name) {
            text.push(' ');
        }
        rest = after;
    }
    text.push_str(rest);
    let text = text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"");
    let text = text.replace("&#39;", "'").replace("&#x27;", "'").replace("&amp;", "&");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
