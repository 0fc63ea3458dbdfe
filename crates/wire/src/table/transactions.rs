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
    /// Transactions: movements of money of the platform and its customers.
    Transactions tagged "Transactions";

    /// Lists transactions.
    ListTransactions = Get "/transactions", Any, query TransactionFilter
        = json!({ "customerId": CUSTOMER, "status": "COMPLETED", "startDate": "2025-10-13T00:00:00Z" })
        => 200 page Transaction;

    /// Returns a transaction.
    GetTransactionById = Get "/transactions/{transactionId}", Any => 200 one Transaction;

    /// Records that the platform delivered the receipt of a transaction. A later call overwrites the time.
    ConfirmReceiptDelivery = Post "/transactions/{transactionId}/confirm", Transact, key Honoured,
        optional ConfirmReceiptDeliveryRequest = json!({}) => 200 one Transaction;

    /// Approves an incoming payment that waits for the platform's decision.
    ApprovePendingPayment = Post "/transactions/{transactionId}/approve", Transact, key Honoured,
        optional ApprovePaymentRequest = json!({ "receiverCustomerInfo": { "NATIONALITY": "US" } })
        => 200 one Transaction | 409;

    /// Rejects an incoming payment that waits for the platform's decision.
    RejectPendingPayment = Post "/transactions/{transactionId}/reject", Transact, key Honoured,
        optional RejectPaymentRequest = json!({ "reason": "Unknown sender" }) => 200 one Transaction | 409;

    /// Cancels an unsettled bank transfer by ACH or wire. The bank that carries it decides.
    CancelTransaction = Post "/transactions/{transactionId}/cancel", Transact, key Honoured,
        optional CancelTransactionRequest = json!({ "reason": "Sent twice" }) => 200 one Transaction | 409;
}
