//! How a payment is paid, by its terms.

/// Who or what brings the money of a payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PaidBy {
    /// An internal account, without a quote: a transfer.
    Transfer,
    /// An internal account, by a quote.
    Account,
    /// A direct debit of an external account.
    Debit,
    /// A payer, by its bank.
    Bank,
    /// A payer, with coins that pass through an account.
    Coins,
}

impl PaidBy {
    /// Every one once.
    pub const EVERY: [Self; 5] = [Self::Transfer, Self::Account, Self::Debit, Self::Bank, Self::Coins];
}

/// How a payment is paid, and whether its money leaves the service.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Course {
    /// Who or what brings its money.
    pub paid_by: PaidBy,
    /// Whether a rail carries it to where it goes.
    pub leaves: bool,
}
