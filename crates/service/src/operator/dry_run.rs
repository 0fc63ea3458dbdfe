//! Dry runs: reports about actions that have changed nothing.

use causeway_domain::Time;
use causeway_domain::alerts::AlertKind;
use causeway_domain::postings::PostingKind;
use causeway_store::{
    AlertEffect, ChangeEffect, Effects, EventEffect, JobEffect, PostingEffect, StatusEffect,
};
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::{Money, OperatorError, view};
use crate::runtime::jobs::Work;

/// The members of results that would be generated anew by the action.
const GENERATED: [&str; 11] = [
    "client_id",
    "client_secret",
    "operator_token",
    "sign_in_url",
    "secret",
    "key",
    "public_key",
    "service_key",
    "webhook_public_key",
    "signing",
    "encryption",
];

/// The text in place of a generated member.
const NOT_YET: &str = "(made when the action is carried out)";

view! {
    struct PostingLine of posting: PostingEffect {
        posting: PostingKind = posting.kind,
        meaning: &'static str = posting.kind.meaning(),
        part: &'static str = posting.code.meaning(),
        /// Code of the ledger account, with the id of an internal account.
        account: String =
            posting.account.map_or_else(|| posting.code.to_string(), |id| format!("{} {id}", posting.code)),
        /// Positive is a credit, negative a debit.
        amount: Money = posting.amount.into(),
    }

    struct StatusLine of status: StatusEffect {
        resource: String = status.resource,
        /// `None` if the resource would be new.
        from: Option<String> = status.from,
        to: String = status.to,
    }

    struct EventLine of event: EventEffect {
        event: String = event.event_type,
        resource: String = event.resource,
    }

    struct JobLine of job: JobEffect {
        what: String = work_in_words(&job.kind, &job.payload),
        kind: String = job.kind,
        resource: String = job.resource,
        /// On the platform's clock.
        due_at: Time = job.due_at,
    }

    struct AlertLine of alert: AlertEffect {
        alert: AlertKind = alert.kind,
        meaning: &'static str = alert.kind.facts().sentence,
        subject: String = alert.subject,
    }
}

/// The effects that an action would have.
#[derive(Default, Serialize)]
struct EffectsView {
    postings: Vec<PostingLine>,
    statuses: Vec<StatusLine>,
    events: Vec<EventLine>,
    jobs: Vec<JobLine>,
    alerts: Vec<AlertLine>,
    /// Other effects, in words that follow "it would".
    further: Vec<String>,
}

/// A preview of an action that is not one transaction.
#[derive(Default, Serialize)]
pub(super) struct Forecast {
    /// The answer of the action, as far as it is known before.
    result: Value,
    would: EffectsView,
}

impl Forecast {
    /// Returns a forecast with these effects, in words that follow "it would".
    pub(super) fn of(further: Vec<String>) -> Self {
        Self { would: EffectsView { further, ..EffectsView::default() }, ..Self::default() }
    }

    /// Adds the answer of the action.
    pub(super) fn with_result(self, result: Value) -> Self {
        Self { result, ..self }
    }

    /// Adds effects that are collected.
    pub(super) fn with_effects(self, effects: Effects) -> Self {
        let mut further = self.would.further;
        let mut would = EffectsView::from(effects);
        further.append(&mut would.further);
        Self { would: EffectsView { further, ..would }, ..self }
    }

    /// Returns the report.
    pub(super) fn into_report(self) -> Result<Value, OperatorError> {
        let would = serde_json::to_value(self.would).map_err(OperatorError::defect)?;
        Ok(json!({ "dryRun": true, "result": without_generated(self.result), "would": would }))
    }
}

impl From<Effects> for EffectsView {
    fn from(effects: Effects) -> Self {
        Self {
            postings: effects.postings.into_iter().map(PostingLine::from).collect(),
            statuses: effects.statuses.into_iter().map(StatusLine::from).collect(),
            events: effects.events.into_iter().map(EventLine::from).collect(),
            jobs: effects.jobs.into_iter().map(JobLine::from).collect(),
            alerts: effects.alerts.into_iter().map(AlertLine::from).collect(),
            further: effects.changes.into_iter().filter_map(sentence).collect(),
        }
    }
}

/// Returns a change in words that follow "it would"; `None` if there is no value before or after it.
fn sentence(change: ChangeEffect) -> Option<String> {
    let ChangeEffect { name, from, to } = change;
    match (from, to) {
        (Some(from), Some(to)) => Some(format!("change {name} from {from} to {to}")),
        (None, Some(to)) => Some(format!("add {name}: {to}")),
        (Some(from), None) => Some(format!("remove {name}: {from}")),
        (None, None) => None,
    }
}

/// Returns the report about an action whose transaction was undone.
pub(super) fn report(result: Value, effects: Effects) -> Result<Value, OperatorError> {
    Forecast::default().with_result(result).with_effects(effects).into_report()
}

/// Returns the next step of a job in words. A newer process may have scheduled work of a kind that this one
/// does not know: its name is returned.
pub(super) fn work_in_words(kind: &str, payload: &Value) -> String {
    Work::from_payload(payload).map_or_else(|_| kind.to_owned(), |work| work.meaning().to_owned())
}

/// Replaces credentials and keys, which the action would generate anew: those of the dry run are not valid.
fn without_generated(result: Value) -> Value {
    let Value::Object(members) = result else { return result };
    let replaced: Map<String, Value> = members
        .into_iter()
        .map(|(name, value)| {
            let is_generated = GENERATED.contains(&name.as_str()) && !value.is_null();
            (name, if is_generated { NOT_YET.into() } else { value })
        })
        .collect();
    Value::Object(replaced)
}

#[cfg(test)]
mod tests {
    use causeway_domain::Amount;
    use causeway_domain::money::CurrencyCode;
    use causeway_domain::postings::AccountCode;

    use super::*;

    #[test]
    fn generated_credentials_are_not_in_the_report() {
        let result = json!({ "name": "ci", "client_secret": "abc", "secret": null });
        let report = report(result, Effects::default()).unwrap();
        assert_eq!(report["result"], json!({ "name": "ci", "client_secret": NOT_YET, "secret": null }));
        assert_eq!(report["dryRun"], true);
    }

    #[test]
    fn a_change_is_a_sentence_after_what_is_known_before() {
        let change = |from: Option<&str>, to: Option<&str>| ChangeEffect {
            name: "the rate".to_owned(),
            from: from.map(str::to_owned),
            to: to.map(str::to_owned),
        };
        let changes = vec![change(Some("1"), Some("2")), change(None, Some("2")), change(Some("1"), None)];
        let effects = Effects { changes, ..Effects::default() };
        let forecast = Forecast::of(vec!["send a notice".to_owned()]).with_effects(effects);
        let expected =
            ["send a notice", "change the rate from 1 to 2", "add the rate: 2", "remove the rate: 1"];
        assert_eq!(forecast.into_report().unwrap()["would"]["further"], json!(expected));
    }

    #[test]
    fn a_posting_has_its_meaning_and_its_amount() {
        let amount = Amount::new(-1_250, CurrencyCode::USD);
        let posting = PostingEffect {
            kind: PostingKind::SandboxFunded,
            code: AccountCode::SandboxMint,
            account: None,
            amount,
        };
        let effects = Effects { postings: vec![posting], ..Effects::default() };
        let report = report(Value::Null, effects).unwrap();
        let line = &report["would"]["postings"][0];
        assert_eq!(line["amount"], json!({ "amount": -1_250, "currency": "USD", "decimals": 2 }));
        assert_eq!(line["meaning"], PostingKind::SandboxFunded.meaning());
    }
}
