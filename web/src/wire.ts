// The messages of crates/wire. Written by `make types`; a test compares.

export type Side = "white" | "black";
export type GameResult = "1-0" | "0-1" | "1/2-1/2" | "0-0" | "1/2-0" | "0-1/2" | "*";
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
 * Who has sealed a move, while the game is adjourned. The move itself is told to nobody.
 */
adjourned?: Side, 
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
claimable: Reason | null, 
/**
 * None while it goes on.
 */
result: GameResult | null, reason: Reason | null, 
/**
 * The law that it rests on.
 */
law: string | null, 
/**
 * The article of FIDE's Laws that it rests on; none where they have none.
 */
article: string | null, 
/**
 * Whether a draw wins for one side in this game, and this was one.
 */
by_draw_odds?: boolean, 
/**
 * What the arbiter has ruled, in order.
 */
rulings?: Array<RulingJson>, 
/**
 * After how many moves the score sheet has a (=): the last of them came with the offer of a draw.
 */
offered?: Array<number>, 
/**
 * Who has not been seen at the board yet and loses when the default time has passed (FIDE 6.7).
 */
awaited?: ForfeitedBy, 
/**
 * Who has offered a draw and has made no move since that the score sheet could mark.
 */
unwritten_offer?: Side, 
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
no_mate_of?: Array<SideProof>, 
/**
 * When a flag falls, or the default time has passed.
 */
