//! One socket, one task: what comes in, what goes out, and whether anybody is still there.

use super::hear::{Client, Reader};
use crate::app::App;
use crate::http::accept::stopped;
use crate::limits::Slot;
use crate::rooms::inbox::Notification;
use crate::rooms::outbox::TooSlow;
use crate::rooms::update::text;
use crate::rooms::{Outbox, Outgoing};
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::watch;
use tokio::time::{Interval, MissedTickBehavior, interval_at, timeout};
use tungstenite::error::ProtocolError;
use wire::live::ServerMessage;
use wire::page::ChallengeStatus;

/// How often the other end is pinged.
const PING: Duration = Duration::from_secs(5);
const PINGS_A_MINUTE: u64 = 60 / PING.as_secs();
/// How long it may be silent.
const SILENCE: Duration = Duration::from_secs(15);
/// How long a message may take to leave.
const SENDING: Duration = Duration::from_secs(10);

/// How long the other end has to say goodbye too.
const FAREWELL: Duration = Duration::from_secs(1);
/// The same while the server is being stopped: a browser answers within one round trip, and the server does not stay for one
/// that is not listening.
const SHORT_FAREWELL: Duration = Duration::from_millis(300);

/// Why a socket is closed, with the code that says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Close {
    /// The other end is gone, or has said so.
    Gone,
    /// It sends too much.
    TooMuch,
    /// It reads too slowly.
    TooSlow,
    /// It sends what is not understood.
    NotUnderstood,
    /// One of its messages is too long.
    TooLong,
    /// One of its texts is not UTF-8.
    NotUtf8,
    /// It violates the WebSocket protocol.
    ProtocolError,
    /// The server is shutting down: reconnect.
    Restart,
    /// A game cannot be read or a command cannot be saved: reconnect.
    Unavailable,
    /// The session has ended: reconnect with another cookie.
    LoggedOut,
}

impl Close {
    /// What an error of the library comes to.
    fn because_of(error: axum::Error) -> Close {
        match error.into_inner().downcast::<tungstenite::Error>().as_deref() {
            Ok(tungstenite::Error::Capacity(_)) => Close::TooLong,
            Ok(tungstenite::Error::Utf8(_)) => Close::NotUtf8,
            Ok(tungstenite::Error::Protocol(ProtocolError::ResetWithoutClosingHandshake)) => Close::Gone,
            Ok(tungstenite::Error::Protocol(_)) => Close::ProtocolError,
            _ => Close::Gone,
        }
    }

    fn frame(self) -> Option<CloseFrame> {
        let (code, reason) = match self {
            Close::Gone => return None,
            Close::TooMuch => (1008, "too many messages"),
            Close::TooSlow => (1013, "too slow: reconnect with the last version seen"),
            Close::NotUnderstood => (4000, "not understood"),
            Close::TooLong => (1009, "a message is too long"),
            Close::NotUtf8 => (1007, "a text is not UTF-8"),
            Close::ProtocolError => (1002, "not the WebSocket protocol"),
            Close::Restart => (1012, "the server is restarting: reconnect"),
            Close::Unavailable => (1013, "nothing can be read or saved now: reconnect"),
            Close::LoggedOut => (1012, "session expired: reconnect"),
        };
        Some(CloseFrame { code, reason: Utf8Bytes::from_static(reason) })
    }
}

/// Runs a socket to its end.
pub(super) async fn run(app: App, mut socket: Box<WebSocket>, reader: Reader, _place: Option<Slot>) {
    let outbox = Outbox::new();
    if let Some(visitor) = &reader.visitor {
        app.inboxes.follow(&visitor.person.id, &outbox);
    }
    let mut stopping = app.stopping.clone();
    let metrics = Arc::clone(&app.metrics);
    metrics.sockets.inc();
    let mut client = Client::new(app, reader, outbox);
    let mut alive = Alive::new();
    let why = loop {
        let step = tokio::select! {
            outgoing = client.outbox.next() => tell(&mut socket, &client, outgoing).await,
            message = socket.recv() => hear(&mut socket, &mut client, &mut alive, message).await,
            _ = alive.pings.tick() => match alive.ping(&mut socket).await {
                // In memory of its own, which an idle socket does not need.
                Ok(()) if alive.is_time_to_check() => Box::pin(client.check_session()).await,
                pinged => pinged,
            },
            () = changed(&mut client.lobby) => send(&mut socket, text_frame(&client.seeks())).await,
            () = stopped(&mut stopping) => Err(Close::Restart),
        };
        if let Err(why) = step {
            break why;
        }
    };
    drop(client);
    if why == Close::TooSlow {
        metrics.dropped_readers.inc();
    }
    metrics.sockets.dec();
    let farewell = if why == Close::Restart { SHORT_FAREWELL } else { FAREWELL };
    // Whoever is gone cannot be told.
    let _ = timeout(farewell, part(socket, why)).await;
}

/// Sends the reason and reads on until the other end closes: data that arrives after a socket is dropped would discard it.
async fn part(mut socket: Box<WebSocket>, why: Close) {
    if socket.send(Message::Close(why.frame())).await.is_ok() {
        while let Some(Ok(_)) = socket.recv().await {}
    }
}

