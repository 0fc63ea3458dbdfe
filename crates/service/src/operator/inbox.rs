//! All that waits for a person (conventions 2.3).

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use causeway_domain::alerts::Severity;
use causeway_domain::ids::{PlatformId, TransactionId};
use causeway_domain::{Amount, Time};
use causeway_store::alerts::AlertRecord;
use causeway_store::listing::{Order, Page};
use causeway_store::payments::PaymentRecord;
use causeway_store::platforms::PlatformRecord;
use causeway_store::verifications::QueueFilter;
use causeway_store::{
    Tx, agent_actions, alerts, card_transactions, external_accounts, jobs, ledger, payments, verifications,
};
use serde::{Deserialize, Serialize};

use super::alert_amounts::amounts;
use super::alert_permission::permission_of;
use super::card_transaction_list::collect_command;
use super::job_list::Subjects;
use super::permission::Permission;
use super::verification_list::WAITING;
use super::{Answer, Call, Money, OperatorError, arguments, flag, noun, option};
use crate::alerts::severity_of_kind;
use crate::payments::incoming::deposit::ends_at;
use crate::payments::situation::rail_deadline;
use crate::runtime::settings::{PAYOUT_TIMEOUT_DAYS, Settings};

/// Maximum number of rows of one kind on one platform.
const MAX_ROWS: u32 = 200;
/// The same number as a length.
const MAX_SHOWN: usize = 200;
/// Maximum number of alerts looked through, on all platforms.
const MAX_ALERTS: usize = 1_000;
/// The same number as a limit of rows.
const ALERT_LIMIT: i64 = 1_000;

noun! {
    /// Matters that wait for a person
    "inbox" {
        /// List all that waits, the oldest first
        "list": Look => read_deployment(list).on_any_platform()
            .columns(&[
                "kind",
                "id",
                "about",
                "platform",
                "since",
                "deadline",
                "amount",
                "is_yours",
                "roles",
                "otherwise",
                "next",
            ]),
    }
}

/// The kind of a matter that waits for a person.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
enum InboxKind {
    Verification,
    ExternalAccount,
    Deposit,
    Suspense,
    CardTransaction,
    AgentAction,
    Job,
    /// Neither a note nor about another row.
    Alert,
}

impl InboxKind {
    /// The kinds that each platform has on its own.
    const OF_PLATFORM: [Self; 7] = [
        Self::Verification,
        Self::ExternalAccount,
        Self::Deposit,
        Self::Suspense,
        Self::CardTransaction,
        Self::AgentAction,
        Self::Job,
    ];
}

arguments! {
    struct ListRequest {
        kind: Option<InboxKind> =
            option("Only this kind: VERIFICATION, EXTERNAL_ACCOUNT, DEPOSIT, SUSPENSE, CARD_TRANSACTION, AGENT_ACTION, JOB, ALERT"),
        #[serde(default)]
        overdue: bool = flag("Only those whose deadline has passed"),
        #[serde(default)]
        mine: bool = flag("Only those that your roles can act on"),
    }
}

/// All that waits.
#[derive(Serialize)]
struct Inbox {
    /// The kinds with so many rows on one platform that there may be more.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    cut_off: Vec<InboxKind>,
    rows: Vec<InboxView>,
}

/// A matter that waits, as a caller sees it.
#[derive(Serialize)]
struct InboxView {
    #[serde(flatten)]
    row: InboxRow,
    /// `true` if the caller has one of the roles.
    is_yours: bool,
    /// The roles that can act on it.
    roles: Vec<&'static str>,
}

/// A matter that waits.
#[derive(Serialize)]
struct InboxRow {
    kind: InboxKind,
    id: String,
    /// On the platform's clock; of an alert, in wall time.
    since: Time,
    deadline: Option<Time>,
    amount: Option<Money>,
    /// Of an alert: its kind and its sentence.
    about: Option<String>,
    /// The consequence of doing nothing.
    otherwise: &'static str,
    /// The command that shows what is to be decided, or that decides if nothing more is known.
    next: String,
    /// `None` if it is not about one platform.
    platform: Option<PlatformId>,
    /// The permission to act on it.
    #[serde(skip)]
    needs: Permission,
}

