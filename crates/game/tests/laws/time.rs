use crate::{Table, new_table, timed};
use rules::Color::{Black, White};
use tabiya_game::Termination::FlagFall;
use tabiya_game::{
    Action, Class, ClockStarts, Duration, FideClass, MoveRequest, PerColor, Settings, TimeControl, Timestamp,
};

/// Plays moves at these moments, in milliseconds, and compares what the clocks show at the last one.
#[track_caller]
fn check(control: &str, moves: &[(u64, &str)], expected: (u64, u64)) {
    let mut table = Table::new(timed(control));
    for (at, text) in moves {
        table.at(*at, Action::play(text));
    }
    assert_eq!(table.clocks(moves.last().unwrap().0), expected, "{control}");
    table.ended(None);
}

#[test]
fn law_t01_only_the_clock_of_the_player_to_move_runs() {
    let mut table = Table::new(timed("300"));
    table.at(1_500, Action::play("Nf3"));
    assert_eq!(table.clocks(1_500), (298_500, 300_000));
    assert_eq!(table.clocks(11_500), (298_500, 290_000));
}

#[test]
fn law_t02_every_control() {
    check("300", &[(1_500, "e4"), (2_000, "e5")], (298_500, 299_500));
    check("180+2", &[(1_500, "e4"), (5_500, "e5")], (180_500, 178_000));
    check("300d5", &[(5_000, "e4"), (12_000, "e5")], (300_000, 298_000));
    check("300b5", &[(3_000, "e4"), (10_000, "e5")], (300_000, 298_000));
    check("2/60+1:30+1", &[(1_000, "e4"), (2_000, "e5"), (4_000, "d4")], (89_000, 60_000));
    check("1/86400", &[(3_600_000, "e4")], (86_400_000, 86_400_000));
    check("2/100", &[(1_000, "e4"), (1_000, "e5"), (2_000, "d4"), (5_000, "d5")], (198_000, 197_000));
    check("*180", &[(10_000, "e4"), (15_000, "e5")], (175_000, 185_000));
    let mut table = new_table().play("e4 e5");
    table.at(u64::MAX, Action::Tick);
    assert_eq!(table.game.clocks(Timestamp::ZERO), PerColor::both(None));
    table.ended(None);
    // Time odds: each side has its own control.
    let time = PerColor { white: "60".parse().unwrap(), black: "300+5".parse().unwrap() };
    let table = Table::new(Settings { time, ..Settings::default() });
    assert_eq!(table.clocks(0), (60_000, 300_000));
}

#[test]
fn law_t03_classes_by_expected_length() {
    for (control, class) in [
        ("60", Some(Class::Bullet)),
        ("120+1", Some(Class::Bullet)),
        ("179", Some(Class::Bullet)),
        ("180", Some(Class::Blitz)),
        ("180+2", Some(Class::Blitz)),
        ("600", Some(Class::Blitz)),
        ("600.001", Some(Class::Rapid)),
        ("600+5", Some(Class::Rapid)),
        ("3599", Some(Class::Rapid)),
        ("3600", Some(Class::Classical)),
        ("40/5400+30:1800+30", Some(Class::Classical)),
        ("20/300:20/300", Some(Class::Blitz)),
        ("1/86400", Some(Class::Correspondence)),
        ("10/4320000", Some(Class::Correspondence)),
        ("*180", Some(Class::Blitz)),
        ("-", None),
    ] {
        assert_eq!(control.parse::<TimeControl>().unwrap().class(), class, "{control}");
    }
}

#[test]
fn law_t03_classes_of_fide_under_tournament_conduct() {
    for (control, class) in [
        ("180+2", FideClass::Blitz),
        ("600", FideClass::Blitz),
        ("540+1", FideClass::Blitz),
        ("541+1", FideClass::Rapid),
        ("900+10", FideClass::Rapid),
        ("1500+10", FideClass::Rapid),
        ("3599", FideClass::Rapid),
        ("3600", FideClass::Standard),
        ("1800+30", FideClass::Standard),
        ("2700+15", FideClass::Standard),
        ("5400+30", FideClass::Standard),
        ("40/5400+30:1800+30", FideClass::Standard),
        ("1/86400", FideClass::Standard),
        ("-", FideClass::Standard),
    ] {
        assert_eq!(control.parse::<TimeControl>().unwrap().fide_class(), class, "{control}");
    }
}

#[test]
fn law_t04_a_stage_ends_in_time_and_its_rest_carries_over() {
    let moves = [(10_000, "e4"), (10_000, "e5"), (30_000, "d4"), (30_000, "d5")];
    check("2/60:30", &moves, (30_000 + 30_000, 60_000 + 30_000));
    // If the second move comes too late, the time of the next stage does not help.
    let mut table = Table::new(timed("2/60:30"));
    table.at(50_000, Action::play("e4"));
    table.at(50_000, Action::play("e5"));
    table.at(60_001, Action::play("d4"));
    table.ended(FlagFall { fallen: White });
}

