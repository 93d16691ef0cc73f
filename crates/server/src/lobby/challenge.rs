//! A challenge: a game that is offered and not yet accepted.

use crate::identity::Person;
use crate::ids::{GameId, PlayerId};
use crate::store::{ChallengeRecord, TargetRecord};
use game::Timestamp;
use rules::Color;
use wire::live::{ColorChoice, NewGame};

/// A game that is offered and not yet accepted. The game will have the same id.
#[derive(Clone, Debug)]
pub(crate) struct Challenge {
    pub(crate) id: GameId,
    pub(crate) created: Timestamp,
    /// Who made the challenge; `None` if a third party pairs two players.
    pub(crate) challenger: Option<Person>,
    /// The challenger's rating when the challenge was made; guests have none.
    pub(crate) rating: Option<u16>,
    pub(crate) target: Target,
    pub(crate) game: NewGame,
    /// The challenger's colour, if it is fixed. A random colour is drawn when the game starts, so that nobody can
    /// learn it before accepting.
    pub(crate) challenger_color: Option<Color>,
}

/// Who may accept a challenge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    Player(Person),
    /// Anybody with the link; if names are given, only these players.
    Link(Vec<PlayerId>),
    /// Anybody in the lobby with a rating in this range.
    Lobby(RatingRange),
}

/// The rating assumed for a player without one: a new player's.
const DEFAULT_RATING: u16 = 1500;

/// An inclusive range of ratings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RatingRange {
    pub(crate) lowest: u16,
    pub(crate) highest: u16,
}

impl RatingRange {
    pub(crate) const ALL: RatingRange = RatingRange { lowest: 0, highest: u16::MAX };

    /// Parses a range such as `1500-1800`; empty text means everybody.
    pub(crate) fn parse(text: &str) -> Option<RatingRange> {
        if text.is_empty() {
            return Some(RatingRange::ALL);
        }
        let (lowest, highest) = text.split_once('-')?;
        // Ratings never exceed `u16`, so larger numbers mean "no limit".
        let number = |text: &str| Some(u16::try_from(text.trim().parse::<u32>().ok()?).unwrap_or(u16::MAX));
        let range = RatingRange { lowest: number(lowest)?, highest: number(highest)? };
        (range.lowest <= range.highest).then_some(range)
    }

    /// Whether the range includes this rating. Without a rating, a player counts as a new one.
    pub(crate) fn contains(self, rating: Option<u16>) -> bool {
        let rating = rating.unwrap_or(DEFAULT_RATING);
        self.lowest <= rating && rating <= self.highest
    }
}

/// The state of a challenge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    Created,
    /// The game has started.
    Accepted,
    /// The challenger withdrew it or disconnected.
    Canceled,
    Declined(DeclineReason),
}

/// Why a challenge is declined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum DeclineReason {
    #[default]
    Generic,
    Later,
    /// The clock is too fast.
    TooFast,
    /// The clock is too slow.
    TooSlow,
    /// Not with this time control.
    TimeControl,
    /// Wants a rated game.
    Rated,
    /// Wants a casual game.
    Casual,
    /// Accepts standard chess only.
    Standard,
    /// Not this variant.
    Variant,
    /// Accepts no bots.
    NoBot,
    /// Accepts only bots.
    OnlyBot,
}

impl DeclineReason {
    const ALL: [(DeclineReason, &'static str, &'static str); 11] = [
        (DeclineReason::Generic, "generic", "I'm not accepting challenges at the moment."),
        (DeclineReason::Later, "later", "This is not the right time for me, please ask again later."),
        (
            DeclineReason::TooFast,
            "tooFast",
            "This time control is too fast for me, please challenge again with a slower game.",
        ),
        (
            DeclineReason::TooSlow,
            "tooSlow",
            "This time control is too slow for me, please challenge again with a faster game.",
        ),
        (DeclineReason::TimeControl, "timeControl", "I'm not accepting challenges with this time control."),
        (DeclineReason::Rated, "rated", "Please send me a rated challenge instead."),
        (DeclineReason::Casual, "casual", "Please send me a casual challenge instead."),
        (DeclineReason::Standard, "standard", "I'm not accepting variant challenges right now."),
        (DeclineReason::Variant, "variant", "I'm not willing to play this variant right now."),
        (DeclineReason::NoBot, "noBot", "I'm not accepting challenges from bots."),
        (DeclineReason::OnlyBot, "onlyBot", "I'm only accepting challenges from bots."),
    ];

    /// The reason with this name, ignoring case; unknown words mean [`DeclineReason::Generic`].
    pub(crate) fn parse(word: &str) -> DeclineReason {
        let known = DeclineReason::ALL.iter().find(|(_, name, _)| name.eq_ignore_ascii_case(word));
        known.map_or(DeclineReason::Generic, |(reason, ..)| *reason)
    }

    /// The name in lower case, as sent to clients.
    pub(crate) fn key(self) -> String {
        self.row().1.to_ascii_lowercase()
    }

