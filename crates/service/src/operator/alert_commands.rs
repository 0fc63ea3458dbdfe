//! The commands of alerts about payments, from the present state of the payment: until the next round of maintenance, the alert
//! of a payment that was just settled is open (conventions 2.1).

use std::collections::{BTreeMap, HashMap};

use causeway_domain::alerts::AlertKind;
use causeway_domain::ids::{PlatformId, TransactionId};
use causeway_store::alerts::AlertRecord;
use causeway_store::payments::{self, PaymentRecord};
use causeway_store::unmatched_deposits::{self, UnmatchedRecord};
use causeway_store::{Error, Tx};
use serde_json::Value;

use crate::payments::incoming::unmatched;
use crate::payments::settled_alerts;

/// The money that an alert is about.
enum AlertSubject {
    Payment(Box<PaymentRecord>),
    Unmatched(Box<UnmatchedRecord>),
}

/// Replaces the commands of alerts about payments and about unmatched money, in up to two statements for each platform.
pub(super) fn refresh(tx: &mut Tx<'_>, alerts: &mut [AlertRecord]) -> Result<(), Error> {
    let mut ids: BTreeMap<PlatformId, Vec<TransactionId>> = BTreeMap::new();
    for alert in alerts.iter() {
        if let Some((platform, id)) = alert.platform.zip(transaction(alert)) {
            ids.entry(platform).or_default().push(id);
        }
    }
    for (platform, ids) in ids {
        let subjects = subjects(tx, platform, &ids)?;
        for alert in alerts.iter_mut().filter(|alert| alert.platform == Some(platform)) {
            if let Some(subject) = transaction(alert).and_then(|id| subjects.get(&id)) {
                write(alert, subject);
            }
        }
    }
    Ok(())
}

/// Replaces the commands of an alert about a payment.
pub(super) fn refresh_of(alert: &mut AlertRecord, payment: &PaymentRecord) {
    if transaction(alert) == Some(payment.id) {
        write_commands(alert, settled_alerts::commands(alert, payment));
    }
}

/// Returns the transaction whose state decides about the commands of an alert.
fn transaction(alert: &AlertRecord) -> Option<TransactionId> {
    let about = match alert.known_kind()? {
        AlertKind::JobPoisoned => alert.detail["resource"].as_str()?,
        // The row of the payment is to be restored, and then the job to be retried.
        AlertKind::PaymentNotAuthentic => return None,
        _ => alert.subject.as_str(),
    };
    about.parse().ok().filter(|_| alert.detail["commands"].is_array())
}

/// Finds the payments and the unmatched money with these ids.
fn subjects(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    ids: &[TransactionId],
) -> Result<HashMap<TransactionId, AlertSubject>, Error> {
    let found = payments::among(tx, platform, ids)?.into_iter();
    let mut subjects: HashMap<TransactionId, AlertSubject> =
        found.map(|payment| (payment.id, AlertSubject::Payment(Box::new(payment)))).collect();
    let others: Vec<TransactionId> = ids.iter().copied().filter(|id| !subjects.contains_key(id)).collect();
    // Accepts a forged row, because no row of the list is about it: the commands themselves refuse it.
    let (found, _) = tx.read_foreign(|tx| unmatched_deposits::among(tx, platform, &others));
    let unmatched = found?.into_iter();
    subjects.extend(unmatched.map(|record| (record.id, AlertSubject::Unmatched(Box::new(record)))));
    Ok(subjects)
}

fn write(alert: &mut AlertRecord, subject: &AlertSubject) {
    let commands = match subject {
        AlertSubject::Payment(payment) => settled_alerts::commands(alert, payment),
        AlertSubject::Unmatched(record) => unmatched::commands(record),
    };
    write_commands(alert, commands);
}

/// Writes the commands behind those that do not depend on the state of the payment.
fn write_commands(alert: &mut AlertRecord, commands: Vec<String>) {
    let own: Vec<Value> =
        alert.detail["commands"].as_array().into_iter().flatten().filter(is_own).cloned().collect();
    let all: Vec<Value> = own.into_iter().chain(commands.into_iter().map(Value::from)).collect();
    alert.detail["commands"] = all.into();
}

/// Returns `true` for the retry of a job, the show of a payment, and what is done about a rail or lets one take the payment.
fn is_own(command: &&Value) -> bool {
    let words: Vec<&str> = command.as_str().unwrap_or_default().split(' ').collect();
    match words[..] {
        [_, "jobs" | "platform", ..] | [_, "payment", "show", ..] => true,
        [_, noun, ..] => noun.starts_with("rail"),
        _ => false,
    }
}
