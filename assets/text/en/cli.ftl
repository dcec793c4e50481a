# Messages of the command line.

cli-more-warnings = warning: { $count ->
    [one] one more; info --json lists all
   *[other] { $count } more; info --json lists all
 }

# Errors of the command line; those of the importer stand in issues.ftl.

issue-usage = { $message }
issue-cancelled = cancelled
issue-no-window = this build has no window
    .remedy = build with default features, or use a command: rigscope --help
issue-no-display = there is no display to open a window on
    .remedy = set DISPLAY or WAYLAND_DISPLAY, or draw a picture without one: rigscope render MODEL -o out.png
issue-no-gpu = there is no usable GPU{ $reason }
    .remedy = install a Vulkan driver; on Debian and Ubuntu a software one comes with: apt-get install libvulkan1 mesa-vulkan-drivers
issue-clip-none = there is no clip "{ $asked }": the file has no clips
    .remedy = leave out --clip for the rest pose
issue-clip-unknown = there is no clip "{ $asked }"
    .remedy = the clips are: { $clips }
issue-clip-ambiguous = { $count } clips have the name "{ $asked }"
    .remedy = choose one by its number: { $clips }
issue-sample-unknown = there is no sample "{ $asked }"
    .remedy = the samples are: { $samples }
issue-input-unreadable = cannot be read: { $reason }
issue-input-over-limit = is larger than the limit of { $limit } bytes
    .remedy = raise it with --max-memory
issue-output-is-folder = cannot be written: it is a folder
    .remedy = name a file
issue-output-folder-missing = cannot be written: there is no folder { $folder }
    .remedy = make the folder first
issue-output-is-input = is the model itself
    .remedy = choose another name for the output
issue-output-not-written = could not be written: { $reason }
    .remedy = nothing was changed; check the disk and the rights on the folder
issue-pose-not-finite = { $place }: the pose runs beyond what 32-bit numbers hold
    .remedy = scale the model down

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
      rigscope fox.glb                             open it in a window
      rigscope info fox.glb                        what is inside
      rigscope pose fox.glb --clip Run --time 0.4 --dump pose.json

    Exit codes:
      0 fine   2 bad usage, or input unreadable or refused   3 no usable GPU or display
      4 output could not be written   5 cancelled, or over a limit
help-model = The model: a .glb or .gltf file, - for standard input, or sample:NAME
help-verbose = Tell more on standard error
help-max-memory = Most memory that an import may ask for beyond the file itself, such as 512M or 4G

help-info = Tell what is inside a model, and what its clips would weigh as vertex animation
help-info-json = Print one JSON object on one line instead, also when it fails
help-info-bounds = Also measure where the model is, at rest and over each clip (exact; takes longer)
help-info-examples = Examples:
      rigscope info fox.glb
      rigscope info fox.glb --bounds
      rigscope info fox.glb --json | jq .clips

help-pose = Write posed vertices and node matrices as numbers (JSON, format posedump-1)
help-pose-source = Who poses the vertices
help-pose-with = What else to write: normals, tangents (comma-separated)
help-pose-dump = Where to write; - is standard output
help-clip = Which clip: its name, #N, or N when no clip has that name (from 0). Without it: the rest pose
help-animation-indices = Which clip, by number
help-time = Seconds on the clip's own time line. Held before the first and after the last key, never wrapped [default: 0]
help-blend-clip = A clip to lay over the first one
help-blend-time = Seconds on the time line of that clip [default: 0]
help-blend-weight = How far to go from the first clip to that one, 0 to 1 [default: 0.5]
help-skinning = How influences are blended: lbs (linear blend) or dqs (dual quaternion, "preserve volume")
help-pose-examples = Coordinates, indices and node numbers are the file's own. docs/json.md describes the format.

    Examples:
      rigscope pose fox.glb --clip Run --time 0.4 --skinning dqs --dump pose.json
      rigscope pose fox.glb --clip Walk --time 0.2 --blend-clip Run --blend-time 0.1 --blend-weight 0.3
      cat fox.glb | rigscope pose - --with normals,tangents > rest.json

# rigscope compare

issue-compare-nothing-skinned = has no skinned vertices, so there is nothing to compare
    .remedy = export the mesh with its skin
issue-compare-over-limit = the largest distance is { $largest } mm, above the limit of { $limit } mm
issue-joint-unknown = there is no joint "{ $asked }"
    .remedy = the file's nodes are listed by: rigscope info MODEL --json; #N names a node by its number
compare-title = { $a } against { $b }: { $vertices } vertices, { $frames } frames
compare-twists = FAR TWISTS (share of the radius that LBS keeps with one, two and three joints in a row; DQS keeps all of it)
compare-head-clip = clip
compare-head-largest = largest
compare-head-p95 = 95th percentile
compare-head-mean = mean
compare-head-at = at
compare-head-joint = joint
compare-head-volume-a = smallest region, A
compare-head-volume-b = smallest region, B
compare-head-twist = twist
compare-head-kept = LBS keeps
compare-head-two = two joints
compare-head-three = three joints
help-compare = Compare two ways to skin a model over its clips: distances, volumes, twists
help-compare-a = The first way: lbs, dqs, blend:0..1 or masked; with /N for at most N influences (lbs/4)
help-compare-b = The second way, in the same words
help-compare-clips = Clips to measure (names or #N, comma-separated); all without it
help-compare-fps = Instants a second; the end of each clip is measured, too
help-compare-influences = At most N influences for both ways
help-compare-mask = Joints at which `masked` uses DQS (names or #N, comma-separated); without it those that twist far
help-compare-json = Print one JSON object on one line instead, also when it fails
help-compare-fail-above = Exit 1 if any distance is larger than this, such as 5mm or 0.5%
help-compare-examples = Examples:
      rigscope compare fox.glb
      rigscope compare fox.glb --a lbs --b lbs/4 --fail-above 1mm
      rigscope compare fox.glb --a dqs --b masked --mask LeftHand,RightHand --json
