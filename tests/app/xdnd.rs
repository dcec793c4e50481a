//! A drag source for the X drag-and-drop protocol: drops a file onto a window as a file manager does.
//!
//! Source: the XDND protocol, version 5 (freedesktop.org).

use std::path::Path;
use std::time::{Duration, Instant};

use x11rb::CURRENT_TIME;
use x11rb::connection::Connection;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    Atom, AtomEnum, ClientMessageEvent, ConnectionExt, CreateWindowAux, EventMask, PropMode,
    SELECTION_NOTIFY_EVENT, SelectionNotifyEvent, SelectionRequestEvent, Window, WindowClass,
};
use x11rb::rust_connection::RustConnection;
use x11rb::wrapper::ConnectionExt as _;

type Failure = Box<dyn std::error::Error>;

/// Atoms of the protocol, in the order of the names given to [`atoms`].
struct Atoms {
    enter: Atom,
    position: Atom,
    status: Atom,
    drop: Atom,
    finished: Atom,
    selection: Atom,
    uri_list: Atom,
    copy: Atom,
}

fn atoms(x: &RustConnection) -> Result<Atoms, Failure> {
    let get =
        |name: &str| -> Result<Atom, Failure> { Ok(x.intern_atom(false, name.as_bytes())?.reply()?.atom) };
    Ok(Atoms {
        enter: get("XdndEnter")?,
        position: get("XdndPosition")?,
        status: get("XdndStatus")?,
        drop: get("XdndDrop")?,
        finished: get("XdndFinished")?,
        selection: get("XdndSelection")?,
        uri_list: get("text/uri-list")?,
        copy: get("XdndActionCopy")?,
    })
}

/// Drops `path` onto the middle of `target` and waits until the target says that it is done.
pub(crate) fn drop_file(display: &str, target: Window, path: &Path) -> Result<(), Failure> {
    let (x, screen) = RustConnection::connect(Some(display))?;
    let screen = &x.setup().roots[screen];
    let a = atoms(&x)?;
    let source = x.generate_id()?;
    let no_frills = CreateWindowAux::new().event_mask(EventMask::PROPERTY_CHANGE);
    x.create_window(
        0,
        source,
        screen.root,
        0,
        0,
        1,
        1,
        0,
        WindowClass::INPUT_ONLY,
        0,
        &no_frills,
    )?;
    x.set_selection_owner(source, a.selection, CURRENT_TIME)?;

    let geometry = x.get_geometry(target)?.reply()?;
    let (middle_x, middle_y) = (geometry.width / 2, geometry.height / 2);
    let on_root = x
        .translate_coordinates(
            target,
            screen.root,
            middle_x.cast_signed(),
            middle_y.cast_signed(),
        )?
        .reply()?;
    let place = (on_root.dst_x as u32) << 16 | (on_root.dst_y as u32 & 0xFFFF);
    let send = |kind: Atom, data: [u32; 5]| -> Result<(), Failure> {
        let message = ClientMessageEvent::new(32, target, kind, data);
        x.send_event(false, target, EventMask::NO_EVENT, message)?;
        x.flush()?;
        Ok(())
    };
    // Version 5 in the top byte; up to three types follow.
    send(a.enter, [source, 5 << 24, a.uri_list, 0, 0])?;
    send(a.position, [source, 0, place, CURRENT_TIME, a.copy])?;

    let uri = format!("file://{}\r\n", percent(path));
    let end = Instant::now() + Duration::from_secs(20);
    let mut dropped = false;
    while Instant::now() < end {
        let Some(event) = x.poll_for_event()? else {
            std::thread::sleep(Duration::from_millis(10));
            continue;
        };
        match event {
            Event::SelectionRequest(request) => answer(&x, &a, &request, uri.as_bytes())?,
            Event::ClientMessage(message) if message.type_ == a.status && !dropped => {
                let accepts = message.data.as_data32()[1] & 1 == 1;
                if !accepts {
                    return Err("the window does not accept the drop".into());
                }
                dropped = true;
                send(a.drop, [source, 0, CURRENT_TIME, 0, 0])?;
            }
            Event::ClientMessage(message) if message.type_ == a.finished => return Ok(()),
            _ => {}
        }
    }
    Err(if dropped {
        "the window did not finish the drop"
    } else {
        "the window did not answer the drag"
    }
    .into())
}

/// Hands out the list of URIs.
fn answer(
    x: &RustConnection,
    a: &Atoms,
    request: &SelectionRequestEvent,
    data: &[u8],
) -> Result<(), Failure> {
    let property = if request.target == a.uri_list {
        x.change_property8(
            PropMode::REPLACE,
            request.requestor,
            request.property,
            a.uri_list,
            data,
        )?;
        request.property
    } else {
        AtomEnum::NONE.into()
    };
    let notify = SelectionNotifyEvent {
        response_type: SELECTION_NOTIFY_EVENT,
        sequence: 0,
        time: request.time,
        requestor: request.requestor,
        selection: request.selection,
        target: request.target,
        property,
    };
    x.send_event(false, request.requestor, EventMask::NO_EVENT, notify)?;
    x.flush()?;
    Ok(())
}

fn percent(path: &Path) -> String {
    path.to_string_lossy()
        .bytes()
        .map(|b| match b {
            b'/' | b'.' | b'-' | b'_' | b'~' => (b as char).to_string(),
            b if b.is_ascii_alphanumeric() => (b as char).to_string(),
            b => format!("%{b:02X}"),
        })
        .collect()
}
