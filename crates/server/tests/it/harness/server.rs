//! A server for one test, on a free port and with an empty data folder.

use super::eventually;
use super::visitor::Visitor;
use crate::nodes::postgres;
use game::Timestamp;
use parking_lot::RwLock;
use reqwest::Client;
use serde_json::{Value, json};
use std::net::{IpAddr, SocketAddr};
use std::path::Path;
use std::sync::Arc;
use tabiya_server::app::App;
use tabiya_server::clock::TimeSource;
use tabiya_server::config::ClusterConfig;
use tabiya_server::identity::roles::Roles;
use tabiya_server::identity::scopes::Scopes;
use tabiya_server::ids::PlayerId;
use tabiya_server::people::admin;
use tabiya_server::rooms::{Actor, Command};
use tabiya_server::{Config, Server as Real};
use tempfile::TempDir;
use tokio::net::TcpStream;
use wire::PlayerAction;

/// A server whose data folder is removed when the test ends.
pub(crate) struct Server {
    real: Real,
    folder: TempDir,
    time: TimeSource,
    /// Shared with visitors, because the port changes with a restart.
    address: Arc<RwLock<SocketAddr>>,
    /// For requests without a cookie.
    pub(crate) client: Client,
}

impl Server {
    pub(crate) async fn start() -> Server {
        Server::with(|_| {}).await
    }

    /// A server with a changed configuration.
    pub(crate) async fn with(configure: impl FnOnce(&mut Config)) -> Server {
        Server::start_in(folder(), TimeSource::default(), configure).await
    }

    /// A server whose time stands still until [`Server::pass`] advances it.
    pub(crate) async fn with_manual_time() -> Server {
        Server::start_in(folder(), manual_time(), |_| {}).await
    }

    pub(crate) async fn start_in(
        folder: TempDir,
        time: TimeSource,
        configure: impl FnOnce(&mut Config),
    ) -> Server {
        let mut config = Config::new(([127, 0, 0, 1], 0).into(), folder.path().into());
        config.computer_threads = 1;
        postgres::configure(&mut config).await;
        configure(&mut config);
        let real = Real::start(config, time.clone()).await.expect("a server starts");
        let address = Arc::new(RwLock::new(real.address));
        Server { real, folder, time, address, client: Client::new() }
    }

    /// A server that keeps its data in a folder, whatever database the other tests use: for tests of the folder itself,
    /// and of a clock that changes with a restart (nodes that share a database use its clock).
    pub(crate) async fn in_a_folder() -> Server {
        Server::start_with_folder(folder()).await
    }

    /// Like [`Server::in_a_folder`], with a time that stands still until [`Server::pass`] advances it.
    pub(crate) async fn in_a_folder_with_manual_time() -> Server {
        Server::start_in(folder(), manual_time(), |config| config.cluster = None).await
    }

    /// A server on this folder, whatever database the other tests use.
    pub(crate) async fn start_with_folder(folder: TempDir) -> Server {
        Server::start_in(folder, TimeSource::default(), |config| config.cluster = None).await
    }

    /// A node of a cluster.
    pub(crate) async fn start_node(cluster: ClusterConfig) -> Server {
        Server::with(|config| config.cluster = Some(cluster)).await
    }

    /// Shuts down cleanly, and starts again on the same data.
    pub(crate) async fn restart(self) -> Server {
        self.restart_after(0).await
    }

    /// Shuts down cleanly, and starts again after a while. Needs manual time.
    pub(crate) async fn restart_after(self, millis: u64) -> Server {
        let time = self.time.clone();
        self.start_again(|| {
            time.advance(game::Duration::from_millis(millis));
            time
        })
        .await
    }

    /// Shuts down cleanly, and starts again with another clock.
    pub(crate) async fn restart_at(self, time: TimeSource) -> Server {
        self.start_again(|| time).await
    }

    async fn start_again(self, meanwhile: impl FnOnce() -> TimeSource) -> Server {
        let Server { real, folder, address, client, .. } = self;
        let config = Config { listen: ([127, 0, 0, 1], 0).into(), ..real.app.config.clone() };
        real.stop().await;
        let time = meanwhile();
        let real = Real::start(config, time.clone()).await.expect("it starts again");
        *address.write() = real.address;
        Server { real, folder, time, address, client }
    }

