//! Downloads of several games, as PGN or NDJSON, streamed in small pages.

use super::error::{ApiError, FormErrors};
use super::exports::{ExportPermit, Exports};
use super::game_form::GameForm;
use super::game_view::GameView;
use super::gate::Site;
use super::lichess_names::perf_key;
use super::table::{archived, playing, view_of};
use crate::app::App;
use crate::http::accept::stopped;
use crate::http::admission::Client;
use crate::http::form::{Fields, is_yes, read};
use crate::ids::{GameId, PlayerId};
use crate::limits::Rule;
use crate::store::{ArchivedGame, PlayerGamesQuery};
use axum::Extension;
use axum::body::{Body, Bytes};
use axum::extract::{Path, RawQuery, Request, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::Response;
use game::Timestamp;
use rules::Color;
use std::collections::{BTreeSet, VecDeque};
use std::io;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::time::timeout;
use tokio_stream::wrappers::ReceiverStream;

/// The number of games per slice of work: a few milliseconds.
const PAGE_SIZE: u32 = 16;
/// The most ids in one request.
const MAX_IDS: usize = 300;
/// How long a client may leave a page unread.
const READ_TIMEOUT: Duration = Duration::from_secs(60);

/// Which games of a player to send.
#[derive(Clone, Debug)]
struct Filter {
    query: PlayerGamesQuery,
    /// The rating categories to include; all if empty.
    perfs: Vec<String>,
    ongoing: bool,
    finished: bool,
    max: usize,
}

impl Filter {
    fn parse(player: PlayerId, fields: &Fields) -> Result<Filter, FormErrors> {
        let flag = |name, default| if fields.text(name).is_some() { fields.flag(name) } else { default };
        let moment = |name| -> Result<Option<Timestamp>, FormErrors> {
            Ok(fields.parsed::<u64>(name, "milliseconds since 1970")?.map(Timestamp::from_millis))
        };
        let color = match fields.text("color") {
            None => None,
            Some("white") => Some(Color::White),
            Some("black") => Some(Color::Black),
            Some(_) => return Err(FormErrors::one("color", "Expected white or black")),
        };
        let oldest_first = match fields.text("sort") {
            None | Some("dateDesc") => false,
            Some("dateAsc") => true,
            Some(_) => return Err(FormErrors::one("sort", "Expected dateAsc or dateDesc")),
        };
        let rated = match fields.text("rated") {
            None => None,
            Some(word) if is_yes(word) => Some(true),
            Some("false" | "False" | "0" | "no" | "off") => Some(false),
            Some(_) => return Err(FormErrors::one("rated", "Expected true or false")),
        };
        let query = PlayerGamesQuery {
            player,
            opponent: fields.text("vs").map(PlayerId::account),
            color,
            rated,
            since: moment("since")?,
            until: moment("until")?,
            oldest_first,
        };
        let perfs =
            fields.text("perfType").unwrap_or_default().split(',').map(|perf| perf.trim().to_string());
        Ok(Filter {
            query,
            perfs: perfs.filter(|perf| !perf.is_empty()).collect(),
            ongoing: flag("ongoing", false),
            finished: flag("finished", true),
            max: fields.parsed("max", "how many games")?.unwrap_or(usize::MAX),
        })
    }

    fn wants_kind(&self, view: &GameView) -> bool {
        let perf = perf_key(view.game.settings());
        self.perfs.is_empty() || self.perfs.iter().any(|wanted| wanted == perf)
    }

    /// Whether a game that is not in the archive matches.
    fn wants(&self, view: &GameView, side: Color) -> bool {
        let PlayerGamesQuery { opponent, color, rated, since, until, .. } = &self.query;
        let began = view.game.settings().begins;
        color.is_none_or(|color| color == side)
            && opponent.as_ref().is_none_or(|opponent| view.side_of(opponent) == Some(!side))
            && rated.is_none_or(|rated| rated == view.rated)
            && since.is_none_or(|since| began >= since)
            && until.is_none_or(|until| began <= until)
            && self.wants_kind(view)
    }
}

/// The games of a player, newest first by default.
pub async fn of_user(
    State(app): State<App>,
    site: Site,
    Extension(client): Extension<Client>,
    Extension(exports): Extension<Arc<Exports>>,
    Path(name): Path<String>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let fields = Fields::from_form(query.unwrap_or_default().as_bytes());
    let player = PlayerId::account(&name);
    let filter = Filter::parse(player.clone(), &fields)?;
    app.store.account(&player).await?.ok_or_else(ApiError::not_found)?;
    let permit = enter(&app, &exports, client)?;
    let form = GameForm::of(&fields, &headers, &site, false);
    let mut ongoing = if filter.ongoing { playing(&app, &player).await? } else { Vec::new() };
    ongoing.retain(|(view, side)| filter.wants(view, *side));
    let ongoing = ongoing.into_iter().map(|(view, _)| view).collect();
    let (pages, response) = stream(app, exports, form, permit);
    tokio::spawn(async move { pages.until_stopped(pages.send_filtered(filter, ongoing)).await });
    Ok(response)
}

/// Games by their ids, newest first.
pub async fn by_ids(
    State(app): State<App>,
    site: Site,
    Extension(client): Extension<Client>,
    Extension(exports): Extension<Arc<Exports>>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
    request: Request,
) -> Result<Response, ApiError> {
    let fields = Fields::from_form(query.unwrap_or_default().as_bytes());
    let bytes = read(request.into_body()).await?;
    let text = String::from_utf8_lossy(&bytes);
    let ids = text.split([',', '\n']).filter_map(|id| id.trim().parse::<GameId>().ok()).take(MAX_IDS);
    these(app, (client, exports), (&fields, &headers, &site), ids.collect()).await
}

/// These games, newest first.
pub(super) async fn these(
    app: App,
    (client, exports): (Client, Arc<Exports>),
    (fields, headers, site): (&Fields, &HeaderMap, &Site),
    ids: BTreeSet<GameId>,
) -> Result<Response, ApiError> {
    let permit = enter(&app, &exports, client)?;
    let form = GameForm::of(fields, headers, site, false);
    let ids: Vec<_> = ids.into_iter().collect();
    let rooms = app.rooms.live(&ids).await?;
    let mut live: Vec<_> = rooms.iter().map(|room| view_of(&app, room)).collect();
    let finished: Vec<_> = ids.into_iter().filter(|id| rooms.iter().all(|room| room.id != *id)).collect();
    live.sort_by_key(|view| std::cmp::Reverse(view.game.settings().begins));
    // Only the order is kept in memory: the games may be long, so they are read again page by page.
    let mut order = Vec::new();
    for page in finished.chunks(PAGE_SIZE as usize) {
        let games = app.store.archived_games(page.to_vec()).await?;
        order.extend(games.iter().map(|game| std::cmp::Reverse((game.began, game.id))));
    }
    order.sort();
    let finished = order.into_iter().map(|std::cmp::Reverse((_, id))| id).collect();
    let (pages, response) = stream(app, exports, form, permit);
    tokio::spawn(async move { pages.until_stopped(pages.send_these(live, finished)).await });
    Ok(response)
}

fn enter(app: &App, exports: &Exports, client: Client) -> Result<ExportPermit, ApiError> {
    app.allow(Rule::Export, &client.key())?;
    Ok(exports.enter(&client.key()).ok_or_else(|| app.limits.too_many_exports())?)
}

/// Why the stream ends early.
enum StreamEnd {
    /// The client is gone or does not read.
    Gone,
    /// The store failed: the response is cut off, so that nobody takes it for complete.
    Failed,
}

/// The writing end of a response.
struct Pages {
    app: App,
    exports: Arc<Exports>,
    form: GameForm,
    chunks: mpsc::Sender<io::Result<Bytes>>,
    _permit: ExportPermit,
}

fn stream(app: App, exports: Arc<Exports>, form: GameForm, permit: ExportPermit) -> (Pages, Response) {
    let (chunks, receiver) = mpsc::channel(1);
    let mut response = Response::new(Body::from_stream(ReceiverStream::new(receiver)));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(form.content_type()));
    headers.insert("x-accel-buffering", HeaderValue::from_static("no"));
    (Pages { app, exports, form, chunks, _permit: permit }, response)
}

