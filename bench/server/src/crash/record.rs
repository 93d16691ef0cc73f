//! What the players of one game know, held against what the server says.

use super::outages::Outages;
use super::verdict::{Fault, Verdict};
use crate::heard::{Heard, Move};
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::time::{Duration, Instant};

/// One game as its players saw it.
#[derive(Clone)]
pub(crate) struct Record {
    pub(crate) game: String,
    pub(crate) moves: Vec<Known>,
    /// The newest number that anybody saw.
    pub(crate) version: u64,
    pub(crate) result: Option<String>,
    /// So many moves have been looked at for what they cost.
    pub(crate) costed: usize,
    /// What was asked for and not answered yet.
    pub(crate) pending: Option<Pending>,
    /// The rows of the log that anybody was told of.
    pub(crate) rows: BTreeMap<u64, SeenRow>,
    /// How long the players thought about each move by their own will.
    pub(crate) thought: HashMap<usize, Duration>,
    time: TimeControl,
    /// Whether the players have got up: the clock runs on, and a flag that falls then is no wrong.
    pub(crate) is_left: bool,
    /// What last kept the players from playing, so that a flag that fell wrongly can be explained.
    troubles: VecDeque<(Instant, String)>,
}

/// How many troubles are remembered.
const MAX_TROUBLES: usize = 12;

/// A row of the log as somebody was told of it.
#[derive(Clone)]
pub(crate) struct SeenRow {
    /// The move in it, if there was one.
    pub(crate) uci: Option<String>,
    /// Whether it was the answer to a command, or only seen.
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
    /// So much that nobody loses on time, whatever the outages.
    pub(crate) const LONG: TimeControl =
        TimeControl { text: "600+5", initial: Duration::from_secs(600), increment: 5_000 };
    /// So little that time which is charged for outages makes a flag fall, and more than twice what the players think.
    pub(crate) const SHORT: TimeControl =
        TimeControl { text: "30+0", initial: Duration::from_secs(30), increment: 0 };
}

#[derive(Clone)]
pub(crate) struct Known {
    pub(crate) uci: String,
    /// What the mover's clock showed afterwards, where it was told.
    pub(crate) clock: Option<u64>,
    /// Whether the mover was told that it stands.
    pub(crate) answered: bool,
}

#[derive(Clone)]
pub(crate) struct Pending {
    pub(crate) id: String,
    pub(crate) ply: usize,
    /// None: the player resigns.
    pub(crate) uci: Option<String>,
    /// Whether it was sent before, and may have happened already.
    pub(crate) sent: bool,
    /// Another move of the same player, sent from a second tab on another node at the same moment: its name and itself.
    pub(crate) rival: Option<(String, String)>,
}

impl Pending {
    /// Whether this move was asked for, from either tab.
    fn asks_for(&self, uci: &str) -> bool {
        self.uci.as_deref() == Some(uci) || self.rival.as_ref().is_some_and(|(_, rival)| rival == uci)
    }
}

/// What a move may get back because it was long on its way, in milliseconds.
const LAG: u64 = 100;

impl Record {
    pub(crate) fn new(game: String, time: TimeControl) -> Record {
        Record {
            game,
            moves: Vec::new(),
            version: 0,
            result: None,
            costed: 2,
            pending: None,
            rows: BTreeMap::new(),
            thought: HashMap::new(),
            time,
            is_left: false,
            troubles: VecDeque::new(),
        }
    }

    /// Something kept the players from playing.
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

    /// Which moves of a player cost much more than the player thought.
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

    /// Somebody was told of a row. Everybody must be told the same.
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

