//! Whether players can be paired at all: C1 to C4, and the score of the bye (C5).

use super::competitor::Field;
use crate::Points;
use crate::matching::Matcher;
use alloc::vec::Vec;

/// Whether these players can all be paired. If their number is odd, one player with `bye_score` who may get the bye is
/// left over.
pub(crate) fn can_complete(field: &Field, players: &[usize], bye_score: Option<Points>) -> bool {
    let n = players.len();
    let with_bye = n % 2 == 1;
    if with_bye && bye_score.is_none() {
        return false;
    }
    let mut matcher = Matcher::<()>::new(n + usize::from(with_bye));
    for (a, &player) in players.iter().enumerate() {
        let competitor = &field.competitors[player];
        if with_bye && competitor.may_have_bye && Some(competitor.score) == bye_score {
            matcher.add_edge(a, n, ());
        }
        for (b, &other) in players[..a].iter().enumerate() {
            if field.may_meet(player, other) {
                matcher.add_edge(a, b, ());
            }
        }
    }
    // From the end, so that the bye and the last players come first.
    matcher.start(|a| (a + 1 == n && with_bye).then_some(n));
    matcher.solve()
}

/// The lowest score of a player who can get the bye while everybody else is paired; `None` if there is none.
pub(crate) fn bye_score(field: &Field) -> Option<Points> {
    let mut scores: Vec<Points> =
        field.competitors.iter().filter(|c| c.may_have_bye).map(|c| c.score).collect();
    scores.sort_unstable();
    scores.dedup();
    let all: Vec<usize> = (0..field.len()).collect();
    scores.into_iter().find(|&score| can_complete(field, &all, Some(score)))
}

/// The minimum number of players of a bracket who cannot be paired in it, whatever happens below. Moved-down players
/// meet only residents.
pub(crate) fn min_floaters(field: &Field, moved_down: &[usize], residents: &[usize]) -> usize {
    bracket_matcher(field, moved_down, residents, |_| false).unmatched_after_solving()
}

/// Whether moved-down players and residents can all be paired, except for one resident who may float. Returns that
/// resident.
pub(crate) fn complete_but_one(
    field: &Field,
    moved_down: &[usize],
    residents: &[usize],
    may_float: impl Fn(usize) -> bool,
) -> Option<usize> {
    let mut matcher = bracket_matcher(field, moved_down, residents, may_float);
    let floats = moved_down.len() + residents.len();
    if !matcher.solve() {
        return None;
    }
    matcher.mate(floats).and_then(|mate| mate.checked_sub(moved_down.len())).map(|index| residents[index])
}

/// The bracket's graph. Residents who may float, if any, have an edge to an additional vertex.
fn bracket_matcher(
    field: &Field,
    moved_down: &[usize],
    residents: &[usize],
    may_float: impl Fn(usize) -> bool,
) -> Matcher<()> {
    let n = moved_down.len() + residents.len();
    let floats = residents.iter().any(|&resident| may_float(resident));
    let mut matcher = Matcher::<()>::new(n + usize::from(floats));
    for (index, &player) in residents.iter().enumerate() {
        let a = moved_down.len() + index;
        let above = moved_down.iter().chain(&residents[..index]).enumerate();
        for (b, &other) in above {
            if field.may_meet(player, other) {
                matcher.add_edge(a, b, ());
            }
        }
        if floats && may_float(player) {
            matcher.add_edge(a, n, ());
        }
    }
    matcher.start(|a| (a == n).then(|| n.saturating_sub(1)));
    matcher
}
