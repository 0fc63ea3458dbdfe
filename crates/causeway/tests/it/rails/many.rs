//! Many payments at once, of several kinds, and what must hold for each of them at the end.

use futures_util::future::join_all;
use serde_json::Value;

use super::bank::reference;
use super::scene::{RAIL, Scene};

/// Payments at once.
const AT_ONCE: usize = 16;

/// The end of a payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PaymentEnd {
    /// The other side has the money.
    Settled,
    /// The bank has refused it or sent it back.
    Refunded,
    Cancelled,
}

/// A payment whose end is known beforehand.
#[derive(Debug, Clone)]
pub(super) struct ExpectedPayment {
    pub(super) id: String,
    /// In cents.
    amount: i64,
    is_debit: bool,
    end: PaymentEnd,
}

/// Accounts by what becomes of payments to them.
pub(super) struct Accounts {
    good: String,
    refused: String,
    returned: String,
    open: String,
}

impl Accounts {
    /// Registers the accounts, and routes payouts by ACH too, because those by RTP cannot be cancelled.
    pub(super) async fn register(scene: &Scene) -> Self {
        scene.deployment.set_route(RAIL, "usd-ach", &[]);
        Self {
            good: scene.register("900000000").await,
            refused: scene.register("900000003").await,
            returned: scene.register("900000005").await,
            open: scene.register("900000006").await,
        }
    }

    /// Starts a payment: every tenth one is cancelled at once, and of the others every third one is a debit; of the payouts,
    /// some are refused and some come back.
    pub(super) async fn start(&self, scene: &Scene, number: usize) -> ExpectedPayment {
        let amount = 100 + i64::try_from(number).unwrap();
        if number % 10 == 9 {
            let id = scene.pay_out_by_ach(&self.open, amount).await;
            scene.cancel(&id).await;
            return ExpectedPayment { id, amount, is_debit: false, end: PaymentEnd::Cancelled };
        }
        if number % 3 == 2 {
            let id = scene.pay("transfer-in", &self.good, &scene.account, amount).await;
            return ExpectedPayment { id, amount, is_debit: true, end: PaymentEnd::Settled };
        }
        let (account, end) = match number % 10 {
            3 => (&self.refused, PaymentEnd::Refunded),
            6 => (&self.returned, PaymentEnd::Refunded),
            _ => (&self.good, PaymentEnd::Settled),
        };
        let id = scene.pay_out(account, amount).await;
        ExpectedPayment { id, amount, is_debit: false, end }
    }

    /// Starts this number of payments, some at once.
    pub(super) async fn start_all(&self, scene: &Scene, number: usize) -> Vec<ExpectedPayment> {
        let mut started = Vec::new();
        let numbers: Vec<usize> = (0..number).collect();
        for some in numbers.chunks(AT_ONCE) {
            started.extend(join_all(some.iter().map(|number| self.start(scene, *number))).await);
        }
        started
    }
}

impl ExpectedPayment {
    /// Waits for the end of the payment, and checks that the bank has booked it once.
    pub(super) async fn ends(&self, scene: &Scene) {
        match self.end {
            PaymentEnd::Settled => drop(scene.reaches(&self.id, "COMPLETED").await),
            PaymentEnd::Refunded => drop(scene.is_refunded(&self.id).await),
            PaymentEnd::Cancelled => {
                let refunded = scene.is_refunded(&self.id).await;
                assert_eq!(refunded["refund"]["reason"], "USER_CANCELLATION", "{refunded}");
            }
        }
        let kind = if self.is_debit { 'C' } else { 'P' };
        let booked = scene.bank.payments_of(&reference(kind, &self.id)).await;
        let amounts: Vec<Option<i64>> = booked.iter().map(|payment| payment["amount"].as_i64()).collect();
        let is_released = self.end != PaymentEnd::Settled && amounts.is_empty();
        assert!(amounts == [Some(self.amount)] || is_released, "{self:?} is booked as {booked:?}");
        let is_settled = booked.iter().any(|payment| payment["settled"] != Value::Null);
        match self.end {
            PaymentEnd::Settled => assert!(is_settled, "{self:?} is completed, and not settled: {booked:?}"),
            PaymentEnd::Cancelled => assert!(!is_settled, "{self:?} has left the bank: {booked:?}"),
            PaymentEnd::Refunded => {}
        }
    }
}
