//! Simulated clients: two players and a spectator. They switch to another node when theirs does not answer, and record
//! everything they receive.

use super::world::{Node, World};
use crate::rooms::command::{Ack, Actor, Code, Command, CommandKey, CommandRefusal};
use crate::rooms::lag::Credit;
use crate::rooms::outbox::{Outbox, Outgoing};
use crate::rooms::{Room, Subscription};
use rules::{Color, LegalMove};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use wire::PlayerAction;
use wire::stored;

/// How long a client waits for an answer.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(4);

/// Everything that the clients received.
#[derive(Default)]
pub(super) struct History {
    /// The keys of acknowledged commands, as in the log, with the version of each.
    pub(super) done: Vec<(String, u64)>,
    /// The keys of commands that were refused for good, with the reason.
    pub(super) refused: Vec<(String, String)>,
    /// The rows that any client received, in the form of the log.
    pub(super) seen: BTreeMap<u64, String>,
    pub(super) violations: Vec<String>,
}

pub(super) struct Client {
    world: World,
    color: Option<Color>,
    /// The newest version that the client has seen.
    newest: u64,
    commands: u64,
}

/// A client's connection to the game on one node.
struct Connection {
    node: Node,
    room: Arc<Room>,
    outbox: Arc<Outbox>,
    _following: Subscription,
    version: u64,
}

impl Client {
    pub(super) fn new(world: World, color: Option<Color>) -> Client {
        Client { world, color, newest: 0, commands: 0 }
    }

    pub(super) async fn run(mut self) {
        while !self.world.over.load(Ordering::Relaxed) {
            if let Some(mut connection) = self.connect().await {
                while self.step(&mut connection).await {}
            }
            tokio::time::sleep(Duration::from_millis(30 + self.world.below(100))).await;
        }
    }

    /// Connects to a node that can show the game.
    async fn connect(&mut self) -> Option<Connection> {
        let node = self.world.some_node()?;
        let room =
            tokio::time::timeout(ANSWER_TIMEOUT, node.rooms.find(self.world.game)).await.ok()?.ok()??;
        let outbox = Outbox::new();
        let player = self.color.map(|color| &self.world.players[usize::from(color == Color::Black)]);
        let (following, _) = node.rooms.follow(&room, player, None, &outbox);
        let version = room.state().v;
        if version < self.newest && node.alive.load(Ordering::Relaxed) {
            let newest = self.newest;
            self.report(format!("{:?} saw version {version} after {newest}", self.color));
        }
        self.newest = self.newest.max(version);
        Some(Connection { node, room, outbox, _following: following, version })
    }

    fn report(&self, what: String) {
        self.world.history.lock().violations.push(what);
    }

    /// Reads updates for a while, then perhaps makes a move. Returns false if the client should reconnect.
    async fn step(&mut self, connection: &mut Connection) -> bool {
        let think = Duration::from_millis(20 + self.world.below(700));
        let until = tokio::time::Instant::now() + think;
        while let Ok(next) = tokio::time::timeout_at(until, connection.outbox.next()).await {
            if !self.alive(connection) {
                return false;
            }
            match next {
                Ok(Outgoing::Update(update)) => self.note(connection, update.v, stored::row(&update.events)),
                Ok(_) => {}
                Err(_) => return false,
            }
        }
        if !self.alive(connection) || self.world.over.load(Ordering::Relaxed) || self.world.below(40) == 0 {
            return false;
        }
        let Some(color) = self.color else { return true };
        let (turn, ply, is_over) = {
            let state = connection.room.state();
            (state.game.turn(), state.game.ply(), state.game.termination().is_some())
        };
        if is_over || turn != color {
            return true;
        }
        self.make_move(connection, color, ply).await
    }

    fn alive(&self, connection: &Connection) -> bool {
        connection.node.alive.load(Ordering::Relaxed)
    }

