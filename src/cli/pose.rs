//! `rigscope pose`: posed vertices and node matrices as numbers.

use glam::Vec3;

use super::args::{Backend, ClipArgs, Common, Part, PoseArgs, Source};
use super::console::Console;
use super::failure::{Failure, Outcome};
use super::output::Output;
use super::{clip, gpu, methods, open, pick};
use crate::animation::JointId;
use crate::inspect::compare::VertexRef;
use crate::inspect::stages;
use crate::inspect::{PoseDump, PoseRequest, PrimitiveVertices};
use crate::model::{Issue, Model, PosedModel};
use crate::render::{GpuModel, Renderer, SkinnedPrimitive};
use crate::skinning::Skinning;
use crate::teach::{Fault, can_show, faulty_model};
use crate::work::Work;

pub(super) fn run(console: &Console, common: &Common, args: &PoseArgs) -> Result<(), Failure> {
    let output = Output::new(&args.dump, open::as_file(&args.model).as_deref())?;
    let work = Work::on_all_cores();
    let model = open::open(console, common, &args.model, &work)?;
    output.spare(&model)?;
    let about = |f: Failure| f.about(open::shown(&args.model));
    let faulty = args.teach.and_then(|fault| faulty_model(&model, fault));
    let taught = faulty.as_ref().unwrap_or(&model);
    let dump = dump(console, taught, args, &work).map_err(about)?;
    if let Some(fault) = args.teach
        && !shows(&model, taught, args, fault, &work).map_err(about)?
    {
        let part = if can_show(fault, &model) { "see" } else { "hidden" };
        let why = console.texts.part(&format!("teach-{}", fault.word()), part);
        let args = [("name", fault.word().into()), ("why", why.into())];
        let text = console.texts.with("pose-teach-unseen", &args);
        console.line(&console.texts.with("cli-warning", &[("text", text.into())]));
    }
    let mut json = serde_json::to_vec(&dump).map_err(|e| {
        let issue = Issue::error("output-not-written", "").with("reason", e.to_string());
        Failure::new(Outcome::NotWritten, issue)
    })?;
    json.push(b'\n');
    output.write(console, &json)
}

/// Whether a mistake changes anything of this pose: a joint's place, or a vertex.
fn shows(right: &Model, taught: &Model, args: &PoseArgs, fault: Fault, work: &Work) -> Result<bool, Failure> {
    let chosen = methods::choose(right, [args.skinning], &args.options)
        .map_err(|i| Failure::new(Outcome::Refused, i))?;
    let places = |model: &Model, fault| -> Result<Vec<Vec3>, Failure> {
        let [skinning] = chosen.skinnings;
        let request = PoseRequest {
            fault,
            ..request(model, &args.clips, skinning, chosen.joint_mask.clone())?
        };
        let posed = request.pose(model);
        let joints = model.skeleton.joints();
        let mut out: Vec<Vec3> = joints
            .map(|j| posed.model_space.model_from_joint(j).translation.into())
            .collect();
        for primitive in request.vertices(model, &posed, model.default_scene, work)? {
            out.extend(primitive.vertices.iter().map(|v| v.position));
        }
        Ok(out)
    };
    let (right, taught) = (places(right, None)?, places(taught, Some(fault))?);
    // To the bit: the same way to the same numbers.
    let same = |a: &Vec3, b: &Vec3| a.to_array().map(f32::to_bits) == b.to_array().map(f32::to_bits);
    Ok(right.len() != taught.len() || !right.iter().zip(&taught).all(|(a, b)| same(a, b)))
}

/// What the arguments ask for.
pub(super) fn request(
    model: &Model,
    args: &ClipArgs,
    skinning: Skinning,
    joint_mask: Vec<f32>,
) -> Result<PoseRequest, Failure> {
    let find = |asked: &str| clip::find(model, asked).map_err(|i| Failure::new(Outcome::Refused, i));
    let clip = args.asked().map(|asked| find(&asked)).transpose()?;
    let blend = args.blend_clip.as_deref().map(find).transpose()?;
    Ok(PoseRequest {
        clip,
        time_secs: args.time.unwrap_or(0.0),
        blend: blend.map(|c| {
            (
                c,
                args.blend_time.unwrap_or(0.0),
                args.blend_weight.unwrap_or(0.5),
            )
        }),
        skinning,
        joint_mask,
        ..PoseRequest::default()
    })
}

