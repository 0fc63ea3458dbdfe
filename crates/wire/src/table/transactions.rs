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
    /// Movements of money as the platform sees them.
    Transactions tagged "Transactions";

    /// Lists transactions.
    ListTransactions = Get "/transactions", Any, query TransactionFilter
        = json!({ "customerId": CUSTOMER, "status": "COMPLETED", "startDate": "2025-10-13T00:00:00Z" })
        => 200 page Transaction;

    /// Shows one transaction.
    GetTransactionById = Get "/transactions/{transactionId}", Any => 200 one Transaction;

    /// Records that the platform has delivered the receipt of a transaction. A later call overwrites it.
    ConfirmReceiptDelivery = Post "/transactions/{transactionId}/confirm", Transact, key Honoured,
        optional ConfirmReceiptDeliveryRequest = json!({}) => 200 one Transaction;

    /// Approves an incoming payment that waits for the platform.
    ApprovePendingPayment = Post "/transactions/{transactionId}/approve", Transact, key Honoured,
        optional ApprovePaymentRequest = json!({ "receiverCustomerInfo": { "NATIONALITY": "US" } })
        => 200 one Transaction | 409;

    /// Rejects an incoming payment that waits for the platform.
    RejectPendingPayment = Post "/transactions/{transactionId}/reject", Transact, key Honoured,
        optional RejectPaymentRequest = json!({ "reason": "Unknown sender" }) => 200 one Transaction | 409;

    /// Stops a bank transfer by ACH or wire that has not settled. The bank that carries it decides.
    CancelTransaction = Post "/transactions/{transactionId}/cancel", Transact, key Honoured,
        optional CancelTransactionRequest = json!({ "reason": "Sent twice" }) => 200 one Transaction | 409;
}