    pub(crate) async fn stop(self) {
        self.stop_and_keep().await;
    }

    /// Shuts down cleanly, and returns the data folder.
    pub(crate) async fn stop_and_keep(self) -> TempDir {
        self.real.stop().await;
        self.folder
    }

    pub(crate) fn app(&self) -> &App {
        &self.real.app
    }

    pub(crate) fn address(&self) -> SocketAddr {
        self.real.address
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.real.address)
    }

    pub(crate) fn data(&self) -> &Path {
        self.folder.path()
    }

    /// The manual time of [`Server::with_manual_time`].
    pub(crate) fn time(&self) -> &TimeSource {
        &self.time
    }

    /// Advances the manual time in small steps, because a jump of more than three seconds counts as an outage.
    pub(crate) fn pass(&self, millis: u64) {
        let mut left = millis;
        while left > 0 {
            let step = left.min(2_000);
            self.time.advance(game::Duration::from_millis(step));
            self.app().rooms.note_awake();
            left -= step;
        }
    }

    /// A bare TCP connection.
    pub(crate) async fn raw(&self) -> TcpStream {
        TcpStream::connect(self.address()).await.expect("the server listens")
    }

    /// A visitor who opens the page for the first time.
    pub(crate) async fn guest(&self) -> Visitor {
        Visitor::new(self.client.clone(), Arc::clone(&self.address)).await
    }

    /// A visitor who opens the page for the first time, from this loopback address (127.x.y.z).
    pub(crate) async fn guest_at(&self, address: [u8; 4]) -> Visitor {
        let client = Client::builder().local_address(IpAddr::from(address)).build();
        Visitor::new(client.expect("a client"), Arc::clone(&self.address)).await
    }

    /// An arbiter with the account "Judge".
    pub(crate) async fn arbiter(&self) -> Visitor {
        let mut judge = self.guest().await;
        judge.become_account("/app/register", "Judge").await;
        let roles = Roles { arbiter: true, admin: false };
        admin::set_roles(&self.app().store, "judge", roles).await.expect("there is such an account");
        judge
    }

    /// A game between two guests; the first has White.
    pub(crate) async fn game(&self, settings: Value) -> (Visitor, Visitor, String) {
        let (white, black) = (self.guest().await, self.guest().await);
        let id = white.challenge(settings).await;
        let (status, answer) = black.post(&format!("/app/challenges/{id}/accept"), json!({})).await;
        assert!(status.is_success(), "{answer}");
        (white, black, id)
    }

    /// Waits until a finished game is in the archive, which happens shortly after its end.
    pub(crate) async fn archived(&self, game: &str) {
        let id = game.parse().expect("a game's name");
        let store = &self.app().store;
        eventually(async || store.archived(id).await.expect("a store that answers").is_some()).await;
    }

    /// Creates an account as the command line does, and returns its token.
    pub(crate) async fn add_user(&self, name: &str, is_bot: bool) -> String {
        let token = admin::add(&self.app().store, name, is_bot, Roles::NONE).await;
        token.expect("a new account").reveal().into()
    }

    /// Creates another token for an account.
    pub(crate) async fn add_token(&self, name: &str, scopes: &str) -> String {
        let scopes = Scopes::parse(scopes).expect("scopes");
        let token = admin::token(&self.app().store, name, Some(scopes)).await;
        token.expect("an account").reveal().into()
    }

    /// Makes a backup, which checks every game, and returns the number of games.
    pub(crate) fn back_up(&self) -> usize {
        let to = folder();
        tabiya_server::backup::backup(self.data(), &to.path().join("copy")).expect("all is well")
    }

    /// Offers a rematch, as the page does.
    pub(crate) async fn offer_rematch(&self, game: &str, player: &str) {
        let rooms = &self.app().rooms;
        let room = rooms.find(game.parse().expect("an id")).await.expect("an answer").expect("a game");
        let actor = Actor::Player(PlayerId::account(player));
        rooms.act(&room, actor, Command::plain(PlayerAction::Rematch)).await.expect("it is over");
    }
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

/// A time that stands still, later than all test data.
pub(crate) fn manual_time() -> TimeSource {
    TimeSource::manual(Timestamp::from_millis(1_900_000_000_000))
}
