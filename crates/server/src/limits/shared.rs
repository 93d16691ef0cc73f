//! Limits that all nodes share, because an attacker could otherwise try again on each node: wrong passwords, new
//! accounts and challenges per day. The buckets are in the database if several nodes share one, and in memory
//! otherwise.

use super::{Limits, Rule, TooMany};
use crate::store::{SharedStore, StoreError};
use sha2::{Digest, Sha256};

#[derive(Debug, thiserror::Error)]
pub(crate) enum LimitError {
    #[error(transparent)]
    TooMany(#[from] TooMany),
    /// The database that holds the shared buckets failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A password attempt in progress.
#[must_use = "the attempt of a correct password must be put back"]
pub(crate) struct PasswordAttempt<'l> {
    limits: &'l Limits,
    shared: Option<&'l SharedStore>,
    address: String,
    pair: String,
}

impl Limits {
    /// Counts one request of an address or player on all nodes; an error if the limit is reached.
    pub(crate) async fn check_everywhere(
        &self,
        shared: Option<&SharedStore>,
        rule: Rule,
        who: &str,
    ) -> Result<(), LimitError> {
        let (Some(shared), Some(buckets)) = (shared, &self.buckets[rule as usize]) else {
            return Ok(self.check(rule, who)?);
        };
        let taken = shared.take_token(&key(rule, who), buckets.quota.each(), buckets.quota.period).await?;
        Ok(taken.map_err(|wait| self.refuse(rule, wait))?)
    }

    /// Counts a password attempt for a name from an address. It counts as wrong until it turns out to be right, so
    /// many parallel attempts cannot get around the limit.
    pub(crate) async fn try_password<'l>(
        &'l self,
        shared: Option<&'l SharedStore>,
        address: &str,
        name: &str,
    ) -> Result<PasswordAttempt<'l>, LimitError> {
        let pair = format!("{address} {name}");
        self.check_everywhere(shared, Rule::Password, &pair).await?;
        if let Err(error) = self.check_everywhere(shared, Rule::Login, address).await {
            self.put_back_everywhere(shared, Rule::Password, &pair).await;
            return Err(error);
        }
        Ok(PasswordAttempt { limits: self, shared, address: address.to_owned(), pair })
    }

    async fn put_back_everywhere(&self, shared: Option<&SharedStore>, rule: Rule, who: &str) {
        let (Some(shared), Some(buckets)) = (shared, &self.buckets[rule as usize]) else {
            return self.put_back(rule, who);
        };
        if let Err(error) = shared.put_token_back(&key(rule, who), buckets.quota.each()).await {
            tracing::warn!(%error, rule = rule.name(), "a correct password still counts as a wrong one");
        }
    }
}

impl PasswordAttempt<'_> {
    /// The password was right, or was never checked: the attempt does not count.
    pub(crate) async fn put_back(self) {
        self.limits.put_back_everywhere(self.shared, Rule::Login, &self.address).await;
        self.limits.put_back_everywhere(self.shared, Rule::Password, &self.pair).await;
    }
}

/// Hashed, so that the database stores no addresses.
fn key(rule: Rule, who: &str) -> [u8; 32] {
    Sha256::digest(format!("{} {who}", rule.name())).into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::LimitMode;
    use crate::metrics::Refusals;

    #[tokio::test]
    async fn only_wrong_passwords_count() {
        let limits = Limits::new(LimitMode::Standard, Refusals::default());
        let attempt = async |address: &str, name: &str| limits.try_password(None, address, name).await;
        for _ in 0..1000 {
            attempt("school", "anna").await.expect("the right one, again and again").put_back().await;
        }
        for _ in 0..10 {
            let _wrong = attempt("school", "anna").await.expect("one of ten");
        }
        let rule = async |address: &str, name: &str| match attempt(address, name).await {
            Err(LimitError::TooMany(refused)) => Some(refused.rule),
            _ => None,
        };
        assert_eq!(rule("school", "anna").await, Some(Rule::Password), "the eleventh");
        assert_eq!(rule("school", "bert").await, None, "another name at the same address");
        assert_eq!(rule("home", "anna").await, None, "the same name at another address");
        for number in 0..200 {
            let _wrong = attempt("school", &format!("name {number}")).await;
        }
        assert_eq!(rule("school", "carl").await, Some(Rule::Login));
    }
}