    pub(crate) fn sentence(self) -> &'static str {
        self.row().2
    }

    fn row(self) -> &'static (DeclineReason, &'static str, &'static str) {
        DeclineReason::ALL.iter().find(|(reason, ..)| *reason == self).expect("every reason has its row")
    }
}

impl Challenge {
    pub(crate) fn record(&self) -> ChallengeRecord {
        ChallengeRecord {
            id: self.id,
            created: self.created,
            challenger: self.challenger.clone(),
            rating: self.rating,
            target: match &self.target {
                Target::Player(person) => TargetRecord::Player(person.clone()),
                Target::Link(only) => TargetRecord::Link(only.clone()),
                Target::Lobby(RatingRange { lowest, highest }) => {
                    TargetRecord::Lobby(format!("{lowest}-{highest}"))
                }
            },
            game: serde_json::to_string(&self.game).expect("a new game is plain JSON"),
            challenger_color: self.challenger_color,
        }
    }

    /// A stored challenge; `None` if a newer version wrote something unknown.
    pub(crate) fn from_record(record: ChallengeRecord) -> Option<Challenge> {
        let game: NewGame = serde_json::from_str(&record.game).ok()?;
        // Earlier versions drew a random colour when the challenge was made. Such a colour is kept only for links,
        // where the player who follows the link chose a side.
        let is_link = matches!(record.target, TargetRecord::Link(_));
        let is_settled = is_link || game.color != ColorChoice::Random;
        Some(Challenge {
            id: record.id,
            created: record.created,
            challenger: record.challenger,
            rating: record.rating,
            target: match record.target {
                TargetRecord::Player(person) => Target::Player(person),
                TargetRecord::Link(only) => Target::Link(only),
                TargetRecord::Lobby(range) => Target::Lobby(RatingRange::parse(&range)?),
            },
            game,
            challenger_color: record.challenger_color.filter(|_| is_settled),
        })
    }

    pub(crate) fn is_by(&self, player: &PlayerId) -> bool {
        self.challenger.as_ref().is_some_and(|challenger| challenger.id == *player)
    }

    /// Whether this player is the one challenged.
    pub(crate) fn is_to(&self, player: &PlayerId) -> bool {
        matches!(&self.target, Target::Player(target) if target.id == *player)
    }

    /// Whether anybody in the lobby can accept it.
    pub(crate) fn is_seek(&self) -> bool {
        matches!(self.target, Target::Lobby(_))
    }

    /// The challenged player, if it is a specific one.
    pub(crate) fn target_player(&self) -> Option<&Person> {
        match &self.target {
            Target::Player(target) => Some(target),
            Target::Link(_) | Target::Lobby(_) => None,
        }
    }

    /// The players who are notified of changes.
    pub(crate) fn people(&self) -> impl Iterator<Item = &PlayerId> {
        self.challenger.iter().chain(self.target_player()).map(|person| &person.id)
    }
}

/// The requested colour; `None` for a random one.
pub(crate) fn chosen_color(wish: ColorChoice) -> Option<Color> {
    match wish {
        ColorChoice::White => Some(Color::White),
        ColorChoice::Black => Some(Color::Black),
        ColorChoice::Random => None,
    }
}

pub(crate) fn random_color() -> Color {
    game::random_color(rand::random())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_are_parsed_ignoring_case() {
        assert_eq!(DeclineReason::parse("tooFast"), DeclineReason::TooFast);
        assert_eq!(DeclineReason::parse("toofast").key(), "toofast");
        assert_eq!(DeclineReason::parse("<script>"), DeclineReason::Generic);
        for (reason, name, sentence) in DeclineReason::ALL {
            assert_eq!((DeclineReason::parse(name), reason.sentence()), (reason, sentence));
        }
    }

    #[test]
    fn a_chosen_colour_is_given_and_a_random_one_is_drawn_later() {
        assert_eq!(chosen_color(ColorChoice::White), Some(Color::White));
        assert_eq!(chosen_color(ColorChoice::Black), Some(Color::Black));
        assert_eq!(chosen_color(ColorChoice::Random), None, "it is drawn later");
        let whites = (0..1000).filter(|_| random_color() == Color::White).count();
        assert!((400..600).contains(&whites), "{whites} of 1000");
    }

    #[test]
    fn ranges_of_ratings() {
        let range = RatingRange::parse("1500-1800").expect("a range");
        assert_eq!(
            [1499, 1500, 1800, 1801].map(|rating| range.contains(Some(rating))),
            [false, true, true, false]
        );
        assert_eq!(RatingRange::parse(""), Some(RatingRange::ALL));
        assert_eq!(RatingRange::parse("0-4294967295"), Some(RatingRange::ALL));
        for bad in ["1500", "1800-1500", "a-b", "-5-7", "1-2-3"] {
            assert_eq!(RatingRange::parse(bad), None, "{bad}");
        }
    }
}
