//! The one table of keys: the window acts by it, tooltips and the key sheet read it.
//!
//! Keys are physical (the place on the keyboard, by the names of the W3C's `KeyboardEvent.code`), so that they work
//! where a layout types other letters.

use super::{Command, OutputCommand, Overlay, PoseTool, PosingCommand, Sheet, Side, TimelineCommand};

/// A part of the key sheet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyGroup {
    /// Playback.
    Playback,
    /// What shows, and how.
    Display,
    /// Posing by hand.
    Posing,
    /// The camera.
    Camera,
    /// The program.
    Program,
}

impl KeyGroup {
    /// All, in the order of the sheet.
    pub const ALL: [Self; 5] = [
        Self::Playback,
        Self::Display,
        Self::Posing,
        Self::Camera,
        Self::Program,
    ];

    /// Id of its heading in `text`.
    pub fn text(self) -> &'static str {
        match self {
            Self::Playback => "keys-group-playback",
            Self::Display => "keys-group-display",
            Self::Posing => "keys-group-posing",
            Self::Camera => "keys-group-camera",
            Self::Program => "keys-group-program",
        }
    }
}

/// One key and what it does.
#[derive(Debug, Clone, PartialEq)]
pub struct KeyBinding {
    /// Physical key, such as `KeyF` or `ArrowLeft`.
    pub key: &'static str,
    /// With Ctrl (Command on a Mac). Without, the key must come alone.
    pub ctrl: bool,
    /// With Shift. Without, the key must come alone.
    pub shift: bool,
    /// What a person sees, such as `Ctrl+O`.
    pub shown: &'static str,
    /// What it does; tapped, if it can also be held.
    pub command: Command,
    /// While held, the other method shows; only a short tap does [`Self::command`].
    pub peeks: bool,
    /// Whether holding it down repeats it.
    pub repeats: bool,
    /// Id of its sentence in `text`.
    pub text: &'static str,
    /// Where it stands in the sheet.
    pub group: KeyGroup,
}

macro_rules! keys {
    ($( $group:ident: $key:literal $(ctrl $ctrl:literal)? $(shift $shift:literal)? $(repeats $repeats:literal)? $(peeks $peeks:literal)? shown $shown:literal $text:literal => $command:expr; )*) => {
        /// Every key, in the order of the sheet.
        pub static KEYS: &[KeyBinding] = &[$( KeyBinding {
            key: $key,
            ctrl: false $(|| $ctrl)?,
            shift: false $(|| $shift)?,
            shown: $shown,
            command: $command,
            peeks: false $(|| $peeks)?,
            repeats: false $(|| $repeats)?,
            text: $text,
            group: KeyGroup::$group,
        } ),*];
    };
}

