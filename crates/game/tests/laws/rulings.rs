use crate::{Table, claim, forfeit, new_table, seal, tournament};
use rules::Color::{Black, White};
use tabiya_game::{
    Action, Duration, Forfeit, PerColor, RestartReason, RulingKind, Settings, Termination, TimeControl,
};

#[test]
fn the_arbiter_keeps_a_log() {
    let minute = Some(Duration::from_minutes(1));
    let mut table = Table::new(tournament("900+10"));
    table.at(1_000, Action::play("e5"));
    table.at(2_000, Action::Restart(Some(RestartReason::WrongColors)));
    table.at(3_000, Action::play("e4"));
    table.at(4_000, claim(Black));
    table.at(5_000, Action::GiveTime { to: White, time: Duration::from_seconds(30) });
    table.at(6_000, Action::Pause);
    table.at(7_000, Action::Resume);
    table.at(8_000, seal(Black, "c5"));
    table.at(9_000, Action::Resume);
    let reason = Some("left the venue".into());
    table.at(10_000, Action::Forfeit { forfeit: Forfeit::by(White), reason });
    let rulings = table.game.rulings();
    let kinds: Vec<_> = rulings.iter().map(|ruling| ruling.kind.clone()).collect();
    assert_eq!(
        kinds,
        [
            RulingKind::IllegalMove { by: White, text: "e5".into(), given: minute },
            RulingKind::Restarted { reason: Some(RestartReason::WrongColors) },
            RulingKind::WrongClaim { by: Black, given: minute },
            RulingKind::TimeGiven { to: White, time: Duration::from_seconds(30) },
            RulingKind::Paused,
            RulingKind::Resumed,
            RulingKind::Adjourned { by: Black },
            RulingKind::Resumed,
            RulingKind::Forfeited { forfeit: Forfeit::by(White) },
        ]
    );
    let articles: Vec<_> = kinds.iter().map(RulingKind::article).collect();
    assert_eq!(
        articles,
        ["7.5.5", "7.3", "9.5.3", "12.9.2", "6.11.1", "6.11.3", "Guidelines I.1", "6.11.3", "12.9.6"]
    );
    let places: Vec<_> = rulings.iter().map(|ruling| (ruling.at.millis(), ruling.ply)).collect();
    assert_eq!(places[..3], [(1_000, 0), (2_000, 0), (4_000, 1)]);
    assert_eq!(rulings[8].reason.as_deref(), Some("left the venue"));
}

/// The text that goes into the record of the game.
#[test]
fn a_ruling_is_a_sentence() {
    let mut table =
        Table::new(Settings { default_time: Some(Duration::from_minutes(15)), ..tournament("900") });
    table.apply(Action::play("e5"));
    table.apply(Action::Appear(Black));
    table.apply(claim(White));
    table.apply(Action::GiveTime { to: Black, time: Duration::from_seconds(30) });
    let (minute, seconds) = (Some(Duration::from_minutes(1)), Some(Duration::from_millis(9_400)));
    table.apply(Action::SetClocks(PerColor { white: minute, black: seconds }));
    table.apply(Action::SetClocks(PerColor { white: None, black: minute }));
    table.apply(Action::Restart(Some(RestartReason::WrongSetup)));
    table.apply(Action::Restart(Some(RestartReason::WrongColors)));
    table.apply(Action::Restart(None));
    table.apply(Action::Pause);
    table.apply(Action::Resume);
    table.apply(seal(White, "e4"));
    table.apply(Action::Resume);
    table.apply(Action::Forfeit { forfeit: Forfeit::by(Black), reason: Some("a phone".into()) });
    let sentences: Vec<_> = table.game.rulings().iter().map(ToString::to_string).collect();
    assert_eq!(
        sentences,
        [
            "Arbiter: illegal move e5 by white, 1:00 for black (7.5.5)",
            "Arbiter: wrong claim by white, 1:00 for black (9.5.3)",
            "Arbiter: 0:30 for black (12.9.2)",
            "Arbiter: clocks set, white 1:00, black 0:09.4 (6.10.2)",
            "Arbiter: clocks set, black 1:00 (6.10.2)",
            "Arbiter: restarted, the set-up was wrong (7.2.1)",
            "Arbiter: restarted, the colours were swapped (7.3)",
            "Arbiter: restarted (7.2.1)",
            "Arbiter: clocks stopped (6.11.1)",
            "Arbiter: clocks started (6.11.3)",
            "Arbiter: adjourned, white has sealed a move (Guidelines I.1)",
            "Arbiter: clocks started (6.11.3)",
            "Arbiter: black loses (12.9.6): a phone",
        ]
    );
    for (appeared, sentence) in [
        (Some(White), "Arbiter: black has not appeared (6.7.1)"),
        (None, "Arbiter: nobody has appeared (6.7.1)"),
    ] {
        let default_time = Some(Duration::from_minutes(15));
        let mut table = Table::new(Settings { default_time, ..tournament("9000") });
        appeared.into_iter().for_each(|color| drop(table.apply(Action::Appear(color))));
        table.at(900_001, Action::Tick);
        assert_eq!(table.game.rulings()[0].to_string(), sentence);
    }
    let mut table = Table::new(tournament("300"));
    table.apply(forfeit(Forfeit::Both));
    assert_eq!(table.game.rulings()[0].to_string(), "Arbiter: both lose (11.8)");
}

