//! `tabiya tournament tiebreaks`: the codes, or their values.

use super::file;
use pairing::tiebreak::{TieBreak, Values};
use std::ffi::OsString;
use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

/// List the known tie-breaks, or print their values for a file
#[derive(clap::Args)]
pub(super) struct Args {
    /// The report file; - is stdin. Without one, the codes are explained
    #[arg(value_name = "FILE")]
    file: Option<OsString>,

    /// Only these, such as BH,SB/C1
    #[arg(long, value_name = "CODES", value_delimiter = ',')]
    tiebreaks: Option<Vec<TieBreak>>,

    /// Print one JSON object per player
    #[arg(long)]
    json: bool,
}

const MEANINGS: [(&str, &str); 21] = [
    ("PTS", "points"),
    ("DE", "direct encounter: the place by the games among those who are tied, 0 if it separates nobody"),
    ("WIN", "rounds with a win's worth of points, played or not"),
    ("WON", "games won on the board"),
    ("BPG", "games played with Black"),
    ("BWG", "games won with Black"),
    ("PS", "progressive score: the sum of the scores after each round; /C1 leaves out the first"),
    ("REP", "rounds one elected to play"),
    ("STD", "standard points: 1, 1/2, 0 whatever the point system"),
    ("TPN", "pairing number; the lower one is better"),
    (
        "BH",
        "Buchholz: the sum of the opponents' scores; /C1 /C2 cut the lowest, /M1 /M2 also the highest, /P forfeits count as played",
    ),
    ("AOB", "average of the opponents' Buchholz"),
    ("FB", "fore Buchholz: Buchholz with draws in the last round"),
    ("SB", "Sonneborn-Berger: the opponents' scores times the points gained against them; /C1, /P as for BH"),
    (
        "KS",
        "Koya: points against opponents with half of the points or more; /L+1, /L-1 move the limit by half a point",
    ),
    ("ARO", "average rating of the opponents; /C1 cuts the lowest"),
    ("TPR", "tournament performance rating"),
    ("PTP", "perfect performance: the lowest rating with at least the expected score"),
    ("APRO", "average performance rating of the opponents"),
    ("APPO", "average perfect performance of the opponents"),
    ("RTNG", "rating"),
];

pub(super) fn run(args: &Args) -> io::Result<ExitCode> {
    let mut output = BufWriter::new(io::stdout().lock());
    let Some(path) = &args.file else {
        for (code, meaning) in MEANINGS {
            writeln!(output, "{code:<5} {meaning}")?;
        }
        output.flush()?;
        return Ok(ExitCode::SUCCESS);
    };
    let document = match file::read(path) {
        Ok(document) => document,
        Err(error) => {
            error.report(args.json)?;
            return Ok(ExitCode::FAILURE);
        }
    };
    let tournament = &document.tournament;
    let all = || MEANINGS.iter().filter_map(|(code, _)| code.parse().ok()).collect::<Vec<TieBreak>>();
    let tie_breaks = args.tiebreaks.clone().unwrap_or_else(all);
    let values = Values::new(tournament, tournament.paired_rounds());
    let columns: Vec<_> = tie_breaks.iter().map(|&tie_break| values.all(tie_break)).collect();
    if !args.json {
        let headings: Vec<String> =
            tie_breaks.iter().map(|tie_break| format!("{:>8}", tie_break.to_string())).collect();
        writeln!(output, " No.{}", headings.concat())?;
    }
    for (index, player) in tournament.players.iter().enumerate() {
        if args.json {
            let values = tie_breaks.iter().zip(&columns).map(|(tie_break, column)| {
                let is_undefined = column[index] == pairing::tiebreak::Value::Undefined;
                let value =
                    if is_undefined { serde_json::Value::Null } else { column[index].to_string().into() };
                (tie_break.to_string(), value)
            });
            let values: serde_json::Map<_, _> = values.collect();
            writeln!(output, "{}", serde_json::json!({ "number": player.number, "tiebreaks": values }))?;
        } else {
            let values: Vec<String> = columns.iter().map(|column| format!("{:>8}", column[index])).collect();
            writeln!(output, "{:>4}{}", player.number, values.concat())?;
        }
    }
    output.flush()?;
    Ok(ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_listed_code_is_known() {
        for (code, _) in MEANINGS {
            let tie_break: TieBreak = code.parse().expect("a known code");
            assert_eq!(tie_break.to_string(), code);
        }
    }
}
