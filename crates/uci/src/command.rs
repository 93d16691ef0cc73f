//! Parsing of UCI commands. Unknown words are skipped, as the protocol requires.

use std::time::Duration;

/// A command from the GUI.
#[derive(Debug, PartialEq)]
pub(super) enum Command {
    Uci,
    IsReady,
    SetOption {
        name: String,
        value: String,
    },
    NewGame,
    Position {
        fen: Option<String>,
        moves: Vec<String>,
    },
    Go(Box<Go>),
    Stop,
    PonderHit,
    Quit,
    /// `d`: prints the board, for people.
    Display,
    Evaluation,
    Bench,
}

/// The parameters of `go`.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Go {
    pub(super) search_moves: Vec<String>,
    pub(super) ponder: bool,
    pub(super) infinite: bool,
    /// White's and Black's remaining time. A negative clock counts as zero.
    pub(super) time: [Option<Duration>; 2],
    pub(super) increment: [Option<Duration>; 2],
    pub(super) moves_to_go: Option<u32>,
    pub(super) depth: Option<u32>,
    pub(super) nodes: Option<u64>,
    pub(super) mate: Option<u32>,
    pub(super) move_time: Option<Duration>,
    pub(super) perft: Option<u32>,
}

/// The command starts at the first known word; a line without one is ignored.
pub(super) fn parse(line: &str) -> Option<Command> {
    let mut words = line.split_whitespace();
    loop {
        return Some(match words.next()? {
            "uci" => Command::Uci,
            "isready" => Command::IsReady,
            "setoption" => set_option(words)?,
            "ucinewgame" => Command::NewGame,
            "position" => position(words)?,
            "go" => Command::Go(Box::new(go(words))),
            "stop" => Command::Stop,
            "ponderhit" => Command::PonderHit,
            "quit" => Command::Quit,
            "d" => Command::Display,
            "eval" => Command::Evaluation,
            "bench" => Command::Bench,
            _ => continue,
        });
    }
}

/// `name` and `value` may both consist of several words.
fn set_option<'a>(words: impl Iterator<Item = &'a str>) -> Option<Command> {
    let (mut name, mut value) = (Vec::new(), Vec::new());
    let mut in_value = false;
    for word in words.skip_while(|word| *word != "name").skip(1) {
        match word {
            "value" if !in_value => in_value = true,
            _ if in_value => value.push(word),
            _ => name.push(word),
        }
    }
    if name.is_empty() {
        return None;
    }
    Some(Command::SetOption { name: name.join(" "), value: value.join(" ") })
}

fn position<'a>(mut words: impl Iterator<Item = &'a str>) -> Option<Command> {
    let fen = match words.next()? {
        "startpos" => {
            words.find(|word| *word == "moves");
            None
        }
        "fen" => Some(words.by_ref().take_while(|word| *word != "moves").collect::<Vec<_>>().join(" ")),
        _ => return None,
    };
    Some(Command::Position { fen, moves: words.map(str::to_owned).collect() })
}

const GO_KEYWORDS: [&str; 13] = [
    "searchmoves",
    "ponder",
    "infinite",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "perft",
];

fn go<'a>(words: impl Iterator<Item = &'a str>) -> Go {
    let mut go = Go::default();
    let mut words = words.peekable();
    while let Some(word) = words.next() {
        // A keyword in place of a number is not consumed.
        let mut number =
            || words.next_if(|word| !GO_KEYWORDS.contains(word)).and_then(|word| word.parse().ok());
        match word {
            "searchmoves" => {
                while let Some(mv) = words.next_if(|word| !GO_KEYWORDS.contains(word)) {
                    go.search_moves.push(mv.to_owned());
                }
            }
            "ponder" => go.ponder = true,
            "infinite" => go.infinite = true,
            "wtime" => go.time[0] = number().map(milliseconds),
            "btime" => go.time[1] = number().map(milliseconds),
            "winc" => go.increment[0] = number().map(milliseconds),
            "binc" => go.increment[1] = number().map(milliseconds),
            "movestogo" => go.moves_to_go = number().map(to_u32),
            "depth" => go.depth = number().map(to_u32),
            "nodes" => go.nodes = number().map(|nodes| nodes.max(0) as u64),
            "mate" => go.mate = number().map(to_u32),
            "movetime" => go.move_time = number().map(milliseconds),
            "perft" => go.perft = number().map(to_u32),
            _ => {}
        }
    }
    go
}

fn milliseconds(number: i64) -> Duration {
    Duration::from_millis(number.max(0) as u64)
}

fn to_u32(number: i64) -> u32 {
    number.clamp(0, 1_000_000) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse_go(line: &str) -> Go {
        match parse(line) {
            Some(Command::Go(go)) => *go,
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn every_parameter_of_go() {
        let go = parse_go(
            "go ponder wtime 1000 btime -5 winc 10 binc 20 movestogo 3 depth 7 nodes 99 mate 2 movetime 50 \
             infinite searchmoves e2e4 d2d4",
        );
        let ms = Duration::from_millis;
        let expected = Go {
            search_moves: vec!["e2e4".into(), "d2d4".into()],
            ponder: true,
            infinite: true,
            time: [Some(ms(1000)), Some(ms(0))],
            increment: [Some(ms(10)), Some(ms(20))],
            moves_to_go: Some(3),
            depth: Some(7),
            nodes: Some(99),
            mate: Some(2),
            move_time: Some(ms(50)),
            perft: None,
        };
        assert_eq!(go, expected);
        let searchmoves_first = parse_go("go searchmoves e2e4 d2d4 depth 3");
        assert_eq!((searchmoves_first.search_moves.len(), searchmoves_first.depth), (2, Some(3)));
    }

    #[test]
    fn missing_and_unknown_values_are_ignored() {
        assert_eq!(
            parse_go("go depth wtime 100"),
            Go { time: [Some(Duration::from_millis(100)), None], ..Go::default() }
        );
        assert_eq!(parse_go("go wtime x btime 1.5 nodes"), Go::default());
        assert_eq!(parse_go("go nodes 99999999999999999999"), Go::default());
        assert_eq!(parse(""), None);
        assert_eq!(parse("  \t "), None);
        assert_eq!(parse("joho"), None);
        assert_eq!(parse("joho isready"), Some(Command::IsReady));
        assert_eq!(parse("position"), None);
        assert_eq!(parse("position moves e2e4"), None);
        assert_eq!(parse("setoption"), None);
        assert_eq!(parse("setoption name"), None);
    }

    #[test]
    fn options_and_positions() {
        let option = |line| match parse(line) {
            Some(Command::SetOption { name, value }) => (name, value),
            other => panic!("{line}: {other:?}"),
        };
        assert_eq!(option("setoption name Clear Hash"), ("Clear Hash".into(), String::new()));
        assert_eq!(option("setoption name Move Overhead value 50"), ("Move Overhead".into(), "50".into()));
        assert_eq!(option("setoption name X value a value b"), ("X".into(), "a value b".into()));
        let start = Command::Position { fen: None, moves: vec!["e2e4".into()] };
        assert_eq!(parse("position startpos moves e2e4"), Some(start));
        let fen = Command::Position { fen: Some("8/8 w - -".into()), moves: vec![] };
        assert_eq!(parse("position fen 8/8 w - -"), Some(fen));
    }
}
