//! Every method of the store gives the same answers on SQLite and PostgreSQL.

use super::postgres;
use game::Timestamp;
use std::collections::HashSet;
use std::fmt::Debug;
use std::sync::Arc;
use tabiya_server::identity::Person;
use tabiya_server::identity::name::UserName;
use tabiya_server::identity::roles::Roles;
use tabiya_server::identity::scopes::Scopes;
use tabiya_server::ids::{GameId, PlayerId};
use tabiya_server::store::{
    AccountStatus, Append, ChallengeRecord, EntryKind, EntryLink, FinishedGame, GameQuery, LogKind,
    NewAccount, NewGameRecord, PlayerGamesQuery, Record, Store, TargetRecord, Token, random_token,
};
use wire::Side;
use wire::live::{ChatLine, ChatRoom};

fn at(seconds: u64) -> Timestamp {
    Timestamp::from_millis(seconds * 1000)
}

fn game(name: &str) -> GameId {
    name.parse().expect("eight letters")
}

fn player(name: &str) -> PlayerId {
    PlayerId::account(name)
}

/// The answers as text, in the order of the calls.
#[derive(Default)]
struct Answers(Vec<String>);

impl Answers {
    fn note(&mut self, what: &str, answer: impl Debug) {
        self.0.push(format!("{what}: {answer:?}"));
    }
}

/// Plays a game of three rows to its end.
async fn play(store: &Store, finished: FinishedGame) {
    let id = finished.game;
    let mut after = 0;
    for seq in 1..=3 {
        let token = random_token();
        let row = Append {
            game: id,
            seq,
            at: at(seq),
            command: Some(format!("c{seq}")),
            payload: format!("row {seq}"),
            after,
            token,
        };
        match store.shared().filter(|_| seq == 1) {
            Some(shared) => {
                let (white, black) = (Some(player(&finished.white)), Some(player(&finished.black)));
                let new = NewGameRecord {
                    row,
                    white,
                    black,
                    check_at: at(100),
                    strength: 0,
                    challenges: Vec::new(),
                };
                shared.begin(new).await.expect("it begins");
            }
            None => store.append(row).await.expect("it is appended"),
        }
        after = token;
    }
    store.archive(finished.clone()).await.expect("it is archived");
    store.archive(finished).await.expect("twice is once");
}

fn finished(id: &str, white: &str, black: &str, result: &str, ended: u64) -> FinishedGame {
    FinishedGame {
        game: game(id),
        began: at(ended - 10),
        ended: at(ended),
        white: white.into(),
        black: black.into(),
        result: result.into(),
        reason: "resignation".into(),
        variant: "standard",
        time: "180+2".into(),
        rated: true,
        plies: 2,
        opening: "e2e4 e7e5".into(),
    }
}

/// Calls every method of the store in a fixed order.
async fn script(store: &Store) -> Vec<String> {
    let mut answers = Answers::default();
    people(store, &mut answers).await;
    games(store, &mut answers).await;
    lobby(store, &mut answers).await;
    club(store, &mut answers).await;
    logs(store, &mut answers).await;
    answers.0
}

