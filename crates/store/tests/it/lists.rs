//! Integration tests of the cost of lists, which must not depend on the number of stored rows (conventions
//! 8): each single filter reads a page and little more, and counts no further than shown.

use std::sync::Arc;

use causeway_domain::ids::{CustomerId, DocumentHolder, Id};
use causeway_store::listing::{Order, Page};
use causeway_store::verifications::QueueFilter;
use causeway_store::{Error, Tx, Value, beneficial_owners, documents, verifications};
use causeway_vocabulary::verifications::VerificationStatus;
use uuid::Uuid;

use crate::harness::{Engine, Fixture, platform};
use crate::plans::{Listener, plan};

const LIMIT: u32 = 20;
/// Maximum number of rows read for a page, including one more row that shows if there is another page.
const MAX_PAGE_ROWS: u64 = 22;
const MAX_COUNT_ROWS: u64 = 10_001;

/// A list with at most one filter.
type List = fn(&mut Tx<'_>, &Page) -> Result<(), Error>;

const LISTS: [(&str, List); 7] = [
    ("verification", |tx, page| verifications::list(tx, platform(1), None, None, page).map(drop)),
    ("verification", |tx, page| verifications::list(tx, platform(1), Some(busy()), None, page).map(drop)),
    ("verification", |tx, page| {
        let rejected = Some(VerificationStatus::Rejected);
        verifications::list(tx, platform(1), None, rejected, page).map(drop)
    }),
    ("verification", |tx, page| {
        let statuses = vec![VerificationStatus::Rejected];
        let filter = QueueFilter { statuses, ..QueueFilter::default() };
        verifications::queue(tx, platform(1), &filter, page.after, page.limit).map(drop)
    }),
    ("document", |tx, page| documents::list(tx, platform(1), None, page).map(drop)),
    ("document", |tx, page| {
        documents::list(tx, platform(1), Some(DocumentHolder::Customer(busy())), page).map(drop)
    }),
    ("beneficial_owner", |tx, page| beneficial_owners::list(tx, platform(1), busy(), page).map(drop)),
];

/// Returns the customer that owns every fiftieth row.
fn busy() -> CustomerId {
    CustomerId::from_uuid(Uuid::from_u128(7))
}

const OWNER: &str = r#"{"v":1,"roles":["UBO"],"ownershipPercentage":1,"personal":{"firstName":"Grace","lastName":"Hopper",
    "birthDate":"1986-12-09","nationality":"US","address":{"line1":"1 Main Street","line2":null,"city":null,"state":null,
    "postalCode":"62701","country":"US"},"idType":"SSN","encryptedIdentifier":"","maskedIdentifier":""}}"#;

/// Rows of three lists: one in fifty belongs to the busy customer, one in fifty was rejected.
const FILL: [&str; 4] = [
    "INSERT INTO verification (platform_id, verification_id, customer_id, status, is_open, doc, created_at, updated_at) \
     SELECT $1, {uuid}, CASE WHEN i % 50 = 0 THEN $2 ELSE {uuid} END, \
            CASE WHEN i % 50 = 1 THEN 'REJECTED' ELSE 'APPROVED' END, FALSE, \
            '{\"v\":1,\"state\":\"APPROVED\",\"errors\":[]}', i, i FROM {numbers}",
    "INSERT INTO beneficial_owner (platform_id, owner_id, customer_id, status, doc, created_at, updated_at) \
     SELECT $1, {uuid}, CASE WHEN i % 50 = 0 THEN $2 ELSE {uuid} END, 'APPROVED', '{owner}', i, i FROM {numbers}",
    "INSERT INTO upload (platform_id, upload_id, is_kept, wrapped_key, started_at) \
     SELECT $1, {numbered}, TRUE, $2, i FROM {numbers}",
    "INSERT INTO document (platform_id, document_id, holder, document_type, upload_id, doc, created_at, updated_at) \
     SELECT $1, {uuid}, CASE WHEN i % 50 = 0 THEN $2 ELSE 'Customer:00000000-0000-7000-8000-' || {digits} END, 'PASSPORT', {numbered}, \
            '{\"v\":1,\"country\":\"US\",\"file_name\":\"a.png\"}', i, i FROM {numbers}",
];

