use super::super::{Command, Report, ViewerState, apply, report};
use super::*;

fn key(way: Way) -> CompressionKey {
    CompressionKey {
        tolerance: Tolerance::PerCent(0.01),
        way,
    }
}

#[test]
fn what_is_wanted_follows_from_the_panel_and_from_what_was_stopped() {
    let mut state = ViewerState::default();
    let run = |state: &mut ViewerState, command| apply(state, Command::Compression(command));
    run(&mut state, CompressionCommand::Show(true));
    assert_eq!(state.compression_wanted(), None, "nothing is open");
    assert!(run(&mut state, CompressionCommand::Export).is_empty());
    run(&mut state, CompressionCommand::Cancel);
    assert_eq!(state.compression.stopped, Some(state.compression_key()));
    run(&mut state, CompressionCommand::SetWay(Way::Variable));
    assert_eq!(state.compression.stopped, None, "another way is another question");
    let before = state.compression_tolerance();
    for wrong in [f64::NAN, 0.0, -1.0, f64::INFINITY] {
        let tolerance = Some(Tolerance::Distance(wrong));
        run(&mut state, CompressionCommand::SetTolerance(tolerance));
        assert_eq!(state.compression_tolerance(), before);
    }
}

#[test]
fn answers_about_another_model_are_none_about_this_one() {
    let mut state = ViewerState::default();
    let clip = CompressionReport::Working(Some(0.5));
    report(&mut state, Report::Compression(clip));
    assert_eq!(state.compression.working, Some(0.5));
    assert!(state.compression.of(&key(Way::Plain)).is_none());
    assert!(state.compression.known_steps(&key(Way::Plain)).is_empty());
}

#[test]
fn only_what_gltf_has_a_place_for_reaches_the_file() {
    let reach = Way::ALL.map(Way::reaches_the_file);
    assert_eq!(reach, [true, true, false, false]);
}

#[test]
fn the_file_is_named_after_the_model_unless_a_path_was_typed() {
    let mut state = ViewerState::default();
    assert_eq!(state.compressed_path(), "model-compressed.glb");
    let typed = CompressionCommand::SetPath("  x/y.glb ".to_owned());
    apply(&mut state, Command::Compression(typed));
    assert_eq!(state.compressed_path(), "x/y.glb");
    let exists = CompressionReport::Exists("x/y.glb".to_owned());
    report(&mut state, Report::Compression(exists));
    assert!(state.compression.file.exists.is_some());
    let other = CompressionCommand::SetPath("z.glb".to_owned());
    apply(&mut state, Command::Compression(other));
    assert!(
        state.compression.file.exists.is_none(),
        "another file is asked about anew"
    );
}
