//! Rows of the audit trail of operators' actions. Rows are inserted and never changed (conventions 2.1).

use causeway_domain::Time;
use causeway_domain::ids::PlatformId;
use serde_json::Value as Json;
use uuid::Uuid;

use crate::{Error, Row, Tx, Value, params};

/// A new audit entry, recorded in the transaction of the operator's action.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NewAudit<'a> {
    /// The affected platform; `None` if the action is not about one platform.
    pub platform: Option<PlatformId>,
    /// The person, or the name of an operator token.
    pub actor: &'a str,
    /// The system user whose rights the person used, if that is another one.
    pub as_user: Option<&'a str>,
    /// `command`, `socket` or `network`.
    pub channel: &'a str,
    pub request: Uuid,
    /// The command, for example `account freeze`.
    pub action: &'a str,
    /// The first id among the arguments or in the result, or the first arguments.
    pub about: Option<&'a str>,
    /// The operator's reason; empty if the command asks for none.
    pub reason: &'a str,
    /// Arguments of the command.
    pub detail: &'a Json,
    /// The ids that the action is about, each once.
    pub subjects: &'a [String],
}

/// A recorded audit entry.
#[derive(Debug, Clone, PartialEq)]
pub struct AuditRecord {
    /// Position in the order of recording.
    pub seq: i64,
    /// The affected platform; `None` if the action is not about one platform.
    pub platform: Option<PlatformId>,
    /// The person, or the name of an operator token.
    pub actor: String,
    /// The system user whose rights the person used, if that is another one.
    pub as_user: Option<String>,
    /// `command`, `socket` or `network`.
    pub channel: String,
    pub request: Uuid,
    /// The command.
    pub action: String,
    /// The first id among the arguments or in the result, or the first arguments; `None` without any.
    pub about: Option<String>,
    /// Empty if the command asks for none.
    pub reason: String,
    /// Arguments of the command.
    pub detail: Json,
    /// Wall time.
    pub at: Time,
}

/// Filter for audit entries; all given conditions must hold.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Filter {
    /// An id among the subjects.
    pub subject: Option<String>,
    pub platform: Option<PlatformId>,
    pub actor: Option<String>,
    /// The command.
    pub action: Option<String>,
    /// Inclusive, in wall time.
    pub since: Option<Time>,
    /// Exclusive, in wall time.
    pub until: Option<Time>,
    /// Only entries before the one with this number.
    pub before: Option<i64>,
}

/// Records an audit entry with the current wall time.
pub fn insert(tx: &mut Tx<'_>, audit: &NewAudit<'_>) -> Result<(), Error> {
    let now = tx.wall();
    let values = params![
        audit.platform,
        audit.actor,
        audit.as_user,
        audit.channel,
        audit.request,
        audit.action,
        audit.about,
        audit.reason,
        Value::doc(audit.detail)?,
        now,
    ];
    let columns = "platform_id, actor, as_user, channel, request_id, action, about, reason, detail, at";
    let sql = format!("INSERT INTO audit ({columns}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)");
    if audit.subjects.is_empty() {
        return tx.execute(&sql, values);
    }
    let seq: i64 = tx.query_one(&format!("{sql} RETURNING seq"), values, |row| row.get("seq"))?;
    insert_subjects(tx, audit.subjects, now, seq)
}

fn insert_subjects(tx: &mut Tx<'_>, subjects: &[String], at: Time, seq: i64) -> Result<(), Error> {
    let mut values = vec![Value::from(at), Value::from(seq)];
    let mut rows = Vec::with_capacity(subjects.len());
    for subject in subjects {
        values.push(subject.into());
        rows.push(format!("(${}, $1, $2)", values.len()));
    }
    let sql = format!("INSERT INTO audit_subject (subject, at, seq) VALUES {}", rows.join(", "));
    tx.execute(&sql, &values)
}

/// Returns up to `limit` matching entries, the newest first.
pub fn list(tx: &mut Tx<'_>, filter: &Filter, limit: i64) -> Result<Vec<AuditRecord>, Error> {
    let mut conditions = Conditions::default();
    let before = match filter.before {
        None => None,
        Some(seq) => match time_of(tx, seq)? {
            Some(at) => Some((at, seq)),
            None => return Ok(Vec::new()),
        },
    };
    let (from, prefix) = match &filter.subject {
        Some(subject) => {
            conditions.add("s.subject =", subject);
            ("audit_subject s JOIN audit a ON a.seq = s.seq", "s")
        }
        None => ("audit a", "a"),
    };
    if let Some(platform) = filter.platform {
        conditions.add("a.platform_id =", platform);
    }
    if let Some(actor) = &filter.actor {
        conditions.add("a.actor =", actor);
    }
    if let Some(action) = &filter.action {
        conditions.add("a.action =", action);
    }
    if let Some(since) = filter.since {
        conditions.add(&format!("{prefix}.at >="), since);
    }
    if let Some(until) = filter.until {
        conditions.add(&format!("{prefix}.at <"), until);
    }
    if let Some((at, seq)) = before {
        let at = conditions.place(at);
        let seq = conditions.place(seq);
        conditions.texts.push(format!("({prefix}.at, {prefix}.seq) < ({at}, {seq})"));
    }
    let condition = conditions.text();
    let limit = conditions.place(limit);
    let sql = format!(
        "SELECT a.seq, a.platform_id, a.actor, a.as_user, a.channel, a.request_id, a.action, a.about, a.reason,
             a.detail, a.at
         FROM {from} {condition} ORDER BY {prefix}.at DESC, {prefix}.seq DESC LIMIT {limit}"
    );
    tx.query(&sql, &conditions.values, read)
}

/// Returns the time of the entry with this number, or `None` if it does not exist.
fn time_of(tx: &mut Tx<'_>, seq: i64) -> Result<Option<Time>, Error> {
    tx.query_opt("SELECT at FROM audit WHERE seq = $1", params![seq], |row| row.get("at"))
}

/// The conditions of a list, with their values.
#[derive(Debug, Default)]
struct Conditions<'a> {
    texts: Vec<String>,
    values: Vec<Value<'a>>,
}

impl<'a> Conditions<'a> {
    fn add(&mut self, comparison: &str, value: impl Into<Value<'a>>) {
        let place = self.place(value);
        self.texts.push(format!("{comparison} {place}"));
    }

    /// Adds a value and returns its placeholder.
    fn place(&mut self, value: impl Into<Value<'a>>) -> String {
        self.values.push(value.into());
        format!("${}", self.values.len())
    }

    fn text(&self) -> String {
        if self.texts.is_empty() { String::new() } else { format!("WHERE {}", self.texts.join(" AND ")) }
    }
}

fn read(row: &Row<'_>) -> Result<AuditRecord, Error> {
    Ok(AuditRecord {
        seq: row.get("seq")?,
        platform: row.get("platform_id")?,
        actor: row.get("actor")?,
        as_user: row.get("as_user")?,
        channel: row.get("channel")?,
        request: row.get("request_id")?,
        action: row.get("action")?,
        about: row.get("about")?,
        reason: row.get("reason")?,
        detail: row.json("detail")?,
        at: row.get("at")?,
    })
}
