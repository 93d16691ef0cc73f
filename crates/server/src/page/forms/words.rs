//! The texts of the forms, in the page's languages.

use crate::identity::scopes::Scope;
use axum::http::{HeaderMap, header};

/// The words of one language.
pub(super) struct Words {
    pub(super) lang: &'static str,
    pub(super) log_in: &'static str,
    pub(super) log_in_first: &'static str,
    pub(super) other_player: &'static str,
    pub(super) name: &'static str,
    pub(super) password: &'static str,
    pub(super) no_account: &'static str,
    pub(super) wants_in: &'static str,
    pub(super) will_be_sent_to: &'static str,
    pub(super) it_may: &'static str,
    pub(super) it_may_nothing: &'static str,
    pub(super) logged_in_as: &'static str,
    pub(super) allow: &'static str,
    pub(super) refuse: &'static str,
    pub(super) cannot_be_let_in: &'static str,
    pub(super) new_token: &'static str,
    pub(super) token_hint: &'static str,
    pub(super) token_for: &'static str,
    pub(super) make_token: &'static str,
    pub(super) token_once: &'static str,
    pub(super) new_password: &'static str,
    pub(super) link_ended: &'static str,
    scopes: [&'static str; Scope::ALL.len()],
}

impl Words {
    /// The texts in the first supported language that the browser asks for.
    pub(super) fn of(headers: &HeaderMap) -> &'static Words {
        let wanted = headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
        let known = |tag: &str| {
            let tag = tag.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
            match tag.split('-').next() {
                Some("en") => Some(&ENGLISH),
                Some("pt") if tag == "pt-br" => Some(&BRAZILIAN),
                Some("pt") => Some(&PORTUGUESE),
                _ => None,
            }
        };
        wanted.unwrap_or_default().split(',').find_map(known).unwrap_or(&ENGLISH)
    }

    /// What a scope allows, in words.
    pub(super) fn scope(&self, scope: Scope) -> &'static str {
        self.scopes[scope as usize]
    }
}

static ENGLISH: Words = Words {
    lang: "en",
    log_in: "Log in",
    log_in_first: "Log in first.",
    other_player: "You are logged in as a different player than the application expects.",
    name: "Name",
    password: "Password",
    no_account: "Create an account",
    wants_in: "An application wants to act on your behalf",
    will_be_sent_to: "Nobody has verified this name. The answer goes to:",
    it_may: "It would be able to:",
    it_may_nothing: "It would learn who you are, and nothing else.",
    logged_in_as: "You are logged in as",
    allow: "Allow",
    refuse: "Cancel",
    cannot_be_let_in: "This application cannot be authorized",
    new_token: "A new token",
    token_hint: "With a token, a program can act on your behalf. Do not share it with anyone else.",
    token_for: "What is it for?",
    make_token: "Create a token",
    token_once: "Copy it now: it is shown only once.",
    new_password: "New password",
    link_ended: "This link has expired or was already used. Ask for a new one.",
    scopes: [
        "see your challenges",
        "create and answer challenges",
        "play games",
        "play games as a bot",
        "see your settings",
        "change your settings",
        "pair other players",
        "administer this server, if you are an admin",
    ],
};

static PORTUGUESE: Words = Words {
    lang: "pt-PT",
    log_in: "Entrar",
    log_in_first: "Entre primeiro.",
    other_player: "Entrou com um nome diferente do pretendido.",
    name: "Nome",
    password: "Palavra-passe",
    no_account: "Criar conta",
    wants_in: "Uma aplicação quer agir por si",
    will_be_sent_to: "Apresenta-se com este nome, que ninguém verificou. A resposta vai para:",
    it_may: "Poderia:",
    it_may_nothing: "Ficaria a saber quem é, e não poderia fazer mais nada.",
    logged_in_as: "Entrou como",
    allow: "Permitir",
    refuse: "Cancelar",
    cannot_be_let_in: "Esta aplicação não pode ser autorizada",
    new_token: "Um novo token",
    token_hint: "Com um token, um programa pode agir por si. Não o dê a mais ninguém.",
    token_for: "Para que serve?",
    make_token: "Criar token",
    token_once: "Copie-o agora: só é mostrado uma vez.",
    new_password: "Nova palavra-passe",
    link_ended: "Esta ligação terminou ou já foi usada. Peça outra.",
    scopes: [
        "ver os seus desafios",
        "fazer e responder a desafios",
        "jogar partidas",
        "jogar partidas como bot",
        "ver as suas definições",
        "alterar as suas definições",
        "emparceirar outros jogadores",
        "administrar este servidor, se for administrador",
    ],
};

static BRAZILIAN: Words = Words {
    lang: "pt-BR",
    other_player: "Você entrou com um nome diferente do esperado.",
    password: "Senha",
    new_password: "Nova senha",
    link_ended: "Este link terminou ou já foi usado. Peça outro.",
    wants_in: "Um aplicativo quer agir por você",
    will_be_sent_to: "Ele se apresenta com este nome, que ninguém verificou. A resposta vai para:",
    it_may: "Ele poderia:",
    it_may_nothing: "Ele saberia quem você é, e não poderia fazer mais nada.",
    logged_in_as: "Você entrou como",
    cannot_be_let_in: "Este aplicativo não pode ser autorizado",
    token_hint: "Com um token, um programa pode agir por você. Não o dê a mais ninguém.",
    ..PORTUGUESE
};

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    #[test]
    fn the_first_supported_language_is_used() {
        for (wanted, lang) in [
            ("pt-BR,pt;q=0.9,en;q=0.8", "pt-BR"),
            ("pt", "pt-PT"),
            ("fr-FR, en-GB;q=0.7", "en"),
            ("xx", "en"),
            ("", "en"),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT_LANGUAGE, HeaderValue::from_static(wanted));
            assert_eq!(Words::of(&headers).lang, lang, "{wanted}");
        }
        assert_eq!(Words::of(&HeaderMap::new()).scope(Scope::BoardPlay), "play games");
    }
}
