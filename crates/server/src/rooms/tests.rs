//! Tests of rooms on a real store, without sockets.

use super::*;
use crate::clock::TimeSource;
use game::Duration;
use std::sync::atomic::Ordering;
use wire::PlayerAction;
use wire::settings::{ClockStartsName, ConductName, Start};
use wire::stored::Seat;

fn person(id: &PlayerId) -> Seat {
    Seat::Person { id: id.to_string(), name: id.to_string(), title: None, rating: None, provisional: false }
}

struct TestGame {
    _folder: tempfile::TempDir,
    time: TimeSource,
    rooms: Rooms,
    room: Arc<Room>,
    white: PlayerId,
    black: PlayerId,
}

/// A game whose clock runs from the start.
async fn table(control: &str) -> TestGame {
    let folder = tempfile::tempdir().unwrap();
    let (store, loaded) = Store::open(folder.path(), Arc::default()).unwrap();
    let time = TimeSource::manual(Timestamp::from_millis(1_800_000_000_000));
    let clock = Arc::new(Clock::not_before(time.clone(), loaded.served));
    let (rooms, _) = Rooms::new(store, clock, Inboxes::default(), Arc::default(), Settings::default(), None);
    let (white, black) = (PlayerId::account("white"), PlayerId::account("black"));
    let start = Start { time: Some(control.into()), conduct: ConductName::Tournament, ..Start::default() };
    let created = GameHeader {
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
    let room = rooms.create(GameId::random(), created, Vec::new()).await.unwrap();
    TestGame { _folder: folder, time, rooms, room, white, black }
}

impl TestGame {
    async fn act(&self, by: &PlayerId, asked: PlayerAction) -> Result<Ack, CommandRefusal> {
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
    table.rooms.0.last_alive.store(asleep_since, Ordering::Release);
    // The first command after the server has slept.
    assert_eq!(table.act(&table.white, play("e4")).await, Ok(Ack { v: 3 }));
    let state = table.room.state();
    let told: String = state.recent.iter().map(|(_, text)| &**text).collect();
    let told = ["pause", "resume", "move"].map(|word| told.find(&format!("{{\"event\":\"{word}\"")));
    assert!(told.is_sorted() && told[0].is_some(), "{told:?}");
    assert!(table.rooms.gap().is_none(), "and only once");
}

#[tokio::test]
async fn one_of_many_concurrent_moves_is_made() {
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
            Ok(done) => made += usize::from(done == Ack { v: 2 }),
            Err(refused) => assert_eq!(refused.code, Code::NotYourTurn),
        }
    }
    assert_eq!((made, table.room.state().game.ply()), (1, 1));
}

#[tokio::test]
async fn a_move_is_made_even_if_the_client_disconnects() {
    let table = table("-").await;
    let (rooms, room, actor) =
        (table.rooms.clone(), Arc::clone(&table.room), Actor::Player(table.white.clone()));
    let turn = table.room.turn.lock().await;
    let asking = tokio::spawn(async move { rooms.act(&room, actor, Command::plain(play("e4"))).await });
    // The client disconnects while the command waits for its turn.
    for _ in 0..100 {
        tokio::task::yield_now().await;
    }
    asking.abort();
    drop(turn);
    assert_eq!(table.act(&table.black, play("e5")).await, Ok(Ack { v: 3 }));
    assert_eq!(table.room.state().game.ply(), 2);
}

#[tokio::test]
async fn victory_can_be_claimed_once_the_opponent_has_been_gone_for_long() {
    let table = table("60").await;
    let claim = async |room: &Arc<Room>, gone_for: u64| {
        let since = Timestamp::from_millis(table.rooms.clock().now().millis() - gone_for);
        room.state().presence = presence::Presence::nobody(since);
        let actor = Actor::Player(table.white.clone());
        table.rooms.act(room, actor, Command::plain(PlayerAction::ClaimVictory)).await
    };
    let refused = claim(&table.room, 3_600_000).await.unwrap_err();
    assert_eq!(refused.code, Code::NotAllowed, "never under tournament conduct");

    let start = Start { time: Some("60".into()), ..Start::default() };
    let created = GameHeader { start, ..table.room.created.clone() };
    let room = table.rooms.create(GameId::random(), created, Vec::new()).await.unwrap();
    for (by, text) in [(&table.white, "e4"), (&table.black, "e5")] {
        table.rooms.act(&room, Actor::Player(by.clone()), Command::plain(play(text))).await.unwrap();
    }
    let refused = claim(&room, 25_000).await.unwrap_err();
    assert_eq!((refused.code, room.state().game.termination()), (Code::NotAllowed, None));
    assert!(claim(&room, 30_000).await.is_ok(), "half a minute in a game of a minute");
    let outcome = room
        .state()
        .game
        .termination()
        .and_then(game::Termination::outcome)
        .map(|outcome| outcome.to_string());
    assert_eq!(outcome.as_deref(), Some("1-0"));
}

