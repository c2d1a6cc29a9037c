//! Finds `<meta property="og:..." content="...">` in the head of a page.

#[cfg(test)]
mod tests;

use crate::page::Tag;

/// The most tags of a page.
const MOST: usize = 32;
/// The most characters of a tag.
const LONGEST: usize = 1_000;
/// The most elements of a page that are looked at. Users who write on a site's pages may write any number of
/// them.
const ELEMENTS: usize = 256;
/// The most bytes of an element that are looked at.
const ELEMENT: usize = 8 << 10;

/// The tags in the head of a page, as plain text: they are escaped again when they are written.
pub(super) fn of(page: &str) -> Vec<Tag> {
    let lower = page.to_ascii_lowercase();
    let end = ["</head", "<body"].iter().filter_map(|end| lower.find(end)).min().unwrap_or(page.len());
    let (page, lower) = (&page[..end], &lower[..end]);
    let starts = lower.match_indices("<meta").map(|(at, word)| &page[at + word.len()..]);
    let elements = starts.filter(|rest| rest.starts_with([' ', '\t', '\n', '\r', '/']));
    let elements = elements.take(ELEMENTS).map(|rest| &rest[..rest.floor_char_boundary(ELEMENT)]);
    elements.filter_map(tag).take(MOST).collect()
}

/// The tag with these attributes, if it is one for previews.
fn tag(mut rest: &str) -> Option<Tag> {
    let (mut property, mut content) = (None, None);
    while let Some((name, value, after)) = attribute(rest) {
        rest = after;
        match name.to_ascii_lowercase().as_str() {
            "property" | "name" if is_of_previews(value) => property = Some(value.to_owned()),
            "content" => content = Some(text(value)),
            _ => {}
        }
    }
    Some(Tag { property: property?, content: content? })
}

fn is_of_previews(name: &str) -> bool {
    let is_plain = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b":_-".contains(&byte));
    is_plain && name.len() <= 64 && ["og:", "twitter:", "article:"].iter().any(|kind| name.starts_with(kind))
}

/// The next attribute of an element, and the rest; `None` at the element's end.
fn attribute(text: &str) -> Option<(&str, &str, &str)> {
    // `=` without a name also counts as a gap.
    let is_gap = |c: char| c.is_ascii_whitespace() || ['=', '/'].contains(&c);
    let text = text.trim_start_matches(is_gap);
    let end = text.find(|c: char| c.is_ascii_whitespace() || ['=', '>', '/'].contains(&c))?;
    if end == 0 {
        return None;
    }
    let (name, rest) = text.split_at(end);
    let Some(value) = rest.trim_start().strip_prefix('=') else { return Some((name, "", rest)) };
    let value = value.trim_start();
    match value.chars().next()? {
        quote @ ('"' | '\'') => {
            let (inside, after) = value[1..].split_once(quote)?;
            Some((name, inside, after))
        }
        _ => {
            let end = value.find(|c: char| c.is_ascii_whitespace() || c == '>')?;
            Some((name, &value[..end], &value[end..]))
        }
    }
}

/// The text of an attribute, up to the longest length.
fn text(value: &str) -> String {
    let mut said = String::new();
    let mut parts = value.split('&');
    said.push_str(parts.next().unwrap_or_default());
    for part in parts {
        match part.split_once(';').and_then(|(name, rest)| Some((character(name)?, rest))) {
            Some((character, rest)) => {
                said.push(character);
                said.push_str(rest);
            }
            None => {
                said.push('&');
                said.push_str(part);
            }
        }
    }
    said.chars().filter(|c| !c.is_control()).take(LONGEST).collect()
}

fn character(name: &str) -> Option<char> {
    let number = name.strip_prefix('#');
    let number = number.map(|digits| match digits.strip_prefix(['x', 'X']) {
        Some(hex) => u32::from_str_radix(hex, 16),
        None => digits.parse(),
    });
    match (number, name) {
        (Some(number), _) => char::from_u32(number.ok()?),
        (None, "amp") => Some('&'),
        (None, "lt") => Some('<'),
        (None, "gt") => Some('>'),
        (None, "quot") => Some('"'),
        (None, "apos") => Some('\''),
        _ => None,
    }
}
