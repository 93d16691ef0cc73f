// The messages of crates/wire. Written by `make types`; a test compares.

export type Side = "white" | "black";
export type Clock = { 
/**
 * White's.
 */
white: number | null, 
/**
 * Black's.
 */
black: number | null, };
export type State = { 
/**
 * How many moves have been made.
 */
ply: number, 
/**
 * The position.
 */
fen: string, 
/**
 * The player to move.
 */
turn: Side, 
/**
 * Whether that player is in check.
 */
check: boolean, 
/**
 * Whether that check is announced (law C05).
 */
check_announced: boolean, 
/**
 * What the clocks show, in milliseconds.
 */
clock: Clock, 
/**
 * Whose clock runs.
 */
running: Side | null, 
/**
 * How many milliseconds it still stands before it counts down, where there is a delay (law T02).
 */
waits: number, 
/**
 * Whether the arbiter has stopped the clocks.
 */
paused: boolean, 
/**
 * Whose offer of a draw stands (law E09).
 */
draw_offer: Side | null, 
/**
 * Whose request for a takeback stands (law E19).
 */
takeback: Side | null, 
/**
 * Where the pieces of the player to move can go; not told to those who only watch.
 */
dests?: { [key in string]: Array<string> }, 
/**
 * What the player to move can claim a draw by (laws E10, E13).
 */
claimable: string | null, 
/**
 * `1-0`, `0-1`, `1/2-1/2`, `0-0` or `*`.
 */
result: string | null, 
/**
 * How it ended, in a few words.
 */
reason: string | null, 
/**
 * The law that it rests on.
 */
law: string | null, 
/**
 * The moves by which the winner could have mated.
 */
mating_line?: Array<string>, 
/**
 * Why nobody could mate.
 */
no_mate?: string, 
/**
 * The same in parts.
 */
no_mate_of?: Array<NoMateOf>, 
/**
 * When a flag falls.
 */
deadline: number | null, };
export type NoMateOf = { 
/**
 * Which; none where only one was asked about.
 */
side: Side | null, 
/**
 * Why.
 */
why: ProofKind, };
export type ProofKind = { "code": "over" } | { "code": "material" } | { "code": "forced", 
/**
 * How many.
 */
moves: number, } | { "code": "wall" } | { "code": "closed", 
/**
 * How many positions.
 */
positions: number, };
export type Answer = { ok: boolean, refused?: string, 
/**
 * A word for the refusal.
 */
code?: string, ply: number | null, fen: string | null, turn: string | null, check: boolean | null, clock: Clock | null, events: Array<Told>, result: string | null, reason: string | null, draw_offer: string | null, undecided: number | null, };
export type Told = { "event": "start" } | { "event": "move", san: string, uci: string, } | { "event": "illegal_move", by: Side, move: string, } | { "event": "time_given", to: Side, time: number, } | { "event": "draw_offer", by: Side, } | { "event": "draw_declined", by: Side, } | { "event": "draw_offer_lapsed", by: Side, } | { "event": "claim_rejected", by: Side, move: string | null, } | { "event": "takeback_request", by: Side, } | { "event": "takeback_declined", by: Side, } | { "event": "takeback_lapsed", by: Side, } | { "event": "takeback", moves: number, } | { "event": "touch", by: Side, square: string, } | { "event": "adjust", by: Side, } | { "event": "pause" } | { "event": "resume" } | { "event": "clocks_set", clock: Clock, } | { "event": "restart" } | { "event": "undecided" } | { "event": "end" } & End;
export type End = { result: string, reason: string, law: string, 
/**
 * The moves by which the winner could have mated.
 */
mating_line?: Array<string>, 
/**
 * Why nobody could.
 */
no_mate?: string, undecided?: boolean, };
export type ReplayRequest = { 
/**
 * Where it begins; the usual start if it is not said.
 */
fen?: string | null, 
/**
 * Chess960 or not.
 */
chess960?: boolean | null, 
/**
 * The moves, in SAN or UCI.
 */
moves: Array<string>, 
/**
 * The letters that stand for pieces.
 */
letters?: LettersName | null, };
export type LettersName = "english" | "portuguese" | "figurine";
export type Replay = { 
/**
 * The start, and what each move led to.
 */
steps: Array<Step>, 
/**
 * Why the moves after that could not be played.
 */
error: string | null, };
export type Step = { 
/**
 * The position.
 */
fen: string, 
/**
 * Whether the player to move is in check.
 */
check: boolean, 
/**
 * Who has more of what.
 */
material: Material, 
/**
 * The move; none for the start.
 */
played: Played | null, };
export type Played = { 
/**
 * In the letters that were asked for.
 */
san: string, 
/**
 * For programs.
 */
uci: string, 
/**
 * The square that was left.
 */
from: string, 
/**
 * The square that was reached; for castling the king's.
 */
to: string, 
/**
 * Whether something was captured.
 */
capture: boolean, 
/**
 * Whether it was castling.
 */
castling: boolean, 
/**
 * What moved, by its English name.
 */
role: string, };
export type Material = { 
/**
 * What White has more, by English names, the strongest first.
 */
white: Array<string>, 
/**
 * What Black has more.
 */
black: Array<string>, 
/**
 * White's lead in pawns' worth; negative where Black leads.
 */
lead: number, };
export type Inspection = { "is": "playable" } & Playable | { "is": "unplayable", 
/**
 * Every reason.
 */
reasons: Array<Complaint>, } | { "is": "unreadable" } & Unreadable;
export type Playable = { 
/**
 * As it is usually written.
 */
fen: string, 
/**
 * The player to move.
 */
turn: Side, 
/**
 * Whether that player is in check.
 */
check: boolean, 
/**
 * `ongoing`, `checkmate` or `stalemate`.
 */
status: Status, 
/**
 * Where the pieces can go.
 */
dests: { [key in string]: Array<string> }, };
export type Status = "ongoing" | "checkmate" | "stalemate";
export type Complaint = { "code": "kings", 
/**
 * Whose.
 */
color: Side, 
/**
 * How many there are.
 */
count: number, } | { "code": "pawn_on_back_rank", 
/**
 * Where.
 */
square: string, } | { "code": "opponent_in_check" } | { "code": "castling_without_rook", 
/**
 * Where it should stand.
 */
square: string, } | { "code": "castling_king_away", 
/**
 * Whose.
 */
color: Side, 
/**
 * Where the king is.
 */
square: string, } | { "code": "castling_twice", 
/**
 * Whose.
 */
color: Side, } | { "code": "castling_only_in_chess960", 
/**
 * Whose.
 */
color: Side, } | { "code": "en_passant_impossible", 
/**
 * Where.
 */
square: string, } | { "code": "move_number_zero" };
export type Unreadable = { 
/**
 * Why, with what was found.
 */
error: string, 
/**
 * The field that is wrong.
 */
field: FenField, 
/**
 * What stands there; nothing at the end of the text.
 */
found: string, 
/**
 * How many characters stand before it.
 */
at: number, };
export type FenField = "placement" | "turn" | "castling" | "en_passant" | "halfmove_clock" | "move_number" | "end";
export type Mating = { 
/**
 * Whether White can.
 */
white: CanMate, 
/**
 * Whether Black can.
 */
black: CanMate, };
export type CanMate = { "can": "yes", 
/**
 * As UCI.
 */
line: Array<string>, } | { "can": "no", 
/**
 * Why.
 */
why: string, 
/**
 * The same in parts.
 */
proof: ProofKind, } | { "can": "undecided" };
export type Control = { "is": "fine" } & Fine | { "is": "bad", 
/**
 * Why, with what was found.
 */
error: string, };
export type Fine = { 
/**
 * As PGN writes it.
 */
pgn: string, 
/**
 * `bullet` to `correspondence` (law T03); none without a clock.
 */
class: string | null, 
/**
 * What the clocks show first, in milliseconds.
 */
initial: number | null, 
/**
 * Whether what one uses the other gets.
 */
hourglass: boolean, 
/**
 * One after the other.
 */
stages: Array<StageShown>, };
export type StageShown = { 
/**
 * For so many moves; none for the rest of the game.
 */
moves: number | null, 
/**
 * In milliseconds.
 */
time: number, 
/**
 * `none`, `increment`, `delay` or `bronstein`.
 */
bonus: string, 
/**
 * In milliseconds.
 */
bonus_time: number, };
export type ReadMove = { "is": "legal", 
/**
 * For programs.
 */
uci: string, 
/**
 * As a score sheet has it.
 */
san: string, } | { "is": "promotion" } | { "is": "illegal", 
/**
 * Why, with what was found.
 */
error: string, };
export type Games = { 
/**
 * The first of them.
 */
games: Array<Tree>, 
/**
 * Whether there are more than a page can hold.
 */
more: boolean, };
export type Tree = { 
/**
 * Names and values, in the order of the file.
 */
tags: Array<[string, string]>, 
/**
 * Where it begins.
 */
fen: string, 
/**
 * Whether that is a check.
 */
check: boolean, 
/**
 * Chess960 or not.
 */
chess960: boolean, 
/**
 * As the tag has it.
 */
result: string, 
/**
 * What is said about the whole game.
 */
comments: Array<string>, 
/**
 * The moves; each stands behind the one it follows, and a variation behind the line.
 */
nodes: Array<TreeNode>, 
/**
 * What was wrong with the text.
 */
faults: Array<FaultShown>, };
export type TreeNode = { 
/**
 * The move before it, by its place in the list; none for the first.
 */
parent: number | null, 
/**
 * For programs; `0000` is a null move.
 */
uci: string, 
/**
 * For people, in English letters.
 */
san: string, 
/**
 * The position it leads to.
 */
fen: string, 
/**
 * Whether that is a check.
 */
check: boolean, 
/**
 * Numeric annotations.
 */
nags: Array<number>, 
/**
 * What is said before it, where it begins a variation.
 */
comments_before: Array<string>, 
/**
 * What is said about it.
 */
comments: Array<string>, };
export type FaultShown = { 
/**
 * In English, with everything.
 */
text: string, 
/**
 * Its line, from 1.
 */
line: number, 
/**
 * Its character in that line, from 1.
 */
column: number, 
/**
 * The move it stands at, such as `12...`.
 */
at_move: string | null, } & ({ "code": "illegal_move", 
/**
 * What was found.
 */
found: string, 
/**
 * What would have been legal.
 */
legal: Array<string>, } | { "code": "ambiguous_move", 
/**
 * What was found.
 */
found: string, 
/**
 * What it can mean.
 */
legal: Array<string>, } | { "code": "promotion_missing", 
/**
 * What was found.
 */
found: string, 
/**
 * What would have been legal.
 */
legal: Array<string>, } | { "code": "not_a_move", 
/**
 * What was found.
 */
found: string, } | { "code": "pass_in_check", 
/**
 * What was found.
 */
found: string, } | { "code": "unknown_annotation", 
/**
 * What was found.
 */
found: string, } | { "code": "stray", 
/**
 * What was found.
 */
found: string, } | { "code": "variation_without_move" } | { "code": "no_variation_to_close" } | { "code": "unclosed_variation", 
/**
 * How many.
 */
open: number, } | { "code": "unclosed_comment" } | { "code": "bad_tag", 
/**
 * The line.
 */
found: string, } | { "code": "duplicate_tag", 
/**
 * Its name.
 */
name: string, } | { "code": "bad_result", 
/**
 * What was found.
 */
found: string, } | { "code": "bad_set_up", 
/**
 * What was found.
 */
found: string, } | { "code": "set_up_contradicted" } | { "code": "unreadable_fen", 
/**
 * Where it stops being one.
 */
fen: Unreadable, } | { "code": "unplayable_fen", 
/**
 * Every reason.
 */
reasons: Array<Complaint>, } | { "code": "unsupported_variant", 
/**
 * Its name.
 */
name: string, } | { "code": "results_differ", 
/**
 * What the tag says.
 */
tag: string, 
/**
 * What follows the moves.
 */
marker: string, } | { "code": "too_long", 
/**
 * What it is.
 */
what: PartName, 
/**
 * How many bytes it may have.
 */
limit: number, } | { "code": "too_deep", 
/**
 * How deep they may be.
 */
limit: number, } | { "code": "too_many_tags", 
/**
 * How many there may be.
 */
limit: number, } | { "code": "too_many_faults", 
/**
 * How many are told.
 */
limit: number, });
export type Wrong = { "code": "illegal_move", 
/**
 * What was found.
 */
found: string, 
/**
 * What would have been legal.
 */
legal: Array<string>, } | { "code": "ambiguous_move", 
/**
 * What was found.
 */
found: string, 
/**
 * What it can mean.
 */
legal: Array<string>, } | { "code": "promotion_missing", 
/**
 * What was found.
 */
found: string, 
/**
 * What would have been legal.
 */
legal: Array<string>, } | { "code": "not_a_move", 
/**
 * What was found.
 */
found: string, } | { "code": "pass_in_check", 
/**
 * What was found.
 */
found: string, } | { "code": "unknown_annotation", 
/**
 * What was found.
 */
found: string, } | { "code": "stray", 
/**
 * What was found.
 */
found: string, } | { "code": "variation_without_move" } | { "code": "no_variation_to_close" } | { "code": "unclosed_variation", 
/**
 * How many.
 */
open: number, } | { "code": "unclosed_comment" } | { "code": "bad_tag", 
/**
 * The line.
 */
found: string, } | { "code": "duplicate_tag", 
/**
 * Its name.
 */
name: string, } | { "code": "bad_result", 
/**
 * What was found.
 */
found: string, } | { "code": "bad_set_up", 
/**
 * What was found.
 */
found: string, } | { "code": "set_up_contradicted" } | { "code": "unreadable_fen", 
/**
 * Where it stops being one.
 */
fen: Unreadable, } | { "code": "unplayable_fen", 
/**
 * Every reason.
 */
reasons: Array<Complaint>, } | { "code": "unsupported_variant", 
/**
 * Its name.
 */
name: string, } | { "code": "results_differ", 
/**
 * What the tag says.
 */
tag: string, 
/**
 * What follows the moves.
 */
marker: string, } | { "code": "too_long", 
/**
 * What it is.
 */
what: PartName, 
/**
 * How many bytes it may have.
 */
limit: number, } | { "code": "too_deep", 
/**
 * How deep they may be.
 */
limit: number, } | { "code": "too_many_tags", 
/**
 * How many there may be.
 */
limit: number, } | { "code": "too_many_faults", 
/**
 * How many are told.
 */
limit: number, };
export type PartName = "comment" | "tag" | "word" | "game";
export type WantedTree = { 
/**
 * Names and values; what the start and the result say need not be among them.
 */
tags: Array<[string, string]>, 
/**
 * Where it begins; the usual start if it is not said.
 */
fen?: string | null, 
/**
 * Chess960 or not.
 */
chess960?: boolean | null, 
/**
 * As the tag has it.
 */
result?: string | null, 
/**
 * What is said about the whole game.
 */
comments: Array<string>, 
/**
 * The moves; each stands behind the one it follows, and a variation behind the line.
 */
nodes: Array<WantedNode>, };
export type WantedNode = { 
/**
 * The move before it, by its place in the list; none for the first.
 */
parent?: number | null, 
/**
 * UCI or SAN; `0000` is a null move.
 */
uci: string, 
/**
 * Numeric annotations.
 */
nags: Array<number>, 
/**
 * What is said before it, where it begins a variation.
 */
comments_before: Array<string>, 
/**
 * What is said about it.
 */
comments: Array<string>, };
export type TreeText = { "is": "fine", 
/**
 * In export format.
 */
pgn: string, } | { "is": "bad", 
/**
 * Why, with what was found.
 */
error: string, };
