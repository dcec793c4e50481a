# Findings: `issue-CODE` says what it is, `.effect` what it does to the picture, `.remedy` what to do.
# Counts stand in sentences that read well with one and with many.

## The file as a whole

issue-file-empty = The file is empty: not even a header is there.
    .effect = There is nothing to show.
    .remedy = Export or download it again.
issue-model-file-missing = There is no such file: { $file } was not found.
    .effect = There is nothing to show.
    .remedy = Check the path and its spelling.
issue-file-is-folder = { $file } is a folder, not a model.
    .effect = There is nothing to show.
    .remedy = Name the .glb or .gltf file in it.
issue-file-unreadable = { $file } cannot be read: { $reason }.
    .effect = What it holds is not there.
    .remedy = Check that the file is there, that you may read it, and that no other program holds it.
issue-file-not-regular = { $file } is a pipe or a device, not a file: how much it holds cannot be known.
    .effect = There is nothing to show.
    .remedy = To pipe a model in, name - as the model and give the bytes to standard input.
issue-file-missing = The file { $file } was not found beside the model.
    .effect = What it holds is not there.
    .remedy = Copy it into the model's folder, or export again as one .glb file that holds everything.
issue-memory-limit = This needs { $wanted-mib } MiB of memory more than the limit of { $limit-mib } MiB leaves (size or count too large).
    .effect = The file is not opened.
    .remedy = If the file is right, raise the limit with --max-memory.
issue-environment-unknown = There is no studio and no file called { $asked }.
    .effect = The picture is not drawn.
    .remedy = Name a built-in studio ({ $studios }) or the path of an .hdr or .exr file.
issue-environment-missing = There is no such picture of surroundings: { $file } was not found.
    .effect = What lit before goes on.
    .remedy = Check the path and its spelling.
issue-environment-is-folder = { $file } is a folder, not a picture of surroundings.
    .effect = What lit before goes on.
    .remedy = Name the .hdr or .exr file in it.
issue-environment-format = This is neither a Radiance picture (.hdr) nor an OpenEXR picture (.exr): it begins with other bytes.
    .effect = What lit before goes on.
    .remedy = Take an equirectangular panorama in one of these formats; a photo in .jpg or .png does not hold enough light.
issue-environment-cut-off = The picture of surroundings ends before all of its rows are there.
    .effect = What lit before goes on.
    .remedy = Download or export it again.
issue-environment-broken = { $part } of the picture of surroundings makes no sense.
    .effect = What lit before goes on.
    .remedy = Download or export it again; another program that opens it can write it anew.
issue-environment-empty = The picture of surroundings has no pixels ({ $width } × { $height }).
    .effect = What lit before goes on.
    .remedy = Export it again.
issue-environment-too-large = The picture of surroundings is { $width } × { $height } pixels; at most { $most-width } × { $most-height } are read.
    .effect = What lit before goes on.
    .remedy = Make it smaller: light does not gain beyond 4096 × 2048.
issue-environment-not-a-panorama = The picture is { $width } × { $height } pixels; one of all directions is twice as wide as high.
    .effect = What lit before goes on.
    .remedy = Take the equirectangular (latitude-longitude) form of it; crosses, strips and mirror balls can be converted, for example by Blender or PTGui.
issue-environment-colours = The picture of surroundings holds its colours as { $format }, not as red, green and blue.
    .effect = What lit before goes on.
    .remedy = Convert it, for example by Radiance's ra_xyze -r, or export it as .exr.
issue-environment-channels = The OpenEXR file has no layer with the channels R, G and B.
    .effect = What lit before goes on.
    .remedy = Export red, green and blue as one flat layer.
issue-environment-unsupported = The OpenEXR file is packed in a way that is not read here: { $what }.
    .effect = What lit before goes on.
    .remedy = Export it with ZIP, PIZ or RLE compression, or as .hdr.
issue-environment-memory = The picture of surroundings needs { $wanted-mib } MiB of memory more than the limit of { $limit-mib } MiB leaves.
    .effect = What lit before goes on.
    .remedy = Raise the limit with --max-memory, or take a smaller picture.
issue-environment-empty-file = The picture of surroundings is an empty file.
    .effect = What lit before goes on.
    .remedy = Download or export it again.
issue-more-of-the-same = More of the kind "{ $code }" are not listed: { $count }.

issue-not-gltf = This is not a glTF file: it begins neither with the magic word "glTF" (.glb) nor with JSON text (.gltf).
    .effect = There is nothing to show.
    .remedy = Export a .glb from the program that made the model.
issue-not-gltf-fbx = This is an FBX file, not glTF: its format is another one.
    .effect = There is nothing to show.
    .remedy = Open it in Blender (File > Import > FBX) and export glTF 2.0 (.glb) with skinning and animation, or use FBX2glTF.
issue-not-gltf-obj = This is a Wavefront OBJ file, not glTF: that format holds no skeleton and no animation.
    .effect = There is nothing to show.
    .remedy = Take the model from the program where it was rigged and export glTF 2.0 (.glb) there.
issue-not-gltf-blend = This is a Blender file, not glTF.
    .effect = There is nothing to show.
    .remedy = Open it in Blender and use File > Export > glTF 2.0 (.glb).
issue-not-gltf-collada = This is a COLLADA file (.dae), not glTF: its format is another one.
    .effect = There is nothing to show.
    .remedy = Open it in the program that made it and export glTF 2.0 (.glb), or convert it with COLLADA2GLTF.
