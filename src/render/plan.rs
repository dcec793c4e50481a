//! Which draws a look of the character takes, decided before a pass begins.

use super::GpuModel;
use super::layout::{Dress, Look, Paint, Poses};
use super::model::{DrawItem, Handedness};
use super::pipelines::{Blending, Culling, PipelineKey, Pipelines, Shape, VertexClass};
use super::primitive::Kind;
use crate::model::{InstanceId, Model, PosedModel, SceneId};
use crate::skinning::SkinningMethod;
use crate::viewer::view::View;

/// One draw.
#[derive(Debug, Clone, Copy)]
pub(super) struct Planned {
    pub item: usize,
    pub key: PipelineKey,
    /// Of its shadow; `None` if it casts none.
    pub shadow: Option<PipelineKey>,
    /// How near the camera its middle is; larger is nearer.
    depth: f32,
}

/// All draws of one look. Kept from frame to frame for its room.
#[derive(Debug, Default)]
pub(super) struct LookDraws {
    /// Near ones first.
    pub solid: Vec<Planned>,
    /// Far ones first; behind what is clear, if anything is.
    pub blended: Vec<Planned>,
    /// What shows the picture so far through itself, and what is blended in front of it; far ones first.
    pub clear: Vec<Planned>,
    /// Items whose edges or marks are drawn over all this.
    pub wires: Vec<(usize, PipelineKey)>,
}

impl LookDraws {
    /// True if light falls on anything of it.
    pub(super) fn are_lit(&self, gpu_model: &GpuModel, look: &Look) -> bool {
        let all = self.solid.iter().chain(&self.blended).chain(&self.clear);
        // Clay is one material, lit as those of the file are.
        look.paint == Paint::Look(Dress::Clay)
            || look.paint == Paint::Material
                && all
                    .map(|p| gpu_model.material(&gpu_model.items[p.item], look.material_variant))
                    .any(|m| !m.unlit)
    }

