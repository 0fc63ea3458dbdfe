//! The rows in their order, added in large transactions.

use causeway_store::{Error, Store, Tx};

use super::numbers::Seed;
use super::{extras, people, quotes, stablecoins, transfers};

/// Number of rows of a part in one transaction.
const AT_ONCE: u64 = 2_000;
/// One quote is added for this many payments.
const QUOTED: u64 = 50;

/// A kind of rows.
pub struct SeedPart {
    pub name: &'static str,
    /// Number of rows, some of which are several in the store.
    pub rows: u64,
    add: fn(&mut Tx<'_>, &Seed, u64) -> Result<(), Error>,
}

impl Seed {
    /// Returns the kinds of rows in the order in which they are added.
    #[must_use]
    pub fn parts(&self) -> [SeedPart; 7] {
        let left = self.payments.saturating_sub(self.customers);
        [
            SeedPart { name: "customers", rows: self.customers, add: people::add },
            SeedPart { name: "transfers", rows: left, add: transfers::add },
            SeedPart { name: "extras", rows: self.extras(), add: extras::add },
            SeedPart { name: "quotes", rows: self.payments / QUOTED, add: quotes::add },
            SeedPart { name: "stablecoins", rows: self.extras(), add: stablecoins::add },
            SeedPart { name: "tokens", rows: self.extras(), add: extras::add_token },
            SeedPart { name: "jobs", rows: self.customers / 2, add: extras::add_job },
        ]
    }

    /// Adds all rows in large transactions. `progress` is called after each one with the number of rows of the part
    /// that are there.
    ///
    /// # Errors
    /// Also if the platform has such rows already.
    pub async fn fill(&self, store: &Store, mut progress: impl FnMut(&SeedPart, u64)) -> Result<(), Error> {
        for part in self.parts() {
            let mut begin = 0;
            while begin < part.rows {
                let end = part.rows.min(begin + AT_ONCE);
                let seed = self.clone();
                let add = part.add;
                let write =
                    store.write(&[], move |tx| (begin..end).try_for_each(|number| add(tx, &seed, number)));
                write.await?;
                begin = end;
                progress(&part, end);
            }
        }
        Ok(())
    }
}