issue-not-gltf-usd = This is a USD file (.usd, .usdz), not glTF: its format is another one.
    .effect = There is nothing to show.
    .remedy = Open it in Blender or Houdini and export glTF 2.0 (.glb).
issue-not-gltf-alembic = This is an Alembic file (.abc), not glTF: it holds vertices frame by frame and no skeleton.
    .effect = There is nothing to show.
    .remedy = Take the model from the program where it was rigged and export glTF 2.0 (.glb) there.
issue-not-gltf-bvh = This is a BVH file, not glTF: it holds the motion of a skeleton and no mesh.
    .effect = There is nothing to show.
    .remedy = Open it in Blender (File > Import > Motion Capture) and export glTF 2.0 (.glb).
issue-not-gltf-mmd = This is a MikuMikuDance file (.pmx, .pmd, .vmd), not glTF.
    .effect = There is nothing to show.
    .remedy = Open it in Blender with the add-on MMD Tools and export glTF 2.0 (.glb), or convert it to VRM.
issue-not-gltf-directx = This is a DirectX file (.x), not glTF.
    .effect = There is nothing to show.
    .remedy = Open it in Blender with an add-on for .x, or convert it with Assimp, and export glTF 2.0 (.glb).
issue-not-gltf-3ds = This is a 3DS file, not glTF: that format holds no skeleton and no skin.
    .effect = There is nothing to show.
    .remedy = Take the model from the program where it was rigged and export glTF 2.0 (.glb) there.
issue-not-gltf-3ds-max = This is a 3ds Max file (.max), not glTF.
    .effect = There is nothing to show.
    .remedy = Open it in 3ds Max and export glTF with Babylon.js Exporter, or export FBX and take that through Blender.
issue-not-gltf-maya = This is a Maya file (.ma, .mb), not glTF.
    .effect = There is nothing to show.
    .remedy = Open it in Maya and export glTF with an exporter for it, or export FBX and take that through Blender (File > Export > glTF 2.0).
issue-not-gltf-c4d = This is a Cinema 4D file (.c4d), not glTF.
    .effect = There is nothing to show.
    .remedy = Open it in Cinema 4D and use File > Export > glTF.
issue-not-gltf-b3d = This is a Blitz3D file (.b3d), not glTF.
    .effect = There is nothing to show.
    .remedy = Open it in Blender with an add-on for .b3d and export glTF 2.0 (.glb).
issue-not-gltf-babylon = This is a scene of Babylon.js, not glTF.
    .effect = There is nothing to show.
    .remedy = Open it in the sandbox or the editor of Babylon.js and export a .glb.
issue-not-gltf-three = This is a scene of three.js, not glTF.
    .effect = There is nothing to show.
    .remedy = Open it in the editor of three.js and use File > Export > GLB.
issue-not-gltf-game = This is a model of a game engine (MD2, MD3, MD5, IQM, SMD, MDL), not glTF.
    .effect = There is nothing to show.
    .remedy = Open it in Blender with an add-on for that format and export glTF 2.0 (.glb).
issue-not-gltf-engine = This is an asset of Unity or Unreal, not glTF.
    .effect = There is nothing to show.
    .remedy = Open it in its engine and export glTF there: UnityGLTF or glTFast for Unity, the glTF Exporter for Unreal.
issue-not-gltf-cad = This is a CAD file (STEP, IGES, Rhino, SketchUp), not glTF: it holds no skeleton and no animation.
    .effect = There is nothing to show.
    .remedy = Export glTF 2.0 (.glb) from the program that made it.
issue-not-gltf-x3d = This is an X3D or VRML file, not glTF.
    .effect = There is nothing to show.
    .remedy = Open it in Blender and export glTF 2.0 (.glb).
issue-not-gltf-picture = This is a picture, not a glTF model: its format has another magic number.
    .effect = There is nothing to show.
    .remedy = Name the .glb or .gltf file that uses it.
issue-not-gltf-archive = This is an archive (zip, 7z or rar), not a glTF file.
    .effect = There is nothing to show.
    .remedy = Unpack it and open the .glb or .gltf file in it.
issue-not-gltf-compressed = This is a compressed file (gzip or zstd), not a glTF file.
    .effect = There is nothing to show.
    .remedy = Unpack it first.
issue-not-gltf-draco = This is a bare Draco mesh, not a glTF file.
    .effect = There is nothing to show.
    .remedy = Export a .glb from the program that made the model.
issue-not-gltf-ply = This is a PLY file, not glTF: that format holds no skeleton and no animation.
    .effect = There is nothing to show.
    .remedy = Export glTF 2.0 (.glb) from the program where the model was rigged.
issue-not-gltf-stl = This is an STL file, not glTF: that format holds no skeleton and no animation.
    .effect = There is nothing to show.
    .remedy = Export glTF 2.0 (.glb) from the program where the model was rigged.
issue-not-gltf-markup = This is a web page or XML text, not a glTF file; perhaps a download that failed.
    .effect = There is nothing to show.
    .remedy = Download the file again and look at it in a text editor.
issue-not-gltf-lfs-pointer = This is a Git LFS pointer, not the glTF file itself.
    .effect = There is nothing to show.
    .remedy = Run "git lfs pull" in its repository.

issue-glb-truncated = The GLB file is truncated: its header gives a length of { $expected } bytes or more, the file ends after { $found }.
    .effect = There is nothing to show.
    .remedy = Copy or download it again; the end is missing.
