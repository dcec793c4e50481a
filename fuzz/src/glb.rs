//! GLB, put together and taken apart without checks: a fuzzer wants broken ones, too.

/// A GLB of a document and one binary chunk.
pub fn join(json: &[u8], bin: &[u8]) -> Vec<u8> {
    let mut out = b"glTF\x02\0\0\0\0\0\0\0".to_vec();
    for (kind, data, padding) in [(0x4E4F_534A_u32, json, b' '), (0x004E_4942, bin, 0)] {
        let length = data.len().next_multiple_of(4);
        out.extend((length as u32).to_le_bytes());
        out.extend(kind.to_le_bytes());
        out.extend(data);
        out.extend(std::iter::repeat_n(padding, length - data.len()));
    }
    let length = out.len() as u32;
    out[8..12].copy_from_slice(&length.to_le_bytes());
    out
}

/// Document and binary chunk of a GLB whose first two chunks are whole.
pub fn split(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let word = |at: usize| Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?) as usize);
    if !bytes.starts_with(b"glTF") {
        return None;
    }
    let json = bytes.get(20..20_usize.checked_add(word(12)?)?)?;
    let at = 20 + json.len();
    let bin = word(at).and_then(|n| bytes.get(at + 8..(at + 8).checked_add(n)?));
    Some((json, bin.unwrap_or_default()))
}
