//! The statements of the store that rooms use, on the simulated tables.

use super::link::Link;
use super::{LEASE_MS, SILENT_MS, StoredAppend, StoredRow};
use crate::ids::GameId;
use crate::store::postgres::presence::MISSED_MS;
use crate::store::postgres::{Beat, LogRow, Outage, StoreError, Whereabouts};
use crate::store::{BeginError, FinishedGame, NewGameRecord, Row};
use game::{PerColor, Timestamp};
use rules::Color;
use std::collections::HashMap;

impl Link {
    pub(in crate::store::postgres) async fn begin(&self, new: NewGameRecord) -> Result<(), BeginError> {
        let game = new.row.game;
        let mut tables = self.database.0.lock();
        if tables.journal.contains_key(&(game, 1)) {
            return Err(BeginError::Taken);
        }
        tables.live.insert(game, new.check_at);
        let StoredAppend { key, row, .. } = StoredAppend::of(&new.row);
        tables.journal.insert(key, row);
        Ok(())
    }

    pub(in crate::store::postgres) async fn tails(
        &self,
        known: &[(GameId, u64)],
    ) -> Result<HashMap<GameId, Vec<LogRow>>, StoreError> {
        let known = known.to_vec();
        self.ask(|tables| {
            let mut tails = HashMap::new();
            for (game, seq) in known {
                let rows = tables.journal.range((game, seq + 1)..=(game, u64::MAX));
                let rows: Vec<_> = rows.map(|((_, seq), row)| log_row(*seq, row)).collect();
                if !rows.is_empty() {
                    tails.insert(game, rows);
                }
            }
            tails
        })
        .await
    }

    pub(in crate::store::postgres) async fn archived(
        &self,
        game: GameId,
    ) -> Result<Option<Vec<Row>>, StoreError> {
        self.ask(|tables| {
            let rows = tables.archive.get(&game)?;
            Some(rows.iter().map(|row| log_row(0, row).row).collect())
        })
        .await
    }

    pub(in crate::store::postgres) async fn archive(&self, finished: FinishedGame) -> Result<(), StoreError> {
        let game = finished.game;
        self.ask(|tables| {
            let rows: Vec<_> =
                tables.journal.range((game, 0)..=(game, u64::MAX)).map(|(_, row)| row.clone()).collect();
            tables.archive.entry(game).or_insert(rows);
            tables.live.remove(&game);
        })
        .await
    }

    pub(in crate::store::postgres) async fn beat(&self) -> Result<Beat, StoreError> {
        let node = self.node;
        self.ask(|tables| {
            let now = tables.now;
            let last = tables.beats.values().copied().max().unwrap_or(Timestamp::ZERO);
            let silent = |beat: Timestamp| now.since(beat).millis() > SILENT_MS;
            let others =
                tables.beats.iter().filter(|(other, beat)| **other != node && !silent(**beat)).count();
            tables.beats.insert(node, now);
            let outage =
                (last > Timestamp::ZERO && silent(last)).then_some(Outage { began: last, ended: now });
            tables.outages.extend(outage);
            Beat { now, nodes: u32::try_from(others).unwrap_or(u32::MAX) + 1, outage }
        })
        .await
    }

    pub(in crate::store::postgres) async fn outages_since(
        &self,
        since: Timestamp,
    ) -> Result<Vec<Outage>, StoreError> {
        self.ask(|tables| tables.outages.iter().filter(|outage| outage.ended > since).copied().collect())
            .await
    }

    pub(in crate::store::postgres) async fn take_due_games(
        &self,
        now: Timestamp,
    ) -> Result<Vec<GameId>, StoreError> {
        self.ask(|tables| {
            let due: Vec<_> =
                tables.live.iter().filter(|(_, check)| **check <= now).map(|(game, _)| *game).collect();
            for game in &due {
                tables.live.insert(*game, now + game::Duration::from_millis(LEASE_MS));
            }
            due
        })
        .await
    }

