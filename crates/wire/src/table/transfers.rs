//! Operations that make transfers. `super::row` explains the grammar.

use serde_json::{Value, json};

use super::Operation;
use super::example::{EXTERNAL_ACCOUNT, INTERNAL_ACCOUNT};
use super::row::operations;
use crate::endpoint::Endpoint;
use crate::transactions::Transaction;
use crate::transfers::{TransferInRequest, TransferOutRequest};

operations! {
    /// Transfers between internal and external accounts of the same currency.
    Transfers tagged "Same-Currency Transfers";

    /// Debits an external account and credits an internal account of the same currency.
    CreateTransferIn = Post "/transfer-in", Transact, key Honoured,
        body TransferInRequest = transfer_in_example()
        => 201 one Transaction | 404 501;

    /// Sends money from an internal account to an external account of the same currency.
    ///
    /// Fails with 409 if the destination is a Lightning invoice that was already paid. If the customer needs
    /// strong customer authentication, also fails with 409 without an active session, or if the external
    /// account is not a trusted beneficiary; create a quote instead in the latter case.
    CreateTransferOut = Post "/transfer-out", Transact, key Honoured,
        body TransferOutRequest = transfer_out_example()
        => 201 one Transaction | 404 409 501;
}

fn transfer_in_example() -> Value {
    json!({
        "source": { "accountId": EXTERNAL_ACCOUNT },
        "destination": { "accountId": INTERNAL_ACCOUNT },
        "amount": 12_550,
    })
}

fn transfer_out_example() -> Value {
    json!({
        "source": { "accountId": INTERNAL_ACCOUNT },
        "destination": { "accountId": EXTERNAL_ACCOUNT, "paymentRail": "ACH" },
        "amount": 12_550,
        "remittanceInformation": "INV-1",
    })
}
