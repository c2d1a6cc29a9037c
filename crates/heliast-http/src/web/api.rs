//! The API for people: the OpenAPI document as a page, so that there is one description of the routes.

use super::pages::Frame;
use askama::Template;
use serde_json::Value;
use std::collections::BTreeMap;

/// The page of the API.
#[derive(Template)]
#[template(path = "api.html")]
pub(crate) struct ApiPage {
    pub(crate) frame: Frame,
    pub(crate) description: Prose,
    pub(crate) groups: Vec<RouteGroup>,
    /// The answers that many routes share, which are described once.
    pub(crate) shared: Vec<Answer>,
}

/// The routes with one tag.
pub(crate) struct RouteGroup {
    pub(crate) description: Prose,
    pub(crate) routes: Vec<Route>,
}

/// A route.
pub(crate) struct Route {
    pub(crate) method: String,
    pub(crate) path: String,
    /// Whether the path can be followed as it is.
    pub(crate) is_link: bool,
    pub(crate) summary: Prose,
    pub(crate) description: Prose,
    pub(crate) parameters: Vec<Parameter>,
    /// The answers of this route that are not shared by many routes.
    pub(crate) answers: Vec<Answer>,
}

/// A parameter of a route.
pub(crate) struct Parameter {
    pub(crate) name: String,
    pub(crate) place: String,
    pub(crate) required: bool,
    pub(crate) description: Prose,
}

/// An answer of a route.
pub(crate) struct Answer {
    pub(crate) status: String,
    pub(crate) content: String,
    pub(crate) description: Prose,
}

/// A text in which some words are code. It is HTML-escaped automatically.
#[derive(Debug, Template)]
#[template(
    source = "{% for span in spans %}{% if span.is_code %}<code>{{ span.text }}</code>{% else %}{{ span.text }}{% endif %}{% endfor %}",
    ext = "html"
)]
pub(crate) struct Prose {
    spans: Vec<Span>,
}

#[derive(Debug, PartialEq)]
struct Span {
    text: String,
    is_code: bool,
}

impl ApiPage {
    /// The page of an OpenAPI document.
    pub(crate) fn new(frame: Frame, document: &Value) -> ApiPage {
        let tags = list(&document["tags"]);
        let group = |tag: &Value| {
            let name = text(&tag["name"]);
            let routes = routes(document).filter(|(_, _, route)| tagged(route, &name));
            RouteGroup {
                description: prose(&text(&tag["description"])),
                routes: routes.map(|(path, method, route)| Route::new(path, method, route)).collect(),
            }
        };
        ApiPage {
            frame,
            description: prose(&text(&document["info"]["description"])),
            shared: shared(document),
            groups: tags.iter().map(group).filter(|group| !group.routes.is_empty()).collect(),
        }
    }
}

/// All routes of a document: path, method, description.
fn routes(document: &Value) -> impl Iterator<Item = (&String, &String, &Value)> {
    let paths = document["paths"].as_object().into_iter().flatten();
    paths.flat_map(|(path, methods)| {
        let methods = methods.as_object().into_iter().flatten();
        methods.map(move |(method, route)| (path, method, route))
    })
}

/// The answers to which routes refer by a name, ordered by status.
fn shared(document: &Value) -> Vec<Answer> {
    let routes =
        routes(document).flat_map(|(_, _, route)| route["responses"].as_object().into_iter().flatten());
    let statuses: BTreeMap<_, _> =
        routes.filter_map(|(status, answer)| Some((name_of(answer)?, status))).collect();
    let described = document["components"]["responses"].as_object().into_iter().flatten();
    let mut shared: Vec<_> = described
        .filter_map(|(name, answer)| Some(Answer::new(statuses.get(name.as_str())?, answer)))
        .collect();
    shared.sort_by(|a, b| a.status.cmp(&b.status));
    shared
}

/// The name of an answer that is described elsewhere.
fn name_of(answer: &Value) -> Option<&str> {
    answer["$ref"].as_str().and_then(|place| place.strip_prefix("#/components/responses/"))
}

fn tagged(route: &Value, name: &str) -> bool {
    list(&route["tags"]).iter().any(|tag| tag == name)
}

