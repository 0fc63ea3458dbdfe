//! Operations on internal accounts. `super::row` explains the grammar.

use serde_json::json;

use super::Operation;
use super::example::CUSTOMER;
use super::row::operations;
use crate::endpoint::Endpoint;
use crate::internal_accounts::{
    InternalAccount, InternalAccountExportRequest, InternalAccountExportResponse, InternalAccountFilter,
    InternalAccountUpdateRequest, PlatformInternalAccountFilter,
};
use crate::wallets::SignedRequestChallenge;

operations! {
    /// Internal accounts: the accounts of customers and of the platform inside the service.
    InternalAccounts tagged "Internal Accounts";

    /// Lists the internal accounts of customers, oldest first.
    ListCustomerInternalAccounts = Get "/customers/internal-accounts", Any, query InternalAccountFilter
        = json!({ "customerId": CUSTOMER })
        => 200 page InternalAccount;

    /// Lists the platform's own internal accounts, oldest first.
    ListPlatformInternalAccounts = Get "/platform/internal-accounts", Any, query PlatformInternalAccountFilter
        => 200 list InternalAccount;

    /// Changes the privacy of a wallet.
    ///
    /// A session of the wallet must sign: the first response is 202 with a payload to sign, and the request
    /// is repeated with the signature.
    UpdateInternalAccount = Patch "/internal-accounts/{id}", ManageOrTransact, headers WalletSignature RequestId,
        body InternalAccountUpdateRequest = json!({ "privateEnabled": true })
        => 200 one InternalAccount, or 202 SignedRequestChallenge;

    /// Exports the mnemonic of a wallet, encrypted for the end user's device.
    ///
    /// A session of the wallet must sign: the first response is 202 with a payload to sign, and the request
    /// is repeated with the signature. The mnemonic belongs to the end user. Today it controls no money on a
    /// chain: the wallet's balance is kept in the service's ledger, and debits need the signature of a
    /// session.
    ExportInternalAccount = Post "/internal-accounts/{id}/export", ManageOrTransact,
        headers WalletSignature RequestId, body InternalAccountExportRequest = json!({ "clientPublicKey": KEY })
        => 200 one InternalAccountExportResponse, or 202 SignedRequestChallenge;
}

/// A point on the curve P-256.
const KEY: &str = "046b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c2964fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5";
