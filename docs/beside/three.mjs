// Pictures by three.js in a headless Chromium: node three.mjs JOBS.json OUT [sky.hdr]
//
// With a panorama: lit by it alone, Khronos Neutral, on a plain colour, as docs/beside.sh has rigscope do it. Without one:
// the way three.js is usually seen, see `usual`. CHROMIUM names the program.
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const [, , jobsFile, out, panorama] = process.argv;
const here = dirname(fileURLToPath(import.meta.url));
const jobs = JSON.parse(readFileSync(jobsFile, 'utf8'));

// Runs in the page.
async function draw(job, sky) {
  const THREE = await import('three');
  const { GLTFLoader } = await import('three/addons/loaders/GLTFLoader.js');
  const { HDRLoader } = await import('three/addons/loaders/HDRLoader.js');
  const { RoomEnvironment } = await import('three/addons/environments/RoomEnvironment.js');
  const [width, height] = job.size;
  const renderer = new THREE.WebGLRenderer({ antialias: true, preserveDrawingBuffer: true });
  renderer.setPixelRatio(1);
  renderer.setSize(width, height);
  document.body.replaceChildren(renderer.domElement);
  const gltf = await new GLTFLoader().loadAsync('/model.glb');
  const scene = new THREE.Scene();
  scene.add(gltf.scene);
  const pmrem = new THREE.PMREMGenerator(renderer);
  const camera = gltf.cameras.at(-1);
  camera.aspect = width / height;
  camera.updateProjectionMatrix();

  if (sky) {
    const map = await new HDRLoader().loadAsync('/sky.hdr');
    scene.environment = pmrem.fromEquirectangular(map).texture;
    scene.background = new THREE.Color(job.background);
    renderer.toneMapping = THREE.NeutralToneMapping;
  } else {
    // A room of soft boxes for surroundings, and two lights on the camera: what the best known viewer made with three.js,
    // three-gltf-viewer, starts with.
    scene.environment = pmrem.fromScene(new RoomEnvironment(), 0.04).texture;
    scene.background = new THREE.Color('#191919');
    renderer.toneMapping = THREE.LinearToneMapping;
    const lamp = new THREE.DirectionalLight(0xffffff, 0.8 * Math.PI);
    lamp.position.set(0.5, 0, 0.866);
    camera.add(new THREE.AmbientLight(0xffffff, 0.3), lamp);
  }
  if (job.clip !== null) {
    const mixer = new THREE.AnimationMixer(gltf.scene);
    const action = mixer.clipAction(gltf.animations[job.clip]);
    action.setLoop(THREE.LoopOnce);
    action.clampWhenFinished = true;
    action.play();
    mixer.setTime(job.time);
  }
  renderer.render(scene, camera);
  renderer.render(scene, camera);
  const url = renderer.domElement.toDataURL('image/png');
  renderer.dispose();
  renderer.forceContextLoss();
  return { url, revision: THREE.REVISION };
}

const page = `<!doctype html><script type="importmap">
{ "imports": { "three": "/three/build/three.module.js", "three/addons/": "/three/examples/jsm/" } }
</script><body style="margin:0">`;

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--no-sandbox', '--disable-quic', '--no-first-run',
    '--disable-background-networking', '--disable-component-update', '--disable-sync'],
});
try {
  for (const job of jobs) {
    const tab = await browser.newPage();
    tab.on('pageerror', (error) => console.error(job.name, error.message));
    await tab.route('**/*', (route) => {
      const path = new URL(route.request().url()).pathname;
      if (path === '/') return route.fulfill({ body: page, contentType: 'text/html' });
      if (path === '/model.glb') return route.fulfill({ path: job.file });
      if (path === '/sky.hdr') return route.fulfill({ path: panorama });
      if (path.startsWith('/three/')) {
        return route.fulfill({ path: join(here, 'node_modules', path), contentType: 'text/javascript' });
      }
      return route.fulfill({ status: 404 });
    });
    await tab.goto('http://beside.local/');
    const { url, revision } = await tab.evaluate(`(${draw})(${JSON.stringify(job)}, ${Boolean(panorama)})`);
    writeFileSync(join(out, `${job.name}.png`), Buffer.from(url.split(',')[1], 'base64'));
    console.log(`${job.name} three.js r${revision}`);
    await tab.close();
  }
} finally {
  await browser.close();
}
