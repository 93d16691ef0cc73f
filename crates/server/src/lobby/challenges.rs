//! All challenges: the open ones, and those that ended recently.

use super::challenge::{Challenge, DeclineReason, Status, Target};
use super::seeks::meet;
use crate::identity::Person;
use crate::ids::{GameId, PlayerId};
use parking_lot::Mutex;
use rules::Color;
use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use tokio::sync::watch;

/// The most open challenges of one player.
pub(crate) const MAX_OPEN: usize = 20;
/// How many ended challenges are kept, for clients that ask for their outcome.
const MAX_ENDED: usize = 1000;

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum ChallengeError {
    #[error("there is no such challenge")]
    Unknown,
    /// The challenge is to, or by, somebody else.
    #[error("this challenge is for somebody else")]
    NotYours,
    /// Players cannot accept their own challenges.
    #[error("this is your own challenge")]
    Own,
    /// Somebody else accepted it first, or it was withdrawn.
    #[error("this challenge is no longer open")]
    Gone,
    #[error("you have {MAX_OPEN} open challenges: cancel one first")]
    TooMany,
}

#[derive(Clone, Default)]
pub(crate) struct Challenges(Arc<Mutex<ChallengeBook>>);

struct ChallengeBook {
    entries: HashMap<GameId, Entry>,
    /// The ended ones, oldest first.
    ended: VecDeque<GameId>,
    /// A version number that changes whenever the list of seeks does.
    lobby: watch::Sender<u64>,
}

struct Entry {
    challenge: Arc<Challenge>,
    status: watch::Sender<Status>,
    /// Somebody is accepting it right now.
    taken: bool,
}

impl Default for ChallengeBook {
    fn default() -> ChallengeBook {
        ChallengeBook { entries: HashMap::new(), ended: VecDeque::new(), lobby: watch::Sender::new(0) }
    }
}

impl ChallengeBook {
    fn open(&self) -> impl Iterator<Item = &Entry> {
        self.entries.values().filter(|entry| !entry.taken && *entry.status.borrow() == Status::Created)
    }

    fn open_entry(&mut self, id: GameId) -> Result<&mut Entry, ChallengeError> {
        let entry = self.entries.get_mut(&id).ok_or(ChallengeError::Unknown)?;
        let is_open = !entry.taken && *entry.status.borrow() == Status::Created;
        if is_open { Ok(entry) } else { Err(ChallengeError::Gone) }
    }

    fn end(&mut self, id: GameId, status: Status) {
        let Some(entry) = self.entries.get_mut(&id) else { return };
        entry.taken = false;
        entry.status.send_replace(status);
        let is_seek = entry.challenge.is_seek();
        self.ended.push_back(id);
        if self.ended.len() > MAX_ENDED
            && let Some(oldest) = self.ended.pop_front()
        {
            self.entries.remove(&oldest);
        }
        self.lobby_changed(is_seek);
    }

    fn lobby_changed(&self, is_seek: bool) {
        if is_seek {
            self.lobby.send_modify(|version| *version += 1);
        }
    }
}

/// Which of two players has followed a third party's link.
pub(crate) enum LinkFollower {
    /// The first: the challenge is now theirs and waits for the other.
    First(Arc<Challenge>),
    /// The second: the game can start.
    Second,
}

/// A challenge that somebody is accepting. If it is dropped without [`accepted`](Acceptance::accepted), the challenge
/// is open again.
pub(crate) struct Acceptance {
    challenges: Challenges,
    pub(crate) challenge: Arc<Challenge>,
    done: bool,
}

impl Acceptance {
    /// The game has started; the challenger has this colour.
    pub(crate) fn accepted(mut self, challengers: Color) {
        self.done = true;
        let mut table = self.challenges.0.lock();
        if let Some(entry) = table.entries.get_mut(&self.challenge.id) {
            let settled =
                Challenge { challenger_color: Some(challengers), ..Challenge::clone(&entry.challenge) };
            entry.challenge = Arc::new(settled);
        }
        table.end(self.challenge.id, Status::Accepted);
    }
}

impl Drop for Acceptance {
    fn drop(&mut self) {
        if !self.done
            && let Some(entry) = self.challenges.0.lock().entries.get_mut(&self.challenge.id)
        {
            entry.taken = false;
        }
    }
}

