#!/usr/bin/env python3
"""`rigscope compare --json` against an evaluation in double precision that shares no code with it.

    tests/check_compare.py --viewer target/debug/rigscope MODEL.glb..

Reads the .glb itself (plain Python, nothing to install): LINEAR and STEP clips, hierarchy, linear blend skinning, and
dual quaternion skinning after Kavan et al. 2008 with stretch (each joint's matrix is parted by polar decomposition,
the stretch is blended about the bind position, the common scale of the rig taken out first). Then it measures what
the report says:

- how many vertices are compared (one per distinct position and influences), the diagonal at rest, frames;
- for every clip: the largest distance is there, at the instant, vertex and joint named;
- for clips within a budget, shortest first: every instant; largest, mean of means and 95th percentile.

Prints one line a model and `N passed, N failed`; exits 1 if anything failed.
"""
import argparse
import json
import math
import struct
import subprocess
import sys
from collections import defaultdict

TOLERANCE = 2e-5  # of the diagonal: the program computes in single precision
COMPONENTS = {5120: ("b", 1, 127.0), 5121: ("B", 1, 255.0), 5122: ("h", 2, 32767.0), 5123: ("H", 2, 65535.0),
              5125: ("I", 4, None), 5126: ("f", 4, None)}
WIDTHS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}


# ---------------------------------------------------------------------------------------------------------- the file
class Glb:
    def __init__(self, path):
        with open(path, "rb") as f:
            data = f.read()
        magic, version, _ = struct.unpack_from("<4sII", data)
        assert magic == b"glTF" and version == 2, "not a GLB 2"
        at, self.bin = 12, b""
        while at + 8 <= len(data):
            size, kind = struct.unpack_from("<I4s", data, at)
            chunk = data[at + 8:at + 8 + size]
            if kind == b"JSON":
                self.json = json.loads(chunk)
            elif kind == b"BIN\0":
                self.bin = chunk
            at += 8 + size
        self.cache = {}

    def accessor(self, index):
        """Rows of numbers; normalised integers as the specification decodes them."""
        if index in self.cache:
            return self.cache[index]
        a = self.json["accessors"][index]
        assert "sparse" not in a, "sparse accessors are not read here"
        letter, size, most = COMPONENTS[a["componentType"]]
        width = WIDTHS[a["type"]]
        view = self.json["bufferViews"][a["bufferView"]]
        start = view.get("byteOffset", 0) + a.get("byteOffset", 0)
        stride = view.get("byteStride", size * width)
        rows = []
        for k in range(a["count"]):
            row = struct.unpack_from("<%d%s" % (width, letter), self.bin, start + k * stride)
            if a.get("normalized"):
                row = tuple(max(v / most, -1.0) for v in row)
            rows.append(row)
        self.cache[index] = rows
        return rows


# ------------------------------------------------------------------------- matrices: three rows of four, row by row
IDENTITY = (1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0)


def mul(a, b):
    out = []
    for r in (0, 4, 8):
        a0, a1, a2, a3 = a[r:r + 4]
        for c in range(4):
            v = a0 * b[c] + a1 * b[4 + c] + a2 * b[8 + c]
            out.append(v + a3 if c == 3 else v)
    return tuple(out)


def from_columns(m):
    return tuple(m[c * 4 + r] for r in range(3) for c in range(4))


def from_trs(t, q, s):
    x, y, z, w = q
    rows = ((1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)),
            (2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)),
            (2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)))
    return tuple(v for r in range(3) for v in (rows[r][0] * s[0], rows[r][1] * s[1], rows[r][2] * s[2], t[r]))


def apply(m, p):
    x, y, z = p
    return (m[0] * x + m[1] * y + m[2] * z + m[3], m[4] * x + m[5] * y + m[6] * z + m[7],
            m[8] * x + m[9] * y + m[10] * z + m[11])


def linear(m):
    return (m[0], m[1], m[2], m[4], m[5], m[6], m[8], m[9], m[10])


def det3(a):
    return (a[0] * (a[4] * a[8] - a[5] * a[7]) - a[1] * (a[3] * a[8] - a[5] * a[6])
            + a[2] * (a[3] * a[7] - a[4] * a[6]))


def mul3(a, b):
    return tuple(sum(a[r * 3 + k] * b[k * 3 + c] for k in range(3)) for r in range(3) for c in range(3))


def transpose3(a):
    return (a[0], a[3], a[6], a[1], a[4], a[7], a[2], a[5], a[8])


