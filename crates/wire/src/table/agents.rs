//! Operations on agents, and the operations that agents call. `super::row` explains the grammar.

use causeway_vocabulary::agents::AgentPermission;
use serde_json::{Value, json};

use super::Operation;
use super::example::{AGENT, CUSTOMER, EXTERNAL_ACCOUNT, INTERNAL_ACCOUNT};
use super::row::operations;
use crate::agents::{
    Agent, AgentAction, AgentActionFilter, AgentActionRejectRequest, AgentApprovalFilter, AgentCreateRequest,
    AgentCreateResponse, AgentDeviceCode, AgentDeviceCodeRedeemResponse, AgentDeviceCodeStatusResponse,
    AgentExternalAccountFilter, AgentFilter, AgentInternalAccountFilter, AgentPolicyUpdateRequest,
    AgentTransactionFilter, AgentUpdateRequest,
};
use crate::endpoint::Endpoint;
use crate::external_accounts::{ExternalAccount, ExternalAccountCreateRequest};
use crate::internal_accounts::InternalAccount;
use crate::quotes::{ExecuteQuoteRequest, Quote, QuoteRequest};
use crate::transactions::Transaction;
use crate::transfers::{TransferInRequest, TransferOutRequest};

operations! {
    /// Agents: programs that act for customers, with their policies, their installation and the platform's
    /// approvals.
    AgentManagement tagged "Agent Management";

    /// Creates an agent for a customer.
    ///
    /// The response contains the device code with which the agent's software is installed. Each call creates
    /// another agent.
    CreateAgent = Post "/agents", Manage, body AgentCreateRequest = agent_example()
        => 201 one AgentCreateResponse;

    /// Lists agents, newest first.
    ListAgents = Get "/agents", Any, query AgentFilter = json!({ "customerId": CUSTOMER, "isPaused": false })
        => 200 page Agent;

    /// Lists the agent actions that wait for the platform's approval, newest first by default.
    ListAgentApprovals = Get "/agents/approvals", Any, query AgentApprovalFilter = json!({ "agentId": AGENT })
        => 200 page AgentAction;

    /// Returns an agent.
    GetAgentById = Get "/agents/{agentId}", Any => 200 one Agent;

    /// Renames, pauses or resumes an agent.
    ///
    /// A paused agent can read, but it can change nothing. Its actions that wait for approval stay.
    UpdateAgent = Patch "/agents/{agentId}", Manage, body AgentUpdateRequest = json!({ "isPaused": true })
        => 200 one Agent;

    /// Changes the policy of an agent.
    ///
    /// The change takes effect immediately. It also applies to actions that already wait for approval.
    UpdateAgentPolicy = Patch "/agents/{agentId}/policy", Manage, body AgentPolicyUpdateRequest
        = json!({ "defaultExecutionMode": "APPROVAL_REQUIRED", "spendingLimits": { "dailyLimit": null } })
        => 200 one Agent;

    /// Deletes an agent.
    ///
    /// Its access token and its device code stop working at once, and its actions that wait for approval are
    /// rejected.
    DeleteAgent = Delete "/agents/{agentId}", Manage => 204;

    /// Replaces the device code of an agent that is not installed yet.
    ///
    /// The previous code can no longer be redeemed. Fails with 409 if the agent is already installed.
    RegenerateAgentDeviceCode = Post "/agents/{agentId}/device-codes", Manage => 201 one AgentDeviceCode | 409;

    /// Returns the status of a device code: redeemed or not.
    ///
    /// A code that has expired or was replaced is shown as not redeemed.
    GetAgentDeviceCodeStatus = Get "/agents/device-codes/{code}/status", Any
        => 200 one AgentDeviceCodeStatusResponse;

    /// Redeems a device code: installs the agent and returns its access token.
    ///
    /// The access token is returned only in this response. Fails with 400 if the code was already redeemed,
    /// was replaced or has expired.
    RedeemAgentDeviceCode = Post "/agents/device-codes/{code}/redeem", Any by None
        => 200 one AgentDeviceCodeRedeemResponse | 400;

    /// Approves an action of an agent and starts its payment.
    ///
    /// If the payment can no longer be made, the response is 200 and the action is `FAILED`. Fails with 409
    /// if the action does not wait for approval. Also fails with 409 if a transfer needs strong customer
    /// authentication (an active session and a trusted beneficiary); the action then stays undecided.
    ApproveAgentAction = Post "/agents/{agentId}/actions/{actionId}/approve", Transact, key Honoured
        => 200 one AgentAction | 409;

    /// Rejects an action of an agent.
    ///
    /// Fails with 409 if the action does not wait for approval.
    RejectAgentAction = Post "/agents/{agentId}/actions/{actionId}/reject", Transact, key Honoured,
        optional AgentActionRejectRequest = json!({ "reason": "Not this month" }) => 200 one AgentAction | 409;
}

