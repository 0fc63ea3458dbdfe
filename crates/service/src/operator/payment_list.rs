//! `payment list`: by one index, further conditions narrow, sums by currency.

use causeway_domain::external_accounts::PaymentRail;
use causeway_domain::ids::{CustomerId, Id, TransactionId};
use causeway_domain::payments::{RefundStatus, TransactionStatus, TransactionType};
use causeway_domain::rates::Rate;
use causeway_domain::search::ResourceKind;
use causeway_domain::{RangeStart, Time};
use causeway_store::Tx;
use causeway_store::listing::{Order, Page};
use causeway_store::payments::{self, PaymentRecord, Side, Walk, WalkBy};
use causeway_store::rates::CurrencyPair;
use serde::Serialize;

use super::audit_entry::subject;
use super::currency_pair::{fits, pair};
use super::list_page::{BEFORE, LIMIT, ListPage, SINCE, UNTIL, list_page, narrow, page, whole};
use super::sums::{CurrencySum, Sums};
use super::viewer::{PersonalData, Viewer};
use super::{Answer, Call, Money, OperatorError, arguments, default_number, flag, of_customer, option, view};
use crate::payments::situation::rail_deadline;
use crate::runtime::settings::{PAYOUT_TIMEOUT_DAYS, Settings};

/// Maximum number of payments that `--sum` adds up.
const MAX_SUMMED: u32 = 100_000;
/// Payments per statement of `--sum`.
const SUM_BATCH: u32 = 1_000;

arguments! {
    pub(super) struct ListRequest {
        status: Option<TransactionStatus> = option("Only payments with this status, such as PROCESSING"),
        r#type: Option<TransactionType> = option("Only INCOMING or OUTGOING payments"),
        customer: Option<CustomerId> = of_customer("Only payments of or to this customer"),
        account: Option<String> = option("Only payments from or to this account or UMA address")
            .id_or_text(&[ResourceKind::InternalAccount, ResourceKind::ExternalAccount]),
        rail: Option<PaymentRail> = option("Only payments over this rail"),
        pair: Option<String> = option("Only payments of this currency pair, such as USD/EUR"),
        reference: Option<String> = option("Only the payment, or the refund, with this reference"),
        #[serde(default)]
        open: bool = flag("Only payments that are under way, or have a pending refund"),
        #[serde(default)]
        overdue: bool = flag("Only payments whose rail has not reported for payout_timeout_days"),
        since: Option<RangeStart> = SINCE,
        until: Option<Time> = UNTIL,
        before: Option<String> = BEFORE,
        #[serde(default = "default_number::<50>")]
        limit: u32 = LIMIT,
        #[serde(default)]
        sum: bool = flag("Add up all payments that match, up to 100,000"),
    }
}

view! {
    struct PaymentRow of payment: PaymentRecord {
        transaction: TransactionId = payment.id,
        created_at: Time = payment.created_at,
        r#type: TransactionType = payment.kind,
        status: TransactionStatus = payment.status(),
        sent: Option<Money> = payment.terms.sent.map(Money::from),
        received: Option<Money> = payment.terms.received.map(Money::from),
        /// Receiving units per sending unit, in major units; `None` without a conversion.
        rate: Option<Rate> = payment.terms.conversion.as_ref().map(|conversion| conversion.price.rate),
        rail: Option<PaymentRail> = payment.rail(),
        customer: Option<CustomerId> = payment.customer,
        reference: Option<String> = payment.reference,
        /// The instant until which its rail has to report, on the platform's clock; `None` if it waits for no rail.
        rail_until: Option<Time> = None,
    }
}

/// A page of payments.
#[derive(Serialize)]
pub(super) struct PaymentPage {
    #[serde(flatten)]
    page: ListPage<PaymentRow>,
    /// Of this page.
    sums: Vec<CurrencySum>,
    #[serde(flatten)]
    total: Option<Total>,
}

/// The sums of all payments that match.
#[derive(Serialize)]
struct Total {
    /// `false` if more than 100 000 payments were to be read: the sums are at least these.
    is_total_complete: bool,
    total: Vec<CurrencySum>,
}

/// The conditions of a list.
struct Conditions<'a> {
    request: &'a ListRequest,
    pair: Option<CurrencyPair>,
    /// On the platform's clock.
    now: Time,
    /// The setting `payout_timeout_days`.
    timeout_days: u32,
}

