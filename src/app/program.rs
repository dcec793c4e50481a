//! The event loop: events become commands, commands change the state, effects are done, frames are drawn.

mod compression;
mod models;
mod outputs;
mod surroundings;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use egui_winit::accesskit_winit;
use winit::application::ApplicationHandler;
use winit::dpi::LogicalSize;
use winit::event::{StartCause, WindowEvent};
use winit::event_loop::{ActiveEventLoop, ControlFlow, EventLoop, EventLoopProxy};
use winit::keyboard::ModifiersState;
use winit::window::{Window, WindowId};

use super::compare::{Answer, Comparer};
use super::compression::{self as compressing, Compressor};
use super::doctor::Examiner;
use super::dump::StateDump;
use super::environment::{EnvironmentAnswer, EnvironmentLoader};
use super::files::{main_of, path_of};
use super::graphics::{Graphics, Presented};
use super::input::{Focus, Keyboard};
use super::loading::{Loaded, Loader, Uploaded, Varied};
use super::measure::{BoundsFinder, FrameTimes};
use super::motion::{Measured, MotionMeter};
use super::outputs::{Maker, folder};
use super::pick::Picker;
use super::turns::Turns;
use super::{AppError, AppOptions, Opening, settings};
use crate::environment::is_environment;
use crate::import::ImportError;
use crate::inspect::compare::VertexRef;
use crate::inspect::doctor::Diagnosis;
use crate::math::Bounds;
use crate::model::Model;
use crate::output::{Failure, Made};
use crate::render::RenderError;
use crate::teach::Fault;
use crate::text::Texts;
use crate::ui;
use crate::viewer::{
    Command, Effect, LightCommand, OutputReport, PosingCommand, Report, Settings, Theme, ViewerState,
    advance, apply, report,
};

/// Something that other threads tell the event loop.
#[derive(Debug)]
pub(super) enum Happening {
    /// A model came in, or did not.
    Loaded {
        /// Which request.
        ticket: u64,
        /// The model, or why there is none.
        result: Result<Loaded, ImportError>,
    },
    /// The model that is shown was uploaded again, or could not be.
    Restored {
        /// The model.
        model: Arc<Model>,
        /// What the device has of it.
        uploaded: Result<Uploaded, RenderError>,
    },
    /// A picture of surroundings came in, or did not.
    Environment(EnvironmentAnswer),
    /// A variant of the model that is open.
    Varied(Varied),
    /// Exact bounds of a frame.
    Bounds {
        /// Which frame.
        revision: u64,
        /// Model space; `None` if they were given up.
        bounds: Option<Bounds>,
    },
    /// Something about the comparison of A and B.
    Compared(Answer),
    /// Something about compression.
    Compressed(compressing::Answer),
    /// How a clip moves.
    Motion(Box<Measured>),
    /// The mistakes that would show on the model that is open.
    VisibleFaults { model: Arc<Model>, faults: Vec<Fault> },
    /// The vertex that was clicked.
    Picked {
        model: Arc<Model>,
        vertex: Option<VertexRef>,
    },
    /// The doctor's answer on a model.
    Diagnosed {
        model: Arc<Model>,
        diagnosis: Arc<Diagnosis>,
    },
    /// The file dialog was closed.
    Chosen(Option<PathBuf>),
    /// The dialog for a file to write was closed.
    ChosenOutput(Option<PathBuf>),
    /// The dialog for a compressed model was closed.
    ChosenCompressed(Option<PathBuf>),
    /// What came of a picture, a film or a sheet.
    Made(Result<Made, Failure>),
    /// Assistive technology wants something.
    Access(accesskit_winit::Event),
}

impl From<accesskit_winit::Event> for Happening {
    fn from(event: accesskit_winit::Event) -> Self {
        Self::Access(event)
    }
}

/// How often a progress bar moves.
const PROGRESS_EVERY: Duration = Duration::from_millis(33);
/// Time between the clicks of a double click, seconds, on a machine that draws at once.
const DOUBLE_CLICK_SECS: f64 = 0.3;
/// A dialog that closes sooner than a person can close it never opened.
const NEVER_OPENED: Duration = Duration::from_millis(400);

