//! Integration tests of customer rows: filters, pages, and names that only one of two concurrent writers can
//! get.

use causeway_domain::customers::{CustomerState, CustomerType, TermsVersion};
use causeway_domain::ids::{CustomerId, Id, PlatformId};
use causeway_domain::money::CurrencyCode;
use causeway_domain::{Country, Revision, Time};
use causeway_store::customers::{self, Consent, CustomerDoc, CustomerRecord, Filter, Profile, terms, uma};
use causeway_store::listing::{Order, Page};
use causeway_store::{Error, Tx};
use causeway_vocabulary::customers::TermsAcceptanceMethod;
use uuid::Uuid;

use crate::harness::{Engine, Fixture, START, on_both_engines, platform};

on_both_engines!(
    a_customer_comes_back_as_it_went,
    every_filter_narrows_the_list,
    pages_follow_each_other,
    one_of_two_writers_gets_an_identifier,
    one_of_two_writers_gets_an_address,
    an_identifier_of_a_deleted_customer_is_free,
    versions_of_the_terms_rise,
);

/// Error of a closure that looks up before it writes.
#[derive(Debug, PartialEq)]
enum TestError {
    Taken(CustomerId),
    Store(Error),
}

impl From<Error> for TestError {
    fn from(error: Error) -> Self {
        Self::Store(error)
    }
}

pub(crate) fn person(number: u128) -> CustomerRecord {
    let at = Time::from_millis(START.millis() + i64::try_from(number).unwrap());
    CustomerRecord {
        id: CustomerId::from_uuid(Uuid::from_u128(number)),
        platform_customer_id: format!("own {number}"),
        region: "US".parse().unwrap(),
        currencies: vec![CurrencyCode::USDC, CurrencyCode::USD],
        uma_local: format!("local{number}"),
        is_deleted: false,
        doc: CustomerDoc {
            v: CustomerDoc::VERSION,
            verification: CustomerState::Approved,
            email: Some("jane@example.com".to_owned()),
            phone_number: None,
            consent: None,
            contact_verification: None,
            name_at_creation: None,
            awaits_outcome: false,
            profile: Profile::Individual(Box::default()),
        },
        created_at: at,
        updated_at: Revision::created(at),
    }
}

fn store(tx: &mut Tx<'_>, of: PlatformId, record: &CustomerRecord) -> Result<(), Error> {
    customers::insert(tx, of, record)?;
    uma::reserve(tx, of, &record.uma_local, record.id)
}

async fn stored(fixture: &Fixture, of: PlatformId, records: &[CustomerRecord]) {
    let records = records.to_vec();
    let write = fixture.write(&[], move |tx| records.iter().try_for_each(|record| store(tx, of, record)));
    write.await.map_err(|error: Error| error).unwrap();
}

async fn listed(fixture: &Fixture, filter: Filter<'static>, page: Page) -> (Vec<u128>, Option<i64>) {
    let list = fixture.read(move |tx| customers::list(tx, platform(1), &filter, &page));
    let (rows, total) = list.await.map_err(|error: Error| error).unwrap();
    (rows.iter().map(|row| row.id.uuid().as_u128()).collect(), total)
}

fn newest(limit: u32) -> Page {
    Page { after: None, limit, order: Order::Descending }
}

async fn a_customer_comes_back_as_it_went(engine: Engine) {
    let fixture = Fixture::new(engine).await;
    let mut customer = person(7);
    stored(&fixture, platform(1), std::slice::from_ref(&customer)).await;
    let find = |of| {
        let id = customer.id;
        fixture.read(move |tx| customers::find(tx, of, id))
    };
    assert_eq!(find(platform(1)).await, Ok::<_, Error>(Some(customer.clone())));
    assert_eq!(find(platform(2)).await, Ok::<_, Error>(None));

    customer.doc.consent = Some(Consent {
        accepted_at: START,
        ip_address: "203.0.113.7".to_owned(),
        terms_version: TermsVersion::FIRST,
        acceptance_method: TermsAcceptanceMethod::Checkbox,
    });
    customer.currencies = vec![CurrencyCode::EUR];
    customer.is_deleted = true;
    let after = customer.clone();
    let update = fixture.write(&[], move |tx| {
        let locked = customers::lock(tx, platform(1), after.id)?.map(|found| found.id);
        customers::update(tx, platform(1), &after)?;
        Ok::<_, Error>(locked)
    });
    assert_eq!(update.await, Ok(Some(customer.id)));
    assert_eq!(find(platform(1)).await, Ok::<_, Error>(Some(customer.clone())));
}

