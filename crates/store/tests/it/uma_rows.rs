//! Integration tests of the rows of UMA messages: nonces, requests, hooks, look-ups, fetched invoices, and the hosts at
//! which messages arrive.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering;
use std::time::Duration;

use causeway_domain::ids::{CustomerId, Id, LookupId, PlatformId, QuoteId};
use causeway_domain::money::CurrencyCode;
use causeway_domain::payments::LayerName;
use causeway_store::lightning_invoices::{self, LightningInvoiceRecord};
use causeway_store::lookups::{self, LookupDoc, LookupRecord, Receivable, Receiver};
use causeway_store::platforms::{self, PlatformRecord};
use causeway_store::uma_hooks::{self, UmaHookRecord};
use causeway_store::uma_offers::{OfferedLayer, PeerCurrency, PeerOffer, RawField, UmaOffer};
use causeway_store::uma_requests::{self, RequestsOf, UmaRequestRecord};
use causeway_store::{Error, Tx, params, uma_nonces};
use serde_json::json;
use uuid::Uuid;

use crate::harness::{Engine, Fixture, START, on_both_engines, platform};
use crate::rows::a_platform;

on_both_engines!(
    a_nonce_is_remembered_once,
    a_request_comes_back_and_is_answered,
    requests_are_counted_by_party,
    expired_requests_are_deleted_after_a_while,
    the_peers_report_is_kept_and_attempts_are_counted,
    a_callback_serves_one_quote,
    forged_rows_are_refused,
    codes_are_renewed,
    a_platform_is_found_at_its_hosts,
);

const WEEK: Duration = Duration::from_hours(7 * 24);

async fn write<T: Send + 'static>(
    store: &Fixture,
    closure: impl FnMut(&mut Tx<'_>) -> Result<T, Error> + Send + 'static,
) -> T {
    store.write(&[], closure).await.unwrap()
}

fn id<I: Id>(number: u128) -> I {
    I::from_uuid(Uuid::from_u128(number))
}

async fn a_nonce_is_remembered_once(engine: Engine) {
    let store = Fixture::new(engine).await;
    let later = START.plus(Duration::from_secs(1));
    for (domain, nonce, signed_at, is_new) in [
        ("a.example", "7", START, true),
        ("a.example", "7", START, false),
        ("b.example", "7", START, true),
        ("a.example", "8", START, true),
        ("a.example", "7", later, true),
        ("a.example", "7", later, false),
    ] {
        let remember = move |tx: &mut Tx<'_>| uma_nonces::remember(tx, domain, nonce, signed_at);
        assert_eq!(write(&store, remember).await, is_new, "{domain} {nonce} {signed_at}");
    }
    let prune = |tx: &mut Tx<'_>| uma_nonces::prune(tx, Duration::from_mins(15), 2);
    assert_eq!(write(&store, prune).await, 0);
    store.change("UPDATE uma_nonce SET seen_at = seen_at - 900001 WHERE domain = 'a.example'").await;
    assert_eq!(write(&store, prune).await, 2);
    assert_eq!(write(&store, prune).await, 1);
    assert_eq!(write(&store, prune).await, 0);
    assert!(write(&store, |tx| uma_nonces::remember(tx, "a.example", "7", START)).await);
}

fn layers() -> Vec<OfferedLayer> {
    let multipliers = BTreeMap::from([(CurrencyCode::USD, "8330.25".parse().unwrap())]);
    vec![OfferedLayer { layer: LayerName::Ln, asset: "BTC".to_owned(), multipliers }]
}

fn request(number: u128) -> UmaRequestRecord {
    let usd = Receivable { currency: CurrencyCode::USD, minimum: 1, maximum: 1_000 };
    UmaRequestRecord {
        platform: platform(1),
        transaction: id(number),
        customer: id(500 + number % 2),
        token_hash: vec![u8::try_from(number).unwrap(); 32],
        peer_domain: "peer.example".to_owned(),
        offer: UmaOffer {
            v: 1,
            currencies: vec![usd],
            layers: Vec::new(),
            payer_fields: Vec::new(),
            metadata: r#"[["text/plain","Pay"]]"#.to_owned(),
            description_hash: None,
        },
        request_hash: None,
        answer: None,
        expires_at: START.plus(Duration::from_mins(15)),
        created_at: START.plus(Duration::from_millis(u64::try_from(number).unwrap())),
    }
}