deadline: number | null, };
export type SideProof = { 
/**
 * Which; none where only one was asked about.
 */
side: Side | null, why: ProofJson, };
export type ProofJson = { "code": "over" } | { "code": "material" } | { "code": "forced", moves: number, } | { "code": "wall" } | { "code": "closed", 
/**
 * How many positions.
 */
positions: number, };
export type VariantName = "standard" | "chess960";
export type ConductName = "online" | "tournament";
export type ClockStartsName = "at_once" | "after_first_move" | "after_both_moved";
export type OffersFrom = number | Never;
export type Never = "never";
export type Start = { 
/**
 * Where; the usual start if it is not said.
 */
fen?: string | null, 
/**
 * The time control; none without a clock.
 */
time?: string | null, 
/**
 * Odds: another time for one side.
 */
time_white?: string | null, 
/**
 * Odds for Black.
 */
time_black?: string | null, variant?: VariantName, 
/**
 * How the players behave.
 */
conduct?: ConductName, 
/**
 * When draws may be offered.
 */
draw_offers_from_move?: OffersFrom | null, 
/**
 * Whether the fifty-move rule holds.
 */
fifty_move_rule?: boolean, 
/**
 * When the first clock starts.
 */
clock_starts?: ClockStartsName, 
/**
 * Milliseconds that a move may get back.
 */
lag_compensation?: number, 
/**
 * Whether check is announced; by default in casual play only.
 */
announce_check?: boolean | null, 
/**
 * A draw by whatever law wins for this side (Armageddon).
 */
draw_odds?: Side | null, 
/**
 * Milliseconds after which a player who has not appeared loses (FIDE 6.7).
 */
default_time?: number | null, };
export type PlayerAction = { "do": "move", move: string, offer_draw?: boolean, } | { "do": "draw" } | { "do": "claim", move?: string, } | { "do": "offer" } | { "do": "accept" } | { "do": "decline" } | { "do": "decline_draw" } | { "do": "decline_takeback" } | { "do": "resign" } | { "do": "abort" } | { "do": "takeback" } | { "do": "touch", square: string, } | { "do": "adjust" } | { "do": "rematch" } | { "do": "claim_victory" } | { "do": "claim_draw_gone" } | { "do": "add_time", seconds: number, } | { "do": "pause" } | { "do": "resume" } | { "do": "adjourn", move: string, } | { "do": "appear" } | { "do": "set_clocks", white?: number | null, black?: number | null, } | { "do": "forfeit", who: ForfeitedBy, 
/**
 * What the other side scores, `1` if it is left out; not with `both`.
 */
opponent?: OpponentScoreName, 
/**
 * Why, for the players and the log.
 */
reason?: string, } | { "do": "restart", reason?: RestartReasonName, };
export type ForfeitedBy = "white" | "black" | "both";
export type OpponentScoreName = "1" | "1/2" | "0";
export type RestartReasonName = "setup" | "colours";
export type RulingJson = { at: number, 
/**
 * How many moves had been made.
 */
ply: number, 
/**
 * The article of FIDE's Laws that it rests on.
 */
article: string, 
/**
 * All of it in one English sentence, as a PGN has it.
 */
text: string, 
/**
 * Why, in the arbiter's words.
 */
reason?: string, } & ({ "ruling": "illegal_move", by: Side, move: string, given: number | null, } | { "ruling": "wrong_claim", by: Side, given: number | null, } | { "ruling": "time_given", to: Side, time: number, } | { "ruling": "clocks_set", clock: Clock, } | { "ruling": "pause" } | { "ruling": "resume" } | { "ruling": "restart", wrong: RestartReasonName | null, } | { "ruling": "forfeit", who: ForfeitedBy, opponent: OpponentScoreName | null, } | { "ruling": "default_time", absent: ForfeitedBy, } | { "ruling": "adjourn", by: Side, });
export type Answer = { ok: boolean, refused?: string, code?: RefusalCode, ply: number | null, fen: string | null, turn: Side | null, check: boolean | null, clock: Clock | null, events: Array<EventJson>, result: GameResult | null, reason: Reason | null, 
/**
 * The article of FIDE's Laws that the result rests on; null where they have none.
 */
article: string | null, 
/**
 * Whether a draw wins for one side in this game, and this was one.
 */
by_draw_odds?: boolean, 
/**
 * Why the arbiter declared the game lost, if that was said.
 */
forfeit_reason?: string, 
/**
 * Who has sealed a move, while the game is adjourned.
 */
adjourned?: Side, draw_offer: Side | null, undecided: number | null, };
export type EventJson = { "event": "start" } | { "event": "move", san: string, uci: string, } | { "event": "illegal_move", by: Side, move: string, } | { "event": "time_given", to: Side, time: number, } | { "event": "draw_offer", by: Side, } | { "event": "draw_declined", by: Side, } | { "event": "draw_offer_lapsed", by: Side, } | { "event": "claim_rejected", by: Side, move: string | null, } | { "event": "takeback_request", by: Side, } | { "event": "takeback_declined", by: Side, } | { "event": "takeback_lapsed", by: Side, } | { "event": "takeback", moves: number, } | { "event": "touch", by: Side, square: string, } | { "event": "adjust", by: Side, } | { "event": "pause" } | { "event": "resume" } | { "event": "clocks_set", clock: Clock, } | { "event": "restart", reason?: RestartReasonName, } | { "event": "appear", by: Side, } | { "event": "default_time", absent: ForfeitedBy, } | { "event": "adjourn", by: Side, } | { "event": "ruling_reason", text: string, } | { "event": "undecided" } | { "event": "end" } & EndJson;
export type EndJson = { result: GameResult, reason: Reason, law: string, 
/**
 * The article of FIDE's Laws; null where they have none.
 */
article: string | null, 
/**
 * Whether a draw wins for one side in this game, and this was one.
 */
by_draw_odds?: boolean, 
/**
 * The moves by which the winner could have mated.
 */
mating_line?: Array<string>, 
/**
 * Why nobody could.
 */
no_mate?: string, undecided?: boolean, };
export type ClientMessage = { "t": "watch", game: string, 
/**
 * The last version that the client has; later ones are sent.
 */
since?: number, } | { "t": "unwatch", game: string, } | { "t": "do", game: string, 
/**
 * The client's name for the command: repeated under the same name, it has no second effect.
 */
id: string, 
/**
 * How many moves the player saw.
 */
ply?: number, action: PlayerAction, } | { "t": "chat", game: string, text: string, room: ChatRoom, } | { "t": "lobby", on: boolean, } | { "t": "ping", 
/**
 * Comes back with the answer.
 */
n: number, };
export type ChatRoom = "player" | "spectator";
export type ServerMessage = { "t": "game" } & GameSnapshot | { "t": "update" } & GameUpdate | { "t": "done", 
/**
 * The client's name for it.
 */
id: string, game: string, 
/**
 * The version it led to.
 */
v: number, } | { "t": "refused", 
/**
 * The client's name for it.
 */
id: string, game: string, 
/**
 * The version of the game; none where there is no such game.
 */
v: number | null, code: CommandCode, 
/**
 * The arbiter's code, where the laws forbid it.
 */
reason?: RefusalCode, 
/**
 * For a person.
 */
why: string, } | { "t": "presence" } & GamePresence | { "t": "gone", game: string, color: Side, 
/**
 * When the opponent can claim; none when the player is back, or where nothing can be claimed.
 */
claim_in_ms: number | null, } | { "t": "chat", game: string, 
/**
 * The name of the writer.
 */
from: string, 
/**
 * The writer's side; none for a spectator.
 */
color: Side | null, text: string, room: ChatRoom, } | { "t": "rematch", 
/**
 * The game that is over.
 */
game: string, by?: Side, 
/**
 * The game that follows.
 */
next?: string, } | { "t": "started", game: string, } | { "t": "finished", game: string, } | { "t": "challenge", 
/**
 * Also the id of the game to come.
 */
id: string, status: ChallengeStatus, } | { "t": "lobby", seeks: Array<Seek>, } | { "t": "pong", 
/**
 * As it came.
 */
n: number, 
/**
 * The server's clock.
 */
now: number, } | { "t": "error", 
/**
 * The game that the message was about, if it was about one.
 */
game?: string, code: ErrorCode, 
/**
 * For a person.
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
 * The reader's side; none for a spectator.
 */
you: Side | null, settings: GameTerms, white: Player, black: Player, began: number, start_fen: string, moves: Array<MoveJson>, state: State, chat: Array<ChatLine>, presence: GamePresence, 
/**
 * `offered_by_white`, `offered_by_black`, or the id of the game that follows.
 */
rematch: string | null, };
export type GameTerms = { time: string | null, time_white: string | null, time_black: string | null, variant: VariantName, conduct: ConductName, draw_offers_from_move: OffersFrom | null, fifty_move_rule: boolean, 
/**
 * A draw wins for this side.
 */
draw_odds?: Side, 
/**
 * Milliseconds after which a player who has not come to the board loses.
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
export type GamePresence = { game: string, white: boolean, black: boolean, 
/**
 * How many spectators there are.
 */
watchers: number, };
export type ChatLine = { 
/**
 * The name of the writer.
 */
from: string, 
/**
 * The writer's side; none for a spectator.
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
 * Of an account on this server; guests, the computer and players of imported games have none.
 */
id: string | null, name: string, 
/**
 * Such as BOT or GM.
 */
title: string | null, 
/**
 * When the game began.
 */
rating: number | null, provisional: boolean, 
/**
 * Has no account; the server makes up the name.
 */
guest: boolean, 
/**
 * Of the computer.
 */
level: number | null, };
export type Seek = { 
/**
 * Also the id of the game to come.
 */
id: string, name: string, 
/**
 * Guests have none.
 */
rating?: number, game: NewGame, };
export type NewGame = { opponent: Opponent, 
/**
 * The side of whoever asks.
 */
color?: ColorChoice, 
/**
 * The time control as PGN writes it; none without a clock.
 */
time?: string | null, 
/**
 * Odds: another time control for White.
 */
time_white?: string | null, 
/**
 * Odds: another time control for Black.
 */
time_black?: string | null, variant?: VariantName, 
/**
 * Where it begins; the usual start if it is left out, or a drawn one for Chess960.
 */
fen?: string | null, rated?: boolean, conduct?: ConductName, draw_offers_from_move?: OffersFrom | null, fifty_move_rule?: boolean, 
/**
 * Armageddon: a draw by whatever law wins for this side.
 */
draw_odds?: Side | null, 
/**
 * Milliseconds after which a player who has not come to the board loses; under tournament conduct.
 */
default_time?: number | null, 
/**
 * Whether the players can chat.
 */
chat?: boolean, 
/**
 * The game that it follows.
 */
rematch_of?: string | null, };
export type Opponent = { "computer": { 
/**
 * From 1 to 8.
 */
level: number, } } | { "link": Record<symbol, never> } | { "user": { name: string, } } | { "lobby": Record<symbol, never> };
export type ColorChoice = "white" | "black" | "random";
export type ErrorAnswer = { 
/**
 * For a person.
 */
error: string, 
/**
 * For a program.
 */
code: PageErrorCode, };
export type PageErrorCode = "account_blocked" | "ambiguous" | "bad_description" | "bad_game" | "bad_name" | "bad_next" | "bad_password" | "bad_request" | "bad_rounds" | "bad_scope" | "bad_setting" | "blocked" | "closed" | "empty" | "gone" | "host" | "invite_needed" | "log_in" | "missing_scope" | "no_token" | "not_allowed" | "not_found" | "not_now" | "not_understood" | "not_yours" | "origin" | "own" | "registration_closed" | "taken" | "too_many" | "too_many_lines" | "unavailable" | "wrong_current_password" | "wrong_password" | "yourself";
export type Me = { player: Person, playing: Array<GameSummary>, challenges: Challenges, };
export type Person = { id: string, name: string, guest: boolean, title: string | null, roles: Array<string>, };
export type Challenges = { in: Array<ChallengeJson>, out: Array<ChallengeJson>, };
export type ChallengeJson = { 
/**
 * Also the id of the game to come.
 */
id: string, 
/**
 * The challenger's name.
 */
from: string | null, 
/**
 * Whom it is for, if it is for one person.
 */
to: string | null, color: ColorChoice, game: NewGame, };
export type ChallengeAnswer = { status: ChallengeStatus, 
/**
 * Why it was declined, for a person.
 */
why: string | null, 
/**
 * Whether it is the reader's own.
 */
yours: boolean, 
/**
 * Also the id of the game to come.
 */
id: string, 
/**
 * The challenger's name.
 */
from: string | null, 
/**
 * Whom it is for, if it is for one person.
 */
to: string | null, color: ColorChoice, game: NewGame, };
export type ChallengeStatus = "created" | "accepted" | "canceled" | "declined";
export type GameAddress = { id: string, url: string, };
export type GameOrChallenge = { "t": "game" } & GameSnapshot | { "t": "challenge" } & ChallengeAnswer;
export type GameSummary = { id: string, url: string, 
/**
 * The side of whoever asks.
 */
color: Side | null, opponent: Player, time: string | null, fen: string, 
/**
 * As UCI.
 */
last_move: string | null, your_turn: boolean, rated: boolean, };
export type Playing = { playing: Array<GameSummary>, };
export type Lobby = { seeks: Array<Seek>, };
export type Online = { 
/**
 * Accounts by name, as many as are listed.
 */
players: Array<OnlinePlayer>, 
/**
 * How many accounts are here, those beyond the list included.
 */
accounts: number, 
/**
 * How many people without an account are here.
 */
guests: number, };
export type OnlinePlayer = { id: string, name: string, 
/**
 * `BOT`, or nothing.
 */
title: string | null, 
/**
 * The rating of the kind of game that this player has played most; none without a rated game.
 */
rating: number | null, };
export type MatchScore = { 
/**
 * The points of the player who has White in this game.
 */
white: number, black: number, games: number, };
export type SearchQuery = { player?: string, opponent?: string, 
/**
 * The player's side.
 */
color?: Side, result?: GameResult, reason?: Reason, 
/**
 * The first moment, in milliseconds.
 */
from?: number, 
/**
 * The last moment, in milliseconds.
 */
to?: number, 
/**
 * The first moves, as UCI or SAN.
 */
opening?: string, limit?: number, 
/**
 * The last game of the answer before this one.
 */
before?: string, };
export type FoundGames = { games: Array<FoundGame>, };
export type FoundGame = { id: string, white: FoundPlayer, black: FoundPlayer, began: number, ended: number, result: GameResult, 
/**
 * None for an imported game that was not finished.
 */
reason: Reason | null, variant: VariantName, time: string, rated: boolean, plies: number, 
/**
 * The first moves, as UCI.
 */
opening: string, };
export type FoundPlayer = { id: string, name: string, };
export type Credentials = { name: string, password: string, 
/**
 * The invitation, where a server asks for one.
 */
invite?: string, };
export type PasswordChange = { current: string, new: string, 
/**
 * Whether tokens of programs end, too.
 */
revoke_tokens?: boolean, };
export type LogOutEverywhere = { 
/**
 * Whether tokens of programs end, too.
 */
revoke_tokens?: boolean, };
export type Tokens = { tokens: Array<TokenJson>, };
export type TokenJson = { id: string, description: string, scopes: Array<string>, created: number, expires: number | null, };
export type NewToken = { description: string, scopes: Array<string>, };
export type TokenSecret = { token: string, };
export type Done = { ok: boolean, };
export type UserJson = { id: string, username: string, 
/**
 * `BOT`, or nothing.
 */
title?: string, 
/**
 * Where the server shows real names.
 */
profile?: ProfileJson, 
/**
 * By speed, or `chess960`.
 */
perfs: { [key in string]: PerfJson }, createdAt: number, count: GameCounts, };
export type ProfileJson = { realName: string, };
export type PerfJson = { games: number, rating: number, 
/**
 * The rating deviation.
 */
rd: number, 
/**
 * Progress, which is not computed here.
 */
prog: number, 
/**
 * Only if the rating is provisional.
 */
prov?: boolean, };
export type GameCounts = { all: number, win: number, loss: number, draw: number, };
export type ExportedGame = { id: string, players: ExportedPlayers, };
export type ExportedPlayers = { white: ExportedPlayer, black: ExportedPlayer, };
export type ExportedPlayer = { user?: ExportedUser, aiLevel?: number, name?: string, title?: string, rating?: number, 
/**
 * What the game did to the rating.
 */
ratingDiff?: number, provisional?: boolean, };
export type ExportedUser = { id: string, name: string, title?: string, };
export type Registration = "open" | "invite" | "closed";
export type ChatMode = "off" | "presets" | "on";
export type ServerSettings = { 
/**
 * What the server is called.
 */
name: string, 
/**
 * What visitors read first.
 */
welcome: string, registration: Registration, 
/**
 * Whether people without an account can play.
 */
guests: boolean, chat: ChatMode, 
/**
 * The time controls that players can choose; any if there are none.
 */
time_controls: Array<string>, 
/**
 * The levels of the computer that players can choose; all if there are none.
 */
levels: Array<number>, 
/**
 * Whether everybody sees real names.
 */
real_names: boolean, };
export type ServerInfo = { presets: Array<string>, 
/**
 * Where others reach the server, for those who invite them.
 */
address: string, 
/**
 * The name and version of the program.
 */
version: string, 
/**
 * What the server is called.
 */
name: string, 
/**
 * What visitors read first.
 */
welcome: string, registration: Registration, 
/**
 * Whether people without an account can play.
 */
guests: boolean, chat: ChatMode, 
/**
 * The time controls that players can choose; any if there are none.
 */
time_controls: Array<string>, 
/**
 * The levels of the computer that players can choose; all if there are none.
 */
levels: Array<number>, 
/**
 * Whether everybody sees real names.
 */
real_names: boolean, };
export type SettingsChange = { name?: string, welcome?: string, registration?: Registration, guests?: boolean, chat?: ChatMode, time_controls?: Array<string>, levels?: Array<number>, real_names?: boolean, };
export type AccountJson = { id: string, name: string, title: string | null, real_name: string | null, roles: Array<string>, 
/**
 * `active`, `blocked` or `closed`.
 */
status: string, muted: boolean, kid: boolean, created: number, seen: number, online: boolean, 
/**
 * The games that are on.
 */
playing: Array<string>, };
export type Accounts = { users: Array<AccountJson>, };
export type AccountAction = { "do": "roles", admin: boolean, arbiter: boolean, } | { "do": "mute", on: boolean, } | { "do": "block", on: boolean, } | { "do": "kid", on: boolean, } | { "do": "real_name", name: string, } | { "do": "rename", name: string, } | { "do": "reset", } | { "do": "link", once: boolean, days: number, } | { "do": "close", };
export type AccountAnswer = { user: AccountJson, link: string | null, };
export type NewAccounts = { list: string, 
/**
 * Whether a link logs in once only.
 */
once: boolean, 
/**
 * For how many days the links are good.
 */
days: number, 
/**
 * Whether the accounts are in kid mode.
 */
kid: boolean, };
export type Cards = { cards: Array<Card>, };
export type Card = { 
/**
 * The line of the list.
 */
line: string, name: string | null, real_name: string | null, link: string | null, expires: number | null, 
/**
 * Why there is no account.
 */
error: string | null, };
export type NewInvite = { 
/**
 * For how many people.
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
 * The account, game or round that it was done to.
 */
about: string, 
/**
 * What was done, as JSON.
 */
action: string, };
export type LiveGames = { games: Array<LiveGame>, };
export type LiveGame = { id: string, white: string, black: string, time: string | null, plies: number, turn: Side, fen: string, began: number, paused: boolean, 
/**
 * Milliseconds left, where there are clocks.
 */
clock_white: number | null, clock_black: number | null, white_here: boolean, black_here: boolean, 
/**
 * None while it is on.
 */
result: string | null, reason: string | null, };
export type NewReport = { name: string, game: string | null, text: string, };
export type Reports = { reports: Array<ReportJson>, };
export type ReportJson = { n: number, at: number, by: string, about: string, game: string | null, text: string, };
export type Blocks = { blocked: Array<string>, };
export type CloseAccount = { password: string, };
export type NewName = { name: string, };
export type NewRound = { 
/**
 * What it is called.
 */
name?: string, 
/**
 * White and Black of each game, by their names.
 */
pairs: Array<[string, string]>, 
/**
 * The time control as PGN writes it.
 */
time: string, variant?: VariantName, fen?: string, rated?: boolean, 
/**
 * Armageddon: a draw wins for this side.
 */
draw_odds?: Side, 
/**
 * When the clocks start, in milliseconds; none if the organiser starts them.
 */
start_at?: number, 
/**
 * After how many minutes a player who is not there loses.
 */
default_minutes?: number, };
export type PlayerNames = { players: Array<PlayerName>, };
export type PlayerName = { name: string, 
/**
 * Where the server shows real names.
 */
real_name: string | null, online: boolean, };
export type RoundAction = "start" | "pause" | "resume" | "cancel";
export type RoundCommand = { do: RoundAction, };
export type RoundList = { rounds: Array<RoundJson>, };
export type RoundJson = { id: string, name: string, by: string, created: number, time: string | null, variant: VariantName, rated: boolean, draw_odds?: Side, pair_at: number, paired_at: number | null, start_at: number | null, started_at: number | null, canceled: boolean, default_minutes: number | null, boards: Array<LiveGame>, 
/**
 * The real names of its players by the names of their accounts, as far as whoever asks may see them.
 */
real_names: { [key in string]: string }, };
export type TournamentSystem = "swiss" | "round_robin" | "knockout";
export type Score = "1-0" | "0-1" | "1/2-1/2" | "+--" | "--+" | "0-0" | "1/2-0" | "0-1/2";
export type NewTournament = { name: string, system: TournamentSystem, 
/**
 * How many rounds a Swiss tournament has.
 */
rounds?: number, 
/**
 * The time control as PGN writes it.
 */
time: string, rated?: boolean, 
/**
 * After how many minutes a player who is not there loses.
 */
default_minutes?: number, 
/**
 * Who takes part, by their names; others can enter later.
 */
players?: Array<string>, };
export type TournamentAction = { "do": "enter", name: string, } | { "do": "withdraw", name: string, } | { "do": "start_round", } | { "do": "result", round: number, board: number, score: Score, };
export type TournamentList = { tournaments: Array<TournamentJson>, };
export type TournamentJson = { id: string, name: string, by: string, system: TournamentSystem, time: string, rated: boolean, created: number, 
/**
 * How many rounds there are altogether.
 */
all_rounds: number, over: boolean, 
/**
 * Whether whoever asks takes part.
 */
entered: boolean, rounds: Array<TournamentRound>, 
/**
 * The codes of the tie-breaks.
 */
tie_breaks: Array<string>, 
/**
 * The best first; before the first round, in the order of entry.
 */
standings: Array<TournamentRow>, 
/**
 * The real names of its players by the names of their accounts, as far as whoever asks may see them.
 */
real_names: { [key in string]: string }, };
export type TournamentRound = { 
/**
 * The id of the round with its games.
 */
round: string, boards: Array<TournamentBoard>, 
/**
 * Who is left over.
 */
bye: string | null, };
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
 * Where the game began; the usual start if it is left out.
 */
