//! Real names of players: visible to everybody if the server's settings allow it, and otherwise to admins.

use super::staff::member;
use crate::app::App;
use crate::http::error::PageError;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use std::collections::{BTreeMap, HashMap};

/// Real names by account name, as far as the requester may see them.
#[derive(Clone, Debug, Default)]
pub(crate) struct RealNames(HashMap<String, String>);

impl RealNames {
    pub(crate) fn of(&self, account: &str) -> Option<&str> {
        self.0.get(account).map(String::as_str)
    }

    /// The account with this real name, if there is exactly one.
    pub(crate) fn account_of(&self, real_name: &str) -> Option<&str> {
        let is_it = |(_, known): &(&String, &String)| known.to_lowercase() == real_name.to_lowercase();
        let mut found = self.0.iter().filter(is_it);
        let (account, _) = found.next()?;
        found.next().is_none().then_some(account.as_str())
    }

    /// The real names of these accounts.
    pub(crate) fn of_all<'a>(&self, accounts: impl Iterator<Item = &'a str>) -> BTreeMap<String, String> {
        accounts.filter_map(|name| Some((name.to_owned(), self.of(name)?.to_owned()))).collect()
    }
}

impl FromRequestParts<App> for RealNames {
    type Rejection = PageError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<RealNames, PageError> {
        let may =
            app.settings.get().real_names || member(parts, app).await.is_ok_and(|(_, roles)| roles.admin);
        if !may {
            return Ok(RealNames::default());
        }
        let accounts = app.store.accounts().await?;
        let named = accounts.into_iter().filter_map(|account| Some((account.name, account.real_name?)));
        Ok(RealNames(named.collect()))
    }
}