/// Lists payments, newest first.
pub(super) fn list(tx: &mut Tx<'_>, call: &Call, list: &ListRequest) -> Answer<PaymentPage> {
    let platform = call.platform.find(tx)?;
    let Viewer { platform, personal } = Viewer::of(call, platform);
    check_account(list.account.as_deref(), personal)?;
    let now = platform.clock.at(tx.wall());
    let settings = Settings::of_deployment(tx, &call.app.deployment)?;
    let timeout_days = settings.get(&PAYOUT_TIMEOUT_DAYS).map_err(OperatorError::defect)?;
    let pair = list.pair.as_deref().map(pair).transpose()?;
    let conditions = Conditions { request: list, pair, now, timeout_days };
    let walk =
        Walk { by: conditions.index(), from: list.since.map(|RangeStart(first)| first), to: list.until };
    let is_indexed = !list.overdue && conditions.count() <= u32::from(walk.by != WalkBy::Age);
    let asked = page(list.limit, list.before.as_deref())?;
    let mut read = |page: &Page| -> Answer<Vec<PaymentRecord>> {
        Ok(payments::walk(tx, platform.id, &walk, now, page)?)
    };
    let found = if is_indexed {
        whole(read(&asked)?)
    } else {
        narrow(&asked, &mut read, PaymentRecord::position, |payment| conditions.hold(payment))?
    };
    let total = if list.sum { Some(add_up(&conditions, read)?) } else { None };
    let mut sums = Sums::default();
    let shown = usize::try_from(list.limit).unwrap_or(usize::MAX);
    found.rows.iter().take(shown).for_each(|payment| sums.add(payment));
    let row = |payment: PaymentRecord| {
        let reference = personal.show_reference(&payment);
        let rail_until = rail_deadline(&payment, timeout_days);
        PaymentRow { reference, rail_until, ..PaymentRow::from(payment) }
    };
    let page = list_page(found, list.limit, PaymentRecord::position, row);
    Ok(PaymentPage { page, sums: sums.shown(), total })
}

/// Refuses a filter by a UMA address for viewers who may not see persons: it would tell who pays whom.
fn check_account(account: Option<&str>, personal: PersonalData) -> Answer<()> {
    if personal.may_see_person() || account.is_none_or(|account| subject(account).is_some()) {
        return Ok(());
    }
    let message = "argument account: you may name the id of an account, and no UMA address";
    Err(OperatorError::invalid(message).remedy("addresses are for those with the permission to see persons"))
}

fn add_up(
    conditions: &Conditions<'_>,
    mut read: impl FnMut(&Page) -> Answer<Vec<PaymentRecord>>,
) -> Answer<Total> {
    let mut sums = Sums::default();
    let mut after = None;
    let size = usize::try_from(SUM_BATCH).unwrap_or(usize::MAX);
    for _ in 0..MAX_SUMMED / SUM_BATCH {
        let mut batch = read(&Page { after, limit: SUM_BATCH, order: Order::Descending })?;
        let has_more = batch.len() > size;
        batch.truncate(size);
        batch.iter().filter(|payment| conditions.hold(payment)).for_each(|payment| sums.add(payment));
        after = batch.last().map(PaymentRecord::position);
        if !has_more {
            return Ok(Total { is_total_complete: true, total: sums.shown() });
        }
    }
    Ok(Total { is_total_complete: false, total: sums.shown() })
}

impl<'a> Conditions<'a> {
    /// Returns the most selective index that finds payments by one of the conditions.
    fn index(&self) -> WalkBy<'a> {
        let ListRequest { status, r#type, customer, account, reference, open, overdue, .. } = self.request;
        if let Some(reference) = reference {
            return WalkBy::Reference(reference);
        }
        if let Some(account) = account {
            return WalkBy::Identifier(account);
        }
        if let Some(customer) = customer {
            return WalkBy::Party(customer.uuid());
        }
        match (status, r#type) {
            _ if *open || *overdue => WalkBy::Open,
            (Some(TransactionStatus::Completed) | None, Some(TransactionType::Incoming)) => WalkBy::Incoming,
            (Some(status), _) => WalkBy::Status(*status),
            (None, Some(TransactionType::Outgoing) | None) => WalkBy::Age,
        }
    }

    /// Counts the conditions besides the period.
    fn count(&self) -> u32 {
        let ListRequest { status, r#type, customer, account, rail, pair, reference, open, .. } = self.request;
        let given = [
            status.is_some(),
            r#type.is_some(),
            customer.is_some(),
            account.is_some(),
            rail.is_some(),
            pair.is_some(),
            reference.is_some(),
            *open,
        ];
        given.into_iter().map(u32::from).sum()
    }

    /// Returns `true` if a payment satisfies all conditions besides the period.
    fn hold(&self, payment: &PaymentRecord) -> bool {
        let ListRequest {
            status, r#type, customer, account, rail: of_rail, reference, open, overdue, ..
        } = self.request;
        let refund = payment.state().refund.as_ref();
        let is_same = |side: &Side, account: &String| side.identifier().as_ref() == Some(account);
        let is_open = || {
            !payment.status().is_final()
                || refund.is_some_and(|refund| refund.status == RefundStatus::Pending)
        };
        let is_overdue = || rail_deadline(payment, self.timeout_days).is_some_and(|until| until <= self.now);
        status.is_none_or(|status| payment.status() == status)
            && r#type.is_none_or(|kind| payment.kind == kind)
            && customer.is_none_or(|id| payment.customer == Some(id) || payment.recipient == Some(id))
            && account.as_ref().is_none_or(|account| {
                is_same(&payment.terms.source, account) || is_same(&payment.terms.destination, account)
            })
            && of_rail.is_none_or(|wanted| payment.rail() == Some(wanted))
            && reference.as_ref().is_none_or(|text| {
                payment.reference.as_ref() == Some(text)
                    || refund.is_some_and(|refund| refund.reference == *text)
            })
            && self.pair.is_none_or(|pair| fits(pair, payment))
            && (!open || is_open())
            && (!overdue || is_overdue())
    }
}
