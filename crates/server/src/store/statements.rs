//! Parts of SQL statements that both databases share.
//!
//! `concat!` accepts only literals, so no value can end up in the text of a statement.

/// A statement that selects accounts.
macro_rules! select_accounts {
    ($rest:literal) => {
        concat!(
            "SELECT p.id, p.name, p.title, a.roles, p.created, a.seen, a.kid, \
             a.real_name, a.status, a.muted \
             FROM accounts a JOIN players p ON p.id = a.id ",
            $rest
        )
    };
}

/// A statement that selects tokens.
macro_rules! select_tokens {
    ($rest:literal) => {
        concat!("SELECT hash, player, scopes, description, created, expires FROM tokens ", $rest)
    };
}

/// A statement that selects finished games with their logs.
macro_rules! select_games {
    () => {
        "SELECT a.game, a.began, coalesce(w.account, a.white), coalesce(b.account, a.black), a.log, \
         a.commands, r.white_before, r.white_after, r.black_before, r.black_after FROM archive a \
         LEFT JOIN successors w ON w.guest = a.white LEFT JOIN successors b ON b.guest = a.black \
         LEFT JOIN rated_games r ON r.game = a.game"
    };
}

/// The games of a player on either side. The macro `$one_side` selects those of one side in the SQL dialect of its
/// database.
macro_rules! select_games_of_both_sides {
    ($one_side:ident, $after:literal, $order:literal, $limit:literal) => {
        concat!(
            select_games!(),
            " JOIN (",
            $one_side!("white", "black", $after, $order),
            " UNION ALL ",
            $one_side!("black", "white", $after, $order),
            ") p ON p.game = a.game ORDER BY a.began ",
            $order,
            ", a.game ",
            $order,
            " LIMIT ",
            $limit
        )
    };
}
