//! Operations on transactions. `super::row` explains the grammar.

use serde_json::json;

use super::Operation;
use super::example::CUSTOMER;
use super::row::operations;
use crate::endpoint::Endpoint;
use crate::transactions::{
    ApprovePaymentRequest, CancelTransactionRequest, ConfirmReceiptDeliveryRequest, RejectPaymentRequest,
    Transaction, TransactionFilter,
};

operations! {
    /// Transactions: payments and card transactions of the platform and its customers.
    Transactions tagged "Transactions";

    /// Lists transactions, newest first by default.
    ListTransactions = Get "/transactions", Any, query TransactionFilter
        = json!({ "customerId": CUSTOMER, "status": "COMPLETED", "startDate": "2025-10-13T00:00:00Z" })
        => 200 page Transaction;

    /// Returns a transaction: a payment or a card transaction.
    GetTransactionById = Get "/transactions/{transactionId}", Any => 200 one Transaction;

    /// Records that the platform delivered the receipt of a transaction.
    ///
    /// A later request overwrites the recorded time.
    ConfirmReceiptDelivery = Post "/transactions/{transactionId}/confirm", Transact, key Honoured,
        optional ConfirmReceiptDeliveryRequest = json!({}) => 200 one Transaction;

    /// Approves an incoming payment that waits for the platform's decision.
    ///
    /// The payment fails if the platform does not decide within five seconds. The transaction of an agent's
    /// action can be approved here, too, without this limit. Fails with 409 if the transaction does not wait
    /// for a decision.
    ApprovePendingPayment = Post "/transactions/{transactionId}/approve", Transact, key Honoured,
        optional ApprovePaymentRequest = json!({ "receiverCustomerInfo": { "NATIONALITY": "US" } })
        => 200 one Transaction | 409;

    /// Rejects an incoming payment that waits for the platform's decision.
    ///
    /// The transaction of an agent's action can be rejected here, too. Fails with 409 if the transaction does
    /// not wait for a decision.
    RejectPendingPayment = Post "/transactions/{transactionId}/reject", Transact, key Honoured,
        optional RejectPaymentRequest = json!({ "reason": "Unknown sender" }) => 200 one Transaction | 409;

    /// Cancels a bank transfer by ACH or wire that has not settled yet.
    ///
    /// The bank that carries the transfer decides. Fails with 400 for every other kind of payment, and with
    /// 409 if the transfer can no longer be cancelled, is already being cancelled, or the bank refuses.
    CancelTransaction = Post "/transactions/{transactionId}/cancel", Transact, key Honoured,
        optional CancelTransactionRequest = json!({ "reason": "Sent twice" }) => 200 one Transaction | 409;
}
