use crate::{Table, new_table, play_and_offer, timed};
use rules::Color::{Black, White};
use rules::Outcome;
use tabiya_game::{Action, Conduct, Duration, OpponentScore, Settings, Termination, random_color};

#[test]
fn law_b06_colours_are_drawn_fairly() {
    // Equally likely numbers give both colours equally often, in any range.
    for first in [0, 12_345, u32::MAX - 999] {
        let whites = (first..=first + 999).filter(|number| random_color(*number) == White).count();
        assert_eq!(whites, 500, "from {first}");
    }
}

#[test]
fn law_c05_check_is_announced_in_casual_play() {
    let checked = "e4 f6 Qh5";
    assert_eq!(new_table().play(checked).game.announced_check(), Some(Black));
    assert_eq!(new_table().play("e4 f6").game.announced_check(), None);
    let settings =
        |announce_check| Settings { conduct: Conduct::Tournament, announce_check, ..Settings::default() };
    assert_eq!(Table::new(settings(None)).play(checked).game.announced_check(), None);
    assert_eq!(Table::new(settings(Some(true))).play(checked).game.announced_check(), Some(Black));
    // Mate is announced as the end of the game, not as a check.
    assert_eq!(new_table().play("f3 e5 g4 Qh4").game.announced_check(), None);
}

#[test]
fn law_p01_points_and_results() {
    for (termination, result, half_points) in [
        (Termination::Checkmate { winner: White }, "1-0", Some((2, 0))),
        (Termination::FlagFall { fallen: White }, "0-1", Some((0, 2))),
        (Termination::Stalemate, "1/2-1/2", Some((1, 1))),
        (Termination::Forfeit { loser: Black, opponent: OpponentScore::HalfPoint }, "1/2-0", Some((1, 0))),
        (Termination::Forfeit { loser: White, opponent: OpponentScore::HalfPoint }, "0-1/2", Some((0, 1))),
        (Termination::DoubleForfeit, "0-0", Some((0, 0))),
        (Termination::Aborted, "*", None),
    ] {
        assert_eq!(termination.result(), result);
        let points = |outcome: Outcome| (outcome.half_points(White), outcome.half_points(Black));
        assert_eq!(termination.outcome().map(points), half_points, "{result}");
        assert_eq!(result.parse().ok(), termination.outcome());
    }
}

#[test]
fn law_p02_a_complete_record() {
    let mut table = Table::new(timed("60+1"));
    table.at(1_000, Action::play("e2e4"));
    table.at(4_000, play_and_offer("Ng8f6"));
    let record: Vec<_> = table.game.record().iter().collect();
    let line: Vec<_> = record.iter().map(|played| played.san.as_str()).collect();
    assert_eq!(line, ["e4", "Nf6"]);
    let times: Vec<_> = record.iter().map(|played| (played.at.millis(), played.spent.millis())).collect();
    assert_eq!(times, [(1_000, 1_000), (4_000, 3_000)]);
    assert_eq!(record[1].left.black.map(Duration::millis), Some(58_000));
    assert_eq!((record[0].draw_offered, record[1].draw_offered), (false, true));
    assert_eq!((record[0].by, record[1].by), (White, Black));
    assert_eq!(table.game.positions().count(), 3);
    assert_eq!(table.game.positions().last(), Some(*table.game.position()));
}
