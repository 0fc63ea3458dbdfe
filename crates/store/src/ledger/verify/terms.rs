//! What decides where money goes: quotes, external accounts, agents, cards and their keys as they were written.

use causeway_domain::ids::{AgentId, CardId, DelegatedKeyId, ExternalAccountId, Id, PlatformId, QuoteId};
use uuid::Uuid;

use super::anchors::Known;
use super::report::{FaultKind, Report};
use super::{PAGE, behind};
use crate::database::terms::Terms;
use crate::{Error, Tx, agents, cards, delegated_keys, external_accounts, quotes};

/// `journals`: how many the platform's ledger has.
pub(super) fn verify(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    known: &Known,
    journals: u64,
    report: &mut Report,
) -> Result<(), Error> {
    verify_quotes(tx, platform, (known, journals), report)?;
    verify_external_accounts(tx, platform, (known, journals), report)?;
    verify_agents(tx, platform, (known, journals), report)?;
    verify_cards(tx, platform, (known, journals), report)?;
    verify_delegated_keys(tx, platform, (known, journals), report)
}

fn verify_cards(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    known: (&Known, u64),
    report: &mut Report,
) -> Result<(), Error> {
    let mut after: Option<CardId> = None;
    loop {
        let (behind, values) = behind(platform, "card_id", after);
        let columns = cards::COLUMNS;
        let sql = format!(
            "SELECT {columns} FROM card WHERE platform_id = $1 {behind} ORDER BY card_id LIMIT {PAGE}"
        );
        let rows =
            tx.query(&sql, &values, |row| Ok((row.get("card_id")?, cards::read_raw(platform, row))))?;
        let Some((last, _)) = rows.last() else { return Ok(()) };
        after = Some(*last);
        for (id, row) in rows {
            match row {
                Ok((_, terms, mac)) => check(tx, &terms, &mac, id, known, report),
                Err(fault) => report.add(FaultKind::TermsNotAuthentic, platform, id, fault.to_string()),
            }
        }
    }
}

fn verify_delegated_keys(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    known: (&Known, u64),
    report: &mut Report,
) -> Result<(), Error> {
    let mut after: Option<DelegatedKeyId> = None;
    loop {
        let (behind, values) = behind(platform, "key_id", after);
        let columns = delegated_keys::COLUMNS;
        let sql = format!(
            "SELECT {columns} FROM delegated_key WHERE platform_id = $1 {behind} ORDER BY key_id LIMIT {PAGE}"
        );
        let rows =
            tx.query(&sql, &values, |row| Ok((row.get("key_id")?, delegated_keys::read_raw(platform, row))))?;
        let Some((last, _)) = rows.last() else { return Ok(()) };
        after = Some(*last);
        for (id, row) in rows {
            match row {
                Ok((_, terms, mac)) => check(tx, &terms, &mac, id, known, report),
                Err(fault) => report.add(FaultKind::TermsNotAuthentic, platform, id, fault.to_string()),
            }
        }
    }
}

fn verify_agents(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    known: (&Known, u64),
    report: &mut Report,
) -> Result<(), Error> {
    let mut after: Option<AgentId> = None;
    loop {
        let (behind, values) = behind(platform, "agent_id", after);
        let columns = agents::COLUMNS;
        let sql = format!(
            "SELECT {columns} FROM agent WHERE platform_id = $1 {behind} ORDER BY agent_id LIMIT {PAGE}"
        );
        let rows =
            tx.query(&sql, &values, |row| Ok((row.get("agent_id")?, agents::read_raw(platform, row))))?;
        let Some((last, _)) = rows.last() else { return Ok(()) };
        after = Some(*last);
        for (id, row) in rows {
            match row {
                Ok((_, terms, mac)) => check(tx, &terms, &mac, id, known, report),
                Err(fault) => report.add(FaultKind::TermsNotAuthentic, platform, id, fault.to_string()),
            }
        }
    }
}

fn verify_quotes(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    known: (&Known, u64),
    report: &mut Report,
) -> Result<(), Error> {
    let mut after: Option<QuoteId> = None;
    loop {
        let (behind, values) = behind(platform, "quote_id", after);
        let columns = quotes::COLUMNS;
        let sql = format!(
            "SELECT {columns} FROM quote WHERE platform_id = $1 {behind} ORDER BY quote_id LIMIT {PAGE}"
        );
        let rows =
            tx.query(&sql, &values, |row| Ok((row.get("id_of_quote")?, quotes::read_raw(platform, row))))?;
        let Some((last, _)) = rows.last() else { return Ok(()) };
        after = Some(*last);
        for (id, row) in rows {
            match row {
                Ok((_, terms, mac)) => check(tx, &terms, &mac, id, known, report),
                Err(fault) => report.add(FaultKind::TermsNotAuthentic, platform, id, fault.to_string()),
            }
        }
    }
}

fn verify_external_accounts(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    known: (&Known, u64),
    report: &mut Report,
) -> Result<(), Error> {
    let mut after: Option<ExternalAccountId> = None;
    loop {
        let (behind, values) = behind(platform, "account_id", after);
        let columns = external_accounts::COLUMNS;
        let sql = format!(
            "SELECT {columns}, owner_id FROM external_account WHERE platform_id = $1 {behind} ORDER BY account_id LIMIT {PAGE}"
        );
        let rows = tx.query(&sql, &values, |row| {
            let owner: Uuid = row.get("owner_id")?;
            Ok((row.get("account_id")?, owner, external_accounts::read_raw(platform, row)))
        })?;
        let Some((last, ..)) = rows.last() else { return Ok(()) };
        after = Some(*last);
        for (id, owner, row) in rows {
            let (account, terms, mac) = match row {
                Ok(read) => read,
                Err(fault) => {
                    report.add(FaultKind::TermsNotAuthentic, platform, id, fault.to_string());
                    continue;
                }
            };
            check(tx, &terms, &mac, id, known, report);
            if owner != account.customer.map_or_else(|| platform.uuid(), Id::uuid) {
                let detail = "is listed under another owner than its own";
                report.add(FaultKind::TermsNotAuthentic, platform, id, detail);
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
