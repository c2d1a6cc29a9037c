//! The emblem of a round: a rising sun with one ray per byte of the output, whose lengths grow with the
//! bytes.

use std::f64::consts::PI;

const DISC: f64 = 46.0;
const GAP: f64 = 7.0;
const SHORTEST: f64 = 6.0;
const LONGEST: f64 = 62.0;

/// One ray, in units of the court's picture around the sun's centre at (0, 0), y downwards.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Ray {
    pub(crate) x1: String,
    pub(crate) y1: String,
    pub(crate) x2: String,
    pub(crate) y2: String,
    /// 0 to 3: the quarter of the range that the byte is in; the style sheet gives each a tone.
    pub(crate) tone: u8,
}

/// The rays of an output, from the left horizon to the right.
pub(crate) fn rays(output: &[u8]) -> Vec<Ray> {
    let count = output.len() as f64;
    let ray = |(i, byte): (usize, &u8)| {
        let angle = PI * (1.0 - (i as f64 + 0.5) / count);
        let (near, far) =
            (DISC + GAP, DISC + GAP + SHORTEST + (LONGEST - SHORTEST) * f64::from(*byte) / 255.0);
        let at =
            |radius: f64| (format!("{:.1}", radius * angle.cos()), format!("{:.1}", -radius * angle.sin()));
        let ((x1, y1), (x2, y2)) = (at(near), at(far));
        Ray { x1, y1, x2, y2, tone: byte >> 6 }
    };
    output.iter().enumerate().map(ray).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rays_stand_above_the_horizon_and_show_their_bytes() {
        let output: Vec<u8> = (0..32).map(|i| i * 8).collect();
        let rays = rays(&output);
        assert_eq!(rays.len(), 32);
        let number = |text: &str| text.parse::<f64>().unwrap();
        for (ray, byte) in rays.iter().zip(&output) {
            assert!(number(&ray.y1) <= 0.0 && number(&ray.y2) < number(&ray.y1) + 0.1);
            let length = (number(&ray.x2) - number(&ray.x1)).hypot(number(&ray.y2) - number(&ray.y1));
            let expected = SHORTEST + (LONGEST - SHORTEST) * f64::from(*byte) / 255.0;
            assert!((length - expected).abs() < 0.2);
        }
        assert!(number(&rays[0].x2) < 0.0 && number(&rays[31].x2) > 0.0);
    }

    #[test]
    fn any_output_has_its_emblem() {
        assert!(rays(&[]).is_empty());
        for len in [1, 2, 32, 64] {
            for byte in [0, 255] {
                let rays = rays(&vec![byte; len]);
                assert_eq!(rays.len(), len);
                assert!(rays.iter().all(|ray| ray.tone == byte >> 6), "{byte}");
                for text in rays.iter().flat_map(|ray| [&ray.x1, &ray.y1, &ray.x2, &ray.y2]) {
                    let number: f64 = text.parse().unwrap();
                    assert!(number.abs() <= DISC + GAP + LONGEST, "{text} is in the picture");
                }
            }
        }
    }

    #[test]
    fn a_changed_bit_is_seen() {
        let output: Vec<u8> = (100..132).collect();
        for (at, bit) in [(0, 7), (15, 6), (31, 5)] {
            let mut other = output.clone();
            other[at] ^= 1 << bit;
            let (one, two) = (rays(&output), rays(&other));
            assert_eq!(one.iter().zip(&two).filter(|(a, b)| a != b).count(), 1);
            assert_ne!(one[at], two[at]);
        }
    }
}
