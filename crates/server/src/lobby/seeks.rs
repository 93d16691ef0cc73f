//! Matching of seeks.

use super::challenge::{Challenge, Target};
use wire::live::ColorChoice;

/// Whether two seeks are for the same game and accept each other's makers.
pub(crate) fn meet(one: &Challenge, other: &Challenge) -> bool {
    let (Target::Lobby(one_wants), Target::Lobby(other_wants)) = (&one.target, &other.target) else {
        return false;
    };
    let (Some(somebody), Some(somebody_else)) = (&one.challenger, &other.challenger) else { return false };
    let (a, b) = (&one.game, &other.game);
    let same_game = (&a.time, &a.time_white, &a.time_black, a.variant, &a.fen, a.rated)
        == (&b.time, &b.time_white, &b.time_black, b.variant, &b.fen, b.rated);
    let same_conduct = (a.conduct, a.draw_offers_from_move, a.fifty_move_rule)
        == (b.conduct, b.draw_offers_from_move, b.fifty_move_rule);
    let colors = a.color == ColorChoice::Random || b.color == ColorChoice::Random || a.color != b.color;
    somebody.id != somebody_else.id
        && same_game
        && same_conduct
        && colors
        && one_wants.contains(other.rating)
        && other_wants.contains(one.rating)
}
