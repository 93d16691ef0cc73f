//! Iterative deepening with aspiration windows, and when to stop.

use super::margins as m;
use super::node::NodeArgs;
use super::{Report, Search, SearchResult};
use crate::evaluate::Evaluate;
use crate::score::{DRAW, INFINITE, MATE, MAX_PLY, Score, Value, mated_in};
use crate::table::Bound;
use rules::{Move, Position};

/// How stable the best move has been over the last depths.
#[derive(Default)]
struct Confidence {
    best: Option<Move>,
    depths_unchanged: u32,
    last_value: Option<Value>,
}

impl<E: Evaluate> Search<'_, E> {
    pub(super) fn iterative_deepening(
        mut self,
        position: &Position,
        report: &mut dyn FnMut(&Report),
    ) -> SearchResult {
        if self.root_moves.is_empty() {
            let value = if position.in_check() { mated_in(0) } else { DRAW };
            return SearchResult { best: None, ponder: None, value, depth: 0, nodes: 0, root: Vec::new() };
        }
        // Helper threads continue until thread 0 has reached the depth, because it uses their results.
        let wanted = self.limits.depth.filter(|_| self.shared.thread == 0);
        let deepest = wanted.unwrap_or(MAX_PLY as u32).clamp(1, MAX_PLY as u32 - 2);
        let lines = self.limits.lines.clamp(1, self.root_moves.len());
        let mut completed = 0;
        let mut reported = None;
        let mut confidence = Confidence::default();
        for depth in 1..=deepest {
            for rank in 0..lines {
                self.rank = rank;
                self.aspiration_window(position, depth as i32, report);
                if self.stopped {
                    break;
                }
            }
            if self.stopped {
                break;
            }
            completed = depth;
            self.report_lines(depth, lines, report);
            reported = Some(self.root_moves[0].mv);
            if self.should_stop(depth, &mut confidence) {
                break;
            }
        }
        self.report_nodes();
        if reported != Some(self.root_moves[0].mv) {
            self.report_change(completed + 1, report);
        }
        self.outcome(completed)
    }

    /// Searches one depth in an aspiration window: narrow around the last value, and widened if the result falls
    /// outside.
    fn aspiration_window(&mut self, position: &Position, depth: i32, report: &mut dyn FnMut(&Report)) {
        let last = self.root_moves[self.rank].last_value;
        let mut width = m::ASPIRATION_WINDOW;
        let narrow = depth >= m::ASPIRATION_DEPTH && last > -INFINITE;
        let (mut alpha, mut beta) = if narrow {
            ((last - width).max(-INFINITE), (last + width).min(INFINITE))
        } else {
            (-INFINITE, INFINITE)
        };
        let mut reduced = 0;
        loop {
            let searched = (depth - reduced).max(1);
            let args = NodeArgs { alpha, beta, depth: searched, ply: 0, cut_node: false, in_check: None };
            let value = self.root(position, args);
            self.sort_root();
            if self.stopped {
                return;
            }
            if value <= alpha && alpha > -INFINITE {
                self.report_bound(depth, value, Bound::Upper, report);
                beta = (alpha + beta) / 2;
                alpha = (value - width).max(-INFINITE);
                reduced = 0;
            } else if value >= beta && beta < INFINITE {
                self.report_bound(depth, value, Bound::Lower, report);
                beta = (value + width).min(INFINITE);
                reduced = (reduced + 1).min(3);
            } else {
                return;
            }
            width += width / 2;
            if width > 600 {
                (alpha, beta) = (-INFINITE, INFINITE);
            }
        }
    }

    /// Whether the limits rule out another depth, or it is not worth the time.
    fn should_stop(&mut self, depth: u32, confidence: &mut Confidence) -> bool {
        self.report_nodes();
        let best = &self.root_moves[0];
        let (value, mv) = (best.value, best.mv);
        let share = best.nodes as f64 / self.nodes.max(1) as f64;
        if confidence.best == Some(mv) {
            confidence.depths_unchanged += 1;
        } else {
            *confidence = Confidence { best: Some(mv), depths_unchanged: 0, ..*confidence };
        }
        let fell = confidence.last_value.map_or(0, |last| last - value).clamp(0, 60);
        confidence.last_value = Some(value);

        if self.limits.soft_nodes.is_some_and(|most| self.nodes >= most) {
            return true;
        }
        if self.limits.mate.is_some_and(|wanted| self.mate_search_ends(wanted, value, depth)) {
            return true;
        }
        let Some(budget) = self.limits.time else { return false };
        if self.shared.signals.is_pondering() || self.shared.thread > 0 {
            return false;
        }
        // A forced move needs no search, and a mate that was found needs no further search.
        let forced = self.root_moves.len() == 1;
        let mate_found = MATE - value.abs() <= depth as Value / 2;
        let steadiness = 1.35 - 0.07 * f64::from(confidence.depths_unchanged.min(10));
        let effort = 1.5 - share.clamp(0.3, 0.95);
        let worry = 1.0 + f64::from(fell) / 80.0;
        let wanted = budget.soft.mul_f64((steadiness * effort * worry).clamp(0.25, 3.0));
        let wanted = if budget.soft == budget.hard { budget.hard } else { wanted };
        let elapsed = (self.shared.elapsed)();
        elapsed >= wanted.min(budget.hard)
            || (budget.soft < budget.hard && (forced || mate_found) && elapsed * 10 >= budget.soft)
    }

    /// Whether a search for a mate in `wanted` moves is over: the mate is found, or the depth rules it out. Pruning and
    /// reductions hide some mates at their nominal depth, hence a few more plies.
    fn mate_search_ends(&self, wanted: u32, value: Value, depth: u32) -> bool {
        let found = matches!(Score::from(value), Score::Mate(moves) if moves > 0 && moves as u32 <= wanted);
        found || depth >= wanted.saturating_mul(2).saturating_add(m::MATE_SEARCH_PLIES)
    }

    fn report_lines(&mut self, depth: u32, lines: usize, report: &mut dyn FnMut(&Report)) {
        if self.shared.thread > 0 {
            return;
        }
        self.report_nodes();
        // A later line may have turned out better than an earlier one.
        self.root_moves[..lines].sort_by_key(|found| std::cmp::Reverse(found.value));
        for (index, found) in self.root_moves[..lines].iter().enumerate() {
            report(&Report {
                depth,
                selective_depth: found.selective_depth.max(1) as u32,
                rank: index + 1,
                value: found.value,
                bound: Bound::Exact,
                nodes: self.shared.signals.nodes(),
                line: found.line.clone(),
            });
        }
    }

    /// In long searches, reports a value outside the aspiration window as a bound.
    fn report_bound(&mut self, depth: i32, value: Value, bound: Bound, report: &mut dyn FnMut(&Report)) {
        let long = self.nodes > 5_000_000;
        if self.shared.thread > 0 || !long || self.limits.lines > 1 {
            return;
        }
        self.report_nodes();
        let found = &self.root_moves[self.rank];
        report(&Report {
            depth: depth as u32,
            selective_depth: self.selective_depth.max(1) as u32,
            rank: self.rank + 1,
            value,
            bound,
            nodes: self.shared.signals.nodes(),
            line: found.line.clone(),
        });
    }

    /// Reports a new best move that was found in an aborted depth, before it is played.
    fn report_change(&self, depth: u32, report: &mut dyn FnMut(&Report)) {
        let best = &self.root_moves[0];
        if self.shared.thread > 0 || best.last_value == -INFINITE {
            return;
        }
        report(&Report {
            depth,
            selective_depth: best.selective_depth.max(1) as u32,
            rank: 1,
            value: best.last_value,
            // Without a value at this depth, the move failed high and its re-search was aborted.
            bound: if best.value > -INFINITE { Bound::Exact } else { Bound::Lower },
            nodes: self.shared.signals.nodes(),
            line: best.line.clone(),
        });
    }

    fn outcome(self, depth: u32) -> SearchResult {
        // An aborted depth counts if it found a better move than the first.
        let best = &self.root_moves[0];
        let value = if best.value > -INFINITE { best.value } else { best.last_value };
        SearchResult {
            best: Some(best.mv),
            ponder: best.line.get(1).copied(),
            value,
            depth,
            nodes: self.nodes,
            root: self.root_moves.iter().map(|found| (found.mv, found.value)).collect(),
        }
    }
}