fn list(tx: &mut Tx<'_>, call: &Call, request: &ListRequest) -> Answer<Inbox> {
    let mut cut_off = Vec::new();
    let mut all: Vec<InboxRow> = Vec::new();
    for platform in call.platform.all(tx)? {
        let now = platform.clock.at(tx.wall());
        for kind in InboxKind::OF_PLATFORM.iter().filter(|kind| request.includes(**kind)) {
            let InboxPart { mut rows, is_cut } = of_kind(tx, call, &platform, *kind)?;
            if (is_cut || rows.len() >= MAX_SHOWN) && !cut_off.contains(kind) {
                cut_off.push(*kind);
            }
            rows.retain(|row| !request.overdue || row.deadline.is_some_and(|deadline| deadline <= now));
            all.append(&mut rows);
        }
    }
    // Leaves alerts out of the overdue rows: they have no deadline.
    if request.includes(InboxKind::Alert) && !request.overdue {
        let InboxPart { rows, is_cut } = open_alerts(tx, call, &all)?;
        cut_off.extend(is_cut.then_some(InboxKind::Alert));
        all.extend(rows);
    }
    all.sort_by_key(|row| row.since);
    let mut rows: Vec<InboxView> = all.into_iter().map(|row| InboxView::of(call, row)).collect();
    rows.retain(|view| view.is_yours || !request.mine);
    Ok(Inbox { cut_off, rows })
}

impl InboxView {
    fn of(call: &Call, row: InboxRow) -> Self {
        let is_yours = call.may(row.needs, row.platform);
        Self { is_yours, roles: row.needs.roles(), row }
    }
}

impl ListRequest {
    fn includes(&self, kind: InboxKind) -> bool {
        self.kind.is_none_or(|only| only == kind)
    }
}

/// The matters of one kind on one platform.
struct InboxPart {
    rows: Vec<InboxRow>,
    /// `true` if only some rows were looked through.
    is_cut: bool,
}

fn of_kind(tx: &mut Tx<'_>, call: &Call, platform: &PlatformRecord, kind: InboxKind) -> Answer<InboxPart> {
    let rows = match kind {
        InboxKind::Verification => verifications(tx, platform)?,
        InboxKind::ExternalAccount => accounts(tx, platform)?,
        InboxKind::Deposit => deposits(tx, call, platform)?,
        InboxKind::Suspense => return suspense(tx, platform),
        InboxKind::CardTransaction => shortfalls(tx, platform)?,
        InboxKind::AgentAction => actions(tx, platform)?,
        InboxKind::Job => failed_jobs(tx, platform)?,
        // No platform has alerts on its own: some are about the deployment.
        InboxKind::Alert => Vec::new(),
    };
    Ok(InboxPart { rows, is_cut: false })
}

const OLDEST: Page = Page { after: None, limit: MAX_ROWS, order: Order::Ascending };

fn verifications(tx: &mut Tx<'_>, platform: &PlatformRecord) -> Answer<Vec<InboxRow>> {
    let filter = QueueFilter { statuses: WAITING.to_vec(), ..QueueFilter::default() };
    let found = verifications::queue(tx, platform.id, &filter, None, MAX_ROWS)?;
    let rows = found.rows.iter().take(MAX_SHOWN).map(|record| InboxRow {
        kind: InboxKind::Verification,
        id: record.id.to_string(),
        since: record.doc.submitted_at.unwrap_or(record.created_at),
        deadline: None,
        amount: None,
        about: None,
        otherwise: "the customer stays unverified",
        next: format!("causeway verification show {}", record.id),
        platform: Some(platform.id),
        needs: Permission::Comply,
    });
    Ok(rows.collect())
}

