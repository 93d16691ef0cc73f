//! One task per socket: reads, writes, and checks that the client is still there.

use super::client::{Client, ClientInfo};
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

/// How often the client is pinged.
const PING_INTERVAL: Duration = Duration::from_secs(5);
const PINGS_PER_MINUTE: u64 = 60 / PING_INTERVAL.as_secs();
/// How long the client may be silent.
const SILENCE_TIMEOUT: Duration = Duration::from_secs(15);
/// How long sending a message may take.
const SEND_TIMEOUT: Duration = Duration::from_secs(10);

/// How long the client has to answer a close frame.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);
/// The same while the server is stopping: a browser answers within one round trip, and the server does not wait for a
/// client that is not listening.
const SHUTDOWN_CLOSE_TIMEOUT: Duration = Duration::from_millis(300);

/// Why a socket is closed; each reason has a close code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Close {
    /// The client is gone or has closed the connection.
    Gone,
    /// The client sends too much.
    TooMuch,
    /// The client reads too slowly.
    TooSlow,
    /// The client sent a message that is not understood.
    NotUnderstood,
    /// A message is too long.
    TooLong,
    /// A text message is not UTF-8.
    NotUtf8,
    /// The client violates the WebSocket protocol.
    ProtocolError,
    /// The server is shutting down: reconnect.
    Restart,
    /// A game cannot be read or a command cannot be saved: reconnect.
    Unavailable,
    /// The session has ended: reconnect with another cookie.
    LoggedOut,
}

impl Close {
    /// Maps an error of the WebSocket library.
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

/// Runs a socket until it closes.
pub(super) async fn run(app: App, mut socket: Box<WebSocket>, info: ClientInfo, _slot: Option<Slot>) {
    let outbox = Outbox::new();
    if let Some(visitor) = &info.visitor {
        app.inboxes.follow(&visitor.person.id, &outbox);
    }
    let mut stopping = app.stopping.clone();
    let metrics = Arc::clone(&app.metrics);
    metrics.sockets.inc();
    let mut client = Client::new(app, info, outbox);
    let mut heartbeat = Heartbeat::new();
    let why = loop {
        let step = tokio::select! {
            outgoing = client.outbox.next() => deliver(&mut socket, &client, outgoing).await,
            message = socket.recv() => receive(&mut socket, &mut client, &mut heartbeat, message).await,
            _ = heartbeat.pings.tick() => match heartbeat.ping(&mut socket).await {
                // Boxed, so that an idle socket does not reserve memory for it.
                Ok(()) if heartbeat.is_time_to_check() => Box::pin(client.check_session()).await,
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
    let limit = if why == Close::Restart { SHUTDOWN_CLOSE_TIMEOUT } else { CLOSE_TIMEOUT };
    // A client that is gone cannot be told.
    let _ = timeout(limit, close(socket, why)).await;
}

/// Sends the close frame and reads on until the client closes: if data arrives after the socket is dropped, the frame
/// may be discarded.
async fn close(mut socket: Box<WebSocket>, why: Close) {
    if socket.send(Message::Close(why.frame())).await.is_ok() {
        while let Some(Ok(_)) = socket.recv().await {}
    }
}

/// Completes when the lobby has changed; never, for a client that does not subscribe to it.
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
    match timeout(SEND_TIMEOUT, socket.send(message)).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) => Err(Close::Gone),
        Err(_) => Err(Close::TooSlow),
    }
}

/// Sends what was put into the outbox.
async fn deliver(
    socket: &mut WebSocket,
    client: &Client,
    outgoing: Result<Outgoing, TooSlow>,
) -> Result<(), Close> {
    let message = match outgoing {
        Err(TooSlow) => return Err(Close::TooSlow),
        Ok(Outgoing::Update(update)) => update.text_for(client.color_in(update.game)),
        Ok(Outgoing::SideEvent(side_event)) if client.wants(&side_event.what) => side_event.text.clone(),
        Ok(Outgoing::SideEvent(_)) => return Ok(()),
        Ok(Outgoing::Notification(notification)) => match notification_message(&notification, client)? {
            Some(message) => text(&message),
            None => return Ok(()),
        },
    };
    send(socket, text_frame(&message)).await
}

/// The message for a notification, if one is sent.
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
        // The page that shows the game learns of it from the game itself.
        Notification::Rematch(..) => return Ok(None),
        Notification::LoggedOut(session) if client.ends_with(*session) => return Err(Close::LoggedOut),
        Notification::LoggedOut(_) => return Ok(None),
    }))
}

async fn receive(
    socket: &mut WebSocket,
    client: &mut Client,
    heartbeat: &mut Heartbeat,
    message: Option<Result<Message, axum::Error>>,
) -> Result<(), Close> {
    heartbeat.heard = Instant::now();
    match message {
        None | Some(Ok(Message::Close(_))) => Err(Close::Gone),
        Some(Err(error)) => Err(Close::because_of(error)),
        Some(Ok(Message::Text(message))) => {
            // Boxed, so that an idle socket does not reserve memory for it.
            let (answers, end) = Box::pin(client.handle(&message)).await;
            for answer in answers {
                send(socket, text_frame(&answer)).await?;
            }
            end
        }
        Some(Ok(Message::Binary(_))) => Err(Close::NotUnderstood),
        Some(Ok(Message::Pong(number))) => {
            if let Some(trip) = heartbeat.pong(&number) {
                client.lag.measured(heartbeat.heard, trip);
            }
            Ok(())
        }
        // The library answers pings; counting them limits a flood.
        Some(Ok(Message::Ping(_))) => client.count(),
    }
}

/// Pings the client: whether it is still there, and how far away.
struct Heartbeat {
    pings: Interval,
    heard: Instant,
    last_ping: Option<(u64, Instant)>,
}

impl Heartbeat {
    fn new() -> Heartbeat {
        // The first ping is sent soon: the lag of the first moves counts as well.
        let mut pings = interval_at(tokio::time::Instant::now() + Duration::from_millis(200), PING_INTERVAL);
        pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
        Heartbeat { pings, heard: Instant::now(), last_ping: None }
    }

    async fn ping(&mut self, socket: &mut WebSocket) -> Result<(), Close> {
        let now = Instant::now();
        if now.duration_since(self.heard) > SILENCE_TIMEOUT {
            return Err(Close::Gone);
        }
        let number = self.last_ping.map_or(0, |(number, _)| number + 1);
        self.last_ping = Some((number, now));
        send(socket, Message::Ping(number.to_be_bytes().to_vec().into())).await
    }

    /// True once a minute. The database is then asked whether the session still exists, because another process
    /// (`tabiya user`) may have ended it.
    fn is_time_to_check(&self) -> bool {
        self.last_ping.is_some_and(|(number, _)| number % PINGS_PER_MINUTE == PINGS_PER_MINUTE - 1)
    }

    /// The round-trip time, if this answers the last ping.
    fn pong(&self, number: &[u8]) -> Option<Duration> {
        let (sent, when) = self.last_ping?;
        (number == sent.to_be_bytes()).then(|| when.elapsed())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::future::Future;

    fn size<A, B, C, D, F: Future>(_: impl FnOnce(A, B, C, D) -> F) -> usize {
        size_of::<F>()
    }

    /// Thousands of sockets are idle at once, so the memory that each holds matters.
    #[test]
    fn an_idle_socket_is_small() {
        assert!(size(run) < 1_400, "{} bytes", size(run));
    }
}
