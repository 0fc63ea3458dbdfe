//! Many events, several receivers, several senders.

use std::collections::HashMap;

use causeway_store::listing::{Order, Page};
use causeway_store::outbox::{self, DeliveryRecord, Filter};
use causeway_store::platforms::Environment;
use causeway_testing::receiver::{Answer, Gate};
use causeway_testing::wait::PATIENCE;

use crate::harness::{Platform, Service, journey};

async fn events(service: &Service, platform: &Platform) -> Vec<DeliveryRecord> {
    let id = platform.id;
    let page = Page { after: None, limit: 1_000, order: Order::Ascending };
    let read = move |tx: &mut causeway_store::Tx<'_>| outbox::list(tx, id, &Filter::default(), &page);
    let found: Result<_, causeway_store::Error> = service.app().store.read(read).await;
    found.unwrap()
}

journey! {
    async fn a_silent_endpoint_delays_no_other_endpoint(service) {
        let [slow, fast] = [service.platform(Environment::Sandbox).await, service.platform(Environment::Sandbox).await];
        let [silent, prompt] = [slow.receiver().await, fast.receiver().await];
        let gate = Gate::closed();
        silent.answer_always(Answer::status(200).held_by(&gate));
        for _ in 0..10 {
            let customer = slow.customer(&["USD"]).await;
            let account = slow.account_of(&customer, "USD").await;
            slow.fund(&account, 100).await;
        }

        fast.customer(&["USD"]).await;
        prompt.wait_for_event("CUSTOMER.KYC_APPROVED").await;
        let queue = events(service, &slow).await;
        let delivered = queue.iter().filter(|event| event.last_answer == Some(200)).count();
        assert_eq!(delivered, 1, "only the test of the endpoint: {queue:?}");
        gate.open();
    }
}

journey! {
    async fn every_attempt_is_made_once_whichever_process_makes_it(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let receiver = platform.receiver().await;
        let customer = platform.customer(&["USD"]).await;
        let account = platform.account_of(&customer, "USD").await;
        let funds = (0..30).map(|_| platform.fund(&account, 1));
        futures_util::future::join_all(funds).await;
        let all = receiver
            .wait_for("all balances", PATIENCE, |all| {
                all.iter().filter(|one| one.event() == "INTERNAL_ACCOUNT.BALANCE_UPDATED").count() >= 30
            })
            .await;

        let mut received: HashMap<String, u32> = HashMap::new();
        for one in &all {
            *received.entry(one.id()).or_default() += 1;
        }
        for event in events(service, &platform).await.iter().filter(|event| event.event_type != "TEST") {
            assert_eq!(received.get(&event.id.to_string()), Some(&event.attempts), "{event:?}");
            assert_eq!(event.attempts, 1, "{event:?}");
        }
    }
}

journey! {
    async fn events_of_one_resource_arrive_in_their_order(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let receiver = platform.receiver().await;
        let customer = platform.customer(&["USD"]).await;
        let account = platform.account_of(&customer, "USD").await;
        for _ in 0..20 {
            platform.fund(&account, 1).await;
        }
        let balances = |all: &[causeway_testing::receiver::ReceivedRequest]| -> Vec<i64> {
            let updates = all.iter().filter(|one| one.event() == "INTERNAL_ACCOUNT.BALANCE_UPDATED");
            updates.filter_map(|one| one.json()["data"]["balance"]["amount"].as_i64()).collect()
        };
        let all = receiver.wait_for("all balances", PATIENCE, |all| balances(all).len() >= 20).await;
        assert_eq!(balances(&all), (1..=20).collect::<Vec<i64>>());
    }
}
