//! Models go to the device in pieces, on any thread, and stop when asked to; variants share what is the same.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use glam::{Affine3A, Mat3, Quat, Vec3, Vec4};
use rigscope::math::Transform;
use rigscope::model::{Model, PosedModel};
use rigscope::render::{GpuModel, RenderError, ViewTarget};
use rigscope::skinning::{InfluencesBuilder, Skin};
use rigscope::work::Work;

use crate::support::{Bench, ball, bench, plain_view, set_joint, skinned, texture};

type Upload<'a> = dyn Fn(&Work) -> Result<GpuModel, RenderError> + 'a;

/// A ball on two joints with a picture of `side` pixels on it.
fn painted(side: u32) -> Model {
    let mut model = skinned(
        vec![(ball(Vec3::splat(0.8)), rigscope::model::Material::clay())],
        2,
    );
    let rgba = (0..side * side)
        .flat_map(|k| [(k % 251) as u8, (k / side % 241) as u8, 90, 255])
        .collect();
    let slot = texture(&mut model, side, side, rgba);
    model.materials[0].base_color = Vec4::ONE;
    model.materials[0].base_color_texture = Some(slot);
    model
}

fn draw(bench: &mut Bench, gpu_model: &mut GpuModel, model: &Model) -> Vec<u8> {
    let mut posed = PosedModel::at_rest(model);
    let bent = Transform {
        rotation: Quat::from_rotation_z(0.7),
        ..Transform::IDENTITY
    };
    set_joint(model, &mut posed, 1, bent);
    let view = plain_view([96, 96]);
    let target = ViewTarget::new(&bench.gpu, view.size_px);
    bench
        .renderer
        .draw(&bench.gpu, gpu_model, model, &posed, &view, &target);
    target.read(&bench.gpu).expect("a picture").rgba
}

#[test]
fn an_upload_that_is_cancelled_stops_between_pieces() {
    let mut shared = bench();
    let model = painted(4096);
    let uploader = shared.renderer.uploader(&shared.gpu);
    let work = Work::alone();
    let seen = std::thread::scope(|scope| {
        scope.spawn(|| {
            // The first of sixteen pieces.
            while work.progress.fraction().is_none_or(|f| f <= 0.0) {
                std::thread::yield_now();
            }
            work.cancel.cancel();
        });
        uploader.upload(&model, &work)
    });
    assert_eq!(seen.err(), Some(RenderError::Cancelled));
    let fraction = work.progress.fraction().expect("it had begun");
    assert!(fraction < 0.9, "it went on to {fraction}");
    // The device is as good as before.
    let model = painted(16);
    let mut uploaded = shared.upload(&model);
    let picture = draw(&mut shared, &mut uploaded, &model);
    assert!(picture.iter().any(|c| *c != 0));
}

#[test]
fn progress_of_an_upload_never_goes_back_and_ends_full() {
    let shared = bench();
    let uploader = shared.renderer.uploader(&shared.gpu);
    // A model with a texture of several pieces, one that has nothing to upload, and one that is a variant of itself.
    let large = painted(1500);
    let prior = shared.upload(&large).prior(Arc::new(large.clone()));
    let uploads: [&Upload<'_>; 3] = [
        &|work| uploader.upload(&large, work),
        &|work| uploader.upload(&Model::default(), work),
        &|work| uploader.upload_variant(&large, &prior, work),
    ];
    for upload in uploads {
        let whole = Work::alone();
        let work = whole.step(0.5, 1.0);
        let done = AtomicBool::new(false);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                let mut before = 0.0;
                while !done.load(Ordering::Acquire) {
                    let now = whole.progress.fraction().unwrap_or(0.0);
                    assert!(now >= before, "from {before} back to {now}");
                    before = now;
                    std::thread::yield_now();
                }
            });
            let uploaded = upload(&work);
            done.store(true, Ordering::Release);
            uploaded.expect("it fits");
        });
        assert_eq!(whole.progress.fraction(), Some(1.0));
    }
}

