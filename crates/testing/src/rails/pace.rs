//! The cause of an order's next state.

/// The cause of an order's next state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OrderPace {
    /// Each status request, as the last digits of the account say.
    ByQuestions,
    /// The test alone.
    ByTest,
}
