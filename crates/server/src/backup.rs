//! Backup and restore: whole files, looked through before they count, and put in place in one step.
//!
//! A backup is what stood on disk at one moment; the server plays on meanwhile. A file that cannot be read, that was
//! cut off or that another version wrote is refused with a word that says so, and changes nothing.

use crate::store::StoreError;
use crate::store::copy::{self, Faults};
use crate::store::private;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

/// Why there is no backup, or no restore.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// The world failed.
    #[error("{}: {why}", .path.display())]
    File {
        /// Which file or folder.
        path: PathBuf,
        /// What is wrong with it.
        why: io::Error,
    },
    /// The database complains.
    #[error("{}: {why}", .path.display())]
    Database {
        /// Which file.
        path: PathBuf,
        /// What it says.
        why: StoreError,
    },
    /// Nothing is kept there.
    #[error("{} holds no games: there is nothing to back up", .0.display())]
    Nothing(PathBuf),
    /// Something is kept there already.
    #[error("{} is in use already: restore into an empty folder", .0.display())]
    InUse(PathBuf),
    /// What was found in it.
    #[error("{}: {faults}", .path.display())]
    Damaged {
        /// Which file.
        path: PathBuf,
        /// What is wrong with it.
        faults: Faults,
    },
}

/// Copies what is kept in a folder into one file, while a server may be playing on. Says how many games are in it.
pub fn backup(folder: &Path, to: &Path) -> Result<usize, BackupError> {
    let kept = copy::file_in(folder);
    if !kept.is_file() {
        return Err(BackupError::Nothing(folder.to_owned()));
    }
    put_in_place(&kept, to)
}

/// Puts a backup into an empty folder. Says how many games are in it.
pub fn restore(from: &Path, folder: &Path) -> Result<usize, BackupError> {
    // A file that is not there would be made by opening it.
    File::open(from).map_err(|why| BackupError::File { path: from.to_owned(), why })?;
    private::create_folder(folder).map_err(|why| BackupError::File { path: folder.to_owned(), why })?;
    let kept = copy::file_in(folder);
    if kept.exists() {
        return Err(BackupError::InUse(folder.to_owned()));
    }
    put_in_place(from, &kept)
}

/// Looks through what is kept in a folder, game by game. Says how many there are.
pub fn look_through(folder: &Path) -> Result<usize, BackupError> {
    let kept = copy::file_in(folder);
    if !kept.is_file() {
        return Err(BackupError::Nothing(folder.to_owned()));
    }
    judge(&kept)
}

/// Copies, looks the copy through, and only then gives it its name: nobody ever finds half a file there.
fn put_in_place(from: &Path, to: &Path) -> Result<usize, BackupError> {
    let mut part = to.as_os_str().to_owned();
    part.push(".part");
    let part = PathBuf::from(part);
    let trouble = |why| BackupError::File { path: to.to_owned(), why };
    // Before anything is in it: passwords' hashes and private talk are for nobody else.
    private::open_file(&part).map_err(trouble)?;
    let copied = copy::copy(from, &part)
        .map_err(|why| BackupError::Database { path: from.to_owned(), why: why.into() })
        .and_then(|()| judge(&part).map_err(|error| error.about(from)));
    let games = match copied {
        Ok(games) => games,
        Err(error) => {
            // What is left of it helps nobody.
            let _ = fs::remove_file(&part);
            return Err(error);
        }
    };
    File::open(&part).and_then(|file| file.sync_all()).map_err(trouble)?;
    fs::rename(&part, to).map_err(trouble)?;
    // The name itself must survive a loss of power too.
    let folder = to.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    File::open(folder).and_then(|folder| folder.sync_all()).map_err(trouble)?;
    Ok(games)
}

fn judge(file: &Path) -> Result<usize, BackupError> {
    match copy::look_through(file) {
        Ok(Ok(games)) => Ok(games),
        Ok(Err(faults)) => Err(BackupError::Damaged { path: file.to_owned(), faults }),
        Err(why) => Err(BackupError::Database { path: file.to_owned(), why: why.into() }),
    }
}

