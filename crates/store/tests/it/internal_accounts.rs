//! Integration tests of internal account rows: balances, lists, and keys that only one of two concurrent
//! writers can get.

use causeway_domain::Time;
use causeway_domain::ids::{CustomerId, Id, InternalAccountId, PlatformId, QuoteId};
use causeway_domain::internal_accounts::{InternalAccountState, InternalAccountType, Owner};
use causeway_domain::money::CurrencyCode;
use causeway_store::funding_identifiers::{self, FundingTarget};
use causeway_store::internal_accounts::{
    self, Filter, InternalAccountDoc, InternalAccountRecord, LockedAccount,
};
use causeway_store::listing::{Order, Page, Position};
use causeway_store::{Error, Tx, ledger};
use uuid::Uuid;

use crate::harness::{Engine, Fixture, START, on_both_engines, platform};

on_both_engines!(
    accounts_come_with_their_balance,
    lists_keep_customers_and_platform_apart,
    the_oldest_live_account_counts,
    one_of_two_writers_provisions,
    an_identifier_belongs_to_one_account_of_the_deployment,
);

fn customer(number: u128) -> CustomerId {
    CustomerId::from_uuid(Uuid::from_u128(1000 + number))
}

pub(crate) fn account(
    number: u128,
    customer: Option<CustomerId>,
    currency: CurrencyCode,
) -> InternalAccountRecord {
    let at = Time::from_millis(START.millis() + i64::try_from(number).unwrap());
    InternalAccountRecord {
        id: InternalAccountId::from_uuid(Uuid::from_u128(number)),
        customer,
        currency,
        account_type: if currency == CurrencyCode::USD {
            InternalAccountType::Fiat
        } else {
            InternalAccountType::Crypto
        },
        ordinal: 0,
        doc: InternalAccountDoc {
            v: InternalAccountDoc::VERSION,
            state: InternalAccountState::Active,
            funding: Vec::new(),
            private_enabled: None,
        },
        created_at: at,
    }
}

pub(crate) fn open(tx: &mut Tx<'_>, of: PlatformId, records: &[InternalAccountRecord]) -> Result<(), Error> {
    internal_accounts::insert(tx, of, records)?;
    records.iter().try_for_each(|record| ledger::open(tx, of, record.id, record.currency, record.created_at))
}

async fn opened(fixture: &Fixture, of: PlatformId, records: &[InternalAccountRecord]) {
    let records = records.to_vec();
    fixture.write(&[], move |tx| open(tx, of, &records)).await.map_err(|error: Error| error).unwrap();
}

fn numbers(accounts: &[LockedAccount]) -> Vec<u128> {
    accounts.iter().map(|row| row.account.id.uuid().as_u128()).collect()
}

async fn accounts_come_with_their_balance(engine: Engine) {
    let fixture = Fixture::new(engine).await;
    let usd = account(2, Some(customer(1)), CurrencyCode::USD);
    let usdc = account(1, Some(customer(1)), CurrencyCode::USDC);
    opened(&fixture, platform(1), &[usd.clone(), usdc.clone()]).await;
    opened(&fixture, platform(2), &[account(3, Some(customer(1)), CurrencyCode::USD)]).await;

    let account = usd.clone();
    let find = |of| {
        let id = account.id;
        fixture.read(move |tx| internal_accounts::find(tx, of, id))
    };
    let found = find(platform(1)).await.map_err(|error: Error| error).unwrap().unwrap();
    assert_eq!(found.account, usd);
    assert_eq!((found.balance.account, found.balance.total(), found.balance.seq), (usd.id, 0, 0));
    assert_eq!(find(platform(2)).await, Ok::<_, Error>(None));

    let both = [usd.id, usdc.id, InternalAccountId::from_uuid(Uuid::from_u128(9))];
    let locked = fixture.write(&[], move |tx| {
        let locked = internal_accounts::lock_all(tx, platform(1), &both)?;
        let of_owner = internal_accounts::lock_by_owner(tx, platform(1), Owner::Customer(customer(1)))?;
        Ok::<_, Error>((numbers(&locked), numbers(&of_owner)))
    });
    assert_eq!(locked.await, Ok((vec![1, 2], vec![1, 2])));
}

