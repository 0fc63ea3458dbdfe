//! The amounts of the payments that alerts are about.

use std::collections::{BTreeMap, HashMap};

use causeway_domain::Amount;
use causeway_domain::ids::{PlatformId, TransactionId};
use causeway_store::alerts::AlertRecord;
use causeway_store::{Tx, payments};

use super::Answer;

/// Returns the amounts of the payments that alerts are about, by the subjects of the alerts.
pub(super) fn amounts(tx: &mut Tx<'_>, alerts: &[AlertRecord]) -> Answer<HashMap<String, Amount>> {
    let mut ids: BTreeMap<PlatformId, Vec<TransactionId>> = BTreeMap::new();
    for alert in alerts {
        if let (Some(platform), Ok(id)) = (alert.platform, alert.subject.parse()) {
            ids.entry(platform).or_default().push(id);
        }
    }
    let mut amounts = HashMap::new();
    for (platform, ids) in ids {
        for payment in payments::among(tx, platform, &ids)? {
            let amount = payment.terms.sent.or(payment.terms.received);
            amounts.extend(amount.map(|amount| (payment.id.to_string(), amount)));
        }
    }
    Ok(amounts)
}
