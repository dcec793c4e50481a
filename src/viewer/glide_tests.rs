use std::f32::consts::{FRAC_PI_2, PI, TAU};
use std::sync::Arc;

use glam::Vec3;

use super::super::{Camera, Command, Report, Settings, Side, ViewerState, advance, apply, report};
use crate::animation::SkeletonBuilder;
use crate::math::{Bounds, Transform};
use crate::model::{Model, Scene};

fn opened(reduced_motion: bool) -> ViewerState {
    let mut b = SkeletonBuilder::new();
    b.node(Some("root".into()), None, Transform::IDENTITY);
    let (skeleton, joints) = b.build().unwrap();
    let model = Arc::new(Model {
        skeleton,
        scenes: vec![Scene {
            joints,
            ..Scene::default()
        }],
        ..Model::default()
    });
    let mut state = ViewerState::new(Settings {
        reduced_motion,
        ..Settings::default()
    });
    report(&mut state, Report::Viewport([800, 600]));
    let opening_bounds = Bounds {
        min: Vec3::ZERO,
        max: Vec3::ONE,
    };
    report(
        &mut state,
        Report::Loaded {
            model,
            opening_bounds,
        },
    );
    state
}

fn pass(state: &mut ViewerState, secs: f64) {
    let mut left = secs;
    while left > 1e-9 {
        advance(state, left.min(1.0 / 60.0));
        left -= 1.0 / 60.0;
    }
}

#[test]
fn the_camera_glides_to_a_side_the_short_way_and_jumps_with_less_motion() {
    for (side, backward) in [
        (Side::Front, Vec3::Z),
        (Side::Back, Vec3::NEG_Z),
        (Side::Left, Vec3::NEG_X),
        (Side::Right, Vec3::X),
        (Side::Top, Vec3::Y),
        (Side::Bottom, Vec3::NEG_Y),
    ] {
        let mut state = opened(false);
        let before = state.camera;
        apply(&mut state, Command::LookFrom(side));
        assert_eq!(state.camera, before, "{side:?}: it has only begun");
        assert!(state.needs_redraw());
        let mut turned = 0.0_f32;
        let mut last = state.camera.yaw;
        for _ in 0..40 {
            pass(&mut state, 1.0 / 60.0);
            turned += ((state.camera.yaw - last + PI).rem_euclid(TAU) - PI).abs();
            last = state.camera.yaw;
        }
        assert!(turned <= PI + 1e-3, "{side:?} turned by {turned}");
        assert!((state.camera.backward() - backward).length() < 1e-5, "{side:?}");
        assert!(!state.needs_redraw(), "and rests");
        let mut state = opened(true);
        apply(&mut state, Command::LookFrom(side));
        assert!(
            (state.camera.backward() - backward).length() < 1e-5,
            "{side:?} jumps"
        );
        assert!(!state.needs_redraw());
    }
}

#[test]
fn framing_glides_and_a_hand_ends_it() {
    let mut state = opened(false);
    apply(
        &mut state,
        Command::Zoom {
            factor: 0.2,
            at: glam::Vec2::ZERO,
        },
    );
    let near = state.camera.distance;
    apply(&mut state, Command::Frame);
    pass(&mut state, 0.1);
    let on_the_way = state.camera.distance;
    assert!(on_the_way != near);
    apply(&mut state, Command::Orbit { yaw: 0.1, pitch: 0.0 });
    pass(&mut state, 1.0);
    assert_eq!(
        state.camera.distance, on_the_way,
        "it stays where the hand took it"
    );
}

#[test]
fn a_turn_that_is_let_go_of_comes_to_rest_and_a_slow_one_stands() {
    let mut state = opened(false);
    let before = state.camera.yaw;
    apply(&mut state, Command::Spin { yaw: 2.0, pitch: 0.0 });
    assert!(state.needs_redraw());
    pass(&mut state, 2.0);
    let turned = state.camera.yaw - before;
    assert!((0.15..0.25).contains(&turned), "{turned}");
    assert!(!state.needs_redraw());
    for (command, reduced) in [
        (Command::Spin { yaw: 0.1, pitch: 0.0 }, false),
        (
            Command::Spin {
                yaw: f32::NAN,
                pitch: 0.0,
            },
            false,
        ),
        (Command::Spin { yaw: 2.0, pitch: 0.0 }, true),
    ] {
        let mut state = opened(reduced);
        apply(&mut state, command);
        assert!(!state.needs_redraw());
    }
}

#[test]
fn the_turntable_goes_round_until_it_is_told_not_to() {
    let mut state = opened(false);
    let before = state.camera;
    apply(&mut state, Command::ToggleTurntable);
    assert!(state.needs_redraw());
    pass(&mut state, super::TURN_SECS / 4.0);
    let turned = (state.camera.yaw - before.yaw).rem_euclid(TAU);
    assert!((turned - FRAC_PI_2).abs() < 0.02, "{turned}");
    assert_eq!(state.camera.distance, before.distance);
    apply(&mut state, Command::ToggleTurntable);
    assert!(!state.needs_redraw());
}

#[test]
fn another_field_of_view_keeps_the_size_of_what_is_in_the_middle() {
    let mut state = opened(false);
    let size = |c: &Camera| (0.5 * c.fov_y).tan() * c.distance;
    let before = size(&state.camera);
    for fov in [0.2, 1.4, 9.0, 0.0] {
        apply(&mut state, Command::SetFieldOfView(fov));
        assert!((size(&state.camera) / before - 1.0).abs() < 1e-3, "{fov}");
        let [narrow, wide] = Camera::FOV_RANGE;
        assert!((narrow..=wide).contains(&state.camera.fov_y));
    }
    apply(&mut state, Command::SetFieldOfView(1.0));
    apply(&mut state, Command::SetFieldOfView(f32::NAN));
    apply(&mut state, Command::Frame);
    pass(&mut state, 1.0);
    assert_eq!(state.camera.fov_y, 1.0, "framing keeps it");
}
