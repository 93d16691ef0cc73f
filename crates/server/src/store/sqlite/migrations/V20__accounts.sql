-- Players with a name of their own. Without a password there are only tokens.
CREATE TABLE accounts (
    id       TEXT PRIMARY KEY,
    password TEXT,
    roles    TEXT NOT NULL,
    seen     INTEGER NOT NULL
) WITHOUT ROWID;

-- Personal tokens and those of applications: the SHA-256 of each, never the token.
CREATE TABLE tokens (
    hash        BLOB PRIMARY KEY,
    player      TEXT NOT NULL,
    scopes      TEXT NOT NULL,
    description TEXT NOT NULL,
    created     INTEGER NOT NULL,
    expires     INTEGER
) WITHOUT ROWID;
CREATE INDEX tokens_player ON tokens (player);

-- Challenges that nobody has answered yet. `target` is a player, players with commas, or a range of ratings.
CREATE TABLE challenges (
    id         INTEGER PRIMARY KEY,
    created    INTEGER NOT NULL,
    challenger TEXT,
    kind       TEXT NOT NULL,
    target     TEXT NOT NULL,
    color      TEXT NOT NULL,
    game       TEXT NOT NULL
);
