//! Integration tests of the rows of platforms, tokens, settings, secret keys and alerts.

use std::time::Duration;

use causeway_domain::PlatformClock;
use causeway_domain::Revision;
use causeway_domain::alerts::AlertKind;
use causeway_domain::ids::{AlertId, PlatformId, TokenId};
use causeway_domain::tokens::{Permissions, TokenPermission};
use causeway_store::listing::{Order, Page};
use causeway_store::platforms::{Environment, PlatformDoc, PlatformRecord};
use causeway_store::secret_keys::SecretKeyRecord;
use causeway_store::settings::Scope;
use causeway_store::tokens::{Filter, TokenRecord};
use causeway_store::uma_names::{self, UmaName};
use causeway_store::{ConfigVersion, Error, Tx, alerts, platforms, secret_keys, settings, tokens, volumes};
use serde_json::json;

use crate::harness::{Engine, Fixture, START, on_both_engines, platform};

on_both_engines!(
    a_platform_comes_back_as_it_went,
    a_host_name_belongs_to_one_platform,
    a_token_authenticates_until_it_is_deleted,
    tokens_are_listed_per_platform,
    a_platforms_setting_is_stronger,
    an_open_alert_is_raised_once,
    keys_are_wrapped_anew_and_retired,
    a_version_changes_only_with_its_configuration,
    a_version_is_never_given_twice,
    a_day_that_has_begun_begins_no_more,
);

/// Creates an ordinary sandbox platform.
pub(crate) fn a_platform(id: PlatformId) -> PlatformRecord {
    PlatformRecord {
        id,
        environment: Environment::Sandbox,
        name: "Testing".to_owned(),
        is_disabled: false,
        clock: PlatformClock::REAL,
        uma_domain: None,
        proxy_uma_subdomain: None,
        webhook_endpoint: None,
        doc: PlatformDoc {
            v: 1,
            currencies: Vec::new(),
            fee_configs: Vec::new(),
            embedded_wallet: None,
            card_tokenization: None,
            legal_name: None,
            address: None,
        },
        created_at: START,
        updated_at: Revision::created(START),
    }
}

pub(crate) async fn write<T: Send + 'static>(
    store: &Fixture,
    closure: impl FnMut(&mut Tx<'_>) -> Result<T, Error> + Send + 'static,
) -> T {
    store.write(&[], closure).await.unwrap()
}

pub(crate) async fn read<T: Send + 'static>(
    store: &Fixture,
    closure: impl FnMut(&mut Tx<'_>) -> Result<T, Error> + Send + 'static,
) -> T {
    store.read(closure).await.unwrap()
}

async fn a_platform_comes_back_as_it_went(engine: Engine) {
    let store = Fixture::new(engine).await;
    let mut record = PlatformRecord {
        uma_domain: Some("pay.example.com".to_owned()),
        proxy_uma_subdomain: Some("pay".to_owned()),
        webhook_endpoint: Some("https://example.com/hook".to_owned()),
        ..a_platform(platform(1))
    };
    let insert = record.clone();
    write(&store, move |tx| platforms::insert(tx, &insert)).await;
    let get = |tx: &mut Tx<'_>| platforms::get(tx, platform(1));
    assert_eq!(read(&store, get).await, record);
    record.name = "Renamed".to_owned();
    record.is_disabled = true;
    record.webhook_endpoint = None;
    record.doc.embedded_wallet = Some(json!({"otpLength": 6}));
    let update = record.clone();
    write(&store, move |tx| {
        let locked = platforms::lock(tx, platform(1))?;
        assert_ne!(locked, update);
        platforms::update(tx, &update)
    })
    .await;
    assert_eq!(read(&store, get).await, record);
    let clock = PlatformClock::Frozen { at: START };
    write(&store, move |tx| platforms::set_clock(tx, platform(1), clock)).await;
    record.clock = clock;
    assert_eq!(read(&store, platforms::list).await, [record]);
    assert_eq!(store.read(|tx| platforms::get(tx, platform(2))).await, Err(Error::Missing));
}

