use serde_json::{Value, json};

use super::Operation;
use super::example::{CRYPTO_ACCOUNT, CUSTOMER, EXTERNAL_ACCOUNT, INTERNAL_ACCOUNT};
use super::row::operations;
use crate::endpoint::Endpoint;
use crate::quotes::{ExecuteQuoteRequest, Quote, QuoteRequest};
use crate::receivers::{LookupSender, ReceiverExternalAccountLookupResponse, ReceiverUmaLookupResponse};
use crate::withdrawals::{EstimateCryptoWithdrawalFeeRequest, EstimateCryptoWithdrawalFeeResponse};

operations! {
    /// Priced offers to move money.
    Quotes tagged "Cross-Currency Transfers";

    /// Shows what the holder of a UMA address takes, before a quote is made.
    LookupUma = Get "/receiver/uma/{receiverUmaAddress}", Any, query LookupSender
        = json!({ "customerId": CUSTOMER }) => 200 one ReceiverUmaLookupResponse | 403 404 412 424;

    /// Shows what an external account takes, before a quote is made.
    LookupExternalAccount = Get "/receiver/external-account/{accountId}", Any, query LookupSender
        = json!({ "customerId": CUSTOMER }) => 200 one ReceiverExternalAccountLookupResponse;

    /// Estimates what it costs to withdraw crypto assets. Nothing is held.
    EstimateCryptoWithdrawalFee = Post "/crypto/estimate-withdrawal-fee", Any, key Honoured,
        body EstimateCryptoWithdrawalFeeRequest = withdrawal()
        => 200 one EstimateCryptoWithdrawalFeeResponse | 404 501;

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

fn withdrawal() -> Value {
    json!({
        "internalAccountId": CRYPTO_ACCOUNT,
        "currency": "USDC",
        "cryptoNetwork": "SOLANA",
        "amount": 1_000_000,
        "destinationAddress": "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v",
    })
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
