use crate::{Table, new_table, play_and_offer, timed};
use rules::Color::{Black, White};
use tabiya_game::{Action, Conduct, Duration, Outcome, Settings, draw_lots};

#[test]
fn law_b06_colours_are_drawn_fairly() {
    let whites = (0..10_000).filter(|seed| draw_lots(*seed) == White).count();
    assert!((4_800..5_200).contains(&whites), "{whites} of 10000");
    assert_eq!(draw_lots(7), draw_lots(7));
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
}

#[test]
fn law_p01_points_and_results() {
    for (outcome, text, white, black) in [
        (Outcome::Win(White), "1-0", Some(2), Some(0)),
        (Outcome::Win(Black), "0-1", Some(0), Some(2)),
        (Outcome::Draw, "1/2-1/2", Some(1), Some(1)),
        (Outcome::BothLose, "0-0", Some(0), Some(0)),
        (Outcome::None, "*", None, None),
    ] {
        assert_eq!(outcome.to_string(), text);
        assert_eq!((outcome.half_points(White), outcome.half_points(Black)), (white, black), "{text}");
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
