//! Two players who play random moves, and a rematch when the game has ended.

use crate::message::ServerMessage;
use crate::random::Random;
use crate::socket::{Socket, command};
use crate::visitor::Visitor;
use anyhow::{Context, Result, bail};
use reqwest::Client;
use serde_json::json;
use std::net::SocketAddr;
use std::time::{Duration, Instant};
use tabiya_rules::Position;

pub(crate) struct Pair {
    sockets: [Socket; 2],
    game: String,
    position: Position,
    ply: usize,
    /// The index of the player with White.
    white: usize,
    commands: u64,
    random: Random,
}

/// How long a move took, and whether it ended the game.
pub(crate) struct MoveTiming {
    /// From sending the move until its acknowledgement.
    pub(crate) answered: Duration,
    /// From sending the move until the opponent received it.
    pub(crate) seen: Duration,
    pub(crate) over: bool,
}

impl Pair {
    /// Starts a game between two guests, the first on one server, the second on another or the same.
    pub(crate) async fn create(
        client: &Client,
        servers: [SocketAddr; 2],
        time: &str,
        seed: u64,
    ) -> Result<Pair> {
        let visitors =
            [Visitor::arrive(client, servers[0]).await?, Visitor::arrive(client, servers[1]).await?];
        let game = visitors[0].play(&visitors[1], time).await?;
        let sockets = [Socket::connect(&visitors[0]).await?, Socket::connect(&visitors[1]).await?];
        let position = Position::start();
        let random = Random::new(seed);
        let mut pair = Pair { sockets, game: String::new(), position, ply: 0, white: 0, commands: 0, random };
        pair.begin(game).await?;
        Ok(pair)
    }

    async fn begin(&mut self, game: String) -> Result<()> {
        (self.game, self.position, self.ply) = (game, Position::start(), 0);
        for socket in &mut self.sockets {
            socket.watch(&self.game, None).await?;
            receive(socket, |message| {
                (message.t == "game" && message.game == Some(&self.game)).then_some(())
            })
            .await?;
        }
        Ok(())
    }

    /// A random number below `end`, so that the pairs do not all begin at once.
    pub(crate) fn random_below(&mut self, end: usize) -> usize {
        self.random.below(end)
    }

    pub(crate) fn ply(&self) -> usize {
        self.ply
    }

    /// Reads messages, and so answers pings, until this moment.
    pub(crate) async fn wait_until(&mut self, moment: Instant) -> Result<()> {
        let [first, second] = &mut self.sockets;
        let alarm = tokio::time::sleep_until(moment.into());
        tokio::pin!(alarm);
        loop {
            tokio::select! {
                biased;
                () = &mut alarm => return Ok(()),
                text = first.next() => drop(text?),
                text = second.next() => drop(text?),
            }
        }
    }

    /// Plays one move, and waits until both players have received it.
    pub(crate) async fn play(&mut self) -> Result<MoveTiming> {
        let moves = self.position.legal_moves();
        let legal = moves.iter().nth(self.random.below(moves.len())).context("no legal move")?;
        let (uci, next) = (legal.uci(), legal.play());
        let played = self.act(&json!({"do": "move", "move": uci})).await?;
        (self.position, self.ply) = (next, self.ply + 1);
        Ok(played)
    }

    pub(crate) async fn resign(&mut self) -> Result<MoveTiming> {
        self.act(&json!({"do": "resign"})).await
    }

    async fn act(&mut self, action: &serde_json::Value) -> Result<MoveTiming> {
        self.commands += 1;
        let id = self.commands.to_string();
        let mover = (self.white + self.ply) % 2;
        let resigns = action["do"] == "resign";
        let message = command(&self.game, &id, self.ply, action);
        let [first, second] = &mut self.sockets;
        let (mine, theirs) = if mover == 0 { (first, second) } else { (second, first) };
        let sent = Instant::now();
        mine.send(&message).await?;
        let answered = async {
            let answer = receive(mine, |message| match message.t {
                "done" if message.id == Some(&id) => Some(Ok(())),
                "refused" if message.id == Some(&id) => {
                    Some(Err(format!("{:?} {:?}", message.code, message.why)))
                }
                _ => None,
            });
            answer.await?.map_err(|refused| anyhow::anyhow!("{message} refused: {refused}"))?;
            anyhow::Ok(sent.elapsed())
        };
        // The update of the previous move may still be on its way to the opponent.
        let seen = async {
            let over = receive(theirs, |message| {
                let state = message
                    .state
                    .as_ref()
                    .filter(|_| message.t == "update" && message.game == Some(&self.game))?;
                let over = state.result.is_some();
                (over || state.ply > self.ply && !resigns).then_some(over)
            });
            let over = over.await?;
            anyhow::Ok((over, sent.elapsed()))
        };
        let (answered, (over, seen)) = tokio::try_join!(answered, seen)?;
        Ok(MoveTiming { answered, seen, over })
    }

    /// Starts a rematch with swapped colours after the game has ended.
    pub(crate) async fn rematch(&mut self) -> Result<()> {
        for socket in &mut self.sockets {
            self.commands += 1;
            let id = self.commands.to_string();
            socket.send(&command(&self.game, &id, self.ply, &json!({"do": "rematch"}))).await?;
        }
        let mut next = String::new();
        for socket in &mut self.sockets {
            let next_game = |message: &ServerMessage<'_>| match (message.t, message.next) {
                ("rematch", Some(next)) => Some(Ok(next.to_owned())),
                ("refused", _) => Some(Err(format!("{:?} {:?}", message.code, message.why))),
                _ => None,
            };
            next =
                receive(socket, next_game).await?.map_err(|why| anyhow::anyhow!("rematch refused: {why}"))?;
            socket.send(&json!({"t": "unwatch", "game": self.game})).await?;
        }
        self.white = 1 - self.white;
        self.begin(next).await
    }
}

/// Reads messages until one is accepted, and returns what was taken from it.
pub(crate) async fn receive<T>(
    socket: &mut Socket,
    mut wanted: impl FnMut(&ServerMessage<'_>) -> Option<T>,
) -> Result<T> {
    loop {
        let text = socket.next().await?;
        let message: ServerMessage<'_> =
            serde_json::from_str(&text).with_context(|| format!("cannot read {text}"))?;
        if message.t == "error" {
            bail!("the server says {text}");
        }
        if let Some(found) = wanted(&message) {
            return Ok(found);
        }
    }
}
