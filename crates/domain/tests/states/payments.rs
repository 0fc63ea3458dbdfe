//! The state machines of payments: printed, and checked against their postings.

use std::collections::HashSet;

use causeway_domain::payments::lifecycle::{
    Course, Custody, DepositEvent, DepositPhase, IncomingUmaEvent, IncomingUmaPhase, Lifecycle, Move, Notice,
    OutgoingEvent, OutgoingPhase, PaidBy, PaymentEvent, Phase, RefundDestination, RefundEvent, RefundTerms,
    Stage, next, next_deposit, next_incoming_uma, next_outgoing, next_stage, stage,
};
use causeway_domain::payments::{
    NextJob, OutgoingFailure, RefundReason, RefundStatus, Situation, TransactionStatus, UnmatchedEvent,
    UnmatchedStatus, next_unmatched, waits_for,
};
use causeway_domain::quotes::QuoteStatus;

use super::machine::Machine;

const WITHIN: Course = Course { paid_by: PaidBy::Account, leaves: false, settles_in_asset: false };

pub(super) fn of_payments() -> String {
    let outgoing = Machine {
        title: "Outgoing payments (money 8.7, 10.8)",
        begins: "Offered by a quote, or AwaitingAuthorization if its instructions are withheld; Requested as a transfer"
            .to_owned(),
        states: without_failures(OutgoingPhase::ALL, |phase| matches!(phase, OutgoingPhase::Failed { .. })),
        events: OutgoingEvent::ALL,
        meaning: OutgoingEvent::meaning,
    };
    let incoming = Machine {
        title: "Payments from UMA addresses (money 10.4)",
        begins: "Created".to_owned(),
        states: without_failures(IncomingUmaPhase::ALL, |phase| {
            matches!(phase, IncomingUmaPhase::Failed { .. })
        }),
        events: IncomingUmaEvent::ALL,
        meaning: IncomingUmaEvent::meaning,
    };
    let deposits = Machine {
        title: "Deposits and transfer-in (money 3.5, 10.2)",
        begins: "Expected as a deposit, Requested as a transfer".to_owned(),
        states: without_failures(DepositPhase::ALL, |phase| matches!(phase, DepositPhase::Failed { .. })),
        events: DepositEvent::ALL,
        meaning: DepositEvent::meaning,
    };
    let unmatched = Machine {
        title: "Unmatched money (money 3.5)",
        begins: "Held".to_owned(),
        states: UnmatchedStatus::ALL,
        events: UnmatchedEvent::ALL,
        meaning: UnmatchedEvent::meaning,
    };
    let phase = |moved: Move<OutgoingPhase>| moved.phase;
    [
        statuses(),
        outgoing.print(|at, event| next_outgoing(WITHIN, at, event).map(phase)),
        incoming.print(|at, event| next_incoming_uma(at, event).map(|moved| moved.phase)),
        deposits.print(|at, event| next_deposit(at, event).map(|moved| moved.phase)),
        refunds(),
        waits(),
        unmatched.print(next_unmatched),
    ]
    .concat()
}

/// Drops the failed phases: they take no event, so that they need no column.
fn without_failures<P: Copy>(phases: &[P], has_failed: fn(&P) -> bool) -> &'static [P] {
    phases.iter().copied().filter(|phase| !has_failed(phase)).collect::<Vec<_>>().leak()
}

/// Prints the statuses of each phase, and the place of its money.
fn statuses() -> String {
    let mut page = String::from(
        "\n## Statuses of payment phases\n\nStatuses are functions of the phase. The place of the money also depends on \
         the refund: it is listed for a payment without a refund, and for the cancelled phases with a completed one.\n\n\
         | Phase | Transaction | Quote | Money |\n|---|---|---|---|\n",
    );
    for phase in phases() {
        let course = Course { leaves: true, ..WITHIN };
        let quote = phase.quote_status().map_or("", QuoteStatus::as_str);
        let money = stage(course, phase, None).or(stage(course, phase, Some(RefundStatus::Completed)));
        let status = phase.status();
        let money = money.map_or(String::new(), |stage| format!("{stage:?}"));
        page += &format!("| {phase:?} | {status} | {quote} | {money} |\n");
    }
    page
}

