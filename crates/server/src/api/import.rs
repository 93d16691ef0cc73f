//! `POST /api/import`: imports a game that was played elsewhere.

use super::error::{ApiError, FormErrors};
use super::gate::{Caller, Site};
use crate::app::App;
use crate::http::admission::Client;
use crate::http::form::Fields;
use crate::ids::GameId;
use crate::limits::Rule;
use crate::rooms::view::finished;
use crate::sanitize::{display_name, one_line};
use axum::extract::State;
use axum::{Extension, Json};
use game::{Duration, Event, EventKind, Forfeit, Game, OpponentScore, Termination, Timestamp};
use pgn::{FaultKind, GameTree, Reader, Step};
use rules::{Color, Outcome, Position, Variant};
use serde_json::{Value, json};
use std::{iter, slice};
use wire::settings::{Start, VariantName};
use wire::stored::{self, GameHeader, ImportedTags, Seat};

/// The longest tag name or value that is stored, in characters.
const MAX_TAG: usize = 255;

/// Stores the game of a PGN. It belongs to no account and counts for no rating.
pub async fn import(
    State(app): State<App>,
    site: Site,
    Extension(client): Extension<Client>,
    caller: Option<Extension<Caller>>,
    fields: Fields,
) -> Result<Json<Value>, ApiError> {
    // The names and tags of a PGN are text that other users can read.
    let is_staff = caller.as_ref().is_some_and(|Extension(caller)| caller.account.roles.may_arbitrate());
    let is_kid = caller.as_ref().is_some_and(|Extension(caller)| caller.account.kid);
    if is_kid || (app.settings.is_silent() && !is_staff) {
        return Err(ApiError::forbidden("Only arbiters can import games on this server"));
    }
    let who = caller.map_or_else(|| client.key(), |Extension(caller)| caller.account.id.to_string());
    app.allow(Rule::Import, &who)?;
    app.allow(Rule::ImportsOfTheDay, &who)?;
    let bad = |why: String| ApiError::from(FormErrors::one("pgn", why));
    let text = fields.text("pgn").ok_or_else(|| bad("Expected a game as PGN, found nothing".into()))?;
    let tree = read(text).map_err(bad)?;
    let (created, events) = replay(&tree, app.clock.now()).map_err(bad)?;
    let id = GameId::random();
    let mut game = Game::new(created.settings().map_err(|error| bad(error.to_string()))?);
    events.iter().for_each(|event| game.evolve(event));
    app.store.import(finished(id, &created, &game), log(&created, &events)).await?;
    Ok(Json(json!({ "id": id.to_string(), "url": site.game(id) })))
}

/// The log the game would have had on this server: one row per move.
fn log(created: &GameHeader, events: &[Event]) -> String {
    let moves = events.iter().map(|event| stored::row(slice::from_ref(event)));
    iter::once(created.row()).chain(moves).collect::<Vec<_>>().join("\n")
}

/// Parses exactly one game.
fn read(text: &str) -> Result<GameTree, String> {
    let mut reader = Reader::from_slice(text.as_bytes());
    let mut next = || reader.read_tree().map_err(|error| error.to_string());
    let tree = next()?.ok_or("Expected a game as PGN, found none")?;
    if let Some(fault) = tree.faults.iter().find(|fault| !tree.complete || loses_moves(&fault.kind)) {
        return Err(fault.to_string());
    }
    if tree.main_line().next().is_none() {
        return Err("Expected a game with moves, found none".into());
    }
    if next()?.is_some() {
        return Err("Expected one game, found more".into());
    }
    Ok(tree)
}

/// Whether moves of the main line may be missing. Faults in variations or tags are harmless.
fn loses_moves(kind: &FaultKind) -> bool {
    matches!(
        kind,
        FaultKind::UnclosedComment
            | FaultKind::UnclosedVariation { .. }
            | FaultKind::BadFen(_)
            | FaultKind::UnsupportedVariant { .. }
            | FaultKind::TooLong { .. }
            | FaultKind::TooManyFaults { .. }
    )
}