def apply3(a, p):
    x, y, z = p
    return (a[0] * x + a[1] * y + a[2] * z, a[3] * x + a[4] * y + a[5] * z, a[6] * x + a[7] * y + a[8] * z)


def inverse3(a):
    d = det3(a)
    return tuple(v / d for v in (
        a[4] * a[8] - a[5] * a[7], a[2] * a[7] - a[1] * a[8], a[1] * a[5] - a[2] * a[4],
        a[5] * a[6] - a[3] * a[8], a[0] * a[8] - a[2] * a[6], a[2] * a[3] - a[0] * a[5],
        a[3] * a[7] - a[4] * a[6], a[1] * a[6] - a[0] * a[7], a[0] * a[4] - a[1] * a[3]))


def polar(a):
    """Rotation and stretch, A = R S, by Newton's iteration (Higham 1986); a mirror goes into the stretch."""
    r = a if det3(a) > 0 else tuple(-v for v in a)
    for _ in range(60):
        t = transpose3(inverse3(r))
        n = tuple(0.5 * (u + v) for u, v in zip(r, t))
        done = max(abs(u - v) for u, v in zip(n, r)) < 1e-14
        r = n
        if done:
            break
    return r, mul3(transpose3(r), a)


def quaternion(r):
    """xyzw of a rotation matrix, by the largest component (Shepperd 1978)."""
    m00, m01, m02, m10, m11, m12, m20, m21, m22 = r
    four = (1 + m00 - m11 - m22, 1 - m00 + m11 - m22, 1 - m00 - m11 + m22, 1 + m00 + m11 + m22)
    k = four.index(max(four))
    if k == 0:
        q = (four[0], m01 + m10, m02 + m20, m21 - m12)
    elif k == 1:
        q = (m01 + m10, four[1], m12 + m21, m02 - m20)
    elif k == 2:
        q = (m02 + m20, m12 + m21, four[2], m10 - m01)
    else:
        q = (m21 - m12, m02 - m20, m10 - m01, four[3])
    n = math.sqrt(sum(v * v for v in q))
    return tuple(v / n for v in q)


# --------------------------------------------------------------------------------------------------------- animation
def slerp(a, b, t):
    dot = sum(u * v for u, v in zip(a, b))
    if dot < 0:
        b, dot = tuple(-v for v in b), -dot
    if dot > 1 - 1e-12:
        q = tuple(u + (v - u) * t for u, v in zip(a, b))
    else:
        angle = math.acos(min(dot, 1.0))
        u, v = math.sin((1 - t) * angle) / math.sin(angle), math.sin(t * angle) / math.sin(angle)
        q = tuple(x * u + y * v for x, y in zip(a, b))
    n = math.sqrt(sum(v * v for v in q))
    return tuple(v / n for v in q)


def unit(q):
    n = math.sqrt(sum(v * v for v in q))
    return tuple(v / n for v in q)


