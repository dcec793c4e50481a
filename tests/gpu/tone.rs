//! The tone mappings of the shaders against their twins, value by value; and back.

use glam::Vec3;
use rigscope::render::shader::TONE_MODULE;
use rigscope::render::tone::tone_map;
use rigscope::viewer::view::ToneMapping;

use crate::support::bench;

/// Draws `count` pixels of a row by an entry point over the functions of `tone.wgsl`.
fn run(body: &str, inputs: &[Vec3]) -> Vec<Vec3> {
    let list: Vec<String> = inputs
        .iter()
        .map(|v| format!("vec3<f32>({:?}, {:?}, {:?})", v.x, v.y, v.z))
        .collect();
    let source = format!(
        "{}\nvar<private> INPUTS: array<vec3<f32>, {}> = array<vec3<f32>, {}>({});\n\
         @vertex fn vs_try(@builtin(vertex_index) index: u32) -> @builtin(position) vec4<f32> {{\n\
             let corner = vec2<f32>(f32((index << 1u) & 2u), f32(index & 2u));\n\
             return vec4<f32>(corner * 2.0 - 1.0, 0.0, 1.0);\n\
         }}\n\
         @fragment fn fs_try(@builtin(position) position: vec4<f32>) -> @location(0) vec4<f32> {{\n\
             let scene = INPUTS[u32(position.x)];\n\
             return vec4<f32>({body}, 1.0);\n\
         }}\n",
        TONE_MODULE.source(),
        inputs.len(),
        inputs.len(),
        list.join(", "),
    );
    let bench = bench();
    let device = &bench.gpu.device;
    let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
        label: Some("tone"),
        source: wgpu::ShaderSource::Wgsl(source.into()),
    });
    let layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor::default());
    let pipeline = device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: Some("tone"),
        layout: Some(&layout),
        vertex: wgpu::VertexState {
            module: &module,
            entry_point: Some("vs_try"),
            compilation_options: wgpu::PipelineCompilationOptions::default(),
            buffers: &[],
        },
        primitive: wgpu::PrimitiveState::default(),
        depth_stencil: None,
        multisample: wgpu::MultisampleState::default(),
        fragment: Some(wgpu::FragmentState {
            module: &module,
            entry_point: Some("fs_try"),
            compilation_options: wgpu::PipelineCompilationOptions::default(),
            targets: &[Some(wgpu::TextureFormat::Rgba32Float.into())],
        }),
        multiview_mask: None,
        cache: None,
    });
    let width = inputs.len() as u32;
    let size = wgpu::Extent3d {
        width,
        height: 1,
        depth_or_array_layers: 1,
    };
    let texture = device.create_texture(&wgpu::TextureDescriptor {
        label: Some("tone"),
        size,
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format: wgpu::TextureFormat::Rgba32Float,
        usage: wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::COPY_SRC,
        view_formats: &[],
    });
    let row = (16 * width).next_multiple_of(256);
    let buffer = device.create_buffer(&wgpu::BufferDescriptor {
        label: Some("tone"),
        size: row.into(),
        usage: wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST,
        mapped_at_creation: false,
    });
    let view = texture.create_view(&wgpu::TextureViewDescriptor::default());
    let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
    {
        let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                view: &view,
                depth_slice: None,
                resolve_target: None,
                ops: wgpu::Operations {
                    load: wgpu::LoadOp::Clear(wgpu::Color::BLACK),
                    store: wgpu::StoreOp::Store,
                },
            })],
            ..wgpu::RenderPassDescriptor::default()
        });
        pass.set_pipeline(&pipeline);
        pass.draw(0..3, 0..1);
    }
    encoder.copy_texture_to_buffer(
        texture.as_image_copy(),
        wgpu::TexelCopyBufferInfo {
            buffer: &buffer,
            layout: wgpu::TexelCopyBufferLayout {
                offset: 0,
                bytes_per_row: Some(row),
                rows_per_image: None,
            },
        },
        size,
    );
    bench.gpu.queue.submit([encoder.finish()]);
    buffer
        .slice(..)
        .map_async(wgpu::MapMode::Read, |r| r.expect("it maps"));
    device
        .poll(wgpu::PollType::wait_indefinitely())
        .expect("the device goes on");
    let bytes = buffer.slice(..).get_mapped_range().expect("mapped").to_vec();
    let floats: Vec<[f32; 4]> = bytemuck::pod_collect_to_vec(&bytes[..16 * inputs.len()]);
    floats
        .into_iter()
        .map(|[x, y, z, _]| Vec3::new(x, y, z))
        .collect()
}

fn scenes() -> Vec<Vec3> {
    let levels = [0.0, 0.003, 0.04, 0.18, 0.5, 0.8, 1.0, 2.5, 9.0, 60.0];
    let tints = [
        Vec3::ONE,
        Vec3::new(1.0, 0.6, 0.2),
        Vec3::new(0.1, 0.2, 1.0),
        Vec3::new(1.0, 0.0, 0.05),
    ];
    let all = tints.iter().flat_map(|t| levels.map(|l| *t * l));
    all.chain([Vec3::new(-1.0, 0.2, 0.4)]).collect()
}

#[test]
fn every_operator_is_its_twin() {
    for (index, tone) in ToneMapping::ALL.into_iter().enumerate() {
        let scenes = scenes();
        let got = run(&format!("tone_map(scene, {index}u)"), &scenes);
        for (scene, got) in scenes.iter().zip(got) {
            let wanted = tone_map(*scene, tone);
            let off = (got - wanted).abs().max_element();
            assert!(off < 2e-4, "{tone:?} of {scene}: {got} is not {wanted}");
        }
    }
}

/// What shows through glass was tone mapped already and is brought back: the picture it gives is the same.
#[test]
fn what_was_mapped_comes_back() {
    for (index, tone) in ToneMapping::ALL.into_iter().enumerate() {
        let scenes: Vec<Vec3> = scenes()
            .into_iter()
            .filter(|s| s.min_element() >= 0.0 && s.max_element() < 3.0)
            .collect();
        let got = run(
            &format!("tone_map(scene_from_display(tone_map(scene, {index}u), {index}u), {index}u)"),
            &scenes,
        );
        for (scene, got) in scenes.iter().zip(got) {
            let wanted = tone_map(*scene, tone);
            let off = (got - wanted).abs().max_element();
            assert!(off < 0.02, "{tone:?} of {scene}: {got} is not {wanted}");
        }
    }
}
