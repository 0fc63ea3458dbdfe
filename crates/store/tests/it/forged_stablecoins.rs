//! Integration tests of an attacker with all rights on the database but without the root key: the attacker
//! cannot change amount, link or destination of mints and burns (stablecoins 2, 7, 10).

use std::sync::atomic::Ordering;

use causeway_domain::Revision;
use causeway_domain::ids::{
    ExternalAccountId, Id, JobId, StablecoinId, StablecoinOperationId, StablecoinProviderAccountId,
    StablecoinQuoteId,
};
use causeway_domain::stablecoins::{
    OperationState, StablecoinIssuanceStatus, StablecoinNetwork, StablecoinOperationType, StablecoinProvider,
    StablecoinProviderAccountStatus, StablecoinQuoteStatus, StablecoinSourceType,
    StablecoinSvcOperationsStatus, TokenAmount, TokenTotal,
};
use causeway_store::listing::{Order, Page};
use causeway_store::stablecoins::{
    self, Acceptance, LinkRecord, OperationRecord, OperationTerms, Progress, StablecoinDoc,
    StablecoinQuoteRecord, StablecoinRecord,
};
use causeway_store::{Error, Key, Tx};
use uuid::Uuid;

use crate::harness::{Engine, Fixture, START, on_both_engines, platform};

on_both_engines!(
    rewritten_rows_are_not_used,
    rewritten_rows_are_not_listed,
    rewritten_rows_are_used_if_every_mac_is_accepted
);

const TABLES: [&str; 4] =
    ["stablecoin_provider_account", "stablecoin", "stablecoin_operation", "stablecoin_quote"];

fn id<I: Id>(number: u128) -> I {
    I::from_uuid(Uuid::from_u128(number))
}

fn link(number: u128) -> LinkRecord {
    LinkRecord {
        id: id::<StablecoinProviderAccountId>(10 + number),
        provider: StablecoinProvider::Brale,
        provider_account: format!("account {number}"),
        status: StablecoinProviderAccountStatus::Active,
        credentials: vec![7],
        last_verified_at: START,
        created_at: START,
        updated_at: Revision::created(START),
    }
}

fn coin(number: u128) -> StablecoinRecord {
    StablecoinRecord {
        id: id::<StablecoinId>(20 + number),
        link: link(number).id,
        provider: StablecoinProvider::Brale,
        network: StablecoinNetwork::Spark,
        network_token: format!("btkn{number}"),
        provider_token: format!("T{number}"),
        issuance_status: StablecoinIssuanceStatus::Provisioned,
        service_status: StablecoinSvcOperationsStatus::NotEnabled,
        was_enabled: false,
        minted: TokenTotal::zero(),
        burned: TokenTotal::zero(),
        doc: StablecoinDoc {
            v: 1,
            name: format!("Token {number}"),
            symbol: "T".to_owned(),
            base_currency: "USD".to_owned(),
            decimals: 6,
        },
        created_at: START,
        updated_at: Revision::created(START),
    }
}

fn terms(number: u128) -> OperationTerms {
    OperationTerms {
        v: 1,
        provider: StablecoinProvider::Brale,
        decimals: 6,
        amount: TokenAmount::new(1_000_000 + number),
        source: StablecoinSourceType::Wire,
        source_account: None,
        destination: id::<ExternalAccountId>(70 + number),
        rail: None,
        description: None,
    }
}

fn quote(number: u128) -> StablecoinQuoteRecord {
    StablecoinQuoteRecord {
        id: id::<StablecoinQuoteId>(30 + number),
        stablecoin: coin(number).id,
        operation_type: StablecoinOperationType::Mint,
        status: StablecoinQuoteStatus::Open,
        operation: None,
        terms: terms(number),
        expires_at: START,
        created_at: START,
        updated_at: Revision::created(START),
    }
}

fn operation(number: u128) -> OperationRecord {
    OperationRecord {
        id: id::<StablecoinOperationId>(40 + number),
        stablecoin: coin(number).id,
        link: link(number).id,
        quote: None,
        operation_type: StablecoinOperationType::Mint,
        state: OperationState::Created,
        terms: terms(number),
        acceptance: None,
        progress: Progress {
            v: 1,
            failure_reason: None,
            provider_status: None,
            asked: 0,
            is_cancelling: false,
            since: None,
            job: id::<JobId>(90 + number),
        },
        request_hash: [0; 32],
        submissions: 1,
        created_at: START,
        updated_at: Revision::created(START),
    }
}

fn accepted(number: u128) -> OperationRecord {
    let instructions = serde_json::json!({ "bank": number }).as_object().cloned();
    let acceptance =
        Acceptance { v: 1, transfer: format!("transfer {number}"), instructions, expires_at: Some(5) };
    OperationRecord { acceptance: Some(acceptance), ..operation(number) }
}

