//! The journals of all platforms, added up by the simulation itself.

use std::collections::{BTreeMap, BTreeSet};

use causeway_domain::ids::{Id, InternalAccountId, PlatformId, QuoteId};
use causeway_domain::money::CurrencyCode;
use causeway_domain::postings::{AccountCode, PostingKind};
use causeway_store::ledger::{Entry, Place};
use uuid::Uuid;

/// What the journals of all platforms add up to so far.
#[derive(Default)]
pub(crate) struct Books(BTreeMap<Uuid, Journal>);

/// One platform's journal so far.
#[derive(Default)]
pub(crate) struct Journal {
    pub(crate) place: Place,
    /// By code and currency.
    pub(crate) sums: BTreeMap<(&'static str, CurrencyCode), i128>,
    /// What is committed to quotes.
    committed: BTreeMap<Uuid, BTreeMap<CurrencyCode, i128>>,
    /// The journal entries by which the refunds of quotes came to their end: money given back or suspended.
    refunds: BTreeMap<Uuid, BTreeSet<Uuid>>,
    /// What each internal account has available, and the journal entries that moved it.
    pub(crate) accounts: BTreeMap<InternalAccountId, (i128, BTreeSet<Uuid>)>,
}

impl Books {
    pub(crate) fn of(&self, platform: PlatformId) -> Option<&Journal> {
        self.0.get(&platform.uuid())
    }

    /// The journal of a platform, which may not have begun.
    pub(crate) fn of_mut(&mut self, platform: PlatformId) -> &mut Journal {
        self.0.entry(platform.uuid()).or_default()
    }
}

impl Journal {
    /// Takes in an entry.
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

    /// What stands on accounts of this kind.
    pub(crate) fn sum_of(&self, code: AccountCode) -> impl Iterator<Item = (CurrencyCode, i128)> {
        let sums = self.sums.iter().filter(move |((of, _), _)| *of == code.as_str());
        sums.map(|((_, currency), sum)| (*currency, *sum))
    }

    /// How often the money of a quote went back, or into suspense.
    pub(crate) fn ends_of_refund(&self, quote: QuoteId) -> usize {
        self.refunds.get(&quote.uuid()).map_or(0, BTreeSet::len)
    }

    /// What is committed to a quote.
    pub(crate) fn committed_to(&self, quote: QuoteId) -> i128 {
        self.committed.get(&quote.uuid()).map_or(0, |sums| sums.values().map(|sum| sum.abs()).sum())
    }

    /// The internal accounts that were ever moved: what each holds, and how often it was moved.
    pub(crate) fn accounts(&self) -> impl Iterator<Item = (InternalAccountId, i128, usize)> {
        self.accounts.iter().map(|(id, (sum, journals))| (*id, *sum, journals.len()))
    }
}
