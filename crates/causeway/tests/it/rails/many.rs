//! Many payments at once, of several kinds, and what must hold for each of them at the end.

use futures_util::future::join_all;
use serde_json::Value;

use super::bank::reference;
use super::scene::Scene;

/// Payments at once.
const AT_ONCE: usize = 16;

/// A payment whose end is known beforehand.
#[derive(Debug, Clone)]
pub(super) struct ExpectedPayment {
    pub(super) id: String,
    /// In cents.
    amount: i64,
    is_debit: bool,
    /// `true` if it ends with its money at the other side.
    settles: bool,
}

/// Accounts by what becomes of payments to them.
pub(super) struct Accounts {
    good: String,
    refused: String,
    returned: String,
}

impl Accounts {
    pub(super) async fn register(scene: &Scene) -> Self {
        Self {
            good: scene.register("900000000").await,
            refused: scene.register("900000003").await,
            returned: scene.register("900000005").await,
        }
    }

    /// Starts a payment: every third one is a debit; of the payouts, some are refused and some come back.
    pub(super) async fn start(&self, scene: &Scene, number: usize) -> ExpectedPayment {
        let amount = 100 + i64::try_from(number).unwrap();
        if number % 3 == 2 {
            let id = scene.pay("transfer-in", &self.good, &scene.account, amount).await;
            return ExpectedPayment { id, amount, is_debit: true, settles: true };
        }
        let (account, settles) = match number % 10 {
            3 => (&self.refused, false),
            6 => (&self.returned, false),
            _ => (&self.good, true),
        };
        let id = scene.pay_out(account, amount).await;
        ExpectedPayment { id, amount, is_debit: false, settles }
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
        if self.settles {
            scene.reaches(&self.id, "COMPLETED").await;
        } else {
            scene.is_refunded(&self.id).await;
        }
        let kind = if self.is_debit { 'C' } else { 'P' };
        let booked = scene.bank.payments_of(&reference(kind, &self.id)).await;
        let amounts: Vec<Option<i64>> = booked.iter().map(|payment| payment["amount"].as_i64()).collect();
        let is_released = !self.settles && amounts.is_empty();
        assert!(amounts == [Some(self.amount)] || is_released, "{self:?} is booked as {booked:?}");
        let settled = booked.iter().any(|payment| payment["settled"] != Value::Null);
        assert!(
            settled || !self.settles,
            "{self:?} is completed, and the bank has not settled it: {booked:?}"
        );
    }
}