async fn a_request_comes_back_and_is_answered(engine: Engine) {
    let store = Fixture::new(engine).await;
    let first = request(1);
    let inserted = [first.clone(), request(2)];
    write(&store, move |tx| inserted.iter().try_for_each(|one| uma_requests::insert(tx, one))).await;
    let of_token = |tx: &mut Tx<'_>| uma_requests::find_by_token(tx, &[1; 32]);
    assert_eq!(store.read(of_token).await, Ok(Some(first.clone())));
    assert_eq!(store.read(|tx| uma_requests::find_by_token(tx, &[9; 32])).await, Ok(None));
    assert_eq!(store.read(|tx| uma_requests::find(tx, platform(2), id(1))).await, Ok(None));

    // The text of an answer is kept as it is.
    let answer = r#"{"pr":"lnbcrt1", "converted" : {"multiplier":8330.0}}"#.to_owned();
    let mut answered = first;
    answered.offer.layers = layers();
    answered.request_hash = Some(vec![3; 32]);
    answered.answer = Some(answer);
    let changed = answered.clone();
    let answering = move |tx: &mut Tx<'_>| {
        let locked = uma_requests::lock(tx, platform(1), changed.transaction)?;
        assert_eq!(locked.map(|locked| locked.answer), Some(None));
        uma_requests::update(tx, &changed)
    };
    write(&store, answering).await;
    assert_eq!(store.read(of_token).await, Ok(Some(answered)));
    assert_eq!(store.read(|tx| uma_requests::find(tx, platform(1), id(2))).await, Ok(Some(request(2))));
}

async fn requests_are_counted_by_party(engine: Engine) {
    let store = Fixture::new(engine).await;
    write(&store, |tx| (1..=5).try_for_each(|number| uma_requests::insert(tx, &request(number)))).await;
    let since = |millis: u64| START.plus(Duration::from_millis(millis));
    let customer: CustomerId = id(501);
    for (of, since, count) in [
        (RequestsOf::Customer(customer), since(0), 3),
        (RequestsOf::Customer(customer), since(3), 2),
        (RequestsOf::Customer(customer), since(6), 0),
        (RequestsOf::Domain("peer.example"), since(2), 4),
        (RequestsOf::Domain("other.example"), since(0), 0),
        (RequestsOf::Both(customer, "peer.example"), since(3), 2),
        (RequestsOf::Both(customer, "other.example"), since(0), 0),
    ] {
        let counted = store.read(move |tx| uma_requests::count_since(tx, platform(1), of, since, 5)).await;
        assert_eq!(counted, Ok(count), "{of:?} {since}");
    }
    let all = RequestsOf::Customer(customer);
    assert_eq!(store.read(move |tx| uma_requests::count_since(tx, platform(1), all, START, 2)).await, Ok(2));
    let elsewhere = RequestsOf::Customer(customer);
    assert_eq!(
        store.read(move |tx| uma_requests::count_since(tx, platform(2), elsewhere, START, 5)).await,
        Ok(0)
    );
}

async fn expired_requests_are_deleted_after_a_while(engine: Engine) {
    let store = Fixture::new(engine).await;
    let platforms = [platform(1), platform(2)];
    let insert = move |tx: &mut Tx<'_>| {
        platforms.into_iter().try_for_each(|platform| platforms::insert(tx, &a_platform(platform)))?;
        for (number, age) in [(1, WEEK), (2, WEEK), (3, Duration::from_hours(1)), (4, WEEK * 2)] {
            let platform = platform(if number == 4 { 2 } else { 1 });
            let expires_at = tx.wall().minus(age);
            uma_requests::insert(tx, &UmaRequestRecord { platform, expires_at, ..request(number) })?;
        }
        Ok(())
    };
    write(&store, insert).await;
    let prune = |tx: &mut Tx<'_>| uma_requests::prune(tx, WEEK, 2);
    assert_eq!(write(&store, prune).await, 2);
    assert_eq!(write(&store, prune).await, 1);
    assert_eq!(write(&store, prune).await, 0);
    assert!(store.read(|tx| uma_requests::find(tx, platform(1), id(3))).await.unwrap().is_some());
}

fn hook() -> UmaHookRecord {
    UmaHookRecord {
        platform: platform(1),
        transaction: id(1),
        token_hash: vec![4; 32],
        peer_domain: "peer.example".to_owned(),
        peer_callback: Some("https://peer.example/utxo".to_owned()),
        received: None,
        received_at: None,
        attempts: 0,
        sent_at: None,
    }
}

