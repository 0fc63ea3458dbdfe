use serde_json::json;

use super::Operation;
use super::example::CUSTOMER;
use super::row::operations;
use crate::endpoint::Endpoint;
use crate::internal_accounts::{InternalAccount, InternalAccountFilter, PlatformInternalAccountFilter};

operations! {
    /// The accounts that the service holds.
    InternalAccounts tagged "Internal Accounts";

    /// Lists the internal accounts of customers, oldest first.
    ListCustomerInternalAccounts = Get "/customers/internal-accounts", Any, query InternalAccountFilter
        = json!({ "customerId": CUSTOMER })
        => 200 page InternalAccount;

    /// Lists the platform's own internal accounts.
    ListPlatformInternalAccounts = Get "/platform/internal-accounts", Any, query PlatformInternalAccountFilter
        => 200 list InternalAccount;
}
