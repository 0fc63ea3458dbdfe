//! Money from a payer at a UMA provider (money 2.2, L8). The settled and the credited amount may be of
//! different currencies: the exchange position lies between them.
//!
//! ```text
//! cash ──credited──▶ position ──▶ available                                          into an account here
//! cash ──off-ramp──▶ position ──▶ payouts in flight ──delivered──▶ cash              out to an external account
//! suspense ◀─reversed── position ◀── payouts in flight ◀─returned── cash             which did not take it
//! cash ──suspended──▶ suspense ──sent back──▶ cash                                   not to be credited
//! ```

use super::account::LedgerAccount;
use super::posting::{Builder, Posting, PostingKind, PostingRefused};
use crate::ids::InternalAccountId;
use crate::money::Amount;

/// The amounts of an incoming UMA payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IncomingUmaPayment {
    /// m: the amount that the settlement layer delivers.
    pub settled: Amount,
    /// R: the amount that the receiver gets.
    pub credited: Amount,
    /// The service's fee, in smallest units of the receiver's currency.
    pub fee: i64,
}

/// Builds L8: the money is credited to an account.
///
/// # Errors
/// If an amount is not positive, or the fee is negative.
pub fn uma_credited(
    account: InternalAccountId,
    payment: &IncomingUmaPayment,
) -> Result<Posting, PostingRefused> {
    incoming(PostingKind::UmaCredited, payment, LedgerAccount::available(account))
}

/// Builds L8: the money is sent on to an external account.
///
/// # Errors
/// The same as [`uma_credited`].
pub fn uma_offramp_started(payment: &IncomingUmaPayment) -> Result<Posting, PostingRefused> {
    incoming(PostingKind::UmaOfframpStarted, payment, LedgerAccount::PayoutsInFlight)
}

/// Builds the arrival of the money in the external account.
///
/// # Errors
/// If the amount is not positive.
pub fn uma_offramp_delivered(payment: &IncomingUmaPayment) -> Result<Posting, PostingRefused> {
    Builder::new(PostingKind::UmaOfframpDelivered)
        .debit(LedgerAccount::PayoutsInFlight, payment.credited)
        .credit(LedgerAccount::Cash, payment.credited)
        .build()
}

/// Builds the return of the money by the bank of the external account.
///
/// # Errors
/// If the amount is not positive.
pub fn uma_offramp_returned(payment: &IncomingUmaPayment) -> Result<Posting, PostingRefused> {
    Builder::new(PostingKind::UmaOfframpReturned)
        .debit(LedgerAccount::Cash, payment.credited)
        .credit(LedgerAccount::PayoutsInFlight, payment.credited)
        .build()
}

/// Builds the reversal of an off-ramp: money that the external account did not take waits in suspense to be
/// returned to its sender, in the settled currency and without the fee.
///
/// # Errors
/// The same as [`uma_credited`].
pub fn uma_offramp_reversed(payment: &IncomingUmaPayment) -> Result<Posting, PostingRefused> {
    let IncomingUmaPayment { settled, credited, .. } = *payment;
    Builder::new(PostingKind::UmaOfframpReversed)
        .debit(LedgerAccount::PayoutsInFlight, credited)
        .debit(LedgerAccount::ServiceFees, payment.fee()?)
        .credit(LedgerAccount::FxPosition, payment.out_of_position()?)
        .debit(LedgerAccount::FxPosition, settled)
        .credit(LedgerAccount::Suspense, settled)
        .build()
}

/// Builds L8 for money that has settled and cannot be credited.
///
/// # Errors
/// If the amount is not positive.
pub fn uma_suspended(payment: &IncomingUmaPayment) -> Result<Posting, PostingRefused> {
    Builder::new(PostingKind::UmaSuspended)
        .debit(LedgerAccount::Cash, payment.settled)
        .credit(LedgerAccount::Suspense, payment.settled)
        .build()
}

/// Builds the return of suspended money to its sender.
///
/// # Errors
/// If the amount is not positive.
pub fn uma_sent_back(payment: &IncomingUmaPayment) -> Result<Posting, PostingRefused> {
    Builder::new(PostingKind::UmaSentBack)
        .debit(LedgerAccount::Suspense, payment.settled)
        .credit(LedgerAccount::Cash, payment.settled)
        .build()
}