    /// Decides every draw of the character and wants its pipelines.
    pub(super) fn plan(
        &mut self,
        pipelines: &mut Pipelines,
        gpu_model: &GpuModel,
        (model, poses): (&Model, &Poses<'_>),
        view: &View,
        look: &Look,
    ) {
        let posed = poses.of(look.way);
        self.solid.clear();
        self.blended.clear();
        self.clear.clear();
        self.wires.clear();
        let backward = view.camera.backward();
        // Both sides of glass, and of what is looked at for its sides.
        let both_sides = matches!(look.paint, Paint::Look(Dress::XRay | Dress::Faces));
        let is_solid = look.paint.is_solid();
        let items = in_scene(gpu_model, model, view.scene, view.overlays.hidden);
        for (index, item) in items.filter(|(_, item)| shows(poses.first(), item)) {
            let primitive = gpu_model.primitive(item);
            if primitive.corner_count == 0 {
                continue;
            }
            let class = gpu_model.vertex_class(model, poses, item, look);
            let material = gpu_model.material(item, look.material_variant);
            if let Some(wire) = wire_key(gpu_model, item, look) {
                pipelines.want(wire);
                self.wires.push((index, wire));
            }
            if look.paint == Paint::Look(Dress::Wireframe) && primitive.kind == Kind::Triangles {
                // Nothing but its edges.
                continue;
            }
            let blending = if is_solid {
                material.blending
            } else {
                Blending::Blend
            };
            let blends = blending == Blending::Blend;
            let clear = material.clear && look.paint == Paint::Material;
            let cut = material.blending == Blending::Mask;
            let casts = casts_shadow(gpu_model, item, look) && is_solid;
            let shadow = casts.then_some(PipelineKey::Shadow(class, cut));
            let depth = posed_center(gpu_model, model, posed, item).dot(backward);
            let handedness = gpu_model.handedness(model, posed, item);
            let double_sided = material.double_sided || both_sides;
            for key in keys(class, primitive.kind, blending, double_sided, handedness) {
                pipelines.want(key);
                let planned = Planned {
                    item: index,
                    key,
                    shadow,
                    depth,
                };
                if clear {
                    self.clear.push(planned);
                } else if blends {
                    self.blended.push(planned);
                } else {
                    self.solid.push(planned);
                }
            }
            if let Some(key) = shadow {
                pipelines.want(key);
            }
        }
        // What near ones hide need not be shaded.
        self.solid.sort_by(|a, b| b.depth.total_cmp(&a.depth));
        // Stable: what lies equally far keeps the file's order, and the two sides of one skin theirs.
        self.blended.sort_by(|a, b| a.depth.total_cmp(&b.depth));
        // What is blended shows through clear things if it lies behind them, and over them otherwise.
        if let Some(nearest) = self.clear.iter().map(|p| p.depth).max_by(f32::total_cmp) {
            let behind = self
                .blended
                .partition_point(|p| p.depth.total_cmp(&nearest).is_lt());
            self.clear.sort_by(|a, b| a.depth.total_cmp(&b.depth));
            self.clear.extend(self.blended.drain(behind..));
        }
    }
}

/// The pipelines of one primitive, in order: both sides of a see-through skin, the far one first.
fn keys(
    class: VertexClass,
    kind: Kind,
    blending: Blending,
    double_sided: bool,
    handedness: Handedness,
) -> impl Iterator<Item = PipelineKey> {
    let mesh = |culling| PipelineKey::Mesh(class, Shape::Triangles(blending, culling));
    let (away, towards) = match handedness {
        Handedness::Mirrored => (Culling::CounterClockwise, Culling::Clockwise),
        Handedness::Kept | Handedness::Mixed => (Culling::Clockwise, Culling::CounterClockwise),
    };
    let keys = match kind {
        Kind::Lines => [Some(PipelineKey::Mesh(class, Shape::Lines)), None],
        Kind::Points => [Some(PipelineKey::Mesh(class, Shape::Points)), None],
        Kind::Triangles if handedness == Handedness::Mixed => [Some(mesh(Culling::None)), None],
        Kind::Triangles if !double_sided => [Some(mesh(away)), None],
        Kind::Triangles if blending == Blending::Blend => [Some(mesh(towards)), Some(mesh(away))],
        Kind::Triangles => [Some(mesh(Culling::None)), None],
    };
    keys.into_iter().flatten()
}

/// The draws of a scene, in the file's order, with their index; those that the file hides only if `hidden`.
pub(super) fn in_scene<'a>(
    gpu_model: &'a GpuModel,
    model: &'a Model,
    scene: SceneId,
    hidden: bool,
) -> impl Iterator<Item = (usize, &'a DrawItem)> {
    let instances = model.scene(scene).map_or(&[][..], |s| &s.instances);
    let shows =
        move |id: &&InstanceId| hidden || model.instances.get(id.0 as usize).is_some_and(|i| i.visible);
    // Items are sorted by instance, so a scene's own are runs.
    instances.iter().filter(shows).flat_map(move |id| {
        let first = gpu_model.items.partition_point(|i| i.instance < *id);
        gpu_model.items[first..]
            .iter()
            .take_while(move |i| i.instance == *id)
            .enumerate()
            .map(move |(k, i)| (first + k, i))
    })
}

/// How the edges and marks of an item are drawn, if it has any.
fn wire_key(gpu_model: &GpuModel, item: &DrawItem, look: &Look) -> Option<PipelineKey> {
    if matches!(look.paint, Paint::Shell { .. }) {
        return None;
    }
    let part = gpu_model
        .wires
        .as_ref()?
        .parts
        .get(item.mesh)?
        .get(item.primitive)?
        .as_ref()?;
    let marks = part.marked && matches!(look.paint, Paint::Weights(_));
    (look.wires || marks).then_some(PipelineKey::Wire(gpu_model.primitive(item).all_influences))
}

/// False if a person has put it out of sight.
pub(super) fn shows(posed: &PosedModel, item: &DrawItem) -> bool {
    posed.hidden.shows(item.instance, item.primitive)
}

/// True for triangles that are not see-through, nor more clear than not.
pub(super) fn casts_shadow(gpu_model: &GpuModel, item: &DrawItem, look: &Look) -> bool {
    let primitive = gpu_model.primitive(item);
    primitive.kind == Kind::Triangles && gpu_model.material(item, look.material_variant).casts_shadow
}

/// Where the middle of a primitive is in this pose, model space.
fn posed_center(gpu_model: &GpuModel, model: &Model, posed: &PosedModel, item: &DrawItem) -> glam::Vec3 {
    let instance = &model.instances[item.instance.0 as usize];
    let primitive = &model.meshes[item.mesh].primitives[item.primitive];
    let palette = instance.skin.and_then(|s| posed.palettes.get(s.0 as usize));
    match palette {
        Some(palette) if primitive.influences.is_some() => primitive
            .joint_boxes
            .posed(palette, SkinningMethod::LinearBlend, &[])
            .center(),
        _ => {
            let rest = gpu_model.primitive(item).rest_bounds.center();
            posed.rigid_matrix(instance).transform_point3(rest)
        }
    }
}
