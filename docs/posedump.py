#!/usr/bin/env python3
"""A second opinion in one short file: poses a .glb (LBS) and writes a pose dump.

    python3 docs/posedump.py MODEL.glb CLIP SECONDS > theirs.json     (CLIP: its index, or - for the rest pose)
    rigscope verify MODEL.glb --against theirs.json

Standard library only, no line in common with rigscope. The part that writes the dump is `write_dump`; take it for your own importer.
"""
import bisect, json, math, struct, sys


# [emitter]
def write_dump(out, clip, time, locals_, worlds, palettes, meshes):
    """clip: index or None. locals_: per node (t, r, s). worlds: per node 16 numbers, column-major. palettes: per skin a
    list of 16 numbers per joint. meshes: (node, mesh, primitive, [[x, y, z] per vertex, in world space])."""
    def flat(numbers):
        numbers = [float(n) for n in numbers]
        if not all(math.isfinite(n) for n in numbers):
            raise ValueError('JSON has no NaN and no infinity')
        return numbers
    json.dump({
        'format': 'posedump-1',
        'clip': None if clip is None else {'index': clip, 'name': None},
        'time': time,
        'skinning': 'lbs',
        'locals': {str(n): {'translation': flat(t), 'rotation': flat(r), 'scale': flat(s)}
                   for n, (t, r, s) in enumerate(locals_)},
        'nodes': {str(n): flat(m) for n, m in enumerate(worlds)},
        'palettes': {str(k): [flat(m) for m in matrices] for k, matrices in enumerate(palettes)},
        'instances': [{'node': node, 'mesh': mesh, 'primitive': primitive, 'indices': None,
                       'positions': flat(x for p in points for x in p)}
                      for node, mesh, primitive, points in meshes],
    }, out)
# [/emitter]


def multiply(a, b):
    return [sum(a[4 * k + r] * b[4 * c + k] for k in range(4)) for c in range(4) for r in range(4)]


def move(m, p):
    return [m[r] * p[0] + m[4 + r] * p[1] + m[8 + r] * p[2] + m[12 + r] for r in range(3)]


def matrix(t, r, s):
    x, y, z, w = r
    axes = ((1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)),
            (2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)),
            (2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)))
    return [v * s[c] for c, axis in enumerate(axes) for v in (*axis, 0.0)][:12] + [*t, 1.0]


def unit(v):
    length = math.sqrt(sum(x * x for x in v)) or 1.0
    return [x / length for x in v]


def split(m):
    """Translation, rotation, scale of a matrix without shear."""
    columns = [m[0:3], m[4:7], m[8:11]]
    scale = [math.sqrt(sum(x * x for x in c)) for c in columns]
    a, b, c = (unit(c) for c in columns)
    if sum(x * y for x, y in zip(a, (b[1] * c[2] - b[2] * c[1], b[2] * c[0] - b[0] * c[2], b[0] * c[1] - b[1] * c[0]))) < 0:
        scale[0], a = -scale[0], [-x for x in a]
    # The largest of the four squares is far from zero (Shepperd 1978).
    squares = [1 + a[0] - b[1] - c[2], 1 - a[0] + b[1] - c[2], 1 - a[0] - b[1] + c[2], 1 + a[0] + b[1] + c[2]]
    x, y, z, w = b[2] - c[1], c[0] - a[2], a[1] - b[0], squares[3]
    xy, xz, yz = a[1] + b[0], c[0] + a[2], b[2] + c[1]
    rows = [[squares[0], xy, xz, x], [xy, squares[1], yz, y], [xz, yz, squares[2], z], [x, y, z, w]]
    return m[12:15], unit(rows[squares.index(max(squares))]), scale


def slerp(a, b, u):
    dot = sum(x * y for x, y in zip(a, b))
    if dot < 0:
        b, dot = [-x for x in b], -dot
    angle = math.acos(min(dot, 1.0))
    if angle < 1e-6:
        return [x + (y - x) * u for x, y in zip(a, b)]
    k, l = math.sin((1 - u) * angle) / math.sin(angle), math.sin(u * angle) / math.sin(angle)
    return [k * x + l * y for x, y in zip(a, b)]


