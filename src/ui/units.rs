//! Numbers as people read them: three significant digits, units after a thin space.

use crate::inspect::LengthUnit;

/// Between a number and its unit.
pub const THIN: char = '\u{2009}';

/// `value` with three significant digits and no exponent.
///
/// Trailing zeros stay, so that a number that changes does not change its width with every digit.
pub fn three_digits(value: f64) -> String {
    if !value.is_finite() {
        return "–".to_owned();
    }
    let size = value.abs();
    if size == 0.0 {
        return "0".to_owned();
    }
    // What rounds up to the next power of ten has one decimal less.
    let decimals = if size >= 99.95 {
        0
    } else if size >= 9.995 {
        1
    } else if size >= 0.9995 {
        2
    } else if size >= 0.099_95 {
        3
    } else {
        4
    };
    let text = format!("{value:.decimals$}");
    if text
        .trim_start_matches('-')
        .chars()
        .all(|c| matches!(c, '0' | '.'))
    {
        "0".to_owned()
    } else {
        minus(&text)
    }
}

fn minus(text: &str) -> String {
    text.replace('-', "−")
}

/// A length of the world: metres.
pub fn metres(value: f64) -> String {
    format!("{}{THIN}m", three_digits(value))
}

/// A length on a model, in the unit that suits it.
pub fn length(metres: f64, unit: LengthUnit) -> String {
    format!("{}{THIN}{}", three_digits(unit.of(metres)), unit.symbol())
}

/// An angle in whole degrees, with a sign.
pub fn degrees(value: f64) -> String {
    minus(&format!("{:.0}°", if value.abs() < 0.5 { 0.0 } else { value }))
}

/// A number with one decimal; a zero has no sign.
pub fn tenths(value: f64) -> String {
    minus(&format!("{:.1}", if value.abs() < 0.05 { 0.0 } else { value }))
}

/// Stops of exposure, with a sign.
pub fn stops(value: f64) -> String {
    let value = if value.abs() < 0.05 { 0.0 } else { value };
    let sign = if value > 0.0 { "+" } else { "" };
    minus(&format!("{sign}{value:.1}{THIN}EV"))
}

/// An amount of memory, in powers of ten.
pub fn bytes(n: u64) -> String {
    let units = ["B", "kB", "MB", "GB", "TB", "PB", "EB"];
    let mut value = n as f64;
    let mut unit = 0;
    while value >= 999.5 && unit + 1 < units.len() {
        value /= 1000.0;
        unit += 1;
    }
    if unit == 0 {
        format!("{n}{THIN}B")
    } else {
        format!("{}{THIN}{}", three_digits(value), units[unit])
    }
}

/// A time with three decimals: a playhead.
pub fn seconds(value: f64) -> String {
    format!("{value:.3}{THIN}s")
}

/// A time with two decimals: a duration.
pub fn short_seconds(value: f64) -> String {
    format!("{value:.2}{THIN}s")
}

/// A whole number with its thousands apart.
pub fn count(value: u64) -> String {
    let digits = value.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_digits_count() {
        for (value, text) in [
            (12.44, "12.4"),
            (9.999, "10.0"),
            (99.96, "100"),
            (0.5567, "0.557"),
            (0.999_9, "1.00"),
            (1.82, "1.82"),
            (154.2, "154"),
            (8369.0, "8369"),
            (0.012_34, "0.0123"),
            (0.000_001, "0"),
            (0.0, "0"),
            (-12.44, "−12.4"),
            (f64::NAN, "–"),
        ] {
            assert_eq!(three_digits(value), text, "{value}");
        }
    }

    #[test]
    fn lengths_have_the_unit_that_fits_the_model() {
        assert_eq!(length(0.0124, LengthUnit::for_model(1.8, 2.1)), "12.4\u{2009}mm");
        assert_eq!(length(1.54, LengthUnit::for_model(79.0, 154.0)), "1.00\u{2009}%");
    }

    #[test]
    fn thousands_stand_apart() {
        assert_eq!(count(0), "0");
        assert_eq!(count(999), "999");
        assert_eq!(count(8369), "8,369");
        assert_eq!(count(1_234_567), "1,234,567");
    }
}
