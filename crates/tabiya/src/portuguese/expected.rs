//! What the parsers expected, in Portuguese.

use game::{ExpectedTime, ParseTimeControlError};
use rules::Expected;

pub(super) const fn expected(expected: Expected) -> &'static str {
    match expected {
        Expected::EightRanks => "oito fileiras separadas por '/'",
        Expected::SlashAfterEightSquares => "'/' depois das oito casas de uma fileira",
        Expected::OneDigit => "um só algarismo, e não dois seguidos",
        Expected::EightSquaresAtMost => "no máximo oito casas numa fileira",
        Expected::EightSquares => "oito casas antes do fim da fileira",
        Expected::EightRanksAtMost => "no máximo oito fileiras",
        Expected::PieceDigitOrSlash => "a letra de uma peça, um algarismo de 1 a 8 ou '/'",
        Expected::SideToMove => "w ou b",
        Expected::CastlingRights => "'-' ou as letras KQkq ou A-H a-h, cada torre uma vez",
        Expected::EnPassantSquare => "'-' ou uma casa",
        Expected::Counter => "um número até 65535",
        Expected::SixFieldsAtMost => "no máximo seis campos",
        Expected::SquareName => "uma coluna de a a h e uma fileira de 1 a 8",
        Expected::Move => "um lance",
        Expected::PieceOrSquare => "a letra de uma peça ou uma casa",
        Expected::OriginSquare => "a casa de onde se joga, como e2",
        Expected::TargetSquare => "a casa para onde se joga, como e4",
        Expected::FileRankOrTarget => "uma coluna, uma fileira, 'x' ou a casa para onde se joga",
        Expected::SquareOrPromotion => "uma casa, ou a peça em que o peão se transforma",
        Expected::OpeningParenthesis => "'(' antes de uma promoção que acaba com ')'",
        Expected::PromotionLetter => "nada, ou a letra n, b, r ou q de uma promoção",
        Expected::EndOfMove => "nada depois do lance",
        Expected::CounterOperand => "um número até 65535 depois de hmvc ou fmvn",
        Expected::OpcodeFirst => "um código de operação antes dos operandos",
        Expected::ClosingQuote => "aspas no fim do texto",
        Expected::OpcodeLetter => "um código de operação que comece por uma letra",
    }
}

pub(crate) fn time_error(error: &ParseTimeControlError) -> String {
    let expected = match error.expected {
        ExpectedTime::Hourglass => "algum tempo na ampulheta",
        ExpectedTime::Stages => {
            "etapas com algum tempo, todas menos a última com o número de lances, como 40/5400:1800"
        }
        ExpectedTime::Moves => "um número de lances antes da barra",
        ExpectedTime::Seconds => "um número de segundos, como 300 ou 180+2 ou 40/5400+30:1800+30",
        ExpectedTime::AnyForm => {
            "um tempo como 3+2, 5 min, 90m+30s, 1h30, 40/90m:30m+30s, 3 dias por lance ou 10 lances em 50 dias"
        }
    };
    format!("tempo: esperava-se {expected}, e encontrou-se {:?}", error.found)
}