issue-glb-chunk-too-long = A chunk of the GLB file (at byte { $offset }) gives its length as { $size } bytes, but only { $left } are left before the end.
    .effect = There is nothing to show.
    .remedy = Copy or download it again; if that does not help, report it to the exporter.
issue-glb-no-json = The GLB file does not begin with a JSON chunk.
    .effect = There is nothing to show.
    .remedy = Export it again; the file is damaged or was put together wrongly.
issue-glb-trailing-bytes = Bytes follow ({ $count } of them) after the length of { $length } that the GLB header gives; they are ignored.
    .effect = None.
    .remedy = Export it again if you wonder where they come from.
issue-glb-extra-chunk = The GLB file has more than one JSON or binary chunk; the first of each counts.
    .effect = None, unless the exporter meant the others.
    .remedy = Report it to the exporter.
issue-json-byte-order-mark = The JSON text begins with a byte order mark, which glTF forbids.
    .effect = Here the picture is right; other programs may refuse the file.
    .remedy = Save it as UTF-8 without a byte order mark.
issue-json-broken = The JSON text cannot be read (line { $line }, column { $column }): { $reason }.
    .effect = There is nothing to show.
    .remedy = Look at that place in a text editor, or export again. An "invalid type" means that a property has another JSON type than glTF expects.
issue-asset-missing = The property "asset" with its version is missing; every glTF file must have it.
    .effect = There is nothing to show.
    .remedy = Export it again; this may be JSON that is no glTF.
issue-unsupported-version = The file asks for glTF version { $version }; this program reads version 2.0.
    .effect = There is nothing to show.
    .remedy = Export it as glTF 2.0. Files of version 1.0 can be converted with gltf-pipeline.
issue-required-extension = The file requires the extension { $extension }, which is not supported.
    .effect = Without it the file cannot be shown right, so it is refused.
    .remedy = { $hint ->
        [geometry] { extension-refused-geometry }
        [material] { extension-refused-material }
        [meshopt] { extension-refused-meshopt }
        [picture] { extension-refused-picture }
        [simulator] { extension-refused-simulator }
        [specular-glossiness] { extension-refused-specular-glossiness }
        [stream] { extension-refused-stream }
        [version-1] { extension-refused-version-1 }
       *[unknown] { extension-refused-unknown }
    }
issue-required-extension-ignored = The file requires the extension { $extension }, of which nothing shows here.
    .effect = { $why ->
        [constraints] { extension-ignored-constraints }
        [controls] { extension-ignored-controls }
        [drafting] { extension-ignored-drafting }
        [engine] { extension-ignored-engine }
        [finest] { extension-ignored-finest }
        [interaction] { extension-ignored-interaction }
        [light] { extension-ignored-light }
        [metadata] { extension-ignored-metadata }
        [outlines] { extension-ignored-outlines }
        [packing] { extension-ignored-packing }
        [physics] { extension-ignored-physics }
        [plain-material] { extension-ignored-plain-material }
        [polygons] { extension-ignored-polygons }
        [properties] { extension-ignored-properties }
        [relief] { extension-ignored-relief }
        [sound] { extension-ignored-sound }
        [splats] { extension-ignored-splats }
        [springs] { extension-ignored-springs }
        [vrm] { extension-ignored-vrm }
        [vrm-animation] { extension-ignored-vrm-animation }
       *[not-shown] The model shows without it.
    }
    .remedy = None needed, unless that is what you want to see.
issue-extension-ignored = The extension { $extension } is used, not required, and ignored.
    .effect = { $why ->
        [constraints] { extension-ignored-constraints }
        [controls] { extension-ignored-controls }
        [drafting] { extension-ignored-drafting }
        [engine] { extension-ignored-engine }
        [finest] { extension-ignored-finest }
        [interaction] { extension-ignored-interaction }
        [light] { extension-ignored-light }
        [metadata] { extension-ignored-metadata }
        [outlines] { extension-ignored-outlines }
        [packing] { extension-ignored-packing }
        [physics] { extension-ignored-physics }
        [plain-material] { extension-ignored-plain-material }
        [polygons] { extension-ignored-polygons }
        [properties] { extension-ignored-properties }
        [relief] { extension-ignored-relief }
        [sound] { extension-ignored-sound }
        [splats] { extension-ignored-splats }
        [springs] { extension-ignored-springs }
        [vrm] { extension-ignored-vrm }
        [vrm-animation] { extension-ignored-vrm-animation }
       *[not-shown] The model shows without it.
    }
    .remedy = None needed.

## References, buffers, accessors

issue-reference-out-of-range = The index { $index } is out of range: the number of { $array } is { $count }. The reference is invalid.
    .effect = What it stands for is left out, or the file is refused where it cannot do without.
    .remedy = Report it to the exporter; the file is damaged.
issue-uri-scheme = The URI "{ $uri }" has a scheme (such as http: or file:), which is unsupported: nothing is fetched from the network or from elsewhere.
    .effect = What it names is not read.
    .remedy = Put the file into the model's folder and name it by its file name.
issue-uri-outside-folder = The URI "{ $uri }" leads out of the model's folder; such a path is never opened.
    .effect = What it names is not read.
    .remedy = Put the file into the model's folder or below it.
issue-uri-not-utf8 = The URI "{ $uri }" is not valid percent-encoded UTF-8.
    .effect = What it names is not read.
    .remedy = Export again, or rename the file to plain letters.
issue-uri-without-folder = The URI "{ $uri }" names a file, but this model was not read from a folder.
    .effect = What it names is not read.
    .remedy = Open the model by its path, or export it as one .glb file.
