//! A word for each refusal, so that any language can say it.

use game::Refusal;
use rules::MoveError;

/// The word for a refusal.
pub fn refusal_code(refusal: &Refusal) -> &'static str {
    match refusal {
        Refusal::Over => "over",
        Refusal::Move(MoveError::Text(_)) => "not_a_move",
        Refusal::Move(MoveError::Illegal { .. }) => "illegal",
        Refusal::Move(MoveError::Ambiguous { .. }) => "ambiguous",
        Refusal::Move(MoveError::PromotionMissing { .. }) => "promotion_missing",
        Refusal::NotYourTurn(_) => "not_your_turn",
        Refusal::Paused => "paused",
        Refusal::NotPaused => "not_paused",
        Refusal::NotRunning => "not_running",
        Refusal::NoClock(_) => "no_clock",
        Refusal::OfferStands => "offer_stands",
        Refusal::OfferTooEarly { .. } => "offer_too_early",
        Refusal::OffersForbidden => "offers_forbidden",
        Refusal::NothingToAnswer => "nothing_to_answer",
        Refusal::AnswerUnclear => "answer_unclear",
        Refusal::ClaimAfterTouch => "claim_after_touch",
        Refusal::MustPlay(_) => "must_play",
        Refusal::Touched(_) => "touched",
        Refusal::TouchIsFree => "touch_is_free",
        Refusal::NothingTouched(_) => "nothing_touched",
        Refusal::NoAbort => "no_abort",
        Refusal::TooLateToAbort => "too_late_to_abort",
        Refusal::NoTakeback => "no_takeback",
        Refusal::NothingToTakeBack(_) => "nothing_to_take_back",
        Refusal::TakebackStands => "takeback_stands",
        Refusal::TooLateToRestart => "too_late_to_restart",
    }
}
