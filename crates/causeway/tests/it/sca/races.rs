//! Concurrent requests: a payment is authorized once, and no more guesses are checked than the lock allows
//! (agents B2, B3).

use futures_util::future::join_all;
use serde_json::json;

use super::scene::Erika;
use crate::harness::{Service, journey};

const GUESSES: usize = 32;

/// Guesses a code many times at once, and returns the number of guesses that were checked.
async fn guess(service: &Service) -> usize {
    let set = Erika::set(service).await;
    let started = set.start("SMS_OTP").await;
    let answers = join_all((0..GUESSES).map(|_| set.complete(&started, "000000"))).await;
    answers.iter().filter(|answer| answer.status == 400).count()
}

journey! {
    async fn no_crowd_of_guesses_is_larger_than_the_lock_allows(service) {
        assert_eq!(guess(service).await, 5);
    }
}

journey! {
    async fn a_payment_is_authorized_once(service) {
        let set = Erika::set(service).await;
        set.log_in().await;
        let waiting = set.waiting(1_000).await;
        let answers = join_all((0..8).map(|_| set.authorize(&waiting, "123456"))).await;
        assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 1);
        for lost in answers.iter().filter(|answer| answer.status != 200) {
            lost.refused(409, "CONFLICT");
        }
        set.platform.settled().await;
        assert_eq!(set.left().await, 99_000);
    }
}

journey! {
    async fn wrong_proofs_at_once_are_all_counted(service) {
        let set = Erika::set(service).await;
        set.log_in().await;
        let waiting = set.waiting(1_000).await;
        let answers = join_all((0..16).map(|_| set.authorize(&waiting, "000000"))).await;
        let looked_at = answers.iter().filter(|answer| answer.status == 400).count();
        assert!((1..=5).contains(&looked_at), "{looked_at}");
        for other in answers.iter().filter(|answer| answer.status != 400) {
            other.refused(429, "RATE_LIMITED");
        }

        let seen = set.record("FAILED_LOGIN_ATTEMPT").await;
        if looked_at < 5 {
            assert_eq!(seen.expect(200)["failedAttempts"], json!(looked_at + 1));
        }
        set.platform.freeze().await;
        set.platform.advance(std::time::Duration::from_mins(6)).await;
    }
}

journey! {
    /// Checks that an account is either trusted or deleted, never both.
    async fn a_trusted_account_is_not_deleted_meanwhile(service) {
        let set = Erika::set(service).await;
        let begun = set.change_trust("trust").await.expect(200);
        let path = format!("/customers/external-accounts/{}", set.bank);
        let trusting = set.confirm_trust("trust", &begun["scaChallenge"], "123456");
        let (trusted, deleted) = tokio::join!(trusting, set.platform.delete(&path).send());
        match trusted.status {
            200 => drop(deleted.refused(409, "BENEFICIARY_TRUSTED")),
            _ => {
                trusted.refused(404, "REFERENCE_NOT_FOUND");
                deleted.expect(204);
            }
        }
    }
}
