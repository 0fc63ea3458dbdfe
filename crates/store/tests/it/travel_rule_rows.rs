//! Integration tests of the rows of Travel Rule data.

use causeway_domain::ids::{Id, TransactionId};
use causeway_store::{Error, Tx, uma_travel_rules};
use uuid::Uuid;

use crate::harness::{Engine, Fixture, on_both_engines, platform};

on_both_engines!(travel_rule_data_comes_back, travel_rule_data_is_encrypted_again_in_parts);

async fn write<T: Send + 'static>(
    store: &Fixture,
    closure: impl FnMut(&mut Tx<'_>) -> Result<T, Error> + Send + 'static,
) -> T {
    store.write(&[], closure).await.unwrap()
}

fn id(number: u128) -> TransactionId {
    TransactionId::from_uuid(Uuid::from_u128(number))
}

async fn travel_rule_data_comes_back(engine: Engine) {
    let store = Fixture::new(engine).await;
    let insert = |tx: &mut Tx<'_>| {
        uma_travel_rules::insert(tx, platform(1), id(1), Some("ivms@101.2023"), &[1, 2])?;
        uma_travel_rules::insert(tx, platform(1), id(2), None, &[3])
    };
    write(&store, insert).await;
    let found = store.read(|tx| uma_travel_rules::find(tx, platform(1), id(1))).await.unwrap().unwrap();
    assert_eq!(found.format.as_deref(), Some("ivms@101.2023"));
    assert_eq!((found.transaction, found.encrypted), (id(1), vec![1, 2]));
    let found = store.read(|tx| uma_travel_rules::find(tx, platform(1), id(2))).await.unwrap().unwrap();
    assert_eq!((found.format, found.encrypted), (None, vec![3]));
    assert_eq!(store.read(|tx| uma_travel_rules::find(tx, platform(2), id(1))).await, Ok(None));
}

async fn travel_rule_data_is_encrypted_again_in_parts(engine: Engine) {
    let store = Fixture::new(engine).await;
    let insert = |tx: &mut Tx<'_>| {
        (1..=3).try_for_each(|number| uma_travel_rules::insert(tx, platform(1), id(number), None, &[1]))?;
        uma_travel_rules::insert(tx, platform(2), id(4), None, &[1])
    };
    write(&store, insert).await;
    let mut after = None;
    for count in [2, 1, 0] {
        let reencrypt = move |tx: &mut Tx<'_>| {
            let rows = uma_travel_rules::lock_some(tx, platform(1), after, 2)?;
            for row in &rows {
                uma_travel_rules::reencrypt(tx, platform(1), row.transaction, &[2])?;
            }
            Ok((rows.len(), rows.last().map(|row| row.transaction)))
        };
        let (changed, last) = write(&store, reencrypt).await;
        assert_eq!(changed, count);
        after = last;
    }
    for (owner, number, encrypted) in [(1, 1, 2), (1, 3, 2), (2, 4, 1)] {
        let find = move |tx: &mut Tx<'_>| uma_travel_rules::find(tx, platform(owner), id(number));
        assert_eq!(store.read(find).await.unwrap().unwrap().encrypted, [encrypted]);
    }
}
