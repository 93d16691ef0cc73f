-- Guests who have opened an account since: what they had is the account's.
CREATE TABLE successors (
    guest   TEXT PRIMARY KEY,
    account TEXT NOT NULL
) WITHOUT ROWID;
