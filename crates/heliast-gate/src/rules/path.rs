//! Compares paths with those of rules: strictly if a rule lets in, loosely if it demands a stamp or refuses.

use super::glob::fit_segments;

/// The path of a rule, and all paths below it. `*` matches any part of a segment, `**` any segments.
#[derive(Clone, Debug)]
pub(super) struct Pattern {
    text: String,
    /// The exact segments.
    strict: Vec<Vec<u8>>,
    loose: Loose,
}

impl Pattern {
    pub fn new(text: &str) -> Pattern {
        let mut strict: Vec<Vec<u8>> = text.split('/').map(|segment| segment.as_bytes().to_vec()).collect();
        let mut loose = Loose::new(text);
        if has_stars(text) {
            // A path below a folder has at least one more segment, which may be empty.
            if strict.pop_if(|last| last.is_empty()).is_some() {
                strict.extend([b"*".to_vec(), b"**".to_vec()]);
            }
            loose.cut.push(b"**".to_vec());
        }
        Pattern { text: text.to_owned(), strict, loose }
    }

    /// The text in the rule.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether `path` is exactly this path or below it. A pattern with `*` matches only whole paths, unless
    /// it ends with `/` or `/**`: `*.png` must not open `/x.png/y`, which some servers execute. It does not
    /// match `/x.php%3F.png` either, which a server that decodes first takes for `/x.php`.
    pub fn covers_strictly(&self, path: &Strict) -> bool {
        match has_stars(&self.text) {
            true => !path.ends_early && fit_segments(&self.strict, &path.segments),
            false => covers(&self.text, path.text),
        }
    }

    /// Whether the most tolerant site might read `path` as this path or one below it.
    pub fn covers_loosely(&self, path: &Loose) -> bool {
        match has_stars(&self.text) {
            true => [&path.cut, &path.whole].into_iter().any(|path| fit_segments(&self.loose.cut, path)),
            false => path.cut.starts_with(&self.loose.cut),
        }
    }
}

fn has_stars(text: &str) -> bool {
    text.contains('*')
}

/// Whether `path` is exactly `prefix` or below it.
fn covers(prefix: &str, path: &str) -> bool {
    path.strip_prefix(prefix)
        .is_some_and(|rest| rest.is_empty() || prefix.ends_with('/') || rest.starts_with('/'))
}

/// An exact path.
pub(super) struct Strict<'a> {
    text: &'a str,
    segments: Vec<&'a str>,
    /// Whether a server that decodes the path first takes it for a shorter one.
    ends_early: bool,
}

impl Strict<'_> {
    pub fn new(text: &str) -> Strict<'_> {
        Strict { text, segments: text.split('/').collect(), ends_early: end_of(&decoded(text)).is_some() }
    }
}

/// A path as the most tolerant site reads it: decoded, independent of the case of ASCII letters, and without
/// dots and spaces at the end of a segment, which Windows drops.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Loose {
    /// The segments up to an encoded `?` or `#`.
    cut: Vec<Vec<u8>>,
    /// The segments including what follows these: a pattern with `*` may be about the end.
    whole: Vec<Vec<u8>>,
}

impl Loose {
    pub fn new(path: &str) -> Loose {
        let mut bytes = decoded(path);
        bytes.make_ascii_lowercase();
        let cut = &bytes[..end_of(&bytes).unwrap_or(bytes.len())];
        Loose { cut: Loose::segments(cut), whole: Loose::segments(&bytes) }
    }

    fn segments(bytes: &[u8]) -> Vec<Vec<u8>> {
        let segments = bytes.split(|byte| *byte == b'/').map(|segment| {
            let end = segment.iter().rposition(|byte| !b". ".contains(byte)).map_or(0, |last| last + 1);
            segment.get(..end).unwrap_or_default().to_vec()
        });
        segments.filter(|segment| !segment.is_empty()).collect()
    }
}

/// The position of the `?` or `#` at which a path ends for a server that decodes it before splitting it.
fn end_of(decoded: &[u8]) -> Option<usize> {
    decoded.iter().position(|byte| b"?#".contains(byte))
}

/// Whether servers might read a path in two ways.
pub(super) fn is_ambiguous(path: &str) -> bool {
    let has_dots = path.split('/').any(|segment| segment == ".." || segment == ".");
    let is_text = String::from_utf8(decoded(path)).is_ok();
    has_dots || path.contains("//") || path.contains(['\\', ';']) || has_needless_escape(path) || !is_text
}

/// Whether a percent-encoded byte is equivalent to its unencoded form (RFC 3986, section 2.3), is a
/// separator, or may be decoded twice.
fn has_needless_escape(path: &str) -> bool {
    path.split('%').skip(1).any(|rest| {
        // A `%` without two digits is not an escape, and is left to the site.
        escaped(rest).is_none_or(|byte| {
            byte.is_ascii_alphanumeric() || byte.is_ascii_control() || b"-._~/\\;%".contains(&byte)
        })
    })
}

/// The byte of the two hexadecimal digits at the beginning of `rest`.
fn escaped(rest: &str) -> Option<u8> {
    let digits = rest.get(..2).filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()))?;
    u8::from_str_radix(digits, 16).ok()
}

fn decoded(path: &str) -> Vec<u8> {
    let mut parts = path.split('%');
    let mut bytes = parts.next().unwrap_or_default().as_bytes().to_vec();
    for part in parts {
        match escaped(part) {
            Some(byte) => {
                bytes.push(byte);
                bytes.extend(part.bytes().skip(2));
            }
            None => {
                bytes.push(b'%');
                bytes.extend(part.bytes());
            }
        }
    }
    bytes
}
