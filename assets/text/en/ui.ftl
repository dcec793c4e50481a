# Words of the window. One id per label; `-tip` is its tooltip.
app-name = rigscope

menu-file = File
menu-view = View
menu-help = Help
menu-open = Open…
menu-open-path = Open path…
menu-samples = Samples
sample-mannequin = Mannequin
    .about = walks, waves, dances, twists its wrists
sample-mannequin-twist-joints = Mannequin with twist joints
    .about = joints share the twist
sample-long-neck = Long-neck
    .about = a creature built otherwise
sample-twist-bar = Twist bar
    .about = where linear blending collapses
sample-chapter-rig = The chapter’s rig
    .about = small enough to check by hand
sample-anemone = Sea anemone
    .about = the chapter’s sum: 60 joints, 150 samples, 252,000 bytes
menu-output = Export…
menu-copy-picture = Copy the picture
menu-copy-window = Copy the whole window
menu-quit = Quit
menu-frame = Frame the character
menu-front = Look from the front
menu-right = Look from the right
menu-top = Look from above
menu-back = Look from the back
menu-left = Look from the left
menu-bottom = Look from below
menu-projection = Perspective or parallel
menu-next-camera = Next camera of the file
menu-cameras = Cameras
menu-panels = Show or hide the panels
menu-quality = Quality
quality-automatic = Automatic
quality-full = Full
quality-reduced = Reduced
menu-scene = Scene { $number } { $name }
menu-keys = Keys
menu-symptoms = Symptoms
menu-version = rigscope { $version }
theme-dark = Dark theme
theme-light = Light theme
tool-keys = Keyboard shortcuts
tool-light = Change to light colours
tool-dark = Change to dark colours

count-joints = { $n ->
    [1] 1 joint
   *[other] { $shown } joints
}
count-vertices = { $n ->
    [1] 1 vertex
   *[other] { $shown } vertices
}
model-tall = { $height } tall
figures-tip = Time to make a frame, and frames a second while something moves
figures-cost = { $passes } passes, { $draws } draw calls, { $triangles } triangles of the model
figures-bytes = { $written } written, { $textures } of textures
figures-samples = Quality: { $preset }; { $n ->
    [1] 1 sample
   *[other] mean of { $samples } samples
}
figures-device = Drawn by { $device }
figures-device-time = { $ms } a sample on { $device }

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
search-joints-tip = Part of a name; “bone” finds every joint of a skin. Enter selects the first, Esc empties it
search-clear = Empty the search
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
tag-original = Original
tag-compressed = Compressed
tag-compressing = Compressing…
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
compared-methods = Methods
compared-methods-tip = A and B are two ways to skin
compared-compression = Compression
compared-compression-tip = A is the clip as it is, B the clip after compression, skinned in the same way
compared-both = Both sides
compared-waits = B follows as soon as this clip is compressed
compared-variant = What is compressed is the file as it is: end cures and mistakes to see it
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
graph-without-hand = The clip alone, without what is set by hand
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

