//! `tabiya serve` in operation: memory under a flood of log-ins, file permissions, accounts created on the command
//! line, and logs without chat messages.

use crate::{run, tabiya};
use serde_json::{Value, json};
use std::fs;
use std::io::{BufRead, BufReader};
use std::net::{Ipv4Addr, SocketAddr};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

/// A server that is stopped, and its folder removed, when the test is over.
struct Server {
    process: Child,
    address: SocketAddr,
    folder: Folder,
}

/// A folder that is removed when the test is over.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        Folder(std::env::temp_dir().join(format!("tabiya-{name}-{}", std::process::id())))
    }

    fn text(&self) -> &str {
        self.0.to_str().unwrap()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

impl Server {
    fn start(folder: Folder) -> Server {
        Server::spawn(folder, |command| command.stderr(Stdio::null()))
    }

    fn spawn(folder: Folder, configure: impl FnOnce(&mut Command) -> &mut Command) -> Server {
        let args = ["serve", "--listen", "127.0.0.1:0", "--data", folder.text()];
        let mut command = tabiya(&args);
        let mut process = configure(&mut command).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.split("http://").nth(1).and_then(|rest| rest.split(' ').next());
        let address = address.unwrap_or_else(|| panic!("no address in {line:?}")).parse().unwrap();
        Server { process, address, folder }
    }

    /// The resident memory of the process, in MB.
    fn resident(&self) -> u64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.process.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
        line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() / 1024
    }

    /// One request from an address of this machine: status, head and body of the answer.
    async fn ask(&self, from: Ipv4Addr, request: &str, cookie: &str, body: &Value) -> (u16, String, Value) {
        ask(self.address, from, request, cookie, body).await.expect("an answer")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

async fn ask(
    server: SocketAddr,
    from: Ipv4Addr,
    request: &str,
    cookie: &str,
    body: &Value,
) -> std::io::Result<(u16, String, Value)> {
    let mut stream = connect(server, from).await?;
    let body = if request.starts_with("GET") { String::new() } else { body.to_string() };
    let head = format!(
        "{request} HTTP/1.1\r\nHost: {server}\r\nOrigin: http://{server}\r\nCookie: {cookie}\r\n\
         Connection: close\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(head.as_bytes()).await?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await?;
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
    Ok((status, head.to_owned(), serde_json::from_str(body).unwrap_or_default()))
}

async fn connect(server: SocketAddr, from: Ipv4Addr) -> std::io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.bind((from, 0).into())?;
    socket.connect(server).await
}

fn credentials(name: &str, password: &str) -> Value {
    json!({"name": name, "password": password})
}

const ME: Ipv4Addr = Ipv4Addr::new(127, 0, 2, 1);

/// 1,200 log-ins with made-up names, twenty from each of sixty addresses.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_flood_of_log_ins_takes_little_memory_and_starves_nobody() {
    let server = Server::start(Folder::new("flood"));
    let honest = credentials("anna", "correct horse battery");
    let idle = server.resident();
    let begun = Instant::now();
    assert_eq!(server.ask(Ipv4Addr::LOCALHOST, "POST /app/register", "", &honest).await.0, 200);
    // Allows for a busy machine.
    let timeout = Duration::from_secs(2).max(begun.elapsed() * 8);
    let mut flood = tokio::task::JoinSet::new();
    for number in 0..1200_u16 {
        let (address, from) =
            (server.address, Ipv4Addr::new(127, 0, 1, u8::try_from(number % 60).unwrap() + 1));
        let guess = credentials(&format!("nobody{number}"), "a password that is wrong");
        flood.spawn(async move { ask(address, from, "POST /app/login", "", &guess).await });
    }
    let (mut most, mut slowest) = (idle, Duration::ZERO);
    for _ in 0..6 {
        let begun = Instant::now();
        let mut log_in = std::pin::pin!(server.ask(ME, "POST /app/login", "", &honest));
        let (status, ..) = loop {
            tokio::select! {
                answer = &mut log_in => break answer,
                () = tokio::time::sleep(Duration::from_millis(20)) => most = most.max(server.resident()),
            }
        };
        assert_eq!(status, 200, "an honest log-in");
        slowest = slowest.max(begun.elapsed());
        // Spreads the honest log-ins over the flood.
        tokio::time::sleep(Duration::from_millis(300)).await;
        most = most.max(server.resident());
    }
    let mut answers = std::collections::BTreeMap::<u16, usize>::new();
    let deadline = tokio::time::Instant::now() + Duration::from_secs(15);
    while let Ok(Some(answer)) = tokio::time::timeout_at(deadline, flood.join_next()).await {
        let Ok((status, head, _)) = answer.unwrap() else { continue };
        *answers.entry(status).or_default() += 1;
        assert!([401, 429, 503].contains(&status), "{head}");
        assert_eq!(head.contains("retry-after"), status != 401, "{head}");
        most = most.max(server.resident());
    }
    println!("idle {idle} MB, most {most} MB, slowest honest log-in {slowest:?}, answers {answers:?}");
    assert!(answers.values().sum::<usize>() > 200, "{answers:?}");
    assert!(most - idle < 150, "{idle} MB before, {most} MB at most");
    assert!(slowest < timeout, "an honest log-in took {slowest:?}, the limit is {timeout:?}");
}

/// An account that the operator creates can be used on the page, whether the server was running or not.
#[tokio::test]
async fn an_account_made_on_the_command_line_logs_in() {
    let folder = Folder::new("operator");
    let data = folder.text().to_owned();
    let user =
        |args: &[&str], input: &str| run(&[&["user"][..], args, &["--data", &data][..]].concat(), input);
    let added = user(&["add", "Judge", "--arbiter"], "");
    assert_eq!((added.code, added.stdout.lines().count()), (0, 1), "{}", added.stderr);
    assert!(added.stderr.contains("tabiya user password Judge"), "{}", added.stderr);
    assert_eq!(user(&["password", "judge", "--stdin"], "correct horse battery\n").stdout, "");
    let server = Server::start(folder);
    let log_in =
        async |password: &str| server.ask(ME, "POST /app/login", "", &credentials("judge", password)).await;
    let (status, head, me) = log_in("correct horse battery").await;
    assert_eq!((status, &me["player"]["roles"]), (200, &json!(["arbiter"])));
    let cookie = head.split("set-cookie: ").nth(1).and_then(|rest| rest.split(';').next()).unwrap();
    let is_guest =
        async || server.ask(ME, "GET /app/me", cookie, &Value::Null).await.2["player"]["guest"].clone();
    assert_eq!(is_guest().await, json!(false));
    // A new password while the server runs: the old one is rejected, its sessions end, and the printed one works.
    let printed = user(&["password", "JUDGE"], "");
    let password = printed.stdout.trim();
    assert_eq!((printed.code, password.len()), (0, 16), "{}", printed.stderr);
    assert_eq!(log_in("correct horse battery").await.0, 401);
    assert_eq!(is_guest().await, json!(true), "the session of the old password has ended");
    assert_eq!(log_in(password).await.0, 200);
}

/// The permissions of a path.
fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap_or_else(|error| panic!("{}: {error}", path.display())).permissions().mode()
        & 0o777
}