pub(super) fn run(options: AppOptions) -> Result<(), AppError> {
    let mut builder = EventLoop::<Happening>::with_user_event();
    prefer_drops(&mut builder);
    let event_loop = builder
        .build()
        .map_err(|e| AppError::NoDisplay { cause: cause_of(&e) })?;
    event_loop.set_control_flow(ControlFlow::Wait);
    let mut program = Program::new(options, event_loop.create_proxy());
    let ended = event_loop.run_app(&mut program);
    if let Some(failure) = program.failure {
        return Err(failure);
    }
    ended.map_err(|e| AppError::NoDisplay { cause: cause_of(&e) })
}

/// What the window system said, without the place in winit's sources.
fn cause_of(error: &winit::error::EventLoopError) -> String {
    let text = error.to_string();
    let said = text
        .split_once(".rs:")
        .and_then(|(_, rest)| rest.split_once(": "))
        .map_or(text.as_str(), |(_, said)| said);
    said.trim_end_matches('.').to_owned()
}

/// winit delivers dropped files on X11 but not on Wayland: where both are there, XWayland is the better window.
#[cfg(target_os = "linux")]
fn prefer_drops(builder: &mut winit::event_loop::EventLoopBuilder<Happening>) {
    use winit::platform::x11::EventLoopBuilderExtX11 as _;
    let set = |name: &str| std::env::var_os(name).is_some_and(|v| !v.is_empty());
    if set("WAYLAND_DISPLAY") && set("DISPLAY") {
        builder.with_x11();
    }
}

#[cfg(not(target_os = "linux"))]
fn prefer_drops(_: &mut winit::event_loop::EventLoopBuilder<Happening>) {}

/// The window and its interface.
struct Shell {
    window: Arc<Window>,
    interface: egui_winit::State,
    graphics: Graphics,
}

struct Program {
    options: AppOptions,
    proxy: EventLoopProxy<Happening>,
    texts: Texts,
    state: ViewerState,
    ctx: egui::Context,
    shell: Option<Shell>,
    loader: Loader,
    environments: EnvironmentLoader,
    bounds: BoundsFinder,
    comparer: Comparer,
    compressor: Compressor,
    motion: MotionMeter,
    examiner: Examiner,
    picker: Picker,
    maker: Maker,
    /// The next frame goes to the clipboard.
    copy_window: bool,
    keyboard: Keyboard,
    modifiers: ModifiersState,
    times: FrameTimes,
    dump: Option<StateDump>,
    /// How far the right panel is scrolled, points.
    scrolled: f32,
    turns: Turns,
    /// Whether something was being loaded when this turn of the event loop began.
    loading_began: bool,
    settings_path: Option<PathBuf>,
    /// They must be written once the hand is off the slider.
    settings_changed: bool,
    /// Files dropped since the last turn of the event loop: one drop is several events.
    dropped: Vec<PathBuf>,
    dialog_open: Option<Instant>,
    /// When the frame before was drawn, if time has passed on screen since.
    last_frame: Option<Instant>,
    wake_at: Option<Instant>,
    frames: u64,
    hidden: bool,
    shown_title: String,
    shown_theme: Option<Theme>,
    failure: Option<AppError>,
}

impl Program {
    fn new(mut options: AppOptions, proxy: EventLoopProxy<Happening>) -> Self {
        let settings_path = settings::path();
        let mut kept = settings_path
            .as_deref()
            .map_or_else(Settings::default, settings::load);
        kept.theme = options.theme.unwrap_or(kept.theme);
        let ctx = egui::Context::default();
        ui::theme::install(&ctx);
        let mut state = lit(ViewerState::new(kept), std::mem::take(&mut options.light));
        report(&mut state, Report::Output(OutputReport::Folder(folder())));
        if !has_dialogs() {
            report(&mut state, Report::Output(OutputReport::NoDialog));
        }
        let dump = options
            .state_dump
            .take()
            .or_else(|| std::env::var_os("RIGSCOPE_STATE_DUMP").map(PathBuf::from));
        Self {
            loader: Loader::new(proxy.clone(), options.import),
            environments: EnvironmentLoader::new(proxy.clone(), options.import.max_memory_bytes),
            bounds: BoundsFinder::new(proxy.clone()),
            comparer: Comparer::new(proxy.clone()),
            compressor: Compressor::new(proxy.clone()),
            motion: MotionMeter::new(proxy.clone()),
            examiner: Examiner::new(proxy.clone()),
            picker: Picker::new(proxy.clone()),
            maker: Maker::new(proxy.clone(), options.gpu.clone()),
            copy_window: false,
            texts: Texts::english(),
            state,
            ctx,
            shell: None,
            keyboard: Keyboard::default(),
            modifiers: ModifiersState::empty(),
            times: FrameTimes::default(),
            dump: dump.map(StateDump::new),
            scrolled: 0.0,
            turns: Turns::default(),
            loading_began: false,
            settings_path,
            settings_changed: false,
            dropped: Vec::new(),
            dialog_open: None,
            last_frame: None,
            wake_at: None,
            frames: 0,
            hidden: false,
            shown_title: String::new(),
            shown_theme: None,
            failure: None,
            options,
            proxy,
        }
    }

