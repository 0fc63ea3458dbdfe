//! Pay requests of UMA providers that wait for the decision about one payment (uma 6.2). One of them asks the database,
//! and the others wait for it.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use causeway_domain::ids::TransactionId;
use tokio::sync::{OwnedMutexGuard, OwnedSemaphorePermit, Semaphore, TryAcquireError};

/// Maximum number of requests that wait for one payment: a peer repeats a request after its own timeout.
const MAX_WAITERS: usize = 4;

/// The waits for one payment.
struct PaymentWaits {
    places: Arc<Semaphore>,
    turn: Arc<tokio::sync::Mutex<()>>,
}

/// The waits for all payments in this process.
#[derive(Default)]
pub struct DecisionWaits {
    payments: Mutex<HashMap<TransactionId, PaymentWaits>>,
}

/// A place among the requests that wait for a payment, left when dropped.
pub struct DecisionWait<'a> {
    waits: &'a DecisionWaits,
    payment: TransactionId,
    turn: Arc<tokio::sync::Mutex<()>>,
    place: Option<OwnedSemaphorePermit>,
}

impl DecisionWaits {
    /// Takes a place among the requests that wait for a payment, or returns `None` if too many do.
    pub fn enter(&self, payment: TransactionId) -> Option<DecisionWait<'_>> {
        let mut payments = self.payments.lock().unwrap_or_else(PoisonError::into_inner);
        let waits = payments.entry(payment).or_insert_with(|| PaymentWaits {
            places: Arc::new(Semaphore::new(MAX_WAITERS)),
            turn: Arc::default(),
        });
        match Arc::clone(&waits.places).try_acquire_owned() {
            Ok(place) => {
                let turn = Arc::clone(&waits.turn);
                Some(DecisionWait { waits: self, payment, turn, place: Some(place) })
            }
            Err(TryAcquireError::NoPermits | TryAcquireError::Closed) => None,
        }
    }
}

impl DecisionWait<'_> {
    /// Waits until no other request asks the database about the payment. It must ask at once then: the other one may
    /// have seen the decision.
    pub async fn turn(&self) -> OwnedMutexGuard<()> {
        Arc::clone(&self.turn).lock_owned().await
    }
}

impl Drop for DecisionWait<'_> {
    fn drop(&mut self) {
        let mut payments = self.waits.payments.lock().unwrap_or_else(PoisonError::into_inner);
        drop(self.place.take());
        if payments.get(&self.payment).is_some_and(|waits| waits.places.available_permits() == MAX_WAITERS) {
            payments.remove(&self.payment);
        }
    }
}

impl fmt::Debug for DecisionWaits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("DecisionWaits")
    }
}

impl fmt::Debug for DecisionWait<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("DecisionWait")
    }
}

#[cfg(test)]
mod tests {
    use causeway_domain::ids::Id;
    use futures_util::FutureExt;
    use uuid::Uuid;

    use super::*;

    #[tokio::test]
    async fn few_requests_wait_for_one_payment_and_one_of_them_asks() {
        let waits = DecisionWaits::default();
        let [one, other] = [1, 2].map(|number| TransactionId::from_uuid(Uuid::from_u128(number)));
        let places: Vec<_> = (0..MAX_WAITERS).map(|_| waits.enter(one).unwrap()).collect();
        assert!(waits.enter(one).is_none());
        assert!(waits.enter(other).is_some());
        let turn = places[0].turn().await;
        assert!(places[1].turn().now_or_never().is_none());
        drop(turn);
        assert!(places[1].turn().now_or_never().is_some());
        drop(places);
        assert!(waits.payments.lock().unwrap().is_empty());
    }
}
