//! A server of its own for a test: a free port, an empty folder.

use crate::nodes::postgres;
use std::net::SocketAddr;
use tabiya_server::identity::roles::Roles;
use tabiya_server::identity::scopes::Scopes;
use tabiya_server::ids::PlayerId;
use tabiya_server::people::admin;
use tabiya_server::rooms::{Actor, Command};
use tabiya_server::{Config, Server as Real};
use tempfile::TempDir;
use wire::PlayerAction;

/// A server that runs until it is dropped.
pub(crate) struct Server {
    real: Real,
    folder: TempDir,
}

impl Server {
    pub(crate) async fn start() -> Server {
        let folder = tempfile::tempdir().expect("a folder");
        let mut config = Config::new(([127, 0, 0, 1], 0).into(), folder.path().into());
        config.computer_threads = 1;
        postgres::configure(&mut config).await;
        let real = Real::start(config).await.expect("a server starts");
        Server { real, folder }
    }

    pub(crate) fn address(&self) -> SocketAddr {
        self.real.address
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.real.address)
    }

    /// Copies what is kept, game by game looked through: how many there are.
    pub(crate) fn back_up(&self) -> usize {
        let to = tempfile::tempdir().expect("a folder");
        tabiya_server::backup::backup(self.folder.path(), &to.path().join("copy")).expect("all is well")
    }

    /// Makes an account, as the command line does, and gives its token.
    pub(crate) async fn add_user(&self, name: &str, is_bot: bool) -> String {
        let token = admin::add(&self.real.app.store, name, is_bot, Roles::NONE).await;
        token.expect("a new account").reveal().into()
    }

    /// Another token of an account.
    pub(crate) async fn add_token(&self, name: &str, scopes: &str) -> String {
        let scopes = Scopes::parse(scopes).expect("scopes");
        let token = admin::token(&self.real.app.store, name, Some(scopes)).await;
        token.expect("an account").reveal().into()
    }

    /// A player offers another game, as the page does.
    pub(crate) async fn offer_rematch(&self, game: &str, player: &str) {
        let rooms = &self.real.app.rooms;
        let room = rooms.find(game.parse().expect("an id")).await.expect("an answer").expect("a game");
        let actor = Actor::Player(PlayerId::account(player));
        rooms.act(&room, actor, Command::plain(PlayerAction::Rematch)).await.expect("it is over");
    }
}