    fn fail(&mut self, event_loop: &ActiveEventLoop, error: AppError) {
        self.failure = Some(error);
        event_loop.exit();
    }

    fn redraw(&self) {
        if let Some(shell) = &self.shell {
            shell.window.request_redraw();
        }
    }

    // --- Commands and effects ---

    fn run(&mut self, event_loop: &ActiveEventLoop, command: Command) {
        for effect in apply(&mut self.state, command) {
            match effect {
                Effect::OpenDialog => self.open_dialog(),
                Effect::Open(text) => self.open(Opening::Path(path_of(&text))),
                Effect::CancelLoad => {
                    if self.loader.cancel() {
                        report(&mut self.state, Report::LoadCancelled);
                    }
                }
                Effect::OpenEnvironmentDialog => self.open_environment_dialog(),
                Effect::CancelEnvironment => self.cancel_environment(),
                Effect::Vary(variant) => self.vary(variant),
                Effect::Pick(ray, skinning) => self.picker.find(&self.state, ray, skinning),
                Effect::CopyText(text) => self.ctx.copy_text(text),
                Effect::PastePose => self.paste_pose(event_loop),
                Effect::Output { settings, replace } => self.make_output(&settings, replace),
                Effect::CancelOutput => self.maker.cancel(),
                Effect::ChooseOutput(path) => self.choose_output(&path),
                Effect::ExportCompressed { path, replace } => self.export_compressed(&path, replace),
                Effect::ChooseCompressed(path) => self.choose_compressed(&path),
                Effect::CopyPicture => self.copy_picture(),
                Effect::CopyWindow => self.copy_window = true,
                Effect::SaveSettings => self.settings_changed = true,
                Effect::Quit => event_loop.exit(),
            }
        }
        self.redraw();
    }

    /// An empty clipboard holds no pose either, and is told as such.
    fn paste_pose(&mut self, event_loop: &ActiveEventLoop) {
        let text = self.shell.as_mut().and_then(|s| s.interface.clipboard_text());
        let paste = PosingCommand::Paste(text.unwrap_or_default());
        self.run(event_loop, Command::Posing(paste));
    }

    fn open(&mut self, opening: Opening) {
        if let Opening::Path(path) = &opening
            && is_environment(&path.to_string_lossy())
        {
            self.open_environment(path.clone());
            return;
        }
        let uploader = self.shell.as_ref().map(|s| s.graphics.uploader());
        if let Some(name) = self.loader.start(opening, self.state.method(), uploader) {
            self.turns.restart();
            report(&mut self.state, Report::LoadStarted { name });
            self.redraw();
        }
    }

    fn open_dialog(&mut self) {
        let texts = [self.texts.get("dialog-title"), self.texts.get("dialog-models")];
        self.ask_for_file(&texts, &["glb", "gltf", "vrm", "GLB", "GLTF", "VRM"]);
    }

    /// Asks for a file; what is chosen is opened.
    fn ask_for_file(&mut self, [title, kind]: &[String; 2], endings: &[&str]) {
        if self.dialog_open.is_some() {
            return;
        }
        if !has_dialogs() {
            self.no_dialog();
            return;
        }
        let mut dialog = rfd::AsyncFileDialog::new()
            .set_title(title)
            .add_filter(kind, endings)
            .add_filter(self.texts.get("dialog-all"), &["*"]);
        if let Some(shell) = &self.shell {
            dialog = dialog.set_parent(&*shell.window);
        }
        self.ask(dialog.pick_file(), Happening::Chosen);
    }

