//! What is known of a writing closure before it runs.

use causeway_domain::ids::InternalAccountId;

use crate::database::error::Error;
use crate::database::tx::Tx;

/// What a writing closure is going to lock and read, as far as its caller knows. It decides how fast the closure
/// runs, not what it does.
#[derive(Default)]
pub struct Prefetch {
    hot: Vec<InternalAccountId>,
    reads: Vec<Reads>,
    learns_version: bool,
}

type Reads = Box<dyn FnMut(&mut Tx<'_>) -> Result<(), Error> + Send>;

impl Prefetch {
    /// The guarded accounts that the closure locks, the busiest one first: closures with the same busy account
    /// share commits instead of queueing for its row.
    #[must_use]
    pub fn of_accounts(hot: &[InternalAccountId]) -> Self {
        Self { hot: hot.to_vec(), ..Self::default() }
    }

    /// With what the closure reads before its first change; see [`Tx::prefetch`].
    #[must_use]
    pub fn and_reads(mut self, reads: impl FnMut(&mut Tx<'_>) -> Result<(), Error> + Send + 'static) -> Self {
        self.reads.push(Box::new(reads));
        self
    }

    /// With what is read before that.
    #[must_use]
    pub fn reading_first(
        mut self,
        reads: impl FnMut(&mut Tx<'_>) -> Result<(), Error> + Send + 'static,
    ) -> Self {
        self.reads.insert(0, Box::new(reads));
        self
    }

    /// Of a closure that reads the version of what is configured before anything that is kept by it: what is kept need not be
    /// read ahead.
    #[must_use]
    pub fn learning_version(self) -> Self {
        Self { learns_version: true, ..self }
    }

    pub(crate) fn hot(&self) -> &[InternalAccountId] {
        &self.hot
    }

    pub(crate) fn send(&mut self, tx: &mut Tx<'_>) -> Result<(), Error> {
        let learns_version = self.learns_version;
        self.reads.iter_mut().try_for_each(|reads| tx.name_reads(learns_version, reads))
    }
}

impl From<&[InternalAccountId]> for Prefetch {
    fn from(hot: &[InternalAccountId]) -> Self {
        Self::of_accounts(hot)
    }
}

impl From<&Vec<InternalAccountId>> for Prefetch {
    fn from(hot: &Vec<InternalAccountId>) -> Self {
        Self::of_accounts(hot)
    }
}

impl<const N: usize> From<&[InternalAccountId; N]> for Prefetch {
    fn from(hot: &[InternalAccountId; N]) -> Self {
        Self::of_accounts(hot)
    }
}
