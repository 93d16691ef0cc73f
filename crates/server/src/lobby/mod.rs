//! The lobby: challenges and seeks, with which players find each other.

pub(crate) mod begin;
pub(crate) mod challenge;
pub(crate) mod challenges;
pub(crate) mod expiry;
pub(crate) mod matchmaking;
mod nodes;
pub(crate) mod seeks;
pub(crate) mod terms;

use crate::clock::Clock;
use crate::limits::Limits;
use crate::rooms::Rooms;
use crate::rooms::inbox::Inboxes;
use crate::settings::Settings;
use crate::store::{Store, StoreError};
use challenge::Challenge;
use challenges::Challenges;
use std::sync::Arc;
use wire::live::Seek;

/// All games that have not started yet.
#[derive(Clone)]
pub(crate) struct Lobby {
    /// The challenges; those open to anybody are the seeks.
    pub(crate) challenges: Challenges,
    store: Store,
    clock: Arc<Clock>,
    rooms: Rooms,
    inboxes: Inboxes,
    limits: Arc<Limits>,
    settings: Settings,
}

impl Lobby {
    /// Restores the lobby from the store.
    pub(crate) async fn restore(
        store: Store,
        clock: Arc<Clock>,
        rooms: Rooms,
        inboxes: Inboxes,
        limits: Arc<Limits>,
        settings: Settings,
    ) -> Result<Lobby, StoreError> {
        let challenges = Challenges::default();
        // Challenges that this version cannot read (a newer one wrote them) are left out.
        for challenge in store.challenges().await?.into_iter().filter_map(Challenge::from_record) {
            // The limits were checked when the challenge was created.
            let _ = challenges.add(challenge);
        }
        Ok(Lobby { challenges, store, clock, rooms, inboxes, limits, settings })
    }

    /// The open seeks, oldest first.
    pub(crate) fn seeks(&self) -> Vec<Seek> {
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
