//! One round, replayed from its log.

use crate::ids::GameId;
use crate::store::Record;
use game::{Duration, Timestamp};
use serde::{Deserialize, Serialize};
use wire::settings::Start;

/// One game of a round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Board {
    /// The id of the game.
    pub(crate) game: String,
    /// White's id and name.
    pub(crate) white: (String, String),
    /// Black's id and name.
    pub(crate) black: (String, String),
}

impl Board {
    /// The id of the game; `None` if this version cannot parse it.
    pub(crate) fn id(&self) -> Option<GameId> {
        self.game.parse().ok()
    }
}

/// The plan of a round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Plan {
    pub(crate) name: String,
    /// The organiser's id and name.
    pub(crate) by: (String, String),
    /// The games, in the order of their boards.
    pub(crate) boards: Vec<Board>,
    /// The start of each game.
    pub(crate) start: Start,
    pub(crate) rated: bool,
    /// When the games are created, in milliseconds.
    pub(crate) pair_at: u64,
    /// When the clocks start.
    pub(crate) start_at: Option<u64>,
    /// Whether clocks wait to be started together; otherwise each game starts its own with the first moves.
    pub(crate) hold: bool,
    /// After how many minutes an absent player loses.
    pub(crate) default_minutes: Option<u32>,
}

/// A row of a round's log. What concerns all games is recorded before it is done, and `Done` afterwards, so that a
/// server that was killed in between completes it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum RoundEvent {
    Planned(Box<Plan>),
    /// The games are created.
    Paired,
    Started,
    Paused,
    /// The stopped clocks run again.
    Resumed,
    /// Absent players lose.
    Defaulted,
    /// The round is cancelled.
    Canceled,
    /// The last recorded event is done in every game.
    Done,
}

/// The current state of a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Round {
    pub(crate) id: String,
    pub(crate) plan: Plan,
    pub(crate) created: Timestamp,
    /// When the games were created.
    pub(crate) paired_at: Option<Timestamp>,
    /// When the clocks started.
    pub(crate) started_at: Option<Timestamp>,
    /// Whether absent players have lost.
    pub(crate) is_defaulted: bool,
    pub(crate) is_canceled: bool,
    /// An event that is recorded but perhaps not done in every game.
    pub(crate) pending: Option<RoundEvent>,
    /// The sequence number of the last row.
    pub(crate) seq: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum RoundStep {
    Pair,
    Start,
    /// Absent players lose.
    Default,
}

impl Round {
    /// A round that has just been planned.
    pub(crate) fn planned(id: String, plan: Plan, at: Timestamp) -> Round {
        Round {
            id,
            plan,
            created: at,
            paired_at: None,
            started_at: None,
            is_defaulted: false,
            is_canceled: false,
            pending: None,
            seq: 1,
        }
    }

    pub(crate) fn apply(&mut self, event: &RoundEvent, at: Timestamp) {
        self.seq += 1;
        match event {
            RoundEvent::Planned(_) => {}
            RoundEvent::Paired => self.paired_at = Some(at),
            RoundEvent::Started => self.started_at = Some(at),
            RoundEvent::Paused | RoundEvent::Resumed => {}
            RoundEvent::Defaulted => self.is_defaulted = true,
            RoundEvent::Canceled => self.is_canceled = true,
            RoundEvent::Done => {
                self.pending = None;
                return;
            }
        }
        self.pending = Some(event.clone());
    }

    /// Replays a log. Rows written by a newer version that this one cannot read are skipped.
    pub(crate) fn replay(records: &[Record]) -> Vec<Round> {
        let mut rounds: Vec<Round> = Vec::new();
        for record in records {
            let Ok(event) = serde_json::from_str::<RoundEvent>(&record.payload) else { continue };
            match event {
                RoundEvent::Planned(plan) => {
                    rounds.push(Round::planned(record.id.clone(), *plan, record.at));
                }
                event => {
                    if let Some(round) = rounds.iter_mut().find(|round| round.id == record.id) {
                        round.apply(&event, record.at);
                    }
                }
            }
        }
        rounds
    }

    /// The next scheduled event and its time.
    pub(crate) fn due(&self) -> Option<(Timestamp, RoundStep)> {
        if self.is_canceled {
            return None;
        }
        let Some(_) = self.paired_at else {
            return Some((Timestamp::from_millis(self.plan.pair_at), RoundStep::Pair));
        };
        let started = match (self.started_at, self.plan.hold) {
            (Some(started), _) => started,
            (None, true) => {
                return self.plan.start_at.map(|at| (Timestamp::from_millis(at), RoundStep::Start));
            }
            // These clocks are not started together; the time counts from when the players were seated.
            (None, false) => self.paired_at?,
        };
        let minutes = self.plan.default_minutes.filter(|_| !self.is_defaulted)?;
        Some((started + Duration::from_minutes(minutes.into()), RoundStep::Default))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan() -> Plan {
        Plan {
            name: "Round 1".into(),
            by: ("ann".into(), "Ann".into()),
            boards: Vec::new(),
            start: Start::default(),
            rated: false,
            pair_at: 1000,
            start_at: Some(5000),
            hold: true,
            default_minutes: Some(1),
        }
    }

    fn record(seq: u64, at: u64, event: &RoundEvent) -> Record {
        let payload = serde_json::to_string(event).expect("JSON");
        Record { n: seq, id: "abc".into(), seq, at: Timestamp::from_millis(at), payload }
    }

    #[test]
    fn due_events_follow_from_the_log() {
        let due = |events: &[(u64, RoundEvent)]| {
            let mut records = vec![record(1, 0, &RoundEvent::Planned(Box::new(plan())))];
            let later = events.iter().enumerate();
            records.extend(later.map(|(index, (at, event))| record(index as u64 + 2, *at, event)));
            let rounds = Round::replay(&records);
            assert_eq!(rounds[0].seq, records.len() as u64);
            (rounds[0].due().map(|(at, due)| (at.millis(), due)), rounds[0].pending.clone())
        };
        use RoundEvent::{Canceled, Defaulted, Done, Paired, Started};
        assert_eq!(due(&[]), (Some((1000, RoundStep::Pair)), None));
        assert_eq!(due(&[(900, Canceled), (900, Done)]), (None, None));
        assert_eq!(due(&[(1000, Paired)]), (Some((5000, RoundStep::Start)), Some(Paired)));
        let started = [(1000, Paired), (1001, Done), (5000, Started)];
        assert_eq!(due(&started), (Some((65_000, RoundStep::Default)), Some(Started)));
        let over = [(1000, Paired), (1001, Done), (5000, Started), (65_000, Defaulted), (65_001, Done)];
        assert_eq!(due(&over), (None, None));
    }
}
