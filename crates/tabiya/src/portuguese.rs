//! Refusals and errors in Portuguese. The libraries only have English texts.

mod expected;

pub(crate) use expected::time_error;

use expected::expected;
use game::{NoMate, Refusal, SealedMove};
use rules::{Color, FenError, IllegalReason, MoveError, Reason, Role, TextError, TextField};
use unwinnable::ProofKind;

/// The side, in a sentence.
pub(crate) const fn side(color: Color) -> &'static str {
    match color {
        Color::White => "as brancas",
        Color::Black => "as pretas",
    }
}

const fn piece(role: Role) -> &'static str {
    match role {
        Role::Pawn => "nenhum peão desses",
        Role::Knight => "nenhum cavalo desses",
        Role::Bishop => "nenhum bispo desses",
        Role::Rook => "nenhuma torre dessas",
        Role::Queen => "nenhuma dama dessas",
        Role::King => "o rei não",
    }
}

pub(crate) fn fen_error(error: &FenError) -> String {
    match error {
        FenError::Text(error) => text_error(error),
        FenError::Illegal(illegal) => illegal.reasons.iter().map(reason).collect::<Vec<_>>().join("; "),
    }
}

fn text_error(error: &TextError) -> String {
    let field = match error.field {
        TextField::Placement => "peças",
        TextField::Turn => "vez",
        TextField::Castling => "roque",
        TextField::EnPassant => "en passant",
        TextField::HalfmoveClock => "contador de meios-lances",
        TextField::MoveNumber => "número do lance",
        TextField::End => "fim",
        TextField::Square => "casa",
        TextField::Move => "lance",
        TextField::Operation => "operação",
        _ => "texto",
    };
    let (expected, at) = (expected(error.expected), error.at);
    match error.found.as_str() {
        "" => format!("{field}: esperava-se {expected}, e nada se encontrou no byte {at}"),
        found => format!("{field}: esperava-se {expected}, e encontrou-se {found:?} no byte {at}"),
    }
}

fn reason(reason: &Reason) -> String {
    match *reason {
        Reason::Kings { color, count: 0 } => format!("peças: {} não têm rei", side(color)),
        Reason::Kings { color, count } => format!("peças: {} têm {count} reis", side(color)),
        Reason::PawnOnBackRank(square) => format!("peças: um peão em {square}"),
        Reason::OpponentInCheck => "vez: o lado que não joga está em xeque".into(),
        Reason::CastlingWithoutRook(square) => {
            format!("roque: há um direito para {square}, mas nenhuma torre está lá")
        }
        Reason::CastlingKingAway { color, king } => {
            format!("roque: {} têm um direito, mas o rei está em {king}", side(color))
        }
        Reason::CastlingTwiceOnOneSide(color) => {
            format!("roque: {} têm dois direitos do mesmo lado do rei", side(color))
        }
        Reason::CastlingOnlyInChess960(color) => {
            format!("roque: {} têm um direito que só existe no Chess960", side(color))
        }
        Reason::EnPassantImpossible(square) => {
            format!("en passant: nenhum peão pode ter acabado de passar por {square}")
        }
        Reason::MoveNumberZero => "número do lance: foi dado 0, e os lances contam-se a partir de 1".into(),
    }
}

pub(crate) fn move_error(error: &MoveError) -> String {
    match error {
        MoveError::Text(error) => text_error(error),
        MoveError::Illegal { text, reason } => {
            format!("lance: {text:?} não é legal aqui: {}", illegal_reason(reason))
        }
        MoveError::Ambiguous { text, candidates } => {
            let meant: Vec<String> = candidates.iter().map(|mv| mv.intent().to_string()).collect();
            format!("lance: {text:?} pode significar {}", meant.join(" ou "))
        }
        MoveError::PromotionMissing { text } => {
            format!("lance: {text:?} não diz em que se transforma o peão")
        }
    }
}

fn illegal_reason(reason: &IllegalReason) -> String {
    match reason {
        IllegalReason::NothingThere(square) => format!("não há nada em {square}"),
        IllegalReason::NotYours(square) => format!("a peça em {square} é do adversário"),
        IllegalReason::OwnPiece(square) => format!("em {square} está uma peça própria"),
        IllegalReason::OutOfReach { role, to } => format!("{} chega a {to}", piece(*role)),
        IllegalReason::NoPromotion => "nada se promove ali".into(),
        IllegalReason::InCheck => "o rei está em xeque".into(),
        IllegalReason::KingExposed => "o rei ficaria em xeque".into(),
        IllegalReason::NoCastling => "o roque não é possível agora".into(),
    }
}

