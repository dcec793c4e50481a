//! The vertices as the graphics device moves them: the real vertex entry point with the real buffers, drawn as points,
//! one pixel a vertex, into float targets, and read back.

use glam::{Vec3, Vec4};

use super::frame::FrameUniforms;
use super::layout::{Look, Paint, Poses, Way};
use super::pipelines::PROBE_FORMAT;
use super::plan::in_scene;
use super::readback::read_texture;
use super::renderer::{FrameSlot, bind_item, color_attachment};
use super::{Gpu, GpuModel, RenderError, Renderer};
use crate::model::{InstanceId, Model, PosedModel, SceneId};
use crate::skinning::{Skinning, Vertex};
use crate::teach::Fault;
use crate::viewer::view::View;

/// The vertices of one primitive as the graphics device moves them.
#[derive(Debug, Clone, PartialEq)]
pub struct SkinnedPrimitive {
    /// Which instance.
    pub instance: InstanceId,
    /// Index within its mesh.
    pub primitive: usize,
    /// Model space, in the order of the file.
    pub vertices: Vec<Vertex>,
}

/// Pixels of a row, and rows, of the targets: a million vertices at a time.
const SIDE: u32 = 1024;

impl Renderer {
    /// The vertices of a scene, by instance and primitive, as the device moves them; see [`PosedModel::vertex`] for
    /// their CPU twin. Waits for the device.
    pub fn skinned_vertices(
        &mut self,
        gpu: &Gpu,
        gpu_model: &mut GpuModel,
        model: &Model,
        posed: &PosedModel,
        scene: SceneId,
        skinning: impl Into<Skinning>,
    ) -> Result<Vec<SkinnedPrimitive>, RenderError> {
        self.probe(gpu, gpu_model, (model, posed), scene, skinning.into(), None)
    }

    /// As [`Self::skinned_vertices`], wrong on purpose: model and pose are those of the fault. The CPU twin is
    /// [`teach::vertex`](crate::teach::vertex).
    pub fn faulty_vertices(
        &mut self,
        gpu: &Gpu,
        gpu_model: &mut GpuModel,
        (model, posed): (&Model, &PosedModel),
        scene: SceneId,
        skinning: impl Into<Skinning>,
        fault: Fault,
    ) -> Result<Vec<SkinnedPrimitive>, RenderError> {
        self.probe(
            gpu,
            gpu_model,
            (model, posed),
            scene,
            skinning.into(),
            Some(fault),
        )
    }

    #[allow(clippy::missing_panics_doc, reason = "there are always three targets")]
    fn probe(
        &mut self,
        gpu: &Gpu,
        gpu_model: &mut GpuModel,
        (model, posed): (&Model, &PosedModel),
        scene: SceneId,
        skinning: Skinning,
        fault: Option<Fault>,
    ) -> Result<Vec<SkinnedPrimitive>, RenderError> {
        gpu.take_error()?;
        let poses = Poses::from(posed);
        gpu_model.write_pose(gpu, model, &poses, &View::default());
        let look = Look {
            way: Way { skinning, pose: 0 },
            against: None,
            paint: Paint::Material,
            fault,
            material_variant: None,
            wires: false,
        };
        gpu_model.write_draws(gpu, model, &poses, &[look]);
        let items: Vec<usize> = in_scene(gpu_model, model, scene, true)
            .map(|(index, _)| index)
            .collect();
        let mut out = Vec::with_capacity(items.len());
        for index in items {
            let item = &gpu_model.items[index];
            let key = self.probe_key(gpu, gpu_model, (model, &poses), item, &look);
            let count = gpu_model.primitive(item).vertex_count;
            let mut vertices = Vec::with_capacity(count as usize);
            let mut first = 0;
            while first < count {
                let part = (count - first).min(SIDE * SIDE);
                // Whole rows of 256 bytes come back fastest; short lists stay small.
                let width = part.next_multiple_of(16).min(SIDE);
                let height = part.div_ceil(width);
                let targets: Vec<wgpu::Texture> = (0..3).map(|_| float_target(gpu, width, height)).collect();
                let views: Vec<_> = targets
                    .iter()
                    .map(|t| t.create_view(&wgpu::TextureViewDescriptor::default()))
                    .collect();
                let frame = FrameUniforms {
                    probe: [width, height, first, 0],
                    ..FrameUniforms::default()
                };
                self.write_frame(gpu, FrameSlot::Probe, &frame);
                let mut encoder = gpu
                    .device
                    .create_command_encoder(&wgpu::CommandEncoderDescriptor { label: Some("probe") });
                {
                    let attachments: Vec<_> = views.iter().map(|v| Some(color_attachment(v))).collect();
                    let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
                        label: Some("probe"),
                        color_attachments: &attachments,
                        ..wgpu::RenderPassDescriptor::default()
                    });
                    pass.set_pipeline(self.pipelines().get(key));
                    self.bind_frame(&mut pass, FrameSlot::Probe);
                    bind_item(&mut pass, gpu_model, 0, index, item);
                    pass.draw(first..first + part, 0..1);
                }
                gpu.queue.submit([encoder.finish()]);
                let floats: Result<Vec<Vec<[f32; 4]>>, RenderError> = targets
                    .iter()
                    .map(|t| Ok(bytemuck::pod_collect_to_vec(&read_texture(gpu, t, 16)?)))
                    .collect();
                let [positions, normals, tangents] =
                    <[Vec<[f32; 4]>; 3]>::try_from(floats?).expect("there are three targets");
                let moved = positions.iter().zip(&normals).zip(&tangents).take(part as usize);
                vertices.extend(moved.map(|((position, normal), tangent)| Vertex {
                    position: Vec4::from(*position).truncate(),
                    normal: Vec3::new(normal[0], normal[1], normal[2]),
                    tangent: Vec4::from(*tangent),
                }));
                first += part;
            }
            out.push(SkinnedPrimitive {
                instance: item.instance,
                primitive: item.primitive,
                vertices,
            });
        }
        Ok(out)
    }
}

fn float_target(gpu: &Gpu, width: u32, height: u32) -> wgpu::Texture {
    gpu.create_texture(&wgpu::TextureDescriptor {
        label: Some("probe"),
        size: wgpu::Extent3d {
            width,
            height,
            depth_or_array_layers: 1,
        },
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format: PROBE_FORMAT,
        usage: wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::COPY_SRC,
        view_formats: &[],
    })
}
