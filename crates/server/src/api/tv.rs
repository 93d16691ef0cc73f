//! TV: the best live games, for spectators.

use super::error::ApiError;
use super::exports::Exports;
use super::game_form::GameForm;
use super::game_view::{GameView, SeatView, object};
use super::gate::Site;
use super::lichess_names::Speed;
use super::ndjson::{self, KEEP_ALIVE, Lines, StreamClosed};
use super::streams::spectator_slot;
use super::table::view_of;
use crate::app::App;
use crate::http::admission::Client;
use crate::http::form::Fields;
use crate::ids::GameId;
use crate::rooms::{Outbox, Outgoing, Room};
use axum::body::Body;
use axum::extract::{Path, RawQuery, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::Response;
use axum::{Extension, Json};
use game::{Duration, Timestamp};
use parking_lot::Mutex;
use rules::{Color, Variant};
use serde_json::{Map, Value, json};
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration as Time;
use tokio::time::{interval, sleep};

/// How long the end of a game is shown before the next one.
const END_DURATION: Time = Time::from_secs(2);
/// How often the choice is renewed.
const CHOICE_INTERVAL: Duration = Duration::from_seconds(1);
/// A game without a move for this long is replaced by another one.
const IDLE_TIMEOUT: Duration = Duration::from_seconds(60);
/// The most games of a channel.
const MAX_GAMES: usize = 30;

/// A channel, as clients name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Channel {
    Best,
    Speed(Speed),
    Chess960,
    Bot,
    Computer,
}

impl Channel {
    const ALL: [Channel; 9] = [
        Channel::Best,
        Channel::Speed(Speed::UltraBullet),
        Channel::Speed(Speed::Bullet),
        Channel::Speed(Speed::Blitz),
        Channel::Speed(Speed::Rapid),
        Channel::Speed(Speed::Classical),
        Channel::Chess960,
        Channel::Bot,
        Channel::Computer,
    ];

    fn key(self) -> &'static str {
        match self {
            Channel::Best => "best",
            Channel::Speed(speed) => speed.key(),
            Channel::Chess960 => "chess960",
            Channel::Bot => "bot",
            Channel::Computer => "computer",
        }
    }

    fn parse(key: &str) -> Result<Channel, ApiError> {
        Channel::ALL.into_iter().find(|channel| channel.key() == key).ok_or_else(ApiError::not_found)
    }

    fn shows(self, view: &GameView) -> bool {
        let seats = [&view.seats.white, &view.seats.black];
        let computer = seats.iter().any(|seat| matches!(seat, SeatView::Computer(_)));
        let bot =
            seats.iter().any(|seat| matches!(seat, SeatView::Person(person, _) if person.title.is_some()));
        let chess960 = view.game.settings().start.variant() == Variant::Chess960;
        match self {
            Channel::Best => true,
            Channel::Speed(speed) => speed == view.speed() && !computer && !bot && !chess960,
            Channel::Chess960 => chess960 && !computer && !bot,
            Channel::Bot => bot,
            Channel::Computer => computer,
        }
    }
}

/// The order of interest: real-time before correspondence games, then those under way, then the strongest, then the
/// newest.
fn rank(view: &GameView) -> (bool, bool, u16, Timestamp, GameId) {
    let rating = |seat: &SeatView| match seat {
        SeatView::Person(_, Some(rated)) => rated.rating,
        _ => 0,
    };
    let strength = rating(&view.seats.white) + rating(&view.seats.black);
    let is_real_time = view.speed() != Speed::Correspondence;
    (is_real_time, view.game.ply() >= 2, strength, view.game.settings().begins, view.id)
}

type Choice = HashMap<Channel, Vec<GameId>>;

/// The current choice, renewed at most once a second for all spectators.
#[derive(Default)]
pub struct Television(Mutex<Option<(Timestamp, Arc<Choice>)>>);

impl Television {
    /// The games of each channel, best first.
    fn choice(&self, app: &App) -> Arc<Choice> {
        let (now, mut made) = (app.clock.now(), self.0.lock());
        match &*made {
            Some((at, choice)) if now.since(*at) < CHOICE_INTERVAL => Arc::clone(choice),
            _ => {
                let choice = Arc::new(choose(app));
                *made = Some((now, Arc::clone(&choice)));
                choice
            }
        }
    }