operations! {
    /// Operations that an agent calls with its access token, within its policy.
    AgentOperations tagged "Agent Operations";

    /// Returns the calling agent.
    GetAgentMe = Get "/agents/me", Any by Agent => 200 one Agent;

    /// Lists the transactions of the agent's customer, newest first by default.
    ///
    /// The list includes transactions that the agent did not start.
    AgentListTransactions = Get "/agents/me/transactions", Any by Agent, query AgentTransactionFilter
        = json!({ "status": "COMPLETED" }) => 200 page Transaction;

    /// Returns a transaction of the agent's customer.
    AgentGetTransaction = Get "/agents/me/transactions/{transactionId}", Any by Agent => 200 one Transaction;

    /// Creates a quote for the agent's customer.
    ///
    /// A separate request executes the quote; `immediatelyExecute` is refused.
    AgentCreateQuote = Post "/agents/me/quotes", Any by Agent, key Honoured,
        body QuoteRequest = payout_example()
        => 201 one Quote | 404 412 424 501;

    /// Returns a quote that the agent created.
    AgentGetQuote = Get "/agents/me/quotes/{quoteId}", Any by Agent => 200 one Quote;

    /// Executes a quote that the agent created, or requests the platform's approval.
    ///
    /// The status of the action shows which: `APPROVED` if the payment was started, `PENDING_APPROVAL` if the
    /// platform decides first. Fails with 409 if the quote has expired, was already executed or already waits
    /// for approval. Also fails with 409 if the locked rate is refused, or if the customer has no active
    /// session of strong customer authentication and needs one.
    AgentExecuteQuote = Post "/agents/me/quotes/{quoteId}/execute", Any by Agent, key Honoured,
        headers WalletSignature, optional ExecuteQuoteRequest => 200 one AgentAction;

    /// Lists the actions of the agent, newest first.
    AgentListActions = Get "/agents/me/actions", Any by Agent, query AgentActionFilter
        = json!({ "status": "APPROVED" }) => 200 page AgentAction;

    /// Returns an action of the agent, including the platform's decision.
    AgentGetAction = Get "/agents/me/actions/{actionId}", Any by Agent => 200 one AgentAction;

    /// Debits an external account of the agent's customer, or requests the platform's approval.
    ///
    /// The status of the action shows which: `APPROVED` if the payment was started, `PENDING_APPROVAL` if the
    /// platform decides first.
    AgentCreateTransferIn = Post "/agents/me/transfer-in", Any by Agent, key Honoured,
        body TransferInRequest = transfer_in_example() => 201 one AgentAction | 404 501;

    /// Sends money of the agent's customer to an external account, or requests the platform's approval.
    ///
    /// The status of the action shows which: `APPROVED` if the payment was started, `PENDING_APPROVAL` if the
    /// platform decides first. The reasons for 409 are the same as for `POST /transfer-out`.
    AgentCreateTransferOut = Post "/agents/me/transfer-out", Any by Agent, key Honoured,
        body TransferOutRequest = transfer_out_example() => 201 one AgentAction | 404 409 501;

    /// Lists the internal accounts of the customer that the agent may use, oldest first.
    AgentListInternalAccounts = Get "/agents/me/internal-accounts", Any by Agent,
        query AgentInternalAccountFilter = json!({ "currency": "USD" }) => 200 page InternalAccount;

    /// Lists the external accounts of the agent's customer, newest first.
    AgentListExternalAccounts = Get "/agents/me/external-accounts", Any by Agent,
        query AgentExternalAccountFilter = json!({ "currency": "USD" }) => 200 page ExternalAccount;

    /// Registers an external account of the agent's customer.
    ///
    /// Fails with 409 if the customer already has an account with the same details.
    AgentCreateExternalAccount = Post "/agents/me/external-accounts", Any by Agent, key Honoured,
        body ExternalAccountCreateRequest = external_account_example() => 201 one ExternalAccount | 404;

    /// Returns an external account of the agent's customer.
    AgentGetExternalAccount = Get "/agents/me/external-accounts/{externalAccountId}", Any by Agent
        => 200 one ExternalAccount;

    /// Deletes an external account of the agent's customer.
    ///
    /// Payments in progress continue. Quotes to the account that have not been executed can no longer be
    /// executed. Fails with 409 if the account is a trusted beneficiary. The same account details can be
    /// registered again.
    AgentDeleteExternalAccount = Delete "/agents/me/external-accounts/{externalAccountId}", Any by Agent
        => 204 | 409;
}

