//! `quote list`: by the payments that quotes price, because quotes have no index of their own.

use causeway_domain::ids::{CustomerId, Id, QuoteId, TransactionId};
use causeway_domain::quotes::QuoteStatus;
use causeway_domain::{RangeStart, Time};
use causeway_store::Tx;
use causeway_store::payments::{self, PaymentRecord, Walk, WalkBy};
use causeway_store::platforms::PlatformRecord;

use super::currency_pair::{fits, pair};
use super::list_page::{BEFORE, LIMIT, SINCE, UNTIL, list_page, narrow, page};
use super::sums::{CurrencySum, SummedPage, Sums};
use super::{Answer, Money, arguments, default_number, of_customer, option, view};

arguments! {
    pub(super) struct ListRequest {
        status: Option<QuoteStatus> = option(
            "Only quotes with this status: PENDING, PENDING_AUTHORIZATION, PROCESSING, COMPLETED, FAILED, EXPIRED",
        ),
        customer: Option<CustomerId> = of_customer("Only quotes of or to this customer"),
        pair: Option<String> = option("Only quotes of this currency pair, such as USD/EUR"),
        since: Option<RangeStart> = SINCE,
        until: Option<Time> = UNTIL,
        before: Option<String> = BEFORE,
        #[serde(default = "default_number::<50>")]
        limit: u32 = LIMIT,
    }
}

view! {
    pub(super) struct QuoteRow of payment: PaymentRecord {
        quote: Option<QuoteId> = payment.quote,
        transaction: TransactionId = payment.id,
        created_at: Time = payment.created_at,
        /// Stored status: `PENDING` until the expiry is written.
        status: Option<QuoteStatus> = payment.phase().quote_status(),
        sent: Option<Money> = payment.terms.sent.map(Money::from),
        received: Option<Money> = payment.terms.received.map(Money::from),
        customer: Option<CustomerId> = payment.customer,
    }
}

/// Lists quotes, newest first, with the sums of their payments.
pub(super) fn list(
    tx: &mut Tx<'_>,
    platform: PlatformRecord,
    list: &ListRequest,
) -> Answer<SummedPage<QuoteRow, CurrencySum>> {
    let now = platform.clock.at(tx.wall());
    let pair = list.pair.as_deref().map(pair).transpose()?;
    let by = list.customer.map_or(WalkBy::Age, |customer| WalkBy::Party(customer.uuid()));
    let walk = Walk { by, from: list.since.map(|RangeStart(first)| first), to: list.until };
    let found = narrow(
        &page(list.limit, list.before.as_deref())?,
        |page| Ok(payments::walk(tx, platform.id, &walk, now, page)?),
        PaymentRecord::position,
        |payment| {
            payment.quote.is_some()
                && list.status.is_none_or(|status| payment.phase().quote_status() == Some(status))
                && pair.is_none_or(|pair| fits(pair, payment))
        },
    )?;
    let mut sums = Sums::default();
    let shown = usize::try_from(list.limit).unwrap_or(usize::MAX);
    found.rows.iter().take(shown).for_each(|payment| sums.add(payment));
    let page = list_page(found, list.limit, PaymentRecord::position, QuoteRow::from);
    Ok(SummedPage { page, sums: sums.shown() })
}
