//! Measures `tabiya-rules` beside other chess libraries.

mod bars;
mod machine;
mod measure;
mod peers;
mod positions;
mod progress;
mod random;
mod report;
mod sections;

use sections::{Effort, Section};
use std::env;
use std::process::ExitCode;

fn main() -> ExitCode {
    let (chosen, effort) = match parse(env::args().skip(1)) {
        Ok(request) => request,
        Err(problem) => {
            let names = Section::ALL.map(Section::name).join("] [");
            eprintln!("{problem}\nusage: bench [{names}] [--rounds N] [--quick]");
            return ExitCode::FAILURE;
        }
    };
    println!("{}; rounds: {}\n", machine::describe(), effort.rounds);
    let tables: Vec<_> = chosen.into_iter().flat_map(|section| section.run(effort)).collect();
    print!("{}", report::judge(&tables));
    ExitCode::SUCCESS
}

/// Without names, every section.
fn parse(arguments: impl Iterator<Item = String>) -> Result<(Vec<Section>, Effort), String> {
    let mut arguments = arguments;
    let mut chosen = Vec::new();
    let (mut rounds, mut quick) = (None, false);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--quick" => quick = true,
            "--rounds" => {
                let number = arguments.next().and_then(|text| text.parse().ok());
                rounds = Some(number.filter(|number| *number > 0).ok_or("--rounds wants a number above 0")?);
            }
            name => chosen.push(Section::from_name(name).ok_or(format!("no such section: {name}"))?),
        }
    }
    if chosen.is_empty() {
        chosen.extend(Section::ALL);
    }
    let usual = if quick { 3 } else { 5 };
    Ok((chosen, Effort { rounds: rounds.unwrap_or(usual), quick }))
}
