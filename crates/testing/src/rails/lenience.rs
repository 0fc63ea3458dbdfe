//! Checks that an adapter leaves out.

/// A check that the adapter leaves out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lenience {
    /// Takes every request, whoever has signed it.
    AnySignature,
    /// Does not compare the body with its digest.
    AnyBody,
    /// Takes requests of any time.
    AnyTime,
    /// Takes requests for other rails.
    AnyRail,
    /// Verifies as if there were no query.
    NoQuery,
    /// Stores an order that it has once more.
    StoresAgain,
    /// Takes other bytes under a known id, and answers with the first order.
    AnyBytes,
    /// Takes texts of any length.
    AnyText,
    /// Leaves no tombstone for an unknown id.
    NoTombstone,
    /// Says that it has released what has settled.
    ReleasesSettled,
}
