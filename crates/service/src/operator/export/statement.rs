//! `export statement`.

use std::sync::Arc;

use causeway_domain::Time;
use causeway_domain::ids::{InternalAccountId, JournalId, QuoteId, TransactionId};
use causeway_domain::money::Currency;
use causeway_store::ledger::{self, Entry};
use causeway_store::{Tx, internal_accounts};
use clap::Args;
use serde::{Deserialize, Serialize};

use super::format::{Format, Line};
use super::pages::{PAGE, pages};
use crate::operator::{Export, Operator, OperatorError, Pieces, PlatformChoice};
use crate::runtime::app::App;

/// Writes every movement of one internal account with the balance after it
#[derive(Debug, Clone, Args, Serialize, Deserialize)]
pub struct Statement {
    /// The internal account's id
    account: InternalAccountId,
    /// How it is written
    #[arg(long, value_enum, default_value_t)]
    #[serde(default)]
    format: Format,
    /// Goes on behind the line with this cursor, without headings
    #[arg(long, value_name = "CURSOR")]
    #[serde(default)]
    after: Option<i64>,
    #[command(flatten)]
    #[serde(flatten)]
    platform: PlatformChoice,
}

/// One movement; amounts are in smallest units, a credit is positive. `part` is AV (available), HO (held) or UN
/// (not settled yet), and `balance_after` is what this part held afterwards.
#[derive(Debug, Clone, Serialize)]
struct Row {
    cursor: Option<i64>,
    booked_at: Time,
    part: String,
    kind: String,
    amount: i64,
    balance_after: Option<i64>,
    currency: Currency,
    transaction: Option<TransactionId>,
    quote: Option<QuoteId>,
    journal: JournalId,
}

impl Line for Row {
    const HEADINGS: &'static [&'static str] = &[
        "cursor",
        "booked_at",
        "part",
        "kind",
        "amount",
        "balance_after",
        "currency",
        "transaction",
        "quote",
        "journal",
    ];
}

impl Export for Statement {
    const NOUN: &'static str = "export";
    const VERB: &'static str = "statement";

    async fn run(self, app: &Arc<App>, operator: &Operator) -> Result<Pieces, OperatorError> {
        let account = self.account;
        let platform = operator.begin_export(app, &self, &self.platform).await?;
        let found = app.store.read(move |tx| internal_accounts::find(tx, platform, account)).await?;
        if found.is_none() {
            return Err(OperatorError::no_such(account));
        }
        let read = move |tx: &mut Tx<'_>, after: &i64| {
            let found = ledger::of_account(tx, platform, account, *after, PAGE)?;
            Ok(found.into_iter().map(|entry| (entry.seq.unwrap_or(i64::MAX), Row::from(entry))).collect())
        };
        Ok(pages(app, self.format, self.after, read))
    }
}

impl From<Entry> for Row {
    fn from(entry: Entry) -> Self {
        Self {
            cursor: entry.seq,
            booked_at: entry.created_at,
            part: entry.code.as_str().to_owned(),
            kind: entry.kind.to_string(),
            amount: entry.amount,
            balance_after: entry.balance_after,
            currency: entry.currency,
            transaction: entry.transaction,
            quote: entry.quote,
            journal: entry.journal,
        }
    }
}