/// The creation record and the events of the game. The rules on endings are not applied: the game was played, and its
/// moves are legal.
fn replay(tree: &GameTree, now: Timestamp) -> Result<(GameHeader, Vec<Event>), String> {
    let start = *tree.start().ok_or("The starting position is missing")?;
    let mut position = start;
    let mut events = Vec::new();
    let mut offer = None;
    for node in tree.main_line() {
        let legal = match tree.step(node) {
            Some(Step::Move(mv)) => position.legal(mv),
            Some(Step::Pass) => return Err("Expected a game, found an analysis with null moves".into()),
            None => None,
        };
        let legal = legal.ok_or("The moves cannot be replayed")?;
        let kind = EventKind::Moved { mv: legal.mv(), san: legal.san(), returned: Duration::ZERO };
        let by = position.turn();
        if let Some(offerer) = offer.take() {
            events.push(Event { at: now, kind });
            events.push(Event { at: now, kind: EventKind::DrawOfferLapsed { by: offerer } });
        } else {
            events.push(Event { at: now, kind });
        }
        // A draw offer noted in the PGN is kept.
        if tree.comments(node).any(pgn::Comment::offers_draw) {
            offer = Some(by);
            events.push(Event { at: now, kind: EventKind::DrawOffered { by } });
        }
        position = legal.play();
        let last = tree.comments(node).find_map(pgn::Comment::offers_draw_without_move);
        if let Some(by) = last.filter(|by| offer.is_none() && *by == position.turn()) {
            offer = Some(by);
            events.push(Event { at: now, kind: EventKind::DrawOffered { by } });
        }
    }
    let draw_odds = match tree.tags.get("DrawOdds") {
        Some("white") => Some(Color::White),
        Some("black") => Some(Color::Black),
        _ => None,
    };
    let termination = termination(tree, &position, draw_odds);
    let evidence = game::Evidence::NotAsked;
    if let Some(reason) = tree.tags.get("ForfeitReason").filter(|_| termination.forfeit().is_some()) {
        events.push(Event { at: now, kind: EventKind::RulingExplained { text: one_line(reason, MAX_TAG) } });
    }
    events.push(Event { at: now, kind: EventKind::Ended { termination, evidence } });
    let tags =
        tree.tags.iter().map(|(name, value)| (one_line(name, MAX_TAG), one_line(value, MAX_TAG))).collect();
    let variant = match start.variant() {
        Variant::Standard => VariantName::Standard,
        Variant::Chess960 => VariantName::Chess960,
    };
    let created = GameHeader {
        start: Start {
            fen: (start != Position::start()).then(|| start.fen()),
            variant,
            draw_odds: draw_odds.map(wire::Side::from),
            ..Start::default()
        },
        begins: now.millis(),
        white: seat(tree, "White"),
        black: seat(tree, "Black"),
        rated: false,
        chat: false,
        rematch_of: None,
        from_lobby: false,
        imported: Some(ImportedTags { tags }),
    };
    Ok((created, events))
}

/// The player of a side, from its tags.
fn seat(tree: &GameTree, side: &str) -> Seat {
    let tag = |suffix: &str| display_name(tree.tags.get(&format!("{side}{suffix}"))?);
    Seat::Named {
        name: tag("").unwrap_or_else(|| "?".into()),
        title: tag("Title").filter(|title| title != "-"),
        rating: tag("Elo").and_then(|rating| rating.parse().ok()),
    }
}

/// How the game ended: from the board if it shows, otherwise from the tags.
fn termination(tree: &GameTree, last: &Position, draw_odds: Option<Color>) -> Termination {
    if last.is_checkmate() {
        return Termination::Checkmate { winner: !last.turn() };
    }
    if last.is_stalemate() {
        return Termination::Stalemate;
    }
    let how = tree.tags.get("Termination").unwrap_or_default().to_ascii_lowercase();
    let drawn = tree.tags.get("Reason").and_then(drawn_by);
    match (tree.outcome, drawn) {
        (Some(Outcome::Draw), Some(drawn)) => return drawn,
        // With draw odds, a draw counts as a win.
        (Some(Outcome::Win(winner)), Some(drawn)) if draw_odds == Some(winner) => return drawn,
        _ => {}
    }
    match tree.outcome {
        Some(Outcome::Win(winner)) => lost(!winner, &how),
        Some(Outcome::Draw) if how == "time forfeit" => {
            Termination::FlagFallUnwinnable { fallen: last.turn() }
        }
        Some(Outcome::Draw) => Termination::Agreement,
        Some(Outcome::HalfPoint(color)) => {
            Forfeit::One { loser: !color, opponent: OpponentScore::HalfPoint }.into()
        }
        Some(Outcome::BothLose) => Termination::DoubleForfeit,
        // Unknown; the API reports it as such.
        None => Termination::Aborted,
    }
}

