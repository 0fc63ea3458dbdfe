use super::Operation;
use super::row::operations;
use crate::endpoint::Endpoint;
use crate::transactions::{Transaction, TransactionFilter};

operations! {
    /// Movements of money as the platform sees them.
    Transactions tagged "Transactions";

    /// Lists transactions.
    ListTransactions = Get "/transactions", Any, query TransactionFilter => 200 page Transaction;

    /// Shows one transaction.
    GetTransactionById = Get "/transactions/{transactionId}", Any => 200 one Transaction;
}
