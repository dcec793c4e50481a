//! A shared software device, and small models made in code.

use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

use glam::{Affine3A, Quat, Vec2, Vec3, Vec4};
use rigscope::animation::{JointId, SkeletonBuilder};
use rigscope::math::Transform;
use rigscope::model::{
    AlphaMode, Image, ImageId, Material, MaterialId, Mesh, MeshId, MeshInstance, Model, PosedModel,
    Primitive, Scene, SceneId, SkinId, Texture, TextureId, TextureSlot, UvTransform,
};
use rigscope::render::{Gpu, GpuModel, GpuOptions, Picture, Renderer, ViewTarget};
use rigscope::skinning::{InfluencesBuilder, JointBoxes, Skin};
use rigscope::viewer::view::{Background, Overlays, View};
use rigscope::viewer::{Camera, Projection};
use rigscope::work::Work;

/// The software rasteriser, so that every machine draws the same.
pub(crate) fn options() -> GpuOptions {
    GpuOptions {
        prefer_software: true,
        ..GpuOptions::default()
    }
}

/// A device and a renderer.
pub(crate) struct Bench {
    pub(crate) gpu: Gpu,
    pub(crate) renderer: Renderer,
}

impl Bench {
    pub(crate) fn new(options: &GpuOptions) -> Self {
        let gpu = Gpu::headless(options).expect("tests need a graphics adapter, a software one will do");
        let renderer = Renderer::new(&gpu);
        Self { gpu, renderer }
    }

    pub(crate) fn upload(&self, model: &Model) -> GpuModel {
        GpuModel::new(&self.gpu, &self.renderer, model, &Work::alone()).expect("the model fits")
    }

    /// One picture of a pose.
    pub(crate) fn picture(&mut self, model: &Model, posed: &PosedModel, view: &View) -> Picture {
        let mut gpu_model = self.upload(model);
        let target = ViewTarget::new(&self.gpu, view.size_px);
        self.renderer
            .draw(&self.gpu, &mut gpu_model, model, posed, view, &target);
        target.read(&self.gpu).expect("the picture comes back")
    }
}

/// The bench that tests share; one at a time.
pub(crate) fn bench() -> MutexGuard<'static, Bench> {
    static SHARED: LazyLock<Mutex<Bench>> = LazyLock::new(|| Mutex::new(Bench::new(&options())));
    SHARED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Evenly distributed numbers, the same in every run.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// -1 to 1.
    pub(crate) fn signed(&mut self) -> f32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 40) as f32 / (1_u64 << 23) as f32) - 1.0
    }

    pub(crate) fn below(&mut self, end: u32) -> u32 {
        (((self.signed() + 1.0) * 0.5 * end as f32) as u32).min(end - 1)
    }

    pub(crate) fn vec3(&mut self) -> Vec3 {
        Vec3::new(self.signed(), self.signed(), self.signed())
    }

    pub(crate) fn unit(&mut self) -> Vec3 {
        self.vec3().try_normalize().unwrap_or(Vec3::X)
    }

    pub(crate) fn rotation(&mut self) -> Quat {
        Quat::from_axis_angle(self.unit(), self.signed() * 3.0)
    }
}

/// A quad in the plane z, facing +Z, with UVs from the top left.
pub(crate) fn quad(half: f32, z: f32) -> Primitive {
    let corner = |x: f32, y: f32| Vec3::new(x * half, y * half, z);
    Primitive {
        indices: Some(vec![0, 1, 2, 0, 2, 3].into()),
        positions: vec![
            corner(-1.0, -1.0),
            corner(1.0, -1.0),
            corner(1.0, 1.0),
            corner(-1.0, 1.0),
        ]
        .into(),
        normals: Some(vec![Vec3::Z; 4].into()),
        tangents: Some(vec![Vec4::new(1.0, 0.0, 0.0, 1.0); 4].into()),
        uvs: [
            Some(
                vec![
                    Vec2::new(0.0, 1.0),
                    Vec2::new(1.0, 1.0),
                    Vec2::new(1.0, 0.0),
                    Vec2::new(0.0, 0.0),
                ]
                .into(),
            ),
            None,
        ],
        ..Primitive::default()
    }
}

