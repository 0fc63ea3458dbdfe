//! Encryption of the session.

use std::sync::Arc;

use bytes::BytesMut;
use postgres_protocol::message::frontend;
use sha2::{Digest, Sha256, Sha384, Sha512};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_postgres::Config;
use tokio_postgres::config::{SslMode, SslNegotiation};
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, RootCertStore};
use x509_cert::Certificate;
use x509_cert::der::Decode;
use x509_cert::der::oid::db::rfc5912::{
    ECDSA_WITH_SHA_256, ECDSA_WITH_SHA_384, ECDSA_WITH_SHA_512, SHA_1_WITH_RSA_ENCRYPTION,
    SHA_256_WITH_RSA_ENCRYPTION, SHA_384_WITH_RSA_ENCRYPTION, SHA_512_WITH_RSA_ENCRYPTION,
};

use super::ConnectionError;
use super::wire::Duplex;

/// The answer of a server that can encrypt.
const YES: u8 = b'S';
/// The answer of a server that cannot.
const NO: u8 = b'N';

/// The negotiated channel.
pub(super) enum Channel {
    /// Unencrypted.
    Plain(TcpStream),
    /// Encrypted, with the data that binds the authentication to the server's certificate, if it has any.
    Encrypted(Box<dyn Duplex>, Option<Vec<u8>>),
}

/// Negotiates encryption with the server, as required by `sslmode`.
pub(super) async fn negotiate(
    mut socket: TcpStream,
    name: Option<&str>,
    settings: &Config,
) -> Result<Channel, ConnectionError> {
    if settings.get_ssl_negotiation() == SslNegotiation::Direct {
        return Err(ConnectionError::broken("sslnegotiation=direct is not supported; leave it out"));
    }
    if !must_encrypt(settings.get_ssl_mode(), socket.peer_addr()?.ip().is_loopback()) {
        return Ok(Channel::Plain(socket));
    }
    let mut request = BytesMut::new();
    frontend::ssl_request(&mut request);
    socket.write_all(&request).await?;
    match socket.read_u8().await? {
        YES => {
            let peer = || socket.peer_addr().map(|peer| peer.ip().to_string());
            let name = name.map_or_else(peer, |name| Ok(name.to_owned()))?;
            encrypted(socket, name, trusted()?).await
        }
        // For a server on another machine: an attacker on the network can refuse in the server's name.
        NO => Err(ConnectionError::broken(
            "the server does not encrypt; where everybody on the way may read and change what is said, say \
             sslmode=disable",
        )),
        // Possibly an error message; its sender is not authenticated, so it is not repeated.
        _ => Err(ConnectionError::broken("the server does not say whether it encrypts")),
    }
}

/// Returns `true` if a session must be encrypted with a server that is on this machine or not.
pub(crate) const fn must_encrypt(mode: SslMode, is_on_this_machine: bool) -> bool {
    match mode {
        SslMode::Disable => false,
        // Servers on the machine itself present unsigned certificates.
        SslMode::Prefer => !is_on_this_machine,
        _ => true,
    }
}

/// Returns the encrypted stream, once the server has shown a certificate trusted under these settings for the
/// name used.
pub(super) async fn encrypted(
    socket: TcpStream,
    name: String,
    trusted: ClientConfig,
) -> Result<Channel, ConnectionError> {
    let name = ServerName::try_from(name).map_err(|error| ConnectionError::broken(error.to_string()))?;
    let stream = TlsConnector::from(Arc::new(trusted)).connect(name, socket).await?;
    let certificate = stream.get_ref().1.peer_certificates().and_then(|certificate| certificate.first());
    let binding = certificate.and_then(end_point);
    Ok(Channel::Encrypted(Box::new(stream), binding))
}

/// Returns a configuration that trusts the machine's root certificates.
fn trusted() -> Result<ClientConfig, ConnectionError> {
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    trusting(roots)
}

pub(super) fn trusting(roots: RootCertStore) -> Result<ClientConfig, ConnectionError> {
    let provider = Arc::new(ring::default_provider());
    let settings = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
    let settings = settings.map_err(|error| ConnectionError::broken(error.to_string()))?;
    Ok(settings.with_root_certificates(roots).with_no_client_auth())
}

/// Computes the `tls-server-end-point` binding (RFC 5929) of a certificate: its digest by the algorithm of
/// its signature, or by SHA-256 if that is an older one. Returns `None` for signature algorithms without a
/// digest.
fn end_point(certificate: &CertificateDer<'_>) -> Option<Vec<u8>> {
    let parsed = Certificate::from_der(certificate).ok()?;
    match parsed.signature_algorithm.oid {
        SHA_1_WITH_RSA_ENCRYPTION | SHA_256_WITH_RSA_ENCRYPTION | ECDSA_WITH_SHA_256 => {
            Some(Sha256::digest(certificate).to_vec())
        }
        SHA_384_WITH_RSA_ENCRYPTION | ECDSA_WITH_SHA_384 => Some(Sha384::digest(certificate).to_vec()),
        SHA_512_WITH_RSA_ENCRYPTION | ECDSA_WITH_SHA_512 => Some(Sha512::digest(certificate).to_vec()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tests servers on another machine, also if the choice is left to both sides (`prefer`). The planted
    /// fault is the same server taken for a local one.
    #[test]
    fn another_machine_must_encrypt_unless_configured_otherwise() {
        for (mode, is_elsewhere, is_here) in
            [(SslMode::Disable, false, false), (SslMode::Prefer, true, false), (SslMode::Require, true, true)]
        {
            assert_eq!(must_encrypt(mode, false), is_elsewhere, "{mode:?}");
            assert_eq!(must_encrypt(mode, true), is_here, "{mode:?}");
        }
    }
}
