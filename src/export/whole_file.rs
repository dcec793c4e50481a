//! Files that appear whole or not at all: written under another name beside their place, then renamed.
//!
//! Everything that the program writes goes through here.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// Whether a file must be on the disk before it takes the place of another one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Durability {
    /// Yes: a person asked for it. May take as long as the disk does.
    OnDisk,
    /// Whole for every reader, but a power cut may still take it.
    Soon,
}

/// Writes all of `bytes`; a file appears, or is replaced, only when all of it is there.
///
/// A link is followed, so that what it points to is replaced and not the link. What is no regular file (a device, a pipe)
/// is written to as it is. Rights of a file that was there before stay.
pub fn write_whole(path: &Path, bytes: &[u8], durability: Durability) -> io::Result<()> {
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    if fs::metadata(&target).is_ok_and(|m| !m.is_file()) {
        return OpenOptions::new().write(true).open(&target)?.write_all(bytes);
    }
    let (unfinished, mut file) = Unfinished::create(target)?;
    file.write_all(bytes)?;
    unfinished.put_in_place(&file, durability)
}

/// A file under another name beside where it shall stand; it takes its place when it is whole, or is gone.
#[derive(Debug)]
pub struct Unfinished {
    temporary: PathBuf,
    target: PathBuf,
}

impl Unfinished {
    /// An empty file beside `target`.
    pub fn beside(target: &Path) -> io::Result<Self> {
        let target = fs::canonicalize(target).unwrap_or_else(|_| target.to_owned());
        Ok(Self::create(target)?.0)
    }

    /// Where to write.
    pub fn path(&self) -> &Path {
        &self.temporary
    }

    /// Puts it where it shall stand, once it is on the disk.
    pub fn finish(self) -> io::Result<()> {
        let file = File::open(&self.temporary)?;
        self.put_in_place(&file, Durability::OnDisk)
    }

    fn create(target: PathBuf) -> io::Result<(Self, File)> {
        let name = target.file_name().unwrap_or_default().to_string_lossy();
        let folder = folder_of(&target);
        let mut attempt = 0;
        loop {
            let temporary = folder.join(format!(".{name}.{}-{attempt}.tmp", std::process::id()));
            match OpenOptions::new().write(true).create_new(true).open(&temporary) {
                Ok(file) => return Ok((Self { temporary, target }, file)),
                Err(e) if e.kind() == io::ErrorKind::AlreadyExists && attempt < 100 => attempt += 1,
                Err(e) => return Err(e),
            }
        }
    }

    fn put_in_place(self, file: &File, durability: Durability) -> io::Result<()> {
        if durability == Durability::OnDisk {
            file.sync_all()?;
        }
        if let Ok(before) = fs::metadata(&self.target) {
            file.set_permissions(before.permissions())?;
        }
        fs::rename(&self.temporary, &self.target)
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        // Already in place, or given up: one that cannot be removed either is the smaller matter.
        let _ = fs::remove_file(&self.temporary);
    }
}

/// The folder that a file lies in; `.` for a bare name.
pub fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_appears_whole_or_not_at_all() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("settings.json");
        let inside = || fs::read_dir(folder.path()).unwrap().count();
        write_whole(&path, b"one", Durability::Soon).unwrap();
        write_whole(&path, b"two", Durability::OnDisk).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"two");
        assert_eq!(inside(), 1);
        fs::create_dir(folder.path().join("deep")).unwrap();
        assert!(write_whole(&folder.path().join("deep"), b"three", Durability::Soon).is_err());
        assert!(write_whole(&folder.path().join("no/where"), b"three", Durability::Soon).is_err());
        let given_up = Unfinished::beside(&path).unwrap();
        fs::write(given_up.path(), b"half").unwrap();
        assert_eq!(inside(), 3);
        drop(given_up);
        assert_eq!((inside(), fs::read(&path).unwrap()), (2, b"two".to_vec()));
        let done = Unfinished::beside(&path).unwrap();
        fs::write(done.path(), b"whole").unwrap();
        done.finish().unwrap();
        assert_eq!((inside(), fs::read(&path).unwrap()), (2, b"whole".to_vec()));
    }

    #[cfg(unix)]
    #[test]
    fn links_and_rights_stay() {
        use std::os::unix::fs::{PermissionsExt as _, symlink};
        let folder = tempfile::tempdir().unwrap();
        let [path, link] = ["real", "link"].map(|name| folder.path().join(name));
        fs::write(&path, b"old").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        symlink(&path, &link).unwrap();
        write_whole(&link, b"new", Durability::OnDisk).unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
    }
}
