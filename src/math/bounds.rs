//! Axis-aligned boxes.

use glam::{Affine3A, Vec3};

/// An axis-aligned box; empty if `min > max` on any axis.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bounds {
    /// Smallest corner.
    pub min: Vec3,
    /// Largest corner.
    pub max: Vec3,
}

impl Bounds {
    /// Holds nothing; united with a point it is that point.
    pub const EMPTY: Self = Self {
        min: Vec3::INFINITY,
        max: Vec3::NEG_INFINITY,
    };

    /// The smallest box around `points`; points that are not finite are skipped.
    pub fn of(points: impl IntoIterator<Item = Vec3>) -> Self {
        let mut bounds = Self::EMPTY;
        for p in points {
            bounds.add(p);
        }
        bounds
    }

    /// True if the box holds nothing.
    pub fn is_empty(&self) -> bool {
        !self.min.cmple(self.max).all()
    }

    /// Grows to hold `point`; a point that is not finite is skipped.
    #[inline]
    pub fn add(&mut self, point: Vec3) {
        if point.is_finite() {
            self.min = self.min.min(point);
            self.max = self.max.max(point);
        }
    }

    /// The smallest box around both.
    #[inline]
    pub fn union(&self, other: &Self) -> Self {
        Self {
            min: self.min.min(other.min),
            max: self.max.max(other.max),
        }
    }

    /// The middle; the origin for an empty box.
    pub fn center(&self) -> Vec3 {
        if self.is_empty() {
            Vec3::ZERO
        } else {
            0.5 * self.min + 0.5 * self.max
        }
    }

    /// Edge lengths; zero for an empty box.
    pub fn size(&self) -> Vec3 {
        if self.is_empty() {
            Vec3::ZERO
        } else {
            self.max - self.min
        }
    }

    /// Length of the diagonal; zero for an empty box.
    pub fn diagonal(&self) -> f32 {
        self.size().length()
    }

    /// The box moved outwards by `distance` on every side.
    pub fn grown(&self, distance: f32) -> Self {
        if self.is_empty() {
            *self
        } else {
            Self {
                min: self.min - distance,
                max: self.max + distance,
            }
        }
    }

    /// The box moved by `offset`.
    pub fn moved(&self, offset: Vec3) -> Self {
        if self.is_empty() {
            *self
        } else {
            Self {
                min: self.min + offset,
                max: self.max + offset,
            }
        }
    }

    /// True if `point` lies inside or within `slack` of the box.
    pub fn contains(&self, point: Vec3, slack: f32) -> bool {
        point.cmpge(self.min - slack).all() && point.cmple(self.max + slack).all()
    }

    /// The smallest axis-aligned box around this one mapped by `m`.
    ///
    /// Source: Arvo 1990, "Transforming Axis-Aligned Bounding Boxes" (Graphics Gems).
    pub fn transformed(&self, m: &Affine3A) -> Self {
        if self.is_empty() {
            return *self;
        }
        let half = 0.5 * (self.max - self.min);
        let center = m.transform_point3(0.5 * (self.min + self.max));
        let extent: Vec3 = (m.matrix3.x_axis.abs() * half.x
            + m.matrix3.y_axis.abs() * half.y
            + m.matrix3.z_axis.abs() * half.z)
            .into();
        let moved = Self {
            min: center - extent,
            max: center + extent,
        };
        if moved.min.is_finite() && moved.max.is_finite() {
            moved
        } else {
            Self::EMPTY
        }
    }
}

impl Default for Bounds {
    fn default() -> Self {
        Self::EMPTY
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_box_stays_empty_and_harmless() {
        assert!(Bounds::EMPTY.is_empty());
        assert_eq!(Bounds::EMPTY.center(), Vec3::ZERO);
        assert_eq!(Bounds::EMPTY.diagonal(), 0.0);
        assert!(Bounds::EMPTY.transformed(&Affine3A::IDENTITY).is_empty());
        assert!(Bounds::of([Vec3::NAN]).is_empty());
    }

    #[test]
    fn a_turned_box_holds_its_corners() {
        let b = Bounds {
            min: Vec3::new(-1.0, 0.0, 2.0),
            max: Vec3::new(3.0, 1.0, 5.0),
        };
        let m = Affine3A::from_rotation_z(0.7) * Affine3A::from_scale(Vec3::new(-1.0, 2.0, 0.5));
        let moved = b.transformed(&m);
        for k in 0..8 {
            let pick = |bit: i32, lo: f32, hi: f32| if k & bit == 0 { lo } else { hi };
            let corner = Vec3::new(
                pick(1, b.min.x, b.max.x),
                pick(2, b.min.y, b.max.y),
                pick(4, b.min.z, b.max.z),
            );
            assert!(moved.contains(m.transform_point3(corner), 1e-5));
        }
    }
}
