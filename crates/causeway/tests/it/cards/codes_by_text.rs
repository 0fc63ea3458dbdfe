//! Codes that go to a message gateway (cards 12), which may answer late or not at all.

use std::sync::Arc;
use std::time::Duration;

use causeway_domain::contact::ContactChannel;
use causeway_domain::ids::CardId;
use causeway_service::card_codes::{CodeOutcome, CodeRequest, receive};
use causeway_service::runtime::context::Context;
use causeway_service::runtime::keys::Secret;
use causeway_store::Tx;
use causeway_testing::receiver::Answer;
use causeway_testing::wait;
use serde_json::json;

use super::codes::{alerts_of, in_production, is_kept};
use crate::harness::{Gateway, Platform, Service, journey};
use crate::wallets::device::text;

/// A code of letters: digits are found in a log by chance.
const CODE: &str = "ZQ83KD7VX2WM";

/// Delivers an issuer's request for a code by text message.
async fn deliver(service: &Service, platform: &Platform, card: &str) -> CodeOutcome {
    let app = Arc::clone(service.app());
    let id = platform.id;
    let card = card.parse::<CardId>().unwrap();
    let write = move |tx: &mut Tx<'_>| {
        let context = Context::read(tx, &app, id)?;
        let request = CodeRequest {
            id: "p-1".to_owned(),
            card,
            channel: Some(ContactChannel::Phone),
            code: Secret::new(CODE.to_owned()),
            expires_at: context.now.plus(Duration::from_mins(10)),
        };
        receive(tx, &context, &request)
    };
    service.app().store.write(&[], write).await.unwrap()
}

journey! {
    /// Checks that each attempt has the same id, so that a gateway can drop a message that it has accepted
    /// before.
    async fn a_code_that_is_tried_again_is_the_same_message(service) {
        let (platform, card) = in_production(service).await;
        let holder = platform.get("/customers").send().await.expect(200)["data"][0].clone();
        let change = json!({ "customerType": "INDIVIDUAL", "phoneNumber": "+14155550123" });
        platform.patch(&format!("/customers/{}", text(&holder["id"]))).json(&change).send().await.expect(200);
        let config = json!({ "cardTokenization2faConfig": { "sms": { "templateSid": "HX1", "bodyText": "Acme:" } } });
        platform.patch("/config").json(&config).send().await.expect(200);

        service.must_not_log(CODE);
        let gateway = Gateway::of(service).await;
        gateway.receiver.answer_in_order([Answer::status(503)]);
        assert_eq!(deliver(service, &platform, &card).await, CodeOutcome::Accepted);

        let sent = || async {
            let is_kept = is_kept(service, platform.id, "p-1").await;
            if is_kept { Err("not yet".to_owned()) } else { Ok(()) }
        };
        wait::until("the code is sent", wait::PATIENCE, sent).await;

        let tried = gateway.messages();
        assert_eq!(tried.len(), 2, "{tried:?}");
        assert_eq!(tried[0], tried[1], "with the same id, too");
        assert_eq!(
            json!([tried[0]["recipient"], tried[0]["text"], tried[0]["template"]]),
            json!(["+14155550123", format!("Acme: {CODE}"), { "sid": "HX1", "code": CODE }])
        );
        assert_eq!(alerts_of(service, "MESSAGE_NOT_SENT").await, [""; 0], "the alert is closed");
    }
}