impl Challenges {
    /// Adds a challenge; the receiver reports its outcome.
    pub(crate) fn add(&self, challenge: Challenge) -> Result<watch::Receiver<Status>, ChallengeError> {
        let mut table = self.0.lock();
        let is_own = |entry: &&Entry| {
            challenge.challenger.as_ref().is_some_and(|challenger| entry.challenge.is_by(&challenger.id))
        };
        if table.open().filter(is_own).count() >= MAX_OPEN {
            return Err(ChallengeError::TooMany);
        }
        let (status, outcome) = watch::channel(Status::Created);
        let is_seek = challenge.is_seek();
        let entry = Entry { challenge: Arc::new(challenge), status, taken: false };
        table.entries.insert(entry.challenge.id, entry);
        table.lobby_changed(is_seek);
        Ok(outcome)
    }

    /// Merges a challenge of another node that is new, has changed or was answered.
    pub(super) fn merge(&self, challenge: Challenge, status: Status) {
        let mut table = self.0.lock();
        let (id, is_seek) = (challenge.id, challenge.is_seek());
        let is_new = !table.entries.contains_key(&id);
        let entry = table.entries.entry(id).or_insert_with(|| Entry {
            challenge: Arc::new(challenge.clone()),
            status: watch::channel(Status::Created).0,
            taken: false,
        });
        if *entry.status.borrow() != Status::Created {
            return;
        }
        let is_changed = is_new || entry.challenge.challenger != challenge.challenger;
        if is_changed {
            entry.challenge = Arc::new(challenge);
        }
        match status {
            Status::Created if is_changed => table.lobby_changed(is_seek),
            Status::Created => {}
            // If it is being accepted on this node, the acceptance sets the outcome.
            ended if !entry.taken => table.end(id, ended),
            _ => {}
        }
    }

    /// A challenge and its status, even if it ended recently.
    pub(crate) fn get(&self, id: GameId) -> Option<(Arc<Challenge>, Status)> {
        let table = self.0.lock();
        table.entries.get(&id).map(|entry| (entry.challenge.clone(), *entry.status.borrow()))
    }

    /// The open challenges, oldest first.
    pub(crate) fn open(&self) -> Vec<Arc<Challenge>> {
        let mut open: Vec<_> = self.0.lock().open().map(|entry| entry.challenge.clone()).collect();
        open.sort_by_key(|challenge| (challenge.created, challenge.id));
        open
    }

    /// The open challenges to or by a player, oldest first.
    pub(crate) fn of(&self, player: &PlayerId) -> Vec<Arc<Challenge>> {
        let mut open = self.open();
        open.retain(|challenge| challenge.is_by(player) || challenge.is_to(player));
        open
    }

    /// Starts accepting a challenge: nobody else can while the returned value is held.
    pub(crate) fn take(&self, id: GameId, by: &Person) -> Result<Acceptance, ChallengeError> {
        let mut table = self.0.lock();
        let entry = table.open_entry(id)?;
        let challenge = entry.challenge.clone();
        if challenge.is_by(&by.id) {
            return Err(ChallengeError::Own);
        }
        let may_accept = match &challenge.target {
            Target::Player(target) => target.id == by.id,
            Target::Link(only) => only.is_empty() || only.contains(&by.id),
            Target::Lobby(_) => true,
        };
        if !may_accept {
            return Err(ChallengeError::NotYours);
        }
        entry.taken = true;
        Ok(Acceptance { challenges: self.clone(), challenge, done: false })
    }

    /// Takes a seek and the oldest one that matches it, both or neither.
    pub(crate) fn take_pair(&self, own: GameId) -> Option<(Acceptance, Acceptance)> {
        let mut table = self.0.lock();
        let own = table.open_entry(own).ok()?.challenge.clone();
        let matching = table.open().filter(|entry| meet(&own, &entry.challenge));
        let oldest = matching.min_by_key(|entry| (entry.challenge.created, entry.challenge.id));
        let other = oldest?.challenge.clone();
        for id in [own.id, other.id] {
            table.entries.get_mut(&id)?.taken = true;
        }
        let taken = |challenge| Acceptance { challenges: self.clone(), challenge, done: false };
        Some((taken(own), taken(other)))
    }