    fn games(&self, app: &App, channel: Channel) -> impl Iterator<Item = Arc<Room>> {
        let games = self.choice(app).get(&channel).cloned().unwrap_or_default();
        let rooms = games.into_iter().filter_map(|id| app.rooms.get(id)).collect::<Vec<_>>();
        rooms.into_iter().filter(|room| room.state().game.termination().is_none())
    }
}

fn choose(app: &App) -> Choice {
    let on = |room: &Arc<Room>| room.state().game.termination().is_none();
    let mut games: Vec<_> =
        app.rooms.all().iter().filter(|room| on(room)).map(|room| view_of(app, room)).collect();
    games.sort_by_cached_key(|view| std::cmp::Reverse(rank(view)));
    let of = |channel: Channel| games.iter().filter(move |view| channel.shows(view)).take(MAX_GAMES);
    Channel::ALL.map(|channel| (channel, of(channel).map(|view| view.id).collect())).into()
}

/// Channels of variants that this server does not have, but that typed clients require.
const OTHER_CHANNELS: [&str; 7] =
    ["crazyhouse", "kingOfTheHill", "threeCheck", "antichess", "atomic", "horde", "racingKings"];

/// The best game of every channel. A channel without games has an empty `gameId`.
pub async fn channels(
    State(app): State<App>,
    Extension(television): Extension<Arc<Television>>,
) -> Json<Value> {
    let mut channels: Map<_, _> = OTHER_CHANNELS.map(|key| (key.to_string(), nobody())).into_iter().collect();
    for channel in Channel::ALL {
        let best = television.games(&app, channel).next();
        let shown = best.map_or_else(nobody, |room| champion(&view_of(&app, &room)));
        channels.insert(channel.key().into(), shown);
    }
    Json(channels.into())
}

fn nobody() -> Value {
    json!({ "user": { "id": "", "name": "" }, "rating": 0, "gameId": "", "color": "white" })
}

/// A game with its stronger player. Clients expect every member; a player without a rating has 0.
fn champion(view: &GameView) -> Value {
    let strength = |color: Color| match &view.seats[color] {
        SeatView::Person(_, rated) => 1 + rated.map_or(0, |rated| rated.rating),
        SeatView::Computer(_) | SeatView::Named { .. } => 0,
    };
    let color = if strength(Color::Black) > strength(Color::White) { Color::Black } else { Color::White };
    let (user, rating) = match &view.seats[color] {
        SeatView::Person(person, rated) => {
            (json!({ "id": person.id.as_str(), "name": person.name, "title": person.title }), *rated)
        }
        SeatView::Computer(level) => {
            (json!({ "id": "computer", "name": format!("Computer level {level}") }), None)
        }
        SeatView::Named { name, title, .. } => (json!({ "id": "", "name": name, "title": title }), None),
    };
    json!({
        "user": object(user),
        "rating": rating.map_or(0, |rated| rated.rating),
        "gameId": view.id.to_string(),
        "color": color.to_string(),
    })
}

/// The best games of a channel, as PGN or NDJSON.
pub async fn games(
    State(app): State<App>,
    Extension(television): Extension<Arc<Television>>,
    Extension(exports): Extension<Arc<Exports>>,
    site: Site,
    Path(channel): Path<String>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let channel = Channel::parse(&channel)?;
    let query = Fields::from_form(query.unwrap_or_default().as_bytes());
    let form = GameForm::of(&query, &headers, &site, false);
    let content_type = HeaderValue::from_static(form.content_type());
    let max = query.text("nb").and_then(|number| number.parse().ok()).unwrap_or(10usize).min(MAX_GAMES);
    let games: Vec<_> = television.games(&app, channel).take(max).map(|room| view_of(&app, &room)).collect();
    let write = move || games.iter().map(|view| form.one_of_many(view)).collect::<String>();
    let text = exports.run(write).await.ok_or_else(ApiError::unavailable)?;
    let mut response = Response::new(Body::from(text));
    response.headers_mut().insert(header::CONTENT_TYPE, content_type);
    Ok(response)
}