impl Route {
    fn new(path: &str, method: &str, route: &Value) -> Route {
        let parameters: Vec<Parameter> = list(&route["parameters"]).iter().map(Parameter::new).collect();
        let answers = route["responses"].as_object().into_iter().flatten();
        let own = answers.filter(|(_, answer)| name_of(answer).is_none());
        // A stream has no end, and a route with a required parameter gives an error without it.
        let is_link = !path.contains('{') && path != "/v1/stream" && !parameters.iter().any(|p| p.required);
        Route {
            method: method.to_uppercase(),
            is_link: is_link && method == "get",
            path: path.to_owned(),
            summary: prose(&text(&route["summary"])),
            description: prose(&text(&route["description"])),
            answers: own.map(|(status, answer)| Answer::new(status, answer)).collect(),
            parameters,
        }
    }
}

impl Parameter {
    fn new(parameter: &Value) -> Parameter {
        Parameter {
            name: text(&parameter["name"]),
            place: text(&parameter["in"]),
            required: parameter["required"] == true,
            description: prose(&text(&parameter["description"])),
        }
    }
}

impl Answer {
    fn new(status: &str, answer: &Value) -> Answer {
        let types = answer["content"].as_object().into_iter().flatten();
        let content: Vec<String> = types.map(|(name, _)| name.clone()).collect();
        Answer {
            status: status.to_owned(),
            content: content.join(", "),
            description: prose(&text(&answer["description"])),
        }
    }
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map(Vec::as_slice).unwrap_or_default()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// Splits text into spans; those between backticks are code.
fn prose(text: &str) -> Prose {
    let pieces = text.split('`').enumerate();
    let span = |(i, piece): (usize, &str)| Span { text: piece.to_owned(), is_code: i % 2 == 1 };
    Prose { spans: pieces.map(span).filter(|span| !span.text.is_empty()).collect() }
}

impl Prose {
    fn is_empty(&self) -> bool {
        self.spans.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn code_stands_between_backticks_and_nothing_is_markup() {
        for (text, html) in [
            ("a `b` c", "a <code>b</code> c"),
            ("`a`b`c", "<code>a</code>b<code>c</code>"),
            ("<i>`<b>`", "&#60;i&#62;<code>&#60;b&#62;</code>"),
            ("", ""),
        ] {
            assert_eq!(prose(text).to_string(), html);
        }
        assert!(prose("").is_empty() && !prose("a").is_empty());
    }

    #[test]
    fn every_route_of_the_document_is_shown_with_all_its_answers_and_no_answer_twice() {
        let document: Value = serde_json::from_str(crate::OPENAPI).unwrap();
        let page = ApiPage::new(Frame::bare(), &document);
        let shown: usize = page.groups.iter().map(|group| group.routes.len()).sum();
        assert_eq!(shown, routes(&document).count(), "each route has a tag that is described");
        let text = page.render().unwrap();
        let named = document["components"]["responses"].as_object().unwrap();
        assert_eq!(page.shared.len(), named.len(), "each is of some route");
        for route in page.groups.iter().flat_map(|group| &group.routes) {
            assert!(text.contains(&format!("{}</", route.path)), "{}", route.path);
            let answers = &document["paths"][&route.path][route.method.to_lowercase()]["responses"];
            let statuses = answers.as_object().unwrap().keys();
            let has = |list: &[Answer], status: &str| list.iter().any(|answer| answer.status == status);
            for status in statuses {
                assert!(has(&route.answers, status) || has(&page.shared, status), "{} {status}", route.path);
            }
            assert!(route.answers.iter().all(|answer| !answer.description.is_empty()), "{}", route.path);
        }
        for answer in named.values() {
            let words = answer["description"].as_str().unwrap();
            assert_eq!(text.matches(words).count(), 1, "{words}");
        }
        assert!(text.contains("href=\"/info\"") && !text.contains("href=\"/public/{round}\""));
    }

    #[test]
    fn a_document_without_anything_is_a_page() {
        for document in [json!({}), json!({"paths": {"/x": {"get": null}}, "tags": [7]}), json!(null)] {
            assert!(ApiPage::new(Frame::bare(), &document).render().unwrap().contains("<h1"));
        }
    }
}
