-- How many people without an account are connected to a node. A node that does not beat any more has none.
ALTER TABLE nodes ADD COLUMN guests integer NOT NULL DEFAULT 0;
