//! The preview of an action: its dry run, in words.

use causeway_domain::Time;

use crate::answer::answer;
use crate::parts::{Money, moment};

answer! {
    struct DryRun {
        would: Effects,
    }

    /// The effects that an action would have.
    struct Effects {
        postings: Vec<PostingLine>,
        statuses: Vec<StatusLine>,
        events: Vec<EventLine>,
        jobs: Vec<JobLine>,
        alerts: Vec<AlertLine>,
        further: Vec<String>,
    }

    struct PostingLine {
        meaning: String,
        part: String,
        account: String,
        amount: Money,
    }

    struct StatusLine {
        resource: String,
        from: Option<String>,
        to: String,
    }

    struct EventLine {
        event: String,
    }

    struct JobLine {
        what: String,
        due_at: Time,
    }

    struct AlertLine {
        meaning: String,
    }
}

impl Effects {
    /// Returns the effects other than postings, as sentences that follow "it would".
    pub(crate) fn sentences(&self) -> Vec<String> {
        let statuses = self.statuses.iter().map(|status| match &status.from {
            Some(from) => format!("move {} from {from} to {}", status.resource, status.to),
            None => format!("create {} as {}", status.resource, status.to),
        });
        let events = self.events.iter().map(|event| format!("send the event {}", event.event));
        let jobs =
            self.jobs.iter().map(|job| format!("schedule for {} UTC: {}", moment(&job.due_at), job.what));
        let alerts = self.alerts.iter().map(|alert| format!("raise an alert: {}", alert.meaning));
        statuses.chain(events).chain(jobs).chain(alerts).chain(self.further.iter().cloned()).collect()
    }
}