    fn note(&mut self, connection: &mut Connection, v: u64, row: String) {
        if v != connection.version + 1 {
            self.report(format!("{:?} was told of row {v} after {}", self.color, connection.version));
        }
        connection.version = v;
        self.newest = self.newest.max(v);
        let mut history = self.world.history.lock();
        let known = history.seen.entry(v).or_insert_with(|| row.clone());
        if *known != row {
            let what = format!("row {v} was {known}, and is {row} for {:?}", self.color);
            history.violations.push(what);
        }
    }

    /// Plays a move, perhaps from two tabs, and repeats it until it is answered.
    async fn make_move(&mut self, connection: &mut Connection, color: Color, ply: usize) -> bool {
        let moves: Vec<String> = {
            let state = connection.room.state();
            state.game.position().legal_moves().iter().map(LegalMove::uci).collect()
        };
        if moves.is_empty() {
            return true;
        }
        let chosen = self.world.below(moves.len() as u64) as usize;
        self.commands += 1;
        let command = self.command(&moves[chosen], ply, "");
        match self.world.below(6) {
            // The same command again on another node.
            0 => self.send_elsewhere(color, command.clone()),
            // Another move on another node.
            1 => {
                let other = self.command(&moves[(chosen + 1) % moves.len()], ply, "-rival");
                self.send_elsewhere(color, other);
            }
            _ => {}
        }
        for _ in 0..20 {
            let answer = ask(&self.world, &connection.node, &connection.room, color, command.clone()).await;
            match answer {
                Some(Ok(Ack { v })) => {
                    self.newest = self.newest.max(v);
                    return true;
                }
                Some(Err(refused)) if !is_open(&refused) => return true,
                _ => {}
            }
            if self.world.over.load(Ordering::Relaxed) {
                return false;
            }
            tokio::time::sleep(Duration::from_millis(20 + self.world.below(200))).await;
            // With the same id on another node.
            match self.connect().await {
                Some(other) => *connection = other,
                None => continue,
            }
        }
        false
    }

    fn command(&self, uci: &str, ply: usize, suffix: &str) -> Command {
        let asked = PlayerAction::Move { r#move: uci.into(), offer_draw: false };
        let id = Some(format!("{}{suffix}", self.commands));
        Command { id, ply: Some(ply), lag: Credit::default(), asked }
    }

    fn send_elsewhere(&self, color: Color, command: Command) {
        let world = self.world.clone();
        tokio::spawn(async move {
            let Some(node) = world.some_node() else { return };
            tokio::time::sleep(Duration::from_millis(world.below(5))).await;
            let Ok(Ok(Some(room))) = tokio::time::timeout(ANSWER_TIMEOUT, node.rooms.find(world.game)).await
            else {
                return;
            };
            ask(&world, &node, &room, color, command).await;
        });
    }
}

/// Whether the command may have been carried out, or still may be.
fn is_open(refused: &CommandRefusal) -> bool {
    matches!(refused.code, Code::Busy | Code::Unavailable)
}

/// Sends a command to a node, and records the answer. None if the node did not answer, or died.
async fn ask(
    world: &World,
    node: &Node,
    room: &Arc<Room>,
    color: Color,
    command: Command,
) -> Option<Result<Ack, CommandRefusal>> {
    let player = world.players[usize::from(color == Color::Black)].clone();
    let id = command.id.as_deref().unwrap_or_default();
    let name = CommandKey::new(player.as_str(), id, &command.asked).stored();
    let acting = node.rooms.act(room, Actor::Player(player), command);
    let answer = tokio::time::timeout(ANSWER_TIMEOUT, acting).await.ok()?;
    if !node.alive.load(Ordering::Relaxed) {
        return None;
    }
    let mut history = world.history.lock();
    match &answer {
        Ok(Ack { v }) => history.done.push((name, *v)),
        Err(refused) if !is_open(refused) => history.refused.push((name, refused.why.clone())),
        Err(_) => {}
    }
    drop(history);
    Some(answer)
}
