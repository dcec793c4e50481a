#!/usr/bin/env python3
"""Writes the minimal cases of `assets/cases`: tiny glTF files, each the smallest input behind a fault that people reported
against viewers and importers, with the right answers (standard library only).

usage: python3 examples/make_cases.py [OUT]     (default: assets/cases)

All positions are WORLD (scene) positions in glTF axes. For a skinned primitive that is
sum_i w_i * world(joint_i) * IBM_i * morphed_position, i.e. the node that carries the mesh plays no part.
Right answers come from the small reference evaluator below, which works in double precision from the
written bytes and shares nothing with the program; cases also carry hand-derived numbers ("hand=...") that are asserted first.
"""
import base64, json, math, os, struct, sys

B, UB, S, US, UI, F = 5120, 5121, 5122, 5123, 5125, 5126
FMT = {B: 'b', UB: 'B', S: 'h', US: 'H', UI: 'I', F: 'f'}
NC = {'SCALAR': 1, 'VEC2': 2, 'VEC3': 3, 'VEC4': 4, 'MAT4': 16}
NORM = {B: 127., UB: 255., S: 32767., US: 65535.}
I4 = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]

# ------------------------------------------------------------------ small maths (column-major matrices)
def mm(a, b): return [sum(a[k * 4 + r] * b[c * 4 + k] for k in range(4)) for c in range(4) for r in range(4)]
def mp(m, p): return [m[r] * p[0] + m[4 + r] * p[1] + m[8 + r] * p[2] + m[12 + r] for r in range(3)]
def tr(x, y, z): return [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1]
def qn(q):
    l = math.sqrt(sum(c * c for c in q)); return [c / l for c in q]
def axang(ax, deg):
    h = math.radians(deg) / 2; n = math.sqrt(sum(c * c for c in ax))
    return [c / n * math.sin(h) for c in ax] + [math.cos(h)]
def qmul(a, b):
    ax, ay, az, aw = a; bx, by, bz, bw = b
    return [aw*bx+ax*bw+ay*bz-az*by, aw*by-ax*bz+ay*bw+az*bx, aw*bz+ax*by-ay*bx+az*bw, aw*bw-ax*bx-ay*by-az*bz]
def trs(t=(0, 0, 0), q=(0, 0, 0, 1), s=(1, 1, 1)):
    x, y, z, w = q
    r = [1-2*(y*y+z*z), 2*(x*y+w*z), 2*(x*z-w*y), 2*(x*y-w*z), 1-2*(x*x+z*z), 2*(y*z+w*x), 2*(x*z+w*y), 2*(y*z-w*x), 1-2*(x*x+y*y)]
    return [r[0]*s[0], r[1]*s[0], r[2]*s[0], 0, r[3]*s[1], r[4]*s[1], r[5]*s[1], 0, r[6]*s[2], r[7]*s[2], r[8]*s[2], 0, t[0], t[1], t[2], 1]
def inv(m):
    a, b, c = m[0:3], m[4:7], m[8:11]
    cr = lambda u, v: [u[1]*v[2]-u[2]*v[1], u[2]*v[0]-u[0]*v[2], u[0]*v[1]-u[1]*v[0]]
    dot = lambda u, v: sum(x*y for x, y in zip(u, v))
    bc = cr(b, c); d = dot(a, bc)
    r0, r1, r2 = [x/d for x in bc], [x/d for x in cr(c, a)], [x/d for x in cr(a, b)]
    t = m[12:15]
    return [r0[0], r1[0], r2[0], 0, r0[1], r1[1], r2[1], 0, r0[2], r1[2], r2[2], 0, -dot(r0, t), -dot(r1, t), -dot(r2, t), 1]
def mat2q(m):
    """rotation of a rigid matrix"""
    tra = m[0] + m[5] + m[10]
    if tra > 0:
        s = math.sqrt(tra + 1) * 2; return [(m[6]-m[9])/s, (m[8]-m[2])/s, (m[1]-m[4])/s, s/4]
    if m[0] > m[5] and m[0] > m[10]:
        s = math.sqrt(1+m[0]-m[5]-m[10])*2; return [s/4, (m[1]+m[4])/s, (m[8]+m[2])/s, (m[6]-m[9])/s]
    if m[5] > m[10]:
        s = math.sqrt(1+m[5]-m[0]-m[10])*2; return [(m[1]+m[4])/s, s/4, (m[6]+m[9])/s, (m[8]-m[2])/s]
    s = math.sqrt(1+m[10]-m[0]-m[5])*2; return [(m[8]+m[2])/s, (m[6]+m[9])/s, s/4, (m[1]-m[4])/s]
def slerp(a, b, u):
    d = sum(x*y for x, y in zip(a, b))
    if d < 0: b = [-x for x in b]; d = -d
    if d > 0.999999: return qn([x+(y-x)*u for x, y in zip(a, b)])
    th = math.acos(min(1, d)); s = math.sin(th)
    return [(math.sin((1-u)*th)*x+math.sin(u*th)*y)/s for x, y in zip(a, b)]

# ------------------------------------------------------------------ file builder
class G:
    def __init__(self):
        self.j = {'asset': {'version': '2.0', 'generator': 'gen_cases'}, 'scene': 0, 'scenes': [{'nodes': []}], 'nodes': [],
                  'meshes': [], 'accessors': [], 'bufferViews': [], 'buffers': []}
        self.b = bytearray()
    def view(self, raw, **kw):
        while len(self.b) % 4: self.b.append(0)
        self.j['bufferViews'].append(dict(buffer=0, byteOffset=len(self.b), byteLength=len(raw), **kw))
        self.b += raw; return len(self.j['bufferViews']) - 1
    def acc(self, vals, comp=F, ty='SCALAR', norm=False, stride=0, mm=False, target=None, view=None, off=0):
        n = NC[ty]; size = struct.calcsize(FMT[comp]) * n; cnt = len(vals) // n; raw = b''
        for i in range(cnt):
            e = struct.pack('<%d%s' % (n, FMT[comp]), *vals[i*n:i*n+n]); raw += e
            if stride and i < cnt - 1: raw += b'\0' * (stride - size)
        if stride: raw += b'\0' * (stride - size)
        a = {'componentType': comp, 'count': cnt, 'type': ty}
        if view is None:
            kw = {}
            if target: kw['target'] = target
            if stride: kw['byteStride'] = stride
            a['bufferView'] = self.view(raw, **kw)
        else: a['bufferView'] = view
        if off: a['byteOffset'] = off
        if norm: a['normalized'] = True
        if mm:
            r = [struct.unpack('<f', struct.pack('<f', v))[0] for v in vals] if comp == F else vals
            a['min'] = [min(r[k::n]) for k in range(n)]; a['max'] = [max(r[k::n]) for k in range(n)]
        self.j['accessors'].append(a); return len(self.j['accessors']) - 1
    def node(self, parent=None, **kw):
        self.j['nodes'].append(kw); i = len(self.j['nodes']) - 1
        if parent is None: self.j['scenes'][0]['nodes'].append(i)
        elif parent >= 0: self.j['nodes'][parent].setdefault('children', []).append(i)
        return i
    def mesh(self, attrs, indices=None, targets=None, weights=None, **prim):
        p = dict(attributes=attrs, **prim)
        if indices is not None: p['indices'] = indices
        if targets: p['targets'] = targets
        m = {'primitives': [p]}
        if weights is not None: m['weights'] = weights
        self.j['meshes'].append(m); return len(self.j['meshes']) - 1
    def skin(self, joints, ibm=None, **kw):
        s = dict(joints=joints, **kw)
        if ibm is not None: s['inverseBindMatrices'] = self.acc([v for m in ibm for v in m], F, 'MAT4') if isinstance(ibm, list) else ibm
        self.j.setdefault('skins', []).append(s); return len(self.j['skins']) - 1
    def anim(self, *ch, name=None):
        """ch: (node, path, times, values, interpolation or None[, comp])"""
        a = {'channels': [], 'samplers': []}
        if name is not None: a['name'] = name
        for c in ch:
            node, path, t, v, ip = c[:5]; comp = c[5] if len(c) > 5 else F
            ty = {'rotation': 'VEC4', 'weights': 'SCALAR'}.get(path, 'VEC3')
            s = {'input': self.acc(t, F, mm=True), 'output': self.acc(v, comp, ty, norm=comp != F)}
            if ip: s['interpolation'] = ip
            tg = {'path': path}
            if node is not None: tg['node'] = node
            a['channels'].append({'sampler': len(a['samplers']), 'target': tg}); a['samplers'].append(s)
        self.j.setdefault('animations', []).append(a); return len(self.j['animations']) - 1
    def fin(self):
        j = json.loads(json.dumps(self.j)); b = bytes(self.b) + b'\0' * (-len(self.b) % 4)
        for k in ('meshes', 'accessors', 'bufferViews', 'nodes'):
            if not j[k]: del j[k]
        j['buffers'] = [{'byteLength': len(b)}] if b else []
        if not b: del j['buffers']
        return j, b

