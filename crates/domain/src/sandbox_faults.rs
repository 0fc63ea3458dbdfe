//! Faults of the sandbox's simulated partners, for rehearsals of operators (conventions 2.1, `sandbox fault`).

use crate::named::named;

named! {
    /// A fault of the simulated partners of a sandbox platform.
    pub enum SandboxFault {
        /// Payouts, debits and refunds reach no final state.
        Stuck = "stuck",
        /// The rails and the stablecoin provider answer no inquiries before a payment, and take no new orders of
        /// stablecoins.
        Unreachable = "unreachable",
        /// Answers of the payout rail or the stablecoin provider are lost after it has acted.
        LoseAnswers = "lose-answers",
        /// Submissions to the payout rail stay unanswered after it has acted.
        WithholdAnswers = "withhold-answers",
        /// The outcomes of payouts are not reported.
        HideOutcomes = "hide-outcomes",
        /// Recalls and refunds stay unanswered.
        IgnoreRecalls = "ignore-recalls",
        /// The rails ask for the first poll of an order in a year.
        PutOffQuestions = "put-off-questions",
        /// The rates locked by quotes are refused.
        RefuseRates = "refuse-rates",
        /// Answers of the debit rail are lost after it has acted.
        LoseDebitAnswers = "lose-debit-answers",
        /// Debit orders stay unanswered after the rail has acted.
        WithholdDebitAnswers = "withhold-debit-answers",
        /// The debited banks take settled debits back.
        TakeDebitsBack = "take-debits-back",
    }
}

impl SandboxFault {
    /// Returns `true` if the fault concerns a number of answers; others last until they are cleared.
    #[must_use]
    pub const fn is_counted(self) -> bool {
        match self {
            Self::LoseAnswers
            | Self::WithholdAnswers
            | Self::LoseDebitAnswers
            | Self::WithholdDebitAnswers => true,
            Self::Stuck
            | Self::Unreachable
            | Self::HideOutcomes
            | Self::IgnoreRecalls
            | Self::PutOffQuestions
            | Self::RefuseRates
            | Self::TakeDebitsBack => false,
        }
    }

    /// Returns the effect, for operators.
    #[must_use]
    pub const fn effect(self) -> &'static str {
        match self {
            Self::Stuck => "payouts, debits and refunds reach no final state",
            Self::Unreachable => "the partners answer no inquiries before a payment",
            Self::LoseAnswers => "answers of the payout rail are lost after it has acted",
            Self::WithholdAnswers => "submissions to the payout rail stay unanswered after it has acted",
            Self::HideOutcomes => "the outcomes of payouts are not reported",
            Self::IgnoreRecalls => "recalls and refunds stay unanswered",
            Self::PutOffQuestions => "the rails are asked about an order after a year",
            Self::RefuseRates => "the rates locked by quotes are refused",
            Self::LoseDebitAnswers => "answers of the debit rail are lost after it has acted",
            Self::WithholdDebitAnswers => "debit orders stay unanswered after the rail has acted",
            Self::TakeDebitsBack => "the debited banks take settled debits back",
        }
    }
}
