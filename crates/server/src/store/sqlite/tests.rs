//! Tests of the store on real files.

use super::*;
use crate::ids::GameId;
use crate::store::{FinishedGame, Row};
use game::Timestamp;

fn row(game: GameId, seq: u64) -> Append {
    let at = Timestamp::from_millis(seq * 1000);
    Append {
        game,
        seq,
        at,
        command: Some(format!("c{seq}")),
        payload: format!("row {seq}"),
        after: 0,
        token: 0,
    }
}

fn finished(game: GameId) -> FinishedGame {
    FinishedGame {
        game,
        began: Timestamp::from_millis(1),
        ended: Timestamp::from_millis(2),
        white: "~a".into(),
        black: "computer 3".into(),
        result: "1-0".into(),
        reason: "resignation".into(),
        variant: "standard",
        time: "180+2".into(),
        rated: false,
        plies: 1,
        opening: "e2e4".into(),
    }
}

#[tokio::test]
async fn rows_must_arrive_in_order_and_survive_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let (game, other) = (GameId::random(), GameId::random());
    {
        let (store, loaded) = Store::open(folder.path(), Arc::default()).unwrap();
        assert!(loaded.games.is_empty());
        for seq in 1..=3 {
            store.append(row(game, seq)).await.unwrap();
        }
        store.append(row(other, 1)).await.unwrap();
        for wrong in [1, 3, 5] {
            assert_eq!(store.append(row(game, wrong)).await, Err(AppendError::Conflict), "{wrong}");
        }
        store.close().await;
        assert_eq!(store.append(row(game, 4)).await, Err(AppendError::Closed), "after the end");
    }
    let (store, loaded) = Store::open(folder.path(), Arc::default()).unwrap();
    assert_eq!((loaded.games[&game].len(), loaded.games[&other].len()), (3, 1));
    assert_eq!(loaded.games[&game][2], Row { command: Some("c3".into()), payload: "row 3".into() });
    assert_eq!(loaded.served, Timestamp::from_millis(3000));
    assert_eq!(store.append(row(game, 4)).await, Ok(()), "the next one fits");
    store.close().await;
}

#[tokio::test]
async fn one_of_many_concurrent_appends_wins() {
    let folder = tempfile::tempdir().unwrap();
    let (store, _) = Store::open(folder.path(), Arc::default()).unwrap();
    let game = GameId::random();
    let racing: Vec<_> = (0..100)
        .map(|_| {
            let store = store.clone();
            tokio::spawn(async move { store.append(row(game, 1)).await })
        })
        .collect();
    let mut won = 0;
    for racer in racing {
        won += usize::from(racer.await.unwrap().is_ok());
    }
    assert_eq!(won, 1);
    store.close().await;
}

#[tokio::test]
async fn a_job_that_fails_leaves_nothing_behind() {
    let folder = tempfile::tempdir().unwrap();
    let (store, _) = Store::open(folder.path(), Arc::default()).unwrap();
    let failed = store
        .write(|connection| {
            connection.execute("UPDATE service SET at = 7", [])?;
            connection.execute("INSERT INTO nowhere VALUES (1)", [])
        })
        .await;
    assert!(matches!(failed, Err(StoreError::Database(_))));
    store
        .write(|connection| connection.execute("INSERT INTO players VALUES ('~a', 'A', NULL, 1)", []))
        .await
        .unwrap();
    let at: i64 = store
        .read(|connection| connection.query_row("SELECT at FROM service", [], |row| row.get(0)))
        .await
        .unwrap();
    let players: i64 = store
        .read(|connection| connection.query_row("SELECT count(*) FROM players", [], |row| row.get(0)))
        .await
        .unwrap();
    assert_eq!((at, players), (0, 1));
    store.close().await;
}

#[tokio::test]
async fn a_finished_game_leaves_the_journal_once_it_is_archived() {
    let folder = tempfile::tempdir().unwrap();
    let game = GameId::random();
    let (store, _) = Store::open(folder.path(), Arc::default()).unwrap();
    for seq in 1..=3 {
        store.append(row(game, seq)).await.unwrap();
    }
    store.archive(finished(game)).await.unwrap();
    store.archive(finished(game)).await.unwrap();
    let stored = |seq| {
        let Append { command, payload, .. } = row(game, seq);
        Row { command, payload }
    };
    assert_eq!(store.archived(game).await.unwrap(), Some(vec![stored(1), stored(2), stored(3)]));
    store.close().await;
    drop(store);
    // The store was closed before the rows were deleted; the next start finds them.
    let (store, loaded) = Store::open(folder.path(), Arc::default()).unwrap();
    assert!(loaded.games.is_empty());
    let other = GameId::random();
    store.append(row(other, 1)).await.unwrap();
    store.sweep_journal().await.unwrap();
    store.close().await;
    drop(store);
    let (store, loaded) = Store::open(folder.path(), Arc::default()).unwrap();
    assert_eq!(loaded.games.len(), 1);
    let rows: i64 = store
        .read(|connection| connection.query_row("SELECT count(*) FROM journal", [], |row| row.get(0)))
        .await
        .unwrap();
    assert_eq!(rows, 1);
    store.close().await;
}

