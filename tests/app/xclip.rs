//! A picture from the clipboard of an X display, as another program would take it.

use std::time::{Duration, Instant};

use image::RgbaImage;
use x11rb::connection::Connection as _;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{AtomEnum, ConnectionExt as _, CreateWindowAux, EventMask, WindowClass};
use x11rb::{COPY_DEPTH_FROM_PARENT, CURRENT_TIME};

/// What the owner of the clipboard gives as `image/png`; an error says what was missing.
pub(crate) fn picture(display: &str) -> Result<RgbaImage, String> {
    let broken = |e: &dyn std::fmt::Display| e.to_string();
    let (connection, screen) = x11rb::connect(Some(display)).map_err(|e| broken(&e))?;
    let root = connection.setup().roots[screen].root;
    let window = connection.generate_id().map_err(|e| broken(&e))?;
    let events = CreateWindowAux::new().event_mask(EventMask::PROPERTY_CHANGE);
    connection
        .create_window(
            COPY_DEPTH_FROM_PARENT,
            window,
            root,
            0,
            0,
            1,
            1,
            0,
            WindowClass::INPUT_OUTPUT,
            0,
            &events,
        )
        .map_err(|e| broken(&e))?;
    let atom = |name: &str| -> Result<u32, String> {
        let cookie = connection.intern_atom(false, name.as_bytes());
        let reply = cookie.map_err(|e| broken(&e))?.reply().map_err(|e| broken(&e))?;
        Ok(reply.atom)
    };
    let (clipboard, png, place) = (atom("CLIPBOARD")?, atom("image/png")?, atom("RIGSCOPE_TEST")?);
    connection
        .convert_selection(window, clipboard, png, place, CURRENT_TIME)
        .map_err(|e| broken(&e))?;
    connection.flush().map_err(|e| broken(&e))?;
    let end = Instant::now() + Duration::from_secs(30);
    while Instant::now() < end {
        let event = connection.poll_for_event().map_err(|e| broken(&e))?;
        let Some(Event::SelectionNotify(answer)) = event else {
            std::thread::sleep(Duration::from_millis(10));
            continue;
        };
        if answer.property == 0 {
            return Err("nobody has a picture on the clipboard".to_owned());
        }
        let cookie = connection.get_property(true, window, place, AtomEnum::ANY, 0, u32::MAX / 4);
        let reply = cookie.map_err(|e| broken(&e))?.reply().map_err(|e| broken(&e))?;
        let picture = image::load_from_memory(&reply.value).map_err(|e| broken(&e))?;
        return Ok(picture.to_rgba8());
    }
    Err("the owner of the clipboard does not answer".to_owned())
}
