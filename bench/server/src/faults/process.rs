//! A child process that does not outlive this program.

use anyhow::{Context, Result};
use rustix::process::{Pid, Signal, kill_process};
use std::net::{SocketAddr, TcpListener};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

pub(super) struct Process(Child);

impl Process {
    /// Starts a program without standard input and output.
    pub(super) fn spawn(command: &mut Command) -> Result<Process> {
        let child = command.stdin(Stdio::null()).stdout(Stdio::null()).spawn();
        let program = || format!("{} does not start", command.get_program().display());
        Ok(Process(child.with_context(program)?))
    }

    pub(super) fn id(&self) -> u32 {
        self.0.id()
    }

    pub(super) fn signal(&self, signal: Signal) -> Result<()> {
        let id = i32::try_from(self.id()).ok().and_then(Pid::from_raw).context("no such process")?;
        Ok(kill_process(id, signal)?)
    }

    /// Signals the process and its children, such as the backends of PostgreSQL.
    fn signal_family(&self, signal: Signal) -> Result<()> {
        self.signal(signal)?;
        let id = self.id();
        let children = std::fs::read_to_string(format!("/proc/{id}/task/{id}/children")).unwrap_or_default();
        for child in children.split_whitespace().filter_map(|id| Pid::from_raw(id.parse().ok()?)) {
            // It may have ended meanwhile.
            let _ = kill_process(child, signal);
        }
        Ok(())
    }

    /// Pauses the process and its children for a while.
    pub(super) async fn pause(&self, pause: Duration) -> Result<()> {
        self.signal_family(Signal::STOP)?;
        tokio::time::sleep(pause).await;
        self.signal_family(Signal::CONT)
    }

    pub(super) fn kill(&mut self) -> Result<()> {
        self.0.kill()?;
        self.wait()
    }

    pub(super) fn has_ended(&mut self) -> Result<bool> {
        Ok(self.0.try_wait()?.is_some())
    }

    pub(super) fn wait(&mut self) -> Result<()> {
        self.0.wait()?;
        Ok(())
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// An address on this machine with a port that was free a moment ago.
pub(super) fn free_address() -> Result<SocketAddr> {
    Ok(TcpListener::bind("127.0.0.1:0")?.local_addr()?)
}
