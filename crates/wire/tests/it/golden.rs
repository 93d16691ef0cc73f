//! The stored log, byte by byte.
//!
//! The files in `tests/data` are copies of what users have on their disks. **They are never edited.** A change of the
//! format gets a new number and a new file beside the old ones, and every old file must still be readable.

use game::{Event, EventKind, Game};
use std::collections::BTreeSet;
use tabiya_wire::stored::{self, Created};

/// The log as the first version wrote it.
const LOG_1: &str = include_str!("../data/log-v1.ndjson");
/// Rows in form 2, which is still written for rows that need nothing newer.
const LOG_2: &str = include_str!("../data/log-v2.ndjson");
/// Rows with the features of form 3: the arbiter's decisions, adjournment, default time, draw odds.
const LOG_3: &str = include_str!("../data/log-v3.ndjson");

/// One game of a log: its start, and the events of each row.
struct ReplayedGame {
    created: Created,
    rows: Vec<Vec<Event>>,
    game: Game,
}

fn replayed(log: &str) -> Vec<ReplayedGame> {
    let mut games: Vec<ReplayedGame> = Vec::new();
    for line in log.lines() {
        if let Ok(created) = Created::read(line) {
            let game = Game::new(created.settings().expect("settings"));
            games.push(ReplayedGame { created, rows: Vec::new(), game });
        } else {
            let ReplayedGame { rows, game, .. } = games.last_mut().expect("a game begins with how it began");
            rows.push(stored::replay(game, line).unwrap_or_else(|error| panic!("{line}: {error}")));
        }
    }
    games
}

fn written(games: &[ReplayedGame]) -> String {
    let rows = |game: &ReplayedGame| {
        let rows = game.rows.iter().map(|events| stored::row(events));
        [game.created.row()].into_iter().chain(rows).map(|row| row + "\n").collect::<String>()
    };
    games.iter().map(rows).collect()
}

/// A name for each kind of event; a new kind does not compile until it has one here, and a row in the newest file.
fn name(kind: &EventKind) -> &'static str {
    match kind {
        EventKind::Moved { .. } => "moved",
        EventKind::MovedIllegally { .. } => "moved_illegally",
        EventKind::TimeGiven { .. } => "time_given",
        EventKind::DrawOffered { .. } => "draw_offered",
        EventKind::DrawDeclined { .. } => "draw_declined",
        EventKind::DrawOfferLapsed { .. } => "draw_offer_lapsed",
        EventKind::ClaimRejected { .. } => "claim_rejected",
        EventKind::TakebackRequested { .. } => "takeback_requested",
        EventKind::TakebackDeclined { .. } => "takeback_declined",
        EventKind::TakebackLapsed { .. } => "takeback_lapsed",
        EventKind::TakenBack { .. } => "taken_back",
        EventKind::Touched { .. } => "touched",
        EventKind::Adjusting { .. } => "adjusting",
        EventKind::Paused => "paused",
        EventKind::Resumed => "resumed",
        EventKind::ClocksSet { .. } => "clocks_set",
        EventKind::Restarted { reason: None } => "restarted",
        EventKind::Restarted { reason: Some(_) } => "restarted_for",
        EventKind::Appeared { .. } => "appeared",
        EventKind::DefaultTimePassed { .. } => "default_time_passed",
        EventKind::Adjourned { .. } => "adjourned",
        EventKind::RulingExplained { .. } => "ruling_explained",
        EventKind::DeadPositionUndecided => "dead_position_undecided",
        EventKind::Ended { .. } => "ended",
    }
}

#[test]
fn the_first_form_is_still_read_and_becomes_the_newest() {
    let old = replayed(LOG_1);
    // Used once, when a form gets a new number.
    if let Some(path) = std::env::var_os("TABIYA_WRITE_GOLDEN_LOG") {
        std::fs::write(path, written(&old)).expect("the file can be written");
    }
    assert_eq!(written(&old), LOG_2);
    for (old, new) in old.iter().zip(replayed(LOG_2)) {
        assert!(old.game == new.game && old.rows == new.rows, "{:?}", old.created);
    }
}

#[test]
fn the_third_form_is_written_as_it_is_read() {
    let games = replayed(LOG_3);
    assert_eq!(written(&games), LOG_3);
    let kinds: BTreeSet<_> =
        games.iter().flat_map(|game| game.rows.iter().flatten()).map(|event| name(&event.kind)).collect();
    for kind in ["restarted_for", "appeared", "default_time_passed", "adjourned", "ruling_explained"] {
        assert!(kinds.contains(kind), "{kind}");
    }
    let results: Vec<_> = games.iter().map(|game| game.game.result()).collect();
    assert_eq!(results, ["0-1/2", "1/2-0", "0-0", "0-1", "0-1", "0-0", "*"]);
    // The last game is adjourned, and only its row contains the move.
    let adjourned = &games[6].game;
    assert!(adjourned.adjourned_by().is_some() && !format!("{adjourned:?}").contains("Nf6"));
}

#[test]
fn the_files_have_every_event_and_every_ending() {
    for log in [LOG_1, LOG_2] {
        let games = replayed(log);
        let events = || games.iter().flat_map(|game| game.rows.iter().flatten());
        let kinds: BTreeSet<_> = events().map(|event| name(&event.kind)).collect();
        assert_eq!(kinds.len(), 19, "{kinds:?}");
        let endings: BTreeSet<_> =
            games.iter().filter_map(|game| game.game.termination()).map(game::Termination::code).collect();
        assert_eq!(endings.len(), 16, "{endings:?}");
        for proof in ["\"mating_line\"", "\"no_mate\"", "\"undecided\""] {
            assert!(log.contains(proof), "{proof}");
        }
    }
    for code in ["over", "material", "forced", "wall", "closed"] {
        assert!(LOG_2.contains(&format!("{{\"{code}\":{{")), "{code}");
    }
    assert!(!LOG_2.contains("mate:"), "no sentences");
}