look = Look
look-surface = Surface
look-tip = What the surface shows; vertices are moved as ever
look-lit = Lit
look-clay = Clay
look-matcap = Matcap
look-wireframe = Wireframe
look-hidden-line = Hidden line
look-x-ray = X-ray
look-normals = Normals
look-tangents = Tangents
look-uv-checker = UV checker
look-base-color = Base colour
look-metallic = Metallic
look-roughness = Roughness
look-occlusion = Occlusion
look-emissive = Emissive
look-vertex-color = Vertex colour
look-faces = Front and back faces
overlay-wires = Edges
overlay-wires-tip = Edges of all triangles, over whatever the surface shows
weights = Weights
weights-tip = Paints the influences over the surface; skinning goes on
weights-off = Off
weights-chosen = Selected joint
weights-joints = All joints
weights-influences = Number of influences
weights-dominant = Strongest joint
weights-choose = Select a joint; Ctrl+click adds others
marked-unweighted = Without weight
marked-unnormalised = Not normalised
marked-over-limit = Over the limit
legend-weight = Weight of { $joints }
legend-moves-none = { $n ->
    [one] { $joints } moves no vertex
   *[other] { $joints } move no vertex
}
legend-no-weight = none
legend-more-joints = and { $n } more
legend-unweighted = Without weight: { $count }
legend-unnormalised = Not normalised: { $count }
legend-over-limit = More than { $limit } influences: { $count }
camera-section = Camera
camera-fov = Field of view
camera-fov-tip = Vertical, degrees; what is in the middle keeps its size
camera-turntable = Turntable
camera-turntable-tip = Turns the camera round and round
camera-reduced-motion = Less motion
camera-reduced-motion-tip = The camera jumps where it would glide
parts = Parts
part-mesh = Mesh
part-material = Material
part-node = Node
part-hide = Hide { $name }
part-show = Show { $name }
part-solo = Show { $name } alone
part-solo-end = Show { $name } with the rest
parts-out-of-sight = { $alone ->
    [0] { $hidden } hidden
   *[other] { $alone } alone, { $hidden } hidden
}
parts-show-all = Show all
parts-show-all-tip = Nothing is hidden any more, nothing shows alone
overlays = Overlays
overlay-skeleton = Skeleton
overlay-skeleton-tip = Joints and bones, seen through the mesh
overlay-names = Joint names
overlay-names-tip = Names beside their joints
overlay-axes = Joint axes
overlay-axes-tip = X red, Y green, Z blue, as the joints are turned
overlay-lines = Joints as lines
overlay-lines-tip = Thin lines and points instead of octahedra
overlay-nodes = Plain nodes
overlay-nodes-tip = Nodes that no skin uses, as diamonds on dashed lines
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
light-open = Panorama…
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
once-tip = Runs once; click to run there and back
speed-tip = Speed
timeline = Timeline
frame-of = frame { $frame } / { $count }
readout-tip = Time and frame. Click to type an exact time

empty-title = Drop a character here
empty-formats = .glb or .gltf, with everything it refers to beside it
empty-paste = or paste a path with Ctrl+V
empty-samples = Or begin with

loading = Loading
cancel = Cancel
cancel-tip = Stop loading; what was open stays
close = Close
copy = Copy
copy-tip = Copy this message
open-another = Open another…
try-again = Try again
try-again-tip = Opens the same file once more
loading-read = Reading the file
loading-upload = Giving it to the graphics device
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

