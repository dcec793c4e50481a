"""Where the joints lie: metres, Y up, the face towards +Z, the left hand towards +X.

Rest pose: an A pose, the arms 42 degrees below the horizontal, palms to the thighs.
"""

import numpy as np

HEIGHT = 1.75
ARM_ANGLE = np.radians(42.0)
ARM = np.array([np.cos(ARM_ANGLE), -np.sin(ARM_ANGLE), 0.0])  # along the arm
DORSAL = np.array([np.sin(ARM_ANGLE), np.cos(ARM_ANGLE), 0.0])  # back of the hand
THUMBWARD = np.array([0.0, 0.0, 1.0])

SHOULDER = np.array([0.160, 1.368, -0.022])
UPPER_ARM, FOREARM = 0.268, 0.240
ELBOW = SHOULDER + UPPER_ARM * ARM
WRIST = ELBOW + FOREARM * ARM

HIP = np.array([0.088, 0.905, -0.004])
KNEE = np.array([0.091, 0.490, 0.004])
ANKLE = np.array([0.094, 0.088, -0.018])
TOE = np.array([0.098, 0.022, 0.088])
TOE_END = np.array([0.100, 0.022, 0.158])

HAND_SCALE = 1.06


def hand(length, width, height):
    """A point in the left hand: from the wrist to the fingers, to the thumb, to the back."""
    return WRIST + HAND_SCALE * (length * ARM + width * THUMBWARD + height * DORSAL)


def hand_direction(length, width, height):
    d = length * ARM + width * THUMBWARD + height * DORSAL
    return d / np.linalg.norm(d)


# Fingers: knuckle, direction in the palm (degrees of splay), lengths of the three phalanges,
# radii at the base and the tip; hand units (scaled by HAND_SCALE).
FINGERS = {
    "Index": dict(base=(0.086, 0.0340, 0.001), splay=6.0, lengths=(0.040, 0.025, 0.021), radii=(0.0110, 0.0088)),
    "Middle": dict(base=(0.090, 0.0112, 0.003), splay=1.0, lengths=(0.044, 0.028, 0.022), radii=(0.0113, 0.0090)),
    "Ring": dict(base=(0.086, -0.0120, 0.001), splay=-4.5, lengths=(0.041, 0.026, 0.021), radii=(0.0108, 0.0086)),
    "Pinky": dict(base=(0.078, -0.0342, -0.002), splay=-11.0, lengths=(0.032, 0.020, 0.018), radii=(0.0098, 0.0078)),
}
REST_CURL = np.radians([7.0, 11.0, 9.0])  # of the three joints, towards the palm
THUMB = [(0.022, 0.026, -0.008), (0.052, 0.0545, -0.022), (0.079, 0.0710, -0.029), (0.103, 0.0800, -0.033)]
THUMB_RADII = (0.0165, 0.0122, 0.0108, 0.0086)


def finger_chain(name):
    """Joint positions of a finger of the left hand: knuckle, two joints, tip (4, 3)."""
    if name == "Thumb":
        return np.array([hand(*p) for p in THUMB])
    f = FINGERS[name]
    s = np.radians(f["splay"])
    at, curl = np.array(f["base"]), 0.0
    out = [hand(*at)]
    for length, bend in zip(f["lengths"], REST_CURL):
        curl += bend
        d = np.array([np.cos(curl) * np.cos(s), np.cos(curl) * np.sin(s), -np.sin(curl)])
        at = at + length * d
        out.append(hand(*at))
    return np.array(out)


CENTRE = {
    "Hips": (0, 0.945, -0.010),
    "Spine": (0, 1.045, -0.014),
    "Spine1": (0, 1.145, -0.020),
    "Spine2": (0, 1.255, -0.026),
    "Neck": (0, 1.415, -0.030),
    "Head": (0, 1.495, -0.006),
    "HeadTop_End": (0, 1.750, -0.006),
}
CLAVICLE = np.array([0.030, 1.375, -0.012])


def twist_joints():
    """Half way along upper arm and forearm: joints that a rig may give the twist to."""
    out = []
    for side, sign in (("Left", 1), ("Right", -1)):
        m = np.array([sign, 1, 1])
        out.append((side + "ArmTwist", side + "Arm", (SHOULDER + 0.5 * UPPER_ARM * ARM) * m))
        out.append((side + "ForeArmTwist", side + "ForeArm", (ELBOW + 0.5 * FOREARM * ARM) * m))
    return out


def joints():
    """`[(name, parent name, position)]`, parents first, left and right."""
    out = []
    parent = None
    for name, p in CENTRE.items():
        out.append((name, parent, np.array(p, float)))
        parent = name
    for side, sign in (("Left", 1), ("Right", -1)):
        m = np.array([sign, 1, 1])
        out += [
            (side + "Shoulder", "Spine2", CLAVICLE * m),
            (side + "Arm", side + "Shoulder", SHOULDER * m),
            (side + "ForeArm", side + "Arm", ELBOW * m),
            (side + "Hand", side + "ForeArm", WRIST * m),
        ]
        for finger in ("Thumb", "Index", "Middle", "Ring", "Pinky"):
            last = side + "Hand"
            for i, p in enumerate(finger_chain(finger)):
                name = f"{side}Hand{finger}{i + 1}"
                out.append((name, last, p * m))
                last = name
    for side, sign in (("Left", 1), ("Right", -1)):
        m = np.array([sign, 1, 1])
        out += [
            (side + "UpLeg", "Hips", HIP * m),
            (side + "Leg", side + "UpLeg", KNEE * m),
            (side + "Foot", side + "Leg", ANKLE * m),
            (side + "ToeBase", side + "Foot", TOE * m),
            (side + "Toe_End", side + "ToeBase", TOE_END * m),
        ]
    return out
