//! Permissions of agents, and the statuses of the actions they request.

use crate::named;

named! {
    /// A permission of an agent (agents A3).
    pub enum AgentPermission {
        /// Read transactions and internal accounts.
        ViewTransactions = "VIEW_TRANSACTIONS",
        /// Transfer money within one currency.
        CreateTransfers = "CREATE_TRANSFERS",
        /// Request quotes.
        CreateQuotes = "CREATE_QUOTES",
        /// Execute quotes.
        ExecuteQuotes = "EXECUTE_QUOTES",
        /// Read, register and delete external accounts.
        ManageExternalAccounts = "MANAGE_EXTERNAL_ACCOUNTS",
    }

    /// Approval mode of an agent's payments (agents A4.2).
    pub enum AgentExecutionMode {
        /// Executed without asking the platform.
        Auto = "AUTO",
        /// Executed only after the platform approves.
        ApprovalRequired = "APPROVAL_REQUIRED",
    }

    /// Status of an action that an agent has requested (agents A5.1).
    pub enum AgentActionStatus {
        /// Waits for the platform's decision.
        PendingApproval = "PENDING_APPROVAL",
        /// Allowed by the policy or by the platform, and executed.
        Approved = "APPROVED",
        /// Rejected by the platform.
        Rejected = "REJECTED",
        /// Execution failed, the decision did not come in time, or the payment did not succeed.
        Failed = "FAILED",
    }

    /// The kind of action that an agent requests.
    pub enum AgentActionType {
        ExecuteQuote = "EXECUTE_QUOTE",
        /// A transfer from an internal to an external account.
        TransferOut = "TRANSFER_OUT",
        /// A transfer from an external to an internal account.
        TransferIn = "TRANSFER_IN",
    }
}

impl AgentActionStatus {
    /// Returns the status as a sentence for operators.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::PendingApproval => "waits for the decision of the platform",
            Self::Approved => "allowed by the policy or the platform, and executed",
            Self::Rejected => "the platform rejected it",
            Self::Failed => "not executed, not decided in time, or its payment did not succeed",
        }
    }
}
