//! Notices of alerts to receivers that answer late, or not at all.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use causeway_domain::alerts::AlertKind;
use causeway_service::ports::{Message, MessageError, Messages};
use causeway_testing::receiver::{Answer, Gate, ReceivedRequest};
use causeway_testing::wait;
use futures_util::future::BoxFuture;
use serde_json::{Value, json};
use tokio::sync::Semaphore;

use super::acting::act;
use super::alert_receivers::{WebhookSink, raise};
use crate::harness::on_engines;

/// A mail server that answers no message until it is released.
struct SilentMail {
    messages: AtomicUsize,
    released: Semaphore,
}

impl SilentMail {
    fn new() -> Arc<Self> {
        Arc::new(Self { messages: AtomicUsize::new(0), released: Semaphore::new(0) })
    }

    /// Returns the number of messages that it was sent.
    fn messages(&self) -> usize {
        self.messages.load(Ordering::SeqCst)
    }
}

impl Messages for SilentMail {
    fn fixed_code(&self) -> Option<&'static str> {
        None
    }

    fn send<'a>(&'a self, _: &'a Message) -> BoxFuture<'a, Result<(), MessageError>> {
        self.messages.fetch_add(1, Ordering::SeqCst);
        Box::pin(async move {
            // Closing it releases all messages.
            drop(self.released.acquire().await);
            Err(MessageError::Failed)
        })
    }
}

on_engines! {
    /// Checks that the service goes on to notify a receiver while another one has not answered yet.
    async fn a_receiver_that_does_not_answer_holds_no_other(service) {
        let silent = SilentMail::new();
        service.mailbox.send_through(Arc::<SilentMail>::clone(&silent));
        act(service, "alert-sink add", json!({ "channel": "mail", "address": "oncall@example.com" })).await;
        let webhook = WebhookSink::add(service, json!({})).await;
        raise(service, None, AlertKind::LedgerNotSealed).await;
        webhook.receiver.wait_for("the first notice", wait::PATIENCE, |all| all.len() == 1).await;
        wait::until("the mail server is asked", wait::PATIENCE, || async {
            let messages = silent.messages();
            if messages == 1 { Ok(()) } else { Err(messages) }
        })
        .await;
        raise(service, None, AlertKind::LedgerRolledBack).await;
        webhook.receiver.wait_for("the second notice", wait::PATIENCE, |all| all.len() == 2).await;
        assert_eq!(silent.messages(), 1, "the mail server still has the first one");
        silent.released.close();
    }
}

/// Returns the alert that a request is about.
fn alert(request: &ReceivedRequest) -> Value {
    request.json()["alert"].take()
}

on_engines! {
    /// Checks that a notice counts as accepted before the next one is sent: a process that ends then does not repeat
    /// it.
    async fn an_accepted_notice_is_recorded_before_the_next_one(service) {
        let webhook = WebhookSink::add(service, json!({})).await;
        let gate = Gate::closed();
        webhook.receiver.answer_in_order([Answer::status(204), Answer::status(204).held_by(&gate)]);
        raise(service, None, AlertKind::LedgerNotSealed).await;
        raise(service, None, AlertKind::LedgerRolledBack).await;
        let all = wait::until("two notices", wait::PATIENCE, || async {
            let all = webhook.receiver.received();
            if all.len() == 2 { Ok(all) } else { Err(act(service, "alert-sink list", json!({})).await.json) }
        })
        .await;
        let listed = act(service, "alert list", json!({})).await.json;
        let notified: Vec<&Value> = listed
            .as_array()
            .expect("a list")
            .iter()
            .filter(|listed| listed["is_notified"] == true)
            .map(|listed| &listed["alert"])
            .collect();
        assert_eq!(notified, [&alert(&all[0])]);
        gate.open();
    }
}

on_engines! {
    /// Checks that a notice that a receiver never accepts does not keep others from it.
    async fn a_notice_that_is_never_accepted_holds_no_other(service) {
        let webhook = WebhookSink::add(service, json!({})).await;
        let refused = AlertKind::LedgerNotSealed.as_str();
        webhook.receiver.answer_by(move |request| {
            Answer::status(if request.json()["kind"] == refused { 400 } else { 204 })
        });
        raise(service, None, AlertKind::LedgerNotSealed).await;
        raise(service, None, AlertKind::LedgerRolledBack).await;
        let is_there = |all: &[ReceivedRequest]| {
            all.iter().any(|request| request.json()["kind"] == AlertKind::LedgerRolledBack.as_str())
        };
        webhook.receiver.wait_for("the other notice", wait::PATIENCE, is_there).await;
    }
}