issue-uri-data-broken = A data URI cannot be decoded: its base64 is invalid.
    .effect = What it holds is not there.
    .remedy = Export it again; the file is damaged.
issue-buffer-missing = A buffer view names buffer { $index }, out of range: the number of buffers is { $count }.
    .effect = What it holds cannot be read.
    .remedy = Report it to the exporter; the file is damaged.
issue-buffer-without-data = This buffer has neither a URI nor a binary chunk: its data is missing.
    .effect = What it holds cannot be read.
    .remedy = Export it again; perhaps a compressed file lost its extension.
issue-extension-broken = The extension { $extension } has a property that is missing or wrong: { $reason }.
    .effect = What it holds cannot be read.
    .remedy = Report it to the exporter; the file is damaged.
issue-meshopt-broken = A compressed buffer view cannot be unpacked: { $reason ->
        [layout] its count, stride, mode and filter do not go together
        [header] its first byte is no version of the format
        [short] it ends too early
        [long] bytes are left over
        [back] it refers to something that it never held
       *[other] it holds a code that does not exist
    }.
    .effect = What it holds cannot be read, and the file is refused.
    .remedy = Compress the file again (gltfpack -c, or gltf-transform meshopt); the data is damaged.
issue-meshopt-plain-instead = A compressed buffer view cannot be unpacked ({ $cause }).
    .effect = The uncompressed data beside it shows instead.
    .remedy = Compress the file again (gltfpack -c, or gltf-transform meshopt).
issue-draco-broken = A mesh compressed with Draco cannot be decoded: { $reason }.
    .effect = The mesh cannot be read, and the file is refused.
    .remedy = Compress the file again (gltf-transform draco), or export it without Draco.
issue-draco-larger-than-declared = A mesh compressed with Draco holds more than its accessors declare ({ $vertices } vertices, { $triangles } triangles).
    .effect = It is not decoded, and the file is refused: such a stream may ask for any amount of memory.
    .remedy = Compress the file again (gltf-transform draco), or export it without Draco.
issue-draco-attribute-missing = A mesh compressed with Draco holds no attribute number { $id } with { $width } components.
    .effect = The mesh cannot be read, and the file is refused.
    .remedy = Compress the file again (gltf-transform draco), or export it without Draco.
issue-draco-accessor-shared = Two meshes compressed with Draco fill the same accessor { $accessor } with different data.
    .effect = What it means is not clear, and the file is refused.
    .remedy = Report it to the exporter, or export without Draco.
issue-draco-plain-instead = A mesh compressed with Draco cannot be decoded ({ $cause }).
    .effect = The uncompressed mesh beside it shows instead.
    .remedy = Compress the file again (gltf-transform draco), or export it without Draco.
issue-draco-count = A mesh compressed with Draco has a number of vertices of { $found }, where its accessors declare { $declared }.
    .effect = It shows as decoded.
    .remedy = Compress the file again (gltf-transform draco).
issue-buffer-too-short = The buffer should have a size of { $expected } bytes, but its data ends after { $found }.
    .effect = What lies behind the end cannot be read.
    .remedy = Copy or download the file again; its end is missing.
issue-buffer-view-missing = The bufferView index { $index } is out of range: their number is { $count }.
    .effect = What it holds cannot be read.
    .remedy = Report it to the exporter; the file is damaged.
issue-buffer-view-out-of-bounds = The buffer view reaches from byte { $offset } over { $length } bytes, out of bounds of buffer { $buffer } with its size of { $available }.
    .effect = What it holds cannot be read.
    .remedy = Report it to the exporter; the file is damaged.
issue-accessor-missing = The accessor index { $index } is out of range: the number of accessors is { $count }.
    .effect = What it holds cannot be read.
    .remedy = Report it to the exporter; the file is damaged.
issue-accessor-out-of-bounds = The accessor's count of { $count } elements runs out of bounds of its buffer view.
    .effect = What it holds cannot be read.
    .remedy = Report it to the exporter; the file is damaged.
issue-accessor-bad-stride = The stride of { $stride } bytes is smaller than one element of the accessor ({ $element } bytes).
    .effect = What it holds cannot be read.
    .remedy = Report it to the exporter.
issue-accessor-unknown-type = The accessor's type or component type is none that glTF knows.
    .effect = What it holds cannot be read.
    .remedy = Report it to the exporter.
issue-accessor-wrong-type = The accessor has the type { $found } where { $expected } belongs.
    .effect = What it holds cannot be read.
    .remedy = Report it to the exporter.
issue-sparse-out-of-bounds = The { $what } of a sparse accessor run out of bounds.
    .effect = What it holds cannot be read.
    .remedy = Report it to the exporter; the file is damaged.
issue-sparse-index-out-of-range = The sparse accessor replaces element { $index }, which is out of range: it has { $count }.
    .effect = What it holds cannot be read.
    .remedy = Report it to the exporter; the file is damaged.

## Nodes and scenes

issue-node-cycle = The node hierarchy has a cycle: following children from node { $node } leads back to it.
    .effect = There is no pose to show; the file is refused.
    .remedy = Report it to the exporter; no node may be its own ancestor.
issue-node-two-parents = The node "{ $node }" has two parents, "{ $first }" and "{ $second }".
    .effect = It is not defined where it stands; the file is refused.
    .remedy = Report it to the exporter; the hierarchy must be a tree.
