//! A text message gateway that checks requests as the operator of a gateway must.

use std::sync::Arc;
use std::time::Duration;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use causeway::text_messages::TextMessages;
use causeway_domain::Clock;
use causeway_service::runtime::outbound;
use causeway_service::runtime::signed_requests::{ServiceUrl, SignedEndpoint, SigningSecrets};
use causeway_testing::receiver::{Answer, ReceivedRequest, Receiver};
use ring::hmac;
use serde_json::Value;

use super::{Service, code_in};

/// The shared secret of the service and the gateway.
pub(crate) const GATEWAY_SECRET: &str = "YSBzZWNyZXQgb2YgdGhlIGdhdGV3YXkgaW4gdGVzdHM=";

/// Maximum age of a request, in seconds.
const REPLAY_WINDOW: i64 = 300;

/// A gateway on loopback. It accepts messages unless scripted otherwise.
pub(crate) struct Gateway {
    pub(crate) receiver: Receiver,
}

impl Gateway {
    /// Starts a gateway that no service uses yet.
    pub(crate) async fn start() -> Self {
        let receiver = Receiver::start().await;
        receiver.answer_always(Answer::status(202));
        Self { receiver }
    }

    /// Starts a gateway that sends the messages of a service's production platforms.
    pub(crate) async fn of(service: &Service) -> Self {
        let gateway = Self::start().await;
        service.must_not_log(GATEWAY_SECRET);
        service.mailbox.send_through(Arc::new(TextMessages::new(SignedEndpoint {
            transport: Arc::new(outbound::Client::new()),
            clock: Clock::system(),
            url: ServiceUrl::parse(&gateway.receiver.url(), false).expect("an address on loopback"),
            secrets: SigningSecrets::parse(GATEWAY_SECRET, None).expect("a secret"),
            limit: Duration::from_secs(2),
        })));
        gateway
    }

    /// Returns the bodies of all requests, after checking their signatures and ids.
    #[track_caller]
    pub(crate) fn messages(&self) -> Vec<Value> {
        let received = self.receiver.received();
        for request in &received {
            assert!(is_signed(request), "{request} is not signed: {:?}", request.headers);
            assert_eq!(request.header("webhook-id"), request.json()["id"].as_str(), "{request}");
            assert_eq!(request.header("content-type"), Some("application/json"));
        }
        received.iter().map(ReceivedRequest::json).collect()
    }

    /// Returns the code in the last message.
    #[track_caller]
    pub(crate) fn code(&self) -> String {
        let message = self.messages().pop().expect("a message");
        code_in(message["text"].as_str().expect("a text"))
    }
}

/// Returns `true` if a request was signed with the secret within the replay window.
fn is_signed(request: &ReceivedRequest) -> bool {
    let header = |name: &str| request.header(name).unwrap_or_default();
    let at = header("webhook-timestamp");
    let signed = [header("webhook-id").as_bytes(), b".", at.as_bytes(), b".", &request.body[..]].concat();
    let key = hmac::Key::new(hmac::HMAC_SHA256, &BASE64_STANDARD.decode(GATEWAY_SECRET).expect("Base64"));
    let is_by_secret = header("webhook-signature").split(' ').any(|signature| {
        let bytes = BASE64_STANDARD.decode(signature.strip_prefix("v1,").unwrap_or_default());
        hmac::verify(&key, &signed, &bytes.unwrap_or_default()).is_ok()
    });
    let now = Clock::system().now().millis() / 1_000;
    is_by_secret && at.parse::<i64>().is_ok_and(|at| (now - at).abs() <= REPLAY_WINDOW)
}
