//! How many files and sockets the process may have open.

/// As many as the system allows: the usual limit is for programs that do not serve thousands.
pub(crate) fn raise_limit() {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
        if let Err(error) = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum }) {
            tracing::warn!(?current, %error, "the limit of open files could not be raised");
        }
    }
}
