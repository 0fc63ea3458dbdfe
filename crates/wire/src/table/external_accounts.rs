//! Operations on external accounts. `super::row` explains the grammar.

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
    /// External accounts: bank accounts, mobile-money accounts and wallets outside the service, to which
    /// money can be sent. Some can also be debited.
    ExternalAccounts tagged "External Accounts";

    /// Registers an external account.
    ///
    /// If `customerId` is omitted, the account belongs to the platform. Fails with 409 if its owner already
    /// has an account with the same details.
    CreateCustomerExternalAccount = Post "/customers/external-accounts", ManageOrTransact, key Honoured,
        body ExternalAccountCreateRequest = customer_account_example() => 201 one ExternalAccount | 404;

    /// Lists the external accounts of customers, newest first.
    ListCustomerExternalAccounts = Get "/customers/external-accounts", Any, query ExternalAccountFilter
        = json!({ "customerId": CUSTOMER })
        => 200 page ExternalAccount;

    /// Returns an external account of a customer.
    GetCustomerExternalAccountById = Get "/customers/external-accounts/{externalAccountId}", Any
        => 200 one ExternalAccount;

    /// Deletes an external account of a customer.
    ///
    /// Payments in progress continue. Quotes to the account that have not been executed can no longer be
    /// executed. Fails with 409 if the account is a trusted beneficiary. The same account details can be
    /// registered again.
    DeleteCustomerExternalAccountById = Delete "/customers/external-accounts/{externalAccountId}",
        ManageOrTransact => 204 | 409;

    /// Registers an external account for the platform itself.
    ///
    /// Fails with 409 if the platform already has an account with the same details.
    CreatePlatformExternalAccount = Post "/platform/external-accounts", ManageOrTransact, key Honoured,
        body PlatformExternalAccountCreateRequest = bank_account_example() => 201 one ExternalAccount;

    /// Lists the platform's own external accounts, newest first.
    ListPlatformExternalAccounts = Get "/platform/external-accounts", Any,
        query PlatformExternalAccountFilter => 200 page ExternalAccount;

    /// Returns one of the platform's own external accounts.
    GetPlatformExternalAccountById = Get "/platform/external-accounts/{externalAccountId}", Any
        => 200 one ExternalAccount;

    /// Deletes one of the platform's own external accounts.
    ///
    /// Payments in progress continue. Quotes to the account that have not been executed can no longer be
    /// executed. The same account details can be registered again.
    DeletePlatformExternalAccountById = Delete "/platform/external-accounts/{externalAccountId}",
        ManageOrTransact => 204;

    /// Creates a challenge to prove that a customer owns a wallet.
    ///
    /// A new challenge replaces the previous one. Fails with 409 unless the account is a self-custody wallet
    /// with `ownershipType` `FIRST_PARTY` and its ownership is not proved yet. Fails with 501 if the method
    /// is not available in this deployment.
    CreateExternalAccountOwnershipChallenge = Post "/customers/external-accounts/{externalAccountId}/challenge",
        ManageOrTransact, key Honoured, body OwnershipChallengeRequest = json!({ "method": "WALLET_SIGNATURE" })
        => 201 one OwnershipChallenge | 409 501;

    /// Proves, with a signature, that a customer owns a wallet.
    ///
    /// Each challenge allows one attempt. A wrong signature fails with 400, and the account is `UNVERIFIED`
    /// until a new challenge is answered. Fails with 409 if there is no challenge to answer.
    VerifyExternalAccountOwnership = Post "/customers/external-accounts/{externalAccountId}/verify",
        ManageOrTransact, key Honoured, body OwnershipVerifyRequest = json!({ "signature": SIGNATURE })
        => 200 one ExternalAccount | 409;

    /// Creates a challenge to prove that the platform owns a wallet.
    ///
    /// The same rules apply as for a customer's wallet.
    CreatePlatformExternalAccountOwnershipChallenge = Post
        "/platform/external-accounts/{externalAccountId}/challenge", ManageOrTransact, key Honoured,
        body OwnershipChallengeRequest = json!({ "method": "WALLET_SIGNATURE" })
        => 201 one OwnershipChallenge | 409 501;

    /// Proves, with a signature, that the platform owns a wallet.
    ///
    /// The same rules apply as for a customer's wallet.
    VerifyPlatformExternalAccountOwnership = Post "/platform/external-accounts/{externalAccountId}/verify",
        ManageOrTransact, key Honoured, body OwnershipVerifyRequest = json!({ "signature": SIGNATURE })
        => 200 one ExternalAccount | 409;
}

/// Signature that the sandbox accepts for any wallet.
const SIGNATURE: &str = "sandbox-valid-signature";

fn customer_account_example() -> Value {
    let mut account = bank_account_example();
    account["customerId"] = json!(CUSTOMER);
    account
}

fn bank_account_example() -> Value {
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
