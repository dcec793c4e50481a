"""Tools that every character script shares: meshes, implicit forms, rigs, keys, glTF."""