fn dump(console: &Console, model: &Model, args: &PoseArgs, work: &Work) -> Result<PoseDump, Failure> {
    let chosen = methods::choose(model, [args.skinning], &args.options)
        .map_err(|i| Failure::new(Outcome::Refused, i))?;
    let [skinning] = chosen.skinnings;
    let request = PoseRequest {
        normals: args.with.contains(&Part::Normals),
        tangents: args.with.contains(&Part::Tangents),
        locals: args.with.contains(&Part::Locals),
        palettes: args.with.contains(&Part::Palettes),
        stages: stages(model, args).map_err(|i| Failure::new(Outcome::Refused, i))?,
        fault: args.teach,
        ..request(model, &args.clips, skinning, chosen.joint_mask)?
    };
    // The rest pose has no time. A 0 is what programs write that fill in every option.
    if request.clip.is_none() && request.time_secs != 0.0 {
        let issue = Issue::error("time-without-clip", "").with("time", request.time_secs);
        return Err(Failure::new(Outcome::Refused, issue));
    }
    let posed = request.pose(model);
    let vertices = match args.source.unwrap_or_default() {
        Source::Cpu => request.vertices(model, &posed, model.default_scene, work)?,
        Source::Gpu => read_back(
            console,
            model,
            &posed,
            &request,
            args.backend.unwrap_or_default(),
            work,
        )?,
    };
    PoseDump::new(model, &posed, &request, &vertices).map_err(|e| {
        Failure::new(
            Outcome::Refused,
            Issue::error("pose-not-finite", "").with("place", e.to_string()),
        )
    })
}

/// Which joint and vertex to walk through, if that was asked for. One that is not named is the other one's; without both
/// it is the vertex that is shared most evenly.
fn stages(model: &Model, args: &PoseArgs) -> Result<Option<(JointId, Option<VertexRef>)>, Issue> {
    if !args.with.contains(&Part::Stages) {
        let unused = [
            ("--joint", args.joint.is_some()),
            ("--vertex", args.vertex.is_some()),
        ];
        return match unused.into_iter().find(|(_, given)| *given) {
            Some((option, _)) => Err(Issue::error("option-without-view", "")
                .with("option", option)
                .with("needs", "--with stages")),
            None => Ok(None),
        };
    }
    let joint = args.joint.as_deref().map(|j| pick::joint(model, j)).transpose()?;
    let vertex = args.vertex.map(|v| pick::vertex(model, v, joint)).transpose()?;
    let scene = model.default_scene;
    let vertex = vertex.or_else(|| match joint {
        Some(joint) => stages::vertex_of_joint(model, scene, joint),
        None => stages::most_shared_vertex(model, scene),
    });
    let joint = joint
        .or_else(|| stages::strongest_joint(model, vertex?))
        .or_else(|| model.skeleton.joints().next())
        .ok_or_else(|| Issue::error("stages-no-joint", ""))?;
    Ok(Some((joint, vertex)))
}

/// The vertices as the graphics device moves them.
fn read_back(
    console: &Console,
    model: &Model,
    posed: &PosedModel,
    request: &PoseRequest,
    backend: Backend,
    work: &Work,
) -> Result<Vec<PrimitiveVertices>, Failure> {
    let gpu = gpu::open(console, backend)?;
    let mut renderer = Renderer::new(&gpu);
    let mut gpu_model = GpuModel::new(&gpu, &renderer, model, work)?;
    let scene = model.default_scene;
    let skinning = request.skinning;
    let parts = match request.fault {
        None => renderer.skinned_vertices(&gpu, &mut gpu_model, model, posed, scene, skinning)?,
        Some(fault) => {
            renderer.faulty_vertices(&gpu, &mut gpu_model, (model, posed), scene, skinning, fault)?
        }
    };
    let part = |p: SkinnedPrimitive| PrimitiveVertices {
        instance: p.instance,
        primitive: p.primitive,
        vertices: p.vertices,
    };
    Ok(parts.into_iter().map(part).collect())
}
