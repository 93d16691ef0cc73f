//! Converts a game's settings from and to JSON.

use crate::action::Side;
use game::{
    ClockStarts, Conduct, DrawOffers, Duration, FiftyMoveRule, PerColor, Settings, TimeControl, Timestamp,
};
use rules::{Position, Setup, Variant};
use serde::{Deserialize, Serialize};

/// The settings with which a game starts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields = nullable))]
pub struct Start {
    /// The starting position; the usual one if omitted.
    pub fen: Option<String>,
    /// The time control; null without a clock.
    pub time: Option<String>,
    /// Time odds: another time control for White.
    pub time_white: Option<String>,
    /// Time odds: another time control for Black.
    pub time_black: Option<String>,
    #[cfg_attr(test, ts(optional, as = "Option<VariantName>"))]
    pub variant: VariantName,
    #[cfg_attr(test, ts(optional, as = "Option<ConductName>"))]
    pub conduct: ConductName,
    pub draw_offers_from_move: Option<OffersFrom>,
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub fifty_move_rule: bool,
    #[cfg_attr(test, ts(optional, as = "Option<ClockStartsName>"))]
    pub clock_starts: ClockStartsName,
    /// The maximum lag compensation for one move, in milliseconds.
    #[cfg_attr(test, ts(optional, as = "Option<u64>"))]
    pub lag_compensation: u64,
    /// Whether check is announced; by default in casual play only.
    pub announce_check: Option<bool>,
    /// Draw odds (Armageddon): any draw wins for this side.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draw_odds: Option<Side>,
    /// Milliseconds after which a player who has not appeared loses (FIDE 6.7).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub default_time: Option<u64>,
}

impl Default for Start {
    fn default() -> Start {
        Start {
            fen: None,
            time: None,
            time_white: None,
            time_black: None,
            variant: VariantName::Standard,
            conduct: ConductName::Online,
            draw_offers_from_move: None,
            fifty_move_rule: true,
            clock_starts: ClockStartsName::AtOnce,
            lag_compensation: 0,
            announce_check: None,
            draw_odds: None,
            default_time: None,
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum VariantName {
    #[default]
    Standard,
    Chess960,
}

impl From<VariantName> for Variant {
    fn from(name: VariantName) -> Variant {
        match name {
            VariantName::Standard => Variant::Standard,
            VariantName::Chess960 => Variant::Chess960,
        }
    }
}

impl From<Variant> for VariantName {
    fn from(variant: Variant) -> VariantName {
        match variant {
            Variant::Standard => VariantName::Standard,
            Variant::Chess960 => VariantName::Chess960,
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum ConductName {
    /// Casual.
    #[default]
    Online,
    /// Over the board.
    Tournament,
}

/// When the first clock starts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum ClockStartsName {
    /// With the game.
    #[default]
    AtOnce,
    /// When the first move has been made.
    AfterFirstMove,
    /// When both sides have made a move.
    AfterBothMoved,
}

/// When draws may be offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(untagged)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum OffersFrom {
    /// From this move on.
    Move(u16),
    Word(Never),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Never {
    Never,
}

impl Start {
    /// The settings of a game that begins at a moment. The error says what is wrong.
    pub fn settings(self, begins: Timestamp) -> Result<Settings, String> {
        let variant = self.variant.into();
        let start = match &self.fen {
            Some(fen) => Position::parse_fen(fen, variant).map_err(|error| error.to_string())?,
            None => {
                let setup = Setup { variant, ..Setup::start() };
                setup.validate().expect("the usual start is one of the 960")
            }
        };
        let control = |own: Option<String>| -> Result<TimeControl, String> {
            match own.as_ref().or(self.time.as_ref()) {
                Some(text) => text.parse().map_err(|error: game::ParseTimeControlError| error.to_string()),
                None => Ok(TimeControl::Unlimited),
            }
        };
        Ok(Settings {
            start,
            time: PerColor { white: control(self.time_white)?, black: control(self.time_black)? },
            conduct: match self.conduct {
                ConductName::Online => Conduct::Online,
                ConductName::Tournament => Conduct::Tournament,
            },
            draw_offers: match self.draw_offers_from_move {
                None => DrawOffers::Always,
                Some(OffersFrom::Move(number)) => DrawOffers::FromMove(number),
                Some(OffersFrom::Word(Never::Never)) => DrawOffers::Never,
            },
            fifty_move_rule: if self.fifty_move_rule { FiftyMoveRule::On } else { FiftyMoveRule::Off },
            clock_starts: match self.clock_starts {
                ClockStartsName::AtOnce => ClockStarts::AtOnce,
                ClockStartsName::AfterFirstMove => ClockStarts::AfterFirstMove,
                ClockStartsName::AfterBothMoved => ClockStarts::AfterBothMoved,
            },
            begins,
            lag_compensation: Duration::from_millis(self.lag_compensation),
            announce_check: self.announce_check,
            draw_odds: self.draw_odds.map(rules::Color::from),
            default_time: self.default_time.map(Duration::from_millis),
        })
    }
}

/// The inverse of [`Start::settings`], without the time at which the game begins.
impl From<&Settings> for Start {
    fn from(settings: &Settings) -> Start {
        let PerColor { white, black } = &settings.time;
        let odds = (white != black).then(|| black.to_string());
        Start {
            fen: Some(settings.start.fen()),
            time: Some(white.to_string()),
            time_white: None,
            time_black: odds,
            variant: settings.start.variant().into(),
            conduct: match settings.conduct {
                Conduct::Online => ConductName::Online,
                Conduct::Tournament => ConductName::Tournament,
            },
            draw_offers_from_move: match settings.draw_offers {
                DrawOffers::Always => None,
                DrawOffers::FromMove(number) => Some(OffersFrom::Move(number)),
                DrawOffers::Never => Some(OffersFrom::Word(Never::Never)),
            },
            fifty_move_rule: settings.fifty_move_rule == FiftyMoveRule::On,
            clock_starts: match settings.clock_starts {
                ClockStarts::AtOnce => ClockStartsName::AtOnce,
                ClockStarts::AfterFirstMove => ClockStartsName::AfterFirstMove,
                ClockStarts::AfterBothMoved => ClockStartsName::AfterBothMoved,
            },
            lag_compensation: settings.lag_compensation.millis(),
            announce_check: settings.announce_check,
            draw_odds: settings.draw_odds.map(Side::from),
            default_time: settings.default_time.map(Duration::millis),
        }
    }
}
