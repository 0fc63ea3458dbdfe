//! The ledger after payments: balanced in every currency, and no money left on a quote.

use std::collections::BTreeMap;

use causeway_store::{Error, Tx};

use super::scene::Scene;
use crate::harness::{Service, journey};

/// Returns the balance of every ledger account over all entries, by code and currency.
pub(crate) async fn sums(service: &Service) -> BTreeMap<(String, String), i64> {
    let read = |tx: &mut Tx<'_>| {
        let sql = "SELECT code, currency, CAST(SUM(amount) AS BIGINT) AS total FROM ledger_entry GROUP BY code, currency";
        tx.query(sql, &[], |row| Ok(((row.get("code")?, row.get("currency")?), row.get("total")?)))
    };
    let rows: Result<Vec<_>, Error> = service.app().store.read(read).await;
    rows.expect("the ledger can be read").into_iter().collect()
}

/// Sums credits less debits of all accounts, by currency.
fn trial_balance(sums: &BTreeMap<(String, String), i64>) -> BTreeMap<&str, i64> {
    let mut totals = BTreeMap::new();
    for ((_, currency), total) in sums {
        *totals.entry(currency.as_str()).or_default() += total;
    }
    totals
}

/// Counts the quotes that are settled and still hold money.
pub(crate) async fn quotes_left_with_money(service: &Service) -> i64 {
    let read = |tx: &mut Tx<'_>| {
        let sql = "SELECT COUNT(*) AS left_over FROM (
                SELECT e.quote_id FROM ledger_entry e
                JOIN quote q ON q.platform_id = e.platform_id AND q.quote_id = e.quote_id
                JOIN payment_state p ON p.platform_id = q.platform_id AND p.transaction_id = q.transaction_id
                WHERE e.code = 'QE' AND p.status IN ('COMPLETED', 'FAILED', 'REFUNDED', 'EXPIRED')
                GROUP BY e.quote_id HAVING SUM(e.amount) <> 0) unsettled";
        tx.query_one(sql, &[], |row| row.get("left_over"))
    };
    let count: Result<i64, Error> = service.app().store.read(read).await;
    count.expect("quotes can be counted")
}

journey! {
    async fn money_j36_ledger_after_a_payout(service) {
        let scene = Scene::new(service).await;
        scene.platform.fund(&scene.usd, 200_000).await;
        let euro = scene.euro_account().await;
        let quote = scene.quote(&euro, 100_000).await;
        scene.execute(&quote).send().await.expect(200);
        scene.webhooks.wait_for_event("OUTGOING_PAYMENT.COMPLETED").await;
        scene.platform.settled().await;

        let sums = sums(service).await;
        let of = |code: &str, currency: &str| sums.get(&(code.to_owned(), currency.to_owned())).copied();
        assert!(trial_balance(&sums).values().all(|total| *total == 0), "{sums:?}");
        assert_eq!(quotes_left_with_money(service).await, 0);
        // Credits are positive: money 2.2, L1, L5a to L5c.
        assert_eq!((of("AV", "USD"), of("MI", "USD")), (Some(100_000), Some(-200_000)));
        assert_eq!((of("FE", "USD"), of("FX", "USD"), of("QE", "USD")), (Some(500), Some(99_500), Some(0)));
        assert_eq!((of("FX", "EUR"), of("PO", "EUR"), of("CA", "EUR")), (Some(-91_540), Some(0), Some(91_540)));
    }
}
