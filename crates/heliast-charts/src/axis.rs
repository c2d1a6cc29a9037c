//! Axes: the names and positions of values.

/// The scale of values along an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Linear, from zero on.
    Linear,
    /// Logarithmic, marked at powers of two.
    Log2,
    /// Logarithmic, marked at powers of ten.
    Log10,
}

/// An axis; its range follows from the values.
#[derive(Clone, Debug)]
pub struct Axis {
    /// The name of its values, with the unit.
    pub label: String,
    /// The scale of the values along it.
    pub scale: Scale,
}

impl Axis {
    /// An axis.
    pub fn new(label: impl Into<String>, scale: Scale) -> Axis {
        Axis { label: label.into(), scale }
    }
}

impl Scale {
    /// The position of a value on the axis, if it can be shown there.
    fn place(self, value: f64) -> Option<f64> {
        let place = match self {
            Scale::Linear => value,
            Scale::Log2 => value.log2(),
            Scale::Log10 => value.log10(),
        };
        place.is_finite().then_some(place)
    }

    fn value(self, place: f64) -> f64 {
        match self {
            Scale::Linear => place,
            Scale::Log2 => place.exp2(),
            Scale::Log10 => 10f64.powf(place),
        }
    }

    /// The distance between marks: there are about six of them; on logarithmic axes they are whole powers, or
    /// a few per power where `span` is short.
    fn step(self, span: f64) -> f64 {
        match self {
            Scale::Linear => {
                let rough = span / 6.0;
                let magnitude = 10f64.powf(rough.log10().floor());
                let factor = [1.0, 2.0, 5.0].into_iter().find(|factor| factor * magnitude >= rough);
                factor.unwrap_or(10.0) * magnitude
            }
            Scale::Log2 => (span / 14.0).ceil().max(1.0),
            Scale::Log10 if span <= 1.5 => 0.25,
            Scale::Log10 => (span / 10.0).ceil().max(1.0),
        }
    }
}

/// An axis with its range.
#[derive(Clone, Debug)]
pub(crate) struct Range {
    scale: Scale,
    low: f64,
    high: f64,
    /// The distance between marks.
    step: f64,
}

impl Range {
    /// The range that contains all of `values`; if `rounded`, it ends at marks.
    pub(crate) fn over(scale: Scale, values: impl Iterator<Item = f64>, rounded: bool) -> Range {
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for place in values.filter_map(|value| scale.place(value)) {
            (low, high) = (low.min(place), high.max(place));
        }
        if low > high {
            (low, high) = (0.0, 1.0);
        }
        if scale == Scale::Linear {
            (low, high) = (low.min(0.0), high.max(0.0));
        }
        if high - low < 1e-9 {
            high = low + 1.0;
        }
        // The step is chosen before rounding, which lengthens the range and could give another step.
        let step = scale.step(high - low);
        if rounded {
            (low, high) = ((low / step).floor() * step, (high / step).ceil() * step);
        }
        Range { scale, low, high, step }
    }

    /// The position of a value: 0 at the axis's beginning, 1 at its end.
    pub(crate) fn part(&self, value: f64) -> Option<f64> {
        let part = (self.scale.place(value)? - self.low) / (self.high - self.low);
        (-1e-9..=1.0 + 1e-9).contains(&part).then_some(part)
    }

    /// The marks: their positions from 0 to 1, and their labels.
    pub(crate) fn marks(&self) -> Vec<(f64, String)> {
        let step = self.step;
        let (first, last) =
            ((self.low / step - 1e-9).ceil() as i64, (self.high / step + 1e-9).floor() as i64);
        (first..=last.min(first.saturating_add(64)))
            .map(|index| {
                let place = index as f64 * step;
                ((place - self.low) / (self.high - self.low), self.name(place, step))
            })
            .collect()
    }

    fn name(&self, place: f64, step: f64) -> String {
        match self.scale {
            Scale::Linear => {
                let decimals = (-step.log10().floor()).clamp(0.0, 9.0) as usize;
                format!("{:.decimals$}", if place == 0.0 { 0.0 } else { place })
            }
            Scale::Log2 => power_of_two(place.round() as i64),
            Scale::Log10 if step < 1.0 => plain(self.scale.value(place)),
            Scale::Log10 if (-3.0..=4.0).contains(&place) => plain(self.scale.value(place)),
            Scale::Log10 => format!("10{}", superscript(place.round() as i64)),
        }
    }
}

/// The value with three significant digits, for labels.
pub(crate) fn plain(value: f64) -> String {
    significant(value, 3)
}

/// The value with four significant digits, for tooltips.
pub(crate) fn precise(value: f64) -> String {
    significant(value, 4)
}

fn significant(value: f64, digits: usize) -> String {
    if value == 0.0 {
        return "0".to_owned();
    }
    let after_first = digits - 1;
    if !(1e-4..1e6).contains(&value.abs()) {
        return format!("{value:.after_first$e}");
    }
    let decimals = (after_first as f64 - value.abs().log10().floor()).clamp(0.0, 9.0) as usize;
    let text = format!("{value:.decimals$}");
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

/// 2^exponent with a raised exponent: "2⁸".
pub fn power_of_two(exponent: i64) -> String {
    format!("2{}", superscript(exponent))
}

fn superscript(number: i64) -> String {
    let raise = |digit: char| match digit {
        '-' => '⁻',
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        digit => char::from_u32(0x2070 + digit.to_digit(10).unwrap_or(0)).unwrap_or(digit),
    };
    number.to_string().chars().map(raise).collect()
}

#[cfg(test)]
mod tests;
