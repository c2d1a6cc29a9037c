//! Patterns with `*`, without regular expressions: matching takes at most as many steps as the product of
//! both lengths.

/// Whether items match a pattern: `is_any` says which of its parts match any sequence of items, and `fits`
/// whether another part matches an item.
fn fits_run<P, T>(
    pattern: &[P],
    items: &[T],
    is_any: impl Fn(&P) -> bool,
    fits: impl Fn(&P, &T) -> bool,
) -> bool {
    let (mut at, mut place) = (0, 0);
    // The last part for any sequence, and how far it reaches.
    let mut retry: Option<(usize, usize)> = None;
    while place < items.len() {
        match pattern.get(at) {
            Some(part) if is_any(part) => {
                retry = Some((at, place));
                at += 1;
            }
            Some(part) if fits(part, &items[place]) => (at, place) = (at + 1, place + 1),
            _ => match &mut retry {
                Some((any, reached)) => {
                    *reached += 1;
                    (at, place) = (*any + 1, *reached);
                }
                None => return false,
            },
        }
    }
    pattern[at..].iter().all(is_any)
}

/// Whether a text matches a pattern, in which `*` matches any sequence of bytes.
pub(super) fn fits(pattern: &[u8], text: &[u8]) -> bool {
    fits_run(pattern, text, |part| *part == b'*', |part, byte| part == byte)
}

/// Whether segments match those of a pattern, in which `**` matches any sequence of segments, and `*` in a
/// segment any sequence of bytes.
pub(super) fn fit_segments<A: AsRef<[u8]>, B: AsRef<[u8]>>(pattern: &[A], segments: &[B]) -> bool {
    let is_any = |part: &A| part.as_ref() == b"**";
    fits_run(pattern, segments, is_any, |part, segment| fits(part.as_ref(), segment.as_ref()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// A direct implementation of the definition.
    fn slow(pattern: &[u8], text: &[u8]) -> bool {
        match pattern.split_first() {
            None => text.is_empty(),
            Some((b'*', rest)) => (0..=text.len()).any(|from| slow(rest, &text[from..])),
            Some((byte, rest)) => {
                text.split_first().is_some_and(|(first, after)| first == byte && slow(rest, after))
            }
        }
    }

    proptest! {
        #[test]
        fn a_pattern_fits_what_its_definition_says(pattern in "[ab*]{0,8}", text in "[ab]{0,10}") {
            prop_assert_eq!(fits(pattern.as_bytes(), text.as_bytes()), slow(pattern.as_bytes(), text.as_bytes()));
        }
    }

    #[test]
    fn segments_and_runs_of_them() {
        let split = |text: &str| text.split('/').map(str::to_owned).collect::<Vec<_>>();
        for (pattern, path, is_one) in [
            ("a/*/c", "a/b/c", true),
            ("a/*/c", "a/b/b/c", false),
            ("a/**/c", "a/c", true),
            ("a/**/c", "a/b/b/c", true),
            ("**/*.png", "x/y/z.png", true),
            ("**/*.png", "x/y/z.png/w", false),
            ("a/**", "a", true),
            ("a/*b*", "a/xbx", true),
        ] {
            assert_eq!(fit_segments(&split(pattern), &split(path)), is_one, "{pattern} {path}");
        }
    }

    #[test]
    fn a_pattern_of_many_stars_ends() {
        assert!(!fits(format!("{}b", "*a".repeat(300)).as_bytes(), "a".repeat(8_000).as_bytes()));
    }
}
