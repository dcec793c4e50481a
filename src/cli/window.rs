//! `rigscope [MODEL]`: the window.

use super::args::{Common, WindowArgs};
use super::console::Console;
use super::failure::{Failure, Outcome};
use crate::model::Issue;

#[cfg(not(feature = "app"))]
pub(super) fn run(_: &Console, _: &Common, _: &WindowArgs) -> Result<(), Failure> {
    Err(Failure::new(Outcome::NoGpu, Issue::error("no-window", "")))
}

#[cfg(feature = "app")]
pub(super) fn run(console: &Console, common: &Common, args: &WindowArgs) -> Result<(), Failure> {
    use super::{args, gpu, open};
    use crate::app::{self, AppError, AppOptions, Opening};
    use crate::import::ImportOptions;
    use crate::viewer::Theme;

    let opening = match args.model.as_deref() {
        None => Opening::Sample,
        Some(model) if model.as_os_str() == "-" => {
            let bytes = open::read_standard_input(common.max_memory).map_err(|f| f.about("-"))?;
            Opening::Bytes {
                name: "stdin".to_owned(),
                bytes,
            }
        }
        Some(model) => Opening::Path(model.to_owned()),
    };
    let options = AppOptions {
        opening,
        theme: args.theme.map(|theme| match theme {
            args::Theme::Dark => Theme::Dark,
            args::Theme::Light => Theme::Light,
        }),
        gpu: gpu::options(args.backend.unwrap_or_default()),
        import: ImportOptions {
            max_memory_bytes: common.max_memory,
        },
        state_dump: args.state_dump.clone(),
        lose_device_after: args.lose_device_after,
    };
    app::run(options).map_err(|error| match error {
        AppError::NoDisplay { cause } => Failure::new(
            Outcome::NoGpu,
            Issue::error("no-display", "").with("reason", cause),
        ),
        AppError::NoWindow { cause } => Failure::new(
            Outcome::NoGpu,
            Issue::error("window-refused", "").with("reason", cause),
        ),
        AppError::NoGpu(error) => gpu::none(console, &error),
    })
}
