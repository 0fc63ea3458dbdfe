//! The verification loop.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use causeway_domain::Time;
use causeway_domain::ids::PlatformId;
use causeway_store::ledger::{self, LedgerFault, Report};
use causeway_store::verification_state::{self, Claim};
use causeway_store::{Error, Health, LeaseStatus, Tx, Wake};
use tokio::sync::watch;
use uuid::Uuid;

use super::faults;
use super::foreign::report_foreign_rows;
use super::piece::{check_engine, verify_piece};
use super::state::State;
use super::whole::AnchorEvidence;
use crate::runtime::app::App;
use crate::runtime::timers;

/// Pieces read between two saves of the progress.
const PIECES: usize = 20;
/// Pause after a piece, as a multiple of its duration, because others want to read too.
const REST: u32 = 3;
/// Lease of the verification after a process has last saved its progress.
const LEASE: Duration = Duration::from_mins(5);

/// Verifies the database until stopped, and raises alerts about foreign rows as they are detected. Begins
/// after a delay, because a start has other things to do.
pub async fn keep_verifying(app: Arc<App>, mut stop: watch::Receiver<bool>) {
    let met = app.store.subscribe(Wake::Foreign);
    let mut verifier = Verifier::new(Arc::clone(&app), app.process);
    let mut due = Instant::now() + timers::UPKEEP_INTERVAL;
    loop {
        let rest = due.saturating_duration_since(Instant::now());
        let next = tokio::select! {
            // An error would mean that the sender is gone, and with it the process that wants more.
            _ = stop.wait_for(|stop| *stop) => Next::Stop,
            () = met.notified() => Next::Notify,
            () = timers::pause(rest) => Next::GoOn,
        };
        match next {
            Next::Stop => return,
            Next::Notify => notify_foreign(&app).await,
            Next::GoOn => {
                notify_foreign(&app).await;
                // An interrupted piece is repeated: it has no effect before its progress is saved.
                let went = tokio::select! {
                    _ = stop.wait_for(|stop| *stop) => return,
                    went = verifier.go_on() => went,
                };
                let rest = went.unwrap_or_else(|error| {
                    tracing::error!(%error, "verification failed; it continues later");
                    timers::UPKEEP_INTERVAL
                });
                due = Instant::now() + rest;
            }
        }
    }
}

/// The next step of the loop.
enum Next {
    Stop,
    Notify,
    GoOn,
}

/// Raises alerts about detected rows, at a limited rate.
async fn notify_foreign(app: &Arc<App>) {
    match report_foreign_rows(app).await {
        Ok(0) => {}
        Ok(_) => timers::pause(timers::POLL).await,
        Err(error) => {
            tracing::error!(%error, "failed to raise alerts about rows that this service did not write")
        }
    }
}

/// The verification by one process.
pub struct Verifier {
    app: Arc<App>,
    /// Identifies it among the verifiers of the database.
    holder: Uuid,
    /// The progress as far as this process knows, which decides about the next claim.
    known: Option<State>,
    anchored: Option<AnchorEvidence>,
}

impl Verifier {
    /// Creates a verifier that continues from the stored progress, and holds its lease under this id.
    #[must_use]
    pub fn new(app: Arc<App>, holder: Uuid) -> Self {
        Self { app, holder, known: None, anchored: None }
    }

    /// Verifies new blocks, and some pieces of a complete verification if it is due. Returns the pause before
    /// the next call.
    ///
    /// # Errors
    /// The errors of a database that is not available now.
    pub async fn go_on(&mut self) -> Result<Duration, Error> {
        if self.app.store.health() == Health::Damaged {
            return Ok(timers::UPKEEP_INTERVAL);
        }
        let newest: BTreeMap<PlatformId, i64> = self.app.store.read(ledger::last_blocks).await?;
        let now = self.app.clock.now();
        if self.known.as_ref().is_some_and(|known| is_idle(known, &newest, now)) {
            return Ok(timers::UPKEEP_INTERVAL);
        }
        let Some(mut state) = self.claim(&newest).await? else { return Ok(timers::UPKEEP_INTERVAL) };
        self.verify_new_blocks(&mut state, newest).await?;
        let rest = if state.progress.is_some() {
            self.verify_some(&mut state).await?
        } else {
            timers::UPKEEP_INTERVAL
        };
        self.save(state).await?;
        Ok(rest)
    }

    /// Claims the verification, and returns its progress; `None` while another process holds it.
    async fn claim(&mut self, newest: &BTreeMap<PlatformId, i64>) -> Result<Option<State>, Error> {
        let holder = self.holder;
        let claim = move |tx: &mut Tx<'_>| verification_state::claim(tx, holder, LEASE);
        let Claim::Held(doc) = self.app.store.write(&[], claim).await? else {
            self.known = None;
            return Ok(None);
        };
        let now = self.app.clock.now();
        let stored = doc.as_deref().and_then(State::read);
        Ok(Some(match stored {
            Some(state) if !state.is_due(now) => state,
            Some(state) => state.begin_next(now),
            None => State::begin(now, newest.clone()),
        }))
    }

