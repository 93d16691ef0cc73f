//! Only the user account that the server runs as may read its data: folders are 0700 and files 0600, whatever the
//! umask, even if they existed before.

#[cfg(not(unix))]
pub(crate) use elsewhere::{create_folder, open_file, restrict_file};
#[cfg(unix)]
pub(crate) use unix::{create_folder, open_file, restrict_file};

#[cfg(unix)]
mod unix {
    use std::fs::{self, DirBuilder, File, OpenOptions};
    use std::io;
    use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt};
    use std::path::Path;

    const FOLDER: u32 = 0o700;
    const FILE: u32 = 0o600;
    /// The mode bit of a folder that everybody may write to, such as `/tmp`.
    const STICKY: u32 = 0o1000;

    /// Creates a folder that only we can read, or restricts an existing one.
    pub(crate) fn create_folder(folder: &Path) -> io::Result<()> {
        DirBuilder::new().recursive(true).mode(FOLDER).create(folder)?;
        // A folder that is meant for everybody stays as it is; the files in it are still private.
        if fs::metadata(folder)?.permissions().mode() & STICKY == 0 {
            restrict(folder, FOLDER);
        }
        Ok(())
    }

    /// Opens a file for writing that only we can read, and creates it if necessary.
    pub(crate) fn open_file(file: &Path) -> io::Result<File> {
        let opened = OpenOptions::new().write(true).create(true).truncate(false).mode(FILE).open(file)?;
        restrict(file, FILE);
        Ok(opened)
    }

    /// Restricts a file if it exists.
    pub(crate) fn restrict_file(file: &Path) {
        if file.exists() {
            restrict(file, FILE);
        }
    }

    /// A failure is only logged: the file may belong to another user who lets us use it.
    fn restrict(path: &Path, mode: u32) {
        let is_open = |mode: u32| mode & 0o077 != 0;
        let changed = fs::metadata(path).and_then(|found| {
            if is_open(found.permissions().mode()) {
                fs::set_permissions(path, PermissionsExt::from_mode(mode))
            } else {
                Ok(())
            }
        });
        if let Err(error) = changed {
            tracing::warn!(path = %path.display(), %error, "others on this machine can read this");
        }
    }
}

/// Without Unix permissions a folder inherits the rights of its parent.
#[cfg(not(unix))]
mod elsewhere {
    use std::fs::{self, File, OpenOptions};
    use std::io;
    use std::path::Path;

    pub(crate) fn create_folder(folder: &Path) -> io::Result<()> {
        fs::create_dir_all(folder)
    }

    pub(crate) fn open_file(file: &Path) -> io::Result<File> {
        OpenOptions::new().write(true).create(true).truncate(false).open(file)
    }

    pub(crate) fn restrict_file(_: &Path) {}
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::fs::PermissionsExt;
    use std::path::Path;

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).expect("it is there").permissions().mode() & 0o7777
    }

    #[test]
    fn new_and_existing_files_become_private() {
        let place = tempfile::tempdir().expect("a folder");
        let (new, old) = (place.path().join("a/b"), place.path().join("old"));
        create_folder(&new).expect("it can be made");
        assert_eq!(mode(&new), 0o700);
        fs::create_dir(&old).expect("it can be made");
        fs::set_permissions(&old, PermissionsExt::from_mode(0o755)).expect("ours");
        let file = old.join("file");
        fs::write(&file, "content").expect("it can be written");
        fs::set_permissions(&file, PermissionsExt::from_mode(0o644)).expect("ours");
        create_folder(&old).expect("it is there");
        open_file(&file).expect("it is there");
        assert_eq!((mode(&old), mode(&file)), (0o700, 0o600));
        assert_eq!(fs::read(&file).expect("it is there"), b"content", "the content is unchanged");
        let shared = place.path().join("shared");
        fs::create_dir(&shared).expect("it can be made");
        fs::set_permissions(&shared, PermissionsExt::from_mode(0o1777)).expect("ours");
        create_folder(&shared).expect("it is there");
        assert_eq!(mode(&shared), 0o1777, "a folder for everybody");
    }
}
