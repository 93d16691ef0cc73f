-- Accounts of children: no talk, neither read nor written.
ALTER TABLE accounts ADD COLUMN kid INTEGER NOT NULL DEFAULT 0;
