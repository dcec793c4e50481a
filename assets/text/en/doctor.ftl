# The doctor's own findings (those of the importer stand in issues.ftl).
# `issue-CODE` says what it is, `.title` in a few words, `.effect` what it does to the picture, `.remedy` what to do. For `check --explain CODE`:
# `.page` says it without numbers and at more length, `.blender`, `.maya` and `.own` what to do there and in an exporter
# of one's own.

## Inverse binds

issue-inverse-binds-missing = { $matrices ->
        [identity] The inverse bind matrices of { $skin } are all the identity
       *[missing] { $skin } has no inverse bind matrices
    }, and its joints do not rest in one place: { $count } of { $joints } joints move their vertices away.
    .title = { $matrices ->
        [identity] Inverse bind matrices are the identity
       *[missing] No inverse bind matrices
    }
    .effect = The character explodes: each part is moved by where its joint stands, on top of where it is.
    .remedy = Export with real inverse bind matrices; each is the inverse of its joint's matrix in the bind pose.
    .page = A skinning matrix is the joint's matrix times its inverse bind matrix. Without one, glTF takes the identity, and some exporters write the identity out: vertices are then moved by all of the joint's transform, as if the mesh had been modelled in each joint's own space. That is legal, and rarely meant.
    .blender = The glTF exporter always writes them. If they are missing, another tool dropped them on the way.
    .maya = Bind with Bind Skin, do not parent meshes to joints; check that the exporter's option for bind poses is on.
    .own = Write one matrix per joint, inverse(world matrix of the joint in the bind pose) * (matrix of the mesh in the bind pose), and name the accessor in skin.inverseBindMatrices.

issue-inverse-bind-singular = Inverse bind matrices flatten what they move: { $count } of them, the first of joint { $joint }.
    .title = Inverse bind matrices without an inverse
    .effect = Vertices of those joints collapse to a plane, a line or a point.
    .remedy = Look for joints with zero scale in the bind pose.
    .page = A matrix without an inverse cannot be the inverse of anything. It comes from a joint that was scaled to nothing when the mesh was bound, or from a matrix that was never filled in.
    .blender = Clear the scale of the bones in Edit and Pose Mode (Alt+S) before binding.
    .maya = Go to the bind pose, set the scale of the joints to 1, freeze transforms, bind again.
    .own = Check the determinant before you invert; do not write zeros where the inversion failed.

