//! Games as PGN.

use super::game_view::{GameView, Rated, SeatView};
use game::Termination;
use pgn::GameTree;
use rules::Variant;
use wire::stored::Imported;

/// What of a game is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExportOptions {
    pub moves: bool,
    pub tags: bool,
    /// What the clocks showed.
    pub clocks: bool,
}

impl Default for ExportOptions {
    fn default() -> ExportOptions {
        ExportOptions { moves: true, tags: true, clocks: true }
    }
}

/// The game in export format, one empty line after its moves.
pub fn pgn(seen: &GameView, site: &str, wanted: ExportOptions) -> String {
    let mut tree = GameTree::new(seen.game.settings().start);
    match &seen.imported {
        Some(imported) => bring_tags(&mut tree, seen, imported),
        None => {
            for (name, value) in tags(seen, site) {
                tree.tags.set(name, &value).expect("the names are good ones");
            }
        }
    }
    tree.outcome = seen.game.outcome();
    if wanted.moves {
        let (mut node, mut ply) = (tree.root(), 0);
        add_rulings(&mut tree, node, seen, ply);
        for played in seen.game.record() {
            let Some(next) = tree.add(node, played.mv.intent()) else { break };
            node = next;
            if let Some(left) = played.left[played.by].filter(|_| wanted.clocks) {
                let seconds = left.millis() / 1000;
                let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
                tree.add_comment(node, &format!("[%clk {hours}:{minutes:02}:{seconds:02}]"));
            }
            if played.draw_offered {
                tree.add_comment(node, pgn::DRAW_OFFER);
            }
            ply += 1;
            add_rulings(&mut tree, node, seen, ply);
        }
        if let Some(by) = seen.game.unwritten_offer() {
            tree.add_comment(node, &format!("{by} {}", pgn::DRAW_OFFER));
        }
    }
    let text = format!("{tree}\n");
    match text.split_once("\n\n") {
        Some((_, moves)) if !wanted.tags => moves.to_string(),
        _ => text,
    }
}

/// What the arbiter ruled after so many moves.
fn add_rulings(tree: &mut GameTree, node: pgn::NodeId, seen: &GameView, ply: usize) {
    for ruling in seen.game.rulings().iter().filter(|ruling| ruling.ply == ply) {
        tree.add_comment(node, &ruling.to_string());
    }
}

/// A game that was played elsewhere keeps what it came with; where it begins and how it ended stand in the tree.
fn bring_tags(tree: &mut GameTree, seen: &GameView, imported: &Imported) {
    const OF_THE_TREE: [&str; 4] = ["FEN", "Result", "SetUp", "Variant"];
    for (name, value) in imported.tags.iter().filter(|(name, _)| !OF_THE_TREE.contains(&name.as_str())) {
        // A name that no PGN should have is left out.
        let _ = tree.tags.set(name, value);
    }
    tree.tags.set("GameId", seen.id.as_str()).expect("the name is a good one");
}

fn tags(seen: &GameView, site: &str) -> Vec<(&'static str, String)> {
    let settings = seen.game.settings();
    let (date, time) = date_and_time(settings.begins.millis());
    let kind = if seen.rated { "rated" } else { "casual" };
    let mut tags = vec![
        ("Event", format!("{kind} {} game", seen.speed().key())),
        ("Site", format!("{site}/game/{}", seen.id)),
        ("Date", date.clone()),
        ("Round", "-".into()),
        ("White", name(&seen.seats.white)),
        ("Black", name(&seen.seats.black)),
        ("GameId", seen.id.to_string()),
        ("UTCDate", date),
        ("UTCTime", time),
        ("TimeControl", settings.time.white.to_string()),
        ("Termination", termination(seen.game.termination()).into()),
    ];
    for (tag, seat) in [("WhiteElo", &seen.seats.white), ("BlackElo", &seen.seats.black)] {
        if let SeatView::Person(_, Some(rated)) = seat {
            tags.push((tag, rated.rating.to_string()));
        }
    }
    for (tag, seat) in [("WhiteRatingDiff", &seen.seats.white), ("BlackRatingDiff", &seen.seats.black)] {
        if let SeatView::Person(_, Some(Rated { change: Some(change), .. })) = seat {
            tags.push((tag, format!("{change:+}")));
        }
    }
    for (tag, seat) in [("WhiteTitle", &seen.seats.white), ("BlackTitle", &seen.seats.black)] {
        if let SeatView::Person(person, _) = seat
            && let Some(title) = &person.title
        {
            tags.push((tag, title.clone()));
        }
    }
    if settings.start.variant() == Variant::Standard {
        tags.push(("Variant", super::lichess_names::VariantName::of(&settings.start).name.into()));
    }
    if let Some(ended) = seen.game.termination() {
        tags.push(("Reason", ended.to_string()));
    }
    if let Some(reason) = seen.game.forfeit_reason() {
        tags.push(("ForfeitReason", reason.into()));
    }
    if let Some(color) = settings.draw_odds {
        tags.push(("DrawOdds", color.to_string()));
    }
    if let Some(time) = settings.default_time {
        tags.push(("DefaultTime", (time.millis() / 1000).to_string()));
    }
    tags
}

fn name(seat: &SeatView) -> String {
    match seat {
        SeatView::Person(person, _) => person.name.clone(),
        SeatView::Computer(level) => format!("Computer level {level}"),
        SeatView::Named { name, .. } => name.clone(),
    }
}

/// In the words that collections of games use.
fn termination(ended: Option<Termination>) -> &'static str {
    match ended {
        None => "Unterminated",
        Some(Termination::FlagFall { .. } | Termination::FlagFallUnwinnable { .. }) => "Time forfeit",
        Some(Termination::Aborted | Termination::Forfeit { .. } | Termination::DoubleForfeit) => "Abandoned",
        Some(Termination::IllegalMoves { .. } | Termination::IllegalMovesUnwinnable { .. }) => {
            "Rules infraction"
        }
        Some(_) => "Normal",
    }
}

/// `2026.11.16` and `03:05:59` of milliseconds since 1970.
fn date_and_time(millis: u64) -> (String, String) {
    let (days, seconds) = (millis / 86_400_000, millis / 1000 % 86_400);
    let (year, month, day) = date(days);
    let (hour, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    (format!("{year}.{month:02}.{day:02}"), format!("{hour:02}:{minute:02}:{second:02}"))
}

/// Year, month and day of days since 1970, by the rule that years begin in March, so that a leap day is the last of its
/// year.
pub(super) fn date(days: u64) -> (u64, u64, u64) {
    let days = days + 719_468; // since the first of March of the year 0
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    (year_of_era + era * 400 + u64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_of_the_calendar() {
        for (millis, date, time) in [
            (0, "1970.01.01", "00:00:00"),
            (951_782_400_000, "2000.02.29", "00:00:00"),
            (951_868_799_999, "2000.02.29", "23:59:59"),
            (951_868_800_000, "2000.03.01", "00:00:00"),
            (1_794_798_359_000, "2026.11.16", "03:05:59"),
            (4_107_542_400_000, "2100.03.01", "00:00:00"),
        ] {
            assert_eq!(date_and_time(millis), (date.to_string(), time.to_string()));
        }
    }
}