issue-node-child-twice = The node lists its child "{ $child }" twice; once counts.
    .effect = None.
    .remedy = Report it to the exporter.
issue-too-many-nodes = The file has { $count } nodes, more than this program can number.
    .effect = The file is refused.
    .remedy = Split the file.
issue-too-many-morph-weights = All mesh instances together have more morph weights than this program can number.
    .effect = The file is refused.
    .remedy = Split the file.
issue-node-transform-not-finite = A node's { $what } holds a number that is not finite (NaN, infinite or beyond all measure).
    .effect = There is no pose to show; the file is refused.
    .remedy = Look at that node in the program that made the file and export again.
issue-node-matrix-shear = A node's matrix has shear, which translation, rotation and scale cannot say; the shear is dropped.
    .effect = What hangs on that node stands a little askew.
    .remedy = Apply the transforms of that node before exporting.
issue-node-matrix-not-affine = The last row of a node's matrix is not 0 0 0 1; it is ignored.
    .effect = What hangs on that node may stand wrong.
    .remedy = Report it to the exporter; perhaps the matrix is transposed.
issue-node-rotation-not-normalized = A node's rotation quaternion has the length { $length }, not 1; it is normalised, and 0 0 0 0 counts as no rotation.
    .effect = The joint may be turned another way than meant.
    .remedy = Report it to the exporter.
issue-scene-node-not-root = The scene lists the node "{ $node }", which is a child of another node.
    .effect = It shows with its parent's transform.
    .remedy = Report it to the exporter.
issue-scene-without-meshes = The scene has no mesh: there is nothing to draw but the skeleton.
    .effect = Only joints show.
    .remedy = None needed for a file of clips alone.

issue-node-visibility-broken = What KHR_node_visibility says of this node cannot be read; the node shows.
    .effect = Something may show that should be hidden.
    .remedy = Report it to the exporter: "visible" is true or false.
issue-nodes-hidden = The file hides meshes by KHR_node_visibility: { $count } of them.
    .effect = They are neither drawn nor framed; their joints move the others all the same.
    .remedy = None needed. View > Hidden meshes shows them.
issue-instancing-broken = What EXT_mesh_gpu_instancing says of this node cannot be read; its mesh shows once.
    .effect = Copies of the mesh are missing.
    .remedy = Report it to the exporter: there must be a TRANSLATION, ROTATION or SCALE.
issue-instancing-skinned = EXT_mesh_gpu_instancing stands at a node with a skin, which joints place and not the node; the mesh shows once.
    .effect = Copies of the mesh are missing.
    .remedy = Instance meshes without a skin, or give each character nodes of its own.
issue-instancing-counts = The TRANSLATION, ROTATION and SCALE of instances differ in count; the fewest count, which are { $count }.
    .effect = Copies of the mesh may be missing.
    .remedy = Report it to the exporter; all must have the same count.
issue-instancing-not-finite = Transforms of instances hold numbers that are not finite ({ $count } of them); those copies are left out.
    .effect = Copies of the mesh are missing.
    .remedy = Report it to the exporter; the file is damaged.
issue-instancing-too-many = All nodes together have more instances than this program can number.
    .effect = The file is refused.
    .remedy = Split the file.
issue-camera-broken = A camera makes no picture: its field of view or its magnification is missing, not finite, zero or too large.
    .effect = It cannot be looked through.
    .remedy = Set it again in the program that made the file.

## Meshes

issue-mesh-unused = No node shows this mesh.
    .effect = It is not loaded.
    .remedy = None needed.
issue-primitive-without-positions = A primitive of the mesh has no POSITION: there is nothing to draw.
    .effect = It is left out.
    .remedy = Report it to the exporter.
issue-primitive-empty = A primitive of the mesh has no vertices.
    .effect = It is left out.
    .remedy = Remove the empty mesh before exporting.
issue-primitive-unknown-mode = The primitive's mode is none that glTF knows; it shows as triangles.
    .effect = It may look wrong.
    .remedy = Report it to the exporter.
issue-positions-not-finite = Positions are not finite (NaN or infinite) on { $count } of { $vertices } vertices; they are put into the middle of the mesh.
    .effect = The triangles around them look pinched.
    .remedy = Look for broken vertices in the program that made the file.
issue-attribute-count = A vertex attribute has { $found } elements, while the number of vertices is { $vertices }; it is left out.
    .effect = The mesh shows without it.
    .remedy = Report it to the exporter; the file is damaged.
issue-attribute-not-finite = A vertex attribute is not finite (NaN or infinite) on some vertices ({ $count } of them); it counts as zero there.
    .effect = The vertices concerned may look wrong.
    .remedy = Look for broken vertices in the program that made the file.
issue-normals-broken = Normals have no direction on { $count } of { $vertices } vertices; they are taken from the faces around them.
    .effect = Shading there may differ a little from the original.
    .remedy = Recalculate the normals before exporting.
issue-tangents-broken = Tangents have no direction on some vertices ({ $count } of them); all are made anew where a normal map needs them.
    .effect = The normal map may look a little different.
    .remedy = Export without tangents; they are made on loading.
issue-indices-out-of-range = Vertex indices are out of range ({ $count } of them): the largest is { $largest }, while the number of vertices is { $vertices }.
    .effect = The triangles, lines or points that use them are left out.
    .remedy = Report it to the exporter; the file is damaged.
issue-morph-weight-count = The number of morph weights ({ $weights }) is not that of the targets ({ $targets }); missing ones are 0.
    .effect = A default expression may be missing.
    .remedy = Report it to the exporter.
