//! `tabiya tournament standings`: the standings as text, CSV, JSON or HTML.

use super::{file, html, pair};
use pairing::standings::{Row, crosstable_cell, standings};
use pairing::tiebreak::TieBreak;
use pairing::trf::Document;
use pairing::{System, Tournament};
use serde_json::{Map, Value, json};
use std::ffi::OsString;
use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

/// Print the standings as text, CSV, JSON or HTML for printing
#[derive(clap::Args)]
pub(super) struct Args {
    /// The report file; - is stdin
    #[arg(value_name = "FILE")]
    file: OsString,

    /// Print one JSON object
    #[arg(long, group = "form")]
    json: bool,

    /// Print comma-separated values
    #[arg(long, group = "form")]
    csv: bool,

    /// Print an HTML page for A4 paper
    #[arg(long, group = "form")]
    html: bool,

    /// Tie-breaks in order, such as BH/C1,BH,SB [default: those of the file, line 202 or 212]
    #[arg(long, value_name = "CODES", value_delimiter = ',')]
    tiebreaks: Option<Vec<TieBreak>>,

    /// After this round [default: the last one that was paired]
    #[arg(long, value_name = "ROUND")]
    after: Option<usize>,
}

struct Table<'d> {
    tournament: &'d Tournament,
    round: usize,
    tie_breaks: Vec<TieBreak>,
    rows: Vec<Row>,
}