async fn lists_keep_customers_and_platform_apart(engine: Engine) {
    let fixture = Fixture::new(engine).await;
    let records = [
        account(1, None, CurrencyCode::USD),
        account(2, Some(customer(1)), CurrencyCode::USD),
        account(3, Some(customer(2)), CurrencyCode::USDC),
        account(4, None, CurrencyCode::USDC),
        account(5, Some(customer(1)), CurrencyCode::USDC),
    ];
    opened(&fixture, platform(1), &records).await;
    let page = Page { after: None, limit: 10, order: Order::Ascending };
    let all = Filter::default;
    for (filter, expected, of_platform) in [
        (all(), &[2, 3, 5][..], &[1, 4][..]),
        (Filter { currency: Some("USDC"), ..all() }, &[3, 5], &[4]),
        (Filter { account_type: Some("INTERNAL_FIAT"), ..all() }, &[2], &[1]),
        (Filter { customer: Some(customer(1)), ..all() }, &[2, 5], &[]),
        (Filter { customer: Some(customer(1)), currency: Some("USD"), ..all() }, &[2], &[]),
        (Filter { customer: Some(customer(9)), ..all() }, &[], &[]),
    ] {
        let list = fixture.read(move |tx| {
            let (rows, total) = internal_accounts::list_for_customers(tx, platform(1), filter, &page)?;
            let own = internal_accounts::list_for_platform(tx, platform(1), filter)?;
            Ok::<_, Error>((numbers(&rows), total, numbers(&own)))
        });
        let total = i64::try_from(expected.len()).ok();
        assert_eq!(list.await, Ok((expected.to_vec(), total, of_platform.to_vec())), "{filter:?}");
    }
    let behind = Page {
        after: Some(Position { at: records[1].created_at, id: records[1].id.uuid() }),
        limit: 1,
        ..page
    };
    let list = fixture.read(move |tx| internal_accounts::list_for_customers(tx, platform(1), all(), &behind));
    let (rows, total) = list.await.map_err(|error: Error| error).unwrap();
    assert_eq!((numbers(&rows), total), (vec![3, 5], Some(3)));
}

async fn the_oldest_live_account_counts(engine: Engine) {
    let fixture = Fixture::new(engine).await;
    let mut closed = account(1, None, CurrencyCode::USD);
    closed.doc.state = InternalAccountState::Closed;
    let mut further = account(3, None, CurrencyCode::USD);
    further.ordinal = 1;
    opened(&fixture, platform(1), &[closed, account(2, None, CurrencyCode::USD), further]).await;
    let find = |currency| {
        fixture.read(move |tx| {
            let owner = Owner::Platform(platform(1));
            let found = internal_accounts::find_by_owner(tx, platform(1), owner, currency)?;
            Ok::<_, Error>(found.map(|row| row.account.id.uuid().as_u128()))
        })
    };
    assert_eq!(find(CurrencyCode::USD).await, Ok(Some(2)));
    assert_eq!(find(CurrencyCode::USDC).await, Ok(None));

    let update = fixture.write(&[], move |tx| {
        let id = InternalAccountId::from_uuid(Uuid::from_u128(2));
        let mut row = internal_accounts::lock(tx, platform(1), id)?.ok_or(Error::Missing)?;
        row.account.doc.state = InternalAccountState::Closed;
        internal_accounts::update(tx, platform(1), &mut row, START)
    });
    update.await.map_err(|error: Error| error).unwrap();
    assert_eq!(find(CurrencyCode::USD).await, Ok(Some(3)));
}

async fn one_of_two_writers_provisions(engine: Engine) {
    let fixture = Fixture::new(engine).await;
    for number in (10..30).step_by(2) {
        let owner = customer(number);
        let writes = [number, number + 1].map(|id| {
            let store = fixture.store.clone();
            tokio::spawn(async move {
                let write = store.write(&[], move |tx| {
                    let live = internal_accounts::lock_by_owner(tx, platform(1), Owner::Customer(owner))?;
                    if live.is_empty() {
                        open(tx, platform(1), &[account(id, Some(owner), CurrencyCode::USD)])?;
                    }
                    Ok::<_, Error>(live.len())
                });
                write.await.unwrap()
            })
        });
        let [first, second] = writes;
        let mut found = [first.await.unwrap(), second.await.unwrap()];
        found.sort_unstable();
        assert_eq!(found, [0, 1]);
    }
}

async fn an_identifier_belongs_to_one_account_of_the_deployment(engine: Engine) {
    let fixture = Fixture::new(engine).await;
    let record = |of: u128, number: u128| {
        let account = FundingTarget::Account(InternalAccountId::from_uuid(Uuid::from_u128(number)));
        let quote = FundingTarget::Quote(QuoteId::from_uuid(Uuid::from_u128(number)));
        let identifiers = vec![(account, "FUND-7".to_owned()), (quote, format!("UMA-{number}"))];
        fixture.write(&[], move |tx| funding_identifiers::record(tx, platform(of), &identifiers))
    };
    assert_eq!(record(1, 1).await, Ok::<_, Error>(()));
    assert!(matches!(record(2, 2).await, Err(Error::Duplicate { .. })));
    let find = |of: u128, identifier: &'static str| {
        fixture.write(&[], move |tx| funding_identifiers::find(tx, platform(of), identifier))
    };
    let quote = FundingTarget::Quote(QuoteId::from_uuid(Uuid::from_u128(1)));
    assert_eq!(find(1, "UMA-1").await, Ok::<_, Error>(Some(quote)));
    assert_eq!(find(2, "UMA-1").await, Ok::<_, Error>(None), "another platform's");
}
