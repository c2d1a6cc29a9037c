//! Finds `<meta property="og:..." content="...">` in the head of a page.

use crate::page::Tag;

/// Tags of one page.
const MOST: usize = 32;
/// Characters of one.
const LONGEST: usize = 1_000;

/// The tags in the head of a page, as text: they are quoted again where they are written.
pub(super) fn of(page: &str) -> Vec<Tag> {
    let lower = page.to_ascii_lowercase();
    let end = ["</head", "<body"].iter().filter_map(|end| lower.find(end)).min().unwrap_or(page.len());
    let (page, lower) = (&page[..end], &lower[..end]);
    let starts = lower.match_indices("<meta").map(|(at, word)| &page[at + word.len()..]);
    let elements = starts.filter(|rest| rest.starts_with([' ', '\t', '\n', '\r', '/']));
    elements.filter_map(tag).take(MOST).collect()
}

/// The tag that attributes make, if it is one of a preview.
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

/// The next attribute of an element, and what follows it: none at the element's end.
fn attribute(text: &str) -> Option<(&str, &str, &str)> {
    let is_gap = |c: char| c.is_ascii_whitespace() || c == '/';
    let text = text.trim_start_matches(is_gap);
    let end = text.find(|c: char| c.is_ascii_whitespace() || ['=', '>', '/'].contains(&c))?;
    if end == 0 {
        // `=` without a name, or the end.
        return text.strip_prefix('=').and_then(attribute);
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

/// The text of an attribute, up to a length.
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn tags_are_found_as_pages_write_them() {
        let page = "<!doctype html><HEAD><title>x</title>\
            <meta property=\"og:title\" content=\"A &amp; B &#39;c&#x27; &unknown; &\">\
            <META content='two' name=twitter:card ><meta property=og:image content=https://site/a.png />\
            <meta name=\"description\" content=\"no\"><meta property=\"og:bad name\" content=\"no\">\
            <metadata property=\"og:no\" content=\"no\"><meta property=\"og:empty\">\
            </head><body><meta property=\"og:late\" content=\"no\">";
        let found: Vec<_> = of(page).into_iter().map(|tag| (tag.property, tag.content)).collect();
        let expected = [
            ("og:title", "A & B 'c' &unknown; &"),
            ("twitter:card", "two"),
            ("og:image", "https://site/a.png"),
        ];
        assert_eq!(found, expected.map(|(name, text)| (name.to_owned(), text.to_owned())));
    }

    #[test]
    fn there_are_not_too_many_and_none_is_too_long() {
        let many = "<meta property=og:a content=b >".repeat(100);
        assert_eq!(of(&many).len(), MOST);
        let long = format!("<meta property=og:a content='{}'>", "x".repeat(5_000));
        assert_eq!(of(&long)[0].content.len(), LONGEST);
    }

    proptest! {
        #[test]
        fn no_page_is_too_strange(page in "(<meta|property|content|og:a|=|'|\"|>|/| |&|#|;|x|\u{e9}|</head){0,40}") {
            for tag in of(&page) {
                prop_assert!(is_of_previews(&tag.property));
            }
        }
    }
}
