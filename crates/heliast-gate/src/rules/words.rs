//! Words in a `User-Agent`.

use super::glob;

/// A word that a user agent has anywhere in it, in any case; `*` in it stands for anything. The empty word is
/// that of requests that name no user agent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Word {
    text: String,
    pattern: Vec<u8>,
}

impl Word {
    pub fn new(text: &str) -> Word {
        Word { text: text.to_owned(), pattern: format!("*{}*", text.to_ascii_lowercase()).into_bytes() }
    }

    /// As the rule has it.
    pub fn text(&self) -> &str {
        &self.text
    }

    pub fn is_in(&self, agent: &[u8]) -> bool {
        match self.text.is_empty() {
            true => agent.is_empty(),
            false => glob::fits(&self.pattern, &agent.to_ascii_lowercase()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_in_a_user_agent_in_any_case() {
        let agent = b"Mozilla/5.0 (compatible; GPTBot/1.1)";
        for (word, is_in) in [
            ("gptbot", true),
            ("GPT*1.1", true),
            ("moz*x", false),
            ("", false),
            ("bot/2", false),
            ("*", true),
        ] {
            assert_eq!(Word::new(word).is_in(agent), is_in, "{word}");
        }
        assert!(Word::new("").is_in(b"") && !Word::new("x").is_in(b"") && Word::new("*").is_in(b""));
        assert!(Word::new("x").is_in(b"\xffX\xff"));
    }
}
