//! What was told, held against the log.

use super::world::World;
use crate::rooms::Room;
use crate::store::Row;
use crate::store::simulated::StoredRow;
use game::{Duration, EventKind, Game, Termination, Timestamp};
use std::collections::HashMap;
use std::sync::atomic::Ordering;
use wire::stored::{self, Created};

/// What a credit may be longer than the trouble that it is for, each time.
const TOLERANCE: Duration = Duration::from_seconds(4);

fn log(world: &World) -> Vec<StoredRow> {
    let tables = world.database.0.lock();
    tables.journal.range((world.game, 0)..=(world.game, u64::MAX)).map(|(_, row)| row.clone()).collect()
}

/// The log, one row a line.
pub(super) fn describe(world: &World) -> String {
    log(world).iter().map(|row| format!("{} {:?}\n", row.payload, row.command)).collect()
}

/// Everything that is wrong.
pub(super) fn judge(world: &World) -> Vec<String> {
    let rows = log(world);
    let mut wrong = std::mem::take(&mut world.history.lock().wrong);
    told(world, &rows, &mut wrong);
    by_itself(world, &rows, &mut wrong);
    at_the_end(world, &rows, &mut wrong);
    wrong
}

fn told(world: &World, rows: &[StoredRow], wrong: &mut Vec<String>) {
    let history = world.history.lock();
    let mut places = HashMap::new();
    for (v, row) in (1_u64..).zip(rows) {
        if let Some(name) = &row.command
            && let Some(before) = places.insert(name.clone(), v)
        {
            wrong.push(format!("doubled: the command of row {v} is that of row {before}"));
        }
    }
    for (name, v) in &history.done {
        if places.get(name) != Some(v) {
            wrong.push(format!("lost: {name} was answered with {v}, and is at {:?}", places.get(name)));
        }
    }
    for (name, why) in &history.refused {
        // A repeat may be refused after the flag fell though the first one was done: then it is in the log as done.
        let done = history.done.iter().any(|(other, _)| other == name);
        if !done && let Some(v) = places.get(name) {
            wrong.push(format!("refused ({why}), and yet it is row {v}"));
        }
    }
    for (v, seen) in &history.seen {
        let row = usize::try_from(*v).ok().and_then(|v| rows.get(v.checked_sub(1)?));
        if row.is_none_or(|row| row.payload != *seen) {
            wrong
                .push(format!("seen and gone: row {v} was {seen}, and is {:?}", row.map(|row| &row.payload)));
        }
    }
}

/// The log must make sense by itself.
fn by_itself(world: &World, rows: &[StoredRow], wrong: &mut Vec<String>) {
    let Some(created) = rows.first().and_then(|row| Created::read(&row.payload).ok()) else {
        return wrong.push("the log has no beginning".into());
    };
    let mut game = Game::new(created.settings().expect("settings that were saved"));
    let (mut latest, mut paused, mut credited, mut credits) =
        (Timestamp::ZERO, Timestamp::ZERO, Duration::ZERO, 0);
    for (v, row) in (2_u64..).zip(&rows[1..]) {
        if game.termination().is_some() {
            wrong.push(format!("row {v} comes after the end"));
        }
        let deadline = game.flag_deadline();
        let Ok(events) = stored::replay(&mut game, &row.payload) else {
            return wrong.push(format!("row {v} cannot be replayed: {}", row.payload));
        };
        for event in events {
            if event.at < latest {
                wrong.push(format!("row {v} is of {:?}, after {latest:?}", event.at));
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
                    wrong.push(format!("a flag fell at {:?}, before {deadline:?}", event.at));
                }
                _ => {}
            }
        }
    }
    // Each of the two players may have been given back every trouble once.
    let trouble = *world.trouble.lock();
    let most = trouble + trouble + TOLERANCE + Duration::from_millis(credits * TOLERANCE.millis());
    if credited > most {
        wrong.push(format!("{credited:?} were given back for {trouble:?} of trouble"));
    }
    if game.termination().is_none() {
        wrong.push(format!("the game is not over: its deadline was {:?}", game.next_deadline()));
    }
}

/// Everybody has the whole game, and it is archived once.
fn at_the_end(world: &World, rows: &[StoredRow], wrong: &mut Vec<String>) {
    for node in world.nodes.lock().iter().filter(|node| node.alive.load(Ordering::Relaxed)) {
        if let Some(room) = node.rooms.get(world.game) {
            let v = room.state().v;
            if v != rows.len() as u64 {
                wrong.push(format!("a node stays behind: {v} of {}", rows.len()));
            }
        }
    }
    let archived = world.database.0.lock().archive.get(&world.game).cloned();
    if archived.as_deref() != Some(rows) {
        wrong.push(format!("archived are {:?} rows of {}", archived.map(|rows| rows.len()), rows.len()));
    }
    let plain: Vec<Row> =
        rows.iter().map(|row| Row { command: row.command.clone(), payload: row.payload.clone() }).collect();
    if let Err(error) = Room::restore(world.game, &plain) {
        wrong.push(error.to_string());
    }
}
