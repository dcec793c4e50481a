//! Vertex indices: all in range, whatever the file says.

use crate::model::{Array, Issue, Primitive, Topology};

/// Checks indices. Shapes that name a vertex that is not there are left out; strips, loops and fans become lists first.
pub(super) fn check(
    topology: Topology,
    indices: Option<Array<u32>>,
    vertices: usize,
    pointer: &str,
    issues: &mut Vec<Issue>,
) -> (Topology, Option<Array<u32>>) {
    let Some(list) = indices else {
        return (topology, None);
    };
    let in_range = |i: &u32| (*i as usize) < vertices;
    let largest = list.iter().copied().max().unwrap_or(0);
    if list.is_empty() || in_range(&largest) {
        return (topology, Some(list));
    }
    let bad = list.iter().filter(|i| !in_range(i)).count();
    issues.push(
        Issue::error("indices-out-of-range", format!("{pointer}/indices"))
            .with("count", bad)
            .with("largest", largest)
            .with("vertices", vertices),
    );
    let primitive = Primitive {
        topology,
        indices: Some(list),
        ..Primitive::default()
    };
    let (topology, corners, list) = match topology {
        Topology::Points => (
            Topology::Points,
            1,
            primitive.indices.map(|i| i.to_vec()).unwrap_or_default(),
        ),
        Topology::Lines | Topology::LineLoop | Topology::LineStrip => (Topology::Lines, 2, primitive.lines()),
        _ => (Topology::Triangles, 3, primitive.triangles()),
    };
    let good = list
        .chunks_exact(corners)
        .filter(|shape| shape.iter().all(in_range))
        .flatten()
        .copied()
        .collect();
    (topology, Some(good))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_with_vertices_that_are_not_there_are_left_out() {
        let mut issues = Vec::new();
        let mut run = |topology, list: &[u32]| {
            let (topology, list) = check(topology, Some(list.to_vec().into()), 4, "/p", &mut issues);
            (topology, list.map(|l| l.to_vec()))
        };
        assert_eq!(
            run(Topology::Triangles, &[0, 1, 2, 1, 2, 9]),
            (Topology::Triangles, Some(vec![0, 1, 2]))
        );
        let strip = run(Topology::TriangleStrip, &[0, 1, 2, 3, 7]);
        assert_eq!(strip, (Topology::Triangles, Some(vec![0, 1, 2, 2, 1, 3])));
        assert_eq!(
            run(Topology::LineLoop, &[0, 9, 2]),
            (Topology::Lines, Some(vec![2, 0]))
        );
        assert_eq!(run(Topology::Points, &[5, 3]), (Topology::Points, Some(vec![3])));
        assert_eq!(
            run(Topology::TriangleFan, &[0, 1, 2]),
            (Topology::TriangleFan, Some(vec![0, 1, 2]))
        );
        assert_eq!(issues.len(), 4);
        assert!(issues.iter().all(|i| i.code == "indices-out-of-range"));
    }
}
