//! What the players of one game have seen, compared with what the server sends.

use super::outages::Outages;
use super::verdict::{Fault, Verdict};
use crate::message::{Move, ServerMessage};
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::time::{Duration, Instant};

/// One game as its players saw it.
#[derive(Clone)]
pub(crate) struct Record {
    pub(crate) game: String,
    pub(crate) moves: Vec<KnownMove>,
    /// The newest version that any client saw.
    pub(crate) version: u64,
    pub(crate) result: Option<String>,
    /// The number of moves whose clocks have been checked.
    pub(crate) clocks_checked: usize,
    /// The command that was not answered yet.
    pub(crate) pending: Option<Pending>,
    /// The rows of the log that any client was told of.
    pub(crate) rows: BTreeMap<u64, SeenRow>,
    /// The intended thinking time of each move.
    pub(crate) thought: HashMap<usize, Duration>,
    time: TimeControl,
    /// Whether the players have left: the clock runs on, and a flag may rightly fall.
    pub(crate) is_left: bool,
    /// The latest interruptions, to explain a flag that fell wrongly.
    troubles: VecDeque<(Instant, String)>,
}

/// How many interruptions are remembered.
const MAX_TROUBLES: usize = 12;

/// A row of the log as a client was told of it.
#[derive(Clone)]
pub(crate) struct SeenRow {
    /// The move in it, if there was one.
    pub(crate) uci: Option<String>,
    /// Whether a client got it as the answer to a command, and not only as an update.
    pub(crate) answered: bool,
}

/// The clock of a game.
#[derive(Clone, Copy)]
pub(crate) struct TimeControl {
    pub(crate) text: &'static str,
    initial: Duration,
    increment: u64,
}

impl TimeControl {
    /// Enough that nobody loses on time, whatever the outages.
    pub(crate) const LONG: TimeControl =
        TimeControl { text: "600+5", initial: Duration::from_secs(600), increment: 5_000 };
    /// Little enough that time charged for outages makes a flag fall, but more than twice the players' thinking time.
    pub(crate) const SHORT: TimeControl =
        TimeControl { text: "30+0", initial: Duration::from_secs(30), increment: 0 };
}

#[derive(Clone)]
pub(crate) struct KnownMove {
    pub(crate) uci: String,
    /// The mover's clock after the move, if a client was told.
    pub(crate) clock: Option<u64>,
    /// Whether the mover got an acknowledgement.
    pub(crate) answered: bool,
}

#[derive(Clone)]
pub(crate) struct Pending {
    pub(crate) id: String,
    pub(crate) ply: usize,
    /// The move, or `None` for a resignation.
    pub(crate) uci: Option<String>,
    /// Whether it was sent before, and so may have taken effect already.
    pub(crate) sent: bool,
    /// Another move of the same player, sent from a second tab on another node at the same moment: its id and the move.
    pub(crate) rival: Option<(String, String)>,
}

impl Pending {
    /// Whether this move was sent, from either tab.
    fn asks_for(&self, uci: &str) -> bool {
        self.uci.as_deref() == Some(uci) || self.rival.as_ref().is_some_and(|(_, rival)| rival == uci)
    }
}

/// The maximum lag credit of a move, in milliseconds.
const MAX_LAG_CREDIT_MS: u64 = 100;

impl Record {
    pub(crate) fn new(game: String, time: TimeControl) -> Record {
        Record {
            game,
            moves: Vec::new(),
            version: 0,
            result: None,
            clocks_checked: 2,
            pending: None,
            rows: BTreeMap::new(),
            thought: HashMap::new(),
            time,
            is_left: false,
            troubles: VecDeque::new(),
        }
    }

    /// Notes an interruption of the game.
    pub(crate) fn note_trouble(&mut self, trouble: String) {
        if self.troubles.len() == MAX_TROUBLES {
            self.troubles.pop_front();
        }
        self.troubles.push_back((Instant::now(), trouble));
    }

