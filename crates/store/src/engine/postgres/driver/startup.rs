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
use super::{Fault, Refusal};

/// Names the user and the database, proves the user, and waits until the server is ready. `binding` is what ties the
/// proof to the server's certificate.
pub(super) async fn enter(wire: &mut Wire, settings: &Config, binding: Option<Vec<u8>>) -> Result<(), Fault> {
    let user = match settings.get_user() {
        Some(user) => user.to_owned(),
        None => whoami::username().map_err(|_| Fault::broken("the database's URL names no user"))?,
    };
    introduce(settings, &user, wire.outbox())?;
    authenticate(wire, settings, &user, binding).await?;
    wire.converse(|message| match message {
        Message::ReadyForQuery(_) => Ok(ControlFlow::Break(())),
        Message::BackendKeyData(_) => Ok(ControlFlow::Continue(())),
        Message::ErrorResponse(body) => Err(Fault::Refused(Refusal::read(&body)?)),
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
    binding: Option<Vec<u8>>,
) -> Result<(), Fault> {
    match wire.ask().await? {
        Message::AuthenticationSasl(body) => return scram(wire, settings, &body, binding).await,
        _ if settings.get_channel_binding() == Wish::Require => {
            return Err(Fault::broken(
                "the server did not bind its proof to its certificate, and channel_binding asks for it",
            ));
        }
        Message::AuthenticationOk => return Ok(()),
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

/// SCRAM (RFC 5802): both sides prove that they know the password, and neither tells it.
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
