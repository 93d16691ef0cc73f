//! The stored log, byte by byte.
//!
//! The files in `tests/data` are copies of what users have on their disks. **They are never edited.** A change of the
//! format gets a new number and a new file beside the old ones, and every old file must still be readable.

use crate::endings::every_ending;
use game::{Event, EventKind, Game};
use std::collections::{BTreeSet, HashSet};
use std::mem::discriminant;
use tabiya_wire::stored::{self, GameHeader};

/// The log as the first version wrote it.
const LOG_1: &str = include_str!("../data/log-v1.ndjson");
/// Rows in form 2, which is still written for rows that need nothing newer.
const LOG_2: &str = include_str!("../data/log-v2.ndjson");
/// Rows with the features of form 3: the arbiter's decisions, adjournment, default time, draw odds.
const LOG_3: &str = include_str!("../data/log-v3.ndjson");

const FILES: [(u8, &str); 3] = [(1, LOG_1), (2, LOG_2), (3, LOG_3)];

/// One game of a log: its start, and the events of each row.
struct ReplayedGame {
    created: GameHeader,
    rows: Vec<Vec<Event>>,
    game: Game,
}

fn replayed(log: &str) -> Vec<ReplayedGame> {
    let mut games: Vec<ReplayedGame> = Vec::new();
    for line in log.lines() {
        if let Ok(created) = GameHeader::read(line) {
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

/// Defines `KINDS`, the name of each kind of event with the form that introduced it, and `name`. The match has no
/// wildcard, so a new kind does not compile until it is listed, and then it needs a row in the file of its form.
macro_rules! event_kinds {
    ($($pattern:pat => $name:literal since $form:literal,)+) => {
        const KINDS: &[(&str, u8)] = &[$(($name, $form)),+];

        fn name(kind: &EventKind) -> &'static str {
            match kind {
                $($pattern => $name),+
            }
        }
    };
}

event_kinds! {
    EventKind::Moved { .. } => "moved" since 1,
    EventKind::MovedIllegally { .. } => "moved_illegally" since 1,
    EventKind::TimeGiven { .. } => "time_given" since 1,
    EventKind::DrawOffered { .. } => "draw_offered" since 1,
    EventKind::DrawDeclined { .. } => "draw_declined" since 1,
    EventKind::DrawOfferLapsed { .. } => "draw_offer_lapsed" since 1,
    EventKind::ClaimRejected { .. } => "claim_rejected" since 1,
    EventKind::TakebackRequested { .. } => "takeback_requested" since 1,
    EventKind::TakebackDeclined { .. } => "takeback_declined" since 1,
    EventKind::TakebackLapsed { .. } => "takeback_lapsed" since 1,
    EventKind::TakenBack { .. } => "taken_back" since 1,
    EventKind::Touched { .. } => "touched" since 1,
    EventKind::Adjusting { .. } => "adjusting" since 1,
    EventKind::Paused => "paused" since 1,
    EventKind::Resumed => "resumed" since 1,
    EventKind::ClocksSet { .. } => "clocks_set" since 1,
    EventKind::Restarted { reason: None } => "restarted" since 1,
    EventKind::Restarted { reason: Some(_) } => "restarted_for" since 3,
    EventKind::Appeared { .. } => "appeared" since 3,
    EventKind::DefaultTimePassed { .. } => "default_time_passed" since 3,
    EventKind::Adjourned { .. } => "adjourned" since 3,
    EventKind::RulingExplained { .. } => "ruling_explained" since 3,
    EventKind::DeadPositionUndecided => "dead_position_undecided" since 1,
    EventKind::Ended { .. } => "ended" since 1,
}

#[test]
fn every_kind_of_event_has_a_row_in_the_file_of_its_form() {
    for (form, log) in FILES {
        let games = replayed(log);
        let events = games.iter().flat_map(|game| game.rows.iter().flatten());
        let found: BTreeSet<_> = events.map(|event| name(&event.kind)).collect();
        for (kind, _) in KINDS.iter().filter(|(_, since)| *since == form) {
            assert!(found.contains(kind), "form {form}: no row has {kind:?}");
        }
    }
    for (kind, since) in KINDS {
        assert!(FILES.iter().any(|(form, _)| form == since), "{kind:?}: there is no file of form {since}");
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
    let results: Vec<_> = games.iter().map(|game| game.game.result()).collect();
    assert_eq!(results, ["0-1/2", "1/2-0", "0-0", "0-1", "0-1", "0-0", "*"]);
    // The last game is adjourned, and only its row contains the move.
    let adjourned = &games[6].game;
    assert!(adjourned.adjourned_by().is_some() && !format!("{adjourned:?}").contains("Nf6"));
}

#[test]
fn the_files_have_every_ending_and_every_proof() {
    for log in [LOG_1, LOG_2] {
        let games = replayed(log);
        let endings: HashSet<_> = games
            .iter()
            .filter_map(|game| game.game.termination())
            .map(|ending| discriminant(&ending))
            .collect();
        for ending in every_ending() {
            assert!(endings.contains(&discriminant(&ending)), "{ending:?}");
        }
        for proof in ["\"mating_line\"", "\"no_mate\"", "\"undecided\""] {
            assert!(log.contains(proof), "{proof}");
        }
    }
    for code in ["over", "material", "forced", "wall", "closed"] {
        assert!(LOG_2.contains(&format!("{{\"{code}\":{{")), "{code}");
    }
    assert!(!LOG_2.contains("mate:"), "no sentences");
}