async fn fill(store: &Fixture, engine: Engine, rows: u32) {
    let (uuid, numbered, digits, numbers) = match engine {
        Engine::Sqlite => (
            "randomblob(16)",
            "CAST(printf('%016d', i) AS BLOB)",
            "printf('%012d', i)",
            "(WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {rows}) SELECT i FROM n)",
        ),
        Engine::Postgres => (
            "gen_random_uuid()",
            "lpad(i::text, 32, '0')::uuid",
            "lpad(i::text, 12, '0')",
            "generate_series(1, {rows}) AS s (i)",
        ),
    };
    for sql in FILL {
        let sql = sql.replace("{numbers}", numbers).replace("{rows}", &rows.to_string());
        let sql = sql
            .replace("{uuid}", uuid)
            .replace("{numbered}", numbered)
            .replace("{digits}", digits)
            .replace("{owner}", OWNER);
        let second = match sql.split(' ').nth(2) {
            Some("upload") => Value::Bytes(vec![0].into()),
            Some("document") => Value::from(DocumentHolder::Customer(busy()).to_string()),
            _ => Value::from(busy()),
        };
        let write = store.write(&[], move |tx| tx.execute(&sql, &[Value::from(platform(1)), second.clone()]));
        write.await.map_err(|error: Error| error).unwrap();
    }
    if engine == Engine::Postgres {
        store.change("ANALYZE").await;
    }
}

/// Returns the statements of a list: its page and its count.
async fn statements(store: &Fixture, heard: &Listener, list: List) -> Vec<(String, Vec<Value<'static>>)> {
    heard.take();
    let page = Page { after: None, limit: LIMIT, order: Order::Descending };
    store.read(move |tx| list(tx, &page)).await.unwrap();
    heard.take()
}

#[tokio::test]
async fn each_filter_walks_along_an_index_of_its_own_on_sqlite() {
    let heard = Arc::new(Listener::default());
    let store = Fixture::failing(Engine::Sqlite, Arc::<Listener>::clone(&heard)).await;
    fill(&store, Engine::Sqlite, 1_000).await;
    for (table, list) in LISTS {
        for (sql, values) in statements(&store, &heard, list).await {
            let plan = plan(&store, Engine::Sqlite, &sql, &values).await;
            assert!(
                !plan.contains("TEMP B-TREE") && !plan.contains(&format!("SCAN {table}")),
                "{sql}\n{plan}"
            );
            // A count of all rows may use any index.
            let is_narrow = sql.contains("ORDER BY") || sql.contains("$2");
            assert!(!is_narrow || plan.contains(&format!("{table}_by_")), "{sql}\n{plan}");
        }
    }
}

#[tokio::test]
async fn each_filter_reads_a_page_and_counts_no_further_than_its_limit_on_postgres() {
    for rows in [1_000, 100_000] {
        let heard = Arc::new(Listener::default());
        let store = Fixture::failing(Engine::Postgres, Arc::<Listener>::clone(&heard)).await;
        fill(&store, Engine::Postgres, rows).await;
        for (table, list) in LISTS {
            let statements = statements(&store, &heard, list).await;
            assert!(!statements.is_empty());
            for (sql, values) in statements {
                let is_count = sql.contains("count(");
                let most = if is_count { MAX_COUNT_ROWS } else { MAX_PAGE_ROWS };
                // With few rows, reading all of them can be the cheapest count.
                let most = if is_count { most.min(u64::from(rows)) } else { most };
                let (read, counted) = rows_read(&store, table, &sql, values).await;
                assert!(read > 0 && read <= most, "{rows} rows, {read} read of {table}: {sql}\n{counted}");
            }
        }
    }
}

/// Returns the number of rows of a table that a statement reads.
pub(crate) async fn rows_read(
    store: &Fixture,
    table: &str,
    sql: &str,
    values: Vec<Value<'static>>,
) -> (u64, String) {
    let sql = format!("EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF) {sql}");
    let lines = store.write(&[], move |tx| tx.query(&sql, &values, |row| row.get::<String>("QUERY PLAN")));
    let lines: Vec<String> = lines.await.map_err(|error: Error| error).unwrap();
    let number = |line: &str, behind: &str| {
        let rest = line.split_once(behind).map_or("", |(_, rest)| rest);
        let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
        digits.parse::<u64>().unwrap_or(0)
    };
    let mut read = 0;
    let mut is_ours = false;
    for line in &lines {
        if line.contains("actual rows=") {
            is_ours = line.contains(&format!(" on {table} "));
            read += if is_ours { number(line, "actual rows=") } else { 0 };
        } else if is_ours {
            read += number(line, "Rows Removed by Filter: ");
        }
    }
    (read, lines.join("\n"))
}
