# Messages of the command line.

cli-error = error: { $text }
cli-warning = warning: { $text }
cli-info = info: { $text }
cli-device = info: graphics device: { $device }
cli-no-driver = no graphics driver offers one
cli-more-warnings = warning: { $count ->
    [one] one more; info --json lists all
   *[other] { $count } more; info --json lists all
 }

# Errors of the command line; those of the importer stand in issues.ftl.

issue-usage = { $message }
issue-cancelled = The work was cancelled.
issue-no-window = This build has no window.
    .remedy = Build it with its default features, or use a command: rigscope --help.
issue-window-refused = The window system refused a window: { $reason }.
    .remedy = Draw a picture without one: rigscope render MODEL -o out.png.
issue-no-display = There is no display to open a window on: { $reason }.
    .remedy = Set DISPLAY or WAYLAND_DISPLAY, or draw a picture without one: rigscope render MODEL -o out.png.
issue-no-gpu = There is no usable GPU: { $reason }.
    .remedy = Install a Vulkan driver; a software one comes with apt-get install libvulkan1 mesa-vulkan-drivers (Debian, Ubuntu), dnf install mesa-vulkan-drivers (Fedora) or pacman -S vulkan-swrast (Arch).
issue-lights-none = The file has no lights in its scene, so there is nothing to see by.
    .remedy = Leave out --lights, or use --lights studio.
issue-render-failed = The picture could not be made: { $reason }.
issue-picture-too-large = A picture of { $width } by { $height } pixels is more than this graphics device can make.
    .remedy = Ask for at most { $most } pixels a side.
issue-picture-format = Pictures are not written as { $format } here.
    .remedy = End the name in .png for one picture, in .gif, .apng, .mp4 or .webm for a film, or write one PNG a frame: -o "out_{"{"}frame:04{"}"}.png".
issue-frames-need-film = One PNG holds one picture, not many.
    .remedy = End the name in .gif, .apng, .mp4 or .webm, or write one PNG a frame: -o "out_{"{"}frame:04{"}"}.png".
issue-frame-pattern = The place of the frame's number in the name cannot be read.
    .remedy = Write {"{"}frame{"}"} or {"{"}frame:04{"}"} (four digits) once, in the file's name.
issue-output-nothing-open = Nothing is open, so there is nothing to be seen.
    .remedy = Open a character first.
issue-film-nothing-moves = There is no clip, so nothing moves.
    .remedy = Ask for a turntable (--turntable 90), or for one picture.
issue-film-too-long = { $count } frames are more than { $most }.
    .remedy = Ask for fewer with --frames or --fps.
issue-film-too-large = { $side } pixels a side are more than { $most }, which this kind of file can hold.
    .remedy = Ask for a smaller --size, or write another kind of file.
issue-film-encoder-missing = { $program } is needed for video, and was not found on the PATH.
    .remedy = Install it (Debian: apt-get install ffmpeg), or write a .gif or .apng, which need nothing.
issue-film-encoder-failed = { $program } failed: { $words }.
    .remedy = Look at what it says; a .gif or .apng needs no other program.
issue-film-encoder-late = { $program } stood still for too long and was stopped.
    .remedy = Give it more time with --deadline, or write a .gif or .apng.
issue-sheet-too-small = { $columns } by { $rows } cells leave less than 16 pixels for each.
    .remedy = Ask for a larger --size or for fewer cells.
issue-reference-unreadable = The reference cannot be read: { $reason }.
    .remedy = Check the path given to --reference; it takes a PNG.
issue-reference-size = The reference has { $width } by { $height } pixels, the picture { $wanted-width } by { $wanted-height }.
    .remedy = Ask for the same with --size { $width }x{ $height }.
issue-reference-differs = { $percent } % of the pixels differ from the reference (at most { $most } %), by up to { $largest } of 255.
    .remedy = The output is the map of the differences. If they are meant, make the new reference by rendering once more without --reference.
issue-deadline = It stood still for { $seconds } seconds and was stopped.
    .remedy = Give it more time with --deadline, ask for a smaller --size, or try another --backend.
issue-clip-none = There is no clip "{ $asked }": the file has no clips.
    .remedy = Leave out --clip for the rest pose.
issue-clip-unknown = There is no clip "{ $asked }".
    .remedy = The clips are: { $clips }.
issue-clip-ambiguous = { $count } clips have the name "{ $asked }".
    .remedy = Choose one by its number: { $clips }.
issue-scene-unknown = There is no scene "{ $asked }".
    .remedy = The scenes are: { $scenes }.
issue-scene-ambiguous = { $count } scenes have the name "{ $asked }".
    .remedy = Choose one by its number: { $scenes }.
issue-camera-none = There is no camera "{ $asked }": no node of the file carries one.
    .remedy = Leave out --camera.
issue-camera-unknown = There is no camera "{ $asked }".
    .remedy = The cameras are: { $cameras }.
issue-camera-ambiguous = { $count } cameras have the name "{ $asked }".
    .remedy = Choose one by its number: { $cameras }.
issue-camera-without-direction = The camera looks nowhere in this pose: its node is scaled to nothing.
    .remedy = Choose another camera or another time.
issue-part-unknown = There is no { $kind ->
    [node] node
    [mesh] mesh
    [material] material
   *[other] node, mesh or material
 } "{ $asked }".
    .remedy = There are: { $parts }. Put node:, mesh: or material: before a name to say which; rigscope info MODEL lists them.
issue-part-ambiguous = { $count } parts have the name "{ $asked }".
    .remedy = Choose one by its number: { $parts }; or say which with node:, mesh: or material: before it.
issue-weights-without-skin = There are no weights to show: the model has no skin.
    .remedy = Leave out weights, influences and dominant from --overlay.
issue-weights-several-views = One picture shows one view of the influences.
    .remedy = Give only one of weights:JOINT, weights, influences and dominant to --overlay.
issue-weights-too-many = The weights of { $count } joints cannot be shown together.
    .remedy = Name at most { $most } joints, or show all of them in their colours with --overlay weights.