#[tokio::test]
async fn a_gift_of_time_is_a_minute_at_most() {
    let table = table("60").await;
    assert!(table.act(&table.white, PlayerAction::AddTime { seconds: 999 }).await.is_ok());
    let left = table.room.state().game.clocks(table.rooms.clock().now()).black;
    assert_eq!(left, Some(Duration::from_seconds(120)));
}

#[tokio::test]
async fn a_game_without_a_first_move_is_aborted() {
    let table = table("60").await;
    assert_eq!(table.room.state().first_move_by(), None, "not under tournament conduct");
    let (after_both, at_once) = (ClockStartsName::AfterBothMoved, ClockStartsName::AtOnce);
    let games = [
        ("60", after_both, true),
        ("60", at_once, false),
        ("-", after_both, false),
        ("1/86400", after_both, false),
    ];
    for (time, clock_starts, waits) in games {
        let start = Start { time: Some(time.into()), clock_starts, ..Start::default() };
        let begins = table.rooms.clock().now().millis() - 29_500;
        let created = GameHeader { start, begins, ..table.room.created.clone() };
        let room = table.rooms.create(GameId::random(), created, Vec::new()).await.unwrap();
        assert_eq!(room.state().first_move_by().is_some(), waits, "{time}");
        if waits {
            let (taken, may_take) = room.state().first_move(table.rooms.clock().now()).unwrap();
            assert_eq!((taken.millis(), may_take.millis()), (29_500, 30_000));
            table.rooms.tick(&room).await.unwrap();
            assert_eq!(room.state().game.termination(), None, "not before the time");
            table.time.advance(Duration::from_millis(500));
            table.rooms.tick(&room).await.unwrap();
            assert_eq!(room.state().game.termination(), Some(game::Termination::Aborted));
        }
    }
}

#[tokio::test]
async fn a_move_after_the_flag_is_refused_and_the_flag_is_in_the_log() {
    let table = table("1").await;
    table.time.advance(Duration::from_millis(1_000));
    table.rooms.tick(&table.room).await.unwrap();
    assert_eq!(table.room.state().game.termination(), None, "the last millisecond may be used");
    table.time.advance(Duration::from_millis(1));
    let command = || Command { id: Some("late".into()), ..Command::plain(play("e4")) };
    for _ in 0..2 {
        let answer = table.rooms.act(&table.room, Actor::Player(table.white.clone()), command()).await;
        assert_eq!(answer.map_err(|refused| (refused.v, refused.code)), Err((2, Code::Over)));
    }
    let state = table.room.state();
    assert_eq!((state.game.ply(), state.v), (0, 2));
    assert_eq!(state.game.termination().map(|ended| ended.to_string()).as_deref(), Some("time"));
}

#[tokio::test]
async fn an_outage_of_the_disk_is_charged_to_nobody() {
    let table = table("60").await;
    // White has thought for 30 seconds, and could not be served during the last 20 of them.
    let begins = table.rooms.clock().now().millis() - 30_000;
    let created = GameHeader { begins, ..table.room.created.clone() };
    let room = table.rooms.create(GameId::random(), created, Vec::new()).await.unwrap();
    let mover = Actor::Player(table.white.clone());
    let play = || Command { id: Some("first".into()), ..Command::plain(play("e4")) };
    table.rooms.store().block_writes(true).await;
    let refused = table.rooms.act(&room, mover.clone(), play()).await.unwrap_err();
    assert_eq!((refused.code, refused.v), (Code::Unavailable, 1));
    assert!(table.rooms.is_out() && table.rooms.store().is_failing());
    table.rooms.note_outage(Timestamp::from_millis(begins + 10_000));

    // As long as nothing can be saved, commands are refused at once and no flag falls.
    table.rooms.end_outage().await;
    let refused = table.rooms.act(&room, mover.clone(), play()).await.unwrap_err();
    assert_eq!((refused.code, table.rooms.is_out()), (Code::Unavailable, true));
    table.rooms.note_outage(Timestamp::from_millis(begins + 10_000));

    table.rooms.store().block_writes(false).await;
    table.rooms.end_outage().await;
    assert!(!table.rooms.is_out() && !table.rooms.store().is_failing());
    let left = room.state().game.clocks(table.rooms.clock().now()).white.unwrap().millis();
    assert_eq!(left, 50_000, "ten seconds are White's own");
    assert_eq!(table.rooms.act(&room, mover, play()).await, Ok(Ack { v: 3 }));
}