/// Prints the region of refunds. The outcome of a refund depends on the phase beside it.
fn refunds() -> String {
    let mut page = String::from(
        "\n## Refunds (money 9)\n\nBeside the phase. A payment whose money is back while it is under way is cancelled.\n\n\
         | Event | None | Pending | Failed | Completed |\n|---|---|---|---|---|\n",
    );
    let refunds =
        [None, Some(RefundStatus::Pending), Some(RefundStatus::Failed), Some(RefundStatus::Completed)];
    for event in RefundEvent::ALL {
        let reached = |refund| {
            let after: HashSet<_> = lifecycles()
                .filter(|lifecycle| lifecycle.refund == refund)
                .filter_map(|lifecycle| next(lifecycle, (*event).into()).ok()?.refund)
                .collect();
            let mut after: Vec<_> = after.into_iter().map(|status| format!("{status:?}")).collect();
            after.sort_unstable();
            after.join(", ")
        };
        let cells: Vec<_> = refunds.into_iter().map(reached).collect();
        page += &format!("| {} | {} |\n", event.meaning(), cells.join(" | "));
    }
    page
}

/// Prints the events that unfinished payments wait for, from [`waits_for`].
fn waits() -> String {
    let mut page = String::from(
        "\n## What unfinished payments wait for (conventions 2.1)\n\nAs `payment show` and alerts say it. Commands are without \
         `causeway` and the id. A payment whose job was given up waits for an operator, whatever its phase.\n\n\
         | Phase | Party | Waits for it | Until | Then | Commands |\n|---|---|---|---|---|---|\n",
    );
    let course = Course { leaves: true, ..WITHIN };
    let paid_in = Course { paid_by: PaidBy::Bank, ..course };
    let situation = |course, phase, refund, refund_to| Situation {
        lifecycle: Lifecycle { course, phase, refund, refund_to },
        is_mirrored: false,
        next_job: NextJob::Scheduled,
        is_overdue: false,
    };
    let offered = Phase::from(OutgoingPhase::Offered);
    let sent = Phase::from(OutgoingPhase::Sent);
    let failed = Phase::from(OutgoingPhase::Failed {
        reason: OutgoingFailure::AccountCannotReceive,
        custody: Custody::Rail,
    });
    let unfinished = phases().map(|phase| (format!("{phase:?}"), situation(course, phase, None, None)));
    let to_payer = Some(RefundDestination::Payer);
    let given_up = Situation { next_job: NextJob::GivenUp, ..situation(course, sent, None, None) };
    let overdue = Situation { is_overdue: true, ..situation(course, sent, None, None) };
    let others = [
        ("Outgoing(Offered), paid in by a payer", situation(paid_in, offered, None, None)),
        ("any, refund pending", situation(course, failed, Some(RefundStatus::Pending), None)),
        ("failed, refund failed", situation(course, failed, Some(RefundStatus::Failed), None)),
        (
            "failed, refund to the payer failed",
            situation(paid_in, failed, Some(RefundStatus::Failed), to_payer),
        ),
        ("Outgoing(Sent), job given up", given_up),
        ("Outgoing(Sent), deadline passed", overdue),
    ];
    for (place, situation) in unfinished.chain(others.map(|(place, situation)| (place.to_owned(), situation)))
    {
        let Some(waits) = waits_for(situation) else { continue };
        let commands: Vec<_> = waits.commands.iter().map(|command| format!("`{command}`")).collect();
        page += &format!(
            "| {place} | {} | {} | {:?} | {} | {} |\n",
            waits.party,
            waits.what,
            waits.until,
            waits.then,
            commands.join(", ")
        );
    }
    page
}

fn phases() -> impl Iterator<Item = Phase> {
    let outgoing = OutgoingPhase::ALL.iter().copied().map(Phase::from);
    let incoming = IncomingUmaPhase::ALL.iter().copied().map(Phase::from);
    outgoing.chain(incoming).chain(DepositPhase::ALL.iter().copied().map(Phase::from))
}

