//! Two players and sometimes a spectator, who reconnect after every crash and continue their game.

use super::Shared;
use super::outages::now;
use super::record::{KnownMove, Pending, Record, TimeControl};
use super::verdict::Fault;
use crate::message::ServerMessage;
use crate::random::Random;
use crate::socket::{Socket, command};
use crate::visitor::Visitor;
use anyhow::{Context, Result, bail};
use reqwest::Client;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use tabiya_rules::Position;
use tokio_tungstenite::tungstenite::Utf8Bytes;

/// How long a node may be silent before it gets a ping, and then before the client tries another node.
const SILENCE_TIMEOUT: Duration = Duration::from_millis(1_250);

/// How long to wait for an expected message.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(12);

/// A node does not answer.
#[derive(Debug)]
struct NodeSilent;

impl std::fmt::Display for NodeSilent {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the node is silent")
    }
}

pub(crate) struct Table {
    /// The nodes that players can connect to.
    servers: Vec<SocketAddr>,
    /// White, Black, and perhaps a spectator or a second tab of White.
    visitors: Vec<Visitor>,
    /// Whether the third visitor is White's second tab.
    second_tab: bool,
    time: TimeControl,
    /// When the connection was lost, while the players are not back yet.
    closed: Option<Instant>,
    /// The server of the connection that was lost.
    suspect: Option<SocketAddr>,
    /// When the pending command was sent for the first time.
    first_sent: Instant,
    record: Record,
    finished: Vec<Record>,
    plies: usize,
    think: Duration,
    commands: u64,
    random: Random,
}

/// A socket, and the newest version that it received.
struct Seat {
    socket: Socket,
    server: SocketAddr,
    version: Option<u64>,
    /// The newest version that any client had seen when this seat requested the game: it must be shown at least that.
    known: u64,
}

impl Table {
    pub(crate) async fn create(
        client: &Client,
        servers: &[SocketAddr],
        number: usize,
        plies: usize,
        think: Duration,
    ) -> Result<Table> {
        let mut visitors = Vec::new();
        let people = if number.is_multiple_of(5) { 3 } else { 2 };
        for place in 0..people {
            visitors.push(Visitor::arrive(client, servers[(number + place) % servers.len()]).await?);
        }
        let in_cluster = servers.len() > 1;
        let second_tab = in_cluster && number % 5 == 1;
        if second_tab {
            let mut tab = visitors[0].clone();
            tab.server = servers[(number + 2) % servers.len()];
            visitors.push(tab);
        }
        let time = if in_cluster && number % 4 == 3 { TimeControl::SHORT } else { TimeControl::LONG };
        let record = Record::new(visitors[0].play(&visitors[1], time.text).await?, time);
        let random = Random::new(number as u64);
        Ok(Table {
            servers: servers.to_vec(),
            visitors,
            second_tab,
            time,
            closed: None,
            suspect: None,
            first_sent: Instant::now(),
            record,
            finished: Vec::new(),
            plies,
            think,
            commands: 0,
            random,
        })
    }

    /// Plays until the run is over, and returns the records of all games.
    pub(crate) async fn play(mut self, shared: Arc<Shared>) -> Vec<Record> {
        while !shared.done.load(Ordering::Relaxed) {
            // A lost connection is not a fault: reconnecting is what is tested.
            if let Err(error) = self.play_session(&shared).await {
                if !error.is::<NodeSilent>() && !shared.done.load(Ordering::Relaxed) {
                    self.closed.get_or_insert_with(Instant::now);
                }
                tokio::time::sleep(Duration::from_millis(20 + self.random.below(80) as u64)).await;
                let suspect = self.suspect.take();
                let where_from = suspect.map_or_else(String::new, |server| server.to_string());
                self.record.note_trouble(format!("{where_from} {error:#}"));
                let mut others: Vec<_> =
                    self.servers.iter().copied().filter(|server| Some(*server) != suspect).collect();
                if others.is_empty() {
                    others.clone_from(&self.servers);
                }
                for visitor in &mut self.visitors {
                    visitor.server = others[self.random.below(others.len())];
                }
            }
        }
        self.record.is_left = true;
        self.finished.push(self.record);
        self.finished
    }

