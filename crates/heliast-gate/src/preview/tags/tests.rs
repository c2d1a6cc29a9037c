//! Tags of real pages, and pages that are made to keep a gate busy.

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
    let expected =
        [("og:title", "A & B 'c' &unknown; &"), ("twitter:card", "two"), ("og:image", "https://site/a.png")];
    assert_eq!(found, expected.map(|(name, text)| (name.to_owned(), text.to_owned())));
}

#[test]
fn there_are_not_too_many_and_none_is_too_long() {
    let many = "<meta property=og:a content=b >".repeat(100);
    assert_eq!(of(&many).len(), MOST);
    let long = format!("<meta property=og:a content='{}'>", "x".repeat(5_000));
    assert_eq!(of(&long)[0].content.len(), LONGEST);
}

/// A user of the site may write this on one of its pages: the longest page that is read has 512 KiB of it.
#[test]
fn a_page_of_the_same_again_and_again_is_read_to_its_end() {
    for part in [
        "=",
        "<meta ",
        "<meta a",
        "<meta a=",
        "<meta a='",
        "<meta =",
        "<meta a=\u{e9}",
        "<meta/",
        "<meta property=og:a content=&",
        "<meta property=og:a content=\"&#",
    ] {
        let page = format!("<meta {}", part.repeat((512 << 10) / part.len()));
        assert!(of(&page).len() <= MOST, "{part}");
    }
    // An element is looked at up to a length, which may be in the middle of a character.
    let long = format!("<meta property=og:a content=a {}>", "\u{e9}\u{1f980}".repeat(ELEMENT));
    assert_eq!(of(&long).len(), 1);
    let late = format!("{}<meta property=og:a content=b>", "<meta a>".repeat(ELEMENTS));
    assert_eq!(of(&late), []);
}

proptest! {
    #[test]
    fn no_page_is_too_strange(page in "(<meta|property|content|og:a|=|'|\"|>|/| |&|#|;|x|\u{e9}|</head){0,40}") {
        for tag in of(&page) {
            prop_assert!(is_of_previews(&tag.property));
        }
    }
}
