//! Rooms on a real store, without any socket.

use super::*;
use game::Duration;
use std::sync::atomic::Ordering;
use wire::PlayerAction;
use wire::settings::{ConductName, Start};
use wire::stored::Seat;

fn person(id: &PlayerId) -> Seat {
    Seat::Person { id: id.to_string(), name: id.to_string(), title: None, rating: None, provisional: false }
}

struct Table {
    _folder: tempfile::TempDir,
    rooms: Rooms,
    room: Arc<Room>,
    white: PlayerId,
    black: PlayerId,
}

/// A game whose clock runs from the start.
async fn table(time: &str) -> Table {
    let folder = tempfile::tempdir().unwrap();
    let (store, loaded) = Store::open(folder.path(), Arc::default()).unwrap();
    let clock = Arc::new(Clock::not_before(loaded.served));
    let (rooms, _) = Rooms::new(store, clock, Inboxes::default(), Arc::default());
    let (white, black) = (PlayerId::account("white"), PlayerId::account("black"));
    let start = Start { time: Some(time.into()), conduct: ConductName::Tournament, ..Start::default() };
    let created = Created {
        start,
        begins: rooms.clock().now().millis(),
        white: person(&white),
        black: person(&black),
        rated: false,
        chat: true,
        rematch_of: None,
        from_lobby: false,
        imported: None,
    };
    let room = rooms.create(GameId::random(), created).await.unwrap();
    Table { _folder: folder, rooms, room, white, black }
}

impl Table {
    async fn act(&self, by: &PlayerId, asked: PlayerAction) -> Result<Done, Refused> {
        self.rooms.act(&self.room, Actor::Player(by.clone()), Command::plain(asked)).await
    }
}

