//! `tabiya user`: accounts, from the command line, while the server runs or not.

use clap::Subcommand;
use server::identity::roles::Roles;
use server::identity::scopes::{NoSuchScope, Scopes};
use server::people::accounts::Account;
use server::people::desk::{self, DeskError};
use server::store::Store;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

/// Accounts: made, listed, and given tokens for programs.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
    /// Where the server keeps everything
    #[arg(long, value_name = "DIR", default_value = "tabiya-data", global = true)]
    data: PathBuf,
}

#[derive(Subcommand)]
enum Command {
    /// Make an account, and print its first personal token
    Add {
        /// The name: letters, digits, _ and -
        name: String,
        /// It is a program's
        #[arg(long)]
        bot: bool,
        /// It may look after the server
        #[arg(long)]
        admin: bool,
        /// It may stop and correct clocks and declare games lost
        #[arg(long)]
        arbiter: bool,
    },
    /// Print a new personal token of an account
    Token {
        /// The account's name
        name: String,
        /// What it is for, with commas: challenge:read, challenge:write, board:play, bot:play
        #[arg(long, value_parser = scopes)]
        scopes: Option<Scopes>,
    },
    /// Say what an account may do beyond playing: what is given here, and no more
    Roles {
        /// The account's name
        name: String,
        /// It may look after the server
        #[arg(long)]
        admin: bool,
        /// It may stop and correct clocks and declare games lost
        #[arg(long)]
        arbiter: bool,
    },
    /// Print all accounts, one a line
    List,
}

fn scopes(text: &str) -> Result<Scopes, NoSuchScope> {
    Scopes::parse(text)
}

pub(crate) fn run(args: Args) -> io::Result<ExitCode> {
    let store = Store::open_beside(&args.data).map_err(io::Error::other)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let done = runtime.block_on(async {
        let answer = answer(&store, args.command).await;
        store.close().await;
        answer
    });
    match done {
        Ok(text) => {
            io::stdout().write_all(text.as_bytes())?;
            Ok(ExitCode::SUCCESS)
        }
        Err(error) => Err(io::Error::other(error)),
    }
}

async fn answer(store: &Store, command: Command) -> Result<String, DeskError> {
    Ok(match command {
        Command::Add { name, bot, admin, arbiter } => {
            let token = desk::add(store, &name, bot, Roles { admin, arbiter }).await?;
            format!("{}\n", token.reveal())
        }
        Command::Token { name, scopes } => {
            let token = desk::token(store, &name, scopes).await?;
            format!("{}\n", token.reveal())
        }
        Command::Roles { name, admin, arbiter } => {
            desk::set_roles(store, &name, Roles { admin, arbiter }).await?;
            String::new()
        }
        Command::List => desk::list(store).await?.iter().map(line).collect(),
    })
}

/// A name, and what is special about it.
fn line(account: &Account) -> String {
    let mut words = vec![account.name.as_str()];
    words.extend(account.title.as_deref());
    words.extend(account.roles.names());
    format!("{}\n", words.join("\t"))
}
