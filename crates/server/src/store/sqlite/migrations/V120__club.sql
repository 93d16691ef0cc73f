-- What a club or a school needs: names, standing and blocks of accounts, the settings of the server, links that let
-- somebody in, and logs of whatever is not a game.
ALTER TABLE accounts ADD COLUMN real_name TEXT;
ALTER TABLE accounts ADD COLUMN status TEXT NOT NULL DEFAULT 'active';
ALTER TABLE accounts ADD COLUMN muted INTEGER NOT NULL DEFAULT 0;

-- Other names of an account. Its id stays what it was, and nobody else can take any of its names.
CREATE TABLE renamed (
    name TEXT PRIMARY KEY,
    id   TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE settings (
    only  INTEGER PRIMARY KEY CHECK (only = 1),
    value TEXT NOT NULL
);

-- Links that log somebody in, set a new password, or invite somebody to register: the SHA-256 of each. `uses` counts
-- down; where it is null the link can be used until it ends.
CREATE TABLE entry_links (
    hash    BLOB PRIMARY KEY,
    kind    TEXT NOT NULL,
    player  TEXT,
    created INTEGER NOT NULL,
    expires INTEGER NOT NULL,
    uses    INTEGER
) WITHOUT ROWID;

CREATE TABLE blocks (
    player  TEXT NOT NULL,
    blocked TEXT NOT NULL,
    PRIMARY KEY (player, blocked)
) WITHOUT ROWID;

-- Append-only logs of rounds, tournaments, reports and of what admins did: `seq` counts the records of one log.
CREATE TABLE records (
    n       INTEGER PRIMARY KEY,
    kind    TEXT NOT NULL,
    id      TEXT NOT NULL,
    seq     INTEGER NOT NULL,
    at      INTEGER NOT NULL,
    payload TEXT NOT NULL
);
CREATE UNIQUE INDEX records_log ON records (kind, id, seq);
