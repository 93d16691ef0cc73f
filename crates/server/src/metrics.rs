//! The metrics behind `/metrics`. Label values come from closed sets, never from a name, an address or other user
//! text, so the number of time series is bounded.

use prometheus_client::encoding::text::encode;
use prometheus_client::encoding::{EncodeLabelSet, EncodeLabelValue};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::{Registry, Unit};
use std::time::Duration;

/// All metrics of the server. The code only writes them; `/metrics` is the only reader.
pub struct Metrics {
    registry: Registry,
    /// From the arrival of a command until its answer is queued.
    pub(crate) ack: Times,
    /// One transaction of the log, with its flush.
    pub(crate) commit: Times,
    /// Rows per transaction.
    pub(crate) batch: Histogram,
    /// Commands waiting for the writer.
    pub(crate) writer_queue: Gauge,
    /// Appends that failed because another node had written the row first.
    pub(crate) append_conflicts: Counter,
    /// Batches whose commit was in doubt until it was looked up.
    pub(crate) unknown_outcomes: Counter,
    /// How many milliseconds this node's clock is ahead of the database's.
    pub(crate) database_clock_offset: Gauge,
    /// Live nodes, as far as this one knows.
    pub(crate) nodes: Gauge,
    /// Rows of other nodes that were found by polling because no message had arrived.
    pub(crate) bus_gaps: Counter,
    /// Commands decided on another thread because the position was hard to judge.
    pub(crate) slow_decisions: Counter,
    /// How long after a flag fell it was announced.
    pub(crate) flag_lateness: Times,
    pub(crate) sockets: Gauge,
    /// Subscribers dropped because they did not keep up.
    pub(crate) dropped_readers: Counter,
    pub(crate) games: Gauge,
    /// Requests waiting for the computer opponent.
    pub(crate) computer_queue: Gauge,
    /// Commands refused, by the code of the refusal.
    pub(crate) refused: Family<Code, Counter>,
    /// Requests, messages and connections refused by a rate limit, by rule.
    pub(crate) limited: Refusals,
    /// How many milliseconds the machine's clock is behind the server's, which never runs backward.
    pub(crate) clock_behind: Gauge,
}

/// A label from a closed set: a word from the source code.
#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(crate) struct Code {
    code: Word,
}

impl From<&'static str> for Code {
    fn from(word: &'static str) -> Code {
        Code { code: Word(word) }
    }
}

/// Refusals by rate limits, by rule.
#[derive(Clone, Debug, Default)]
pub(crate) struct Refusals(Family<Code, Counter>);

impl Refusals {
    pub(crate) fn count(&self, rule: &'static str) {
        self.0.get_or_create(&rule.into()).inc();
    }

    #[cfg(test)]
    pub(crate) fn counted(&self, rule: &'static str) -> u64 {
        self.0.get_or_create(&rule.into()).get()
    }
}

/// Only a string literal can be a label: user text does not have this lifetime.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Word(&'static str);

impl EncodeLabelValue for Word {
    fn encode(
        &self,
        encoder: &mut prometheus_client::encoding::LabelValueEncoder<'_>,
    ) -> Result<(), std::fmt::Error> {
        self.0.encode(encoder)
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Times(Histogram);

impl Times {
    fn new() -> Times {
        // A tenth of a millisecond to about six seconds.
        Times(Histogram::new(exponential_buckets(0.0001, 2.0, 17)))
    }

    pub(crate) fn observe(&self, time: Duration) {
        self.0.observe(time.as_secs_f64());
    }
}

impl Default for Metrics {
    fn default() -> Metrics {
        let mut metrics = Metrics {
            registry: Registry::with_prefix("tabiya"),
            ack: Times::new(),
            commit: Times::new(),
            batch: Histogram::new(exponential_buckets(1.0, 2.0, 10)),
            writer_queue: Gauge::default(),
            append_conflicts: Counter::default(),
            unknown_outcomes: Counter::default(),
            database_clock_offset: Gauge::default(),
            nodes: Gauge::default(),
            bus_gaps: Counter::default(),
            slow_decisions: Counter::default(),
            flag_lateness: Times::new(),
            sockets: Gauge::default(),
            dropped_readers: Counter::default(),
            games: Gauge::default(),
            computer_queue: Gauge::default(),
            refused: Family::default(),
            limited: Refusals::default(),
            clock_behind: Gauge::default(),
        };
        metrics.register();
        metrics
    }
}

impl Metrics {
    fn register(&mut self) {
        let registry = &mut self.registry;
        let mut time = |name: &str, help: &str, times: &Times| {
            registry.register_with_unit(name, help, Unit::Seconds, times.0.clone());
        };
        time("move_ack", "From the arrival of a command until its answer is queued", &self.ack);
        time("commit", "One transaction of the log with its flush", &self.commit);
        time("flag_lateness", "How long after its moment a flag was announced", &self.flag_lateness);
        registry.register("commit_batch_size", "Rows of one transaction", self.batch.clone());
        registry.register("writer_queue_len", "Commands that wait for the writer", self.writer_queue.clone());
        registry.register(
            "append_conflicts",
            "Rows that somebody else had written first",
            self.append_conflicts.clone(),
        );
        registry.register(
            "unknown_outcomes",
            "Batches whose commit had to be looked up",
            self.unknown_outcomes.clone(),
        );
        registry.register(
            "database_clock_offset_milliseconds",
            "How far this node's clock is ahead of the database's",
            self.database_clock_offset.clone(),
        );
        registry.register("nodes", "Nodes that serve", self.nodes.clone());
        registry.register("bus_gap", "Games whose new rows no message announced", self.bus_gaps.clone());
        registry.register(
            "thought_over",
            "Commands that were not decided at once",
            self.slow_decisions.clone(),
        );
        registry.register("ws_connections", "Open sockets", self.sockets.clone());
        registry.register(
            "outbound_dropped",
            "Readers dropped because they did not keep up",
            self.dropped_readers.clone(),
        );
        registry.register("games_live", "Live games", self.games.clone());
        registry.register(
            "computer_queue_len",
            "Questions that wait for the computer",
            self.computer_queue.clone(),
        );
        registry.register("nack", "Commands refused", self.refused.clone());
        registry.register(
            "ratelimited",
            "Requests, messages and connections turned away",
            self.limited.0.clone(),
        );
        registry.register(
            "clock_behind_milliseconds",
            "How far the machine's clock is behind the server's, which never runs backward",
            self.clock_behind.clone(),
        );
    }

    /// The metrics in the Prometheus text format.
    pub fn text(&self) -> String {
        let mut text = String::new();
        // Writing to a `String` cannot fail.
        let _ = encode(&mut text, &self.registry);
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn metrics_are_exported() {
        let metrics = Metrics::default();
        metrics.ack.observe(Duration::from_micros(700));
        metrics.games.set(3);
        metrics.refused.get_or_create(&"stale".into()).inc();
        let text = metrics.text();
        for line in [
            "tabiya_move_ack_seconds_count 1",
            "tabiya_games_live 3",
            "tabiya_nack_total{code=\"stale\"} 1",
            "# EOF",
        ] {
            assert!(text.lines().any(|found| found == line), "no {line} in\n{text}");
        }
    }
}