    /// Connects all seats, and plays until the connection is lost or the game has ended and the next one begins.
    async fn play_session(&mut self, shared: &Shared) -> Result<()> {
        let mut seats = Vec::new();
        for (number, visitor) in self.visitors.iter().enumerate() {
            self.suspect = Some(visitor.server);
            // A node that is paused accepts connections but does not answer.
            let connecting = tokio::time::timeout(SILENCE_TIMEOUT, Socket::connect(visitor));
            let mut socket = connecting.await.context(NodeSilent)??;
            // White requests the whole game, the others only the updates that they missed.
            let since = Some(self.record.version).filter(|version| number > 0 && *version > 0);
            socket.watch(&self.record.game, since).await?;
            socket.send(&json!({"t": "ping", "n": number})).await?;
            let known = self.record.version;
            seats.push(Seat { socket, server: visitor.server, version: since, known });
        }
        // After its pong a seat is up to date: everything later is new to all seats.
        for seat in &mut seats {
            self.receive(seat, shared, |message| (message.t == "pong").then_some(())).await?;
        }
        self.suspect = None;
        if let Some(closed) = self.closed.take() {
            shared.note_return(closed);
        }
        let over = self.play_on(&mut seats, shared).await;
        if let Err(error) = &over {
            if !error.is::<NodeSilent>() && !shared.done.load(Ordering::Relaxed) {
                self.closed.get_or_insert_with(Instant::now);
            }
            self.drain(&mut seats, shared).await;
        }
        over?;
        let next = self.visitors[0].play(&self.visitors[1], self.time.text).await?;
        let ended = std::mem::replace(&mut self.record, Record::new(next, self.time));
        self.finished.push(ended);
        Ok(())
    }

    async fn play_on(&mut self, seats: &mut [Seat], shared: &Shared) -> Result<()> {
        loop {
            if shared.done.load(Ordering::Relaxed) {
                bail!("the run is over");
            }
            if self.record.pending.is_none() {
                if self.record.result.is_some() {
                    return Ok(());
                }
                let begun = Instant::now();
                let outcome = self.think(seats, shared).await;
                *self.record.thought.entry(self.record.moves.len()).or_default() += begun.elapsed();
                outcome?;
                self.record.pending = Some(self.choose()?);
                self.first_sent = Instant::now();
            }
            self.act(seats, shared).await?;
        }
    }

    /// Waits for the thinking time, and keeps reading meanwhile.
    async fn think(&mut self, seats: &mut [Seat], shared: &Shared) -> Result<()> {
        if self.think.is_zero() {
            return Ok(());
        }
        let share = self.think / u32::try_from(seats.len())?;
        for seat in seats {
            let listen = self.receive(seat, shared, |_| None::<()>);
            if let Ok(outcome) = tokio::time::timeout(share, listen).await {
                outcome?;
            }
        }
        Ok(())
    }

    fn choose(&mut self) -> Result<Pending> {
        self.commands += 1;
        let ply = self.record.moves.len();
        let id = format!("{}-{ply}", self.commands);
        if ply >= self.plies {
            return Ok(Pending { id, ply, uci: None, sent: false, rival: None });
        }
        let mut position = Position::start();
        for known in &self.record.moves {
            position = position.parse_uci(&known.uci)?.play();
        }
        let moves = position.legal_moves();
        let chosen = self.random.below(moves.len().max(1));
        let uci = moves.iter().nth(chosen).context("the game is over")?.uci();
        let rivals = self.second_tab && ply.is_multiple_of(2) && moves.len() > 1 && self.random.below(3) == 0;
        let other = moves.iter().nth((chosen + 1) % moves.len()).filter(|_| rivals);
        let rival = other.map(|other| (format!("{id}-rival"), other.uci()));
        Ok(Pending { id, ply, uci: Some(uci), sent: false, rival })
    }

