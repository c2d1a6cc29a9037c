use crate::{chapter, chapters, image, neighbours, search, sections::plain};
use std::collections::HashSet;

#[test]
fn every_link_of_a_chapter_leads_to_a_place_in_the_guide() {
    for page in chapters() {
        for target in page.html.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next()) {
            let (name, anchor) = target.split_once('#').unwrap_or((target, ""));
            if name.contains(':') {
                continue;
            }
            let other = if name.is_empty() { Some(page) } else { chapter(name) };
            let other = other.unwrap_or_else(|| panic!("{}: {target} is not a chapter", page.name));
            let id = format!("id=\"{anchor}\"");
            assert!(anchor.is_empty() || other.html.contains(&id), "{}: {target}", page.name);
        }
    }
}

#[test]
fn every_picture_of_a_chapter_is_there_and_has_words() {
    let mut shown = HashSet::new();
    for page in chapters() {
        for tag in page.html.split("<img").skip(1).filter_map(|rest| rest.split('>').next()) {
            let name = tag.split("src=\"images/").nth(1).and_then(|rest| rest.split('"').next());
            let name = name.unwrap_or_else(|| panic!("{}: {tag}", page.name));
            let picture = image(name).unwrap_or_else(|| panic!("{}: no picture {name}", page.name));
            assert!(picture.svg.contains("<svg"));
            assert!(tag.contains("alt=\"") && !tag.contains("alt=\"\""), "{}: {name}", page.name);
            shown.insert(name);
        }
    }
    assert!(shown.len() > 2, "{shown:?}");
}

#[test]
fn a_chapter_is_a_body_without_scripts() {
    assert!(chapters().len() > 10);
    for page in chapters() {
        assert!(page.html.starts_with("<h1"), "{}", page.name);
        for tag in ["<script", "<iframe", "<html", "<style", " style=\"", "<!--"] {
            assert!(!page.html.contains(tag), "{}: {tag}", page.name);
        }
    }
}

#[test]
fn chapters_know_their_neighbours() {
    let all = chapters();
    assert_eq!(neighbours(&all[0]), (None, Some(&all[1])));
    assert_eq!(neighbours(&all[all.len() - 1]), (Some(&all[all.len() - 2]), None));
    assert_eq!(neighbours(&all[3]), (Some(&all[2]), Some(&all[4])));
}

#[test]
fn a_search_finds_what_a_heading_says_first() {
    let hits = search("Speed", 20);
    assert_eq!(hits[0].chapter.name, "speed", "{hits:?}");
    assert!(hits.len() > 3 && hits.len() <= 20);
}

#[test]
fn all_words_of_a_search_are_in_what_it_finds() {
    let hits = search("NGINX proxy", 50);
    assert!(!hits.is_empty());
    for hit in &hits {
        let html = plain(hit.chapter.html).to_lowercase();
        assert!(html.contains("nginx") && html.contains("proxy"));
        assert!(hit.chapter.html.contains(&format!("id=\"{}\"", hit.anchor)));
    }
    assert!(search("nginx wordthatdoesnotoccur", 50).is_empty());
    assert_eq!(search("proof", 2).len(), 2);
}

#[test]
fn an_excerpt_is_text_of_the_section_around_the_word() {
    for hit in search("checkpoint", 50) {
        let excerpt = format!("{}{}{}", hit.before, hit.word, hit.after);
        assert!(plain(hit.chapter.html).contains(excerpt.trim()), "{excerpt}");
        assert!(hit.word.is_empty() || hit.word.eq_ignore_ascii_case("checkpoint"));
    }
}

#[test]
fn any_query_gets_an_answer() {
    for query in ["", " ", "-", "<", "\u{130}", "İ ß ﬁ", "\u{0}", "a b c d e f g h i j k", "&lt;"] {
        for hit in search(query, 5) {
            assert!(!hit.heading.is_empty());
        }
    }
    assert!(search("", 5).is_empty() && search(" .,<>\u{0}", 5).is_empty());
    let long = "ß".repeat(5000);
    assert!(search(&long, 5).is_empty());
}

#[test]
fn text_of_html_is_what_a_reader_sees() {
    assert_eq!(plain("<p>a <code>&lt;b&gt;</code>,</p>\n<p>c &amp;lt; d</p>"), "a <b>, c &lt; d");
    assert_eq!(plain("<td>1</td><td>2</td>"), "1 2");
    assert_eq!(plain("un<em>der</em> <"), "under");
}
