//! Translating a command into an action of the game, and checking whether the sender may ask for it. Whether the laws
//! allow the action is for the game to decide.

use super::command::{Ack, Actor, Code, Command, CommandKey, CommandRefusal, refused};
use super::deciding::Proposal;
use super::room::{Room, RoomState};
use game::{Action, Duration, Forfeit, Timestamp};
use rules::Color;
use wire::PlayerAction;

/// The most seconds that a player can give the opponent at once.
const MAX_GIFT_SECONDS: u32 = 60;
/// How many times each player can give the opponent time in one game.
const MAX_GIFTS: u32 = 50;
/// The maximum length of a command's id, in bytes.
const MAX_ID_LENGTH: usize = 40;

/// A command that the game is to decide.
pub(super) struct PendingCommand {
    pub(super) proposal: Proposal,
    pub(super) named: Option<CommandKey>,
    /// Set for requests by somebody: if the flag fell first, the request is refused, and the flag fall is logged
    /// instead.
    pub(super) asked: bool,
}

/// A command after screening.
pub(super) enum ScreenedCommand {
    /// The game is to decide it.
    Pending(PendingCommand),
    /// The command was carried out before: nothing happens, and the answer is the same.
    Repeated(Ack),
}

impl From<Proposal> for ScreenedCommand {
    /// For changes that nobody requested.
    fn from(proposal: Proposal) -> ScreenedCommand {
        ScreenedCommand::Pending(PendingCommand { proposal, named: None, asked: false })
    }
}

pub(super) fn screen(
    room: &Room,
    state: &RoomState,
    at: Timestamp,
    actor: &Actor,
    command: &Command,
) -> Result<ScreenedCommand, CommandRefusal> {
    let refuse = |code, why: &str| Err(refused(state.v, code, why));
    let named = match command_key(actor, command) {
        Ok(named) => named,
        Err(why) => return refuse(Code::NotAllowed, why),
    };
    if let Some(named) = named
        && let Some((v, content)) = state.commands.get(&named.key)
    {
        return if *content == named.content {
            Ok(ScreenedCommand::Repeated(Ack { v: *v }))
        } else {
            refuse(Code::Conflict, "this id was already used for another command")
        };
    }
    let action = action(room, state, at, actor, command)?;
    if let Action::Move { .. } | Action::Claim { .. } = action
        && command.ply.is_some_and(|ply| ply != state.game.ply())
        && state.game.termination().is_none()
    {
        return refuse(Code::Stale, "the game has moved on since");
    }
    Ok(ScreenedCommand::Pending(PendingCommand { proposal: Proposal::Act(at, action), named, asked: true }))
}

fn command_key(actor: &Actor, command: &Command) -> Result<Option<CommandKey>, &'static str> {
    let Some(id) = &command.id else { return Ok(None) };
    if id.is_empty() || id.len() > MAX_ID_LENGTH {
        return Err("the id of a command must have 1 to 40 bytes");
    }
    let sender = match actor {
        Actor::Player(id) | Actor::Arbiter(id) => id.as_str(),
        Actor::Computer(_) => "",
    };
    Ok(Some(CommandKey::new(sender, id, &command.asked)))
}

/// The side that the sender plays.
pub(super) fn seat(room: &Room, actor: &Actor) -> Option<Color> {
    match actor {
        Actor::Player(id) | Actor::Arbiter(id) => room.color_of(id),
        Actor::Computer(color) => Some(*color),
    }
}

/// The action that a command asks for, if the sender may ask for it.
fn action(
    room: &Room,
    state: &RoomState,
    at: Timestamp,
    actor: &Actor,
    command: &Command,
) -> Result<Action, CommandRefusal> {
    let refuse = |code, why: &str| refused(state.v, code, why);
    let asked = &command.asked;
    if let Some(action) = asked.arbiter_action() {
        // Guidelines I.7: the envelope is opened when the player who must reply to the sealed move is present. So the
        // player who sealed the move cannot keep the opponent waiting for an arbiter.
        let sealed_by = state.game.adjourned_by();
        let replies =
            action == Action::Resume && sealed_by.is_some() && sealed_by.map(|by| !by) == seat(room, actor);
        let may = matches!(actor, Actor::Arbiter(_)) || replies;
        return if may { Ok(action) } else { Err(refuse(Code::NotAllowed, "only an arbiter can do that")) };
    }
    let by = seat(room, actor).ok_or_else(|| refuse(Code::NotAPlayer, "you do not play in this game"))?;
    if let Some(action) = asked.game_action(by, command.lag.network + state.slack(by, command.lag)) {
        return action.map_err(|error| refuse(Code::NotAllowed, &error.to_string()));
    }
    Ok(match asked {
        PlayerAction::AddTime { .. } if state.gifts[by] >= MAX_GIFTS => {
            return Err(refuse(
                Code::NotAllowed,
                "you have given time 50 times in this game, which is the maximum",
            ));
        }
        PlayerAction::AddTime { seconds } => {
            let time = Duration::from_seconds((*seconds).clamp(1, MAX_GIFT_SECONDS).into());
            Action::GiveTime { to: !by, time }
        }
        PlayerAction::ClaimVictory => {
            check_is_away(room, state, at, !by)?;
            Action::Forfeit { forfeit: Forfeit::by(!by), reason: None }
        }
        PlayerAction::ClaimDrawGone => {
            check_is_away(room, state, at, !by)?;
            Action::Agree
        }
        _ => return Err(refuse(Code::NotAllowed, "that cannot be done here")),
    })
}

/// Refuses a claim if the player has not been disconnected for long enough.
fn check_is_away(room: &Room, state: &RoomState, at: Timestamp, who: Color) -> Result<(), CommandRefusal> {
    let claim_at = state.presence.claim_at(who, state.game.settings());
    let may = room.computer(who).is_none() && claim_at.is_some_and(|moment| moment <= at);
    if may {
        Ok(())
    } else {
        Err(refused(state.v, Code::NotAllowed, "the opponent has not been away long enough"))
    }
}
