//! The guide's search: sections that have all words of a query, the best first.

use crate::{
    Chapter,
    sections::{SECTIONS, Section},
};
use std::cmp::Reverse;

/// Words of a query that are looked at. The others are ignored.
const MOST_WORDS: usize = 8;
/// Bytes of a query that are looked at.
const LONGEST_QUERY: usize = 256;
/// A word in a heading counts as many in the text.
const HEADING_WEIGHT: usize = 10;
/// Characters of an excerpt on each side of the word that was found.
const EXCERPT: usize = 90;

/// A section that has all words of a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hit {
    /// The chapter that it is in.
    pub chapter: &'static Chapter,
    /// The id of the section's heading in the chapter.
    pub anchor: &'static str,
    /// The heading's text.
    pub heading: String,
    /// Some text before the first word that was found.
    pub before: String,
    /// The word, as the guide writes it; empty if the heading alone has it.
    pub word: String,
    /// Some text after it.
    pub after: String,
}

/// At most `most` sections of the guide with all words of a query, the best first. Capitals and small letters
/// are the same, and a word also finds longer words that contain it. A query without a word finds nothing.
pub fn search(query: &str, most: usize) -> Vec<Hit> {
    let words = words(query);
    if words.is_empty() {
        return Vec::new();
    }
    let mut found: Vec<(usize, &Section)> =
        SECTIONS.iter().filter_map(|section| Some((score(section, &words)?, section))).collect();
    // The sort keeps the guide's order among equals.
    found.sort_by_key(|(score, _)| Reverse(*score));
    found.into_iter().take(most).map(|(_, section)| hit(section, &words)).collect()
}

fn words(query: &str) -> Vec<String> {
    let end = query.floor_char_boundary(LONGEST_QUERY);
    let words = query[..end].split(|letter: char| !letter.is_alphanumeric() && letter != '-');
    words.filter(|word| !word.is_empty()).map(str::to_lowercase).take(MOST_WORDS).collect()
}

/// The number of times that the words occur; nothing if one is missing.
fn score(section: &Section, words: &[String]) -> Option<usize> {
    let (heading, text) = &section.folded;
    let count = |word: &String| {
        let count = HEADING_WEIGHT * heading.matches(word).count() + text.matches(word).count();
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

/// Start and end of a word in small letters, in a text of any letters. Small letters may have another length
/// than capitals, so that a place in the folded text means nothing here.
fn find(text: &str, word: &str) -> Option<(usize, usize)> {
    let mut starts = text.char_indices().map(|(place, _)| place);
    starts.find_map(|start| Some((start, start + begins_with(&text[start..], word)?)))
}

/// The length of what a text begins with, if in small letters it is the word.
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