async fn people(store: &Store, answers: &mut Answers) {
    for name in ["Anna", "Bobby"] {
        let new = NewAccount {
            name: UserName::parse(name).expect("a good name"),
            password: Some("$argon2id$v=19$x".into()),
            title: (name == "Bobby").then_some("BOT"),
            roles: Roles::NONE,
        };
        answers.note("add", store.add_account(new.clone(), at(1)).await.expect("an answer"));
        answers.note("add again", store.add_account(new, at(2)).await.expect("an answer"));
    }
    let (anna, nobody) = (player("anna"), player("nobody"));
    answers.note("account", store.account(&anna).await.expect("an answer"));
    answers.note("no account", store.account(&nobody).await.expect("an answer"));
    answers.note(
        "roles",
        store.set_roles(&anna, Roles { admin: true, arbiter: true }).await.expect("an answer"),
    );
    answers.note("no roles", store.set_roles(&nobody, Roles::NONE).await.expect("an answer"));
    answers.note("password", store.password(&anna).await.expect("an answer"));
    answers
        .note("new password", store.set_password(&anna, "$argon2id$v=19$y".into()).await.expect("an answer"));
    links(store, answers, &anna).await;
    store.set_title(&anna, "BOT").await.expect("an answer");
    store.set_kid(&anna, true).await.expect("an answer");
    answers.note("kid", store.is_kid(&anna).await.expect("an answer"));
    answers.note("accounts", store.accounts().await.expect("an answer"));

    for (number, expires) in [(1, None), (2, Some(at(50)))] {
        let token = Token {
            hash: [number; 32],
            player: anna.clone(),
            scopes: Scopes::all(),
            description: "a 'token'; \u{1F600}".into(),
            created: at(u64::from(number)),
            expires,
        };
        store.add_token(token).await.expect("an answer");
    }
    answers.note("token", store.token([1; 32]).await.expect("an answer"));
    answers.note("tokens", store.tokens(&anna).await.expect("an answer"));
    store.remove_ended_tokens(&anna, at(50)).await.expect("an answer");
    answers.note("not ended", store.tokens(&anna).await.expect("an answer").len());
    answers.note("not theirs", store.remove_token(&player("bobby"), [1; 32]).await.expect("an answer"));
    answers.note("theirs", store.remove_token(&anna, [1; 32]).await.expect("an answer"));
    store.remove_tokens(&anna).await.expect("an answer");

    let guest = Person { id: PlayerId::stored("~guest"), name: "Guest 1".into(), title: None };
    store.add_guest(&guest, at(1)).await.expect("an answer");
    answers.note("person", store.person(&guest.id).await.expect("an answer"));
    for number in 1..=3 {
        store.add_session([number; 32], &anna, at(3)).await.expect("an answer");
    }
    store.note_session([1; 32], at(9)).await.expect("an answer");
    answers.note("session", store.session([1; 32]).await.expect("an answer"));
    store.remove_session([2; 32]).await.expect("an answer");
    store.remove_other_sessions(&anna, [3; 32]).await.expect("an answer");
    answers.note(
        "left",
        (store.session([1; 32]).await.expect("an answer"), store.session([3; 32]).await.is_ok()),
    );
    store.remove_sessions(&anna).await.expect("an answer");
    answers.note("none left", store.session([3; 32]).await.expect("an answer"));
    store.add_successor(&guest.id, &anna).await.expect("an answer");
    answers.note("successor", store.successor(&guest.id).await.expect("an answer"));
    answers.note("successors", store.successors(HashSet::from([guest.id])).await.expect("an answer"));
}

/// Entry links, each used until it is used up.
async fn links(store: &Store, answers: &mut Answers, anna: &PlayerId) {
    for (number, kind, uses) in
        [(1, EntryKind::Reset, Some(1)), (2, EntryKind::Invite, Some(2)), (3, EntryKind::LogIn, None)]
    {
        let player = (kind != EntryKind::Invite).then(|| anna.clone());
        let link = EntryLink { hash: [number; 32], kind, player, created: at(1), expires: at(50), uses };
        store.add_entry_link(link).await.expect("an answer");
    }
    store.add_session([9; 32], anna, at(3)).await.expect("an answer");
    for moment in [at(50), at(10), at(11)] {
        let reset = store.reset_password([1; 32], anna, "$argon2id$v=19$z".into(), moment).await;
        answers.note("reset", reset.expect("an answer"));
        answers.note("password", store.password(anna).await.expect("an answer"));
        answers.note("session", store.session([9; 32]).await.expect("an answer").is_some());
    }
    for name in ["Cid", "Anna", "Dan", "Eve"] {
        let name = UserName::parse(name).expect("a good name");
        let new = NewAccount { name, password: None, title: None, roles: Roles::NONE };
        let made = store.add_invited_account([2; 32], new, at(10)).await;
        answers.note("invited", made.expect("an answer"));
        answers.note("invitation", store.entry_link([2; 32], at(10)).await.expect("an answer"));
    }
    answers.note("not made", store.account(&player("eve")).await.expect("an answer"));
    for moment in [at(10), at(11), at(50)] {
        answers.note("log in", store.use_entry_link([3; 32], moment).await.expect("an answer"));
    }
}