    pub(in crate::store::postgres) async fn set_check(
        &self,
        game: GameId,
        at: Timestamp,
        only_lower: bool,
    ) -> Result<(), StoreError> {
        self.ask(|tables| {
            if let Some(check) = tables.live.get_mut(&game)
                && (!only_lower || at < *check)
            {
                *check = at;
            }
        })
        .await
    }

    pub(in crate::store::postgres) async fn set_attached(
        &self,
        game: GameId,
        color: Color,
        here: bool,
    ) -> Result<(), StoreError> {
        let node = self.node;
        self.ask(|tables| {
            let gone = (!here).then_some(tables.now);
            tables.attached.insert((game, color, node), gone);
        })
        .await
    }

    pub(in crate::store::postgres) async fn take_over(
        &self,
        game: GameId,
        color: Color,
    ) -> Result<Option<Timestamp>, StoreError> {
        let node = self.node;
        self.ask(|tables| {
            let (now, beats, dead) = (tables.now, tables.beats.clone(), tables.dead.clone());
            let beat = |node: &i32| beats.get(node).copied().unwrap_or(Timestamp::ZERO);
            let has_ended = |node: &i32| dead.contains(node) || now.since(beat(node)).millis() > SILENT_MS;
            let mut newest = None;
            let mut is_elsewhere = false;
            for ((other_game, other_color, other), gone) in &mut tables.attached {
                if *other_game != game || *other_color != color || *other == node || gone.is_some() {
                    continue;
                }
                if has_ended(other) {
                    *gone = Some(beat(other));
                    newest = newest.max(*gone);
                } else {
                    is_elsewhere = true;
                }
            }
            newest.filter(|_| !is_elsewhere)
        })
        .await
    }

    pub(in crate::store::postgres) async fn lost_since(
        &self,
        game: GameId,
        color: Color,
    ) -> Result<Option<Timestamp>, StoreError> {
        self.ask(|tables| {
            let mut newest = None;
            for ((other_game, other_color, node), gone) in &tables.attached {
                if *other_game != game || *other_color != color || gone.is_some() {
                    continue;
                }
                let beat = tables.beats.get(node).copied().unwrap_or(Timestamp::ZERO);
                let silent = i64::try_from(tables.now.since(beat).millis()).unwrap_or(i64::MAX);
                if !tables.dead.contains(node) && silent <= MISSED_MS {
                    return None;
                }
                newest = newest.max(Some(beat));
            }
            newest
        })
        .await
    }

    pub(in crate::store::postgres) async fn whereabouts(
        &self,
        games: &[GameId],
    ) -> Result<HashMap<GameId, PerColor<Whereabouts>>, StoreError> {
        let (games, node) = (games.to_vec(), self.node);
        self.ask(|tables| {
            let mut found = HashMap::new();
            for ((game, color, other), gone) in &tables.attached {
                if !games.contains(game) {
                    continue;
                }
                let beat = tables.beats.get(other).copied().unwrap_or(Timestamp::ZERO);
                let here = gone.is_none() && *other != node && tables.now.since(beat).millis() < SILENT_MS;
                let players: &mut PerColor<Whereabouts> =
                    found.entry(*game).or_insert_with(|| PerColor::both(Whereabouts::NeverCame));
                let before = players[*color];
                players[*color] = match before {
                    _ if here => Whereabouts::Here,
                    Whereabouts::Here => Whereabouts::Here,
                    Whereabouts::Gone(since) => Whereabouts::Gone(since.max(gone.unwrap_or(beat))),
                    Whereabouts::NeverCame => Whereabouts::Gone(gone.unwrap_or(beat)),
                };
            }
            found
        })
        .await
    }
}

fn log_row(seq: u64, row: &StoredRow) -> LogRow {
    let content = Row { command: row.command.clone(), payload: row.payload.clone() };
    LogRow { seq, token: row.token, row: content }
}
