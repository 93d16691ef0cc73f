-- The log of live games: one row for each accepted command. Append-only and without a second index, so that a move
-- costs a few hundred bytes of disk; the writer knows by heart which rows a game has.
CREATE TABLE journal (
    n       INTEGER PRIMARY KEY,
    game    INTEGER NOT NULL,
    seq     INTEGER NOT NULL,
    at      INTEGER NOT NULL,
    command TEXT,
    payload TEXT NOT NULL
);

-- Finished games, one row each; `log` is the game's rows of the journal, one a line.
CREATE TABLE archive (
    game    INTEGER PRIMARY KEY,
    began   INTEGER NOT NULL,
    ended   INTEGER NOT NULL,
    white   TEXT NOT NULL,
    black   TEXT NOT NULL,
    result  TEXT NOT NULL,
    reason  TEXT NOT NULL,
    variant TEXT NOT NULL,
    time    TEXT NOT NULL,
    rated   INTEGER NOT NULL,
    plies   INTEGER NOT NULL,
    opening TEXT NOT NULL,
    log     TEXT NOT NULL
);
CREATE INDEX archive_white ON archive (white, ended);
CREATE INDEX archive_black ON archive (black, ended);
CREATE INDEX archive_ended ON archive (ended);

-- The latest moment at which the server is known to have served.
CREATE TABLE service (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    at   INTEGER NOT NULL
);
INSERT INTO service VALUES (1, 0);

-- Everybody who has ever played: guests and accounts.
CREATE TABLE players (
    id      TEXT PRIMARY KEY,
    name    TEXT NOT NULL,
    title   TEXT,
    created INTEGER NOT NULL
) WITHOUT ROWID;

-- Browsers: the SHA-256 of the cookie says who it is.
CREATE TABLE sessions (
    hash    BLOB PRIMARY KEY,
    player  TEXT NOT NULL,
    created INTEGER NOT NULL,
    seen    INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX sessions_player ON sessions (player);

CREATE TABLE chat (
    n      INTEGER PRIMARY KEY,
    game   INTEGER NOT NULL,
    at     INTEGER NOT NULL,
    room   TEXT NOT NULL,
    name   TEXT NOT NULL,
    color  TEXT,
    text   TEXT NOT NULL
);
CREATE INDEX chat_game ON chat (game);
