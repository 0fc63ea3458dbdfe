//! Payments and postings as CSV or JSON Lines (money 12). Amounts are in the smallest unit of their currency;
//! the column `decimals` defines this unit.
//!
//! Every line begins with its cursor. An interrupted export is resumed after its last complete line, with
//! `--after`.

use causeway_domain::Time;
use causeway_domain::ids::{InternalAccountId, JournalId, PlatformId, QuoteId, TransactionRef};
use causeway_domain::money::CurrencyCode;
use causeway_store::Tx;
use causeway_store::ledger::{self, Entry, JournalPosition};

use super::export_statement::statement;
use super::export_transactions::transactions;
use super::lines::{AFTER, Chunk, FORMAT, Format, PAGE, RAW, Style, invalid_cursor, pages};
use super::money::decimals;
use super::{Answer, Call, ExportStream, OUTPUT, arguments, noun, view};
use crate::runtime::upkeep;

noun! {
    /// Exports of transactions, postings and account statements (CSV or JSON Lines)
    "export" {
        /// Export the transactions of a period, oldest first
        "transactions": Money => export(transactions).with_output(OUTPUT).needing_reason(),
        /// Export a platform's journal in the order of its sealed blocks, which never changes
        "postings": Money => export(postings).with_output(OUTPUT).needing_reason(),
        /// Export an account statement: opening balances, movements with the balance after each, closing
        /// balances
        "statement": Money => export(statement).with_output(OUTPUT).needing_reason(),
    }
}

arguments! {
    struct PostingsRequest {
        #[serde(default)]
        format: Format = FORMAT,
        after: Option<String> = AFTER,
        #[serde(default)]
        raw: bool = RAW,
    }
}

view! {
    /// One ledger entry; a credit is positive.
    struct PostingLine of (place, entry): (JournalPosition, Entry) {
        cursor: String = place.to_string(),
        journal: JournalId = entry.journal,
        line: i64 = entry.line,
        kind: String = entry.kind.to_string(),
        account: String = entry.code.as_str().to_owned(),
        internal_account: Option<InternalAccountId> = entry.account,
        quote: Option<QuoteId> = entry.quote,
        transaction: Option<TransactionRef> = entry.transaction_ref(),
        currency: CurrencyCode = entry.currency,
        decimals: u8 = decimals(entry.currency),
        amount: i64 = entry.amount,
        balance_after: Option<i64> = entry.balance_after,
        booked_at: Time = entry.created_at,
    }
}

async fn postings(call: Call, platform: PlatformId, request: PostingsRequest) -> Answer<ExportStream> {
    let after = request.after.as_deref().map(place).transpose()?;
    // Only sealed entries have a place in the journal.
    upkeep::seal_ledger(&call.app).await?;
    let read = move |tx: &mut Tx<'_>, after: &JournalPosition| {
        let found = ledger::sealed_after(tx, platform, *after, PAGE)?;
        Ok(Chunk::full(found.into_iter().map(|(place, entry)| (place, PostingLine::from((place, entry))))))
    };
    Ok(pages(&call.app, Style { format: request.format, is_raw: request.raw }, after, read))
}

fn place(cursor: &str) -> Answer<JournalPosition> {
    cursor.parse().map_err(|_| invalid_cursor(cursor))
}