impl AgentOperations {
    /// Returns the permission that the policy of the calling agent must contain (agents A3), or `None` if
    /// none is needed.
    #[must_use]
    pub const fn permission(self) -> Option<AgentPermission> {
        match self {
            Self::GetAgentMe | Self::AgentListActions | Self::AgentGetAction | Self::AgentGetQuote => None,
            Self::AgentListTransactions | Self::AgentGetTransaction | Self::AgentListInternalAccounts => {
                Some(AgentPermission::ViewTransactions)
            }
            Self::AgentCreateTransferIn | Self::AgentCreateTransferOut => {
                Some(AgentPermission::CreateTransfers)
            }
            Self::AgentCreateQuote => Some(AgentPermission::CreateQuotes),
            Self::AgentExecuteQuote => Some(AgentPermission::ExecuteQuotes),
            Self::AgentListExternalAccounts
            | Self::AgentCreateExternalAccount
            | Self::AgentGetExternalAccount
            | Self::AgentDeleteExternalAccount => Some(AgentPermission::ManageExternalAccounts),
        }
    }
}

fn agent_example() -> Value {
    json!({
        "name": "Invoices",
        "customerId": CUSTOMER,
        "policy": {
            "permissions": ["VIEW_TRANSACTIONS", "CREATE_QUOTES", "EXECUTE_QUOTES"],
            "defaultExecutionMode": "AUTO",
            "spendingLimits": { "currency": "USD", "perTransactionLimit": 50_000, "dailyLimit": 200_000 },
            "accountRestrictions": { "allowedAccountIds": [INTERNAL_ACCOUNT] },
            "approvalThresholds": { "currency": "USD", "amount": 25_000 },
        },
    })
}

fn payout_example() -> Value {
    json!({
        "source": { "sourceType": "ACCOUNT", "accountId": INTERNAL_ACCOUNT },
        "destination": { "destinationType": "ACCOUNT", "accountId": EXTERNAL_ACCOUNT },
        "lockedCurrencySide": "SENDING",
        "lockedCurrencyAmount": 1_000,
    })
}

fn transfer_in_example() -> Value {
    json!({
        "source": { "accountId": EXTERNAL_ACCOUNT },
        "destination": { "accountId": INTERNAL_ACCOUNT },
        "amount": 1_250,
    })
}

fn transfer_out_example() -> Value {
    json!({
        "source": { "accountId": INTERNAL_ACCOUNT },
        "destination": { "accountId": EXTERNAL_ACCOUNT, "paymentRail": "ACH" },
        "amount": 1_250,
    })
}

fn external_account_example() -> Value {
    json!({
        "currency": "EUR",
        "accountInfo": {
            "accountType": "EUR_ACCOUNT",
            "iban": "DE75512108001245126199",
            "beneficiary": {
                "beneficiaryType": "INDIVIDUAL",
                "fullName": "Erika Musterfrau",
                "countryOfResidence": "DE",
            },
        },
    })
}