/// A ball with UVs and tangents.
pub(crate) fn ball(radius: Vec3) -> Primitive {
    const RINGS: u32 = 24;
    const SIDES: u32 = 32;
    let (mut positions, mut normals, mut tangents, mut uvs, mut indices) =
        (Vec::new(), Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for ring in 0..=RINGS {
        for side in 0..=SIDES {
            let (u, v) = (side as f32 / SIDES as f32, ring as f32 / RINGS as f32);
            let (around, down) = (u * std::f32::consts::TAU, v * std::f32::consts::PI);
            let unit = Vec3::new(down.sin() * around.sin(), down.cos(), down.sin() * around.cos());
            positions.push(unit * radius);
            normals.push((unit / radius).normalize());
            let along = (Vec3::new(around.cos(), 0.0, -around.sin()) * radius).normalize();
            tangents.push(along.extend(-1.0));
            uvs.push(Vec2::new(u, v));
            if ring < RINGS && side < SIDES {
                let a = ring * (SIDES + 1) + side;
                let b = a + SIDES + 1;
                indices.extend([a, b, a + 1, a + 1, b, b + 1]);
            }
        }
    }
    Primitive {
        indices: Some(indices.into()),
        positions: positions.into(),
        normals: Some(normals.into()),
        tangents: Some(tangents.into()),
        uvs: [Some(uvs.into()), None],
        ..Primitive::default()
    }
}

/// A model of one node that carries `primitives`, each with its own material.
pub(crate) fn still(parts: Vec<(Primitive, Material)>) -> Model {
    let mut builder = SkeletonBuilder::new();
    builder.node(Some("node".into()), None, Transform::IDENTITY);
    let (skeleton, joints) = builder.build().expect("a tree");
    let mut model = Model {
        skeleton,
        ..Model::default()
    };
    let mut mesh = Mesh::default();
    for (mut primitive, material) in parts {
        primitive.material = Some(MaterialId(model.materials.len() as u32));
        // As import leaves it.
        primitive.joint_boxes = JointBoxes::rigid(&primitive.positions, primitive.morph.as_ref());
        model.materials.push(material);
        mesh.primitives.push(primitive);
    }
    model.meshes.push(mesh);
    model.instances.push(MeshInstance {
        joint: joints[0],
        mesh: MeshId(0),
        skin: None,
        morph_weights: 0..0,
        copies: 0..0,
        visible: true,
    });
    model.scenes.push(Scene {
        instances: vec![rigscope::model::InstanceId(0)],
        joints: vec![joints[0]],
        ..Scene::default()
    });
    model
}

/// As [`still`], with every vertex following a root joint and its child, `joint_count` in all.
pub(crate) fn skinned(parts: Vec<(Primitive, Material)>, joint_count: u32) -> Model {
    let mut builder = SkeletonBuilder::new();
    for joint in 0..joint_count as usize {
        builder.node(
            Some(format!("joint{joint}")),
            joint.checked_sub(1),
            Transform::IDENTITY,
        );
        builder.needed_by_skin(joint);
    }
    let (skeleton, joints) = builder.build().expect("a tree");
    let mut model = still(parts);
    let mut skin = Skin::new(
        &skeleton,
        joints.clone(),
        vec![Affine3A::IDENTITY; joint_count as usize],
    )
    .unwrap();
    (0..joint_count).for_each(|j| skin.mark_weighted(j));
    for primitive in &mut model.meshes[0].primitives {
        let mut influences = InfluencesBuilder::new(joint_count, primitive.vertex_count());
        for p in primitive.positions.iter() {
            let t = (p.y * 0.5 + 0.5).clamp(0.05, 0.95);
            influences.push((0..joint_count).map(|j| {
                (
                    j,
                    if j == 0 {
                        1.0 - t
                    } else {
                        t / (joint_count - 1) as f32
                    },
                )
            }));
        }
        let influences = influences.finish().0;
        primitive.joint_boxes = JointBoxes::new(&primitive.positions, &influences, None);
        primitive.influences = Some(influences);
    }
    model.skeleton = skeleton;
    model.skins.push(skin);
    model.instances[0].skin = Some(SkinId(0));
    model.scenes[0].joints = joints;
    model
}

/// Adds a texture of `width` x `height` and returns a slot on it.
pub(crate) fn texture(model: &mut Model, width: u32, height: u32, rgba: Vec<u8>) -> TextureSlot {
    model.images.push(Image {
        name: Some("made in a test".into()),
        width,
        height,
        pixels: rigscope::model::Pixels::Rgba8(rgba.into()),
        placeholder: false,
        source: rigscope::model::Source::default(),
    });
    model.textures.push(Texture {
        name: None,
        image: Some(ImageId(model.images.len() as u32 - 1)),
        sampler: rigscope::model::Sampler {
            mag: rigscope::model::Filter::Nearest,
            ..rigscope::model::Sampler::default()
        },
        source: rigscope::model::Source::default(),
    });
    TextureSlot {
        texture: TextureId(model.textures.len() as u32 - 1),
        uv_set: 0,
        transform: UvTransform::default(),
    }
}

/// Shows exactly its base colour (linear RGBA).
pub(crate) fn unlit(base_color: Vec4, alpha_mode: AlphaMode) -> Material {
    Material {
        base_color,
        alpha_mode,
        unlit: true,
        ..Material::default()
    }
}

/// Linear light of an sRGB value 0 to 255.
pub(crate) fn linear(srgb: u8) -> f32 {
    let c = f32::from(srgb) / 255.0;
    if c <= 0.04045 {
        c / 12.92
    } else {
        ((c + 0.055) / 1.055).powf(2.4)
    }
}

/// Straight on from +Z, parallel, two units high; nothing but the model.
pub(crate) fn plain_view(size_px: [u32; 2]) -> View {
    let mut camera = Camera {
        projection: Projection::Orthographic,
        distance: 10.0,
        ..Camera::default()
    };
    camera.fov_y = 2.0 * (1.0_f32 / camera.distance).atan();
    View {
        size_px,
        camera,
        scene: SceneId(0),
        background: Background::Transparent,
        overlays: Overlays {
            skeleton: false,
            grid: false,
            ..Overlays::default()
        },
        ground_y: -1.0,
        model_size: 2.0,
        key_light_in_view: Vec3::new(0.0, 0.6, 0.8),
        ..View::default()
    }
}

/// A joint turned by hand.
pub(crate) fn set_joint(model: &Model, posed: &mut PosedModel, joint: u32, local: Transform) {
    *posed.local.local_mut(JointId(joint)) = local;
    posed.update_matrices(model, true);
}
