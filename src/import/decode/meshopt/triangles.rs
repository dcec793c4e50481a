//! Mode 1, triangles: most share an edge with one of the last sixteen, and most new vertices come in order.

use super::cursor::{Cursor, unzigzag};
use super::{Fault, PORTION, put_index};
use crate::work::Cancelled;

/// Bytes of the table at the end.
const TABLE: usize = 16;

/// The last sixteen things that were pushed.
struct Fifo<T> {
    ring: [T; 16],
    pushed: usize,
}

impl<T: Copy + Default> Fifo<T> {
    fn new() -> Self {
        Self {
            ring: [T::default(); 16],
            pushed: 0,
        }
    }

    fn push(&mut self, thing: T) {
        self.ring[self.pushed % 16] = thing;
        self.pushed += 1;
    }

    /// The `back`th before the last one.
    fn get(&self, back: u8) -> Result<T, Fault> {
        let index = self
            .pushed
            .checked_sub(1 + usize::from(back))
            .ok_or(Fault::Back)?;
        Ok(self.ring[index % 16])
    }
}

struct Decoder<'a> {
    data: Cursor<'a>,
    table: &'a [u8],
    /// Codes of the vertex FIFO begin to mean neighbours of `last` here.
    neighbours: u8,
    next: u32,
    last: u32,
    edges: Fifo<(u32, u32)>,
    vertices: Fifo<u32>,
}

/// Unpacks into `out`: three indices of `size` bytes a triangle. The outer error says that the task was stopped.
pub(super) fn decode(
    bytes: &[u8],
    size: usize,
    out: &mut [u8],
    pause: impl Fn() -> Result<(), Cancelled>,
) -> Result<Result<(), Fault>, Cancelled> {
    let (mut decoder, codes) = match Decoder::open(bytes, out.len() / (3 * size)) {
        Ok(opened) => opened,
        Err(fault) => return Ok(Err(fault)),
    };
    for (codes, triangles) in codes.chunks(PORTION).zip(out.chunks_mut(PORTION * 3 * size)) {
        pause()?;
        for (&code, triangle) in codes.iter().zip(triangles.chunks_exact_mut(3 * size)) {
            match decoder.triangle(code) {
                Ok(corners) => {
                    for (place, corner) in triangle.chunks_exact_mut(size).zip(corners) {
                        put_index(place, corner);
                    }
                }
                Err(fault) => return Ok(Err(fault)),
            }
        }
    }
    Ok(decoder.data.end())
}

impl<'a> Decoder<'a> {
    fn open(bytes: &'a [u8], triangles: usize) -> Result<(Self, &'a [u8]), Fault> {
        let (&version, rest) = bytes.split_first().ok_or(Fault::Short)?;
        let neighbours = match version {
            // From before neighbours of the last index had codes; old tools write it.
            0xE0 => 15,
            0xE1 => 13,
            _ => return Err(Fault::Header),
        };
        let end = rest.len().checked_sub(TABLE).ok_or(Fault::Short)?;
        let (body, table) = rest.split_at(end);
        if table.iter().any(|byte| byte & 15 == 15 || byte >> 4 == 15) || table[14..] != [0, 0] {
            return Err(Fault::Code);
        }
        let (codes, data) = body.split_at_checked(triangles).ok_or(Fault::Short)?;
        let decoder = Self {
            data: Cursor::new(data),
            table,
            neighbours,
            next: 0,
            last: 0,
            edges: Fifo::new(),
            vertices: Fifo::new(),
        };
        Ok((decoder, codes))
    }

    fn triangle(&mut self, code: u8) -> Result<[u32; 3], Fault> {
        let (high, low) = (code >> 4, code & 15);
        match (high, low) {
            (15, 14..) => self.far(low == 14),
            (15, _) => {
                let entry = self.table[usize::from(low)];
                let a = self.fresh();
                let b = self.recent(entry >> 4)?;
                let c = self.recent(entry & 15)?;
                Ok(self.push_all([a, b, c], [entry >> 4, entry & 15]))
            }
            _ => {
                let (a, b) = self.edges.get(high)?;
                let (c, is_new) = match low {
                    0 => (self.fresh(), true),
                    15 => (self.spelled()?, true),
                    _ if low < self.neighbours => (self.vertices.get(low)?, false),
                    13 => (self.step(u32::MAX), true),
                    _ => (self.step(1), true),
                };
                self.edges.push((c, b));
                self.edges.push((a, c));
                if is_new {
                    self.vertices.push(c);
                }
                Ok([a, b, c])
            }
        }
    }

    /// A triangle that shares nothing, or little.
    fn far(&mut self, starts_fresh: bool) -> Result<[u32; 3], Fault> {
        let entry = self.data.byte()?;
        if entry == 0 {
            self.next = 0;
        }
        let a = if starts_fresh {
            self.fresh()
        } else {
            self.spelled()?
        };
        let kinds = [entry >> 4, entry & 15];
        let b = self.any(kinds[0])?;
        let c = self.any(kinds[1])?;
        // A corner that is spelled out is as new to the FIFO as a fresh one.
        Ok(self.push_all([a, b, c], kinds.map(|kind| if kind == 15 { 0 } else { kind })))
    }

    /// 15: spelled out; else as [`Self::recent`].
    fn any(&mut self, kind: u8) -> Result<u32, Fault> {
        if kind == 15 {
            self.spelled()
        } else {
            self.recent(kind)
        }
    }

    /// The edges, and the corners that were not in the FIFO: those of kind 0.
    fn push_all(&mut self, [a, b, c]: [u32; 3], kinds: [u8; 2]) -> [u32; 3] {
        self.edges.push((b, a));
        self.edges.push((c, b));
        self.edges.push((a, c));
        self.vertices.push(a);
        for (corner, kind) in [b, c].into_iter().zip(kinds) {
            if kind == 0 {
                self.vertices.push(corner);
            }
        }
        [a, b, c]
    }

    /// A vertex that no triangle had before.
    fn fresh(&mut self) -> u32 {
        let index = self.next;
        self.next = index.wrapping_add(1);
        index
    }

    /// 0: fresh; else so far back in the FIFO, from 1.
    fn recent(&mut self, kind: u8) -> Result<u32, Fault> {
        match kind {
            0 => Ok(self.fresh()),
            _ => self.vertices.get(kind - 1),
        }
    }

    /// The index so much after the last one that was spelled out.
    fn step(&mut self, delta: u32) -> u32 {
        self.last = self.last.wrapping_add(delta);
        self.last
    }

    fn spelled(&mut self) -> Result<u32, Fault> {
        let delta = unzigzag(self.data.varint()?);
        Ok(self.step(delta))
    }
}
