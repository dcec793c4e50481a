//! In which unit lengths on a model are told to people.

use crate::math::Bounds;

/// Millimetres for a model of a person's size, else per cent of its diagonal.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LengthUnit {
    per_metre: f64,
    symbol: &'static str,
}

impl Default for LengthUnit {
    /// Millimetres.
    fn default() -> Self {
        Self {
            per_metre: 1000.0,
            symbol: "mm",
        }
    }
}

impl LengthUnit {
    /// The unit for a model of this height and diagonal at rest, metres.
    pub fn for_model(height: f64, diagonal: f64) -> Self {
        if (0.3..=3.0).contains(&height) || diagonal <= 0.0 {
            Self::default()
        } else {
            Self {
                per_metre: 100.0 / diagonal,
                symbol: "%",
            }
        }
    }

    /// The unit for a model with this box at rest.
    pub fn of_bounds(rest: &Bounds) -> Self {
        Self::for_model(rest.size().y.max(0.0).into(), rest.diagonal().into())
    }

    /// `mm` or `%`.
    pub fn symbol(self) -> &'static str {
        self.symbol
    }

    /// A length in this unit.
    pub fn of(self, metres: f64) -> f64 {
        metres * self.per_metre
    }

    /// Metres of a length in this unit.
    pub fn metres(self, value: f64) -> f64 {
        value / self.per_metre
    }

    /// The end of a scale that holds `metres`: 1, 2 or 5 times a power of ten of this unit, not less; metres. One unit
    /// for 0.
    pub fn round_scale(self, metres: f64) -> f64 {
        let value = self.of(metres);
        if !(value.is_finite() && value > 0.0) {
            return self.metres(1.0);
        }
        let decade = 10_f64.powf(value.log10().floor());
        // What is a hair above a round number only by rounding is that number.
        let round = [1.0, 2.0, 5.0, 10.0]
            .into_iter()
            .find(|m| m * decade >= value * (1.0 - 1e-6));
        self.metres(round.unwrap_or(10.0) * decade)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scales_are_round_in_the_unit_that_is_shown() {
        let person = LengthUnit::for_model(1.8, 2.1);
        assert_eq!(person.symbol(), "mm");
        for (length, scale) in [
            (0.0124, 0.02),
            (0.02, 0.02),
            (0.0201, 0.05),
            (0.051, 0.1),
            (0.0, 0.001),
        ] {
            assert!(
                (person.round_scale(length) / scale - 1.0).abs() < 1e-9,
                "{length}"
            );
        }
        let fox = LengthUnit::for_model(79.0, 181.0);
        assert_eq!(fox.symbol(), "%");
        assert!(
            (fox.of(fox.round_scale(1.0)) - 1.0).abs() < 1e-9,
            "0.55 % fits 1 %"
        );
        assert_eq!(LengthUnit::for_model(0.0, 0.0).symbol(), "mm");
    }
}
