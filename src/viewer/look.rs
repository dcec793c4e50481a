//! How the character's surface is drawn: by its material, or so that form, deformation or data show.

use crate::animation::JointId;
use crate::model::Model;

/// What a surface shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Look {
    /// Its material in the light.
    #[default]
    Lit,
    /// One matte material in the studio's light: form alone.
    Clay,
    /// Glazed ceramic that is lit from the camera, by a formula: form alone, the same from every side.
    Matcap,
    /// Edges of all triangles, seen through.
    Wireframe,
    /// Edges of the triangles that face the camera.
    HiddenLine,
    /// Glass, dense at its rims: what lies inside shows.
    XRay,
    /// Normals as colours, model space, as skinning leaves them.
    Normals,
    /// Tangents as colours, model space; hatched where the bitangent is turned.
    Tangents,
    /// Numbered squares along the first UVs.
    UvChecker,
    /// Base colour alone.
    BaseColor,
    /// Metallic as a grey.
    Metallic,
    /// Roughness as a grey.
    Roughness,
    /// Baked occlusion as a grey.
    Occlusion,
    /// Emitted light alone.
    Emissive,
    /// Vertex colours alone.
    VertexColor,
    /// Front and back faces in two colours.
    Faces,
}

impl Look {
    /// Every look, in the order in which they are offered.
    pub const ALL: [Self; 16] = [
        Self::Lit,
        Self::Clay,
        Self::Matcap,
        Self::Wireframe,
        Self::HiddenLine,
        Self::XRay,
        Self::Normals,
        Self::Tangents,
        Self::UvChecker,
        Self::BaseColor,
        Self::Metallic,
        Self::Roughness,
        Self::Occlusion,
        Self::Emissive,
        Self::VertexColor,
        Self::Faces,
    ];

    /// The word on the command line and in the state.
    pub fn word(self) -> &'static str {
        match self {
            Self::Lit => "lit",
            Self::Clay => "clay",
            Self::Matcap => "matcap",
            Self::Wireframe => "wireframe",
            Self::HiddenLine => "hidden-line",
            Self::XRay => "x-ray",
            Self::Normals => "normals",
            Self::Tangents => "tangents",
            Self::UvChecker => "uv-checker",
            Self::BaseColor => "base-color",
            Self::Metallic => "metallic",
            Self::Roughness => "roughness",
            Self::Occlusion => "occlusion",
            Self::Emissive => "emissive",
            Self::VertexColor => "vertex-color",
            Self::Faces => "faces",
        }
    }

    /// The look with that word.
    pub fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|l| l.word() == word)
    }

    /// The one after it, round and round.
    pub fn next(self) -> Self {
        let at = Self::ALL.iter().position(|l| *l == self).unwrap_or(0);
        Self::ALL[(at + 1) % Self::ALL.len()]
    }

    /// True if the surface hides what is behind it.
    pub fn is_solid(self) -> bool {
        !matches!(self, Self::Wireframe | Self::XRay)
    }

    /// True if edges belong to the look itself.
    pub fn has_edges(self) -> bool {
        matches!(self, Self::Wireframe | Self::HiddenLine)
    }
}

/// What of the influences is painted over the surface. Vertices are moved as ever.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum WeightView {
    /// The weight of the chosen joints, by a ramp.
    Chosen,
    /// Each joint's own colour, mixed by weight.
    Joints,
    /// How many influences a vertex has.
    Count,
    /// The colour of the joint with the largest weight.
    Dominant,
}

impl WeightView {
    /// Every view, in the order in which they are offered.
    pub const ALL: [Self; 4] = [Self::Chosen, Self::Joints, Self::Count, Self::Dominant];

    /// The word on the command line and in the state.
    pub fn word(self) -> &'static str {
        match self {
            Self::Chosen => "chosen",
            Self::Joints => "joints",
            Self::Count => "influences",
            Self::Dominant => "dominant",
        }
    }
}

/// The most joints whose weights are shown together.
pub const MOST_WEIGHED: usize = 8;

/// Influences that most engines read of a vertex: beyond them a vertex is marked.
pub const USUAL_INFLUENCES: u32 = 4;

/// A view of the influences with what it needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Weights {
    /// Which.
    pub view: WeightView,
    /// The joints of [`WeightView::Chosen`].
    pub joints: [Option<JointId>; MOST_WEIGHED],
    /// Vertices with more influences are marked.
    pub limit: u32,
}

impl Weights {
    /// The weights of chosen joints, the first [`MOST_WEIGHED`] of them.
    pub fn of(chosen: impl IntoIterator<Item = JointId>) -> Self {
        let mut joints = [None; MOST_WEIGHED];
        for (place, joint) in joints.iter_mut().zip(chosen) {
            *place = Some(joint);
        }
        Self {
            joints,
            ..Self::all(WeightView::Chosen)
        }
    }

    /// A view that needs no joints.
    pub fn all(view: WeightView) -> Self {
        Self {
            view,
            joints: [None; MOST_WEIGHED],
            limit: USUAL_INFLUENCES,
        }
    }

    /// Whether a joint is among the chosen.
    pub fn chooses(&self, joint: JointId) -> bool {
        self.joints.contains(&Some(joint))
    }

    /// What the shader paints a joint's share with: a weight's factor, or a colour.
    pub fn paint(&self, joint: JointId) -> f32 {
        match self.view {
            WeightView::Chosen => f32::from(u8::from(self.chooses(joint))),
            WeightView::Joints | WeightView::Dominant => packed(joint_color(joint)),
            WeightView::Count => 0.0,
        }
    }
}

