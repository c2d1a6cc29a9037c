//! The appearance of the site's operator on the gate's pages.

use axum::body::Bytes;

/// The longest logo, in bytes.
pub const MAX_LOGO: usize = 256 << 10;
/// The longest text, in characters.
const MAX_TEXT: usize = 2_000;

/// The operator's own texts and picture on the gate's pages.
#[derive(Clone, Debug, Default)]
pub struct Looks {
    /// The name of the site for visitors.
    pub name: String,
    /// A text for visitors who wait.
    pub text: String,
    /// The contact to the operator: an email address, a web address, or another text.
    pub contact: String,
    /// A picture.
    pub logo: Option<Logo>,
}

/// A picture that the gate serves.
#[derive(Clone, Debug)]
pub struct Logo {
    pub(crate) kind: &'static str,
    pub(crate) bytes: Bytes,
}

/// The reason why these looks are refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BadLooks {
    /// The picture is of a kind that browsers do not show.
    #[error("the logo is not a PNG, JPEG, WebP, GIF or SVG")]
    Picture,
    /// The picture is too long.
    #[error("the logo has {0} bytes, more than {MAX_LOGO}")]
    Long(usize),
    /// A text is too long.
    #[error("the {0} has more than {MAX_TEXT} characters")]
    Text(&'static str),
}

impl Logo {
    /// A picture; its type is determined from its first bytes.
    ///
    /// # Errors
    /// If it is too long, or of a type that browsers do not show.
    pub fn new(bytes: Vec<u8>) -> Result<Logo, BadLooks> {
        if bytes.len() > MAX_LOGO {
            return Err(BadLooks::Long(bytes.len()));
        }
        let kind = match bytes.as_slice() {
            [0x89, b'P', b'N', b'G', ..] => "image/png",
            [0xff, 0xd8, 0xff, ..] => "image/jpeg",
            [b'G', b'I', b'F', b'8', ..] => "image/gif",
            [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => "image/webp",
            text if is_svg(text) => "image/svg+xml",
            _ => return Err(BadLooks::Picture),
        };
        Ok(Logo { kind, bytes: bytes.into() })
    }
}

/// Whether the text begins with `<svg`, after the allowed preamble.
fn is_svg(bytes: &[u8]) -> bool {
    let text = str::from_utf8(bytes).unwrap_or_default().trim_start_matches('\u{feff}').trim_start();
    let is_prolog =
        text.starts_with("<?xml") || text.starts_with("<!--") || text.starts_with("<!DOCTYPE svg");
    text.starts_with("<svg") || is_prolog && text.contains("<svg")
}

impl Looks {
    /// Checks that all texts fit on a page.
    ///
    /// # Errors
    /// If a text is too long.
    pub fn check(&self) -> Result<(), BadLooks> {
        for (what, text) in [("name", &self.name), ("text", &self.text), ("contact", &self.contact)] {
            if text.chars().count() > MAX_TEXT {
                return Err(BadLooks::Text(what));
            }
        }
        Ok(())
    }

    /// The link of the contact, if it is an address.
    pub(crate) fn contact_link(&self) -> Option<String> {
        let contact = self.contact.trim();
        let is_web = contact.starts_with("https://") || contact.starts_with("http://");
        let is_mail = !contact.contains([' ', '/', ':', '?', '&']) && contact.matches('@').count() == 1;
        match (is_web, is_mail) {
            (true, _) => Some(contact.to_owned()),
            (_, true) => Some(format!("mailto:{contact}")),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_logo_is_known_by_its_bytes() {
        let kind = |bytes: &[u8]| Logo::new(bytes.to_vec()).map(|logo| logo.kind);
        assert_eq!(kind(b"\x89PNG\r\n\x1a\n"), Ok("image/png"));
        assert_eq!(kind(b"RIFF0000WEBPVP8"), Ok("image/webp"));
        assert_eq!(kind(b"<?xml version='1.0'?>\n<svg/>"), Ok("image/svg+xml"));
        assert_eq!(kind(b"<html><svg>"), Err(BadLooks::Picture));
        assert_eq!(kind(b""), Err(BadLooks::Picture));
        assert_eq!(kind(&[0; MAX_LOGO + 1]), Err(BadLooks::Long(MAX_LOGO + 1)));
    }

    #[test]
    fn a_contact_is_a_link_if_it_is_an_address() {
        let link = |contact: &str| Looks { contact: contact.to_owned(), ..Looks::default() }.contact_link();
        assert_eq!(link("help@example.org").as_deref(), Some("mailto:help@example.org"));
        assert_eq!(link("https://example.org/help").as_deref(), Some("https://example.org/help"));
        for none in ["", "room 5", "javascript:alert(1)", "a@b@c", "a@b?subject=x", "call us @ 5"] {
            assert_eq!(link(none), None, "{none}");
        }
    }
}
