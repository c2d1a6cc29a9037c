//! SVG text, element by element.

use std::fmt::{Arguments, Display, Write};

/// Everything is scoped to the class of the root, so that a page can have several charts inline.
const STYLE: &str = "\
.chart text{font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif;font-size:12px;fill:#1f2328}\
.chart .title{font-size:16px;font-weight:600}\
.chart .muted{fill:#59636e}\
.chart .ground{fill:#ffffff}\
.chart .grid{stroke:#d8dee4;stroke-width:1}\
.chart .axis{stroke:#818b98;stroke-width:1;fill:none}\
.chart .line{fill:none;stroke-width:2;stroke-linejoin:round;stroke-linecap:round}\
@media (prefers-color-scheme:dark){\
.chart text{fill:#e6edf3}.chart .muted{fill:#9198a1}.chart .ground{fill:#0d1117}.chart .grid{stroke:#30363d}}";

/// The side on which a text touches its point.
#[derive(Clone, Copy)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

/// An SVG document under construction; lengths are pixels from the upper left corner.
pub(crate) struct Canvas {
    width: f64,
    height: f64,
    body: String,
}

impl Canvas {
    pub(crate) fn new(width: f64, height: f64) -> Canvas {
        Canvas { width, height, body: String::new() }
    }

    /// An element without content; `attributes` is written as it is.
    pub(crate) fn element(&mut self, name: &str, attributes: Arguments<'_>) {
        let _ = writeln!(self.body, "<{name} {attributes}/>");
    }

    /// An element that shows `tooltip` while the pointer is on it.
    pub(crate) fn element_saying(&mut self, name: &str, attributes: Arguments<'_>, tooltip: &str) {
        let _ = writeln!(self.body, "<{name} {attributes}><title>{}</title></{name}>", Escaped(tooltip));
    }

    /// A text of a class (`title`, `muted`, or none); `extra` is written as it is.
    pub(crate) fn text(&mut self, (x, y): (f64, f64), anchor: Anchor, class: &str, extra: &str, text: &str) {
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let _ = writeln!(
            self.body,
            r#"<text class="{class}" x="{x:.1}" y="{y:.1}" text-anchor="{anchor}"{extra}>{}</text>"#,
            Escaped(text)
        );
    }

    /// The document.
    pub(crate) fn finish(self, title: &str) -> String {
        let Canvas { width, height, body } = self;
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"chart\" role=\"img\" width=\"{width:.0}\" height=\"{height:.0}\" \
             viewBox=\"0 0 {width:.0} {height:.0}\">\n<title>{}</title>\n<style>{STYLE}</style>\n\
             <rect class=\"ground\" width=\"100%\" height=\"100%\"/>\n{body}</svg>\n",
            Escaped(title)
        )
    }
}

/// Text as XML character data: markup is escaped; control characters, which XML 1.0 cannot represent, are
/// left out.
struct Escaped<'a>(&'a str);

impl Display for Escaped<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.chars().try_for_each(|c| match c {
            '&' => f.write_str("&amp;"),
            '<' => f.write_str("&lt;"),
            '>' => f.write_str("&gt;"),
            '"' => f.write_str("&quot;"),
            '\u{fffe}' | '\u{ffff}' => Ok(()),
            c if c.is_control() => Ok(()),
            c => f.write_char(c),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_is_escaped_and_what_xml_cannot_write_is_left_out() {
        let cases = [
            ("plain", "plain"),
            ("a < b & c > \"d\"", "a &lt; b &amp; c &gt; &quot;d&quot;"),
            ("&amp;", "&amp;amp;"),
            ("one\u{0}two\u{7}\n\t\u{1b}three", "onetwothree"),
            ("\u{fffe}x\u{ffff}\u{85}", "x"),
            ("λ·2⁸ 'quoted' 👍", "λ·2⁸ 'quoted' 👍"),
            ("", ""),
        ];
        for (text, expected) in cases {
            assert_eq!(Escaped(text).to_string(), expected, "{text:?}");
        }
    }

    #[test]
    fn elements_stand_in_the_order_in_which_they_are_drawn() {
        let mut canvas = Canvas::new(120.4, 80.0);
        canvas.element("line", format_args!(r#"x1="1""#));
        canvas.element_saying("circle", format_args!(r#"r="2""#), "a < b");
        canvas.text((3.25, 4.0), Anchor::Start, "muted", r#" id="t""#, "one & two");
        canvas.text((5.0, 6.0), Anchor::Middle, "", "", "m");
        canvas.text((7.0, 8.0), Anchor::End, "title", "", "e");
        let body = [
            r#"<line x1="1"/>"#,
            r#"<circle r="2"><title>a &lt; b</title></circle>"#,
            r#"<text class="muted" x="3.2" y="4.0" text-anchor="start" id="t">one &amp; two</text>"#,
            r#"<text class="" x="5.0" y="6.0" text-anchor="middle">m</text>"#,
            r#"<text class="title" x="7.0" y="8.0" text-anchor="end">e</text>"#,
            "</svg>",
        ];
        let svg = canvas.finish("<name>");
        assert!(svg.contains("<title>&lt;name&gt;</title>"), "{svg}");
        assert!(svg.contains(r#"width="120" height="80" viewBox="0 0 120 80""#), "{svg}");
        assert!(svg.ends_with(&(body.join("\n") + "\n")), "{svg}");
    }
}
