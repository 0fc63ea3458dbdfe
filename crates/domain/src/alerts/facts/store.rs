//! Alerts about the ledger, the database and the clock.

use crate::alerts::{AlertFacts, Severity};

pub(in crate::alerts) const DATABASE_DAMAGED: AlertFacts = AlertFacts {
    severity: Severity::Page,
    sentence: "the database is damaged",
    cause: "it cannot be read completely; the process has stopped writing",
    remedy: "restore the newest backup at once",
    commands: &["restore"],
    page: "forgery-and-damage.md#damage",
    closes: "when the process ends",
};

pub(in crate::alerts) const INTEGRITY_FAULT: AlertFacts = AlertFacts {
    severity: Severity::Page,
    sentence: "a verification found something that is wrong",
    cause: "data is not as this service wrote it; one alert for each finding",
    remedy: "follow the page",
    commands: &["ledger verify"],
    page: "forgery-and-damage.md#forgery",
    closes: "once a verification does not find it any more",
};

pub(in crate::alerts) const ROW_NOT_AUTHENTIC: AlertFacts = AlertFacts {
    severity: Severity::Page,
    sentence: "a row that was used is not as this service wrote it",
    cause: "it was changed or planted; nothing is moved",
    remedy: "restore the row",
    commands: &["ledger verify"],
    page: "forgery-and-damage.md#after-an-alert",
    closes: "once a verification that began later finds the row as it was written",
};

pub(in crate::alerts) const LEDGER_JOURNAL_NOT_AUTHENTIC: AlertFacts = AlertFacts {
    severity: Severity::Page,
    sentence: "a journal was inserted that this service did not write",
    cause: "it is set aside and not sealed",
    remedy: "follow the page",
    commands: &["ledger verify"],
    page: "forgery-and-damage.md#forgery",
    closes: "once the journals that it names are sealed, and no journal of the ledger is set aside",
};

pub(in crate::alerts) const LEDGER_NOT_SEALED: AlertFacts = AlertFacts {
    severity: Severity::Page,
    sentence: "a ledger is not sealed any further",
    cause: "its last block was rewritten",
    remedy: "follow the page",
    commands: &["ledger verify"],
    page: "forgery-and-damage.md#forgery",
    closes: "once the ledger is sealed again",
};

pub(in crate::alerts) const LEDGER_ROLLED_BACK: AlertFacts = AlertFacts {
    severity: Severity::Page,
    sentence: "a ledger ends before a head that was seen",
    cause: "its end was cut off, or the database was put back: the anchor file has a later head",
    remedy: "if you put it back on purpose, accept it; if not, follow the page",
    commands: &["ledger verify", "ledger accept --reason TEXT"],
    page: "backup-and-restore.md#after-a-restore",
    closes: "with ledger accept; restoring a backup does not close it, because each server \
             judges by its own anchor file",
};

pub(in crate::alerts) const OLDER_STATE_RESTORED: AlertFacts = AlertFacts {
    severity: Severity::Page,
    sentence: "an older state of the database has replaced a newer one",
    cause: "the journals that it names are lost",
    remedy: "tell everyone concerned what was lost",
    commands: &["ledger verify"],
    page: "backup-and-restore.md#after-a-restore",
    closes: "by hand; with ledger accept if that command put the state there",
};

pub(in crate::alerts) const BACKUP_FAILED: AlertFacts = AlertFacts {
    severity: Severity::Day,
    sentence: "scheduled backups fail",
    cause: "the last one failed or hangs, or is overdue because another server does not finish it; older ones \
            are kept",
    remedy: "read the reason, remove the cause, and make one by hand meanwhile",
    commands: &["backup FILE"],
    page: "backup-and-restore.md#scheduled-backups",
    closes: "once the same machine finds a recent backup; by hand if the machine is gone",
};

pub(in crate::alerts) const CLOCK_WENT_BACK: AlertFacts = AlertFacts {
    severity: Severity::Page,
    sentence: "the machine's clock has jumped ahead and back",
    cause: "times written meanwhile lie in the future",
    remedy: "correct the clock of the machine",
    commands: &[],
    page: "monitoring.md#the-machines-clock",
    closes: "once the machine's clock has reached the time it had jumped to (until); by hand if that \
             time is not known",
};