async fn every_filter_narrows_the_list(engine: Engine) {
    let fixture = Fixture::new(engine).await;
    let mut company = person(2);
    company.doc.profile = Profile::Business(Box::default());
    company.currencies = vec![CurrencyCode::USD];
    company.region = "BR".parse().unwrap();
    let mut gone = person(3);
    gone.is_deleted = true;
    stored(&fixture, platform(1), &[person(1), company, gone]).await;
    stored(&fixture, platform(2), &[person(4)]).await;
    let at = |number: i64| Some(Time::from_millis(START.millis() + number));
    let all = Filter::default;
    for (filter, expected) in [
        (all(), &[2, 1][..]),
        (Filter { is_including_deleted: true, ..all() }, &[3, 2, 1]),
        (Filter { platform_customer_id: Some("own 1"), ..all() }, &[1]),
        (Filter { platform_customer_id: Some("own 4"), ..all() }, &[]),
        (Filter { customer_type: Some(CustomerType::Business), ..all() }, &[2]),
        (Filter { region: Some(Country::US), ..all() }, &[1]),
        (Filter { currency: Some(CurrencyCode::USD), ..all() }, &[2, 1]),
        (Filter { currency: Some(CurrencyCode::USDC), ..all() }, &[1]),
        (Filter { currency: Some("US".parse().unwrap()), ..all() }, &[]),
        (Filter { uma_local: Some("local2"), ..all() }, &[2]),
        (Filter { uma_local: Some("local4"), ..all() }, &[]),
        (Filter { created_after: at(2), ..all() }, &[2]),
        (Filter { created_after: at(1), created_before: at(1), ..all() }, &[1]),
        (Filter { updated_after: at(2), ..all() }, &[2]),
        (Filter { updated_before: at(1), ..all() }, &[1]),
        (Filter { region: Some(Country::US), customer_type: Some(CustomerType::Business), ..all() }, &[]),
    ] {
        let total = i64::try_from(expected.len()).unwrap();
        assert_eq!(
            listed(&fixture, filter.clone(), newest(10)).await,
            (expected.to_vec(), Some(total)),
            "{filter:?}"
        );
    }
}

async fn pages_follow_each_other(engine: Engine) {
    let fixture = Fixture::new(engine).await;
    let mut twins = [person(1), person(2), person(3)];
    // For equal creation times, the id decides.
    twins[1].created_at = twins[2].created_at;
    stored(&fixture, platform(1), &twins).await;
    assert_eq!(listed(&fixture, Filter::default(), newest(1)).await, (vec![3, 2], Some(3)));
    let behind = Page { after: Some(twins[2].position()), ..newest(1) };
    assert_eq!(listed(&fixture, Filter::default(), behind).await, (vec![2, 1], Some(3)));
    let behind = Page { after: Some(twins[1].position()), ..newest(1) };
    assert_eq!(listed(&fixture, Filter::default(), behind).await, (vec![1], Some(3)));
}

/// Checks that of two transactions that look up, find nothing and write, exactly one wins and the other finds
/// the winner.
async fn race(
    fixture: &Fixture,
    records: [CustomerRecord; 2],
    look: fn(&mut Tx<'_>, &CustomerRecord) -> Result<Option<CustomerId>, Error>,
) {
    let writes = records.clone().map(|record| {
        let store_handle = fixture.store.clone();
        tokio::spawn(async move {
            let write = store_handle.write(&[], move |tx| match look(tx, &record)? {
                Some(holder) => Err(TestError::Taken(holder)),
                None => Ok(store(tx, platform(1), &record)?),
            });
            write.await
        })
    });
    let [first, second] = writes;
    let outcomes = [first.await.unwrap(), second.await.unwrap()];
    let winner = outcomes.iter().position(Result::is_ok).unwrap();
    assert_eq!(outcomes[1 - winner], Err(TestError::Taken(records[winner].id)));
}

async fn one_of_two_writers_gets_an_identifier(engine: Engine) {
    let fixture = Fixture::new(engine).await;
    for number in (10..30).step_by(2) {
        let mut records = [person(number), person(number + 1)];
        records[1].platform_customer_id = format!("own {number}");
        let look: fn(&mut Tx<'_>, &CustomerRecord) -> _ =
            |tx, record| customers::find_active_by_own_id(tx, platform(1), &record.platform_customer_id);
        race(&fixture, records, look).await;
    }
}

async fn one_of_two_writers_gets_an_address(engine: Engine) {
    let fixture = Fixture::new(engine).await;
    for number in (10..30).step_by(2) {
        let mut records = [person(number), person(number + 1)];
        records[1].uma_local = format!("local{number}");
        race(&fixture, records, |tx, record| uma::find_holder(tx, platform(1), &record.uma_local)).await;
    }
}

async fn an_identifier_of_a_deleted_customer_is_free(engine: Engine) {
    let fixture = Fixture::new(engine).await;
    let mut gone = person(1);
    gone.is_deleted = true;
    let mut heir = person(2);
    heir.platform_customer_id.clone_from(&gone.platform_customer_id);
    stored(&fixture, platform(1), &[gone, heir.clone()]).await;
    let find = fixture.read(|tx| customers::find_active_by_own_id(tx, platform(1), "own 1"));
    assert_eq!(find.await, Ok::<_, Error>(Some(heir.id)));
}

async fn versions_of_the_terms_rise(engine: Engine) {
    let fixture = Fixture::new(engine).await;
    let publish = |url: &'static str| {
        fixture.write(&[], move |tx| {
            let version = terms::current(tx)?.version.following();
            terms::publish(tx, &terms::Terms { version, url: url.to_owned() }, START)?;
            Ok::<_, Error>(version.to_string())
        })
    };
    assert_eq!(publish("https://one.example").await.as_deref(), Ok("V2"));
    assert_eq!(publish("https://two.example").await.as_deref(), Ok("V3"));
    let current = fixture.read(terms::current).await.map_err(|error: Error| error).unwrap();
    assert_eq!((current.version.number(), current.url.as_str()), (3, "https://two.example"));
}
