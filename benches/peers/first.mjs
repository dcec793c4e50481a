// The first picture of a model by three.js in a headless Chromium, from the start of the process to a PNG of 800 x 800:
// node first.mjs MODEL.glb OUT.png. Two plain lights and no environment: nothing that would cost time is asked for.
// CHROMIUM names the program.
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const [, , model, out] = process.argv;
const here = dirname(fileURLToPath(import.meta.url));

// Runs in the page.
async function draw() {
  const THREE = await import('three');
  const { GLTFLoader } = await import('three/addons/loaders/GLTFLoader.js');
  const renderer = new THREE.WebGLRenderer({ antialias: true, preserveDrawingBuffer: true });
  renderer.setPixelRatio(1);
  renderer.setSize(800, 800);
  const gltf = await new GLTFLoader().loadAsync('/model.glb');
  const scene = new THREE.Scene();
  scene.add(gltf.scene, new THREE.HemisphereLight(0xffffff, 0x666666, 2), new THREE.DirectionalLight(0xffffff, 2));
  const box = new THREE.Box3().setFromObject(gltf.scene);
  const size = box.getSize(new THREE.Vector3()).length();
  const middle = box.getCenter(new THREE.Vector3());
  const camera = new THREE.PerspectiveCamera(45, 1, size / 100, size * 10);
  camera.position.copy(middle).add(new THREE.Vector3(0.5, 0.3, 1.2).multiplyScalar(size));
  camera.lookAt(middle);
  renderer.render(scene, camera);
  return renderer.domElement.toDataURL('image/png');
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--no-sandbox', '--disable-quic', '--no-first-run',
    '--disable-background-networking', '--disable-component-update', '--disable-sync'],
});
try {
  const tab = await browser.newPage();
  await tab.route('**/*', (route) => {
    const path = new URL(route.request().url()).pathname;
    if (path === '/') {
      return route.fulfill({
        contentType: 'text/html',
        body: `<!doctype html><script type="importmap">{ "imports":
          { "three": "/three/build/three.module.js", "three/addons/": "/three/examples/jsm/" } }</script><body>`,
      });
    }
    if (path === '/model.glb') return route.fulfill({ path: model });
    if (path.startsWith('/three/')) {
      return route.fulfill({ path: join(here, 'node_modules', path), contentType: 'text/javascript' });
    }
    return route.fulfill({ status: 404 });
  });
  await tab.goto('http://first.local/');
  const url = await tab.evaluate(`(${draw})()`);
  writeFileSync(out, Buffer.from(url.split(',')[1], 'base64'));
} finally {
  await browser.close();
}