async fn the_peers_report_is_kept_and_attempts_are_counted(engine: Engine) {
    let store = Fixture::new(engine).await;
    write(&store, |tx| uma_hooks::insert(tx, &hook())).await;
    assert_eq!(store.read(|tx| uma_hooks::find_by_token(tx, &[4; 32])).await, Ok(Some(hook())));
    let later = START.plus(Duration::from_secs(1));
    for (number, at, is_first) in [(1, START, true), (2, later, false)] {
        let receive = move |tx: &mut Tx<'_>| {
            uma_hooks::receive(tx, platform(1), id(1), &json!({ "utxos": number }), at)
        };
        assert_eq!(write(&store, receive).await, is_first);
    }
    for sent_at in [None, Some(START), Some(later)] {
        write(&store, move |tx| uma_hooks::record_attempt(tx, platform(1), id(1), sent_at)).await;
    }
    let expected = UmaHookRecord {
        received: Some(json!({ "utxos": 1 })),
        received_at: Some(START),
        attempts: 3,
        sent_at: Some(START),
        ..hook()
    };
    assert_eq!(store.read(|tx| uma_hooks::find(tx, platform(1), id(1))).await, Ok(Some(expected)));
    assert_eq!(store.read(|tx| uma_hooks::find(tx, platform(2), id(1))).await, Ok(None));
}

fn lookup(number: u128) -> LookupRecord {
    let usd = PeerCurrency {
        currency: CurrencyCode::USD,
        decimals: 2,
        multiplier: "0.000001".parse().unwrap(),
        minimum: 1,
        maximum: 1_000,
    };
    let peer = PeerOffer {
        callback: format!("https://peer.example/pay/{number}"),
        version: "1.0".to_owned(),
        layers: layers(),
        currencies: vec![usd],
        payer_fields: vec![RawField { key: "favouriteColour".to_owned(), mandatory: true }],
        subject_to_travel_rule: true,
        kyc_status: "VERIFIED".to_owned(),
        metadata: "[]".to_owned(),
    };
    LookupRecord {
        id: id(number),
        customer: (number == 1).then(|| id(500)),
        doc: LookupDoc {
            v: 1,
            receiver: Receiver::Uma("$ada@peer.example".to_owned()),
            currencies: Vec::new(),
            payer_fields: Vec::new(),
            peer: Some(peer),
        },
        quote: None,
        expires_at: START,
        created_at: START,
    }
}

async fn a_callback_serves_one_quote(engine: Engine) {
    let store = Fixture::new(engine).await;
    write(&store, |tx| lookups::insert(tx, platform(1), &lookup(1))).await;
    let find = |tx: &mut Tx<'_>| lookups::find(tx, platform(1), id(1));
    assert_eq!(store.read(find).await, Ok(Some(lookup(1))));
    let first: QuoteId = id(70);
    let use_by = |platform: PlatformId, lookup: LookupId, quote: QuoteId| {
        move |tx: &mut Tx<'_>| lookups::use_once(tx, platform, lookup, quote)
    };
    for (of, lookup, quote, is_used) in [
        (platform(2), id(1), id(71), false),
        (platform(1), id(2), id(71), false),
        (platform(1), id(1), first, true),
        (platform(1), id(1), first, false),
        (platform(1), id(1), id(71), false),
    ] {
        assert_eq!(write(&store, use_by(of, lookup, quote)).await, is_used, "{of} {lookup} {quote}");
    }
    let used = LookupRecord { quote: Some(first), ..lookup(1) };
    assert_eq!(store.read(find).await, Ok(Some(used)), "the quote is not authenticated");
}

async fn insert_one_of_each(store: &Fixture) {
    let insert = |tx: &mut Tx<'_>| {
        lookups::insert(tx, platform(1), &lookup(1))?;
        uma_requests::insert(tx, &UmaRequestRecord { answer: Some("{}".to_owned()), ..request(1) })?;
        lightning_invoices::insert(tx, platform(1), &invoice())
    };
    write(store, insert).await;
}

fn invoice() -> LightningInvoiceRecord {
    LightningInvoiceRecord { transaction: id(1), invoice: "lnbcrt1".to_owned() }
}

/// Returns `true` for each of the three rows that is found.
fn found(tx: &mut Tx<'_>) -> [Result<bool, Error>; 3] {
    [
        lookups::find(tx, platform(1), id(1)).map(|found| found.is_some()),
        uma_requests::find(tx, platform(1), id(1)).map(|found| found.is_some()),
        lightning_invoices::find(tx, platform(1), id(1)).map(|found| found.is_some()),
    ]
}

