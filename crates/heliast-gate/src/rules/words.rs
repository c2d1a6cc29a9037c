//! Words in a `User-Agent`.

use super::glob;

/// A word that may be anywhere in a user agent, independent of case; `*` in it matches anything. The empty
/// word covers requests without a user agent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Word {
    text: String,
    pattern: Vec<u8>,
}

impl Word {
    pub fn new(text: &str) -> Word {
        Word { text: text.to_owned(), pattern: format!("*{}*", text.to_ascii_lowercase()).into_bytes() }
    }

    /// The text in the rule.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether it is in a user agent, which is given in lower case: it is converted once for all words.
    pub fn is_in_lower(&self, agent: &[u8]) -> bool {
        match self.text.is_empty() {
            true => agent.is_empty(),
            false => glob::fits(&self.pattern, agent),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_in(word: &str, agent: &[u8]) -> bool {
        Word::new(word).is_in_lower(&agent.to_ascii_lowercase())
    }

    #[test]
    fn a_word_is_in_a_user_agent_in_any_case() {
        let agent = b"Mozilla/5.0 (compatible; GPTBot/1.1)";
        for (word, is_there) in [
            ("gptbot", true),
            ("GPT*1.1", true),
            ("moz*x", false),
            ("", false),
            ("bot/2", false),
            ("*", true),
        ] {
            assert_eq!(is_in(word, agent), is_there, "{word}");
        }
        assert!(is_in("", b"") && !is_in("x", b"") && is_in("*", b""));
        assert!(is_in("x", b"\xffX\xff"));
    }
}
