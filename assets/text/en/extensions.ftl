# What becomes of extensions: the sentences of src/import/extensions.rs, in tables and in findings.

extension-full = full
extension-partly = partly
extension-ignored = ignored
extension-refused = refused
extension-head-name = extension
extension-head-support = support
extension-head-note = what that means

## What is missing of those that are supported in part

extension-partly-pointer = Joints and morph weights move; materials, lights, cameras and visibility stand still.
extension-partly-skinned-once = Copies of meshes without a skin; a skinned mesh shows once.
extension-partly-placeholder = A fallback picture shows where the file has one, else a placeholder.

## Why it does no harm that nothing of them shows

extension-ignored-constraints = Constrained joints are where nodes and clips put them.
extension-ignored-controls = Named controls of an application; they stay at rest.
extension-ignored-drafting = Line patterns and fills of drawings; surfaces show plain.
extension-ignored-engine = Settings of an engine or editor; nothing depends on them here.
extension-ignored-finest = The level of detail in the scene shows at every distance.
extension-ignored-interaction = Nothing in the model answers to clicks, scripts or visitors.
extension-ignored-light = The program lights the model itself.
extension-ignored-metadata = It describes the file; nothing of it is to be seen.
extension-ignored-outlines = Outlines are not drawn; the surfaces are.
extension-ignored-packing = The ordinary maps of the material show; the packed ones are copies.
extension-ignored-physics = No physics runs: bodies are where nodes and clips put them.
extension-ignored-plain-material = The material shows by its ordinary glTF values.
extension-ignored-polygons = Polygons show as the triangles that the file has.
extension-ignored-properties = Animated properties other than joints and morph weights stand still.
extension-ignored-relief = The surface shows without the fine relief.
extension-ignored-sound = Nothing sounds or streams.
extension-ignored-splats = Points show in place of splats.
extension-ignored-springs = Hair and cloth move only where a clip moves them.
extension-ignored-vrm = Meshes, joints and clips show; expressions, gaze and first-person rules do not act.
extension-ignored-vrm-animation = The clip moves the joints of its own file; it is not carried over to other characters.

## What to do about a file that requires them

extension-refused-geometry = Export it again with plain float or quantised triangles, without this way to store geometry.
extension-refused-material = Export it again with plain metallic-roughness materials, or list the extension as used, not required.
extension-refused-meshopt = Export it again without meshopt compression (gltfpack without -c), or run: gltf-transform copy in.glb out.glb
extension-refused-picture = Export its pictures as PNG or JPEG.
extension-refused-simulator = Export it from the program where it was made; files packed for the simulator are not plain glTF.
extension-refused-specular-glossiness = Convert its materials: gltf-transform metalrough in.glb out.glb
extension-refused-stream = Export the clip whole, without streaming.
extension-refused-unknown = Export it again without this extension, or ask its maker what it is for.
extension-refused-version-1 = The extension belongs to glTF 1.0. Convert the file to glTF 2.0 with gltf-pipeline.