/// Everything that a game can refuse.
pub(crate) fn refusal(refusal: &Refusal) -> String {
    match refusal {
        Refusal::Move(error) => move_error(error),
        Refusal::Over => "A partida acabou.".into(),
        Refusal::NotYourTurn(color) => format!("Não é a vez de jogar: {}.", side(*color)),
        Refusal::Paused => "Os relógios estão parados.".into(),
        Refusal::Adjourned => "A partida está suspensa.".into(),
        Refusal::NoAdjournment => "Só em torneios se suspende uma partida.".into(),
        Refusal::SealedMoveTooLong => {
            format!("Um lance secreto tem no máximo {} caracteres.", SealedMove::MAX_LENGTH)
        }
        Refusal::NotPaused => "Os relógios não estão parados.".into(),
        Refusal::NotRunning => "Os relógios ainda não andam.".into(),
        Refusal::NoClock(color) => format!("Não há relógio: {}.", side(*color)),
        Refusal::ClockTooLong { asked, most } => {
            format!("Um relógio mostra no máximo {most}, e {asked} é mais.")
        }
        Refusal::OfferStands => "A proposta de empate já está feita.".into(),
        Refusal::OfferTooEarly { from, now } => {
            format!("O empate só se propõe a partir do lance {from}, e este é o lance {now}.")
        }
        Refusal::OffersForbidden => "Nesta partida não se propõe empate.".into(),
        Refusal::TooEarlyToAgree => "Só se acorda um empate depois de um lance de cada lado.".into(),
        Refusal::ReasonTooLong { most } => format!("Um motivo tem no máximo {most} caracteres."),
        Refusal::NothingToAnswer => "Não há nada a responder.".into(),
        Refusal::AnswerUnclear => "Há um empate e uma volta de lance propostos: diga qual.".into(),
        Refusal::ClaimAfterTouch => "Uma peça foi tocada: neste lance não se reclama empate.".into(),
        Refusal::MustPlay(intent) => format!("O lance anotado com a reclamação tem de ser jogado: {intent}."),
        Refusal::Touched(square) => format!("A peça em {square} foi tocada e decide o lance."),
        Refusal::TouchIsFree => "Em partidas amistosas, peça tocada não obriga a jogar.".into(),
        Refusal::NothingTouched(square) => format!("Não há peça em {square}."),
        Refusal::NoAbort => "Só se anulam partidas amistosas.".into(),
        Refusal::TooLateToAbort => "Ambos os lados já jogaram: é tarde para anular.".into(),
        Refusal::NoTakeback => "Só em partidas amistosas se desfazem lances.".into(),
        Refusal::NothingToTakeBack(_) => "Não há lance a desfazer.".into(),
        Refusal::TakebackStands => "O pedido de desfazer o lance já está feito.".into(),
        Refusal::TooLateToRestart => "Cada lado fez dez lances: a partida continua.".into(),
    }
}

pub(crate) fn no_mate(why: &NoMate) -> String {
    match why {
        NoMate::OfOne(kind) => proof(*kind),
        NoMate::OfBoth(sides) => {
            let told =
                sides.map(|(color, kind)| format!("{} não podem dar mate: {}", side(color), proof(kind)));
            told.join("; ")
        }
    }
}

pub(crate) fn proof(kind: ProofKind) -> String {
    match kind {
        ProofKind::Over => "a partida acabou".into(),
        ProofKind::Material => "com estas peças não há mate".into(),
        ProofKind::Forced { moves: 1 } => "o único lance legal acaba com todo mate".into(),
        ProofKind::Forced { moves } => {
            format!("os próximos {moves} lances são forçados e acabam com todo mate")
        }
        ProofKind::Wall => "ninguém passa pela muralha de peões, e atrás dela não há mate".into(),
        ProofKind::Closed { positions: 1 } => "todo lance legal acaba com todo mate".into(),
        ProofKind::Closed { positions } => {
            format!("{positions} posições ainda são possíveis, e nenhuma delas é o mate")
        }
    }
}
