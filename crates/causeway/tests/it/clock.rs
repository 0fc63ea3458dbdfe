//! The clock of a sandbox platform, advanced concurrently.

use std::sync::Arc;
use std::time::Duration;

use causeway_service::background::advance_to;
use causeway_service::runtime::clock::{self, ClockError};
use causeway_store::platforms::Environment;
use causeway_testing::receiver::Answer;

use crate::harness::journey;

journey! {
    async fn advances_at_the_same_time_make_each_attempt_once(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let receiver = platform.receiver().await;
        platform.freeze().await;
        receiver.answer_always(Answer::status(503));
        let customer = platform.customer(&["USD"]).await;
        receiver.wait_for_event("CUSTOMER.KYC_APPROVED").await;
        let id = platform.id;
        let target = move |tx: &mut causeway_store::Tx<'_>| clock::target_after(tx, id, Duration::from_mins(1));
        let target = service.app().store.read(target).await.unwrap();
        // In one process, the second request may be refused; two processes both advance the clock, step by
        // step.
        let [one, other] = [Arc::clone(service.app()), Arc::clone(service.app())];
        let (one, other) =
            tokio::join!(advance_to(&one, id, target), advance_to(&other, id, target));
        assert_eq!(one.unwrap().now, target);
        match other {
            Ok(advanced) => assert_eq!(advanced.now, target),
            Err(refused) => assert_eq!(refused, ClockError::UnderWay),
        }
        // Attempts at 0, 5, 15 and 35 s, within a tenth; the next would be at 75 s.
        let received = receiver.received();
        let approvals = received.iter().filter(|one| one.event() == "CUSTOMER.KYC_APPROVED").count();
        assert_eq!(approvals, 4, "{receiver:?}");
        let customer = platform.get(&format!("/customers/{}", customer["id"].as_str().unwrap())).send().await;
        assert_eq!(customer.expect(200)["kycStatus"], "APPROVED");
    }
}
