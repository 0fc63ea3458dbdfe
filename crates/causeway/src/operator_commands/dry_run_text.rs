//! The report of a dry run as text: a sentence for each thing that the action would do.

use causeway_service::operator::Action;
use serde_json::Value;

use super::cells::{aligned, in_line, money};
use super::layout::Layout;
use super::table;

/// Formats the report about an action that has changed nothing.
#[must_use]
pub(super) fn text(report: &Value, action: &Action, layout: Layout) -> String {
    let heading = format!("Dry run of {} {}: nothing has been changed.", action.noun, action.verb);
    let effects = effects(&report["would"]);
    let effects = match effects.is_empty() {
        true => "It would change only what it answers.".to_owned(),
        false => format!("It would\n{}", aligned(&effects)),
    };
    let answer = match &report["result"] {
        Value::Null => None,
        result => Some(format!("and answer\n{}", table::text(result, action.columns, layout))),
    };
    [Some(heading), Some(effects), answer].into_iter().flatten().collect::<Vec<_>>().join("\n\n")
}

/// Returns a row for each effect: the verb, and its object.
fn effects(would: &Value) -> Vec<Vec<String>> {
    let all = |name: &str| would[name].as_array().into_iter().flatten();
    let further = all("further").map(|sentence| in_line(sentence.as_str().unwrap_or_default()));
    let further = further.map(|sentence| {
        let (verb, rest) = sentence.split_once(' ').unwrap_or((&sentence, ""));
        row(verb, rest)
    });
    let postings = all("postings").map(posting);
    let statuses = all("statuses").map(status);
    let events = all("events").map(|event| {
        row("send", &format!("the event {} about {}", word(event, "event"), word(event, "resource")))
    });
    let jobs = all("jobs").map(|job| {
        let [what, resource, due] = ["what", "resource", "due_at"].map(|member| word(job, member));
        row("schedule", &format!("{what}: {resource}, due {due}"))
    });
    let alerts = all("alerts").map(|alert| {
        let [kind, subject, meaning] = ["alert", "subject", "meaning"].map(|member| word(alert, member));
        row("raise", &format!("the alert {kind} about {subject}: {meaning}"))
    });
    further.chain(postings).chain(statuses).chain(events).chain(jobs).chain(alerts).collect()
}

fn row(verb: &str, object: &str) -> Vec<String> {
    vec![format!("  {verb}"), object.to_owned()]
}

fn word(value: &Value, member: &str) -> String {
    in_line(value[member].as_str().unwrap_or_default())
}

/// Returns the row of an entry of the ledger. A credit goes to an account, a debit comes from it.
fn posting(entry: &Value) -> Vec<String> {
    let is_credit = entry["amount"]["amount"].as_i64().is_some_and(|amount| amount > 0);
    let amount = money(&entry["amount"]).unwrap_or_default();
    let (verb, preposition) = if is_credit { ("credit", "to") } else { ("debit", "from") };
    let amount = amount.trim_start_matches('-');
    let [part, account, meaning] = ["part", "account", "meaning"].map(|member| word(entry, member));
    row(verb, &format!("{amount} {preposition} {part} ({account}): {meaning}"))
}

fn status(change: &Value) -> Vec<String> {
    let [resource, to] = ["resource", "to"].map(|member| word(change, member));
    match change["from"].as_str() {
        None => row("create", &format!("{resource}, {to}")),
        Some(from) => row("change", &format!("{resource} from {} to {to}", in_line(from))),
    }
}

#[cfg(test)]
mod tests {
    use causeway_service::operator::find;
    use serde_json::json;

    use super::*;

    #[test]
    fn a_dry_run_is_a_sentence_for_each_effect() {
        let usd = |amount: i64| json!({ "amount": amount, "currency": "USD", "decimals": 2 });
        let report = json!({
            "dryRun": true,
            "result": { "transaction": "Transaction:1", "status": "FAILED" },
            "would": {
                "postings": [
                    { "posting": "X", "meaning": "refunded", "part": "payouts in flight", "account": "PO",
                      "amount": usd(-10_000) },
                    { "posting": "X", "meaning": "refunded", "part": "available funds",
                      "account": "AV InternalAccount:2", "amount": usd(10_000) },
                ],
                "statuses": [{ "resource": "Transaction:1", "from": "PROCESSING", "to": "FAILED" }],
                "events": [{ "event": "OUTGOING_PAYMENT.FAILED", "resource": "Transaction:1" }],
                "jobs": [],
                "alerts": [],
                "further": [],
            },
        });
        let expected = "Dry run of payment refund: nothing has been changed.\n\n\
            It would\n  \
            debit   100.00 USD from payouts in flight (PO): refunded\n  \
            credit  100.00 USD to available funds (AV InternalAccount:2): refunded\n  \
            change  Transaction:1 from PROCESSING to FAILED\n  \
            send    the event OUTGOING_PAYMENT.FAILED about Transaction:1\n\n\
            and answer\n\
            transaction  Transaction:1\nstatus       FAILED";
        assert_eq!(text(&report, find("payment", "refund").unwrap(), Layout::Complete), expected);
    }

    #[test]
    fn an_action_without_further_effects_says_so() {
        let report =
            json!({ "dryRun": true, "result": null, "would": { "further": ["send a test\u{7} notice"] } });
        let shown = text(&report, find("alert-sink", "test").unwrap(), Layout::Complete);
        assert_eq!(
            shown,
            "Dry run of alert-sink test: nothing has been changed.\n\nIt would\n  send  a test notice"
        );
        let nothing = json!({ "dryRun": true, "result": null, "would": {} });
        let shown = text(&nothing, find("rate", "set").unwrap(), Layout::Complete);
        assert!(shown.ends_with("It would change only what it answers."), "{shown}");
    }
}