    /// Waits for a file dialog on a thread of its own.
    fn ask(
        &mut self,
        choice: impl Future<Output = Option<rfd::FileHandle>> + Send + 'static,
        answer: fn(Option<PathBuf>) -> Happening,
    ) {
        let proxy = self.proxy.clone();
        let thread = std::thread::Builder::new()
            .name("file dialog".to_owned())
            .spawn(move || {
                let path = pollster::block_on(choice).map(|file| file.path().to_owned());
                let _ = proxy.send_event(answer(path));
            });
        match thread {
            Ok(_) => self.dialog_open = Some(Instant::now()),
            Err(error) => {
                log::warn!("no thread for a file dialog: {error}");
                self.no_dialog();
            }
        }
    }

    fn no_dialog(&mut self) {
        log::warn!("this desktop offers no file dialog (no portal, no zenity)");
        report(&mut self.state, Report::NoDialog);
        self.redraw();
    }

    fn chosen(&mut self, path: Option<PathBuf>) {
        let opened = self.dialog_open.take();
        match path {
            Some(path) => self.open(Opening::Path(path)),
            None if opened.is_some_and(|at| at.elapsed() < NEVER_OPENED) => {
                self.no_dialog();
            }
            None => {}
        }
        self.redraw();
    }

    // --- The window ---

    fn make_shell(&mut self, event_loop: &ActiveEventLoop) -> Result<Shell, AppError> {
        // Invisible until assistive technology is connected: the adapter asks for that.
        let attributes = Window::default_attributes()
            .with_title(self.texts.get("app-name"))
            .with_inner_size(LogicalSize::new(1440.0, 900.0))
            .with_min_inner_size(LogicalSize::new(160.0, 120.0))
            .with_visible(false);
        let attributes = named(attributes.with_window_icon(icon()));
        let window = event_loop
            .create_window(attributes)
            .map_err(|e| AppError::NoWindow { cause: e.to_string() })?;
        let window = Arc::new(window);
        let graphics = Graphics::new(event_loop, Arc::clone(&window), &self.options.gpu)?;
        let mut interface = egui_winit::State::new(
            self.ctx.clone(),
            egui::ViewportId::ROOT,
            event_loop,
            Some(window.scale_factor() as f32),
            None,
            Some(graphics.gpu.max_texture_px() as usize),
        );
        interface.init_accesskit(event_loop, &window, self.proxy.clone());
        window.set_visible(true);
        Ok(Shell {
            window,
            interface,
            graphics,
        })
    }

    /// Device, surface, pipelines and textures anew; the state is untouched, so clip, time and camera stay.
    fn rebuild(&mut self, event_loop: &ActiveEventLoop) {
        let Some(Shell {
            window,
            interface,
            graphics,
        }) = self.shell.take()
        else {
            return;
        };
        log::warn!("the graphics device was lost and is opened again");
        // A window has one surface at a time: the old one goes first.
        drop(graphics);
        match Graphics::new(event_loop, Arc::clone(&window), &self.options.gpu) {
            Ok(mut graphics) => {
                graphics.restore_fonts(&self.ctx);
                self.shell = Some(Shell {
                    window,
                    interface,
                    graphics,
                });
                self.restore_model();
                self.restore_environment();
                self.last_frame = None;
                self.redraw();
            }
            Err(error) => self.fail(event_loop, error),
        }
    }

    fn window_chrome(&mut self) {
        let Some(shell) = &self.shell else { return };
        let app = self.texts.get("app-name");
        let title = match &self.state.model {
            Some(model) => format!("{} – {app}", model.name),
            None => app,
        };
        if title != self.shown_title {
            shell.window.set_title(&title);
            self.shown_title = title;
        }
        let theme = self.state.theme();
        if self.shown_theme != Some(theme) {
            self.shown_theme = Some(theme);
            ui::theme::choose(&self.ctx, theme);
            shell.window.set_theme(Some(match theme {
                Theme::Dark => winit::window::Theme::Dark,
                Theme::Light => winit::window::Theme::Light,
            }));
        }
    }

