//! Boundary cases of the rules.

use rules::{Color, Position, Square, Variant};
use tabiya_game::{
    Action, Conduct, DrawOffers, Duration, Event, EventKind, Forfeit, Game, PerColor, Settings, Termination,
    TimeControl, Timestamp,
};

fn timed(control: &str) -> Game {
    let control = control.parse().expect("a time control");
    Game::new(Settings { time: PerColor::both(control), ..Settings::default() })
}

/// Applies an action at a moment. The error is the text of the refusal.
fn apply(game: &mut Game, millis: u64, action: Action) -> Result<(), String> {
    game.apply(Timestamp::from_millis(millis), action).map(|_| ()).map_err(|refusal| refusal.to_string())
}

#[test]
fn a_delay_is_part_of_what_may_be_used() {
    let mut game = timed("30d2");
    let left = |game: &Game, millis| game.clocks(Timestamp::from_millis(millis)).white;
    assert_eq!(game.next_deadline().map(Timestamp::millis), Some(32_001));
    assert_eq!(left(&game, 1_900), Some(Duration::from_seconds(30)));
    assert_eq!(apply(&mut game, 31_500, Action::play("e4")), Ok(()));
    assert_eq!(left(&game, 31_500), Some(Duration::from_millis(500)));
    assert_eq!(game.termination(), None);
    let mut game = timed("30d2");
    assert_eq!(apply(&mut game, 32_000, Action::Tick), Ok(()));
    assert_eq!(game.termination(), None);
    assert_eq!(apply(&mut game, 32_001, Action::Tick), Ok(()));
    assert_eq!(game.termination(), Some(Termination::FlagFall { fallen: Color::White }));
}

#[test]
fn a_game_of_increments_alone_is_a_time_control() {
    let control = TimeControl::parse_for_people("0+5").expect("five seconds a move");
    assert_eq!(control, TimeControl::increment(Duration::ZERO, Duration::from_seconds(5)));
    assert!(TimeControl::parse_for_people("0+0").is_err());
}

#[test]
fn a_clock_can_be_set_to_the_longest_time_and_no_further() {
    let set = |white| Action::SetClocks(PerColor { white: Some(white), black: None });
    let mut game = timed("30");
    assert_eq!(apply(&mut game, 0, set(TimeControl::MAX_TIME)), Ok(()));
    assert_eq!(game.clocks(Timestamp::ZERO).white, Some(TimeControl::MAX_TIME));
    assert_eq!(TimeControl::MAX_TIME, Duration::from_seconds(3_153_600_000), "a hundred years");
    let longer = TimeControl::MAX_TIME + Duration::from_millis(1);
    assert!(apply(&mut game, 0, set(longer)).is_err());
}

#[test]
fn only_a_player_with_a_clock_is_given_time() {
    let odds = PerColor { white: "30".parse().expect("a time control"), black: TimeControl::Unlimited };
    let mut game = Game::new(Settings { time: odds, ..Settings::default() });
    let give = |to| Action::GiveTime { to, time: Duration::from_seconds(15) };
    assert_eq!(apply(&mut game, 0, give(Color::White)), Ok(()));
    assert_eq!(game.clocks(Timestamp::ZERO).white, Some(Duration::from_seconds(45)));
    assert_eq!(apply(&mut game, 0, give(Color::Black)), Err("black has no clock".into()));
}

/// In Chess960 a rook that cannot move may still castle, so only there does it matter which piece was touched first.
#[test]
fn a_rook_touched_before_the_king_does_not_castle() {
    let start = Position::parse_fen("4k3/8/8/8/8/8/4PPP1/5KRN w K - 0 1", Variant::Chess960);
    let settings =
        Settings { start: start.expect("a position"), conduct: Conduct::Tournament, ..Settings::default() };
    let touched = |squares: &[Square]| {
        let mut game = Game::new(settings.clone());
        for &square in squares {
            assert_eq!(apply(&mut game, 0, Action::Touch { by: Color::White, square }), Ok(()));
        }
        game
    };
    let (king, rook) = (Square::F1, Square::G1);
    assert_eq!(apply(&mut touched(&[king, rook]), 0, Action::play("O-O")), Ok(()));
    assert!(apply(&mut touched(&[king, rook]), 0, Action::play("Ke1")).is_err());
    assert_eq!(apply(&mut touched(&[rook, king]), 0, Action::play("Ke1")), Ok(()));
    assert!(apply(&mut touched(&[rook, king]), 0, Action::play("O-O")).is_err());
}