issue-inverse-binds-transposed = The inverse bind matrices of { $skin } are transposed: read the other way, all of them fit the skeleton.
    .title = Inverse bind matrices transposed
    .effect = The character explodes: rotations run backwards and translations are lost.
    .remedy = Write matrices by columns: the translation is in elements 12, 13 and 14.
    .page = glTF stores matrices column by column. Written row by row, the translation lands in the last row, where it means nothing.
    .blender = Does not happen with the exporter that comes with Blender; look at the tool that wrote the file.
    .maya = Maya's own matrices multiply row vectors, so their rows are glTF's columns: the 16 numbers are the same, do not transpose them once more.
    .own = With a row-major maths library write the transpose; with column vectors in column-major memory (glam, glm, Eigen's default) write the memory as it is.

issue-inverse-binds-not-inverted = The inverse bind matrices of { $skin } are not inverted: they are the joints' own matrices.
    .title = Inverse bind matrices not inverted
    .effect = The character explodes: each part moves twice as far as its joint.
    .remedy = Invert them before writing.
    .page = What brings a vertex from the mesh into the joint's space is the inverse of the joint's matrix in the bind pose. Here the matrix itself was written.
    .blender = Does not happen with the exporter that comes with Blender; look at the tool that wrote the file.
    .maya = skinCluster.bindPreMatrix is inverted already, joint.bindPose is not.
    .own = Write inverse(world), once. Two inversions cancel each other.

issue-inverse-binds-translation-negated = The inverse bind matrices of { $skin } { $rotation ->
        [kept] negate the translation only, with the rotation not inverted at all
        [transposed] negate the translation only, with the rotation inverted by itself
       *[right] have translations of the wrong sign
    }: { $count } of { $joints } joints are off.
    .title = { $rotation ->
        [right] Inverse binds have translations of the wrong sign
       *[negated] Inverse binds negate the translation only
    }
    .effect = Parts stand beside where they belong, the more the farther their joints are from the origin.
    .remedy = Invert whole matrices: the translation of an inverse is -(R^-1 * t), not -t.
    .page = The inverse of "turn, then move" is "move back, then turn back". Its translation is the old one negated and turned back. Negating it alone is right only for joints that are not turned; negating that of the inverse once more is never right.
    .blender = Does not happen with the exporter that comes with Blender; look at the tool that wrote the file.
    .maya = Take worldInverseMatrix, do not put one together from rotation and translation.
    .own = Use the 4x4 inverse of your maths library.

issue-inverse-binds-rotation-dropped = The inverse bind matrices of { $skin } leave out the rotation and only negate the translation: { $count } of { $joints } joints are off.
    .title = Inverse binds leave out the rotation
    .effect = Parts of turned joints stand turned and beside where they belong.
    .remedy = Invert whole matrices, with their rotation.
    .page = Each matrix only moves its joint's place to the origin. That is the inverse of a joint that is not turned in the bind pose; these are.
    .blender = Does not happen with the exporter that comes with Blender; look at the tool that wrote the file.
    .maya = Joint orients are part of a joint's rotation: take worldInverseMatrix.
    .own = Use the 4x4 inverse of the joint's world matrix in the bind pose.

issue-inverse-binds-permuted = The inverse bind matrices of { $skin } are in another order than its joints ({ $moved } of them): that of { $joint } is the one of { $other }.
    .title = Inverse bind matrices in another order
    .effect = The character explodes: parts stand where other parts belong.
    .remedy = Write inverse bind matrices in the order of skin.joints.
    .page = Matrix number i belongs to joint number i of the skin's list. Here the matrices are right, but in another order, such as that of the nodes or of the names.
    .blender = Does not happen with the exporter that comes with Blender; a tool that sorts joints must sort the matrices with them.
    .maya = The matrix index of a skinCluster is not the index of the joint in the list of influences: go through skinCluster.matrix connections.
    .own = Whenever you sort, filter or merge skin.joints, do the same to the matrices and to JOINTS_n.

issue-inverse-binds-units = The inverse bind matrices of { $skin } are in another unit than its joints: their translations are { $factor } times what they should be.
    .title = Inverse bind matrices in another unit
    .effect = The character explodes: parts stand far from their joints.
    .remedy = Convert nodes, vertices and inverse bind matrices to metres together.
    .page = Rotations fit the skeleton, translations do after a division. One of the two was converted, such as from centimetres to metres, and the other was not.
    .blender = Apply the scale of the armature and of the mesh (Ctrl+A, Scale) before exporting.
    .maya = Set the working unit before modelling; use the exporter's own unit conversion, not a scaled root.
    .own = Compute inverse binds from the world matrices that you export, not from those that you read.

issue-rest-off-bind = { $count } of { $joints } joints of { $skin } rest elsewhere than they were bound: up to { $degrees } degrees and { $distance } { $unit }, most of all { $joint }.
    .title = Rest pose differs from bind pose
    .effect = None: clips set their own pose. Without a clip the character stands in its rest pose.
    .remedy = None needed, if the rest pose is meant.
    .page = The rest pose is what the nodes say; the bind pose is what the inverse bind matrices were made from. They may differ, and in many files the rest pose is the first frame of a clip.
    .blender = Export with "Use Rest Position Armature" to make both the same.
    .maya = Go to the bind pose before exporting to make both the same.
    .own = Nothing to do. An engine must not compute inverse binds from the rest pose where the file has its own.

issue-rest-torn = At rest { $skin } tears its mesh: edges are { $times } times as long as where they were bound; the joints are off by up to { $degrees } degrees and { $distance } { $unit }.
    .title = Torn at rest
    .effect = Without a clip the character looks broken; in a clip it comes together.
    .remedy = Export the rest pose from the bind pose.
    .page = The nodes' own transforms are no pose of this character. Clips that drive every joint hide that; a viewer that shows the rest pose, and a clip that leaves joints out, does not.
    .blender = Export with "Use Rest Position Armature".
    .maya = Go to the bind pose before exporting.
    .own = Write the nodes' transforms of the bind pose, or of the first frame.

issue-mesh-torn = { $skin } tears its mesh { $untried ->
        [0] in every pose
        [one] in every pose that was tried ({ $untried } clip was not)
       *[other] in every pose that was tried ({ $untried } clips were not)
    }: edges are { $times } times as long as where they were bound; the joints are off by up to { $degrees } degrees and { $distance } { $unit }.
    .title = Torn in every pose
    .effect = The character explodes.
    .remedy = Compute the inverse bind matrices anew, from the pose in which the mesh was bound.
    .page = The inverse bind matrices belong to no pose of this skeleton that was tried, and to none of the mistakes that this program knows. Tried are the rest pose and up to six clips that move the skin, each at its beginning and its middle. With more clips than that it is a warning, since one of them may put the mesh together.
    .blender = Apply all transforms of armature and mesh (Ctrl+A), then export again.
    .maya = Go to the bind pose; if Maya cannot, detach the skin with history, rebuild the bind pose and bind again.
    .own = Print, for one joint, world matrix times inverse bind matrix at rest: it must be the same for all joints.

issue-joint-indices-permuted = The joint numbers in the vertices of { $skin } mean another order ({ $count } of { $joints } joints): vertices of { $joint } lie along { $other }.
    .title = Vertices name other joints
    .effect = Nothing shows at rest. In motion parts follow other joints: a hand goes with a knee.
    .remedy = Number joints in JOINTS_n by their place in skin.joints.
    .page = At rest every joint leaves its vertices where they are, so a mixed-up order cannot be seen. This program sees it by where the vertices lie: nearer to another joint's segment (the line to its child) than to their own.
    .blender = Does not happen with the exporter that comes with Blender; a tool that sorts joints must renumber JOINTS_n.
    .maya = Weights are stored by influence index: map it through skinCluster.matrix to the order of the joints that you write.
    .own = JOINTS_n are indices into skin.joints, neither node indices nor the order of your own skeleton.

## Skin and node

issue-skinned-node-transform = The node { $node } carries a skinned mesh and a transform ({ $distance } { $unit }, { $degrees } degrees, scale { $scale }), which plays no part: joints alone move a skinned mesh.
    .title = Transform on a skinned mesh
    .effect = Here the picture is right. A viewer that applies it shows the mesh moved, or moved twice.
    .remedy = Put skinned meshes at the root of the scene, without a transform.
    .page = glTF ignores the transform of a node with a skin, and of all above it. Who placed that mesh by its node finds it elsewhere; some engines apply it nevertheless.
    .blender = Apply the transforms of mesh and armature (Ctrl+A, All Transforms); the exporter then writes none.
    .maya = Freeze the transforms of the mesh before binding.
    .own = Fold the node's transform into the vertices or into the inverse bind matrices.

issue-mesh-far-from-skeleton = The mesh of { $skin } lies far from where its joints were bound: { $times } times its size away.
    .title = Mesh far from its skeleton
    .effect = It flies about in wide circles when joints turn.
    .remedy = Bind the mesh where the skeleton is, and export both in the same unit.
    .page = Vertices turn about their joints. A mesh that was bound far from them, such as at the origin of another scene or in another unit, swings about on a long arm.
    .blender = Apply the location of the mesh and of the armature, then parent with automatic weights again.
    .maya = Move the mesh onto the skeleton, freeze transforms, bind again.
    .own = Vertices and inverse bind matrices must agree on the space of the mesh.

issue-joints-outside-scene = { $count } joints of { $skin } are in no scene that shows its mesh, such as { $joint }.
    .title = Joints outside the scene
    .effect = Here the picture is right. Elsewhere those parts may stay behind or be missing.
    .remedy = Put the whole skeleton into the scene.
    .page = A scene lists its root nodes. A skeleton that is not below one of them is not part of the scene, although a mesh in it depends on it.
    .blender = Export the armature together with its mesh ("Limit to": both selected).
    .maya = Export the root joint together with the mesh.
    .own = List the root of the skeleton in scene.nodes.

issue-skin-no-common-root = The joints of { $skin } hang below { $count } different roots, such as { $first } and { $second }.
    .title = Joints without a common root
    .effect = Here the picture is right. Some engines take one root and lose what hangs elsewhere.
    .remedy = Put one node above all joints of a skin.
    .page = glTF demands that the joints of a skin have a common root.
    .blender = Bones of one armature always have one; join armatures that move one mesh.
    .maya = Group the joints below one root.
    .own = Add a node without transform above them.

issue-joints-unused = { $count } of { $joints } joints of { $skin } move no vertex, such as { $joint }.
    .title = { $count } joints move no vertex
    .effect = None.
    .remedy = None needed; leaving them out of the skin saves room.
    .page = Ends of chains, controls and attachment points often move nothing by themselves. In a skin they cost a matrix a frame.
    .blender = Turn "Deform" off for bones that move nothing and export with "Export Deformation Bones Only".
    .maya = Remove Unused Influences.
    .own = Leave out of skin.joints what no vertex names, and renumber JOINTS_n.

issue-joints-not-uniform = { $count } joints of { $skin } stretch their vertices unevenly: { $joint } up to { $times } times more along one axis than along another ({ $clip }, { $time } s).
    .title = { $count } joints stretch unevenly
    .effect = Linear blending takes it as it is. With dual quaternions the answer depends on the definition: here the stretch is blended first, then the rotation; others leave the stretch out.
    .remedy = If it must look the same everywhere, use uniform scale, or bake it into the mesh.
    .page = A dual quaternion holds rotation and translation, and no stretch. What a "dual quaternion" engine does with scale and shear is its own choice.
    .blender = Avoid scaling bones unevenly, and turned children below scaled parents ("Inherit Scale: None").
    .maya = Mind Segment Scale Compensate: glTF has none, so children inherit the scale and shear.
    .own = Say which definition you use; two-phase skinning (Kavan et al. 2008, section 4.2) is this program's.

issue-joints-mirrored = { $count } of { $joints } joints of { $skin } are mirrored at rest, such as { $joint }.
    .title = { $count } joints are mirrored
    .effect = Normals and the winding of triangles must turn, too; here they do. Elsewhere surfaces may be dark or inside out.
    .remedy = Apply negative scales before exporting, if you can.
    .page = A negative scale mirrors. No rotation does that, so dual quaternions cannot hold it; this program takes a mirror of the whole rig out first.
    .blender = Apply the scale (Ctrl+A), then recalculate normals.
    .maya = Freeze transforms; mirror joints with "Behavior", not by a negative scale.
    .own = Flip the front face where the determinant is negative.

issue-common-scale = { $skin } is scaled as a whole at rest, by { $factor }.
    .title = The rig is scaled by { $factor }
    .effect = Here the picture is right. A dual quaternion engine that does not take it out shows the rig come apart.
    .remedy = Apply the scale before exporting, so that skinning matrices do not scale.
    .page = The joints and the mesh are in different units, and a scale above the skeleton makes up for it, often 0.01 or 100 between metres and centimetres.
    .blender = Apply the scale of armature and mesh (Ctrl+A, Scale); of animations, too, with a scaling add-on or by exporting again.
    .maya = Set the working unit before modelling, not the scale of the root.
    .own = Take the common scale out before you make dual quaternions.

issue-model-units = The model is { $size } m { $side ->
        [height] tall
        [width] wide
       *[length] long
    }, its largest side; glTF counts in metres. If it is a person or an animal, it is in metres times { $factor }.
    .title = { $size } m { $side ->
        [height] tall
        [width] wide
       *[length] long
    }
    .effect = Here any size fits the picture. Beside other models it is a giant or a grain, and physics, fog and lights do not fit.
    .remedy = Export in metres.
    .page = A unit of glTF is a metre. Models in centimetres come out 100 times too large.
    .blender = Scene properties, Units: Unit Scale 1.0; apply the scale of everything.
    .maya = Export with the unit conversion of the exporter, from centimetres to metres.
    .own = Convert vertices, node translations, inverse binds and translation keys together.

## Influences

issue-weights-badly-quantised = Weights of { $bits } bits do not sum to 1 on { $count } of { $vertices } vertices: they are off by up to { $steps } steps of rounding; they are renormalised.
    .title = Weights rounded badly
    .effect = Here the picture is right. Elsewhere the mesh shrinks or swells a little, the more the farther from the origin.
    .remedy = Round so that the sum stays: give the rest to the largest weight.
    .page = Rounding each weight by itself leaves a sum such as 254 or 256 of 255. glTF demands the exact sum.
    .blender = Does not happen with the exporter that comes with Blender; look at the tool that quantised the file.
    .maya = Does not happen before quantising; look at the tool that quantised the file.
    .own = Round down, then hand out the missing steps to the weights with the largest remainders.

issue-influences-over-four = { $count } of { $vertices } vertices have more than 4 influences (up to { $most }). Dropping the others would move vertex { $vertex } by { $distance } { $unit } ({ $clip }, { $time } s).
    .title = { $count } vertices over 4 influences
    .effect = Here the picture is right. An engine with four influences shows that difference.
    .remedy = Limit influences to 4 in the program that made the file, and look whether it still deforms well.
    .page = Many engines take four influences a vertex and drop the weakest. What that costs is measured over the rest pose and the clips, on the skin.
    .blender = Weight Paint, Weights, Limit Total (4), then Normalize All; or the exporter's option of 4 influences.
    .maya = Bind Skin, Max Influences 4, or Prune Small Weights.
    .own = Keep the four largest and renormalise.

issue-influences-over-eight = { $count } of { $vertices } vertices have more than 8 influences (up to { $most }). Dropping the others would move vertex { $vertex } by { $distance } { $unit } ({ $clip }, { $time } s).
    .title = { $count } vertices over 8 influences
    .effect = Here the picture is right. An engine with eight influences shows that difference.
    .remedy = Limit influences to 8 in the program that made the file.
    .page = Few engines take more than eight influences a vertex. What dropping the others costs is measured over the rest pose and the clips, on the skin.
    .blender = Weight Paint, Weights, Limit Total (8), then Normalize All.
    .maya = Bind Skin, Max Influences 8, or Prune Small Weights.
    .own = Keep the eight largest and renormalise.

## Clips

issue-rotation-keys-flipped = Neighbouring rotation keys have opposite signs in { $clips ->
        [one] "{ $clip }"
       *[other] { $clips } clips, first "{ $clip }"
    }: { $count } times in { $channels } channels, first at { $joint }.
    .title = Rotation keys of flipped sign
    .effect = Here the picture is right: the shorter way is taken. A player that does not align signs turns the joint the long way round.
    .remedy = Negate every quaternion whose dot product with the one before is negative.
    .page = q and -q are the same rotation, but between q and -q a plain interpolation runs the long way.
    .blender = None needed; with Euler curves check for jumps of 360 degrees (Graph Editor, Euler Filter).
    .maya = Apply an Euler filter before exporting.
    .own = Align each key with the one before while you write them.

issue-spline-keys-flipped = Neighbouring keys of rotation splines have opposite signs in { $clips ->
        [one] "{ $clip }"
       *[other] { $clips } clips, first "{ $clip }"
    }: { $count } times in { $channels } channels, first at { $joint }.
    .title = Rotation splines of flipped sign
    .effect = The joint swings wildly between those keys: a spline runs through the numbers as they are.
    .remedy = Negate every quaternion, with its tangents, whose dot product with the one before is negative.
    .page = CUBICSPLINE interpolates the four numbers one by one. Nobody may align signs there, so the exporter must.
    .blender = Export with sampled animations, or convert the curves to LINEAR.
    .maya = Apply an Euler filter, or export sampled.
    .own = Align each key with the one before, and its tangents with it.

issue-clip-zero-length = { $clips ->
        [one] The clip "{ $clip }" has no length: it is a single pose.
       *[other] { $clips } clips have no length, such as "{ $clip }": they are single poses.
    }
    .title = Clips without length
    .effect = Nothing moves.
    .remedy = None needed for a pose.
    .page = All keys are at one time. Such clips hold a pose to blend with.
    .blender = Check the frame range of the action if it should move.
    .maya = Check the time range of the export if it should move.
    .own = Nothing to do.

issue-channels-without-effect = { $count } of { $of } channels say what holds at rest anyway, in { $clips ->
        [one] "{ $clip }"
       *[other] { $clips } clips, first "{ $clip }"
    }.
    .title = { $count } channels without effect
    .effect = None, but bytes and time.
    .remedy = Leave them out when exporting.
    .page = Every key of such a channel equals the node's own transform. Mind that a channel that looks idle still matters where clips are blended over others.
    .blender = Export with "Optimize Animation Size", without "Force keeping channels".
    .maya = Delete static channels before exporting.
    .own = Compare each channel with the rest pose.

issue-channels-unseen = { $count } of { $of } channels move nodes that no mesh follows, in { $clips ->
        [one] "{ $clip }"
       *[other] { $clips } clips, first "{ $clip }"
    }.
    .title = { $count } channels move nothing that shows
    .effect = Nothing that shows.
    .remedy = None needed for controls, cameras and attachment points.
    .page = The node moves no weighted joint and carries no mesh, and neither does anything below it.
    .blender = Turn "Deform" off for control bones and export with "Export Deformation Bones Only".
    .maya = Bake to the deforming joints and export those.
    .own = Leave out channels of nodes that nothing follows.

issue-clip-not-looping = The clip "{ $clip }" does not end where it begins: { $count } joints are off by up to { $degrees } degrees and { $distance } { $unit }, most of all { $joint }.
    .title = "{ $clip }" does not loop
    .effect = Played in a loop it jumps at the end. What the root travels does not count.
    .remedy = None needed for a clip that plays once; else give the last frame the pose of the first.
    .page = The poses at the beginning and at the end are compared: local rotations, and places relative to the topmost animated joint. Only the first 120 clips are looked at.
    .blender = Copy the first keyframe to the end of the action, or export one frame more.
    .maya = Copy the first key to the last frame; use cycle with matching tangents.
    .own = Sample the last frame at the same phase as the first.

## Cures

cure-inverse-binds-from-rest = Show with inverse binds of rest
cure-inverse-binds-transposed = Show with inverse binds transposed
cure-inverse-binds-reordered = Show with inverse binds in order
cure-inverse-binds-undone = Show with the mistake undone
cure-influences-reordered = Show with joints renumbered
cure-inverse-binds-scaled = Show with inverse binds times { $factor }
cure-model-scaled = Show the model times { $factor }

## What a cure has made of the model, for the band over the picture

cured-inverse-binds-from-rest = inverse binds made anew from the rest pose
cured-inverse-binds-transposed = inverse binds transposed
cured-inverse-binds-reordered = inverse binds put in the joints' order
cured-inverse-binds-undone = the mistake in the inverse binds undone
cured-influences-reordered = joints of the vertices renumbered
cured-inverse-binds-scaled = inverse binds times { $factor }
cured-model-scaled = the model times { $factor }
cure-band = Cured: { $names }
cure-band-note = Only what is shown is changed; the file is as it was.
cure-end = Show the file
cure-end-tip = Ends the cure and shows the file as it is

## Thresholds

limit-bind-turn = One degree is about this much; rounding and 16-bit numbers stay far below.
limit-bind-distance = About two centimetres on a person: no exporter is off by that, and every mistake is.
limit-bind-share = A few joints may be off in a sound file; a mistake of an exporter touches all of them.
limit-unit-factor = Retargeting changes lengths by less; units differ by 10, 39.37, 100 or 1000.
limit-bind-offset = Poses turn joints and leave the offsets between them alone, to the last digits.
limit-nearer-rest = A part lies about its joint or about the origin; where both are near, nothing is moved far.
limit-singular = Single precision cannot tell a smaller stretch from nothing.
limit-torn = Posed skin stretches by some per cent; torn skin by whole lengths.
limit-nearer = Helpers lie beside their segments; what belongs to another limb lies much nearer to it.
limit-nearer-share = Props and helpers may lie nearer to another segment; in a sound skin most joints do not.
limit-weight-sum = Sums of floats round to less than this.
limit-quantised-steps = Four weights rounded by themselves are off by two steps, eight by four.
limit-drop-cost = About one centimetre on a person: it can be seen.
limit-uniform = Below this the definitions differ by less than can be seen.
limit-common-scale = Rounding stays below; every unit is above.
limit-tall = Larger than anything with a skeleton that is not a dinosaur.
limit-small = Smaller than a mouse.
limit-node-transform = Rounding stays below.
limit-far = Vertices lie beside their joints; a mesh that is its own size away was bound elsewhere.
limit-rotation-length = Quaternions printed with three digits stay below.
limit-idle = Rounding of exporters stays below.
limit-loop-degrees = A jump of less cannot be seen.
limit-loop-distance = A jump of less cannot be seen.
