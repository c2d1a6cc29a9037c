//! Pages: the quoting of texts in them, and the clients that get a page.

use super::*;
use crate::reply;
use askama::Template;
use axum::http::{HeaderMap, HeaderValue, header::ACCEPT};
use percent_encoding::percent_decode_str;
use proptest::prelude::*;

#[test]
fn an_address_is_one_word_in_every_shell() {
    for (url, word) in [
        ("http://site:8080/a-b_c.d~e/f", "http://site:8080/a-b_c.d~e/f"),
        ("http://[::1]:80/%C3%A9", "http://[::1]:80/%C3%A9"),
        ("https://site/$(id)", "https://site/%24%28id%29"),
        ("https://site/a;reboot", "https://site/a%3Breboot"),
        ("https://site/a&calc", "https://site/a%26calc"),
        ("https://site/`id`|x", "https://site/%60id%60%7Cx"),
        ("https://site/'\"<>{}*!\\ \n", "https://site/%27%22%3C%3E%7B%7D%2A%21%5C%20%0A"),
    ] {
        assert_eq!(one_word(url), word);
    }
}

#[test]
fn a_page_quotes_what_others_have_written() {
    let hostile = "</title><script>\"x\"&'";
    let [name, text, contact] = [hostile; 3].map(str::to_owned);
    let looks = &Looks { name, text, contact, logo: None };
    let preview = &[Tag { property: hostile.to_owned(), content: hostile.to_owned() }];
    let wait = Wait { looks, challenge: hostile, url: hostile, t: 5, preview }.render().unwrap();
    let message = Message { looks, title: hostile, text: hostile }.render().unwrap();
    for page in [wait, message] {
        assert!(!page.contains("<script>\"") && !page.contains("</title><"), "{page}");
        assert!(!page.contains("\"x\"&"), "{page}");
    }
}

#[test]
fn a_page_is_for_who_asks_for_one() {
    let wants = |values: &[&str]| {
        let mut headers = HeaderMap::new();
        for value in values {
            headers.append(ACCEPT, HeaderValue::from_str(value).unwrap());
        }
        reply::wants(&headers, reply::PAGE)
    };
    for values in [&["text/html"][..], &["text/html;q=0.9"], &["*/*, text/html"], &["image/png", "text/html"]]
    {
        assert!(wants(values), "{values:?}");
    }
    for values in [&[][..], &["*/*"], &["application/json"], &["text/plain"], &["xtext/html"]] {
        assert!(!wants(values), "{values:?}");
    }
}

proptest! {
    #[test]
    fn no_character_means_something_to_a_shell_and_the_address_is_the_same(url in "\\PC{0,40}") {
        let word = one_word(&url);
        let is_harmless = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~:/[]%".contains(&byte);
        prop_assert!(word.bytes().all(is_harmless), "{}", word);
        let decoded = |text: &str| percent_decode_str(text).collect::<Vec<u8>>();
        prop_assert_eq!(decoded(&word), decoded(&url));
    }
}
