//! The limit on open files and sockets.

/// Raises the soft limit to the hard limit: the default is too low for thousands of connections.
pub(crate) fn raise_limit() {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
        if let Err(error) = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum }) {
            tracing::warn!(?current, %error, "the limit on open files could not be raised");
        }
    }
}
