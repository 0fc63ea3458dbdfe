//! What decides where money goes: quotes, external accounts, agents, cards and their keys, and what is minted or burned, as
//! they were written.

use causeway_domain::ids::{
    AgentId, CardId, DelegatedKeyId, ExternalAccountId, Id, PlatformId, QuoteId, StablecoinId,
    StablecoinOperationId, StablecoinProviderAccountId, StablecoinQuoteId,
};
use uuid::Uuid;

use super::anchors::Known;
use super::report::{FaultKind, Report};
use super::{PAGE, behind};
use crate::database::terms::Terms;
use crate::stablecoins::{coins, links, operations, quotes as stablecoin_quotes};
use crate::{Error, FromValue, Row, Tx, Value, agents, cards, delegated_keys, external_accounts, quotes};

/// `journals`: how many the platform's ledger has.
pub(super) fn verify(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    known: &Known,
    journals: u64,
    report: &mut Report,
) -> Result<(), Error> {
    let mut rows = Rows { tx, platform, known: (known, journals), report };
    rows.verify::<QuoteId>("quote", ("quote_id", "id_of_quote"), quotes::COLUMNS, |platform, row| {
        quotes::read_raw(platform, row).map(|(_, terms, mac)| Written::new(terms, mac))
    })?;
    let columns = format!("{}, owner_id", external_accounts::COLUMNS);
    rows.verify::<ExternalAccountId>("external_account", KEY_OF_ACCOUNT, &columns, external_account)?;
    rows.verify::<AgentId>("agent", ("agent_id", "agent_id"), agents::COLUMNS, |platform, row| {
        agents::read_raw(platform, row).map(|(_, terms, mac)| Written::new(terms, mac))
    })?;
    rows.verify::<CardId>("card", ("card_id", "card_id"), cards::COLUMNS, |platform, row| {
        cards::read_raw(platform, row).map(|(_, terms, mac)| Written::new(terms, mac))
    })?;
    let columns = delegated_keys::COLUMNS;
    rows.verify::<DelegatedKeyId>("delegated_key", ("key_id", "key_id"), columns, |platform, row| {
        delegated_keys::read_raw(platform, row).map(|(_, terms, mac)| Written::new(terms, mac))
    })?;
    verify_stablecoins(&mut rows)
}

/// Through which account at its provider what is minted or burned, how much, from where and to where.
fn verify_stablecoins(rows: &mut Rows<'_, '_>) -> Result<(), Error> {
    let (table, key) = ("stablecoin_provider_account", ("link_id", "link_id"));
    rows.verify::<StablecoinProviderAccountId>(table, key, links::COLUMNS, |platform, row| {
        links::read_terms(platform, row).map(|(_, terms, mac)| Written::new(terms, mac))
    })?;
    let key = ("stablecoin_id", "stablecoin_id");
    rows.verify::<StablecoinId>("stablecoin", key, coins::COLUMNS, |platform, row| {
        coins::read_terms(platform, row).map(|(_, terms, mac)| Written::new(terms, mac))
    })?;
    let (table, key) = ("stablecoin_operation", ("operation_id", "operation_id"));
    rows.verify::<StablecoinOperationId>(table, key, operations::COLUMNS, |platform, row| {
        operations::read_terms(platform, row).map(|(_, terms, mac)| Written::new(terms, mac))
    })?;
    let (table, key) = ("stablecoin_quote", ("quote_id", "quote_id"));
    rows.verify::<StablecoinQuoteId>(table, key, stablecoin_quotes::COLUMNS, |platform, row| {
        stablecoin_quotes::read_terms(platform, row).map(|(_, terms, mac)| Written::new(terms, mac))
    })
}

const KEY_OF_ACCOUNT: (&str, &str) = ("account_id", "account_id");

fn external_account(platform: PlatformId, row: &Row<'_>) -> Result<Written, Error> {
    let (account, terms, mac) = external_accounts::read_raw(platform, row)?;
    let is_listed_so =
        row.get::<Uuid>("owner_id")? == account.customer.map_or_else(|| platform.uuid(), Id::uuid);
    Ok(Written { terms, mac, is_listed_so })
}

/// What is authenticated of a row.
struct Written {
    terms: Terms,
    mac: Vec<u8>,
    /// Whether it is found under its own owner.
    is_listed_so: bool,
}

impl Written {
    const fn new(terms: Terms, mac: Vec<u8>) -> Self {
        Self { terms, mac, is_listed_so: true }
    }
}

/// The rows of a platform, table by table.
struct Rows<'a, 'b> {
    tx: &'a mut Tx<'b>,
    platform: PlatformId,
    known: (&'a Known, u64),
    report: &'a mut Report,
}

impl Rows<'_, '_> {
    /// Names each row of a table that this service did not write. The columns show the key under its second name.
    fn verify<I: Id + FromValue + Into<Value<'static>>>(
        &mut self,
        table: &str,
        (key, shown): (&str, &str),
        columns: &str,
        read: fn(PlatformId, &Row<'_>) -> Result<Written, Error>,
    ) -> Result<(), Error> {
        let Self { platform, known, .. } = *self;
        let mut after: Option<I> = None;
        loop {
            let (behind, values) = behind(platform, key, after);
            let sql = format!(
                "SELECT {columns} FROM {table} WHERE platform_id = $1 {behind} ORDER BY {key} LIMIT {PAGE}"
            );
            let rows = self.tx.query(&sql, &values, |row| Ok((row.get::<I>(shown)?, read(platform, row))))?;
            let Some((last, _)) = rows.last() else { return Ok(()) };
            after = Some(*last);
            for (id, row) in rows {
                match row {
                    Ok(Written { terms, mac, is_listed_so }) => {
                        check(self.tx, &terms, &mac, id, known, self.report);
                        if !is_listed_so {
                            let detail = "is listed under another owner than its own";
                            self.report.add(FaultKind::TermsNotAuthentic, platform, id, detail);
                        }
                    }
                    Err(fault) => {
                        self.report.add(FaultKind::TermsNotAuthentic, platform, id, fault.to_string());
                    }
                }
            }
        }
    }
}

/// Names a row that this service did not write, or with a key that had been replaced.
pub(super) fn check(
    tx: &Tx<'_>,
    terms: &Terms,
    mac: &[u8],
    subject: impl ToString,
    (known, journals): (&Known, u64),
    report: &mut Report,
) {
    if !terms.fit(mac, tx.macs()) {
        let detail = "was not written by this service, or with a key that is not known";
        report.add(FaultKind::TermsNotAuthentic, terms.platform, subject.to_string(), detail);
    }
    if let Some(number) = known.retired_key(mac, journals) {
        let detail = format!("was written with key {number}, which had been replaced");
        report.add(FaultKind::KeyRetired, terms.platform, subject.to_string(), detail);
    }
}
