//! Compares paths with those of rules: strictly where a rule lets in, loosely where it asks or refuses.

use super::glob::fit_segments;

/// The path of a rule, and all below it. `*` stands for any part of a segment, `**` for any segments.
#[derive(Clone, Debug)]
pub(super) struct Pattern {
    text: String,
    /// The segments, letter for letter.
    strict: Vec<Vec<u8>>,
    loose: Loose,
}

impl Pattern {
    pub fn new(text: &str) -> Pattern {
        let mut strict: Vec<Vec<u8>> = text.split('/').map(|segment| segment.as_bytes().to_vec()).collect();
        let mut loose = Loose::new(text);
        if has_stars(text) {
            // A path below a folder has one more segment at least, which may be empty.
            if strict.pop_if(|last| last.is_empty()).is_some() {
                strict.extend([b"*".to_vec(), b"**".to_vec()]);
            }
            loose.0.push(b"**".to_vec());
        }
        Pattern { text: text.to_owned(), strict, loose }
    }

    /// As the rule has it.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether `path` is this one or below it, letter for letter. A pattern with `*` stands for whole paths
    /// only, but for one that ends with `/` or `/**`: servers that run `/x.png/y` are not asked by `*.png`.
    pub fn covers_strictly(&self, path: &str) -> bool {
        match has_stars(&self.text) {
            true => fit_segments(&self.strict, &path.split('/').collect::<Vec<_>>()),
            false => covers(&self.text, path),
        }
    }

    /// Whether the most forgiving site might read `path` as this one or as one below it.
    pub fn covers_loosely(&self, path: &Loose) -> bool {
        match has_stars(&self.text) {
            true => fit_segments(&self.loose.0, &path.0),
            false => path.0.starts_with(&self.loose.0),
        }
    }
}

fn has_stars(text: &str) -> bool {
    text.contains('*')
}

/// Whether `path` is `prefix` or below it, letter for letter.
fn covers(prefix: &str, path: &str) -> bool {
    path.strip_prefix(prefix)
        .is_some_and(|rest| rest.is_empty() || prefix.ends_with('/') || rest.starts_with('/'))
}

/// A path as the most forgiving site reads it: decoded, up to an encoded `?` or `#`, without the case of
/// ASCII letters, and without dots and spaces at the end of a segment, which Windows drops.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Loose(Vec<Vec<u8>>);

impl Loose {
    pub fn new(path: &str) -> Loose {
        let mut bytes = decoded(path);
        let end = bytes.iter().position(|byte| b"?#".contains(byte)).unwrap_or(bytes.len());
        bytes.truncate(end);
        bytes.make_ascii_lowercase();
        let segments = bytes.split(|byte| *byte == b'/').map(|segment| {
            let end = segment.iter().rposition(|byte| !b". ".contains(byte)).map_or(0, |last| last + 1);
            segment.get(..end).unwrap_or_default().to_vec()
        });
        Loose(segments.filter(|segment| !segment.is_empty()).collect())
    }
}

/// Whether servers might read a path in two ways.
pub(super) fn is_ambiguous(path: &str) -> bool {
    let has_dots = path.split('/').any(|segment| segment == ".." || segment == ".");
    let is_text = String::from_utf8(decoded(path)).is_ok();
    has_dots || path.contains("//") || path.contains(['\\', ';']) || has_needless_escape(path) || !is_text
}

/// Whether something is percent-encoded that a server takes for the same as if it were not (RFC 3986,
/// section 2.3), or for a separator, or that may be decoded twice.
fn has_needless_escape(path: &str) -> bool {
    path.split('%').skip(1).any(|rest| {
        // Text that is not an escape is left to the site, which reads it in its own way.
        escaped(rest).is_none_or(|byte| {
            byte.is_ascii_alphanumeric() || byte.is_ascii_control() || b"-._~/\\;%".contains(&byte)
        })
    })
}

/// The byte whose two digits `rest` begins with.
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