output-title = Export
output-picture = Picture
output-picture-tip = What shows now, as a PNG
output-clip = Clip
output-clip-tip = The clip once, as a film that loops
output-turntable = Turntable
output-turntable-tip = Once around the character
output-sheet = Contact sheet
output-sheet-tip = Many moments in one PNG, each with its clip and time
output-format = Format
output-gif = GIF
output-gif-tip = 255 colours, shown everywhere
output-apng = APNG
output-apng-tip = An animated PNG: every colour, and what is behind can show through
output-mp4 = MP4
output-mp4-tip = H.264, through the program ffmpeg
output-webm = WebM
output-webm-tip = VP9, through the program ffmpeg; what is behind can show through
output-frames = PNGs
output-frames-tip = One PNG a frame, numbered
output-size = Size
output-size-tip = Pixels of the picture. A narrower one than the window’s shows as much from left to right.
output-size-window = As shown, { $size }
output-width = Width
output-height = Height
output-side-tip = Pixels: drag, or click and type
output-fps = Rate
output-fps-tip = Frames a second
output-turn = One turn
output-turn-tip = How long the camera takes to go round
output-cells = Cells
output-columns = Columns
output-rows = Rows
output-cells-tip = Columns and rows: drag, or click and type
output-clip-runs = The clip runs along
output-clip-runs-tip = A whole number of times, so that the film closes; else the pose stands still
output-all-clips = A row for every clip
output-all-clips-tip = Else the chosen clip over all cells
output-transparent = Nothing behind the character
output-transparent-tip = Leaves out the background and the grid
output-named = Names of A and B
output-named-tip = With the line between them and the legend of a difference
output-path = File
output-choose = Choose…
output-choose-tip = Choose a file with the desktop’s dialog
output-exists = There is a file of that name. Export once more to replace it.
output-start = Export
output-replace = Replace
output-start-tip = Makes it in the background; the window goes on
output-busy-tip = Something is being made already
output-frames-count = { $n ->
    [1] 1 frame
   *[other] { $n } frames
} · { $time }
output-making = Making
output-copying = Copying the picture…
output-stopping = Stopping…
output-cancel-tip = Stops; nothing is left behind
output-saved = { $n ->
    [1] Saved { $name }
   *[other] Saved { $n } pictures
}
output-copied = The picture is on the clipboard
output-copy-path = Copy path
output-copy-path-tip = Put the path of the file on the clipboard
output-device = The graphics device
output-again = Export again…
output-again-tip = Back to what was asked for

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
key-method = A or B (LBS or DQS; another method takes the place of B), or A and B change sides; held: only while it is held
key-skeleton = Skeleton
key-grid = Grid
key-wires = Edges over the surface
key-look = Next look of the surface
key-names = Names of joints
key-axes = Axes of joints
key-show-all = Show everything that was hidden
key-panels = All panels
key-frame = Frame what is selected; again: the character; again: its whole path
key-front = From the front
key-right = From the right
key-top = From above
key-back = From the back
key-left = From the left
key-bottom = From below
key-turntable = Turntable
key-projection = Perspective or parallel
key-camera = Look through the next camera of the file
key-open = Open a file
key-open-path = Open a path
key-output = Export a picture, a film or a sheet
key-copy-picture = Copy the picture
key-copy-window = Copy the whole window
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
legend-error = From original to compressed, { $unit ->
    [mm] mm
   *[other] % of its size
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
teach-unseen = Nothing changes at this instant. { $when }
teach-go = Go to { $time }
teach-go-tip = An instant at which the mistake shows
teach-needs-dqs = It shows once DQS is chosen above.
teach-finding = In files the doctor calls it { $code }.
symptoms-title = Symptoms
symptoms-intro = What does it look like? Click to see it on this model.
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
inspector-go = Where it is (go there)
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

reverse = Reverse
reverse-tip = Play the other way
ping-pong = Ping-pong
ping-pong-tip = Runs there and back; click to loop
speed-slider = Speed between −3 and 3
sheet-keys = Dope sheet
sheet-row = { $name }: keys
sheet-keys-tip = Every key, a row a joint
sheet-curves = Curves
sheet-curves-tip = The values of the selected joint over time
sheet-height = Height of the part below
time-entry = Exact time
time-entry-hint = 1.25, 37f, 50%
time-entry-tip = Seconds, frames (37f), milliseconds (250ms), a share (50%) or minutes (1:02); + and − count from the playhead. Enter goes there
frame-rate = Frame rate
frame-rate-tip = The grid of the timeline, of single steps and of the frame count; the keys say what the clip was made with
frame-rate-found = As the keys say: { $fps }
frame-rate-unknown = As usual: { $fps } (the keys lie on no common grid)
range-in = In
range-in-tip = Drag: where the part that plays begins. Double click: all of the clip
range-out = Out
range-out-tip = Drag: where the part that plays ends. Double click: all of the clip
range-move = Part that plays
range-move-tip = Drag to move it, double click to play all of the clip
zoom-bar = Part of the clip that shows
zoom-bar-tip = Drag to move, double click to show all. The wheel over the timeline shows less or more
ticks-clip = All keys
ticks-clip-tip = Mark the keys of the whole clip
ticks-joint-tip = Mark and step to the keys of { $joint } alone
fade-start = Start of the crossfade
fade-start-tip = Drag: when it begins
fade-end = End of the crossfade
fade-end-tip = Drag: how long it takes
fade-more = How clips fade
fade-more-tip = The curve of the fade, walking in step, and a crossfade that stays on the timeline
fade-curve = Curve
fade-curve-tip = How the weight of the clip that comes in runs from 0 to 1
fade-smooth = Smooth
fade-linear = Linear
fade-ease-in = Slow at first
fade-ease-out = Slow at last
fade-step = Keep step
fade-step-tip = Both clips stand at the same share of their length: a walk meets a run on the same foot
fade-keep = Keep on the timeline
fade-keep-tip = The crossfade stays where it is: scrub it, loop it, hold it, drag its ends
fade-from = From
fade-from-tip = The clip that goes
fade-hold = Hold the weight
fade-hold-tip = Both clips go on, and the weight between them stays
fade-weight = Weight
fade-weight-tip = 0 shows the clip that goes alone, 1 the one that comes in
fade-loop = Loop the crossfade
fade-loop-tip = Play only the part around it, round and round
sheet-unfold = Unfold { $name }
sheet-fold = Fold { $name }
sheet-fold-all = Fold all
sheet-unfold-all = Unfold all
sheet-fold-all-tip = Every joint in one row
sheet-unfold-all-tip = A row for each of translation, rotation, scale
sheet-none = No keys in this clip
sheet-weights = Morph weights
sheet-properties = Properties
sheet-row-tip = { $name }: { $keys ->
    [1] 1 key
   *[other] { $keys } keys
}
channel-translation = Translation
channel-rotation = Rotation
channel-scale = Scale
channel-weights = Weights
channel-property = Property
channel-short-translation = Move
channel-short-rotation = Turn
channel-short-scale = Scale
channel-short-weights = Morph
curves-select = Select a joint to see its curves
curves-none = { $joint } has no such keys in this clip
curves-no-weights = No morph weights are animated in this clip
curves-quaternion = As quaternion
curves-quaternion-tip = x, y, z, w as stored; else degrees about X, Y and Z
curves-plot = Curves of { $name }

motion = Motion
motion-seam-turn = Loop seam, turn
motion-seam-turn-tip = The joint whose rotation at the end differs most from the start. Click to see the end
motion-seam-place = Loop seam, place
motion-seam-place-tip = The joint that ends farthest from where it began, without the root’s travel. Click to see the end
motion-seam-none = { $value } – closes
motion-seam-value = { $value } { $joint }
motion-slide = Largest slide of { $joint }
motion-slide-value = { $value } ({ $percent } of height)
motion-slide-tip = How far it gets at most from where it came down: { $contacts ->
    [1] 1 contact
   *[other] { $contacts } contacts
}, { $seconds } on the ground. Click for the moment it is fastest
motion-slide-none = no contact
motion-travel = Root travel
motion-travel-tip = How far { $joint } gets along the ground from the clip’s start to its end
motion-measuring = Measuring the motion
motion-onion = Onion skin
motion-onion-tip = The skeleton some frames before and after the one that shows: two colours, the fainter the farther in time
motion-onion-before = before
motion-onion-after = after
motion-onion-count = Each way
motion-onion-count-tip = How many before, and how many after
motion-onion-spacing = Frames apart
motion-onion-spacing-tip = How many frames from one to the next
motion-path = Root path
motion-path-tip = Where the root goes, on the ground
motion-in-place = In place
motion-in-place-tip = Takes out what the root travels, and leaves its sway and bob
motion-follow = Camera follows
motion-follow-tip = The camera goes along the ground with the root
motion-trail = Trail of { $joint }
motion-trail-tip = Where it goes over the clip; a dot a frame
motion-trail-select = Select a joint to see its trail

morphs = Morph targets
morphs-release = Release all
morphs-release-tip = The clip has all weights back
morphs-count = { $held } of { $n } by hand
morph-unnamed = Target { $n }
morph-tip = Drag to hold it, arrow keys move it; the clip goes on underneath
morph-release = Release { $name }

key-reverse = Play the other way
key-mark-in = Play from here
key-mark-out = Play to here
key-clear-in = Play from the start
key-clear-out = Play to the end
key-loop-mode = Loop, once or there and back
key-go-to-time = Go to an exact time
key-show-keys = Keys of all joints
key-show-curves = Curves of a joint
motion-trails-clear = No trails
motion-trails-clear-tip = Show no trail any more

probes = Vertex probes
probes-none = Click a vertex of the character, then pin it
probes-pin = Pin vertex { $vertex }
probes-pin-tip = Keep an eye on it: how far A and B put it apart, over the whole clip
probes-unpin = Unpin vertex { $vertex }
probes-vertex = Vertex { $vertex }
probes-copy = Copy as CSV
probes-copy-tip = Places under A and under B, distance and influences of every instant, for a spreadsheet
probes-graph = Distance of pinned vertices over the clip

posing = Pose by hand
posing-rotate = Rotate
posing-rotate-tip = Rings turn the selected joint; Ctrl goes by 15 degrees, Esc takes the drag back
posing-move = Move
posing-move-tip = Arrows move the selected joint; Ctrl goes by even steps, Esc takes the drag back
posing-reach = Reach
posing-reach-tip = Moves a hand or a foot, and the two joints above it bend (IK)
posing-joint = Joint
posing-moves = Vertices it moves
posing-none = Select a joint in the tree or the picture, take a tool and drag its handles.
posing-select = Select a joint in the tree or the picture
posing-no-limb = No two joints above this one can bend. Select a hand or a foot.
posing-local = Along the joint’s own axes
posing-local-tip = Otherwise along the axes of the model
posing-over-rest = Over the rest pose
posing-over-rest-tip = The clip does not show; what was done by hand lies over the rest pose instead
posing-turn-x = Turned by hand about X, degrees
posing-turn-y = Turned by hand about Y, degrees
posing-turn-z = Turned by hand about Z, degrees
posing-undo = Undo
posing-undo-tip = A step back; a drag is one step
posing-redo = Redo
posing-redo-tip = A step forward again
posing-reset = Reset joint
posing-reset-tip = The clip has the selected joint back
posing-reset-all = Reset all joints
posing-reset-all-tip = The clip has all joints back
posing-copy = Copy pose
posing-copy-tip = The pose that shows, as JSON on the clipboard
posing-paste = Paste pose
posing-paste-tip = Takes the pose that is on the clipboard
posing-mirror = Mirror pose
posing-mirror-tip = Left and right change places, by the names of the joints
posing-copied = { $n ->
    [one] One joint is on the clipboard.
   *[other] { $n } joints are on the clipboard.
}
posing-pasted = { $n ->
    [one] One joint was set.
   *[other] { $n } joints were set.
}
posing-pasted-part = Joints set: { $n }. Not in this character: { $count } ({ $names }).
posing-not-a-pose = What is on the clipboard is not a pose; nothing has changed.
posing-bad-version = This pose is of a version that is not known here; nothing has changed.
posing-bad-number = A number of { $name } is missing or out of bounds; nothing has changed.
posing-mirrored = { $n ->
    [one] One pair of joints changed sides.
   *[other] { $n } pairs of joints changed sides.
}
posing-no-sides = No names of joints tell left from right; nothing has changed.
gizmo-turn-x = Turn about X
gizmo-turn-y = Turn about Y
gizmo-turn-z = Turn about Z
gizmo-turn-view = Turn about the line of sight
gizmo-move-x = Move along X
gizmo-move-y = Move along Y
gizmo-move-z = Move along Z
gizmo-move-view = Move in the plane of the picture
keys-group-posing = Posing by hand
key-pose-rotate = Turn the selected joint
key-pose-move = Move the selected joint
key-pose-reach = Let a hand or a foot reach
key-pose-copy = Copy the pose
key-undo = Undo a step of posing
key-redo = Redo it

# The compression laboratory
compression = Compression
compression-nothing = Nothing moves, so there is nothing to compress
compression-tolerance = Off by at most
compression-tolerance-slider = Off by at most, in steps
compression-tolerance-tip = How far any vertex of the skin may be from where it belongs, at every key and between
compression-length = Length
compression-length-tip = A distance on the model
compression-per-cent = Per cent
compression-per-cent-tip = A part of the model’s diagonal at rest
compression-plain = Plain keys
compression-plain-tip = Fewer keys, and rotations of 16 bits a number where they fit: standard glTF that every tool opens
compression-meshopt = With meshopt
compression-meshopt-tip = The same, packed by EXT_meshopt_compression: smaller, for tools that read the extension. Bytes are before packing; the file is smaller still
compression-chapter = 16-bit set
compression-chapter-tip = Still tracks as one value, 16 bits a number, fewer keys, in bytes of their own. glTF has no place for it: what it shows stays in the laboratory
compression-variable = Variable bit rate
compression-variable-tip = As many bits as each stretch of each track needs. glTF has no place for it: what it shows stays in the laboratory
compression-in-file = reaches the file
compression-not-in-file = laboratory only
compression-partly = rotations reach the file
compression-working = Compressing…
compression-cancel-tip = Stop compressing; what is done stays
compression-stopped = Not all is compressed
compression-compute = Compress
compression-compute-tip = Go on with every clip
compression-this-clip = This clip
compression-waits = This clip is not compressed yet
compression-bar-tip = All frames as a bar; the shades are what each technique leaves, one added to the other. The thin bar is a variable bit rate, the mark is what was chosen above
compression-raw = As frames
compression-raw-tip = Every joint at every key time: ten floats, or seven where nothing scales. Of splines so many frames as keep the tolerance
compression-stripped = Still tracks
compression-stripped-tip = What does not move is one value. Bytes are those of the laboratory’s own coding
compression-quantised = 16 bits
compression-quantised-tip = And numbers have 16 bits. In the file rotations do, translations do not
compression-reduced = Fewer keys
compression-reduced-tip = And keys that their neighbours give back are gone: in the file, too. Bytes are those of the laboratory’s own coding, smallest three among it; the mark above says what is chosen
compression-ratio = { $ratio } : 1
compression-from-to = { $before } → { $after }
compression-largest = Largest
compression-99 = 99 %
compression-mean = Mean
compression-errors = largest { $largest } · 99 % { $p99 }
compression-figures-tip = Frames to what is left, and what that costs on the skin: over all vertices, on every key and between
compression-over-tip = So small a distance is lost in 32-bit floats: this is as near as it gets
compression-worst = Worst
compression-worst-of-all = Worst of all
compression-go-tip = Go to { $time } of { $clip }, select { $joint } and look at it
compression-graph = Error over the clip
compression-graph-note = Largest error at each instant
compression-compare = Show it in the picture
compression-compare-tip = Original against compressed, as a colour; Split, Ghost and Side above show both, too
compression-curves = Curves before and after
compression-curves-tip = The selected joint’s values below: as they are, and dashed as they are after compression
compression-count = { $done } of { $all }
compression-all-tip = Every clip
compression-play-tip = Play this clip
compression-export-section = Compressed file
compression-path = File
compression-path-hint = Where the .glb goes
compression-path-tip = Where the .glb goes; never over the model itself
compression-export = Export
compression-export-tip = Writes the model with these clips as a standard .glb; what belongs to no clip stays as it is
compression-replace = Replace
compression-writing = Writing…
compression-exists = That file is there already. Replace writes over it.
compression-export-waits = The file can be written when every clip is compressed.
compression-export-none = glTF has no place for this technique. Choose one that reaches the file.
compression-export-title = Export the compressed model
compression-written = { $name }: { $before } before, { $after } now. Animation { $clips } → { $now } ({ $ratio } : 1); largest error { $largest }, 99 % within { $p99 }.
compression-pictures = { $count ->
    [one] One picture beside the model is not found from there.
   *[other] { $count } pictures beside the model are not found from there.
}
compression-keys = Values of keys kept
compression-keys-of = { $kept } of { $all }
