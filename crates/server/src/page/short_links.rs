//! Short game addresses, as Lichess clients print them: `/ID` and `/ID/white` redirect to the game's page.

use crate::app::App;
use crate::ids::GameId;

/// The length of a game id, and of a link for one side, which has four more letters.
const LENGTHS: [usize; 2] = [8, 12];

/// The target of a short address; `None` if it is not one, or there is no such game or challenge.
pub(super) async fn target(app: &App, path: &str) -> Option<String> {
    let mut parts = path.trim_matches('/').split('/');
    let id = parts.next().filter(|id| LENGTHS.contains(&id.len()))?;
    if !matches!((parts.next(), parts.next()), (None | Some("white" | "black"), None)) {
        return None;
    }
    let id: GameId = id.get(..LENGTHS[0])?.parse().ok()?;
    let is_known =
        matches!(app.lobby.find(id).await, Ok(Some(_))) || matches!(app.rooms.find(id).await, Ok(Some(_)));
    is_known.then(|| format!("/game/{id}"))
}