    /// Sends the pending command, sometimes twice, and waits until all seats have received its update.
    async fn act(&mut self, seats: &mut [Seat], shared: &Shared) -> Result<()> {
        let Some(mut pending) = self.record.pending.clone() else { return Ok(()) };
        if self.rival_stands(&pending) {
            self.record.pending = None;
            return Ok(());
        }
        self.record.pending = Some(Pending { sent: true, ..pending.clone() });
        let message = command(&self.record.game, &pending.id, pending.ply, &pending.action());
        let mover = pending.ply % 2;
        let (twice, sent) = (self.random.below(20) == 0, now());
        seats[mover].socket.send(&message).await?;
        let rival = pending.rival.clone().filter(|_| !pending.sent);
        if let Some((id, uci)) = &rival {
            let action = json!({"do": "move", "move": uci});
            seats[2].socket.send(&command(&self.record.game, id, pending.ply, &action)).await?;
        }
        if twice {
            seats[mover].socket.send(&message).await?;
        }
        let mut version = self.answer(&mut seats[mover], shared, &pending.id).await?;
        let mut repeats = twice;
        if let Some((id, uci)) = rival {
            let other = self.answer(&mut seats[2], shared, &id).await?;
            if let (Ok(one), Ok(other)) = (&version, &other) {
                let game = &self.record.game;
                shared.verdict.note(Fault::Split, || {
                    format!("{game}: two moves at ply {} were answered, {one} and {other}", pending.ply)
                });
            } else if other.is_ok() {
                (pending.id, pending.uci, version, repeats) = (id, Some(uci), other, false);
            }
        }
        let version = match version {
            Ok(version) => version,
            // It may have taken effect or not: it is sent again with the same id.
            Err(code) if shared.in_cluster && matches!(code.as_str(), "unavailable" | "busy") => {
                bail!("{code}")
            }
            // The flag fell first: nothing is pending any more.
            Err(code) if code == "over" => {
                self.record.pending = None;
                bail!("{code}")
            }
            // The other tab was first, as the game will show.
            Err(code) if pending.rival.is_some() => bail!("{code}"),
            Err(code) => {
                shared.verdict.note(Fault::WrongAnswer, || format!("{message} refused: {code}"));
                self.record.pending = None;
                bail!("refused");
            }
        };
        shared.note_stall(self.first_sent.elapsed());
        // The answer to a repeat may be about an old command, and does not prove that the server is serving now.
        if !pending.sent {
            shared.served.fetch_max(sent, Ordering::Relaxed);
        }
        self.note_answer(&pending, version, shared);
        if repeats {
            let again = self.answer(&mut seats[mover], shared, &pending.id).await?;
            // A node that cannot save also refuses a repeat.
            if again.as_ref() != Ok(&version) && !matches!(&again, Err(code) if code == "unavailable") {
                shared.verdict.note(Fault::Doubled, || format!("{message}: first {version}, then {again:?}"));
            }
        }
        if self.random.below(100) == 0 && pending.rival.is_none() {
            self.reuse_id(&mut seats[mover], shared, &pending).await?;
        }
        for seat in seats.iter_mut() {
            while seat.version.is_none_or(|seen| seen < version) {
                self.receive(seat, shared, |message| matches!(message.t, "update" | "game").then_some(()))
                    .await?;
            }
        }
        Ok(())
    }

    /// Whether the game shows the move of the other tab, whose answer was lost.
    fn rival_stands(&self, pending: &Pending) -> bool {
        let made = self.record.moves.get(pending.ply).map(|known| &known.uci);
        pending.sent && pending.rival.as_ref().is_some_and(|(_, rival)| made == Some(rival))
    }

    /// Reuses the id for another command, which must be refused.
    async fn reuse_id(&mut self, seat: &mut Seat, shared: &Shared, pending: &Pending) -> Result<()> {
        let other = json!({"do": "offer"});
        seat.socket.send(&command(&self.record.game, &pending.id, pending.ply, &other)).await?;
        let answer = self.answer(seat, shared, &pending.id).await?;
        if !matches!(&answer, Err(code) if code == "conflict") {
            shared.verdict.note(Fault::Doubled, || format!("an id used for something else: {answer:?}"));
        }
        Ok(())
    }

    /// Waits for the answer to a command: its version, or the code of the refusal.
    async fn answer(&mut self, seat: &mut Seat, shared: &Shared, id: &str) -> Result<Result<u64, String>> {
        self.receive(seat, shared, |message| match message.t {
            "done" if message.id == Some(id) => Some(message.v.ok_or_else(|| "no number".to_owned())),
            "refused" if message.id == Some(id) => Some(Err(message.code.unwrap_or_default().to_owned())),
            _ => None,
        })
        .await
    }

    fn note_answer(&mut self, pending: &Pending, version: u64, shared: &Shared) {
        self.record.pending = None;
        self.record.version = self.record.version.max(version);
        shared.answered.fetch_add(1, Ordering::Relaxed);
        self.record.note_row(version, pending.uci.as_deref(), true, &shared.verdict);
        let Some(uci) = &pending.uci else { return };
        match self.record.moves.get_mut(pending.ply) {
            Some(known) => known.answered = true,
            None => self.record.moves.push(KnownMove { uci: uci.clone(), clock: None, answered: true }),
        }
    }

