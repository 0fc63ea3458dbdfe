//! Mail to end users over SMTP (conventions 2.2). Production platforms send codes with it if an operator
//! configured a mail server.

use std::net::IpAddr;
use std::time::Duration;

use causeway_domain::contact::ContactChannel;
use causeway_domain::letters::{ascii_domain, is_email};
use causeway_service::ports::{Message, MessageError, Messages};
use causeway_service::runtime::timers;
use futures_util::future::{BoxFuture, FutureExt};
use lettre::message::{Mailbox, MultiPart, header::ContentType};
use lettre::transport::smtp::AsyncSmtpTransportBuilder;
use lettre::{Address, AsyncSmtpTransport, AsyncTransport, Tokio1Executor};

/// Time limit for one step of the exchange with the mail server.
const STEP_TIMEOUT: Duration = Duration::from_secs(5);

/// Time limit for the delivery of one message.
const MESSAGE_TIMEOUT: Duration = Duration::from_secs(15);

/// A sender of mail through one server. It does not send text messages.
#[derive(Debug)]
pub struct Mail {
    server: AsyncSmtpTransport<Tokio1Executor>,
    sender: Mailbox,
}

impl Mail {
    /// Creates a sender through the server of a URL (`smtps://user:password@host`, or
    /// `smtp://user:password@host?tls=required`), with this sender address (`Name <address>`), without
    /// connecting.
    ///
    /// # Errors
    /// A description of the fault in the URL or the sender, without the password.
    pub fn new(url: &str, sender: &str) -> Result<Self, String> {
        Ok(Self { server: transport(url)?.timeout(Some(STEP_TIMEOUT)).build(), sender: mailbox(sender)? })
    }

    async fn send_mail(&self, message: &Message) -> Result<(), MessageError> {
        let mail = self.compose(message).ok_or(MessageError::Failed)?;
        match timers::within(MESSAGE_TIMEOUT, self.server.send(mail)).await {
            Ok(Ok(_)) => Ok(()),
            Ok(Err(error)) => {
                // The server's message may repeat the recipient, so only its status is logged.
                let status = error.status().map(|code| code.to_string());
                tracing::warn!(status, is_timeout = error.is_timeout(), "mail server rejected the message");
                Err(MessageError::Failed)
            }
            Err(timers::Timeout) => {
                tracing::warn!("mail server timed out");
                Err(MessageError::Failed)
            }
        }
    }

    /// Returns the message as it is sent, or `None` if one of its addresses is invalid. The message may have
    /// a sender of its own; the server decides about accepting it.
    fn compose(&self, message: &Message) -> Option<lettre::Message> {
        let style = &message.style;
        let from = Mailbox {
            name: style.from_name.as_deref().map(one_line).or_else(|| self.sender.name.clone()),
            email: style
                .from_address
                .as_ref()
                .map_or(Ok(self.sender.email.clone()), |own| own.parse())
                .ok()?,
        };
        let mail = lettre::Message::builder()
            .from(from)
            .to(Mailbox::new(None, recipient(&message.recipient)?))
            .subject(message.subject.clone());
        let mail = match &style.reply_to {
            Some(address) => mail.reply_to(Mailbox::new(None, address.parse().ok()?)),
            None => mail,
        };
        let mail = match &style.html {
            Some(page) => {
                mail.multipart(MultiPart::alternative_plain_html(message.text.clone(), page.clone()))
            }
            None => mail.header(ContentType::TEXT_PLAIN).body(message.text.clone()),
        };
        mail.ok()
    }
}

impl Messages for Mail {
    fn fixed_code(&self) -> Option<&'static str> {
        None
    }

    fn is_available(&self, channel: ContactChannel) -> bool {
        channel == ContactChannel::Email
    }

    fn send<'a>(&'a self, message: &'a Message) -> BoxFuture<'a, Result<(), MessageError>> {
        match message.channel {
            ContactChannel::Email => self.send_mail(message).boxed(),
            ContactChannel::Phone => async { Err(MessageError::NotAvailable) }.boxed(),
        }
    }
}

/// Checks that this is the URL of a mail server to which messages are sent encrypted, or on this machine
/// only.
///
/// # Errors
/// A description of the fault, without the password.
pub fn check_server(url: &str) -> Result<(), String> {
    transport(url).map(drop)
}

/// Checks that this is a valid sender of mail.
///
/// # Errors
/// A description of the fault.
pub fn check_sender(sender: &str) -> Result<(), String> {
    mailbox(sender).map(drop)
}

fn transport(url: &str) -> Result<AsyncSmtpTransportBuilder, String> {
    check_protected(url)?;
    AsyncSmtpTransport::<Tokio1Executor>::from_url(url).map_err(|_| "is not an smtp or smtps URL".to_owned())
}

fn mailbox(sender: &str) -> Result<Mailbox, String> {
    sender.parse().map_err(|_| "is not an address such as Name <name@example.com>".to_owned())
}

/// Returns the address with its domain in the ASCII form of DNS, which every mail server accepts, or `None`
/// if it is not an address.
fn recipient(address: &str) -> Option<Address> {
    let (name, domain) = address.rsplit_once('@').filter(|_| is_email(address))?;
    Some(Address::new_dangerous(name, ascii_domain(domain)?))
}

/// Removes control characters from a name: a line break would add a header.
fn one_line(name: &str) -> String {
    name.chars().filter(|c| !c.is_control()).collect()
}

/// Checks that codes and the server's password are sent unencrypted only to this machine.
fn check_protected(url: &str) -> Result<(), String> {
    let Some(rest) = url.strip_prefix("smtp://") else { return Ok(()) };
    let authority = rest.split(['/', '?']).next().unwrap_or_default();
    let host = authority.rsplit_once('@').map_or(authority, |(_, host)| host);
    let name = host.rsplit_once(':').map_or(host, |(name, _)| name).trim_matches(['[', ']']);
    let is_local = name == "localhost" || name.parse::<IpAddr>().is_ok_and(|address| address.is_loopback());
    let is_protected =
        rest.split_once('?').is_some_and(|(_, query)| query.split('&').any(|one| one == "tls=required"));
    if is_local || is_protected {
        Ok(())
    } else {
        Err("must be an smtps:// URL, or end in ?tls=required".to_owned())
    }
}

#[cfg(test)]
mod tests;
