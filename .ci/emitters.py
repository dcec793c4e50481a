#!/usr/bin/env python3
"""Compiles the C++ and C# emitters of docs/json.md, has each write a pose of a bundled model, and verifies the dumps.

    python3 .ci/emitters.py RIGSCOPE MODEL

Needs g++ and Mono's mcs (Debian: g++, mono-mcs, mono-runtime, libmono-system-core4.0-cil). Each emitter must pass
`rigscope verify` with the right numbers and fail it with one number changed, so that the check can fail.
"""
import json, os, re, subprocess, sys, tempfile

viewer, model = os.path.abspath(sys.argv[1]), sys.argv[2]
document = open(os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'docs', 'json.md')).read()
TIME, CLIP = 0.25, 0


def emitter(language):
    return re.search(rf'```{language}\n(.*?)```', document, re.S).group(1)


def cpp(floats, matrices, dump):
    skins = ','.join('{' + ','.join(matrices(m) for m in skin) + '}' for skin in dump['palettes'])
    parts = ','.join(f'{{{node},{primitive},{floats(p)}}}' for node, primitive, p in dump['parts'])
    worlds = ','.join(matrices(m) for m in dump['worlds'])
    return emitter('cpp') + f'''
#include <iostream>
int main() {{
    write_dump(std::cout, {CLIP}, {TIME}, std::vector<Matrix>{{{worlds}}}, std::vector<std::vector<Matrix>>{{{skins}}}, std::vector<Part>{{{parts}}});
}}
'''


def csharp(dump):
    array = lambda numbers: 'new float[]{' + ','.join(f'{n!r}f' for n in numbers) + '}'
    skins = ','.join('new float[][]{' + ','.join(array(m) for m in skin) + '}' for skin in dump['palettes'])
    parts = ','.join(f'new Part{{Node={node},Primitive={primitive},Positions={array(p)}}}' for node, primitive, p in dump['parts'])
    worlds = ','.join(array(m) for m in dump['worlds'])
    return emitter('csharp') + f'''
public static class Program
{{
    public static void Main()
    {{
        PoseDump.Write(System.Console.Out, {CLIP}, {TIME}, new float[][]{{{worlds}}}, new float[][][]{{{skins}}}, new Part[]{{{parts}}});
    }}
}}
'''


def verified(folder, text):
    path = os.path.join(folder, 'theirs.json')
    open(path, 'w').write(text)
    return subprocess.run([viewer, 'verify', model, '--against', path], capture_output=True, text=True)


passed = failed = 0
with tempfile.TemporaryDirectory() as folder:
    ours = os.path.join(folder, 'ours.json')
    subprocess.run([viewer, 'pose', model, '--clip', f'#{CLIP}', '--time', str(TIME), '--skinning', 'lbs', '--with', 'palettes', '--dump', ours], check=True)
    read = json.load(open(ours))
    read = read[0] if isinstance(read, list) else read
    dump = {
        'worlds': [read['nodes'][str(n)] for n in range(len(read['nodes']))],
        'palettes': [read['palettes'][str(s)] for s in range(len(read['palettes']))],
        'parts': [(i['node'], i['primitive'], i['positions']) for i in read['instances']],
    }
    floats = lambda numbers: '{' + ','.join(f'{float(n)!r}f' for n in numbers) + '}'
    for wrong in (False, True):
        if wrong:
            node, primitive, positions = dump['parts'][0]
            dump['parts'][0] = (node, primitive, [positions[0] + 1.0] + positions[1:])
        os.makedirs(f'{folder}/{wrong}')
        source, program = f'{folder}/{wrong}/a.cpp', f'{folder}/{wrong}/a'
        open(source, 'w').write(cpp(floats, floats, dump))
        subprocess.run(['g++', '-std=c++17', '-Wall', '-Wextra', '-Werror', '-O0', source, '-o', program], check=True)
        texts = {'C++': subprocess.run([program], check=True, capture_output=True, text=True).stdout}
        source, program = f'{folder}/{wrong}/a.cs', f'{folder}/{wrong}/a.exe'
        open(source, 'w').write(csharp(dump))
        subprocess.run(['mcs', '-warnaserror', source, f'-out:{program}'], check=True)
        # A language with a decimal comma must not matter.
        texts['C#'] = subprocess.run(['mono', program], check=True, capture_output=True, text=True, env={**os.environ, 'LANG': 'de_DE.UTF-8'}).stdout
        for language, text in texts.items():
            answer = verified(folder, text)
            right = answer.returncode == (1 if wrong else 0)
            passed, failed = passed + right, failed + (not right)
            print(f'{"ok" if right else "FAILED"}  {language}, {"one number changed" if wrong else "right numbers"}')
            if not right:
                print(answer.stdout + answer.stderr)
print(f'{passed} passed, {failed} failed')
sys.exit(failed > 0)