    /// Reads messages until one is accepted, and records all of them.
    async fn receive<T>(
        &mut self,
        seat: &mut Seat,
        shared: &Shared,
        mut wanted: impl FnMut(&ServerMessage<'_>) -> Option<T>,
    ) -> Result<T> {
        self.suspect = Some(seat.server);
        let begun = Instant::now();
        loop {
            // A node that only answers pings is useless.
            if shared.in_cluster && begun.elapsed() > ANSWER_TIMEOUT {
                return Err(anyhow::Error::new(std::io::Error::from(std::io::ErrorKind::TimedOut))
                    .context(NodeSilent));
            }
            let text = if shared.in_cluster { listen(seat).await? } else { seat.socket.next().await? };
            let message: ServerMessage<'_> = match serde_json::from_str(&text) {
                Ok(message) => message,
                Err(error) => {
                    shared.verdict.note(Fault::WrongAnswer, || format!("{error}: {text}"));
                    bail!("cannot read");
                }
            };
            if message.game == Some(&self.record.game) {
                match message.t {
                    "game" => {
                        let known = seat.known;
                        self.record.compare(
                            &message,
                            known,
                            &shared.verdict,
                            &shared.outages,
                            shared.in_cluster,
                        );
                        seat.version = message.v;
                    }
                    "update" => self.note_update(seat, &message, shared),
                    // A node that cannot read the game is useless.
                    "error" if shared.in_cluster && message.code == Some("unavailable") => {
                        bail!("unavailable")
                    }
                    _ => {}
                }
            }
            if let Some(found) = wanted(&message) {
                return Ok(found);
            }
        }
    }

    fn note_update(&mut self, seat: &mut Seat, message: &ServerMessage<'_>, shared: &Shared) {
        let (Some(version), Some(state)) = (message.v, &message.state) else {
            return shared
                .verdict
                .note(Fault::WrongAnswer, || "an update without its number or state".into());
        };
        if let Some(before) = seat.version.replace(version)
            && version != before + 1
        {
            let game = &self.record.game;
            shared.verdict.note(Fault::Gap, || format!("{game}: {version} after {before}"));
        }
        self.record.version = self.record.version.max(version);
        if let Some(result) = state.result {
            self.record.note_end(result, state.reason.unwrap_or(""), &shared.verdict);
        }
        let moved =
            message.events.iter().flatten().find(|event| event.event == "move").and_then(|event| event.uci);
        self.record.note_row(version, moved, false, &shared.verdict);
        let (Some(uci), Some(ply)) = (moved, state.ply.checked_sub(1)) else { return };
        let clock = state.clock.of_mover(ply);
        match self.record.moves.get_mut(ply) {
            Some(known) if known.uci == uci => known.clock = clock,
            Some(known) => {
                let known = &known.uci;
                shared
                    .verdict
                    .note(Fault::Lost, || format!("move {ply} was {known}, another seat saw {uci}"));
            }
            None => self.record.moves.push(KnownMove { uci: uci.to_owned(), clock, answered: false }),
        }
    }

    /// The connection is lost: messages that are still on the way count as seen.
    async fn drain(&mut self, seats: &mut [Seat], shared: &Shared) {
        for seat in seats {
            let all = self.receive(seat, shared, |_| None::<()>);
            // Reading ends with the connection.
            let _ = tokio::time::timeout(Duration::from_millis(100), all).await;
        }
    }
}

/// The next text message. A silent node gets a ping, as from the page.
async fn listen(seat: &mut Seat) -> Result<Utf8Bytes> {
    if let Ok(text) = tokio::time::timeout(SILENCE_TIMEOUT, seat.socket.next()).await {
        return text;
    }
    seat.socket.send(&json!({"t": "ping", "n": 99})).await?;
    tokio::time::timeout(SILENCE_TIMEOUT, seat.socket.next()).await.context(NodeSilent)?
}

impl Pending {
    fn action(&self) -> Value {
        match &self.uci {
            Some(uci) => json!({"do": "move", "move": uci}),
            None => json!({"do": "resign"}),
        }
    }
}