#[tokio::test]
async fn a_sweep_that_fails_is_repeated_by_the_next_one() {
    let folder = tempfile::tempdir().unwrap();
    let game = GameId::random();
    let (store, _) = Store::open(folder.path(), Arc::default()).unwrap();
    for seq in 1..=40 {
        store.append(row(game, seq)).await.unwrap();
    }
    store.archive(finished(game)).await.unwrap();
    let block =
        "CREATE TEMP TRIGGER no_deletes BEFORE DELETE ON main.journal BEGIN SELECT RAISE(ABORT, 'full'); END";
    store.write(move |connection| connection.execute_batch(block)).await.unwrap();
    store.sweep_journal().await.unwrap_err();
    store.write(|connection| connection.execute_batch("DROP TRIGGER temp.no_deletes")).await.unwrap();
    store.sweep_journal().await.unwrap();
    let rows: i64 = store
        .read(|connection| connection.query_row("SELECT count(*) FROM journal", [], |row| row.get(0)))
        .await
        .unwrap();
    assert_eq!(rows, 0);
    store.close().await;
}

#[tokio::test]
async fn the_archive_keeps_the_keys_of_the_last_commands() {
    let folder = tempfile::tempdir().unwrap();
    let game = GameId::random();
    let (store, _) = Store::open(folder.path(), Arc::default()).unwrap();
    for seq in 1..=40 {
        let unnamed = Append { command: None, ..row(game, seq) };
        store.append(if seq == 38 { unnamed } else { row(game, seq) }).await.unwrap();
    }
    store.archive(finished(game)).await.unwrap();
    let names = store.archived(game).await.unwrap().unwrap().into_iter().map(|row| row.command);
    let known: Vec<_> = (1..=40).zip(names).filter_map(|(seq, name)| Some((seq, name?))).collect();
    let expected = (25..=40).filter(|seq| *seq != 38).map(|seq| (seq, format!("c{seq}")));
    assert_eq!(known, expected.collect::<Vec<_>>());
    store.close().await;
}

#[tokio::test]
async fn a_journal_with_a_gap_is_not_opened() {
    let folder = tempfile::tempdir().unwrap();
    let (store, _) = Store::open(folder.path(), Arc::default()).unwrap();
    let game = GameId::random();
    for seq in 1..=3 {
        store.append(row(game, seq)).await.unwrap();
    }
    store.write(|connection| connection.execute("DELETE FROM journal WHERE seq = 2", [])).await.unwrap();
    store.close().await;
    drop(store);
    assert!(Store::open(folder.path(), Arc::default()).is_err());
}

#[tokio::test]
async fn a_store_of_a_newer_version_is_not_opened() {
    let folder = tempfile::tempdir().unwrap();
    let (store, _) = Store::open(folder.path(), Arc::default()).unwrap();
    store
        .write(|connection| {
            connection.execute(
                "INSERT INTO refinery_schema_history (version, name, applied_on, checksum) \
                 VALUES (9999, 'later', '2030-01-01T00:00:00Z', '1')",
                [],
            )
        })
        .await
        .unwrap();
    store.close().await;
    drop(store);
    assert!(matches!(Store::open(folder.path(), Arc::default()), Err(StoreError::Migration(_))));
}

impl Store {
    /// Makes all writes fail, as on a full disk, or lets them succeed again.
    pub(crate) async fn block_writes(&self, block: bool) {
        let triggers = if block {
            "CREATE TEMP TRIGGER no_rows BEFORE INSERT ON main.journal BEGIN SELECT RAISE(ABORT, 'full'); END;
             CREATE TEMP TRIGGER no_proof BEFORE UPDATE ON main.service BEGIN SELECT RAISE(ABORT, 'full'); END;"
        } else {
            "DROP TRIGGER temp.no_rows; DROP TRIGGER temp.no_proof;"
        };
        self.write(move |connection| connection.execute_batch(triggers)).await.unwrap();
    }
}

#[tokio::test]
async fn a_store_that_cannot_write_says_so_until_it_can() {
    let folder = tempfile::tempdir().unwrap();
    let (store, _) = Store::open(folder.path(), Arc::default()).unwrap();
    let game = GameId::random();
    assert!(!store.is_failing());
    store.block_writes(true).await;
    assert_eq!(store.append(row(game, 1)).await, Err(AppendError::Unavailable));
    assert!(store.is_failing());
    store.block_writes(false).await;
    assert_eq!(store.append(row(game, 1)).await, Ok(()), "the same row fits");
    assert!(!store.is_failing());
    store.close().await;
}

#[tokio::test]
async fn a_commit_that_may_have_happened_ends_the_process() {
    const NAME: &str = "store::sqlite::tests::a_commit_that_may_have_happened_ends_the_process";
    const FOLDER: &str = "TABIYA_TEST_COMMIT";
    if let Some(folder) = std::env::var_os(FOLDER) {
        let (store, _) = Store::open(folder.as_ref(), Arc::default()).unwrap();
        // Fails only at the commit, and not because the disk is full.
        let refused = "CREATE TABLE a (id INTEGER PRIMARY KEY);
            CREATE TABLE b (a INTEGER REFERENCES a DEFERRABLE INITIALLY DEFERRED);
            INSERT INTO b VALUES (1);";
        let _ = store.write(|connection| connection.execute_batch(refused)).await;
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let mut process = std::process::Command::new(std::env::current_exe().unwrap());
    let ended = process.args([NAME, "--exact"]).env(FOLDER, folder.path()).output().unwrap();
    assert_eq!(ended.status.code(), Some(74), "{ended:?}");
    let (store, loaded) = Store::open(folder.path(), Arc::default()).unwrap();
    assert!(loaded.games.is_empty(), "the next start reads what is on disk");
    store.close().await;
}