fn accounts(tx: &mut Tx<'_>, platform: &PlatformRecord) -> Answer<Vec<InboxRow>> {
    let found = external_accounts::waiting(tx, platform.id, MAX_ROWS)?;
    let row = |record: &external_accounts::ExternalAccountRecord| InboxRow {
        kind: InboxKind::ExternalAccount,
        id: record.id.to_string(),
        since: record.updated_at.into(),
        deadline: None,
        amount: None,
        about: None,
        otherwise: "the account cannot be paid to",
        next: format!("causeway external-account show {}", record.id),
        platform: Some(platform.id),
        needs: Permission::Comply,
    };
    Ok(found.iter().map(row).collect())
}

/// Returns the deposits that wait for a decision, and those that were announced and have not come in time.
fn deposits(tx: &mut Tx<'_>, call: &Call, platform: &PlatformRecord) -> Answer<Vec<InboxRow>> {
    let row = |record: &PaymentRecord| InboxRow {
        kind: InboxKind::Deposit,
        id: record.id.to_string(),
        since: record.created_at,
        deadline: Some(ends_at(record)),
        amount: record.terms.received.map(Money::from),
        about: None,
        otherwise: "the money goes back to the payer",
        next: format!("causeway deposit show {}", record.id),
        platform: Some(platform.id),
        needs: Permission::Comply,
    };
    let waiting = payments::waiting(tx, platform.id, MAX_ROWS)?;
    let settings = Settings::of_deployment(tx, &call.app.deployment)?;
    let days = settings.get(&PAYOUT_TIMEOUT_DAYS).map_err(OperatorError::defect)?;
    let now = platform.clock.at(tx.wall());
    let announced_until = now.minus(Duration::from_hours(24).saturating_mul(days));
    let late = payments::announced(tx, platform.id, announced_until, MAX_ROWS)?;
    let late = late.iter().map(|record| InboxRow {
        deadline: rail_deadline(record, days),
        otherwise: "the deposit stays announced, and its money is not credited",
        needs: Permission::Money,
        ..row(record)
    });
    let mut rows: Vec<InboxRow> = waiting.iter().map(row).chain(late).collect();
    rows.sort_by_key(|row| row.since);
    rows.truncate(MAX_SHOWN);
    Ok(rows)
}

/// Returns the oldest money in suspense among the newest entries: the ledger keeps resolved ones too.
fn suspense(tx: &mut Tx<'_>, platform: &PlatformRecord) -> Answer<InboxPart> {
    let found = ledger::in_suspense(tx, platform.id, None)?;
    let rows = found.rows.into_iter().rev().take(MAX_SHOWN).map(|funds| InboxRow {
        kind: InboxKind::Suspense,
        id: funds.transaction.to_string(),
        since: funds.since,
        deadline: None,
        amount: Some(funds.amount.into()),
        about: None,
        otherwise: "the money stays in suspense",
        next: format!("causeway suspense show {}", funds.transaction),
        platform: Some(platform.id),
        needs: Permission::Money,
    });
    Ok(InboxPart { rows: rows.collect(), is_cut: found.end.is_some() })
}

/// Returns the card transactions that cost the service money until it is collected.
fn shortfalls(tx: &mut Tx<'_>, platform: &PlatformRecord) -> Answer<Vec<InboxRow>> {
    let found = card_transactions::with_shortfall(tx, platform.id, MAX_ROWS)?;
    let rows = found.iter().map(|record| InboxRow {
        kind: InboxKind::CardTransaction,
        id: record.id.to_string(),
        since: record.created_at,
        deadline: None,
        amount: Some(record.amount(record.figures.shortfall).into()),
        about: None,
        otherwise: "the service carries the shortfall",
        next: collect_command(record.id),
        platform: Some(platform.id),
        needs: Permission::Money,
    });
    Ok(rows.collect())
}

