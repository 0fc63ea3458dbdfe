//! Integration tests of search terms: they are written, replaced and deleted with their resources, and found by
//! the primary key alone.

use std::sync::Arc;

use causeway_domain::Revision;
use causeway_domain::ids::{ExternalAccountId, Id};
use causeway_domain::search::{Reading, ResourceKind, Term, WordSearch, readings};
use causeway_store::customers::{self, BusinessProfile, CustomerRecord, IndividualProfile, Profile};
use causeway_store::external_accounts::{self, ExternalAccountDoc, ExternalAccountRecord};
use causeway_store::search_terms::{self, KINDS, SearchHit};
use causeway_store::{Error, Tx, any_ids, payments, unmatched_deposits};
use causeway_vocabulary::external_accounts::ExternalAccountStatus;
use uuid::Uuid;

use crate::customers::person;
use crate::harness::{Engine, Fixture, START, on_both_engines, platform};
use crate::lists::rows_read;
use crate::payments::test_payment;
use crate::plans::{Listener, plan};

on_both_engines!(
    each_resource_is_found_by_its_terms,
    terms_of_another_platform_are_not_found,
    ends_of_ids_are_found_by_the_primary_key,
    changed_names_replace_their_terms,
    a_deleted_customer_is_not_found,
    a_rebuild_adds_what_is_missing_and_can_be_repeated,
    terms_cost_one_statement,
    no_search_scans,
);

/// Returns a customer with a name.
pub(crate) fn named(number: u128, name: &str) -> CustomerRecord {
    let mut record = person(number);
    let profile = IndividualProfile { full_name: Some(name.to_owned()), ..IndividualProfile::default() };
    record.doc.profile = Profile::Individual(Box::new(profile));
    record.doc.phone_number = Some(format!("+1415555{number:04}"));
    record
}

/// Returns an account of a customer with a holder.
pub(crate) fn account_of(number: u128, owner: &CustomerRecord, holder: &str) -> ExternalAccountRecord {
    let info = serde_json::json!({ "beneficiary": { "fullName": holder } });
    ExternalAccountRecord {
        id: ExternalAccountId::from_uuid(Uuid::from_u128(number)),
        customer: Some(owner.id),
        currency: "EUR".parse().unwrap(),
        account_type: "EUR_ACCOUNT".to_owned(),
        status: ExternalAccountStatus::Active,
        fingerprint: format!("EUR {number}"),
        is_deleted: false,
        is_default_deposit: false,
        doc: ExternalAccountDoc {
            v: 1,
            platform_account_id: None,
            ownership_type: None,
            account_info: info.as_object().cloned().unwrap(),
            rails: Vec::new(),
            identifier: format!("DE{number:020}"),
            beneficiary_verification: None,
            verified_name: None,
        },
        created_at: START,
        updated_at: Revision::created(START),
    }
}

/// Looks up all readings of a text that are terms, and returns the ids that were found.
fn found(tx: &mut Tx<'_>, of: u128, text: &str) -> Result<Vec<u128>, Error> {
    let mut hits: Vec<SearchHit> = Vec::new();
    for reading in readings(text) {
        hits.extend(match reading {
            Reading::Term(term) => search_terms::find(tx, platform(of), &KINDS, &[term], 10)?,
            Reading::Amounts(terms) => search_terms::find(tx, platform(of), &KINDS, &terms, 10)?,
            Reading::IdEnd(end) => {
                search_terms::find(tx, platform(of), &KINDS, &[Term::id_end(&end.digits)], 10)?
            }
            Reading::Words(words) | Reading::TextWords(words) => {
                search_terms::find_words(tx, platform(of), &KINDS, &words, 10)?
            }
            Reading::Id(_)
            | Reading::AlertKind(_)
            | Reading::Verbatim(_)
            | Reading::UmaAddress(_)
            | Reading::PhoneEnd(_)
            | Reading::AccountEnd(_)
            | Reading::NamedAmount(_) => Vec::new(),
        });
    }
    let mut ids: Vec<u128> = hits.iter().map(|hit| hit.id.as_u128()).collect();
    ids.sort_unstable();
    ids.dedup();
    Ok(ids)
}

