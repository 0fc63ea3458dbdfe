use super::Operation;
use super::row::operations;
use crate::endpoint::Endpoint;
use crate::external_accounts::{ExternalAccount, ExternalAccountCreateRequest, ExternalAccountFilter};

operations! {
    /// Accounts elsewhere that money can go to.
    ExternalAccounts tagged "External Accounts";

    /// Registers an account elsewhere.
    ///
    /// Without a customer it belongs to the platform.
    CreateCustomerExternalAccount = Post "/customers/external-accounts", ManageOrTransact, key Honoured,
        body ExternalAccountCreateRequest => 201 one ExternalAccount | 404;

    /// Lists the external accounts of customers, newest first.
    ListCustomerExternalAccounts = Get "/customers/external-accounts", Any, query ExternalAccountFilter
        => 200 page ExternalAccount;

    /// Shows one external account of a customer.
    GetCustomerExternalAccountById = Get "/customers/external-accounts/{externalAccountId}", Any
        => 200 one ExternalAccount;
}