impl BackupError {
    /// The same, told of the file that somebody named.
    fn about(self, named: &Path) -> BackupError {
        let path = named.to_owned();
        match self {
            BackupError::Damaged { faults, .. } => BackupError::Damaged { path, faults },
            BackupError::Database { why, .. } => BackupError::Database { path, why },
            other => other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::GameId;
    use crate::store::{Append, Store};
    use game::{Action, Game, Timestamp};
    use std::io::{Seek, SeekFrom, Write};
    use wire::stored::{self, Created, Seat};

    /// A folder with one live game of a few moves.
    async fn kept(folder: &Path) -> GameId {
        let (store, _) = Store::open(folder, Default::default()).expect("an empty folder");
        let person = |id: &str| Seat::Person {
            id: id.into(),
            name: id.into(),
            title: None,
            rating: None,
            provisional: false,
        };
        let created = Created {
            start: wire::settings::Start::default(),
            begins: 1,
            white: person("~white"),
            black: person("~black"),
            rated: false,
            chat: false,
            rematch_of: None,
            from_lobby: false,
            imported: None,
        };
        let id = GameId::random();
        let mut game = Game::new(created.settings().expect("the usual ones"));
        let mut rows = vec![created.row()];
        for text in ["e4", "e5", "Nf3", "Nc6"] {
            rows.push(stored::row(
                &game.apply(Timestamp::from_millis(5), Action::play(text)).expect("legal"),
            ));
        }
        for (seq, payload) in (1..).zip(rows) {
            let row = Append { game: id, seq, at: Timestamp::from_millis(5), command: None, payload };
            store.append(row).await.expect("it is kept");
        }
        store.close().await;
        id
    }

    #[tokio::test]
    async fn what_is_backed_up_is_there_again() {
        let (old, new) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
        let id = kept(old.path()).await;
        let file = new.path().join("backup");
        assert_eq!(backup(old.path(), &file).expect("a whole folder"), 1);
        let folder = new.path().join("data");
        assert_eq!(restore(&file, &folder).expect("a whole backup"), 1);
        assert_eq!(look_through(&folder).expect("a whole folder"), 1);
        let (_, loaded) = Store::open(&folder, Default::default()).expect("a whole folder");
        assert_eq!(loaded.games[&id].len(), 5);
        assert!(matches!(restore(&file, &folder), Err(BackupError::InUse(_))), "nothing is written over");
        let nowhere = new.path().join("nowhere");
        assert!(matches!(backup(&nowhere, &file), Err(BackupError::Nothing(_))));
        assert!(matches!(restore(&nowhere, &new.path().join("other")), Err(BackupError::File { .. })));
    }

    #[tokio::test]
    async fn a_damaged_file_is_refused_and_named() {
        let place = tempfile::tempdir().expect("a folder");
        let id = kept(&place.path().join("old")).await;
        let whole = place.path().join("whole");
        backup(&place.path().join("old"), &whole).expect("a whole folder");
        let bytes = fs::read(&whole).expect("it is there");

        let cut = place.path().join("cut");
        fs::write(&cut, &bytes[..bytes.len() / 2]).expect("it can be written");
        assert!(restore(&cut, &place.path().join("a")).is_err(), "cut off in the middle");
        fs::write(&cut, b"not a database at all, but long enough to be looked at")
            .expect("it can be written");
        assert!(restore(&cut, &place.path().join("b")).is_err(), "something else");
        assert!(!place.path().join("a").join("tabiya.sqlite").exists(), "nothing half-done is left");

        // One letter of one move: the file is still a database, and the game is named.
        let place_of_move = bytes.windows(4).position(|four| four == b"g1f3").expect("the move is in it");
        let flipped = place.path().join("flipped");
        fs::write(&flipped, &bytes).expect("it can be written");
        let mut file = File::options().write(true).open(&flipped).expect("it is there");
        file.seek(SeekFrom::Start(place_of_move as u64 + 2)).expect("it is long enough");
        file.write_all(b"h").expect("it can be written");
        drop(file);
        let error = restore(&flipped, &place.path().join("c")).expect_err("the move is another one");
        assert!(error.to_string().contains(id.as_str()), "{error}");
    }
}
