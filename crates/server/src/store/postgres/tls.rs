//! Encrypted connections to PostgreSQL, if its URL asks for them with `sslmode=require`. The certificate is always
//! verified against the system's root certificates and those in the file that `PGSSLROOTCERT` names.

use super::StoreError;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio_postgres::Socket;
use tokio_postgres::config::SslMode;
use tokio_postgres::tls::{ChannelBinding, MakeTlsConnect, TlsConnect, TlsStream};
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

/// The environment variable that libpq reads too.
const ROOTS: &str = "PGSSLROOTCERT";

/// Makes encrypted connections, or none for plain ones.
#[derive(Clone)]
pub(super) struct Tls(Option<TlsConnector>);

impl Tls {
    pub(super) fn new(mode: SslMode) -> Result<Tls, StoreError> {
        if mode != SslMode::Require {
            return Ok(Tls(None));
        }
        let refused = |what: String| StoreError::Refused(format!("sslmode=require: {what}"));
        let mut roots = RootCertStore::empty();
        roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        if let Some(file) = std::env::var_os(ROOTS) {
            let name = file.to_string_lossy().into_owned();
            let certificates = CertificateDer::pem_file_iter(&file)
                .and_then(Iterator::collect::<Result<Vec<_>, _>>)
                .map_err(|error| refused(format!("{name}: {error}")))?;
            if roots.add_parsable_certificates(certificates).0 == 0 {
                return Err(refused(format!("{name} contains no certificate")));
            }
        }
        let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .map_err(|error| refused(error.to_string()))?
            .with_root_certificates(roots)
            .with_no_client_auth();
        Ok(Tls(Some(TlsConnector::from(Arc::new(config)))))
    }
}

impl MakeTlsConnect<Socket> for Tls {
    type Stream = EncryptedStream;
    type TlsConnect = Handshake;
    type Error = io::Error;

    fn make_tls_connect(&mut self, domain: &str) -> io::Result<Handshake> {
        Ok(Handshake { connector: self.0.clone(), domain: domain.to_owned() })
    }
}

/// A TLS handshake to be made.
pub(super) struct Handshake {
    connector: Option<TlsConnector>,
    domain: String,
}

impl TlsConnect<Socket> for Handshake {
    type Stream = EncryptedStream;
    type Error = io::Error;
    type Future = Pin<Box<dyn Future<Output = io::Result<EncryptedStream>> + Send>>;

    fn connect(self, socket: Socket) -> Self::Future {
        Box::pin(async move {
            let connector = self.connector.ok_or_else(|| io::Error::other("not to be encrypted"))?;
            let name = ServerName::try_from(self.domain).map_err(io::Error::other)?;
            Ok(EncryptedStream(connector.connect(name, socket).await?))
        })
    }
}

/// An encrypted connection.
pub(super) struct EncryptedStream(tokio_rustls::client::TlsStream<Socket>);

impl TlsStream for EncryptedStream {
    fn channel_binding(&self) -> ChannelBinding {
        ChannelBinding::none()
    }
}

impl AsyncRead for EncryptedStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_read(context, buffer)
    }
}

impl AsyncWrite for EncryptedStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.0).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_shutdown(context)
    }
}
