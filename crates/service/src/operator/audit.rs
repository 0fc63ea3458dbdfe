//! The audit trail of operators' actions (conventions 2.1).

use causeway_domain::Time;
use causeway_domain::ids::PlatformId;
use causeway_domain::search::ResourceKind;
use causeway_store::Tx;
use causeway_store::audit::{self, AuditRecord, Filter};
use serde_json::Value;
use uuid::Uuid;

use super::audit_entry::subject;
use super::list_page::check_limit;
use super::viewer::PersonalData;
use super::{Answer, Call, OperatorError, arguments, default_number, limit, noun, number, option, view};

noun! {
    /// Audit trail of operator actions
    "audit" {
        /// List operator actions with actor, time and reason, newest first
        "list": Look => read_deployment(list)
            .or_platform()
            .columns(&["number", "at", "actor", "as_user", "channel", "action", "about", "reason", "platform"]),
    }
}

arguments! {
    struct ListRequest {
        subject: Option<String> =
            option("Only actions about this id: a customer, a payment, an account, and so on")
                .id_or_text(ResourceKind::ALL),
        actor: Option<String> = option("Only actions of this person or operator token"),
        action: Option<String> = option("Only this command, such as \"account freeze\""),
        since: Option<Time> = option("Only actions at or after this time, such as 2025-10-03T00:00:00Z"),
        until: Option<Time> = option("Only actions before this time"),
        before: Option<i64> = number("Only entries before the one with this number [default: the newest]"),
        #[serde(default = "default_number::<50>")]
        limit: u32 = limit(),
    }
}

view! {
    struct AuditRow of entry: AuditRecord {
        number: i64 = entry.seq,
        at: Time = entry.at,
        actor: String = entry.actor,
        /// The system user whose rights the person used, if that is another one.
        as_user: Option<String> = entry.as_user,
        channel: String = entry.channel,
        action: String = entry.action,
        /// The first id among the arguments or in the result, or the first arguments, for viewers who may see persons.
        about: Option<String> = entry.about,
        /// `None` if the command had none.
        reason: Option<String> = Some(entry.reason).filter(|reason| !reason.is_empty()),
        platform: Option<PlatformId> = entry.platform,
        request: Uuid = entry.request,
        /// `None` for viewers who may not see persons: arguments can name them.
        detail: Option<Value> = Some(entry.detail),
    }
}

fn list(tx: &mut Tx<'_>, call: &Call, list: &ListRequest) -> Answer<Vec<AuditRow>> {
    check_limit(list.limit)?;
    let about = list.subject.as_ref().map(|text| {
        subject(text).ok_or_else(|| OperatorError::invalid(format!("argument subject: {text} is not an id")))
    });
    let filter = Filter {
        subject: about.transpose()?,
        platform: call.chosen_platform(tx)?,
        actor: list.actor.clone(),
        action: list.action.clone(),
        since: list.since,
        until: list.until,
        before: list.before,
    };
    let found = audit::list(tx, &filter, i64::from(list.limit))?;
    Ok(found.into_iter().map(|entry| row(call, entry)).collect())
}

fn row(call: &Call, entry: AuditRecord) -> AuditRow {
    let personal = PersonalData::of(call, entry.platform);
    let row = AuditRow::from(entry);
    let about = row.about.filter(|about| personal.may_see_person() || subject(about).is_some());
    let reason = personal.show_any(row.reason);
    AuditRow { about, reason, detail: row.detail.filter(|_| personal.may_see_person()), ..row }
}