#[test]
fn a_reason_has_a_maximum_length() {
    let forfeit = |letters: usize| Action::Forfeit {
        forfeit: Forfeit::by(Color::White),
        reason: Some("é".repeat(letters)),
    };
    assert_eq!(
        apply(&mut timed("30"), 0, forfeit(501)),
        Err("a reason has at most 500 characters".into()),
        "characters, not bytes"
    );
    assert_eq!(apply(&mut timed("30"), 0, forfeit(500)), Ok(()));
}

/// A restarted game is still the same game: players who have appeared are present, and time during which the clocks
/// were stopped does not count.
#[test]
fn a_restart_keeps_what_is_not_about_the_moves() {
    let settings = Settings {
        conduct: Conduct::Tournament,
        default_time: Some(Duration::from_seconds(60)),
        ..timed("300").settings().clone()
    };
    let mut game = Game::new(settings);
    assert_eq!(apply(&mut game, 0, Action::Appear(Color::White)), Ok(()));
    assert_eq!(apply(&mut game, 1_000, Action::Pause), Ok(()));
    assert_eq!(apply(&mut game, 11_000, Action::Resume), Ok(()));
    game.evolve(&Event { at: Timestamp::from_millis(11_000), kind: EventKind::DeadPositionUndecided });
    assert_eq!(apply(&mut game, 12_000, Action::Restart(None)), Ok(()));
    assert_eq!((game.has_appeared(Color::White), game.has_appeared(Color::Black)), (true, false));
    assert_eq!(game.default_deadline().map(Timestamp::millis), Some(70_001));
    assert_eq!(game.undecided(), 1);
}

/// E16: a wrong claim counts as an offer, unless offers are not allowed.
#[test]
fn a_wrong_claim_is_no_offer_if_offers_are_forbidden() {
    let claim = Action::Claim { by: Color::White, intended: None };
    for (draw_offers, offered) in [(DrawOffers::Always, true), (DrawOffers::Never, false)] {
        let mut game = Game::new(Settings { draw_offers, ..Settings::default() });
        assert_eq!(apply(&mut game, 0, claim.clone()), Ok(()));
        assert_eq!(game.draw_offer().is_some(), offered);
    }
}

/// Programs store and send these codes.
#[test]
fn codes_of_endings_never_change() {
    let (winner, by, fallen) = (Color::White, Color::White, Color::White);
    for (termination, code, law) in [
        (Termination::Checkmate { winner }, "checkmate", "E01"),
        (Termination::Resignation { by }, "resignation", "E02"),
        (Termination::ResignationUnwinnable { by }, "draw by resignation", "E03"),
        (Termination::FlagFall { fallen }, "time", "E04"),
        (Termination::FlagFallUnwinnable { fallen }, "draw on time", "E05"),
        (Termination::DoubleForfeit, "forfeit", "E06"),
        (Termination::Stalemate, "stalemate", "E07"),
        (Termination::DeadPosition, "dead position", "E08"),
        (Termination::Agreement, "agreement", "E09"),
        (Termination::ThreefoldRepetition, "threefold repetition", "E10"),
        (Termination::FivefoldRepetition, "fivefold repetition", "E12"),
        (Termination::FiftyMoves, "fifty-move rule", "E13"),
        (Termination::SeventyFiveMoves, "seventy-five-move rule", "E14"),
        (Termination::IllegalMoves { by }, "illegal moves", "K04"),
        (Termination::IllegalMovesUnwinnable { by }, "draw by illegal moves", "K04"),
        (Termination::Aborted, "abort", "E18"),
    ] {
        assert_eq!((termination.code(), termination.to_string().as_str()), (code, code));
        assert_eq!(termination.law(), law, "{code}");
    }
}

/// Lag is given back, so a clock may have been overdrawn when it was paused.
#[test]
fn a_pause_within_the_compensation_for_lag_keeps_the_deadline_exact() {
    let settings = Settings {
        time: PerColor::both("30".parse().expect("a time control")),
        lag_compensation: Duration::from_millis(81),
        ..Settings::default()
    };
    let mut game = Game::new(settings);
    assert_eq!(apply(&mut game, 30_050, Action::Pause), Ok(()));
    assert_eq!(apply(&mut game, 40_000, Action::Resume), Ok(()));
    assert_eq!(game.next_deadline().map(Timestamp::millis), Some(40_032));
    assert_eq!(apply(&mut game, 40_031, Action::Tick), Ok(()));
    assert_eq!(game.termination(), None);
    assert_eq!(apply(&mut game, 40_032, Action::Tick), Ok(()));
    assert_eq!(game.termination(), Some(Termination::FlagFall { fallen: Color::White }));
}
