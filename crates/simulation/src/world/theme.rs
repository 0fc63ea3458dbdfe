//! What a run is mostly about.

/// What a run is mostly about: each takes more steps in a row than chance alone would make.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Theme {
    /// Nothing: one after the other, from nothing.
    Anything,
    /// Agents, and what their platform decides.
    Agents,
    /// Cards, their keys and their network.
    Cards,
    /// Money that comes in and goes out.
    Money,
    /// Stablecoins that are minted and burned.
    Coins,
    /// Customers under strong authentication.
    Authentication,
}

impl Theme {
    /// All that a run can be about.
    pub(crate) const EVERY: &'static [Self] =
        &[Self::Agents, Self::Cards, Self::Money, Self::Coins, Self::Authentication];
}
