//! Payments and postings as CSV or JSON Lines (money 12). Amounts are in the smallest unit of their currency; the
//! column of its decimals says how many smallest units a major unit has.
//!
//! Every line begins with its cursor. An export that broke off is resumed behind the last whole line that came,
//! with `--after`.

use causeway_domain::Time;
use causeway_domain::ids::{InternalAccountId, JournalId, PlatformId, QuoteId, TransactionRef};
use causeway_domain::money::CurrencyCode;
use causeway_store::Tx;
use causeway_store::ledger::{self, Entry, Place};

use super::export_statement::statement;
use super::export_transactions::transactions;
use super::lines::{AFTER, Chunk, FORMAT, Format, PAGE, RAW, Style, no_cursor, pages};
use super::money::decimals;
use super::{Answer, Call, Pieces, arguments, noun, shown};
use crate::runtime::upkeep;

noun! {
    /// Payments and postings as CSV or JSON Lines
    "export" {
        /// Exports the transactions of a period, the oldest first
        "transactions" => export(transactions),
        /// Exports the journal of one platform in the order of its sealed blocks, which never changes
        "postings" => export(postings),
        /// Exports what one internal account held, its movements in a period, each with the balance after it, and what it holds
        "statement" => export(statement),
    }
}

arguments! {
    struct Postings {
        #[serde(default)]
        format: Format = FORMAT,
        after: Option<String> = AFTER,
        #[serde(default)]
        raw: bool = RAW,
    }
}

shown! {
    /// One entry; a credit is positive.
    struct PostingLine of (place, entry): (Place, Entry) {
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

async fn postings(call: Call, platform: PlatformId, wanted: Postings) -> Answer<Pieces> {
    let after = wanted.after.as_deref().map(place).transpose()?;
    // What is not sealed yet has no place in the journal.
    upkeep::seal_ledger(&call.app).await?;
    let read = move |tx: &mut Tx<'_>, after: &Place| {
        let found = ledger::sealed_after(tx, platform, *after, PAGE)?;
        Ok(Chunk::full(found.into_iter().map(|(place, entry)| (place, PostingLine::from((place, entry))))))
    };
    Ok(pages(&call.app, Style { format: wanted.format, is_raw: wanted.raw }, after, read))
}

fn place(cursor: &str) -> Answer<Place> {
    cursor.parse().map_err(|_| no_cursor(cursor))
}
