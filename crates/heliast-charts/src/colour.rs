//! Colours and their meanings.

use std::fmt;

/// An sRGB colour, 0xRRGGBB.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Colour(pub u32);

/// Eight colours that colour-blind readers can also distinguish, on light and dark backgrounds. They follow
/// Okabe and Ito, *Color universal design*, with yellow and black replaced by mid-tones.
pub const PALETTE: [Colour; 8] = [
    Colour(0x2f81d0),
    Colour(0xd9622b),
    Colour(0x1d9a76),
    Colour(0xc26ba3),
    Colour(0xc99700),
    Colour(0x4fb0de),
    Colour(0x8b6fd1),
    Colour(0x858b93),
];

/// The colours of multi-exponentiation (Attias, Vigneri, Dimitrov, Figure 5): the hue shows the window's
/// width (1 yellow, 2 green, 3 blue, 4 purple, 5 orange, greater widths grey), and the shade, from 0 light to
/// 2 dark, shows the family. Width 0 is red: no window at all.
pub fn window_colour(width: usize, shade: usize) -> Colour {
    const SHADES: [[u32; 3]; 7] = [
        [0xf4a6a0, 0xd94a41, 0x97211c],
        [0xf5e29a, 0xdcb92c, 0x957a0e],
        [0xa9dfae, 0x44b553, 0x1b7a2b],
        [0xa6ccf2, 0x3f8fdb, 0x1a579a],
        [0xd3b8ee, 0x9a63d2, 0x61309a],
        [0xf8c79b, 0xe98a34, 0xa8570d],
        [0xcfd3d8, 0x8c939c, 0x555b63],
    ];
    Colour(SHADES[width.min(6)][shade.min(2)])
}

impl Colour {
    /// Black or white, whichever is easier to read on this colour.
    pub(crate) fn ink(self) -> &'static str {
        let channel = |shift: u32| f64::from((self.0 >> shift) & 0xff);
        let luma = 0.299 * channel(16) + 0.587 * channel(8) + 0.114 * channel(0);
        if luma > 140.0 { "#1f2328" } else { "#ffffff" }
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:06x}", self.0 & 0x00ff_ffff)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_six_digits() {
        for (colour, text) in
            [(0, "#000000"), (0xff, "#0000ff"), (0xab_cdef, "#abcdef"), (0x12ff_ffff, "#ffffff")]
        {
            assert_eq!(Colour(colour).to_string(), text);
        }
    }

    #[test]
    fn ink_is_dark_on_light_ground() {
        for (ground, ink) in [
            (0xff_ffff, "#1f2328"),
            (0x00_0000, "#ffffff"),
            // Green is the brightest of the three, blue the darkest.
            (0x00_ff00, "#1f2328"),
            (0xff_0000, "#ffffff"),
            (0x00_00ff, "#ffffff"),
            (0xff_ff00, "#1f2328"),
        ] {
            assert_eq!(Colour(ground).ink(), ink, "{ground:06x}");
        }
    }

    fn luma(colour: Colour) -> u32 {
        let channel = |shift: u32| colour.0 >> shift & 0xff;
        299 * channel(16) + 587 * channel(8) + 114 * channel(0)
    }

    /// Every width up to the last hue has its own colours, and shades grow darker.
    #[test]
    fn hues_say_widths_and_shades_say_families() {
        let mut seen = std::collections::BTreeSet::new();
        for width in 0..7 {
            let shades = [0, 1, 2].map(|shade| window_colour(width, shade));
            assert!(luma(shades[0]) > luma(shades[1]) && luma(shades[1]) > luma(shades[2]), "width {width}");
            assert_eq!(window_colour(width, 9), shades[2], "width {width}");
            seen.extend(shades);
        }
        assert_eq!(seen.len(), 21);
        assert!([7, 8, 100, usize::MAX].iter().all(|width| window_colour(*width, 1) == window_colour(6, 1)));
    }

    #[test]
    fn no_colour_of_the_palette_comes_twice() {
        let colours: std::collections::BTreeSet<Colour> = PALETTE.into_iter().collect();
        assert_eq!(colours.len(), PALETTE.len());
        // Mid-tones are visible on both white and black.
        assert!(PALETTE.iter().all(|colour| (60_000..200_000).contains(&luma(*colour))));
    }
}