fen?: string | null, variant?: VariantName, 
/**
 * The moves since, in SAN or UCI.
 */
moves: Array<string>, 
/**
 * How many best lines to find.
 */
lines?: number | null, depth?: number | null, nodes?: number | null, 
/**
 * For this move.
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
 * The line's place among the best, from 1.
 */
rank: number, score: EngineScore, nodes: number, 
/**
 * Milliseconds since it was asked.
 */
time: number, 
/**
 * The moves as UCI.
 */
line: Array<string>, 
/**
 * The same moves as SAN.
 */
san: Array<string>, };
export type EngineScore = { "cp": number } | { "mate": number };
export type EngineAnswer = { "is": "chosen", 
/**
 * As UCI; none where the game is over.
 */
best: string | null, score: EngineScore, depth: number, 
/**
 * The engine's own value for the side to move, which the computer's decisions are made from.
 */
value: number, 
/**
 * Milliseconds after which a person might have found the move.
 */
pace: number, } | { "is": "failed", error: string, };
export type ReplayRequest = { 
/**
 * Where it begins; the usual start if it is not said.
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
 * The start, and what each move led to.
 */
steps: Array<Step>, 
/**
 * Why the moves after that could not be played.
 */
error: string | null, };
export type Step = { fen: string, 
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
san: string, uci: string, 
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
export type Inspection = { "is": "playable" } & Playable | { "is": "unplayable", reasons: Array<SetupProblem>, } | { "is": "unreadable" } & Unreadable;
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
export type SetupProblem = { "code": "kings", color: Side, 
/**
 * How many there are.
 */
count: number, } | { "code": "pawn_on_back_rank", square: string, } | { "code": "opponent_in_check" } | { "code": "castling_without_rook", 
/**
 * Where it should stand.
 */
square: string, } | { "code": "castling_king_away", color: Side, 
/**
 * Where the king is.
 */
square: string, } | { "code": "castling_twice", color: Side, } | { "code": "castling_only_in_chess960", color: Side, } | { "code": "en_passant_impossible", square: string, } | { "code": "move_number_zero" };
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
export type Mating = { white: CanMate, black: CanMate, };
export type CanMate = { "can": "yes", 
/**
 * As UCI.
 */
line: Array<string>, } | { "can": "no", why: string, 
/**
 * The same in parts.
 */
proof: ProofJson, } | { "can": "undecided" };
export type ParsedControl = { "is": "valid" } & Control | { "is": "invalid", 
/**
 * Why, with what was found.
 */
error: string, };
export type Control = { 
/**
 * As PGN writes it.
 */
pgn: string, 
/**
 * None without a clock.
 */
class: Speed | null, 
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
stages: Array<StageJson>, };
export type StageJson = { 
/**
 * For so many moves; none for the rest of the game.
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
 * As a score sheet has it.
 */
san: string, } | { "is": "promotion" } | { "is": "illegal", 
/**
 * Why, with what was found.
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
 * As the tag has it: `1858.??.??`.
 */
date: string, 
/**
 * `1-0`, `0-1`, `1/2-1/2` or `*`.
 */
result: string, 
/**
 * The tag `ECO`.
 */
eco: string, 
/**
 * The tag `Opening`.
 */
opening: string, 
/**
 * The last known opening position of the main line, by its place in the list of keys.
 */
known_opening: number | null, 
/**
 * The length of the main line in half-moves.
 */
plies: number, 
/**
 * Whether something is wrong in its text.
 */
faulty: boolean, };
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
check: boolean, variant: VariantName, 
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
faults: Array<FaultJson>, };
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
export type FaultJson = { 
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
at_move: string | null, } & ({ "code": "illegal_move", found: string, 
/**
 * What would have been legal.
 */
legal: Array<string>, } | { "code": "ambiguous_move", found: string, 
/**
 * What it can mean.
 */
legal: Array<string>, } | { "code": "promotion_missing", found: string, 
/**
 * What would have been legal.
 */
legal: Array<string>, } | { "code": "not_a_move", found: string, } | { "code": "pass_in_check", found: string, } | { "code": "unknown_annotation", found: string, } | { "code": "stray", found: string, } | { "code": "variation_without_move" } | { "code": "no_variation_to_close" } | { "code": "unclosed_variation", open: number, } | { "code": "unclosed_comment" } | { "code": "bad_tag", found: string, } | { "code": "duplicate_tag", name: string, } | { "code": "bad_result", found: string, } | { "code": "bad_set_up", found: string, } | { "code": "set_up_contradicted" } | { "code": "unreadable_fen", 
/**
 * Where it stops being one.
 */
fen: Unreadable, } | { "code": "unplayable_fen", reasons: Array<SetupProblem>, } | { "code": "unsupported_variant", name: string, } | { "code": "results_differ", 
/**
 * What the tag says.
 */
tag: string, 
/**
 * What follows the moves.
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
 * How many are told.
 */
limit: number, });
export type PgnPart = "comment" | "tag" | "word" | "game";
export type TreeInput = { 
/**
 * Names and values; what the start and the result say need not be among them.
 */
tags: Array<[string, string]>, 
/**
 * Where it begins; the usual start if it is not said.
 */
fen?: string | null, variant?: VariantName, 
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
nodes: Array<NodeInput>, };
export type NodeInput = { 
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
export type WrittenGame = { "is": "written", 
/**
 * In export format.
 */
pgn: string, } | { "is": "failed", 
/**
 * Why, with what was found.
 */
error: string, };
