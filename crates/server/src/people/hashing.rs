//! Argon2id on dedicated threads, each with one buffer that is reused for every password.
//!
//! A hash needs 19 MiB and about 25 ms. The threads and buffers are few and fixed, so memory use does not grow with
//! the number of requests; waiting jobs are bounded by a fair queue (`fair_queue`).

use super::fair_queue::{FairQueue, QueueFull};
use argon2::password_hash::phc::PasswordHash;
use argon2::{Algorithm, Argon2, Block, Params, Version};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use parking_lot::{Condvar, Mutex};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};
use subtle::ConstantTimeEq;
use tokio::sync::oneshot;
use tokio::time::timeout;

/// The most hashing threads. Each keeps a buffer of 19 MiB once it has had work.
const MAX_THREADS: usize = 4;

/// The most memory that a stored hash may ask for, in KiB: a damaged hash must not exhaust the machine.
const MAX_STORED_MEMORY: u32 = 4 * Params::DEFAULT_M_COST;

/// How long a job may wait: on a slow machine the queue may hold more than can be done in time.
const MAX_WAIT: Duration = Duration::from_secs(10);

/// The wait suggested after a refusal.
const RETRY_AFTER: Duration = Duration::from_secs(5);

/// Too many passwords are waiting to be hashed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("too many people are logging in right now: try again in a few seconds")]
pub struct HashingBusy {
    /// Whether this source alone has too many jobs, rather than all together.
    pub by_source: bool,
    /// How long to wait before trying again.
    pub wait: Duration,
}

impl From<QueueFull> for HashingBusy {
    fn from(full: QueueFull) -> HashingBusy {
        HashingBusy { by_source: full == QueueFull::Source, wait: RETRY_AFTER }
    }
}

/// A job; returns whether it was legitimate.
type Job = Box<dyn FnOnce(&mut Hasher) -> bool + Send>;

/// The hashing threads. They end when this is dropped.
pub(super) struct HashingPool(Arc<Shared>);

#[derive(Default)]
struct Shared {
    queue: Mutex<PendingJobs>,
    changed: Condvar,
}

#[derive(Default)]
struct PendingJobs {
    jobs: FairQueue<Job>,
    closed: bool,
}

impl HashingPool {
    /// Starts the threads: at most half of the cores, to leave the rest to the games.
    pub(super) fn start() -> HashingPool {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let shared = Arc::<Shared>::default();
        for number in 0..(cores / 2).clamp(1, MAX_THREADS) {
            let shared = Arc::clone(&shared);
            let started = thread::Builder::new().name(format!("hash-{number}")).spawn(move || work(&shared));
            // Without a thread nobody can log in; the queue fills up and requests are refused.
            if let Err(error) = started {
                tracing::error!(%error, "no thread for hashing passwords");
            }
        }
        HashingPool(shared)
    }

    /// Runs a job on one of the threads, in its turn; `is_honest` tells from the result whether it was legitimate. A
    /// job whose caller has gone is skipped.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        source: &str,
        job: impl FnOnce(&mut Hasher) -> T + Send + 'static,
        is_honest: impl FnOnce(&T) -> bool + Send + 'static,
    ) -> Result<T, HashingBusy> {
        let (answer, done) = oneshot::channel();
        let job: Job = Box::new(move |hasher| {
            if answer.is_closed() {
                return false;
            }
            let done = job(hasher);
            let is_honest = is_honest(&done);
            // The caller may be gone by now.
            let _ = answer.send(done);
            is_honest
        });
        // An evicted job is dropped together with its end of the channel, which tells its caller.
        drop(self.0.queue.lock().jobs.push(source, job, Instant::now())?);
        self.0.changed.notify_one();
        match timeout(MAX_WAIT, done).await {
            Ok(Ok(done)) => Ok(done),
            Ok(Err(_evicted)) => Err(HashingBusy { by_source: true, wait: RETRY_AFTER }),
            Err(_) => Err(HashingBusy { by_source: false, wait: RETRY_AFTER }),
        }
    }
}

impl Drop for HashingPool {
    fn drop(&mut self) {
        self.0.queue.lock().closed = true;
        self.0.changed.notify_all();
    }
}

