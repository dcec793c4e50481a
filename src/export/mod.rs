//! Writing: later the file's own JSON and chunks plus new tracks or poses.
