//! Rows of the faults of simulated partners, set by operators for rehearsals.

use causeway_domain::Time;
use causeway_domain::ids::PlatformId;
use causeway_domain::sandbox_faults::SandboxFault;

use crate::{Error, Row, Tx, Wake, params};

/// A fault of a platform's simulated partners.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SandboxFaultRecord {
    pub platform: PlatformId,
    pub fault: SandboxFault,
    /// Answers that it still concerns; `None` if it lasts until it is cleared.
    pub remaining: Option<u32>,
    /// Wall time.
    pub set_at: Time,
}

const COLUMNS: &str = "platform_id, name, remaining, set_at";

/// Sets a fault, and wakes the partners of this process after the commit.
pub fn set(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    fault: SandboxFault,
    remaining: Option<u32>,
) -> Result<(), Error> {
    let now = tx.wall();
    tx.wake(Wake::SandboxFaults);
    tx.execute(
        "INSERT INTO sandbox_fault (platform_id, name, remaining, set_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (platform_id, name) DO UPDATE SET remaining = excluded.remaining, set_at = excluded.set_at",
        params![platform, fault.as_str(), remaining, now],
    )
}

/// Ends the faults of a platform, or one of them; returns their number.
pub fn clear(tx: &mut Tx<'_>, platform: PlatformId, fault: Option<SandboxFault>) -> Result<u64, Error> {
    tx.wake(Wake::SandboxFaults);
    tx.execute_counted(
        "DELETE FROM sandbox_fault WHERE platform_id = $1 AND ($2 OR name = $3)",
        params![platform, fault.is_none(), fault.map_or("", SandboxFault::as_str)],
    )
}

/// Records that a fault has concerned so many answers, and ends it if none is left.
pub fn consume(tx: &mut Tx<'_>, platform: PlatformId, fault: SandboxFault, count: u32) -> Result<(), Error> {
    tx.execute(
        "UPDATE sandbox_fault SET remaining = remaining - $3
         WHERE platform_id = $1 AND name = $2 AND remaining IS NOT NULL",
        params![platform, fault.as_str(), count],
    )?;
    tx.execute(
        "DELETE FROM sandbox_fault WHERE platform_id = $1 AND name = $2 AND remaining <= 0",
        params![platform, fault.as_str()],
    )
}

/// Returns the faults of a platform, by name.
pub fn list(tx: &mut Tx<'_>, platform: PlatformId) -> Result<Vec<SandboxFaultRecord>, Error> {
    let sql = format!("SELECT {COLUMNS} FROM sandbox_fault WHERE platform_id = $1 ORDER BY name");
    tx.query(&sql, params![platform], read)
}

/// Returns the faults of all platforms.
pub fn all(tx: &mut Tx<'_>) -> Result<Vec<SandboxFaultRecord>, Error> {
    let sql = format!("SELECT {COLUMNS} FROM sandbox_fault /* all platforms */ ORDER BY platform_id, name");
    tx.query(&sql, &[], read)
}

fn read(row: &Row<'_>) -> Result<SandboxFaultRecord, Error> {
    let name: String = row.get("name")?;
    Ok(SandboxFaultRecord {
        platform: row.get("platform_id")?,
        fault: name.parse().map_err(|_| Error::Data(format!("no fault of the sandbox: {name}")))?,
        remaining: row.get("remaining")?,
        set_at: row.get("set_at")?,
    })
}
