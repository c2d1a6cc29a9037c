//! Ranges, marks and names of values.

use super::*;

fn names(scale: Scale, values: &[f64]) -> Vec<String> {
    let marks = Range::over(scale, values.iter().copied(), true).marks();
    marks.into_iter().map(|(_, name)| name).collect()
}

#[test]
fn marks_are_round_numbers() {
    assert_eq!(names(Scale::Linear, &[3.0, 17.0]), ["0", "5", "10", "15", "20"]);
    assert_eq!(names(Scale::Linear, &[0.1, 0.31]), ["0.0", "0.1", "0.2", "0.3", "0.4"]);
    assert_eq!(names(Scale::Log2, &[4.0, 32.0]), ["2²", "2³", "2⁴", "2⁵"]);
    assert_eq!(names(Scale::Log10, &[0.02, 900.0]), ["0.01", "0.1", "1", "10", "100", "1000"]);
    assert_eq!(names(Scale::Log10, &[1e-9, 1e-6]), ["10⁻⁹", "10⁻⁸", "10⁻⁷", "10⁻⁶"]);
}

#[test]
fn tooltips_have_four_digits() {
    let values = [0.0, 1.234_567_890_123, -98.765_43, 0.012_345_6, 65_536.0, 5.0, 1.5e-7, 1_048_576.0];
    let names = ["0", "1.235", "-98.77", "0.01235", "65536", "5", "1.500e-7", "1.049e6"];
    assert_eq!(values.map(precise), names);
    assert_eq!(plain(1.234_567), "1.23");
}

#[test]
fn values_lie_between_the_ends() {
    let range = Range::over(Scale::Log2, [4.0, 64.0].into_iter(), false);
    assert_eq!(range.part(4.0), Some(0.0));
    assert_eq!(range.part(16.0), Some(0.5));
    assert_eq!(range.part(0.0), None);
    assert_eq!(range.part(f64::NAN), None);
}

#[test]
fn any_values_make_a_range() {
    for values in
        [&[][..], &[f64::NAN], &[0.0], &[-1.0], &[5.0, 5.0], &[1e300, 1e-300], &[f64::MAX, f64::MIN]]
    {
        for scale in [Scale::Linear, Scale::Log2, Scale::Log10] {
            for rounded in [false, true] {
                let range = Range::over(scale, values.iter().copied(), rounded);
                assert!(range.marks().len() < 70, "{values:?} {scale:?}");
            }
        }
    }
}

const SCALES: [Scale; 3] = [Scale::Linear, Scale::Log2, Scale::Log10];

fn range(scale: Scale, values: &[f64], rounded: bool) -> Range {
    Range::over(scale, values.iter().copied(), rounded)
}

#[test]
fn places_and_values_are_inverse() {
    for scale in SCALES {
        for value in [1e-6, 0.3, 1.0, 2.0, 1000.0, 7e8] {
            let back = scale.value(scale.place(value).unwrap());
            assert!((back / value - 1.0).abs() < 1e-12, "{scale:?} {value}: {back}");
        }
        for nowhere in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            assert_eq!(scale.place(nowhere), None, "{scale:?}");
        }
    }
    assert_eq!(Scale::Linear.place(-5.0), Some(-5.0));
    assert_eq!((Scale::Log2.place(-5.0), Scale::Log10.place(0.0)), (None, None));
}

/// The ends belong to the range; values slightly beyond do not.
#[test]
fn a_range_holds_its_values_and_no_others() {
    for scale in SCALES {
        for rounded in [false, true] {
            let range = range(scale, &[3.0, 50.0, 9.0], rounded);
            for value in [3.0, 9.0, 50.0] {
                let part = range.part(value).unwrap();
                assert!((-1e-9..=1.0 + 1e-9).contains(&part), "{scale:?} {value}: {part}");
            }
            assert_eq!(range.part(1e6), None, "{scale:?}");
            assert_eq!(range.part(-1e6), None, "{scale:?}");
        }
        let exact = range(scale, &[3.0, 50.0], false);
        let low = if scale == Scale::Linear { 0.0 } else { 3.0 };
        assert_eq!((exact.part(low), exact.part(50.0)), (Some(0.0), Some(1.0)), "{scale:?}");
        assert!(exact.part(51.0).is_none(), "{scale:?}");
    }
}

/// Larger values lie further along every axis.
#[test]
fn values_keep_their_order() {
    for scale in SCALES {
        let values = [0.5, 1.0, 1.5, 8.0, 100.0, 4096.0];
        let range = range(scale, &values, true);
        let parts = values.map(|value| range.part(value).unwrap());
        assert!(parts.windows(2).all(|pair| pair[0] < pair[1]), "{scale:?}: {parts:?}");
    }
}

/// Linear axes begin or end at zero, so that lengths may be compared.
#[test]
fn linear_axes_have_a_zero() {
    for values in [&[5.0, 9.0][..], &[-9.0, -5.0], &[-1.0, 1.0], &[1e-5, 2e-5]] {
        for rounded in [false, true] {
            let range = range(Scale::Linear, values, rounded);
            assert!(range.part(0.0).is_some(), "{values:?}");
            let marks = range.marks();
            assert!(marks.iter().any(|(_, name)| name.parse() == Ok(0.0)), "{values:?}: {marks:?}");
            assert!(marks.iter().all(|(_, name)| !name.starts_with("-0.0")), "{values:?}: {marks:?}");
        }
    }
}

