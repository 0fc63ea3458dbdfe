//! The payments of a platform, newest first.

use askama::Template;
use axum::extract::{Path, RawQuery};
use axum::response::Response;
use causeway_domain::Time;
use causeway_domain::external_accounts::PaymentRail;
use causeway_domain::payments::{TransactionStatus, TransactionType};
use causeway_service::operator::OperatorError;

use crate::answer::answer;
use crate::entry::Entry;
use crate::failure::Failure;
use crate::forms::Fields;
use crate::frame::{Frame, Section};
use crate::operator::Operator;
use crate::page::render;
use crate::parts::{FilterField, Filters, Money, Pager};
use crate::screens::listing::Listing;
use crate::urls;

answer! {
    struct ListedPayment {
        transaction: String,
        created_at: Time,
        #[serde(rename = "type")]
        kind: String,
        status: String,
        sent: Option<Money>,
        received: Option<Money>,
        rail: Option<String>,
        reference: Option<String>,
        rail_until: Option<Time>,
    }

    /// The sums of a page in one currency.
    struct CurrencySum {
        sent_count: u64,
        sent: Option<Money>,
        received_count: u64,
        received: Option<Money>,
    }
}

const FILTERS: [FilterField; 10] = [
    FilterField::word("status", "Status", || {
        TransactionStatus::ALL.iter().copied().map(TransactionStatus::as_str).collect()
    }),
    FilterField::word("type", "Type", || {
        TransactionType::ALL.iter().copied().map(TransactionType::as_str).collect()
    }),
    FilterField::word("rail", "Rail", || PaymentRail::ALL.iter().copied().map(PaymentRail::as_str).collect()),
    FilterField::text("pair", "Pair", "USD/EUR"),
    FilterField::text("customer", "Customer", "Customer:..."),
    FilterField::text("account", "Account", "InternalAccount:..."),
    FilterField::instant("since", "Since"),
    FilterField::instant("until", "Until"),
    FilterField::flag("open", "Under way"),
    FilterField::flag("overdue", "Overdue at the rail"),
];

#[derive(Template)]
#[template(path = "payments.html")]
struct PaymentsPage {
    frame: Frame,
    filters: Filters,
    /// The list of quotes.
    quotes: String,
    error: Option<OperatorError>,
    rows: Vec<PaymentRow>,
    /// The sums of the page, in words.
    sums: Vec<String>,
    pager: Pager,
}

/// A payment, with its page.
struct PaymentRow {
    payment: ListedPayment,
    href: String,
}

/// Serves the list of payments.
pub(super) async fn list(
    operator: Operator,
    Path(platform): Path<String>,
    RawQuery(query): RawQuery,
) -> Result<Response, Failure> {
    let fields = Fields::parse(&query.unwrap_or_default());
    let filters = Filters::read(urls::page(&platform, "payments"), &FILTERS, &fields);
    let entry = Entry::new("payment", "list").with("platform", platform.as_str());
    let entry = filters.apply(entry).with_some("before", fields.get("before"));
    let frame = Frame::load(&operator, Some(&platform), Section::Payments, &entry).await?.titled("Payments");
    let listing: Listing<ListedPayment, CurrencySum> = Listing::read(&operator, &entry).await?;
    let status = listing.status();
    let page = PaymentsPage {
        frame,
        quotes: urls::page(&platform, "quotes"),
        pager: listing.pager(&filters),
        sums: listing.sums.iter().flat_map(CurrencySum::texts).collect(),
        error: listing.error,
        rows: listing.rows.into_iter().filter_map(|payment| PaymentRow::of(&platform, payment)).collect(),
        filters,
    };
    Ok(render(status, &page))
}

impl PaymentRow {
    fn of(platform: &str, payment: ListedPayment) -> Option<Self> {
        Some(Self { href: urls::resource(platform, &payment.transaction)?, payment })
    }

    /// Returns the direction as a word.
    fn direction(&self) -> &'static str {
        if self.payment.kind == "INCOMING" { "in" } else { "out" }
    }
}

impl CurrencySum {
    /// Returns the sums of both sides in words. A sum beyond 64 bits has none.
    fn texts(&self) -> Vec<String> {
        let side = |sum: Option<&Money>, count: u64, word: &str| {
            sum.filter(|_| count > 0).map(|sum| format!("{} {word} ({count})", sum.text()))
        };
        let sent = side(self.sent.as_ref(), self.sent_count, "sent");
        let received = side(self.received.as_ref(), self.received_count, "received");
        [sent, received].into_iter().flatten().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_side_without_payments_is_left_out() {
        let money = |amount| Some(Money { amount, currency: "USD".to_owned(), decimals: 2 });
        let sum = CurrencySum { sent_count: 2, sent: money(3_000), received_count: 0, received: money(0) };
        assert_eq!(sum.texts(), ["30.00 USD sent (2)"]);
    }
}