    fn frame(&mut self, event_loop: &ActiveEventLoop) {
        if self.options.lose_device_after.is_some_and(|n| n == self.frames)
            && let Some(shell) = &self.shell
        {
            self.options.lose_device_after = None;
            shell.graphics.gpu.device.destroy();
        }
        if self.shell.as_ref().is_some_and(|s| s.graphics.is_lost()) {
            self.rebuild(event_loop);
        }
        self.window_chrome();
        let began = Instant::now();
        let dt = self.last_frame.map_or(0.0, |at| (began - at).as_secs_f64());
        advance(&mut self.state, dt);
        if self.state.loading.is_some() {
            report(&mut self.state, Report::LoadProgress(self.loader.fraction()));
        }
        self.environment_progress();
        if self.state.outputs.making.is_some() {
            let progress = OutputReport::Progress(self.maker.fraction());
            report(&mut self.state, Report::Output(progress));
        }
        let copies = std::mem::take(&mut self.copy_window);

        let Some(shell) = &mut self.shell else { return };
        let size_px = shell.graphics.size_px();
        if size_px.contains(&0) {
            self.last_frame = None;
            return;
        }
        let mut input = shell.interface.take_egui_input(&shell.window);
        let scale = egui_winit::pixels_per_point(&self.ctx, &shell.window);
        // A window larger than a texture can be is drawn as far as it goes.
        input.screen_rect = Some(egui::Rect::from_min_size(
            egui::Pos2::ZERO,
            egui::vec2(size_px[0] as f32, size_px[1] as f32) / scale,
        ));
        let pasted = if self.ctx.text_edit_focused() {
            None
        } else {
            take_paste(&mut input)
        };
        let mut acted = pasted.is_some();
        let mut freed = egui::TexturesDelta::default();
        let mut laid_out = None;
        for input in ui::passes(input) {
            let Some(shell) = &mut self.shell else { return };
            let picture = shell.graphics.picture();
            let mut commands = Vec::new();
            let mut viewport = egui::Rect::ZERO;
            let mut scrolled = 0.0;
            let (state, texts) = (&self.state, &self.texts);
            let output = self.ctx.run_ui(input, |ui| {
                // A frame may be laid out twice; what was done counts once.
                let shown = ui::show(ui, state, texts, Some(picture));
                commands.extend(shown.commands);
                viewport = shown.viewport;
                scrolled = shown.scrolled;
            });
            self.scrolled = scrolled;
            shell.interface.handle_platform_output_with_event_loop(
                &shell.window,
                event_loop,
                output.platform_output,
            );
            let mut deltas = output.textures_delta;
            shell.graphics.update_textures(&deltas);
            freed.free.extend(deltas.free.iter().copied());
            deltas.clear();
            let view_px = [viewport.width(), viewport.height()].map(|s| (s * scale).round().max(0.0) as u32);
            report(&mut self.state, Report::Viewport(view_px));
            let repaint = output
                .viewport_output
                .get(&egui::ViewportId::ROOT)
                .map_or(Duration::MAX, |v| v.repaint_delay);
            let shapes = (output.shapes, output.pixels_per_point);
            laid_out = Some((shapes, view_px, self.state.layout(), repaint));
            acted |= !commands.is_empty();
            for command in commands {
                self.run(event_loop, command);
            }
        }
        if let Some(text) = pasted {
            self.run(event_loop, Command::Paste(text));
        }
        let (Some(((shapes, pixels_per_point), view_px, layout, repaint)), Some(shell)) =
            (laid_out, &mut self.shell)
        else {
            return;
        };
        let primitives = self.ctx.tessellate(shapes, pixels_per_point);
        let presented = shell
            .graphics
            .paint(&self.state, layout, view_px, &primitives, pixels_per_point);
        let copied = copies.then(|| shell.graphics.whole_window(&primitives, pixels_per_point));
        shell.graphics.free_textures(&freed);
        freed.clear();
        let trouble = shell.graphics.gpu.take_error();
        if let Some(cost) = shell.graphics.take_cost() {
            report(&mut self.state, Report::Drawn(cost));
        }
        match copied {
            Some(Ok(picture)) => self.put_on_clipboard(&picture),
            Some(Err(error)) => self.output_failed(error.into()),
            None => {}
        }
        self.after_frame(event_loop, began, presented, acted, repaint, trouble);
    }