/// Returns every combination of phase, course and refund.
fn lifecycles() -> impl Iterator<Item = Lifecycle> {
    let options = [(true, false), (true, true), (false, false)];
    let courses = PaidBy::ALL.into_iter().flat_map(move |paid_by| {
        options.map(|(leaves, settles_in_asset)| Course { paid_by, leaves, settles_in_asset })
    });
    // A transfer within the service, or in an asset, is a quote.
    let is_quote = |course: &Course| !course.leaves || course.settles_in_asset;
    let courses = courses.filter(move |course| course.paid_by != PaidBy::Transfer || !is_quote(course));
    let refunds =
        || [None, Some(RefundStatus::Pending), Some(RefundStatus::Completed), Some(RefundStatus::Failed)];
    courses.flat_map(move |course| {
        phases().flat_map(move |phase| {
            refunds().into_iter().flat_map(move |refund| {
                targets(course.paid_by).iter().map(move |to| Lifecycle {
                    course,
                    phase,
                    refund,
                    refund_to: *to,
                })
            })
        })
    })
}

const fn targets(paid_by: PaidBy) -> &'static [Option<RefundDestination>] {
    match paid_by {
        PaidBy::Transfer | PaidBy::Account | PaidBy::Crypto => &[None],
        PaidBy::Debit => &[Some(RefundDestination::OwnersAccount), Some(RefundDestination::DebitedAccount)],
        PaidBy::Bank => &[Some(RefundDestination::Payer)],
    }
}

/// Returns every event. A refund begins with the terms of the payment.
fn events(lifecycle: Lifecycle) -> impl Iterator<Item = PaymentEvent> {
    let outgoing = OutgoingEvent::ALL.iter().copied().map(PaymentEvent::from);
    let incoming = IncomingUmaEvent::ALL.iter().copied().map(PaymentEvent::from);
    let deposits = DepositEvent::ALL.iter().copied().map(PaymentEvent::from);
    let refunds = RefundEvent::ALL.iter().copied().map(move |event| match event {
        RefundEvent::Begun(_) => {
            let reason = RefundReason::TransactionFailed;
            RefundEvent::Begun(RefundTerms { reason, to: lifecycle.refund_to })
        }
        RefundEvent::Returned
        | RefundEvent::CouldNotReturn
        | RefundEvent::DeliveredAnyway
        | RefundEvent::Resolved => event,
    });
    outgoing.chain(incoming).chain(deposits).chain(refunds.map(PaymentEvent::from))
}

/// Returns `true` if the event can occur on this course: the source of the money decides the event that a
/// payment begins with.
const fn belongs(lifecycle: Lifecycle, event: PaymentEvent) -> bool {
    let Lifecycle { course, phase, .. } = lifecycle;
    match event {
        PaymentEvent::Outgoing(event) => match event {
            OutgoingEvent::Executed => matches!(course.paid_by, PaidBy::Account),
            OutgoingEvent::TransferBegun => matches!(course.paid_by, PaidBy::Transfer),
            OutgoingEvent::DebitBegun
            | OutgoingEvent::DebitSettled
            | OutgoingEvent::DebitSettledInVain
            | OutgoingEvent::DebitFailed => matches!(course.paid_by, PaidBy::Debit),
            OutgoingEvent::PaidIn => matches!(course.paid_by, PaidBy::Bank | PaidBy::Crypto),
            OutgoingEvent::PaidInToAccount(_) => matches!(course.paid_by, PaidBy::Crypto),
            OutgoingEvent::Submitted
            | OutgoingEvent::PayoutFailed(_)
            | OutgoingEvent::Returned
            | OutgoingEvent::ReturnedShort => course.leaves,
            OutgoingEvent::AuthorizationRequired
            | OutgoingEvent::AuthorizedToFund
            | OutgoingEvent::AuthorizationLapsed
            | OutgoingEvent::ApprovalRequired
            | OutgoingEvent::NotApproved
            | OutgoingEvent::ExpiryReached
            | OutgoingEvent::PaidInToSuspense(_)
            | OutgoingEvent::RateRefused
            | OutgoingEvent::Refused(_)
            | OutgoingEvent::Delivered => true,
        },
        PaymentEvent::Refund(RefundEvent::Begun(_)) => {
            course.leaves || !matches!(phase, Phase::Outgoing(OutgoingPhase::Accepted | OutgoingPhase::Sent))
        }
        // Crypto in suspense is left to an operator from the beginning.
        PaymentEvent::Refund(RefundEvent::Returned) => !matches!(
            (course.paid_by, phase),
            (PaidBy::Crypto, Phase::Outgoing(OutgoingPhase::Failed { custody: Custody::Suspense, .. }))
        ),
        PaymentEvent::IncomingUma(_) | PaymentEvent::Deposit(_) | PaymentEvent::Refund(_) => true,
    }
}

