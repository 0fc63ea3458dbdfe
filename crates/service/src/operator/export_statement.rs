//! The statement of an internal account: what it held, what moved it in a period, and what it holds.

use causeway_domain::ids::{InternalAccountId, JournalId, PlatformId, QuoteId, TransactionRef};
use causeway_domain::money::CurrencyCode;
use causeway_domain::postings::Bucket;
use causeway_domain::{RangeStart, Time};
use causeway_store::internal_accounts;
use causeway_store::ledger::{self, Entry};
use causeway_store::{Error, Tx};

use super::lines::{AFTER, Chunk, FORMAT, Format, PAGE, RAW, Style, pages};
use super::money::decimals;
use super::{Answer, Call, Form, OperatorError, Pieces, Subject, arguments, option, shown};

/// The parts of an account, each with a balance of its own.
const PARTS: [Bucket; 3] = [Bucket::Available, Bucket::Held, Bucket::Unsettled];

arguments! {
    pub(super) struct Statement {
        account: InternalAccountId = InternalAccountId::ARGUMENT,
        #[serde(default)]
        format: Format = FORMAT,
        from: Option<RangeStart> =
            option("Only movements booked at this instant or later, as 2025-10-03T00:00:00Z"),
        to: Option<Time> = option("Only movements booked at this instant or earlier"),
        after: Option<i64> = AFTER.form(Form::Number),
        #[serde(default)]
        raw: bool = RAW,
    }
}

shown! {
    /// One movement; a credit is positive. `part` is AV (available), HO (held) or UN (not settled yet), and
    /// `balance_after` is what this part held afterwards.
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
    /// As the operator names it.
    at: Option<Time>,
    /// The number of the last entry before it.
    seq: i64,
}

/// The account and the period of a statement.
#[derive(Clone, Copy)]
struct Extract {
    platform: PlatformId,
    account: InternalAccountId,
    currency: CurrencyCode,
    opening: End,
    closing: End,
}

/// Writes opening balances, movements and closing balances. What is booked after it has begun is not in it.
pub(super) async fn statement(call: Call, platform: PlatformId, wanted: Statement) -> Answer<Pieces> {
    let (account, from) = (wanted.account, wanted.from.map(|RangeStart(first)| first));
    let find = move |tx: &mut Tx<'_>| Extract::find(tx, platform, account, (from, wanted.to));
    let extract = call.app.store.read(find).await?.ok_or_else(|| OperatorError::no_such(account))?;
    let style = Style { format: wanted.format, is_raw: wanted.raw };
    let read = move |tx: &mut Tx<'_>, after: &Option<i64>| extract.chunk(tx, *after);
    Ok(pages(&call.app, style, wanted.after.map(Some), read))
}

impl Extract {
    /// Finds the ends of a period in the order of booking. They are those of the period before and after, so that each
    /// movement is in one of them.
    fn find(
        tx: &mut Tx<'_>,
        platform: PlatformId,
        account: InternalAccountId,
        (from, to): (Option<Time>, Option<Time>),
    ) -> Result<Option<Self>, Error> {
        let Some(found) = internal_accounts::find(tx, platform, account)? else { return Ok(None) };
        let before = |tx: &mut Tx<'_>, end: Time| ledger::last_before(tx, platform, account, end);
        let opening = from.map(|from| before(tx, from)).transpose()?.unwrap_or_default();
        // The period contains the last of its milliseconds.
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

    /// Reads what follows an entry, from the start with the opening balances; the closing balances come last.
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

    /// Returns what each part held at an end of the period. Such a line has no cursor: nothing is resumed behind it.
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