    fn troubles(&self) -> String {
        let ago =
            |(when, what): &(Instant, String)| format!("{:.1} s ago {what}", when.elapsed().as_secs_f64());
        self.troubles.iter().map(ago).collect::<Vec<_>>().join("; ")
    }

    /// The moves of a player that cost much more than the thinking time.
    fn costs(&self, player: usize) -> String {
        let mut before = u64::try_from(self.time.initial.as_millis()).unwrap_or(u64::MAX);
        let mut costs = Vec::new();
        for (ply, known) in self.moves.iter().enumerate().filter(|(ply, _)| ply % 2 == player) {
            let Some(after) = known.clock else { continue };
            let spent = Duration::from_millis((before + self.time.increment).saturating_sub(after));
            let thought = self.thought.get(&ply).copied().unwrap_or_default();
            if spent > thought + Duration::from_secs(1) {
                costs.push(format!("move {ply} cost {spent:?} for {thought:.1?}"));
            }
            before = after;
        }
        costs.join(", ")
    }

    /// A client was told of a row. All clients must be told the same.
    pub(crate) fn note_row(&mut self, v: u64, uci: Option<&str>, answered: bool, verdict: &Verdict) {
        let game = &self.game;
        let row = self.rows.entry(v).or_insert_with(|| SeenRow { uci: uci.map(str::to_owned), answered });
        row.answered |= answered;
        if row.uci.as_deref() != uci {
            let known = &row.uci;
            verdict
                .note(Fault::Split, || format!("{game}: row {v} was {known:?}, somebody else has {uci:?}"));
        }
    }

    /// The game is over.
    pub(crate) fn note_end(&mut self, result: &str, reason: &str, verdict: &Verdict) {
        if self.result.is_some() {
            return;
        }
        let (game, fallen) = (&self.game, usize::from(result == "1-0"));
        let thought: Duration =
            self.thought.iter().filter(|(ply, _)| *ply % 2 == fallen).map(|(_, thought)| *thought).sum();
        if reason == "time" && !self.is_left && thought < self.time.initial / 2 {
            verdict.note(Fault::WrongfulFlag, || {
                let (time, costs, troubles) = (self.time.text, self.costs(fallen), self.troubles());
                format!(
                    "{game}: a flag fell at move {} after {thought:?} of thinking in {time}; {costs}; {troubles}",
                    self.moves.len()
                )
            });
        }
        if reason == "abort" && !self.is_left {
            verdict.note(Fault::Aborted, || format!("{game} was aborted"));
        }
        self.result = Some(result.to_owned());
    }

    /// Compares the whole game as the server sends it with what was seen, and then adopts it. `known` is the newest
    /// version that any client had seen when the game was requested.
    pub(crate) fn compare(
        &mut self,
        message: &ServerMessage<'_>,
        known: u64,
        verdict: &Verdict,
        outages: &Outages,
        in_cluster: bool,
    ) {
        let moves = message.moves.as_deref().unwrap_or_default();
        let version = message.v.unwrap_or(0);
        if version < known {
            let game = &self.game;
            verdict.note(Fault::Lost, || format!("{game} is at version {version}, seen was {known}"));
        }
        if version < self.version {
            // It was sent before another seat received newer updates: it must be the beginning of the known game.
            self.compare_beginning(moves, verdict);
            return;
        }
        self.compare_moves(moves, verdict);
        self.compare_clocks(moves, verdict, outages, in_cluster);
        let result = message.state.as_ref().and_then(|state| state.result);
        self.compare_result(result, message, verdict);
        self.version = version;
        let known = |mv: &Move<'_>| KnownMove { uci: mv.uci.to_owned(), clock: None, answered: true };
        // The pending move has not been acknowledged yet, although the game already shows it.
        let pending_ply = self.pending.as_ref().map(|pending| pending.ply);
        self.moves = moves.iter().map(known).collect();
        if let Some(last) = pending_ply.and_then(|ply| self.moves.get_mut(ply)) {
            last.answered = false;
        }
        for (ply, known) in self.moves.iter_mut().enumerate() {
            known.clock = moves[ply].clock.of_mover(ply);
        }
    }

