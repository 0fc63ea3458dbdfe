//! Operations that simulate the outside world for sandbox platforms. `super::row` explains the grammar.

use serde_json::{Value, json};

use super::Operation;
use super::example::{CARD_TRANSACTION, CUSTOMER, QUOTE, REFUNDED_CARD_TRANSACTION};
use super::row::operations;
use crate::endpoint::Endpoint;
use crate::internal_accounts::InternalAccount;
use crate::sandbox::{
    FundRequest, SandboxCardAuthorizationAdviceRequest, SandboxCardAuthorizationRequest,
    SandboxCardBalanceInquiryRequest, SandboxCardClearingRequest, SandboxCardReturnRequest,
    SandboxCardTransactionRefRequest, SandboxSendRequest, SandboxStablecoinFundingRequest,
    SandboxUmaReceiveRequest,
};
use crate::stablecoins::StablecoinOperation;
use crate::transactions::{CardSimulation, Transaction};
use crate::webhooks::TestWebhookResponse;

operations! {
    /// Simulations of payers, counterparties, card networks and stablecoin providers, for sandbox platforms.
    Sandbox tagged "Sandbox";

    /// Funds an internal account, as a deposit would.
    SandboxFundInternalAccount = Post "/sandbox/internal-accounts/{accountId}/fund", Transact in Sandbox,
        key Honoured, body FundRequest = json!({ "amount": 200_000 }) => 200 one InternalAccount;

    /// Pays for a quote with real-time funding, as its payer would.
    ///
    /// Returns the payment: in progress, or `FAILED` if the amount differs from the quote's total.
    SandboxSend = Post "/sandbox/send", Transact in Sandbox, key Honoured,
        body SandboxSendRequest = send_example()
        => 200 one Transaction | 404;

    /// Starts a payment from a UMA address of the sandbox to a customer.
    ///
    /// Returns the payment, which waits for the platform's approval: the event `INCOMING_PAYMENT.PENDING`
    /// asks for the decision. Fails with 400 if the platform has no webhook endpoint.
    SandboxReceive = Post "/sandbox/uma/receive", Transact in Sandbox, key Honoured,
        body SandboxUmaReceiveRequest = receive_example() => 200 one Transaction | 404;

    /// Simulates the funding of a mint or burn, or a failure of the funding.
    ///
    /// Fails with 400 if the mint or burn does not wait for funding.
    SimulateStablecoinFunding = Post
        "/sandbox/stablecoin-operations/{stablecoinOperationId}/simulate/funding", Transact in Sandbox,
        key Honoured, optional SandboxStablecoinFundingRequest = json!({ "event": "FUNDS_RECEIVED" })
        => 202 one StablecoinOperation;

    /// Simulates an authorization: the card network requests an amount, which is held.
    ///
    /// Returns the card transaction. If the authorization is declined, the card transaction is an `EXCEPTION`
    /// with a `declineReason`.
    SandboxSimulateCardAuthorization = Post "/sandbox/cards/{id}/simulate/authorization", ManageOrTransact in Sandbox,
        key Honoured, body SandboxCardAuthorizationRequest = authorization_example() => 202 one CardSimulation;

    /// Simulates an authorization that is cleared at once.
    SandboxSimulateCardFinancialAuthorization = Post
        "/sandbox/cards/{id}/simulate/financial_authorization", ManageOrTransact in Sandbox,
        key Honoured, body SandboxCardAuthorizationRequest = authorization_example() => 202 one CardSimulation;

    /// Simulates the authorization of a credit to the card.
    SandboxSimulateCardCreditAuthorization = Post
        "/sandbox/cards/{id}/simulate/credit_authorization", ManageOrTransact in Sandbox,
        key Honoured, body SandboxCardAuthorizationRequest = authorization_example() => 202 one CardSimulation;

    /// Simulates a credit to the card that is cleared at once.
    SandboxSimulateCardFinancialCreditAuthorization = Post
        "/sandbox/cards/{id}/simulate/financial_credit_authorization", ManageOrTransact in Sandbox,
        key Honoured, body SandboxCardAuthorizationRequest = authorization_example() => 202 one CardSimulation;

    /// Simulates the advice of a credit to the card that was already authorized.
    ///
    /// The state of the card is not checked.
    SandboxSimulateCardCreditAuthorizationAdvice = Post
        "/sandbox/cards/{id}/simulate/credit_authorization_advice", ManageOrTransact in Sandbox,
        key Honoured, body SandboxCardAuthorizationRequest = authorization_example() => 202 one CardSimulation;

    /// Simulates a balance inquiry.
    SandboxSimulateCardBalanceInquiry = Post "/sandbox/cards/{id}/simulate/balance_inquiry", ManageOrTransact in Sandbox,
        key Honoured, body SandboxCardBalanceInquiryRequest = json!({ "merchant": { "descriptor": "CORNER CAFE" } })
        => 202 one CardSimulation;

    /// Simulates an advice that changes the total of an open authorization.
    ///
    /// An advice cannot be declined.
    SandboxSimulateCardAuthorizationAdvice = Post
        "/sandbox/cards/{id}/simulate/authorization_advice", ManageOrTransact in Sandbox,
        key Honoured, body SandboxCardAuthorizationAdviceRequest
        = json!({ "cardTransactionId": CARD_TRANSACTION, "amount": 2_000 }) => 202 one CardSimulation;

    /// Simulates the clearing of an open authorization, in part or in full.
    ///
    /// The amount 0 ends the authorization. An amount above the hold is debited in addition; if the funding
    /// source does not cover it, the card transaction is an `EXCEPTION`.
    SandboxSimulateCardClearing = Post "/sandbox/cards/{id}/simulate/clearing", ManageOrTransact in Sandbox,
        key Honoured, body SandboxCardClearingRequest
        = json!({ "cardTransactionId": CARD_TRANSACTION, "amount": 1_250 }) => 202 one CardSimulation;

    /// Simulates a refund by the merchant.
    ///
    /// Fails with 400 if the amount exceeds the cleared amount less earlier refunds.
    SandboxSimulateCardReturn = Post "/sandbox/cards/{id}/simulate/return", ManageOrTransact in Sandbox,
        key Honoured, body SandboxCardReturnRequest
        = json!({ "cardTransactionId": CARD_TRANSACTION, "amount": 500 }) => 202 one CardSimulation;

    /// Simulates the reversal of the latest refund.
    SandboxSimulateCardReturnReversal = Post "/sandbox/cards/{id}/simulate/return_reversal", ManageOrTransact in Sandbox,
        key Honoured, body SandboxCardTransactionRefRequest
        = json!({ "cardTransactionId": REFUNDED_CARD_TRANSACTION })
        => 202 one CardSimulation;

    /// Sends a `TEST` event to the webhook endpoint and returns the endpoint's response.
    ///
    /// Also available in production. Fails with 400 if no endpoint is set, or if it does not respond with
    /// 2xx.
    SendTestWebhook = Post "/sandbox/webhooks/test", Manage => 200 one TestWebhookResponse | 400;
}

fn send_example() -> Value {
    json!({ "quoteId": QUOTE, "currencyCode": "USD" })
}

fn receive_example() -> Value {
    json!({
        "senderUmaAddress": "$success.usd@sandbox.uma.test",
        "customerId": CUSTOMER,
        "receivingCurrencyCode": "USD",
        "receivingCurrencyAmount": 5_000,
    })
}

fn authorization_example() -> Value {
    json!({
        "amount": 1_250,
        "currency": { "code": "USD" },
        "merchant": { "descriptor": "CORNER CAFE", "mcc": "5814", "country": "US" },
    })
}
