//! From physical keys to commands, by the viewer's table.

use std::time::{Duration, Instant};

use winit::event::{ElementState, KeyEvent};
use winit::keyboard::{KeyCode, ModifiersState, PhysicalKey};

use crate::viewer::Command;
use crate::viewer::keys::{self, KeyBinding};

/// Held longer than this, a key peeks; shorter, it was a tap.
const TAP: Duration = Duration::from_millis(250);
/// Events wait while a frame is made, and have the time at which they are seen. So a tap may seem as long as so many
/// frames.
const TAP_FRAMES: u32 = 2;

/// Who has the keyboard inside the window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Focus {
    /// Nobody: every key is a shortcut.
    Picture,
    /// A control: it keeps Space, Enter and arrows.
    Control,
    /// A menu or another pop-up: it keeps Escape, too.
    PopUp,
    /// A field for text: it keeps all keys but those with Ctrl, and Escape leaves it.
    Text,
    /// A field for text in a card that lies over the window: Escape is the card's.
    CardText,
}

/// What happened to a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Press {
    Down,
    /// It is held, and the system repeats it.
    Again,
    Up,
}

/// Keys that are held.
#[derive(Debug, Default)]
pub(super) struct Keyboard {
    /// When the peeking key went down.
    peek_since: Option<Instant>,
    /// How long the slowest frame took that was made since then.
    slowest: Duration,
}

impl Keyboard {
    /// A frame was made, and took so long.
    pub(super) fn frame(&mut self, took: Duration) {
        self.slowest = if self.peek_since.is_some() {
            self.slowest.max(took)
        } else {
            took
        };
    }

    /// The commands of a key event; `None` if the key is none of ours and belongs to the interface.
    pub(super) fn key(
        &mut self,
        event: &KeyEvent,
        modifiers: ModifiersState,
        focus: Focus,
        now: Instant,
    ) -> Option<Vec<Command>> {
        let PhysicalKey::Code(code) = event.physical_key else {
            return None;
        };
        let binding = self.binding(code, event.state, modifiers, focus)?;
        let press = match (event.state, event.repeat) {
            (ElementState::Pressed, false) => Press::Down,
            (ElementState::Pressed, true) => Press::Again,
            (ElementState::Released, _) => Press::Up,
        };
        self.act(binding, press, now)
    }

    /// What a key means now. Letting go of the peeking key always ends the peek, whatever else is held or has the focus.
    fn binding(
        &self,
        code: KeyCode,
        state: ElementState,
        modifiers: ModifiersState,
        focus: Focus,
    ) -> Option<&'static KeyBinding> {
        if state == ElementState::Released && self.peek_since.is_some() {
            let held = keys::binding(&format!("{code:?}"), false).filter(|b| b.peeks);
            if held.is_some() {
                return held;
            }
        }
        bound(code, modifiers, focus)
    }

    fn act(&mut self, binding: &KeyBinding, press: Press, now: Instant) -> Option<Vec<Command>> {
        if binding.peeks {
            return Some(match (press, self.peek_since) {
                (Press::Down, None) => {
                    self.peek_since = Some(now);
                    vec![Command::PeekMethod(true)]
                }
                (Press::Up, Some(since)) => {
                    self.peek_since = None;
                    let limit = TAP.max(TAP_FRAMES * self.slowest);
                    let tap = (now - since < limit).then(|| binding.command.clone());
                    std::iter::once(Command::PeekMethod(false)).chain(tap).collect()
                }
                _ => Vec::new(),
            });
        }
        match press {
            Press::Up => None,
            Press::Again if !binding.repeats => Some(Vec::new()),
            Press::Down | Press::Again => Some(vec![binding.command.clone()]),
        }
    }

    /// The window lost the keyboard: what is held counts as let go, and was no tap.
    pub(super) fn let_go(&mut self) -> Option<Command> {
        self.peek_since.take().map(|_| Command::PeekMethod(false))
    }
}