/// Marks are in order, evenly spaced and within the axis; if rounded, the ends are marks too.
#[test]
fn marks_are_even_and_within() {
    for scale in SCALES {
        for low in [1e-7, 0.01, 1.0, 3.0, 100.0] {
            for factor in [1.1, 2.0, 10.0, 1e3, 1e9] {
                for rounded in [false, true] {
                    let marks = range(scale, &[low, low * factor], rounded).marks();
                    let case = format!("{scale:?} {low} {factor} {rounded}: {marks:?}");
                    assert!(marks.iter().all(|(part, _)| (-1e-6..=1.0 + 1e-6).contains(part)), "{case}");
                    let gaps: Vec<f64> = marks.windows(2).map(|pair| pair[1].0 - pair[0].0).collect();
                    assert!(gaps.iter().all(|gap| *gap > 0.0 && (gap - gaps[0]).abs() < 1e-6), "{case}");
                    let names: std::collections::BTreeSet<&String> =
                        marks.iter().map(|(_, name)| name).collect();
                    assert_eq!(names.len(), marks.len(), "no name twice: {case}");
                    if rounded {
                        assert!(marks[0].0.abs() < 1e-6, "{case}");
                        assert!((marks[marks.len() - 1].0 - 1.0).abs() < 1e-6, "{case}");
                    }
                }
            }
        }
    }
}

/// There are enough marks to read a value, and few enough to read their names.
#[test]
fn there_are_a_few_marks() {
    for exponent in -6..12 {
        for first in [1.0, 1.7, 2.5, 4.0, 9.9] {
            let value = first * 10f64.powi(exponent);
            let count = range(Scale::Linear, &[value], true).marks().len();
            assert!((4..=8).contains(&count), "0 to {value}: {count} marks");
        }
    }
    for span in [2, 5, 14, 15, 40, 200] {
        let count = range(Scale::Log2, &[1.0, f64::from(span).exp2()], true).marks().len();
        assert!((3..=16).contains(&count), "2^{span}: {count} marks");
        let count = range(Scale::Log10, &[1.0, 10f64.powi(span)], true).marks().len();
        assert!((3..=12).contains(&count), "10^{span}: {count} marks");
    }
}

#[test]
fn short_logarithmic_axes_have_marks_between_the_powers() {
    assert_eq!(names(Scale::Log10, &[1.0, 10.0]), ["1", "1.78", "3.16", "5.62", "10"]);
    assert_eq!(names(Scale::Log10, &[2.0, 5.0]), ["1.78", "3.16", "5.62"]);
}

#[test]
fn significant_digits_are_kept_and_zeros_are_not() {
    let cases = [
        (1.0, "1", "1"),
        (10.0, "10", "10"),
        (100.0, "100", "100"),
        (123_456.0, "123456", "123456"),
        (999_999.0, "999999", "999999"),
        (1e6, "1.00e6", "1.000e6"),
        (0.1, "0.1", "0.1"),
        (0.25, "0.25", "0.25"),
        (1.0 / 3.0, "0.333", "0.3333"),
        (1e-4, "0.0001", "0.0001"),
        (9e-5, "9.00e-5", "9.000e-5"),
        (-2.5, "-2.5", "-2.5"),
        (-0.001_234_5, "-0.00123", "-0.001234"),
    ];
    for (value, three, four) in cases {
        assert_eq!((plain(value).as_str(), precise(value).as_str()), (three, four), "{value}");
    }
}

/// Every digit has a raised form, and so has the sign.
#[test]
fn powers_of_two_are_written_with_raised_digits() {
    assert_eq!(power_of_two(0), "2⁰");
    assert_eq!(power_of_two(1_234_567_890), "2¹²³⁴⁵⁶⁷⁸⁹⁰");
    assert_eq!(power_of_two(-15), "2⁻¹⁵");
    assert_eq!(power_of_two(i64::MIN).chars().count(), 1 + i64::MIN.to_string().len());
}

#[test]
fn an_axis_is_its_label_and_its_scale() {
    let axis = Axis::new("ms", Scale::Log2);
    assert_eq!((axis.label.as_str(), axis.scale), ("ms", Scale::Log2));
}

/// The rounded range is longer than that of the values; its marks must not be chosen again.
#[test]
fn rounded_axes_end_at_marks() {
    for (scale, values, ends) in [
        (Scale::Linear, [-1.0, 10.9], ["-2", "12"]),
        (Scale::Linear, [0.0, 1.1e-7], ["0.00000000", "0.00000012"]),
        (Scale::Log10, [1.7, 40.0], ["1", "56.2"]),
    ] {
        let names = names(scale, &values);
        assert_eq!([&names[0], &names[names.len() - 1]], ends, "{values:?}: {names:?}");
    }
}
