//! The journals of all platforms, summed by the simulation itself.

use std::collections::{BTreeMap, BTreeSet};

use causeway_domain::ids::{Id, InternalAccountId, PlatformId, QuoteId};
use causeway_domain::money::CurrencyCode;
use causeway_domain::postings::{AccountCode, PostingKind};
use causeway_store::ledger::{Entry, JournalPosition};
use uuid::Uuid;

/// The sums of all platforms' journals so far.
#[derive(Default)]
pub(crate) struct Books(BTreeMap<Uuid, Journal>);

/// One platform's journal so far.
#[derive(Default)]
pub(crate) struct Journal {
    pub(crate) place: JournalPosition,
    /// By account code and currency.
    pub(crate) sums: BTreeMap<(&'static str, CurrencyCode), i128>,
    /// Amounts committed to each quote, by currency.
    committed: BTreeMap<Uuid, BTreeMap<CurrencyCode, i128>>,
    /// The journal entries that ended the refund of each quote, by paying it or by suspending it.
    refunds: BTreeMap<Uuid, BTreeSet<Uuid>>,
    /// The available amount of each internal account, and the journal entries that changed it.
    pub(crate) accounts: BTreeMap<InternalAccountId, (i128, BTreeSet<Uuid>)>,
}

impl Books {
    pub(crate) fn of(&self, platform: PlatformId) -> Option<&Journal> {
        self.0.get(&platform.uuid())
    }

    /// Returns the journal of a platform, and creates it if it is new.
    pub(crate) fn of_mut(&mut self, platform: PlatformId) -> &mut Journal {
        self.0.entry(platform.uuid()).or_default()
    }
}

impl Journal {
    /// Adds an entry.
    pub(crate) fn add(&mut self, entry: &Entry) {
        let amount = i128::from(entry.amount);
        *self.sums.entry((entry.code.as_str(), entry.currency)).or_insert(0) += amount;
        if let (AccountCode::QuoteCommitted, Some(quote)) = (entry.code, entry.quote) {
            *self.committed.entry(quote.uuid()).or_default().entry(entry.currency).or_insert(0) += amount;
        }
        let is_end = matches!(
            entry.kind,
            PostingKind::QuoteRefunded
                | PostingKind::DebitSentBack
                | PostingKind::FundingSentBack
                | PostingKind::FundingReturned
                | PostingKind::RefundSuspended
        );
        if let Some(quote) = entry.quote.filter(|_| is_end) {
            self.refunds.entry(quote.uuid()).or_default().insert(entry.journal.uuid());
        }
        if let Some(account) = entry.account {
            let (sum, journals) = self.accounts.entry(account).or_default();
            *sum += amount;
            journals.insert(entry.journal.uuid());
        }
    }

    /// Returns the sums of all accounts of this kind, by currency.
    pub(crate) fn sum_of(&self, code: AccountCode) -> impl Iterator<Item = (CurrencyCode, i128)> {
        let sums = self.sums.iter().filter(move |((of, _), _)| *of == code.as_str());
        sums.map(|((_, currency), sum)| (*currency, *sum))
    }

    /// Returns the number of journal entries that ended the refund of a quote.
    pub(crate) fn ends_of_refund(&self, quote: QuoteId) -> usize {
        self.refunds.get(&quote.uuid()).map_or(0, BTreeSet::len)
    }

    /// Returns the amount committed to a quote.
    pub(crate) fn committed_to(&self, quote: QuoteId) -> i128 {
        self.committed.get(&quote.uuid()).map_or(0, |sums| sums.values().map(|sum| sum.abs()).sum())
    }

    /// Lists every internal account with entries: its balance, and the number of changes.
    pub(crate) fn accounts(&self) -> impl Iterator<Item = (InternalAccountId, i128, usize)> {
        self.accounts.iter().map(|(id, (sum, journals))| (*id, *sum, journals.len()))
    }
}