    fn after_frame(
        &mut self,
        event_loop: &ActiveEventLoop,
        began: Instant,
        presented: Presented,
        acted: bool,
        repaint: Duration,
        trouble: Result<(), RenderError>,
    ) {
        match trouble {
            Ok(()) => {}
            Err(RenderError::Lost) => {
                self.rebuild(event_loop);
                return;
            }
            Err(error) => {
                let card = self.device_card(
                    self.state
                        .model
                        .as_ref()
                        .map_or_else(String::new, |m| m.name.clone()),
                    &error,
                );
                report(&mut self.state, Report::Failed(card));
            }
        }
        self.frames += 1;
        let now = Instant::now();
        let waits = self.state.loading.is_some()
            || self.state.surroundings.loading.is_some()
            || self.state.outputs.making.is_some();
        let filters = self.shell.as_ref().is_some_and(|s| s.graphics.is_filtering());
        let waiting_only = waits && !filters && !self.moves();
        let goes_on = self.state.needs_redraw() || filters;
        let next_sample = self.shell.as_ref().and_then(|s| s.graphics.next_sample_in());
        // A sample that only makes a still picture better is no frame that a person waits for.
        let refined = self.state.cost.as_ref().is_some_and(|c| c.samples > 1) && !self.moves();
        if let Some(measured) = self
            .times
            .frame(now, now - began, self.moves())
            .filter(|_| !refined)
        {
            report(&mut self.state, measured);
        }
        self.keyboard.frame(now - began);
        self.bounds.ask(&self.state, now);
        let compared = self.comparer.follow(&mut self.state, now);
        let compressed = self.compressor.follow(&mut self.state, now);
        let examined = self.examiner.follow(&mut self.state, now);
        let measured = self.motion.follow(&mut self.state, now);
        // Clicks have the time of the frame that sees them: two of a slow frame lie farther apart than the hand had them.
        let delay = DOUBLE_CLICK_SECS + 2.0 * (now - began).as_secs_f64();
        self.ctx
            .options_mut(|o| o.input_options.max_double_click_delay = delay);
        self.last_frame = goes_on.then_some(began);
        self.wake_at = None;
        let mut wake = |at: Option<Instant>| {
            if let Some(at) = at {
                self.wake_at = Some(self.wake_at.map_or(at, |w| w.min(at)));
            }
        };
        wake(compared);
        wake(compressed);
        wake(examined);
        wake(measured);
        match presented {
            // An event tells when there is something to show again; time stands still until then.
            Presented::Hidden => self.last_frame = None,
            Presented::Again => wake(Some(now + Duration::from_millis(5))),
            Presented::Shown if waiting_only => {
                // On a software driver each frame is taken from what is being made.
                let every = if self.state.loading.is_some() {
                    PROGRESS_EVERY
                } else {
                    3 * PROGRESS_EVERY
                };
                wake(Some(now + every));
            }
            Presented::Shown if goes_on || acted || repaint.is_zero() => self.redraw(),
            Presented::Shown if next_sample == Some(Duration::ZERO) => self.redraw(),
            Presented::Shown => {
                wake(
                    now.checked_add(repaint)
                        .filter(|_| repaint < Duration::from_hours(1)),
                );
                wake(next_sample.map(|pause| now + pause));
            }
        }
        if !self.ctx.input(|i| i.pointer.any_down()) {
            self.keep_settings();
        }
        if let Some(dump) = &mut self.dump {
            let size = self.shell.as_ref().map_or([0, 0], |s| s.graphics.size_px());
            if let Some(left) = dump.write(&self.state, self.frames, size, self.scrolled, &self.turns) {
                let at = now + left;
                self.wake_at = Some(self.wake_at.map_or(at, |w| w.min(at)));
            }
        }
    }

    fn keep_settings(&mut self) {
        if std::mem::take(&mut self.settings_changed)
            && let Some(path) = &self.settings_path
        {
            settings::save(path, &self.state.settings);
        }
    }

    fn moves(&self) -> bool {
        let loads = self.state.loading.is_some() || self.state.surroundings.loading.is_some();
        self.state.needs_redraw() && (!loads || self.state.player.is_playing())
    }

    fn focus(&self) -> Focus {
        if self.ctx.text_edit_focused() {
            if self.state.has_card() {
                Focus::CardText
            } else {
                Focus::Text
            }
        } else if egui::Popup::is_any_open(&self.ctx) {
            Focus::PopUp
        } else if self.ctx.memory(|m| m.focused().is_some()) {
            Focus::Control
        } else {
            Focus::Picture
        }
    }
}

