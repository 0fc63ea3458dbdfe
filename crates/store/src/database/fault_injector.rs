//! Fault points: where tests let the store fail as databases, disks and processes do.
//!
//! The hook is an ordinary option of the store, not a build of its own, so that the program that is
//! tested is the program that runs.

use crate::database::value::Value;

/// Where the store asks whether to fail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Point {
    /// Before a writing closure runs.
    BeforeClosure,
    /// After a writing closure returned.
    AfterClosure,
    /// Before COMMIT.
    BeforeCommit,
    /// After COMMIT, before anyone is answered.
    AfterCommit,
}

/// How to fail there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Fault {
    /// The transaction lost a race and must be rerun.
    LostRace,
    /// The disk is full; the whole transaction has fallen.
    Full,
    /// A file could not be read or written; the whole transaction has fallen.
    Io,
    /// The disk did not confirm that the commit is durable; only meaningful before COMMIT.
    FailedSync,
    /// The connection to the database is lost. Before COMMIT: on its way there, so that the database never
    /// sees it. Without effect on COMMIT where there is no connection (SQLite).
    LostConnection,
    /// The answer to COMMIT is lost: it may have happened. Only meaningful before COMMIT; without effect
    /// where there is no connection.
    LostAnswer,
}

/// A deliberate defect, to show that a test would notice it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Defect {
    /// Callers are answered before COMMIT, and the commit is given up.
    AcknowledgeBeforeCommit,
    /// An event's row is not written.
    DropOutboxRow,
    /// The last line of a posting is not written.
    PostOneLeg,
    /// The answer of a keyed write is not remembered.
    ForgetKey,
    /// Postings that move direct debits in flight are not written.
    ForgetDebits,
    /// What is reserved for cards is not written.
    ForgetHolds,
    /// What comes in from UMA addresses is not written.
    ForgetReceipts,
    /// What issuers of cards have reported is not kept, so that it is news each time.
    ForgetCardEvents,
    /// Every row counts as written by this service.
    BelieveEveryMac,
    /// Tokens are what their rows say, whoever wrote them, until they are deleted.
    BelieveTokens,
    /// Orders and refunds leave whatever the ledger shows of their payments.
    OpenGate,
    /// Closures are begun for which nobody waits any more.
    RunAbandoned,
    /// Agents are read without being locked, and what they have spent with them.
    LeaveAgentsUnlocked,
    /// Events of partners about money that comes in are not found again.
    ForgetDepositEvents,
    /// Payments are read without being locked, and the quotes that have priced them; so is money that fits nothing.
    LeavePaymentsUnlocked,
    /// Cards are read without being locked.
    LeaveCardsUnlocked,
    /// What is known of customers under strong authentication is read without its lock.
    LeaveProfilesUnlocked,
    /// Sessions of wallets are what their rows say, certified or not.
    BelieveSessions,
    /// What was revoked of wallets counts again where its row says so.
    ForgetRevocations,
    /// Sessions of wallets end when their rows say so.
    BelieveSessionTimes,
    /// Wallets are what their rows say, certified or not.
    BelieveWallets,
    /// A stamp counts over any payload.
    BelieveStamps,
    /// What a wallet was asked to sign, and who may, is what its row says.
    BelieveWalletRequests,
    /// Credentials of wallets are what their rows say, whoever certified them.
    BelieveCredentials,
    /// What a wallet was asked to sign may be dated at any time.
    BelieveInstants,
    /// One-time codes were used and tried as often as their rows say.
    ForgetCodes,
    /// A wallet that has had its keys gets others.
    RemakeWallets,
    /// Internal accounts are of the kind that their rows say, whatever they hold.
    BelieveAccountTypes,
    /// Writing goes on in a database whose files are damaged or gone.
    WriteOnDamage,
    /// Work that was scheduled while the machine's clock was ahead waits until then.
    LeaveFutureWork,
    /// Endpoints that answer and endpoints that hang share all places for deliveries.
    ShareDeliveryPlaces,
    /// The place of a delivery that panicked stays taken.
    LoseDeliveryPlaces,
    /// Nobody is notified of what operators should look at.
    RaiseNoAlerts,
    /// Alerts stay open when their cause is over.
    LeaveAlertsOpen,
    /// What a process has left unsealed waits for a pause of the next one.
    PauseBeforeSealing,
    /// Long bodies are read where requests are received and answered.
    ReadWhereReceived,
    /// Reading a long body begins once the test has answered this.
    ReadSlowly,
    /// What stands in the head of a request is taken as it comes: the first of several, and names that no database can
    /// look for.
    BelieveHeads,
}

/// Decides at each fault point; see [`crate::Options::faults`].
pub trait FaultInjector: Send + Sync {
    /// Called each time a point is reached; `None` goes on. May end the process instead of returning.
    fn at(&self, point: Point) -> Option<Fault>;

    /// Whether the store shall have this defect now.
    fn has(&self, defect: Defect) -> bool {
        let _ = defect;
        false
    }

    /// Called with each statement of a closure before it runs, with what is bound to it: for measurements that run
    /// the same statements without the service.
    fn pass(&self, sql: &str, params: &[Value<'_>]) {
        let _ = (sql, params);
    }
}
