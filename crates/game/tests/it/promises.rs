use crate::actions::{CONTROLS, Step, settings, steps};
use proptest::prelude::*;
use rules::{Color, Outcome};
use tabiya_game::{
    Action, Conduct, Duration, Event, EventKind, Evidence, Game, PerColor, Refusal, RulingKind, SealedMove,
    Settings, Termination, Timestamp,
};

/// Applies all steps, and calls `look` after each with the game and the answer.
fn run(
    settings: Settings,
    steps: &[(i64, Step)],
    mut look: impl FnMut(&Game, &Game, Timestamp, &Result<Vec<Event>, Refusal>),
) -> (Game, Vec<Event>) {
    let (mut game, mut log, mut now) = (Game::new(settings), Vec::new(), 0u64);
    for (later, step) in steps {
        now = now.saturating_add_signed(*later);
        let (at, before) = (Timestamp::from_millis(now), game.clone());
        let answer = game.apply(at, step.action(&game));
        look(&before, &game, at, &answer);
        log.extend(answer.unwrap_or_default());
    }
    (game, log)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_game_is_its_events(settings in settings(), steps in steps(20, 1)) {
        let (game, log) = run(settings.clone(), &steps, |before, after, _, answer| {
            // A refusal changes nothing, and nothing is accepted after the end.
            if answer.is_err() {
                assert_eq!(before, after);
            }
            if before.termination().is_some() {
                assert_eq!(answer, &Err(Refusal::Over));
            }
            // `claimable` predicts the result of a claim.
            let claim = Action::Claim { by: after.turn(), intended: None };
            let granted = match after.decide(after.latest(), claim).as_deref() {
                Ok([Event { kind: EventKind::Ended { termination, .. }, .. }]) => Some(*termination),
                _ => None,
            };
            assert_eq!(after.claimable(None), granted);
            // Time never runs backward.
            assert!(after.latest() >= before.latest());
        });
        // The game ends at most once, with the last event, and replaying the events gives the same game.
        let ends = log.iter().filter(|event| matches!(event.kind, EventKind::Ended { .. })).count();
        let over_from_the_start = Game::new(settings.clone()).termination().is_some();
        prop_assert_eq!(ends + usize::from(over_from_the_start), usize::from(game.termination().is_some()));
        prop_assert!(log.is_sorted_by_key(|event| event.at));
        prop_assert_eq!(Game::replay(settings, &log), game);
    }

    #[test]
    fn the_deadline_is_when_the_flag_falls(settings in settings(), steps in steps(20, 1)) {
        run(settings, &steps, |_, game, _, _| {
            let Some(deadline) = game.next_deadline() else { return };
            let before = Timestamp::from_millis(deadline.millis() - 1);
            if before >= game.latest() {
                assert_eq!(game.decide(before, Action::Tick), Ok(Vec::new()));
            }
            let events = game.decide(deadline, Action::Tick).expect("a tick is allowed");
            assert!(matches!(events[..], [.., Event { kind: EventKind::Ended { .. }, .. }]));
        });
    }

    /// No output ever contains the sealed move.
    #[test]
    fn a_sealed_move_does_not_leak(settings in settings(), steps in steps(20, 1)) {
        let secret = "the-sealed-move-of-this-game";
        let mut settings = settings;
        settings.conduct = Conduct::Tournament;
        let mut game = Game::new(settings);
        let mut now = 0u64;
        for (later, step) in steps {
            now = now.saturating_add_signed(later);
            let at = Timestamp::from_millis(now);
            let sealing = Action::Adjourn { by: game.turn(), sealed: SealedMove::new(secret) };
            let action = if later % 7 == 0 { sealing } else { step.action(&game) };
            let answer = game.apply(at, action.clone());
            let opened = game.rulings().iter().any(|ruling| matches!(ruling.kind, RulingKind::IllegalMove { .. }));
            let shown = format!("{action:?} {answer:?} {game:?}");
            prop_assert!(opened || !shown.contains(secret));
        }
    }

    /// With moves only, the clocks show the time added minus the time used.
    #[test]
    fn time_neither_appears_nor_vanishes(control in 0..CONTROLS.len(), steps in steps(1, 0)) {
        let control = CONTROLS[control];
        let settings = Settings { time: PerColor::both(control.parse().expect("a control")), ..Settings::default() };
        let (game, _) = run(settings.clone(), &steps, |before, after, at, answer| {
            let (old, new) = (before.clocks(before.latest()), after.clocks(after.latest()));
            let (Some(_), Ok([Event { kind: EventKind::Moved { .. }, .. }, ..])) = (old.white, answer.as_deref()) else {
                return;
            };
            let mover = before.turn();
            let used = at.max(before.latest()).since(before.latest());
            assert_eq!(after.record().last().map(|played| played.spent), Some(used));
            let made = u32::try_from(after.ply().div_ceil(2)).expect("few moves");
            let (old, new) = (old.white.zip(old.black), new.white.zip(new.black));
            let (old, new) = old.zip(new).expect("both have clocks");
            let (old, new) = if mover == Color::White { (old, new) } else { ((old.1, old.0), (new.1, new.0)) };
            let ((mine_before, other_before), (mine, other)) = (old, new);
            if control.starts_with('*') {
                assert_eq!((mine, other), (mine_before - used, other_before + used));
                assert_eq!(mine + other, Duration::from_seconds(60));
            } else {
                assert_eq!(other, other_before);
                assert_eq!(mine, expected(control, made, mine_before, used), "{control} {made}");
            }
        });
        prop_assert_eq!(game.settings(), &settings);
    }
}

