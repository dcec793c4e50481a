//! How a picture is put together: which parts of the target are drawn from which camera, and how the character is moved
//! and painted in each.

use crate::model::{MaterialVariantId, PosedModel};
use crate::skinning::{Palette, Skinning, SkinningMethod};
use crate::teach::Fault;
use crate::viewer::look::WeightView;
use crate::viewer::view::{Layout, View};

/// The most parts, and the most ways to draw the character, that one picture has.
pub(super) const MOST: usize = 2;

/// What a character's pixels show.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Paint {
    /// Its material.
    Material,
    /// How far the other way to move vertices is, as a colour.
    Distance {
        /// At the end of the ramp, metres.
        scale: f32,
    },
    /// A translucent shell.
    Shell {
        /// It has faded in where the other way is that far, metres.
        fade: f32,
    },
    /// Something else than its material.
    Look(Dress),
    /// Its influences.
    Weights(WeightView),
}

/// What a picture can have besides: [`Look`](super::layout::Look) is taken.
pub(super) type Dress = crate::viewer::look::Look;

impl Paint {
    /// What a view asks for.
    fn of(view: &View) -> Self {
        match (view.weights, view.look) {
            (Some(weights), _) => Self::Weights(weights.view),
            (None, Dress::Lit) => Self::Material,
            (None, look) => Self::Look(look),
        }
    }

    /// Its number in the shaders, and what is measured by it.
    pub(super) fn uniform(self) -> (u32, f32) {
        // As `LOOK_*` in look.wgsl.
        let number = match self {
            Self::Material | Self::Look(Dress::Lit) => 0,
            Self::Distance { scale } => return (1, scale),
            Self::Shell { fade } => return (2, fade),
            Self::Look(Dress::Clay) => 16,
            Self::Look(Dress::Matcap) => 17,
            Self::Look(Dress::Wireframe) => 18,
            Self::Look(Dress::HiddenLine) => 19,
            Self::Look(Dress::XRay) => 20,
            Self::Look(Dress::Normals) => 21,
            Self::Look(Dress::Tangents) => 22,
            Self::Look(Dress::UvChecker) => 23,
            Self::Look(Dress::BaseColor) => 24,
            Self::Look(Dress::Metallic) => 25,
            Self::Look(Dress::Roughness) => 26,
            Self::Look(Dress::Occlusion) => 27,
            Self::Look(Dress::Emissive) => 28,
            Self::Look(Dress::VertexColor) => 29,
            Self::Look(Dress::Faces) => 30,
            Self::Weights(WeightView::Chosen) => 32,
            Self::Weights(WeightView::Joints) => 33,
            Self::Weights(WeightView::Count) => 34,
            Self::Weights(WeightView::Dominant) => 35,
        };
        (number, 0.0)
    }

    /// True if `look.wgsl` paints it.
    pub(super) fn is_look(self) -> bool {
        matches!(self, Self::Look(look) if look != Dress::Lit) || matches!(self, Self::Weights(_))
    }

    /// True if the surface hides what is behind it.
    pub(super) fn is_solid(self) -> bool {
        match self {
            Self::Look(look) => look.is_solid(),
            Self::Shell { .. } => false,
            _ => true,
        }
    }
}

/// The poses of a picture: one for all of it, or one for A and another for B.
#[derive(Debug, Clone, Copy)]
pub struct Poses<'a>([&'a PosedModel; MOST], bool);

impl<'a> Poses<'a> {
    /// A moves by one pose, B by another. Both show the same of the model: what is out of sight in A's is so in both.
    pub fn of_sides(a: &'a PosedModel, b: &'a PosedModel) -> Self {
        Self([a, b], true)
    }

    /// A's pose. Marks over the picture, lamps of the file and what is out of sight follow it.
    pub(super) fn first(&self) -> &'a PosedModel {
        self.0[0]
    }

    /// B's pose, if it is one of its own.
    pub(super) fn second(&self) -> Option<&'a PosedModel> {
        self.1.then_some(self.0[1])
    }

    /// The pose that a way to move vertices takes.
    pub(super) fn of(&self, way: Way) -> &'a PosedModel {
        self.0[way.pose]
    }
}

