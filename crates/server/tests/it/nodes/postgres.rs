//! A PostgreSQL server for the tests: a temporary folder with its socket, and a database for each test.

use rustix::process::{Pid, Signal, kill_process};
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};
use tabiya_server::Config;
use tabiya_server::config::ClusterConfig;
use tokio_postgres::NoTls;

const INSTALL: &str = "PostgreSQL 15 or newer is missing. To install it: apt-get install postgresql";

/// The folder of the PostgreSQL programs.
fn programs() -> PathBuf {
    let versions = std::fs::read_dir("/usr/lib/postgresql").map(|found| {
        let number = |path: &PathBuf| path.file_name()?.to_str()?.parse::<u32>().ok();
        found
            .filter_map(|entry| Some(entry.ok()?.path()))
            .filter_map(|path| Some((number(&path)?, path)))
            .max()
    });
    match versions {
        Ok(Some((version, path))) if version >= 15 => path.join("bin"),
        _ => {
            let on_path = std::env::var_os("PATH").unwrap_or_default();
            let found = std::env::split_paths(&on_path).find(|folder| folder.join("initdb").is_file());
            found.unwrap_or_else(|| panic!("{INSTALL}"))
        }
    }
}

/// A server that ends with this process, and whose folder is then removed.
pub(crate) struct Postgres {
    folder: PathBuf,
    port: u16,
    databases: AtomicU32,
}

const DEFAULT_PORT: u16 = 5432;

/// Runs the server and cleans up after it. `setpriv --pdeathsig` sends TERM when the thread that started it ends.
const SCRIPT: &str = r#"
trap 'kill -INT $pid 2>/dev/null; wait; rm -rf "$1"; exit' TERM
"$2/initdb" -D "$1/data" -A trust -U tabiya --no-sync -E UTF8 --locale=C >"$1/log" 2>&1 || exit
"$2/postgres" -D "$1/data" -c listen_addresses= -c unix_socket_directories="$1" -c fsync=off \
    -c max_connections=400 -c shared_buffers=32MB $3 >>"$1/log" 2>&1 & pid=$!
wait
rm -rf "$1"
"#;

impl Postgres {
    pub(crate) fn start() -> Postgres {
        Postgres::start_with(DEFAULT_PORT, |_| String::new())
    }

    /// Starts a server with this port and more options, which may name files in its folder.
    pub(crate) fn start_with(port: u16, options: impl FnOnce(&Path) -> String) -> Postgres {
        // Short, because the path of a Unix socket is limited to 107 bytes.
        let folder =
            tempfile::Builder::new().prefix("tabiya-pg-").tempdir_in("/tmp").expect("a folder").keep();
        std::fs::set_permissions(&folder, std::fs::Permissions::from_mode(0o711)).expect("its rights");
        let (programs, options) = (programs(), format!("-c port={port} {}", options(&folder)));
        let (at, on) = (folder.clone(), programs.clone());
        std::thread::spawn(move || {
            let mut command = Command::new("setpriv");
            command.arg("--pdeathsig").arg("TERM");
            // PostgreSQL refuses to run as root.
            if rustix::process::getuid().is_root() {
                command.args(["--reuid=nobody", "--regid=nogroup", "--clear-groups"]);
                let owner = Command::new("chown").arg("nobody").arg(&at).status();
                assert!(owner.is_ok_and(|status| status.success()), "the folder is nobody's");
            }
            command.args(["sh", "-c", SCRIPT, "sh"]).arg(&at).arg(&on).arg(&options).stdin(Stdio::null());
            let mut child = command.spawn().expect("setpriv is part of util-linux");
            let _ = child.wait();
        });
        let postgres = Postgres { folder, port, databases: AtomicU32::new(0) };
        let begun = Instant::now();
        while !postgres.is_ready(&programs) {
            assert!(
                begun.elapsed() < Duration::from_secs(60),
                "PostgreSQL does not start: {}",
                postgres.log()
            );
            std::thread::sleep(Duration::from_millis(50));
        }
        postgres
    }

    fn is_ready(&self, programs: &Path) -> bool {
        let mut command = Command::new(programs.join("pg_isready"));
        let ready = command.args(["-q", "-p", &self.port.to_string(), "-h"]).arg(&self.folder).status();
        ready.is_ok_and(|status| status.success())
    }

    fn log(&self) -> String {
        std::fs::read_to_string(self.folder.join("log")).unwrap_or_default()
    }

    /// Stops all its processes until the returned value is dropped. The kernel still accepts connections for them.
    pub(crate) fn pause(&self) -> Paused {
        let file = std::fs::read_to_string(self.folder.join("data/postmaster.pid")).expect("it runs");
        let id = file.lines().next().expect("a first line");
        let children = std::fs::read_to_string(format!("/proc/{id}/task/{id}/children")).expect("processes");
        let ids = std::iter::once(id).chain(children.split_whitespace());
        let paused = Paused(ids.filter_map(|id| Pid::from_raw(id.parse().ok()?)).collect());
        paused.signal(Signal::STOP);
        paused
    }

    pub(crate) fn socket(&self) -> PathBuf {
        self.folder.join(format!(".s.PGSQL.{}", self.port))
    }

    pub(crate) fn url(&self, database: &str) -> String {
        let folder = self.folder.to_str().expect("plain letters").replace('/', "%2F");
        format!("postgres://tabiya@{folder}:{}/{database}", self.port)
    }

    /// Creates an empty database and returns its URL.
    pub(crate) async fn database(&self) -> String {
        let name = format!("test_{}", self.databases.fetch_add(1, Ordering::Relaxed));
        self.create(&name).await;
        self.url(&name)
    }

    async fn create(&self, name: &str) {
        let (client, connection) =
            tokio_postgres::connect(&self.url("postgres"), NoTls).await.expect("a connection");
        tokio::spawn(connection);
        let sql = format!("CREATE DATABASE {name}");
        if let Err(error) = client.batch_execute(&sql).await {
            let exists = error.code() == Some(&tokio_postgres::error::SqlState::DUPLICATE_DATABASE);
            assert!(exists, "{error}");
        }
    }
}

/// Processes that are stopped for as long as this exists.
pub(crate) struct Paused(Vec<Pid>);

impl Paused {
    fn signal(&self, signal: Signal) {
        for id in &self.0 {
            // The process of a connection may have ended.
            let _ = kill_process(*id, signal);
        }
    }
}

impl Drop for Paused {
    fn drop(&mut self) {
        self.signal(Signal::CONT);
    }
}

/// The server that most tests share.
pub(crate) fn shared() -> &'static Postgres {
    static SHARED: OnceLock<Postgres> = OnceLock::new();
    SHARED.get_or_init(Postgres::start)
}

pub(crate) async fn client(url: &str) -> tokio_postgres::Client {
    let (client, connection) = tokio_postgres::connect(url, NoTls).await.expect("a connection");
    tokio::spawn(connection);
    client
}

/// With `TABIYA_TEST_DATABASE=postgres` every test server keeps its data in a database of its own instead of its
/// folder, so that the server tests cover both stores.
pub(crate) async fn configure(config: &mut Config) {
    if std::env::var_os("TABIYA_TEST_DATABASE").is_none_or(|database| database != "postgres") {
        return;
    }
    let mut hash = DefaultHasher::new();
    config.data.hash(&mut hash);
    let name = format!("folder_{:x}", hash.finish());
    shared().create(&name).await;
    config.cluster = Some(ClusterConfig::new(shared().url(&name)));
}
