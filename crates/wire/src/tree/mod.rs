//! A game with its variations as a flat list of moves, which the analysis page shows and sends back.
//!
//! It is a list and not a tree, because many parsers refuse JSON that is nested as deep as a game is long.

mod fault;
mod read;
mod write;

pub use fault::{FaultCode, FaultJson, PgnPart};
pub use read::{Games, Tree, TreeNode, read_games};
pub use write::{NodeInput, TreeInput, WrittenGame, write_game};

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads a game and sends it back unchanged, as the page does.
    fn round_trip(pgn: &str) -> String {
        let games = read_games(pgn.as_bytes());
        let json = serde_json::to_string(&games.games[0]).expect("text keys");
        let wanted: TreeInput = serde_json::from_str(&json).expect("what is written can be read");
        match write_game(&wanted) {
            WrittenGame::Written { pgn } => pgn,
            WrittenGame::Failed { error } => panic!("{error}"),
        }
    }

    #[test]
    fn what_is_read_is_written_again() {
        for moves in [
            "1. e4 e5 (1... c5 {Sicilian} 2. Nf3 (2. c3 $1) 2... d6) 2. Nf3 $1 $14 *",
            "{About this game} 1. d4 ({before} 1. c4 e5) 1... -- 2. Bg5 1-0",
            "1. e4 (1. d4 d5) (1. Nf3) 1/2-1/2",
        ] {
            let text = round_trip(moves);
            assert!(text.ends_with(&format!("\n\n{moves}\n")), "{text}");
        }
    }

    #[test]
    fn tags_and_the_start_are_kept() {
        let text = "[Event \"Study\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"Ann \\\"A\\\"\"]\n\
            [Black \"?\"]\n[Result \"*\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n[SetUp \"1\"]\n\n1. e4 *\n";
        assert_eq!(round_trip(text), text);
    }

    #[test]
    fn a_node_tells_where_it_leads() {
        let games = read_games(b"1. e4 e5 (1... f6) 2. Qh5 *");
        let game = &games.games[0];
        let found: Vec<_> =
            game.nodes.iter().map(|node| (node.parent, node.san.as_str(), node.check)).collect();
        let e4 = (None, "e4", false);
        assert_eq!(found, [e4, (Some(0), "e5", false), (Some(1), "Qh5", false), (Some(0), "f6", false)]);
        assert_eq!(game.nodes[2].fen, "rnbqkbnr/pppp1ppp/8/4p2Q/4P3/8/PPPP1PPP/RNB1KBNR b KQkq - 1 2");
    }

    #[test]
    fn faults_are_told_and_the_rest_is_read() {
        let games = read_games(b"1. e4 e5 2. Ke3 *\n\n1. d4 *");
        let fault = &games.games[0].faults[0];
        assert!(fault.text.contains("Ke3"), "{fault:?}");
        assert_eq!((fault.line, fault.column, fault.at_move.as_deref()), (1, 13, Some("2.")));
        assert!(matches!(&fault.wrong, FaultCode::IllegalMove { found, .. } if found == "Ke3"), "{fault:?}");
        assert_eq!((games.games[0].nodes.len(), games.games[1].nodes.len()), (2, 1));
        assert!(read_games(b"").games.is_empty());
    }

    #[test]
    fn a_text_is_read_to_its_end() {
        let text = "[Event \"E\"]\n\n1. e4 *\n\n".repeat(501);
        assert_eq!(read_games(text.as_bytes()).games.len(), 501);
    }

    #[test]
    fn what_cannot_be_written_is_named() {
        let wanted = |json: &str| serde_json::from_str::<TreeInput>(json).expect("it can be read");
        for (json, named) in [
            (r#"{"fen":"x"}"#, "placement"),
            (r#"{"nodes":[{"uci":"e2e5"}]}"#, "e2e5"),
            (r#"{"nodes":[{"uci":"e2e4","parent":0}]}"#, "node 0"),
        ] {
            let WrittenGame::Failed { error } = write_game(&wanted(json)) else {
                panic!("{json} was written")
            };
            assert!(error.contains(named), "{error}");
        }
    }
}
