//! How two players find each other.

pub mod begin;
pub mod challenge;
pub mod challenges;
pub mod expiry;
pub mod meeting;
pub mod seeks;
pub mod terms;

use crate::store::{Store, StoreError};
use challenges::Challenges;
use wire::live::Seek;

/// Everything about games that have not begun.
#[derive(Clone, Default)]
pub struct Lobby {
    /// The challenges; those to anybody are the seeks.
    pub challenges: Challenges,
}

impl Lobby {
    /// The lobby as it was when the server last ran.
    pub async fn restore(store: &Store) -> Result<Lobby, StoreError> {
        let lobby = Lobby::default();
        for challenge in store.challenges().await? {
            // They were allowed when they were made.
            let _ = lobby.challenges.add(challenge);
        }
        Ok(lobby)
    }

    /// The open offers to anybody, the oldest first.
    pub fn seeks(&self) -> Vec<Seek> {
        let open = self.challenges.open();
        let seeks = open.iter().filter(|challenge| challenge.is_seek());
        seeks
            .filter_map(|challenge| {
                let maker = challenge.challenger.as_ref()?;
                Some(Seek {
                    id: challenge.id.to_string(),
                    name: maker.name.clone(),
                    rating: challenge.rating,
                    game: challenge.game.clone(),
                })
            })
            .collect()
    }
}
