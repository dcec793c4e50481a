//! Which numbers count as numbers.

/// Beyond this a number is as good as infinite: its square and a product of two still fit an `f32`, so that nothing
/// computed from a few of them overflows. (Damaged files hold values around 1e27; no model is a light year large.)
pub(super) const LARGEST: f32 = 1e15;

/// True for a number that can be computed with. False for NaN, too.
pub(super) fn usable(value: f32) -> bool {
    value.abs() <= LARGEST
}

/// True if all are.
pub(super) fn all_usable(values: &[f32]) -> bool {
    values.iter().all(|&v| usable(v))
}

/// True if every number of the elements is a number and no larger than `limit`. Looks at all of them at once: the answer
/// is nearly always yes.
pub(super) fn no_larger_than<T: bytemuck::NoUninit>(limit: f32, elements: &[T]) -> bool {
    let numbers: &[f32] = bytemuck::cast_slice(elements);
    numbers.iter().fold(true, |all, v| all & (v.abs() <= limit))
}
