// How far two matrices (column by column) put a joint and the ends of a shell around it apart.
export function apart(m, n, radius) {
  const length = Math.hypot(m[0], m[1], m[2]) || 1;
  let most = 0;
  for (const axis of [0, 1, 2]) {
    for (const sign of [0, 1, -1]) {
      const off = [0, 1, 2].map((c) => m[12 + c] - n[12 + c] + ((sign * radius) / length) * (m[4 * axis + c] - n[4 * axis + c]));
      most = Math.max(most, Math.hypot(...off));
    }
  }
  return most;
}