    /// Seats the first of two players who follow a third party's link.
    pub(crate) fn sit_down(
        &self,
        id: GameId,
        person: &Person,
        color: Option<Color>,
    ) -> Result<LinkFollower, ChallengeError> {
        let mut table = self.0.lock();
        let entry = table.open_entry(id)?;
        let Target::Link(only) = &entry.challenge.target else { return Ok(LinkFollower::Second) };
        if entry.challenge.challenger.is_some() {
            return Ok(LinkFollower::Second);
        }
        if !only.is_empty() && !only.contains(&person.id) {
            return Err(ChallengeError::NotYours);
        }
        let mut challenge = Challenge::clone(&entry.challenge);
        challenge.challenger = Some(person.clone());
        challenge.challenger_color = color.or(challenge.challenger_color);
        entry.challenge = Arc::new(challenge);
        Ok(LinkFollower::First(entry.challenge.clone()))
    }

    /// The challenger withdraws it.
    pub(crate) fn cancel(&self, id: GameId, by: &PlayerId) -> Result<Arc<Challenge>, ChallengeError> {
        self.answer(id, Status::Canceled, |challenge| challenge.is_by(by))
    }

    /// Ends a challenge that has expired.
    pub(crate) fn expire(&self, id: GameId) -> Result<Arc<Challenge>, ChallengeError> {
        self.answer(id, Status::Canceled, |_| true)
    }

    /// The challenged player declines.
    pub(crate) fn decline(
        &self,
        id: GameId,
        by: &PlayerId,
        why: DeclineReason,
    ) -> Result<Arc<Challenge>, ChallengeError> {
        self.answer(id, Status::Declined(why), |challenge| challenge.is_to(by))
    }

    fn answer(
        &self,
        id: GameId,
        status: Status,
        may: impl Fn(&Challenge) -> bool,
    ) -> Result<Arc<Challenge>, ChallengeError> {
        let mut table = self.0.lock();
        let challenge = table.open_entry(id)?.challenge.clone();
        if !may(&challenge) {
            return Err(ChallengeError::NotYours);
        }
        table.end(id, status);
        Ok(challenge)
    }

    /// Transfers a guest's open challenges to an account. Returns those that are to the account itself.
    pub(crate) fn hand_over(&self, guest: &PlayerId, account: &Person) -> Vec<GameId> {
        let mut table = self.0.lock();
        let mut own = Vec::new();
        let mut seeks = false;
        for entry in table.entries.values_mut() {
            if entry.challenge.is_by(guest) && *entry.status.borrow() == Status::Created {
                let challenge =
                    Challenge { challenger: Some(account.clone()), ..Challenge::clone(&entry.challenge) };
                seeks |= challenge.is_seek();
                own.extend(challenge.is_to(&account.id).then_some(challenge.id));
                entry.challenge = Arc::new(challenge);
            }
        }
        table.lobby_changed(seeks);
        own
    }

