use serde_json::{Value, json};

use super::Operation;
use super::example::CUSTOMER;
use super::row::operations;
use crate::endpoint::Endpoint;
use crate::external_accounts::{
    ExternalAccount, ExternalAccountCreateRequest, ExternalAccountFilter, OwnershipChallenge,
    OwnershipChallengeRequest, OwnershipVerifyRequest, PlatformExternalAccountCreateRequest,
    PlatformExternalAccountFilter,
};

operations! {
    /// External accounts that money can go to.
    ExternalAccounts tagged "External Accounts";

    /// Registers an external account.
    ///
    /// Without a customer it belongs to the platform.
    CreateCustomerExternalAccount = Post "/customers/external-accounts", ManageOrTransact, key Honoured,
        body ExternalAccountCreateRequest = account_of_customer() => 201 one ExternalAccount | 404;

    /// Lists the external accounts of customers, newest first.
    ListCustomerExternalAccounts = Get "/customers/external-accounts", Any, query ExternalAccountFilter
        = json!({ "customerId": CUSTOMER })
        => 200 page ExternalAccount;

    /// Shows one external account of a customer.
    GetCustomerExternalAccountById = Get "/customers/external-accounts/{externalAccountId}", Any
        => 200 one ExternalAccount;

    /// Deletes an external account of a customer.
    ///
    /// Payments under way continue; a quote that was not executed is refused. The same account may be registered again.
    DeleteCustomerExternalAccountById = Delete "/customers/external-accounts/{externalAccountId}",
        ManageOrTransact => 204 | 409;

    /// Registers an external account for the platform itself.
    CreatePlatformExternalAccount = Post "/platform/external-accounts", ManageOrTransact, key Honoured,
        body PlatformExternalAccountCreateRequest = bank_account() => 201 one ExternalAccount;

    /// Lists the platform's own external accounts, newest first.
    ListPlatformExternalAccounts = Get "/platform/external-accounts", Any,
        query PlatformExternalAccountFilter => 200 page ExternalAccount;

    /// Shows one external account of the platform.
    GetPlatformExternalAccountById = Get "/platform/external-accounts/{externalAccountId}", Any
        => 200 one ExternalAccount;

    /// Deletes an external account of the platform.
    DeletePlatformExternalAccountById = Delete "/platform/external-accounts/{externalAccountId}",
        ManageOrTransact => 204;

    /// Begins to prove that a customer's wallet is the customer's own.
    ///
    /// For a self-custody wallet of the customer's own whose ownership is still to be proved. A further challenge
    /// replaces the one before.
    CreateExternalAccountOwnershipChallenge = Post "/customers/external-accounts/{externalAccountId}/challenge",
        ManageOrTransact, key Honoured, body OwnershipChallengeRequest = json!({ "method": "WALLET_SIGNATURE" })
        => 201 one OwnershipChallenge | 409 501;

    /// Proves by a signature that a customer's wallet is the customer's own.
    ///
    /// A challenge is good for one attempt: after a wrong signature the account is `UNVERIFIED` until a new
    /// challenge is met.
    VerifyExternalAccountOwnership = Post "/customers/external-accounts/{externalAccountId}/verify",
        ManageOrTransact, key Honoured, body OwnershipVerifyRequest = json!({ "signature": SIGNATURE })
        => 200 one ExternalAccount | 409;

    /// Begins to prove that a wallet is the platform's own.
    ///
    /// As for a customer's wallet.
    CreatePlatformExternalAccountOwnershipChallenge = Post
        "/platform/external-accounts/{externalAccountId}/challenge", ManageOrTransact, key Honoured,
        body OwnershipChallengeRequest = json!({ "method": "WALLET_SIGNATURE" })
        => 201 one OwnershipChallenge | 409 501;

    /// Proves by a signature that a wallet is the platform's own.
    ///
    /// As for a customer's wallet.
    VerifyPlatformExternalAccountOwnership = Post "/platform/external-accounts/{externalAccountId}/verify",
        ManageOrTransact, key Honoured, body OwnershipVerifyRequest = json!({ "signature": SIGNATURE })
        => 200 one ExternalAccount | 409;
}

/// What the sandbox takes for a signature by any wallet.
const SIGNATURE: &str = "sandbox-valid-signature";

fn account_of_customer() -> Value {
    let mut account = bank_account();
    account["customerId"] = json!(CUSTOMER);
    account
}

fn bank_account() -> Value {
    json!({
        "currency": "EUR",
        "accountInfo": {
            "accountType": "EUR_ACCOUNT",
            "iban": "DE75512108001245126199",
            "beneficiary": {
                "beneficiaryType": "INDIVIDUAL",
                "fullName": "Erika Musterfrau",
                "countryOfResidence": "DE",
            },
        },
    })
}
