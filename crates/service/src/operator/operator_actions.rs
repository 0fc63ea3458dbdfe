//! Operators' actions about a resource, from the audit trail.

use causeway_domain::Time;
use causeway_domain::ids::{Id, PlatformId};
use causeway_store::Tx;
use causeway_store::audit::{self, AuditRecord, Filter};

use super::viewer::PersonalData;
use super::{Answer, view};

/// Maximum number of actions shown with a resource.
const MAX_ACTIONS: i64 = 100;

view! {
    /// An operator's action.
    pub(super) struct ActionRow of entry: AuditRecord {
        /// Wall time.
        at: Time = entry.at,
        actor: String = entry.actor,
        /// The system user whose rights the person used, if that is another one.
        as_user: Option<String> = entry.as_user,
        channel: String = entry.channel,
        action: String = entry.action,
        reason: String = entry.reason,
    }
}

/// Returns the actions about a resource of a platform, newest first, as the caller may see them.
pub(super) fn actions_about(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    id: impl Id,
    personal: PersonalData,
) -> Answer<Vec<ActionRow>> {
    let filter = Filter { subject: Some(id.to_string()), platform: Some(platform), ..Filter::default() };
    let found = audit::list(tx, &filter, MAX_ACTIONS)?.into_iter().map(ActionRow::from);
    let masked = found.map(|row| ActionRow { reason: personal.show_reason(&row.reason), ..row });
    Ok(masked.collect())
}