async fn a_host_name_belongs_to_one_platform(engine: Engine) {
    let store = Fixture::new(engine).await;
    let with_domain = |number| PlatformRecord {
        uma_domain: Some("pay.example.com".to_owned()),
        proxy_uma_subdomain: Some(format!("pay-{number}")),
        ..a_platform(platform(number))
    };
    let first = with_domain(1);
    write(&store, move |tx| platforms::insert(tx, &first)).await;
    let second = with_domain(2);
    let taken = store.write(&[], move |tx| platforms::insert(tx, &second)).await;
    assert_eq!(taken, Err(Error::Duplicate { constraint: "platform_uma_domain".to_owned() }));
    let domain = UmaName::Domain("pay.example.com");
    let label = UmaName::Label("pay");
    write(&store, move |tx| {
        uma_names::reserve(tx, platform(1), domain)?;
        uma_names::reserve(tx, platform(1), domain)
    })
    .await;
    assert_eq!(read(&store, move |tx| uma_names::find_holder(tx, domain)).await, Some(platform(1)));
    assert_eq!(read(&store, move |tx| uma_names::find_holder(tx, label)).await, None);
    let other = PlatformRecord { uma_domain: None, ..with_domain(2) };
    let taken = store.write(&[], move |tx| {
        platforms::insert(tx, &other)?;
        uma_names::reserve(tx, platform(2), domain)
    });
    assert_eq!(taken.await, Err(Error::Duplicate { constraint: "uma_name_holder".to_owned() }));
}

fn a_token(store: &Fixture, name: &str) -> TokenRecord {
    let id: TokenId = store.ids.next(START);
    TokenRecord {
        id,
        client_id: format!("client {name}"),
        secret_hash: vec![1, 2, 3],
        permissions: Permissions::try_new([TokenPermission::Manage, TokenPermission::View]).unwrap(),
        name: name.to_owned(),
        created_at: START,
    }
}

async fn a_token_authenticates_until_it_is_deleted(engine: Engine) {
    let store = Fixture::new(engine).await;
    let token = a_token(&store, "a");
    let insert = token.clone();
    let id = token.id;
    write(&store, move |tx| {
        platforms::insert(tx, &a_platform(platform(1)))?;
        tokens::insert(tx, platform(1), &insert)
    })
    .await;
    let found = read(&store, |tx| tokens::find_for_authentication(tx, "client a")).await.unwrap();
    assert_eq!((found.id, found.platform, found.permissions), (id, platform(1), token.permissions));
    assert_eq!(
        (found.environment, found.clock, found.has_endpoint),
        (Environment::Sandbox, PlatformClock::REAL, false)
    );
    assert_eq!(read(&store, move |tx| tokens::find(tx, platform(1), id)).await, Some(token.clone()));
    assert_eq!(read(&store, move |tx| tokens::find(tx, platform(2), id)).await, None);
    let same_client = TokenRecord { id: store.ids.next(START), ..token };
    let taken = store.write(&[], move |tx| tokens::insert(tx, platform(1), &same_client)).await;
    assert_eq!(taken, Err(Error::Duplicate { constraint: "token_client".to_owned() }));
    write(&store, move |tx| tokens::delete(tx, platform(2), id, START)).await;
    assert!(read(&store, |tx| tokens::find_for_authentication(tx, "client a")).await.is_some());
    write(&store, move |tx| tokens::delete(tx, platform(1), id, START)).await;
    assert_eq!(read(&store, |tx| tokens::find_for_authentication(tx, "client a")).await, None);
    assert_eq!(read(&store, move |tx| tokens::find(tx, platform(1), id)).await, None);
}

async fn tokens_are_listed_per_platform(engine: Engine) {
    let store = Fixture::new(engine).await;
    let all: Vec<TokenRecord> = ["a", "b", "b"].into_iter().map(|name| a_token(&store, name)).collect();
    let mut insert = all.clone();
    insert[2].client_id = "another".to_owned();
    write(&store, move |tx| {
        platforms::insert(tx, &a_platform(platform(1)))?;
        platforms::insert(tx, &a_platform(platform(2)))?;
        tokens::insert(tx, platform(1), &insert[0])?;
        tokens::insert(tx, platform(1), &insert[1])?;
        tokens::insert(tx, platform(2), &insert[2])
    })
    .await;
    let list = |filter: Filter<'static>| {
        move |tx: &mut Tx<'_>| {
            let page = Page { after: None, limit: 10, order: Order::Descending };
            let tokens = tokens::list(tx, platform(1), &filter, &page)?;
            Ok((
                tokens.into_iter().map(|token| token.id).collect::<Vec<_>>(),
                tokens::count(tx, platform(1), &filter)?,
            ))
        }
    };
    assert_eq!(read(&store, list(Filter::default())).await, (vec![all[1].id, all[0].id], Some(2)));
    let named = Filter { name: Some("b"), ..Filter::default() };
    assert_eq!(read(&store, list(named)).await, (vec![all[1].id], Some(1)));
    let locked = write(&store, |tx| tokens::lock_all(tx, platform(1))).await;
    assert_eq!(locked.len(), 2);
}

