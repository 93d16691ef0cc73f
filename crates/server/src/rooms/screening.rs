//! What a command asks for, and whether whoever asks may ask for it. What the laws say of it, the game decides.

use super::command::{Actor, Code, Command, CommandKey, Done, Refused, refused};
use super::deciding::Decision;
use super::room::{Room, RoomState};
use game::{Action, Duration, Forfeit, Timestamp};
use rules::Color;
use wire::PlayerAction;

/// The most seconds that one player can give the other at once.
const PRESENT: u32 = 60;
/// How often each player can give the other time in one game.
const MAX_PRESENTS: u32 = 50;
/// The longest id of a command.
const MAX_NAME_LENGTH: usize = 40;

/// What is to become a row.
pub(super) struct PendingCommand {
    pub(super) decision: Decision,
    pub(super) named: Option<CommandKey>,
    /// Set for requests of players: if the flag fell first, the request is refused, and the flag fall is what is logged.
    pub(super) asked: bool,
}

/// What a request comes to before the game is asked.
pub(super) enum Screened {
    /// It is to be decided.
    Pending(PendingCommand),
    /// The same command was done before: nothing happens, and the answer is the old one.
    Repeated(Done),
}

impl From<Decision> for Screened {
    /// What nobody asks for.
    fn from(decision: Decision) -> Screened {
        Screened::Pending(PendingCommand { decision, named: None, asked: false })
    }
}

/// What a command asks for.
pub(super) fn screen(
    room: &Room,
    state: &RoomState,
    at: Timestamp,
    actor: &Actor,
    command: &Command,
) -> Result<Screened, Refused> {
    let no = |code, why: &str| Err(refused(state.v, code, why));
    let named = match name(actor, command) {
        Ok(named) => named,
        Err(why) => return no(Code::NotAllowed, why),
    };
    if let Some(named) = named
        && let Some((v, content)) = state.commands.get(&named.key)
    {
        return if *content == named.content {
            Ok(Screened::Repeated(Done { v: *v }))
        } else {
            no(Code::Conflict, "this id was already used for another command")
        };
    }
    let action = action(room, state, at, actor, command)?;
    if let Action::Move { .. } | Action::Claim { .. } = action
        && command.ply.is_some_and(|ply| ply != state.game.ply())
        && state.game.termination().is_none()
    {
        return no(Code::Stale, "the game has moved on since");
    }
    Ok(Screened::Pending(PendingCommand { decision: Decision::Act(at, action), named, asked: true }))
}

fn name(actor: &Actor, command: &Command) -> Result<Option<CommandKey>, &'static str> {
    let Some(id) = &command.id else { return Ok(None) };
    if id.is_empty() || id.len() > MAX_NAME_LENGTH {
        return Err("the name of a command has 1 to 40 bytes");
    }
    let asker = match actor {
        Actor::Player(id) | Actor::Arbiter(id) => id.as_str(),
        Actor::Computer(_) => "",
    };
    Ok(Some(CommandKey::new(asker, id, &command.asked)))
}

/// The side of whoever asks.
pub(super) fn seat(room: &Room, actor: &Actor) -> Option<Color> {
    match actor {
        Actor::Player(id) | Actor::Arbiter(id) => room.color_of(id),
        Actor::Computer(color) => Some(*color),
    }
}

/// The action of the game that is meant, if the asker may ask for it.
fn action(
    room: &Room,
    state: &RoomState,
    at: Timestamp,
    actor: &Actor,
    command: &Command,
) -> Result<Action, Refused> {
    let no = |code, why: &str| refused(state.v, code, why);
    let asked = &command.asked;
    if let Some(action) = asked.arbiter_action() {
        // Guidelines I.7: the envelope is opened when whoever must reply to the sealed move is there. So nobody who seals a
        // move can keep the opponent waiting for an arbiter.
        let sealed_by = state.game.adjourned_by();
        let replies =
            action == Action::Resume && sealed_by.is_some() && sealed_by.map(|by| !by) == seat(room, actor);
        let may = matches!(actor, Actor::Arbiter(_)) || replies;
        return if may { Ok(action) } else { Err(no(Code::NotAllowed, "only an arbiter can do that")) };
    }
    let by = seat(room, actor).ok_or_else(|| no(Code::NotAPlayer, "you do not play in this game"))?;
    if let Some(action) = asked.game_action(by, command.lag.way + state.slack(by, command.lag)) {
        return action.map_err(|error| no(Code::NotAllowed, &error.to_string()));
    }
    Ok(match asked {
        PlayerAction::AddTime { .. } if state.presents[by] >= MAX_PRESENTS => {
            return Err(no(
                Code::NotAllowed,
                "you have given time 50 times in this game, which is the maximum",
            ));
        }
        PlayerAction::AddTime { seconds } => {
            let time = Duration::from_seconds((*seconds).clamp(1, PRESENT).into());
            Action::GiveTime { to: !by, time }
        }
        PlayerAction::ClaimVictory => {
            away(room, state, at, !by)?;
            Action::Forfeit { forfeit: Forfeit::by(!by), reason: None }
        }
        PlayerAction::ClaimDrawGone => {
            away(room, state, at, !by)?;
            Action::Agree
        }
        _ => return Err(no(Code::NotAllowed, "that cannot be done here")),
    })
}

/// Whether a player has been gone for long enough.
fn away(room: &Room, state: &RoomState, at: Timestamp, who: Color) -> Result<(), Refused> {
    let claim_at = state.presence.claim_at(who, state.game.settings());
    let may = room.computer(who).is_none() && claim_at.is_some_and(|moment| moment <= at);
    if may {
        Ok(())
    } else {
        Err(refused(state.v, Code::NotAllowed, "the opponent has not been away long enough"))
    }
}