fn incoming(
    kind: PostingKind,
    payment: &IncomingUmaPayment,
    to: LedgerAccount,
) -> Result<Posting, PostingRefused> {
    let IncomingUmaPayment { settled, credited, .. } = *payment;
    if settled.minor <= 0 || credited.minor <= 0 {
        return Err(PostingRefused::NotPositive);
    }
    Builder::new(kind)
        .debit(LedgerAccount::Cash, settled)
        .credit(LedgerAccount::FxPosition, settled)
        .debit(LedgerAccount::FxPosition, payment.out_of_position()?)
        .credit(to, credited)
        .credit(LedgerAccount::ServiceFees, payment.fee()?)
        .build()
}

impl IncomingUmaPayment {
    fn fee(&self) -> Result<Amount, PostingRefused> {
        if self.fee < 0 {
            return Err(PostingRefused::NotPositive);
        }
        Ok(Amount::new(self.fee, self.credited.currency))
    }

    /// Returns R plus the fee.
    fn out_of_position(&self) -> Result<Amount, PostingRefused> {
        let sum = self.credited.minor.checked_add(self.fee).ok_or(PostingRefused::TooLarge)?;
        Ok(Amount::new(sum, self.credited.currency))
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;
    use crate::ids::Id;
    use crate::money::CurrencyCode;

    type Sums = Vec<((LedgerAccount, CurrencyCode), i64)>;

    /// Returns the net effect of several postings; zero nets are dropped. Credits are positive.
    fn sums(postings: &[Result<Posting, PostingRefused>]) -> Sums {
        let mut sums: Sums = Vec::new();
        for leg in postings.iter().flat_map(|posting| posting.as_ref().unwrap().legs()) {
            let place = (leg.account, leg.amount.currency);
            match sums.iter_mut().find(|(known, _)| *known == place) {
                Some((_, sum)) => *sum += leg.amount.minor,
                None => sums.push((place, leg.amount.minor)),
            }
        }
        sums.retain(|(_, sum)| *sum != 0);
        sums.sort_unstable_by_key(|((account, currency), _)| (account.code().as_str(), currency.to_string()));
        sums
    }

    fn payment(fee: i64) -> IncomingUmaPayment {
        let usd = Amount::new(5_000, CurrencyCode::USD);
        IncomingUmaPayment { settled: usd, credited: Amount::new(4_600 - fee, CurrencyCode::EUR), fee }
    }

    #[test]
    fn a_receipt_is_exchanged_and_credited_net_of_its_fee() {
        let account = InternalAccountId::from_uuid(Uuid::from_u128(1));
        let [usd, eur] = [CurrencyCode::USD, CurrencyCode::EUR];
        let credited = sums(&[uma_credited(account, &payment(100))]);
        let expected = [
            ((LedgerAccount::available(account), eur), 4_500),
            ((LedgerAccount::Cash, usd), -5_000),
            ((LedgerAccount::ServiceFees, eur), 100),
            ((LedgerAccount::FxPosition, eur), -4_600),
            ((LedgerAccount::FxPosition, usd), 5_000),
        ];
        assert_eq!(credited, expected);
        let same = IncomingUmaPayment { credited: payment(0).settled, ..payment(0) };
        let expected =
            [((LedgerAccount::available(account), usd), 5_000), ((LedgerAccount::Cash, usd), -5_000)];
        assert_eq!(sums(&[uma_credited(account, &same)]), expected, "nothing to exchange");
    }

    #[test]
    fn a_refunded_receipt_leaves_no_balance() {
        let payment = payment(100);
        assert_eq!(sums(&[uma_suspended(&payment), uma_sent_back(&payment)]), []);
        let failed = [uma_offramp_started(&payment), uma_offramp_reversed(&payment), uma_sent_back(&payment)];
        assert_eq!(sums(&failed), []);
        let returned = [
            uma_offramp_started(&payment),
            uma_offramp_delivered(&payment),
            uma_offramp_returned(&payment),
            uma_offramp_reversed(&payment),
            uma_sent_back(&payment),
        ];
        assert_eq!(sums(&returned), []);
    }

    #[test]
    fn a_receipt_of_nothing_is_refused() {
        let nothing = IncomingUmaPayment { settled: Amount::new(0, CurrencyCode::USD), ..payment(0) };
        assert_eq!(uma_offramp_started(&nothing), Err(PostingRefused::NotPositive));
        let negative = IncomingUmaPayment { fee: -1, ..payment(0) };
        assert_eq!(uma_offramp_started(&negative), Err(PostingRefused::NotPositive));
    }
}