async fn games(store: &Store, answers: &mut Answers) {
    let (anna, bobby) = (player("anna"), player("bobby"));
    play(store, finished("AAAAAAA1", "anna", "bobby", "1-0", 100)).await;
    play(store, finished("AAAAAAA2", "bobby", "anna", "1/2-1/2", 200)).await;
    play(store, FinishedGame { rated: false, ..finished("AAAAAAA3", "anna", "bobby", "0-1", 300) }).await;
    play(store, finished("AAAAAAA4", "anna", "~guest", "1-0", 400)).await;
    play(
        store,
        FinishedGame { opening: "e2e4 e7e6".into(), ..finished("AAAAAAA5", "anna", "computer 3", "*", 500) },
    )
    .await;
    let imported =
        FinishedGame { rated: false, ..finished("AAAAAAA6", "elsewhere Tal", "elsewhere X", "1-0", 600) };
    store.import(imported, "row 1\nrow 2\n".into()).await.expect("an answer");
    answers.note("rows", store.archived(game("AAAAAAA1")).await.expect("an answer"));
    answers.note("imported", store.archived(game("AAAAAAA6")).await.expect("an answer"));
    answers.note("no rows", store.archived(game("ZZZZZZZZ")).await.expect("an answer"));
    for rated in ["AAAAAAA1", "AAAAAAA2", "AAAAAAA3", "AAAAAAA4"] {
        answers.note(rated, store.rating_change(game(rated)).await.expect("an answer"));
    }
    for who in [&anna, &bobby] {
        answers.note("rating", store.rating(who, "blitz", at(700)).await.expect("an answer"));
        answers.note("ratings", store.ratings(who, at(700)).await.expect("an answer"));
        answers.note("history", store.rating_history(who).await.expect("an answer"));
        answers.note("standing", store.standing(who).await.expect("an answer"));
        answers.note("games", store.finished_games(who, 3).await.expect("an answer"));
    }
    answers.note("no rating", store.rating(&anna, "rapid", at(700)).await.expect("an answer"));
    answers.note("leaders", store.leaders("blitz", 10).await.expect("an answer"));
    answers.note("crosstable", store.crosstable(&anna, &bobby).await.expect("an answer"));
    let ids = vec![game("AAAAAAA4"), game("AAAAAAA1"), game("ZZZZZZZZ")];
    answers.note("by id", store.archived_games(ids).await.expect("an answer"));
    for oldest_first in [true, false] {
        let query = PlayerGamesQuery {
            player: anna.clone(),
            opponent: None,
            color: None,
            rated: Some(true),
            since: None,
            until: Some(at(450)),
            oldest_first,
        };
        let first = store.games_page(query.clone(), None, 2).await.expect("an answer");
        let last = first.last().map(|game| (game.began, game.id));
        answers.note("page", &first);
        answers.note("next", store.games_page(query, last, 2).await.expect("an answer"));
    }
    let all = GameQuery { limit: 10, ..GameQuery::default() };
    for query in [
        all.clone(),
        GameQuery { player: Some(anna.clone()), ..all.clone() },
        GameQuery { player: Some(anna.clone()), color: Some(rules::Color::Black), ..all.clone() },
        GameQuery { player: Some(anna), opponent: Some(bobby), from: Some(at(150)), ..all.clone() },
        GameQuery { opening: Some("e2e4 e7e5".into()), ..all.clone() },
        GameQuery { opening: Some("e2e4 e7e".into()), ..all.clone() },
        GameQuery { after: Some(game("AAAAAAA3")), limit: 1, ..all },
    ] {
        answers.note("found", store.find_games(query).await.expect("an answer"));
    }
    for (room, color) in [(ChatRoom::Player, Some(Side::White)), (ChatRoom::Spectator, None)] {
        let line = ChatLine { from: "Anna".into(), color, text: "l'été; --".into(), room };
        store.add_chat(game("AAAAAAA1"), at(5), line).await.expect("an answer");
    }
    answers.note("chat", store.chat(game("AAAAAAA1")).await.expect("an answer"));
    answers.note("said", store.chat_of("Anna").await.expect("an answer"));
    answers.note("said by nobody", store.chat_of("anna").await.expect("an answer"));
    // None of the games is live. Nodes that share a database load a game and its chat on demand.
    answers.note("live chat", store.chat_of_live_games().await.expect("an answer"));
    store.sweep_journal().await.expect("an answer");
    store.prove_service(at(800)).await.expect("an answer");
    for jump in [Some(at(700)), None] {
        store.note_clock_jump(jump).await.expect("an answer");
    }
    store.ping().await.expect("an answer");
}