fn play(text: &str) -> PlayerAction {
    PlayerAction::Move { r#move: text.into(), offer_draw: false }
}

#[tokio::test]
async fn a_server_that_was_not_awake_charges_nobody() {
    let table = table("60").await;
    let asleep_since = table.rooms.clock().now().millis() - 10_000;
    table.rooms.0.awake.store(asleep_since, Ordering::Release);
    // The first one to ask after it has slept.
    assert_eq!(table.act(&table.white, play("e4")).await, Ok(Done { v: 3 }));
    let inside = table.room.inside();
    let told: String = inside.recent.iter().map(|(_, text)| text.as_str()).collect();
    let told = ["pause", "resume", "move"].map(|word| told.find(&format!("{{\"event\":\"{word}\"")));
    assert!(told.is_sorted() && told[0].is_some(), "{told:?}");
    assert!(table.rooms.gap().is_none(), "and only once");
}

#[tokio::test]
async fn of_many_moves_at_once_one_is_made() {
    let table = table("-").await;
    let moves: Vec<_> = (0..50)
        .map(|_| {
            let (rooms, room) = (table.rooms.clone(), Arc::clone(&table.room));
            let actor = Actor::Player(table.white.clone());
            tokio::spawn(async move { rooms.act(&room, actor, Command::plain(play("e4"))).await })
        })
        .collect();
    let mut made = 0;
    for answer in moves {
        match answer.await.unwrap() {
            Ok(done) => made += usize::from(done == Done { v: 2 }),
            Err(refused) => assert_eq!(refused.code, Code::NotYourTurn),
        }
    }
    assert_eq!((made, table.room.inside().game.ply()), (1, 1));
}

#[tokio::test]
async fn whoever_goes_away_while_it_is_saved_has_moved() {
    let table = table("-").await;
    let (rooms, room, actor) =
        (table.rooms.clone(), Arc::clone(&table.room), Actor::Player(table.white.clone()));
    let asking = tokio::spawn(async move { rooms.act(&room, actor, Command::plain(play("e4"))).await });
    tokio::task::yield_now().await;
    asking.abort();
    // The next one finds the room as the log has it, whether the move was still made or not.
    let answer = table.act(&table.black, play("e5")).await;
    let plies = table.room.inside().game.ply();
    assert!(matches!((answer.is_ok(), plies), (true, 2) | (false, 0)), "{answer:?} {plies}");
    table.act(if plies == 0 { &table.white } else { &table.black }, PlayerAction::Resign).await.unwrap();
}

#[tokio::test]
async fn a_claim_waits_for_the_patience_that_is_due() {
    let table = table("60").await;
    let refused = table.act(&table.white, PlayerAction::ClaimVictory).await.unwrap_err();
    assert_eq!(refused.code, Code::NotAllowed, "never under tournament conduct");
    let given = table.act(&table.white, PlayerAction::AddTime { seconds: 999 }).await;
    assert!(given.is_ok());
    let left = table.room.inside().game.clocks(table.rooms.clock().now()).black;
    assert_eq!(left, Some(Duration::from_seconds(120)), "a minute at most");
}

#[tokio::test]
async fn who_does_not_begin_aborts_the_game() {
    let table = table("60").await;
    assert_eq!(table.room.inside().first_move_by(), None, "not under tournament conduct");
    for (time, waits) in [("60", true), ("-", false), ("1/86400", false)] {
        let start = Start { time: Some(time.into()), ..Start::default() };
        let begins = table.rooms.clock().now().millis() - 29_500;
        let created = Created { start, begins, ..table.room.created.clone() };
        let room = table.rooms.create(GameId::random(), created).await.unwrap();
        assert_eq!(room.inside().first_move_by().is_some(), waits, "{time}");
        if waits {
            table.rooms.tick(&room).await.unwrap();
            assert_eq!(room.inside().game.termination(), None, "not before the time");
            tokio::time::sleep(std::time::Duration::from_millis(600)).await;
            table.rooms.tick(&room).await.unwrap();
            assert_eq!(room.inside().game.termination(), Some(game::Termination::Aborted));
        }
    }
}

#[tokio::test]
async fn a_move_after_the_flag_is_refused_and_the_flag_is_in_the_log() {
    let table = table("1").await;
    tokio::time::sleep(std::time::Duration::from_millis(1_100)).await;
    let command = || Command { id: Some("late".into()), ..Command::plain(play("e4")) };
    for _ in 0..2 {
        let answer = table.rooms.act(&table.room, Actor::Player(table.white.clone()), command()).await;
        assert_eq!(answer.map_err(|refused| (refused.v, refused.code)), Err((2, Code::Over)));
    }
    let inside = table.room.inside();
    assert_eq!((inside.game.ply(), inside.v), (0, 2));
    assert_eq!(inside.game.termination().map(|ended| ended.to_string()).as_deref(), Some("time"));
}

#[tokio::test]
async fn what_cannot_be_saved_is_charged_to_nobody() {
    let table = table("60").await;
    // White has thought for 30 seconds, and could not be served for the last 20 of them.
    let begins = table.rooms.clock().now().millis() - 30_000;
    let created = Created { begins, ..table.room.created.clone() };
    let room = table.rooms.create(GameId::random(), created).await.unwrap();
    let mover = Actor::Player(table.white.clone());
    let play = || Command { id: Some("first".into()), ..Command::plain(play("e4")) };
    table.rooms.store().block_writes(true).await;
    let refused = table.rooms.act(&room, mover.clone(), play()).await.unwrap_err();
    assert_eq!((refused.code, refused.v), (Code::Unavailable, 1));
    assert!(table.rooms.is_out());
    table.rooms.note_outage(Timestamp::from_millis(begins + 10_000));

    // As long as nothing can be saved, nothing happens: nobody is asked to wait for the disk, and no flag falls.
    table.rooms.end_outage().await;
    let refused = table.rooms.act(&room, mover.clone(), play()).await.unwrap_err();
    assert_eq!((refused.code, table.rooms.is_out()), (Code::Unavailable, true));
    table.rooms.note_outage(Timestamp::from_millis(begins + 10_000));

    table.rooms.store().block_writes(false).await;
    table.rooms.end_outage().await;
    assert!(!table.rooms.is_out());
    let left = room.inside().game.clocks(table.rooms.clock().now()).white.unwrap().millis();
    assert!((45_000..=50_000).contains(&left), "{left}: ten seconds are White's own");
    assert_eq!(table.rooms.act(&room, mover, play()).await, Ok(Done { v: 3 }));
}

#[tokio::test]
async fn a_flag_does_not_fall_while_nothing_can_be_saved() {
    let table = table("60").await;
    let begins = table.rooms.clock().now().millis() - 70_000;
    let created = Created { begins, ..table.room.created.clone() };
    let room = table.rooms.create(GameId::random(), created).await.unwrap();
    table.rooms.note_outage(Timestamp::from_millis(begins + 40_000));
    table.rooms.look_at(&room).await;
    assert_eq!(room.inside().game.termination(), None);
    table.rooms.end_outage().await;
    table.rooms.look_at(&room).await;
    assert_eq!(room.inside().game.termination(), None, "twenty seconds are left");
    // It is on the list of deadlines again.
    assert!(room.inside().scheduled.is_some());
}

#[tokio::test]
async fn presents_of_time_have_an_end() {
    let table = table("60").await;
    for _ in 0..50 {
        table.act(&table.white, PlayerAction::AddTime { seconds: 15 }).await.unwrap();
    }
    let refused = table.act(&table.white, PlayerAction::AddTime { seconds: 15 }).await.unwrap_err();
    assert_eq!(refused.code, Code::NotAllowed);
    assert!(
        table.act(&table.black, PlayerAction::AddTime { seconds: 15 }).await.is_ok(),
        "each player for himself"
    );
    assert!(table.act(&table.white, play("e4")).await.is_ok());
}
