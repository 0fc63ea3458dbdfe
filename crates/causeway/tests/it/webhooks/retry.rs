//! Failed attempts and their repetition.

use std::collections::HashMap;
use std::time::Duration;

use causeway_store::platforms::Environment;
use causeway_testing::receiver::{Answer, ReceivedRequest, Receiver, verify};

use crate::harness::journey;

const APPROVED: &str = "CUSTOMER.KYC_APPROVED";

/// Answers 503 to the first two attempts of each event.
fn refuse_twice(receiver: &Receiver) {
    let mut attempts: HashMap<String, u32> = HashMap::new();
    receiver.answer_by(move |delivery| {
        let attempt = attempts.entry(delivery.id()).or_default();
        *attempt += 1;
        Answer::status(if *attempt <= 2 { 503 } else { 200 })
    });
}

fn approvals(receiver: &Receiver) -> Vec<ReceivedRequest> {
    receiver.received().into_iter().filter(|one| one.event() == APPROVED).collect()
}

const fn millis(millis: u64) -> Duration {
    Duration::from_millis(millis)
}

journey! {
    async fn conventions_j10_retry(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let receiver = platform.receiver().await;
        platform.freeze().await;
        refuse_twice(&receiver);
        platform.customer(&["USD"]).await;
        receiver.wait_for_event(APPROVED).await;
        // Gaps of 5 s and 10 s, each up to a tenth shorter or longer: checked just before and just after.
        for (advance, attempts) in [(4_400, 1), (1_200, 2), (7_800, 2), (3_200, 3), (3_600_000, 3)] {
            platform.advance(millis(advance)).await;
            assert_eq!(approvals(&receiver).len(), attempts, "{receiver:?}");
        }

        let sent = approvals(&receiver);
        assert!(sent.iter().all(|one| one.body == sent[0].body && one.id() == sent[0].id()), "{sent:?}");
        assert!(sent.iter().all(|one| verify(&platform.webhook_pem, one) == Ok(())));

        receiver.forget();
        receiver.answer_always(Answer::status(409));
        platform.customer(&["USD"]).await;
        receiver.wait_for_event(APPROVED).await;
        platform.advance(Duration::from_hours(24)).await;
        assert_eq!(approvals(&receiver).len(), 1, "409 ends it");

        receiver.forget();
        let other_receiver = Receiver::start().await;
        receiver.answer_always(Answer::redirect(&other_receiver.url()));
        platform.customer(&["USD"]).await;
        receiver.wait_for_event(APPROVED).await;
        platform.advance(millis(5_600)).await;
        assert_eq!((approvals(&receiver).len(), other_receiver.received().len()), (2, 0));
    }
}

journey! {
    async fn an_event_is_tried_for_seven_days_and_a_replay_sends_the_same_bytes(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let receiver = platform.receiver().await;
        platform.freeze().await;
        receiver.answer_always(Answer::status(500));
        platform.customer(&["USD"]).await;
        receiver.wait_for_event(APPROVED).await;

        platform.advance(Duration::from_hours(24)).await;
        let day_one = approvals(&receiver).len();
        assert!((50..62).contains(&day_one), "{day_one}");
        platform.advance(Duration::from_hours(6 * 24)).await;
        let week = approvals(&receiver).len();
        assert!((330..360).contains(&week), "{week}");
        platform.advance(Duration::from_hours(24)).await;
        assert_eq!(approvals(&receiver).len(), week, "given up");

        receiver.answer_always(Answer::status(200));
        let sent = approvals(&receiver).remove(0);
        let id = sent.id().parse().unwrap();
        let platform_id = platform.id;
        let replay = move |tx: &mut causeway_store::Tx<'_>| {
            let clock = causeway_store::platforms::get(tx, platform_id)?.clock;
            let now = clock.at(tx.wall());
            causeway_store::outbox::replay(tx, platform_id, id, now)
        };
        let found: Result<bool, causeway_store::Error> = service.app().store.write(&[], replay).await;
        assert_eq!(found, Ok(true));

        let patience = causeway_testing::wait::PATIENCE;
        let count = |all: &[ReceivedRequest]| all.iter().filter(|one| one.id() == sent.id()).count();
        receiver.wait_for("the replay", patience, |all| count(all) > week).await;
        assert!(approvals(&receiver).iter().all(|one| one.body == sent.body));
    }
}
