//! TLS without a proxy, and renewing the certificate while the server runs.

use crate::harness::{Server, WAIT_TIMEOUT};
use futures_util::{SinkExt, StreamExt};
use rcgen::CertifiedKey;
use serde_json::{Value, json};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tabiya_server::clock::TimeSource;
use tabiya_server::config::TlsFiles;
use tabiya_server::{Config, Server as Real};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, RootCertStore};
use tokio_tungstenite::client_async;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

/// A self-signed certificate for `localhost`.
struct Certificate {
    der: CertificateDer<'static>,
    pem: String,
    key: String,
}

impl Certificate {
    fn new() -> Certificate {
        let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]);
        let CertifiedKey { cert, signing_key } = made.expect("a certificate");
        Certificate { der: cert.der().clone(), pem: cert.pem(), key: signing_key.serialize_pem() }
    }

    fn write(&self, files: &TlsFiles) {
        std::fs::write(&files.key, &self.key).expect("the key is written");
        std::fs::write(&files.certificate, &self.pem).expect("the certificate is written");
    }
}

fn files(folder: &Path) -> TlsFiles {
    TlsFiles { certificate: folder.join("cert.pem"), key: folder.join("key.pem") }
}

/// Connects as a client that trusts only this certificate.
async fn connect(server: &Server, trusted: &Certificate) -> std::io::Result<TlsStream<TcpStream>> {
    let mut roots = RootCertStore::empty();
    roots.add(trusted.der.clone()).expect("a root");
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .expect("versions")
        .with_root_certificates(roots)
        .with_no_client_auth();
    let name = ServerName::try_from("localhost").expect("a name");
    TlsConnector::from(Arc::new(config)).connect(name, server.raw().await).await
}

/// The whole response to `GET /app/me`.
async fn ask(server: &Server, trusted: &Certificate) -> std::io::Result<String> {
    let mut stream = connect(server, trusted).await?;
    stream.write_all(b"GET /app/me HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n").await?;
    let mut answer = String::new();
    timeout(WAIT_TIMEOUT, stream.read_to_string(&mut answer)).await.expect("an answer in time")?;
    Ok(answer)
}

#[tokio::test]
async fn pages_and_the_live_channel_over_tls() {
    let folder = tempfile::tempdir().expect("a folder");
    let (files, certificate) = (files(folder.path()), Certificate::new());
    certificate.write(&files);
    let server = Server::with(|config| config.tls = Some(files)).await;
    let answer = ask(&server, &certificate).await.expect("an answer");
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    assert!(answer.contains("strict-transport-security:"), "{answer}");
    let cookie = answer.lines().find_map(|line| line.strip_prefix("set-cookie: ")).expect("a cookie");
    assert!(cookie.contains("; Secure"), "{cookie}");
    assert!(ask(&server, &Certificate::new()).await.is_err(), "another certificate is not the server's");

    let mut request = "wss://localhost/live".into_client_request().expect("an address");
    let headers = request.headers_mut();
    headers.insert("cookie", cookie.split(';').next().expect("a value").parse().expect("a header"));
    headers.insert("origin", "https://localhost".parse().expect("a header"));
    headers.insert("sec-websocket-protocol", "tabiya.1".parse().expect("a header"));
    let stream = connect(&server, &certificate).await.expect("a connection");
    let (mut socket, _) = client_async(request, stream).await.expect("a socket");
    socket.send(Message::text(json!({"t": "ping", "n": 7}).to_string())).await.expect("it is sent");
    loop {
        let message =
            timeout(WAIT_TIMEOUT, socket.next()).await.expect("in time").expect("open").expect("sound");
        let reply: Value = serde_json::from_str(message.to_text().expect("text")).unwrap_or_default();
        if reply["t"] == "pong" {
            assert_eq!(reply["n"], 7);
            break;
        }
    }
    server.stop().await;
}

#[tokio::test]
async fn plain_http_is_sent_to_https() {
    let folder = tempfile::tempdir().expect("a folder");
    let files = files(folder.path());
    Certificate::new().write(&files);
    let server = Server::with(|config| config.tls = Some(files)).await;
    let mut plain = server.raw().await;
    let request = b"GET /invite?x=1 HTTP/1.1\r\nHost: localhost:8443\r\nConnection: close\r\n\r\n";
    plain.write_all(request).await.expect("it is sent");
    let mut answer = String::new();
    timeout(WAIT_TIMEOUT, plain.read_to_string(&mut answer)).await.expect("in time").expect("an answer");
    assert!(answer.starts_with("HTTP/1.1 308"), "{answer}");
    assert!(answer.contains("location: https://localhost:8443/invite?x=1\r\n"), "{answer}");
    // Silent clients and clients that send garbage do not delay the shutdown.
    let _silent = server.raw().await;
    server.raw().await.write_all(b"\x16\x03\x01\xff\xff garbage").await.expect("it is sent");
    let begun = Instant::now();
    server.stop().await;
    assert!(begun.elapsed() < Duration::from_millis(1_900), "the shutdown took {:?}", begun.elapsed());
}

#[tokio::test]
async fn a_renewed_certificate_is_taken_up() {
    let folder = tempfile::tempdir().expect("a folder");
    let (files, first, second) = (files(folder.path()), Certificate::new(), Certificate::new());
    first.write(&files);
    let server = Server::with(|config| config.tls = Some(files.clone())).await;
    ask(&server, &first).await.expect("the first one");
    // Halfway through a renewal there is a new key with the old certificate.
    std::fs::write(&files.key, &second.key).expect("the key is written");
    ask(&server, &first).await.expect("still the first one");
    second.write(&files);
    let renewed = async {
        while ask(&server, &second).await.is_err() {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    timeout(Duration::from_secs(120), renewed).await.expect("the second one is taken up");
    std::fs::write(&files.certificate, "not a certificate").expect("it is written");
    ask(&server, &second).await.expect("still the second one");
    server.stop().await;
}

#[tokio::test]
async fn a_server_without_a_usable_certificate_does_not_start() {
    let folder = tempfile::tempdir().expect("a folder");
    let (files, certificate, other) = (files(folder.path()), Certificate::new(), Certificate::new());
    let encrypted = certificate.key.replace("PRIVATE KEY", "ENCRYPTED PRIVATE KEY");
    let cases = [
        (None, None, "cert.pem: No such file"),
        (Some(""), Some(certificate.key.as_str()), "cert.pem: expected a certificate in PEM, found none"),
        (Some(certificate.pem.as_str()), None, "key.pem: No such file"),
        (Some(&certificate.pem), Some("-----BEGIN"), "key.pem: expected a private key in PEM"),
        (Some(&certificate.pem), Some(&encrypted), "key.pem: expected a private key in PEM"),
        (Some(&certificate.pem), Some(&other.key), "cert.pem: does not go with"),
    ];
    for (pem, key, expected) in cases {
        for (file, text) in [(&files.certificate, pem), (&files.key, key)] {
            match text {
                Some(text) => std::fs::write(file, text).expect("it is written"),
                None => _ = std::fs::remove_file(file),
            }
        }
        let data = folder.path().join("data");
        let mut config = Config::new(([127, 0, 0, 1], 0).into(), data.clone());
        config.tls = Some(files.clone());
        let refused = Real::start(config, TimeSource::default()).await.err().expect("it does not start");
        let refused = refused.to_string();
        assert!(refused.contains(expected) && refused.lines().count() == 1, "{expected:?}: {refused}");
        assert!(!data.exists(), "nothing is touched");
    }
}
