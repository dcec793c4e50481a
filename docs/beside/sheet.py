"""Rows of two viewers and their difference: sheet.py FOLDER OUT writes OUT/characters.jpg, materials.jpg and measured.json.

FOLDER holds jobs.json, and ours/, flat/ (without occlusion by what is near) and theirs/ with a picture of each job, twice as
large as shown.
"""

import json
import sys
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFont

GAP, TOP, CAPTION = 6, 26, 22
INK, PAPER = (38, 42, 48), (246, 246, 244)
FONT = Path(__file__).parents[2] / "assets/fonts/inter-medium-tabular.otf"


def linear(encoded):
    e = np.asarray(encoded, float) / 255
    return np.where(e <= 0.04045, e / 12.92, ((e + 0.055) / 1.055) ** 2.4)


def halved(path, background):
    """Half as large, averaged as light is, over a plain colour where it is clear."""
    pixels = np.asarray(Image.open(path).convert("RGBA"))
    alpha = pixels[..., 3:] / 255
    light = linear(pixels[..., :3]) * alpha + linear(background) * (1 - alpha)
    h, w = light.shape[0] // 2, light.shape[1] // 2
    light = light[: 2 * h, : 2 * w].reshape(h, 2, w, 2, 3).mean((1, 3))
    return np.where(light <= 0.0031308, light * 12.92, 1.055 * light ** (1 / 2.4) - 0.055) * 255


def measured(ours, theirs, flat, background):
    """Levels of 255, over what either viewer drew."""
    drawn = (np.abs(ours - background).max(-1) > 3) | (np.abs(theirs - background).max(-1) > 3)
    apart, without = (np.abs(a - theirs).mean(-1)[drawn] for a in (ours, flat))
    lighter = (ours - theirs).mean(-1)[drawn].mean()
    return {
        "mean": round(apart.mean(), 2),
        "lighter": round(lighter, 2),
        "p95": round(float(np.quantile(apart, 0.95)), 1),
        "mean_without_near_occlusion": round(without.mean(), 2),
        "p95_without_near_occlusion": round(float(np.quantile(without, 0.95)), 1),
    }


def image(levels):
    return Image.fromarray(np.clip(levels + 0.5, 0, 255).astype(np.uint8))


def main(folder, out):
    folder, out = Path(folder), Path(out)
    jobs = json.loads((folder / "jobs.json").read_text())
    numbers = {}
    for kind, name in [("character", "characters"), ("material", "materials")]:
        rows = []
        for job in (j for j in jobs if j["kind"] == kind):
            background = np.array([int(job["background"][k : k + 2], 16) for k in (1, 3, 5)], float)
            ours, flat, theirs = (halved(folder / side / f"{job['name']}.png", background) for side in ("ours", "flat", "theirs"))
            numbers[job["name"]] = measured(ours, theirs, flat, background)
            rows.append((job, [image(ours), image(theirs), image(np.abs(ours - theirs) * 4)]))
        if rows:
            sheet(rows, numbers).save(out / f"{name}.jpg", quality=86, subsampling=0, optimize=True)
    (out / "measured.json").write_text(json.dumps(numbers, indent=1) + "\n")
    for name, n in numbers.items():
        print(f"{name:14}", n)


def sheet(rows, numbers):
    width = max(r[1][0].width for r in rows) * 3 + 4 * GAP
    height = TOP + sum(r[1][0].height + CAPTION + GAP for r in rows)
    page = Image.new("RGB", (width, height), PAPER)
    draw = ImageDraw.Draw(page)
    font = ImageFont.truetype(str(FONT), 13)
    step = (width - GAP) // 3
    for k, head in enumerate(["rigscope", "three.js", "difference × 4"]):
        draw.text((GAP + k * step + step // 2, TOP // 2), head, INK, font, "mm")
    y = TOP
    for job, pictures in rows:
        for k, picture in enumerate(pictures):
            page.paste(picture, (GAP + k * step, y))
        y += pictures[0].height
        n = numbers[job["name"]]
        said = job["name"].replace("_", " ") + (f": {job['what']}" if job["what"] else "")
        draw.text((GAP + 2, y + CAPTION // 2), said, INK, font, "lm")
        text = f"mean difference {n['mean']:.1f} of 255; {n['mean_without_near_occlusion']:.1f} without near occlusion"
        draw.text((width - GAP - 2, y + CAPTION // 2), text, INK, font, "rm")
        y += CAPTION + GAP
    return page


if __name__ == "__main__":
    main(*sys.argv[1:])
