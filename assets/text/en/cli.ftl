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
issue-render-failed = The picture could not be made: { $reason }.
issue-picture-too-large = A picture of { $width } by { $height } pixels is more than this graphics device can make.
    .remedy = Ask for at most { $most } pixels a side.
issue-picture-format = Pictures are written as PNG, not as { $format }.
    .remedy = End the name in .png.
issue-clip-none = There is no clip "{ $asked }": the file has no clips.
    .remedy = Leave out --clip for the rest pose.
issue-clip-unknown = There is no clip "{ $asked }".
    .remedy = The clips are: { $clips }.
issue-clip-ambiguous = { $count } clips have the name "{ $asked }".
    .remedy = Choose one by its number: { $clips }.
issue-option-without-method = { $option } has no effect: no way to skin that was asked for is "{ $method }".
    .remedy = Ask for { $method }, or leave out { $option }.
issue-option-without-view = { $option } has no effect without { $needs }.
    .remedy = Add { $needs }, or leave out { $option }.
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
info-bounds = BOUNDS (metres, linear blend skinning, 30 instants a second)
info-weight = As vertex animation the clips would weigh { $vertices }, as joints { $joints }: { $ratio }. The keys in the file: { $stored }.
info-head-name = name
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

    Exit codes:
      0 fine   1 the check found something   2 bad usage, or input unreadable or refused
      3 no usable GPU or display   4 output could not be written   5 cancelled, or over a limit
help-model = The model: a .glb or .gltf file, - for standard input, or sample:NAME
help-verbose = Tell more on standard error
help-max-memory = Most memory that an import may ask for beyond the file itself, such as 512M or 4G

help-render = Draw a picture (PNG) without a window
help-render-output = Where to write; - is standard output
help-render-time = Seconds on the clip's own time line; held before the first and after the last key, never wrapped. With --time alone: the clip that the window would play
help-methods = Two ways to skin in one picture, A and B, in the words of --skinning: lbs,dqs or lbs,lbs/4
help-view = How A and B share the picture: split (A left of a line, B right), ghost (B translucent over A), difference (the distance from A to B as a colour) or side (side by side) [default: split]
help-split = Where the line of a split stands, 0 (left) to 1 (right) [default: 0.5]
help-difference-scale = The distance at the end of the colours of a difference, such as 5mm or 0.5% (of the diagonal at rest); auto: the largest of this frame, rounded up [default: auto]
help-no-labels = Leave out the names of A and B, the line of a split and the legend of a difference
help-size = Width and height in pixels (F3D's --resolution W,H works, too)
help-yaw = Camera: degrees to the right of the face; 0 looks from the front, 90 from the character's left
help-pitch = Camera: degrees above the horizon
help-zoom = Camera: 2 is twice as near
help-transparent = No background and no grid: the picture has alpha
help-theme = The window's theme, instead of that of the last session
help-render-theme = Background of the dark or the light theme [default: dark]
help-state-dump = Write the state as JSON to this file whenever it changes
help-lose-device-after = Lose the graphics device after so many frames, for tests
help-overlay = What to draw over the character: skeleton
help-no-grid = No ground grid
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

help-info = Tell what is inside a model, and what its clips would weigh as vertex animation
help-info-json = Print one JSON object on one line instead, also when it fails
help-info-bounds = Also measure where the model is, at rest and over each clip (exact; takes longer)
help-info-examples = Examples:
      rigscope info fox.glb
      rigscope info fox.glb --bounds
      rigscope info fox.glb --json | jq .clips

help-pose = Write posed vertices and node matrices as numbers (JSON, format posedump-1)
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
compare-worst = Worst: clip { $clip } { $name } at { $time }, vertex { $vertex } of primitive { $primitive }, mesh { $mesh }, node { $node }; strongest joint { $joint }.
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
help-compare-json = Print one JSON object on one line instead, also when it fails
help-compare-fail-above = Exit 1 if any distance is larger than this, such as 5mm (a unit is a metre) or 0.5% (of the diagonal at rest)
help-compare-examples = No GPU is used. Columns: the largest distance with its instant and joint; 95 % of the vertices are never
    farther apart; the mean of means; regions: volume of the skin around each joint over that at rest, smallest
    to largest.

    Examples:
      rigscope compare fox.glb
      rigscope compare fox.glb --a lbs --b lbs/4 --fail-above 1mm
      rigscope compare fox.glb --a dqs --b masked --mask LeftHand,RightHand --json