#[tokio::test]
async fn other_users_of_the_machine_cannot_read_the_data() {
    let folder = Folder::new("private");
    // A folder as an older version or an operator may have created it.
    fs::create_dir(&folder.0).unwrap();
    fs::set_permissions(&folder.0, PermissionsExt::from_mode(0o755)).unwrap();
    fs::write(folder.0.join("lock"), "").unwrap();
    fs::set_permissions(folder.0.join("lock"), PermissionsExt::from_mode(0o644)).unwrap();
    let program = env!("CARGO_BIN_EXE_tabiya");
    let shell = |command: &str| {
        let done = Command::new("sh").args(["-c", &format!("umask 022; {command}")]).output().unwrap();
        assert!(done.status.success(), "{command}: {}", String::from_utf8_lossy(&done.stderr));
    };
    shell(&format!("{program} user add anna --data {}", folder.text()));
    let server = Server::start(folder);
    assert_eq!(server.ask(ME, "GET /app/me", "", &Value::Null).await.0, 200);
    let (data, place) = (server.folder.text(), std::env::temp_dir());
    let (backup, restored) = (format!("{data}.backup"), Folder(place.join(format!("{data}.restored"))));
    shell(&format!("{program} backup {backup} --data {data}"));
    shell(&format!("{program} restore {backup} --data {}", restored.text()));
    let backup_mode = mode(Path::new(&backup));
    let _ = fs::remove_file(&backup);
    assert_eq!(backup_mode, 0o600);
    for folder in [&server.folder, &restored] {
        assert_eq!(mode(&folder.0), 0o700, "{}", folder.text());
        let files: Vec<_> = fs::read_dir(&folder.0).unwrap().map(|entry| entry.unwrap().path()).collect();
        assert!(!files.is_empty());
        for file in files {
            assert_eq!(mode(&file), 0o600, "{}", file.display());
        }
    }
    for file in ["lock", "tabiya.sqlite", "tabiya.sqlite-wal", "tabiya.sqlite-shm"] {
        assert!(server.folder.0.join(file).exists(), "{file}");
    }
}

/// Chat messages are in no log, at any log level.
#[tokio::test]
async fn chat_is_never_logged() {
    let folder = Folder::new("quiet");
    let log = folder.0.with_extension("log");
    let file = fs::File::create(&log).unwrap();
    let server = Server::spawn(folder, |command| command.env("RUST_LOG", "trace").stderr(file));
    let mut socket = connect(server.address, ME).await.unwrap();
    let address = server.address;
    let head = format!(
        "GET /live HTTP/1.1\r\nHost: {address}\r\nOrigin: http://{address}\r\nConnection: Upgrade\r\n\
         Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\
         Sec-WebSocket-Protocol: tabiya.1\r\n\r\n"
    );
    socket.write_all(head.as_bytes()).await.unwrap();
    let said = json!({"t": "chat", "game": "AAAAAAAA", "text": "a very private sentence"}).to_string();
    let mut frame = vec![0x81, 0x80 | u8::try_from(said.len()).unwrap(), 0, 0, 0, 0];
    frame.extend(said.bytes());
    socket.write_all(&frame).await.unwrap();
    let mut answer = Vec::new();
    while !String::from_utf8_lossy(&answer).contains("no_such_game") {
        assert_ne!(socket.read_buf(&mut answer).await.unwrap(), 0, "{}", String::from_utf8_lossy(&answer));
    }
    drop(server);
    let logged = fs::read_to_string(&log).unwrap();
    let _ = fs::remove_file(&log);
    assert!(logged.contains("TRACE") || logged.contains("DEBUG"), "everything is logged: {logged:.300}");
    assert!(!logged.contains("private sentence") && !logged.contains("tungstenite"), "{logged:.2000}");
}
