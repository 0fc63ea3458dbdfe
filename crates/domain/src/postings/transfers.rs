//! Money that is moved in one currency, without a quote (money 2.2, L3a to L4d).
//!
//! ```text
//! direct debits in flight ──started──▶ unsettled ──settled──▶ available        cash ──settled──▶ direct debits in flight
//! direct debits in flight ◀─failed──── unsettled              available ──returned──▶ cash
//!
//! available ──started──▶ payouts in flight ──delivered──▶ cash
//! available ◀─refunded── payouts in flight ◀─returned──── cash
//!                        payouts in flight ──suspended──▶ suspense
//! ```

use super::account::LedgerAccount;
use super::posting::{Builder, Posting, PostingKind, PostingRefused};
use crate::ids::InternalAccountId;
use crate::money::Amount;

/// Builds L3a: a direct debit is under way, and its expected money counts as unsettled.
///
/// # Errors
/// If the amount is not positive.
pub fn transfer_in_started(account: InternalAccountId, amount: Amount) -> Result<Posting, PostingRefused> {
    Builder::new(PostingKind::TransferInStarted)
        .debit(LedgerAccount::DebitsInFlight, amount)
        .credit(LedgerAccount::unsettled(account), amount)
        .build()
}

/// Builds L3b: the direct debit has settled, and its money is available.
///
/// # Errors
/// If the amount is not positive.
pub fn transfer_in_settled(account: InternalAccountId, amount: Amount) -> Result<Posting, PostingRefused> {
    Builder::new(PostingKind::TransferInSettled)
        .debit(LedgerAccount::unsettled(account), amount)
        .credit(LedgerAccount::available(account), amount)
        .debit(LedgerAccount::Cash, amount)
        .credit(LedgerAccount::DebitsInFlight, amount)
        .build()
}

/// Builds L3c: the direct debit has failed, or was cancelled before it settled. No money came.
///
/// # Errors
/// If the amount is not positive.
pub fn transfer_in_failed(account: InternalAccountId, amount: Amount) -> Result<Posting, PostingRefused> {
    Builder::new(PostingKind::TransferInFailed)
        .debit(LedgerAccount::unsettled(account), amount)
        .credit(LedgerAccount::DebitsInFlight, amount)
        .build()
}

/// Builds L3d: the debited bank has taken settled money back. The account owes it, even if its balance does
/// not cover it.
///
/// # Errors
/// If the amount is not positive.
pub fn transfer_in_returned(account: InternalAccountId, amount: Amount) -> Result<Posting, PostingRefused> {
    Builder::new(PostingKind::TransferInReturned)
        .debit_regardless(LedgerAccount::available(account), amount)
        .credit(LedgerAccount::Cash, amount)
        .build()
}

/// The amounts of a transfer to an external account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TransferOut {
    /// The account that pays.
    pub source: InternalAccountId,
    /// The amount that arrives.
    pub payout: Amount,
    /// The network's fee on top of the payout, in the same currency; 0 on bank rails.
    pub network_fee: Amount,
}

/// Builds L4a: the source is debited, and the money is on its way.
///
/// # Errors
/// If the payout is not positive, or the fee is negative.
pub fn transfer_out_started(transfer: &TransferOut) -> Result<Posting, PostingRefused> {
    let TransferOut { source, payout, network_fee } = *transfer;
    Builder::new(PostingKind::TransferOutStarted)
        .debit(LedgerAccount::available(source), transfer.total()?)
        .credit(LedgerAccount::PayoutsInFlight, payout)
        .credit(LedgerAccount::CounterpartyFees, network_fee)
        .build()
}

/// Builds L4b: the money has arrived, and the network's fee is spent.
///
/// # Errors
/// The same as [`transfer_out_started`].
pub fn transfer_out_delivered(transfer: &TransferOut) -> Result<Posting, PostingRefused> {
    Builder::new(PostingKind::TransferOutDelivered)
        .debit(LedgerAccount::PayoutsInFlight, transfer.payout)
        .debit(LedgerAccount::CounterpartyFees, transfer.network_fee)
        .credit(LedgerAccount::Cash, transfer.total()?)
        .build()
}

/// Builds L4d: a delivered transfer was returned. The network's fee stays spent, at the service's expense, so
/// that [`transfer_out_refunded`] can return it to the payer.
///
/// # Errors
/// The same as [`transfer_out_started`].
pub fn transfer_out_returned(transfer: &TransferOut) -> Result<Posting, PostingRefused> {
    Builder::new(PostingKind::TransferOutReturned)
        .debit(LedgerAccount::Cash, transfer.payout)
        .credit(LedgerAccount::PayoutsInFlight, transfer.payout)
        .debit(LedgerAccount::ServiceFees, transfer.network_fee)
        .credit(LedgerAccount::CounterpartyFees, transfer.network_fee)
        .build()
}

/// Builds L5h, right after the posting of a return (L4d, L5f, L8): `missing` did not come back, at the service's
/// expense, so that the payer gets everything back.
///
/// # Errors
/// If the amount is not positive.
pub fn return_short(missing: Amount) -> Result<Posting, PostingRefused> {
    Builder::new(PostingKind::ReturnShort)
        .debit(LedgerAccount::ServiceFees, missing)
        .credit(LedgerAccount::Cash, missing)
        .build()
}

