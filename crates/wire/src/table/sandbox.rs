use serde_json::json;

use super::Operation;
use super::row::operations;
use crate::endpoint::Endpoint;
use crate::internal_accounts::InternalAccount;
use crate::sandbox::FundRequest;
use crate::webhooks::TestWebhookResponse;

operations! {
    /// Simulations of the outside world.
    Sandbox tagged "Sandbox";

    /// Funds an internal account, as if a deposit had arrived.
    SandboxFundInternalAccount = Post "/sandbox/internal-accounts/{accountId}/fund", Transact in Sandbox,
        key Honoured, body FundRequest = json!({ "amount": 200_000 }) => 200 one InternalAccount;

    /// Sends one `TEST` event to the webhook endpoint and waits for its answer. Works in production too.
    SendTestWebhook = Post "/sandbox/webhooks/test", Manage => 200 one TestWebhookResponse | 400;
}
