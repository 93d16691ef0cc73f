#!/bin/sh
# Writes a few valid inputs into corpus/, one per file, so that the fuzzer need not guess what a FEN looks like.
set -eu
cd "$(dirname "$0")"

seed() {
    mkdir -p "corpus/$1"
    number=0
    while IFS= read -r line; do
        number=$((number + 1))
        printf '%s' "$line" | case $1 in arbiter | stored | uci_lines | trf) tr '|' '\n' ;; *) cat ;; esac >"corpus/$1/seed-$number"
    done
}

seed fen <<'END'
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3
n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - -
1r2kr1r/8/8/8/8/8/8/1R2KR1R w FQfq - 0 1
4k3/8/8/8/8/8/8/RK5R w HAha - 149 65535
END

seed epd <<'END'
6k1/5ppp/8/8/8/8/8/K2R4 w - - bm Rd8#; id "back; rank"; c0 ""; hmvc 7; fmvn 12;
4k3/8/8/8/8/8/8/4K2R w K - 12 40 bm O-O Rh8+; draw_offer;
END

# The first byte chooses the position.
seed san <<'END'
2e4
2♘f3!?
2Cg1-f3
3O-O-O
30-0
3exd6
3b8(N)
3bxa8=D
4Qh4e1#
0bxa8=q+
1O-O
END

seed uci <<'END'
e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 e1g1
e2e4 d7d5 e4d5 c7c6 d5c6 d8d5 c6b7 d5d2 d1d2 e8d8 b7a8q
e2e4 a7a6 e4e5 d7d5 e5d6
e1h1
e7e8q
END

seed time_control <<'END'
-
40/5400+30:1800+30
300d5
300b5
1/86400
*180
90m+30s
3+2
0.5
END

# `|` stands for a line break.
seed arbiter <<'END'
{"do":"start","time":"60"}|{"do":"move","move":"f3"}|{"do":"move","move":"e5"}|{"do":"move","move":"g4"}|{"do":"move","move":"Qh4#"}|{"do":"move","move":"a3"}
{"do":"start","time":"60","conduct":"tournament"}|{"do":"touch","by":"white","square":"e2"}|{"do":"move","move":"e5","at":10}|{"do":"claim","by":"white","move":"Nf3"}|{"do":"tick","at":70000}
{"do":"start","fen":"7k/8/8/8/8/8/4r3/5K2 w - - 0 1"}|{"do":"offer","by":"white"}|{"do":"decline","by":"black"}|{"do":"move","move":"Kxe2","offer_draw":true}
{"do":"start","variant":"chess960","time":"3+2","draw_offers_from_move":"never"}|{"do":"move","move":"e2e4","lag":5}|{"do":"takeback","by":"white"}|{"do":"accept","by":"black"}|{"do":"abort","by":"black"}
{"do":"start","time":"60","conduct":"tournament","draw_odds":"black","default_time":5000}|{"do":"appear","by":"white"}|{"do":"adjourn","by":"white","move":"Nf3"}|{"do":"offer","by":"black"}|{"do":"resume","at":900}|{"do":"restart","reason":"colours"}|{"do":"forfeit","who":"white","opponent":"1/2","reason":"late"}
{"do":"start"}|{"do":"pause"}|{"do":"set_clocks","white":1000}|{"do":"resume"}|{"do":"restart"}|{"do":"adjust","by":"white"}|{"do":"forfeit","who":"both"}|{"do":"resign","by":"white"}|{"do":"draw","by":"white"}
END

seed uci_lines <<'END'
uci|isready|ucinewgame|position startpos moves e2e4 e7e5|go nodes 100|isready|stop|quit
setoption name UCI_LimitStrength value true|setoption name UCI_Elo value 1500|position startpos|go wtime 100 btime 100 winc 1 binc 1 movestogo 2
setoption name UCI_Chess960 value true|position fen 1r2kr1r/8/8/8/8/8/8/1R2KR1R w FQfq - 0 1 moves e1f1|go ponder movetime 1|ponderhit|stop
setoption name MultiPV value 3|setoption name UCI_ShowWDL value true|position fen n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - -|go infinite searchmoves g2g1q g2f1n|stop
setoption name Level value 1|setoption name Seed value 7|go depth 3 mate 2|d|eval|setoption name Clear Hash|go
position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1|go depth 5|position fen 7k/6Q1/6K1/8/8/8/8/8 b - - 99 1|go nodes 0|eval
END

mkdir -p corpus/pgn
cp ../crates/pgn/tests/data/constructs.pgn corpus/pgn/seed-constructs
seed pgn <<'END'
[Event "x"] [FEN "4k3/P7/8/8/8/8/8/4K3 w - - 0 1"] 1. a8(Q)+ Ke7 2. Qb7+ -- *
1.e4{a}(1.d4 d5(1...Nf6)2.c4)e5 $1 2.Nf3!? ;b
1. e4 e5 2. Ke3 } ) ] !!! $999 1/2 {never closed
END

seed live <<'END'
{"t":"do","game":"Ab3dE6gH","id":"7","ply":2,"action":{"do":"move","move":"e2e4","offer_draw":true}}
{"t":"do","game":"Ab3dE6gH","id":"8","action":{"do":"set_clocks","white":1000,"black":null}}
{"t":"watch","game":"Ab3dE6gH","since":12}
{"opponent":{"computer":{"level":3}},"color":"black","time":"180+2","variant":"chess960","draw_offers_from_move":"never"}
END

seed stored <<'END'
{"form":1,"created":{"start":{"time":"60"},"begins":5,"white":{"computer":{"level":1}},"black":{"person":{"id":"a","name":"A"}}}}|{"form":1,"events":[{"at":6,"what":{"moved":{"move":"e2e4","san":"e4","returned":30}}},{"at":6,"what":{"draw_offered":["white",null]}}]}|{"form":1,"events":[{"at":9,"what":"paused"},{"at":12,"what":"resumed"},{"at":13,"what":{"taken_back":1}}]}|{"form":1,"events":[{"at":14,"what":{"ended":{"termination":{"flag_fall":{"fallen":"white"}},"proof":{"mating_line":["f2f3","e7e5","g2g4","d8h4"]}}}}]}
END

# `|` stands for a line break.
seed trf <<'END'
142 3|152 W|001    1      Anand                             2600                             1.0    1     2 w 1|001    2      Botvinnik                         2500                             0.0    2     1 b 0|
XXR 5|XXC black1|BBU  0.5|XXP 1 2|001    1      A                                                                  0.5    1  0000 - U|001    2      B                                                                  0.5    2     3 b =|001    3      C                                                                  0.5    3     2 w =|
142 4|162  W 3.0    D 1.0    P 1.0|192 FIDE_DUTCH_2026_BAKU|240 H 002    2|260   1   4    1    2|299 W        01.5  001    1|001    1 |001    2 |001    3 |
END
