//! The message that carries a code (cards 12): the service's own frame, with the platform's settings inserted
//! as plain text.

use causeway_domain::Time;
use causeway_domain::contact::ContactChannel;
use causeway_domain::ids::PlatformId;
use causeway_wire::platforms::{CardTokenization2FaConfig, CardTokenizationEmail};
use uuid::Uuid;

use crate::ports::{Message, MessageStyle, MessageTemplate};

/// The text used if the platform has set none.
const BODY: &str = "Use this code to finish adding your card to your digital wallet.";

/// The recipient and sender data of a message.
pub(super) struct Addressee<'a> {
    pub(super) id: Uuid,
    pub(super) platform: PlatformId,
    /// The platform's name, used if it has set no display name for these messages.
    pub(super) platform_name: &'a str,
    pub(super) channel: ContactChannel,
    /// The e-mail address or telephone number.
    pub(super) recipient: String,
    /// The expiry of the code.
    pub(super) expires_at: Time,
}

/// Renders the message with a code, according to the platform's settings.
pub(super) fn message(to: Addressee<'_>, config: &CardTokenization2FaConfig, code: &str) -> Message {
    let name = config.display_name.as_ref().map_or(to.platform_name, |name| name.as_str());
    let mail = config.email.as_ref();
    let subject = mail.and_then(|mail| mail.subject.as_ref()).map(|subject| subject.as_str().to_owned());
    let subject = subject.unwrap_or_else(|| format!("Your {name} card verification code"));
    let (text, style) = match to.channel {
        ContactChannel::Email => {
            let body = mail.and_then(|mail| mail.body_text.as_deref()).unwrap_or(BODY);
            let logo = config.logo_url.as_ref().map(|logo| logo.as_str());
            let html = Some(page(&Page { subject: &subject, name, logo, body, code }));
            (format!("{name}\n\n{body}\n\n{code}\n"), MessageStyle { html, ..sender(mail) })
        }
        ContactChannel::Phone => {
            let sms = config.sms.as_ref();
            let body = sms.and_then(|sms| sms.body_text.as_deref()).unwrap_or(BODY);
            let template = sms.and_then(|sms| sms.template_sid.clone());
            let template = template.map(|sid| MessageTemplate { sid, code: code.to_owned() });
            (format!("{body} {code}"), MessageStyle { template, ..MessageStyle::default() })
        }
    };
    Message {
        id: to.id,
        platform: to.platform,
        channel: to.channel,
        recipient: to.recipient,
        subject,
        text,
        expires_at: Some(to.expires_at),
        style,
    }
}

/// Returns the sender of a mail, as far as the platform has set one.
fn sender(mail: Option<&CardTokenizationEmail>) -> MessageStyle {
    let Some(mail) = mail else { return MessageStyle::default() };
    MessageStyle {
        from_address: mail.from_address.as_ref().map(|address| address.as_str().to_owned()),
        from_name: mail.from_name.as_ref().map(|name| name.as_str().to_owned()),
        reply_to: mail.reply_to_address.as_ref().map(|address| address.as_str().to_owned()),
        ..MessageStyle::default()
    }
}

/// The contents of a mail's HTML page.
struct Page<'a> {
    subject: &'a str,
    name: &'a str,
    logo: Option<&'a str>,
    body: &'a str,
    code: &'a str,
}

/// Renders the HTML page. The platform's settings are escaped, so that any markup in them appears as text.
fn page(page: &Page<'_>) -> String {
    let [subject, name, body, code] = [page.subject, page.name, page.body, page.code].map(escaped);
    let logo = page
        .logo
        .map(|logo| format!("<p><img src=\"{}\" alt=\"{name}\" height=\"48\"></p>\n", escaped(logo)));
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\"><title>{subject}</title></head>\n\
         <body style=\"font-family: sans-serif\">\n{}<h1 style=\"font-size: 1.2em\">{name}</h1>\n\
         <p style=\"white-space: pre-line\">{body}</p>\n\
         <p style=\"font-size: 2em; letter-spacing: 0.2em\"><strong>{code}</strong></p>\n</body>\n</html>\n",
        logo.unwrap_or_default()
    )
}

/// Escapes the characters that have a meaning in HTML.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 8);
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            other => out.push(other),
        }
    }
    out
}

#[cfg(test)]
mod tests;
