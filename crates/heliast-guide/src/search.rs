//! The guide's search: sections with all words of a query, the best first.

use crate::{
    Chapter,
    sections::{SECTIONS, Section},
};
use std::cmp::Reverse;

/// The number of words of a query that are used. The others are ignored.
const MOST_WORDS: usize = 8;
/// The number of bytes of a query that are used.
const LONGEST_QUERY: usize = 256;
/// The weight of a word in a heading, compared with one in the text.
const HEADING_WEIGHT: usize = 10;
/// The characters of an excerpt on each side of the found word.
const EXCERPT: usize = 90;

/// A section with all words of a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hit {
    /// The chapter that contains it.
    pub chapter: &'static Chapter,
    /// The id of the section's heading in the chapter.
    pub anchor: &'static str,
    /// The heading's text.
    pub heading: String,
    /// Some text before the first found word.
    pub before: String,
    /// The word as spelled in the guide; empty if only the heading has it.
    pub word: String,
    /// Some text after it.
    pub after: String,
}

/// At most `most` sections of the guide with all words of a query, the best first. Upper and lower case are
/// not distinguished, and a word also finds longer words that contain it. A query without a word finds
/// nothing.
pub fn search(query: &str, most: usize) -> Vec<Hit> {
    let words = words(query);
    if words.is_empty() {
        return Vec::new();
    }
    let mut found: Vec<(usize, &Section)> =
        SECTIONS.iter().filter_map(|section| Some((score(section, &words)?, section))).collect();
    // The sort keeps the guide's order for equal scores.
    found.sort_by_key(|(score, _)| Reverse(*score));
    found.into_iter().take(most).map(|(_, section)| hit(section, &words)).collect()
}

fn words(query: &str) -> Vec<String> {
    let end = query.floor_char_boundary(LONGEST_QUERY);
    let words = query[..end].split(|letter: char| !letter.is_alphanumeric() && letter != '-');
    words.filter(|word| !word.is_empty()).map(str::to_lowercase).take(MOST_WORDS).collect()
}

/// The weighted number of occurrences of the words; `None` if one is missing.
fn score(section: &Section, words: &[String]) -> Option<usize> {
    let (heading, text) = &section.folded;
    // A chapter is found before a section of the same name in another one.
    let weight = if section.heading == section.chapter.title { 2 * HEADING_WEIGHT } else { HEADING_WEIGHT };
    let count = |word: &String| {
        let count = weight * heading.matches(word).count() + text.matches(word).count();
        (count > 0).then_some(count)
    };
    words.iter().map(count).sum()
}

fn hit(section: &Section, words: &[String]) -> Hit {
    let found = words.iter().find_map(|word| find(&section.text, word));
    let (start, end) = found.unwrap_or_default();
    let text = &section.text;
    let from = text[..start].char_indices().rev().nth(EXCERPT).map_or(0, |(place, _)| place);
    let to = text[end..].char_indices().nth(EXCERPT).map_or(text.len(), |(place, _)| end + place);
    Hit {
        chapter: section.chapter,
        anchor: section.anchor,
        heading: section.heading.clone(),
        before: text[from..start].to_owned(),
        word: text[start..end].to_owned(),
        after: text[end..to].to_owned(),
    }
}

/// The start and end of a lower-case word in a text of any case. Lower-case letters can differ from capitals
/// in length, so a position in the folded text is not valid here.
fn find(text: &str, word: &str) -> Option<(usize, usize)> {
    let mut starts = text.char_indices().map(|(place, _)| place);
    starts.find_map(|start| Some((start, start + begins_with(&text[start..], word)?)))
}

/// The length of the beginning of a text that is the word in lower case, if any.
fn begins_with(text: &str, word: &str) -> Option<usize> {
    let mut expected = word.chars().peekable();
    for (place, letter) in text.char_indices() {
        if expected.peek().is_none() {
            return Some(place);
        }
        for small in letter.to_lowercase() {
            if expected.next() != Some(small) {
                return None;
            }
        }
    }
    expected.peek().is_none().then_some(text.len())
}