class Model:
    def __init__(self, path):
        self.glb = glb = Glb(path)
        j = glb.json
        self.nodes = j["nodes"]
        self.parent = [None] * len(self.nodes)
        for index, node in enumerate(self.nodes):
            for child in node.get("children", []):
                self.parent[child] = index
        self.order = []
        stack = [n for n, p in enumerate(self.parent) if p is None]
        while stack:
            n = stack.pop()
            self.order.append(n)
            stack.extend(self.nodes[n].get("children", []))
        self.rest = []
        for node in self.nodes:
            if "matrix" in node:
                self.rest.append(from_columns(node["matrix"]))
            else:
                self.rest.append((tuple(node.get("translation", (0, 0, 0))),
                                  unit(node.get("rotation", (0, 0, 0, 1))), tuple(node.get("scale", (1, 1, 1)))))
        self.clips = [self.clip(a) for a in j.get("animations", [])]
        self.skins = [self.skin(s) for s in j.get("skins", [])]
        shown = set()
        stack = list(j["scenes"][j.get("scene", 0)]["nodes"])
        while stack:
            n = stack.pop()
            shown.add(n)
            stack.extend(self.nodes[n].get("children", []))
        self.vertices, self.rigid, self.by_place = [], [], {}
        distinct = set()
        carries = defaultdict(set)
        for n in sorted(shown):
            node = self.nodes[n]
            if "mesh" not in node:
                continue
            skin = node.get("skin")
            for p, primitive in enumerate(j["meshes"][node["mesh"]]["primitives"]):
                assert "targets" not in primitive, "morph targets are not read here"
                attributes = primitive["attributes"]
                positions = glb.accessor(attributes["POSITION"])
                if skin is None or "JOINTS_0" not in attributes:
                    self.rigid.extend((n, position) for position in positions)
                    continue
                sets = [(glb.accessor(attributes["JOINTS_%d" % k]), glb.accessor(attributes["WEIGHTS_%d" % k]))
                        for k in range(9) if "JOINTS_%d" % k in attributes]
                for v, position in enumerate(positions):
                    sums = defaultdict(float)
                    for joints, weights in sets:
                        for joint, weight in zip(joints[v], weights[v]):
                            if weight > 0:
                                sums[joint] += weight
                    whole = sum(sums.values())
                    influences = [(joint, weight / whole) for joint, weight in sums.items()] or [(0, 1.0)]
                    influences.sort(key=lambda i: (-i[1], i[0]))
                    for joint, _ in influences:
                        carries[skin].add(joint)
                    at = tuple(float(c) + 0.0 for c in position)
                    key = (skin, at, tuple(sorted((i, struct.pack("<f", w)) for i, w in influences)))
                    vertex = self.by_place[n, node["mesh"], p, v] = (skin, at, influences)
                    if key not in distinct:
                        distinct.add(key)
                        self.vertices.append(vertex)
        self.carries = carries
        world = self.world(None, 0.0)
        corners = [apply(world[n], position) for n, position in self.rigid]
        matrices = {k: [mul(world[joint], m) for joint, m in zip(*s)] for k, s in enumerate(self.skins)}
        corners += [self.blend(matrices[skin], at, influences) for skin, at, influences in self.vertices]
        self.diagonal = math.dist([min(c[k] for c in corners) for k in range(3)],
                                  [max(c[k] for c in corners) for k in range(3)])

    def clip(self, animation):
        tracks = []
        for channel in animation["channels"]:
            path = channel["target"]["path"]
            if "node" not in channel["target"] or path == "weights":
                continue
            sampler = animation["samplers"][channel["sampler"]]
            kind = sampler.get("interpolation", "LINEAR")
            assert kind in ("LINEAR", "STEP"), kind + " is not read here"
            times = [t[0] for t in self.glb.accessor(sampler["input"])]
            values = self.glb.accessor(sampler["output"])
            if path == "rotation":
                values = [unit(v) for v in values]
            tracks.append((channel["target"]["node"], path, kind, times, values))
        return tracks, max((t[3][-1] for t in tracks), default=0.0)

    def skin(self, skin):
        joints = skin["joints"]
        if "inverseBindMatrices" in skin:
            inverse = [from_columns(m) for m in self.glb.accessor(skin["inverseBindMatrices"])]
        else:
            inverse = [IDENTITY] * len(joints)
        return joints, inverse

    def world(self, clip, time):
        local = list(self.rest)
        if clip is not None:
            for node, path, kind, times, values in self.clips[clip][0]:
                right = next((k for k, t in enumerate(times) if t > time), len(times))
                if right == 0:
                    value = values[0]
                elif right == len(times) or kind == "STEP":
                    value = values[right - 1]
                else:
                    u = (time - times[right - 1]) / (times[right] - times[right - 1])
                    a, b = values[right - 1], values[right]
                    value = slerp(a, b, u) if path == "rotation" else tuple(x + (y - x) * u for x, y in zip(a, b))
                place = ("translation", "rotation", "scale").index(path)
                trs = list(local[node])
                trs[place] = value
                local[node] = tuple(trs)
        out = [None] * len(local)
        for n in self.order:
            m = local[n] if len(local[n]) == 12 else from_trs(*local[n])
            out[n] = m if self.parent[n] is None else mul(out[self.parent[n]], m)
        return out

    @staticmethod
    def blend(matrices, p, influences):
        x = y = z = 0.0
        for joint, weight in influences:
            q = apply(matrices[joint], p)
            x, y, z = x + weight * q[0], y + weight * q[1], z + weight * q[2]
        return x, y, z

    def palettes(self, clip, time):
        """Per skin: matrices; per joint the quaternion, its dual part, and the stretch about the bind position."""
        world = self.world(clip, time)
        out = []
        for k, (joints, inverse) in enumerate(self.skins):
            matrices = [mul(world[joint], m) for joint, m in zip(joints, inverse)]
            sizes = []
            for joint in self.carries[k]:
                d = det3(linear(matrices[joint]))
                sizes.append(math.copysign(abs(d) ** (1 / 3), d))
            sizes.sort()
            s = sizes[(len(sizes) - 1) // 2] if sizes else 1.0
            s = math.copysign(1.0, s) if abs(abs(s) - 1) <= 1e-5 else s
            s = 1.0 if abs(s) < 1e-6 else s
            joints_out = []
            for m, bind in zip(matrices, inverse):
                a = tuple(v / s for v in linear(m))
                b3 = inverse3(linear(bind))
                c = tuple(-v for v in apply3(b3, (bind[3], bind[7], bind[11])))
                r, stretch = polar(a)
                scaled = tuple(v * s for v in c)
                lands, turned = apply(m, c), apply3(r, scaled)
                t = tuple(u - v for u, v in zip(lands, turned))
                x, y, z, w = q = quaternion(r)
                dual = (0.5 * (t[0] * w + t[1] * z - t[2] * y), 0.5 * (t[1] * w + t[2] * x - t[0] * z),
                        0.5 * (t[2] * w + t[0] * y - t[1] * x), -0.5 * (t[0] * x + t[1] * y + t[2] * z))
                off = apply3(stretch, scaled)
                rows = tuple(v for i in range(3) for v in (stretch[i * 3] * s, stretch[i * 3 + 1] * s,
                                                           stretch[i * 3 + 2] * s, scaled[i] - off[i]))
                rigid = s == 1.0 and max(abs(u - v) for u, v in zip(rows, IDENTITY)) < 1e-12
                joints_out.append((q, dual, None if rigid else rows))
            out.append((matrices, joints_out))
        return out

    def distance(self, palettes, vertex):
        skin, p, influences = vertex
        matrices, joints = palettes[skin]
        if len(influences) == 1:
            # One joint: both methods are its matrix.
            return 0.0
        lx, ly, lz = self.blend(matrices, p, influences)
        if any(joints[joint][2] for joint, _ in influences):
            sx = sy = sz = 0.0
            for joint, weight in influences:
                q = apply(joints[joint][2] or IDENTITY, p)
                sx, sy, sz = sx + weight * q[0], sy + weight * q[1], sz + weight * q[2]
        else:
            sx, sy, sz = p
        px, py, pz, pw = joints[influences[0][0]][0]
        x = y = z = w = dx = dy = dz = dw = 0.0
        for joint, weight in influences:
            q, d, _ = joints[joint]
            if q[0] * px + q[1] * py + q[2] * pz + q[3] * pw < 0:
                weight = -weight
            x, y, z, w = x + weight * q[0], y + weight * q[1], z + weight * q[2], w + weight * q[3]
            dx, dy, dz, dw = dx + weight * d[0], dy + weight * d[1], dz + weight * d[2], dw + weight * d[3]
        n = math.sqrt(x * x + y * y + z * z + w * w)
        x, y, z, w, dx, dy, dz, dw = x / n, y / n, z / n, w / n, dx / n, dy / n, dz / n, dw / n
        # p + 2 r x (r x p + w p) + 2 (w d - dw r + r x d)
        ax, ay, az = y * sz - z * sy + w * sx, z * sx - x * sz + w * sy, x * sy - y * sx + w * sz
        mx = sx + 2 * (y * az - z * ay) + 2 * (w * dx - dw * x + y * dz - z * dy)
        my = sy + 2 * (z * ax - x * az) + 2 * (w * dy - dw * y + z * dx - x * dz)
        mz = sz + 2 * (x * ay - y * ax) + 2 * (w * dz - dw * z + x * dy - y * dx)
        return math.sqrt((mx - lx) ** 2 + (my - ly) ** 2 + (mz - lz) ** 2)


def instants(duration, fps):
    out, k = [], 0
    while k / fps < duration * (1 - 1e-9):
        out.append(k / fps)
        k += 1
    return out + [duration]


# ------------------------------------------------------------------------------------------------------------ checks
class Checks:
    def __init__(self):
        self.passed, self.failed = 0, 0

    def that(self, holds, what):
        if holds:
            self.passed += 1
        else:
            self.failed += 1
            print("  failed:", what)


def check_model(viewer, path, budget, checks):
    command = [viewer, "compare", path, "--json"]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    checks.that(run.returncode == 0, "%s: exit %d %s" % (path, run.returncode, run.stderr.strip()))
    if run.returncode != 0:
        return
    report = json.loads(run.stdout)
    model = Model(path)
    tolerance = TOLERANCE * model.diagonal
    near = lambda a, b: abs(a - b) <= tolerance
    units = lambda length: length["units"]
    checks.that(report["vertices"] == len(model.vertices),
                "%d vertices, not %d" % (report["vertices"], len(model.vertices)))
    checks.that(near(report["rest_diagonal"], model.diagonal),
                "diagonal %g, not %g" % (report["rest_diagonal"], model.diagonal))
    rows = report["clips"]
    checks.that([r["index"] for r in rows] == (list(range(len(model.clips))) or [None]), "every clip has its row")
    fps = report["fps"]
    times = {r["index"]: instants(model.clips[r["index"]][1] if model.clips else 0.0, fps) for r in rows}
    off = 0.0
    for row in rows:
        clip, largest = row["index"], units(row["largest"])
        checks.that(row["frames"] == len(times[clip]), "clip %s: %d frames, not %d" % (clip, row["frames"], len(times[clip])))
        for length in (row["largest"], row["mean"], row["percentile_95"]):
            checks.that(math.isclose(length["millimetres"], 1000 * length["units"], rel_tol=1e-9)
                        and math.isclose(length["per_cent"], 100 * length["units"] / report["rest_diagonal"], rel_tol=1e-9),
                        "clip %s: units" % clip)
        worst = row["worst"]
        if worst is None:
            checks.that(largest == 0, "clip %s: a distance without a place" % clip)
            continue
        # At the instant named: nothing is farther apart, and the vertex named is that far.
        palettes = model.palettes(clip, worst["time_secs"])
        distances = [model.distance(palettes, v) for v in model.vertices]
        off = max(off, abs(max(distances) - largest))
        checks.that(near(max(distances), largest), "clip %s: largest %g, not %g" % (clip, largest, max(distances)))
        vertex = model.by_place.get(tuple(worst[k] for k in ("node", "mesh", "primitive", "vertex")))
        checks.that(vertex is not None and near(model.distance(palettes, vertex), largest),
                    "clip %s: the vertex named is not the worst" % clip)
        if vertex is not None:
            most = vertex[2][0][1]
            names = [model.skins[vertex[0]][0][i] for i, w in vertex[2] if w > most - 1e-6]
            checks.that(worst["joint_node"] in names, "clip %s: joint" % clip)
    # Every instant of the clips that the budget allows, shortest first.
    whole = 0
    for row in sorted(rows, key=lambda r: r["frames"]):
        clip = row["index"]
        cost = row["frames"] * len(model.vertices)
        if cost > budget:
            break
        budget -= cost
        whole += 1
        own = [0.0] * len(model.vertices)
        means = []
        for time in times[clip]:
            palettes = model.palettes(clip, time)
            distances = [model.distance(palettes, v) for v in model.vertices]
            means.append(sum(distances) / len(distances))
            own = [max(a, b) for a, b in zip(own, distances)]
        own.sort()
        p95 = own[min(max(math.ceil(0.95 * len(own)), 1), len(own)) - 1]
        mean = sum(means) / len(means)
        off = max(off, abs(own[-1] - units(row["largest"])), abs(mean - units(row["mean"])),
                  abs(p95 - units(row["percentile_95"])))
        checks.that(near(own[-1], units(row["largest"])), "clip %s: largest of all %g" % (clip, own[-1]))
        checks.that(near(mean, units(row["mean"])), "clip %s: mean %g, not %g" % (clip, units(row["mean"]), mean))
        checks.that(near(p95, units(row["percentile_95"])),
                    "clip %s: percentile %g, not %g" % (clip, units(row["percentile_95"]), p95))
    frames = sum(r["frames"] for r in rows)
    mean = sum(units(r["mean"]) * r["frames"] for r in rows) / frames
    checks.that(report["frames"] == frames and near(units(report["mean"]), mean), "all clips: the weighted mean")
    checks.that(units(report["largest"]) == max(units(r["largest"]) for r in rows), "all clips: the largest")
    print("%s: %d vertices, %d frames, %d of %d clips at every instant; at most %.2g of the diagonal off"
          % (path, len(model.vertices), frames, whole, len(rows), off / model.diagonal))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--viewer", required=True, help="the rigscope program")
    parser.add_argument("--budget", type=int, default=300_000, help="vertex evaluations a model for whole clips")
    parser.add_argument("models", nargs="+", help=".glb files")
    args = parser.parse_args()
    checks = Checks()
    for path in args.models:
        try:
            check_model(args.viewer, path, args.budget, checks)
        except (AssertionError, KeyError, OSError, ValueError) as error:
            checks.that(False, "%s: %s" % (path, error))
    print("%d passed, %d failed" % (checks.passed, checks.failed))
    return 1 if checks.failed else 0


if __name__ == "__main__":
    sys.exit(main())
