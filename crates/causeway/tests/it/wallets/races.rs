//! The same request twice at once, and two requests of which one can succeed (wallet 3.3, 4.4, 7).

use std::time::Duration;

use causeway_testing::http::Response;
use futures_util::future::join_all;
use serde_json::json;

use super::device::{Device, Holder, encrypt_code, reason, text};
use crate::harness::journey;

/// Time after which failed logins do not count any more.
const MINUTE: Duration = Duration::from_secs(61);

const ROUNDS: usize = 4;
const AT_ONCE: usize = 8;

/// Sends wrong codes, one after the other.
async fn guess(holder: &Holder, bundle: &str, times: usize) {
    for _ in 0..times {
        let wrong = holder.verify(&encrypt_code(bundle, "654321", &Device::new())).send().await;
        assert_eq!(reason(&wrong), "Invalid OTP code");
    }
}

fn statuses(responses: &[Response]) -> Vec<u16> {
    let mut statuses: Vec<u16> = responses.iter().map(|response| response.status).collect();
    statuses.sort_unstable();
    statuses
}

journey! {
    /// Sends one body many times as the fifth and last try: it counts as one try.
    async fn a_body_that_is_sent_many_times_at_once_is_one_try(service) {
        let holder = Holder::of(service).await;
        for round in 0..ROUNDS {
            let bundle = holder.challenge().await;
            let device = Device::new();
            guess(&holder, &bundle, 4).await;
            let encrypted = encrypt_code(&bundle, "000000", &device);
            let responses = join_all((0..AT_ONCE).map(|_| holder.verify(&encrypted).send())).await;
            let first = responses[0].expect(202);
            for response in &responses {
                assert_eq!(response.expect(202), first, "round {round}");
            }
            device.answer(holder.verify(&encrypted), &first).send().await.expect(200);
            holder.platform.advance(MINUTE).await;
        }
    }
}

journey! {
    /// Submits the right code from two devices: one signs in, and for the other it counts as no wrong guess.
    async fn of_right_codes_at_once_one_gets_in(service) {
        let holder = Holder::of(service).await;
        for round in 0..ROUNDS {
            let bundle = holder.challenge().await;
            guess(&holder, &bundle, 3).await;
            let devices = [Device::new(), Device::new()];
            let encrypted = devices.clone().map(|device| encrypt_code(&bundle, "000000", &device));
            let responses = join_all(encrypted.iter().map(|encrypted| holder.verify(encrypted).send())).await;
            assert_eq!(statuses(&responses), [202, 401], "round {round}");
            for (response, (device, encrypted)) in responses.iter().zip(devices.iter().zip(&encrypted)) {
                if response.status == 202 {
                    device.answer(holder.verify(encrypted), &response.expect(202)).send().await.expect(200);
                } else {
                    assert_eq!(reason(response), "No pending OTP for this credential");
                }
            }
            holder.platform.advance(MINUTE).await;
        }
    }
}

journey! {
    /// Checks that a concurrent wrong code does not void the right one.
    async fn a_right_code_beside_a_wrong_one_gets_in(service) {
        let holder = Holder::of(service).await;
        for round in 0..ROUNDS {
            let bundle = holder.challenge().await;
            let device = Device::new();
            guess(&holder, &bundle, 3).await;
            let right = encrypt_code(&bundle, "000000", &device);
            let wrong = encrypt_code(&bundle, "654321", &Device::new());
            let responses = join_all([&right, &wrong].map(|encrypted| holder.verify(encrypted).send())).await;
            assert_eq!(responses[0].status, 202, "round {round}: {}", responses[0]);
            device.answer(holder.verify(&right), &responses[0].expect(202)).send().await.expect(200);
            holder.platform.advance(MINUTE).await;
        }
    }
}

journey! {
    async fn a_contact_changes_once(service) {
        let holder = Holder::of(service).await;
        let device = holder.login().await.device;
        let path = format!("/customers/{}", text(&holder.customer["id"]));
        for round in 0..ROUNDS {
            let email = format!("jane{round}@example.com");
            let change = || holder.platform.patch(&path).json(&json!({ "customerType": "INDIVIDUAL", "email": email }));
            let challenge = change().send().await.expect(202);
            let responses = join_all((0..3).map(|_| device.answer(change(), &challenge).send())).await;
            assert_eq!(statuses(&responses), [200, 401, 401], "round {round}");
            for response in responses.iter().filter(|response| response.status == 401) {
                assert_eq!(reason(response), "Request already used");
            }
            assert_eq!(holder.platform.get(&path).send().await.expect(200)["email"], email);
            assert_eq!(holder.credentials().await[0]["nickname"], email);
        }
    }
}
