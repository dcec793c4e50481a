//! Pictures of EXT_texture_webp. Of an animated one the first frame shows.

use image::{ImageFormat, RgbaImage};

use super::super::Budget;
use super::raster;
use crate::model::Issue;

/// Decodes a WebP picture to 8-bit RGBA.
pub fn decode(bytes: &[u8], budget: &Budget, pointer: &str) -> Result<RgbaImage, Issue> {
    if !frames_fit(bytes) {
        let reason = "a frame is larger than the picture";
        return Err(super::picture_broken("WebP", reason, pointer));
    }
    raster::decode(ImageFormat::WebP, bytes, budget, pointer)
}

/// False if a lossy frame claims to be larger than the canvas around it: the decoder makes room for a frame by what the
/// frame itself says, but room is asked for by the canvas. Source: RFC 9649, section 2; RFC 6386, section 9.1.
fn frames_fit(bytes: &[u8]) -> bool {
    let mut canvas = None;
    // Behind "RIFF", a size and "WEBP". An animation frame holds chunks of its own; what is left of both goes here.
    let mut open = vec![bytes.get(12..).unwrap_or_default()];
    while let Some(chunks) = open.pop() {
        let Some((head, rest)) = chunks.split_first_chunk::<8>() else {
            continue;
        };
        let [.., a, b, c, d] = *head;
        let length = u32::from_le_bytes([a, b, c, d]) as usize;
        let payload = &rest[..length.min(rest.len())];
        open.push(rest.get(length.saturating_add(length % 2)..).unwrap_or_default());
        match (&head[..4], payload) {
            (b"VP8X", [_, _, _, _, w0, w1, w2, h0, h1, h2, ..]) => {
                let size = |bytes: [&u8; 3]| u32::from_le_bytes([*bytes[0], *bytes[1], *bytes[2], 0]) + 1;
                canvas = Some((size([w0, w1, w2]), size([h0, h1, h2])));
            }
            (b"ANMF", [_, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, frame @ ..]) => open.push(frame),
            (b"VP8 ", [_, _, _, 0x9D, 0x01, 0x2A, w0, w1, h0, h1, ..]) => {
                let size = |low: u8, high: u8| u32::from(u16::from_le_bytes([low, high]) & 0x3FFF);
                let (width, height) = canvas.unwrap_or((u32::MAX, u32::MAX));
                if size(*w0, *w1) > width || size(*h0, *h1) > height {
                    return false;
                }
            }
            _ => {}
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chunk(name: [u8; 4], payload: &[u8]) -> Vec<u8> {
        let mut out = [name.as_slice(), &(payload.len() as u32).to_le_bytes(), payload].concat();
        if payload.len() % 2 == 1 {
            out.push(0);
        }
        out
    }

    fn file(chunks: &[Vec<u8>]) -> Vec<u8> {
        let body = [b"WEBP".as_slice(), &chunks.concat()].concat();
        [b"RIFF".as_slice(), &(body.len() as u32).to_le_bytes(), &body].concat()
    }

    /// A lossy frame that claims `size` in both directions.
    fn frame(size: u16) -> Vec<u8> {
        let [low, high] = size.to_le_bytes();
        chunk(
            *b"VP8 ",
            &[0x10, 2, 0, 0x9D, 1, 0x2A, low, high, low, high, 0, 0, 0],
        )
    }

    /// What says that the canvas is 16 x 16; flag 2: animated.
    fn canvas(flags: u8) -> Vec<u8> {
        chunk(*b"VP8X", &[flags, 0, 0, 0, 15, 0, 0, 15, 0, 0])
    }

    fn refused(bytes: &[u8], budget: &Budget) -> Issue {
        decode(bytes, budget, "/images/0").unwrap_err()
    }

    #[test]
    fn a_frame_larger_than_its_canvas_is_refused_before_room_is_made_for_it() {
        let budget = Budget::new(1 << 20);
        let reason = |bytes: &[u8]| refused(bytes, &budget).to_string();
        assert!(reason(&file(&[canvas(0), frame(16383)])).contains("larger than the picture"));
        let inner = [&[0; 6][..], &[15, 0, 0, 15, 0, 0], &[100, 0, 0, 0], &frame(16383)].concat();
        let animated = file(&[canvas(2), chunk(*b"ANIM", &[0; 6]), chunk(*b"ANMF", &inner)]);
        assert!(reason(&animated).contains("larger than the picture"));
        assert!(!reason(&file(&[canvas(0), frame(16)])).contains("larger"));
        assert_eq!(budget.left(), 1 << 20, "all that was asked for is given back");
    }

    #[test]
    fn a_claim_beyond_the_memory_limit_names_it() {
        let issue = refused(&file(&[frame(16383)]), &Budget::new(100 << 20));
        assert_eq!(issue.code, "image-too-large");
    }

    #[test]
    fn no_cut_and_no_changed_byte_panics() {
        let mut good = Vec::new();
        let picture = RgbaImage::from_fn(9, 7, |x, y| image::Rgba([x as u8 * 20, y as u8 * 30, 7, 200]));
        picture
            .write_to(&mut std::io::Cursor::new(&mut good), ImageFormat::WebP)
            .unwrap();
        let budget = Budget::new(1 << 30);
        assert_eq!(decode(&good, &budget, "").unwrap(), picture);
        for at in 0..good.len() {
            decode(&good[..at], &budget, "").ok();
            for value in [0, 0xFF, good[at] ^ 1, good[at] ^ 0x80] {
                let mut changed = good.clone();
                changed[at] = value;
                decode(&changed, &budget, "").ok();
            }
        }
    }
}