keys! {
    Playback: "Space" shown "Space" "key-play" => Command::TogglePlay;
    Playback: "Comma" repeats true shown "," "key-step-back" => Command::StepFrames(-1);
    Playback: "Period" repeats true shown "." "key-step-forward" => Command::StepFrames(1);
    Playback: "ArrowLeft" repeats true shown "←" "key-step-back" => Command::StepFrames(-1);
    Playback: "ArrowRight" repeats true shown "→" "key-step-forward" => Command::StepFrames(1);
    Playback: "ArrowUp" repeats true shown "↑" "key-previous-key" => Command::StepKey(false);
    Playback: "ArrowDown" repeats true shown "↓" "key-next-key" => Command::StepKey(true);
    Playback: "Home" shown "Home" "key-start" => Command::GoToStart;
    Playback: "End" shown "End" "key-end" => Command::GoToEnd;
    Playback: "Space" shift true shown "Shift+Space" "key-reverse" => Command::Timeline(TimelineCommand::Reverse);
    Playback: "KeyI" shown "I" "key-mark-in" => Command::Timeline(TimelineCommand::MarkIn);
    Playback: "KeyO" shown "O" "key-mark-out" => Command::Timeline(TimelineCommand::MarkOut);
    Playback: "KeyI" shift true shown "Shift+I" "key-clear-in" => Command::Timeline(TimelineCommand::ClearIn);
    Playback: "KeyO" shift true shown "Shift+O" "key-clear-out" => Command::Timeline(TimelineCommand::ClearOut);
    Playback: "KeyL" shift true shown "Shift+L" "key-loop-mode" => Command::Timeline(TimelineCommand::NextLoopMode);
    Playback: "KeyG" ctrl true shown "Ctrl+G" "key-go-to-time" => Command::Timeline(TimelineCommand::EnterTime(true));
    Playback: "KeyK" shift true shown "Shift+K" "key-show-keys" => Command::Timeline(TimelineCommand::ToggleSheet(Sheet::Keys));
    Playback: "KeyC" shift true shown "Shift+C" "key-show-curves" => Command::Timeline(TimelineCommand::ToggleSheet(Sheet::Curves));
    Playback: "KeyW" shown "W" "key-next-clip" => Command::NextClip;
    Display: "KeyD" peeks true shown "D" "key-method" => Command::ToggleMethod;
    Display: "KeyK" shown "K" "key-skeleton" => Command::ToggleOverlay(Overlay::Skeleton);
    Display: "KeyE" shown "E" "key-wires" => Command::ToggleOverlay(Overlay::Wires);
    Display: "KeyL" shown "L" "key-look" => Command::NextLook;
    Display: "KeyN" shown "N" "key-names" => Command::ToggleOverlay(Overlay::Names);
    Display: "KeyX" shown "X" "key-axes" => Command::ToggleOverlay(Overlay::Axes);
    Display: "KeyA" shown "A" "key-show-all" => Command::ShowAll;
    Display: "KeyG" shown "G" "key-grid" => Command::ToggleOverlay(Overlay::Grid);
    Display: "Backslash" ctrl true shown "Ctrl+\\" "key-panels" => Command::TogglePanels;
    Posing: "KeyR" shown "R" "key-pose-rotate" => Command::Posing(PosingCommand::ToggleTool(PoseTool::Rotate));
    Posing: "KeyM" shown "M" "key-pose-move" => Command::Posing(PosingCommand::ToggleTool(PoseTool::Move));
    Posing: "KeyM" shift true shown "Shift+M" "key-pose-reach" => Command::Posing(PosingCommand::ToggleTool(PoseTool::Reach));
    Posing: "KeyZ" ctrl true repeats true shown "Ctrl+Z" "key-undo" => Command::Posing(PosingCommand::Undo);
    Posing: "KeyZ" ctrl true shift true repeats true shown "Ctrl+Shift+Z" "key-redo" => Command::Posing(PosingCommand::Redo);
    Posing: "KeyY" ctrl true repeats true shown "Ctrl+Y" "key-redo" => Command::Posing(PosingCommand::Redo);
    Posing: "KeyC" ctrl true shift true shown "Ctrl+Shift+C" "key-pose-copy" => Command::Posing(PosingCommand::Copy);
    Camera: "KeyF" shown "F" "key-frame" => Command::Frame;
    Camera: "Digit1" shown "1" "key-front" => Command::LookFrom(Side::Front);
    Camera: "Digit3" shown "3" "key-right" => Command::LookFrom(Side::Right);
    Camera: "Digit7" shown "7" "key-top" => Command::LookFrom(Side::Top);
    Camera: "Digit1" ctrl true shown "Ctrl+1" "key-back" => Command::LookFrom(Side::Back);
    Camera: "Digit3" ctrl true shown "Ctrl+3" "key-left" => Command::LookFrom(Side::Left);
    Camera: "Digit7" ctrl true shown "Ctrl+7" "key-bottom" => Command::LookFrom(Side::Bottom);
    Camera: "KeyP" shown "P" "key-turntable" => Command::ToggleTurntable;
    Camera: "Digit5" shown "5" "key-projection" => Command::ToggleProjection;
    Camera: "Numpad1" shown "Num 1" "key-front" => Command::LookFrom(Side::Front);
    Camera: "Numpad3" shown "Num 3" "key-right" => Command::LookFrom(Side::Right);
    Camera: "Numpad7" shown "Num 7" "key-top" => Command::LookFrom(Side::Top);
    Camera: "Numpad1" ctrl true shown "Ctrl+Num 1" "key-back" => Command::LookFrom(Side::Back);
    Camera: "Numpad3" ctrl true shown "Ctrl+Num 3" "key-left" => Command::LookFrom(Side::Left);
    Camera: "Numpad7" ctrl true shown "Ctrl+Num 7" "key-bottom" => Command::LookFrom(Side::Bottom);
    Camera: "Numpad5" shown "Num 5" "key-projection" => Command::ToggleProjection;
    Camera: "Digit0" shown "0" "key-camera" => Command::NextCamera;
    Camera: "Numpad0" shown "Num 0" "key-camera" => Command::NextCamera;
    Program: "KeyO" ctrl true shown "Ctrl+O" "key-open" => Command::OpenDialog;
    Program: "KeyL" ctrl true shown "Ctrl+L" "key-open-path" => Command::ShowOpenPath(true);
    Program: "KeyE" ctrl true shown "Ctrl+E" "key-output" => Command::Output(OutputCommand::Show(true));
    Program: "KeyC" ctrl true shown "Ctrl+C" "key-copy-picture" => Command::Output(OutputCommand::CopyPicture);
    Program: "KeyI" ctrl true shown "Ctrl+I" "key-copy-window" => Command::Output(OutputCommand::CopyWindow);
    Program: "KeyH" shown "H" "key-sheet" => Command::ShowKeySheet(true);
    Program: "KeyT" shown "T" "key-symptoms" => Command::ShowSymptoms(true);
    Program: "KeyK" ctrl true shown "Ctrl+K" "key-sheet" => Command::ShowKeySheet(true);
    Program: "Escape" shown "Esc" "key-escape" => Command::Escape;
    Program: "KeyQ" ctrl true shown "Ctrl+Q" "key-quit" => Command::Quit;
}

/// What a physical key does, without Shift.
pub fn binding(key: &str, ctrl: bool) -> Option<&'static KeyBinding> {
    binding_with(key, ctrl, false)
}

/// What a physical key does.
#[expect(clippy::fn_params_excessive_bools, reason = "two keys that are held or not")]
pub fn binding_with(key: &str, ctrl: bool, shift: bool) -> Option<&'static KeyBinding> {
    KEYS.iter()
        .find(|b| b.key == key && b.ctrl == ctrl && b.shift == shift)
}

/// What a person presses for `command`: the first key of the table.
pub fn shown_for(command: &Command) -> Option<&'static str> {
    KEYS.iter().find(|b| b.command == *command).map(|b| b.shown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_key_does_two_things() {
        for (at, a) in KEYS.iter().enumerate() {
            for b in &KEYS[at + 1..] {
                assert!(
                    (a.key, a.ctrl, a.shift) != (b.key, b.ctrl, b.shift),
                    "{} is bound twice",
                    a.shown
                );
            }
        }
        assert_eq!(
            binding("KeyK", true).map(|b| &b.command),
            Some(&Command::ShowKeySheet(true))
        );
        assert_eq!(
            binding("KeyK", false).map(|b| &b.command),
            Some(&Command::ToggleOverlay(Overlay::Skeleton))
        );
        assert!(binding("KeyZ", false).is_none());
        assert_eq!(shown_for(&Command::StepFrames(1)), Some("."));
    }
}
