//! Two people at one game: they move at random, and start over when it has ended.

use crate::heard::Heard;
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
    /// Who of the two has White.
    white: usize,
    commands: u64,
    random: Random,
}

/// What became of one move.
pub(crate) struct Played {
    /// From the moment it was sent until the mover was told that it stands.
    pub(crate) answered: Duration,
    /// … and until the opponent saw it.
    pub(crate) seen: Duration,
    pub(crate) over: bool,
}

impl Pair {
    /// Two people meet, each on a server of their own, which may be the same.
    pub(crate) async fn sit_down(
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
            hear(socket, |heard| (heard.t == "game" && heard.game == Some(&self.game)).then_some(())).await?;
        }
        Ok(())
    }

    /// A moment of chance, for those who do not all want to begin at once.
    pub(crate) fn chance(&mut self, end: usize) -> usize {
        self.random.below(end)
    }

    pub(crate) fn ply(&self) -> usize {
        self.ply
    }

    /// Reads what comes in, and answers pings, until it is time.
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

    /// One move, from sending it until both have heard of it.
    pub(crate) async fn play(&mut self) -> Result<Played> {
        let moves = self.position.legal_moves();
        let legal = moves.iter().nth(self.random.below(moves.len())).context("no legal move")?;
        let (uci, next) = (legal.uci(), legal.play());
        let played = self.act(&json!({"do": "move", "move": uci})).await?;
        (self.position, self.ply) = (next, self.ply + 1);
        Ok(played)
    }

    pub(crate) async fn resign(&mut self) -> Result<Played> {
        self.act(&json!({"do": "resign"})).await
    }

    async fn act(&mut self, action: &serde_json::Value) -> Result<Played> {
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
            let answer = hear(mine, |heard| match heard.t {
                "done" if heard.id == Some(&id) => Some(Ok(())),
                "refused" if heard.id == Some(&id) => Some(Err(format!("{:?} {:?}", heard.code, heard.why))),
                _ => None,
            });
            answer.await?.map_err(|refused| anyhow::anyhow!("{message} refused: {refused}"))?;
            anyhow::Ok(sent.elapsed())
        };
        // An update of the move before may still be on its way to the opponent.
        let seen = async {
            let over = hear(theirs, |heard| {
                let state =
                    heard.state.as_ref().filter(|_| heard.t == "update" && heard.game == Some(&self.game))?;
                let over = state.result.is_some();
                (over || state.ply > self.ply && !resigns).then_some(over)
            });
            let over = over.await?;
            anyhow::Ok((over, sent.elapsed()))
        };
        let (answered, (over, seen)) = tokio::try_join!(answered, seen)?;
        Ok(Played { answered, seen, over })
    }

    /// A game has ended; both want another, with colours swapped.
    pub(crate) async fn rematch(&mut self) -> Result<()> {
        for socket in &mut self.sockets {
            self.commands += 1;
            let id = self.commands.to_string();
            socket.send(&command(&self.game, &id, self.ply, &json!({"do": "rematch"}))).await?;
        }
        let mut next = String::new();
        for socket in &mut self.sockets {
            let told = |heard: &Heard<'_>| match (heard.t, heard.next) {
                ("rematch", Some(next)) => Some(Ok(next.to_owned())),
                ("refused", _) => Some(Err(format!("{:?} {:?}", heard.code, heard.why))),
                _ => None,
            };
            next = hear(socket, told).await?.map_err(|why| anyhow::anyhow!("rematch refused: {why}"))?;
            socket.send(&json!({"t": "unwatch", "game": self.game})).await?;
        }
        self.white = 1 - self.white;
        self.begin(next).await
    }
}

/// Listens until something is what was waited for.
pub(crate) async fn hear<T>(
    socket: &mut Socket,
    mut wanted: impl FnMut(&Heard<'_>) -> Option<T>,
) -> Result<T> {
    loop {
        let text = socket.next().await?;
        let heard: Heard<'_> = serde_json::from_str(&text).with_context(|| format!("cannot read {text}"))?;
        if heard.t == "error" {
            bail!("the server says {text}");
        }
        if let Some(found) = wanted(&heard) {
            return Ok(found);
        }
    }
}
