//! Two players and a spectator, who go to another node when theirs does not answer, and write down what they are told.

use super::world::{Node, World};
use crate::rooms::command::{Actor, Code, Command, CommandKey, Done, Refused};
use crate::rooms::lag::Credit;
use crate::rooms::outbox::{Outbox, Outgoing};
use crate::rooms::{Following, Room};
use rules::{Color, LegalMove};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use wire::PlayerAction;
use wire::stored;

/// How long a client waits for an answer.
const PATIENCE: Duration = Duration::from_secs(4);

/// What all clients were told.
#[derive(Default)]
pub(super) struct History {
    /// The names of commands that were answered, as the log has them, with the version of each.
    pub(super) done: Vec<(String, u64)>,
    /// The names of commands that were refused for good.
    pub(super) refused: Vec<(String, String)>,
    /// The rows that anybody saw, as the log has them.
    pub(super) seen: BTreeMap<u64, String>,
    pub(super) wrong: Vec<String>,
}

pub(super) struct Client {
    world: World,
    color: Option<Color>,
    /// The newest version that was seen or answered.
    newest: u64,
    commands: u64,
}

/// A place at the board of a node.
struct Place {
    node: Node,
    room: Arc<Room>,
    outbox: Arc<Outbox>,
    _following: Following,
    version: u64,
}

impl Client {
    pub(super) fn new(world: World, color: Option<Color>) -> Client {
        Client { world, color, newest: 0, commands: 0 }
    }

    pub(super) async fn run(mut self) {
        while !self.world.over.load(Ordering::Relaxed) {
            if let Some(mut place) = self.come().await {
                while self.stay(&mut place).await {}
            }
            tokio::time::sleep(Duration::from_millis(30 + self.world.below(100))).await;
        }
    }

    /// Finds a node that shows the game.
    async fn come(&mut self) -> Option<Place> {
        let node = self.world.some_node()?;
        let room = tokio::time::timeout(PATIENCE, node.rooms.find(self.world.game)).await.ok()?.ok()??;
        let outbox = Outbox::new();
        let player = self.color.map(|color| &self.world.players[usize::from(color == Color::Black)]);
        let (following, _) = node.rooms.follow(&room, player, None, &outbox);
        let version = room.state().v;
        if version < self.newest && node.alive.load(Ordering::Relaxed) {
            let newest = self.newest;
            self.wrong(format!("{:?} saw version {version} after {newest}", self.color));
        }
        self.newest = self.newest.max(version);
        Some(Place { node, room, outbox, _following: following, version })
    }

    fn wrong(&self, what: String) {
        self.world.history.lock().wrong.push(what);
    }

    /// One thing after another, until the node is gone, the game is over, or it is time for another place.
    async fn stay(&mut self, place: &mut Place) -> bool {
        let think = Duration::from_millis(20 + self.world.below(700));
        let until = tokio::time::Instant::now() + think;
        while let Ok(next) = tokio::time::timeout_at(until, place.outbox.next()).await {
            if !self.alive(place) {
                return false;
            }
            match next {
                Ok(Outgoing::Update(update)) => self.note(place, update.v, stored::row(&update.events)),
                Ok(_) => {}
                Err(_) => return false,
            }
        }
        if !self.alive(place) || self.world.over.load(Ordering::Relaxed) || self.world.below(40) == 0 {
            return false;
        }
        let Some(color) = self.color else { return true };
        let (turn, ply, is_over) = {
            let state = place.room.state();
            (state.game.turn(), state.game.ply(), state.game.termination().is_some())
        };
        if is_over || turn != color {
            return true;
        }
        self.make_move(place, color, ply).await
    }

    fn alive(&self, place: &Place) -> bool {
        place.node.alive.load(Ordering::Relaxed)
    }

    fn note(&mut self, place: &mut Place, v: u64, row: String) {
        if v != place.version + 1 {
            self.wrong(format!("{:?} was told of row {v} after {}", self.color, place.version));
        }
        place.version = v;
        self.newest = self.newest.max(v);
        let mut history = self.world.history.lock();
        let known = history.seen.entry(v).or_insert_with(|| row.clone());
        if *known != row {
            let what = format!("row {v} was {known}, and is {row} for {:?}", self.color);
            history.wrong.push(what);
        }
    }

    /// Plays a move, perhaps from two tabs, until it is answered.
    async fn make_move(&mut self, place: &mut Place, color: Color, ply: usize) -> bool {
        let moves: Vec<String> = {
            let state = place.room.state();
            state.game.position().legal_moves().iter().map(LegalMove::uci).collect()
        };
        if moves.is_empty() {
            return true;
        }
        let chosen = self.world.below(moves.len() as u64) as usize;
        self.commands += 1;
        let command = self.command(&moves[chosen], ply, "");
        match self.world.below(6) {
            // The same once more on another node.
            0 => self.beside(color, command.clone()),
            // Another move on another node.
            1 => {
                let other = self.command(&moves[(chosen + 1) % moves.len()], ply, "-rival");
                self.beside(color, other);
            }
            _ => {}
        }
        for _ in 0..20 {
            let answer = ask(&self.world, &place.node, &place.room, color, command.clone()).await;
            match answer {
                Some(Ok(Done { v })) => {
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
            // Under the same name on another node.
            match self.come().await {
                Some(other) => *place = other,
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

    fn beside(&self, color: Color, command: Command) {
        let world = self.world.clone();
        tokio::spawn(async move {
            let Some(node) = world.some_node() else { return };
            tokio::time::sleep(Duration::from_millis(world.below(5))).await;
            let Ok(Ok(Some(room))) = tokio::time::timeout(PATIENCE, node.rooms.find(world.game)).await else {
                return;
            };
            ask(&world, &node, &room, color, command).await;
        });
    }
}

/// Whether the command may still happen, or may have happened.
fn is_open(refused: &Refused) -> bool {
    matches!(refused.code, Code::Busy | Code::Unavailable)
}

/// Asks a node, and writes the answer down. None if it did not answer, or died.
async fn ask(
    world: &World,
    node: &Node,
    room: &Arc<Room>,
    color: Color,
    command: Command,
) -> Option<Result<Done, Refused>> {
    let player = world.players[usize::from(color == Color::Black)].clone();
    let id = command.id.as_deref().unwrap_or_default();
    let name = CommandKey::new(player.as_str(), id, &command.asked).stored();
    let acting = node.rooms.act(room, Actor::Player(player), command);
    let answer = tokio::time::timeout(PATIENCE, acting).await.ok()?;
    if !node.alive.load(Ordering::Relaxed) {
        return None;
    }
    let mut history = world.history.lock();
    match &answer {
        Ok(Done { v }) => history.done.push((name, *v)),
        Err(refused) if !is_open(refused) => history.refused.push((name, refused.why.clone())),
        Err(_) => {}
    }
    drop(history);
    Some(answer)
}