pub(super) fn run(args: &Args) -> io::Result<ExitCode> {
    let document = match file::read(&args.file) {
        Ok(document) => document,
        Err(error) => {
            error.report(args.json)?;
            return Ok(ExitCode::FAILURE);
        }
    };
    let tournament = &document.tournament;
    let paired = tournament.paired_rounds();
    let round = args.after.unwrap_or(paired);
    if round > paired {
        let _ = writeln!(io::stderr(), "error: round {round} has not been played; the last one is {paired}");
        return Ok(ExitCode::FAILURE);
    }
    pair::note_open_games(tournament, round);
    let tie_breaks = args.tiebreaks.clone().unwrap_or_else(|| default_tie_breaks(&document));
    let rows = standings(tournament, round, &tie_breaks);
    let table = Table { tournament, round, tie_breaks, rows };
    let mut output = BufWriter::new(io::stdout().lock());
    if args.json {
        writeln!(output, "{}", table.json())?;
    } else if args.csv {
        table.csv(&mut output)?;
    } else if args.html {
        table.html(&mut output)?;
    } else {
        table.text(&mut output)?;
    }
    output.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// The tie-breaks that the file names, or the defaults.
fn default_tie_breaks(document: &Document) -> Vec<TieBreak> {
    let named = document.header("212").or_else(|| document.header("202"));
    let mut codes = Vec::new();
    for code in named.unwrap_or_default().split([',', ' ']).filter(|code| !code.is_empty()) {
        match code.parse::<TieBreak>() {
            Ok(tie_break) if tie_break.kind == pairing::tiebreak::Kind::Points => {}
            Ok(tie_break) => codes.push(tie_break),
            Err(error) => {
                let _ = writeln!(io::stderr(), "note: {error}; it is left out");
            }
        }
    }
    if !codes.is_empty() {
        return codes;
    }
    let codes: &[&str] = match document.tournament.system {
        System::RoundRobin | System::DoubleRoundRobin => &["DE", "WIN", "SB", "KS"],
        _ => &["BH/C1", "BH", "SB"],
    };
    codes.iter().filter_map(|code| code.parse().ok()).collect()
}

impl Table<'_> {
    fn json(&self) -> Value {
        let players: Vec<Value> = self
            .rows
            .iter()
            .map(|row| {
                let player = &self.tournament.players[row.index];
                let values = self.tie_breaks.iter().zip(&row.values).map(|(tie_break, value)| {
                    let is_undefined = *value == pairing::tiebreak::Value::Undefined;
                    (tie_break.to_string(), if is_undefined { Value::Null } else { json!(value.to_string()) })
                });
                json!({
                    "number": row.number,
                    "rank": row.rank,
                    "name": player.name,
                    "points": row.points.to_string(),
                    "tiebreaks": values.collect::<Map<String, Value>>(),
                })
            })
            .collect();
        json!({ "round": self.round, "players": players })
    }

    /// The columns of every form: heading, whether it is a number, and the texts.
    fn columns(&self) -> Vec<(String, bool, Vec<String>)> {
        let player = |row: &Row| &self.tournament.players[row.index];
        let column = |heading: &str, is_number: bool, text: &dyn Fn(&Row) -> String| {
            (heading.to_owned(), is_number, self.rows.iter().map(text).collect::<Vec<_>>())
        };
        let rating =
            |row: &Row| if player(row).rating > 0 { player(row).rating.to_string() } else { String::new() };
        let mut columns = vec![
            column("Rank", true, &|row| row.rank.to_string()),
            column("No.", true, &|row| row.number.to_string()),
            column("Title", false, &|row| player(row).title.clone()),
            column("Name", false, &|row| player(row).name.clone()),
            column("Fed", false, &|row| player(row).federation.clone()),
            column("Rating", true, &rating),
            column("Points", true, &|row| row.points.to_string()),
        ];
        for (place, tie_break) in self.tie_breaks.iter().enumerate() {
            columns.push(column(&tie_break.to_string(), true, &|row| row.values[place].to_string()));
        }
        columns
    }

    fn text(&self, output: &mut impl Write) -> io::Result<()> {
        let columns: Vec<_> = self
            .columns()
            .into_iter()
            .filter(|(_, _, texts)| texts.iter().any(|text| !text.is_empty()))
            .collect();
        let length = |text: &str| text.chars().count();
        let widths: Vec<usize> = columns
            .iter()
            .map(|(heading, _, texts)| {
                texts.iter().map(|text| length(text)).max().unwrap_or(0).max(length(heading))
            })
            .collect();
        writeln!(output, "{}, after round {}", self.tournament.name, self.round)?;
        let mut write_line = |texts: Vec<&str>| {
            let cells = texts.iter().zip(&columns).zip(&widths).map(|((text, (_, is_number, _)), &width)| {
                if *is_number { format!("{text:>width$}") } else { format!("{text:<width$}") }
            });
            writeln!(output, "{}", cells.collect::<Vec<_>>().join("  ").trim_end())
        };
        write_line(columns.iter().map(|(heading, _, _)| heading.as_str()).collect())?;
        for row in 0..self.rows.len() {
            write_line(columns.iter().map(|(_, _, texts)| texts[row].as_str()).collect())?;
        }
        Ok(())
    }

    fn csv(&self, output: &mut impl Write) -> io::Result<()> {
        let columns = self.columns();
        let field = |text: &str| {
            // A spreadsheet must not interpret a name as a formula.
            let text =
                if text.starts_with(['=', '+', '@', '\t']) { format!("'{text}") } else { text.to_owned() };
            if text.contains([',', '"', '\n', '\r']) {
                format!("\"{}\"", text.replace('"', "\"\""))
            } else {
                text
            }
        };
        let headings: Vec<String> = columns.iter().map(|(heading, _, _)| field(heading)).collect();
        write!(output, "{}\r\n", headings.join(","))?;
        for row in 0..self.rows.len() {
            let fields: Vec<String> = columns.iter().map(|(_, _, texts)| field(&texts[row])).collect();
            write!(output, "{}\r\n", fields.join(","))?;
        }
        Ok(())
    }

    /// Standings with the crosstable.
    fn html(&self, output: &mut impl Write) -> io::Result<()> {
        let columns = self.columns();
        // More rounds than this do not fit beside the names on a portrait page.
        html::begin(
            output,
            &self.tournament.name,
            &format!("Standings after round {}", self.round),
            self.round > 7,
        )?;
        write!(output, "<table>\n<thead><tr>")?;
        let class = |is_number: bool| if is_number { " class=\"n\"" } else { "" };
        for (heading, is_number, _) in &columns {
            write!(output, "<th scope=\"col\"{}>{}</th>", class(*is_number), html::escape(heading))?;
        }
        for round in 1..=self.round {
            write!(output, "<th scope=\"col\">R{round}</th>")?;
        }
        writeln!(output, "</tr></thead>\n<tbody>")?;
        // Opponents are referred to by their line, which is unique even if ranks are shared.
        let line_of =
            |number: u32| self.rows.iter().position(|row| row.number == number).map(|line| line + 1);
        for (line, row) in self.rows.iter().enumerate() {
            write!(output, "<tr>")?;
            for (_, is_number, texts) in &columns {
                write!(output, "<td{}>{}</td>", class(*is_number), html::escape(&texts[line]))?;
            }
            for round in 1..=self.round {
                let entry = self.tournament.players[row.index].entry(round);
                write!(output, "<td>{}</td>", html::escape(&crosstable_cell(entry, line_of)))?;
            }
            writeln!(output, "</tr>")?;
        }
        writeln!(output, "</tbody>\n</table>\n</html>")
    }
}
