use std::net::SocketAddr;

use causeway_domain::ids::{Id, PlatformId};
use causeway_service::ports::MessageStyle;
use causeway_testing::mail_server::{MailServer, RefusedCommand};
use tokio::net::TcpListener;

use super::*;

fn message(channel: ContactChannel, recipient: &str) -> Message {
    Message {
        id: uuid::Uuid::nil(),
        platform: PlatformId::from_uuid(uuid::Uuid::nil()),
        channel,
        recipient: recipient.to_owned(),
        subject: "Your verification code".to_owned(),
        text: "Your verification code is 481516.".to_owned(),
        expires_at: None,
        style: MessageStyle::default(),
    }
}

fn mail(address: SocketAddr) -> Mail {
    Mail::new(&format!("smtp://{address}"), "Pay & Co <no-reply@pay.example.com>").unwrap()
}

#[tokio::test]
async fn a_code_is_mailed() {
    let server = MailServer::start(None).await;
    mail(server.address).send(&message(ContactChannel::Email, "ada@example.com")).await.unwrap();
    let sent = server.lines().join("\n");
    for line in [
        "MAIL FROM:<no-reply@pay.example.com>",
        "RCPT TO:<ada@example.com>",
        "Subject: Your verification code",
        "Your verification code is 481516.",
    ] {
        assert!(sent.contains(line), "{line} is not in {sent}");
    }
}

#[tokio::test]
async fn a_message_may_have_a_sender_of_its_own_and_a_page() {
    let server = MailServer::start(None).await;
    let mut message = message(ContactChannel::Email, "ada@example.com");
    message.style = MessageStyle {
        html: Some("<p>481516</p>".to_owned()),
        from_address: Some("codes@acme.example".to_owned()),
        from_name: Some("Acme".to_owned()),
        reply_to: Some("help@acme.example".to_owned()),
        template: None,
    };
    mail(server.address).send(&message).await.unwrap();
    let sent = server.lines().join("\n");
    for line in [
        "MAIL FROM:<codes@acme.example>",
        "From: Acme <codes@acme.example>",
        "Reply-To: help@acme.example",
        "multipart/alternative",
        "Content-Type: text/plain",
        "Your verification code is 481516.",
        "Content-Type: text/html",
        "<p>481516</p>",
    ] {
        assert!(sent.contains(line), "{line} is not in {sent}");
    }
    let server = MailServer::start(None).await;
    message.style = MessageStyle { from_name: Some("Acme".to_owned()), ..MessageStyle::default() };
    mail(server.address).send(&message).await.unwrap();
    assert!(server.lines().join("\n").contains("From: Acme <no-reply@pay.example.com>"));
    // Names and subjects come from platforms, so no line in them may become a header.
    let server = MailServer::start(None).await;
    message.style.from_name = Some("Acme\r\nBcc: eve@example.com".to_owned());
    message.subject = "Code\r\nBcc: eve@example.com".to_owned();
    let outcome = mail(server.address).send(&message).await;
    let lines = server.lines();
    assert_eq!(outcome, Ok(()));
    assert!(!lines.iter().any(|line| line.starts_with("Bcc")), "{lines:#?}");
    for wrong in ["nobody", "a@b>\r\nRCPT TO:<eve@example.com"] {
        let style = MessageStyle { from_address: Some(wrong.to_owned()), ..MessageStyle::default() };
        let wrong = Message { style, ..message.clone() };
        assert_eq!(mail(server.address).send(&wrong).await, Err(MessageError::Failed));
    }
}

#[tokio::test]
async fn a_message_that_the_server_rejects_has_failed() {
    let refusal = |command: &'static str, answer: &'static str| RefusedCommand { command, answer };
    for refusal in [
        refusal("RCPT", "550 unknown\r\n"),
        refusal(".", "451 later\r\n"),
        refusal("MAIL", "421 closing\r\n"),
    ] {
        let server = MailServer::start(Some(refusal)).await;
        let sent = mail(server.address).send(&message(ContactChannel::Email, "ada@example.com")).await;
        assert_eq!(sent, Err(MessageError::Failed), "{refusal:?}");
    }
    let closed = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    let sent = mail(closed).send(&message(ContactChannel::Email, "ada@example.com")).await;
    assert_eq!(sent, Err(MessageError::Failed), "no server listens");
}

#[tokio::test]
async fn an_address_adds_no_header_and_text_messages_are_not_sent() {
    let server = MailServer::start(None).await;
    let bad = message(ContactChannel::Email, "ada@example.com>\r\nRCPT TO:<eve@example.com");
    assert_eq!(mail(server.address).send(&bad).await, Err(MessageError::Failed));
    let text = message(ContactChannel::Phone, "+12025550100");
    assert_eq!(mail(server.address).send(&text).await, Err(MessageError::NotAvailable));
    assert!(server.lines().is_empty());
}

#[test]
fn codes_are_never_sent_unencrypted() {
    let check = |url: &str| Mail::new(url, "no-reply@example.com").map(drop);
    for fine in [
        "smtps://user:secret@mail.example.com",
        "smtp://user:secret@mail.example.com:587?tls=required",
        "smtp://localhost:1025",
        "smtp://[::1]:1025",
    ] {
        assert_eq!(check(fine), Ok(()), "{fine}");
    }
    for wrong in [
        "smtp://mail.example.com",
        "smtp://mail.example.com?tls=opportunistic",
        "smtp://127.0.0.1@mail.example.com",
        "https://mail.example.com",
        "mail.example.com",
    ] {
        assert!(check(wrong).is_err(), "{wrong}");
    }
    assert!(Mail::new("smtps://mail.example.com", "nobody").is_err());
}
