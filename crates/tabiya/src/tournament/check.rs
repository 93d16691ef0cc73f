//! `tabiya tournament check`: pairs every past round again and compares.

use super::file;
use indicatif::{ProgressBar, ProgressStyle};
use pairing::check::{RoundCheck, check_round};
use pairing::dutch::{self, Pair};
use pairing::{System, Tournament};
use serde_json::{Value, json};
use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

/// Pair every past round again and list what differs
#[derive(clap::Args)]
pub(super) struct Args {
    /// Report files; - is stdin
    #[arg(required = true, value_name = "FILE")]
    files: Vec<OsString>,

    /// Print one JSON object per round
    #[arg(long)]
    json: bool,

    /// For rounds that differ, say why the rules give another pairing
    #[arg(long)]
    explain: bool,
}

pub(super) fn run(args: &Args) -> io::Result<ExitCode> {
    let mut all_same = true;
    for path in &args.files {
        let document = match file::read(path) {
            Ok(document) => document,
            Err(error) => {
                error.report(args.json)?;
                all_same = false;
                continue;
            }
        };
        let name = (args.files.len() > 1).then(|| path.to_string_lossy().into_owned());
        all_same &= check(&document.tournament, name.as_deref(), args)?;
    }
    Ok(if all_same { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Checks one file. Returns whether all rounds are the same.
fn check(tournament: &Tournament, name: Option<&str>, args: &Args) -> io::Result<bool> {
    if !matches!(tournament.system, System::Dutch) {
        let _ = writeln!(
            io::stderr(),
            "note: the file names another system; it is compared with FIDE_DUTCH_2026"
        );
    }
    let rounds = tournament.paired_rounds();
    let style = ProgressStyle::with_template("round {pos} of {len} {wide_bar} {eta}")
        .unwrap_or_else(|_| ProgressStyle::default_bar());
    // Drawn only on a terminal.
    let progress = ProgressBar::new(rounds as u64).with_style(style);
    let mut differing = 0;
    for round in 1..=rounds {
        progress.set_position(round as u64);
        let checked = check_round(tournament, round);
        differing += usize::from(!checked.is_same());
        let mut output = io::stdout().lock();
        if args.json {
            writeln!(output, "{}", as_json(&checked, name))?;
        } else if !checked.is_same() {
            progress.suspend(|| write_text(tournament, &checked, name, args.explain, &mut output))?;
        }
    }
    progress.finish_and_clear();
    if !args.json {
        let name = name.map(|name| format!("{name}: ")).unwrap_or_default();
        writeln!(io::stdout(), "{name}{} of {rounds} rounds are the same", rounds - differing)?;
    }
    Ok(differing == 0)
}

fn listed(pairs: &[Pair]) -> Vec<[u32; 2]> {
    pairs.iter().map(|pair| [pair.white, pair.black]).collect()
}

fn as_json(checked: &RoundCheck, name: Option<&str>) -> Value {
    let mut object = json!({ "round": checked.round, "same": checked.is_same() });
    if !checked.is_same() {
        object["found"] = json!(listed(&checked.found.pairs));
        object["found_bye"] = json!(checked.found.bye);
        match &checked.expected {
            Ok(expected) => {
                object["expected"] = json!(listed(&expected.pairs));
                object["expected_bye"] = json!(expected.bye);
            }
            Err(error) => {
                object["expected"] = json!([]);
                object["error"] = json!(error.to_string());
            }
        }
    }
    if let Some(name) = name {
        object["file"] = json!(name);
    }
    object
}

fn write_text(
    tournament: &Tournament,
    checked: &RoundCheck,
    name: Option<&str>,
    explain: bool,
    output: &mut impl Write,
) -> io::Result<()> {
    let name = name.map(|name| format!("{name}: ")).unwrap_or_default();
    writeln!(output, "{name}round {} differs", checked.round)?;
    let expected = match &checked.expected {
        Ok(expected) => expected,
        Err(error) => return writeln!(output, "  by the rules: {error}"),
    };
    for (label, pairs, bye) in [
        ("in the file", checked.extra(), checked.found.bye),
        ("by the rules", checked.missing(), expected.bye),
    ] {
        let mut texts: Vec<String> =
            pairs.iter().map(|pair| format!("{}-{}", pair.white, pair.black)).collect();
        if checked.found.bye != expected.bye {
            texts.push(bye.map_or_else(|| String::from("no bye"), |number| format!("bye {number}")));
        }
        writeln!(output, "  {label}: {}", texts.join(", "))?;
    }
    if explain
        && let Ok(explanation) =
            dutch::explain(tournament, checked.round, &tournament.participants(checked.round))
    {
        for line in explanation.to_string().lines() {
            writeln!(output, "    {line}")?;
        }
    }
    Ok(())
}
