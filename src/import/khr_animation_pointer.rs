//! KHR_animation_pointer: channels that name what they move by a JSON pointer. Those that move a node are ordinary channels.

use serde_json::{Map, Value};

const NAME: &str = "KHR_animation_pointer";

/// The node and the path of an ordinary channel that does the same; `None` if it moves something else than a node.
pub(super) fn joint(target: &Map<String, Value>) -> Option<(u32, &'static str)> {
    if target.get("path")?.as_str()? != "pointer" {
        return None;
    }
    let pointer = target.get("extensions")?.get(NAME)?.get("pointer")?.as_str()?;
    let (node, property) = pointer.strip_prefix("/nodes/")?.split_once('/')?;
    let paths = ["translation", "rotation", "scale", "weights"];
    let path = paths.into_iter().find(|p| *p == property)?;
    // "+1" is a number to Rust and none to a pointer.
    let digits = node.bytes().all(|b| b.is_ascii_digit());
    Some((node.parse().ok().filter(|_| digits)?, path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_moves_a_node_is_an_ordinary_channel() {
        let of = |path: &str, pointer: &str| {
            let target = serde_json::json!({ "path": path, "extensions": { NAME: { "pointer": pointer } } });
            joint(target.as_object().unwrap())
        };
        assert_eq!(of("pointer", "/nodes/12/rotation"), Some((12, "rotation")));
        assert_eq!(of("pointer", "/nodes/0/weights"), Some((0, "weights")));
        for other in [
            "/nodes/0/weights/1",
            "/nodes/0/extensions/KHR_node_visibility/visible",
            "/nodes/+1/scale",
            "/nodes//scale",
            "/nodes/99999999999/scale",
            "/materials/0/emissiveFactor",
            "",
        ] {
            assert_eq!(of("pointer", other), None, "{other}");
        }
        assert_eq!(of("rotation", "/nodes/0/rotation"), None);
    }
}
