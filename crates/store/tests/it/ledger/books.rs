//! A platform with two accounts, and helpers for postings on them.

use std::sync::Arc;

use causeway_domain::Amount;
use causeway_domain::ids::{InternalAccountId, QuoteId, TransactionId};
use causeway_domain::money::CurrencyCode;
use causeway_domain::postings::{self, Conversion, Posting};
use causeway_domain::rates::{Decimal, Price, Rate};
use causeway_store::ledger::{
    self, Anchors, FaultKind, LedgerError, Origin, PostedJournal, Report, SealingOutcome,
};
use causeway_store::{Error, FaultInjector, Store, platforms};

use crate::harness::{Engine, Fixture, START, platform};
use crate::rows::a_platform;

/// A store with two US dollar accounts of platform 1.
pub(crate) struct Books {
    pub(crate) store: Fixture,
    pub(crate) ada: InternalAccountId,
    pub(crate) bob: InternalAccountId,
}

pub(crate) fn usd(minor: i64) -> Amount {
    Amount::new(minor, dollars())
}

pub(crate) fn dollars() -> CurrencyCode {
    "USD".parse().unwrap()
}

impl Books {
    pub(crate) async fn new(engine: Engine) -> Self {
        Self::on(Fixture::new(engine).await).await
    }

    pub(crate) async fn failing(engine: Engine, faults: Arc<dyn FaultInjector>) -> Self {
        Self::on(Fixture::failing(engine, faults).await).await
    }

    async fn on(store: Fixture) -> Self {
        let ada = store.ids.next(START);
        let bob = store.ids.next(START);
        let open = store.write(&[], move |tx| {
            platforms::insert(tx, &a_platform(platform(1)))?;
            ledger::open(tx, platform(1), ada, dollars(), START)?;
            ledger::open(tx, platform(1), bob, dollars(), START)
        });
        open.await.map_err(|error: Error| error).unwrap();
        Self { store, ada, bob }
    }

    pub(crate) fn quote(&self) -> QuoteId {
        self.store.ids.next(START)
    }

    /// Books a posting of a transaction.
    pub(crate) async fn book(
        &self,
        posting: &Posting,
        transaction: Option<TransactionId>,
    ) -> Result<PostedJournal, LedgerError> {
        book(&self.store, &[], posting.clone(), self.store.ids.clone(), transaction).await
    }

    pub(crate) async fn fund(&self, account: InternalAccountId, minor: i64) -> PostedJournal {
        let posting = postings::sandbox_funded(account, usd(minor)).unwrap();
        self.book(&posting, None).await.unwrap()
    }

    /// Seals all unsealed journals.
    pub(crate) async fn seal(&self) {
        while !self.seal_once().await.unwrap().is_done() {}
    }

    pub(crate) async fn seal_once(&self) -> Result<SealingOutcome, Error> {
        self.store.write(&[], |tx| ledger::seal(tx, platform(1), START)).await
    }

    pub(crate) async fn verify(&self) -> Report {
        self.verify_with(Anchors::default()).await
    }

    pub(crate) async fn verify_with(&self, anchors: Anchors) -> Report {
        let verify = self.store.read(move |tx| ledger::verify(tx, &anchors));
        verify.await.map_err(|error: Error| error).unwrap()
    }

    /// Returns the faults by kind and subject, except guards that a test dropped.
    pub(crate) async fn faults(&self) -> Vec<(FaultKind, String)> {
        let faults = self.verify().await.faults.into_iter().map(|fault| (fault.kind, fault.subject));
        faults.filter(|(kind, _)| *kind != FaultKind::GuardMissing).collect()
    }

    /// Runs a statement as an attacker with write access to the database, and returns the number of changed
    /// rows.
    pub(crate) async fn change(&self, sql: &str) -> u64 {
        let sql = sql.to_owned();
        let changed = self.store.write(&[], move |tx| tx.execute_counted(&sql, &[]));
        changed.await.map_err(|error: Error| error).unwrap()
    }

    /// Drops the guards that protect rows from changes.
    pub(crate) async fn unguard(&self, engine: Engine) {
        for table in ["ledger_entry", "ledger_block", "ledger_sealed", "ledger_checkpoint"] {
            match engine {
                Engine::Sqlite => {
                    self.change(&format!("DROP TRIGGER {table}_kept_u")).await;
                    self.change(&format!("DROP TRIGGER {table}_kept_d")).await;
                }
                Engine::Postgres => {
                    self.change(&format!("DROP TRIGGER {table}_kept ON {table}")).await;
                }
            }
        }
    }

    pub(crate) async fn available(&self, account: InternalAccountId) -> i64 {
        let get = self.store.read(move |tx| ledger::get(tx, platform(1), account));
        get.await.map_err(|error: Error| error).unwrap().available
    }
}

/// Books a posting on a store, from any task.
pub(crate) async fn book(
    store: &Store,
    busy: &[InternalAccountId],
    posting: Posting,
    ids: causeway_domain::Ids,
    transaction: Option<TransactionId>,
) -> Result<PostedJournal, LedgerError> {
    let write = store.write(busy, move |tx| {
        let origin = Origin { transaction, quote: None, at: START, ids: &ids };
        ledger::post(tx, platform(1), &posting, &origin)
    });
    write.await
}

/// Returns the conversion of a quote of 1000 cents, of which 50 are the platform's fee and 10 the service's,
/// that pays out 900 cents of another currency.
pub(crate) fn conversion(quote: QuoteId, platform_fee_account: InternalAccountId) -> Conversion {
    let price = Price {
        rate: Rate::try_new(Decimal::new(1, 0)).unwrap(),
        total_sending: 1000,
        base: 990,
        platform_variable: 0,
        platform_fee: 50,
        service_variable: 0,
        service_fee: 10,
        counterparty_in_sending: 0,
        fees_included: 60,
        net_sending: 940,
        total_receiving: 900,
        counterparty_fee: 0,
        surplus: 0,
    };
    Conversion {
        quote,
        price,
        sending: dollars(),
        receiving: "EUR".parse().unwrap(),
        platform_fee_account: Some(platform_fee_account),
    }
}