async fn a_platforms_setting_is_stronger(engine: Engine) {
    let store = Fixture::new(engine).await;
    write(&store, |tx| platforms::insert(tx, &a_platform(platform(1)))).await;
    write(&store, |tx| {
        settings::set(tx, Scope::Platform(platform(1)), "regulated", &json!(true))?;
        settings::set(tx, Scope::Deployment, "regulated", &json!(false))?;
        settings::set(tx, Scope::Deployment, "regulated", &json!(null))?;
        settings::set(tx, Scope::Platform(platform(2)), "regulated", &json!("other"))
    })
    .await;
    let effective = |tx: &mut Tx<'_>| settings::effective(tx, platform(1));
    let found = read(&store, effective).await;
    let values: Vec<_> = found.iter().map(|setting| (setting.scope, setting.value.clone())).collect();
    assert_eq!(values, [(Scope::Deployment, json!(null)), (Scope::Platform(platform(1)), json!(true))]);
    write(&store, |tx| settings::unset(tx, Scope::Platform(platform(1)), "regulated")).await;
    assert_eq!(read(&store, effective).await.len(), 1);
}

async fn an_open_alert_is_raised_once(engine: Engine) {
    let store = Fixture::new(engine).await;
    let raise = |id: AlertId| {
        move |tx: &mut Tx<'_>| {
            alerts::raise(tx, Some(platform(1)), id, AlertKind::DebitReturned, "a", &json!({}))
        }
    };
    let first = store.ids.next(START);
    let second = store.ids.next(START);
    let third = store.ids.next(START);
    write(&store, raise(first)).await;
    write(&store, raise(second)).await;
    let open = read(&store, |tx| alerts::list(tx, false, 10)).await;
    assert_eq!(open.iter().map(|alert| alert.id).collect::<Vec<_>>(), [first]);
    assert!(write(&store, move |tx| alerts::close(tx, first, "ada")).await);
    assert!(!write(&store, move |tx| alerts::close(tx, first, "ada")).await);
    write(&store, raise(third)).await;
    let all = read(&store, |tx| alerts::list(tx, true, 10)).await;
    assert_eq!(all.iter().map(|alert| alert.id).collect::<Vec<_>>(), [first, third]);
    assert_eq!(all[0].closed, Some((START, "ada".to_owned())));
}

async fn keys_are_wrapped_anew_and_retired(engine: Engine) {
    let store = Fixture::new(engine).await;
    let key = |of: Option<PlatformId>| SecretKeyRecord {
        id: store.ids.uuid(START),
        platform: of,
        purpose: "WEBHOOKS".to_owned(),
        wrapped: vec![1],
        doc: json!({"public": "abc"}),
        created_at: START,
        retired_at: None,
    };
    let own = key(Some(platform(1)));
    let shared = key(None);
    let insert_own = own.clone();
    let insert_shared = shared.clone();
    write(&store, move |tx| {
        secret_keys::insert(tx, &insert_own)?;
        secret_keys::insert(tx, &insert_shared)
    })
    .await;
    assert_eq!(read(&store, |tx| secret_keys::in_use(tx, None, "WEBHOOKS")).await, Some(shared));
    let id = own.id;
    write(&store, move |tx| {
        assert_eq!(secret_keys::lock_all(tx)?.len(), 2);
        secret_keys::rewrap(tx, id, &[2])?;
        secret_keys::retire(tx, Some(platform(1)), "WEBHOOKS", START)
    })
    .await;
    assert_eq!(read(&store, |tx| secret_keys::in_use(tx, Some(platform(1)), "WEBHOOKS")).await, None);
    let next = SecretKeyRecord { created_at: START.plus(Duration::from_secs(1)), ..key(Some(platform(1))) };
    let ids = vec![next.id, id];
    write(&store, move |tx| secret_keys::insert(tx, &next)).await;
    let of_purpose = |tx: &mut Tx<'_>| secret_keys::of_purpose(tx, Some(platform(1)), "WEBHOOKS");
    let found = read(&store, of_purpose).await;
    assert_eq!(found.iter().map(|key| key.id).collect::<Vec<_>>(), ids, "the newest is first");
    let all = write(&store, secret_keys::lock_all).await;
    let columns = |key: &SecretKeyRecord| (key.wrapped[0], key.retired_at);
    assert_eq!(all.iter().map(columns).collect::<Vec<_>>(), [(2, Some(START)), (1, None), (1, None)]);

    let later = START.plus(Duration::from_secs(1));
    write(&store, move |tx| secret_keys::retire(tx, Some(platform(1)), "WEBHOOKS", later)).await;
    let last = SecretKeyRecord { created_at: later, ..key(Some(platform(1))) };
    write(&store, move |tx| secret_keys::insert(tx, &last)).await;
    let used = read(&store, |tx| secret_keys::in_use(tx, Some(platform(1)), "WEBHOOKS")).await;
    assert_eq!(used.map(|key| key.id), Some(ids[0]), "until it is retired");
}

