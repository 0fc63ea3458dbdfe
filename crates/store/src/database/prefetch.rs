//! Advance information about a writing closure.

use causeway_domain::ids::InternalAccountId;

use crate::database::error::Error;
use crate::database::tx::Tx;

/// The locks and reads of a writing closure, as far as its caller knows them. This affects the closure's
/// speed, not its result.
#[derive(Default)]
pub struct Prefetch {
    busy: Vec<InternalAccountId>,
    reads: Vec<Reads>,
    learns_version: bool,
}

type Reads = Box<dyn FnMut(&mut Tx<'_>) -> Result<(), Error> + Send>;

impl Prefetch {
    /// Names the guarded accounts that the closure locks, busiest first: closures with the same busy account
    /// share commits instead of queueing for its row.
    #[must_use]
    pub fn of_accounts(busy: &[InternalAccountId]) -> Self {
        Self { busy: busy.to_vec(), ..Self::default() }
    }

    /// Adds reads that the closure makes before its first change; see [`Tx::prefetch`].
    #[must_use]
    pub fn and_reads(mut self, reads: impl FnMut(&mut Tx<'_>) -> Result<(), Error> + Send + 'static) -> Self {
        self.reads.push(Box::new(reads));
        self
    }

    /// Adds reads that come before the other ones.
    #[must_use]
    pub fn reading_first(
        mut self,
        reads: impl FnMut(&mut Tx<'_>) -> Result<(), Error> + Send + 'static,
    ) -> Self {
        self.reads.insert(0, Box::new(reads));
        self
    }

    /// Marks a closure that reads the configuration version before any cached configuration, so that cached
    /// values need not be prefetched.
    #[must_use]
    pub fn learning_version(self) -> Self {
        Self { learns_version: true, ..self }
    }

    pub(crate) fn busy(&self) -> &[InternalAccountId] {
        &self.busy
    }

    pub(crate) fn send(&mut self, tx: &mut Tx<'_>) -> Result<(), Error> {
        let learns_version = self.learns_version;
        self.reads.iter_mut().try_for_each(|reads| tx.name_reads(learns_version, reads))
    }
}

impl From<&[InternalAccountId]> for Prefetch {
    fn from(busy: &[InternalAccountId]) -> Self {
        Self::of_accounts(busy)
    }
}

impl From<&Vec<InternalAccountId>> for Prefetch {
    fn from(busy: &Vec<InternalAccountId>) -> Self {
        Self::of_accounts(busy)
    }
}

impl<const N: usize> From<&[InternalAccountId; N]> for Prefetch {
    fn from(busy: &[InternalAccountId; N]) -> Self {
        Self::of_accounts(busy)
    }
}
