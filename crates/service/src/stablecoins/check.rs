//! Checks of mints, burns and their quotes (stablecoins 4).

use causeway_domain::external_accounts::{ExternalAccountStatus, PaymentRail};
use causeway_domain::ids::{AccountRef, ExternalAccountId, StablecoinId};
use causeway_domain::stablecoins::{
    StablecoinIssuanceStatus, StablecoinOperationType, bank_rail_of_burn, bank_rail_of_debit,
};
use causeway_store::external_accounts::{self, ExternalAccountRecord};
use causeway_store::stablecoins::{self as rows, OperationTerms, StablecoinRecord};
use causeway_store::{Error, Tx};

use super::operation_request::OperationRequest;
use super::{errors, link, lookup};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

const BANK_ACCOUNT: &str = "USD_ACCOUNT";
const BASE_CURRENCY: &str = "USD";
const WALLET: &str = "SPARK_WALLET";

/// Checks a mint or burn of a token, and returns its terms. The accounts and the link are locked until the
/// transaction ends.
pub(super) fn check(
    tx: &mut Tx<'_>,
    context: &Context,
    stablecoin: StablecoinId,
    request: &OperationRequest,
) -> Result<(StablecoinRecord, OperationTerms), ApiError> {
    let record = lookup::stablecoin(tx, context.platform, stablecoin)?;
    request.check_source()?;
    let destination = request.external_destination()?;
    if record.issuance_status != StablecoinIssuanceStatus::Provisioned {
        return Err(errors::not_provisioned());
    }
    link::usable(rows::find_link(tx, context.platform, record.link)?.ok_or(Error::Missing)?)?;
    let amount = request.units()?;
    let decimals = record.doc.decimals;
    amount.cents(decimals).ok_or_else(|| errors::not_whole_cents(decimals, request.amount.as_str()))?;
    check_accounts(tx, context, &record, request, destination)?;
    link::usable(rows::lock_link(tx, context.platform, record.link)?.ok_or(Error::Missing)?)?;
    let terms = OperationTerms {
        v: 1,
        provider: record.provider,
        decimals,
        amount,
        source: request.source,
        source_account: request.debited,
        destination,
        rail: request.rail,
        description: request.description.clone(),
    };
    Ok((record, terms))
}

/// Returns the request of a quote, to be checked once more.
pub(super) fn request_of(
    operation_type: StablecoinOperationType,
    terms: &OperationTerms,
) -> OperationRequest {
    OperationRequest {
        operation_type,
        amount: terms.amount.units().into(),
        source: terms.source,
        debited: terms.source_account,
        destination: AccountRef::External(terms.destination),
        rail: terms.rail,
        description: terms.description.clone(),
    }
}

fn check_accounts(
    tx: &mut Tx<'_>,
    context: &Context,
    stablecoin: &StablecoinRecord,
    request: &OperationRequest,
    destination: ExternalAccountId,
) -> Result<(), ApiError> {
    // Locked in the order of their ids.
    let mut ids: Vec<ExternalAccountId> = request.debited.into_iter().chain([destination]).collect();
    ids.sort_unstable();
    ids.dedup();
    let mut accounts = Vec::new();
    for id in ids {
        accounts
            .extend(external_accounts::lock(tx, context.platform, id)?.filter(|record| !record.is_deleted));
    }
    let named = |id: ExternalAccountId| {
        accounts.iter().find(|record| record.id == id).ok_or_else(ApiError::not_found::<ExternalAccountId>)
    };
    if let Some(debited) = request.debited {
        let rail = bank_rail_of_debit();
        check_bank(named(debited)?, stablecoin, "fundingSource.externalAccountId", rail, rail.as_str())?;
    }
    let account = named(destination)?;
    match request.rail {
        Some(rail) => {
            let bank_rail = bank_rail_of_burn(rail);
            check_bank(account, stablecoin, "destination.externalAccountId", bank_rail, rail.as_str())
        }
        None => check_wallet(account, "destination.accountId"),
    }
}

fn check_bank(
    account: &ExternalAccountRecord,
    stablecoin: &StablecoinRecord,
    field: &str,
    rail: PaymentRail,
    rail_name: &str,
) -> Result<(), ApiError> {
    check_active(account, field)?;
    if account.account_type != BANK_ACCOUNT || stablecoin.doc.base_currency != BASE_CURRENCY {
        return Err(errors::type_not_supported(field, BANK_ACCOUNT));
    }
    if account.doc.rails.contains(&rail) { Ok(()) } else { Err(errors::rail_not_supported(field, rail_name)) }
}

fn check_wallet(account: &ExternalAccountRecord, field: &str) -> Result<(), ApiError> {
    check_active(account, field)?;
    if account.account_type == WALLET { Ok(()) } else { Err(errors::type_not_supported(field, WALLET)) }
}

fn check_active(account: &ExternalAccountRecord, field: &str) -> Result<(), ApiError> {
    if account.status == ExternalAccountStatus::Active {
        Ok(())
    } else {
        Err(errors::account_not_active(field))
    }
}