async fn lobby(store: &Store, answers: &mut Answers) {
    let anna = store.person(&player("anna")).await.expect("an answer");
    let bobby = store.person(&player("bobby")).await.expect("an answer").expect("somebody");
    for (id, target, challenger, challenger_color) in [
        ("CCCCCCC1", TargetRecord::Player(bobby), anna.clone(), Some(rules::Color::Black)),
        ("CCCCCCC2", TargetRecord::Link(vec![player("anna"), player("bobby")]), None, None),
        ("CCCCCCC3", TargetRecord::Lobby("1500-1800".into()), anna.clone(), Some(rules::Color::White)),
        ("CCCCCCC4", TargetRecord::Lobby(String::new()), anna, None),
    ] {
        let challenge = ChallengeRecord {
            id: game(id),
            created: at(1),
            challenger,
            rating: Some(1500),
            target,
            game: "{}".into(),
            challenger_color,
        };
        store.add_challenge(challenge).await.expect("an answer");
    }
    store.remove_challenge(game("CCCCCCC2")).await.expect("an answer");
    let mut open = store.challenges().await.expect("an answer");
    open.sort_by_key(|challenge| challenge.id);
    answers.note("open", open);
}

/// Settings, moderation and blocks between players.
async fn club(store: &Store, answers: &mut Answers) {
    answers.note("no settings", store.settings().await.expect("an answer"));
    for settings in [r#"{"chat":"off"}"#, r#"{"chat":"on"}"#] {
        store.save_settings(settings.into()).await.expect("an answer");
    }
    answers.note("settings", store.settings().await.expect("an answer"));

    let (anna, bobby, cid) = (player("anna"), player("bobby"), player("cid"));
    store.set_real_name(&anna, Some("Anna O'Neil".into())).await.expect("an answer");
    store.set_real_name(&bobby, Some("Bob_by 100%".into())).await.expect("an answer");
    store.set_muted(&bobby, true).await.expect("an answer");
    for text in ["", "ANN", "o'n", "%", "_", "'; --", "nobody"] {
        answers.note(text, store.search_accounts(text, 10).await.expect("an answer"));
    }
    answers.note("two of them", store.search_accounts("", 2).await.expect("an answer").len());
    store.set_real_name(&anna, None).await.expect("an answer");
    store.set_muted(&bobby, false).await.expect("an answer");

    answers.note("not blocked", store.is_blocked(&anna, &bobby).await.expect("an answer"));
    for on in [true, true, false] {
        store.set_block(&anna, &bobby, on).await.expect("an answer");
        store.set_block(&anna, &cid, on).await.expect("an answer");
        answers.note("blocked", store.is_blocked(&anna, &bobby).await.expect("an answer"));
        answers.note("either way", store.is_blocked(&bobby, &anna).await.expect("an answer"));
        answers.note("blocks", store.blocks(&anna).await.expect("an answer"));
        answers.note("blocks nobody", store.blocks(&bobby).await.expect("an answer"));
    }

    for (id, name) in [(&cid, "Anna"), (&cid, "Cyd"), (&cid, "Cid"), (&anna, "Cyd")] {
        let name = UserName::parse(name).expect("a good name");
        answers.note("renamed", store.rename_account(id, &name).await.expect("an answer"));
        answers.note("is called", store.account(id).await.expect("an answer"));
        answers.note("leads to", store.account(&PlayerId::account(name.as_str())).await.expect("an answer"));
    }
    store.add_session([8; 32], &cid, at(3)).await.expect("an answer");
    store.set_password(&cid, "$argon2id$v=19$c".into()).await.expect("an answer");
    for status in [AccountStatus::Blocked, AccountStatus::Active, AccountStatus::Closed] {
        store.set_status(&cid, status).await.expect("an answer");
        answers.note("status", store.account(&cid).await.expect("an answer"));
        answers.note("password", store.password(&cid).await.expect("an answer"));
        answers.note("session", store.session([8; 32]).await.expect("an answer").is_some());
    }
}

/// Logs other than games. The overall numbering of records may have gaps, so it is not compared.
async fn logs(store: &Store, answers: &mut Answers) {
    for (id, seq) in [("r1", 1), ("r1", 1), ("r1", 3), ("r1", 2), ("r2", 1), ("r2", 3)] {
        let payload = format!("{{\"row\":\"{id} {seq}\"}}");
        let appended = store.append_record(LogKind::Round, id, seq, at(seq), payload).await;
        answers.note("appended", appended.expect("an answer"));
    }
    for number in 1..=3 {
        store.note(LogKind::Audit, at(number), format!("{{\"n\":{number}}}")).await.expect("an answer");
    }
    let contents = |records: &[Record]| -> Vec<_> {
        records.iter().map(|record| (record.seq, record.at, record.payload.clone())).collect()
    };
    for kind in [LogKind::Round, LogKind::Audit, LogKind::Report, LogKind::Tournament] {
        answers.note("records", contents(&store.records(kind).await.expect("an answer")));
        let latest = store.latest_records(kind, None, 2).await.expect("an answer");
        answers.note("latest", contents(&latest));
        let before = latest.last().map(|record| record.n);
        answers.note("before", contents(&store.latest_records(kind, before, 2).await.expect("an answer")));
    }
}

