//! Vertex attributes: normals, tangents, UVs, colours and influences, each as long as the positions and finite.

use gltf::json;
use gltf::json::mesh::Semantic;
use gltf::json::validation::Checked;

use super::accessor::{Accessors, Integers};
use super::budget::Budget;
use super::finite::{LARGEST, all_usable, no_larger_than};
use crate::math::Bounds;
use crate::model::{Array, Issue};
use glam::{Vec2, Vec3, Vec4};

/// Puts positions that are NaN or infinite into the middle of the others, and tells it.
pub(super) fn repair_positions(
    positions: Array<Vec3>,
    pointer: &str,
    budget: &Budget,
    issues: &mut Vec<Issue>,
) -> Result<Array<Vec3>, Issue> {
    let usable = |p: &Vec3| all_usable(&p.to_array());
    if no_larger_than(LARGEST, &positions) {
        return Ok(positions);
    }
    let bad = positions.iter().filter(|p| !usable(p)).count();
    let middle = Bounds::of(positions.iter().copied().filter(usable)).center();
    let at = format!("{pointer}/attributes/POSITION");
    budget.ask(positions.len(), size_of::<Vec3>(), &at)?;
    issues.push(
        Issue::error("positions-not-finite", at)
            .with("count", bad)
            .with("vertices", positions.len()),
    );
    Ok(positions
        .iter()
        .map(|p| if usable(p) { *p } else { middle })
        .collect())
}

/// Reads the attributes of one primitive.
pub(super) struct Reader<'a, 'b> {
    /// Where the numbers are.
    pub(super) data: &'a Accessors<'a>,
    /// The primitive.
    pub(super) file: &'a json::mesh::Primitive,
    /// Number of vertices.
    pub(super) count: usize,
    /// Where the primitive stands.
    pub(super) pointer: &'a str,
    /// Where findings go.
    pub(super) issues: &'b mut Vec<Issue>,
}

impl Reader<'_, '_> {
    pub(super) fn find(&self, semantic: Semantic) -> Option<usize> {
        self.file
            .attributes
            .get(&Checked::Valid(semantic))
            .map(json::Index::value)
    }

    pub(super) fn at(&self, semantic: &Semantic) -> String {
        format!("{}/attributes/{}", self.pointer, semantic.to_string())
    }

    /// The accessor of an attribute that has as many elements as there are vertices; another count is told and left out.
    pub(super) fn accessor(&mut self, semantic: Semantic) -> Result<Option<usize>, Issue> {
        let at = self.at(&semantic);
        let Some(accessor) = self.find(semantic) else {
            return Ok(None);
        };
        let found = self.data.count(accessor)?;
        if found == self.count {
            return Ok(Some(accessor));
        }
        self.issues.push(
            Issue::error("attribute-count", at)
                .with("found", found)
                .with("vertices", self.count),
        );
        Ok(None)
    }

    fn not_finite(&mut self, semantic: &Semantic, count: usize) {
        if count > 0 {
            let at = self.at(semantic);
            self.issues
                .push(Issue::error("attribute-not-finite", at).with("count", count));
        }
    }

    /// As in the file; made unit and repaired by `normals`.
    pub(super) fn normals(&mut self) -> Result<Option<Array<Vec3>>, Issue> {
        match self.accessor(Semantic::Normals)? {
            Some(accessor) => self
                .data
                .float_array(accessor, Integers::Normalized, Vec3::from_array)
                .map(Some),
            None => Ok(None),
        }
    }

    /// Unit tangents with a handedness of 1 or -1. If some have no direction all are left out, to be made anew.
    pub(super) fn tangents(&mut self) -> Result<Option<Vec<Vec4>>, Issue> {
        let Some(accessor) = self.accessor(Semantic::Tangents)? else {
            return Ok(None);
        };
        let raw = self
            .data
            .floats(accessor, Integers::Normalized, Vec4::from_array)?;
        let unit = |t: Vec4| {
            let direction = t.truncate();
            let length = direction.length();
            (length > 1e-12 && length.is_finite() && t.w.is_finite())
                .then(|| (direction / length).extend(if t.w < 0.0 { -1.0 } else { 1.0 }))
        };
        let good: Vec<Vec4> = raw.iter().filter_map(|&t| unit(t)).collect();
        if good.len() < raw.len() {
            let at = self.at(&Semantic::Tangents);
            self.issues
                .push(Issue::warning("tangents-broken", at).with("count", raw.len() - good.len()));
            return Ok(None);
        }
        Ok(Some(good))
    }

    /// UV set `set`.
    pub(super) fn uvs(&mut self, set: u32) -> Result<Option<Array<Vec2>>, Issue> {
        let semantic = Semantic::TexCoords(set);
        let Some(accessor) = self.accessor(semantic.clone())? else {
            return Ok(None);
        };
        let uvs = self
            .data
            .float_array(accessor, Integers::AsFlagged, Vec2::from_array)?;
        if no_larger_than(f32::MAX, &uvs) {
            return Ok(Some(uvs));
        }
        let bad = uvs.iter().filter(|uv| !uv.is_finite()).count();
        self.not_finite(&semantic, bad);
        self.data
            .budget
            .ask(uvs.len(), size_of::<Vec2>(), &self.at(&semantic))?;
        let repaired = uvs.iter().map(|uv| if uv.is_finite() { *uv } else { Vec2::ZERO });
        Ok(Some(repaired.collect()))
    }

    /// Linear RGBA of the first colour set; RGB gets an alpha of 1.
    pub(super) fn colors(&mut self) -> Result<Option<Vec<Vec4>>, Issue> {
        let semantic = Semantic::Colors(0);
        let Some(accessor) = self.accessor(semantic.clone())? else {
            return Ok(None);
        };
        let mut colors = if self.data.width(accessor)? == 3 {
            self.data.floats(accessor, Integers::Normalized, |c| {
                Vec3::from_array(c).extend(1.0)
            })?
        } else {
            self.data
                .floats(accessor, Integers::Normalized, Vec4::from_array)?
        };
        let mut bad = 0;
        for color in colors.iter_mut().filter(|c| !c.is_finite()) {
            *color = Vec4::ONE;
            bad += 1;
        }
        self.not_finite(&semantic, bad);
        Ok(Some(colors))
    }

    /// Without a skin joint numbers and weights say nothing: legal, and a skin that was lost on the way looks the same.
    pub(super) fn tell_unused_influences(&mut self) {
        let has = |semantic: Semantic| self.find(semantic).is_some();
        if has(Semantic::Joints(0)) && has(Semantic::Weights(0)) {
            self.issues
                .push(Issue::warning("influences-without-skin", self.pointer));
        }
    }
}
