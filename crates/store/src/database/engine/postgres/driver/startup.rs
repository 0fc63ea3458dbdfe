//! Startup of a session and authentication of its user.

use bytes::BytesMut;
use fallible_iterator::FallibleIterator;
use postgres_protocol::authentication::md5_hash;
use postgres_protocol::authentication::sasl::{
    ChannelBinding, SCRAM_SHA_256, SCRAM_SHA_256_PLUS, ScramSha256,
};
use postgres_protocol::message::backend::{AuthenticationSaslBody, Message};
use postgres_protocol::message::frontend;
use std::io;
use std::ops::ControlFlow;
use tokio_postgres::Config;
use tokio_postgres::config::ChannelBinding as ChannelBindingMode;

use super::wire::{Wire, unexpected};
use super::{ConnectionError, ServerError};

/// The transport of the authentication exchange.
pub(super) enum Transport {
    /// Encrypted: the server has authenticated itself by its certificate, to which `binding` ties the user's
    /// proof.
    Encrypted { binding: Option<Vec<u8>> },
    /// A Unix socket of the machine.
    Socket,
    /// The machine's own network, on which any local process may have taken the port first.
    Loopback,
    /// A network on which the traffic can be read and changed.
    Open,
}

impl Transport {
    fn binding(self) -> Option<Vec<u8>> {
        match self {
            Self::Encrypted { binding } => binding,
            Self::Socket | Self::Loopback | Self::Open => None,
        }
    }
}

/// Sends the user and the database, authenticates the user, and waits until the server is ready.
pub(super) async fn enter(
    wire: &mut Wire,
    settings: &Config,
    transport: Transport,
) -> Result<(), ConnectionError> {
    let user = match settings.get_user() {
        Some(user) => user.to_owned(),
        None => {
            whoami::username().map_err(|_| ConnectionError::broken("the database's URL names no user"))?
        }
    };
    send_startup(settings, &user, wire.outbox())?;
    authenticate(wire, settings, &user, transport).await?;
    wire.exchange(|message| match message {
        Message::ReadyForQuery(_) => Ok(ControlFlow::Break(())),
        Message::BackendKeyData(_) => Ok(ControlFlow::Continue(())),
        Message::ErrorResponse(body) => Err(ConnectionError::Refused(ServerError::read(&body)?)),
        _ => Err(unexpected()),
    })
    .await
}

fn send_startup(settings: &Config, user: &str, out: &mut BytesMut) -> io::Result<()> {
    let parameters = [
        ("client_encoding", Some("UTF8")),
        ("user", Some(user)),
        ("database", settings.get_dbname()),
        ("options", settings.get_options()),
        ("application_name", settings.get_application_name()),
    ];
    frontend::startup_message(parameters.into_iter().filter_map(|(name, value)| Some((name, value?))), out)
}

/// Performs the authentication that the server requests.
async fn authenticate(
    wire: &mut Wire,
    settings: &Config,
    user: &str,
    transport: Transport,
) -> Result<(), ConnectionError> {
    match wire.ask().await? {
        Message::AuthenticationSasl(body) => return scram(wire, settings, &body, transport.binding()).await,
        _ if settings.get_channel_binding() == ChannelBindingMode::Require => {
            return Err(ConnectionError::broken(
                "the server did not bind its proof to its certificate, and channel_binding asks for it",
            ));
        }
        // An attacker on the network can send any of these in the server's name; with SCRAM, the server
        // authenticates itself too.
        Message::AuthenticationOk if matches!(transport, Transport::Open) => {
            return Err(ConnectionError::broken(
                "the server asks for no proof over a connection that is not encrypted, and gives none: \
                 say sslmode=require, or let it ask for SCRAM",
            ));
        }
        Message::AuthenticationOk => return Ok(()),
        Message::AuthenticationCleartextPassword | Message::AuthenticationMd5Password(_)
            if matches!(transport, Transport::Open | Transport::Loopback) =>
        {
            return Err(ConnectionError::broken(
                "the server wants the password in clear or as MD5 over a connection that is not encrypted: \
                 say sslmode=require, or let it ask for SCRAM",
            ));
        }
        Message::AuthenticationCleartextPassword => {
            frontend::password_message(password(settings)?, wire.outbox())?;
        }
        Message::AuthenticationMd5Password(body) => {
            let hash = md5_hash(user.as_bytes(), password(settings)?, body.salt());
            frontend::password_message(hash.as_bytes(), wire.outbox())?;
        }
        _ => {
            return Err(ConnectionError::broken(
                "the server wants a proof of the user that is not supported: set a password",
            ));
        }
    }
    admitted(wire).await
}

