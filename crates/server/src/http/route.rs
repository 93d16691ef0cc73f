//! The routes outside the API, as a list. The router and the table of permissions are both built from it, so no route
//! is missing in the table.

use crate::app::App;
use axum::Router;
use axum::handler::Handler;
use axum::http::Method;
use axum::routing::{MethodRouter, on};

/// Who may use a route. The handler enforces it; a test tries every route as every kind of user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// Includes guests.
    Everybody,
    /// Logged-in users.
    Account,
    /// Arbiters and admins.
    Organizer,
    Admin,
    /// Programs on the server's machine, and those elsewhere with an admin's token.
    Operator,
}

/// One method of one path.
pub struct Route {
    pub method: Method,
    /// With `{name}` for each path parameter.
    pub path: &'static str,
    pub audience: Audience,
    handler: MethodRouter<App>,
}

impl Route {
    pub fn get<T: 'static>(path: &'static str, audience: Audience, handler: impl Handler<T, App>) -> Route {
        Route::new(Method::GET, path, audience, handler)
    }

    pub fn post<T: 'static>(path: &'static str, audience: Audience, handler: impl Handler<T, App>) -> Route {
        Route::new(Method::POST, path, audience, handler)
    }

    pub fn put<T: 'static>(path: &'static str, audience: Audience, handler: impl Handler<T, App>) -> Route {
        Route::new(Method::PUT, path, audience, handler)
    }

    pub fn delete<T: 'static>(
        path: &'static str,
        audience: Audience,
        handler: impl Handler<T, App>,
    ) -> Route {
        Route::new(Method::DELETE, path, audience, handler)
    }

    fn new<T: 'static>(
        method: Method,
        path: &'static str,
        audience: Audience,
        handler: impl Handler<T, App>,
    ) -> Route {
        let filter = method.clone().try_into().expect("these methods can be filtered for");
        Route { method, path, audience, handler: on(filter, handler) }
    }
}

pub fn router(routes: Vec<Route>) -> Router<App> {
    routes.into_iter().fold(Router::new(), |router, route| router.route(route.path, route.handler))
}
