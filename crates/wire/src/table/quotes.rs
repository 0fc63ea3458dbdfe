use serde_json::{Value, json};

use super::Operation;
use super::example::{EXTERNAL_ACCOUNT, INTERNAL_ACCOUNT};
use super::row::operations;
use crate::endpoint::Endpoint;
use crate::quotes::{ExecuteQuoteRequest, Quote, QuoteRequest};

operations! {
    /// Priced offers to move money.
    Quotes tagged "Cross-Currency Transfers";

    /// Prices a transfer and holds the price until the quote expires.
    ///
    /// Answers 202 where the customer must authorize before funding instructions are given.
    CreateQuote = Post "/quotes", Transact, key Honoured, body QuoteRequest = payout()
        => 201 one Quote, or 202 Quote | 404 412 424 501;

    /// Shows a quote in its current state.
    GetQuoteById = Get "/quotes/{quoteId}", Any => 200 one Quote;

    /// Executes a quote whose source is an internal account or a direct debit.
    ExecuteQuote = Post "/quotes/{quoteId}/execute", Transact, key Honoured, headers WalletSignature,
        optional ExecuteQuoteRequest => 200 one Quote;
}

fn payout() -> Value {
    json!({
        "source": { "sourceType": "ACCOUNT", "accountId": INTERNAL_ACCOUNT },
        "destination": { "destinationType": "ACCOUNT", "accountId": EXTERNAL_ACCOUNT },
        "lockedCurrencySide": "SENDING",
        "lockedCurrencyAmount": 100_000,
        "description": "Invoice 4711",
    })
}
