//! Input in the pieces in which an interface can follow it.

use egui::{Event, Key, RawInput};

/// Parts what happened since the last frame so that each part holds at most one press or release, as its last event.
///
/// egui asks once a frame where the pointer is: of a press, a release and a way on to somewhere else that all fall into
/// one slow frame it would only see where the way ended, and the click would be lost or go to what is there. Enter has
/// a part of its own as well: what it confirms must have been typed by then.
pub fn passes(input: RawInput) -> Vec<RawInput> {
    let is_turn = |event: &Event| matches!(event, Event::PointerButton { .. });
    let last_turn = input.events.iter().rposition(is_turn);
    let ends =
        |at: usize, event: &Event| is_turn(event) && (Some(at) != last_turn || at + 1 < input.events.len());
    let mut parts: Vec<Vec<Event>> = vec![Vec::new()];
    let is_enter = |event: &Event| {
        matches!(
            event,
            Event::Key {
                key: Key::Enter,
                pressed: true,
                ..
            }
        )
    };
    for (at, event) in input.events.iter().enumerate() {
        if is_enter(event) && parts.last().is_some_and(|p| !p.is_empty()) {
            parts.push(Vec::new());
        }
        if let Some(part) = parts.last_mut() {
            part.push(event.clone());
        }
        if ends(at, event) {
            parts.push(Vec::new());
        }
    }
    let count = parts.len();
    let mut passes = Vec::with_capacity(count);
    let mut rest = input;
    for events in parts {
        let mut pass = RawInput {
            events,
            ..rest.clone()
        };
        pass.dropped_files = std::mem::take(&mut rest.dropped_files);
        passes.push(pass);
    }
    passes
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::{Modifiers, PointerButton, pos2};

    fn moved(x: f32) -> Event {
        Event::PointerMoved(pos2(x, 0.0))
    }

    fn button(x: f32, pressed: bool) -> Event {
        Event::PointerButton {
            pos: pos2(x, 0.0),
            button: PointerButton::Primary,
            pressed,
            modifiers: Modifiers::NONE,
        }
    }

    fn lengths(events: Vec<Event>) -> Vec<usize> {
        let input = RawInput {
            events,
            ..RawInput::default()
        };
        passes(input).iter().map(|p| p.events.len()).collect()
    }

    #[test]
    fn each_pass_ends_with_at_most_one_press_or_release() {
        assert_eq!(lengths(Vec::new()), [0]);
        assert_eq!(lengths(vec![moved(1.0), moved(2.0)]), [2]);
        assert_eq!(lengths(vec![moved(1.0), button(1.0, true)]), [2]);
        let click = vec![moved(1.0), button(1.0, true), button(1.0, false), moved(9.0)];
        assert_eq!(lengths(click), [2, 1, 1]);
    }

    #[test]
    fn enter_comes_after_what_it_confirms() {
        let enter = |pressed| Event::Key {
            key: Key::Enter,
            physical_key: None,
            pressed,
            repeat: false,
            modifiers: Modifiers::NONE,
        };
        let text = || Event::Text("a".into());
        assert_eq!(lengths(vec![text(), text(), enter(true), enter(false)]), [2, 2]);
        assert_eq!(lengths(vec![enter(true), text(), enter(true)]), [2, 1]);
    }
}
