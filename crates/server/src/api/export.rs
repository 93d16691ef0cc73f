//! Games as PGN.

use super::game_view::{GameView, RatingView, SeatView};
use game::Termination;
use pgn::GameTree;
use rules::Variant;
use wire::stored::ImportedTags;

/// Which parts of a game are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExportOptions {
    pub moves: bool,
    pub tags: bool,
    pub clocks: bool,
}

impl Default for ExportOptions {
    fn default() -> ExportOptions {
        ExportOptions { moves: true, tags: true, clocks: true }
    }
}

/// The game in PGN export format, followed by one empty line.
pub fn pgn(view: &GameView, site: &str, wanted: ExportOptions) -> String {
    let mut tree = GameTree::new(view.game.settings().start);
    match &view.imported {
        Some(imported) => copy_tags(&mut tree, view, imported),
        None => {
            for (name, value) in tags(view, site) {
                tree.tags.set(name, &value).expect("the names are good ones");
            }
        }
    }
    tree.outcome = view.game.outcome();
    if wanted.moves {
        let (mut node, mut ply) = (tree.root(), 0);
        add_rulings(&mut tree, node, view, ply);
        for played in view.game.record() {
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
            add_rulings(&mut tree, node, view, ply);
        }
        if let Some(by) = view.game.unwritten_offer() {
            tree.add_comment(node, &format!("{by} {}", pgn::DRAW_OFFER));
        }
    }
    let text = format!("{tree}\n");
    match text.split_once("\n\n") {
        Some((_, moves)) if !wanted.tags => moves.to_string(),
        _ => text,
    }
}

/// Adds the arbiter's rulings at this ply as comments.
fn add_rulings(tree: &mut GameTree, node: pgn::NodeId, view: &GameView, ply: usize) {
    for ruling in view.game.rulings().iter().filter(|ruling| ruling.ply == ply) {
        tree.add_comment(node, &ruling.to_string());
    }
}

/// An imported game keeps its own tags; the start and the result come from the tree.
fn copy_tags(tree: &mut GameTree, view: &GameView, imported: &ImportedTags) {
    const FROM_TREE: [&str; 4] = ["FEN", "Result", "SetUp", "Variant"];
    for (name, value) in imported.tags.iter().filter(|(name, _)| !FROM_TREE.contains(&name.as_str())) {
        // Tags with an invalid name are left out.
        let _ = tree.tags.set(name, value);
    }
    tree.tags.set("GameId", view.id.as_str()).expect("the name is a good one");
}

fn tags(view: &GameView, site: &str) -> Vec<(&'static str, String)> {
    let settings = view.game.settings();
    let (date, time) = date_and_time(settings.begins.millis());
    let kind = if view.rated { "rated" } else { "casual" };
    let mut tags = vec![
        ("Event", format!("{kind} {} game", view.speed().key())),
        ("Site", format!("{site}/game/{}", view.id)),
        ("Date", date.clone()),
        ("Round", "-".into()),
        ("White", name(&view.seats.white)),
        ("Black", name(&view.seats.black)),
        ("GameId", view.id.to_string()),
        ("UTCDate", date),
        ("UTCTime", time),
        ("TimeControl", settings.time.white.to_string()),
        ("Termination", termination(view.game.termination()).into()),
    ];
    for (tag, seat) in [("WhiteElo", &view.seats.white), ("BlackElo", &view.seats.black)] {
        if let SeatView::Person(_, Some(rated)) = seat {
            tags.push((tag, rated.rating.to_string()));
        }
    }
    for (tag, seat) in [("WhiteRatingDiff", &view.seats.white), ("BlackRatingDiff", &view.seats.black)] {
        if let SeatView::Person(_, Some(RatingView { change: Some(change), .. })) = seat {
            tags.push((tag, format!("{change:+}")));
        }
    }
    for (tag, seat) in [("WhiteTitle", &view.seats.white), ("BlackTitle", &view.seats.black)] {
        if let SeatView::Person(person, _) = seat
            && let Some(title) = &person.title
        {
            tags.push((tag, title.clone()));
        }
    }
    if settings.start.variant() == Variant::Standard {
        tags.push(("Variant", super::lichess_names::VariantName::of(&settings.start).name.into()));
    }
    if let Some(ended) = view.game.termination() {
        tags.push(("Reason", ended.to_string()));
    }
    if let Some(reason) = view.game.forfeit_reason() {
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

/// The value of the PGN tag `Termination`.
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

/// Milliseconds since 1970 as date and time: `2026.11.16` and `03:05:59`.
fn date_and_time(millis: u64) -> (String, String) {
    let (days, seconds) = (millis / 86_400_000, millis / 1000 % 86_400);
    let (year, month, day) = date(days);
    let (hour, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    (format!("{year}.{month:02}.{day:02}"), format!("{hour:02}:{minute:02}:{second:02}"))
}

/// The date of a day counted from 1970. Years start in March here, so that a leap day is the last day of its year.
pub(super) fn date(days: u64) -> (u64, u64, u64) {
    let days = days + 719_468; // since 1 March of the year 0
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