/// A colour as a whole number that an `f32` holds exactly.
fn packed([r, g, b]: [u8; 3]) -> f32 {
    (u32::from(r) << 16 | u32::from(g) << 8 | u32::from(b)) as f32
}

/// The colour of a joint, sRGB: neighbours in the skeleton differ clearly in hue, those further off in lightness.
///
/// Hues are a golden angle apart, so that any run of joints is spread over the circle; lightness and chroma are even.
/// Source: Ottosson 2020, "A perceptual color space for image processing" (Oklab).
pub fn joint_color(joint: JointId) -> [u8; 3] {
    let k = joint.0;
    let hue = (f64::from(k) * 137.507_764 + 20.0).to_radians();
    let lightness = [0.72, 0.58, 0.82][(k % 3) as usize];
    let chroma = [0.135, 0.125, 0.105][(k % 3) as usize];
    srgb_of_oklch(lightness, chroma, hue)
}

/// The colour of a surface without any of the weight that shows, sRGB: in the dark theme and in the light one.
pub const NO_WEIGHT_COLORS: [[u8; 3]; 2] = [[146, 158, 176], [184, 187, 193]];

/// The colour of a number of influences, sRGB: cool for few, warm for many.
pub const COUNT_COLORS: [[u8; 3]; 6] = [
    [0x4c, 0x55, 0x6b],
    [0x3f, 0x8f, 0xb0],
    [0x4f, 0xb0, 0x8a],
    [0xb9, 0xb8, 0x4c],
    [0xe0, 0x8f, 0x3f],
    [0xd2, 0x4b, 0x4b],
];

fn srgb_of_oklch(lightness: f64, chroma: f64, hue: f64) -> [u8; 3] {
    let (a, b) = (chroma * hue.cos(), chroma * hue.sin());
    let cube = |v: f64| v * v * v;
    let l = cube(lightness + 0.396_337_777_4 * a + 0.215_803_757_3 * b);
    let m = cube(lightness - 0.105_561_345_8 * a - 0.063_854_172_8 * b);
    let s = cube(lightness - 0.089_484_177_5 * a - 1.291_485_548_0 * b);
    [
        4.076_741_662_1 * l - 3.307_711_591_3 * m + 0.230_969_929_2 * s,
        -1.268_438_004_6 * l + 2.609_757_401_1 * m - 0.341_319_396_5 * s,
        -0.004_196_086_3 * l - 0.703_418_614_7 * m + 1.707_614_701_0 * s,
    ]
    .map(|c| {
        let c = c.clamp(0.0, 1.0);
        let encoded = if c <= 0.003_130_8 {
            12.92 * c
        } else {
            1.055 * c.powf(1.0 / 2.4) - 0.055
        };
        (encoded * 255.0).round() as u8
    })
}

/// How many vertices of a scene are marked in the views of weights.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct MarkedVertices {
    /// With weights that did not sum to 1 in the file.
    pub unnormalised: usize,
    /// Without any weight in the file.
    pub unweighted: usize,
    /// With more influences than the limit.
    pub over_limit: usize,
}

impl MarkedVertices {
    /// Counts those of a scene.
    pub fn of(model: &Model, scene: crate::model::SceneId, limit: u32) -> Self {
        let mut counts = Self::default();
        for (_, instance) in model.scene_instances(scene).filter(|(_, i)| i.skin.is_some()) {
            for primitive in &model.mesh(instance.mesh).primitives {
                for marks in primitive.weight_marks(limit) {
                    counts.unnormalised += usize::from(marks.unnormalised);
                    counts.unweighted += usize::from(marks.unweighted);
                    counts.over_limit += usize::from(marks.over_limit);
                }
            }
        }
        counts
    }

    /// True if there is any.
    pub fn any(self) -> bool {
        self != Self::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_look_has_a_word_of_its_own_and_a_turn() {
        let mut look = Look::Lit;
        for expected in Look::ALL {
            assert_eq!(look, expected);
            assert_eq!(Look::of_word(look.word()), Some(look));
            look = look.next();
        }
        assert_eq!(look, Look::Lit, "round and round");
        assert_eq!(Look::of_word("wire"), None);
    }

    #[test]
    fn neighbours_have_colours_that_nobody_mixes_up() {
        let apart = |a: [u8; 3], b: [u8; 3]| {
            let squared = |k: usize| (f32::from(a[k]) - f32::from(b[k])).powi(2);
            (0..3).map(squared).sum::<f32>().sqrt()
        };
        for k in 0..200 {
            let own = joint_color(JointId(k));
            for other in 1..4 {
                let next = joint_color(JointId(k + other));
                assert!(apart(own, next) > 40.0, "{k} and {}: {own:?} {next:?}", k + other);
            }
            assert!(own.iter().any(|c| *c > 100), "visible on dark: {own:?}");
        }
    }

    #[test]
    fn a_packed_colour_is_exact() {
        assert_eq!(packed([255, 254, 253]) as u32, 0xFF_FEFD);
        let w = Weights::of([JointId(3), JointId(5)]);
        assert_eq!((w.paint(JointId(3)), w.paint(JointId(4))), (1.0, 0.0));
        let many = Weights::of((0..20).map(JointId));
        assert!(many.chooses(JointId(7)) && !many.chooses(JointId(8)));
    }
}