#[test]
fn law_t05_exact_monotonic_never_negative() {
    let mut table = Table::new(timed("60"));
    assert_eq!(table.game.next_deadline(), Some(Timestamp::from_millis(60_001)));
    assert_eq!(table.clocks(60_000).0, 0);
    assert_eq!(table.clocks(1_000_000).0, 0);
    // Time never runs backward: an earlier moment counts as the last one.
    table.at(5_000, Action::play("e4"));
    table.at(1_000, Action::play("e5"));
    assert_eq!(table.clocks(0), (55_000, 60_000));
    assert_eq!(table.game.next_deadline(), Some(Timestamp::from_millis(60_001)));
    table.at(60_000, Action::Tick);
    table.ended(None);
    table.at(60_001, Action::Tick);
    table.ended(FlagFall { fallen: White });
    assert_eq!(table.clocks(99_999), (0, 60_000));
}

#[test]
fn law_t06_increments_and_the_first_clock() {
    check("180+2", &[(10_000, "e4")], (172_000, 180_000));
    // After White's first move: that one is free, and Black's clock is the first to run.
    let settings = Settings { clock_starts: ClockStarts::AfterFirstMove, ..timed("60") };
    let mut table = Table::new(settings);
    assert_eq!(table.game.next_deadline(), None);
    table.at(500_000, Action::Tick);
    table.at(500_000, Action::play("e4"));
    assert_eq!(table.clocks(501_000), (60_000, 59_000));
    table.at(560_001, Action::Tick);
    table.ended(FlagFall { fallen: Black });
    // After a move of each side: both are free, and White's clock is the first to run, also after a takeback.
    let settings = Settings { clock_starts: ClockStarts::AfterBothMoved, ..timed("60") };
    let mut table = Table::new(settings);
    table.at(100_000, Action::play("e4"));
    assert_eq!((table.game.next_deadline(), table.clocks(200_000)), (None, (60_000, 60_000)));
    table.at(300_000, Action::play("e5"));
    assert_eq!(table.clocks(301_000), (59_000, 60_000));
    table.at(302_000, Action::Takeback(Black));
    table.at(302_000, Action::Accept(White));
    assert_eq!((table.game.next_deadline(), table.clocks(400_000)), (None, (60_000, 60_000)));
    table.at(500_000, Action::play("c5"));
    table.at(560_001, Action::Tick);
    table.ended(FlagFall { fallen: White });
}

#[test]
fn lag_is_compensated_up_to_a_limit() {
    let settings = Settings { lag_compensation: Duration::from_millis(500), ..timed("60") };
    let lagged = |text: &str, millis| Action::Move {
        by: None,
        request: MoveRequest::Text(text.into()),
        offer_draw: false,
        lag: Duration::from_millis(millis),
    };
    let mut table = Table::new(settings.clone());
    table.at(1_000, lagged("e4", 300));
    table.at(2_000, lagged("e5", 9_999));
    assert_eq!(table.clocks(2_000), (59_300, 59_500));
    // The flag waits for a move that may be in transit, up to the limit.
    let mut table = Table::new(settings.clone());
    assert_eq!(table.game.next_deadline(), Some(Timestamp::from_millis(60_501)));
    table.at(60_500, Action::Tick);
    table.at(60_500, lagged("e4", 500));
    table.ended(None);
    assert_eq!(table.clocks(60_500), (0, 60_000));
    let mut table = Table::new(settings);
    table.at(60_500, lagged("e4", 499));
    table.ended(FlagFall { fallen: White });
}

#[test]
fn an_arbiter_stops_starts_and_sets_the_clocks() {
    let mut table = Table::new(timed("60"));
    assert_eq!(table.refuses(Action::Resume), "the clocks are not stopped");
    table.at(10_000, Action::Pause);
    assert_eq!(table.refuses(Action::Pause), "the clocks are stopped");
    assert_eq!(table.refuses(Action::play("e4")), "the clocks are stopped");
    assert_eq!((table.clocks(90_000), table.game.next_deadline()), ((50_000, 60_000), None));
    table.at(100_000, Action::Resume);
    assert_eq!(table.clocks(101_000), (49_000, 60_000));
    table.at(102_000, Action::SetClocks(PerColor { white: Some(Duration::from_seconds(90)), black: None }));
    assert_eq!(table.clocks(103_000), (89_000, 60_000));
    let minute = PerColor { white: None, black: Some(Duration::from_minutes(1)) };
    assert_eq!(new_table().refuses(Action::SetClocks(minute)), "black has no clock");
    let forever = PerColor { white: Some(Duration::from_millis(u64::MAX)), black: None };
    assert_eq!(
        table.refuses(Action::SetClocks(forever)),
        "a clock can show at most 36500d 00:00, and 213503982334d 14:25 is more"
    );
}