impl<'a> From<&'a PosedModel> for Poses<'a> {
    fn from(posed: &'a PosedModel) -> Self {
        Self([posed; MOST], false)
    }
}

/// How vertices are moved.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Way {
    pub skinning: Skinning,
    /// By which of the poses: 0, or 1 where B has one of its own.
    pub pose: usize,
}

/// One way to draw the character.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Look {
    pub way: Way,
    /// What `way` is compared with, for [`Paint`]s that show it.
    pub against: Option<Way>,
    pub paint: Paint,
    /// What is wrong on purpose, for both.
    pub fault: Option<Fault>,
    /// Which set of materials.
    pub material_variant: Option<MaterialVariantId>,
    /// Whether edges are drawn over it.
    pub wires: bool,
}

/// The simplest way to skin that gives what `skinning` does with these palettes: the ends of blends and masks are the
/// methods themselves.
pub(super) fn simplest(skinning: Skinning, palettes: &[Palette]) -> Skinning {
    let masks = || palettes.iter().flat_map(Palette::mask);
    let method = match skinning.method {
        SkinningMethod::Blend if skinning.blend <= 0.0 => SkinningMethod::LinearBlend,
        SkinningMethod::Blend if skinning.blend >= 1.0 => SkinningMethod::DualQuaternion,
        SkinningMethod::Masked if masks().all(|m| *m <= 0.0) => SkinningMethod::LinearBlend,
        SkinningMethod::Masked if masks().all(|m| *m >= 1.0) => SkinningMethod::DualQuaternion,
        method => method,
    };
    Skinning { method, ..skinning }
}

/// A rectangle of the target, whole pixels. All parts have the target's height.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Columns {
    pub first: u32,
    pub count: u32,
}

/// A part of the picture with its own camera, shadows, and look (of the same index).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Part {
    /// What the camera's picture would cover.
    pub picture: Columns,
    /// What of it is drawn.
    pub shown: Columns,
}

/// The looks and parts of a picture. There is a look for each part, and one more for a shell over all of them.
#[derive(Debug, Clone, Default)]
pub(super) struct Plan {
    pub looks: Vec<Look>,
    pub parts: Vec<Part>,
}

impl Plan {
    pub(super) fn of(view: &View, poses: &Poses<'_>, size_px: [u32; 2]) -> Self {
        let way = |k: usize| {
            let pose = if poses.second().is_some() { k } else { 0 };
            Way {
                skinning: simplest(view.skinnings[k], &poses.0[pose].palettes),
                pose,
            }
        };
        let [a, b] = [way(0), way(1)];
        let wires = view.overlays.wires || (view.weights.is_none() && view.look.has_edges());
        let plain = |way| Look {
            way,
            against: None,
            paint: Paint::of(view),
            fault: view.fault,
            material_variant: view.material_variant,
            wires,
        };
        let whole = Columns {
            first: 0,
            count: size_px[0],
        };
        let divided = |column: u32| {
            let left = Columns {
                first: 0,
                count: column,
            };
            let right = Columns {
                first: column,
                count: size_px[0] - column,
            };
            [left, right]
        };
        let one = |look| Self {
            looks: vec![look],
            parts: vec![Part {
                picture: whole,
                shown: whole,
            }],
        };
        let two = |picture: [Columns; 2], shown: [Columns; 2]| {
            // What has no column is not drawn.
            let drawn = [(0, a), (1, b)].into_iter().filter(|(k, _)| shown[*k].count > 0);
            let (looks, parts) = drawn
                .map(|(k, way)| {
                    let part = Part {
                        picture: picture[k],
                        shown: shown[k],
                    };
                    (plain(way), part)
                })
                .unzip();
            Self { looks, parts }
        };
        match view.layout {
            Layout::A => one(plain(a)),
            Layout::B => one(plain(b)),
            Layout::Split { .. } | Layout::Side => {
                let shown = divided(view.layout.first_column_of_b(size_px[0]));
                let same_camera = matches!(view.layout, Layout::Split { .. });
                two(if same_camera { [whole; 2] } else { shown }, shown)
            }
            Layout::Ghost => {
                let mut plan = one(plain(a));
                plan.looks.push(Look {
                    way: b,
                    against: Some(a),
                    paint: Paint::Shell {
                        fade: view.ghost_distance().max(f32::MIN_POSITIVE),
                    },
                    fault: view.fault,
                    material_variant: view.material_variant,
                    wires: false,
                });
                plan
            }
            Layout::Difference { scale } => one(Look {
                way: a,
                against: Some(b),
                paint: Paint::Distance {
                    // The smallest normal number where it says nothing: any distance at all is bright.
                    scale: scale.max(f32::MIN_POSITIVE),
                },
                fault: view.fault,
                material_variant: view.material_variant,
                wires: view.overlays.wires,
            }),
        }
    }

