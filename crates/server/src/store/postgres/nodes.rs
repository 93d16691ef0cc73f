//! Nodes, their heartbeats, and the outages in which none was running.

use super::{Store, StoreError, moment};
use deadpool_postgres::Pool;
use game::Timestamp;
use std::time::Duration;

/// A node without a heartbeat for this long no longer counts as running.
pub(super) const SILENT_MS: i64 = 3_000;
/// How long an outage is remembered: a game that has not been loaded since then is credited when it is.
const MAX_OUTAGE_AGE_MS: i64 = 60 * 24 * 3_600_000;

/// How long a node that shuts down waits for the database to record it. Without an answer, the other nodes find out as
/// they do after a crash.
const LEAVE_TIMEOUT: Duration = Duration::from_secs(1);

/// The result of a heartbeat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Beat {
    pub now: Timestamp,
    /// How many nodes are running, including this one.
    pub nodes: u32,
    /// The outage that ended with this heartbeat, if no node had been running for a while.
    pub outage: Option<Outage>,
}

/// A time in which no node was running.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Outage {
    /// The last heartbeat of any node before it.
    pub began: Timestamp,
    /// The first heartbeat after it.
    pub ended: Timestamp,
}

/// Adds a node to the table of nodes; returns its number.
pub(super) async fn register(pool: &Pool, name: &str) -> Result<i32, StoreError> {
    let client = pool.get().await?;
    // The first heartbeat comes later, when the node starts to serve, so that an outage that ends with it is detected.
    let sql = "INSERT INTO nodes (name, started, beat) VALUES ($1, now_ms(), 0) RETURNING node";
    Ok(client.query_one(sql, &[&name]).await?.get(0))
}

/// Records that a node shuts down: its players are no longer connected.
pub(super) async fn leave(store: &Store) {
    // The node stays in the table with its last heartbeat, from which the next node learns when the outage began.
    let sql = "WITH gone AS (UPDATE attached SET gone = now_ms() WHERE node = $1 AND gone IS NULL), \
        offline AS (DELETE FROM online WHERE node = $1) \
        UPDATE nodes SET beat = now_ms() WHERE node = $1";
    let left = tokio::time::timeout(LEAVE_TIMEOUT, store.execute(sql, &[&store.node()])).await;
    if let Err(error) = left.unwrap_or(Err(StoreError::Unavailable)) {
        tracing::warn!(%error, "the shutdown of this node could not be recorded");
    }
}

impl Store {
    /// The name by which the nodes of this database find each other on the bus.
    pub async fn cluster_name(&self) -> Result<String, StoreError> {
        let row = self.query_opt("SELECT id FROM cluster", &[]).await?;
        Ok(row.map_or_else(String::new, |row| row.get(0)))
    }

    pub async fn database_time(&self) -> Result<Timestamp, StoreError> {
        let rows = self.query("SELECT now_ms()", &[]).await?;
        Ok(rows.first().map_or(Timestamp::ZERO, |row| moment(row.get(0))))
    }

    /// Records a heartbeat of this node. If no node was running for a while, also records the outage.
    pub async fn beat(&self) -> Result<Beat, StoreError> {
        #[cfg(test)]
        if let Some(link) = &self.0.simulated {
            let beat = link.beat().await;
            if let (Ok(_), Some(writer)) = (&beat, &self.0.writer) {
                writer.clear_failing();
            }
            return beat;
        }
        // Two nodes that come back at the same time may both record the outage. That is harmless: the same time is
        // credited only once.
        let sql = "WITH last AS (SELECT max(beat) AS beat, count(*) FILTER (WHERE beat > now_ms() - $2 AND node <> $1) AS others FROM nodes), \
            own AS (UPDATE nodes SET beat = greatest(beat, now_ms()) WHERE node = $1 RETURNING beat), \
            gap AS (INSERT INTO outages (began, ended) SELECT last.beat, own.beat FROM last, own \
                WHERE last.beat > 0 AND last.beat < own.beat - $2 ON CONFLICT DO NOTHING RETURNING began, ended) \
            SELECT own.beat, last.others, gap.began, gap.ended FROM own CROSS JOIN last LEFT JOIN gap ON true";
        let row = self.query_opt(sql, &[&self.node(), &SILENT_MS]).await?;
        let row = row.ok_or_else(|| super::damaged("no row of this node"))?;
        if let Some(writer) = &self.0.writer {
            writer.clear_failing();
        }
        let outage = row.get::<_, Option<i64>>(2).zip(row.get::<_, Option<i64>>(3));
        Ok(Beat {
            now: moment(row.get(0)),
            nodes: u32::try_from(row.get::<_, i64>(1)).unwrap_or(u32::MAX).saturating_add(1),
            outage: outage.map(|(began, ended)| Outage { began: moment(began), ended: moment(ended) }),
        })
    }

    /// The outages that ended after a moment, the oldest first.
    pub async fn outages_since(&self, since: Timestamp) -> Result<Vec<Outage>, StoreError> {
        #[cfg(test)]
        if let Some(link) = &self.0.simulated {
            return link.outages_since(since).await;
        }
        let sql = "SELECT began, ended FROM outages WHERE ended > $1 ORDER BY began, ended";
        let rows = self.query(sql, &[&super::millis(since)]).await?;
        Ok(rows.iter().map(|row| Outage { began: moment(row.get(0)), ended: moment(row.get(1)) }).collect())
    }

    /// Records that this node is serving at this moment, by a heartbeat.
    pub async fn prove_service(&self, _now: Timestamp) -> Result<(), StoreError> {
        self.beat().await.map(drop)
    }

    /// Does nothing: all nodes follow the clock of the database, so there are no jumps to record.
    pub async fn note_clock_jump(&self, _from: Option<Timestamp>) -> Result<(), StoreError> {
        Ok(())
    }

    /// Deletes data that is no longer needed: old limits, notices, answered challenges, expired codes, presence, nodes
    /// and outages.
    pub async fn sweep_shared(&self) -> Result<(), StoreError> {
        for sql in [
            "DELETE FROM limits WHERE full_at < now_ms()",
            "DELETE FROM notices WHERE at < now_ms() - 120000",
            "DELETE FROM challenges WHERE state <> 'created' AND changed < now_ms() - 3600000",
            "DELETE FROM oauth_codes WHERE ends < now_ms()",
            "DELETE FROM attached WHERE NOT EXISTS (SELECT 1 FROM game_live l WHERE l.game = attached.game)",
            "DELETE FROM rematch r WHERE EXISTS (SELECT 1 FROM archive a WHERE a.game = r.game AND a.ended < now_ms() - 86400000)",
            "DELETE FROM online o WHERE NOT EXISTS (SELECT 1 FROM nodes n WHERE n.node = o.node AND n.beat > now_ms() - 60000)",
            // The node with the latest heartbeat stays: it tells when an outage began. A starting node has no heartbeat
            // yet.
            "DELETE FROM nodes WHERE greatest(beat, started) < now_ms() - 86400000 \
                AND node <> (SELECT node FROM nodes ORDER BY beat DESC LIMIT 1)",
        ] {
            self.execute(sql, &[]).await?;
        }
        self.execute("DELETE FROM outages WHERE ended < now_ms() - $1", &[&MAX_OUTAGE_AGE_MS]).await?;
        Ok(())
    }
}
