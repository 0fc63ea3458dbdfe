use serde_json::{Value, json};

use super::Operation;
use super::example::{CUSTOMER, QUOTE};
use super::row::operations;
use crate::endpoint::Endpoint;
use crate::internal_accounts::InternalAccount;
use crate::sandbox::{
    FundRequest, SandboxSendRequest, SandboxStablecoinFundingRequest, SandboxUmaReceiveRequest,
};
use crate::stablecoins::StablecoinOperation;
use crate::transactions::Transaction;
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