fn bound(code: KeyCode, modifiers: ModifiersState, focus: Focus) -> Option<&'static KeyBinding> {
    let command_key = if cfg!(target_os = "macos") {
        modifiers.super_key()
    } else {
        modifiers.control_key()
    };
    let other = if cfg!(target_os = "macos") {
        modifiers.control_key()
    } else {
        modifiers.super_key()
    };
    if modifiers.alt_key() || other {
        return None;
    }
    // winit names its key codes as the W3C does, and so does the table.
    let binding = keys::binding_with(&format!("{code:?}"), command_key, modifiers.shift_key())?;
    let controls = matches!(
        code,
        KeyCode::Space
            | KeyCode::ArrowLeft
            | KeyCode::ArrowRight
            | KeyCode::ArrowUp
            | KeyCode::ArrowDown
            | KeyCode::Home
            | KeyCode::End
    );
    let ours = match focus {
        Focus::Picture => true,
        Focus::Control => command_key || !controls,
        Focus::PopUp => command_key || !(controls || code == KeyCode::Escape),
        // Ctrl+C copies what is marked in the field.
        Focus::Text => command_key && code != KeyCode::KeyC,
        Focus::CardText => (command_key && code != KeyCode::KeyC) || code == KeyCode::Escape,
    };
    ours.then_some(binding)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::viewer::Overlay;

    const NONE: ModifiersState = ModifiersState::empty();

    #[test]
    fn a_peek_ends_when_its_key_is_let_go_whatever_else_is_held() {
        let mut keyboard = Keyboard::default();
        let released = |k: &Keyboard| {
            k.binding(
                KeyCode::KeyD,
                ElementState::Released,
                ModifiersState::SHIFT,
                Focus::Text,
            )
        };
        assert!(released(&keyboard).is_none(), "nothing is held");
        let down = keyboard
            .binding(KeyCode::KeyD, ElementState::Pressed, NONE, Focus::Picture)
            .unwrap();
        let began = Instant::now();
        keyboard.act(down, Press::Down, began);
        let up = released(&keyboard).expect("the peek must end");
        let commands = keyboard.act(up, Press::Up, began + TAP * 2);
        assert_eq!(commands, Some(vec![Command::PeekMethod(false)]));
    }

    #[test]
    fn every_key_of_the_table_is_one_that_winit_names() {
        for (code, key) in [
            (KeyCode::KeyF, "KeyF"),
            (KeyCode::Digit1, "Digit1"),
            (KeyCode::Numpad7, "Numpad7"),
            (KeyCode::Comma, "Comma"),
            (KeyCode::ArrowLeft, "ArrowLeft"),
            (KeyCode::Backslash, "Backslash"),
            (KeyCode::Escape, "Escape"),
        ] {
            assert_eq!(format!("{code:?}"), key);
            assert!(keys::KEYS.iter().any(|b| b.key == key), "{key}");
        }
    }

    #[test]
    fn letters_belong_to_text_fields_and_arrows_to_controls() {
        let command = |code, modifiers, focus| bound(code, modifiers, focus).map(|b| b.command.clone());
        assert_eq!(
            command(KeyCode::KeyK, NONE, Focus::Picture),
            Some(Command::ToggleOverlay(Overlay::Skeleton))
        );
        assert_eq!(command(KeyCode::KeyK, NONE, Focus::Text), None);
        assert_eq!(
            command(KeyCode::KeyK, ModifiersState::CONTROL, Focus::Text),
            Some(Command::ShowKeySheet(true))
        );
        assert_eq!(
            command(KeyCode::Space, NONE, Focus::Picture),
            Some(Command::TogglePlay)
        );
        assert_eq!(command(KeyCode::Space, NONE, Focus::Control), None);
        assert_eq!(command(KeyCode::ArrowLeft, NONE, Focus::Control), None);
        assert_eq!(command(KeyCode::KeyF, NONE, Focus::Control), Some(Command::Frame));
        assert_eq!(command(KeyCode::Escape, NONE, Focus::PopUp), None);
        assert_eq!(command(KeyCode::Escape, NONE, Focus::Text), None);
        assert_eq!(
            command(KeyCode::Escape, NONE, Focus::CardText),
            Some(Command::Escape)
        );
        assert_eq!(command(KeyCode::KeyK, NONE, Focus::CardText), None);
        assert_eq!(command(KeyCode::KeyF, ModifiersState::ALT, Focus::Picture), None);
        assert_eq!(
            command(KeyCode::KeyF, ModifiersState::CONTROL, Focus::Picture),
            None
        );
    }

    #[test]
    fn a_tap_toggles_and_a_hold_peeks() {
        let d = keys::binding("KeyD", false).unwrap();
        let start = Instant::now();
        let mut keyboard = Keyboard::default();
        assert_eq!(
            keyboard.act(d, Press::Down, start),
            Some(vec![Command::PeekMethod(true)])
        );
        assert_eq!(keyboard.act(d, Press::Again, start), Some(Vec::new()));
        let soon = start + Duration::from_millis(100);
        assert_eq!(
            keyboard.act(d, Press::Up, soon),
            Some(vec![Command::PeekMethod(false), Command::ToggleMethod])
        );
        keyboard.act(d, Press::Down, start);
        let later = start + Duration::from_millis(300);
        assert_eq!(
            keyboard.act(d, Press::Up, later),
            Some(vec![Command::PeekMethod(false)])
        );
        keyboard.act(d, Press::Down, start);
        assert_eq!(keyboard.let_go(), Some(Command::PeekMethod(false)));
        assert_eq!(keyboard.let_go(), None);
    }

    #[test]
    fn a_tap_during_slow_frames_is_still_a_tap() {
        let d = keys::binding("KeyD", false).unwrap();
        let mut keyboard = Keyboard::default();
        let start = Instant::now();
        let up_after = |keyboard: &mut Keyboard, ms| {
            keyboard.act(d, Press::Down, start);
            keyboard.frame(Duration::from_millis(400));
            keyboard.act(d, Press::Up, start + Duration::from_millis(ms))
        };
        assert_eq!(
            up_after(&mut keyboard, 700),
            Some(vec![Command::PeekMethod(false), Command::ToggleMethod])
        );
        assert_eq!(
            up_after(&mut keyboard, 900),
            Some(vec![Command::PeekMethod(false)])
        );
        // Quick frames that follow make it short again.
        keyboard.frame(Duration::from_millis(16));
        keyboard.act(d, Press::Down, start);
        assert_eq!(
            keyboard.act(d, Press::Up, start + Duration::from_millis(300)),
            Some(vec![Command::PeekMethod(false)])
        );
    }

    #[test]
    fn held_keys_repeat_only_where_that_helps() {
        let mut keyboard = Keyboard::default();
        let now = Instant::now();
        let step = keys::binding("ArrowRight", false).unwrap();
        assert_eq!(
            keyboard.act(step, Press::Again, now),
            Some(vec![Command::StepFrames(1)])
        );
        let play = keys::binding("Space", false).unwrap();
        assert_eq!(keyboard.act(play, Press::Again, now), Some(Vec::new()));
        assert_eq!(keyboard.act(play, Press::Up, now), None);
    }
}
