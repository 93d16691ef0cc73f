// The messages of crates/wire. Written by `make types`; a test compares.

export type Side = "white" | "black";
export type ResultCode = "1-0" | "0-1" | "1/2-1/2" | "0-0" | "1/2-0" | "0-1/2" | "*";
export type PlayerPoints = { white: number, black: number, };
export type Reason = "checkmate" | "resignation" | "time" | "forfeit" | "stalemate" | "dead position" | "agreement" | "threefold repetition" | "fivefold repetition" | "fifty-move rule" | "seventy-five-move rule" | "draw on time" | "draw by resignation" | "illegal moves" | "draw by illegal moves" | "abort";
export type Speed = "bullet" | "blitz" | "rapid" | "classical" | "correspondence";
export type BonusKind = "none" | "increment" | "delay" | "bronstein";
export type RefusalCode = "over" | "not_a_move" | "illegal" | "ambiguous" | "promotion_missing" | "not_your_turn" | "paused" | "not_paused" | "adjourned" | "no_adjournment" | "sealed_move_too_long" | "not_running" | "no_clock" | "clock_too_long" | "offer_stands" | "offer_too_early" | "offers_forbidden" | "too_early_to_agree" | "reason_too_long" | "nothing_to_answer" | "answer_unclear" | "claim_after_touch" | "must_play" | "touched" | "touch_is_free" | "nothing_touched" | "no_abort" | "too_late_to_abort" | "no_takeback" | "nothing_to_take_back" | "takeback_stands" | "too_late_to_restart" | "not_understood" | "no_game" | "time_goes_back";
export type Clock = { white: number | null, black: number | null, };
export type State = { 
/**
 * How many moves have been made.
 */
ply: number, fen: string, 
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
 * The side whose clock runs.
 */
running: Side | null, 
/**
 * Milliseconds of delay left before the clock counts down (law T02).
 */
waits: number, 
/**
 * Whether the arbiter has stopped the clocks.
 */
paused: boolean, 
/**
 * The player who sealed a move, while the game is adjourned. The move itself is secret.
 */
adjourned?: Side, 
/**
 * The player whose draw offer is open (law E09).
 */
draw_offer: Side | null, 
/**
 * The player whose takeback request is open (law E19).
 */
takeback: Side | null, 
/**
 * The target squares of the pieces of the player to move; not sent to spectators.
 */
dests?: { [key in string]: Array<string> }, 
/**
 * The draw that the player to move can claim (laws E10, E13).
 */
claimable: Reason | null, 
/**
 * Null while the game goes on.
 */
result: ResultCode | null, reason: Reason | null, 
/**
 * The id of the law by which the game ended.
 */
law: string | null, 
/**
 * The article of FIDE's Laws by which the game ended; null if there is none.
 */
article: string | null, 
/**
 * Whether the game was a draw that counts as a win by draw odds.
 */
by_draw_odds?: boolean, rulings?: Array<RulingJson>, 
/**
 * The moves that the score sheet marks with (=) for a draw offer, counted in half-moves from 1.
 */
offered?: Array<number>, 
/**
 * Who has not appeared at the board yet and loses when the default time has passed (FIDE 6.7).
 */
awaited?: ForfeitedBy, 
/**
 * The player who has offered a draw and not moved since, so that the score sheet has no move to mark.
 */
unwritten_offer?: Side, 
/**
 * The moves by which the winner could have mated.
 */
mating_line?: Array<string>, 
/**
 * Why no mate was possible.
 */
no_mate?: string, 
/**
 * The same in parts.
 */
no_mate_of?: Array<SideProof>, 
/**
 * When a flag falls or the default time has passed.
 */
deadline: number | null, };
export type SideProof = { 
/**
 * The side; null if the question was only about one side.
 */
side: Side | null, why: ProofJson, };
export type ProofJson = { "code": "over" } | { "code": "material" } | { "code": "forced", moves: number, } | { "code": "wall" } | { "code": "closed", positions: number, };
export type VariantName = "standard" | "chess960";
export type ConductName = "online" | "tournament";
export type ClockStartsName = "at_once" | "after_first_move" | "after_both_moved";
export type OffersFrom = number | Never;
export type Never = "never";
export type Start = { 
/**
 * The starting position; the usual one if omitted.
 */
fen?: string | null, 
/**
 * The time control; null without a clock.
 */
time?: string | null, 
/**
 * Time odds: another time control for White.
 */
time_white?: string | null, 
/**
 * Time odds: another time control for Black.
 */
time_black?: string | null, variant?: VariantName, conduct?: ConductName, draw_offers_from_move?: OffersFrom | null, fifty_move_rule?: boolean, clock_starts?: ClockStartsName, 
/**
 * The maximum lag compensation for one move, in milliseconds.
 */
lag_compensation?: number, 
/**
 * Whether check is announced; by default in casual play only.
 */
announce_check?: boolean | null, 
/**
 * Draw odds (Armageddon): any draw wins for this side.
 */
draw_odds?: Side | null, 
/**
 * Milliseconds after which a player who has not appeared loses (FIDE 6.7).
 */
default_time?: number | null, };
export type PlayerAction = { "do": "move", move: string, offer_draw?: boolean, } | { "do": "draw" } | { "do": "claim", move?: string, } | { "do": "offer" } | { "do": "accept" } | { "do": "decline" } | { "do": "decline_draw" } | { "do": "decline_takeback" } | { "do": "resign" } | { "do": "abort" } | { "do": "takeback" } | { "do": "touch", square: string, } | { "do": "adjust" } | { "do": "rematch" } | { "do": "claim_victory" } | { "do": "claim_draw_gone" } | { "do": "add_time", seconds: number, } | { "do": "pause" } | { "do": "resume" } | { "do": "adjourn", move: string, } | { "do": "appear" } | { "do": "set_clocks", white?: number | null, black?: number | null, } | { "do": "forfeit", who: ForfeitedBy, 
/**
 * What the other side scores, `1` by default; not allowed with `both`.
 */
opponent?: OpponentScoreName, 
/**
 * The reason, for the players and the log.
 */
reason?: string, } | { "do": "restart", reason?: RestartReasonName, };
export type ForfeitedBy = "white" | "black" | "both";
export type OpponentScoreName = "1" | "1/2" | "0";
export type RestartReasonName = "setup" | "colours";
export type ArbiterLine = { 
/**
 * Milliseconds since the game's start. Without it, the line happens at the time of the line before.
 */
at?: number, } & ({ "do": "start" } & Start | { "do": "tick" } | ArbiterAction);
export type ArbiterAction = { 
/**
 * The player. The arbiter's own actions do not need one, and a move is made by the player to move.
 */
by?: Side, 
/**
 * How long the move was under way, in milliseconds. Only moves have it.
 */
lag?: number, } & ({ "do": "move", move: string, offer_draw?: boolean, } | { "do": "draw" } | { "do": "claim", move?: string, } | { "do": "offer" } | { "do": "accept" } | { "do": "decline" } | { "do": "decline_draw" } | { "do": "decline_takeback" } | { "do": "resign" } | { "do": "abort" } | { "do": "takeback" } | { "do": "touch", square: string, } | { "do": "adjust" } | { "do": "rematch" } | { "do": "claim_victory" } | { "do": "claim_draw_gone" } | { "do": "add_time", seconds: number, } | { "do": "pause" } | { "do": "resume" } | { "do": "adjourn", move: string, } | { "do": "appear" } | { "do": "set_clocks", white?: number | null, black?: number | null, } | { "do": "forfeit", who: ForfeitedBy, 
/**
 * What the other side scores, `1` by default; not allowed with `both`.
 */
opponent?: OpponentScoreName, 
/**
 * The reason, for the players and the log.
 */
reason?: string, } | { "do": "restart", reason?: RestartReasonName, });
export type RulingJson = { at: number, 
/**
 * How many moves had been made.
 */
ply: number, 
/**
 * The article of FIDE's Laws that it is based on.
 */
article: string, 
/**
 * The ruling as one English sentence, as in the PGN.
 */
text: string, reason?: string, } & ({ "ruling": "illegal_move", by: Side, move: string, given: number | null, } | { "ruling": "wrong_claim", by: Side, given: number | null, } | { "ruling": "time_given", to: Side, time: number, } | { "ruling": "clocks_set", clock: Clock, } | { "ruling": "pause" } | { "ruling": "resume" } | { "ruling": "restart", wrong: RestartReasonName | null, } | { "ruling": "forfeit", who: ForfeitedBy, opponent: OpponentScoreName | null, } | { "ruling": "default_time", absent: ForfeitedBy, } | { "ruling": "adjourn", by: Side, });
export type Answer = { ok: boolean, refused?: string, code?: RefusalCode, ply: number | null, fen: string | null, turn: Side | null, check: boolean | null, clock: Clock | null, events: Array<EventJson>, result: ResultCode | null, reason: Reason | null, 
/**
 * The article of FIDE's Laws that the result is based on; null if there is none.
 */
article: string | null, 
/**
 * Whether the game was a draw that counts as a win by draw odds.
 */
by_draw_odds?: boolean, 
/**
 * Why the arbiter declared the game lost, if a reason was given.
 */
forfeit_reason?: string, 
/**
 * The player who sealed a move, while the game is adjourned.
 */
adjourned?: Side, draw_offer: Side | null, undecided: number | null, };
export type EventJson = { "event": "start" } | { "event": "move", san: string, uci: string, } | { "event": "illegal_move", by: Side, move: string, } | { "event": "time_given", to: Side, time: number, } | { "event": "draw_offer", by: Side, } | { "event": "draw_declined", by: Side, } | { "event": "draw_offer_lapsed", by: Side, } | { "event": "claim_rejected", by: Side, move: string | null, } | { "event": "takeback_request", by: Side, } | { "event": "takeback_declined", by: Side, } | { "event": "takeback_lapsed", by: Side, } | { "event": "takeback", moves: number, } | { "event": "touch", by: Side, square: string, } | { "event": "adjust", by: Side, } | { "event": "pause" } | { "event": "resume" } | { "event": "clocks_set", clock: Clock, } | { "event": "restart", reason?: RestartReasonName, } | { "event": "appear", by: Side, } | { "event": "default_time", absent: ForfeitedBy, } | { "event": "adjourn", by: Side, } | { "event": "ruling_reason", text: string, } | { "event": "undecided" } | { "event": "end" } & EndJson;
export type EndJson = { result: ResultCode, reason: Reason, law: string, 
/**
 * The article of FIDE's Laws; null if there is none.
 */
article: string | null, 
/**
 * Whether the game was a draw that counts as a win by draw odds.
 */
by_draw_odds?: boolean, 
/**
 * The moves by which the winner could have mated.
 */
mating_line?: Array<string>, no_mate?: string, undecided?: boolean, };
export type ClientMessage = { "t": "watch", game: string, 
/**
 * The last version that the client has; the server sends later ones.
 */
since?: number, } | { "t": "unwatch", game: string, } | { "t": "do", game: string, 
/**
 * The client's id for the command. A command that is sent again with the same id has no second effect.
 */
id: string, 
/**
 * The number of moves that the player saw.
 */
ply?: number, action: PlayerAction, } | { "t": "chat", game: string, text: string, room: ChatRoom, } | { "t": "lobby", on: boolean, } | { "t": "ping", 
/**
 * Returned in the answer.
 */
n: number, };
export type ChatRoom = "player" | "spectator";
export type ServerMessage = { "t": "game" } & GameSnapshot | { "t": "update" } & GameUpdate | { "t": "done", 
/**
 * The client's id for the command.
 */
id: string, game: string, 
/**
 * The version after the command.
 */
v: number, } | { "t": "refused", 
/**
 * The client's id for the command.
 */
id: string, game: string, 
/**
 * The version of the game; null if there is no such game.
 */
v: number | null, code: CommandCode, 
/**
 * The arbiter's code, if the laws forbid it.
 */
reason?: RefusalCode, 
/**
 * A text for people.
 */
why: string, } | { "t": "presence" } & GamePresence | { "t": "gone", game: string, color: Side, 
/**
 * Milliseconds until the opponent can claim; null if the player is back, or if nothing can be claimed.
 */
claim_in_ms: number | null, } | { "t": "chat", game: string, from: string, 
/**
 * The author's side; null for a spectator.
 */
color: Side | null, text: string, room: ChatRoom, } | { "t": "rematch", game: string, by?: Side, next?: string, } | { "t": "started", game: string, } | { "t": "finished", game: string, } | { "t": "challenge", 
/**
 * The id, which the game will have, too.
 */
id: string, status: ChallengeStatus, } | { "t": "lobby", seeks: Array<Seek>, } | { "t": "pong", 
/**
 * The number from the ping.
 */
n: number, 
/**
 * The server's clock.
 */
now: number, } | { "t": "error", 
/**
 * The game that the message concerned, if any.
 */
game?: string, code: ErrorCode, 
/**
 * A text for people.
 */
why: string, };
export type CommandCode = "illegal" | "not_your_turn" | "not_a_player" | "stale" | "over" | "conflict" | "busy" | "unavailable" | "not_allowed";
export type ErrorCode = "not_understood" | "no_such_game" | "too_many_games" | "not_a_player" | "too_much_talk" | "chat_off" | "chat_empty" | "chat_too_long" | "unavailable";
export type GameSnapshot = { game: string, 
/**
 * The number of the last row of its log.
 */
v: number, 
/**
 * The server's clock.
 */
now: number, 
/**
 * The user's side; null for a spectator.
 */
you: Side | null, settings: GameTerms, white: Player, black: Player, began: number, start_fen: string, moves: Array<MoveJson>, state: State, chat: Array<ChatLine>, presence: GamePresence, rematch: RematchJson | null, };
export type RematchJson = RematchOffer | string;
export type RematchOffer = "offered_by_white" | "offered_by_black";
export type GameTerms = { time: string | null, time_white: string | null, time_black: string | null, variant: VariantName, conduct: ConductName, draw_offers_from_move: OffersFrom | null, fifty_move_rule: boolean, 
/**
 * A draw wins for this side.
 */
draw_odds?: Side, 
/**
 * Milliseconds after which a player who has not appeared at the board loses.
 */
default_time?: number, rated: boolean, chat: boolean, rematch_of: string | null, };
export type GameUpdate = { game: string, 
/**
 * The number of the row in the game's log.
 */
v: number, 
/**
 * The server's clock.
 */
now: number, events: Array<EventJson>, state: State, };
export type GamePresence = { game: string, white: boolean, black: boolean, watchers: number, };
export type ChatLine = { from: string, 
/**
 * The author's side; null for a spectator.
 */
color: Side | null, text: string, room: ChatRoom, };
export type MoveJson = { uci: string, san: string, 
/**
 * When it was made.
 */
at: number, 
/**
 * What the clocks showed after it.
 */
clock: Clock, 
/**
 * Whether a draw was offered with it, which a score sheet marks with (=).
 */
draw_offered?: boolean, };
export type Player = { 
/**
 * The id of an account on this server; null for guests, the computer and players of imported games.
 */
id: string | null, name: string, 
/**
 * A title such as BOT or GM.
 */
title: string | null, 
/**
 * The rating when the game began.
 */
rating: number | null, provisional: boolean, 
/**
 * Whether the player has no account; the server chose the name.
 */
guest: boolean, 
/**
 * The level of the computer.
 */
level: number | null, };
export type Seek = { 
/**
 * The id, which the game will have, too.
 */
id: string, name: string, 
/**
 * Null for guests.
 */
rating?: number, game: NewGame, };
export type NewGame = { opponent: OpponentChoice, 
/**
 * The side of the player who asks.
 */
color?: ColorChoice, 
/**
 * The time control in PGN's form; null without a clock.
 */
time?: string | null, 
/**
 * Time odds: another time control for White.
 */
time_white?: string | null, 
/**
 * Time odds: another time control for Black.
 */
time_black?: string | null, variant?: VariantName, 
/**
 * The starting position; if omitted the usual one, or a random one for Chess960.
 */
fen?: string | null, rated?: boolean, conduct?: ConductName, draw_offers_from_move?: OffersFrom | null, fifty_move_rule?: boolean, 
/**
 * Draw odds (Armageddon): any draw wins for this side.
 */
draw_odds?: Side | null, 
/**
 * Milliseconds after which a player who has not appeared at the board loses; only under tournament conduct.
 */
default_time?: number | null, chat?: boolean, 
/**
 * The game of which this is a rematch.
 */
rematch_of?: string | null, };
export type OpponentChoice = { "computer": { 
/**
 * From 1 to 8.
 */
level: number, } } | { "link": Record<symbol, never> } | { "user": { name: string, } } | { "lobby": Record<symbol, never> };
export type ColorChoice = "white" | "black" | "random";
export type ErrorAnswer = { 
/**
 * A text for people.
 */
error: string, 
/**
 * A code for programs.
 */
code: PageErrorCode, };
export type PageErrorCode = "account_blocked" | "ambiguous" | "bad_description" | "bad_game" | "bad_name" | "bad_next" | "bad_password" | "bad_request" | "bad_rounds" | "bad_scope" | "bad_setting" | "blocked" | "closed" | "empty" | "gone" | "host" | "invite_needed" | "log_in" | "missing_scope" | "no_token" | "not_allowed" | "not_found" | "not_now" | "not_understood" | "not_yours" | "origin" | "own" | "registration_closed" | "taken" | "too_many" | "too_many_lines" | "unavailable" | "wrong_current_password" | "wrong_password" | "yourself";
export type Me = { player: Person, playing: Array<GameSummary>, challenges: Challenges, };
export type Person = { id: string, name: string, guest: boolean, title: string | null, roles: Array<AccountRole>, };
export type AccountRole = "admin" | "arbiter";
export type AccountStatus = "active" | "blocked" | "closed";
export type Scope = "challenge:read" | "challenge:write" | "board:play" | "bot:play" | "preference:read" | "preference:write" | "challenge:bulk" | "admin";
export type Challenges = { in: Array<ChallengeJson>, out: Array<ChallengeJson>, };
export type ChallengeJson = { 
/**
 * The id, which the game will have, too.
 */
id: string, from: string | null, 
/**
 * The name of the challenged player, if there is one.
 */
to: string | null, color: ColorChoice, game: NewGame, };
export type ChallengeAnswer = { status: ChallengeStatus, 
/**
 * Why it was declined, as a text for people.
 */
why: string | null, 
/**
 * Whether the user made it.
 */
yours: boolean, 
/**
 * The id, which the game will have, too.
 */
id: string, from: string | null, 
/**
 * The name of the challenged player, if there is one.
 */
to: string | null, color: ColorChoice, game: NewGame, };
export type ChallengeStatus = "created" | "accepted" | "canceled" | "declined";
export type GameAddress = { id: string, url: string, };
export type GameOrChallenge = { "t": "game" } & GameSnapshot | { "t": "challenge" } & ChallengeAnswer;
export type GameSummary = { id: string, url: string, 
/**
 * The side of the player who asks.
 */
color: Side | null, opponent: Player, time: string | null, fen: string, 
/**
 * In UCI.
 */
last_move: string | null, your_turn: boolean, rated: boolean, };
export type CurrentGames = { playing: Array<GameSummary>, };
export type Lobby = { seeks: Array<Seek>, };
export type Online = { 
/**
 * Accounts by name, up to a limit.
 */
players: Array<OnlinePlayer>, 
/**
 * The number of accounts online, including those beyond the limit.
 */
accounts: number, guests: number, };
export type OnlinePlayer = { id: string, name: string, 
/**
 * `BOT`, or null.
 */
title: string | null, 
/**
 * The rating in the speed that this player has played most; null without a rated game.
 */
rating: number | null, };
export type MatchScore = { 
/**
 * The points of the player with White in this game.
 */
white: number, black: number, games: number, };
export type SearchQuery = { player?: string, opponent?: string, 
/**
 * The player's side.
 */
color?: Side, result?: ResultCode, reason?: Reason, 
/**
 * The earliest time, in milliseconds.
 */
from?: number, 
/**
 * The latest time, in milliseconds.
 */
to?: number, 
/**
 * The first moves, in UCI or SAN.
 */
opening?: string, limit?: number, 
/**
 * The last game of the previous page.
 */
before?: string, };
export type FoundGames = { games: Array<FoundGame>, };
export type FoundGame = { id: string, white: FoundPlayer, black: FoundPlayer, began: number, ended: number, result: ResultCode, 
/**
 * Null for an imported game that was not finished.
 */
reason: Reason | null, variant: VariantName, time: string, rated: boolean, plies: number, 
/**
 * The first moves, in UCI.
 */
opening: string, };
export type FoundPlayer = { id: string, name: string, };
export type Credentials = { name: string, password: string, 
/**
 * The invitation, if the server requires one.
 */
invite?: string, };
export type PasswordChange = { current: string, new: string, 
/**
 * Whether personal tokens are revoked, too.
 */
revoke_tokens?: boolean, };
export type LogOutEverywhere = { 
/**
 * Whether personal tokens are revoked, too.
 */
revoke_tokens?: boolean, };
export type Tokens = { tokens: Array<TokenJson>, };
export type TokenJson = { id: string, description: string, scopes: Array<Scope>, created: number, expires: number | null, };
export type NewToken = { description: string, scopes: Array<Scope>, };
export type TokenSecret = { token: string, };
export type OkAnswer = { ok: boolean, };
export type UserJson = { id: string, username: string, 
/**
 * `BOT`, or null.
 */
title?: string, 
/**
 * Only if the server shows real names.
 */
profile?: ProfileJson, 
/**
 * Ratings by speed, or `chess960`.
 */
perfs: { [key in string]: PerfJson }, createdAt: number, count: GameCounts, };
export type ProfileJson = { realName: string, };
export type PerfJson = { games: number, rating: number, 
/**
 * The rating deviation.
 */
rd: number, 
/**
 * Rating progress, which is not computed here.
 */
prog: number, 
/**
 * Only if the rating is provisional.
 */
prov?: boolean, };
export type GameCounts = { all: number, win: number, loss: number, draw: number, };
export type ExportedGame = { id: string, players: ExportedPlayers, };
export type ExportedPlayers = { white: ExportedPlayer, black: ExportedPlayer, };
export type ExportedPlayer = { user?: ExportedUser, aiLevel?: number, name?: string, title?: string, rating?: number, ratingDiff?: number, provisional?: boolean, };
export type ExportedUser = { id: string, name: string, title?: string, };
export type Registration = "open" | "invite" | "closed";
export type ChatMode = "off" | "presets" | "on";
export type ServerSettings = { name: string, welcome: string, registration: Registration, guests: boolean, chat: ChatMode, 
/**
 * The time controls that players can choose; empty allows all.
 */
time_controls: Array<string>, 
/**
 * The levels of the computer that players can choose; empty allows all.
 */
levels: Array<number>, real_names: boolean, };
export type ServerInfo = { presets: Array<string>, 
/**
 * The address under which others reach the server, to invite them.
 */
address: string, version: string, name: string, welcome: string, registration: Registration, guests: boolean, chat: ChatMode, 
/**
 * The time controls that players can choose; empty allows all.
 */
time_controls: Array<string>, 
/**
 * The levels of the computer that players can choose; empty allows all.
 */
levels: Array<number>, real_names: boolean, };
export type SettingsChange = { name?: string, welcome?: string, registration?: Registration, guests?: boolean, chat?: ChatMode, time_controls?: Array<string>, levels?: Array<number>, real_names?: boolean, };
export type AccountJson = { id: string, name: string, title: string | null, real_name: string | null, roles: Array<AccountRole>, status: AccountStatus, muted: boolean, kid: boolean, created: number, seen: number, online: boolean, 
/**
 * The ids of the account's current games.
 */
playing: Array<string>, };
export type Accounts = { users: Array<AccountJson>, };
export type AccountAction = { "do": "roles", admin: boolean, arbiter: boolean, } | { "do": "mute", on: boolean, } | { "do": "block", on: boolean, } | { "do": "kid", on: boolean, } | { "do": "real_name", name: string, } | { "do": "rename", name: string, } | { "do": "reset", } | { "do": "link", once: boolean, days: number, } | { "do": "close", };
export type AccountAnswer = { user: AccountJson, link: string | null, };
export type NewAccounts = { list: string, 
/**
 * Whether a link logs in only once.
 */
once: boolean, 
/**
 * For how many days the links are valid.
 */
days: number, kid: boolean, };
export type Cards = { cards: Array<Card>, };
export type Card = { 
/**
 * The line of the list.
 */
line: string, name: string | null, real_name: string | null, link: string | null, expires: number | null, 
/**
 * Why no account was created, as a text for people.
 */
error: string | null, 
/**
 * The same for programs.
 */
code: PageErrorCode | null, };
export type NewInvite = { 
/**
 * How many people can use it.
 */
uses: number, days: number, };
export type LinkAnswer = { link: string, expires: number, };
export type Audit = { entries: Array<AuditEntry>, };
export type AuditEntry = { 
/**
 * Pass the last one as `before` for the next page.
 */
n: number, at: number, by: string, 
/**
 * The account, game or round concerned.
 */
about: string, action: string, };
export type LiveGames = { games: Array<LiveGame>, };
export type LiveGame = { id: string, white: string, black: string, time: string | null, plies: number, turn: Side, fen: string, began: number, paused: boolean, 
/**
 * Milliseconds left; null without a clock.
 */
clock_white: number | null, clock_black: number | null, white_here: boolean, black_here: boolean, 
/**
 * Null while the game goes on.
 */
result: ResultCode | null, reason: Reason | null, };
export type NewReport = { name: string, game: string | null, text: string, };
export type Reports = { reports: Array<ReportJson>, };
export type ReportJson = { n: number, at: number, by: string, about: string, game: string | null, text: string, };
export type Blocks = { blocked: Array<string>, };
export type CloseAccount = { password: string, };
export type NewName = { name: string, };
export type NewRound = { name?: string, 
/**
 * The names of White and Black for each game.
 */
pairs: Array<[string, string]>, 
/**
 * The time control in PGN's form.
 */
time: string, variant?: VariantName, fen?: string, rated?: boolean, 
/**
 * Draw odds (Armageddon): a draw wins for this side.
 */
draw_odds?: Side, 
/**
 * When the clocks start, in milliseconds; null if the organiser starts them.
 */
start_at?: number, 
/**
 * After how many minutes an absent player loses.
 */
default_minutes?: number, };
export type PlayerNames = { players: Array<PlayerName>, };
export type PlayerName = { name: string, 
/**
 * Only if the server shows real names.
 */
real_name: string | null, online: boolean, };
export type RoundAction = "start" | "pause" | "resume" | "cancel";
export type RoundCommand = { do: RoundAction, };
export type RoundList = { rounds: Array<RoundJson>, };
export type RoundJson = { id: string, name: string, by: string, created: number, time: string | null, variant: VariantName, rated: boolean, draw_odds?: Side, pair_at: number, paired_at: number | null, start_at: number | null, started_at: number | null, canceled: boolean, default_minutes: number | null, boards: Array<LiveGame>, 
/**
 * The real names of its players by account name, as far as the reader may see them.
 */
real_names: { [key in string]: string }, };
export type TournamentSystem = "swiss" | "round_robin" | "knockout";
export type Score = "1-0" | "0-1" | "1/2-1/2" | "+--" | "--+" | "0-0" | "1/2-0" | "0-1/2";
export type NewTournament = { name: string, system: TournamentSystem, rounds?: number, 
/**
 * The time control in PGN's form.
 */
time: string, rated?: boolean, 
/**
 * After how many minutes an absent player loses.
 */
default_minutes?: number, 
/**
 * The names of the players; others can enter later.
 */
players?: Array<string>, };
export type TournamentAction = { "do": "enter", name: string, } | { "do": "withdraw", name: string, } | { "do": "start_round", } | { "do": "result", round: number, board: number, score: Score, };
export type TournamentList = { tournaments: Array<TournamentJson>, };
export type TournamentJson = { id: string, name: string, by: string, system: TournamentSystem, time: string, rated: boolean, created: number, 
/**
 * The total number of rounds.
 */
all_rounds: number, over: boolean, 
/**
 * Whether the reader takes part.
 */
entered: boolean, rounds: Array<TournamentRound>, 
/**
 * The codes of the tie-breaks.
 */
tie_breaks: Array<string>, 
/**
 * The best player first; before the first round, in order of entry.
 */
standings: Array<TournamentRow>, 
/**
 * The real names of its players by account name, as far as the reader may see them.
 */
real_names: { [key in string]: string }, };
export type TournamentRound = { 
/**
 * The id of the round with its games.
 */
round: string, boards: Array<TournamentBoard>, bye: string | null, };
export type TournamentBoard = { white: string, black: string, score: Score | null, game: string | null, };
export type TournamentRow = { rank: number, name: string, rating: number, withdrawn: boolean, points: string, 
/**
 * One value for each tie-break.
 */
values: Array<string>, 
/**
 * One cell for each round: the opponent's line in the standings, the colour and the result, such as `12w1`.
 */
cells: Array<string>, };
export type EngineQuestion = { 
/**
 * The starting position; the usual one if omitted.
 */
fen?: string | null, variant?: VariantName, 
/**
 * The moves from the starting position, in SAN or UCI.
 */
moves: Array<string>, 
/**
 * How many best lines to find.
 */
lines?: number | null, depth?: number | null, nodes?: number | null, 
/**
 * The time for this move.
 */
milliseconds?: number | null, 
/**
 * Milliseconds left on the clock.
 */
clock?: number | null, 
/**
 * Milliseconds that each move adds to the clock.
 */
increment?: number | null, 
/**
 * Moves until the next stage of the time control.
 */
moves_to_go?: number | null, };
export type EngineLine = { depth: number, 
/**
 * The rank of the line among the best, from 1.
 */
rank: number, score: EngineScore, nodes: number, 
/**
 * Milliseconds since the start of the search.
 */
time: number, 
/**
 * The moves in UCI.
 */
line: Array<string>, 
/**
 * The same moves in SAN.
 */
san: Array<string>, };
export type EngineScore = { "cp": number } | { "mate": number };
export type EngineAnswer = { "is": "chosen", 
/**
 * The move in UCI; null if the game is over.
 */
best: string | null, score: EngineScore, depth: number, 
/**
 * The engine's internal score for the side to move, on which the computer's decisions are based.
 */
value: number, 
/**
 * Milliseconds that a person might need to find the move.
 */
pace: number, } | { "is": "failed", error: string, };
export type ReplayRequest = { 
/**
 * The starting position; the usual one if omitted.
 */
fen?: string | null, variant?: VariantName, 
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
 * The starting position, and the position after each move.
 */
steps: Array<Step>, 
/**
 * Why the next move could not be played.
 */
error: string | null, };
export type Step = { fen: string, 
/**
 * Whether the player to move is in check.
 */
check: boolean, material: Material, 
/**
 * The move; null for the starting position.
 */
played: ReplayedMove | null, };
export type ReplayedMove = { 
/**
 * The move in SAN, in the letters that were requested.
 */
san: string, uci: string, from: string, 
/**
 * The target square; for castling that of the king.
 */
to: string, capture: boolean, castling: boolean, role: RoleName, };
export type RoleName = "pawn" | "knight" | "bishop" | "rook" | "queen" | "king";
export type Material = { 
/**
 * White's extra pieces, by English names, the strongest first.
 */
white: Array<string>, 
/**
 * Black's extra pieces.
 */
black: Array<string>, 
/**
 * White's lead in points; negative if Black leads.
 */
lead: number, };
export type Inspection = { "is": "playable" } & Playable | { "is": "unplayable", reasons: Array<SetupProblem>, } | { "is": "unreadable" } & Unreadable;
export type Playable = { 
/**
 * The normalised FEN.
 */
fen: string, 
/**
 * The player to move.
 */
turn: Side, 
/**
 * Whether that player is in check.
 */
check: boolean, status: Status, dests: { [key in string]: Array<string> }, };
export type Status = "ongoing" | "checkmate" | "stalemate";
export type SetupProblem = { "code": "kings", color: Side, count: number, } | { "code": "pawn_on_back_rank", square: string, } | { "code": "opponent_in_check" } | { "code": "castling_without_rook", 
/**
 * The square where the rook should be.
 */
square: string, } | { "code": "castling_king_away", color: Side, square: string, } | { "code": "castling_twice", color: Side, } | { "code": "castling_only_in_chess960", color: Side, } | { "code": "en_passant_impossible", square: string, } | { "code": "move_number_zero" };
export type Unreadable = { 
/**
 * The reason, with the text that was found.
 */
error: string, field: FenField, 
/**
 * The text that was found; empty at the end of the text.
 */
found: string, 
/**
 * The number of characters before it.
 */
at: number, };
export type FenField = "placement" | "turn" | "castling" | "en_passant" | "halfmove_clock" | "move_number" | "end";
export type Mating = { white: CanMate, black: CanMate, };
export type CanMate = { "can": "yes", 
/**
 * In UCI.
 */
line: Array<string>, } | { "can": "no", why: string, 
/**
 * The same in parts.
 */
proof: ProofJson, } | { "can": "undecided" };
export type ParsedControl = { "is": "valid" } & Control | { "is": "invalid", 
/**
 * The reason, with the text that was found.
 */
error: string, };
export type Control = { 
/**
 * The value of the PGN tag.
 */
pgn: string, 
/**
 * Null without a clock.
 */
class: Speed | null, 
/**
 * The initial time on the clocks, in milliseconds.
 */
initial: number | null, 
/**
 * Whether it is an hourglass: the time that one player uses, the other gains.
 */
hourglass: boolean, stages: Array<StageJson>, };
export type StageJson = { 
/**
 * The number of moves; null for the rest of the game.
 */
moves: number | null, 
/**
 * In milliseconds.
 */
time: number, bonus: BonusKind, 
/**
 * In milliseconds.
 */
bonus_time: number, };
export type ReadMove = { "is": "legal", uci: string, 
/**
 * The move in SAN.
 */
san: string, } | { "is": "promotion" } | { "is": "illegal", 
/**
 * The reason, with the text that was found.
 */
error: string, };
export type Games = { games: Array<Tree>, };
export type ListedGame = { 
/**
 * Where the game begins in the file, in bytes.
 */
offset: number, 
/**
 * How many bytes it has.
 */
length: number, white: string, black: string, white_rating: string, black_rating: string, event: string, 
/**
 * The tag `Date`, such as `1858.??.??`.
 */
date: string, 
/**
 * `1-0`, `0-1`, `1/2-1/2` or `*`.
 */
result: string, eco: string, opening: string, 
/**
 * The index of the last known opening position of the main line in the list of keys.
 */
known_opening: number | null, 
/**
 * The length of the main line in half-moves.
 */
plies: number, faulty: boolean, };
export type Tree = { 
/**
 * Names and values, in the order of the file.
 */
tags: Array<[string, string]>, 
/**
 * The starting position.
 */
fen: string, 
/**
 * Whether the side to move is in check.
 */
check: boolean, variant: VariantName, 
/**
 * The value of the tag `Result`.
 */
result: string, 
/**
 * Comments on the whole game.
 */
comments: Array<string>, 
/**
 * The moves. Each comes after its parent, and a variation after the line that it belongs to.
 */
nodes: Array<TreeNode>, faults: Array<FaultJson>, };
export type TreeNode = { 
/**
 * The index of the move before it; null for the first move.
 */
parent: number | null, 
/**
 * The move in UCI; `0000` is a null move.
 */
uci: string, 
/**
 * The move in SAN, with English letters.
 */
san: string, 
/**
 * The position after the move.
 */
fen: string, 
/**
 * Whether the side to move is in check.
 */
check: boolean, 
/**
 * Numeric annotations.
 */
nags: Array<number>, 
/**
 * Comments before the move, if it begins a variation.
 */
comments_before: Array<string>, comments: Array<string>, };
export type FaultJson = { 
/**
 * The complete message in English.
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
 * The number of the move, such as `12...`.
 */
at_move: string | null, } & ({ "code": "illegal_move", found: string, 
/**
 * The moves that would have been legal.
 */
legal: Array<string>, } | { "code": "ambiguous_move", found: string, 
/**
 * The moves that it can mean.
 */
legal: Array<string>, } | { "code": "promotion_missing", found: string, 
/**
 * The moves that would have been legal.
 */
legal: Array<string>, } | { "code": "not_a_move", found: string, } | { "code": "pass_in_check", found: string, } | { "code": "unknown_annotation", found: string, } | { "code": "stray", found: string, } | { "code": "variation_without_move" } | { "code": "no_variation_to_close" } | { "code": "unclosed_variation", open: number, } | { "code": "unclosed_comment" } | { "code": "bad_tag", found: string, } | { "code": "duplicate_tag", name: string, } | { "code": "bad_result", found: string, } | { "code": "bad_set_up", found: string, } | { "code": "set_up_contradicted" } | { "code": "unreadable_fen", fen: Unreadable, } | { "code": "unplayable_fen", reasons: Array<SetupProblem>, } | { "code": "unsupported_variant", name: string, } | { "code": "results_differ", 
/**
 * The result in the tag.
 */
tag: string, 
/**
 * The result after the moves.
 */
marker: string, } | { "code": "too_long", what: PgnPart, 
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
 * How many are reported.
 */
limit: number, });
export type PgnPart = "comment" | "tag" | "word" | "game";
export type TreeInput = { 
/**
 * Names and values. Tags for the starting position and the result are not needed.
 */
tags: Array<[string, string]>, 
/**
 * The starting position; the usual one if omitted.
 */
fen?: string | null, variant?: VariantName, 
/**
 * The value of the tag `Result`.
 */
result?: string | null, 
/**
 * Comments on the whole game.
 */
comments: Array<string>, 
/**
 * The moves. Each comes after its parent, and a variation after the line that it belongs to.
 */
nodes: Array<NodeInput>, };
export type NodeInput = { 
/**
 * The index of the move before it; null for the first move.
 */
parent?: number | null, 
/**
 * The move in UCI or SAN; `0000` is a null move.
 */
uci: string, 
/**
 * Numeric annotations.
 */
nags: Array<number>, 
/**
 * Comments before the move, if it begins a variation.
 */
comments_before: Array<string>, comments: Array<string>, };
export type WrittenGame = { "is": "written", 
/**
 * In export format.
 */
pgn: string, } | { "is": "failed", 
/**
 * The reason, with the text that was found.
 */
error: string, };