/// The penalty for an illegal move belongs to that ruling; other time that the arbiter gives is a separate ruling.
#[test]
fn time_given_besides_a_penalty_is_a_separate_ruling() {
    let (minute, half) = (Duration::from_minutes(1), Duration::from_seconds(30));
    let mut table = Table::new(tournament("900"));
    table.at(1_000, Action::play("e5"));
    table.at(1_000, Action::GiveTime { to: Black, time: half });
    let kinds: Vec<_> = table.game.rulings().iter().map(|ruling| ruling.kind.clone()).collect();
    assert_eq!(
        kinds,
        [
            RulingKind::IllegalMove { by: White, text: "e5".into(), given: Some(minute) },
            RulingKind::TimeGiven { to: Black, time: half },
        ]
    );
    // An opponent without a clock gets nothing, and time given to the offender is not part of the penalty.
    let time = PerColor { black: TimeControl::Unlimited, ..tournament("900").time };
    let mut table = Table::new(Settings { time, ..tournament("900") });
    table.at(1_000, Action::play("e5"));
    table.at(1_000, Action::GiveTime { to: White, time: half });
    let kinds: Vec<_> = table.game.rulings().iter().map(|ruling| ruling.kind.clone()).collect();
    assert_eq!(
        kinds,
        [
            RulingKind::IllegalMove { by: White, text: "e5".into(), given: None },
            RulingKind::TimeGiven { to: White, time: half },
        ]
    );
}

#[test]
fn casual_games_have_no_arbiter() {
    let mut table = new_table();
    table.apply(claim(White));
    table.apply(forfeit(Forfeit::Both));
    assert_eq!(table.game.rulings(), []);
}

#[test]
fn every_ending_names_its_article() {
    let by = White;
    for (termination, article) in [
        (Termination::Checkmate { winner: by }, Some("5.1.1")),
        (Termination::Resignation { by }, Some("5.1.2")),
        (Termination::ResignationUnwinnable { by }, Some("5.1.2")),
        (Termination::FlagFall { fallen: by }, Some("6.9")),
        (Termination::FlagFallUnwinnable { fallen: by }, Some("6.9")),
        (Termination::from(Forfeit::by(White)), Some("12.9.6")),
        (Termination::DoubleForfeit, Some("11.8")),
        (Termination::Stalemate, Some("5.2.1")),
        (Termination::DeadPosition, Some("5.2.2")),
        (Termination::Agreement, Some("5.2.3")),
        (Termination::ThreefoldRepetition, Some("9.2")),
        (Termination::FivefoldRepetition, Some("9.6.1")),
        (Termination::FiftyMoves, Some("9.3")),
        (Termination::SeventyFiveMoves, Some("9.6.2")),
        (Termination::IllegalMoves { by }, Some("7.5.5")),
        (Termination::IllegalMovesUnwinnable { by }, Some("7.5.5")),
        // Not in FIDE's Laws.
        (Termination::Aborted, None),
    ] {
        assert_eq!(termination.article(), article);
    }
}

#[test]
fn an_article_may_depend_on_how_the_ending_was_reached() {
    let mut table = Table::new(tournament("300")).play("e4");
    assert_eq!(table.game.article(), None);
    table.apply(seal(Black, "Ke3"));
    table.apply(Action::Resume);
    table.ended(Termination::IllegalMoves { by: Black });
    assert_eq!(table.game.article(), Some("Guidelines I.8"));
    let mut table = Table::new(tournament("300"));
    table.apply(Action::play("e5"));
    table.apply(Action::play("e6"));
    table.ended(Termination::IllegalMoves { by: White });
    assert_eq!(table.game.article(), Some("7.5.5"));
}
