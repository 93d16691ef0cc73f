//! A game that is offered and not yet accepted.

use crate::identity::Person;
use crate::ids::{GameId, PlayerId};
use crate::store::{ChallengeRecord, TargetRecord};
use game::Timestamp;
use rules::Color;
use wire::live::{ColorChoice, NewGame};

/// A game that is offered and not yet accepted. Its id will be the game's.
#[derive(Clone, Debug)]
pub struct Challenge {
    pub id: GameId,
    /// When it was made.
    pub created: Timestamp,
    /// Who offers; nobody, if a third party brings two players together.
    pub challenger: Option<Person>,
    /// The challenger's rating when it was made; guests have none.
    pub rating: Option<u16>,
    /// Who may accept.
    pub target: Target,
    /// The game that is offered.
    pub game: NewGame,
    /// The colour that the challenger gets, where that is settled. A random colour is drawn when the game begins, so
    /// that nobody can read it before accepting.
    pub challenger_color: Option<Color>,
}

/// Who may accept a challenge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    Player(Person),
    /// Whoever has the link; if names are given, only these.
    Link(Vec<PlayerId>),
    /// Anybody in the lobby with such a rating.
    Lobby(RatingRange),
}

/// A player without a rating counts as a new player.
const UNRATED: u16 = 1500;

/// Ratings from one to another, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RatingRange {
    pub lowest: u16,
    pub highest: u16,
}

impl RatingRange {
    pub const ALL: RatingRange = RatingRange { lowest: 0, highest: u16::MAX };

    /// `1500-1800`; everybody if it says nothing.
    pub fn parse(text: &str) -> Option<RatingRange> {
        if text.is_empty() {
            return Some(RatingRange::ALL);
        }
        let (lowest, highest) = text.split_once('-')?;
        // Nobody's rating is beyond what the type can tell.
        let number = |text: &str| Some(u16::try_from(text.trim().parse::<u32>().ok()?).unwrap_or(u16::MAX));
        let range = RatingRange { lowest: number(lowest)?, highest: number(highest)? };
        (range.lowest <= range.highest).then_some(range)
    }

    /// Whether somebody with this rating may come. Without a rating, somebody counts as a new player.
    pub fn contains(self, rating: Option<u16>) -> bool {
        let rating = rating.unwrap_or(UNRATED);
        self.lowest <= rating && rating <= self.highest
    }
}

/// What became of a challenge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    Created,
    /// It has become a game.
    Accepted,
    /// The challenger took it back, or went away.
    Canceled,
    /// The other one does not want to.
    Declined(Reason),
}

/// Why a challenge is declined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reason {
    /// Nothing is said.
    #[default]
    Generic,
    Later,
    /// The clock is too fast.
    TooFast,
    /// The clock is too slow.
    TooSlow,
    /// The time control is not wanted.
    TimeControl,
    /// Only casual games.
    Rated,
    /// Only rated games.
    Casual,
    /// Only variants.
    Standard,
    /// Not this variant.
    Variant,
    /// No programs.
    NoBot,
    /// Only programs.
    OnlyBot,
}

impl Reason {
    const ALL: [(Reason, &'static str, &'static str); 11] = [
        (Reason::Generic, "generic", "I'm not accepting challenges at the moment."),
        (Reason::Later, "later", "This is not the right time for me, please ask again later."),
        (
            Reason::TooFast,
            "tooFast",
            "This time control is too fast for me, please challenge again with a slower game.",
        ),
        (
            Reason::TooSlow,
            "tooSlow",
            "This time control is too slow for me, please challenge again with a faster game.",
        ),
        (Reason::TimeControl, "timeControl", "I'm not accepting challenges with this time control."),
        (Reason::Rated, "rated", "Please send me a rated challenge instead."),
        (Reason::Casual, "casual", "Please send me a casual challenge instead."),
        (Reason::Standard, "standard", "I'm not accepting variant challenges right now."),
        (Reason::Variant, "variant", "I'm not willing to play this variant right now."),
        (Reason::NoBot, "noBot", "I'm not accepting challenges from bots."),
        (Reason::OnlyBot, "onlyBot", "I'm only accepting challenges from bots."),
    ];

    /// The reason with this name, in any case of its letters; another word says nothing.
    pub fn parse(word: &str) -> Reason {
        let known = Reason::ALL.iter().find(|(_, name, _)| name.eq_ignore_ascii_case(word));
        known.map_or(Reason::Generic, |(reason, ..)| *reason)
    }

    /// Its name in small letters, as it is told.
    pub fn key(self) -> String {
        self.row().1.to_ascii_lowercase()
    }

    pub fn sentence(self) -> &'static str {
        self.row().2
    }

    fn row(self) -> &'static (Reason, &'static str, &'static str) {
        Reason::ALL.iter().find(|(reason, ..)| *reason == self).expect("every reason has its row")
    }
}

impl Challenge {
    /// As it is stored.
    pub fn record(&self) -> ChallengeRecord {
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
            game: serde_json::to_string(&self.game).expect("a wish is plain JSON"),
            challenger_color: self.challenger_color,
        }
    }

    /// A stored challenge; none if a newer version wrote what this one does not know.
    pub fn from_record(record: ChallengeRecord) -> Option<Challenge> {
        let game: NewGame = serde_json::from_str(&record.game).ok()?;
        // Earlier versions drew a random colour when the challenge was made. Only who follows a link chooses a side then.
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

    /// Whether this player made it.
    pub fn is_by(&self, player: &PlayerId) -> bool {
        self.challenger.as_ref().is_some_and(|challenger| challenger.id == *player)
    }

    /// Whether this player is the one who is challenged.
    pub fn is_to(&self, player: &PlayerId) -> bool {
        matches!(&self.target, Target::Player(target) if target.id == *player)
    }

    /// Whether anybody can take it from the lobby.
    pub fn is_seek(&self) -> bool {
        matches!(self.target, Target::Lobby(_))
    }

    /// The one who is challenged, if it is one.
    pub fn target_player(&self) -> Option<&Person> {
        match &self.target {
            Target::Player(target) => Some(target),
            Target::Link(_) | Target::Lobby(_) => None,
        }
    }

    /// Everybody who is told what becomes of it.
    pub fn people(&self) -> impl Iterator<Item = &PlayerId> {
        self.challenger.iter().chain(self.target_player()).map(|person| &person.id)
    }
}

/// The colour that somebody asks for; none for a random one.
pub fn chosen_color(wish: ColorChoice) -> Option<Color> {
    match wish {
        ColorChoice::White => Some(Color::White),
        ColorChoice::Black => Some(Color::Black),
        ColorChoice::Random => None,
    }
}

/// A colour drawn by lot.
pub fn random_color() -> Color {
    game::random_color(rand::random())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_in_any_case_of_their_letters() {
        assert_eq!(Reason::parse("tooFast"), Reason::TooFast);
        assert_eq!(Reason::parse("toofast").key(), "toofast");
        assert_eq!(Reason::parse("<script>"), Reason::Generic);
        for (reason, name, sentence) in Reason::ALL {
            assert_eq!((Reason::parse(name), reason.sentence()), (reason, sentence));
        }
    }

    #[test]
    fn a_wish_is_granted_and_a_random_colour_is_either() {
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
