//! A node holds its name through a database connection, and reclaims it with the next one.

use super::postgres;
use crate::harness::eventually;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use tabiya_server::store::Store;
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, UnixStream};
use tokio::sync::Notify;

/// A proxy to a database whose connections can be cut so that the node notices and the database does not.
pub(super) async fn cuttable_proxy(socket: PathBuf) -> (SocketAddr, Arc<Notify>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let (address, cut) = (listener.local_addr().expect("an address"), Arc::<Notify>::default());
    let when_cut = Arc::clone(&cut);
    tokio::spawn(async move {
        while let Ok((mut node, _)) = listener.accept().await {
            let mut database = UnixStream::connect(&socket).await.expect("PostgreSQL listens");
            let cut = Arc::clone(&when_cut);
            tokio::spawn(async move {
                tokio::select! {
                    _ = copy_bidirectional(&mut node, &mut database) => return,
                    () = cut.notified() => drop(node),
                }
                // Keeps the connection to the database open.
                std::future::pending::<()>().await;
            });
        }
    });
    (address, cut)
}

/// The backend that holds the name of the only node.
async fn holder(client: &tokio_postgres::Client) -> Option<i32> {
    let sql = "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 2 AND granted \
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";
    client.query_opt(sql, &[]).await.expect("an answer").map(|row| row.get(0))
}

#[tokio::test]
async fn a_node_reclaims_its_name_while_its_old_connection_lingers() {
    let url = postgres::shared().database().await;
    let database = url.rsplit('/').next().expect("a name");
    let (address, cut) = cuttable_proxy(postgres::shared().socket()).await;
    let through = format!("postgres://tabiya@{address}/{database}");
    let node = Store::connect(&through, "same", Arc::default()).await.expect("a node");
    let client = postgres::client(&url).await;
    let before = holder(&client).await;
    assert!(before.is_some());
    cut.notify_waiters();
    // No request comes meanwhile: the node reconnects by itself.
    eventually(async || holder(&client).await.is_some_and(|holder| Some(holder) != before)).await;
    node.close().await;
    drop(node);
    let again = Store::connect(&url, "same", Arc::default()).await.expect("it can start again");
    again.close().await;
}