impl Pages {
    async fn until_stopped(&self, sending: impl Future<Output = Result<(), StreamEnd>>) {
        let mut stopping = self.app.stopping.clone();
        let ended = tokio::select! {
            ended = sending => ended,
            () = stopped(&mut stopping) => Err(StreamEnd::Failed),
        };
        if let Err(StreamEnd::Failed) = ended {
            // The client may be gone.
            let _ = self.chunks.try_send(Err(io::Error::other("the export is cut off")));
        }
    }

    async fn send(&self, text: String) -> Result<(), StreamEnd> {
        if text.is_empty() {
            return Ok(());
        }
        match timeout(READ_TIMEOUT, self.chunks.send(Ok(Bytes::from(text)))).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) | Err(_) => Err(StreamEnd::Gone),
        }
    }

    /// Formats games on the export thread, each with its starting time.
    async fn write(&self, games: Vec<GameView>) -> Result<Vec<(Timestamp, String)>, StreamEnd> {
        let form = self.form.clone();
        let write = move |view: GameView| (view.game.settings().begins, form.one_of_many(&view));
        let written = self.exports.run(move || games.into_iter().map(write).collect()).await;
        written.ok_or(StreamEnd::Failed)
    }

    /// The same for archived games that match the filter.
    async fn write_archived(
        &self,
        games: Vec<ArchivedGame>,
        filter: Option<Filter>,
    ) -> Result<Vec<(Timestamp, String)>, StreamEnd> {
        let (app, form) = (self.app.clone(), self.form.clone());
        let write = move |game: ArchivedGame| {
            let view = archived(&app, &game)?;
            let wanted = filter.as_ref().is_none_or(|filter| filter.wants_kind(&view));
            wanted.then(|| (game.began, form.one_of_many(&view)))
        };
        let written = self.exports.run(move || games.into_iter().filter_map(write).collect()).await;
        written.ok_or(StreamEnd::Failed)
    }

    /// Sends the games of a player. Live games are merged in by their starting time.
    async fn send_filtered(&self, filter: Filter, ongoing: Vec<GameView>) -> Result<(), StreamEnd> {
        let oldest_first = filter.query.oldest_first;
        let mut ongoing = self.write(ongoing).await?;
        ongoing.sort_by_key(|(began, _)| *began);
        if !oldest_first {
            ongoing.reverse();
        }
        let mut ongoing = VecDeque::from(ongoing);
        let comes_first = |on: Timestamp, over: Timestamp| if oldest_first { on < over } else { on > over };
        let (mut left, mut after, mut more) = (filter.max, None, filter.finished);
        while more && left > 0 {
            let page = self.app.store.games_page(filter.query.clone(), after, PAGE_SIZE).await;
            let page = page.map_err(|_| StreamEnd::Failed)?;
            more = page.len() == PAGE_SIZE as usize;
            after = page.last().map(|game| (game.began, game.id));
            let mut text = String::new();
            for (began, game) in self.write_archived(page, Some(filter.clone())).await? {
                while left > 0
                    && let Some((_, earlier)) = ongoing.pop_front_if(|(on, _)| comes_first(*on, began))
                {
                    text.push_str(&earlier);
                    left -= 1;
                }
                if left > 0 {
                    text.push_str(&game);
                    left -= 1;
                }
            }
            self.send(text).await?;
        }
        self.send(ongoing.into_iter().take(left).map(|(_, text)| text).collect()).await
    }

    /// Sends these games, live ones first.
    async fn send_these(&self, live: Vec<GameView>, finished: Vec<GameId>) -> Result<(), StreamEnd> {
        let live = self.write(live).await?;
        self.send(live.into_iter().map(|(_, text)| text).collect()).await?;
        for page in finished.chunks(PAGE_SIZE as usize) {
            let games = self.app.store.archived_games(page.to_vec()).await.map_err(|_| StreamEnd::Failed)?;
            let page = self.write_archived(games, None).await?;
            self.send(page.into_iter().map(|(_, text)| text).collect()).await?;
        }
        Ok(())
    }
}
