# Words of the window. One id per label; `-tip` is its tooltip.
app-name = rigscope

menu-file = File
menu-view = View
menu-help = Help
menu-open = Open…
menu-open-path = Open path…
menu-open-sample = Open the sample
menu-samples = Samples
sample-mannequin = Mannequin
sample-mannequin-twist-joints = Mannequin with twist joints
sample-long-neck = Long-neck
sample-twist-bar = Twist bar
sample-chapter-rig = The chapter’s rig
menu-quit = Quit
menu-frame = Frame the character
menu-front = Look from the front
menu-right = Look from the right
menu-top = Look from above
menu-projection = Perspective or parallel
menu-next-camera = Next camera of the file
menu-cameras = Cameras
menu-panels = Show or hide the panels
menu-scene = Scene { $number } { $name }
menu-keys = Keys
menu-symptoms = Symptoms
menu-version = rigscope { $version }
theme-dark = Dark theme
theme-light = Light theme

count-joints = { $n ->
    [1] 1 joint
   *[other] { $shown } joints
}
count-vertices = { $n ->
    [1] 1 vertex
   *[other] { $shown } vertices
}
figures-tip = Time to make a frame, and frames a second while something moves

nothing-open = Nothing is open
clips = Clips
clips-none = This file has no clips
clip-unnamed = unnamed
clip-tip = { $name }: { $tracks ->
    [1] 1 track
   *[other] { $tracks } tracks
}, { $keys ->
    [1] 1 key
   *[other] { $keys } keys
}
clip-still = This clip does not move
no-clip = No clip to play
rest-pose = rest pose
crossfade = Crossfade
crossfade-tip = How long one clip fades into the next. The fade shows on the timeline and can be scrubbed.

skeleton = Skeleton
search-joints = Search joints…
search-joints-label = Search joints
search-joints-tip = Part of a name; “bone” finds every joint of a skin
search-nothing = No joint has that name
joint-of-skin = joint of a skin
joint-plain = node that no skin uses
fold-joint = Fold { $name }
unfold-joint = Unfold { $name }

skinning = Skinning
method-lbs = LBS
method-dqs = DQS
method-blend = Blend
method-masked = Masked
tag-dqs = DQS · preserve volume
method-lbs-tip = Linear blend skinning: what engines do by default. Twisted joints lose volume.
method-dqs-tip = Dual quaternion skinning, “preserve volume”: twisted joints keep their volume.
method-lbs-note = Linear blend. Twisted joints lose volume: the candy wrapper.
method-dqs-note = Dual quaternions, “preserve volume”. glTF cannot carry this choice: set it again in your engine.
method-blend-tip = Between the two by a slider, the same for every vertex
method-masked-tip = DQS at chosen joints with a soft border along the weights, LBS elsewhere
method-blend-note = Between LBS and DQS, as Maya and Houdini have it. Twists lose less, bends bulge less.
method-masked-note = DQS where joints are ticked in the skeleton, LBS elsewhere, soft along the weights.

compare = Compare
compare-off = Off
compare-split = Split
compare-ghost = Ghost
compare-difference = Difference
compare-side = Side
compare-off-tip = One of A and B shows; D changes between them
compare-split-tip = A left of a line to drag, B right of it
compare-ghost-tip = B translucent over A
compare-difference-tip = How far B is from A, as a colour
compare-side-tip = Two pictures with one camera
slot-a-method = Method of A
slot-b-method = Method of B
slot-method-tip = How this one of the two is skinned
slot-a-influences = Influences of A
slot-b-influences = Influences of B
slot-influences-tip = Only the strongest of each vertex, renormalised: what an engine with that limit does
influences-all = all influences
influences-most = { $n ->
    [1] 1 influence
   *[other] { $n } influences
}
scale = Scale
scale-tip = The distance at the end of the colours: drag, or click and type
scale-automatic = Follows the frame
scale-automatic-tip = 1, 2 or 5 times a power of ten, just above the largest distance of the frame
split-line = Split line
split-line-tip = Drag: A on the left, B on the right
blend-of = Blend of { $slot }
blend-tip = 0 is LBS, 1 is DQS
mask = DQS at
mask-joints = { $n ->
    [0] no joint
    [1] 1 joint
   *[other] { $shown } joints
}
mask-twists = Twisting joints
mask-twists-tip = Every joint that twists far in the clips: wrists, shoulders, hips
mask-none = None
mask-none-tip = LBS everywhere; then tick joints in the skeleton
mask-joint = DQS at { $joint }

