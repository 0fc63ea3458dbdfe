//! What the interface says of stablecoins, their providers, and what is minted and burned.

use crate::named;

named! {
    /// Who issues the token and holds the reserve.
    pub enum StablecoinProvider {
        Brale = "BRALE",
    }

    /// The chain of a token.
    pub enum StablecoinNetwork {
        Spark = "SPARK",
    }

    /// The provider's environment: always the one of the platform.
    pub enum StablecoinProviderEnvironment {
        Sandbox = "SANDBOX",
        Production = "PRODUCTION",
    }

    /// Where the link to a provider account stands (stablecoins 2).
    pub enum StablecoinProviderAccountStatus {
        /// Usable.
        Active = "ACTIVE",
        /// The provider has rejected the credentials.
        Invalid = "INVALID",
        /// Taken back, by the provider or an operator.
        Revoked = "REVOKED",
    }

    /// Whether the provider issues the token (stablecoins 3.1).
    pub enum StablecoinIssuanceStatus {
        /// The provider is looking at it.
        PendingReview = "PENDING_REVIEW",
        /// It is being built.
        Provisioning = "PROVISIONING",
        /// Live: it can be minted and burned.
        Provisioned = "PROVISIONED",
        /// The provider has refused it.
        Rejected = "REJECTED",
        /// It could not be built.
        Failed = "FAILED",
    }

    /// Whether the token may be used as a currency of the service (stablecoins 3.2).
    pub enum StablecoinSvcOperationsStatus {
        NotEnabled = "NOT_ENABLED",
        PendingApproval = "PENDING_APPROVAL",
        Enabling = "ENABLING",
        Enabled = "ENABLED",
        Disabled = "DISABLED",
    }

    /// What is done to a stablecoin.
    pub enum StablecoinOperationType {
        /// Money goes to the provider, tokens go to a wallet.
        Mint = "MINT",
        /// Tokens go to the provider, money goes to a bank account.
        Burn = "BURN",
    }

    /// Where a mint or burn stands (stablecoins 7.1).
    pub enum StablecoinOperationStatus {
        /// Stored; the provider has not confirmed it.
        Created = "CREATED",
        /// Waits for money or tokens from outside.
        PendingFunding = "PENDING_FUNDING",
        /// The provider has it and has not begun.
        PendingProvider = "PENDING_PROVIDER",
        /// The provider is at it.
        Processing = "PROCESSING",
        /// Done.
        Completed = "COMPLETED",
        /// Not done, and will not be.
        Failed = "FAILED",
        /// Nobody funded it in time.
        Expired = "EXPIRED",
    }

    /// Why a mint or burn has failed (stablecoins 7.2).
    pub enum StablecoinFailureReason {
        /// The debited account or the provider's balance holds too little.
        InsufficientFunds = "INSUFFICIENT_FUNDS",
        /// The provider has no better reason.
        ProviderTransferFailed = "PROVIDER_TRANSFER_FAILED",
        /// The provider has cancelled it.
        ProviderTransferCanceled = "PROVIDER_TRANSFER_CANCELED",
        /// The bank account is closed or does not exist.
        ExternalAccountInvalid = "EXTERNAL_ACCOUNT_INVALID",
        /// The bank has refused it.
        BankRejected = "BANK_REJECTED",
        /// The wallet did not accept the tokens.
        DestinationRejected = "DESTINATION_REJECTED",
    }

    /// Where the money of a mint or the tokens of a burn come from.
    pub enum StablecoinSourceType {
        /// Somebody wires money to the provider.
        Wire = "WIRE",
        /// The provider debits a bank account.
        AchDebit = "ACH_DEBIT",
        /// The same, on the same day.
        SameDayAchDebit = "SAME_DAY_ACH_DEBIT",
        /// Somebody sends tokens to the provider.
        ExternalAccount = "EXTERNAL_ACCOUNT",
        /// Reserved.
        SvcInternalAccount = "SVC_INTERNAL_ACCOUNT",
        /// What the provider holds for the platform already.
        ProviderInternalBalance = "PROVIDER_INTERNAL_BALANCE",
    }

    /// Where the money of a burn goes.
    pub enum StablecoinBurnDestinationType {
        ExternalAccount = "EXTERNAL_ACCOUNT",
    }

    /// How the money of a burn goes to the bank account (stablecoins 4.1).
    pub enum StablecoinBurnRail {
        Wire = "WIRE",
        AchCredit = "ACH_CREDIT",
        SameDayAchCredit = "SAME_DAY_ACH_CREDIT",
        RtpCredit = "RTP_CREDIT",
    }

    /// Where a previewed mint or burn stands (stablecoins 10).
    pub enum StablecoinQuoteStatus {
        /// Can be executed.
        Open = "OPEN",
        /// Has become an operation.
        Executed = "EXECUTED",
        /// Its time is over.
        Expired = "EXPIRED",
        /// The provider has refused its execution.
        Failed = "FAILED",
    }

    /// What a simulated payer does (stablecoins 9.2).
    pub enum StablecoinFundingEvent {
        /// The full funds arrive.
        FundsReceived = "FUNDS_RECEIVED",
        /// The window ends without funds.
        FundingExpired = "FUNDING_EXPIRED",
        /// The provider rejects what arrived.
        FundingRejected = "FUNDING_REJECTED",
    }
}
