//! The themes of runs.

/// The theme of a run: it gets more steps in a row than it would get at random.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Theme {
    /// No theme: random steps from an empty state.
    Anything,
    /// Agents, and their platform's decisions.
    Agents,
    /// Cards, their delegated keys and their network.
    Cards,
    /// Incoming and outgoing money.
    Money,
    /// Mints and burns of stablecoins.
    Coins,
    /// Strong customer authentication.
    Authentication,
}

impl Theme {
    /// All themes.
    pub(crate) const ALL: &'static [Self] =
        &[Self::Agents, Self::Cards, Self::Money, Self::Coins, Self::Authentication];
}
