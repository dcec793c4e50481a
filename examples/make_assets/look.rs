//! What the characters wear: their colours, knit, clay and enamel (`assets/characters/humanoid/textures.py` has the same).

use super::glb::{Finish, Glb};

/// Linear RGB.
pub(crate) const SUIT: [f32; 3] = [0.145, 0.205, 0.311];
pub(crate) const DARK: [f32; 3] = [0.058, 0.087, 0.148];
pub(crate) const CREAM: [f32; 3] = [0.82, 0.745, 0.632];
pub(crate) const ORANGE: [f32; 3] = [0.56, 0.133, 0.068];
pub(crate) const SKIN: [f32; 3] = [0.797, 0.659, 0.517];

/// Reliefs that repeat, made by `assets/characters/reliefs.py`.
pub(crate) struct Look {
    clay: usize,
    knit: usize,
}

impl Look {
    pub(crate) fn new(glb: &mut Glb) -> Self {
        Self {
            clay: glb.texture("clay", include_bytes!("clay.jpg")),
            knit: glb.texture("knit", include_bytes!("knit.jpg")),
        }
    }

    pub(crate) fn clay(&self, glb: &mut Glb, name: &str, color: [f32; 3]) -> usize {
        Self::matt(glb, name, color, 0.58, (self.clay, 0.35))
    }

    pub(crate) fn knit(&self, glb: &mut Glb, name: &str, color: [f32; 3]) -> usize {
        Self::matt(glb, name, color, 0.82, (self.knit, 0.55))
    }

    /// Smooth, with a soft shine.
    pub(crate) fn enamel(glb: &mut Glb, name: &str, color: [f32; 3]) -> usize {
        let finish = Finish {
            metallic: 0.0,
            roughness: 0.32,
            relief: None,
        };
        glb.material(name, color, finish)
    }

    fn matt(glb: &mut Glb, name: &str, color: [f32; 3], roughness: f32, relief: (usize, f32)) -> usize {
        let finish = Finish {
            metallic: 0.0,
            roughness,
            relief: Some(relief),
        };
        glb.material(name, color, finish)
    }
}
