"""From a dense motion to few keys: CUBICSPLINE with the motion's own slopes.

Keys lie at the times an animator names (the extremes) and then where the error is largest, all
from one list for the whole clip, until every channel is within its tolerance.
"""

import numpy as np


def continuous(q):
    """Quaternions over time (N, ..., 4) without sign jumps."""
    q = q.copy()
    for i in range(1, len(q)):
        flip = (q[i] * q[i - 1]).sum(-1, keepdims=True) < 0
        q[i] = np.where(flip, -q[i], q[i])
    return q


def slopes(times, values, breaks, periodic):
    """Slopes before and after each sample; they differ only at `breaks` (sample indices)."""
    h = times[1] - times[0]
    v = values
    mid = np.empty_like(v)
    mid[1:-1] = (v[2:] - v[:-2]) / (2 * h)
    forward = np.empty_like(v)
    forward[:-2] = (-3 * v[:-2] + 4 * v[1:-1] - v[2:]) / (2 * h)
    forward[-2] = (v[-1] - v[-2]) / h
    backward = np.empty_like(v)
    backward[2:] = (3 * v[2:] - 4 * v[1:-1] + v[:-2]) / (2 * h)
    backward[1] = (v[1] - v[0]) / h
    if periodic and 0 not in breaks:
        # A quaternion may come back with the other sign.
        s = np.ones(v.shape[:-1] + (1,))[0]
        if v.shape[-1] == 4:
            s = np.where((v[0] * v[-1]).sum(-1, keepdims=True) < 0, -1.0, 1.0)
        mid[0] = (v[1] - s * v[-2]) / (2 * h)
        mid[-1] = s * mid[0]
    else:
        mid[0], mid[-1] = forward[0], backward[-1]
    before, after = mid.copy(), mid.copy()
    for b in breaks:
        if 0 < b < len(v) - 1:
            before[b], after[b] = backward[b], forward[b]
    return before, after


def hermite(times, keys, values, before, after):
    """The spline through the samples `keys` (indices), at every time."""
    k = np.searchsorted(times[keys], times, side="right") - 1
    k = np.clip(k, 0, len(keys) - 2)
    a, b = np.asarray(keys)[k], np.asarray(keys)[k + 1]
    h = times[b] - times[a]
    u = (times - times[a]) / h
    e = (slice(None),) + (None,) * (values.ndim - 1)
    u, h = u[e], h[e]
    return ((2 * u**3 - 3 * u**2 + 1) * values[a] + (u**3 - 2 * u**2 + u) * h * after[a]
            + (-2 * u**3 + 3 * u**2) * values[b] + (u**3 - u**2) * h * before[b])


def error(fit, values):
    """Degrees for quaternions (last axis 4), else the distance; over time and channel."""
    if values.shape[-1] == 4:
        f = fit / np.linalg.norm(fit, axis=-1, keepdims=True)
        d = f - values
        return np.degrees(4 * np.arcsin(np.clip(np.linalg.norm(d, axis=-1) / 2, 0, 1)))
    return np.linalg.norm(fit - values, axis=-1)


def choose(times, groups, poses, breaks, periodic, most=64):
    """Key samples for the whole clip. `groups`: `(values (N, C, d), tolerances (C,))`."""
    at = lambda t: int(np.argmin(np.abs(times - t)))
    breaks = sorted({at(b) for b in breaks})
    keys = sorted({0, len(times) - 1} | {at(t) for t in poses} | set(breaks))
    prepared = [(v, *slopes(times, v, breaks, periodic), tol) for v, tol in groups]
    while len(keys) < most:
        worst = np.zeros(len(times))
        for v, b, a, tol in prepared:
            worst = np.maximum(worst, (error(hermite(times, keys, v, b, a), v) / tol).max(1))
        if worst.max() <= 1:
            break
        # Halve the interval with the largest error, near its middle.
        i = int(worst.argmax())
        k = int(np.searchsorted(keys, i, side="right"))
        lo, hi = keys[k - 1], keys[min(k, len(keys) - 1)]
        if hi - lo < 2:
            break
        keys = sorted(set(keys) | {(lo + hi) // 2})
    # Take back what a later key made needless; the named poses stay.
    named = {0, len(times) - 1} | {at(t) for t in poses}
    for k in sorted(set(keys) - named, key=lambda k: keys[keys.index(k) + 1] - keys[keys.index(k) - 1]):
        trial = [x for x in keys if x != k]
        if all((error(hermite(times, trial, v, b, a), v) / tol).max() <= 1 for v, b, a, tol in prepared):
            keys = trial
    return keys, breaks


def thin(times, keys, values, before, after, tol, keep):
    """Drops keys of one channel while it stays within tolerance; those of `keep` last."""
    e = lambda ks: error(hermite(times, ks, values[:, None], before[:, None], after[:, None])[:, 0], values)
    ks = list(keys)
    moved = True
    while moved and len(ks) > 2:
        moved = False
        for k in sorted(ks[1:-1], key=lambda k: k in keep):
            trial = [x for x in ks if x != k]
            if e(trial).max() <= tol:
                ks, moved = trial, True
    return ks