    /// Holds the server's whole account against what was seen, and then believes it. `known` is the number that somebody had
    /// seen when it was asked for.
    pub(crate) fn compare(
        &mut self,
        told: &Heard<'_>,
        known: u64,
        verdict: &Verdict,
        outages: &Outages,
        in_cluster: bool,
    ) {
        let moves = told.moves.as_deref().unwrap_or_default();
        let version = told.v.unwrap_or(0);
        if version < known {
            let game = &self.game;
            verdict.note(Fault::Lost, || format!("{game} is at version {version}, seen was {known}"));
        }
        if version < self.version {
            // It was on its way while another seat heard of more: what it says must be the beginning of that.
            self.compare_beginning(moves, verdict);
            return;
        }
        self.compare_moves(moves, verdict);
        self.compare_clocks(moves, verdict, outages, in_cluster);
        let result = told.state.as_ref().and_then(|state| state.result);
        self.compare_result(result, told, verdict);
        self.version = version;
        let known = |mv: &Move<'_>| Known { uci: mv.uci.to_owned(), clock: None, answered: true };
        // What was not answered yet may still be: that it stands is known from elsewhere.
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
            let told = moves.get(ply).map(|mv| mv.uci);
            if told != Some(&known.uci) {
                let fault = if known.answered { Fault::Lost } else { Fault::SeenTooEarly };
                verdict.note(fault, || format!("{game}: move {ply} was {}, now {told:?}", known.uci));
            }
        }
        for (ply, mv) in moves.iter().enumerate().skip(self.moves.len()) {
            let asked = self.pending.as_ref().filter(|pending| pending.ply == ply);
            if !asked.is_some_and(|pending| pending.asks_for(mv.uci)) {
                verdict.note(Fault::Doubled, || format!("{game}: nobody played move {ply}, {}", mv.uci));
            }
        }
    }

    fn compare_clocks(&mut self, moves: &[Move<'_>], verdict: &Verdict, outages: &Outages, in_cluster: bool) {
        let game = &self.game;
        for (ply, (known, mv)) in self.moves.iter().zip(moves).enumerate() {
            let told = mv.clock.of_mover(ply);
            if known.clock.is_some() && known.clock != told {
                let was = known.clock;
                verdict.note(Fault::WrongClock, || format!("{game}: after move {ply} {was:?}, now {told:?}"));
            }
        }
        // The first move of each is not looked at: when clocks start is another question.
        for ply in self.costed..moves.len() {
            let (Some(before), Some(after)) =
                (moves[ply - 2].clock.of_mover(ply), moves[ply].clock.of_mover(ply))
            else {
                verdict.note(Fault::WrongClock, || format!("{game}: no clock at move {ply}"));
                continue;
            };
            let elapsed = moves[ply].at.saturating_sub(moves[ply - 1].at);
            let (certain, possible) = outages.between(moves[ply - 1].at, moves[ply].at);
            let most = elapsed.saturating_sub(certain);
            // Which node somebody could not reach is not known here: what is never right is to charge more time than passed.
            let least = if in_cluster { 0 } else { elapsed.saturating_sub(possible + LAG) };
            let spent = (before + self.time.increment).checked_sub(after);
            if !spent.is_some_and(|spent| (least..=most).contains(&spent)) {
                verdict.note(Fault::WrongClock, || {
                    format!("{game}: move {ply} cost {spent:?} ms, and should {least} to {most}")
                });
            }
        }
        for ply in self.costed..moves.len() {
            if let (Some(thought), Some(before), Some(after)) =
                (self.thought.get(&ply), moves[ply - 2].clock.of_mover(ply), moves[ply].clock.of_mover(ply))
            {
                let spent = Duration::from_millis((before + self.time.increment).saturating_sub(after));
                verdict.note_charge(spent.saturating_sub(*thought));
            }
        }
        self.costed = self.costed.max(moves.len());
    }

    fn compare_result(&mut self, told: Option<&str>, heard: &Heard<'_>, verdict: &Verdict) {
        let game = &self.game;
        match (&self.result, told) {
            (None, None) => {}
            (Some(known), told) => {
                if told != Some(known) {
                    verdict.note(Fault::Lost, || format!("{game} ended {known}, now {told:?}"));
                }
            }
            (None, Some(result)) => {
                let reason = heard.state.as_ref().and_then(|state| state.reason).unwrap_or("");
                self.note_end(result, reason, verdict);
            }
        }
    }
}
