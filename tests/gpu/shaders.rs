//! Every joined shader is valid, without a device.

use rigscope::render::shader::{MODULES, ShaderModule};
use wgpu::naga;

pub(crate) fn parse(module: &ShaderModule) -> naga::Module {
    let source = module.source();
    match naga::front::wgsl::parse_str(&source) {
        Ok(parsed) => parsed,
        Err(error) => panic!("{}: {}", module.name, error.emit_to_string(&source)),
    }
}

#[test]
fn every_module_is_valid() {
    for module in MODULES {
        let parsed = parse(&module);
        let mut validator = naga::valid::Validator::new(
            naga::valid::ValidationFlags::all(),
            naga::valid::Capabilities::default() | naga::valid::Capabilities::MULTISAMPLED_SHADING,
        );
        if let Err(error) = validator.validate(&parsed) {
            panic!("{}: {}", module.name, error.emit_to_string(&module.source()));
        }
    }
}

#[test]
fn a_broken_shader_is_noticed() {
    assert!(naga::front::wgsl::parse_str("fn f() -> f32 { return nothing; }").is_err());
}

#[test]
fn every_part_says_what_it_is() {
    for part in MODULES.iter().flat_map(|m| m.parts) {
        assert!(
            part.text.starts_with(&format!("// {}: ", part.name)),
            "{} has no banner",
            part.name
        );
    }
}
