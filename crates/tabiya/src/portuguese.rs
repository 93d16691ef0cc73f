//! Refusals and errors in Portuguese. The libraries say them in English.

use game::{NoMate, Refusal};
use rules::{Color, FenError, MoveError, Reason, Role, TextError, TextField, WhyIllegal};
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
        _ => "texto",
    };
    match error.found.as_str() {
        "" => format!("{field}: não se esperava o fim do texto no byte {}", error.at),
        found => format!("{field}: não se entende {found:?} no byte {}", error.at),
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
        MoveError::Text(error) => match error.found.as_str() {
            "" => "lance: o texto acaba cedo demais".into(),
            found => format!("lance: não se entende {found:?} no byte {}", error.at),
        },
        MoveError::Illegal { text, why } => format!("lance: {text:?} não é legal aqui: {}", why_illegal(why)),
        MoveError::Ambiguous { text, candidates } => {
            let meant: Vec<String> = candidates.iter().map(|mv| mv.intent().to_string()).collect();
            format!("lance: {text:?} pode significar {}", meant.join(" ou "))
        }
        MoveError::PromotionMissing { text } => {
            format!("lance: {text:?} não diz em que se transforma o peão")
        }
    }
}

fn why_illegal(why: &WhyIllegal) -> String {
    match why {
        WhyIllegal::NothingThere(square) => format!("não há nada em {square}"),
        WhyIllegal::NotYours(square) => format!("a peça em {square} é do adversário"),
        WhyIllegal::OwnPiece(square) => format!("em {square} está uma peça própria"),
        WhyIllegal::OutOfReach { role, to } => format!("{} chega a {to}", piece(*role)),
        WhyIllegal::NoPromotion => "nada se promove ali".into(),
        WhyIllegal::InCheck => "o rei está em xeque".into(),
        WhyIllegal::KingExposed => "o rei ficaria em xeque".into(),
        WhyIllegal::NoCastling => "o roque não é possível agora".into(),
    }
}

/// What a player can be refused at the terminal; the rest of the arbiter's words do not come up there.
pub(crate) fn refusal(refusal: &Refusal) -> String {
    match refusal {
        Refusal::Move(error) => move_error(error),
        Refusal::Over => "A partida acabou.".into(),
        Refusal::NotYourTurn(color) => format!("Não é a vez de jogar: {}.", side(*color)),
        Refusal::OfferStands => "A proposta de empate já está feita.".into(),
        Refusal::NothingToAnswer => "Não há nada a responder.".into(),
        Refusal::AnswerUnclear => "Há um empate e uma volta de lance propostos: diga qual.".into(),
        Refusal::NothingToTakeBack(_) => "Não há lance a desfazer.".into(),
        Refusal::TakebackStands => "O pedido de desfazer o lance já está feito.".into(),
        other => format!("Recusado: {other}."),
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
