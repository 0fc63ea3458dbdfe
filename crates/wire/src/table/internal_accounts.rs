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
    /// The accounts that the service holds.
    InternalAccounts tagged "Internal Accounts";

    /// Lists the internal accounts of customers, oldest first.
    ListCustomerInternalAccounts = Get "/customers/internal-accounts", Any, query InternalAccountFilter
        = json!({ "customerId": CUSTOMER })
        => 200 page InternalAccount;

    /// Lists the platform's own internal accounts.
    ListPlatformInternalAccounts = Get "/platform/internal-accounts", Any, query PlatformInternalAccountFilter
        => 200 list InternalAccount;

    /// Changes the privacy of a wallet, signed by a session of it.
    UpdateInternalAccount = Patch "/internal-accounts/{id}", ManageOrTransact, headers WalletSignature RequestId,
        body InternalAccountUpdateRequest = json!({ "privateEnabled": true })
        => 200 one InternalAccount, or 202 SignedRequestChallenge;

    /// Exports the words of a wallet, encrypted to the device of its owner and signed for by a session of it.
    ///
    /// The words are the owner's. They control no money on a chain today: what the wallet holds is a balance of the
    /// ledger, which a session's signature debits.
    ExportInternalAccount = Post "/internal-accounts/{id}/export", ManageOrTransact,
        headers WalletSignature RequestId, body InternalAccountExportRequest = json!({ "clientPublicKey": KEY })
        => 200 one InternalAccountExportResponse, or 202 SignedRequestChallenge;
}

/// A point of the curve.
const KEY: &str = "046b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c2964fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5";