class Glb:
    def __init__(self, path):
        data, self.bin = open(path, 'rb').read(), b''
        at = 12
        while at < len(data):
            size, kind = struct.unpack_from('<II', data, at)
            chunk, at = data[at + 8:at + 8 + size], at + 8 + size
            if kind == 0x4E4F534A:
                self.json = json.loads(chunk)
            elif kind == 0x004E4942:
                self.bin = chunk

    def read(self, index):
        a = self.json['accessors'][index]
        letter, size, most = {5120: ('b', 1, 127), 5121: ('B', 1, 255), 5122: ('h', 2, 32767), 5123: ('H', 2, 65535),
                              5125: ('I', 4, 1), 5126: ('f', 4, 1)}[a['componentType']]
        width = {'SCALAR': 1, 'VEC2': 2, 'VEC3': 3, 'VEC4': 4, 'MAT4': 16}[a['type']]
        if 'bufferView' not in a:
            raise SystemExit('sparse or compressed data: not in this short program')
        view = self.json['bufferViews'][a['bufferView']]
        start = view.get('byteOffset', 0) + a.get('byteOffset', 0)
        stride = view.get('byteStride', size * width)
        rows = [struct.unpack_from(f'<{width}{letter}', self.bin, start + k * stride) for k in range(a['count'])]
        return [[max(v / most, -1.0) for v in row] for row in rows] if a.get('normalized') else rows

    def sample(self, sampler, is_rotation, width, time):
        times, values = [t[0] for t in self.read(sampler['input'])], self.read(sampler['output'])
        if width > 1:  # morph weights: one after the other in the file
            values = [[v[0] for v in values[k:k + width]] for k in range(0, len(values), width)]
        enter = leave = None
        if sampler.get('interpolation') == 'CUBICSPLINE':
            enter, values, leave = values[0::3], values[1::3], values[2::3]
        if is_rotation:
            values = [unit(v) for v in values]
        left = bisect.bisect_right(times, time) - 1
        if left < 0 or left + 1 == len(times) or times[left] == time or sampler.get('interpolation') == 'STEP':
            return values[max(left, 0)]
        gap = times[left + 1] - times[left]
        u, a, b = (time - times[left]) / gap, values[left], values[left + 1]
        if leave:
            k = (2 * u ** 3 - 3 * u ** 2 + 1, (u ** 3 - 2 * u ** 2 + u) * gap, 3 * u ** 2 - 2 * u ** 3, (u ** 3 - u ** 2) * gap)
            value = [sum(x * y for x, y in zip(k, n)) for n in zip(a, leave[left], b, enter[left + 1])]
            return unit(value) if is_rotation else value
        return slerp(a, b, u) if is_rotation else [x + (y - x) * u for x, y in zip(a, b)]


def main(path, clip, time):
    glb = Glb(path)
    nodes = glb.json['nodes']
    pose, weights = [], []
    for n in nodes:
        t, r, s = split(n['matrix']) if 'matrix' in n else ([0, 0, 0], [0, 0, 0, 1], [1, 1, 1])
        pose.append({'translation': n.get('translation', t), 'rotation': n.get('rotation', r), 'scale': n.get('scale', s)})
        mesh = glb.json['meshes'][n['mesh']] if 'mesh' in n else {'primitives': [{}]}
        weights.append(n.get('weights', mesh.get('weights', [0.0] * len(mesh['primitives'][0].get('targets', ())))))
    if clip is not None:
        animation = glb.json['animations'][clip]
        for channel in animation['channels']:
            target, sampler = channel['target'], animation['samplers'][channel['sampler']]
            node, path = target.get('node'), target['path']
            if path == 'weights':
                weights[node] = glb.sample(sampler, False, len(weights[node]), time)
            elif node is not None:
                pose[node][path] = glb.sample(sampler, path == 'rotation', 1, time)
    locals_ = [(p['translation'], unit(p['rotation']), p['scale']) for p in pose]
    worlds = [None] * len(nodes)
    children = {c for n in nodes for c in n.get('children', [])}
    stack = [(n, matrix((0, 0, 0), (0, 0, 0, 1), (1, 1, 1))) for n in range(len(nodes)) if n not in children]
    while stack:
        node, parent = stack.pop()
        worlds[node] = multiply(parent, matrix(*locals_[node]))
        stack += [(child, worlds[node]) for child in nodes[node].get('children', [])]
    palettes = []
    for skin in glb.json.get('skins', []):
        identity = [matrix((0, 0, 0), (0, 0, 0, 1), (1, 1, 1))] * len(skin['joints'])
        binds = glb.read(skin['inverseBindMatrices']) if 'inverseBindMatrices' in skin else identity
        palettes.append([multiply(worlds[j], m) for j, m in zip(skin['joints'], binds)])
    meshes = []
    scene = list(glb.json['scenes'][glb.json.get('scene', 0)]['nodes'])
    for node in scene:  # grows while it is walked: everything below the scene's roots
        scene += nodes[node].get('children', [])
    for node in sorted(n for n in scene if 'mesh' in nodes[n]):
        n = nodes[node]
        for k, primitive in enumerate(glb.json['meshes'][n['mesh']]['primitives']):
            attributes = primitive['attributes']
            points = glb.read(attributes['POSITION'])
            for weight, target in zip(weights[node], primitive.get('targets', ())):
                if weight and 'POSITION' in target:
                    points = [[x + weight * d for x, d in zip(p, delta)] for p, delta in zip(points, glb.read(target['POSITION']))]
            sets = [s for s in range(8) if f'JOINTS_{s}' in attributes]
            if 'skin' not in n or not sets:
                moved = [move(worlds[node], p) for p in points]
            else:
                moved = [[0.0, 0.0, 0.0] for _ in points]
                joined = lambda name: [sum(map(list, rows), []) for rows in zip(*(glb.read(attributes[f'{name}_{s}']) for s in sets))]
                for p, js, ws, to in zip(points, joined('JOINTS'), joined('WEIGHTS'), moved):
                    for j, w in zip(js, ws):
                        if w > 0:
                            q = move(palettes[n['skin']][int(j)], p)
                            to[:] = [x + w / sum(ws) * y for x, y in zip(to, q)]
            meshes.append((node, n['mesh'], k, moved))
    write_dump(sys.stdout, clip, time, locals_, worlds, palettes, meshes)


if __name__ == '__main__':
    main(sys.argv[1], None if sys.argv[2] == '-' else int(sys.argv[2]), float(sys.argv[3]))