fn actions(tx: &mut Tx<'_>, platform: &PlatformRecord) -> Answer<Vec<InboxRow>> {
    let filter = agent_actions::ScanFilter { is_pending: true, ..Default::default() };
    let found = agent_actions::scan(tx, platform.id, &filter, &OLDEST)?.rows;
    let ids: Vec<TransactionId> = found.iter().map(|record| record.transaction).collect();
    let payments = payments::among(tx, platform.id, &ids)?.into_iter();
    let amounts: HashMap<TransactionId, Option<Amount>> =
        payments.map(|payment| (payment.id, payment.terms.sent.or(payment.terms.received))).collect();
    let rows = found.iter().take(MAX_SHOWN).map(|record| InboxRow {
        kind: InboxKind::AgentAction,
        id: record.id.to_string(),
        since: record.created_at,
        deadline: Some(record.expires_at),
        amount: amounts.get(&record.transaction).copied().flatten().map(Money::from),
        about: None,
        otherwise: "the action fails, and no money moves",
        next: format!("causeway agent-action show {}", record.id),
        platform: Some(platform.id),
        needs: Permission::Look,
    });
    Ok(rows.collect())
}

fn failed_jobs(tx: &mut Tx<'_>, platform: &PlatformRecord) -> Answer<Vec<InboxRow>> {
    let found = jobs::list_failed(tx, Some(platform.id), MAX_ROWS)?;
    let subjects = Subjects::of(tx, &[platform.id], &found)?;
    let rows = found.iter().map(|job| InboxRow {
        kind: InboxKind::Job,
        id: job.id.to_string(),
        since: job.due_at,
        deadline: None,
        amount: subjects.amount(job),
        about: None,
        otherwise: "the work is not done",
        next: format!("causeway jobs retry {}", job.id),
        platform: Some(platform.id),
        needs: Permission::Support,
    });
    Ok(rows.collect())
}

/// Returns the open alerts that ask for an action, apart from those about a row of the `listed` ones. The severity is that of
/// production, so that rehearsals show what would come.
fn open_alerts(tx: &mut Tx<'_>, call: &Call, listed: &[InboxRow]) -> Answer<InboxPart> {
    let platforms = call.platform.ids(tx)?;
    let found = alerts::list_of(tx, platforms.as_deref(), false, ALERT_LIMIT)?;
    let is_cut = found.len() >= MAX_ALERTS;
    let listed: HashSet<&str> = listed.iter().map(|row| row.id.as_str()).collect();
    let asks = |alert: &AlertRecord| {
        severity_of_kind(alert.known_kind(), None) != Severity::Note
            && !listed.contains(alert.subject.as_str())
    };
    let asking: Vec<AlertRecord> = found.into_iter().filter(asks).take(MAX_SHOWN).collect();
    let amounts = amounts(tx, &asking)?;
    let rows = asking.iter().map(|alert| InboxRow {
        kind: InboxKind::Alert,
        id: alert.id.to_string(),
        since: alert.raised_at,
        deadline: None,
        amount: amounts.get(alert.subject.as_str()).copied().map(Money::from),
        about: Some(about(alert)),
        otherwise: "the alert stays open",
        next: format!("causeway alert show {}", alert.id),
        platform: alert.platform,
        needs: alert.known_kind().map_or(Permission::Support, permission_of),
    });
    let rows: Vec<InboxRow> = rows.collect();
    let is_cut = is_cut || rows.len() >= MAX_SHOWN;
    Ok(InboxPart { rows, is_cut })
}

/// The sentence of an alert of a kind that this version does not know.
const UNKNOWN: &str = "a process of a newer version has raised the alert";

/// Returns the kind of an alert with its sentence.
fn about(alert: &AlertRecord) -> String {
    let sentence = alert.known_kind().map_or(UNKNOWN, |kind| kind.facts().sentence);
    format!("{}: {sentence}", alert.kind)
}