/// The program's icon, for window systems that take one from the window.
fn icon() -> Option<winit::window::Icon> {
    let bytes = include_bytes!("../../assets/icons/rigscope-64.png");
    let picture = image::load_from_memory(bytes).ok()?.into_rgba8();
    let (width, height) = picture.dimensions();
    winit::window::Icon::from_rgba(picture.into_raw(), width, height).ok()
}

/// Under the name of the desktop file, so that a desktop knows whose window it is.
#[cfg(target_os = "linux")]
fn named(attributes: winit::window::WindowAttributes) -> winit::window::WindowAttributes {
    use winit::platform::{wayland, x11};
    let attributes = x11::WindowAttributesExtX11::with_name(attributes, "rigscope", "rigscope");
    wayland::WindowAttributesExtWayland::with_name(attributes, "rigscope", "rigscope")
}

#[cfg(not(target_os = "linux"))]
fn named(attributes: winit::window::WindowAttributes) -> winit::window::WindowAttributes {
    attributes
}

/// The state with light that was asked for at the start; it is not kept for the next session by that alone.
fn lit(mut state: ViewerState, commands: Vec<LightCommand>) -> ViewerState {
    for command in commands {
        apply(&mut state, Command::Light(command));
    }
    state
}

/// Whether a file dialog has any chance: on Linux it comes from a portal over the session bus, or from zenity.
#[cfg(target_os = "linux")]
fn has_dialogs() -> bool {
    let set = |name: &str| std::env::var_os(name).filter(|v| !v.is_empty());
    let bus = set("DBUS_SESSION_BUS_ADDRESS").is_some()
        || set("XDG_RUNTIME_DIR").is_some_and(|folder| PathBuf::from(folder).join("bus").exists());
    let zenity = || {
        set("PATH").is_some_and(|p| std::env::split_paths(&p).any(|folder| folder.join("zenity").is_file()))
    };
    bus || zenity()
}

#[cfg(not(target_os = "linux"))]
fn has_dialogs() -> bool {
    true
}

/// The text of a paste, taken out of the input.
fn take_paste(input: &mut egui::RawInput) -> Option<String> {
    let at = input
        .events
        .iter()
        .position(|e| matches!(e, egui::Event::Paste(_)))?;
    match input.events.remove(at) {
        egui::Event::Paste(text) => Some(text).filter(|t| !t.trim().is_empty()),
        _ => None,
    }
}

impl ApplicationHandler<Happening> for Program {
    fn new_events(&mut self, _: &ActiveEventLoop, cause: StartCause) {
        if self.dump.is_some() {
            self.turns.begin();
            self.loading_began = self.state.loading.is_some();
        }
        if matches!(cause, StartCause::ResumeTimeReached { .. }) {
            self.wake_at = None;
            self.redraw();
        }
    }

    fn resumed(&mut self, event_loop: &ActiveEventLoop) {
        if self.shell.is_some() {
            return;
        }
        match self.make_shell(event_loop) {
            Ok(shell) => {
                self.shell = Some(shell);
                if self.state.model.is_some() {
                    if let Some(shell) = &mut self.shell {
                        shell.graphics.restore_fonts(&self.ctx);
                    }
                    self.restore_model();
                    self.restore_environment();
                } else {
                    if let Some(path) = self.options.environment.take() {
                        self.open_environment(path);
                    }
                    let opening = std::mem::replace(&mut self.options.opening, Opening::Nothing);
                    self.open(opening);
                }
                self.redraw();
            }
            Err(error) => self.fail(event_loop, error),
        }
    }

    fn suspended(&mut self, _: &ActiveEventLoop) {
        // The surface is no longer ours; the state stays, and everything is made anew when the program resumes.
        self.shell = None;
        self.last_frame = None;
    }

