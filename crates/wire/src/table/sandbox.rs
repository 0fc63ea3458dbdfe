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
    /// Simulations of the outside world.
    Sandbox tagged "Sandbox";

    /// Funds an internal account, as if a deposit had arrived.
    SandboxFundInternalAccount = Post "/sandbox/internal-accounts/{accountId}/fund", Transact in Sandbox,
        key Honoured, body FundRequest = json!({ "amount": 200_000 }) => 200 one InternalAccount;

    /// Pays in for a quote with real-time funding, as its payer would.
    ///
    /// Answers with the payment, on its way; one that another amount than the quote's was paid in for has failed.
    SandboxSend = Post "/sandbox/send", Transact in Sandbox, key Honoured, body SandboxSendRequest = send()
        => 200 one Transaction | 404;

    /// Starts a payment from one of the sandbox's UMA addresses to a customer.
    ///
    /// Answers with the payment, which waits for the platform: `INCOMING_PAYMENT.PENDING` asks for its decision.
    SandboxReceive = Post "/sandbox/uma/receive", Transact in Sandbox, key Honoured,
        body SandboxUmaReceiveRequest = receive() => 200 one Transaction | 404;

    /// Lets a mint or burn be funded that waits for that, or lets its funding fail.
    SimulateStablecoinFunding = Post
        "/sandbox/stablecoin-operations/{stablecoinOperationId}/simulate/funding", Transact in Sandbox,
        key Honoured, optional SandboxStablecoinFundingRequest = json!({ "event": "FUNDS_RECEIVED" })
        => 202 one StablecoinOperation;

    /// Simulates an authorization: the card is asked for an amount, which is held.
    ///
    /// Answers with the card transaction, also where it was declined: then it is an `EXCEPTION` with a `declineReason`.
    SandboxSimulateCardAuthorization = Post "/sandbox/cards/{id}/simulate/authorization", ManageOrTransact in Sandbox,
        key Honoured, body SandboxCardAuthorizationRequest = authorization() => 202 one CardSimulation;

    /// Simulates an authorization that is cleared at once.
    SandboxSimulateCardFinancialAuthorization = Post
        "/sandbox/cards/{id}/simulate/financial_authorization", ManageOrTransact in Sandbox,
        key Honoured, body SandboxCardAuthorizationRequest = authorization() => 202 one CardSimulation;

    /// Simulates the announcement of a credit.
    SandboxSimulateCardCreditAuthorization = Post
        "/sandbox/cards/{id}/simulate/credit_authorization", ManageOrTransact in Sandbox,
        key Honoured, body SandboxCardAuthorizationRequest = authorization() => 202 one CardSimulation;

    /// Simulates a credit that is cleared at once.
    SandboxSimulateCardFinancialCreditAuthorization = Post
        "/sandbox/cards/{id}/simulate/financial_credit_authorization", ManageOrTransact in Sandbox,
        key Honoured, body SandboxCardAuthorizationRequest = authorization() => 202 one CardSimulation;

    /// Simulates the news that a credit was decided about already, whatever the card's state.
    SandboxSimulateCardCreditAuthorizationAdvice = Post
        "/sandbox/cards/{id}/simulate/credit_authorization_advice", ManageOrTransact in Sandbox,
        key Honoured, body SandboxCardAuthorizationRequest = authorization() => 202 one CardSimulation;

    /// Simulates the question whether a card is good.
    SandboxSimulateCardBalanceInquiry = Post "/sandbox/cards/{id}/simulate/balance_inquiry", ManageOrTransact in Sandbox,
        key Honoured, body SandboxCardBalanceInquiryRequest = json!({ "merchant": { "descriptor": "CORNER CAFE" } })
        => 202 one CardSimulation;

    /// Simulates another total of an open authorization; it cannot be declined.
    SandboxSimulateCardAuthorizationAdvice = Post
        "/sandbox/cards/{id}/simulate/authorization_advice", ManageOrTransact in Sandbox,
        key Honoured, body SandboxCardAuthorizationAdviceRequest
        = json!({ "cardTransactionId": CARD_TRANSACTION, "amount": 2_000 }) => 202 one CardSimulation;

    /// Simulates that an open authorization was cleared, in part or whole; 0 ends it.
    ///
    /// What exceeds the hold is debited besides; where the funding source does not cover it, the transaction is an
    /// `EXCEPTION`.
    SandboxSimulateCardClearing = Post "/sandbox/cards/{id}/simulate/clearing", ManageOrTransact in Sandbox,
        key Honoured, body SandboxCardClearingRequest
        = json!({ "cardTransactionId": CARD_TRANSACTION, "amount": 1_250 }) => 202 one CardSimulation;

    /// Simulates that the merchant gives money back.
    SandboxSimulateCardReturn = Post "/sandbox/cards/{id}/simulate/return", ManageOrTransact in Sandbox,
        key Honoured, body SandboxCardReturnRequest
        = json!({ "cardTransactionId": CARD_TRANSACTION, "amount": 500 }) => 202 one CardSimulation;

    /// Simulates that the latest return is taken back.
    SandboxSimulateCardReturnReversal = Post "/sandbox/cards/{id}/simulate/return_reversal", ManageOrTransact in Sandbox,
        key Honoured, body SandboxCardTransactionRefRequest
        = json!({ "cardTransactionId": REFUNDED_CARD_TRANSACTION })
        => 202 one CardSimulation;

    /// Sends one `TEST` event to the webhook endpoint and waits for its answer. Works in production too.
    SendTestWebhook = Post "/sandbox/webhooks/test", Manage => 200 one TestWebhookResponse | 400;
}

fn send() -> Value {
    json!({ "quoteId": QUOTE, "currencyCode": "USD" })
}

fn receive() -> Value {
    json!({
        "senderUmaAddress": "$success.usd@sandbox.uma.test",
        "customerId": CUSTOMER,
        "receivingCurrencyCode": "USD",
        "receivingCurrencyAmount": 5_000,
    })
}

fn authorization() -> Value {
    json!({
        "amount": 1_250,
        "currency": { "code": "USD" },
        "merchant": { "descriptor": "CORNER CAFE", "mcc": "5814", "country": "US" },
    })
}