issue-morph-weight-not-finite = A default morph weight is not finite; it counts as 0.
    .effect = A default expression may be missing.
    .remedy = Report it to the exporter.

## Skins

issue-skin-without-joints = The skin { $skin } is empty: its list of joints has none.
    .effect = A mesh that uses it cannot be posed, and the file is refused.
    .remedy = Export the mesh together with its armature.
issue-skin-too-many-joints = The skin has { $count } joints; vertices can name 65,536 at most.
    .effect = A mesh that uses it cannot be posed, and the file is refused.
    .remedy = Split the skin.
issue-skin-joint-missing = A joint of the skin names the node index { $index }, which is out of range: the number of nodes is { $count }.
    .effect = A mesh that uses it cannot be posed, and the file is refused.
    .remedy = Report it to the exporter; the file is damaged.
issue-skin-broken = The skin cannot be used: { $reason }.
    .effect = A mesh that uses it cannot be posed, and the file is refused.
    .remedy = Report it to the exporter.
issue-inverse-binds-too-few = There are fewer inverse bind matrices ({ $matrices }) than joints ({ $joints }); the missing ones count as identity.
    .title = Fewer inverse bind matrices than joints
    .effect = Vertices of the joints without one fly off: the character explodes.
    .remedy = Export again; every joint needs its inverse bind matrix.
    .page = Matrix number i belongs to joint number i of the skin's list; joints beyond the last matrix have none and get the identity, which moves their vertices away.
    .blender = Does not happen with the exporter that comes with Blender; look at the tool that wrote the file.
    .maya = Check that every influence of the skinCluster has a bindPreMatrix that is exported.
    .own = Write as many matrices as skin.joints has entries.
issue-inverse-bind-not-finite = Inverse bind matrices are not finite (NaN or infinite): { $count } of them, the first of joint { $first }; they count as identity.
    .title = Inverse bind matrices not finite
    .effect = Vertices of those joints fly off: the character explodes.
    .remedy = Look for joints with zero scale in the program that made the file.
    .page = A matrix with NaN or infinity came from inverting a matrix that has no inverse, or from memory that was never filled in.
    .blender = Clear the scale of the bones in Edit and Pose Mode (Alt+S), then export again.
    .maya = Set the scale of the joints to 1 in the bind pose, freeze transforms, bind again.
    .own = Check the determinant before you invert.
issue-inverse-bind-not-affine = Inverse bind matrices have a last row other than 0 0 0 1: { $count } of them, the first of joint { $first }; that row is ignored.
    .title = Inverse bind matrices not affine
    .effect = The character may explode: perhaps the matrices are transposed.
    .remedy = Report it to the exporter.
    .page = The last row of an affine 4x4 matrix is 0 0 0 1. Another one means that the matrix was transposed, or that it is no transform at all.
    .blender = Does not happen with the exporter that comes with Blender; look at the tool that wrote the file.
    .maya = Maya's matrices are written as they are: the 16 numbers of a row-vector matrix are glTF's columns.
    .own = Write columns: the translation is in elements 12, 13 and 14, and element 15 is 1.
issue-skinned-without-influences = The node has a skin, but this primitive of its mesh has no joints and weights.
    .effect = It follows its node, not the skeleton.
    .remedy = Bind the mesh to its armature and export again.
issue-influences-without-skin = The primitive has joints and weights, but a node that shows it has no skin: they say nothing.
    .title = Joints and weights without a skin
    .effect = It follows its node, not a skeleton.
    .remedy = If it should deform, export it with its armature; else leave the attributes out.
issue-joints-without-weights = JOINTS_{ $set } and WEIGHTS_{ $set } must come together; one of them is missing, so both are ignored.
    .effect = Some influences of joints are missing.
    .remedy = Report it to the exporter.
issue-weights-not-finite = Weights are not finite on { $count } of { $vertices } vertices; they count as 0.
    .title = Weights not finite
    .effect = They follow their other joints.
    .remedy = Normalise all weights in the program that made the file.
    .page = A weight that is NaN or infinite comes from dividing by a sum of zero.
    .blender = Weight Paint, Weights, Normalize All.
    .maya = Normalize Weights on the skinCluster.
    .own = Guard the division when you normalise.
issue-weights-negative = Weights are negative on { $count } of { $vertices } vertices; they count as 0.
    .title = Negative weights
    .effect = They follow their other joints.
    .remedy = Normalise all weights in the program that made the file.
    .page = A weight says how much of a joint's motion a vertex takes; less than nothing has no meaning in glTF.
    .blender = Weight Paint, Weights, Clean, then Normalize All.
    .maya = Prune Small Weights, then Normalize Weights.
    .own = Clamp at zero, then normalise.
issue-weights-not-normalized = Weights do not sum to 1 on { $count } of { $vertices } vertices; they are renormalised.
    .title = Weights do not sum to 1
    .effect = Here the picture is right. Elsewhere the mesh may shrink or grow spikes, the more the farther from the origin.
    .remedy = Normalise all weights before exporting.
    .page = The weights of a vertex, over all sets, must sum to 1. If they do not, the vertex is pulled towards the origin (less than 1) or away from it.
    .blender = Weight Paint, Weights, Normalize All; export all influences.
    .maya = Set Normalize Weights to Interactive, or normalise once.
    .own = Normalise after you drop influences, not before.