issue-variant-none = There is no material variant "{ $asked }": the file has none (KHR_materials_variants).
    .remedy = Leave out --variant.
issue-variant-unknown = There is no material variant "{ $asked }".
    .remedy = The variants are: { $variants }.
issue-variant-ambiguous = { $count } material variants have the name "{ $asked }".
    .remedy = Choose one by its number: { $variants }.
issue-time-without-clip = --time { $time } has no effect without a clip: what shows is the rest pose.
    .remedy = Name the clip with --clip, or leave out --time.
issue-option-without-method = { $option } has no effect: no way to skin that was asked for is "{ $method }".
    .remedy = Ask for { $method }, or leave out { $option }.
issue-option-without-view = { $option } has no effect without { $needs }.
    .remedy = Add { $needs }, or leave out { $option }.
issue-render-time-in-film = A film shows a time line: --time has no effect.
    .remedy = Say from when to when with --frames A..B, or turn around one instant with --turntable N.
issue-render-time-in-sheet = A sheet shows a time line: --time has no effect.
    .remedy = Say from when to when with --frames A..B, or draw one picture.
issue-methods-not-two = --methods takes two ways to skin, not { $count }.
    .remedy = Name A and B: --methods lbs,dqs.
issue-sample-unknown = There is no sample "{ $asked }".
    .remedy = The samples are: { $samples }.
issue-input-unreadable = Standard input cannot be read: { $reason }.
issue-input-over-limit = Standard input holds more than the limit of { $limit } bytes.
    .remedy = Raise it with --max-memory.
issue-output-is-folder = It cannot be written: it is a folder.
    .remedy = Name a file in it.
issue-output-folder-missing = It cannot be written: there is no folder { $folder }.
    .remedy = Make the folder first.
issue-picture-and-json = The picture and the JSON report cannot both go to standard output.
    .remedy = Name a file for the picture.
issue-output-is-input = The output is the model itself, or a file that it refers to.
    .remedy = Choose another name for the output.
issue-output-not-written = It could not be written: { $reason }.
    .remedy = Nothing was changed. Check the space on the disk and the rights on the folder.
issue-standard-output = It could not be written: { $reason }.
    .remedy = Check where it goes: a disk may be full. Files named by options are written all the same.
issue-joint-ambiguous = { $count } nodes have the name "{ $asked }".
    .remedy = Choose one by its number: { $nodes }.
issue-vertex-unknown = There is no vertex { $asked }: the primitive has { $count }, counted from 0.
    .remedy = Choose another, or say of which node and primitive: NODE:PRIMITIVE:VERTEX.
issue-primitive-unknown = The scene that shows has no primitive { $primitive } at node { $node }.
    .remedy = rigscope pose MODEL lists all under "instances".
issue-vertex-none = The scene that shows has no vertices.
    .remedy = Leave out --vertex.
issue-stages-no-joint = The file has no nodes, so there is no joint to walk through.
    .remedy = Leave out --with stages.
issue-pose-not-finite = The pose runs beyond what 32-bit numbers hold: { $place }.
    .remedy = Scale the model down.

# rigscope info

info-shown = shown
info-nothing = nothing
info-rest = rest pose
info-missing = missing
info-double-sided = double-sided
info-unlit = unlit
info-skeleton = Skeleton
info-geometry = Geometry
info-morphs = Morphs
info-animation = Animation
info-surface = Surface
info-scenes = Scenes
info-extensions = Extensions
info-issues = Found
info-clips = CLIPS
info-meshes = MESHES
info-materials = MATERIALS
info-textures = TEXTURES
info-cameras = CAMERAS
info-variants = MATERIAL VARIANTS
info-variant = UNDER THE VARIANT { $name }
info-copies = Copies
info-hidden = Hidden
info-bounds = BOUNDS (metres, linear blend skinning, 30 instants a second)
info-weight = As vertex animation the clips would weigh { $vertices }, as joints { $joints }: { $ratio }. The keys in the file: { $stored }.
info-head-name = name
info-head-kind = kind
info-head-node = node
info-head-seen = sees
info-head-mesh = mesh
info-head-primitive = primitive
info-head-material = material
info-perspective = perspective
info-orthographic = orthographic
info-own-material = its own
info-clay = none (clay)
info-lights = LIGHTS
info-head-extensions = extensions
info-head-intensity = intensity
info-head-duration = duration
info-head-tracks = tracks
info-head-keys = keys
info-head-step = step
info-head-linear = linear
info-head-spline = spline
info-head-as-vertices = as vertices
info-head-as-joints = as joints
info-head-ratio = ratio
info-head-primitives = primitives
info-head-vertices = vertices
info-head-triangles = triangles
info-head-influences = influences
info-head-targets = targets
info-head-alpha = alpha
info-head-maps = maps
info-head-size = size
info-head-pose = pose
info-head-size-x = x
info-head-size-y = y
info-head-size-z = z
info-head-min = from
info-head-max = to
info-count-nodes = { $shown } { $count ->
    [one] node
   *[other] nodes
 }
info-count-joints = { $shown } { $count ->
    [one] joint
   *[other] joints
 }
info-count-skins = { $shown } { $count ->
    [one] skin
   *[other] skins
 }
info-count-meshes = { $shown } { $count ->
    [one] mesh
   *[other] meshes
 }
info-count-primitives = { $shown } { $count ->
    [one] primitive
   *[other] primitives
 }
info-count-vertices = { $shown } { $count ->
    [one] vertex
   *[other] vertices
 }
info-count-triangles = { $shown } { $count ->
    [one] triangle
   *[other] triangles
 }
info-count-targets = { $shown } { $count ->
    [one] morph target
   *[other] morph targets
 }
info-count-clips = { $shown } { $count ->
    [one] clip
   *[other] clips
 }
info-count-materials = { $shown } { $count ->
    [one] material
   *[other] materials
 }
info-count-textures = { $shown } { $count ->
    [one] texture
   *[other] textures
 }