/// A draw, from the code in the tag `Reason` that our own exports write.
fn drawn_by(reason: &str) -> Option<Termination> {
    let draws = [
        Termination::DeadPosition,
        Termination::Agreement,
        Termination::ThreefoldRepetition,
        Termination::FivefoldRepetition,
        Termination::FiftyMoves,
        Termination::SeventyFiveMoves,
    ];
    draws.into_iter().find(|draw| draw.code() == reason)
}

fn lost(loser: Color, how: &str) -> Termination {
    match how {
        "time forfeit" => Termination::FlagFall { fallen: loser },
        "abandoned" => Forfeit::by(loser).into(),
        "rules infraction" => Termination::IllegalMoves { by: loser },
        _ => Termination::Resignation { by: loser },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn imported_games_can_be_replayed(
            text in "(\\[[A-Z][a-z]{0,8} \"\\PC{0,12}\"\\]\n){0,3}\n?([1-9]\\. |e4 |e5 |Nf3 |d[45] |\\{\\PC{0,5}\\} |[()*$]|1-0 |-- ){0,20}",
        ) {
            if let Ok((created, events)) = read(&text).and_then(|tree| replay(&tree, Timestamp::ZERO)) {
                let mut game = Game::new(created.settings().expect("a position to begin with"));
                let log = log(&created, &events);
                let mut again = Vec::new();
                for row in log.lines().skip(1) {
                    again.extend(stored::replay(&mut game, row).expect("our own row"));
                }
                prop_assert_eq!(again, events);
                prop_assert!(game.termination().is_some());
            }
        }
    }

    fn ended(pgn: &str) -> Result<String, String> {
        let tree = read(pgn)?;
        let (_, events) = replay(&tree, Timestamp::ZERO)?;
        match &events.last().expect("an end").kind {
            EventKind::Ended { termination, .. } => Ok(termination.to_string()),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn endings_are_recognized() {
        for (pgn, how) in [
            ("1. f3 e5 2. g4 Qh4# 1-0", "checkmate"), // the board overrides the result
            ("1. e4 e5 0-1", "resignation"),
            ("[Termination \"Time forfeit\"]\n\n1. e4 e5 0-1", "time"),
            ("1. e4 e5 1/2-1/2", "agreement"),
            ("1. e4 e5 *", "abort"),
            ("1. e4 (1. zz) e5!!!! *", "abort"), // only a variation and an annotation are lost
        ] {
            assert_eq!(
                ended(pgn).as_deref().map(|found| found.contains(how)),
                Ok(true),
                "{pgn}: {:?}",
                ended(pgn)
            );
        }
    }

    #[test]
    fn invalid_games_are_refused() {
        for (pgn, found) in [
            ("", "none"),
            ("hello world", "hello"),
            ("[White \"Ann\"]\n\n*", "moves"),
            ("1. e4 e5 2. Ke3 *", "Ke3"),
            ("1. e4 -- 2. d4 *", "null"),
            ("1. e4 e5 {never closed 2. d4", "comment"),
            ("[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n1. e4 *", "FEN"),
            ("[Variant \"Atomic\"]\n\n1. e4 *", "Atomic"),
            ("[White \"a\"]\n\n1. e4 1-0\n\n[White \"b\"]\n\n1. d4 1-0", "more"),
        ] {
            let why = ended(pgn).expect_err(pgn);
            assert!(why.contains(found), "{pgn}: {why}");
        }
    }
}
