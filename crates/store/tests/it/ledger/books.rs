//! A platform with two accounts, and short words for what is booked on them.

use std::sync::Arc;

use causeway_domain::Amount;
use causeway_domain::ids::{InternalAccountId, QuoteId, TransactionId};
use causeway_domain::money::Currency;
use causeway_domain::postings::{self, Conversion, Posting};
use causeway_domain::rates::{Decimal, Price, Rate};
use causeway_store::ledger::{self, FaultKind, LedgerError, Origin, Posted, Report, SealKey};
use causeway_store::{Error, FaultInjector, Store, platforms};

use crate::harness::{Engine, Fixture, START, platform};
use crate::rows::a_platform;

/// The store with two accounts in US dollars of platform 1.
pub(crate) struct Books {
    pub(crate) store: Fixture,
    pub(crate) ada: InternalAccountId,
    pub(crate) bob: InternalAccountId,
}

pub(crate) const KEY: SealKey = SealKey { id: 1, key: [7; 32] };

pub(crate) fn usd(minor: i64) -> Amount {
    Amount::new(minor, dollars())
}

pub(crate) fn dollars() -> Currency {
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
        let (ada, bob) = (store.ids.next(START), store.ids.next(START));
        let open = store.write(&[], move |tx| {
            platforms::insert(tx, &a_platform(platform(1)))?;
            ledger::open(tx, platform(1), ada, dollars())?;
            ledger::open(tx, platform(1), bob, dollars())
        });
        open.await.map_err(|error: Error| error).unwrap();
        Self { store, ada, bob }
    }

    pub(crate) fn quote(&self) -> QuoteId {
        self.store.ids.next(START)
    }

    /// Books a posting that belongs to a transaction.
    pub(crate) async fn book(
        &self,
        posting: &Posting,
        transaction: Option<TransactionId>,
    ) -> Result<Posted, LedgerError> {
        book(&self.store, &[], posting.clone(), self.store.ids.clone(), transaction).await
    }

    pub(crate) async fn fund(&self, account: InternalAccountId, minor: i64) -> Posted {
        let posting = postings::sandbox_funded(account, usd(minor)).unwrap();
        self.book(&posting, None).await.unwrap()
    }

    /// Seals everything that waits.
    pub(crate) async fn seal(&self) {
        let seal = || self.store.write(&[], |tx| ledger::seal(tx, platform(1), &KEY, START));
        while seal().await.map_err(|error: Error| error).unwrap().is_some() {}
    }

    pub(crate) async fn verify(&self) -> Report {
        self.verify_with(Vec::new()).await
    }

    pub(crate) async fn verify_with(&self, anchors: Vec<[u8; 32]>) -> Report {
        let verify = self.store.read(move |tx| ledger::verify(tx, &[KEY], &anchors));
        verify.await.map_err(|error: Error| error).unwrap()
    }

    /// What is wrong, by kind and subject.
    pub(crate) async fn faults(&self) -> Vec<(FaultKind, String)> {
        let report = self.verify().await;
        report.faults.into_iter().map(|fault| (fault.kind, fault.subject)).collect()
    }

    pub(crate) async fn available(&self, account: InternalAccountId) -> i64 {
        let get = self.store.read(move |tx| ledger::get(tx, platform(1), account));
        get.await.map_err(|error: Error| error).unwrap().available
    }
}

/// Books a posting on a store, from any task.
pub(crate) async fn book(
    store: &Store,
    hot: &[InternalAccountId],
    posting: Posting,
    ids: causeway_domain::Ids,
    transaction: Option<TransactionId>,
) -> Result<Posted, LedgerError> {
    let write = store.write(hot, move |tx| {
        let origin = Origin { transaction, quote: None, at: START, ids: &ids };
        ledger::post(tx, platform(1), &posting, &origin)
    });
    write.await
}

/// A quote of 1000 cents, 50 of them the platform's fee and 10 the service's, that pays out 900 cents of
/// another currency.
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