info-count-copies = { $shown } { $count ->
    [one] copy of a mesh (EXT_mesh_gpu_instancing)
   *[other] copies of meshes (EXT_mesh_gpu_instancing)
 }
info-count-hidden = { $shown } { $count ->
    [one] mesh (KHR_node_visibility)
   *[other] meshes (KHR_node_visibility)
 }
info-count-warnings = { $shown } { $count ->
    [one] warning (see above)
   *[other] warnings (see above)
 }

# --help

help-rigscope = See how a glTF character deforms, compare the ways to skin it, and prove the numbers.

    Without a command, opens MODEL in a window; without MODEL, the model inside the program.
help-rigscope-examples = MODEL is a .glb or .gltf file, - for standard input, or sample:NAME for a model inside the program.

    Examples:
      rigscope fox.glb                                 open it in a window
      rigscope render fox.glb --clip Run -o fox.png    draw a picture without a window
      rigscope info fox.glb                            what is inside
      rigscope pose fox.glb --clip Run --dump run.json posed vertices as numbers
      rigscope compare fox.glb                         LBS against DQS over every clip
      rigscope compress fox.glb -o small.glb           fewer keys and bits, measured on the skin

    Exit codes:
      0 fine   1 the check found something   2 bad usage, or input unreadable or refused
      3 no usable GPU or display   4 output could not be written   5 cancelled, or over a limit
help-model = The model: a .glb or .gltf file, - for standard input, or sample:NAME
help-verbose = Tell more on standard error
help-scene = Which scene of the file: a name, #N, or N when no scene has that name; without it the one that the file names
help-max-memory = Most memory that an import may ask for beyond the file itself, such as 512M or 4G