#[tokio::test]
async fn both_databases_answer_alike() {
    let folder = tempfile::tempdir().expect("a folder");
    let (sqlite, _) = Store::open(folder.path(), Arc::default()).expect("a store");
    let url = postgres::shared().database().await;
    let postgres = Store::connect(&url, "one", Arc::default()).await.expect("a store");
    let (expected, found) = (script(&sqlite).await, script(&postgres).await);
    assert_eq!(expected.len(), found.len());
    for (expected, found) in expected.iter().zip(&found) {
        assert_eq!(expected, found);
    }
    sqlite.close().await;
    postgres.close().await;
}

#[tokio::test]
async fn a_challenge_and_whether_its_maker_is_here_are_known_to_every_node() {
    let url = postgres::shared().database().await;
    let one = Store::connect(&url, "one", Arc::default()).await.expect("a store");
    let other = Store::connect(&url, "other", Arc::default()).await.expect("a store");
    let id = game("CCCCCCC1");
    let challenge = ChallengeRecord {
        id,
        created: at(1),
        challenger: None,
        rating: None,
        target: TargetRecord::Link(Vec::new()),
        game: "{}".into(),
        challenger_color: None,
    };
    one.add_challenge(challenge).await.expect("an answer");
    let (one_shared, there) = (one.shared().expect("shared"), other.shared().expect("shared"));
    assert_eq!(there.changed_challenges(at(0)).await.expect("an answer").len(), 1);
    one_shared.note_makers(vec![id]).await.expect("an answer");
    assert_eq!(there.note_makers(Vec::new()).await.expect("an answer"), HashSet::from([id]));
    let later = "UPDATE challenges SET maker_seen = maker_seen - 600000";
    postgres::client(&url).await.batch_execute(later).await.expect("ten minutes pass");
    assert!(there.note_makers(Vec::new()).await.expect("an answer").is_empty(), "the maker is gone");
    one.close().await;
    other.close().await;
}

/// Nodes of two databases may share a bus, and must not act on each other's hints.
#[tokio::test]
async fn each_database_has_a_name_of_its_own_on_a_bus() {
    let mut names = HashSet::new();
    for _ in 0..2 {
        let url = postgres::shared().database().await;
        for node in ["one", "other"] {
            let store = Store::connect(&url, node, Arc::default()).await.expect("a store");
            names.insert(store.shared().expect("shared").cluster_name().await.expect("an answer"));
            store.close().await;
        }
    }
    assert_eq!(names.len(), 2, "{names:?}");
}

/// A method that is missing here could behave differently on the two databases.
#[test]
fn every_method_of_the_door_is_asked_of_both() {
    let read = |path: &str| {
        std::fs::read_to_string(format!("{}/{path}", env!("CARGO_MANIFEST_DIR"))).expect("a source file")
    };
    let (door, tests) = (read("src/store/door.rs"), read("tests/it/nodes/store.rs"));
    let (_, listed) = door.split_once("\nbackend_methods! {").expect("the list of methods");
    let names: Vec<_> = listed
        .lines()
        .filter_map(|line| line.trim().strip_prefix("fn ")?.split_once('(').map(|(name, _)| name))
        .collect();
    assert!(names.len() > 60, "{names:?}");
    for name in names {
        assert!(tests.contains(&format!("store.{name}(")) || name == "close", "{name} is not called here");
    }
}

/// Two branches may choose the same number, and then no new database can be created.
#[test]
fn every_migration_has_a_number_of_its_own() {
    for database in ["sqlite", "postgres"] {
        let folder = format!("{}/src/store/{database}/migrations", env!("CARGO_MANIFEST_DIR"));
        let mut numbers = HashSet::new();
        for entry in std::fs::read_dir(&folder).expect("the migrations are there") {
            let name = entry.expect("an entry").file_name().into_string().expect("plain letters");
            let number = name.split("__").next().expect("a first part").to_owned();
            assert!(numbers.insert(number), "{folder}: the number of {name} is taken");
        }
        assert!(numbers.len() > 3, "{folder} holds {numbers:?}");
    }
}