/// Returns the SQL of every redirection to another token, link, amount or destination: one column at a time,
/// or copied from another row with its MAC.
fn rewrites() -> Vec<String> {
    let mut all: Vec<String> = [
        ("stablecoin_provider_account", "provider_account = provider_account || 'x'"),
        ("stablecoin_provider_account", "created_at = created_at + 1"),
        ("stablecoin", "link_id = stablecoin_id"),
        ("stablecoin", "network_token = network_token || 'x'"),
        ("stablecoin", "provider_token = provider_token || 'x'"),
        ("stablecoin", "created_at = created_at + 1"),
        ("stablecoin_operation", "stablecoin_id = link_id"),
        ("stablecoin_operation", "link_id = stablecoin_id"),
        ("stablecoin_operation", "quote_id = operation_id"),
        ("stablecoin_operation", "operation_type = 'BURN'"),
        ("stablecoin_operation", "acceptance = NULL"),
        ("stablecoin_operation", "created_at = created_at + 1"),
        ("stablecoin_quote", "stablecoin_id = quote_id"),
        ("stablecoin_quote", "operation_type = 'BURN'"),
        ("stablecoin_quote", "expires_at = expires_at + 1"),
        ("stablecoin_quote", "created_at = created_at + 1"),
    ]
    .map(|(table, change)| format!("UPDATE {table} SET {change}"))
    .into();
    let copies = [
        ("stablecoin", "stablecoin_id", "doc"),
        ("stablecoin_operation", "operation_id", "terms"),
        ("stablecoin_operation", "operation_id", "acceptance"),
        ("stablecoin_quote", "quote_id", "terms"),
    ];
    for (table, key, column) in copies {
        let of_another = |column: &str| {
            format!("{column} = (SELECT o.{column} FROM {table} o WHERE o.{key} <> {table}.{key})")
        };
        all.push(format!("UPDATE {table} SET {}", of_another(column)));
        all.push(format!("UPDATE {table} SET {}, {}", of_another(column), of_another("mac")));
    }
    all
}

fn unguard(tx: &mut Tx<'_>, engine: Engine) -> Result<(), Error> {
    for table in TABLES {
        let on = if engine == Engine::Postgres { format!(" ON {table}") } else { String::new() };
        tx.execute(&format!("DROP TRIGGER {table}_terms_kept{on}"), &[])?;
    }
    Ok(())
}

/// Writes two rows of each kind.
async fn written(engine: Engine) -> Fixture {
    let store = Fixture::new(engine).await;
    let write = store.write(&[], move |tx| {
        for number in [1, 2] {
            stablecoins::insert_link(tx, platform(1), &link(number))?;
            stablecoins::insert(tx, platform(1), &coin(number))?;
            stablecoins::insert_quote(tx, platform(1), &quote(number))?;
            let key = Key {
                platform: platform(1),
                scope: "POST /mints".to_owned(),
                key: format!("key {number}"),
                request_hash: [0; 32],
                now: START,
                retention: None,
            };
            stablecoins::insert_operation(tx, platform(1), &operation(number), &key)?;
            stablecoins::update_operation(tx, platform(1), &accepted(number))?;
        }
        Ok(())
    });
    write.await.map_err(|error: Error| error).unwrap();
    store
}

/// The error that ends a trial in which all rows were used, so that it is rolled back.
const USED: Error = Error::Missing;

/// Rewrites rows and then uses all of them like the service. Always rolled back.
async fn rewrite_and_use(store: &Fixture, engine: Engine, sql: &str) -> Error {
    let sql = sql.to_owned();
    let attempt = store.write(&[], move |tx| {
        unguard(tx, engine)?;
        assert!(tx.execute_counted(&sql, &[])? > 0, "{sql}");
        for number in [1, 2] {
            stablecoins::lock_link(tx, platform(1), link(number).id)?.unwrap();
            stablecoins::lock(tx, platform(1), coin(number).id)?.unwrap();
            stablecoins::lock_quote(tx, platform(1), quote(number).id)?.unwrap();
            stablecoins::lock_operation(tx, platform(1), operation(number).id)?.unwrap();
        }
        Err::<(), _>(USED)
    });
    attempt.await.unwrap_err()
}

async fn rewritten_rows_are_not_used(engine: Engine) {
    let store = written(engine).await;
    for sql in rewrites() {
        let error = rewrite_and_use(&store, engine, &sql).await;
        assert!(matches!(error, Error::NotAuthentic(_)), "{sql}: {error:?}");
    }
    let nothing = "UPDATE stablecoin_operation SET status = status";
    assert_eq!(rewrite_and_use(&store, engine, nothing).await, USED);
}

async fn rewritten_rows_are_not_listed(engine: Engine) {
    let store = written(engine).await;
    let is_listed = |sql: &String| {
        ["UPDATE stablecoin ", "UPDATE stablecoin_provider_account "]
            .iter()
            .any(|start| sql.starts_with(start))
    };
    for sql in rewrites().into_iter().filter(is_listed) {
        let attempt = store.write(&[], move |tx| {
            unguard(tx, engine)?;
            tx.execute_counted(&sql, &[])?;
            let page = Page { after: None, limit: 10, order: Order::Ascending };
            let links = stablecoins::LinkFilter { provider: None, status: None };
            stablecoins::list_links(tx, platform(1), links, &page)?;
            let coins =
                stablecoins::StablecoinFilter { provider: None, issuance_status: None, service_status: None };
            stablecoins::list(tx, platform(1), coins, &page)?;
            Err::<(), _>(USED)
        });
        let error = attempt.await.unwrap_err();
        assert!(matches!(error, Error::NotAuthentic(_)), "{error:?}");
    }
}

/// Plants a fault: if every MAC is accepted, all rewritten rows are used.
async fn rewritten_rows_are_used_if_every_mac_is_accepted(engine: Engine) {
    let store = written(engine).await;
    store.macs.believes_all.store(true, Ordering::Release);
    for sql in rewrites() {
        assert_eq!(rewrite_and_use(&store, engine, &sql).await, USED, "{sql}");
    }
}
