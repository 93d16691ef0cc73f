//! The TypeScript declarations of these types. A test fails when the generated file is stale.

use crate::club::*;
use crate::codes::*;
use crate::engine::*;
use crate::live::*;
use crate::page::*;
use crate::public::*;
use crate::settings::*;
use crate::*;
use std::path::Path;
use ts_rs::{Config, TS};

const HEAD: &str = "// The messages of crates/wire. Written by `make types`; a test compares.\n\n";

/// The declarations of several types.
macro_rules! declarations {
    ($($type:ty),* $(,)?) => {{
        // None of our numbers needs more than 53 bits, so `number` is enough.
        let config = Config::new().with_large_int("number");
        [$(format!("export {}\n", <$type>::decl(&config))),*].concat()
    }};
}

#[test]
fn the_types_of_the_page_are_those_of_the_wire() {
    let types = declarations!(
        Side,
        GameResult,
        Reason,
        Speed,
        BonusKind,
        RefusalCode,
        Clock,
        State,
        SideProof,
        ProofJson,
        VariantName,
        ConductName,
        ClockStartsName,
        OffersFrom,
        Never,
        Start,
        PlayerAction,
        ForfeitedBy,
        OpponentScoreName,
        RestartReasonName,
        RulingJson,
        Answer,
        EventJson,
        EndJson,
        ClientMessage,
        ChatRoom,
        ServerMessage,
        CommandCode,
        ErrorCode,
        GameSnapshot,
        GameTerms,
        GameUpdate,
        GamePresence,
        ChatLine,
        MoveJson,
        Player,
        Seek,
        NewGame,
        Opponent,
        ColorChoice,
        ErrorAnswer,
        PageErrorCode,
        Me,
        Person,
        Challenges,
        ChallengeJson,
        ChallengeAnswer,
        ChallengeStatus,
        GameAddress,
        GameOrChallenge,
        GameSummary,
        Playing,
        Lobby,
        Online,
        OnlinePlayer,
        MatchScore,
        SearchQuery,
        FoundGames,
        FoundGame,
        FoundPlayer,
        Credentials,
        PasswordChange,
        LogOutEverywhere,
        Tokens,
        TokenJson,
        NewToken,
        TokenSecret,
        Done,
        UserJson,
        ProfileJson,
        PerfJson,
        GameCounts,
        ExportedGame,
        ExportedPlayers,
        ExportedPlayer,
        ExportedUser,
        Registration,
        ChatMode,
        ServerSettings,
        ServerInfo,
        SettingsChange,
        AccountJson,
        Accounts,
        AccountAction,
        AccountAnswer,
        NewAccounts,
        Cards,
        Card,
        NewInvite,
        LinkAnswer,
        Audit,
        AuditEntry,
        LiveGames,
        LiveGame,
        NewReport,
        Reports,
        ReportJson,
        Blocks,
        CloseAccount,
        NewName,
        NewRound,
        PlayerNames,
        PlayerName,
        RoundAction,
        RoundCommand,
        RoundList,
        RoundJson,
        TournamentSystem,
        Score,
        NewTournament,
        TournamentAction,
        TournamentList,
        TournamentJson,
        TournamentRound,
        TournamentBoard,
        TournamentRow,
        EngineQuestion,
        EngineLine,
        EngineScore,
        EngineAnswer,
        ReplayRequest,
        LettersName,
        Replay,
        Step,
        Played,
        Material,
        Inspection,
        Playable,
        Status,
        SetupProblem,
        Unreadable,
        FenField,
        Mating,
        CanMate,
        ParsedControl,
        Control,
        StageJson,
        ReadMove,
        Games,
        ListedGame,
        Tree,
        TreeNode,
        FaultJson,
        PgnPart,
        TreeInput,
        NodeInput,
        WrittenGame,
    );
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/wire.ts");
    let written = format!("{HEAD}{types}");
    if std::env::var_os("TABIYA_WRITE_TYPES").is_some() {
        std::fs::write(&file, &written).expect("the page's sources are there");
    }
    let found = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(found == written, "web/src/wire.ts is stale: run `make types`");
}
