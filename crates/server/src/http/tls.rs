//! TLS without a proxy: a certificate and its key, reloaded when the files change.

use crate::config::TlsFiles;
use parking_lot::Mutex;
use std::io;
use std::path::Path;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::server::TlsStream;

/// How long a client may take for the handshake.
const HANDSHAKE_TIMEOUT: Duration = Duration::from_secs(10);
/// How often the files are checked for changes.
const RELOAD_INTERVAL: Duration = Duration::from_secs(2);
/// The first byte of every TLS connection: a record of the type `handshake`.
const HANDSHAKE_RECORD: u8 = 22;

#[derive(Debug, thiserror::Error)]
#[error("TLS: {}: {reason}", file.display())]
pub struct TlsError {
    file: std::path::PathBuf,
    reason: String,
}

/// The two files as they were read.
#[derive(PartialEq, Eq)]
struct Pem {
    certificate: Vec<u8>,
    key: Vec<u8>,
}

pub(crate) struct Tls {
    files: TlsFiles,
    acceptor: Mutex<TlsAcceptor>,
    /// What was read last, usable or not, so that an unusable file is reported once.
    seen: Mutex<Pem>,
}

impl Tls {
    pub(crate) fn load(files: TlsFiles) -> Result<Tls, TlsError> {
        let pem = read(&files)?;
        let acceptor = acceptor(&files, &pem)?;
        Ok(Tls { files, acceptor: Mutex::new(acceptor), seen: Mutex::new(pem) })
    }

    /// Reloads a renewed certificate. If the new files cannot be used, perhaps because they are half written, the
    /// current certificate stays in use.
    pub(crate) async fn watch(self: Arc<Tls>) {
        let mut ticks = tokio::time::interval(RELOAD_INTERVAL);
        loop {
            ticks.tick().await;
            let tls = Arc::clone(&self);
            // A panic in there would be our bug; the panic hook reports it, and the server keeps running.
            let _ = tokio::task::spawn_blocking(move || tls.reload()).await;
        }
    }

    fn reload(&self) {
        let Ok(pem) = read(&self.files) else { return };
        let mut seen = self.seen.lock();
        if *seen == pem {
            return;
        }
        match acceptor(&self.files, &pem) {
            Ok(acceptor) => {
                *self.acceptor.lock() = acceptor;
                tracing::info!("the TLS certificate has changed and is in use");
            }
            Err(error) => tracing::warn!(%error, "the TLS files have changed but cannot be used"),
        }
        *seen = pem;
    }

    /// Whether the client starts a TLS handshake rather than plain HTTP.
    pub(crate) async fn is_handshake(stream: &TcpStream) -> io::Result<bool> {
        let mut first = [0];
        let peeked = timeout(HANDSHAKE_TIMEOUT, stream.peek(&mut first)).await.map_err(|_| too_slow())?;
        match peeked? {
            0 => Err(io::ErrorKind::UnexpectedEof.into()),
            _ => Ok(first == [HANDSHAKE_RECORD]),
        }
    }

    pub(crate) async fn accept(&self, stream: TcpStream) -> io::Result<Stream> {
        let acceptor = self.acceptor.lock().clone();
        let stream = timeout(HANDSHAKE_TIMEOUT, acceptor.accept(stream)).await.map_err(|_| too_slow())?;
        Ok(Stream::Tls(Box::new(stream?)))
    }
}

fn too_slow() -> io::Error {
    io::Error::new(io::ErrorKind::TimedOut, "the TLS handshake took too long")
}

fn read(files: &TlsFiles) -> Result<Pem, TlsError> {
    let read = |file: &Path| std::fs::read(file).map_err(|error| unusable(file, error.to_string()));
    Ok(Pem { certificate: read(&files.certificate)?, key: read(&files.key)? })
}

fn unusable(file: &Path, reason: String) -> TlsError {
    TlsError { file: file.into(), reason }
}

fn acceptor(files: &TlsFiles, pem: &Pem) -> Result<TlsAcceptor, TlsError> {
    let chain = CertificateDer::pem_slice_iter(&pem.certificate)
        .collect::<Result<Vec<_>, _>>()
        .map_err(|error| unusable(&files.certificate, format!("not valid PEM: {error}")))?;
    if chain.is_empty() {
        return Err(unusable(&files.certificate, "expected a certificate in PEM, found none".into()));
    }
    let key = PrivateKeyDer::from_pem_slice(&pem.key).map_err(|_| {
        unusable(&files.key, "expected a private key in PEM without a passphrase, found none".into())
    })?;
    let mut config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .and_then(|builder| builder.with_no_client_auth().with_single_cert(chain, key))
        .map_err(|error| {
            unusable(&files.certificate, format!("does not go with {}: {error}", files.key.display()))
        })?;
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    Ok(TlsAcceptor::from(Arc::new(config)))
}

/// A connection, plain or over TLS.
pub(crate) enum Stream {
    Plain(TcpStream),
    Tls(Box<TlsStream<TcpStream>>),
}

/// Runs the same expression on either kind of stream.
macro_rules! either {
    ($stream:expr, $inner:ident => $do:expr) => {
        match $stream {
            Stream::Plain($inner) => $do,
            Stream::Tls($inner) => $do,
        }
    };
}

impl Stream {
    pub(crate) fn socket(&self) -> &TcpStream {
        match self {
            Stream::Plain(stream) => stream,
            Stream::Tls(stream) => stream.get_ref().0,
        }
    }
}

impl AsyncRead for Stream {
    fn poll_read(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        either!(self.get_mut(), stream => Pin::new(stream).poll_read(cx, buffer))
    }
}

impl AsyncWrite for Stream {
    fn poll_write(self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        either!(self.get_mut(), stream => Pin::new(stream).poll_write(cx, bytes))
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        either!(self.get_mut(), stream => Pin::new(stream).poll_write_vectored(cx, slices))
    }

    fn is_write_vectored(&self) -> bool {
        either!(self, stream => stream.is_write_vectored())
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        either!(self.get_mut(), stream => Pin::new(stream).poll_flush(cx))
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        either!(self.get_mut(), stream => Pin::new(stream).poll_shutdown(cx))
    }
}