distance = Distance A – B
distance-largest = Largest
distance-largest-tip = The largest distance of a vertex under A to the same vertex under B. Click to see it over the clip.
distance-mean = Mean
distance-mean-tip = Over all skinned vertices. Click to see it over the clip.
distance-95 = 95th percentile
distance-95-tip = 95 of 100 vertices are no further apart than this. Click to see it over the clip.
distance-worst = Worst vertex
distance-worst-tip = Look at vertex { $vertex } and select { $joint }, the joint that moves it most
volume-of = Volume, { $joint }
volume-tip = What the joint moves most, posed over rest, under A and under B. Select a joint to see its own; click to see it over the clip.
radius-of = Radius, { $joint }
radius-tip = The ring of skin around the joint, posed over rest, under A and under B: a candy wrapper is a loss of radius
volume-closed = Closed parts
volume-closed-tip = Volume of all parts without a hole, posed over rest, under A and under B
graph = Over the clip
graph-tip = Click or drag to seek
graph-empty = Nothing to draw over this clip
graph-analysing = Measuring the clip…
graph-cancel-tip = Stop measuring
graph-stopped = Not measured
graph-analyse = Measure the clip
graph-analyse-tip = Measure every frame of the clip
clip-largest = Largest of the clip { $value }
clip-mean = Mean of the clip { $value }
clip-95 = 95 of 100 vertices stay within { $value }
clip-volume = At the least { $a } · { $b }
go-to-moment = Go to { $time }

twists = Twists
all-clips = all clips
twists-looking = Looking through the clips…
twists-cancel = Stop
twists-cancel-tip = Stop looking for twists
twists-stopped = Not looked for
twists-find = Look for twists
twists-find-tip = Look through all clips for joints that twist far
twists-none = No joint twists { $degrees } or more
twists-all = Show all { $n }
twists-fewer = Show fewer
twists-all-tip = Every joint whose twist costs something
twist-lbs = LBS keeps { $kept }
twist-joints = two joints { $kept }
twist-advice = { $joint } twists { $degrees } on one joint in { $clip } at { $time }: LBS keeps { $one } of the radius; two twist joints { $two }, three { $three }, DQS all. Click to go there.
twist-use-dqs = use DQS
twist-use-dqs-at = Use DQS at { $joint }
twist-use-dqs-tip = Masked: DQS at this joint and the one above it, LBS elsewhere
twist-masked = DQS

size = Size
this-frame = this frame
size-height = Height
size-width = Width
size-depth = Depth
size-lift = Lowest point
size-lift-tip = Height of the lowest vertex above the ground
size-exact-tip = From every vertex of this frame
size-about-tip = A little too small: from the vertices that stand out, until every vertex is measured
weight-as-joints = Clip, as joints
weight-as-vertices = Clip, as vertices
weight-tip = What the clip's keys weigh as seven numbers a joint, and would weigh as three numbers a vertex: { $ratio } times that
count-row-joints = Joints
count-row-nodes = Nodes
count-row-vertices = Vertices
count-row-materials = Materials

overlays = Overlays
overlay-skeleton = Skeleton
overlay-skeleton-tip = Joints and bones, seen through the mesh
overlay-grid = Grid
overlay-grid-tip = The ground
overlay-hidden = Hidden meshes
overlay-hidden-tip = Shows the meshes that the file hides (KHR_node_visibility)
camera = Camera
camera-tip = Looks through a camera of the file; orbiting, panning or zooming leaves it
camera-orbit = Orbit
materials = Materials
materials-tip = Which of the file's sets of materials shows (KHR_materials_variants)
materials-own = As in the file
lights-of-file = Lights of the file ({ $count })
lights-of-file-tip = The lights that the file brings, moved by their nodes
lights-studio = Studio light
lights-studio-tip = The program's own light; dimmed beside the lights of the file