    async fn verify_new_blocks(
        &self,
        state: &mut State,
        newest: BTreeMap<PlatformId, i64>,
    ) -> Result<(), Error> {
        for (platform, last) in newest {
            let mut verified = state.blocks.get(&platform).copied().unwrap_or(0).min(last);
            while verified < last {
                let after = verified;
                let read = move |tx: &mut Tx<'_>| {
                    let mut report = Report::default();
                    let last = ledger::verify_blocks(tx, platform, after, &mut report)?;
                    Ok::<_, Error>((last, report))
                };
                let (next, report) = self.app.store.read(read).await?;
                self.notify(report, self.app.clock.now()).await?;
                verified = next.max(after.saturating_add(1));
            }
            state.blocks.insert(platform, last);
        }
        Ok(())
    }

    /// Verifies some pieces; returns the pause before the next ones.
    async fn verify_some(&mut self, state: &mut State) -> Result<Duration, Error> {
        let anchored = self.read_anchors(state)?;
        for _ in 0..PIECES {
            let began = Instant::now();
            let report = if state.are_tables_checked {
                let Some(progress) = &mut state.progress else { break };
                verify_piece(&self.app, &anchored.anchors, progress).await?
            } else {
                self.check_next_tables(state).await?
            };
            state.faults = state.faults.saturating_add(report.fault_count);
            self.notify(report, state.began_at).await?;
            if state.progress.as_ref().is_some_and(ledger::Progress::is_done) {
                self.end(state).await?;
                return Ok(timers::UPKEEP_INTERVAL);
            }
            timers::pause(began.elapsed() * REST).await;
        }
        Ok(Duration::ZERO)
    }

    /// Returns the content of the anchor file, read once per complete verification.
    fn read_anchors(&mut self, state: &State) -> Result<AnchorEvidence, Error> {
        let is_new = !state.are_tables_checked && state.table.is_none();
        if let Some(anchored) = self.anchored.as_ref().filter(|_| !is_new) {
            return Ok(anchored.clone());
        }
        let text = self
            .app
            .anchors
            .text()
            .map_err(|error| Error::Io(format!("cannot read the anchor file: {error}")))?;
        let anchored = AnchorEvidence::read(&self.app, &[text]);
        self.anchored = Some(anchored.clone());
        Ok(anchored)
    }

    async fn check_next_tables(&self, state: &mut State) -> Result<Report, Error> {
        let check = check_engine(&self.app, state.table.take()).await?;
        let mut report = Report::default();
        check.findings.into_iter().for_each(|found| report.add_damage("the engine's check", found));
        state.are_tables_checked = check.table.is_none();
        state.table = check.table;
        Ok(report)
    }

    async fn notify(&self, report: Report, began: Time) -> Result<(), Error> {
        if let Some(lost) = &report.damage {
            self.app.store.note_damage(lost);
        }
        if report.faults.is_empty() {
            return Ok(());
        }
        for fault in &report.faults {
            tracing::error!(kind = ?fault.kind, subject = fault.subject, "the verification found a fault");
        }
        let shared = Arc::clone(&self.app);
        let faults: Vec<LedgerFault> = report.faults;
        let raise = move |tx: &mut Tx<'_>| faults::raise(tx, &shared, &faults, began);
        self.app.store.write(&[], raise).await
    }

    /// Ends a complete verification.
    async fn end(&self, state: &mut State) -> Result<(), Error> {
        let mut forged = Report::default();
        forged.add_forged_anchors(self.anchored.as_ref().map_or(0, |anchored| anchored.forged));
        let began = state.began_at;
        self.notify(forged, began).await?;
        let close = move |tx: &mut Tx<'_>| faults::close(tx, began);
        self.app.store.write::<(), Error, _>(&[], close).await?;
        tracing::info!(faults = state.faults, "complete verification finished");
        state.progress = None;
        state.ended_at = Some(self.app.clock.now());
        Ok(())
    }

    async fn save(&mut self, state: State) -> Result<(), Error> {
        let doc = state.to_doc()?;
        let holder = self.holder;
        let save = move |tx: &mut Tx<'_>| verification_state::save(tx, holder, &doc, LEASE);
        let saved: LeaseStatus = self.app.store.write::<_, Error, _>(&[], save).await?;
        self.known = (saved == LeaseStatus::Held).then_some(state);
        Ok(())
    }
}

/// Returns `true` if there is no work now.
fn is_idle(known: &State, newest: &BTreeMap<PlatformId, i64>, now: Time) -> bool {
    known.progress.is_none() && !known.is_due(now) && known.blocks == *newest
}

impl std::fmt::Debug for Verifier {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Verifier({})", self.holder)
    }
}