    fn user_event(&mut self, event_loop: &ActiveEventLoop, happening: Happening) {
        match happening {
            Happening::Loaded { ticket, result } => self.loaded(event_loop, ticket, result),
            Happening::Restored { model, uploaded } => self.restored(event_loop, model, uploaded),
            Happening::Varied(varied) => self.varied(event_loop, varied),
            Happening::Environment(answer) => self.environment_came(answer),
            Happening::Bounds { revision, bounds } => {
                self.bounds.answered(revision, bounds.is_some());
                if let Some(bounds) = bounds {
                    report(&mut self.state, Report::Bounds { revision, bounds });
                }
                self.redraw();
            }
            Happening::Compared(answer) => {
                if self.comparer.answered(&mut self.state, answer) {
                    self.redraw();
                }
            }
            Happening::Compressed(answer) => self.compressed(answer),
            Happening::Motion(measured) => {
                if self.motion.answered(&mut self.state, *measured) {
                    self.redraw();
                }
            }
            Happening::Diagnosed { model, diagnosis } => {
                self.examiner.answered(&mut self.state, model, diagnosis);
                self.redraw();
            }
            Happening::VisibleFaults { model, faults } => {
                // Those of a cured model come with it.
                let is_shown = self
                    .state
                    .original
                    .as_ref()
                    .is_some_and(|o| Arc::ptr_eq(o, &model));
                if is_shown && self.state.shown_variant.cures.is_empty() {
                    report(&mut self.state, Report::VisibleFaults(faults));
                    self.redraw();
                }
            }
            Happening::Picked { model, vertex } => {
                report(&mut self.state, Report::Picked { model, vertex });
                self.redraw();
            }
            Happening::Chosen(path) => self.chosen(path),
            Happening::ChosenOutput(path) => self.output_chosen(path),
            Happening::ChosenCompressed(path) => self.compressed_chosen(path),
            Happening::Made(made) => self.made(made),
            Happening::Access(event) => {
                if let Some(shell) = &mut self.shell {
                    match event.window_event {
                        accesskit_winit::WindowEvent::InitialTreeRequested => self.ctx.enable_accesskit(),
                        accesskit_winit::WindowEvent::ActionRequested(request) => {
                            shell.interface.on_accesskit_action_request(request);
                        }
                        accesskit_winit::WindowEvent::AccessibilityDeactivated => {
                            self.ctx.disable_accesskit();
                        }
                    }
                }
                self.redraw();
            }
        }
    }

    fn window_event(&mut self, event_loop: &ActiveEventLoop, _: WindowId, event: WindowEvent) {
        match &event {
            WindowEvent::RedrawRequested => {
                if !self.hidden {
                    self.frame(event_loop);
                }
                return;
            }
            WindowEvent::CloseRequested => event_loop.exit(),
            WindowEvent::ModifiersChanged(modifiers) => self.modifiers = modifiers.state(),
            WindowEvent::KeyboardInput {
                event: key,
                is_synthetic: false,
                ..
            } => {
                let focus = self.focus();
                if let Some(commands) = self.keyboard.key(key, self.modifiers, focus, Instant::now()) {
                    for command in commands {
                        self.run(event_loop, command);
                    }
                    return;
                }
            }
            WindowEvent::Focused(false) => {
                if let Some(command) = self.keyboard.let_go() {
                    self.run(event_loop, command);
                }
            }
            WindowEvent::DroppedFile(path) => self.dropped.push(path.clone()),
            WindowEvent::Occluded(hidden) => {
                self.hidden = *hidden;
                self.last_frame = None;
                self.redraw();
            }
            WindowEvent::Resized(_) | WindowEvent::ScaleFactorChanged { .. } => self.redraw(),
            _ => {}
        }
        let Some(shell) = &mut self.shell else { return };
        if shell.interface.on_window_event(&shell.window, &event).repaint {
            shell.window.request_redraw();
        }
    }

    fn about_to_wait(&mut self, event_loop: &ActiveEventLoop) {
        let dropped = std::mem::take(&mut self.dropped);
        let (surroundings, others): (Vec<_>, Vec<_>) = dropped
            .into_iter()
            .partition(|p| is_environment(&p.to_string_lossy()));
        if let Some(path) = surroundings.into_iter().next() {
            self.open_environment(path);
        }
        if let Some(path) = main_of(others) {
            self.open(Opening::Path(path));
        }
        event_loop.set_control_flow(self.wake_at.map_or(ControlFlow::Wait, ControlFlow::WaitUntil));
        if self.dump.is_some() {
            // Also the turn that takes a loaded model over.
            let loading = self.loading_began || self.state.loading.is_some();
            self.turns.end(loading);
        }
    }

    fn exiting(&mut self, _: &ActiveEventLoop) {
        self.loader.cancel();
        self.environments.cancel();
        self.comparer.cancel();
        self.compressor.cancel();
        self.motion.cancel();
        self.examiner.cancel();
        self.picker.cancel();
        self.maker.cancel();
        self.bounds.cancel();
        self.keep_settings();
    }
}