help-render = Draw a picture, a film or a contact sheet without a window
help-render-output = Where to write: .png is one picture, .gif, .apng, .mp4 and .webm are films (the last two need ffmpeg), out_{"{"}frame:04{"}"}.png is one picture a frame; - is standard output
help-frames = Of a film: the first and the last frame, both shown [default: the whole clip as a loop, whose end is not shown twice]
help-render-fps = Of a film: frames a second [default: 30]
help-turntable = A film of one way round in N frames; a clip chosen without --time runs along and closes as well
help-contact-sheet = Columns and rows of moments in one picture, each with its clip and time: of --clip, or of every clip, a row each
help-reference = A picture that was kept: the output is the difference, the exit code is 1 above --threshold
help-threshold = Per cent of pixels that may differ from the reference by more than 8 of 255 [default: 0.1]
help-deadline = Seconds that one picture (or the opening of the model) may take before the process ends
help-render-time = Seconds on the clip's own time line; held before the first and after the last key, never wrapped. With --time alone: the clip that the window would play
help-methods = Two ways to skin in one picture, A and B, in the words of --skinning: lbs,dqs or lbs,lbs/4
help-view = How A and B share the picture: split (A left of a line, B right), ghost (B translucent over A), difference (the distance from A to B as a colour) or side (side by side) [default: split]
help-split = Where the line of a split stands, 0 (left) to 1 (right) [default: 0.5]
help-difference-scale = The distance at the end of the colours of a difference, such as 5mm or 0.5% (of the diagonal at rest); auto: the largest of this frame, rounded up [default: auto]
help-no-labels = Leave out the names of A and B, the line of a split and the legend of a difference (the band of --teach stays)
help-size = Width and height in pixels (F3D's --resolution W,H works, too)
help-yaw = Camera: degrees to the right of the face; 0 looks from the front, 90 from the character's left
help-pitch = Camera: degrees above the horizon
help-zoom = Camera: 2 is twice as near
help-camera = Look through a camera of the file: its name (that of its node), #N, or N (from 0; rigscope info lists them). The height that it sees stays, the width follows --size
help-variant = Which set of materials (KHR_materials_variants): its name, #N, or N (from 0; rigscope info lists them)
help-info-variant = Also tell which material a set of materials (its name, #N, or N) puts on each primitive
help-focus = Camera: look at this joint in its pose (its name or #NODE) instead of the middle; for close-ups, with --zoom
help-transparent = No background and no grid: the picture has alpha
help-theme = The window's theme, instead of that of the last session
help-render-theme = Background of the dark or the light theme [default: dark]
help-state-dump = Write the state as JSON to this file whenever it changes
help-lose-device-after = Lose the graphics device after so many frames, for tests
help-overlay = What else to draw (comma-separated): skeleton, lines (joints as lines), nodes (those that no skin uses), names and axes (of joints), wires (edges over the surface), hidden (meshes that the file hides); of the influences: weights:JOINT (may be given again), weights (each joint in its colour), influences (how many), dominant (the strongest)
help-look = What the surface shows: lit, clay, matcap, wireframe, hidden-line, x-ray, normals, tangents, uv-checker, base-color, metallic, roughness, occlusion, emissive, vertex-color, faces [default: lit]
help-hide = What to leave out (comma-separated): a node with all below it, a mesh or a material by name, or a mesh by its number; node:, mesh: or material: before it says which
help-solo = What to show alone (comma-separated), named as for --hide
help-fov = Vertical field of view, degrees
help-no-grid = No ground grid
help-lights = Which lights are on: file (those of the file alone), studio (the program's own alone) or both (those of the file, with the studio dimmed) [default: both; studio where the file has none]
help-samples = Samples of each picture, averaged: smoother edges, shadows and occlusion, as the window refines a picture at rest (16 to 64). The same number gives the same picture
help-preset = How much work goes into a picture: full, or reduced, which is what the window draws where pictures are made on the CPU
help-environment = Where light comes from: studio, soft, rim or outdoor (built in), or a panorama of the surroundings as an .hdr or .exr file [default: studio; in the window that of the last session]
help-environment-rotation = How far the light is turned about the vertical, degrees; counter-clockwise seen from above [default: 0]
help-tone-mapping = How scene light becomes a picture: neutral (Khronos PBR Neutral), agx, aces (Stephen Hill's fit) or none [default: neutral; in the window that of the last session]
help-exposure = Stops of exposure: 1 is twice the light, -1 half of it [default: 0; in the window that of the last session]
help-background = What is behind: theme, transparent, environment (what the light comes from), blurred (the same out of focus), a colour such as "#4a525e", or two from top to bottom such as "#dfe3e8,#b9c0c9" [default: theme; in the window that of the last session]
help-backend = Which graphics interface [default: auto]; software draws on the CPU, the same picture on every machine that has the same one
help-render-json = Also print one JSON object on one line, also when it fails
help-render-examples = The camera frames the pose united with the clip's bounds. F3D's flags --output, --resolution,
    --animation-indices, --animation-time, --no-background, --camera-azimuth-angle, --camera-elevation-angle,
    --camera-zoom-factor and --verbose mean the same here.

    Examples:
      rigscope render fox.glb -o fox.png
      rigscope render fox.glb --clip Run --time 0.4 --skinning dqs --size 1920x1080 -o run.png
      rigscope render sample:twist_bar --time 2 --overlay skeleton --transparent -o twist.png
      rigscope render sample:twist_bar --time 2 --methods lbs,dqs --view difference -o apart.png
      rigscope render fox.glb --clip Run --methods lbs,dqs --size 640x360 -o run.gif
      rigscope render fox.glb --turntable 120 -o round.mp4
      rigscope render fox.glb --contact-sheet 6x3 --size 1920x960 -o sheet.png
      rigscope render fox.glb --look clay --overlay wires -o clay.png
      rigscope render fox.glb --overlay weights:b_Head_05,skeleton -o weights.png
      rigscope render fox.glb --reference fox.png -o difference.png

sheet-caption = { $clip } { $name } · { $time } s
cli-drawing = drawing

help-info = Tell what is inside a model, and what its clips would weigh as vertex animation
help-info-json = Print one JSON object on one line instead, also when it fails
help-info-bounds = Also measure where the model is, at rest and over each clip (exact; takes longer)
help-info-extensions = Tell instead what this build makes of each glTF extension: full, partly, ignored or refused
help-info-examples =
    Examples:
      rigscope info fox.glb
      rigscope info fox.glb --bounds
      rigscope info fox.glb --json | jq .clips
      rigscope info --extensions

help-pose = Write posed vertices and node matrices as numbers (JSON, format posedump-1)
help-teach = Make one mistake on purpose, such as transposed-palette: what a broken importer or engine makes of this model (docs/symptoms.md shows them all; a wrong NAME lists them)
help-source = Who poses the vertices [default: cpu]
help-pose-with = What else to write (comma-separated): normals, tangents, locals (transforms relative to the parent), palettes (skinning matrices), stages (one joint and one vertex step by step)
help-pose-joint = For --with stages: the joint (a name or #NODE) [default: the one that moves the vertex most]
help-pose-vertex = For --with stages: the vertex; NODE:PRIMITIVE: before it says of what [default: of those that follow the joint the one shared most evenly]
help-pose-dump = Where to write; - is standard output
help-clip = Which clip: its name, #N, or N when no clip has that name (from 0). Without it: the rest pose
help-animation-indices = Which clip, by number
help-time = Seconds on the clip's own time line. Held before the first and after the last key, never wrapped [default: 0]
help-blend-clip = A clip to lay over the first one
help-blend-time = Seconds on the time line of that clip [default: 0]
help-blend-weight = How far to go from the first clip to that one, 0 to 1 [default: 0.5]
help-skinning = How influences are blended: lbs (linear blend), dqs (dual quaternion, "preserve volume"), blend (between the two) or masked (dqs at chosen joints); blend:0.3 and lbs/4 are short for --blend 0.3 and --influences 4
help-blend = For blend: 0 is lbs, 1 is dqs [default: 0.5]
help-mask = For masked: the joints at which dqs is used (names or #NODE, comma-separated) [default: those that twist far in the clips]
help-influences = At most N influences of each vertex, the strongest: what an engine with that limit would do
help-pose-examples = Coordinates, indices and node numbers are the file's own. docs/json.md describes the format.

    Examples:
      rigscope pose fox.glb --clip Run --time 0.4 --skinning dqs --dump pose.json
      rigscope pose fox.glb --clip Walk --time 0.2 --blend-clip Run --blend-time 0.1 --blend-weight 0.3
      rigscope pose fox.glb --clip Run --time 0.4 --with stages --joint b_Neck_04 | jq .stages
      cat fox.glb | rigscope pose - --with normals,tangents > rest.json

# rigscope compare

issue-compare-nothing-skinned = It has no skinned vertices, so there is nothing to compare.
    .remedy = Export the mesh with its skin.
issue-compare-over-limit = The largest distance is { $largest }, above the limit of { $limit }.
issue-compare-too-long = The clips have { $frames } instants to measure, more than { $most }.
    .remedy = Choose clips with --clips, or measure less often with --fps.
issue-joint-unknown = There is no joint "{ $asked }".
    .remedy = Names are those of the nodes in the file, #N is a node by its number: rigscope pose MODEL lists them all.
compare-title = A { $a } against B { $b }: { $vertices } vertices, { $frames } frames at { $fps } a second
compare-measuring = measuring
compare-all = All clips: at most { $largest } apart ({ $also }), mean { $mean }; 95 % of the vertices never more than { $p95 }.
compare-in-percent = { $percent } % of the diagonal at rest
compare-in-units = { $units } of the model's units
compare-equal = A and B are equal to the bit, at every vertex and every instant.
compare-rest = the rest pose
compare-clip = clip { $clip }
compare-clip-named = clip { $clip } { $name }
compare-worst = Worst: { $clip } at { $time }, vertex { $vertex } of primitive { $primitive }, mesh { $mesh }, node { $node }; strongest joint { $joint }.
compare-closed = Volume of the closed parts over that at rest: A { $a }, B { $b }.
compare-twists = FAR TWISTS, and the share of the radius that is left: measured there, and under LBS in theory
compare-more-twists = … and { $count } more; --json lists all
compare-advice = { $joint } turns { $degrees }° against { $against }: { $a } leaves { $measured } of the radius there; where both joints pull alike, LBS keeps { $kept }. DQS keeps it: use it at these joints (masked). Or spread the turn over twist joints: two in a row keep { $two }, three { $three }.
compare-head-clip = clip
compare-head-largest = largest
compare-head-p95 = 95 %
compare-head-mean = mean
compare-head-at = at
compare-head-joint = joint
compare-head-volume-a = regions A
compare-head-volume-b = regions B
compare-head-twist = twist
compare-head-section-a = A
compare-head-section-b = B
compare-head-kept = LBS, 1 joint
compare-head-two = 2 joints
compare-head-three = 3 joints
help-compare = Compare two ways to skin a model over its clips: distances, volumes, twists
help-compare-a = The first way: lbs, dqs, blend:0..1 or masked; with /N for at most N influences (lbs/4)
help-compare-b = The second way, in the same words
help-compare-clips = Clips to measure (names, #N or N, comma-separated); all without it
help-compare-fps = Instants a second; the end of each clip is measured, too
help-compare-influences = At most N influences, for whichever way does not say so itself
help-compare-models = Models: .glb, .gltf or .vrm files, folders (every model in and below them), - for standard input, or sample:NAME
help-compare-json = Print one JSON object on one line for each model instead, also when it fails
help-compare-fail-above = Exit 1 if any distance is larger than this, such as 5mm (a unit is a metre) or 0.5% (of the diagonal at rest)
help-compare-examples = No GPU is used. Columns: the largest distance with its instant and joint; 95 % of the vertices are never
    farther apart; the mean of means; regions: volume of the skin around each joint over that at rest, smallest
    to largest.

    Examples:
      rigscope compare fox.glb
      rigscope compare fox.glb --a lbs --b lbs/4 --fail-above 1mm
      rigscope compare fox.glb --a dqs --b masked --mask LeftHand,RightHand --json
      rigscope compare characters/ --fail-above 2%

# rigscope check

issue-check-found = The check found { $errors ->
        [0] no errors
        [one] 1 error
       *[other] { $errors } errors
    } and { $warnings ->
        [0] no warnings
        [one] 1 warning
       *[other] { $warnings } warnings
    }.
    .remedy = Each finding says what to do; rigscope check --explain CODE says more.
issue-models-failed = { $failed } of { $all } models failed: { $names }.
issue-models-none = There is no model in this folder or below it.
    .remedy = Models are files that end in .glb, .gltf or .vrm.
issue-models-too-many = There are more than { $most } models in this folder and below it.
    .remedy = Name a folder further down.
issue-models-folder-unreadable = The folder cannot be read: { $reason }.
    .remedy = Check that you may read it.
issue-check-unknown-code = There is no finding "{ $asked }".
    .remedy = The doctor's findings are: { $codes }.
check-examining = examining
check-fine = nothing found
check-count-errors = { $count ->
    [one] 1 error
   *[other] { $count } errors
 }
check-count-warnings = { $count ->
    [one] 1 warning
   *[other] { $count } warnings
 }
check-count-notes = { $count ->
    [one] 1 note
   *[other] { $count } notes
 }
check-head-errors = ERRORS
check-head-warnings = WARNINGS
check-head-notes = NOTES
check-more-of-code = { $count } more { $code }; --json lists all.
check-more = rigscope check --explain CODE tells more of a finding.
check-vertex = { $vertex } (node { $node }, primitive { $primitive })
check-label-effect = Effect
check-label-remedy = Remedy
check-label-joints = Joints
check-label-vertices = Vertices
check-label-cure = Cure (window)
check-explain-effect = What it does to the picture
check-explain-remedy = What to do
check-explain-blender = In Blender
check-explain-maya = In Maya
check-explain-own = In an exporter of your own
check-explain-limits = Thresholds
help-check = Find what is wrong with a model, what it does to the picture, and what to do
help-check-models = Models: .glb, .gltf or .vrm files, folders (every model in and below them), - for standard input, or sample:NAME
help-check-json = Print one JSON object on one line for each model instead, also when it fails
help-check-strict = Exit 1 on warnings, too
help-check-explain = Tell all about one kind of finding, with its thresholds
help-check-examples = No GPU is used. Exit code 1 if there are errors; notes are facts that are worth knowing and no faults.
    Of several models each has its answer; the exit code is the largest of theirs.

    Examples:
      rigscope check fox.glb
      rigscope check fox.glb --strict --json
      rigscope check characters/ crowd/*.glb
      rigscope check --explain inverse-binds-transposed

issue-command-unknown = There is no command and no file "{ $asked }".
    .remedy = Did you mean: rigscope { $command }?

# rigscope compress

issue-compress-no-animation = It holds no animation, so there is nothing to compress.
    .remedy = Meshes and pictures are left as they are; name a file with clips.
issue-compress-both-stdout = The file or the report, and the answer of --json, would both go to standard output.
    .remedy = Leave out --json, or name files for -o and --report.
issue-compress-output-gltf = The result is a .glb, with its buffer inside.
    .remedy = Name it so, for example -o small.glb.
issue-compress-report-is-output = The report would take the place of the result.
    .remedy = Name another file for --report.
issue-compress-pictures-elsewhere = It names { $count } pictures beside it, which are not found from where the result goes.
    .remedy = Write the result into the same folder, or copy the pictures along.
issue-export-json = The document could not be read again: { $reason }.
    .remedy = Check the file with rigscope check, and export it anew.
issue-export-view = A buffer view leaves its buffer.
    .remedy = The file is damaged: export it anew.
issue-export-too-large = The result would be larger than the 4 GiB that a .glb can hold.
    .remedy = Split the file.
compress-title = { $before } before, { $after } after: { $output }
compress-working = compressing
compress-animation = Animation data: { $before } before, { $after } after ({ $ratio } : 1).
compress-error = No vertex is off by more than { $largest } (tolerance { $tolerance }); 99 % at most { $p99 }, mean { $mean }; { $vertices } vertices on all key times and between.
compress-error-over = A vertex is off by { $largest }, more than the tolerance of { $tolerance }: so small a distance is lost in 32-bit floats. 99 % at most { $p99 }, mean { $mean }; { $vertices } vertices on all key times and between.
compress-splines = Most keys here are those of splines, which stand far apart as they are: there is little to leave out.
compress-with-meshopt = In the file: fewer keys, rotations through the quaternion filter (smallest three), translations through the exponential filter, constant tracks as one key. Not in the file: 16-bit ranges, variable bit rate.
compress-without-meshopt = In the file: fewer keys, 16-bit rotations where they fit, shared key times, constant tracks as one key. Not in the file: smallest three (--meshopt has it), 16-bit ranges, variable bit rate.
compress-head-clip = clip
compress-head-keys = values
compress-head-kept = kept
compress-head-raw = as frames
compress-head-largest = largest
compress-head-p99 = 99 %
compress-head-at = at
compress-head-joint = joint
compress-head-set = set : 1
compress-head-variable = VBR : 1
help-compress = Leave out keys and bits of animation that the skin does not show, in a .glb that every tool opens
help-compress-output = The .glb to write, or - for standard output; never the model itself
help-compress-tolerance = How far any vertex may be off, such as 0.1mm (a unit is a metre) or 0.01% (of the diagonal at rest). Without it 0.1mm on a model of a person's size, else 0.005%
help-compress-meshopt = Pack the animation with EXT_meshopt_compression, too; a file that has it keeps it
help-compress-report = Write the numbers as JSON into this file
help-compress-json = Print one JSON object on one line instead, also when it fails
help-compress-examples = No GPU is used. What belongs to no animation stays as it is: JSON values and the bytes of views. Buffers
    in other files become part of the .glb; pictures in other files stay where they are.

    Columns: values of keys before and after (a key of a spline has three); the clip as frames of 7 or 10 floats a
    joint, a spline as so many frames as keep the tolerance; how far vertices are off; and what
    the laboratory's techniques would make of the frames within the same tolerance: the chapter's set (one value for
    tracks that stand still, 16 bits, smallest three, fewer keys) and variable bit rate.

    Examples:
      rigscope compress fox.glb -o fox_small.glb
      rigscope compress fox.glb -o fox_small.glb --tolerance 0.01% --meshopt
      rigscope compress fox.glb -o fox_small.glb --report fox.json

# rigscope verify

issue-verify-differs = { $of ->
    [one] The pose differs.
   *[other] { $count } of { $of } poses differ.
 }
issue-verify-both-piped = The model and the other pose cannot both come from standard input.
    .remedy = Name a file for one of them.
issue-verify-file-unreadable = It cannot be read: { $reason }.
    .remedy = Check the path given to --against.
issue-verify-file-over-limit = It holds more than { $limit } bytes, which may not fit into the memory limit.
    .remedy = Raise the limit with --max-memory, or write fewer poses or vertices ("indices").
issue-verify-unreadable = It is no pose dump: { $reason }, line { $line }, column { $column }.
    .remedy = docs/json.md describes the format and has programs that write it.
issue-verify-utf16 = It is text in UTF-16.
    .remedy = Save it as UTF-8.
issue-verify-format = Its format is "{ $found }", not "{ $expected }".
    .remedy = Write "format": "{ $expected }"; docs/json.md describes it.
issue-verify-nothing = It holds nothing to compare.
    .remedy = Write at least one of "locals", "nodes", "palettes" and "instances".
issue-verify-too-many = It holds more than { $most } poses.
    .remedy = Split it into several files.
issue-verify-number = A number there is beyond { $most }, which no pose reaches.
    .remedy = Look for memory that was never written.
issue-verify-node-unknown = There is no node { $node }: the file has { $count }, counted from 0.
    .remedy = Use the indices of the array "nodes" in the glTF file.
issue-verify-skin-unknown = There is no skin { $skin }: the file has { $count }, counted from 0.
    .remedy = Use the indices of the array "skins" in the glTF file.
issue-verify-palette-long = There are { $found } skinning matrices for { $joints } joints.
    .remedy = Write one matrix for each entry of the skin's "joints", in their order.
issue-verify-instance-unknown = The scene that shows has no primitive { $primitive } at node { $node }.
    .remedy = Name the node that carries the mesh, and the primitive's index within the mesh.
issue-verify-count = There are { $found } numbers where { $expected } are needed.
    .remedy = Matrices have 16 numbers (column-major), translations and scales 3, rotations 4 (x, y, z, w).
issue-verify-positions = There are { $found } numbers for { $vertices } vertices, not { $expected }.
    .remedy = Write three a vertex of the POSITION accessor, in its order; for some of them only, list which in "indices".
issue-verify-index = There is no vertex { $found }: the primitive has { $count }, counted from 0.
    .remedy = Indices count in the primitive's POSITION accessor.
issue-verify-clip-unknown = There is no clip "{ $asked }": the file has { $count }, counted from 0.
    .remedy = Write its index in "animations", or null for the rest pose.
issue-verify-clip-ambiguous = Several clips have the name "{ $asked }".
    .remedy = Write its index in "animations" instead.
issue-verify-skinning = There is no way to skin "{ $found }".
    .remedy = Write lbs, dqs, blend or masked.
issue-verify-share = A share of { $found } is not between 0 and 1.
    .remedy = 0 is the first, 1 the second.

verify-fine = { $count ->
    [one] The pose is
   *[other] All { $count } poses are
 } the same: { $stages }, within { $tolerance }.
verify-more = … and { $count } more poses that differ; --json has them all
verify-pose = CLIP { $clip } AT { $time } s, { $skinning }
verify-pose-rest = REST POSE, { $skinning }
verify-head-stage = stage
verify-head-compared = compared
verify-head-differ = differ
verify-head-largest = largest difference
verify-head-follows = follows
verify-follows = from theirs before
verify-follows-not = no: begins here
verify-at-joint = First difference: { $stage } of { $joint } (node { $node })
verify-at-slot = First difference: skinning matrix { $slot } of skin { $skin }, joint { $joint } (node { $node })
verify-at-vertex = Farthest off: vertex { $vertex } of primitive { $primitive } at node { $carrier }, moved most by { $joint } (node { $node })
verify-ours = ours
verify-theirs = theirs
verify-joints = Vertices that differ follow { $joints }
verify-looks-like = It looks like this: { $what }
verify-or = The same numbers here: { $what }
verify-not-all = That explains the first stage that differs; another mistake follows.
verify-in-places = Only where it differs: the other entries are right.
verify-not-explained = Not looked into: only the first { $count } poses that differ are.
verify-unknown = It looks like no mistake that is known here. Look at the first difference; a dump of earlier stages (locals, nodes, palettes) narrows it down.

verify-is-first-key-not-held = before its first key a track takes its last one. The first key's value holds (glTF 2.0, 3.11).
verify-is-unnormalised-nlerp = rotations are mixed as plain numbers and not normalised. Interpolate by slerp, or at least normalise.
verify-is-long-way-slerp = slerp takes the long way round. Negate one quaternion where the dot product is negative.
verify-is-scale-dropped = the scale of joints is dropped. Keep it in local transforms and matrices.
verify-is-blended-matrices = the crossfade averages matrices. Blend local translations, rotations and scales, then walk the hierarchy.
verify-is-children-first = children are computed before their parents and read old matrices. Walk parents first.
verify-is-local-times-parent = the product is local times parent. It is parent times local, for column vectors.
verify-is-no-inverse-bind = the inverse bind matrices are missing. The skinning matrix is the joint's world matrix times its inverse bind.
verify-is-wrong-side = the inverse bind stands on the wrong side. It is the joint's world matrix times the inverse bind, for column vectors.
verify-is-translation-only-inverse = the inverse bind is only the negated translation; its rotation is dropped. Read the whole matrix.
verify-is-half-inverse = the inverse bind is taken as [Rᵀ | -t]. The inverse of [R | t] is [Rᵀ | -Rᵀ t].
verify-is-uninverted-rotation = the inverse bind is taken as [R | -t]: the rotation is not inverted.
verify-is-transposed-palette = the palette is transposed before vertices are multiplied. glTF matrices are column-major.
verify-is-shuffled-joints = the palette is filled in another order than the skin's joints (here: backwards). JOINTS_n index "joints" of the skin.
verify-is-no-sign-alignment = dual quaternions are summed without aligning their signs. Negate those that point away from the strongest one.
verify-is-second-set-ignored = only JOINTS_0 and WEIGHTS_0 are read. Read every set, or renormalise what is left.
verify-is-node-transform-applied = the node that carries the skinned mesh moves it once more. Only the joints count (glTF 2.0, 3.7.3.3).
verify-is-raw-weights = weights are taken as they are, though they do not sum to one. Divide by their sum.
verify-is-doubled-last-wins = of a joint that a vertex names twice only the last weight counts. Add them.
verify-is-four-influences = only the four strongest influences count, and their weights are not renormalised.
verify-is-transposed-storage = matrices are written by rows. Write them by columns: elements 12, 13, 14 are the translation.
verify-is-quaternion-w-first = quaternions are taken in the order w, x, y, z. glTF has x, y, z, w.
verify-is-quaternion-conjugated = rotations turn the other way: the quaternions are conjugated, as for another handedness.
verify-is-unit-scale = all lengths are { $factor } times ours: another unit, or a scale at the root.
verify-is-moved = everything is moved by ({ $by }): re-centred, or put on the ground.
verify-is-handedness = the axes are { $axes }: the handedness is changed. glTF is right-handed.
verify-is-up-axis = the axes are { $axes }: another axis points up. In glTF it is +Y.
verify-is-turned-round = the axes are { $axes }: the model is turned by half a turn. In glTF it faces +Z.
verify-is-inverse-bind-not-inverted = bind matrices are used where their inverses belong (or the file's are inverted once more).
verify-is-inverse-bind-by-rows = inverse bind matrices are read by rows. They are column-major.
verify-is-inverse-bind-rotation-transposed = the rotations of the inverse bind matrices are transposed, their translations are not.
verify-is-inverse-bind-from-rest = inverse bind matrices are computed from the rest pose instead of read from the file.
verify-is-inverse-bind-scale-dropped = inverse bind matrices have lost their scale.
verify-is-joint-order = the palette is sorted by { $order ->
    [name] the joints' names
    [node] node index
   *[depth] hierarchy
 }; JOINTS_n index the skin's "joints" in their own order.
verify-is-inverse-bind-order = inverse bind matrices are sorted by { $order ->
    [name] the joints' names
    [node] node index
   *[depth] hierarchy
 }, joints are not. Both are in the order of the skin's "joints".
verify-is-joints-against-inverse-binds = joints are sorted by { $order ->
    [name] name
    [node] node index
   *[depth] hierarchy
 }, inverse bind matrices are not. Both are in the order of the skin's "joints".
verify-is-palette-order = skinning matrices stand in other places: that of { $joint } holds { $other }'s.
verify-is-node-order = node matrices stand in other places: that of { $joint } holds { $other }'s.
verify-is-vertex-order = vertices are in another order (merged, split or sorted at load). Positions count in the POSITION accessor.
verify-is-other-method = vertices are skinned by { $method }, not by the method that is said.
verify-is-influences-limited = at most { $most } { $most ->
    [one] influence
   *[other] influences
 } a vertex count, renormalised.
verify-is-not-skinned = vertices are where the mesh has them: nothing moved them.
verify-is-node-ignored = vertices without a skin are not moved by their node.
verify-is-in-node-space = positions are in the space of the node that carries the mesh, not in the world.
verify-is-palette-in-node-space = skinning matrices are relative to the node that carries the mesh (times its inverse world matrix).
verify-is-morphs-ignored = morph targets are ignored.
verify-is-morphs-not-animated = morph weights are not animated: those of the rest pose are used.
verify-is-interpolation-stepped = keys are held instead of interpolated (STEP).
verify-is-spline-as-linear = cubic splines are run as straight lines.
verify-is-spline-as-keys = the numbers of cubic splines are taken as plain keys. A spline has three elements a key: in-tangent, value, out-tangent.
verify-is-step-as-linear = STEP tracks are interpolated.
verify-is-nlerp = rotations are interpolated by normalised sums instead of slerp.
verify-is-tangents-unscaled = tangents of splines are not multiplied by the time between the keys (glTF 2.0, appendix C).
verify-is-time-wrapped = the time is wrapped into the clip: it is the pose at { $time } s. Here times are held at the ends.
verify-is-time-from-first-key = the time counts from the first key: it is the pose at { $time } s.
verify-is-time-snapped = the time is snapped to { $rate } frames a second: it is the pose at { $time } s.
verify-is-time-shifted = the pose is one frame off, at { $rate } frames a second: it is that at { $time } s.
verify-is-other-time = it is the pose at { $time } s of the same clip.
verify-is-clip-ignored = it is the rest pose: the clip has no effect.
verify-is-other-clip = it is the pose of clip { $clip }, { $name }.
verify-is-other-clip-nameless = it is the pose of clip { $clip }.
verify-is-fade-ignored = the clip that is laid over has no effect.
verify-is-fade-complete = the clip that is laid over shows alone.
verify-is-fade-reversed = the weight of the fade is reversed.
verify-is-fade-one-clock = both clips of the fade are sampled at the same time.

help-verify = Compare another engine's pose with ours: the first stage that differs, where, and what mistake it looks like
help-verify-against = The other engine's pose dump (JSON, format posedump-1, any part of it, or a list of them); - is standard input
help-verify-tolerance = What positions may differ by, such as 1mm (a unit is a metre) or 0.01% (of the posed diagonal) [default: 1e-5 of the posed diagonal plus four steps of a 32-bit number]
help-verify-clip = Which clip, where the dump does not say
help-verify-time = Seconds, where the dump does not say [default: 0]
help-verify-skinning = The way to skin, where the dump does not say
help-verify-json = Print one JSON object on one line instead, also when it fails
help-verify-examples = No GPU is used. docs/json.md has the format and programs in C++, C# and Python that write it.
    Exit code 1: something differs.

    Examples:
      rigscope verify fox.glb --against theirs.json
      rigscope verify fox.glb --against theirs.json --tolerance 1mm --json | jq '.poses[].explanations'
      rigscope cases --out cases
      rigscope verify cases/c1_transform_above_joints.gltf --against yours.json

pose-teach-unseen = { $name } changes nothing of this pose. { $why }

# rigscope cases

issue-cases-out-is-file = It is a file, not a folder.
    .remedy = Name a folder that is not there yet, or an empty one.
issue-cases-out-is-pipe = The cases are a folder of files; they do not fit into standard output.
    .remedy = Name a folder that is not there yet, or an empty one.
issue-cases-out-not-empty = The folder is not empty; nothing in it is overwritten.
    .remedy = Name a folder that is not there yet, or an empty one.
cases-written = { $cases } cases in { $files } files: { $folder } (README.md says how to use them)
help-cases = Write a test set for glTF importers: tiny files that importers get wrong, with the right answers
help-cases-out = The folder; it must be new or empty
help-cases-json = Print one JSON object on one line instead, also when it fails
help-cases-examples =
    Examples:
      rigscope cases --out cases
      rigscope verify cases/a5_shortest_arc.gltf --against cases/a5_shortest_arc.pose.json

# rigscope bench

issue-bench-no-clip = It has no clip, so there is nothing to play.
    .remedy = Name a model with a clip, or none for the bundled character.
issue-bench-no-path = This processor has none of the instructions that the fast core needs (SSE4.2, AVX2 or NEON), or RIGSCOPE_SIMD is scalar.
    .remedy = Measure on another machine; everything else works here, by the readable core.
issue-bench-no-skin = Nothing in it has a skin, so there is nothing to skin.
    .remedy = Name a skinned model, or none for the bundled character.
bench-progress = measuring
bench-machine = { $cpu }, { $cores ->
        [one] one core
       *[other] { $cores } cores
    }, { $os }; { $seconds } s
bench-not-optimized = This program was not built with optimisations (--release): the figures say little.
bench-core = The processor, one core, { $joints } joints, { $simd } (each the best of many rounds; how often faster than the readable code)
bench-one-clip = one clip: sample, matrices, palette
bench-random = the same at random times
bench-two-clips = two clips and a blend
bench-eight-layers = eight layers
bench-dual = one clip, dual quaternion palette
bench-crowd = 1,000 crossfading characters
bench-crowd-dual = the same, dual quaternion palettes
bench-skin-lbs = one vertex with normal, LBS
bench-skin-dqs = one vertex with normal, DQS
bench-times = { $ratio } x
bench-device = { $device }, { $width } x { $height }
bench-no-gpu = No graphics device was measured: frames and vertices a second are left out.
bench-characters = { $count ->
        [one] one character
       *[other] { $shown } characters
    }
bench-fps = { $fps } fps
bench-left-out = left out: it would take too much of --seconds
bench-gpu-lbs = vertices a second, LBS
bench-gpu-dqs = vertices a second, DQS
bench-millions = { $millions } million
bench-ratio = a DQS frame to an LBS frame
help-bench = Measure what this machine does: poses, skinning, frames of one to a thousand characters
help-bench-model = The character to measure with; a file, - or sample:NAME [default: sample:mannequin]
help-bench-seconds = About how long to measure, 1 to 500; what would take longer is left out
help-bench-no-gpu = Measure the processor alone
help-bench-json = Print one JSON object on one line instead, also when it fails
help-bench-examples =
    Examples:
      rigscope bench
      rigscope bench character.glb --json > figures.json
