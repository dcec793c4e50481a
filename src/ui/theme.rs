//! Colours, type and spacing of both themes.

use std::sync::Arc;

use egui::epaint::text::{FontData, FontDefinitions, FontFamily};
use egui::{Color32, CornerRadius, FontId, Margin, Shadow, Stroke, TextStyle, Vec2, Visuals, vec2};

use super::icons;
use crate::viewer::Theme;

/// Height of the top bar, points.
pub(super) const TOP: f32 = 40.0;
/// Width of the left panel.
pub(super) const LEFT: f32 = 256.0;
/// Width of the right panel.
pub(super) const RIGHT: f32 = 304.0;
/// Height of the timeline.
pub(super) const TIMELINE: f32 = 148.0;
/// Between the edge of a panel and what is in it.
pub(super) const PADDING: f32 = 12.0;
/// Height of a row of a list.
pub(super) const ROW: f32 = 26.0;
/// Height of a row of the tree and of read-outs.
pub(super) const DENSE_ROW: f32 = 23.0;
/// Height of a control.
pub(super) const CONTROL: f32 = 28.0;
/// Corners of controls and rows.
pub(super) const CORNER: u8 = 4;
/// How long a panel takes to slide, seconds.
pub(super) const SLIDE_SECS: f32 = 0.12;

/// The colours of a theme.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tokens {
    /// Behind everything.
    pub background: Color32,
    /// Panels and bars.
    pub panel: Color32,
    /// Inputs, segments, the track of the timeline.
    pub field: Color32,
    /// One-pixel separators and borders.
    pub line: Color32,
    /// Values and names.
    pub text: Color32,
    /// Labels.
    pub second: Color32,
    /// Captions and keys.
    pub third: Color32,
    /// Selection, playhead, keys on the timeline.
    pub accent: Color32,
    /// On the accent.
    pub on_accent: Color32,
    /// LBS, or whatever is A.
    pub a: Color32,
    /// DQS, or whatever is B.
    pub b: Color32,
    /// Warnings.
    pub warning: Color32,
    /// Errors.
    pub error: Color32,
    /// Under the pointer.
    pub hover: Color32,
    /// Chosen rows and segments.
    pub selected: Color32,
}

const fn hex(rgb: u32) -> Color32 {
    Color32::from_rgb((rgb >> 16) as u8, (rgb >> 8) as u8, rgb as u8)
}

impl Tokens {
    /// The dark theme.
    pub const DARK: Self = Self {
        background: hex(0x16_181c),
        panel: hex(0x1d_2025),
        field: hex(0x24_282f),
        line: hex(0x2f_343c),
        text: hex(0xe6_e8eb),
        second: hex(0x9a_a3ad),
        third: hex(0x86_8f9a),
        accent: hex(0x7a_a2f7),
        on_accent: hex(0x12_161d),
        a: hex(0xf0_a35e),
        b: hex(0x4f_b7b3),
        warning: hex(0xe0_b341),
        error: hex(0xf2_8080),
        hover: hex(0x27_2c34),
        selected: hex(0x2c_374b),
    };

    /// The light theme.
    pub const LIGHT: Self = Self {
        background: hex(0xec_eef1),
        panel: hex(0xf7_f8fa),
        field: hex(0xff_ffff),
        line: hex(0xd9_dde3),
        text: hex(0x1d_2129),
        second: hex(0x54_5e6a),
        third: hex(0x6a_7480),
        accent: hex(0x28_54bd),
        on_accent: hex(0xff_ffff),
        a: hex(0x95_4e07),
        b: hex(0x12_6b68),
        warning: hex(0x7d_5b00),
        error: hex(0xb2_3030),
        hover: hex(0xe9_ecf1),
        selected: hex(0xd2_def4),
    };

    /// Those of a theme.
    pub const fn of(theme: Theme) -> Self {
        match theme {
            Theme::Dark => Self::DARK,
            Theme::Light => Self::LIGHT,
        }
    }
}

/// The colours that `ui` was set up with.
pub(super) fn tokens(ui: &egui::Ui) -> Tokens {
    if ui.visuals().dark_mode {
        Tokens::DARK
    } else {
        Tokens::LIGHT
    }
}

