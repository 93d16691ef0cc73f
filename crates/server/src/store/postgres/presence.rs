//! Which nodes the players of a game are connected to.

use super::append::NAME_LOCK;
use super::nodes::SILENT_MS;
use super::{Store, StoreError, moment};
use crate::ids::GameId;
use game::{PerColor, Timestamp};
use rules::Color;
use std::collections::HashMap;

/// A node without a heartbeat for this long may have ended; heartbeats come twice a second.
pub(super) const MISSED_MS: i64 = 1_500;

/// The names that nodes hold. A name is a lock of the node's session, so the database knows at once when a process is
/// gone. The argument is the placeholder for the class of these locks.
macro_rules! held_names {
    ($lock:literal) => {
        concat!(
            "held AS (SELECT l.objid::bigint AS name FROM pg_locks l WHERE l.locktype = 'advisory' \
                AND l.classid::bigint = ",
            $lock,
            " AND l.objsubid = 2 AND l.granted \
                AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database()))"
        )
    };
}

/// Whether node `n` has ended: a newer node or nobody holds its name, or its last heartbeat is too old. The argument is
/// the placeholder for the longest allowed silence in milliseconds.
macro_rules! has_ended {
    ($silent:literal) => {
        concat!(
            "(n.beat < now_ms() - ",
            $silent,
            " OR (hashtext(n.name)::bigint & 4294967295) NOT IN (SELECT name FROM held) \
                OR EXISTS (SELECT 1 FROM nodes m WHERE m.name = n.name AND m.node > n.node))"
        )
    };
}

/// Whether a player of a game is connected to any node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whereabouts {
    /// Connected to another node.
    Here,
    /// Disconnected since this moment.
    Gone(Timestamp),
    /// Has never connected.
    NeverCame,
}

impl Store {
    /// Records whether a player is connected to a game on this node.
    pub async fn set_attached(&self, game: GameId, color: Color, here: bool) -> Result<(), StoreError> {
        #[cfg(test)]
        if let Some(link) = &self.0.simulated {
            return link.set_attached(game, color, here).await;
        }
        let sql = "INSERT INTO attached (game, color, node, since, gone) \
            VALUES ($1, $2, $3, now_ms(), CASE WHEN $4 THEN NULL ELSE now_ms() END) \
            ON CONFLICT (game, color, node) DO UPDATE SET gone = EXCLUDED.gone, \
            since = CASE WHEN $4 AND attached.gone IS NOT NULL THEN EXCLUDED.since ELSE attached.since END";
        let values: super::Values<'_> = &[&game.number(), &color.to_string(), &self.node(), &here];
        self.execute(sql, values).await.map(drop)
    }

    /// Called when a player connects to this node. If the player was connected to a node that has ended, and to no
    /// other, returns the last heartbeat of that node. A second call returns nothing.
    pub async fn take_over(&self, game: GameId, color: Color) -> Result<Option<Timestamp>, StoreError> {
        #[cfg(test)]
        if let Some(link) = &self.0.simulated {
            return link.take_over(game, color).await;
        }
        let sql = concat!(
            "WITH ",
            held_names!("$5"),
            ", was AS (SELECT a.node, n.beat, ",
            has_ended!("$4"),
            " AS ended FROM attached a JOIN nodes n ON n.node = a.node \
                WHERE a.game = $1 AND a.color = $2 AND a.node <> $3 AND a.gone IS NULL) \
            UPDATE attached a SET gone = was.beat FROM was WHERE a.game = $1 AND a.color = $2 AND a.node = was.node \
                AND was.ended RETURNING was.beat, (SELECT count(*) FROM was WHERE NOT was.ended)"
        );
        let values: super::Values<'_> =
            &[&game.number(), &color.to_string(), &self.node(), &SILENT_MS, &i64::from(NAME_LOCK)];
        let rows = self.query(sql, values).await?;
        let is_elsewhere = rows.first().is_some_and(|row| row.get::<_, i64>(1) > 0);
        let newest = rows.iter().map(|row| row.get::<_, i64>(0)).max();
        Ok(newest.filter(|_| !is_elsewhere).map(moment))
    }

    /// The latest heartbeat of the nodes that a player was connected to, if all of them have ended or have missed their
    /// last heartbeats.
    pub async fn lost_since(&self, game: GameId, color: Color) -> Result<Option<Timestamp>, StoreError> {
        #[cfg(test)]
        if let Some(link) = &self.0.simulated {
            return link.lost_since(game, color).await;
        }
        let sql = concat!(
            "WITH ",
            held_names!("$4"),
            " SELECT max(n.beat) FROM attached a JOIN nodes n ON n.node = a.node \
            WHERE a.game = $1 AND a.color = $2 AND a.gone IS NULL HAVING bool_and(",
            has_ended!("$3"),
            ")"
        );
        let values: super::Values<'_> =
            &[&game.number(), &color.to_string(), &MISSED_MS, &i64::from(NAME_LOCK)];
        Ok(self.query_opt(sql, values).await?.and_then(|row| row.get::<_, Option<i64>>(0)).map(moment))
    }

    /// Whether the players of games are connected to other nodes, and otherwise since when they are gone. A node
    /// without recent heartbeats counts as having no connections.
    pub async fn whereabouts(
        &self,
        games: &[GameId],
    ) -> Result<HashMap<GameId, PerColor<Whereabouts>>, StoreError> {
        #[cfg(test)]
        if let Some(link) = &self.0.simulated {
            return link.whereabouts(games).await;
        }
        let sql = "SELECT a.game, a.color, bool_or(a.gone IS NULL AND a.node <> $3 AND n.beat > now_ms() - $2), \
            max(coalesce(a.gone, n.beat, 0)) \
            FROM attached a LEFT JOIN nodes n ON n.node = a.node WHERE a.game = ANY ($1) GROUP BY a.game, a.color";
        let numbers: Vec<i64> = games.iter().map(|game| game.number()).collect();
        let mut found = HashMap::new();
        for row in self.query(sql, &[&numbers, &SILENT_MS, &self.node()]).await? {
            let Some(game) = GameId::from_number(row.get(0)) else { continue };
            let color = if row.get::<_, String>(1) == "white" { Color::White } else { Color::Black };
            let here = row.get::<_, Option<bool>>(2).unwrap_or(false);
            let players: &mut PerColor<Whereabouts> =
                found.entry(game).or_insert_with(|| PerColor::both(Whereabouts::NeverCame));
            players[color] =
                if here { Whereabouts::Here } else { Whereabouts::Gone(moment(row.get::<_, i64>(3))) };
        }
        Ok(found)
    }
}
