//! Vertex attributes: normals, tangents, UVs, colours and influences, each as long as the positions and finite.

use gltf::json;
use gltf::json::mesh::Semantic;
use gltf::json::validation::Checked;

use super::accessor::{Accessors, Integers};
use super::finite::all_usable;
use crate::math::Bounds;
use crate::model::{FoundInfluences, FoundSet, Issue, WeightFormat};
use crate::skinning::{Influences, InfluencesBuilder};
use glam::{Vec2, Vec3, Vec4};

/// Puts positions that are NaN or infinite into the middle of the others, and tells it.
pub(super) fn repair_positions(positions: &mut [Vec3], pointer: &str, issues: &mut Vec<Issue>) {
    let usable = |p: &Vec3| all_usable(&p.to_array());
    let bad = positions.iter().filter(|p| !usable(p)).count();
    if bad > 0 {
        let middle = Bounds::of(positions.iter().copied().filter(usable)).center();
        for p in positions.iter_mut().filter(|p| !usable(p)) {
            *p = middle;
        }
        let at = format!("{pointer}/attributes/POSITION");
        issues.push(
            Issue::error("positions-not-finite", at)
                .with("count", bad)
                .with("vertices", positions.len()),
        );
    }
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
    fn find(&self, semantic: Semantic) -> Option<usize> {
        self.file
            .attributes
            .get(&Checked::Valid(semantic))
            .map(json::Index::value)
    }

    fn at(&self, semantic: &Semantic) -> String {
        format!("{}/attributes/{}", self.pointer, semantic.to_string())
    }

    /// The accessor of an attribute that has as many elements as there are vertices; another count is told and left out.
    fn accessor(&mut self, semantic: Semantic) -> Result<Option<usize>, Issue> {
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
    pub(super) fn normals(&mut self) -> Result<Option<Vec<Vec3>>, Issue> {
        match self.accessor(Semantic::Normals)? {
            Some(accessor) => self
                .data
                .floats(accessor, Integers::Normalized, Vec3::from_array)
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
    pub(super) fn uvs(&mut self, set: u32) -> Result<Option<Vec<Vec2>>, Issue> {
        let semantic = Semantic::TexCoords(set);
        let Some(accessor) = self.accessor(semantic.clone())? else {
            return Ok(None);
        };
        let mut uvs = self
            .data
            .floats(accessor, Integers::AsFlagged, Vec2::from_array)?;
        let mut bad = 0;
        for uv in uvs.iter_mut().filter(|uv| !uv.is_finite()) {
            *uv = Vec2::ZERO;
            bad += 1;
        }
        self.not_finite(&semantic, bad);
        Ok(Some(uvs))
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

    /// The influences of all sets, for a skin with `joints` joints, and what the file says of them; `None` if the
    /// primitive has none.
    pub(super) fn influences(&mut self, joints: u32) -> Result<Option<(Influences, FoundInfluences)>, Issue> {
        let mut sets = Vec::new();
        let mut format = WeightFormat::Float;
        let numbers: Vec<u32> = self
            .file
            .attributes
            .keys()
            .filter_map(|k| match k {
                Checked::Valid(Semantic::Joints(set) | Semantic::Weights(set)) => Some(*set),
                _ => None,
            })
            .collect();
        let numbers: std::collections::BTreeSet<u32> = numbers.into_iter().collect();
        for set in numbers {
            let pair = (
                self.find(Semantic::Joints(set)),
                self.find(Semantic::Weights(set)),
            );
            if pair.0.is_none() || pair.1.is_none() {
                let at = self.at(&if pair.0.is_none() {
                    Semantic::Weights(set)
                } else {
                    Semantic::Joints(set)
                });
                self.issues
                    .push(Issue::warning("joints-without-weights", at).with("set", set));
                continue;
            }
            let pair = (
                self.accessor(Semantic::Joints(set))?,
                self.accessor(Semantic::Weights(set))?,
            );
            let (Some(j), Some(w)) = pair else { continue };
            if sets.is_empty() {
                format = self.weight_format(w);
            }
            sets.push((
                set,
                self.data.uints(j, |j: [u32; 4]| j)?,
                self.data.floats(w, Integers::Normalized, |w: [f32; 4]| w)?,
            ));
        }
        if sets.is_empty() {
            self.issues
                .push(Issue::warning("skinned-without-influences", self.pointer));
            return Ok(None);
        }
        self.data
            .budget
            .ask(self.count, 24 + 12 * sets.len().saturating_sub(1), self.pointer)?;
        let mut builder = InfluencesBuilder::new(joints, self.count);
        let (mut worst_sum, mut worst_vertex) = (1.0_f32, 0);
        for vertex in 0..self.count {
            let all = sets
                .iter()
                .flat_map(|(_, j, w)| j[vertex].into_iter().zip(w[vertex]));
            let sum: f32 = all.clone().map(|(_, w)| w).filter(|w| w.is_finite()).sum();
            if (sum - 1.0).abs() > (worst_sum - 1.0).abs() {
                (worst_sum, worst_vertex) = (sum, vertex as u32);
            }
            builder.push(all);
        }
        let (influences, repairs) = builder.finish();
        let mut found = FoundInfluences {
            repairs,
            format,
            set_count: sets.len() as u32,
            worst_sum,
            worst_vertex,
            sets: Vec::new(),
        };
        if sets.len() > 1 || repairs.any() {
            let keep = |(set, joints, weights): (u32, Vec<_>, Vec<_>)| FoundSet {
                set,
                joints: joints.into(),
                weights: weights.into(),
            };
            found.sets = sets.into_iter().map(keep).collect();
        } else {
            self.data.budget.give_back(self.count * sets.len(), 32);
        }
        let vertices = self.count;
        let issue = |issue: Issue, count: u32| {
            (count > 0).then(|| {
                issue
                    .with("count", count)
                    .with("vertices", vertices)
                    .with("joints", joints)
            })
        };
        let at = self.pointer;
        self.issues.extend(
            [
                issue(Issue::error("weights-not-finite", at), repairs.not_finite),
                issue(Issue::warning("weights-negative", at), repairs.negative),
                issue(
                    Issue::warning("weights-not-normalized", at),
                    repairs.not_normalized,
                ),
                issue(Issue::warning("weights-missing", at), repairs.unweighted),
                issue(Issue::info("joints-doubled", at), repairs.doubled),
                issue(Issue::error("joints-out-of-range", at), repairs.out_of_range),
            ]
            .into_iter()
            .flatten(),
        );
        Ok(Some((influences, found)))
    }

    fn weight_format(&self, accessor: usize) -> WeightFormat {
        use gltf::json::accessor::{ComponentType, GenericComponentType};
        match self.data.root.accessors.get(accessor).map(|a| a.component_type) {
            Some(Checked::Valid(GenericComponentType(ComponentType::U8))) => WeightFormat::Unsigned8,
            Some(Checked::Valid(GenericComponentType(ComponentType::U16))) => WeightFormat::Unsigned16,
            _ => WeightFormat::Float,
        }
    }
}