    fn compare_beginning(&self, moves: &[Move<'_>], verdict: &Verdict) {
        let game = &self.game;
        for (ply, mv) in moves.iter().enumerate() {
            let known = self.moves.get(ply).map(|known| known.uci.as_str());
            if known != Some(mv.uci) {
                verdict
                    .note(Fault::Split, || format!("{game}: move {ply} is {}, known was {known:?}", mv.uci));
            }
        }
    }

    fn compare_moves(&self, moves: &[Move<'_>], verdict: &Verdict) {
        let game = &self.game;
        for (ply, known) in self.moves.iter().enumerate() {
            let shown = moves.get(ply).map(|mv| mv.uci);
            if shown != Some(&known.uci) {
                let fault = if known.answered { Fault::Lost } else { Fault::SeenTooEarly };
                verdict.note(fault, || format!("{game}: move {ply} was {}, now {shown:?}", known.uci));
            }
        }
        for (ply, mv) in moves.iter().enumerate().skip(self.moves.len()) {
            let sent = self.pending.as_ref().filter(|pending| pending.ply == ply);
            if !sent.is_some_and(|pending| pending.asks_for(mv.uci)) {
                verdict.note(Fault::Doubled, || format!("{game}: nobody played move {ply}, {}", mv.uci));
            }
        }
    }

    fn compare_clocks(&mut self, moves: &[Move<'_>], verdict: &Verdict, outages: &Outages, in_cluster: bool) {
        let game = &self.game;
        for (ply, (known, mv)) in self.moves.iter().zip(moves).enumerate() {
            let shown = mv.clock.of_mover(ply);
            if known.clock.is_some() && known.clock != shown {
                let was = known.clock;
                verdict
                    .note(Fault::WrongClock, || format!("{game}: after move {ply} {was:?}, now {shown:?}"));
            }
        }
        // The first move of each side is not checked, because the clocks may not be running yet.
        for ply in self.clocks_checked..moves.len() {
            let (Some(before), Some(after)) =
                (moves[ply - 2].clock.of_mover(ply), moves[ply].clock.of_mover(ply))
            else {
                verdict.note(Fault::WrongClock, || format!("{game}: no clock at move {ply}"));
                continue;
            };
            let elapsed = moves[ply].at.saturating_sub(moves[ply - 1].at);
            let (certain, possible) = outages.between(moves[ply - 1].at, moves[ply].at);
            let most = elapsed.saturating_sub(certain);
            // In a cluster it is unknown here which node was unreachable, so only overcharging is certain to be wrong.
            let least = if in_cluster { 0 } else { elapsed.saturating_sub(possible + MAX_LAG_CREDIT_MS) };
            let spent = (before + self.time.increment).checked_sub(after);
            if !spent.is_some_and(|spent| (least..=most).contains(&spent)) {
                verdict.note(Fault::WrongClock, || {
                    format!("{game}: move {ply} cost {spent:?} ms instead of {least} to {most}")
                });
            }
        }
        for ply in self.clocks_checked..moves.len() {
            if let (Some(thought), Some(before), Some(after)) =
                (self.thought.get(&ply), moves[ply - 2].clock.of_mover(ply), moves[ply].clock.of_mover(ply))
            {
                let spent = Duration::from_millis((before + self.time.increment).saturating_sub(after));
                verdict.note_charge(spent.saturating_sub(*thought));
            }
        }
        self.clocks_checked = self.clocks_checked.max(moves.len());
    }

    fn compare_result(&mut self, shown: Option<&str>, message: &ServerMessage<'_>, verdict: &Verdict) {
        let game = &self.game;
        match (&self.result, shown) {
            (None, None) => {}
            (Some(known), shown) => {
                if shown != Some(known) {
                    verdict.note(Fault::Lost, || format!("{game} ended {known}, now {shown:?}"));
                }
            }
            (None, Some(result)) => {
                let reason = message.state.as_ref().and_then(|state| state.reason).unwrap_or("");
                self.note_end(result, reason, verdict);
            }
        }
    }
}