    /// A version number that changes whenever the list of seeks does.
    pub(crate) fn lobby(&self) -> watch::Receiver<u64> {
        self.0.lock().lobby.subscribe()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lobby::challenge::RatingRange;
    use game::Timestamp;

    fn person(name: &str) -> Person {
        Person { id: PlayerId::account(name), name: name.into(), title: None }
    }

    fn challenge(by: &str, target: Target, game: &str) -> Challenge {
        Challenge {
            id: GameId::random(),
            created: Timestamp::ZERO,
            challenger: Some(person(by)),
            rating: None,
            target,
            game: serde_json::from_str(game).expect("a game"),
            challenger_color: Some(Color::White),
        }
    }

    const LINK: &str = r#"{"opponent":{"link":{}},"time":"180+2"}"#;

    #[test]
    fn the_first_one_wins() {
        let challenges = Challenges::default();
        let link = challenge("ann", Target::Link(Vec::new()), LINK);
        let id = link.id;
        let outcome = challenges.add(link).expect("room for it");
        assert_eq!(challenges.take(id, &person("ann")).err(), Some(ChallengeError::Own));
        let taken = challenges.take(id, &person("ben")).expect("the first");
        assert_eq!(challenges.take(id, &person("cid")).err(), Some(ChallengeError::Gone));
        drop(taken); // the game could not be started
        challenges.take(id, &person("cid")).expect("it is open again").accepted(Color::Black);
        assert_eq!(*outcome.borrow(), Status::Accepted);
        assert_eq!(challenges.cancel(id, &PlayerId::account("ann")).err(), Some(ChallengeError::Gone));
        assert!(challenges.open().is_empty());
        assert_eq!(challenges.get(id).map(|(_, status)| status), Some(Status::Accepted));
    }

    #[test]
    fn only_the_players_concerned_may_answer() {
        let challenges = Challenges::default();
        let to_ben = challenge("ann", Target::Player(person("ben")), LINK);
        let id = to_ben.id;
        challenges.add(to_ben).expect("room for it");
        let cid = PlayerId::account("cid");
        assert_eq!(challenges.take(id, &person("cid")).err(), Some(ChallengeError::NotYours));
        assert_eq!(challenges.decline(id, &cid, DeclineReason::Later).err(), Some(ChallengeError::NotYours));
        assert_eq!(challenges.cancel(id, &cid).err(), Some(ChallengeError::NotYours));
        assert_eq!(challenges.cancel(GameId::random(), &cid).err(), Some(ChallengeError::Unknown));
        assert!(challenges.decline(id, &PlayerId::account("ben"), DeclineReason::Later).is_ok());
        assert_eq!(
            challenges.get(id).map(|(_, status)| status),
            Some(Status::Declined(DeclineReason::Later))
        );
    }

    #[test]
    fn two_players_follow_a_third_partys_link() {
        let challenges = Challenges::default();
        let link = Challenge { challenger: None, ..challenge("ann", Target::Link(Vec::new()), LINK) };
        let id = link.id;
        challenges.add(link).expect("room for it");
        let first = challenges.sit_down(id, &person("ben"), Some(Color::Black)).expect("it is open");
        let LinkFollower::First(waiting) = first else { panic!("nobody was here before") };
        assert_eq!(
            (waiting.is_by(&PlayerId::account("ben")), waiting.challenger_color),
            (true, Some(Color::Black))
        );
        assert_eq!(challenges.take(id, &person("ben")).err(), Some(ChallengeError::Own));
        assert!(matches!(challenges.sit_down(id, &person("cid"), None), Ok(LinkFollower::Second)));
        assert!(challenges.take(id, &person("cid")).is_ok());
    }

    #[test]
    fn open_challenges_are_limited() {
        let challenges = Challenges::default();
        for _ in 0..MAX_OPEN {
            challenges.add(challenge("ann", Target::Link(Vec::new()), LINK)).expect("room for it");
        }
        let one_more = challenges.add(challenge("ann", Target::Link(Vec::new()), LINK));
        assert_eq!(one_more.err(), Some(ChallengeError::TooMany));
        assert!(challenges.add(challenge("ben", Target::Link(Vec::new()), LINK)).is_ok());
    }

    #[test]
    fn seeks_for_the_same_game_match() {
        let seek = |by, time: &str, color: &str, range| {
            let game = format!(r#"{{"opponent":{{"lobby":{{}}}},"time":"{time}","color":"{color}"}}"#);
            challenge(by, Target::Lobby(range), &game)
        };
        let strong = RatingRange { lowest: 1800, highest: 3000 };
        for (other, rating, expected) in [
            (seek("ben", "180+2", "random", RatingRange::ALL), None, true),
            (seek("ben", "180+2", "black", RatingRange::ALL), None, true),
            (seek("ben", "180+2", "white", RatingRange::ALL), None, false),
            (seek("ben", "180", "random", RatingRange::ALL), None, false),
            (seek("ann", "180+2", "random", RatingRange::ALL), None, false),
            (seek("ben", "180+2", "random", strong), None, false),
            (seek("ben", "180+2", "random", strong), Some(1700), false),
            (seek("ben", "180+2", "random", strong), Some(1900), true),
        ] {
            let challenges = Challenges::default();
            let mut lobby = challenges.lobby();
            challenges.add(other).expect("room for it");
            assert!(lobby.has_changed().expect("the lobby is there"));
            let own = Challenge { rating, ..seek("ann", "180+2", "white", RatingRange::ALL) };
            let id = own.id;
            challenges.add(own).expect("room for it");
            lobby.mark_unchanged();
            let met = challenges.take_pair(id);
            assert_eq!(met.is_some(), expected, "{:?}", challenges.open());
            if let Some((own, other)) = met {
                own.accepted(Color::White);
                other.accepted(Color::Black);
                assert!(lobby.has_changed().expect("the lobby is there") && challenges.open().is_empty());
            }
        }
    }
}