/// Returns the configuration versions of two platforms.
fn versions(tx: &mut Tx<'_>) -> Result<[Option<ConfigVersion>; 2], Error> {
    platforms::get(tx, platform(1))?;
    platforms::get(tx, platform(2))?;
    Ok([1, 2].map(|number| tx.config_version(platform(number))))
}

async fn with_two_platforms(engine: Engine) -> Fixture {
    let store = Fixture::new(engine).await;
    write(&store, |tx| {
        [1, 2].iter().try_for_each(|number| platforms::insert(tx, &a_platform(platform(*number))))
    })
    .await;
    store
}

/// A change, and a flag for each of the two platforms whose configuration it changes.
type ConfigChange = (fn(&mut Tx<'_>) -> Result<(), Error>, [bool; 2]);

const CONFIGURING: [ConfigChange; 8] = [
    (|tx| settings::set(tx, Scope::Platform(platform(1)), "regulated", &json!(true)), [true, false]),
    (|tx| settings::unset(tx, Scope::Platform(platform(2)), "regulated"), [false, true]),
    (|tx| settings::set(tx, Scope::Deployment, "regulated", &json!(true)), [true, true]),
    (|tx| settings::unset(tx, Scope::Deployment, "regulated"), [true, true]),
    (|tx| platforms::update(tx, &a_platform(platform(1))), [true, false]),
    (|tx| secret_keys::retire(tx, Some(platform(1)), "WEBHOOK_SIGNATURE", START), [true, false]),
    (|tx| secret_keys::retire(tx, None, "ROOT", START), [false, false]),
    (|tx| platforms::set_clock(tx, platform(1), PlatformClock::Frozen { at: START }), [false, false]),
];

async fn a_version_changes_only_with_its_configuration(engine: Engine) {
    let store = with_two_platforms(engine).await;
    for (place, (change, changes)) in CONFIGURING.into_iter().enumerate() {
        let before = read(&store, versions).await;
        assert!(before.iter().all(Option::is_some));
        write(&store, change).await;
        let after = read(&store, versions).await;
        assert_eq!([0, 1].map(|at| before[at] != after[at]), changes, "{place}");
        let by_settings = read(&store, |tx| {
            settings::effective(tx, platform(1))?;
            Ok(tx.config_version(platform(1)))
        });
        assert_eq!(by_settings.await, after[0], "{place}");
    }
}

async fn a_version_is_never_given_twice(engine: Engine) {
    let store = with_two_platforms(engine).await;
    for (change, _) in CONFIGURING.into_iter().take(5) {
        let before = read(&store, versions).await;
        let (sender, undone) = std::sync::mpsc::channel();
        let undo = store.write(&[], move |tx| {
            change(tx)?;
            let _ = sender.send(versions(tx)?);
            Err::<(), _>(Error::Missing)
        });
        assert_eq!(undo.await, Err(Error::Missing));
        assert_eq!(read(&store, versions).await, before);
        write(&store, change).await;
        let undone = undone.recv().unwrap();
        let after = read(&store, versions).await;
        assert!(after != undone && after != before && undone != before);
    }
}

async fn a_day_that_has_begun_begins_no_more(engine: Engine) {
    let store = Fixture::new(engine).await;
    let mut sums = Vec::new();
    for (day, amount) in [(1, 70), (1, 20), (2, 50), (1, 30), (2, 5), (3, 1)] {
        sums.push(write(&store, move |tx| volumes::add(tx, platform(1), "USD>EUR", day, amount)).await);
    }
    // Amounts that arrive late, or with a clock that is behind, count towards the later day.
    assert_eq!(sums, [70, 90, 50, 80, 85, 1]);
}
