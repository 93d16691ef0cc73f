//! CPU and memory use. A measurement counts only if other processes used next to no CPU time.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use std::fs;
use std::time::{Duration, Instant};

/// Raises the limit of open files to what the system allows.
pub(crate) fn raise_file_limit() {
    let limit = getrlimit(Resource::Nofile);
    // If this fails, opening the sockets fails later with a clear error.
    let _ = setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, maximum: limit.maximum });
}

/// CPU time used since the machine started: by everybody, by this process and by the server.
#[derive(Clone, Copy)]
pub(crate) struct Usage {
    at: Instant,
    all: Duration,
    own: Duration,
    server: Duration,
}

/// How many cores were busy on average.
pub(crate) struct Cores {
    pub(crate) server: f64,
    pub(crate) generator: f64,
    /// All other processes, and kernel time that belongs to no process.
    pub(crate) foreign: f64,
}

impl Usage {
    pub(crate) fn now(server: u32) -> Usage {
        Usage {
            at: Instant::now(),
            all: busy().unwrap_or_default(),
            own: process("self").unwrap_or_default(),
            server: process(&server.to_string()).unwrap_or_default(),
        }
    }

    /// The CPU time of a process and its children, such as the backends of PostgreSQL.
    pub(crate) fn of_family(id: u32) -> Duration {
        let children = fs::read_to_string(format!("/proc/{id}/task/{id}/children")).unwrap_or_default();
        let ids = children.split_whitespace().map(str::to_owned).chain([id.to_string()]);
        ids.filter_map(|id| process(&id)).sum()
    }

    pub(crate) fn since(self, before: Usage) -> Cores {
        let seconds = (self.at - before.at).as_secs_f64();
        let cores = |now: Duration, then: Duration| now.saturating_sub(then).as_secs_f64() / seconds;
        let (server, generator) = (cores(self.server, before.server), cores(self.own, before.own));
        let foreign = (cores(self.all, before.all) - server - generator).max(0.0);
        Cores { server, generator, foreign }
    }
}

/// Clock ticks of `/proc`, of which Linux counts a hundred a second.
fn ticks(text: &str) -> Option<Duration> {
    text.parse::<u64>().ok().map(|ticks| Duration::from_millis(ticks * 10))
}

/// The CPU time of the whole machine, without idle and I/O wait time.
fn busy() -> Option<Duration> {
    let stat = fs::read_to_string("/proc/stat").ok()?;
    let fields: Vec<_> = stat.lines().next()?.split_whitespace().skip(1).map_while(ticks).collect();
    let (user, nice, system) = (fields.first()?, fields.get(1)?, fields.get(2)?);
    let (interrupts, soft_interrupts) = (fields.get(5)?, fields.get(6)?);
    Some(*user + *nice + *system + *interrupts + *soft_interrupts)
}

fn process(id: &str) -> Option<Duration> {
    let stat = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    // The name is in parentheses and may contain spaces.
    let (_, fields) = stat.rsplit_once(") ")?;
    let mut times = fields.split_whitespace().skip(11).map_while(ticks);
    Some(times.next()? + times.next()?)
}

/// The current and the peak resident memory of a process, in kilobytes.
pub(crate) fn memory(process: u32) -> Option<(u64, u64)> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let field = |name: &str| -> Option<u64> {
        let line = status.lines().find(|line| line.starts_with(name))?;
        line.split_whitespace().nth(1)?.parse().ok()
    };
    Some((field("VmRSS:")?, field("VmHWM:")?))
}
