//! `tabiya user`: manages accounts from the command line, whether the server is running or not.

use clap::Subcommand;
use server::identity::roles::Roles;
use server::identity::scopes::{ParseScopeError, Scopes};
use server::people::accounts::Account;
use server::people::admin;
use server::store::Store;
use std::io::{self, BufRead, Write};
use std::path::PathBuf;
use std::process::ExitCode;

/// Create and list accounts, set passwords and roles, issue tokens
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
    /// Data folder of the server
    #[arg(long, value_name = "DIR", default_value = "tabiya-data", global = true)]
    data: PathBuf,
    /// PostgreSQL database of the nodes, instead of a folder
    #[arg(long, value_name = "URL", global = true)]
    database: Option<String>,
}

#[derive(Subcommand)]
enum Command {
    /// Create an account and print its first personal token
    Add {
        /// The name: letters, digits, _ and -
        name: String,
        /// The account belongs to a program
        #[arg(long)]
        bot: bool,
        /// Allow administration of the server
        #[arg(long)]
        admin: bool,
        /// Allow stopping and setting clocks and declaring games lost
        #[arg(long)]
        arbiter: bool,
    },
    /// Print a new personal token of an account
    Token {
        /// The account's name
        name: String,
        /// Comma-separated scopes: challenge:read, challenge:write, board:play, bot:play, preference:read,
        /// preference:write, challenge:bulk, admin
        #[arg(long, value_parser = scopes)]
        scopes: Option<Scopes>,
    },
    /// Set the password of an account, and end all its sessions
    ///
    /// Without --stdin the password is a random one, which is printed.
    Password {
        /// The account's name
        name: String,
        /// Read the password from the first line of the input, and print nothing
        #[arg(long)]
        stdin: bool,
    },
    /// Replace the roles of an account with the given ones
    Roles {
        /// The account's name
        name: String,
        /// Allow administration of the server
        #[arg(long)]
        admin: bool,
        /// Allow stopping and setting clocks and declaring games lost
        #[arg(long)]
        arbiter: bool,
    },
    /// Print a link that logs the account in; put the server's address before it
    Link {
        /// The account's name
        name: String,
        /// The link works once only
        #[arg(long)]
        once: bool,
        /// For how many days the link works
        #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=366))]
        days: u32,
    },
    /// Print all accounts, one per line
    List,
}

fn scopes(text: &str) -> Result<Scopes, ParseScopeError> {
    Scopes::parse(text)
}

pub(crate) fn run(args: Args) -> io::Result<ExitCode> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let done = runtime.block_on(async {
        let store = match &args.database {
            Some(url) => Store::connect_for_cli(url).await,
            None => Store::open_for_cli(&args.data),
        };
        let store = store.map_err(io::Error::other)?;
        let answer = answer(&store, args.command).await;
        store.close().await;
        answer
    });
    io::stdout().write_all(done?.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

async fn answer(store: &Store, command: Command) -> io::Result<String> {
    Ok(match command {
        Command::Add { name, bot, admin, arbiter } => {
            let token =
                admin::add(store, &name, bot, Roles { admin, arbiter }).await.map_err(io::Error::other)?;
            if !bot && (admin || arbiter) {
                // The roles are used on the page, where a token does not log in.
                eprintln!("{name} has no password yet: set one with `tabiya user password {name}` to log in");
            }
            format!("{}\n", token.reveal())
        }
        Command::Password { name, stdin: false } => {
            format!("{}\n", admin::set_password(store, &name, None).await.map_err(io::Error::other)?)
        }
        Command::Password { name, stdin: true } => {
            let mut line = String::new();
            io::stdin().lock().read_line(&mut line)?;
            let password = line.trim_end_matches(['\n', '\r']).to_owned();
            admin::set_password(store, &name, Some(password)).await.map_err(io::Error::other)?;
            String::new()
        }
        Command::Token { name, scopes } => {
            let token = admin::token(store, &name, scopes).await.map_err(io::Error::other)?;
            format!("{}\n", token.reveal())
        }
        Command::Link { name, once, days } => {
            format!("{}\n", admin::link(store, &name, once, days).await.map_err(io::Error::other)?)
        }
        Command::Roles { name, admin, arbiter } => {
            admin::set_roles(store, &name, Roles { admin, arbiter }).await.map_err(io::Error::other)?;
            String::new()
        }
        Command::List => admin::list(store).await.map_err(io::Error::other)?.iter().map(line).collect(),
    })
}

/// The name of an account, with its roles and state.
fn line(account: &Account) -> String {
    let mut words = vec![account.name.as_str()];
    words.extend(account.title.as_deref());
    for role in account.roles.list() {
        words.push(role.as_str());
    }
    format!("{}\n", words.join("\t"))
}
