//! Compares the speed of Tabiya's libraries with others.

mod bars;
mod cpu_time;
mod machine;
mod measure;
mod peers;
mod positions;
mod progress;
mod report;
mod sections;
mod shuffle;

use sections::{Effort, Section};
use std::env;
use std::process::ExitCode;

const OPTIONS: &str =
    "[--rounds N] [--quick] [--sample N] [--limit STATES] [--list] [--unverified] [--data DIR] [FILE ...]";

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    if let Some(answer) = sections::swiss::answer(&arguments) {
        print!("{answer}");
        return ExitCode::SUCCESS;
    }
    let (chosen, effort) = match parse(arguments.into_iter()) {
        Ok(request) => request,
        Err(problem) => {
            let names = Section::ALL.map(Section::name).join("] [");
            eprintln!("{problem}\nusage: bench [{names}] {OPTIONS}");
            return ExitCode::FAILURE;
        }
    };
    println!("{}; rounds: {}\n", machine::describe(), effort.rounds);
    let tables: Vec<_> = chosen.into_iter().flat_map(|section| section.run(&effort)).collect();
    print!("{}", report::judge(&tables));
    ExitCode::SUCCESS
}

/// If no section is named, all of them are chosen.
fn parse(mut arguments: impl Iterator<Item = String>) -> Result<(Vec<Section>, Effort), String> {
    let mut chosen = Vec::new();
    let mut rounds = None;
    let mut effort = Effort::default();
    while let Some(argument) = arguments.next() {
        let mut number = || -> Result<usize, String> {
            let number = arguments.next().and_then(|text| text.parse().ok()).filter(|number| *number > 0);
            number.ok_or(format!("{argument} needs a number above 0"))
        };
        match argument.as_str() {
            "--quick" => effort.quick = true,
            "--rounds" => rounds = Some(number()?),
            "--sample" => effort.sample = Some(number()?),
            "--limit" => effort.limit = Some(number()?),
            "--list" => effort.list = true,
            "--unverified" => effort.unverified = true,
            "--data" => effort.data = Some(arguments.next().ok_or("--data needs a folder")?.into()),
            file if file.ends_with(".tsv") || sections::pgn::is_pgn(file.as_ref()) => {
                effort.files.push(file.into());
            }
            name => chosen.push(Section::from_name(name).ok_or(format!("no such section: {name}"))?),
        }
    }
    if chosen.is_empty() {
        chosen.extend(Section::ALL);
    }
    effort.rounds = rounds.unwrap_or(if effort.quick { 3 } else { 5 });
    Ok((chosen, effort))
}
