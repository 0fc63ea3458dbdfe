//! `export postings`.

use std::sync::Arc;

use causeway_domain::Time;
use causeway_domain::ids::{InternalAccountId, JournalId, QuoteId, TransactionId};
use causeway_domain::money::Currency;
use causeway_store::Tx;
use causeway_store::ledger::{self, Entry, Place};
use clap::Args;
use serde::{Deserialize, Serialize};

use super::format::{Format, Line};
use super::pages::{PAGE, pages};
use crate::operator::{Export, Operator, OperatorError, Pieces, PlatformChoice};
use crate::runtime::app::App;
use crate::runtime::upkeep;

/// Writes the whole journal of one platform in the order of its sealed blocks, in which nothing is ever inserted
#[derive(Debug, Clone, Args, Serialize, Deserialize)]
pub struct Postings {
    /// How it is written
    #[arg(long, value_enum, default_value_t)]
    #[serde(default)]
    format: Format,
    /// Goes on behind the line with this cursor, without headings
    #[arg(long, value_name = "CURSOR")]
    #[serde(default)]
    after: Option<String>,
    #[command(flatten)]
    #[serde(flatten)]
    platform: PlatformChoice,
}

/// One entry; amounts are in smallest units, a credit is positive.
#[derive(Debug, Clone, Serialize)]
struct Row {
    cursor: String,
    journal: JournalId,
    line: i64,
    kind: String,
    account: String,
    internal_account: Option<InternalAccountId>,
    quote: Option<QuoteId>,
    transaction: Option<TransactionId>,
    currency: Currency,
    amount: i64,
    balance_after: Option<i64>,
    booked_at: Time,
}

impl Line for Row {
    const HEADINGS: &'static [&'static str] = &[
        "cursor",
        "journal",
        "line",
        "kind",
        "account",
        "internal_account",
        "quote",
        "transaction",
        "currency",
        "amount",
        "balance_after",
        "booked_at",
    ];
}

impl Export for Postings {
    const NOUN: &'static str = "export";
    const VERB: &'static str = "postings";

    async fn run(self, app: &Arc<App>, operator: &Operator) -> Result<Pieces, OperatorError> {
        let after = self.after.as_deref().map(place).transpose()?;
        let platform = operator.begin_export(app, &self, &self.platform).await?;
        // What is not sealed yet has no place in the journal.
        upkeep::seal_ledger(app).await?;
        let read = move |tx: &mut Tx<'_>, after: &Place| {
            let found = ledger::sealed_after(tx, platform, *after, PAGE)?;
            Ok(found.into_iter().map(|(place, entry)| (place, Row::new(place, &entry))).collect())
        };
        Ok(pages(app, self.format, after, read))
    }
}

impl Row {
    fn new(place: Place, entry: &Entry) -> Self {
        Self {
            cursor: place.to_string(),
            journal: entry.journal,
            line: entry.line,
            kind: entry.kind.to_string(),
            account: entry.code.as_str().to_owned(),
            internal_account: entry.account,
            quote: entry.quote,
            transaction: entry.transaction,
            currency: entry.currency,
            amount: entry.amount,
            balance_after: entry.balance_after,
            booked_at: entry.created_at,
        }
    }
}

fn place(cursor: &str) -> Result<Place, OperatorError> {
    cursor.parse().map_err(|fault| {
        OperatorError::invalid(format!("{cursor}: {fault}"))
            .remedy("take the first column of the last line that came")
    })
}
