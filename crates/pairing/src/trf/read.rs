//! Reading a file line by line, and checking that its parts agree.

use super::fault::{Fault, Faults, Note};
use super::player::{self, Columns};
use super::settings::Settings;
use super::{Content, Dialect, Document, Line};
use crate::{Entry, Player, PlayerResult, Points, Tournament};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// Text headers that describe the event, and do not change pairing or standings.
const HEADERS: [&str; 17] = [
    "012", "022", "032", "042", "052", "062", "072", "082", "092", "102", "112", "122", "132", "172", "182",
    "202", "222",
];

pub(super) fn parse(text: &str) -> Result<Document, Faults> {
    let mut faults = Vec::new();
    let mut notes = Vec::new();
    let mut settings = Settings::default();
    let mut lines = Vec::new();
    let mut players: Vec<(usize, Player)> = Vec::new();
    let text = text.strip_prefix('\u{feff}').map_or(text, |rest| {
        lines.push(Line { text: String::from("\u{feff}"), ending: String::new(), content: Content::Other });
        rest
    });
    let marks = lines.len();
    for (index, (text, ending)) in split_lines(text).enumerate() {
        let line = index + 1;
        let tag: String = text.chars().take(3).collect();
        let mut columns = Columns { line, characters: text.chars().collect(), faults: &mut faults };
        let content = match tag.as_str() {
            "001" => match player::parse(&mut columns) {
                Some(player) => {
                    players.push((line, player.clone()));
                    Content::Player(player)
                }
                None => Content::Other,
            },
            "###" => Content::Other,
            _ if text.trim().is_empty() => Content::Other,
            tag if settings.parse(tag, &mut columns) => Content::Setting,
            "212" => Content::Other,
            tag if HEADERS.contains(&tag) => Content::Other,
            tag => {
                notes.push(Note { line, message: without_effect(tag) });
                Content::Other
            }
        };
        lines.push(Line { text: text.into(), ending: ending.into(), content });
    }
    let mut tournament = settings.tournament.clone();
    let name = lines.iter().find_map(|line| line.text.strip_prefix("012"));
    tournament.name = name.map(|name| name.trim().to_string()).unwrap_or_default();
    settings.finish(&mut tournament);
    sort_players(&mut players, &mut faults);
    settings.enter_byes(&mut players, &mut faults);
    settings.check_numbers(&players, &mut faults);
    tournament.players = players.iter().map(|(_, player)| player.clone()).collect();
    check_entries(&tournament, &players, &mut faults);
    if faults.is_empty() {
        check_points(&tournament, &players, &mut faults);
    }
    if !faults.is_empty() {
        faults.sort_by_key(|fault| (fault.line, fault.column));
        return Err(Faults(faults));
    }
    // A player is compared with this copy when the file is written, so it includes byes from separate lines.
    for (line, player) in &players {
        lines[line - 1 + marks].content = Content::Player(player.clone());
    }
    let dialect = if settings.is_old { Dialect::Trf16 } else { Dialect::Trf26 };
    let original = Tournament { players: Vec::new(), ..tournament.clone() };
    Ok(Document { tournament, notes, lines, original, dialect })
}

fn without_effect(tag: &str) -> String {
    match tag {
        "013" | "300" | "310" | "320" | "330" | "352" | "362" | "801" | "802" => {
            format!("{tag} belongs to team tournaments and has no effect here")
        }
        tag if tag.chars().all(|character| character.is_ascii_uppercase()) => {
            format!("{tag} is not a line that changes the pairing, or a national rating; it has no effect")
        }
        tag => format!("unknown line {tag:?} has no effect"),
    }
}

/// Lines with their endings: CR, LF or CRLF.
fn split_lines(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let mut rest = text;
    core::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let end = rest.find(['\r', '\n']).unwrap_or(rest.len());
        let (line, tail) = rest.split_at(end);
        let width = if tail.starts_with("\r\n") { 2 } else { tail.len().min(1) };
        let (ending, next) = tail.split_at(width);
        rest = next;
        Some((line, ending))
    })
}

fn fault(
    faults: &mut Vec<Fault>,
    line: usize,
    column: usize,
    expected: impl Into<String>,
    found: impl Into<String>,
) {
    faults.push(Fault { line, column, expected: expected.into(), found: found.into() });
}

