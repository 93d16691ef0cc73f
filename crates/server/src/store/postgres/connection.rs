//! Connecting to PostgreSQL, and refusing databases on which moves could be lost.

use super::error::describe;
use super::tls::Tls;
use super::{StoreError, migrations};
use deadpool_postgres::{Manager, ManagerConfig, Pool, RecyclingMethod, Runtime};
use std::time::Duration;
use tokio_postgres::config::SslMode;
use tokio_postgres::{Client, Config};

const CONNECT_TIMEOUT: Duration = Duration::from_secs(2);
/// After about this time a dead connection is noticed.
const DEAD_CONNECTION_TIMEOUT: Duration = Duration::from_secs(3);
/// Session settings. They let the database notice a dead connection within about five seconds too; by default it would
/// keep the connection, with all its locks, for two hours.
const OPTIONS: &str = "-c statement_timeout=5000 -c lock_timeout=1000 -c idle_in_transaction_session_timeout=5000 \
    -c tcp_keepalives_idle=2 -c tcp_keepalives_interval=1 -c tcp_keepalives_count=3 -c tcp_user_timeout=5000";
/// How many connections a node has besides the writer's.
const POOL_SIZE: usize = 8;
/// The advisory lock that is held during migrations.
const MIGRATION_LOCK: i64 = 0x7461_6269_7961;

/// The configuration of all our connections.
pub(super) fn config(url: &str) -> Result<Config, StoreError> {
    // The error does not quote the URL, which may contain a password.
    let mut config: Config = url.parse().map_err(|error| {
        StoreError::Refused(format!("--database is not an address: {}", describe(&error)))
    })?;
    let is_required = config.get_ssl_mode() == SslMode::Require;
    let mode = if is_required { SslMode::Require } else { SslMode::Disable };
    config
        .connect_timeout(CONNECT_TIMEOUT)
        .keepalives(true)
        .keepalives_idle(Duration::from_secs(2))
        .keepalives_interval(Duration::from_secs(1))
        .keepalives_retries(3)
        .tcp_user_timeout(DEAD_CONNECTION_TIMEOUT)
        .application_name("tabiya")
        // Encryption only on request, and then always: with `prefer` an unencrypted connection would be accepted
        // silently.
        .ssl_mode(mode)
        .options(OPTIONS);
    Ok(config)
}

pub(super) fn pool(config: Config) -> Result<Pool, StoreError> {
    let manager = ManagerConfig { recycling_method: RecyclingMethod::Fast };
    let tls = Tls::new(config.get_ssl_mode())?;
    let pool = Pool::builder(Manager::from_config(config, tls, manager))
        .max_size(POOL_SIZE)
        .wait_timeout(Some(DEAD_CONNECTION_TIMEOUT))
        .create_timeout(Some(DEAD_CONNECTION_TIMEOUT))
        .recycle_timeout(Some(DEAD_CONNECTION_TIMEOUT))
        .runtime(Runtime::Tokio1);
    pool.build().map_err(|error| StoreError::Refused(error.to_string()))
}

/// Opens a connection outside the pool.
pub(super) async fn connect(config: &Config) -> Result<Client, StoreError> {
    // The configured timeout does not cover a server that accepts the connection and then stays silent.
    let connecting =
        tokio::time::timeout(DEAD_CONNECTION_TIMEOUT, config.connect(Tls::new(config.get_ssl_mode())?));
    let (client, connection) = connecting.await.map_err(|_| StoreError::Unavailable)??;
    tokio::spawn(async move {
        if let Err(error) = connection.await {
            tracing::warn!(error = describe(&error), "a connection to the database has ended");
        }
    });
    Ok(client)
}

/// Runs the migrations, one node at a time, and refuses a database that could lose commits.
pub(super) async fn prepare_database(config: &Config) -> Result<(), StoreError> {
    let mut client = connect(config).await?;
    refuse_unsafe(&client).await?;
    client.batch_execute("SET statement_timeout = 0; SET lock_timeout = 0").await?;
    client.execute("SELECT pg_advisory_lock($1)", &[&MIGRATION_LOCK]).await?;
    let migrated = migrations::migrations::runner().run_async(&mut client).await;
    client.execute("SELECT pg_advisory_unlock($1)", &[&MIGRATION_LOCK]).await?;
    migrated?;
    Ok(())
}

/// Refuses settings with which an acknowledged move could be lost.
async fn refuse_unsafe(client: &Client) -> Result<(), StoreError> {
    let settings = "SELECT current_setting('server_version_num')::int, current_setting('synchronous_commit'), \
        current_setting('fsync'), pg_is_in_recovery()";
    let row = client.query_one(settings, &[]).await?;
    let (version, commit): (i32, String) = (row.get(0), row.get(1));
    if version < 150_000 {
        return Err(StoreError::Refused(format!(
            "PostgreSQL 15 or newer is needed, this is {}",
            version / 10_000
        )));
    }
    if row.get::<_, bool>(3) {
        return Err(StoreError::Refused("this PostgreSQL is a standby, which takes no writes".into()));
    }
    if commit == "off" {
        let why = "synchronous_commit is off in this database: acknowledged moves could be lost";
        return Err(StoreError::Refused(why.into()));
    }
    if row.get::<_, String>(2) == "off" {
        tracing::warn!("fsync is off in this PostgreSQL: a power failure may destroy the database");
    }
    Ok(())
}

/// The number of the newest migration that this program knows.
fn newest_migration() -> i32 {
    let runner = migrations::migrations::runner();
    runner.get_migrations().iter().map(refinery::Migration::version).max().unwrap_or(0)
}

/// Refuses a schema of another version; only a node may migrate it.
pub(super) async fn check_version(config: &Config) -> Result<(), StoreError> {
    let client = connect(config).await?;
    let found = client.query_one("SELECT max(version) FROM refinery_schema_history", &[]).await;
    let found: Option<i32> = found.ok().and_then(|row| row.get(0));
    let known = newest_migration();
    match found {
        Some(found) if found == known => Ok(()),
        Some(found) => Err(StoreError::Refused(format!(
            "the tables are of version {found}, this program knows version {known}"
        ))),
        None => Err(StoreError::Refused("this database holds no tables of a server: start one first".into())),
    }
}