/// Checks that the postings of every move put the money into the place that the phase after it tells.
#[test]
fn the_postings_of_a_move_lead_to_the_stage_of_its_phase() {
    let mut moves = 0;
    let mut wrong = Vec::new();
    for lifecycle in lifecycles() {
        let Some(before) = stage(lifecycle.course, lifecycle.phase, lifecycle.refund) else { continue };
        for event in events(lifecycle).filter(|event| belongs(lifecycle, *event)) {
            let Ok(change) = next(lifecycle, event) else { continue };
            let stays = !lifecycle.course.leaves;
            let booked =
                change.postings.iter().try_fold(before, |stage, kind| next_stage(stage, *kind, stays));
            let stage = stage(lifecycle.course, change.phase, change.refund);
            if stage.is_none() || booked.ok() != stage {
                wrong.push(format!("{lifecycle}, {event:?}: {change:?}"));
            }
            moves += 1;
        }
    }
    assert!(wrong.is_empty() && moves > 300, "{moves}: {wrong:#?}");
}

/// Checks that a status that clients see moves only as the interface says (money 10.8): a final status is
/// followed only by the return of delivered money.
#[test]
fn final_statuses_accept_only_the_return_of_delivered_money() {
    for lifecycle in lifecycles() {
        let phase = lifecycle.phase;
        let status = phase.status();
        if !status.is_final() || stage(lifecycle.course, phase, lifecycle.refund).is_none() {
            continue;
        }
        for event in events(lifecycle).filter(|event| !matches!(event, PaymentEvent::Refund(_))) {
            let Ok(change) = next(lifecycle, event) else { continue };
            assert_eq!(status, TransactionStatus::Completed, "{lifecycle}, {event:?}");
            assert_eq!(change.phase.status(), TransactionStatus::Failed, "{lifecycle}, {event:?}");
        }
    }
}

/// Checks that the status of a quote is that of its payment, except for cancelled payments.
#[test]
fn a_quote_has_the_status_of_its_payment() {
    for phase in OutgoingPhase::ALL {
        let status = phase.quote_status();
        match phase {
            OutgoingPhase::Cancelled => assert_eq!(status, QuoteStatus::Failed),
            // A transfer, which has no quote.
            OutgoingPhase::Accepted => assert_eq!(status, QuoteStatus::Processing),
            _ => assert_eq!(status.as_str(), phase.status().as_str()),
        }
    }
}

/// Checks that refunds notify of the refund only, and other events never do.
#[test]
fn refunds_are_announced_as_refunds() {
    for lifecycle in lifecycles() {
        for event in events(lifecycle) {
            let Ok(change) = next(lifecycle, event) else { continue };
            let is_refund = matches!(event, PaymentEvent::Refund(_));
            assert_eq!(change.notice == Notice::Refund, is_refund, "{lifecycle}, {event:?}");
        }
    }
}

#[test]
fn every_status_is_shown_by_a_phase() {
    let statuses: HashSet<_> = phases().map(Phase::status).collect();
    assert_eq!(statuses.len(), TransactionStatus::ALL.len());
    assert_eq!(
        Stage::ALL.len(),
        lifecycles()
            .filter_map(|lifecycle| { stage(lifecycle.course, lifecycle.phase, lifecycle.refund) })
            .collect::<HashSet<_>>()
            .len()
    );
}