def gltf_bytes(j, b):
    j = json.loads(json.dumps(j))
    if b: j['buffers'][0]['uri'] = 'data:application/octet-stream;base64,' + base64.b64encode(b).decode()
    return json.dumps(j, separators=(',', ':')).encode()
def glb_bytes(j, b, json_len=None, total=None, extra=b''):
    t = json.dumps(j, separators=(',', ':')).encode(); t += b' ' * (-len(t) % 4)
    body = struct.pack('<II', len(t) if json_len is None else json_len, 0x4E4F534A) + t
    if b: body += struct.pack('<II', len(b), 0x004E4942) + b
    return struct.pack('<III', 0x46546C67, 2, 12 + len(body) if total is None else total) + body + extra

# ------------------------------------------------------------------ reference evaluator
class Ref:
    def __init__(self, j, b):
        self.j, self.b = j, b
        self.par = {c: i for i, n in enumerate(j['nodes']) for c in n.get('children', [])}
    def read(self, ai):
        a = self.j['accessors'][ai]; n = NC[a['type']]; c = a['componentType']; sz = struct.calcsize(FMT[c]) * n
        out = [0.0] * (n * a['count'])
        def grab(vi, off, cnt, comp, k, stride=0):
            v = self.j['bufferViews'][vi]; st = v.get('byteStride') or stride or struct.calcsize(FMT[comp]) * k; o = v.get('byteOffset', 0) + off
            return [x for i in range(cnt) for x in struct.unpack_from('<%d%s' % (k, FMT[comp]), self.b, o + i * st)]
        if 'bufferView' in a: out = [float(x) for x in grab(a['bufferView'], a.get('byteOffset', 0), a['count'], c, n)]
        if 'sparse' in a:
            s = a['sparse']; ix = grab(s['indices']['bufferView'], s['indices'].get('byteOffset', 0), s['count'], s['indices']['componentType'], 1)
            vs = grab(s['values']['bufferView'], s['values'].get('byteOffset', 0), s['count'], c, n)
            for q, i in enumerate(ix): out[i*n:i*n+n] = vs[q*n:q*n+n]
        if a.get('normalized'): out = [max(x / NORM[c], -1.0) for x in out]
        return [out[i*n:i*n+n] for i in range(a['count'])] if n > 1 else out
    def sample(self, s, path, t, nt):
        x = self.read(s['input']); o = self.read(s['output']); ip = s.get('interpolation', 'LINEAR')
        if path == 'weights': o = [o[i*nt:i*nt+nt] for i in range(len(o)//nt)]
        cub = ip == 'CUBICSPLINE'; V = (lambda k: o[3*k+1]) if cub else (lambda k: o[k])
        if t <= x[0] or len(x) == 1: r = V(0)
        elif t >= x[-1]: r = V(len(x)-1)
        else:
            k = max(i for i in range(len(x)) if x[i] <= t); d = x[k+1]-x[k]; u = (t-x[k])/d
            if ip == 'STEP': r = o[k]
            elif cub:
                h = (2*u**3-3*u*u+1, d*(u**3-2*u*u+u), -2*u**3+3*u*u, d*(u**3-u*u))
                r = [h[0]*a+h[1]*bb+h[2]*c+h[3]*e for a, bb, c, e in zip(o[3*k+1], o[3*k+2], o[3*k+4], o[3*k+3])]
            elif path == 'rotation': r = slerp(o[k], o[k+1], u)
            else: r = [p+(q-p)*u for p, q in zip(o[k], o[k+1])]
        return qn(r) if path == 'rotation' and cub else r
    def ntargets(self, n):
        m = self.j['nodes'][n].get('mesh'); return len(self.j['meshes'][m]['primitives'][0].get('targets', [])) if m is not None else 0
    def pose(self, clip=None, t=0.0):
        P = []
        for i, n in enumerate(self.j['nodes']):
            w = n.get('weights')
            if w is None and 'mesh' in n: w = self.j['meshes'][n['mesh']].get('weights')
            P.append({'translation': n.get('translation', [0, 0, 0]), 'rotation': n.get('rotation', [0, 0, 0, 1]),
                      'scale': n.get('scale', [1, 1, 1]), 'weights': w or [0.0] * self.ntargets(i), 'matrix': n.get('matrix')})
        if clip is not None:
            a = self.j['animations'][clip]
            for c in a['channels']:
                g = c['target']
                if 'node' in g:
                    v = self.sample(a['samplers'][c['sampler']], g['path'], t, self.ntargets(g['node']) or 1)
                    # Keys of 16 bits are not quite of unit length; a rotation is.
                    P[g['node']][g['path']] = qn(v) if g['path'] == 'rotation' else v
        return P
    def blend(self, A, Bp, w):
        o = []
        for a, b in zip(A, Bp):
            d = dict(a)
            for k in ('translation', 'scale', 'weights'): d[k] = [x+(y-x)*w for x, y in zip(a[k], b[k])]
            d['rotation'] = slerp(a['rotation'], b['rotation'], w); o.append(d)
        return o
    def worlds(self, P):
        W = {}
        def w(i):
            if i not in W:
                l = P[i]['matrix'] or trs(P[i]['translation'], P[i]['rotation'], P[i]['scale'])
                W[i] = mm(w(self.par[i]), l) if i in self.par else l
            return W[i]
        sys.setrecursionlimit(20000)
        return [w(i) for i in range(len(P))]
    def verts(self, node, P, mode='LBS', prim=0):
        n = self.j['nodes'][node]; pr = self.j['meshes'][n['mesh']]['primitives'][prim]; W = self.worlds(P)
        pos = self.read(pr['attributes']['POSITION'])
        for k, tg in enumerate(pr.get('targets', [])):
            if 'POSITION' in tg:
                d = self.read(tg['POSITION']); wt = P[node]['weights'][k]
                pos = [[p+wt*e for p, e in zip(a, b)] for a, b in zip(pos, d)]
        if 'skin' not in n or 'JOINTS_0' not in pr['attributes']: return [mp(W[node], p) for p in pos]
        sk = self.j['skins'][n['skin']]
        ib = self.read(sk['inverseBindMatrices']) if 'inverseBindMatrices' in sk else [I4] * len(sk['joints'])
        M = [mm(W[jn], ib[i]) for i, jn in enumerate(sk['joints'])]
        out = []
        for v, p in enumerate(pos):
            inf = []
            for q in range(4):
                if 'JOINTS_%d' % q in pr['attributes']:
                    inf += list(zip([int(x) for x in self.cache('JOINTS_%d' % q, pr)[v]], self.cache('WEIGHTS_%d' % q, pr)[v]))
            inf = [(a, b) for a, b in inf if b > 0]; tot = sum(b for _, b in inf)
            if not tot: out.append(None); continue
            inf = [(a, b / tot) for a, b in inf]
            if mode == 'LBS': out.append([sum(b * mp(M[a], p)[r] for a, b in inf) for r in range(3)])
            else:
                R = [0.0]*4; D = [0.0]*4; pv = mat2q(M[max(inf, key=lambda e: e[1])[0]])
                for a, b in inf:
                    q = mat2q(M[a]); t = M[a][12:15]; d = [c/2 for c in qmul([*t, 0], q)]
                    sg = -b if sum(x*y for x, y in zip(q, pv)) < 0 else b
                    R = [x+sg*y for x, y in zip(R, q)]; D = [x+sg*y for x, y in zip(D, d)]
                l = math.sqrt(sum(x*x for x in R)); R = [x/l for x in R]; D = [x/l for x in D]
                t = qmul([2*x for x in D], [-R[0], -R[1], -R[2], R[3]])
                out.append(mp(trs(t[:3], R), p))
        return out
    def cache(self, key, pr):
        c = self.__dict__.setdefault('_c', {}); k = (key, pr['attributes'][key])
        if k not in c: c[k] = self.read(pr['attributes'][key])
        return c[k]
    def duration(self, a): return max(self.read(s['input'])[-1] for s in self.j['animations'][a]['samplers'])

# ------------------------------------------------------------------ writing a case
OUT = {}
ALL = []
def case(group, name, kind, ref, g, checks=(), bbox=(), hand=(), ext='gltf', notes='', validator=(), outcome='load', raw=None,
         warn=None, error=None, three=True, limits=None, blends=(), sequence=None, more=None):
    d = OUT[group]; os.makedirs(d, exist_ok=True); fn = name + '.' + ext
    j = b = None
    if g is not None: j, b = g.fin()
    data = raw if raw is not None else (gltf_bytes(j, b) if ext == 'gltf' else glb_bytes(j, b))
    with open(os.path.join(d, fn), 'wb') as f: f.write(data)
    e = {'case': name, 'kind': kind, 'reference': ref, 'file': fn, 'notes': notes, 'outcome': outcome, 'validator_errors': sorted(validator), 'compare_with_three': bool(three)}
    if warn: e['warning_about'] = warn
    if error: e['error_kind'] = error
    if limits: e['limits'] = limits
    if outcome != 'refuse' and g is not None:
        r = Ref(j, b); rnd = lambda p: None if p is None else [round(x, 7) + 0.0 for x in p]
        if 'animations' in j: e['clip_durations'] = [round(r.duration(i), 6) for i in range(len(j['animations']))]
        ck = []
        for c in checks:
            node, clip, t = c[:3]; mode = c[3] if len(c) > 3 else 'LBS'; only = c[4] if len(c) > 4 else None
            v = r.verts(node, r.pose(clip, t), mode)
            ck.append({'node': node, 'primitive': 0, 'clip': clip, 'time': t, 'skinning': mode, 'tolerance': 1e-4,
                       'positions': {str(i): rnd(p) for i, p in enumerate(v) if p is not None and (only is None or i in only)}})
        for node, a, ta, bb, tb, w in blends:
            v = r.verts(node, r.blend(r.pose(a, ta), r.pose(bb, tb), w))
            ck.append({'node': node, 'primitive': 0, 'crossfade': {'from': [a, ta], 'to': [bb, tb], 'weight_to': w}, 'skinning': 'LBS', 'tolerance': 1e-4,
                       'positions': {str(i): rnd(p) for i, p in enumerate(v)}})
        e['checks'] = ck
        for (ci, vi, want) in hand:
            got = ck[ci]['positions'][str(vi)]
            assert all(abs(x - y) < 2e-4 for x, y in zip(got, want)), (name, ci, vi, got, want)
        if bbox:
            e['bounds'] = []
            for clip, times in bbox:
                lo = [1e30]*3; hi = [-1e30]*3
                for t in times:
                    P = r.pose(clip, t)
                    for i, n in enumerate(j['nodes']):
                        if 'mesh' in n:
                            for p in r.verts(i, P):
                                if p: lo = [min(x, y) for x, y in zip(lo, p)]; hi = [max(x, y) for x, y in zip(hi, p)]
                e['bounds'].append({'clip': clip, 'times': list(times), 'min': rnd(lo), 'max': rnd(hi)})
    if sequence: e['sequence'] = sequence
    if more: e.update(more)
    with open(os.path.join(d, name + '.expected.json'), 'w') as f: json.dump(e, f, indent=1)
    ALL.append((group, name, kind))

# ------------------------------------------------------------------ the usual little rig: a bar of 6 vertices along +y, 2 joints
BARP = [-.5, 0, 0, .5, 0, 0, -.5, 1, 0, .5, 1, 0, -.5, 2, 0, .5, 2, 0]
BARI = [0, 1, 3, 0, 3, 2, 2, 3, 5, 2, 5, 4]
BARJ = [0, 0, 0, 0] * 2 + [0, 1, 0, 0] * 2 + [1, 0, 0, 0] * 2     # weight-less slots must name joint 0
BARW = [1, 0, 0, 0] * 2 + [.5, .5, 0, 0] * 2 + [1, 0, 0, 0] * 2
def bar(g, pos=None, joints=None, jw=None, **kw):
    at = {'POSITION': g.acc(pos or BARP, F, 'VEC3', mm=True, target=34962),
          'JOINTS_0': joints if isinstance(joints, int) else g.acc(joints or BARJ, UB, 'VEC4', target=34962),
          'WEIGHTS_0': jw if isinstance(jw, int) else g.acc(jw or BARW, F, 'VEC4', target=34962)}
    return g.mesh(at, g.acc(BARI, US, target=34963), **kw)
IBM2 = [tr(0, 0, 0), tr(0, -1, 0)]
def rig(g, mesh=None, ibm=IBM2, mesh_node=None, parent=None, **skinkw):
    """joint0 at origin, joint1 one unit up; returns (mesh node, joint0, joint1)"""
    m = bar(g) if mesh is None else mesh
    mn = g.node(**(mesh_node or {}), mesh=m)
    j0 = g.node(parent, name='lower'); j1 = g.node(j0, name='upper', translation=[0, 1, 0])
    g.j['nodes'][mn]['skin'] = g.skin([j0, j1], ibm, **skinkw); return mn, j0, j1
Z = (0, 0, 1); Y = (0, 1, 0); X = (1, 0, 0)
Q0 = [0, 0, 0, 1]
r2 = math.sqrt(.5)
QUICK = {'seconds': 2, 'memory_mib': 256}

def build():
    h = 0
    # --- animation sampling
    g = G(); m, a, b = rig(g)
    q = axang(Z, 160)
    g.anim((b, 'rotation', [0, 1], [0]*4 + Q0 + [0]*4 + [0]*4 + q + [0]*4, 'CUBICSPLINE'), name='bend')
    case(h, 'a1_cubic_quaternion_normalise', 'animation sampling', 'mrdoob/three.js#15950, donmccurdy/three-gltf-viewer#261', g,
         [(m, 0, t) for t in (0, .25, .5, 1)], hand=[(2, 4, [-math.cos(math.radians(10))-.5*math.sin(math.radians(10)), 1+math.sin(math.radians(10))-.5*math.cos(math.radians(10)), 0])],
         notes='Zero tangents, 160 degrees apart: the raw spline value at 0.5 has length 0.17; the bar must keep its size (normalise after the spline).')
    g = G(); m, a, b = rig(g)
    g.anim((b, 'rotation', [0, 1], Q0 + axang(Z, 90), 'STEP'), (b, 'translation', [0, 1], [0, 1, 0, 0, 3, 0], 'LINEAR'), (b, 'scale', [0, 1], [1, 1, 1, 2, 2, 2], None))
    case(h, 'a2_mixed_interpolation', 'animation sampling', 'raysan5/raylib#6007, BabylonJS/Babylon.js#3506', g, [(m, 0, t) for t in (0, .5, .999, 1)],
         hand=[(1, 4, [-.75, 3.5, 0])], notes='One joint: rotation STEP, translation LINEAR, scale with the interpolation property left out (= LINEAR).')
    g = G(); m, a, b = rig(g)
    g.anim((b, 'rotation', [1.25, 2.5], Q0 + axang(Z, 90), 'LINEAR'), (a, 'translation', [0, 1, 4], [0, 0, 0, 1, 0, 0, 5, 0, 0], 'LINEAR'))
    case(h, 'a3_unequal_channels', 'animation sampling', 'KhronosGroup/glTF#1179, KhronosGroup/glTF-Sample-Models#126', g, [(m, 0, t) for t in (0, 1, 1.875, 3, 4)],
         hand=[(0, 4, [-.5, 2, 0]), (4, 4, [4, .5, 0])], notes='The short channel holds its first value before 1.25 s and its last after 2.5 s; the clip lasts 4 s and all channels loop together.')
    g = G(); m, a, b = rig(g)
    g.anim((b, 'translation', [2, 3], [0, 4, 0, 0, 5, 0], 'LINEAR'))
    case(h, 'a4_first_key_late', 'animation sampling', 'KhronosGroup/glTF#1327, Unity-Technologies/com.unity.cloud.gltfast#50', g, [(m, 0, t) for t in (0, 1, 2.5, 3)],
         hand=[(0, 4, [-.5, 5, 0])], notes='Playback starts at 0 and the first key (2 s) is held from 0: not the rest pose, not skipped. Duration 3 s.')
    g = G(); m, a, b = rig(g)
    ks = [axang(Z, 0), [-c for c in axang(Z, 60)], axang(Z, 120), [-c for c in axang(Z, 200)]]
    g.anim((b, 'rotation', [0, 1, 2, 3], [c for k in ks for c in k], 'LINEAR'))
    case(h, 'a5_shortest_arc', 'animation sampling', 'playcanvas/engine#1975, KhronosGroup/glTF#1395', g, [(m, 0, t) for t in (.5, 1.5, 2.5)],
         hand=[(0, 4, [-.5*math.cos(math.radians(30))-math.sin(math.radians(30)), 1-.5*math.sin(math.radians(30))+math.cos(math.radians(30)), 0])],
         notes='Neighbouring keys have opposite signs; each step still turns the short way (30, 90 and 160 degrees at the half steps).')
    g = G(); m, a, b = rig(g)
    g.anim((b, 'rotation', [0, 1], [0, 0, 0, 32767, 0, 0, 23170, 23170], 'LINEAR', S))
    case(h, 'a6_short_rotation', 'animation sampling', 'mrdoob/three.js#16658, BabylonJS/Babylon.js#6436', g, [(m, 0, t) for t in (0, .5, 1)], hand=[(2, 4, [-1, .5, 0])],
         notes='Rotation keys as normalised SHORT.')
    g = G(); m, a, b = rig(g)
    g.anim((None, 'translation', [0, 1], [9, 9, 9, 9, 9, 9], 'LINEAR'), (b, 'translation', [0, 2], [0, 1, 0, 0, 2, 0], 'LINEAR'))
    case(h, 'a7_channel_without_node', 'animation sampling', 'gltf-rs/gltf#439, spnda/fastgltf#46', g, [(m, 0, t) for t in (0, 1, 2)], hand=[(2, 4, [-.5, 3, 0])], three=True,
         notes='First channel has no target.node: ignore that channel, keep the file and the other channel.')
    # --- skin binding
    g = G(); m, a, b = rig(g, ibm=None); g.j['nodes'][b]['rotation'] = axang(Z, 90)
    case(h, 'b1_no_inverse_bind', 'skin binding', 'assimp/assimp#3465, syoyo/tinygltf#492', g, [(m, None, 0)], hand=[(0, 4, [-2, .5, 0]), (0, 0, [-.5, 0, 0])],
         notes='inverseBindMatrices left out: identity for every joint.')
    g = G(); p = g.node(translation=[1, 0, 0], rotation=axang(Z, 45)); mesh = bar(g)
    mn = g.node(p, mesh=mesh, translation=[0, 1, 0], scale=[3, 3, 3]); j0 = g.node(); j1 = g.node(j0, translation=[0, 1, 0], rotation=axang(Z, 30))
    g.j['nodes'][mn]['skin'] = g.skin([j0, j1], IBM2)
    case(h, 'b2_skinned_node_transform', 'skin binding', 'KhronosGroup/glTF-Sample-Assets#263', g, [(mn, None, 0)], hand=[(0, 0, [-.5, 0, 0])],
         notes='The node with the skinned mesh, and its parent, have transforms; neither may move the mesh.')
    g = G(); w = g.acc([250, 0, 0, 0]*2 + [120, 120, 0, 0]*2 + [250, 0, 0, 0]*2, UB, 'VEC4', norm=True, target=34962)
    m, a, b = rig(g, bar(g, jw=w)); g.j['nodes'][a]['translation'] = [100, 0, 0]
    case(h, 'b3_weights_below_one', 'skin binding', 'mrdoob/three.js#15319, bdero/flutter_scene#414', g, [(m, None, 0)], hand=[(0, 0, [99.5, 0, 0]), (0, 2, [99.5, 1, 0])],
         validator=['ACCESSOR_WEIGHTS_NON_NORMALIZED'], warn='weights', three=False, notes='(three r187 renormalises into the 8-bit attribute and lands on 100.894 for vertex 3 instead of 100.5: renormalise in float.) Weights sum to 0.94..0.98 and the skeleton stands 100 units out: without renormalising the bar shrinks towards the origin.')
    g = G(); m, a, b = rig(g, bar(g, jw=[0]*4 + BARW[4:])); g.j['nodes'][a]['translation'] = [3, 0, 0]
    case(h, 'b4_zero_weights', 'skin binding', 'SaschaWillems/Vulkan-glTF-PBR#38, KhronosGroup/glTF#1213', g, [(m, None, 0)], validator=['ACCESSOR_WEIGHTS_NON_NORMALIZED'],
         warn='weights', three=True, more={'vertex_rules': {'0': 'finite, and at [-0.5,0,0] (left as authored) or at [2.5,0,0] (bound to the first joint)'}},
         notes='Vertex 0 has four zero weights. No NaN, no vanished mesh; the other vertices are exact; one warning.')
    g = G(); jo = g.acc(BARJ, US, 'VEC4', target=34962); w = g.acc([65535, 0, 0, 0]*2 + [32768, 32767, 0, 0]*2 + [65535, 0, 0, 0]*2, US, 'VEC4', norm=True, target=34962)
    m, a, b = rig(g, bar(g, joints=jo, jw=w)); g.j['nodes'][b]['rotation'] = axang(X, 90)
    case(h, 'b5_ushort_joints_weights', 'skin binding', 'bevyengine/bevy#9338', g, [(m, None, 0)], hand=[(0, 4, [-.5, 1, 1])], notes='JOINTS_0 USHORT, WEIGHTS_0 normalised USHORT.')
    g = G(); mesh = bar(g); ns = []
    for x in (0, 5):
        j0 = g.node(translation=[x, 0, 0]); j1 = g.node(j0, translation=[0, 1, 0], rotation=axang(Z, 90 if x else -90))
        ns.append(g.node(mesh=mesh, skin=g.skin([j0, j1], IBM2)))
    case(h, 'b6_mesh_under_two_skins', 'skin binding', 'playcanvas/engine#9367', g, [(n, None, 0) for n in ns], hand=[(0, 4, [1, 1.5, 0]), (1, 4, [4, .5, 0])],
         notes='One mesh, two nodes, a different skin each.')
    g = G(); n = 8; ps = [0, 1, 0, 1, 1, 0, 0, 2, 0]
    m = g.mesh({'POSITION': g.acc(ps, F, 'VEC3', mm=True, target=34962), 'JOINTS_0': g.acc([0, 1, 2, 3]*3, UB, 'VEC4', target=34962), 'WEIGHTS_0': g.acc([.125]*12, F, 'VEC4', target=34962),
                'JOINTS_1': g.acc([4, 5, 6, 7]*3, UB, 'VEC4', target=34962), 'WEIGHTS_1': g.acc([.125]*12, F, 'VEC4', target=34962)})
    root = g.node(); js = [g.node(root, translation=[i, 0, 0]) for i in range(8)]; mn = g.node(mesh=m, skin=g.skin(js))
    case(h, 'b7_eight_influences', 'skin binding', 'godotengine/godot#61912, google/filament#4236', g, [(mn, None, 0)], hand=[(0, 0, [3.5, 1, 0])], three=False,
         notes='Second joint/weight set. A 4-influence viewer must say so and renormalise the first set ([1.5,1,0] for vertex 0); it must not draw half-weight vertices ([0.75,0.5,0]).',
         more={'alternative_with_warning': {'0': [1.5, 1, 0], '1': [2.5, 1, 0], '2': [1.5, 2, 0]}})
    g = G(); n = g.node(mesh=bar(g), translation=[0, 0, 3])
    case(h, 'b8_joint_attributes_without_skin', 'skin binding', 'bevyengine/bevy#22469, bevyengine/bevy#16929', g, [(n, None, 0)], hand=[(0, 0, [-.5, 0, 3])], notes='JOINTS_0/WEIGHTS_0 present, node has no skin: draw it rigidly with the node transform; no GPU validation error.')
    # --- hierarchy
    g = G(); up = g.node(rotation=axang(X, -90), scale=[.5, .5, .5], translation=[0, 0, 7]); m, a, b = rig(g, parent=up)
    case(h, 'c1_transform_above_joints', 'hierarchy', 'raysan5/raylib#5396, raysan5/raylib#1964', g, [(m, None, 0)], hand=[(0, 4, [-.25, 0, 6])],
         notes='A non-joint node above the joints carries a z-up correction, a scale and an offset; it must reach the skin.')
    g = G(); mesh = bar(g); mn = g.node(mesh=mesh); j0 = g.node(); mid = g.node(j0, rotation=axang(Z, 90)); j1 = g.node(mid, translation=[0, 1, 0])
    g.j['nodes'][mn]['skin'] = g.skin([j0, j1], IBM2); g.anim((mid, 'rotation', [0, 1], Q0 + axang(Z, 90), 'LINEAR'))
    case(h, 'c2_plain_node_between_joints', 'hierarchy', 'KhronosGroup/glTF#1403, donmccurdy/three-gltf-viewer#101', g, [(mn, None, 0), (mn, 0, .5), (mn, 0, 1)], hand=[(0, 4, [-2, -.5, 0])],
         notes='joint - plain animated node - joint.')
    g = G(); m, a, b = rig(g); g.j['nodes'][a]['name'] = g.j['nodes'][b]['name'] = g.j['nodes'][m]['name'] = 'bone'
    g.anim((b, 'rotation', [0, 1], Q0 + axang(Z, 90), 'LINEAR'), name='x')
    case(h, 'c3_same_names', 'hierarchy', 'donmccurdy/three-gltf-viewer#58, donmccurdy/three-gltf-viewer#86', g, [(m, 0, 1)], hand=[(0, 4, [-1, .5, 0]), (0, 0, [-.5, 0, 0])], notes='All nodes share one name: bind by index.')
    g = G(); m, a, b = rig(g); pm = g.mesh({'POSITION': g.acc([0, 0, 0, 1, 0, 0, 0, 1, 0], F, 'VEC3', mm=True, target=34962)}); pn = g.node(b, mesh=pm, translation=[0, 1, 0])
    g.anim((b, 'rotation', [0, 1], Q0 + axang(Z, 90), 'LINEAR'))
    case(h, 'c4_prop_on_joint', 'hierarchy', 'raysan5/raylib#4923', g, [(pn, 0, 1), (m, 0, 1)], hand=[(0, 0, [-1, 1, 0]), (0, 1, [-1, 2, 0])], notes='A plain mesh hangs from a joint and must follow it.')
    g = G(); m, a, b = rig(g); g.j['scenes'][0]['nodes'].remove(m); g.j['nodes'][b].setdefault('children', []).append(m); g.anim((b, 'rotation', [0, 1], Q0 + axang(Z, 90), 'LINEAR'))
    case(h, 'c5_skinned_mesh_under_its_joint', 'hierarchy', 'mrdoob/three.js#25332, assimp/assimp#3226', g, [(m, 0, 1)], hand=[(0, 4, [-1, .5, 0])], notes='The skinned mesh node is a child of one of its own joints: no endless recursion, no double transform.')
    # --- DQS / LBS
    tw = [(c, s) for c, s in ((0, 1), (1, 0), (0, -1), (-1, 0))]
    def tube(g):
        P = [v for y in (0, 1, 2) for c, s in tw for v in (c, y, s)]
        J = [0, 0, 0, 0]*4 + [0, 1, 0, 0]*4 + [1, 0, 0, 0]*4; W = [1, 0, 0, 0]*4 + [.5, .5, 0, 0]*4 + [1, 0, 0, 0]*4
        I = [i for y in (0, 4) for k in range(4) for i in (y+k, y+(k+1) % 4, y+4+k, y+(k+1) % 4, y+4+(k+1) % 4, y+4+k)]
        return g.mesh({'POSITION': g.acc(P, F, 'VEC3', mm=True, target=34962), 'JOINTS_0': g.acc(J, UB, 'VEC4', target=34962), 'WEIGHTS_0': g.acc(W, F, 'VEC4', target=34962)}, g.acc(I, US, target=34963))
    g = G(); m, a, b = rig(g, tube(g)); g.anim((b, 'rotation', [0, 1], Q0 + axang(Y, 170), 'LINEAR'), name='twist')
    case(h, 'd1_candy_wrapper', 'DQS/LBS', 'playcanvas/engine#3643', g, [(m, 0, 1, 'LBS'), (m, 0, 1, 'DQS'), (m, 0, .5, 'DQS')],
         hand=[(1, 4, [math.sin(math.radians(85)), 1, math.cos(math.radians(85))])],
         notes='Twist of 170 degrees. Mid-ring radius: LBS cos(85 deg) = 0.087 (the candy wrapper), DQS exactly 1.', more={'mid_ring_radius': {'LBS': round(math.cos(math.radians(85)), 6), 'DQS': 1.0}})
    g = G(); m, a, b = rig(g, tube(g)); g.j['nodes'][a]['rotation'] = axang(Y, 200); g.j['nodes'][b]['rotation'] = axang(Y, -50)
    case(h, 'd2_opposite_sign_quaternions', 'DQS/LBS', 'STORM-IRIT/Radium-Engine#118', g, [(m, None, 0, 'DQS'), (m, None, 0, 'LBS')],
         hand=[(0, 4, [math.sin(math.radians(175)), 1, math.cos(math.radians(175))])],
         notes='Joint rotations of 200 and 150 degrees about y may come out as quaternions with a negative dot product; the blend must be 175 degrees, not -5.')
    g = G(); m, a, b = rig(g, tube(g)); g.j['nodes'][a]['scale'] = [.25, .25, .25]; g.j['nodes'][b]['rotation'] = axang(Z, 60); g.j['nodes'][b]['scale'] = [1, 2, 1]
    case(h, 'd3_scaled_joints_both_modes', 'DQS/LBS', 'armory3d/armory#827', g, [(m, None, 0, 'LBS')], three=True, hand=[(0, 0, [0, 0, .25])],
         more={'also': 'In DQS the vertices with a single influence (0..3 and 8..11) must equal the LBS positions to 1e-4; the mid ring (4..7) must stay within 0.1 of LBS.'},
         notes='Skeleton scaled by 0.25 and a non-uniform joint scale: the size must not change when the mode is toggled.')
    # --- morphs
    g = G(); P = [0, 0, 0, 1, 0, 0, 0, 1, 0]; d1 = [0, 0, 1]*3; d2 = [0, 2, 0]*3
    def mo(w): return g.mesh({'POSITION': g.acc(P, F, 'VEC3', mm=True, target=34962)}, targets=[{'POSITION': g.acc(d1, F, 'VEC3', mm=True, target=34962)}, {'POSITION': g.acc(d2, F, 'VEC3', mm=True, target=34962)}], weights=w)
    m1 = mo([.5, .25]); n1 = g.node(mesh=m1); n2 = g.node(mesh=m1, weights=[1, 0]); n3 = g.node(mesh=mo(None)); n4 = g.node(mesh=m1, weights=[0, 0])
    g.anim((n4, 'weights', [0, 1], [0, 0, 1, 1], 'LINEAR'))
    case(h, 'e1_weight_precedence', 'morphs', 'CesiumGS/cesium#9666, atteneder/glTFast#531', g, [(n1, None, 0), (n2, None, 0), (n3, None, 0), (n4, 0, .5), (n2, 0, .5)],
         hand=[(0, 0, [0, .5, .5]), (1, 0, [0, 0, 1]), (2, 0, [0, 0, 0]), (3, 0, [0, 1, .5])], notes='animation > node.weights > mesh.weights > zeros, per node although the mesh is shared.', three=True)
    g = G(); ba = g.acc(P, F, 'VEC3', mm=True, target=34962); iv = g.view(struct.pack('<H', 2)); vv = g.view(struct.pack('<3f', 0, 0, 4))
    g.j['accessors'].append({'componentType': F, 'type': 'VEC3', 'count': 3, 'min': [0, 0, 0], 'max': [0, 0, 4], 'sparse': {'count': 1, 'indices': {'bufferView': iv, 'componentType': US}, 'values': {'bufferView': vv}}})
    m = g.mesh({'POSITION': ba}, targets=[{'POSITION': len(g.j['accessors'])-1}], weights=[.5]); n = g.node(mesh=m)
    case(h, 'e2_sparse_without_view', 'morphs', 'gltf-rs/gltf#266, godotengine/godot#76875, syoyo/tinygltf#280', g, [(n, None, 0)], hand=[(0, 2, [0, 1, 2]), (0, 0, [0, 0, 0])], notes='Morph target accessor: sparse only, no bufferView (zeros underneath).')
    g = G(); tg = g.acc([0, 0, 0]*4 + [0, 1, 0]*2, F, 'VEC3', mm=True, target=34962); m, a, b = rig(g, bar(g, targets=[{'POSITION': tg}], weights=[1])); g.j['nodes'][b]['rotation'] = axang(Z, 90)
    case(h, 'e3_morph_then_skin', 'morphs', 'google/filament#1440', g, [(m, None, 0)], hand=[(0, 4, [-2, .5, 0])], notes='The target lengthens the top by one unit in bind space; the joint then turns it: x = -2 (right), not y = 3.5 or similar (skin first).')
    # --- compression
    g = G(); m, a, b = rig(g); g.j['extensionsUsed'] = g.j['extensionsRequired'] = ['VENDOR_mesh_magic']
    case(h, 'f1_required_unknown_extension', 'compression extensions', 'rerun-io/rerun#12858, secondlife/viewer#4196', g, outcome='refuse', error='unsupported_required_extension', three=False, validator=[],
         more={'message_must_contain': ['VENDOR_mesh_magic']}, notes='Refuse and name the extension; do not show an empty scene, do not panic.')
    g = G(); sc = 2.0; off = [0, 1, 0]; qp = [round((v - off[i % 3]) / sc * 32767) for i, v in enumerate(BARP)]
    at = {'POSITION': g.acc(qp, S, 'VEC3', norm=True, stride=8, mm=True, target=34962), 'JOINTS_0': g.acc(BARJ, UB, 'VEC4', target=34962), 'WEIGHTS_0': g.acc([255, 0, 0, 0]*2 + [128, 127, 0, 0]*2 + [255, 0, 0, 0]*2, UB, 'VEC4', norm=True, target=34962)}
    dq = trs(off, Q0, [sc]*3); m, a, b = rig(g, g.mesh(at, g.acc(BARI, US, target=34963)), ibm=[mm(x, dq) for x in IBM2]); g.j['nodes'][b]['rotation'] = axang(Z, 90)
    g.j['extensionsUsed'] = g.j['extensionsRequired'] = ['KHR_mesh_quantization']
    case(h, 'f2_quantised_skin', 'compression extensions', 'KhronosGroup/glTF#1670, donmccurdy/glTF-Transform#352', g, [(m, None, 0)], hand=[(0, 4, [-1, .5, 0])], bbox=[(None, [0])],
         notes='SHORT positions; the dequantisation sits in the inverse bind matrices, so joint x IBM is not rigid and raw accessor min/max say nothing about the size.')
    # --- malformed
    g = G(); m, a, b = rig(g); g.j['nodes'][b]['children'] = [a]; g.j['scenes'][0]['nodes'] = [m, a]
    case(h, 'h1_node_cycle', 'malformed & security', 'assimp/assimp#3070, DiligentGraphics/DiligentFX#266', g, outcome='refuse', error='node_cycle', validator=['NODE_LOOP', 'SCENE_NON_ROOT_NODE'], three=False, limits=QUICK, notes='joint 0 > joint 1 > joint 0.')
    g = G(); m, a, b = rig(g); g.j['accessors'][0]['count'] = 100
    case(h, 'h2_accessor_past_view', 'malformed & security', 'jkuhlmann/cgltf#302, assimp/assimp#6473', g, outcome='refuse', error='accessor_out_of_bounds', validator=['ACCESSOR_TOO_LONG', 'MESH_PRIMITIVE_UNEQUAL_ACCESSOR_COUNT'], three=False, limits=QUICK, notes='POSITION count 100 in a 72-byte view.')
    g = G(); m, a, b = rig(g); g.j['accessors'][0]['count'] = 4611686018427387904
    case(h, 'h3_count_wraps_64_bits', 'malformed & security', 'jkuhlmann/cgltf#301, assimp/assimp#6876', g, outcome='refuse', error='accessor_out_of_bounds', validator=['ACCESSOR_TOO_LONG', 'MESH_PRIMITIVE_UNEQUAL_ACCESSOR_COUNT'], three=False, limits=QUICK, notes='count = 2^62: count*stride wraps to 0 in 64-bit arithmetic. Checked arithmetic, no allocation before the check.')
    g = G(); m, a, b = rig(g); j, bb = g.fin(); j['buffers'][0]['uri'] = '../../../../../../../etc/passwd'
    case(h, 'h4_uri_outside_folder', 'malformed & security', 'syoyo/tinygltf#373, CesiumGS/gltf-pipeline#673', None, raw=json.dumps(j).encode(), outcome='refuse', error='uri_outside_folder', three=False, validator=['IO_ERROR'], limits=QUICK,
         more={'same_for': ['file:///etc/passwd', '/etc/passwd', '..%2f..%2fetc%2fpasswd', 'http://127.0.0.1:9/x.bin', 'C:\\Windows\\win.ini'], 'must_not': 'open the file (check with strace or a canary file)'}, notes='Resources may only come from the folder of the file (or below), or data: URIs.')
    gg = G(); m, a, b = rig(gg, bar(gg, joints=[0, 0, 0, 0]*2 + [0, 200, 0, 0]*2 + [1, 0, 0, 0]*2)); j, bb = gg.fin()
    case(h, 'h5_joint_index_past_skin', 'malformed & security', 'google/filament#10443, KhronosGroup/glTF-Validator#235', None, raw=gltf_bytes(j, bb), outcome='refuse_or_warn', error='joint_index_out_of_range', validator=['ACCESSOR_JOINTS_INDEX_OOB', 'ACCESSOR_WEIGHTS_NON_NORMALIZED'], three=False, limits=QUICK, notes='JOINTS_0 names joint 200 of 2. Refuse, or drop the influence with a warning; never read past the palette (CPU or GPU).')
    g = G(); m, a, b = rig(g); j, bb = g.fin()
    case(h, 'h6_glb_json_chunk_too_long', 'malformed & security', 'spnda/fastgltf#106', None, ext='glb', raw=glb_bytes(j, bb, json_len=0x00ffff00), outcome='refuse', error='glb_chunk_length', validator=['GLB_CHUNK_TOO_BIG', 'INVALID_JSON'], three=False, limits=QUICK, notes='JSON chunk claims 16 MiB in a 2 kB file.')
    g = G(); m, a, b = rig(g); g.anim((b, 'translation', [0, 1, 2], [0, 1, 0]*3, 'LINEAR')); j, bb = g.fin(); bb = bytearray(bb); o = j['bufferViews'][j['accessors'][j['animations'][0]['samplers'][0]['input']]['bufferView']]['byteOffset']; bb[o+4:o+8] = struct.pack('<f', float('nan'))
    case(h, 'h7_nan_key_time', 'malformed & security', 'assimp/assimp#6835, atteneder/glTFast#274', None, raw=gltf_bytes(j, bytes(bb)), outcome='refuse_or_warn', error='non_finite_value', validator=['ACCESSOR_INVALID_FLOAT'], three=False, limits=QUICK, notes='A key time is NaN. Reject the file or the clip; no NaN may reach the palette, the bounds or the camera.')
    g = G(); last = None
    for i in range(20000): last = g.node(last if last is not None else None, translation=[0, .001, 0])
    g.node(last, mesh=g.mesh({'POSITION': g.acc(P, F, 'VEC3', mm=True, target=34962)})); j, bb = g.fin()
    case(h, 'h8_chain_20000_deep', 'malformed & security', 'DiligentGraphics/DiligentFX#266', None, raw=gltf_bytes(j, bb), outcome='load', validator=['skip'], three=False, limits={'seconds': 5, 'memory_mib': 512}, more={'checks': [{'node': 20000, 'primitive': 0, 'clip': None, 'time': 0, 'skinning': 'LBS', 'tolerance': .01, 'positions': {'0': [0, 20, 0]}}], 'or': 'refuse with a depth message'}, notes='Valid but deep: iterate, do not recurse (a refusal that names the depth also passes; a stack overflow does not).')
    # --- UI / clips
    g = G(); m, a, b = rig(g); g.anim((b, 'rotation', [0], axang(Z, 90), 'LINEAR'), name='pose'); g.anim((b, 'rotation', [0, 2], Q0 + axang(Z, 90), 'LINEAR'), name='move')
    case(h, 'j1_zero_length_clip', 'UI/timeline', 'f3d-app/f3d#2174, raysan5/raylib#3804', g, [(m, 0, 0), (m, 0, 5), (m, 1, 1)], hand=[(0, 4, [-1, .5, 0]), (1, 4, [-1, .5, 0])], notes='A one-key clip (duration 0) shows its pose, divides nothing by zero, and does not disable the other clip.')
    g = G(); m, a, b = rig(g); g.anim((a, 'rotation', [0, 1], Q0 + axang(Z, 90), 'LINEAR'), (b, 'translation', [0, 1], [0, 1, 0, 0, 3, 0], 'LINEAR'), name='first'); g.anim((b, 'rotation', [0, 1], Q0 + axang(Z, 90), 'LINEAR'), name='second')
    case(h, 'j2_switch_clip_resets', 'UI/timeline', 'KhronosGroup/glTF-Blender-IO#1386, KhronosGroup/glTF-Blender-IO#1532', g, [(m, 1, 1), (m, 0, 1)], hand=[(0, 4, [-1, .5, 0])],
         sequence=['play clip 0 to 1.0 s', 'switch to clip 1 (no fade), seek 1.0 s', 'positions must equal checks[0]'], notes='Joints that the new clip does not touch go back to the node transform in the file.')
    g = G(); m, a, b = rig(g)
    for i in range(4): g.anim((b, 'rotation', [0, 1], Q0 + axang(Z, 20*(i+1)), 'LINEAR'), **({'name': 'Take 001'} if i < 3 else {}))
    case(h, 'j3_same_clip_names', 'UI/timeline', 'google/model-viewer#3224, playcanvas/model-viewer#363', g, [(m, i, 1) for i in range(4)], more={'clip_list_length': 4}, notes='Three clips with one name and one without: four entries, each selectable (select by index).')
    # --- performance / many joints
    def chain(n, comp):
        g = G(); js = []; last = None
        for i in range(n): last = g.node(last, translation=[0, .1, 0] if i else [0, 0, 0], rotation=axang(Z, .25)); js.append(last)
        J = [0, 0, 0, 0, n//2, 0, 0, 0, n-1, 0, 0, 0]
        m = g.mesh({'POSITION': g.acc([0, 0, 0, 0, .1*(n//2), 0, 0, .1*(n-1), 0], F, 'VEC3', mm=True, target=34962), 'JOINTS_0': g.acc(J, comp, 'VEC4', target=34962), 'WEIGHTS_0': g.acc([1, 0, 0, 0]*3, F, 'VEC4', target=34962)})
        mn = g.node(mesh=m, skin=g.skin(js, [tr(0, -.1*i, 0) for i in range(n)])); return g, mn
    g, mn = chain(300, US)
    case(h, 'k1_300_joints', 'performance', 'bevyengine/bevy#9021, f3d-app/f3d#1050, bjornbytes/lovr#252', g, [(mn, None, 0)], notes='More than 256 joints: storage buffer, or a clear refusal; never a wrong palette.')
    # --- framing
    g = G(); up = g.node(scale=[.01]*3); mesh = bar(g, pos=[100*v for v in BARP]); m, a, b = rig(g, mesh, ibm=[trs((0, 0, 0), Q0, (1, 1, 1)), tr(0, -100, 0)], parent=up); g.j['nodes'][b]['translation'] = [0, 100, 0]
    case(h, 'm1_armature_scale', 'camera framing', 'donmccurdy/three-gltf-viewer#192, CesiumGS/cesium#8759', g, [(m, None, 0)], hand=[(0, 4, [-.5, 2, 0])], bbox=[(None, [0])], notes='Accessor bounds say 200 units, the posed bar is 2 units tall: frame the posed bounds.')
    g = G(); m, a, b = rig(g); g.j['nodes'][a]['translation'] = [1e5, 0, -1e5]
    case(h, 'm2_far_from_origin', 'camera framing', 'donmccurdy/three-gltf-viewer#57, bdero/flutter_scene#414', g, [(m, None, 0)], bbox=[(None, [0])], notes='The skeleton stands 1e5 units away: the camera must look there; edges within 1 px of the same model at the origin (subtract the centre before going to f32 clip space).', more={'position_tolerance': .02})

# ------------------------------------------------------------------ the test set of the program
WORDS = {'LBS': 'lbs', 'DQS': 'dqs'}
KEEP = ('case', 'kind', 'file', 'notes', 'reference', 'outcome', 'message_must_contain', 'warning_about', 'or', 'also',
        'clip_durations', 'clip_list_length', 'bounds', 'limits')
# Left to the importer: the specification does not say where a vertex without weight goes.
FREE = {('b4_zero_weights', '0')}
# Made by the program: 20,000 nodes in a row are too much to carry about.
MADE = ('h8_chain_20000_deep.gltf',)

def pose(name, c):
    """One check as a pose dump."""
    d = {'format': 'posedump-1', 'clip': None if c.get('clip') is None else {'index': c['clip'], 'name': None}, 'time': c.get('time', 0), 'skinning': WORDS[c['skinning']]}
    p = {int(i): v for i, v in c['positions'].items() if (name, i) not in FREE}
    d['instances'] = [{'node': c['node'], 'mesh': 0, 'primitive': c['primitive'], 'indices': sorted(p), 'positions': [x for i in sorted(p) for x in p[i]]}]
    return d

def test_set(made, out):
    """The files of `made` as `rigscope cases` writes them."""
    import shutil
    os.makedirs(out, exist_ok=True); index = []
    for fn in sorted(os.listdir(made)):
        if not fn.endswith('.expected.json'): continue
        e = json.load(open(os.path.join(made, fn))); c = {k: e[k] for k in KEEP if k in e}
        if e.get('checks'):
            c['poses'] = e['case'] + '.pose.json'
            with open(os.path.join(out, c['poses']), 'w', newline='\n') as f:
                f.write('[\n' + ',\n'.join(json.dumps(pose(e['case'], k)) for k in e['checks']) + '\n]\n')
            c['tolerance'] = max([k['tolerance'] for k in e['checks']] + [e.get('position_tolerance', 0)])
        if e['file'] not in MADE: shutil.copy(os.path.join(made, e['file']), os.path.join(out, e['file']))
        index.append(c)
    with open(os.path.join(out, 'cases.json'), 'w', newline='\n') as f:
        f.write('{"format": "rigscope-case-list", "version": 1, "cases": [\n' + ',\n'.join(json.dumps(c) for c in index) + '\n]}\n')

if __name__ == '__main__':
    import tempfile
    out = sys.argv[1] if len(sys.argv) > 1 else os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'assets', 'cases')
    with tempfile.TemporaryDirectory() as made:
        OUT[0] = made
        build()
        test_set(made, out)
    print(len(ALL), 'cases')
