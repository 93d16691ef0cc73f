//! litchee, a Rust client, plays whole games on a server: `litchee-game URL WHITE'S-TOKEN BLACK'S-TOKEN ARBITER'S-TOKEN
//! PAIRS-OF-TOKENS`.

use futures_util::StreamExt;
use futures_util::stream::BoxStream;
use litchee::api::gameplay::board::{
    LichessBoardEvent, LichessChatRoom, LichessGameState, LichessIncomingEvent,
};
use litchee::api::gameplay::challenges::LichessChallengeColor;
use litchee::model::LichessColor;
use litchee::{LichessClient, Result};
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tokio::time::timeout;

/// Longer than any answer should take.
const LINE_TIMEOUT: Duration = Duration::from_secs(20);

type Lines<T> = BoxStream<'static, Result<T>>;

async fn next<T>(lines: &mut Lines<T>) -> Option<T> {
    let line = timeout(LINE_TIMEOUT, lines.next()).await.expect("a line in time");
    line.map(|line| line.expect("a line that is understood"))
}

fn client(url: &str, token: &str) -> LichessClient {
    let url = url.parse().expect("an address");
    LichessClient::builder().base_url(&url).token(token).build().expect("a client")
}

/// Reads a game to its end, and returns the last state and the chat.
async fn read(mut lines: Lines<LichessBoardEvent>) -> (LichessGameState, Vec<String>) {
    let (mut last, mut chat) = (None, Vec::new());
    while let Some(event) = next(&mut lines).await {
        match event {
            LichessBoardEvent::GameFull(full) => last = Some(full.state),
            LichessBoardEvent::GameState(state) => last = Some(state),
            LichessBoardEvent::ChatLine(line) => chat.push(line.text),
            _ => {}
        }
    }
    (last.expect("a state"), chat)
}

/// Starts a game; the first player has White.
async fn game(
    white: &LichessClient,
    black: &LichessClient,
    events: &mut Lines<LichessIncomingEvent>,
) -> String {
    let challenge = white.challenges().challenge("bobby").clock(300, 3).color(LichessChallengeColor::White);
    let id = challenge.send().await.expect("a challenge").id;
    loop {
        match next(events).await.expect("events go on") {
            LichessIncomingEvent::Challenge { challenge } if challenge.id == id => {
                black.challenges().accept(&id, None).await.expect("it is accepted");
            }
            LichessIncomingEvent::GameStart { game } if game.game_id.as_deref() == Some(&id) => {
                assert_eq!(game.color, Some(LichessColor::Black));
                return id;
            }
            _ => {}
        }
    }
}

/// A hundred games with given colours, whose clocks are started by the arbiter.
async fn bulk_pairing(arbiter: &LichessClient, pairs: &str) {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).expect("after 1970").as_millis() as i64;
    let request = arbiter.bulk_pairing().create(pairs).clock(300, 2).start_clocks_at(now + 3_600_000);
    let bulk = request.send().await.expect("a bulk pairing");
    assert_eq!(bulk.games.len(), 100);
    for (number, game) in bulk.games.iter().enumerate() {
        assert_eq!(game.white.as_deref(), Some(format!("white{number}").as_str()));
        assert_eq!(game.black.as_deref(), Some(format!("black{number}").as_str()));
    }
    let upcoming = arbiter.bulk_pairing().list().await.expect("a list");
    assert!(upcoming.iter().any(|found| found.id == bulk.id));
    arbiter.bulk_pairing().start_clocks(&bulk.id).await.expect("the clocks start");
    assert_eq!(arbiter.bulk_pairing().get(&bulk.id).await.expect("it is there").id, bulk.id);
    println!("  bulk pairing: {}", bulk.id);
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [url, white, black, arbiter, pairs] = arguments.as_slice() else {
        panic!("URL, WHITE'S TOKEN, BLACK'S TOKEN, ARBITER'S TOKEN, PAIRS OF TOKENS")
    };
    bulk_pairing(&client(url, arbiter), pairs).await;
    let (white, black) = (client(url, white), client(url, black));
    assert_eq!(white.account().profile().await.expect("an account").user.username, "Anna");
    let mut events = black.board().stream_events().await.expect("events");

    let mated = game(&white, &black, &mut events).await;
    let lines = black.board().stream_game(&mated).await.expect("a game");
    white.board().write_chat(&mated, LichessChatRoom::Player, "good luck").await.expect("it is said");
    for (player, mv) in [(&white, "f2f3"), (&black, "e7e5"), (&white, "g2g4"), (&black, "d8h4")] {
        player.board().make_move(&mated, mv, false).await.expect("it is legal");
    }
    assert!(white.board().make_move(&mated, "e2e4", false).await.is_err(), "it is over");
    let (last, chat) = read(lines).await;
    assert_eq!((last.moves.as_str(), last.winner), ("f2f3 e7e5 g2g4 d8h4", Some(LichessColor::Black)));
    assert_eq!(chat, ["good luck"]);
    println!("  mate: {mated}");

    let drawn = game(&white, &black, &mut events).await;
    let lines = white.board().stream_game(&drawn).await.expect("a game");
    white.board().make_move(&drawn, "e2e4", false).await.expect("it is legal");
    black.board().make_move(&drawn, "e7e5", false).await.expect("it is legal");
    white.board().handle_draw(&drawn, true).await.expect("it is offered");
    black.board().handle_draw(&drawn, true).await.expect("it is accepted");
    assert_eq!(read(lines).await.0.winner, None);
    println!("  draw: {drawn}");
    println!("litchee: all games played to their ends");
}
