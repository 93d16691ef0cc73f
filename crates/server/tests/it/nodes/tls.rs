//! Encrypted connections to the database.

use super::postgres::Postgres;
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;
use tabiya_server::store::Store;

/// Tells the process that connects the address of the database. It has the certificate in its environment.
const ADDRESS: &str = "TABIYA_TEST_ENCRYPTED";

#[tokio::test]
async fn a_certificate_that_nobody_vouches_for_is_refused_and_a_known_one_is_not() {
    let made = rcgen::generate_simple_self_signed(vec!["localhost".to_owned()]).expect("a certificate");
    let port =
        TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr()).expect("a port").port();
    let mut certificate = std::path::PathBuf::new();
    let postgres = Postgres::start_with(port, |folder| {
        certificate = folder.join("server.crt");
        let key = folder.join("server.key");
        std::fs::write(&certificate, made.cert.pem()).expect("a file");
        std::fs::write(&key, made.signing_key.serialize_pem()).expect("a file");
        std::fs::set_permissions(&key, std::fs::Permissions::from_mode(0o600)).expect("its rights");
        if rustix::process::getuid().is_root() {
            let owner = Command::new("chown").arg("nobody").arg(&key).status();
            assert!(owner.is_ok_and(|status| status.success()), "the key is nobody's");
        }
        let (certificate, key) = (certificate.display(), key.display());
        format!(
            "-c listen_addresses=localhost -c ssl=on -c ssl_cert_file={certificate} -c ssl_key_file={key}"
        )
    });
    let database = postgres.database().await;
    let name = database.rsplit('/').next().expect("a name");
    let url = format!("postgres://tabiya@localhost:{port}/{name}?sslmode=require");
    let refused =
        Store::connect(&url, "one", std::sync::Arc::default()).await.err().expect("nobody vouches for it");
    assert!(format!("{refused:?}").contains("UnknownIssuer"), "{refused:?}");
    // In another process, because all tests share the environment of this one.
    let connected = Command::new(std::env::current_exe().expect("this program"))
        .args(["--exact", "nodes::tls::connects_encrypted", "--ignored", "--nocapture"])
        .env("PGSSLROOTCERT", &certificate)
        .env(ADDRESS, &url)
        .output()
        .expect("this program");
    let (output, errors) =
        (String::from_utf8_lossy(&connected.stdout), String::from_utf8_lossy(&connected.stderr));
    assert!(connected.status.success() && output.contains("1 passed"), "{output}{errors}");
}

#[tokio::test]
#[ignore = "run by the test above, in a process that knows the certificate"]
async fn connects_encrypted() {
    let url = std::env::var(ADDRESS).expect("the address of an encrypted database");
    let store =
        Store::connect(&url, "one", std::sync::Arc::default()).await.expect("an encrypted connection");
    store.ping().await.expect("an answer");
    store.close().await;
}