/// Authenticates by SCRAM (RFC 5802): both sides prove knowledge of the password, and neither sends it.
async fn scram(
    wire: &mut Wire,
    settings: &Config,
    offered: &AuthenticationSaslBody,
    binding: Option<Vec<u8>>,
) -> Result<(), ConnectionError> {
    let offered: Vec<&str> = offered.mechanisms().collect()?;
    let (mechanism, binding) = mechanism(&offered, settings.get_channel_binding(), binding)?;
    let mut scram = ScramSha256::new(password(settings)?, binding);
    frontend::sasl_initial_response(mechanism, scram.message(), wire.outbox())?;
    let Message::AuthenticationSaslContinue(body) = wire.ask().await? else { return Err(unexpected()) };
    scram.update(body.data())?;
    frontend::sasl_response(scram.message(), wire.outbox())?;
    let Message::AuthenticationSaslFinal(body) = wire.ask().await? else { return Err(unexpected()) };
    scram.finish(body.data())?;
    admitted(wire).await
}

/// Chooses a mechanism among those offered by the server. The proof includes that the client could have bound
/// the certificate and was not offered it, so an attacker on the network cannot remove the stronger mechanism
/// unnoticed.
fn mechanism(
    offered: &[&str],
    binding_mode: ChannelBindingMode,
    binding: Option<Vec<u8>>,
) -> Result<(&'static str, ChannelBinding), ConnectionError> {
    let binding = binding.filter(|_| binding_mode != ChannelBindingMode::Disable);
    match binding {
        Some(binding) if offered.contains(&SCRAM_SHA_256_PLUS) => {
            Ok((SCRAM_SHA_256_PLUS, ChannelBinding::tls_server_end_point(binding)))
        }
        _ if binding_mode == ChannelBindingMode::Require => Err(ConnectionError::broken(
            "the certificate cannot be bound to the proof, and channel_binding asks for it",
        )),
        _ if !offered.contains(&SCRAM_SHA_256) => {
            Err(ConnectionError::broken("the server offers no proof of the user that is supported"))
        }
        Some(_) => Ok((SCRAM_SHA_256, ChannelBinding::unrequested())),
        None => Ok((SCRAM_SHA_256, ChannelBinding::unsupported())),
    }
}

fn password(settings: &Config) -> Result<&[u8], ConnectionError> {
    settings.get_password().ok_or_else(|| {
        ConnectionError::broken("the server asks for a password, and the database's URL has none")
    })
}

async fn admitted(wire: &mut Wire) -> Result<(), ConnectionError> {
    match wire.ask().await? {
        Message::AuthenticationOk => Ok(()),
        _ => Err(unexpected()),
    }
}

#[cfg(test)]
mod tests {
    use std::str::FromStr;

