//! KHR_lights_punctual: directional lights, points and spots.

use std::f32::consts::{FRAC_PI_2, FRAC_PI_4};

use glam::Vec3;
use gltf::json;
use serde_json::Value;

use super::fence::{Fence, POSITIVE, SHARE, object};
use super::nodes::Nodes;
use super::report::Report;
use crate::model::{Issue, Light, LightId, LightInstance, LightKind, MOST_LIGHTS, Model, Source};

const NAME: &str = "KHR_lights_punctual";

/// Lights and where they are.
#[derive(Debug, Default)]
pub(super) struct Lights {
    pub(super) lights: Vec<Light>,
    pub(super) instances: Vec<LightInstance>,
}

/// Reads all lights, and the nodes that carry one.
pub(super) fn import(root: &json::Root, nodes: &Nodes, report: &mut Report) -> Lights {
    let listed = root
        .extensions
        .as_ref()
        .and_then(|e| object(e.others.get(NAME)))
        .and_then(|e| e.get("lights")?.as_array());
    let count = listed.map_or(0, Vec::len);
    // Where each of the file's lights went; one of an unknown kind goes nowhere.
    let mut ids = vec![None; count];
    let mut out = Lights::default();
    let mut instances = 0_usize;
    for (index, node) in root.nodes.iter().enumerate() {
        let Some(named) = node.extensions.as_ref().and_then(|e| object(e.others.get(NAME))) else {
            continue;
        };
        let pointer = format!("/nodes/{index}/extensions/{NAME}/light");
        let light = named.get("light").and_then(Value::as_u64);
        let light = light.and_then(|l| usize::try_from(l).ok()).filter(|&l| l < count);
        let (Some(light), Some(listed)) = (light, listed) else {
            let index = named.get("light").and_then(Value::as_f64).unwrap_or(-1.0);
            report.push(
                Issue::error("reference-out-of-range", pointer)
                    .with("index", index)
                    .with("array", "lights")
                    .with("count", count),
            );
            continue;
        };
        instances += 1;
        if instances > MOST_LIGHTS {
            continue;
        }
        let id = *ids[light].get_or_insert_with(|| {
            let read = read(&listed[light], light, report)?;
            out.lights.push(read);
            Some(LightId(out.lights.len() as u32 - 1))
        });
        if let (Some(light), Some(&joint)) = (id, nodes.joint_of_node.get(index)) {
            out.instances.push(LightInstance { joint, light });
        }
    }
    if instances > MOST_LIGHTS {
        report.push(
            Issue::warning("light-too-many", "/nodes")
                .with("count", instances)
                .with("most", MOST_LIGHTS),
        );
    }
    out
}

/// Tells that pictures show the lights dimmed, by how much and why.
pub(super) fn tell_scale(model: &Model, report: &mut Report) {
    let scale = model.light_scale();
    if scale < 1.0 {
        report.push(
            Issue::info("lights-dimmed", format!("/extensions/{NAME}/lights"))
                .with("lux", f64::from(model.lux_in_the_middle().round()))
                .with("times", f64::from(scale.recip().round())),
        );
    }
}

fn read(value: &Value, index: usize, report: &mut Report) -> Option<Light> {
    let pointer = format!("/extensions/{NAME}/lights/{index}");
    let Some(map) = value.as_object() else {
        report.push(Issue::error("light-unknown-kind", pointer).with("kind", ""));
        return None;
    };
    let mut file = Fence::of(map, pointer.clone(), report);
    let kind = match file.text("type") {
        Some("directional") => LightKind::Directional,
        Some("point") => LightKind::Point,
        Some("spot") => cone(&mut file),
        other => {
            let kind = other.unwrap_or("").chars().take(40).collect::<String>();
            file.tell("type", |at| {
                Issue::error("light-unknown-kind", at).with("kind", kind)
            });
            return None;
        }
    };
    let range = file.number("range", 0.0, POSITIVE);
    Some(Light {
        name: file.text("name").map(str::to_owned),
        kind,
        color: file.color("color", Vec3::ONE, SHARE),
        intensity: file.number("intensity", 1.0, POSITIVE),
        range: (range > 0.0).then_some(range),
        source: Source {
            index: index as u32,
            pointer,
        },
    })
}

fn cone(file: &mut Fence<'_>) -> LightKind {
    let Some(mut spot) = file.within("spot") else {
        return LightKind::Spot {
            inner: 0.0,
            outer: FRAC_PI_4,
        };
    };
    let outer = spot.number("outerConeAngle", FRAC_PI_4, 1e-3..=FRAC_PI_2);
    let found = spot.number("innerConeAngle", 0.0, 0.0..=FRAC_PI_2);
    let inner = found.min(outer * 0.999);
    if found > outer {
        spot.tell("innerConeAngle", |at| {
            Issue::warning("value-out-of-range", at)
                .with("value", f64::from(found))
                .with("taken", f64::from(inner))
        });
    }
    LightKind::Spot { inner, outer }
}