/// Streams the best game position by position, then the next one.
pub async fn best(
    State(app): State<App>,
    Extension(television): Extension<Arc<Television>>,
    Extension(client): Extension<Client>,
) -> Result<Response, ApiError> {
    open(app, television, client, Channel::Best)
}

/// Streams the best game of a channel.
pub async fn channel(
    State(app): State<App>,
    Extension(television): Extension<Arc<Television>>,
    Extension(client): Extension<Client>,
    Path(channel): Path<String>,
) -> Result<Response, ApiError> {
    open(app, television, client, Channel::parse(&channel)?)
}

fn open(
    app: App,
    television: Arc<Television>,
    client: Client,
    channel: Channel,
) -> Result<Response, ApiError> {
    let slot = spectator_slot(&app, client)?;
    let (lines, response) = ndjson::stream(&app);
    tokio::spawn(async move {
        tokio::select! {
            () = lines.gone() => {}
            _ = feed(&app, &television, channel, &lines) => {}
        }
        drop(slot);
    });
    Ok(response)
}

async fn feed(
    app: &App,
    television: &Television,
    channel: Channel,
    lines: &Lines,
) -> Result<(), StreamClosed> {
    lines.keep_alive()?;
    let mut idle = 0;
    loop {
        let best = television.games(app, channel).next();
        match best {
            Some(room) => {
                idle = 0;
                show(app, television, channel, &room, lines).await?;
            }
            None => {
                idle += 1;
                if idle % 2 == 0 {
                    lines.keep_alive()?;
                }
            }
        }
        sleep(END_DURATION).await;
    }
}

/// Shows a game until it ends, or until it is idle while a better one is played.
async fn show(
    app: &App,
    television: &Television,
    channel: Channel,
    room: &Arc<Room>,
    lines: &Lines,
) -> Result<(), StreamClosed> {
    let outbox = Outbox::new();
    let v = room.state().v;
    let (_following, _) = app.rooms.follow(room, None, Some(v), &outbox);
    let mut view = view_of(app, room);
    lines.send(&featured(&view))?;
    let mut ticks = interval(KEEP_ALIVE);
    while view.game.termination().is_none() {
        tokio::select! {
            _ = ticks.tick() => {
                lines.keep_alive()?;
                let best = television.games(app, channel).next();
                let better = best.is_some_and(|best| best.id != room.id);
                if better && app.clock.now().since(view.game.latest()) > IDLE_TIMEOUT {
                    return Ok(());
                }
            }
            outgoing = outbox.next() => match outgoing {
                Ok(Outgoing::Update(_)) => {
                    let before = view.game.ply();
                    view = view_of(app, room);
                    if view.game.ply() != before {
                        lines.send(&json!({ "t": "fen", "d": view.position_json() }))?;
                    }
                }
                Ok(Outgoing::SideEvent(_) | Outgoing::Notification(_)) => {}
                Err(_) => return Err(StreamClosed),
            },
        }
    }
    Ok(())
}

fn featured(view: &GameView) -> Value {
    let clocks = view.game.clocks(view.now);
    let player = |color: Color| {
        let seconds = clocks[color].map(|left| left.millis() / 1000);
        match &view.seats[color] {
            SeatView::Computer(level) => {
                object(json!({ "color": color.to_string(), "ai": level, "seconds": seconds }))
            }
            SeatView::Named { name, rating, .. } => {
                object(json!({ "color": color.to_string(), "name": name, "rating": rating }))
            }
            SeatView::Person(person, rated) => object(json!({
                "color": color.to_string(),
                "user": object(json!({ "name": person.name, "id": person.id.as_str(), "title": person.title })),
                "rating": rated.map(|rated| rated.rating),
                "provisional": rated.and_then(|rated| rated.provisional.then_some(true)),
                "seconds": seconds,
            })),
        }
    };
    json!({
        "t": "featured",
        "d": {
            "id": view.id.to_string(),
            "orientation": "white",
            "players": [player(Color::White), player(Color::Black)],
            "fen": view.game.position().fen(),
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn channel_keys_are_parsed() {
        for channel in Channel::ALL {
            assert_eq!(Channel::parse(channel.key()).ok(), Some(channel));
        }
        assert!(Channel::parse("correspondence").is_err() && Channel::parse("atomic").is_err());
    }
}