    use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream, duplex};

    use super::*;

    const IN_CLEAR: [u8; 4] = 3_u32.to_be_bytes();
    const MD5: [u8; 4] = 5_u32.to_be_bytes();
    const SASL: [u8; 4] = 10_u32.to_be_bytes();
    const SASL_CONTINUE: [u8; 4] = 11_u32.to_be_bytes();
    const LET_IN: [u8; 4] = 0_u32.to_be_bytes();

    /// A server scripted by a test.
    struct Server(DuplexStream);

    impl Server {
        /// Connects a user `one` with the password `secret`; returns the server and the pending outcome of
        /// the startup.
        fn visited(transport: Transport) -> (Self, impl Future<Output = Result<(), ConnectionError>>) {
            let (ours, theirs) = duplex(64 * 1024);
            let entered = async move {
                let settings = Config::from_str("postgres://one:secret@host/db").unwrap();
                enter(&mut Wire::new(Box::new(ours)), &settings, transport).await
            };
            (Self(theirs), entered)
        }

        /// Returns the last message of the user.
        async fn heard(&mut self) -> String {
            let mut room = vec![0; 1024];
            let read = self.0.read(&mut room).await.unwrap();
            String::from_utf8_lossy(&room[..read]).into_owned()
        }

        async fn says_ready(&mut self) {
            self.0.write_all(b"Z\0\0\0\x05I").await.unwrap();
        }

        async fn demands(&mut self, kind: [u8; 4], rest: &[u8]) {
            let length = u32::try_from(rest.len() + 8).unwrap().to_be_bytes();
            let message = [b"R".as_slice(), &length, &kind, rest].concat();
            self.0.write_all(&message).await.unwrap();
        }
    }

    #[tokio::test]
    async fn a_password_is_sent_neither_in_clear_nor_as_md5_where_others_could_listen() {
        for transport in [|| Transport::Open, || Transport::Loopback] {
            for (kind, salt) in [(IN_CLEAR, &[][..]), (MD5, b"salt")] {
                let (entered, sent) = asked(transport(), kind, salt).await;
                assert!(
                    matches!(entered, Err(ConnectionError::Broken(why)) if why.contains("sslmode=require"))
                );
                assert_eq!(sent, "");
            }
        }
    }

    /// Tests the planted fault: if every transport counts as private, any server that asks receives the
    /// password.
    #[tokio::test]
    async fn a_password_is_sent_to_any_server_if_every_transport_counts_as_safe() {
        for transport in [|| Transport::Socket, || Transport::Encrypted { binding: None }] {
            for (kind, salt, secret) in [(IN_CLEAR, &[][..], "secret"), (MD5, b"salt", "md5")] {
                let (entered, sent) = asked(transport(), kind, salt).await;
                assert!(entered.is_err(), "the scripted server never admits a user");
                assert!(sent.contains(secret), "{sent:?}");
            }
        }
    }

    /// Returns the outcome for a user whose server demands a password in this form, and the message that the
    /// server then receives.
    async fn asked(
        transport: Transport,
        kind: [u8; 4],
        salt: &[u8],
    ) -> (Result<(), ConnectionError>, String) {
        let (mut server, entered) = Server::visited(transport);
        let asking = async move {
            server.heard().await;
            server.demands(kind, salt).await;
            server.heard().await
        };
        tokio::join!(entered, asking)
    }

    /// Tests both servers; the planted fault is the second one: over an encrypted connection its certificate
    /// is its proof.
    #[tokio::test]
    async fn a_server_on_another_machine_that_proves_nothing_is_not_believed() {
        for (transport, is_believed) in
            [(Transport::Open, false), (Transport::Encrypted { binding: None }, true)]
        {
            let (mut server, entered) = Server::visited(transport);
            let admitting = async move {
                server.heard().await;
                server.demands(LET_IN, &[]).await;
                server.says_ready().await;
                server
            };
            let (entered, _server) = tokio::join!(entered, admitting);
            match entered {
                Ok(()) => assert!(is_believed),
                Err(error) => assert!(!is_believed && error.to_string().contains("gives none"), "{error}"),
            }
        }
    }

    #[tokio::test]
    async fn a_server_that_does_not_prove_that_it_knows_the_password_is_not_believed() {
        let (mut server, entered) = Server::visited(Transport::Socket);
        let pretending = async move {
            server.heard().await;
            server.demands(SASL, b"SCRAM-SHA-256\0\0").await;
            let first = server.heard().await;
            let nonce = first.rsplit("r=").next().unwrap();
            let challenge = format!("r={nonce}more,s=c2FsdA==,i=4096");
            server.demands(SASL_CONTINUE, challenge.as_bytes()).await;
            server.heard().await;
            server.demands(LET_IN, &[]).await;
        };
        let (entered, ()) = tokio::join!(entered, pretending);
        assert!(matches!(entered, Err(ConnectionError::Broken(_))));
    }
}
