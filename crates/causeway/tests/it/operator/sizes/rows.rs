//! The rows that PostgreSQL reads for statements, as it counts them itself.

use std::collections::BTreeMap;

use causeway_store::{Error, Store};

use crate::harness::Statement;

/// The nodes of a plan that read rows of a table.
const SCANS: [&str; 4] = ["Seq Scan on ", "Scan using ", "Scan Backward using ", "Bitmap Heap Scan on "];

/// The counters of a node that are added to the rows it returns.
const REMOVED: [&str; 2] = ["Rows Removed by Filter: ", "Rows Removed by Index Recheck: "];

/// The node of a plan to which a line belongs.
struct Scan {
    table: String,
    loops: u64,
}

/// Returns the number of rows read of the table of which these statements read the most, and their plans.
pub(super) async fn most_rows(store: &Store, statements: Vec<Statement>) -> (u64, String) {
    let mut rows = BTreeMap::new();
    let mut plans = Vec::new();
    for Statement { sql, values } in statements {
        if !reads(&sql) {
            continue;
        }
        let explain = format!("EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF) {sql}");
        let lines =
            store.write(&[], move |tx| tx.query(&explain, &values, |row| row.get::<String>("QUERY PLAN")));
        let lines: Vec<String> = lines.await.map_err(|error: Error| error).expect("a plan");
        add(&mut rows, &lines);
        plans.push(format!("{sql}\n{}", lines.join("\n")));
    }
    (rows.into_values().max().unwrap_or_default(), plans.join("\n"))
}

fn reads(sql: &str) -> bool {
    let sql = sql.trim_start();
    ["SELECT", "WITH", "/*", "("].iter().any(|start| sql.starts_with(start))
}

/// Adds the rows of a plan by table.
fn add(rows: &mut BTreeMap<String, u64>, lines: &[String]) {
    let mut scan: Option<Scan> = None;
    for line in lines {
        if line.contains("->") || line.contains("actual rows=") || line.contains("(never executed)") {
            scan = scanned(line);
            if let Some(Scan { table, loops }) = &scan {
                *rows.entry(table.clone()).or_default() += number(line, "actual rows=") * loops;
            }
        } else if let Some(Scan { table, loops }) = &scan {
            let removed: u64 = REMOVED.iter().map(|counter| number(line, counter)).sum();
            *rows.entry(table.clone()).or_default() += removed * loops;
        }
    }
}

/// Returns the scan of a node, or `None` if the node reads no table.
fn scanned(line: &str) -> Option<Scan> {
    let begins = SCANS.iter().find(|begin| line.contains(**begin))?;
    let (_, rest) = line.split_once(*begins)?;
    let table = if begins.ends_with("using ") { rest.split_once(" on ")?.1 } else { rest };
    let table = table.split_whitespace().next()?.to_owned();
    Some(Scan { table, loops: number(line, "loops=") })
}

/// Returns the whole number behind a word of a line, rounded up, or 0 if the word is not there.
fn number(line: &str, behind: &str) -> u64 {
    let Some((_, rest)) = line.split_once(behind) else { return 0 };
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    let whole: u64 = digits.parse().unwrap_or_default();
    let fraction = rest.get(digits.len()..).unwrap_or_default().strip_prefix('.').unwrap_or_default();
    let fraction: String = fraction.chars().take_while(char::is_ascii_digit).collect();
    whole + u64::from(fraction.chars().any(|digit| digit != '0'))
}

#[test]
fn rows_of_a_plan_are_counted_by_table() {
    let plan = "Limit (actual rows=2 loops=1)
  ->  Nested Loop (actual rows=2 loops=1)
        ->  Index Scan using payment_by_age on payment_state (actual rows=21 loops=1)
              Index Cond: (platform_id = '1')
              Filter: (status <> 'CREATED')
              Rows Removed by Filter: 3
        ->  Index Scan using payment_pkey on payment p (actual rows=1 loops=21)
        ->  Subquery Scan on payment (actual rows=900 loops=1)
              Rows Removed by Filter: 900
        ->  Seq Scan on quote (never executed)
        ->  Bitmap Heap Scan on job (actual rows=1.50 loops=2)
              ->  Bitmap Index Scan on job_due (actual rows=7 loops=1)";
    let lines: Vec<String> = plan.lines().map(str::to_owned).collect();
    let mut rows = BTreeMap::new();
    add(&mut rows, &lines);
    let counted: Vec<(&str, u64)> = rows.iter().map(|(table, rows)| (table.as_str(), *rows)).collect();
    assert_eq!(counted, [("job", 4), ("payment", 21), ("payment_state", 24), ("quote", 0)]);
}