/// Builds L4c: the mirror of [`transfer_out_started`].
///
/// # Errors
/// The same as [`transfer_out_started`].
pub fn transfer_out_refunded(transfer: &TransferOut) -> Result<Posting, PostingRefused> {
    reversal(PostingKind::TransferOutRefunded, transfer, LedgerAccount::available(transfer.source))
}

/// Builds L5g for a transfer: its money cannot be refunded, and waits for an operator.
///
/// # Errors
/// The same as [`transfer_out_started`].
pub fn transfer_out_suspended(transfer: &TransferOut) -> Result<Posting, PostingRefused> {
    reversal(PostingKind::TransferOutSuspended, transfer, LedgerAccount::Suspense)
}

fn reversal(kind: PostingKind, transfer: &TransferOut, to: LedgerAccount) -> Result<Posting, PostingRefused> {
    Builder::new(kind)
        .debit(LedgerAccount::PayoutsInFlight, transfer.payout)
        .debit(LedgerAccount::CounterpartyFees, transfer.network_fee)
        .credit(to, transfer.total()?)
        .build()
}

impl TransferOut {
    /// Returns the amount that the source pays.
    fn total(&self) -> Result<Amount, PostingRefused> {
        if self.payout.minor <= 0 {
            return Err(PostingRefused::NotPositive);
        }
        let total = self.payout.minor.checked_add(self.network_fee.minor).ok_or(PostingRefused::TooLarge)?;
        Ok(Amount::new(total, self.payout.currency))
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;
    use crate::ids::Id;
    use crate::money::CurrencyCode;

    fn account() -> InternalAccountId {
        InternalAccountId::from_uuid(Uuid::from_u128(1))
    }

    fn usd(minor: i64) -> Amount {
        Amount::new(minor, CurrencyCode::USD)
    }

    /// Returns the net effect of several postings on each account; zero nets are dropped. Credits are
    /// positive.
    fn sums(postings: &[Result<Posting, PostingRefused>]) -> Vec<(LedgerAccount, i64)> {
        let mut sums: Vec<(LedgerAccount, i64)> = Vec::new();
        for leg in postings.iter().flat_map(|posting| posting.as_ref().unwrap().legs()) {
            match sums.iter_mut().find(|(account, _)| *account == leg.account) {
                Some((_, sum)) => *sum += leg.amount.minor,
                None => sums.push((leg.account, leg.amount.minor)),
            }
        }
        sums.retain(|(_, sum)| *sum != 0);
        sums.sort_unstable();
        sums
    }

    #[test]
    fn a_transfer_in_is_unsettled_then_available_and_leaves_nothing_when_it_fails() {
        let account = account();
        let amount = usd(500);
        let [available, unsettled] = [LedgerAccount::available(account), LedgerAccount::unsettled(account)];
        let started = || transfer_in_started(account, amount);
        assert_eq!(sums(&[started()]), [(unsettled, 500), (LedgerAccount::DebitsInFlight, -500)]);
        let settled = [started(), transfer_in_settled(account, amount)];
        assert_eq!(sums(&settled), [(available, 500), (LedgerAccount::Cash, -500)]);
        assert_eq!(sums(&[started(), transfer_in_failed(account, amount)]), []);
        let [started, settled] = settled;
        assert_eq!(sums(&[started, settled, transfer_in_returned(account, amount)]), []);
    }

    #[test]
    fn a_transfer_out_is_paid_once_and_goes_back_whole() {
        let source = account();
        let available = LedgerAccount::available(source);
        let transfer = TransferOut { source, payout: usd(995), network_fee: usd(5) };
        let started = || transfer_out_started(&transfer);
        let delivered = || transfer_out_delivered(&transfer);
        let refunded = || transfer_out_refunded(&transfer);
        assert_eq!(sums(&[started(), delivered()]), [(available, -1_000), (LedgerAccount::Cash, 1_000)]);
        assert_eq!(sums(&[started(), refunded()]), []);
        assert_eq!(
            sums(&[started(), transfer_out_suspended(&transfer)]),
            [(available, -1_000), (LedgerAccount::Suspense, 1_000)]
        );
        // The network keeps its fee, and the service pays for it.
        let returned = [started(), delivered(), transfer_out_returned(&transfer), refunded()];
        assert_eq!(sums(&returned), [(LedgerAccount::Cash, 5), (LedgerAccount::ServiceFees, -5)]);
    }

    /// Checks that the payer of a short return gets everything back, and the service bears the rest.
    #[test]
    fn a_short_return_costs_the_service() {
        let transfer = TransferOut { source: account(), payout: usd(995), network_fee: usd(0) };
        let all = [
            transfer_out_started(&transfer),
            transfer_out_delivered(&transfer),
            transfer_out_returned(&transfer),
            return_short(usd(45)),
            transfer_out_refunded(&transfer),
        ];
        assert_eq!(sums(&all), [(LedgerAccount::Cash, 45), (LedgerAccount::ServiceFees, -45)]);
        assert_eq!(return_short(usd(0)), Err(PostingRefused::NothingMoves));
        assert_eq!(return_short(usd(-1)), Err(PostingRefused::NotPositive));
    }

    #[test]
    fn a_transfer_of_nothing_is_refused() {
        let nothing = TransferOut { source: account(), payout: usd(0), network_fee: usd(5) };
        assert_eq!(transfer_out_started(&nothing), Err(PostingRefused::NotPositive));
        let too_much = TransferOut { payout: usd(i64::MAX), ..nothing };
        assert_eq!(transfer_out_started(&too_much), Err(PostingRefused::TooLarge));
    }
}