#[test]
fn variants_draw_as_if_they_were_uploaded_whole() {
    let mut shared = bench();
    let original = painted(64);
    let mut prior = shared.upload(&original);
    let plain = draw(&mut shared, &mut prior, &original);
    let mut variants = vec![("itself", original.clone())];

    let mut moved = original.clone();
    let primitive = &mut moved.meshes[0].primitives[0];
    primitive.positions = primitive.positions.iter().map(|p| *p * 0.6).collect();
    variants.push(("positions", moved));

    let mut follows = original.clone();
    let primitive = &mut follows.meshes[0].primitives[0];
    let mut builder = InfluencesBuilder::new(2, primitive.vertex_count());
    (0..primitive.vertex_count()).for_each(|_| builder.push([(1, 1.0)]));
    primitive.influences = Some(builder.finish().0);
    variants.push(("influences", follows));

    let mut bound = original.clone();
    let inverse_binds = vec![
        Affine3A::IDENTITY,
        Affine3A::from_mat3(Mat3::from_diagonal(Vec3::splat(0.5))),
    ];
    let joints = bound.skins[0].joints().to_vec();
    bound.skins[0] = Skin::new(&bound.skeleton, joints, inverse_binds).expect("a skin");
    (0..2).for_each(|j| bound.skins[0].mark_weighted(j));
    variants.push(("inverse binds", bound));

    let mut other = original.clone();
    other.materials[0].base_color = Vec4::new(0.2, 0.9, 0.3, 1.0);
    variants.push(("materials", other));

    let mut fewer = original.clone();
    fewer.meshes[0].primitives[0].indices = Some(
        original.meshes[0].primitives[0].triangles()[..900]
            .to_vec()
            .into(),
    );
    fewer.meshes[0]
        .primitives
        .push(original.meshes[0].primitives[0].clone());
    variants.push(("primitives", fewer));

    let common = prior.prior(Arc::new(original.clone()));
    let uploader = shared.renderer.uploader(&shared.gpu);
    for (what, model) in variants {
        let mut variant = uploader
            .upload_variant(&model, &common, &Work::alone())
            .expect("it fits");
        let mut fresh = shared.upload(&model);
        let seen = draw(&mut shared, &mut variant, &model);
        assert!(
            seen == draw(&mut shared, &mut fresh, &model),
            "{what}: not as if uploaded whole"
        );
        let changes = !matches!(what, "itself" | "primitives");
        assert!(!changes || seen != plain, "{what}: the test must see the change");
        // What is shared lives on without either, and has its own pose.
        assert!(
            draw(&mut shared, &mut prior, &original) == plain,
            "{what}: the original changed"
        );
    }
    let variant = uploader.upload_variant(&original, &common, &Work::alone());
    drop((prior, common));
    assert!(draw(&mut shared, &mut variant.expect("it fits"), &original) == plain);
}

#[test]
fn a_model_is_uploaded_while_another_one_is_drawn() {
    let mut shared = bench();
    let shown = painted(32);
    let mut uploaded = shared.upload(&shown);
    let before = draw(&mut shared, &mut uploaded, &shown);
    let next = painted(2048);
    let uploader = shared.renderer.uploader(&shared.gpu);
    let done = AtomicBool::new(false);
    let mut frames = 0;
    let mut arrived = std::thread::scope(|scope| {
        let upload = scope.spawn(|| {
            let uploaded = uploader.upload(&next, &Work::alone());
            done.store(true, Ordering::Release);
            uploaded
        });
        while !done.load(Ordering::Acquire) {
            assert!(draw(&mut shared, &mut uploaded, &shown) == before);
            frames += 1;
        }
        upload.join().expect("no panic").expect("it fits")
    });
    assert!(frames > 0);
    let first = draw(&mut shared, &mut arrived, &next);
    let mut alone = shared.upload(&next);
    assert!(
        first == draw(&mut shared, &mut alone, &next),
        "the upload was disturbed"
    );
    shared.gpu.take_error().expect("no rule was broken");
}