#[tokio::test]
async fn a_flag_does_not_fall_while_nothing_can_be_saved() {
    let table = table("60").await;
    let begins = table.rooms.clock().now().millis() - 70_000;
    let created = GameHeader { begins, ..table.room.created.clone() };
    let room = table.rooms.create(GameId::random(), created, Vec::new()).await.unwrap();
    table.rooms.note_outage(Timestamp::from_millis(begins + 40_000));
    table.rooms.check_deadline(&room).await;
    assert_eq!(room.state().game.termination(), None);
    table.rooms.end_outage().await;
    table.rooms.check_deadline(&room).await;
    assert_eq!(room.state().game.termination(), None, "twenty seconds are left");
    // The room is scheduled again.
    assert!(room.state().scheduled.is_some());
}

#[tokio::test]
async fn gifts_of_time_are_limited() {
    let table = table("60").await;
    for _ in 0..50 {
        table.act(&table.white, PlayerAction::AddTime { seconds: 15 }).await.unwrap();
    }
    let refused = table.act(&table.white, PlayerAction::AddTime { seconds: 15 }).await.unwrap_err();
    assert_eq!(refused.code, Code::NotAllowed);
    assert!(
        table.act(&table.black, PlayerAction::AddTime { seconds: 15 }).await.is_ok(),
        "each player has a separate limit"
    );
    assert!(table.act(&table.white, play("e4")).await.is_ok());
}

#[tokio::test]
async fn a_sealed_move_stays_secret() {
    let table = table("300").await;
    let TestGame { rooms, room, white, black, .. } = &table;
    let adjourn: PlayerAction = serde_json::from_str(r#"{"do":"adjourn","move":"Nh3"}"#).unwrap();
    let act = async |actor: Actor, asked: PlayerAction| rooms.act(room, actor, Command::plain(asked)).await;
    let refused = act(Actor::Player(black.clone()), adjourn.clone()).await.unwrap_err();
    assert!(!format!("{refused:?} {adjourn:?}").contains("Nh3"));
    act(Actor::Player(white.clone()), adjourn).await.unwrap();
    let now = rooms.clock().now();
    let mut told = format!("{:?}", room.state().game);
    told.extend(room.state().recent.iter().map(|(_, text)| &**text));
    for color in [None, Some(Color::White), Some(Color::Black)] {
        told.push_str(&view::snapshot(room, &room.state(), color, now));
    }
    assert!(told.contains("\"adjourned\":\"white\""), "{told}");
    // The squares occur in the legal moves, as always; the move itself does not occur.
    assert!(!told.contains("Nh3") && !told.contains("g1h3"), "{told}");
    let refused = act(Actor::Player(white.clone()), PlayerAction::Resume).await.unwrap_err();
    assert_eq!(refused.code, Code::NotAllowed, "only an arbiter opens the envelope");
    act(Actor::Arbiter(PlayerId::account("arbiter")), PlayerAction::Resume).await.unwrap();
    assert_eq!(room.state().game.record()[0].san, "Nh3");
}

#[tokio::test]
async fn a_reconnecting_client_gets_only_the_missed_updates() {
    let table = table("-").await;
    for (by, text) in [(&table.white, "e4"), (&table.black, "e5"), (&table.white, "Nf3")] {
        table.act(by, play(text)).await.unwrap();
    }
    let told = |player: Option<&PlayerId>, since: u64| {
        let (_following, told) = table.rooms.follow(&table.room, player, Some(since), &Outbox::new());
        told
    };
    for since in 1..=4 {
        let updates = told(None, since);
        assert_eq!(updates.len() as u64, 4 - since, "{updates:?}");
        assert!(updates.iter().all(|update| update.starts_with(r#"{"t":"update""#)), "{updates:?}");
    }
    // The player to move needs the legal moves, which stored updates do not contain.
    let (white, black) = (Some(&table.white), Some(&table.black));
    assert_eq!((told(white, 4).len(), told(white, 3).len()), (0, 1));
    assert!(told(white, 3)[0].starts_with(r#"{"t":"update""#));
    assert!(told(black, 4).is_empty(), "nothing was missed");
    assert!(told(black, 3)[0].starts_with(r#"{"t":"game""#));
}

#[tokio::test]
async fn compensation_for_slow_clients_is_limited_per_game() {
    let table = table("60").await;
    let slow = lag::Credit { network: Duration::ZERO, slack: Duration::from_millis(20) };
    let left = |used: u64| {
        let mut state = table.room.state();
        state.slack_used[Color::White] = Duration::from_millis(used);
        [Color::White, Color::Black].map(|color| state.slack(color, slow).millis())
    };
    assert_eq!([left(0), left(990), left(1_000)], [[20, 20], [10, 20], [0, 20]]);
}
