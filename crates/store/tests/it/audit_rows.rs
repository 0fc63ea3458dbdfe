//! Integration tests of the rows of the audit trail.

use causeway_store::audit::{self, NewAudit};
use serde_json::json;
use uuid::Uuid;

use crate::harness::{Engine, Fixture, START, on_both_engines, platform};
use crate::rows::{read, write};

on_both_engines!(entries_are_recorded_in_order);

async fn entries_are_recorded_in_order(engine: Engine) {
    let store = Fixture::new(engine).await;
    for action in ["account freeze", "account release"] {
        write(&store, move |tx| {
            let detail = json!({"account": 1});
            let audit_entry = NewAudit {
                platform: Some(platform(1)),
                actor: "ada",
                as_user: Some("causeway"),
                channel: "socket",
                request: Uuid::from_u128(7),
                action,
                about: Some("Account:7"),
                reason: "fraud report",
                detail: &detail,
                subjects: &[format!("Account:{action}"), "Customer:1".to_owned()],
            };
            audit::insert(tx, &audit_entry)
        })
        .await;
    }
    let list = async |filter: audit::Filter| read(&store, move |tx| audit::list(tx, &filter, 10)).await;
    let all = list(audit::Filter::default()).await;
    assert_eq!(
        all.iter().map(|audit_entry| audit_entry.action.as_str()).collect::<Vec<_>>(),
        ["account release", "account freeze"]
    );
    let newest = all[0].seq;
    let rest = list(audit::Filter { before: Some(newest), ..audit::Filter::default() }).await;
    assert_eq!(rest, all[1..]);
    assert_eq!((rest[0].actor.as_str(), rest[0].at, rest[0].platform), ("ada", START, Some(platform(1))));
    assert_eq!((rest[0].as_user.as_deref(), rest[0].channel.as_str()), (Some("causeway"), "socket"));
    assert_eq!(rest[0].about.as_deref(), Some("Account:7"));
    let some = |text: &str| Some(text.to_owned());
    for (filter, count) in [
        (audit::Filter { subject: some("Customer:1"), ..audit::Filter::default() }, 2),
        (audit::Filter { subject: some("Account:account freeze"), ..audit::Filter::default() }, 1),
        (audit::Filter { subject: some("Customer:2"), ..audit::Filter::default() }, 0),
        (audit::Filter { actor: some("ada"), action: some("account freeze"), ..audit::Filter::default() }, 1),
        (audit::Filter { actor: some("causeway"), ..audit::Filter::default() }, 0),
        (audit::Filter { platform: Some(platform(2)), ..audit::Filter::default() }, 0),
        (audit::Filter { since: Some(START), platform: Some(platform(1)), ..audit::Filter::default() }, 2),
        (audit::Filter { until: Some(START), ..audit::Filter::default() }, 0),
        (audit::Filter { before: Some(newest + 1), ..audit::Filter::default() }, 0),
    ] {
        assert_eq!(list(filter.clone()).await.len(), count, "{filter:?}");
    }
}