fn work(shared: &Shared) {
    let mut hasher = Hasher::default();
    loop {
        let (source, job) = {
            let mut waiting = shared.queue.lock();
            loop {
                if waiting.closed {
                    return;
                }
                match waiting.jobs.pop(Instant::now()) {
                    Some(job) => break job,
                    None => shared.changed.wait(&mut waiting),
                }
            }
        };
        if job(&mut hasher) {
            shared.queue.lock().jobs.mark_honest(&source);
        }
    }
}

/// Argon2id with a reusable buffer.
#[derive(Default)]
pub(super) struct Hasher {
    memory: Vec<Block>,
}

impl Hasher {
    /// The hash of a password with a new random salt, in the PHC string format.
    pub(super) fn hash(&mut self, password: &str) -> String {
        let (salt, params): ([u8; 16], _) = (rand::random(), Params::DEFAULT);
        let (m, t, p) = (params.m_cost(), params.t_cost(), params.p_cost());
        let mut output = [0; Params::DEFAULT_OUTPUT_LEN];
        let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
        self.fill(&argon2, password, &salt, &mut output).expect("the parameters are the crate's own");
        let (salt, output) = (STANDARD_NO_PAD.encode(salt), STANDARD_NO_PAD.encode(output));
        format!("$argon2id$v=19$m={m},t={t},p={p}${salt}${output}")
    }

    pub(super) fn verify(&mut self, password: &str, stored: &str) -> bool {
        self.try_verify(password, stored).unwrap_or(false)
    }

    /// `None` if the stored text is not a hash that can be checked.
    fn try_verify(&mut self, password: &str, stored: &str) -> Option<bool> {
        let stored = PasswordHash::new(stored).ok()?;
        let (salt, expected) = (stored.salt.as_ref()?, stored.hash.as_ref()?);
        let algorithm = Algorithm::try_from(&*stored.algorithm).ok()?;
        let version = Version::try_from(stored.version?).ok()?;
        let params = Params::try_from(&stored).ok().filter(|params| params.m_cost() <= MAX_STORED_MEMORY)?;
        let mut output = vec![0; expected.as_bytes().len()];
        self.fill(&Argon2::new(algorithm, version, params), password, salt, &mut output)?;
        Some(output.ct_eq(expected.as_bytes()).into())
    }

    fn fill(&mut self, argon2: &Argon2<'_>, password: &str, salt: &[u8], output: &mut [u8]) -> Option<()> {
        let blocks = argon2.params().block_count();
        if self.memory.len() < blocks {
            self.memory.resize(blocks, Block::default());
        }
        let memory = &mut self.memory[..blocks];
        argon2.hash_password_into_with_memory(password.as_bytes(), salt, output, memory).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use argon2::password_hash::{PasswordHasher, PasswordVerifier};

    /// Our hashes can be checked by the reference implementation, and the other way round.
    #[test]
    fn hashes_are_compatible_with_the_argon2_crate() {
        let mut hasher = Hasher::default();
        let ours = hasher.hash("correct horse");
        assert!(ours.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{ours}");
        let parsed = PasswordHash::new(&ours).expect("a PHC string");
        assert!(Argon2::default().verify_password(b"correct horse", &parsed).is_ok());
        assert!(hasher.verify("correct horse", &ours) && !hasher.verify("correct Horse", &ours));
        let theirs = Argon2::default().hash_password(b"correct horse").expect("a hash").to_string();
        assert!(hasher.verify("correct horse", &theirs) && !hasher.verify("", &theirs));
        assert_ne!(hasher.hash("correct horse"), ours, "every hash has its own salt");
    }

    #[test]
    fn a_damaged_hash_matches_nothing() {
        let mut hasher = Hasher::default();
        let good = hasher.hash("correct horse");
        for bad in [
            String::new(),
            "no hash".into(),
            good.replace("m=19456", "m=4294967295"),
            good.replace("argon2id", "argon2x"),
            good.replace("v=19", "v=7"),
            good[..good.len() - 3].to_owned(),
        ] {
            assert!(!hasher.verify("correct horse", &bad), "{bad}");
        }
        assert!(hasher.memory.len() <= MAX_STORED_MEMORY as usize);
    }
}
