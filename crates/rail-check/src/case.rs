//! One case.

use std::fmt;

use futures_util::future::BoxFuture;

use crate::kit::Kit;
use crate::verdict::CaseResult;

/// A case of the kit (rails 18).
pub(crate) struct Case {
    pub(crate) number: u32,
    /// What the adapter does, in a few words.
    pub(crate) name: &'static str,
    pub(crate) run: for<'a> fn(&'a Kit) -> BoxFuture<'a, CaseResult>,
}

impl fmt::Debug for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.number, self.name)
    }
}

/// Declares the table of the cases in the order in which they are tried.
macro_rules! cases {
    ($($number:literal $name:literal => $run:path;)+) => {
        /// All cases.
        pub(crate) const CASES: &[Case] =
            &[$(Case { number: $number, name: $name, run: |kit| Box::pin($run(kit)) }),+];
    };
}
pub(crate) use cases;
