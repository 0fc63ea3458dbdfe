//! The progress of the service's own periodic verification of the ledger: one row, leased by one process at a
//! time.

use std::time::Duration;

use causeway_domain::Time;
use uuid::Uuid;

use crate::{Error, LeaseStatus, MacPurpose, Tx, params};

/// Leases the verification to `holder`, unless another process holds the lease, and returns the saved
/// progress. Progress with an invalid MAC is ignored.
pub fn claim(tx: &mut Tx<'_>, holder: Uuid, lease: Duration) -> Result<Claim, Error> {
    let now = tx.database_time()?;
    let until = now.plus(lease);
    let sql = "SELECT holder, held_until, doc, code FROM verification_state WHERE id = 1 FOR UPDATE";
    let found = tx.query_opt(sql, &[], |row| {
        let claim = (row.get::<Uuid>("holder")?, row.get::<Time>("held_until")?);
        Ok((claim, row.get::<String>("doc")?, row.get::<Vec<u8>>("code")?))
    })?;
    let Some(((last, held_until), doc, code)) = found else {
        tx.execute(
            "INSERT INTO verification_state (id, holder, held_until, doc, code) VALUES (1, $1, $2, '', $3)",
            params![holder, until, tx.macs().make(MacPurpose::Terms, &message(""))],
        )?;
        return Ok(Claim::Held(None));
    };
    // A lease longer than any that this service grants is not its own.
    if last != holder && held_until > now && held_until <= until {
        return Ok(Claim::OfAnother);
    }
    tx.execute(
        "UPDATE verification_state SET holder = $1, held_until = $2 WHERE id = 1",
        params![holder, until],
    )?;
    let is_ours = !doc.is_empty() && tx.macs().fits(MacPurpose::Terms, &message(&doc), &code);
    Ok(Claim::Held(is_ours.then_some(doc)))
}

/// Saves the progress of the verification and extends the lease.
pub fn save(tx: &mut Tx<'_>, holder: Uuid, doc: &str, lease: Duration) -> Result<LeaseStatus, Error> {
    let until = tx.database_time()?.plus(lease);
    let code = tx.macs().make(MacPurpose::Terms, &message(doc));
    let saved = tx.execute_counted(
        "UPDATE verification_state SET held_until = $2, doc = $3, code = $4 WHERE id = 1 AND holder = $1",
        params![holder, until, doc, code],
    )?;
    Ok(LeaseStatus::if_one(saved))
}

/// Ends the lease of the verification if this process holds it.
pub fn give_back(tx: &mut Tx<'_>, holder: Uuid) -> Result<(), Error> {
    let now = tx.database_time()?;
    tx.execute(
        "UPDATE verification_state SET held_until = $2
         WHERE id = (SELECT id FROM verification_state
             WHERE id = 1 AND holder = $1 AND held_until > $2 FOR UPDATE SKIP LOCKED)",
        params![holder, now],
    )
}

/// A lease of the verification.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VerificationLease {
    pub holder: Uuid,
    /// In database time.
    pub until: Time,
}

/// Returns the last lease, or `None` if no process has verified anything yet.
pub fn lease(tx: &mut Tx<'_>) -> Result<Option<VerificationLease>, Error> {
    tx.query_opt("SELECT holder, held_until FROM verification_state WHERE id = 1", &[], |row| {
        Ok(VerificationLease { holder: row.get("holder")?, until: row.get("held_until")? })
    })
}

/// Returns the saved progress, or `None` if there is no valid one.
pub fn find(tx: &mut Tx<'_>) -> Result<Option<String>, Error> {
    let macs = tx.macs();
    let found = tx.query_opt("SELECT doc, code FROM verification_state WHERE id = 1", &[], |row| {
        Ok((row.get::<String>("doc")?, row.get::<Vec<u8>>("code")?))
    })?;
    let is_ours = |doc: &str, code: &[u8]| macs.fits(MacPurpose::Terms, &message(doc), code);
    Ok(found.filter(|(doc, code)| !doc.is_empty() && is_ours(doc, code)).map(|(doc, _)| doc))
}

/// Outcome of leasing the verification.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Claim {
    /// Leased, with the saved progress; `None` if there is no valid one.
    Held(Option<String>),
    /// Another process holds the lease.
    OfAnother,
}

fn message(doc: &str) -> Vec<u8> {
    [b"causeway verification state 1", doc.as_bytes()].concat()
}
