//! Statuses, types and reasons of stablecoins, their providers, mints and burns.

use crate::named;

named! {
    /// A stablecoin provider, which issues the token and holds the reserve.
    pub enum StablecoinProvider {
        Brale = "BRALE",
    }

    /// The chain of a token.
    pub enum StablecoinNetwork {
        Spark = "SPARK",
    }

    /// Environment of the provider, always that of the platform.
    pub enum StablecoinProviderEnvironment {
        Sandbox = "SANDBOX",
        Production = "PRODUCTION",
    }

    /// Status of the link to a provider account (stablecoins 2).
    pub enum StablecoinProviderAccountStatus {
        /// Usable for mints and burns.
        Active = "ACTIVE",
        /// The provider has rejected the credentials.
        Invalid = "INVALID",
        /// Revoked by the provider or an operator.
        Revoked = "REVOKED",
    }

    /// Issuance status of a token at its provider (stablecoins 3.1).
    pub enum StablecoinIssuanceStatus {
        /// Under review by the provider.
        PendingReview = "PENDING_REVIEW",
        /// Being set up by the provider.
        Provisioning = "PROVISIONING",
        /// Live; the token can be minted and burned.
        Provisioned = "PROVISIONED",
        /// Rejected by the provider.
        Rejected = "REJECTED",
        /// Setup at the provider failed.
        Failed = "FAILED",
    }

    /// Status of a token as a currency of the service (stablecoins 3.2).
    pub enum StablecoinSvcOperationsStatus {
        NotEnabled = "NOT_ENABLED",
        PendingApproval = "PENDING_APPROVAL",
        Enabling = "ENABLING",
        Enabled = "ENABLED",
        Disabled = "DISABLED",
    }

    /// Type of a stablecoin operation.
    pub enum StablecoinOperationType {
        /// Money is paid to the provider, tokens are sent to a wallet.
        Mint = "MINT",
        /// Tokens are sent to the provider, money is paid to a bank account.
        Burn = "BURN",
    }

    /// Status of a mint or burn (stablecoins 7.1).
    pub enum StablecoinOperationStatus {
        /// Stored, but not confirmed by the provider.
        Created = "CREATED",
        /// Waits for money or tokens from outside the service.
        PendingFunding = "PENDING_FUNDING",
        /// Accepted by the provider, not started.
        PendingProvider = "PENDING_PROVIDER",
        /// Being processed by the provider.
        Processing = "PROCESSING",
        Completed = "COMPLETED",
        /// Failed; no retry follows.
        Failed = "FAILED",
        /// Not funded in time.
        Expired = "EXPIRED",
    }

    /// Reason for the failure of a mint or burn (stablecoins 7.2).
    pub enum StablecoinFailureReason {
        /// The balance of the debited account or at the provider is too small.
        InsufficientFunds = "INSUFFICIENT_FUNDS",
        /// The provider reported a failure without a better reason.
        ProviderTransferFailed = "PROVIDER_TRANSFER_FAILED",
        /// The provider cancelled the transfer.
        ProviderTransferCanceled = "PROVIDER_TRANSFER_CANCELED",
        /// The bank account is closed or does not exist.
        ExternalAccountInvalid = "EXTERNAL_ACCOUNT_INVALID",
        /// The bank refused the transfer.
        BankRejected = "BANK_REJECTED",
        /// The wallet did not accept the tokens.
        DestinationRejected = "DESTINATION_REJECTED",
    }

    /// Source of the money of a mint or of the tokens of a burn.
    pub enum StablecoinSourceType {
        /// A wire transfer to the provider.
        Wire = "WIRE",
        /// A direct debit of a bank account by the provider.
        AchDebit = "ACH_DEBIT",
        /// A same-day direct debit of a bank account by the provider.
        SameDayAchDebit = "SAME_DAY_ACH_DEBIT",
        /// Tokens sent to the provider from an external wallet.
        ExternalAccount = "EXTERNAL_ACCOUNT",
        /// Reserved for later use.
        SvcInternalAccount = "SVC_INTERNAL_ACCOUNT",
        /// The platform's balance held by the provider.
        ProviderInternalBalance = "PROVIDER_INTERNAL_BALANCE",
    }

    /// Destination of the money of a burn.
    pub enum StablecoinBurnDestinationType {
        ExternalAccount = "EXTERNAL_ACCOUNT",
    }

    /// Rail to the bank account that receives the money of a burn (stablecoins 4.1).
    pub enum StablecoinBurnRail {
        Wire = "WIRE",
        AchCredit = "ACH_CREDIT",
        SameDayAchCredit = "SAME_DAY_ACH_CREDIT",
        RtpCredit = "RTP_CREDIT",
    }

    /// Status of a stablecoin quote, the preview of a mint or burn (stablecoins 10).
    pub enum StablecoinQuoteStatus {
        /// Open for execution.
        Open = "OPEN",
        /// Executed; an operation exists for it.
        Executed = "EXECUTED",
        /// Expired without execution.
        Expired = "EXPIRED",
        /// The provider refused its execution.
        Failed = "FAILED",
    }

    /// Simulated behaviour of the payer (stablecoins 9.2).
    pub enum StablecoinFundingEvent {
        /// The full funds arrive.
        FundsReceived = "FUNDS_RECEIVED",
        /// The funding window ends without funds.
        FundingExpired = "FUNDING_EXPIRED",
        /// The provider rejects the received funds.
        FundingRejected = "FUNDING_REJECTED",
    }
}

impl StablecoinIssuanceStatus {
    /// Returns the status as a sentence for operators.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::PendingReview => "the provider reviews the token",
            Self::Provisioning => "the provider sets the token up",
            Self::Provisioned => "the token can be minted and burned",
            Self::Rejected => "the provider rejected the token",
            Self::Failed => "the provider could not set the token up",
        }
    }
}

impl StablecoinSvcOperationsStatus {
    /// Returns the status as a sentence for operators.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::NotEnabled => "the token is not a currency of the service",
            Self::PendingApproval => "the token waits for an approval as a currency of the service",
            Self::Enabling => "the token is being set up as a currency of the service",
            Self::Enabled => "the token is a currency of the service",
            Self::Disabled => "the token was a currency of the service",
        }
    }
}

impl StablecoinOperationStatus {
    /// Returns the status as a sentence for operators.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Created => "the provider has not confirmed it",
            Self::PendingFunding => "waits for money or tokens from outside of the service",
            Self::PendingProvider => "the provider has accepted it, and not started",
            Self::Processing => "the provider works on it",
            Self::Completed => "the tokens are minted or burned",
            Self::Failed => "it failed for good",
            Self::Expired => "it was not funded in time",
        }
    }
}

impl StablecoinFailureReason {
    /// Returns the reason as a sentence for operators.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::InsufficientFunds => "the debited account, or the balance at the provider, has too little",
            Self::ProviderTransferFailed => "the provider reported a failure without a reason",
            Self::ProviderTransferCanceled => "the provider cancelled the transfer",
            Self::ExternalAccountInvalid => "the bank account is closed or does not exist",
            Self::BankRejected => "the bank refused the transfer",
            Self::DestinationRejected => "the wallet did not accept the tokens",
        }
    }
}