/// Returns the ids that a text finds on a platform.
pub(crate) async fn look(store: &Fixture, of: u128, text: &'static str) -> Vec<u128> {
    store.read(move |tx| found(tx, of, text)).await.map_err(|error: Error| error).unwrap()
}

async fn write(store: &Fixture, work: impl Fn(&mut Tx<'_>) -> Result<(), Error> + Send + 'static) {
    store.write(&[], move |tx| work(tx)).await.map_err(|error: Error| error).unwrap();
}

async fn each_resource_is_found_by_its_terms(engine: Engine) {
    let store = Fixture::new(engine).await;
    let ada = named(0xaaa_0001, "Ada Lovelace");
    let account = account_of(0xbbb_0002, &ada, "Grace Hopper");
    let mut company = person(0xccc_0003);
    company.doc.email = Some("Office@Acme.example".to_owned());
    let profile = BusinessProfile { legal_name: "Acme Trading Ltd".to_owned(), ..BusinessProfile::default() };
    company.doc.profile = Profile::Business(Box::new(profile));
    let payment = test_payment(3).record;
    let id = payment.id.uuid().as_u128();
    write(&store, move |tx| {
        customers::insert(tx, platform(1), &ada)?;
        customers::insert(tx, platform(1), &company)?;
        external_accounts::insert(tx, platform(1), &account)?;
        payments::insert(tx, platform(1), &payment)
    })
    .await;
    for (text, expected) in [
        ("ada lovelace", 0xaaa_0001),
        ("LOVELACE Ada", 0xaaa_0001),
        ("ada lov", 0xaaa_0001),
        ("grace hop", 0xbbb_0002),
        ("acme ltd", 0xccc_0003),
        ("office@acme.example", 0xccc_0003),
        ("aa0001", 0xaaa_0001),
        ("0.03 USD", id),
    ] {
        let ids = look(&store, 1, text).await;
        assert!(ids.contains(&expected), "{text}: {ids:x?}");
    }
    let number = account_of(0xbbb_0002, &named(1, "x"), "x").doc.identifier;
    let ids = store.read(move |tx| found(tx, 1, &number)).await.map_err(|error: Error| error).unwrap();
    assert!(ids.contains(&0xbbb_0002));
    for nothing in ["ada hopper", "ad lovelace", "lov ada", "0.02 USD"] {
        assert!(!look(&store, 1, nothing).await.contains(&0xaaa_0001), "{nothing}");
    }
}

async fn terms_of_another_platform_are_not_found(engine: Engine) {
    let store = Fixture::new(engine).await;
    write(&store, |tx| customers::insert(tx, platform(1), &named(0xaaa_0001, "Ada Lovelace"))).await;
    assert_eq!(look(&store, 1, "ada lovelace").await, [0xaaa_0001]);
    for text in ["ada lovelace", "aa0001", "jane@example.com"] {
        assert_eq!(look(&store, 2, text).await, [0_u128; 0], "{text}");
    }
    let id = Uuid::from_u128(0xaaa_0001);
    let holders = store.read(move |tx| {
        Ok::<_, Error>((any_ids::holders(tx, platform(1), id)?, any_ids::holders(tx, platform(2), id)?))
    });
    let (here, elsewhere) = holders.await.unwrap();
    assert_eq!((here.len(), here[0].kind, elsewhere.len()), (1, ResourceKind::Customer, 0));
}

async fn ends_of_ids_are_found_by_the_primary_key(engine: Engine) {
    let store = Fixture::new(engine).await;
    write(&store, |tx| {
        for number in [0xaaa_0001, 0xbbb_0001, 0xaaa_0002] {
            customers::insert(tx, platform(1), &named(number, "Ada Lovelace"))?;
        }
        Ok(())
    })
    .await;
    let ends = store.read(|tx| {
        Ok::<_, Error>([
            any_ids::ending(tx, platform(1), ResourceKind::Customer, "aa0001")?,
            any_ids::ending(tx, platform(1), ResourceKind::Customer, "0001")?,
            any_ids::ending(tx, platform(2), ResourceKind::Customer, "aa0001")?,
            any_ids::ending(tx, platform(1), ResourceKind::Quote, "aa0001")?,
            any_ids::ending(tx, platform(1), ResourceKind::Alert, "aa0001")?,
        ])
    });
    let ends = ends.await.unwrap();
    assert!(ends.iter().all(|end| end.are_all), "{ends:?}");
    let numbers = ends.map(|end| end.ids.iter().map(Uuid::as_u128).collect::<Vec<_>>());
    let [one, two, elsewhere, quotes, alerts] = numbers;
    assert_eq!((one, two), (vec![0xaaa_0001], vec![0xbbb_0001, 0xaaa_0001]));
    assert!(elsewhere.is_empty() && quotes.is_empty() && alerts.is_empty());
}

async fn changed_names_replace_their_terms(engine: Engine) {
    let store = Fixture::new(engine).await;
    let before = named(0xaaa_0001, "Ada Byron");
    let mut after = named(0xaaa_0001, "Ada Lovelace");
    after.doc.email = Some("ada@example.com".to_owned());
    let first = before.clone();
    write(&store, move |tx| customers::insert(tx, platform(1), &first)).await;
    let counts = store.counts();
    write(&store, move |tx| customers::replace_terms(tx, platform(1), &before, &after)).await;
    let cost = store.counts().statements - counts.statements;
    assert_eq!(cost, 2, "one deletes, one inserts");
    assert_eq!(look(&store, 1, "ada byron").await, [0_u128; 0]);
    assert_eq!(look(&store, 1, "jane@example.com").await, [0_u128; 0]);
    for text in ["ada lovelace", "ada@example.com", "aa0001"] {
        assert_eq!(look(&store, 1, text).await, [0xaaa_0001], "{text}");
    }
    let same = named(0xaaa_0001, "Ada Lovelace");
    let counts = store.counts();
    write(&store, move |tx| customers::replace_terms(tx, platform(1), &same, &same)).await;
    assert_eq!(store.counts().statements, counts.statements, "equal terms cost nothing");
}

async fn a_deleted_customer_is_not_found(engine: Engine) {
    let store = Fixture::new(engine).await;
    let ada = named(0xaaa_0001, "Ada Lovelace");
    let account = account_of(0xbbb_0002, &ada, "Ada Lovelace");
    write(&store, move |tx| {
        customers::insert(tx, platform(1), &ada)?;
        external_accounts::insert(tx, platform(1), &account)?;
        customers::remove_terms(tx, platform(1), &ada)
    })
    .await;
    for text in ["ada lovelace", "aa0001", "bb0002", "jane@example.com"] {
        assert_eq!(look(&store, 1, text).await, [0_u128; 0], "{text}");
    }
}

async fn a_rebuild_adds_what_is_missing_and_can_be_repeated(engine: Engine) {
    let store = Fixture::new(engine).await;
    let ada = named(0xaaa_0001, "Ada Lovelace");
    let mut deleted = named(0xddd_0004, "Ada Lovelace");
    deleted.is_deleted = true;
    deleted.platform_customer_id = "gone".to_owned();
    let account = account_of(0xbbb_0002, &ada, "Grace Hopper");
    let of_deleted = account_of(0xeee_0005, &deleted, "Grace Hopper");
    write(&store, move |tx| {
        customers::insert(tx, platform(1), &ada)?;
        customers::insert(tx, platform(1), &deleted)?;
        external_accounts::insert(tx, platform(1), &account)?;
        external_accounts::insert(tx, platform(1), &of_deleted)
    })
    .await;
    store.change("DELETE FROM search_term").await;
    assert_eq!(look(&store, 1, "ada lovelace").await, [0_u128; 0]);
    for _ in 0..2 {
        write(&store, |tx| {
            let mut entries = customers::search_entries(tx, platform(1), None, 1_000)?;
            entries.extend(external_accounts::search_entries(tx, platform(1), None, 1_000)?);
            entries.extend(payments::search_entries(tx, platform(1), None, 1_000)?);
            entries.extend(unmatched_deposits::search_entries(tx, platform(1), None, 1_000)?);
            entries.iter().try_for_each(|entry| search_terms::add(tx, platform(1), entry))
        })
        .await;
        assert_eq!(look(&store, 1, "ada lovelace").await, [0xaaa_0001]);
        assert_eq!(look(&store, 1, "grace hopper").await, [0xbbb_0002]);
    }
}

async fn terms_cost_one_statement(engine: Engine) {
    let store = Fixture::new(engine).await;
    let before = store.counts().statements;
    write(&store, |tx| customers::insert(tx, platform(1), &named(0xaaa_0001, "Ada Augusta King Lovelace")))
        .await;
    assert_eq!(store.counts().statements - before, 2, "the row, and its terms");
}

/// Checks the plan of each statement: each reads search terms and resources by a key.
async fn no_search_scans(engine: Engine) {
    let listener = Arc::new(Listener::default());
    let store = Fixture::failing(engine, Arc::<Listener>::clone(&listener)).await;
    write(&store, |tx| {
        for number in 0..300_u128 {
            customers::insert(tx, platform(1), &named(0xaaa_0000 + number, &format!("Ada Number{number}")))?;
        }
        Ok(())
    })
    .await;
    if engine == Engine::Postgres {
        store.change("ANALYZE search_term").await;
    }
    listener.take();
    let words: WordSearch = readings("ada numb").into_iter().find_map(words_of).unwrap();
    let search = store.read(move |tx| {
        any_ids::holders(tx, platform(1), Uuid::from_u128(1))?;
        let terms = [Term::id(Uuid::from_u128(1)), Term::id(Uuid::from_u128(2))];
        search_terms::find(tx, platform(1), &KINDS, &terms, 20)?;
        search_terms::find_words(tx, platform(1), &[ResourceKind::Customer], &words, 20)
    });
    let hits = search.await.map_err(|error: Error| error).unwrap();
    assert_eq!(hits.len(), 20);
    assert!(hits.is_sorted_by_key(|hit| std::cmp::Reverse(hit.at)), "newest first");
    let heard = listener.take();
    assert_eq!(heard.len(), 3);
    for (sql, values) in heard {
        let plan = plan(&store, engine, &sql, &values).await;
        for line in plan.lines() {
            let is_scan = match engine {
                // Subqueries and unions are scanned too; they are bounded.
                Engine::Sqlite => line.starts_with("SCAN search_term") || line.starts_with("SCAN customer"),
                Engine::Postgres => line.contains("Seq Scan on"),
            };
            assert!(!is_scan, "{sql}\n{plan}");
        }
        if sql.contains("search_term") {
            let by_key = match engine {
                Engine::Sqlite => "platform_id=? AND term",
                Engine::Postgres => "search_term_pkey",
            };
            assert!(plan.contains(by_key), "{sql}\n{plan}");
        }
    }
}

/// Checks that the number of rows read is that of the results, not that of the rows with a term.
#[tokio::test]
async fn a_search_reads_no_more_rows_than_it_shows() {
    let listener = Arc::new(Listener::default());
    let store = Fixture::failing(Engine::Postgres, Arc::<Listener>::clone(&listener)).await;
    write(&store, |tx| {
        (0..3_000_u128).try_for_each(|number| customers::insert(tx, platform(1), &person(number)))
    })
    .await;
    store.change("ANALYZE search_term").await;
    listener.take();
    let mail = readings("jane@example.com").into_iter().find_map(|reading| match reading {
        Reading::Term(term) if term.to_string().starts_with("mail:") => Some(term),
        _ => None,
    });
    let mail = mail.unwrap();
    let search = store.read(move |tx| {
        search_terms::find(tx, platform(1), &[ResourceKind::Customer], std::slice::from_ref(&mail), 20)
    });
    assert_eq!(search.await.map(|hits| hits.len()), Ok::<_, Error>(20));
    let (sql, values) = listener.take().remove(0);
    let (read, counted) = rows_read(&store, "search_term", &sql, values).await;
    assert!(read <= 20, "{read} rows: {sql}\n{counted}");
}

fn words_of(reading: Reading) -> Option<WordSearch> {
    match reading {
        Reading::Words(words) => Some(words),
        _ => None,
    }
}