    /// The look of the shell, if there is one.
    pub(super) fn shell(&self) -> Option<usize> {
        (self.looks.len() > self.parts.len()).then_some(self.parts.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(layout: Layout, width: u32) -> Vec<(u32, u32, u32)> {
        let view = View {
            layout,
            ..View::default()
        };
        let posed = PosedModel::default();
        let plan = Plan::of(&view, &(&posed).into(), [width, 10]);
        let all = plan
            .parts
            .iter()
            .map(|p| (p.shown.first, p.shown.count, p.picture.count));
        all.collect()
    }

    #[test]
    fn parts_cover_the_target_once() {
        assert_eq!(parts(Layout::Ghost, 7), [(0, 7, 7)]);
        assert_eq!(
            parts(Layout::Split { at: 0.25 }, 8),
            [(0, 2, 8), (2, 6, 8)],
            "one camera"
        );
        assert_eq!(parts(Layout::Side, 7), [(0, 3, 3), (3, 4, 4)], "two");
        // A line at an edge leaves one way alone; a picture too narrow for two shows B.
        assert_eq!(parts(Layout::Split { at: 0.0 }, 8), [(0, 8, 8)]);
        assert_eq!(parts(Layout::Split { at: 1.0 }, 8), [(0, 8, 8)]);
        assert_eq!(parts(Layout::Split { at: f32::NAN }, 8), [(0, 4, 8), (4, 4, 8)]);
        assert_eq!(parts(Layout::Side, 1), [(0, 1, 1)]);
    }

    #[test]
    fn only_a_ghost_has_a_shell() {
        for (layout, shell) in [
            (Layout::Ghost, Some(1)),
            (Layout::Side, None),
            (Layout::Difference { scale: 1.0 }, None),
        ] {
            let view = View {
                layout,
                ..View::default()
            };
            let posed = PosedModel::default();
            assert_eq!(Plan::of(&view, &(&posed).into(), [8, 8]).shell(), shell);
        }
    }

    #[test]
    fn each_side_moves_by_its_own_pose_where_it_has_one() {
        let (a, b) = (PosedModel::default(), PosedModel::default());
        let ways = |poses: &Poses<'_>, layout| {
            let view = View {
                layout,
                ..View::default()
            };
            let looks = Plan::of(&view, poses, [8, 8]).looks;
            let of = |l: &Look| (l.way.pose, l.against.map(|w| w.pose));
            looks.iter().map(of).collect::<Vec<_>>()
        };
        let (one, two) = (Poses::from(&a), Poses::of_sides(&a, &b));
        for (layout, wanted) in [
            (Layout::A, vec![(0, None)]),
            (Layout::B, vec![(1, None)]),
            (Layout::Side, vec![(0, None), (1, None)]),
            (Layout::Ghost, vec![(0, None), (1, Some(0))]),
            (Layout::Difference { scale: 1.0 }, vec![(0, Some(1))]),
        ] {
            assert_eq!(ways(&two, layout), wanted, "{layout:?}");
            let same = ways(&one, layout)
                .iter()
                .all(|(p, q)| *p == 0 && q.unwrap_or(0) == 0);
            assert!(same, "{layout:?}");
        }
    }
}
