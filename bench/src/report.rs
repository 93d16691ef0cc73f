//! Plain-text tables, and their comparison with the bars.

use crate::bars::{BARS, Bar, Rival};
use crate::measure::Case;
use std::fmt;

/// The outcome of one race.
pub(crate) struct Table {
    name: &'static str,
    unit: &'static str,
    columns: Vec<String>,
    rows: Vec<Row>,
}

struct Row {
    name: &'static str,
    ours: bool,
    rates: Vec<f64>,
}

impl Row {
    fn mean(&self) -> f64 {
        let logarithms: f64 = self.rates.iter().map(|rate| rate.ln()).sum();
        (logarithms / self.rates.len() as f64).exp()
    }
}

impl Table {
    pub(crate) fn new(name: &'static str, unit: &'static str, cases: &[Case], rates: Vec<Vec<f64>>) -> Table {
        let columns = cases.iter().map(|case| case.name.clone()).collect();
        let rows = cases[0]
            .contestants
            .iter()
            .zip(rates)
            .map(|(contestant, rates)| Row { name: contestant.name, ours: contestant.ours, rates })
            .collect();
        Table { name, unit, columns, rows }
    }

    fn rival(&self, rival: Rival) -> Option<&Row> {
        match rival {
            Rival::Named(name) => self.rows.iter().find(|row| row.name == name),
            Rival::BestPeer => {
                self.rows.iter().filter(|row| !row.ours).max_by(|a, b| a.mean().total_cmp(&b.mean()))
            }
        }
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let several = self.columns.len() > 1;
        write!(f, "{:<22}", format!("{}, {}", self.name, self.unit))?;
        if several {
            for column in &self.columns {
                write!(f, "{column:>11}")?;
            }
        }
        writeln!(f, "{:>11}{:>11}", if several { "mean" } else { "" }, "tabiya is")?;
        let first = self.rows.first().map_or(f64::NAN, Row::mean);
        for row in &self.rows {
            write!(f, "{:<22}", row.name)?;
            if several {
                for rate in &row.rates {
                    write!(f, "{rate:>11.2}")?;
                }
            }
            writeln!(f, "{:>11.2}{:>10.2}x", row.mean(), first / row.mean())?;
        }
        Ok(())
    }
}

/// The verdict on every bar whose table was measured.
pub(crate) fn judge(tables: &[Table]) -> String {
    let mut text = String::new();
    for bar in &BARS {
        if let Some(line) = tables.iter().find(|table| table.name == bar.table).and_then(|t| verdict(bar, t))
        {
            text += &line;
        }
    }
    text
}

fn verdict(bar: &Bar, table: &Table) -> Option<String> {
    let ours = table.rival(Rival::Named(bar.ours))?;
    let rival = table.rival(bar.rival)?;
    let times = ours.mean() / rival.mean();
    let verdict = if times >= bar.times { "PASS " } else { "below" };
    let (table, ours, rival, least) = (bar.table, bar.ours, rival.name, bar.times);
    Some(format!("{verdict}  {table:<11} {ours} is {times:.2} times {rival}, the bar is {least:.1}\n"))
}
