//! Mail to end users over SMTP (conventions 2.2): what production platforms send codes with, where an operator has
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

/// How long the mail server may take for one step of the exchange.
const STEP: Duration = Duration::from_secs(5);

/// How long a message may take in all.
const WHOLE: Duration = Duration::from_secs(15);

/// Sends mail through one server. Text messages it does not send.
#[derive(Debug)]
pub struct Mail {
    server: AsyncSmtpTransport<Tokio1Executor>,
    sender: Mailbox,
}

impl Mail {
    /// Mail through the server of a URL (`smtps://user:password@host`, or `smtp://user:password@host?tls=required`), from
    /// this sender (`Name <address>`). Nothing is connected.
    ///
    /// # Errors
    /// What is wrong with either, in words, without the password.
    pub fn new(url: &str, sender: &str) -> Result<Self, String> {
        Ok(Self { server: transport(url)?.timeout(Some(STEP)).build(), sender: mailbox(sender)? })
    }

    async fn send_mail(&self, message: &Message) -> Result<(), MessageError> {
        let mail = self.written(message).ok_or(MessageError::Failed)?;
        match timers::within(WHOLE, self.server.send(mail)).await {
            Ok(Ok(_)) => Ok(()),
            Ok(Err(fault)) => {
                // The server's words may repeat the recipient.
                let status = fault.status().map(|code| code.to_string());
                tracing::warn!(status, is_timeout = fault.is_timeout(), "the mail server took no message");
                Err(MessageError::Failed)
            }
            Err(timers::Elapsed) => {
                tracing::warn!("the mail server did not answer in time");
                Err(MessageError::Failed)
            }
        }
    }

    /// A message as it is sent; none where one of its addresses is none. It may have a sender of its own: whether the
    /// server takes that is the server's business.
    fn written(&self, message: &Message) -> Option<lettre::Message> {
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
        let written = match &style.html {
            Some(page) => {
                mail.multipart(MultiPart::alternative_plain_html(message.text.clone(), page.clone()))
            }
            None => mail.header(ContentType::TEXT_PLAIN).body(message.text.clone()),
        };
        written.ok()
    }
}

impl Messages for Mail {
    fn fixed_code(&self) -> Option<&'static str> {
        None
    }

    fn is_there(&self, channel: ContactChannel) -> bool {
        channel == ContactChannel::Email
    }

    fn send<'a>(&'a self, message: &'a Message) -> BoxFuture<'a, Result<(), MessageError>> {
        match message.channel {
            ContactChannel::Email => self.send_mail(message).boxed(),
            ContactChannel::Phone => async { Err(MessageError::NotAvailable) }.boxed(),
        }
    }
}

/// Whether this is the URL of a mail server that messages may be handed to.
///
/// # Errors
/// What is wrong with it, without the password.
pub fn check_server(url: &str) -> Result<(), String> {
    transport(url).map(drop)
}

/// Whether this is a sender of mail.
///
/// # Errors
/// What is wrong with it.
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

/// Returns the address with its domain as DNS knows it, which every mail server takes; `None` if it is no address.
fn recipient(address: &str) -> Option<Address> {
    let (name, domain) = address.rsplit_once('@').filter(|_| is_email(address))?;
    Some(Address::new_dangerous(name, ascii_domain(domain)?))
}

/// A name without what would end its line: it cannot be written into a header otherwise.
fn one_line(name: &str) -> String {
    name.chars().filter(|c| !c.is_control()).collect()
}

/// Codes and the server's password travel in the clear to nobody but this machine.
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
