//! Coming in: who connects, and the proof of it.

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
use tokio_postgres::config::ChannelBinding as Wish;

use super::wire::{Wire, unexpected};
use super::{ApiError, Fault};

/// How the proof travels to the server.
pub(super) enum Transport {
    /// Encrypted: the server has proved itself by its certificate, to which this ties the user's proof.
    Encrypted { binding: Option<Vec<u8>> },
    /// A socket in a folder of the machine.
    Socket,
    /// Over the machine's own network, where whoever came first may listen at the port.
    Loopback,
    /// Over a network, for everybody on the way to read and change.
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

/// Names the user and the database, proves the user, and waits until the server is ready.
pub(super) async fn enter(wire: &mut Wire, settings: &Config, transport: Transport) -> Result<(), Fault> {
    let user = match settings.get_user() {
        Some(user) => user.to_owned(),
        None => whoami::username().map_err(|_| Fault::broken("the database's URL names no user"))?,
    };
    introduce(settings, &user, wire.outbox())?;
    authenticate(wire, settings, &user, transport).await?;
    wire.converse(|message| match message {
        Message::ReadyForQuery(_) => Ok(ControlFlow::Break(())),
        Message::BackendKeyData(_) => Ok(ControlFlow::Continue(())),
        Message::ErrorResponse(body) => Err(Fault::Refused(ApiError::read(&body)?)),
        _ => Err(unexpected()),
    })
    .await
}

fn introduce(settings: &Config, user: &str, out: &mut BytesMut) -> io::Result<()> {
    let named = [
        ("client_encoding", Some("UTF8")),
        ("user", Some(user)),
        ("database", settings.get_dbname()),
        ("options", settings.get_options()),
        ("application_name", settings.get_application_name()),
    ];
    frontend::startup_message(named.into_iter().filter_map(|(name, value)| Some((name, value?))), out)
}

/// Gives the proof that the server asks for.
async fn authenticate(
    wire: &mut Wire,
    settings: &Config,
    user: &str,
    transport: Transport,
) -> Result<(), Fault> {
    match wire.ask().await? {
        Message::AuthenticationSasl(body) => return scram(wire, settings, &body, transport.binding()).await,
        _ if settings.get_channel_binding() == Wish::Require => {
            return Err(Fault::broken(
                "the server did not bind its proof to its certificate, and channel_binding asks for it",
            ));
        }
        // Whoever stands in between can say any of it in the server's name; with SCRAM the server proves itself too.
        Message::AuthenticationOk if matches!(transport, Transport::Open) => {
            return Err(Fault::broken(
                "the server asks for no proof over a connection that is not encrypted, and gives none: \
                 say sslmode=require, or let it ask for SCRAM",
            ));
        }
        Message::AuthenticationOk => return Ok(()),
        Message::AuthenticationCleartextPassword | Message::AuthenticationMd5Password(_)
            if matches!(transport, Transport::Open | Transport::Loopback) =>
        {
            return Err(Fault::broken(
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
            return Err(Fault::broken(
                "the server wants a proof of the user that is not supported: set a password",
            ));
        }
    }
    admitted(wire).await
}

/// SCRAM (RFC 5802): both sides prove that they know the password, and neither sends it.
async fn scram(
    wire: &mut Wire,
    settings: &Config,
    offered: &AuthenticationSaslBody,
    binding: Option<Vec<u8>>,
) -> Result<(), Fault> {
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

/// The mechanism that is used of those that the server offers. That the certificate could have been bound, and was not
/// asked for, is part of the proof: nobody in between can take the stronger mechanism away unseen.
fn mechanism(
    offered: &[&str],
    wish: Wish,
    binding: Option<Vec<u8>>,
) -> Result<(&'static str, ChannelBinding), Fault> {
    let binding = binding.filter(|_| wish != Wish::Disable);
    match binding {
        Some(binding) if offered.contains(&SCRAM_SHA_256_PLUS) => {
            Ok((SCRAM_SHA_256_PLUS, ChannelBinding::tls_server_end_point(binding)))
        }
        _ if wish == Wish::Require => Err(Fault::broken(
            "the certificate cannot be bound to the proof, and channel_binding asks for it",
        )),
        _ if !offered.contains(&SCRAM_SHA_256) => {
            Err(Fault::broken("the server offers no proof of the user that is supported"))
        }
        Some(_) => Ok((SCRAM_SHA_256, ChannelBinding::unrequested())),
        None => Ok((SCRAM_SHA_256, ChannelBinding::unsupported())),
    }
}

fn password(settings: &Config) -> Result<&[u8], Fault> {
    settings
        .get_password()
        .ok_or_else(|| Fault::broken("the server asks for a password, and the database's URL has none"))
}

async fn admitted(wire: &mut Wire) -> Result<(), Fault> {
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

    /// A server that says what a test makes it say.
    struct Server(DuplexStream);

    impl Server {
        /// A user called `one` with the password `secret` comes in; how that goes, and its server.
        fn visited(transport: Transport) -> (Self, impl Future<Output = Result<(), Fault>>) {
            let (ours, theirs) = duplex(64 * 1024);
            let entered = async move {
                let settings = Config::from_str("postgres://one:secret@host/db").unwrap();
                enter(&mut Wire::new(Box::new(ours)), &settings, transport).await
            };
            (Self(theirs), entered)
        }

        /// What the user said last.
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
                assert!(matches!(entered, Err(Fault::Broken(why)) if why.contains("sslmode=require")));
                assert_eq!(sent, "");
            }
        }
    }

    /// The planted fault: where every transport counts as one on which nobody can listen, the password is sent to whoever asks.
    #[tokio::test]
    async fn a_password_goes_to_whoever_asks_where_every_transport_counts_as_safe() {
        for transport in [|| Transport::Socket, || Transport::Encrypted { binding: None }] {
            for (kind, salt, secret) in [(IN_CLEAR, &[][..], "secret"), (MD5, b"salt", "md5")] {
                let (entered, sent) = asked(transport(), kind, salt).await;
                assert!(entered.is_err(), "it is let in by nobody");
                assert!(sent.contains(secret), "{sent:?}");
            }
        }
    }

    /// What becomes of a user of whom a server demands a password in this form, and what the server then knows.
    async fn asked(transport: Transport, kind: [u8; 4], salt: &[u8]) -> (Result<(), Fault>, String) {
        let (mut server, entered) = Server::visited(transport);
        let asking = async move {
            server.heard().await;
            server.demands(kind, salt).await;
            server.heard().await
        };
        tokio::join!(entered, asking)
    }

    /// The planted fault is the second server: over an encrypted connection its certificate is its proof.
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
                Err(fault) => assert!(!is_believed && fault.to_string().contains("gives none"), "{fault}"),
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
        assert!(matches!(entered, Err(Fault::Broken(_))));
    }
}
