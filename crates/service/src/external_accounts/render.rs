//! An external account as an API object, with its full details.

use causeway_store::external_accounts::ExternalAccountRecord;
use causeway_wire::accounts::AccountDetails;
use causeway_wire::external_accounts::{BeneficiaryVerifiedData, ExternalAccount, ExternalAccountDetails};

use crate::runtime::api_error::ApiError;

/// Renders an external account.
pub(super) fn external_account(record: &ExternalAccountRecord) -> Result<ExternalAccount, ApiError> {
    let doc = &record.doc;
    let verified = doc.verified_name.as_deref();
    let mut details = doc.account_info.clone();
    if !doc.rails.is_empty() {
        details.insert("paymentRails".to_owned(), doc.rails.iter().map(|rail| rail.as_str()).collect());
    }
    Ok(ExternalAccount {
        id: record.id,
        customer_id: record.customer,
        status: record.status,
        platform_account_id: doc.platform_account_id.as_deref().map(Into::into),
        ownership_type: doc.ownership_type,
        currency: record.currency,
        default_uma_deposit_account: record.customer.map(|_| record.is_default_deposit),
        beneficiary_verification_status: doc.beneficiary_verification,
        beneficiary_verified_data: verified
            .map(|name| BeneficiaryVerifiedData { full_name: Some(name.into()) }),
        account_info: ExternalAccountDetails(AccountDetails(details)),
    })
}
