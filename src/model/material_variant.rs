//! KHR_materials_variants: sets of materials that a person can choose between.

use super::{MaterialId, Model, Primitive, Source};

/// Which set of materials of a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MaterialVariantId(pub u32);

/// A set of materials.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct MaterialVariant {
    /// Name in the file.
    pub name: Option<String>,
    /// Place in the file.
    pub source: Source,
}

impl Primitive {
    /// Its material under a variant: the one that the variant names for it, else its own.
    pub fn material_under(&self, variant: Option<MaterialVariantId>) -> Option<MaterialId> {
        let named = variant.and_then(|wanted| {
            let mapped = self.variant_materials.iter().find(|(of, _)| *of == wanted);
            mapped.map(|(_, material)| *material)
        });
        named.or(self.material)
    }
}

impl Model {
    /// A set of materials.
    pub fn material_variant(&self, id: MaterialVariantId) -> Option<&MaterialVariant> {
        self.material_variants.get(id.0 as usize)
    }
}