issue-weights-missing = Weights are all zero on { $count } of { $vertices } vertices; these follow the skin's first joint.
    .title = Vertices without weights
    .effect = They may stay behind or stick out when the character moves.
    .remedy = Give every vertex weights in the program that made the file.
    .page = A vertex that no joint moves has no place once it is skinned.
    .blender = Select vertices without a group (Select All by Trait, Ungrouped Vertices) and assign them.
    .maya = Paint the vertices that stay behind when the character moves.
    .own = Give such vertices to the joint that they should follow, with a weight of 1.
issue-joints-doubled = A joint is named twice on { $count } of { $vertices } vertices; its weights are added.
    .title = Joints named twice in a vertex
    .effect = None.
    .remedy = None needed.
    .page = The same joint stands twice in a vertex's list. glTF forbids it where both weights count; adding them is what every renderer does in effect.
    .blender = Does not happen with the exporter that comes with Blender; look at the tool that wrote the file.
    .maya = Look at the tool that merged influences.
    .own = Add the weights of equal joints before you write them.
issue-joints-out-of-range = Joint indices are out of range on { $count } of { $vertices } vertices: the number of joints in the skin is { $joints }. Those influences are dropped.
    .title = Joint numbers out of range
    .effect = They follow their other joints.
    .remedy = Report it to the exporter; the file is damaged.
    .page = JOINTS_n count through skin.joints. A number beyond its end names no joint.
    .blender = Does not happen with the exporter that comes with Blender; look at the tool that wrote the file.
    .maya = Look at the tool that removed influences.
    .own = Renumber JOINTS_n whenever you remove joints.

## Clips

issue-channel-without-node = An animation channel has no target node (path "{ $path }"); it is ignored.
    .effect = None, unless an extension would have moved something by it.
    .remedy = None needed.
issue-channel-unknown-path = An animation channel has a target path that glTF does not know; it is ignored.
    .effect = What it should move stands still.
    .remedy = Only translation, rotation, scale and weights can be animated.
issue-channel-without-morph-targets = An animation channel drives the morph weights of a node whose mesh has no targets; it is ignored.
    .effect = None.
    .remedy = None needed.
issue-channel-doubled = Two animation channels of the clip drive the same thing; the first counts.
    .effect = The clip may move differently in other programs.
    .remedy = Report it to the exporter.
issue-channel-on-matrix = An animated node has a matrix in place of translation, rotation and scale; the matrix is split.
    .title = Animated node with a matrix
    .effect = Here the picture is right; other programs may refuse the animation.
    .remedy = Report it to the exporter.
    .page = A node with a matrix has no translation, rotation or scale to animate; glTF forbids such channels.
    .blender = Does not happen with the exporter that comes with Blender; look at the tool that wrote the file.
    .maya = Look at the tool that wrote the file.
    .own = Write translation, rotation and scale for nodes that are animated.
issue-sampler-unknown-interpolation = An animation sampler has an interpolation that glTF does not know; LINEAR is taken.
    .effect = The clip may move a little differently.
    .remedy = Only STEP, LINEAR and CUBICSPLINE exist.
issue-key-time-not-finite = The time of key { $key } is not finite (NaN or infinite). The animation channels that use these times are ignored.
    .effect = What they should move stands still.
    .remedy = Report it to the exporter.
issue-key-time-negative = Key times begin before 0, at { $time } s; a clip plays from 0.
    .effect = The part of the animation before 0 does not show.
    .remedy = Shift the clip so that it begins at 0.
issue-key-times-unordered = Key times are not in increasing order (they step back { $count } times, first at key { $first }); the keys are sorted by time.
    .title = Key times out of order
    .effect = The animation may move differently than meant.
    .remedy = Report it to the exporter.
    .page = Key times must increase. A player that looks for the keys around a time by halving finds the wrong ones otherwise.
    .blender = Sample the animation when exporting.
    .maya = Bake the animation before exporting.
    .own = Sort keys by time, values with them.
issue-key-times-doubled = Neighbouring keys have the same time ({ $count } times, first at { $time } s); of two the later counts.
    .title = Key times doubled
    .effect = The animation jumps there.
    .remedy = Move one of the keys, or use STEP for a jump.
    .page = Two keys at one time have no time between them: a player may divide by zero.
    .blender = Look for keys at the same frame in the Graph Editor.
    .maya = Look for keys at the same frame in the Graph Editor; bake.
    .own = Drop one of two keys at one time, or set the second a little later.
issue-key-value-not-finite = The value of key { $key } is not finite (NaN or infinite); the animation channel is ignored.
    .effect = What it should move stands still.
    .remedy = Look at that key in the program that made the file.
issue-track-key-count = An animation channel has the wrong number of output values: { $found } for { $keys } keys, which need { $expected }; it is ignored.
    .effect = What it should move stands still.
    .remedy = Report it to the exporter.
issue-track-without-keys = An animation channel has no keys; it is ignored.
    .effect = None.
    .remedy = None needed.
issue-track-broken = An animation channel cannot be used: { $reason }.
    .effect = What it should move stands still.
    .remedy = Report it to the exporter.
issue-rotation-keys-not-normalized = Rotation keys are no unit quaternions ({ $count } of them, the first is key { $first }); they are normalised.
    .title = Rotation keys not normalised
    .effect = Here the picture is right; other programs may swell the joint.
    .remedy = Report it to the exporter.
    .page = A rotation is a quaternion of length 1. Another length scales the joint in players that do not normalise.
    .blender = Does not happen with the exporter that comes with Blender; look at the tool that wrote the file.
    .maya = Look at the tool that compressed the file.
    .own = Normalise every key when you write it.

