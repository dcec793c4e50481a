//! Numbers of an extension that the `gltf` crate does not read: each is checked, whatever stands in its place.

use std::ops::RangeInclusive;

use glam::Vec3;
use serde_json::{Map, Value};

use super::finite::{LARGEST, usable};
use super::report::Report;
use crate::model::Issue;

/// Nothing negative.
pub(super) const POSITIVE: RangeInclusive<f32> = 0.0..=LARGEST;
/// A share.
pub(super) const SHARE: RangeInclusive<f32> = 0.0..=1.0;
/// Any finite number.
pub(super) const ANY: RangeInclusive<f32> = -LARGEST..=LARGEST;

/// The object in a value, if it is one.
pub(super) fn object(value: Option<&Value>) -> Option<&Map<String, Value>> {
    value?.as_object()
}

/// An object of the file, and where it is.
pub(super) struct Fence<'a> {
    map: &'a Map<String, Value>,
    pointer: String,
    report: &'a mut Report,
}

impl<'a> Fence<'a> {
    pub(super) fn of(map: &'a Map<String, Value>, pointer: String, report: &'a mut Report) -> Self {
        Self { map, pointer, report }
    }

    /// A number; outside of `range` the nearest one inside, and told; no number: `otherwise`, and told. Missing:
    /// `otherwise`.
    pub(super) fn number(&mut self, key: &str, otherwise: f32, range: RangeInclusive<f32>) -> f32 {
        match self.map.get(key) {
            None => otherwise,
            Some(value) => self.checked(Some(value), key, otherwise, range),
        }
    }

    /// Three numbers, each as [`Self::number`].
    pub(super) fn color(&mut self, key: &str, otherwise: Vec3, range: RangeInclusive<f32>) -> Vec3 {
        let Some(value) = self.map.get(key) else {
            return otherwise;
        };
        let parts = value.as_array();
        let mut out = otherwise.to_array();
        for (k, part) in out.iter_mut().enumerate() {
            let value = parts.and_then(|p| p.get(k));
            *part = self.checked(value, key, *part, range.clone());
        }
        Vec3::from_array(out)
    }

    /// An object within this one.
    pub(super) fn within(&mut self, key: &str) -> Option<Fence<'_>> {
        let map = object(self.map.get(key))?;
        Some(Fence::of(map, format!("{}/{key}", self.pointer), self.report))
    }

    /// A text.
    pub(super) fn text(&self, key: &str) -> Option<&'a str> {
        self.map.get(key)?.as_str()
    }

    /// Tells of something under `key`.
    pub(super) fn tell(&mut self, key: &str, issue: impl FnOnce(String) -> Issue) {
        self.report.push(issue(format!("{}/{key}", self.pointer)));
    }

    fn checked(
        &mut self,
        value: Option<&Value>,
        key: &str,
        otherwise: f32,
        range: RangeInclusive<f32>,
    ) -> f32 {
        let number = value
            .and_then(Value::as_f64)
            .map(|v| v as f32)
            .filter(|&v| usable(v));
        let Some(number) = number else {
            self.tell(key, |at| {
                Issue::error("value-not-a-number", at).with("taken", f64::from(otherwise))
            });
            return otherwise;
        };
        let taken = number.clamp(*range.start(), *range.end());
        if taken != number {
            self.tell(key, |at| {
                Issue::warning("value-out-of-range", at)
                    .with("value", f64::from(number))
                    .with("taken", f64::from(taken))
            });
        }
        taken
    }
}
