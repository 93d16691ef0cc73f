//! The append statement: what it must prevent, whatever two nodes do at the same time.

use super::name::cuttable_proxy;
use super::postgres;
use crate::harness::eventually;
use game::Timestamp;
use std::sync::Arc;
use std::time::Duration;
use tabiya_server::ids::GameId;
use tabiya_server::store::{
    Append, AppendError, BeginError, FinishedGame, NewGameRecord, Store, StoreError, random_token,
};

fn row(game: GameId, seq: u64, after: i64, token: i64) -> Append {
    let at = Timestamp::from_millis(seq * 1000);
    Append { game, seq, at, command: None, payload: format!("row {seq} of {token}"), after, token }
}

async fn begin(store: &Store, game: GameId, token: i64) -> Result<(), BeginError> {
    let row = row(game, 1, 0, token);
    let check_at = Timestamp::from_millis(0);
    let new = NewGameRecord { row, white: None, black: None, check_at, strength: 0, challenges: Vec::new() };
    store.shared().expect("a shared store").begin(new).await
}

async fn two_nodes() -> (String, Store, Store) {
    let url = postgres::shared().database().await;
    let one = Store::connect(&url, "one", Arc::default()).await.expect("a node");
    let other = Store::connect(&url, "other", Arc::default()).await.expect("a node");
    (url, one, other)
}

#[tokio::test]
async fn a_row_is_appended_only_after_the_row_it_was_decided_on() {
    let (_, one, other) = two_nodes().await;
    let game = GameId::random();
    assert_eq!(begin(&one, game, 11).await, Ok(()));
    assert_eq!(begin(&one, game, 11).await, Ok(()), "the same attempt again, after its answer was lost");
    assert_eq!(begin(&other, game, 12).await, Err(BeginError::Taken));
    assert_eq!(one.append(row(game, 2, 11, 21)).await, Ok(()));
    for (seq, after, why) in [
        (2, 11, "another node was first"),
        (3, 99, "it was decided on a row that does not exist"),
        (4, 21, "a gap"),
        (1, 0, "the game has begun"),
    ] {
        let answer = other.append(row(game, seq, after, random_token())).await;
        assert_eq!(answer, Err(AppendError::Conflict), "{why}");
    }
    assert_eq!(other.append(row(game, 3, 21, 31)).await, Ok(()));
    one.close().await;
    assert_eq!(one.append(row(game, 4, 31, 41)).await, Err(AppendError::Closed));
    other.close().await;
}

#[tokio::test]
async fn of_concurrent_appends_on_two_nodes_exactly_one_wins() {
    let (url, one, other) = two_nodes().await;
    let game = GameId::random();
    begin(&one, game, 1).await.expect("it begins");
    let mut head = 1;
    for seq in 2..=40 {
        let racing: Vec<_> = (0..10)
            .map(|number| {
                let store = if number % 2 == 0 { one.clone() } else { other.clone() };
                let token = random_token();
                tokio::spawn(async move { (token, store.append(row(game, seq, head, token)).await) })
            })
            .collect();
        let mut won = Vec::new();
        for racer in racing {
            match racer.await.expect("no panic") {
                (token, Ok(())) => won.push(token),
                (_, Err(error)) => assert_eq!(error, AppendError::Conflict),
            }
        }
        assert_eq!(won.len(), 1, "row {seq}");
        head = won[0];
    }
    let client = postgres::client(&url).await;
    let rows: i64 = client
        .query_one("SELECT count(*) FROM journal WHERE game = $1", &[&game.number()])
        .await
        .expect("a row")
        .get(0);
    assert_eq!(rows, 40);
    one.close().await;
    other.close().await;
}

