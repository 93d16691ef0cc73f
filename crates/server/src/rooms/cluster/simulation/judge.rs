//! Compares what the clients received with the log.

use super::world::World;
use crate::rooms::Room;
use crate::store::Row;
use crate::store::simulated::StoredRow;
use game::{Duration, EventKind, Game, Termination, Timestamp};
use std::collections::HashMap;
use std::sync::atomic::Ordering;
use wire::stored::{self, GameHeader};

/// How much longer a credit may be than the fault that it is for.
const TOLERANCE: Duration = Duration::from_seconds(4);

fn log(world: &World) -> Vec<StoredRow> {
    let tables = world.database.0.lock();
    tables.journal.range((world.game, 0)..=(world.game, u64::MAX)).map(|(_, row)| row.clone()).collect()
}

/// The log, one row per line.
pub(super) fn describe(world: &World) -> String {
    log(world).iter().map(|row| format!("{} {:?}\n", row.payload, row.command)).collect()
}

/// All violations that were found.
pub(super) fn judge(world: &World) -> Vec<String> {
    let rows = log(world);
    let mut violations = std::mem::take(&mut world.history.lock().violations);
    check_answers(world, &rows, &mut violations);
    check_log(world, &rows, &mut violations);
    check_final_state(world, &rows, &mut violations);
    violations
}

fn check_answers(world: &World, rows: &[StoredRow], violations: &mut Vec<String>) {
    let history = world.history.lock();
    let mut places = HashMap::new();
    for (v, row) in (1_u64..).zip(rows) {
        if let Some(name) = &row.command
            && let Some(before) = places.insert(name.clone(), v)
        {
            violations.push(format!("doubled: the command of row {v} is that of row {before}"));
        }
    }
    for (name, v) in &history.done {
        if places.get(name) != Some(v) {
            violations.push(format!("lost: {name} was answered with {v}, and is at {:?}", places.get(name)));
        }
    }
    for (name, why) in &history.refused {
        // A repeat may be refused after the flag fell although the first attempt succeeded; then the command is also in
        // `done`.
        let done = history.done.iter().any(|(other, _)| other == name);
        if !done && let Some(v) = places.get(name) {
            violations.push(format!("refused ({why}), and yet it is row {v}"));
        }
    }
    for (v, seen) in &history.seen {
        let row = usize::try_from(*v).ok().and_then(|v| rows.get(v.checked_sub(1)?));
        if row.is_none_or(|row| row.payload != *seen) {
            violations
                .push(format!("seen and gone: row {v} was {seen}, and is {:?}", row.map(|row| &row.payload)));
        }
    }
}

/// Checks that the log is consistent in itself.
fn check_log(world: &World, rows: &[StoredRow], violations: &mut Vec<String>) {
    let Some(created) = rows.first().and_then(|row| GameHeader::read(&row.payload).ok()) else {
        return violations.push("the log has no beginning".into());
    };
    let mut game = Game::new(created.settings().expect("settings that were saved"));
    let (mut latest, mut paused, mut credited, mut credits) =
        (Timestamp::ZERO, Timestamp::ZERO, Duration::ZERO, 0);
    for (v, row) in (2_u64..).zip(&rows[1..]) {
        if game.termination().is_some() {
            violations.push(format!("row {v} comes after the end"));
        }
        let deadline = game.flag_deadline();
        let Ok(events) = stored::replay(&mut game, &row.payload) else {
            return violations.push(format!("row {v} cannot be replayed: {}", row.payload));
        };
        for event in events {
            if event.at < latest {
                violations.push(format!("row {v} is of {:?}, after {latest:?}", event.at));
            }
            latest = event.at;
            match event.kind {
                EventKind::Paused => paused = event.at,
                EventKind::Resumed => {
                    credited += event.at.since(paused);
                    credits += 1;
                }
                EventKind::Ended { termination: Termination::FlagFall { .. }, .. }
                    if deadline.is_none_or(|deadline| event.at < deadline) =>
                {
                    violations.push(format!("a flag fell at {:?}, before {deadline:?}", event.at));
                }
                _ => {}
            }
        }
    }
    // Each of the two players may have been credited for every fault once.
    let trouble = *world.trouble.lock();
    let most = trouble + trouble + TOLERANCE + Duration::from_millis(credits * TOLERANCE.millis());
    if credited > most {
        violations.push(format!("{credited:?} were given back for {trouble:?} of trouble"));
    }
    if game.termination().is_none() {
        violations.push(format!("the game is not over: its deadline was {:?}", game.next_deadline()));
    }
}

/// Checks that every node has the whole game, and that it was archived completely.
fn check_final_state(world: &World, rows: &[StoredRow], violations: &mut Vec<String>) {
    for node in world.nodes.lock().iter().filter(|node| node.alive.load(Ordering::Relaxed)) {
        if let Some(room) = node.rooms.get(world.game) {
            let v = room.state().v;
            if v != rows.len() as u64 {
                violations.push(format!("a node stays behind: {v} of {}", rows.len()));
            }
        }
    }
    let archived = world.database.0.lock().archive.get(&world.game).cloned();
    if archived.as_deref() != Some(rows) {
        violations.push(format!("archived are {:?} rows of {}", archived.map(|rows| rows.len()), rows.len()));
    }
    let plain: Vec<Row> =
        rows.iter().map(|row| Row { command: row.command.clone(), payload: row.payload.clone() }).collect();
    if let Err(error) = Room::restore(world.game, &plain) {
        violations.push(error.to_string());
    }
}