#[test]
fn an_undecided_position_is_counted_and_is_no_draw() {
    let at = Timestamp::from_millis(5);
    let termination = Termination::FlagFall { fallen: Color::White };
    let ended = EventKind::Ended { termination, evidence: Evidence::Undecided };
    let events = [Event { at, kind: EventKind::DeadPositionUndecided }, Event { at, kind: ended }];
    let game = Game::replay(Settings::default(), &events);
    assert_eq!((game.undecided(), game.outcome()), (2, Some(Outcome::Win(Color::Black))));
}

#[test]
fn slow_decisions_are_not_made_at_once() {
    let at_once = |fen: &str, action: Action| {
        let settings = Settings { start: fen.parse().expect("a FEN"), ..Settings::default() };
        let game = Game::new(settings);
        let decided = game.decide_at_once(Timestamp::ZERO, action.clone());
        if let Some(decided) = &decided {
            assert_eq!(*decided, game.decide(Timestamp::ZERO, action), "{fen}");
        }
        decided.is_some()
    };
    let usual = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert!(at_once(usual, Action::play("e4")) && at_once(usual, Action::Resign(Color::White)));
    assert!(at_once(usual, Action::play("e5")), "a refusal too");
    let hard = "1bB4b/k7/R5r1/8/1pBp1p1p/1PpP1P1P/K1P4b/RB6 b - - 0 1";
    assert!(!at_once(hard, Action::Resign(Color::White)));
    assert!(!at_once("8/1P5B/4k3/8/8/8/K7/8 w - - 0 1", Action::play("b8=N")));
}

#[test]
fn events_of_another_game_do_no_harm() {
    let mut other = Game::new(Settings::default());
    let mut log = Vec::new();
    for text in ["e4", "e5", "Nf3"] {
        log.extend(other.apply(Timestamp::ZERO, Action::play(text)).expect("a legal move"));
    }
    log.push(Event { at: Timestamp::ZERO, kind: EventKind::TakenBack { moves: 99 } });
    let start = "7k/8/8/8/8/8/R7/K7 w - - 0 1".parse().expect("a FEN");
    let game = Game::replay(Settings { start, ..Settings::default() }, &log[1..]);
    assert_eq!((game.ply(), game.position()), (0, &start));
}

/// What a player's clock shows after the move with this number, computed separately for each control.
fn expected(control: &str, made: u32, before: Duration, used: Duration) -> Duration {
    let seconds = Duration::from_seconds;
    let when = |condition: bool, time| if condition { seconds(time) } else { Duration::ZERO };
    match control {
        "30" => before - used,
        "30+2" | "0+2" => before - used + seconds(2),
        "30d2" => before - (used - seconds(2)),
        "30b2" => before - used + used.min(seconds(2)),
        "3/10+1:20+1" => before - used + seconds(1) + when(made == 3, 20),
        "2/10:3/9" => before - used + when(made >= 2 && (made - 2).is_multiple_of(3), 9),
        "1/6" => seconds(6),
        "5/20" => before - used + when(made.is_multiple_of(5), 20),
        "40/5400+30:1800+30" => before - used + seconds(30) + when(made == 40, 1800),
        _ => panic!("no expected value for {control}"),
    }
}