/// Returns when the lobby has changed; never, for a client that does not look at it.
async fn changed(lobby: &mut Option<watch::Receiver<u64>>) {
    if let Some(lobby) = lobby
        && lobby.changed().await.is_ok()
    {
        return;
    }
    std::future::pending::<()>().await;
}

fn text_frame(text: &str) -> Message {
    Message::Text(text.into())
}

async fn send(socket: &mut WebSocket, message: Message) -> Result<(), Close> {
    match timeout(SENDING, socket.send(message)).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) => Err(Close::Gone),
        Err(_) => Err(Close::TooSlow),
    }
}

/// Passes on what was put into the outbox.
async fn tell(
    socket: &mut WebSocket,
    client: &Client,
    outgoing: Result<Outgoing, TooSlow>,
) -> Result<(), Close> {
    let said = match outgoing {
        Err(TooSlow) => return Err(Close::TooSlow),
        Ok(Outgoing::Update(update)) => update.text_for(client.color_in(update.game)),
        Ok(Outgoing::SideEvent(side_event)) if client.hears(&side_event.what) => side_event.text.clone(),
        Ok(Outgoing::SideEvent(_)) => return Ok(()),
        Ok(Outgoing::Notification(notification)) => match notification_message(&notification, client)? {
            Some(said) => text(&said),
            None => return Ok(()),
        },
    };
    send(socket, text_frame(&said)).await
}

/// How a notice is said, if it is.
fn notification_message<'n>(
    notification: &'n Notification,
    client: &Client,
) -> Result<Option<ServerMessage<'n>>, Close> {
    Ok(Some(match notification {
        Notification::Started(game) => ServerMessage::Started { game: game.as_str() },
        Notification::Finished(game) => ServerMessage::Finished { game: game.as_str() },
        Notification::Challenge(id) => {
            ServerMessage::Challenge { id: id.as_str(), status: ChallengeStatus::Created }
        }
        Notification::ChallengeCanceled(id) => {
            ServerMessage::Challenge { id: id.as_str(), status: ChallengeStatus::Canceled }
        }
        Notification::ChallengeDeclined(id) => {
            ServerMessage::Challenge { id: id.as_str(), status: ChallengeStatus::Declined }
        }
        // The page that shows the game has heard of it from the game.
        Notification::Rematch(..) => return Ok(None),
        Notification::LoggedOut(session) if client.ends_with(*session) => return Err(Close::LoggedOut),
        Notification::LoggedOut(_) => return Ok(None),
    }))
}

async fn hear(
    socket: &mut WebSocket,
    client: &mut Client,
    alive: &mut Alive,
    message: Option<Result<Message, axum::Error>>,
) -> Result<(), Close> {
    alive.heard = Instant::now();
    match message {
        None | Some(Ok(Message::Close(_))) => Err(Close::Gone),
        Some(Err(error)) => Err(Close::because_of(error)),
        Some(Ok(Message::Text(said))) => {
            // In memory of its own, which an idle socket does not need.
            let (answers, end) = Box::pin(client.hear(&said)).await;
            for answer in answers {
                send(socket, text_frame(&answer)).await?;
            }
            end
        }
        Some(Ok(Message::Binary(_))) => Err(Close::NotUnderstood),
        Some(Ok(Message::Pong(number))) => {
            if let Some(trip) = alive.pong(&number) {
                client.lag.measured(alive.heard, trip);
            }
            Ok(())
        }
        // Answered by the library; counted, so that it cannot be a flood.
        Some(Ok(Message::Ping(_))) => client.count(),
    }
}

/// Whether the other end is there, and how far away.
struct Alive {
    pings: Interval,
    heard: Instant,
    asked: Option<(u64, Instant)>,
}

impl Alive {
    fn new() -> Alive {
        // The first one soon: the lag of the first moves counts as well.
        let mut pings = interval_at(tokio::time::Instant::now() + Duration::from_millis(200), PING);
        pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
        Alive { pings, heard: Instant::now(), asked: None }
    }

    async fn ping(&mut self, socket: &mut WebSocket) -> Result<(), Close> {
        let now = Instant::now();
        if now.duration_since(self.heard) > SILENCE {
            return Err(Close::Gone);
        }
        let number = self.asked.map_or(0, |(number, _)| number + 1);
        self.asked = Some((number, now));
        send(socket, Message::Ping(number.to_be_bytes().to_vec().into())).await
    }

    /// Once a minute: whether the session still exists is asked of the database, because another program (`tabiya user`)
    /// may have ended it.
    fn is_time_to_check(&self) -> bool {
        self.asked.is_some_and(|(number, _)| number % PINGS_A_MINUTE == PINGS_A_MINUTE - 1)
    }

    /// How long the answer took, if it is one to the last question.
    fn pong(&self, number: &[u8]) -> Option<Duration> {
        let (asked, when) = self.asked?;
        (number == asked.to_be_bytes()).then(|| when.elapsed())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::future::Future;

    fn size<A, B, C, D, F: Future>(_: impl FnOnce(A, B, C, D) -> F) -> usize {
        size_of::<F>()
    }

    /// Thousands of sockets are idle at once: what each of them holds is counted.
    #[test]
    fn an_idle_socket_is_small() {
        assert!(size(run) < 1_400, "{} bytes", size(run));
    }
}