light = Light
light-studio = Studio
light-studio-tip = A warm key, a cool fill, a rim and a kicker that follow the camera: forms read, materials are true
light-soft = Soft
light-soft-tip = A large soft box above and a bright room: hardly a shadow
light-rim = Rim
light-rim-tip = Two strips from behind and little in front: the outline
light-outdoor = Outdoor
light-outdoor-tip = Sun and blue sky over warm ground; the sun stands still when the camera moves
light-picture = Light by { $name }
light-picture-tip = { $name }, { $width } × { $height } pixels: lights by this picture of surroundings
light-picture-none = Surroundings
light-open = Open…
light-open-tip = Lights by a picture of surroundings: a panorama as .hdr or .exr. Dropping one onto the window does the same
light-cancel-tip = Stop reading the picture; what lights stays
light-turn = Turn
light-turn-key = Ctrl+drag
light-turn-tip = Turns the light about the vertical; so does dragging the picture with Ctrl held
light-exposure = Exposure
light-exposure-tip = Stops: one more is twice the light. A double click on the number brings back 0
tone = Tone
tone-tip = How scene light becomes a picture
tone-neutral = Neutral (Khronos PBR)
tone-agx = AgX
tone-aces = ACES (Hill's fit)
tone-none = None
background = Background
background-tip = What lies behind the character; exported pictures have it, too
background-theme = Theme
background-colour = Colour
background-gradient = Gradient
background-transparent = Transparent
background-blurred = Surroundings, blurred
background-surroundings = Surroundings
background-colour-of = Colour of the background
background-top = Colour at the top
background-bottom = Colour at the bottom

doctor = Doctor
doctor-errors = { $n ->
    [1] 1 error
   *[other] { $n } errors
}
doctor-warnings = { $n ->
    [1] 1 warning
   *[other] { $n } warnings
}
doctor-notes = { $n ->
    [1] 1 note
   *[other] { $n } notes
}
doctor-fine = nothing found
doctor-examining = examining { $percent } %
doctor-more = { $n } more of this kind
doctor-fewer = Fewer of this kind
doctor-more-tip = Show or hide the other findings with the same cause
doctor-joints = Joints
doctor-vertices = Vertices
doctor-joint-tip = Select this joint and bring the camera to it
doctor-vertex-tip = Mark this vertex and bring the camera to it
doctor-and-more = and { $n } more
doctor-cure-tip = Changes what is shown, never the file
doctor-copy = Copy
doctor-copy-tip = Put this finding on the clipboard
doctor-copy-all = Copy all findings
doctor-copy-all-tip = Put all findings on the clipboard, as text
doctor-vertex-label = vertex { $n }
severity-note = Note
severity-warning = Warning
severity-error = Error

play = Play
pause = Pause
loop = Loop
once = Once
loop-tip = Runs round and round; click to run once
once-tip = Runs once and stops; click to run round and round
speed-tip = Speed
timeline = Timeline
frame-of = frame { $frame } / { $count }
readout-tip = Time and frame at 30 frames a second

empty-title = Drop a character here
empty-formats = .glb or .gltf, with everything it refers to beside it
empty-paste = or paste a path with Ctrl+V
empty-sample-tip = A tube whose twist shows what skinning does

loading = Loading
cancel = Cancel
cancel-tip = Stop loading; what was open stays
close = Close
copy = Copy
copy-tip = Copy this message
open-another = Open another…
open = Open
open-path-title = Open a file by its path
open-path-hint = /home/me/character.glb
open-path-label = Path
open-path-tip = Open this file
open-path-no-dialog = This desktop offers no file dialog. Type or paste the path of a file, or drop a file onto the window.
dialog-title = Open a character
dialog-models = glTF characters
dialog-all = All files
dialog-environment-title = Open a picture of surroundings
dialog-environments = Panoramas (.hdr, .exr)
device-remedy = Try a smaller model, close other programs that use the graphics device, or update its driver.
drop-here = Drop to open

keys-group-playback = Playback
keys-group-display = Display
keys-group-camera = Camera
keys-group-program = Program
search-keys = Search keys…
search-keys-label = Search keys
key-play = Play or pause
key-step-back = One frame back
key-step-forward = One frame on
key-previous-key = Previous key
key-next-key = Next key
key-start = To the start
key-end = To the end
key-next-clip = Next clip
key-method = A or B; held: only while it is held
key-skeleton = Skeleton
key-grid = Grid
key-panels = All panels
key-frame = Frame the character; again: its whole path
key-front = From the front
key-right = From the right
key-top = From above
key-projection = Perspective or parallel
key-camera = Look through the next camera of the file
key-open = Open a file
key-open-path = Open a path
key-sheet = This sheet of keys
key-symptoms = What a mistake looks like
key-escape = Close what lies on top
key-quit = Quit

name-blend = Blend { $percent } %
name-masked = Masked
name-limited = { $method } · { $count ->
    [one] { $count } influence
   *[other] { $count } influences
 }
legend-distance = Distance from A to B, { $unit ->
    [mm] mm
   *[other] % of the diagonal
 }

teach = Wrong on purpose
teach-off = off
teach-fold-tip = Mistakes of importers and engines, to be shown and compared
teach-intro = Each switch makes one mistake that importers and engines make. Nothing of the file changes.
teach-symptoms = What does it look like?
teach-symptoms-tip = A list of symptoms; each leads to its mistake
teach-end = Show it right
teach-end-tip = Ends what is wrong on purpose
teach-needs-dqs = It shows once DQS is chosen above.
teach-finding = In files the doctor calls it { $code }.
symptoms-title = It looks like this
symptoms-intro = Click a symptom to see it on this model.
symptoms-search = Search symptoms…
symptoms-search-label = Search symptoms
symptoms-own = This file has it
symptoms-rest = Shown on purpose
symptoms-finding = Doctor: { $title }
symptoms-hidden = This model hides
symptoms-none = Nothing is like that

inspector = Frame inspector
inspector-fold-tip = One joint and one vertex at the playhead, step by step: from two keys to where the vertex is
inspector-none = Select a joint in the tree, or click the character to choose a vertex.
inspector-time = Time
inspector-time-tip = The playhead. Drag, or click and type an exact time; playing stops
inspector-joint = Joint
inspector-rest = rest pose
inspector-keys = Keys around the playhead
inspector-keys-tip = Chapter sections 3 and 4: of each track the key before and the key after, and how far between them
inspector-no-keys = No track drives this joint: rest pose
inspector-translation = Translation
inspector-rotation = Rotation
inspector-scale = Scale
inspector-fraction-tip = Which keys, and the fraction from the first to the second; one number where a key holds
inspector-key-tip = Go to this key; playing stops
inspector-mark-tip = Click: keep it marked in the picture
inspector-mark-rest = { $name } at rest
inspector-mark-alone = By { $name } alone
inspector-morph = Target { $target } × { $weight }
inspector-morph-tip = What this morph target adds to the stored position, before the skin
inspector-factor-tip = The method that shows: how far it goes from LBS (0) to DQS (1), and where it puts the vertex
inspector-local = Local transform
inspector-local-tip = Section 4: translation, rotation (as a quaternion, and as degrees about an axis) and scale, relative to the parent
inspector-chain = From the root to the joint
inspector-chain-tip = Section 5: each product is the parent's times the joint's own, T R S. The numbers say where each joint is
inspector-link-tip = Select this joint: it lights up with all above it
inspector-above = … and { $count } above
inspector-own = Its own, T R S
inspector-product = The product, model from joint
inspector-inverse-bind = Inverse bind
inspector-inverse-bind-tip = Section 6: from the mesh to the joint, as it was bound; from the file
inspector-matrix = Skinning matrix
inspector-matrix-tip = Section 7: the product times the inverse bind; the identity in the bind pose
inspector-vertex = Vertex
inspector-vertex-tip = Which vertex is walked through; type its number
inspector-vertex-of = Primitive { $primitive } at node { $node }
inspector-no-vertex = No vertex follows this joint
inspector-go = Show it
inspector-go-tip = Bring the vertex to the middle of the picture
inspector-worst = Worst of the comparison
inspector-worst-tip = Walk through the vertex that is farthest apart between A and B
inspector-stored = As stored
inspector-morphed = After morph targets
inspector-influences = Contributions
inspector-influences-tip = Section 8: weight times where each joint alone would put the vertex; their sum is LBS
inspector-influence-tip = Select this joint: it lights up with all above it
inspector-blend = Both blends
inspector-blend-tip = Sections 8 and 10: the sum of the contributions, and the blend of stretches and unit dual quaternions
inspector-stretched = Stretched
inspector-real = Real
inspector-dual = Dual
inspector-norm = Length before dividing
inspector-apart = Apart
