//! The tables to be moved: those that both databases have, with the columns that they share.

#[derive(Clone, Copy, Debug)]
pub(in crate::store) struct Table {
    pub(in crate::store) name: &'static str,
    pub(in crate::store) columns: &'static [Column],
    /// A unique order, for reading the rows page by page in PostgreSQL.
    pub(in crate::store) order: &'static str,
}

#[derive(Clone, Copy, Debug)]
pub(in crate::store) struct Column {
    pub(in crate::store) name: &'static str,
    pub(in crate::store) kind: Kind,
}

/// The type of a column in PostgreSQL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::store) enum Kind {
    /// `bigint`
    Number,
    /// `integer`
    Small,
    /// `double precision`
    Real,
    /// `text`
    Text,
    /// `bytea`
    Bytes,
    /// `boolean`, which SQLite stores as 0 or 1.
    Truth,
}

macro_rules! columns {
    ($($name:ident $kind:ident),*) => {
        &[$(Column { name: stringify!($name), kind: Kind::$kind }),*]
    };
}

pub(in crate::store) const TABLES: [Table; 15] = [
    Table { name: "players", columns: columns!(id Text, name Text, title Text, created Number), order: "id" },
    Table {
        name: "sessions",
        columns: columns!(hash Bytes, player Text, created Number, seen Number),
        order: "hash",
    },
    Table {
        name: "accounts",
        columns: columns!(id Text, password Text, roles Text, seen Number, kid Truth, real_name Text, status Text, muted Truth),
        order: "id",
    },
    Table {
        name: "tokens",
        columns: columns!(hash Bytes, player Text, scopes Text, description Text, created Number, expires Number),
        order: "hash",
    },
    Table {
        name: "challenges",
        columns: columns!(id Number, created Number, challenger Text, kind Text, target Text, color Text, game Text, rating Small),
        order: "id",
    },
    Table {
        name: "ratings",
        columns: columns!(player Text, speed Text, rating Real, deviation Real, volatility Real, games Number, at Number),
        order: "player, speed",
    },
    Table {
        name: "rated_games",
        columns: columns!(game Number, at Number, white_before Real, white_after Real, black_before Real, black_after Real),
        order: "game",
    },
    Table { name: "renamed", columns: columns!(name Text, id Text), order: "name" },
    Table { name: "settings", columns: columns!(only Small, value Text), order: "\"only\"" },
    Table {
        name: "entry_links",
        columns: columns!(hash Bytes, kind Text, player Text, created Number, expires Number, uses Small),
        order: "hash",
    },
    Table { name: "blocks", columns: columns!(player Text, blocked Text), order: "player, blocked" },
    Table {
        name: "records",
        columns: columns!(kind Text, id Text, seq Number, at Number, payload Text),
        order: "n",
    },
    Table { name: "successors", columns: columns!(guest Text, account Text), order: "guest" },
    Table {
        name: "archive",
        columns: columns!(game Number, began Number, ended Number, white Text, black Text, result Text, reason Text,
            variant Text, time Text, rated Truth, plies Number, opening Text, log Text, commands Text),
        order: "game",
    },
    Table {
        name: "chat",
        columns: columns!(game Number, at Number, room Text, name Text, color Text, text Text),
        order: "n",
    },
];

/// The log of live games, whose remaining columns differ between the databases.
pub(in crate::store) const JOURNAL: Table = Table {
    name: "journal",
    columns: columns!(game Number, seq Small, at Number, command Text, payload Text),
    order: "game, seq",
};
