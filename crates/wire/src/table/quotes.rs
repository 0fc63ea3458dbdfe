//! Operations on quotes, and the lookups and estimates that precede them. `super::row` explains the grammar.

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

    /// Looks up a UMA address before a quote is created, and returns the currencies that the receiver
    /// accepts.
    LookupUma = Get "/receiver/uma/{receiverUmaAddress}", Any, query LookupSender
        = json!({ "customerId": CUSTOMER }) => 200 one ReceiverUmaLookupResponse | 403 404 412 424;

    /// Looks up an external account before a quote is created, and returns the currency that it receives.
    LookupExternalAccount = Get "/receiver/external-account/{accountId}", Any, query LookupSender
        = json!({ "customerId": CUSTOMER }) => 200 one ReceiverExternalAccountLookupResponse;

    /// Estimates the fee of a crypto withdrawal.
    ///
    /// Nothing is reserved.
    EstimateCryptoWithdrawalFee = Post "/crypto/estimate-withdrawal-fee", Any, key Honoured,
        body EstimateCryptoWithdrawalFeeRequest = withdrawal_example()
        => 200 one EstimateCryptoWithdrawalFeeResponse | 404 501;

    /// Creates a quote: prices a payment and locks the price until the quote expires.
    ///
    /// The response is 202 if the customer must authorize the quote first; the funding instructions are
    /// returned after that.
    CreateQuote = Post "/quotes", Transact, key Honoured, body QuoteRequest = payout_example()
        => 201 one Quote, or 202 Quote | 404 412 424 501;

    /// Returns a quote in its current state.
    GetQuoteById = Get "/quotes/{quoteId}", Any => 200 one Quote;

    /// Executes a quote that is paid from an internal account or by a direct debit.
    ///
    /// A quote with real-time funding needs no execution: it executes once it is funded. If the source is a
    /// wallet, send its signature over the quote's `payloadToSign`. Fails with 409 if the quote has expired,
    /// was already executed or waits for an authorization or approval; if the destination was deleted; if a
    /// Lightning invoice was already paid; if the locked rate is refused; or if the customer has no active
    /// session of strong customer authentication and needs one.
    ExecuteQuote = Post "/quotes/{quoteId}/execute", Transact, key Honoured, headers WalletSignature,
        optional ExecuteQuoteRequest => 200 one Quote;
}

fn withdrawal_example() -> Value {
    json!({
        "internalAccountId": CRYPTO_ACCOUNT,
        "currency": "USDC",
        "cryptoNetwork": "SOLANA",
        "amount": 1_000_000,
        "destinationAddress": "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v",
    })
}

fn payout_example() -> Value {
    json!({
        "source": { "sourceType": "ACCOUNT", "accountId": INTERNAL_ACCOUNT },
        "destination": { "destinationType": "ACCOUNT", "accountId": EXTERNAL_ACCOUNT },
        "lockedCurrencySide": "SENDING",
        "lockedCurrencyAmount": 100_000,
        "description": "Invoice 4711",
    })
}
