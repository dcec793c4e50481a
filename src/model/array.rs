//! A read-only array whose storage is nobody's business.

use std::ops::Deref;
use std::sync::Arc;

/// A read-only array of vertex data; cheap to clone. It derefs to a slice.
#[derive(Debug, Clone)]
pub struct Array<T>(Arc<[T]>);

impl<T> Array<T> {
    /// True if both are clones of one array. Equal contents in two places are not the same.
    pub fn ptr_eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl<T> Deref for Array<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.0
    }
}

impl<T> From<Vec<T>> for Array<T> {
    fn from(v: Vec<T>) -> Self {
        Self(v.into())
    }
}

impl<T> Default for Array<T> {
    fn default() -> Self {
        Self(Arc::from([]))
    }
}

impl<T> FromIterator<T> for Array<T> {
    fn from_iter<I: IntoIterator<Item = T>>(iter: I) -> Self {
        Self(iter.into_iter().collect())
    }
}
