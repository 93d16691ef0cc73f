//! `tabiya serve` as a process: it is suspended, and continues.

use crate::{run, tabiya};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::Child;
use std::time::{Duration, Instant};

/// A server that is stopped, and its folder removed, when the test is over.
struct Server {
    process: Child,
    address: String,
    folder: PathBuf,
}

impl Server {
    fn start(folder: PathBuf) -> Server {
        let args = ["serve", "--listen", "127.0.0.1:0", "--data", folder.to_str().unwrap()];
        let mut process = tabiya(&args).stderr(std::process::Stdio::null()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.split("http://").nth(1).and_then(|rest| rest.split(' ').next());
        let address = address.unwrap_or_else(|| panic!("no address in {line:?}")).to_owned();
        Server { process, address, folder }
    }

    fn signal(&self, signal: Signal) {
        let id = i32::try_from(self.process.id()).ok().and_then(Pid::from_raw).unwrap();
        kill_process(id, signal).unwrap();
    }

    /// One request, with or without a token.
    fn ask(&self, method: &str, path: &str, token: &str, form: &str) -> Value {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {token}\r\nConnection: close\r\n\
             Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {}\r\n\r\n{form}",
            self.address,
            form.len()
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        assert!(head.starts_with("HTTP/1.1 2"), "{path}: {answer}");
        serde_json::from_str(body).unwrap_or_else(|error| panic!("{path}: {error} in {answer}"))
    }

    /// White's clock, and how the game ended, if it has.
    fn white(&self, game: &str) -> (u64, Value) {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let head =
            format!("GET /app/games/{game} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", self.address);
        stream.write_all(head.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let shown: Value = serde_json::from_str(answer.split_once("\r\n\r\n").unwrap().1).unwrap();
        (shown["state"]["clock"]["white"].as_u64().unwrap(), shown["state"]["result"].clone())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // This also ends a suspended process.
        let _ = self.process.kill();
        let _ = self.process.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

#[test]
fn a_server_that_is_stopped_for_a_while_charges_nobody() {
    let folder = std::env::temp_dir().join(format!("tabiya-serve-{}", std::process::id()));
    let token =
        |name| run(&["user", "add", name, "--data", folder.to_str().unwrap()], "").stdout.trim().to_owned();
    let (white, black) = (token("anna"), token("bert"));
    let server = Server::start(folder);
    let wish = "clock.limit=30&clock.increment=0&color=white";
    let game = server.ask("POST", "/api/challenge/bert", &white, wish)["id"].as_str().unwrap().to_owned();
    server.ask("POST", &format!("/api/challenge/{game}/accept"), &black, "");
    for (player, mv) in [(&white, "e2e4"), (&black, "e7e5")] {
        server.ask("POST", &format!("/api/board/game/{game}/move/{mv}"), player, "");
    }
    let (before, _) = server.white(&game);
    let seen = Instant::now();
    server.signal(Signal::STOP);
    let awake = seen.elapsed();
    // The outage itself, in real time: nobody may be charged for it.
    std::thread::sleep(Duration::from_secs(8));
    server.signal(Signal::CONT);
    // The server notices the pause within a moment; until then the clock still includes it.
    let woken = Instant::now();
    loop {
        let (left, result) = server.white(&game);
        let ran = u64::try_from((awake + woken.elapsed()).as_millis()).unwrap();
        assert_eq!(result, Value::Null);
        // Within the round trip of the first request.
        if before - left <= ran + 500 {
            break;
        }
        assert!(woken.elapsed() < Duration::from_secs(10), "{} ms were charged", before - left);
        std::thread::sleep(Duration::from_millis(50));
    }
    server.ask("POST", &format!("/api/board/game/{game}/move/g1f3"), &white, "");
    server.signal(Signal::TERM);
}

#[test]
fn a_certificate_that_cannot_be_used_is_reported_in_one_line() {
    let folder = std::env::temp_dir().join(format!("tabiya-tls-{}", std::process::id()));
    let data = folder.to_str().unwrap();
    let ended = run(&["serve", "--data", data, "--tls-cert", "no-such.pem", "--tls-key", "no-such.key"], "");
    assert_eq!(ended.code, 1);
    assert!(ended.stderr.starts_with("error: TLS: no-such.pem: "), "{}", ended.stderr);
    assert_eq!((ended.stderr.lines().count(), folder.exists()), (1, false), "{}", ended.stderr);
    let ended = run(&["serve", "--data", data, "--tls-cert", "no-such.pem"], "");
    assert!(ended.code == 2 && ended.stderr.contains("--tls-key"), "{}", ended.stderr);
}
