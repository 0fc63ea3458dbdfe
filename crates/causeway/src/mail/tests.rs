use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use causeway_domain::ids::{Id, PlatformId};
use causeway_service::ports::MessageStyle;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpListener;

use super::*;

/// Starts a mail server on loopback and returns its address with the lines sent to it. `refusal` names a
/// command and the answer to it.
async fn server(refusal: Option<(&'static str, &'static str)>) -> (SocketAddr, Arc<Mutex<Vec<String>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let sent = Arc::new(Mutex::new(Vec::new()));
    let log = Arc::clone(&sent);
    tokio::spawn(async move {
        let (stream, _) = listener.accept().await.unwrap();
        let (read, mut write) = stream.into_split();
        let mut lines = BufReader::new(read).lines();
        write.write_all(b"220 here\r\n").await.unwrap();
        let mut is_data = false;
        while let Ok(Some(line)) = lines.next_line().await {
            log.lock().unwrap().push(line.clone());
            if is_data && line != "." {
                continue;
            }
            is_data = line == "DATA";
            let answer = match refusal {
                Some((command, answer)) if line.starts_with(command) => answer,
                _ if is_data => "354 go on\r\n",
                _ => "250 fine\r\n",
            };
            write.write_all(answer.as_bytes()).await.unwrap();
        }
    });
    (address, sent)
}

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
    let (address, sent) = server(None).await;
    mail(address).send(&message(ContactChannel::Email, "ada@example.com")).await.unwrap();
    let sent = sent.lock().unwrap().join("\n");
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
    let (address, sent) = server(None).await;
    let mut message = message(ContactChannel::Email, "ada@example.com");
    message.style = MessageStyle {
        html: Some("<p>481516</p>".to_owned()),
        from_address: Some("codes@acme.example".to_owned()),
        from_name: Some("Acme".to_owned()),
        reply_to: Some("help@acme.example".to_owned()),
        template: None,
    };
    mail(address).send(&message).await.unwrap();
    let sent = sent.lock().unwrap().join("\n");
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
    let (address, sent) = server(None).await;
    message.style = MessageStyle { from_name: Some("Acme".to_owned()), ..MessageStyle::default() };
    mail(address).send(&message).await.unwrap();
    assert!(sent.lock().unwrap().join("\n").contains("From: Acme <no-reply@pay.example.com>"));
    // Names and subjects come from platforms, so no line in them may become a header.
    let (address, sent) = server(None).await;
    message.style.from_name = Some("Acme\r\nBcc: eve@example.com".to_owned());
    message.subject = "Code\r\nBcc: eve@example.com".to_owned();
    let outcome = mail(address).send(&message).await;
    let lines = sent.lock().unwrap().clone();
    assert_eq!(outcome, Ok(()));
    assert!(!lines.iter().any(|line| line.starts_with("Bcc")), "{lines:#?}");
    for wrong in ["nobody", "a@b>\r\nRCPT TO:<eve@example.com"] {
        let style = MessageStyle { from_address: Some(wrong.to_owned()), ..MessageStyle::default() };
        let wrong = Message { style, ..message.clone() };
        assert_eq!(mail(address).send(&wrong).await, Err(MessageError::Failed));
    }
}

#[tokio::test]
async fn a_message_that_the_server_rejects_has_failed() {
    for refusal in [("RCPT", "550 unknown\r\n"), (".", "451 later\r\n"), ("MAIL", "421 closing\r\n")] {
        let (address, _) = server(Some(refusal)).await;
        let sent = mail(address).send(&message(ContactChannel::Email, "ada@example.com")).await;
        assert_eq!(sent, Err(MessageError::Failed), "{refusal:?}");
    }
    let closed = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    let sent = mail(closed).send(&message(ContactChannel::Email, "ada@example.com")).await;
    assert_eq!(sent, Err(MessageError::Failed), "no server listens");
}

#[tokio::test]
async fn an_address_adds_no_header_and_text_messages_are_not_sent() {
    let (address, sent) = server(None).await;
    let bad = message(ContactChannel::Email, "ada@example.com>\r\nRCPT TO:<eve@example.com");
    assert_eq!(mail(address).send(&bad).await, Err(MessageError::Failed));
    let text = message(ContactChannel::Phone, "+12025550100");
    assert_eq!(mail(address).send(&text).await, Err(MessageError::NotAvailable));
    assert!(sent.lock().unwrap().is_empty());
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
