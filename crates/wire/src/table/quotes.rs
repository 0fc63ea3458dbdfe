use serde_json::{Value, json};

use super::Operation;
use super::example::{CRYPTO_ACCOUNT, CUSTOMER, EXTERNAL_ACCOUNT, INTERNAL_ACCOUNT};
use super::row::operations;
use crate::endpoint::Endpoint;
use crate::lookups::{LookupSender, ReceiverExternalAccountLookupResponse, ReceiverUmaLookupResponse};
use crate::quotes::{ExecuteQuoteRequest, Quote, QuoteRequest};
use crate::withdrawals::{EstimateCryptoWithdrawalFeeRequest, EstimateCryptoWithdrawalFeeResponse};

operations! {
    /// Quotes: priced offers to move money.
    Quotes tagged "Cross-Currency Transfers";

    /// Looks up a UMA address and the currencies that it can receive, before a quote is created.
    LookupUma = Get "/receiver/uma/{receiverUmaAddress}", Any, query LookupSender
        = json!({ "customerId": CUSTOMER }) => 200 one ReceiverUmaLookupResponse | 403 404 412 424;

    /// Looks up an external account and the currency that it can receive, before a quote is created.
    LookupExternalAccount = Get "/receiver/external-account/{accountId}", Any, query LookupSender
        = json!({ "customerId": CUSTOMER }) => 200 one ReceiverExternalAccountLookupResponse;

    /// Estimates the fee of a crypto withdrawal. Nothing is reserved.
    EstimateCryptoWithdrawalFee = Post "/crypto/estimate-withdrawal-fee", Any, key Honoured,
        body EstimateCryptoWithdrawalFeeRequest = withdrawal()
        => 200 one EstimateCryptoWithdrawalFeeResponse | 404 501;

    /// Creates a quote: prices a transfer and locks the price until the quote expires.
    ///
    /// The response is 202 if the customer must authorize the quote before funding instructions are returned.
    CreateQuote = Post "/quotes", Transact, key Honoured, body QuoteRequest = payout()
        => 201 one Quote, or 202 Quote | 404 412 424 501;

    /// Returns a quote in its current state.
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
