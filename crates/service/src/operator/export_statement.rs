//! The statement of an internal account: opening balances, movements of a period, closing balances.

use causeway_domain::ids::{InternalAccountId, JournalId, PlatformId, QuoteId, TransactionRef};
use causeway_domain::money::CurrencyCode;
use causeway_domain::postings::Bucket;
use causeway_domain::{RangeStart, Time};
use causeway_store::internal_accounts;
use causeway_store::ledger::{self, Entry};
use causeway_store::{Error, Tx};

use super::lines::{AFTER, Chunk, FORMAT, Format, PAGE, RAW, Style, pages};
use super::money::decimals;
use super::{Answer, Call, ExportStream, Form, OperatorError, Subject, arguments, option, view};

/// The parts of an account, each with its own balance.
const PARTS: [Bucket; 3] = [Bucket::Available, Bucket::Held, Bucket::Unsettled];

arguments! {
    pub(super) struct StatementRequest {
        account: InternalAccountId = InternalAccountId::ARGUMENT,
        #[serde(default)]
        format: Format = FORMAT,
        from: Option<RangeStart> =
            option("Only movements booked at or after this instant, such as 2025-10-03T00:00:00Z"),
        to: Option<Time> = option("Only movements booked at or before this instant"),
        after: Option<i64> = AFTER.form(Form::Number),
        #[serde(default)]
        raw: bool = RAW,
    }
}

view! {
    /// One movement; a credit is positive. `part` is AV (available), HO (held) or UN (not settled yet), and
    /// `balance_after` is the balance of this part afterwards.
    struct StatementLine of entry: Entry {
        cursor: Option<i64> = entry.seq,
        booked_at: Option<Time> = Some(entry.created_at),
        part: String = entry.code.as_str().to_owned(),
        kind: String = entry.kind.to_string(),
        amount: Option<i64> = Some(entry.amount),
        balance_after: Option<i64> = entry.balance_after,
        currency: CurrencyCode = entry.currency,
        decimals: u8 = decimals(entry.currency),
        transaction: Option<TransactionRef> = entry.transaction_ref(),
        quote: Option<QuoteId> = entry.quote,
        journal: Option<JournalId> = Some(entry.journal),
    }
}

/// One end of the period.
#[derive(Clone, Copy)]
struct End {
    kind: &'static str,
    /// The operator's argument.
    at: Option<Time>,
    /// The sequence number of the last entry before it.
    seq: i64,
}

/// The account and the period of a statement.
#[derive(Clone, Copy)]
struct StatementScope {
    platform: PlatformId,
    account: InternalAccountId,
    currency: CurrencyCode,
    opening: End,
    closing: End,
}

/// Writes opening balances, movements and closing balances. Entries booked after the start of the export are
/// left out.
pub(super) async fn statement(
    call: Call,
    platform: PlatformId,
    request: StatementRequest,
) -> Answer<ExportStream> {
    let account = request.account;
    let from = request.from.map(|RangeStart(first)| first);
    let find = move |tx: &mut Tx<'_>| StatementScope::find(tx, platform, account, from, request.to);
    let extract = call.app.store.read(find).await?.ok_or_else(|| OperatorError::no_such(account))?;
    let style = Style { format: request.format, is_raw: request.raw };
    let read = move |tx: &mut Tx<'_>, after: &Option<i64>| extract.chunk(tx, *after);
    Ok(pages(&call.app, style, request.after.map(Some), read))
}

impl StatementScope {
    /// Finds the ends of a period in the order of booking. Adjacent periods share their ends, so each
    /// movement is in exactly one of them.
    fn find(
        tx: &mut Tx<'_>,
        platform: PlatformId,
        account: InternalAccountId,
        from: Option<Time>,
        to: Option<Time>,
    ) -> Result<Option<Self>, Error> {
        let Some(found) = internal_accounts::find(tx, platform, account)? else { return Ok(None) };
        let before = |tx: &mut Tx<'_>, end: Time| ledger::last_before(tx, platform, account, end);
        let opening = from.map(|from| before(tx, from)).transpose()?.unwrap_or_default();
        // The period includes the whole last millisecond.
        let end =
            to.map_or(Time::from_millis(i64::MAX), |to| Time::from_millis(to.millis().saturating_add(1)));
        let closing = before(tx, end)?.max(opening);
        Ok(Some(Self {
            platform,
            account,
            currency: found.account.currency,
            opening: End { kind: "OPENING", at: from, seq: opening },
            closing: End { kind: "CLOSING", at: to, seq: closing },
        }))
    }

    /// Reads the lines after an entry: from the start with the opening balances; at the end with the closing
    /// balances.
    fn chunk(
        self,
        tx: &mut Tx<'_>,
        after: Option<i64>,
    ) -> Result<Chunk<Option<i64>, StatementLine>, OperatorError> {
        let mut lines = if after.is_none() { self.balances(tx, self.opening)? } else { Vec::new() };
        let after = after.unwrap_or_default().max(self.opening.seq);
        let mut found = ledger::of_account(tx, self.platform, self.account, after, PAGE)?;
        let is_full = u32::try_from(found.len()).is_ok_and(|count| count >= PAGE);
        found.retain(|entry| entry.seq.is_some_and(|seq| seq <= self.closing.seq));
        let last = found.last().and_then(|entry| entry.seq).filter(|seq| is_full && *seq < self.closing.seq);
        lines.extend(found.into_iter().map(StatementLine::from));
        if last.is_none() {
            lines.extend(self.balances(tx, self.closing)?);
        }
        Ok(Chunk { lines, next: last.map(Some) })
    }

    /// Returns the balance of each part at an end of the period. These lines have no cursor: an export cannot
    /// be resumed after them.
    fn balances(self, tx: &mut Tx<'_>, end: End) -> Result<Vec<StatementLine>, Error> {
        let mut lines = Vec::with_capacity(PARTS.len());
        for part in PARTS {
            let balance = ledger::balance_after(tx, self.platform, self.account, part, end.seq)?;
            lines.push(StatementLine {
                cursor: None,
                booked_at: end.at,
                part: part.code().as_str().to_owned(),
                kind: end.kind.to_owned(),
                amount: None,
                balance_after: Some(balance),
                currency: self.currency,
                decimals: decimals(self.currency),
                transaction: None,
                quote: None,
                journal: None,
            });
        }
        Ok(lines)
    }
}