#[tokio::test]
async fn an_archived_game_takes_no_rows_even_after_its_journal_is_swept() {
    let (url, one, other) = two_nodes().await;
    let game = GameId::random();
    begin(&one, game, 1).await.expect("it begins");
    one.append(row(game, 2, 1, 2)).await.expect("a row");
    let finished = FinishedGame {
        game,
        began: Timestamp::from_millis(1),
        ended: Timestamp::from_millis(2),
        white: "~a".into(),
        black: "~b".into(),
        result: "1-0".into(),
        reason: "resignation".into(),
        variant: "standard",
        time: "60".into(),
        rated: false,
        plies: 1,
        opening: "e2e4".into(),
    };
    one.archive(finished).await.expect("it is archived");
    assert_eq!(other.append(row(game, 3, 2, 3)).await, Err(AppendError::Conflict), "a node that has slept");
    let client = postgres::client(&url).await;
    client.batch_execute("UPDATE archive SET archived = archived - 100000").await.expect("a minute passes");
    other.sweep_journal().await.expect("any node sweeps");
    let left: i64 = client.query_one("SELECT count(*) FROM journal", &[]).await.expect("a row").get(0);
    assert_eq!(left, 0);
    assert_eq!(other.append(row(game, 3, 2, 3)).await, Err(AppendError::Conflict));
    assert_eq!(begin(&other, game, 7).await, Err(BeginError::Taken), "nor does it begin again");
    assert_eq!(other.archived(game).await.expect("an answer").expect("a game").len(), 2);
    one.close().await;
    other.close().await;
}

#[tokio::test]
async fn a_lost_connection_loses_no_row() {
    let (url, one, other) = two_nodes().await;
    let client = postgres::client(&url).await;
    let games: Vec<_> = (0..8).map(|_| GameId::random()).collect();
    for game in &games {
        begin(&one, *game, 1).await.expect("it begins");
    }
    let writing: Vec<_> = games
        .iter()
        .map(|game| {
            let (store, game) = (one.clone(), *game);
            tokio::spawn(async move {
                let (mut head, mut acknowledged) = (1, vec![1]);
                for seq in 2..=60 {
                    let token = random_token();
                    // Nobody else writes to this game, so an append can neither conflict nor be refused.
                    match store.append(row(game, seq, head, token)).await {
                        Ok(()) => {
                            head = token;
                            acknowledged.push(token);
                        }
                        Err(error) => panic!("{error}"),
                    }
                    // Spreads the rows over the cuts below, which come at arbitrary moments.
                    tokio::time::sleep(Duration::from_millis(5)).await;
                }
                acknowledged
            })
        })
        .collect();
    for _ in 0..6 {
        tokio::time::sleep(Duration::from_millis(60)).await;
        let cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
            WHERE datname = current_database() AND application_name = 'tabiya'";
        client.query(cut, &[]).await.expect("connections are cut");
    }
    for (game, writer) in games.iter().zip(writing) {
        let acknowledged = writer.await.expect("no panic");
        let rows = client
            .query("SELECT token FROM journal WHERE game = $1 ORDER BY seq", &[&game.number()])
            .await
            .expect("rows");
        let kept: Vec<i64> = rows.iter().map(|row| row.get(0)).collect();
        assert_eq!(kept, acknowledged);
    }
    one.close().await;
    other.close().await;
}

#[tokio::test]
async fn a_row_whose_answer_was_lost_is_acknowledged() {
    let url = postgres::shared().database().await;
    let (address, cut) = cuttable_proxy(postgres::shared().socket()).await;
    let through = format!("postgres://tabiya@{address}/{}", url.rsplit('/').next().expect("a name"));
    let store = Store::connect(&through, "one", Arc::default()).await.expect("a node");
    let game = GameId::random();
    begin(&store, game, 1).await.expect("it begins");
    let (mut client, watcher) = (postgres::client(&url).await, postgres::client(&url).await);
    let lock = client.transaction().await.expect("a transaction");
    lock.batch_execute("LOCK TABLE journal IN SHARE MODE").await.expect("a lock");
    let writing = tokio::spawn({
        let store = store.clone();
        async move { store.append(row(game, 2, 1, 2)).await }
    });
    let waiting = "SELECT count(*) FROM pg_stat_activity \
        WHERE datname = current_database() AND wait_event_type = 'Lock'";
    eventually(async || watcher.query_one(waiting, &[]).await.expect("an answer").get::<_, i64>(0) == 1)
        .await;
    // The database writes the row but cannot answer; the retry finds its own row in the place.
    cut.notify_waiters();
    lock.rollback().await.expect("the lock is gone");
    assert_eq!(writing.await.expect("no panic"), Ok(()));
    store.close().await;
}