## Materials and pictures

issue-material-texture-missing = The material names the texture index { $index }, which is out of range: the number of textures is { $count }.
    .effect = The material shows without that texture.
    .remedy = Report it to the exporter; the file is damaged.
issue-variants-broken = What KHR_materials_variants says here cannot be read; it is ignored.
    .effect = The model keeps its own materials there.
    .remedy = Report it to the exporter.
issue-variant-mapped-twice = A primitive maps a material variant more than once ({ $count } times too many); the first counts.
    .effect = The variant may look different in other programs.
    .remedy = Report it to the exporter.
issue-material-uv-set = The material asks for UV set { $set }; this program keeps sets 0 and 1, set 0 is taken.
    .effect = That texture lies wrong.
    .remedy = Use the first two UV sets.
issue-material-factor-not-finite = A number of the material is not finite; its default is taken.
    .effect = The material may look different.
    .remedy = Report it to the exporter.
issue-material-unknown-alpha-mode = The material's alpha mode is none that glTF knows; it shows opaque.
    .effect = What should be see-through is not.
    .remedy = Only OPAQUE, MASK and BLEND exist.
issue-material-too-many-textures = The material has more textures than the { $most } that every graphics device can read at once; left out: { $uses }.
    .effect = For those, one number holds for the whole surface.
    .remedy = Put several maps into the channels of one picture, as the extensions allow.
issue-value-not-a-number = Here stands no usable number; { $taken } is taken.
    .effect = The material or light may look different.
    .remedy = Report it to the exporter.
issue-value-out-of-range = The value { $value } is outside of what glTF allows here; { $taken } is taken.
    .effect = The material or light may look different.
    .remedy = Choose a value within the range, and export again.
issue-light-unknown-kind = "{ $kind }" is no kind of light that glTF knows.
    .effect = That light is off.
    .remedy = Use directional, point and spot lights.
issue-light-too-many = The file has { $count } lights; the first { $most } are on.
    .effect = Some places are darker than meant.
    .remedy = Take away lights, or bake them.
issue-lights-dimmed = The file's lights put { $lux } lux on the model, as lamps and the sun do; the picture takes about 3 lux for white, so all of them show { $times } times dimmer.
    .effect = Their balance stays; beside the studio light they say nothing about how bright the scene is.
    .remedy = Nothing has to be done. To see them as they are, export them without units: in Blender's glTF export, Lighting mode "Unitless".
issue-texture-without-image = The texture names no image that is there.
    .effect = A placeholder shows in its place.
    .remedy = Pack the pictures into the file and export again.
issue-image-unreadable = The image "{ $image }" cannot be read: { $cause ->
        [file-missing] the file { $detail } is not there
        [file-unreadable] the file { $detail } cannot be opened
        [uri-outside-folder] its path { $detail } leads out of the model's folder
        [uri-scheme] its URI { $detail } has a scheme, and nothing is fetched from elsewhere
        [uri-without-folder] the model was not read from a folder
        [memory-limit] the memory limit is reached
       *[other] its data is damaged ({ $cause })
    }.
    .effect = A placeholder texture shows in its place.
    .remedy = Put the picture into the model's folder, or pack it into the file and export again.
issue-image-unused = No material shows this image, or another shows in its place; it is not decoded.
    .effect = None.
    .remedy = None needed.
issue-image-without-data = The image "{ $image }" has neither a URI nor a buffer view.
    .effect = A placeholder texture shows in its place.
    .remedy = Pack the pictures into the file and export again.
issue-image-unknown-format = The image "{ $image }" is neither PNG, JPEG, WebP nor KTX2 (format: { $format }) and cannot be decoded.
    .effect = A placeholder texture shows in its place.
    .remedy = Export its texture as PNG or JPEG.
issue-image-fallback = The image "{ $image }" cannot be decoded ({ $cause }).
    .effect = The fallback image that the file holds shows in its place.
    .remedy = Compress the picture again, or leave its extension out.
issue-image-ktx2-unsupported = The image "{ $image }" is a KTX2 file that glTF does not allow: { $what ->
        [version] it is of another version than 2.0
        [shape] it is a cube map, an array, a volume or a film, not one picture
        [compression] its levels are compressed in another way than BasisLZ or Zstandard
       *[codec] its codec is neither ETC1S nor UASTC (Basis Universal)
    }.
    .effect = A placeholder texture shows in its place.
    .remedy = Encode it with Basis Universal: gltf-transform etc1s in.glb out.glb, or gltf-transform uastc.
issue-image-no-transcoder = The image "{ $image }" is KTX2, and this build of the program has no transcoder for it (feature "basis").
    .effect = A placeholder texture shows in its place.
    .remedy = Use a build with the feature "basis", or export the texture as PNG or JPEG.
issue-image-broken = The image "{ $image }" cannot be decoded as { $format }: { $reason }.
    .effect = A placeholder texture shows in its place.
    .remedy = Save the picture again and export again.
issue-image-too-large = The image "{ $image }" of { $width } x { $height } pixels does not fit into the memory limit ({ $limit-mib } MiB left).
    .effect = A placeholder texture shows in its place.
    .remedy = Make the picture smaller, or raise the limit with --max-memory.

# The compressed file of the window
issue-compression-source = What the model was read of is gone, so it cannot be written again.
    .remedy = Open the model once more.
issue-compression-source-changed = The file has changed since it was opened.
    .remedy = Open the model once more; its clips are then compressed again.
