//! The container. Source: glTF 2.0, section 4.4.

/// A .glb of JSON text and one binary chunk, which is left out if there is nothing in it. `None` beyond 4 GiB.
pub(super) fn write(json: &str, bin: &[u8]) -> Option<Vec<u8>> {
    let chunk = |length: usize| 8 + length.next_multiple_of(4);
    let total = 12 + chunk(json.len()) + if bin.is_empty() { 0 } else { chunk(bin.len()) };
    let mut out = Vec::with_capacity(total);
    out.extend(b"glTF\x02\0\0\0");
    out.extend(u32::try_from(total).ok()?.to_le_bytes());
    let mut push = |kind: &[u8; 4], data: &[u8], pad: u8| {
        let size = data.len().next_multiple_of(4);
        out.extend((size as u32).to_le_bytes());
        out.extend(kind);
        out.extend(data);
        out.resize(out.len() + size - data.len(), pad);
    };
    push(b"JSON", json.as_bytes(), b' ');
    if !bin.is_empty() {
        push(b"BIN\0", bin, 0);
    }
    Some(out)
}