#[tokio::test]
async fn an_append_waits_out_a_long_database_outage() {
    let url = postgres::shared().database().await;
    let store = Store::connect(&url, "one", Arc::default()).await.expect("a node");
    let game = GameId::random();
    begin(&store, game, 1).await.expect("it begins");
    let database = url.rsplit('/').next().expect("a name");
    let client = postgres::client(&postgres::shared().url("postgres")).await;
    let admit = async |admitted: bool| {
        let sql = format!("ALTER DATABASE {database} ALLOW_CONNECTIONS {admitted}");
        client.batch_execute(&sql).await.expect("it is admitted or not");
    };
    admit(false).await;
    let cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1";
    client.query(cut, &[&database]).await.expect("connections are cut");
    let writing = tokio::spawn({
        let store = store.clone();
        async move { store.append(row(game, 2, 1, 2)).await }
    });
    // Longer than a stopping node would wait: the append must not end meanwhile.
    tokio::time::sleep(Duration::from_secs(4)).await;
    assert!(!writing.is_finished(), "it is unknown whether the row is written");
    admit(true).await;
    assert_eq!(writing.await.expect("no panic"), Ok(()));
    store.close().await;
}

#[tokio::test]
async fn a_database_that_is_not_safe_is_refused() {
    let url = postgres::shared().database().await;
    let refused = |answer: Result<Store, StoreError>| match answer {
        Err(StoreError::Refused(why)) => why,
        Err(error) => panic!("{error}"),
        Ok(_) => panic!("it was accepted"),
    };
    let one = Store::connect(&url, "same", Arc::default()).await.expect("a node");
    let twice = refused(Store::connect(&url, "same", Arc::default()).await);
    assert!(twice.contains("\"same\" is already running"), "{twice}");
    one.close().await;
    drop(one);
    let again = Store::connect(&url, "same", Arc::default()).await.expect("the name is free again");
    again.close().await;

    let client = postgres::client(&url).await;
    let database = url.rsplit('/').next().expect("a name");
    client
        .batch_execute(&format!("ALTER DATABASE {database} SET synchronous_commit = off"))
        .await
        .expect("set");
    let loses = refused(Store::connect(&url, "one", Arc::default()).await);
    assert!(loses.contains("synchronous_commit"), "{loses}");
    client
        .batch_execute(&format!("ALTER DATABASE {database} RESET synchronous_commit"))
        .await
        .expect("reset");

    let later = "INSERT INTO refinery_schema_history (version, name, applied_on, checksum) \
        VALUES (9999, 'later', '2030-01-01T00:00:00Z', '1')";
    client.batch_execute(later).await.expect("a newer version was here");
    assert!(matches!(Store::connect(&url, "one", Arc::default()).await, Err(StoreError::Migration(_))));
    assert!(refused(Store::connect_for_cli(&url).await).contains("9999"));
    assert!(refused(Store::connect("nonsense", "one", Arc::default()).await).contains("--database"));
}

#[tokio::test]
async fn three_nodes_start_at_once_on_an_empty_database() {
    let url = postgres::shared().database().await;
    let starting: Vec<_> = ["a", "b", "c"]
        .into_iter()
        .map(|name| {
            let url = url.clone();
            tokio::spawn(async move { Store::connect(&url, name, Arc::default()).await.expect("a node") })
        })
        .collect();
    for one in starting {
        one.await.expect("no panic").close().await;
    }
}
