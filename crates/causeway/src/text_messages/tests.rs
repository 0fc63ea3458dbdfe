use std::sync::Arc;
use std::time::Duration;

use causeway_domain::Clock;
use causeway_domain::ids::Id;
use causeway_service::ports::{MessageStyle, MessageTemplate};
use causeway_service::runtime::outbound;
use causeway_service::runtime::signed_requests::{ID_HEADER, SIGNATURE_HEADER, ServiceUrl, SigningSecrets};
use causeway_testing::receiver::{Answer, Receiver, closed_url};
use serde_json::json;

use super::*;

const SECRET: &str = "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=";

fn secrets() -> SigningSecrets {
    SigningSecrets::parse(SECRET, None).unwrap()
}

fn text_messages(url: &str) -> TextMessages {
    TextMessages::new(SignedEndpoint {
        transport: Arc::new(outbound::Client::new()),
        clock: Clock::manual(Time::from_millis(1_700_000_000_000)),
        url: ServiceUrl::parse(url, false).unwrap(),
        secrets: secrets(),
        limit: Duration::from_secs(5),
    })
}

fn message(channel: ContactChannel) -> Message {
    Message {
        id: uuid::Uuid::nil(),
        platform: PlatformId::from_uuid(uuid::Uuid::nil()),
        channel,
        recipient: "+12025550100".to_owned(),
        subject: "Your code".to_owned(),
        text: "Your code is 481516.".to_owned(),
        expires_at: None,
        style: MessageStyle::default(),
    }
}

#[tokio::test]
async fn a_text_message_is_posted_with_all_its_data() {
    let receiver = Receiver::start().await;
    let sender = text_messages(&receiver.url());
    sender.send(&message(ContactChannel::Phone)).await.unwrap();
    let template = MessageTemplate { sid: "HX1".to_owned(), code: "481516".to_owned() };
    let full = Message {
        expires_at: Some(Time::from_millis(1_700_000_600_000)),
        style: MessageStyle { template: Some(template), ..MessageStyle::default() },
        ..message(ContactChannel::Phone)
    };
    sender.send(&full).await.unwrap();
    let received = receiver.received();
    let mut expected = json!({
        "id": "00000000-0000-0000-0000-000000000000",
        "platformId": full.platform.to_string(),
        "channel": "PHONE",
        "recipient": "+12025550100",
        "text": "Your code is 481516.",
    });
    assert_eq!(received[0].json(), expected);
    expected["template"] = json!({ "sid": "HX1", "code": "481516" });
    expected["expiresAt"] = json!("2023-11-14T22:23:20.000Z");
    assert_eq!(received[1].json(), expected);
    for request in &received {
        let id = "00000000-0000-0000-0000-000000000000";
        let signature = secrets().sign(id, Time::from_millis(1_700_000_000_000), &request.body);
        assert_eq!(request.header(SIGNATURE_HEADER), Some(signature.as_str()));
        assert_eq!(request.header(ID_HEADER), Some(id));
    }
}

#[tokio::test]
async fn a_message_that_the_gateway_rejects_has_failed() {
    let [receiver, elsewhere] = [Receiver::start().await, Receiver::start().await];
    let sender = text_messages(&receiver.url());
    for answer in [Answer::status(500), Answer::redirect(&elsewhere.url()), Answer::broken()] {
        receiver.answer_always(answer.clone());
        let sent = sender.send(&message(ContactChannel::Phone)).await;
        assert_eq!(sent, Err(MessageError::Failed), "{answer:?}");
    }
    assert_eq!((receiver.received().len(), elsewhere.received().len()), (3, 0));
    let closed = text_messages(&closed_url().unwrap());
    assert_eq!(closed.send(&message(ContactChannel::Phone)).await, Err(MessageError::Failed));
}

#[tokio::test]
async fn mail_is_not_sent() {
    let receiver = Receiver::start().await;
    let sender = text_messages(&receiver.url());
    assert!(sender.is_available(ContactChannel::Phone) && !sender.is_available(ContactChannel::Email));
    assert_eq!(sender.send(&message(ContactChannel::Email)).await, Err(MessageError::NotAvailable));
    assert_eq!(receiver.received().len(), 0);
}
