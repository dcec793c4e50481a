//! The real window under Xvfb, driven by mouse and keys; outcomes are read from its state dump.
//!
//! Needs `Xvfb` and `xdotool`. Without them the tests say so and pass, unless `RIGSCOPE_REQUIRE_WINDOW` is set.

use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::xdnd;

/// A software rasteriser on a busy machine may need a second a frame.
const PATIENCE: Duration = Duration::from_secs(90);

/// Width and height of the window.
pub(crate) const SIZE: [u16; 2] = [1280, 800];

/// A display, the program on it, and a folder of their own.
pub(crate) struct Desk {
    server: Child,
    program: Child,
    pub(crate) display: String,
    pub(crate) window: String,
    folder: tempfile::TempDir,
    /// Two windows on a software driver would make each other slow: one at a time, also where all tests share a process.
    _alone: MutexGuard<'static, ()>,
}

static ALONE: Mutex<()> = Mutex::new(());

impl Drop for Desk {
    fn drop(&mut self) {
        for child in [&mut self.program, &mut self.server] {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

fn start_server() -> Option<(Child, String)> {
    let mut server = Command::new("Xvfb")
        .args([
            "-displayfd",
            "1",
            "-screen",
            "0",
            "1300x820x24",
            "-nolisten",
            "tcp",
        ])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    let mut line = String::new();
    BufReader::new(server.stdout.take()?).read_line(&mut line).ok()?;
    Some((server, format!(":{}", line.trim())))
}

fn has(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(program).is_file())
}

impl Desk {
    /// `None` on a machine without Xvfb or xdotool.
    pub(crate) fn new(args: &[&str]) -> Option<Self> {
        if !(has("Xvfb") && has("xdotool")) {
            assert!(
                std::env::var_os("RIGSCOPE_REQUIRE_WINDOW").is_none(),
                "Xvfb and xdotool are missing"
            );
            println!("skipped: Xvfb and xdotool are missing");
            return None;
        }
        let alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
        let (server, display) = start_server().expect("Xvfb starts");
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("home")).unwrap();
        let program = Command::new(env!("CARGO_BIN_EXE_rigscope"))
            .args(args)
            .env("DISPLAY", &display)
            .env("RIGSCOPE_STATE_DUMP", folder.path().join("state.json"))
            .env("XDG_CONFIG_HOME", folder.path().join("config"))
            .env("XDG_RUNTIME_DIR", folder.path())
            .env("HOME", folder.path().join("home"))
            .env("WINIT_X11_SCALE_FACTOR", "1")
            .env_remove("WAYLAND_DISPLAY")
            .env_remove("DBUS_SESSION_BUS_ADDRESS")
            .stdin(Stdio::null())
            .spawn()
            .unwrap();
        let mut desk = Self {
            server,
            program,
            display,
            window: String::new(),
            folder,
            _alone: alone,
        };
        desk.until("a model is open", |s| {
            !s["model"].is_null() && s["loading"].is_null()
        });
        let found = desk.xdotool(&["search", "--name", "rigscope"]);
        found
            .lines()
            .last()
            .expect("a window")
            .clone_into(&mut desk.window);
        let [width, height] = SIZE.map(|n| n.to_string());
        desk.xdotool(&["windowsize", &desk.window, &width, &height]);
        desk.until("the window has its size", |s| {
            s["window_px"] == serde_json::json!(SIZE)
        });
        desk.xdotool(&["windowfocus", &desk.window]);
        std::thread::sleep(Duration::from_millis(500));
        Some(desk)
    }

    pub(crate) fn xdotool(&self, args: &[&str]) -> String {
        let output = Command::new("xdotool")
            .args(args)
            .env("DISPLAY", &self.display)
            .output()
            .unwrap();
        assert!(
            output.status.success(),
            "xdotool {args:?}: {}",
            String::from_utf8_lossy(&output.stderr)
        );
        String::from_utf8(output.stdout).unwrap()
    }

    /// The home folder of the program.
    pub(crate) fn home(&self) -> PathBuf {
        self.folder.path().join("home")
    }

    /// For files that are to be opened.
    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    fn state(&self) -> Option<Value> {
        let text = std::fs::read_to_string(self.folder.path().join("state.json")).ok()?;
        // Written whole or not at all: what is there can be read.
        Some(serde_json::from_str(&text).unwrap())
    }

    pub(crate) fn now(&self) -> Value {
        self.state().expect("a state")
    }

    pub(crate) fn until(&self, what: &str, reached: impl Fn(&Value) -> bool) -> Value {
        let end = Instant::now() + PATIENCE;
        loop {
            let state = self.state();
            if let Some(state) = state.as_ref().filter(|s| reached(s)) {
                return state.clone();
            }
            assert!(Instant::now() < end, "not reached: {what}; {state:?}");
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// The state once the picture is at its best and no frame came for a second: on a busy machine the last ones may be late.
    pub(crate) fn settled(&self) -> Value {
        let end = Instant::now() + PATIENCE;
        let (mut last, mut since) = (self.now(), Instant::now());
        while since.elapsed() < Duration::from_secs(1) {
            assert!(Instant::now() < end, "frames never stop: {last}");
            std::thread::sleep(Duration::from_millis(50));
            let state = self.now();
            if state["frames"] != last["frames"] || state["rests"] == false {
                (last, since) = (state, Instant::now());
            }
        }
        last
    }

    pub(crate) fn key(&self, key: &str) {
        self.xdotool(&["key", key]);
    }

    pub(crate) fn point(&self, x: i32, y: i32) {
        self.xdotool(&["mousemove", &x.to_string(), &y.to_string()]);
        std::thread::sleep(Duration::from_millis(400));
    }

    pub(crate) fn click(&self, x: i32, y: i32) {
        self.point(x, y);
        self.xdotool(&["click", "1"]);
    }

    /// Presses at one place, moves to another until `reached`, lets go.
    pub(crate) fn drag(
        &self,
        button: &str,
        from: [i32; 2],
        to: [i32; 2],
        what: &str,
        reached: impl Fn(&Value) -> bool,
    ) {
        self.point(from[0], from[1]);
        self.xdotool(&["mousedown", button]);
        // A slow frame must not see press and release at once.
        std::thread::sleep(Duration::from_millis(1200));
        self.point(to[0], to[1]);
        self.until(what, reached);
        self.xdotool(&["mouseup", button]);
    }
}

pub(crate) fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or(f64::NAN)
}

fn sample_file(folder: &Path) -> PathBuf {
    let sample = rigscope::samples::find("chapter_rig").unwrap();
    // A name that a careless reader of URIs gets wrong.
    let path = folder.join("ท่า ทาง 100%.glb");
    std::fs::write(&path, sample.bytes).unwrap();
    path
}

#[test]
fn the_real_window_obeys_mouse_and_keys() {
    let Some(desk) = Desk::new(&["sample:twist_bar"]) else {
        return;
    };
    desk.until("it plays at once", |s| {
        s["playing"] == true && number(&s["time_secs"]) > 0.0
    });

    desk.key("space");
    desk.until("Space pauses", |s| s["playing"] == false);
    desk.key("Home");
    desk.until("Home goes to the start", |s| s["time_secs"] == 0.0);
    desk.key("Right");
    desk.until("Right steps a frame", |s| s["frame"] == 1);
    desk.key("Left");
    desk.until("Left steps back", |s| s["frame"] == 0);

    // The timeline: a click, and a drag while paused.
    let track = 800 - 148 + 86;
    desk.click(640, track);
    let end = 4.0;
    desk.until("a click on the timeline seeks", |s| {
        (number(&s["time_secs"]) - end / 2.0).abs() < 0.05
    });
    desk.drag(
        "1",
        [300, track],
        [952, track],
        "the timeline scrubs while paused",
        |s| (number(&s["time_secs"]) - end * 0.75).abs() < 0.05 && s["playing"] == false,
    );

    // A fade to another clip, by mouse.
    desk.click(107, 800 - 148 + 21);
    desk.until("the play button plays", |s| s["playing"] == true);
    desk.click(60, 119);
    desk.until("a click chooses a clip", |s| s["clip"] == 1);
    desk.until("its fade ends", |s| {
        s["fading"] == false && number(&s["time_secs"]) > 0.0
    });
    desk.key("w");
    desk.until("W chooses the next", |s| s["clip"] == 2);
    desk.key("space");
    desk.until("Space pauses again", |s| s["playing"] == false);

    // Methods: tapped and held.
    desk.key("d");
    desk.until("D toggles", |s| {
        s["method"] == "dqs" && s["method_shown"] == "dqs"
    });
    desk.xdotool(&["keydown", "d"]);
    desk.until("D held shows the other", |s| {
        s["method"] == "dqs" && s["method_shown"] == "lbs"
    });
    // Longer than a tap during frames as slow as these.
    std::thread::sleep(Duration::from_millis(1500));
    desk.xdotool(&["keyup", "d"]);
    desk.until("D let go shows the chosen one", |s| {
        s["method"] == "dqs" && s["method_shown"] == "dqs"
    });
    desk.key("k");
    desk.until("K shows the skeleton", |s| s["skeleton"] == true);
    desk.key("g");
    desk.until("G hides the grid", |s| s["grid"] == false);

    // The camera.
    let before = desk.now()["camera"].clone();
    desk.drag("1", [600, 350], [700, 380], "a left drag orbits", |s| {
        s["camera"]["yaw"] != before["yaw"] && s["camera"]["pitch"] != before["pitch"]
    });
    let before = desk.now()["camera"].clone();
    desk.drag("3", [600, 350], [660, 350], "a right drag pans", |s| {
        s["camera"]["target"] != before["target"]
    });
    desk.xdotool(&["click", "4"]);
    desk.until("the wheel zooms", |s| {
        number(&s["camera"]["distance"]) < number(&before["distance"])
    });
    // The wheel is smoothed over some frames, and each of them would stop the camera on its way.
    std::thread::sleep(Duration::from_secs(4));
    desk.key("1");
    desk.until("1 looks from the front", |s| s["camera"]["yaw"] == 0.0);

    // Paused and untouched, nothing is drawn.
    desk.until("the exact bounds are there", |s| s["bounds"]["exact"] == true);
    let still = desk.settled();
    // It was refined to its last sample first, and is not drawn again.
    let most = if still["reduced"] == true { 16 } else { 64 };
    assert!(number(&still["samples"]) >= f64::from(most - 1), "{still}");
    std::thread::sleep(Duration::from_secs(3));
    assert_eq!(desk.now()["frames"], still["frames"]);
    let ticks = |desk: &Desk| -> u64 {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", desk.program.id())).unwrap();
        let fields: Vec<&str> = stat.rsplit_once(')').unwrap().1.split_whitespace().collect();
        fields[11].parse::<u64>().unwrap() + fields[12].parse::<u64>().unwrap()
    };
    let before = ticks(&desk);
    std::thread::sleep(Duration::from_secs(2));
    assert!(
        ticks(&desk) - before <= 10,
        "an idle window used {} ticks in two seconds",
        ticks(&desk) - before
    );
}

#[test]
fn files_come_by_drop_and_by_path_and_sizes_change() {
    let Some(desk) = Desk::new(&["sample:twist_bar", "--lose-device-after", "3"]) else {
        return;
    };
    let lost = desk.until("it goes on after its device was lost", |s| {
        number(&s["frames"]) > 6.0
    });
    assert_eq!((&lost["clip"], &lost["error"]), (&Value::from(0), &Value::Null));
    desk.key("space");
    desk.until("Space pauses", |s| s["playing"] == false);

    let file = sample_file(desk.folder.path());
    xdnd::drop_file(&desk.display, desk.window.parse().unwrap(), &file).unwrap();
    let name = file.file_name().unwrap().to_string_lossy().into_owned();
    desk.until("a dropped file opens", |s| {
        s["model"] == name.as_str() && s["loading"].is_null()
    });

    desk.key("ctrl+l");
    desk.until("the path field shows", |s| s["open_path"] == "");
    std::thread::sleep(Duration::from_secs(1));
    desk.xdotool(&["type", "/nowhere/none.glb"]);
    desk.until("letters go into the field", |s| {
        s["open_path"] == "/nowhere/none.glb"
    });
    desk.key("Return");
    let failed = desk.until("a missing file is an error card", |s| !s["error"].is_null());
    assert_eq!(failed["model"], name.as_str(), "what was open stays");
    assert!(failed["error"].as_str().unwrap().contains("none.glb"));
    desk.key("Escape");
    desk.until("Escape closes it", |s| s["error"].is_null());

    for [width, height] in [[300, 200], [1, 1], [1299, 819], [1280, 800]] {
        desk.xdotool(&[
            "windowsize",
            &desk.window,
            &width.to_string(),
            &height.to_string(),
        ]);
        if width > 200 {
            desk.until("the window follows", |s| {
                s["window_px"] == serde_json::json!([width, height])
            });
        }
    }
    desk.xdotool(&["windowunmap", &desk.window]);
    std::thread::sleep(Duration::from_millis(800));
    desk.xdotool(&["windowmap", &desk.window]);
    desk.xdotool(&["windowfocus", "--sync", &desk.window]);
    desk.key("ctrl+backslash");
    desk.until("it lives on", |s| s["panels"] == false);
    let settings = desk.folder.path().join("config/rigscope/settings.json");
    let end = Instant::now() + PATIENCE;
    while !settings.exists() {
        assert!(Instant::now() < end, "settings are kept");
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn without_a_display_there_is_a_message_and_exit_code_three() {
    for display in [None, Some(":4711")] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_rigscope"));
        command
            .env_remove("DISPLAY")
            .env_remove("WAYLAND_DISPLAY")
            .env_remove("WAYLAND_SOCKET");
        if let Some(display) = display {
            command.env("DISPLAY", display);
        }
        let output = command.output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(3), "{said}");
        assert!(
            said.to_lowercase().contains("display") && !said.contains("panicked"),
            "{said}"
        );
    }
}
