//! Guests who open an account while they play: the account takes over their seats.

use super::cluster::Notice;
use super::{Room, Rooms};
use crate::ids::PlayerId;
use crate::store::ArchivedGame;
use crate::store::StoreError;
use std::collections::{HashMap, HashSet};
use wire::stored::BadRow;

impl Rooms {
    /// Hands a guest's games over to an account, including a game that is just being created.
    pub fn hand_over(&self, guest: &PlayerId, account: &PlayerId) {
        self.hand_over_here(guest, account);
        self.send_notice(Notice::Successor { guest: guest.to_string(), account: account.to_string() });
    }

    /// Like `hand_over`, only in the rooms of this node.
    pub(super) fn hand_over_here(&self, guest: &PlayerId, account: &PlayerId) {
        if self.shared().is_some() {
            for room in self.all() {
                if room.color_of(guest).is_some() {
                    room.hand_over(guest, account);
                }
            }
            return;
        }
        let mut playing = self.0.playing.lock();
        self.0.successors.lock().insert(guest.clone(), account.clone());
        for id in playing.remove(guest).unwrap_or_default() {
            let handed_over = self.get(id).is_some_and(|room| room.hand_over(guest, account));
            let owner = if handed_over { account } else { guest };
            playing.entry(owner.clone()).or_default().insert(id);
        }
    }

    /// Loads which guests of these games have opened an account.
    pub(super) async fn recall_successors(&self, rooms: &[Room]) -> Result<(), StoreError> {
        let guests: HashSet<_> = rooms.iter().flat_map(Room::guests).collect();
        let found = self.store().successors(guests).await?;
        self.0.successors.lock().extend(found);
        Ok(())
    }

    /// Gives the seats of guests in a game to the accounts that they have opened.
    pub(super) async fn seat_successors(&self, room: &Room) -> Result<(), StoreError> {
        for guest in room.guests() {
            if let Some(account) = self.store().successor(&guest).await? {
                room.hand_over(&guest, &account);
            }
        }
        Ok(())
    }
}

impl Room {
    /// A room for an archived game, without its chat.
    pub fn of_archive(game: &ArchivedGame) -> Result<Room, BadRow> {
        let room = Room::restore(game.id, &game.rows)?;
        for (guest, now) in room.players_of(&game.white, &game.black) {
            room.hand_over(&guest, &now);
        }
        Ok(room)
    }

    /// The guests of the game with the accounts that they have opened.
    fn players_of(&self, white: &str, black: &str) -> Vec<(PlayerId, PlayerId)> {
        let players = self.players.read();
        let seats = [(&players.white, white), (&players.black, black)];
        let guests =
            seats.into_iter().filter_map(|(player, now)| Some((player.clone()?, PlayerId::stored(now))));
        guests.filter(|(player, now)| player.is_guest() && player != now).collect()
    }

    fn guests(&self) -> impl Iterator<Item = PlayerId> {
        let players = self.players.read().clone();
        [players.white, players.black].into_iter().flatten().filter(PlayerId::is_guest)
    }

    /// Gives each guest's seat to the account that the guest has opened.
    pub(super) fn seat_known(&self, successors: &HashMap<PlayerId, PlayerId>) {
        for guest in self.guests() {
            if let Some(account) = successors.get(&guest) {
                self.hand_over(&guest, account);
            }
        }
    }

    /// Gives a guest's seat to an account, unless the account already plays in this game. Returns whether it did.
    fn hand_over(&self, guest: &PlayerId, account: &PlayerId) -> bool {
        let players = &mut *self.players.write();
        if [&players.white, &players.black].into_iter().flatten().any(|player| player == account) {
            return false;
        }
        for seat in [&mut players.white, &mut players.black] {
            if seat.as_ref() == Some(guest) {
                *seat = Some(account.clone());
            }
        }
        true
    }
}
