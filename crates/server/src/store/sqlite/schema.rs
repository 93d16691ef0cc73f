//! Checks that a database has exactly the expected tables, and that everything in them can be read.

use super::copy::Faults;
use super::{migrations, upgrade};
use refinery::Target;
use rusqlite::Connection;
use rusqlite::types::ValueRef;
use std::collections::BTreeMap;

/// A query for every table. The SQL is constant, and never built from names.
const TABLES: [(&str, &str); 18] = [
    ("accounts", "SELECT * FROM accounts"),
    ("archive", "SELECT * FROM archive"),
    ("blocks", "SELECT * FROM blocks"),
    ("challenges", "SELECT * FROM challenges"),
    ("chat", "SELECT * FROM chat"),
    ("entry_links", "SELECT * FROM entry_links"),
    ("journal", "SELECT * FROM journal"),
    ("players", "SELECT * FROM players"),
    ("rated_games", "SELECT * FROM rated_games"),
    ("ratings", "SELECT * FROM ratings"),
    ("records", "SELECT * FROM records"),
    ("refinery_schema_history", "SELECT * FROM refinery_schema_history"),
    ("renamed", "SELECT * FROM renamed"),
    ("service", "SELECT * FROM service"),
    ("sessions", "SELECT * FROM sessions"),
    ("settings", "SELECT * FROM settings"),
    ("successors", "SELECT * FROM successors"),
    ("tokens", "SELECT * FROM tokens"),
];

/// Queries for rows that this program never writes, with what is wrong with them.
const INVALID_ROWS: [(&str, &str); 4] = [
    ("a session without its hash", "SELECT count(*) FROM sessions WHERE length(hash) <> 32"),
    ("a token without its hash", "SELECT count(*) FROM tokens WHERE length(hash) <> 32"),
    ("an invalid password hash", "SELECT count(*) FROM accounts WHERE password NOT LIKE '$argon2id$v=19$%'"),
    ("no time of last service", "SELECT count(*) <> 1 FROM service"),
];

/// Adds faults for everything that is missing, changed or unexpected.
pub(super) fn check(connection: &Connection, newest: i64, faults: &mut Faults) -> rusqlite::Result<()> {
    let mut fresh = Connection::open_in_memory()?;
    upgrade::install(&fresh)?;
    let target = Target::Version(newest.try_into().unwrap_or_default());
    if let Err(error) = migrations::migrations::runner().set_target(target).run(&mut fresh) {
        faults.add(format!("version {newest}: {error}"));
        return Ok(());
    }
    let (expected, found) = (schema(&fresh)?, schema(connection)?);
    for (name, sql) in &expected {
        match found.get(name) {
            None => faults.add(format!("there is no {name}")),
            Some(other) if other != sql => faults.add(format!("{name} is defined differently: {other}")),
            Some(_) => {}
        }
    }
    for name in found.keys().filter(|name| !expected.contains_key(*name)) {
        faults.add(format!("there is an unexpected {name}"));
    }
    if !faults.is_empty() {
        return Ok(());
    }
    if versions(&fresh)? != versions(connection)? {
        faults.add("the list of migrations differs".into());
    }
    for (name, sql) in TABLES {
        if let Err(why) = read_all(connection, sql) {
            faults.add(format!("table {name}: {why}"));
        }
    }
    for (what, sql) in INVALID_ROWS {
        if connection.query_row(sql, (), |row| row.get::<_, i64>(0))? != 0 {
            faults.add(format!("there is {what}"));
        }
    }
    Ok(())
}

/// Tables and indexes with the SQL that created them.
fn schema(connection: &Connection) -> rusqlite::Result<BTreeMap<String, String>> {
    let all = "SELECT type || ' ' || name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite%'";
    let mut statement = connection.prepare(all)?;
    let rows = statement.query_map((), |row| Ok((row.get(0)?, row.get::<_, String>(1)?)))?;
    // Whitespace may differ between versions of SQLite.
    rows.map(|row| row.map(|(name, sql)| (name, sql.split_whitespace().collect::<Vec<_>>().join(" "))))
        .collect()
}

fn versions(connection: &Connection) -> rusqlite::Result<Vec<(i64, String, String)>> {
    let all = "SELECT version, name, checksum FROM refinery_schema_history ORDER BY version";
    let mut statement = connection.prepare(all)?;
    statement.query_map((), |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?.collect()
}

/// Reads every value, and checks that text is valid UTF-8.
fn read_all(connection: &Connection, sql: &str) -> Result<(), String> {
    let read = || -> rusqlite::Result<Option<String>> {
        let mut statement = connection.prepare(sql)?;
        let columns: Vec<String> = statement.column_names().map(str::to_owned).collect();
        let mut rows = statement.query(())?;
        while let Some(row) = rows.next()? {
            for (place, column) in columns.iter().enumerate() {
                if let ValueRef::Text(text) = row.get_ref(place)?
                    && str::from_utf8(text).is_err()
                {
                    return Ok(Some(column.clone()));
                }
            }
        }
        Ok(None)
    };
    match read() {
        Ok(None) => Ok(()),
        Ok(Some(column)) => Err(format!("a {column} is not UTF-8")),
        Err(error) => Err(error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_table_is_read() {
        let mut fresh = Connection::open_in_memory().unwrap();
        upgrade::install(&fresh).unwrap();
        migrations::migrations::runner().run(&mut fresh).unwrap();
        let tables: Vec<_> = schema(&fresh).unwrap().into_keys().collect();
        let tables: Vec<_> = tables.iter().filter_map(|name| name.strip_prefix("table ")).collect();
        assert_eq!(tables, TABLES.map(|(name, _)| name));
        let mut faults = Faults::default();
        check(&fresh, super::super::newest_migration(), &mut faults).unwrap();
        assert_eq!(faults, Faults::default());
    }

    #[test]
    fn damage_to_tables_is_named() {
        for (damage, name) in [
            ("DROP TABLE tokens", "there is no table tokens"),
            (
                "UPDATE refinery_schema_history SET checksum = '1' WHERE version = 1",
                "the list of migrations differs",
            ),
            (
                "INSERT INTO players VALUES ('~a', CAST(x'ff' AS TEXT), NULL, 1)",
                "table players: a name is not UTF-8",
            ),
            ("DELETE FROM service", "there is no time of last service"),
        ] {
            let mut damaged = Connection::open_in_memory().unwrap();
            upgrade::install(&damaged).unwrap();
            migrations::migrations::runner().run(&mut damaged).unwrap();
            damaged.execute_batch(damage).unwrap();
            let mut faults = Faults::default();
            check(&damaged, super::super::newest_migration(), &mut faults).unwrap();
            assert!(faults.to_string().contains(name), "{damage}: {faults}");
        }
    }
}
