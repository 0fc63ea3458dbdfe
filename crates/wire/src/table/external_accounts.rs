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
    /// External accounts, to which money can be sent.
    ExternalAccounts tagged "External Accounts";

    /// Registers an external account.
    ///
    /// Without a customer id it belongs to the platform.
    CreateCustomerExternalAccount = Post "/customers/external-accounts", ManageOrTransact, key Honoured,
        body ExternalAccountCreateRequest = account_of_customer() => 201 one ExternalAccount | 404;

    /// Lists the external accounts of customers, newest first.
    ListCustomerExternalAccounts = Get "/customers/external-accounts", Any, query ExternalAccountFilter
        = json!({ "customerId": CUSTOMER })
        => 200 page ExternalAccount;

    /// Returns an external account of a customer.
    GetCustomerExternalAccountById = Get "/customers/external-accounts/{externalAccountId}", Any
        => 200 one ExternalAccount;

    /// Deletes an external account of a customer.
    ///
    /// Payments in progress continue; a quote that was not executed is refused. The same account can be
    /// registered again.
    DeleteCustomerExternalAccountById = Delete "/customers/external-accounts/{externalAccountId}",
        ManageOrTransact => 204 | 409;

    /// Registers an external account for the platform itself.
    CreatePlatformExternalAccount = Post "/platform/external-accounts", ManageOrTransact, key Honoured,
        body PlatformExternalAccountCreateRequest = bank_account() => 201 one ExternalAccount;

    /// Lists the platform's own external accounts, newest first.
    ListPlatformExternalAccounts = Get "/platform/external-accounts", Any,
        query PlatformExternalAccountFilter => 200 page ExternalAccount;

    /// Returns an external account of the platform.
    GetPlatformExternalAccountById = Get "/platform/external-accounts/{externalAccountId}", Any
        => 200 one ExternalAccount;

    /// Deletes an external account of the platform.
    DeletePlatformExternalAccountById = Delete "/platform/external-accounts/{externalAccountId}",
        ManageOrTransact => 204;

    /// Creates a challenge for proving the ownership of a customer's wallet.
    ///
    /// Applies to a self-custody wallet of the customer whose ownership is not proved yet. A further
    /// challenge replaces the previous one.
    CreateExternalAccountOwnershipChallenge = Post "/customers/external-accounts/{externalAccountId}/challenge",
        ManageOrTransact, key Honoured, body OwnershipChallengeRequest = json!({ "method": "WALLET_SIGNATURE" })
        => 201 one OwnershipChallenge | 409 501;

    /// Proves the ownership of a customer's wallet by a signature.
    ///
    /// A challenge allows one attempt: after a wrong signature the account is `UNVERIFIED` until a new
    /// challenge is answered.
    VerifyExternalAccountOwnership = Post "/customers/external-accounts/{externalAccountId}/verify",
        ManageOrTransact, key Honoured, body OwnershipVerifyRequest = json!({ "signature": SIGNATURE })
        => 200 one ExternalAccount | 409;

    /// Creates a challenge for proving the ownership of a wallet of the platform.
    ///
    /// The rules are those for a customer's wallet.
    CreatePlatformExternalAccountOwnershipChallenge = Post
        "/platform/external-accounts/{externalAccountId}/challenge", ManageOrTransact, key Honoured,
        body OwnershipChallengeRequest = json!({ "method": "WALLET_SIGNATURE" })
        => 201 one OwnershipChallenge | 409 501;

    /// Proves the ownership of a wallet of the platform by a signature.
    ///
    /// The rules are those for a customer's wallet.
    VerifyPlatformExternalAccountOwnership = Post "/platform/external-accounts/{externalAccountId}/verify",
        ManageOrTransact, key Honoured, body OwnershipVerifyRequest = json!({ "signature": SIGNATURE })
        => 200 one ExternalAccount | 409;
}

/// Signature that the sandbox accepts for any wallet.
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
