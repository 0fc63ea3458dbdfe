//! What agents may do, and what becomes of what they ask for.

use crate::named;

named! {
    /// What an agent may do (agents A3).
    pub enum AgentPermission {
        /// See transactions and internal accounts.
        ViewTransactions = "VIEW_TRANSACTIONS",
        /// Transfer money within one currency.
        CreateTransfers = "CREATE_TRANSFERS",
        /// Have payments priced.
        CreateQuotes = "CREATE_QUOTES",
        /// Carry priced payments out.
        ExecuteQuotes = "EXECUTE_QUOTES",
        /// See, register and delete external accounts.
        ManageExternalAccounts = "MANAGE_EXTERNAL_ACCOUNTS",
    }

    /// Whether the platform is asked before money moves (agents A4.2).
    pub enum AgentExecutionMode {
        /// It is not.
        Auto = "AUTO",
        /// It is.
        ApprovalRequired = "APPROVAL_REQUIRED",
    }

    /// Where something stands that an agent has asked for (agents A5.1).
    pub enum AgentActionStatus {
        /// The platform is to decide.
        PendingApproval = "PENDING_APPROVAL",
        /// Allowed by the policy or by the platform, and carried out.
        Approved = "APPROVED",
        /// The platform does not want it.
        Rejected = "REJECTED",
        /// It could not be carried out, nobody decided in time, or its payment did not come to a good end.
        Failed = "FAILED",
    }

    /// What an agent asks for.
    pub enum AgentActionType {
        /// The execution of a quote.
        ExecuteQuote = "EXECUTE_QUOTE",
        /// A transfer to an external account.
        TransferOut = "TRANSFER_OUT",
        /// A transfer from an external account.
        TransferIn = "TRANSFER_IN",
    }
}
