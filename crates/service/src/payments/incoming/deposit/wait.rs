//! Crypto from a sender that the platform has to know (money 3.5): the missing information, derived from the
//! declared wallets at the sending address.

use causeway_domain::external_accounts::{ExternalAccountStatus, network_of};
use causeway_domain::payments::PendingReason;
use causeway_store::external_accounts::{self, ExternalAccountRecord};
use causeway_store::payments::{PaymentRecord, Side};
use causeway_store::{Error, Tx};
use causeway_wire::external_accounts::OwnershipType;

use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::settings::{COUNTERPARTY_REQUIREMENTS, Settings};

/// Returns the pending reason of a new deposit, or `None` unless it is on-chain and counterparty data is
/// required.
pub(in crate::payments) fn first_reason(
    tx: &mut Tx<'_>,
    context: &Context,
    payment: &PaymentRecord,
) -> Result<Option<PendingReason>, ApiError> {
    if payment.terms.on_chain.is_none() || !Settings::of(tx, context)?.get(&COUNTERPARTY_REQUIREMENTS)? {
        return Ok(None);
    }
    Ok(Some(reason(tx, context, payment)?))
}

/// Returns the current pending reason of a deposit.
pub(in crate::payments) fn reason(
    tx: &mut Tx<'_>,
    context: &Context,
    payment: &PaymentRecord,
) -> Result<PendingReason, Error> {
    let Side::Funding { originator, .. } = &payment.terms.source else { return Err(Error::Missing) };
    let Some(address) = &originator.account_identifier else {
        return Ok(PendingReason::CounterpartyDeclarationRequired);
    };
    let found = external_accounts::find_live_at(tx, context.platform, payment.customer, address)?;
    let declared = found.iter().filter(|account| is_at(account, address));
    Ok(declared.map(of_wallet).min_by_key(|reason| rank(*reason)).unwrap_or_else(undeclared))
}

const fn undeclared() -> PendingReason {
    PendingReason::CounterpartyDeclarationRequired
}

/// Checks that a wallet is at this address. Hexadecimal addresses ignore case, others do not.
fn is_at(account: &ExternalAccountRecord, address: &str) -> bool {
    let known = account.doc.identifier.as_str();
    let is_hexadecimal = address.starts_with("0x") || address.starts_with("0X");
    let is_same = if is_hexadecimal { known.eq_ignore_ascii_case(address) } else { known == address };
    is_same && network_of(&account.account_type).is_some()
}

/// Returns the pending reason if the address is declared as this wallet.
fn of_wallet(account: &ExternalAccountRecord) -> PendingReason {
    let is_custodial = account.doc.account_info.contains_key("vaspName");
    let is_proved = account.status == ExternalAccountStatus::Active;
    match account.doc.ownership_type {
        Some(OwnershipType::FirstParty) if !is_custodial && !is_proved => {
            PendingReason::WalletVerificationRequired
        }
        Some(OwnershipType::ThirdParty) if !account.doc.account_info.contains_key("beneficiary") => {
            PendingReason::CounterpartyInformationRequired
        }
        Some(OwnershipType::FirstParty | OwnershipType::ThirdParty) | None => PendingReason::ComplianceReview,
    }
}

/// Ranks reasons: the wallet with the most complete information counts.
const fn rank(reason: PendingReason) -> u8 {
    match reason {
        PendingReason::ComplianceReview => 0,
        PendingReason::CounterpartyInformationRequired => 1,
        PendingReason::WalletVerificationRequired => 2,
        PendingReason::CounterpartyDeclarationRequired => 3,
    }
}
