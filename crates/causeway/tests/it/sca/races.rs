//! Concurrent requests: a payment is authorized once, and no more guesses are checked than the lock allows
//! (agents B2, B3).

use futures_util::future::join_all;
use serde_json::json;

use super::scene::ScaScene;
use crate::harness::{Service, journey};

const GUESSES: usize = 32;

/// Guesses a code many times at once, and returns the number of guesses that were checked.
async fn guess(service: &Service) -> usize {
    let scene = ScaScene::new(service).await;
    let started = scene.start("SMS_OTP").await;
    let responses = join_all((0..GUESSES).map(|_| scene.complete(&started, "000000"))).await;
    responses.iter().filter(|response| response.status == 400).count()
}

journey! {
    async fn no_crowd_of_guesses_is_larger_than_the_lock_allows(service) {
        assert_eq!(guess(service).await, 5);
    }
}

journey! {
    async fn a_payment_is_authorized_once(service) {
        let scene = ScaScene::new(service).await;
        scene.log_in().await;
        let quote = scene.pending_quote(1_000).await;
        let responses = join_all((0..8).map(|_| scene.authorize(&quote, "123456"))).await;
        assert_eq!(responses.iter().filter(|response| response.status == 200).count(), 1);
        for lost in responses.iter().filter(|response| response.status != 200) {
            lost.expect_error(409, "CONFLICT");
        }
        scene.platform.settled().await;
        assert_eq!(scene.usd_balance().await, 99_000);
    }
}

journey! {
    async fn wrong_proofs_at_once_are_all_counted(service) {
        let scene = ScaScene::new(service).await;
        scene.log_in().await;
        let quote = scene.pending_quote(1_000).await;
        let responses = join_all((0..16).map(|_| scene.authorize(&quote, "000000"))).await;
        let looked_at = responses.iter().filter(|response| response.status == 400).count();
        assert!((1..=5).contains(&looked_at), "{looked_at}");
        for other in responses.iter().filter(|response| response.status != 400) {
            other.expect_error(429, "RATE_LIMITED");
        }

        let response = scene.record_security_event("FAILED_LOGIN_ATTEMPT").await;
        if looked_at < 5 {
            assert_eq!(response.expect(200)["failedAttempts"], json!(looked_at + 1));
        }
        scene.platform.freeze().await;
        scene.platform.advance(std::time::Duration::from_mins(6)).await;
    }
}

journey! {
    /// Checks that an account is either trusted or deleted, never both.
    async fn a_trusted_account_is_not_deleted_meanwhile(service) {
        let scene = ScaScene::new(service).await;
        let trust_change = scene.change_trust("trust").await.expect(200);
        let path = format!("/customers/external-accounts/{}", scene.bank);
        let trusting = scene.confirm_trust("trust", &trust_change["scaChallenge"], "123456");
        let (trusted, deleted) = tokio::join!(trusting, scene.platform.delete(&path).send());
        match trusted.status {
            200 => drop(deleted.expect_error(409, "BENEFICIARY_TRUSTED")),
            _ => {
                trusted.expect_error(404, "REFERENCE_NOT_FOUND");
                deleted.expect(204);
            }
        }
    }
}