const MEDIUM: &str = "medium";
const SEMIBOLD: &str = "semibold";

/// Body text.
pub(super) fn body() -> FontId {
    FontId::new(13.0, FontFamily::Proportional)
}

/// Values and names that stand out.
pub(super) fn strong() -> FontId {
    FontId::new(13.0, FontFamily::Name(MEDIUM.into()))
}

/// Headings and titles at any size.
pub(super) fn semibold(size: f32) -> FontId {
    FontId::new(size, FontFamily::Name(SEMIBOLD.into()))
}

/// Captions and keys.
pub(super) fn caption() -> FontId {
    FontId::new(11.0, FontFamily::Proportional)
}

/// Behind Inter: names in files are Thai, too.
const THAI: &str = "noto-sans-thai";

/// The program's fonts: Inter with tabular figures, Noto Sans Thai and egui's own behind it for what Inter lacks.
pub fn fonts() -> FontDefinitions {
    let mut fonts = FontDefinitions::default();
    let files: [(&str, &'static [u8]); 5] = [
        (icons::FAMILY, lucide_icons::LUCIDE_FONT_BYTES),
        (
            "inter",
            include_bytes!("../../assets/fonts/inter-regular-tabular.otf"),
        ),
        (
            "inter-medium",
            include_bytes!("../../assets/fonts/inter-medium-tabular.otf"),
        ),
        (
            "inter-semibold",
            include_bytes!("../../assets/fonts/inter-semibold-tabular.otf"),
        ),
        (
            THAI,
            include_bytes!("../../assets/fonts/noto-sans-thai-regular.ttf"),
        ),
    ];
    for (name, bytes) in files {
        let mut data = FontData::from_static(bytes);
        // Between a number and its unit: egui's half a space cannot be seen at 13 points.
        data.tweak.thin_space_width = 0.85;
        if name == icons::FAMILY {
            // Its middle on that of the letters beside it.
            data.tweak.y_offset_factor = 0.055;
        }
        fonts.font_data.insert(name.to_owned(), Arc::new(data));
    }
    let behind = fonts
        .families
        .get(&FontFamily::Proportional)
        .cloned()
        .unwrap_or_default();
    for (family, first) in [
        (FontFamily::Proportional, "inter"),
        (FontFamily::Name(MEDIUM.into()), "inter-medium"),
        (FontFamily::Name(SEMIBOLD.into()), "inter-semibold"),
    ] {
        let names = [first.to_owned(), THAI.to_owned()]
            .into_iter()
            .chain(behind.iter().cloned())
            .collect();
        fonts.families.insert(family, names);
    }
    let icons = FontFamily::Name(icons::FAMILY.into());
    fonts.families.insert(icons, vec![icons::FAMILY.to_owned()]);
    fonts
}

/// Gives a context the program's fonts and both themes. Once, before the first frame.
pub fn install(ctx: &egui::Context) {
    ctx.set_fonts(fonts());
    // A press that is let go where it began is a click, however slow the frame between was.
    ctx.options_mut(|o| o.input_options.max_click_duration = 10.0);
    for (theme, tokens) in [
        (egui::Theme::Dark, Tokens::DARK),
        (egui::Theme::Light, Tokens::LIGHT),
    ] {
        ctx.style_mut_of(theme, |style| set_up(style, theme == egui::Theme::Dark, &tokens));
    }
}

/// Chooses the theme of a context.
pub fn choose(ctx: &egui::Context, theme: Theme) {
    let wanted = match theme {
        Theme::Dark => egui::ThemePreference::Dark,
        Theme::Light => egui::ThemePreference::Light,
    };
    if ctx.options(|o| o.theme_preference) != wanted {
        ctx.set_theme(wanted);
    }
}

fn set_up(style: &mut egui::Style, dark: bool, t: &Tokens) {
    style.text_styles = [
        (TextStyle::Body, body()),
        (TextStyle::Button, body()),
        (TextStyle::Small, caption()),
        (TextStyle::Heading, semibold(16.0)),
        (TextStyle::Monospace, FontId::new(12.0, FontFamily::Monospace)),
    ]
    .into();
    style.spacing.item_spacing = vec2(8.0, 4.0);
    style.spacing.button_padding = vec2(8.0, 4.0);
    style.spacing.menu_margin = Margin::same(4);
    style.spacing.menu_width = 220.0;
    style.spacing.tooltip_width = 320.0;
    style.spacing.interact_size = Vec2::new(28.0, 24.0);
    style.spacing.scroll = egui::style::ScrollStyle {
        bar_width: 6.0,
        ..egui::style::ScrollStyle::floating()
    };
    style.interaction.selectable_labels = false;
    style.interaction.tooltip_delay = 0.4;
    style.animation_time = SLIDE_SECS;

    let mut v = if dark { Visuals::dark() } else { Visuals::light() };
    v.panel_fill = t.panel;
    v.window_fill = t.panel;
    v.window_stroke = Stroke::new(1.0, t.line);
    v.window_corner_radius = CornerRadius::same(6);
    v.menu_corner_radius = CornerRadius::same(6);
    let shadow = |blur: u8, alpha: u8| Shadow {
        offset: [0, 4],
        blur,
        spread: 0,
        color: Color32::from_black_alpha(alpha),
    };
    v.window_shadow = shadow(24, if dark { 110 } else { 40 });
    v.popup_shadow = shadow(16, if dark { 90 } else { 32 });
    v.extreme_bg_color = t.field;
    v.text_edit_bg_color = Some(t.field);
    v.faint_bg_color = t.hover;
    v.code_bg_color = t.field;
    v.hyperlink_color = t.accent;
    v.warn_fg_color = t.warning;
    v.error_fg_color = t.error;
    v.selection.bg_fill = t.selected;
    v.selection.stroke = Stroke::new(1.0, t.accent);
    v.weak_text_color = Some(t.second);
    v.text_cursor.stroke = Stroke::new(1.5, t.accent);
    v.disabled_alpha = 0.5;
    let corner = CornerRadius::same(CORNER);
    for (w, fill, text, border) in [
        (&mut v.widgets.noninteractive, t.panel, t.text, t.line),
        (&mut v.widgets.inactive, t.field, t.text, t.line),
        (&mut v.widgets.hovered, t.hover, t.text, t.third),
        (&mut v.widgets.active, t.selected, t.text, t.accent),
        (&mut v.widgets.open, t.hover, t.text, t.line),
    ] {
        w.bg_fill = fill;
        w.weak_bg_fill = fill;
        w.bg_stroke = Stroke::new(1.0, border);
        w.fg_stroke = Stroke::new(1.0, text);
        w.corner_radius = corner;
        w.expansion = 0.0;
    }
    style.visuals = v;
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Relative luminance contrast. Source: WCAG 2.2.
    fn contrast(a: Color32, b: Color32) -> f32 {
        let luminance = |c: Color32| {
            let linear = |v: u8| {
                let v = f32::from(v) / 255.0;
                if v <= 0.040_45 {
                    v / 12.92
                } else {
                    ((v + 0.055) / 1.055).powf(2.4)
                }
            };
            0.2126 * linear(c.r()) + 0.7152 * linear(c.g()) + 0.0722 * linear(c.b())
        };
        let (a, b) = (luminance(a) + 0.05, luminance(b) + 0.05);
        a.max(b) / a.min(b)
    }

    #[test]
    fn what_must_be_read_can_be_read() {
        for t in [Tokens::DARK, Tokens::LIGHT] {
            for ground in [t.panel, t.field, t.hover, t.selected] {
                assert!(contrast(t.text, ground) >= 7.0);
                for colour in [t.second, t.a, t.b, t.accent, t.warning, t.error] {
                    let found = contrast(colour, ground);
                    assert!(found >= 4.5, "{colour:?} on {ground:?}: {found}");
                }
            }
            for ground in [t.panel, t.field] {
                assert!(contrast(t.third, ground) >= 4.4);
                assert!(contrast(super::super::widgets::heading_color(&t), ground) >= 4.5);
            }
            assert!(contrast(t.on_accent, t.accent) >= 4.5);
        }
    }
}