async fn forged_rows_are_refused(engine: Engine) {
    let store = Fixture::new(engine).await;
    insert_one_of_each(&store).await;
    assert_eq!(store.read(|tx| lightning_invoices::find(tx, platform(1), id(1))).await, Ok(Some(invoice())));
    for (place, (table, changes)) in [
        ("lookup", vec!["customer_id = NULL", "expires_at = expires_at + 1", "created_at = 1"]),
        (
            "uma_request",
            vec![
                "customer_id = platform_id",
                "token_hash = mac",
                "peer_domain = 'x'",
                "request_hash = token_hash",
                "answer = NULL",
                "expires_at = expires_at + 1",
                "created_at = 1",
            ],
        ),
        ("lightning_invoice", vec!["invoice = 'lnbcrt2'"]),
    ]
    .into_iter()
    .enumerate()
    {
        for change in changes {
            let forge = move |tx: &mut Tx<'_>| {
                tx.execute(&format!("UPDATE {table} SET {change}"), params![])?;
                Err::<(), Error>(found(tx)[place].clone().unwrap_err())
            };
            let refused = store.write(&[], forge).await;
            assert!(matches!(refused, Err(Error::NotAuthentic(_))), "{table} {change}: {refused:?}");
        }
    }
    assert_eq!(store.read(|tx| Ok::<_, Error>(found(tx))).await, Ok([Ok(true), Ok(true), Ok(true)]));
}

async fn codes_are_renewed(engine: Engine) {
    let store = Fixture::new(engine).await;
    insert_one_of_each(&store).await;
    store.macs.newest.store(2, Ordering::Release);
    let renew = |tx: &mut Tx<'_>| {
        let lookup = lookups::authenticate_anew(tx, platform(1), None, 9)?;
        let request = uma_requests::authenticate_anew(tx, platform(1), None, 9)?;
        let invoice = lightning_invoices::authenticate_anew(tx, platform(1), None, 9)?;
        assert_eq!((lookup, request, invoice), (Some(id(1)), Some(id(1)), Some(id(1))));
        assert_eq!(lookups::authenticate_anew(tx, platform(1), lookup, 9)?, None);
        assert_eq!(uma_requests::authenticate_anew(tx, platform(1), request, 9)?, None);
        assert_eq!(lightning_invoices::authenticate_anew(tx, platform(1), invoice, 9)?, None);
        Ok(())
    };
    write(&store, renew).await;
    for table in ["lookup", "uma_request", "lightning_invoice"] {
        let sql = format!("SELECT mac FROM {table}");
        let mac = store.read(move |tx| tx.query_one(&sql, &[], |row| row.get::<Vec<u8>>("mac"))).await;
        assert_eq!(mac.map(|mac| causeway_store::key_number(&mac)), Ok(Some(2)), "{table}");
    }
    assert_eq!(store.read(|tx| Ok::<_, Error>(found(tx))).await, Ok([Ok(true), Ok(true), Ok(true)]));
}

async fn a_platform_is_found_at_its_hosts(engine: Engine) {
    let store = Fixture::new(engine).await;
    let with = |number: u128, domain: Option<&str>, label: &str, is_disabled: bool| PlatformRecord {
        is_disabled,
        uma_domain: domain.map(ToOwned::to_owned),
        proxy_uma_subdomain: Some(label.to_owned()),
        ..a_platform(platform(number))
    };
    let all = [
        with(1, Some("pay.example"), "pay", false),
        with(2, None, "other", false),
        with(3, Some("gone.example"), "gone", true),
        // It took a domain that looks like the label of another platform.
        with(4, Some("other.uma.localhost"), "fourth", false),
    ];
    write(&store, move |tx| all.iter().try_for_each(|one| platforms::insert(tx, one))).await;
    for (host, label, expected) in [
        ("pay.example", None, Some(1)),
        ("pay.uma.localhost", Some("pay"), Some(1)),
        ("other.uma.localhost", Some("other"), Some(2)),
        ("fourth.uma.localhost", Some("fourth"), Some(4)),
        ("gone.example", None, None),
        ("gone.uma.localhost", Some("gone"), None),
        ("nowhere.example", None, None),
    ] {
        let found = store.read(move |tx| platforms::find_at_host(tx, host, label)).await.unwrap();
        assert_eq!(found.map(|found| found.id), expected.map(platform), "{host}");
    }
}