fn sort_players(players: &mut [(usize, Player)], faults: &mut Vec<Fault>) {
    players.sort_by_key(|(line, player)| (player.number, *line));
    for pair in players.windows(2) {
        if pair[0].1.number == pair[1].1.number {
            fault(
                faults,
                pair[1].0,
                5,
                "a starting number that no line above has",
                pair[1].1.number.to_string(),
            );
        }
    }
}

/// Checks that both players of a game have an entry for it, with opposite colours and matching results.
fn check_entries(tournament: &Tournament, players: &[(usize, Player)], faults: &mut Vec<Fault>) {
    let rounds = players.iter().map(|(_, player)| player.rounds.len()).max().unwrap_or(0);
    for round in 1..=rounds {
        let column = 92 + 10 * (round - 1);
        let mut byes = 0;
        for (line, player) in players {
            let entry = player.entry(round);
            if entry == Entry::PairingBye {
                byes += 1;
                if byes == 2 {
                    fault(faults, *line, column + 7, "at most one pairing-allocated bye (U) in a round", "U");
                }
            }
            let Some(opponent) = entry.opponent() else { continue };
            let Some(index) = tournament.index_of(opponent) else {
                fault(
                    faults,
                    *line,
                    column,
                    "the starting number of a player in this file",
                    opponent.to_string(),
                );
                continue;
            };
            let other = tournament.players[index].entry(round);
            if opponent == player.number {
                fault(faults, *line, column, "another player as opponent", opponent.to_string());
            } else if other.opponent() != Some(player.number) {
                let expected =
                    format!("an opponent whose line names player {} in round {round}", player.number);
                fault(faults, *line, column, expected, opponent.to_string());
            } else if let Some(expected) = contradiction(entry, other) {
                fault(faults, *line, column + 5, expected, format!("player {opponent} has another"));
            }
        }
    }
}

/// What is expected of two entries for one game, if they contradict each other.
fn contradiction(entry: Entry, other: Entry) -> Option<&'static str> {
    match (entry, other) {
        (Entry::Game { color, result, .. }, Entry::Game { color: other_color, result: other_result, .. }) => {
            let both_gain = !matches!(result, PlayerResult::Loss | PlayerResult::Unknown)
                && !matches!(other_result, PlayerResult::Loss | PlayerResult::Unknown)
                && (result, other_result) != (PlayerResult::Draw, PlayerResult::Draw);
            if color == other_color {
                Some("opposite colours of the two players of a game")
            } else if both_gain
                || (result == PlayerResult::Unknown) != (other_result == PlayerResult::Unknown)
            {
                Some("results of the two players of a game that fit together")
            } else {
                None
            }
        }
        (Entry::Forfeit { won: true, .. }, Entry::Forfeit { won: true, .. }) => {
            Some("one winner by forfeit at most")
        }
        (Entry::Forfeit { color: Some(color), .. }, Entry::Forfeit { color: Some(other), .. })
            if color == other =>
        {
            Some("opposite colours of the two players of a game")
        }
        (Entry::Forfeit { .. }, Entry::Forfeit { .. }) => None,
        _ => Some("a game that both players played, or that neither did"),
    }
}

/// Checks that the stated points follow from the results. Otherwise a different point system was used.
fn check_points(tournament: &Tournament, players: &[(usize, Player)], faults: &mut Vec<Fault>) {
    let paired = tournament.paired_rounds();
    let entered = players.iter().map(|(_, player)| player.rounds.len()).max().unwrap_or(0);
    let accelerated = crate::dutch::VirtualScores::new(tournament);
    for (index, (line, player)) in players.iter().enumerate() {
        let Some(stated) = player.stated_points else { continue };
        // The stated points may include byes that are entered for coming rounds, and virtual points.
        let possible = (paired..=entered.max(paired)).flat_map(|rounds| {
            let score = tournament.score(index, rounds);
            [score, score + accelerated.of(index, paired), score + accelerated.of(index, paired + 1)]
        });
        let mut possible: Vec<Points> = possible.collect();
        possible.dedup();
        if !possible.contains(&stated) {
            let expected =
                format!("{} points, the sum of the results by the point system of this file", possible[0]);
            fault(faults, *line, 81, expected, stated.to_string());
        }
    }
}
