use crate::{Table, claim, forfeit, new_table, seal, tournament};
use rules::Color::{Black, White};
use tabiya_game::{Action, Duration, Forfeit, RestartReason, RulingKind, Termination};

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

#[test]
fn casual_games_have_no_arbiter() {
    let mut table = new_table();
    table.does(claim(White));
    table.does(forfeit(Forfeit::Both));
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
fn the_way_to_an_ending_may_have_an_article_of_its_own() {
    let mut table = Table::new(tournament("300")).play("e4");
    assert_eq!(table.game.article(), None);
    table.does(seal(Black, "Ke3"));
    table.does(Action::Resume);
    table.ended(Termination::IllegalMoves { by: Black });
    assert_eq!(table.game.article(), Some("Guidelines I.8"));
    let mut table = Table::new(tournament("300"));
    table.does(Action::play("e5"));
    table.does(Action::play("e6"));
    table.ended(Termination::IllegalMoves { by: White });
    assert_eq!(table.game.article(), Some("7.5.5"));
}
