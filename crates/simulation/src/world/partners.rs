//! Partners that are slow, lose requests and lose responses.

use std::sync::Arc;

use causeway::wiring;
use causeway_domain::ids::PlatformId;
use causeway_domain::money::CurrencyCode;
use causeway_domain::rates::Rate;
use causeway_service::ports::{
    DebitAnswer, DebitInquiry, DebitOrder, DebitRail, DebitState, Message, MessageError, Messages, NameCheck,
    NameCheckAnswer, NameQuery, PayoutDestination, PayoutFailure, PayoutInquiry, PayoutOrder, PayoutRail,
    PayoutStatus, Ports, RailError, RateError, RateSource, RecallReason, RecallResponse, RefundOrder,
    RefundRail, SettlementLayer, StablecoinProvider, SubmitResponse, World,
};
use causeway_store::Store;
use futures_util::future::{BoxFuture, pending};

use super::fault_plan::FaultPlan;
use crate::rng::Rng;

const NO_RATE: &str = "partner: rates not available";
const NO_NAME: &str = "partner: name check not answered";
pub(super) const NO_PRECHECK: &str = "partner: rail's precheck not answered";
const DEBIT_LOST: &str = "partner: order to debit lost on its way";
const DEBIT_UNHEARD: &str = "partner: order to debit taken, answer lost";
const NO_DEBIT_ANSWER: &str = "partner: order to debit taken, no answer";
const NO_DEBIT_STATUS: &str = "partner: debit's status not answered";
pub(super) const QUESTION_LOST: &str = "partner: payout order lost on its way";
pub(super) const ANSWER_LOST: &str = "partner: payout order taken, answer lost";
pub(super) const NO_ANSWER: &str = "partner: payout order taken, no answer";
pub(super) const NO_STATUS: &str = "partner: payout status not answered";
pub(super) const NO_PEER: &str = "partner: UMA provider not reached";
pub(super) const NO_INCOMING_STATUS: &str = "partner: incoming UMA payment not answered";
pub(super) const REFUND_LOST: &str = "partner: refund lost on its way";
pub(super) const REFUND_UNHEARD: &str = "partner: refund taken, answer lost";
const NO_MESSAGE: &str = "partner: message to an end user not sent";
pub(super) const NO_RECALL: &str = "partner: recall not answered";
pub(super) const NO_PROVIDER: &str = "partner: provider of stablecoins not reached";
pub(super) const MINT_LOST: &str = "partner: mint or burn lost on its way";
pub(super) const MINT_UNHEARD: &str = "partner: mint or burn taken, answer lost";
pub(super) const NO_MINT_ANSWER: &str = "partner: mint or burn taken, no answer";

pub(super) const EVENTS: &[&str] = &[
    NO_RATE,
    NO_NAME,
    NO_PRECHECK,
    DEBIT_LOST,
    DEBIT_UNHEARD,
    NO_DEBIT_ANSWER,
    NO_DEBIT_STATUS,
    QUESTION_LOST,
    ANSWER_LOST,
    NO_ANSWER,
    NO_STATUS,
    NO_RECALL,
    REFUND_LOST,
    NO_PEER,
    NO_INCOMING_STATUS,
    NO_PROVIDER,
    MINT_LOST,
    MINT_UNHEARD,
    NO_MINT_ANSWER,
];

/// Rate of each partner's faults, per thousand calls.
const OFTEN: u32 = 100;

/// Builds the outside worlds of both environments: the sandbox's with faults, and production as shipped.
pub(super) fn ports(store: &Store, rng: &Rng, fault_plan: &FaultPlan) -> Ports {
    let Ports { sandbox: plain, production } = wiring::ports(store);
    let faults = PartnerFaults { rng: rng.clone(), fault_plan: fault_plan.clone() };
    // Used by both environments: an unreachable provider would leave the operations untested.
    let stablecoins: Arc<dyn StablecoinProvider> =
        Arc::new(UnreliablePort { inner: Arc::clone(&plain.stablecoins), faults: faults.clone() });
    Ports {
        sandbox: World {
            name_check: Arc::new(UnreliablePort { inner: plain.name_check, faults: faults.clone() }),
            rates: Arc::new(UnreliablePort { inner: plain.rates, faults: faults.clone() }),
            payouts: Arc::new(UnreliablePort { inner: plain.payouts, faults: faults.clone() }),
            offers: plain.offers,
            debits: Arc::new(UnreliablePort { inner: plain.debits, faults: faults.clone() }),
            refunds: Arc::new(UnreliablePort { inner: plain.refunds, faults: faults.clone() }),
            uma_peers: Arc::new(UnreliablePort { inner: plain.uma_peers, faults: faults.clone() }),
            uma_layers: plain.uma_layers.into_iter().map(|layer| unreliable(layer, &faults)).collect(),
            verification: plain.verification,
            account_checks: plain.account_checks,
            liveness: plain.liveness,
            messages: plain.messages,
            screening: plain.screening,
            uma_policy: plain.uma_policy,
            funding: plain.funding,
            stablecoins: Arc::clone(&stablecoins),
            cards: plain.cards,
            card_scenarios: plain.card_scenarios,
        },
        production: World { messages: Arc::new(UnreliableMessages(faults)), stablecoins, ..production },
    }
}

/// Adds faults to a settlement layer.
fn unreliable(inner: Arc<dyn SettlementLayer>, faults: &PartnerFaults) -> Arc<dyn SettlementLayer> {
    Arc::new(UnreliablePort { inner, faults: faults.clone() })
}

/// Sends production's messages nowhere, or fails.
struct UnreliableMessages(PartnerFaults);

impl Messages for UnreliableMessages {
    fn fixed_code(&self) -> Option<&'static str> {
        None
    }

    fn send<'a>(&'a self, _: &'a Message) -> BoxFuture<'a, Result<(), MessageError>> {
        Box::pin(async move {
            let is_lost = self.0.inject(NO_MESSAGE).await;
            if is_lost { Err(MessageError::Failed) } else { Ok(()) }
        })
    }
}

#[derive(Clone)]
pub(super) struct PartnerFaults {
    rng: Rng,
    fault_plan: FaultPlan,
}

impl PartnerFaults {
    /// Yields a random number of times to other requests under way.
    async fn hesitate(&self) {
        for _ in 0..self.rng.between(0, 3) {
            tokio::task::yield_now().await;
        }
    }

    pub(super) async fn inject(&self, name: &'static str) -> bool {
        self.hesitate().await;
        self.fault_plan.injects(OFTEN, name)
    }
}

pub(super) struct UnreliablePort<P: ?Sized> {
    pub(super) inner: Arc<P>,
    pub(super) faults: PartnerFaults,
}

impl RateSource for UnreliablePort<dyn RateSource> {
    fn rate(&self, sending: CurrencyCode, receiving: CurrencyCode) -> BoxFuture<'_, Result<Rate, RateError>> {
        Box::pin(async move {
            if self.faults.inject(NO_RATE).await {
                return Err(RateError::Unavailable);
            }
            self.inner.rate(sending, receiving).await
        })
    }

    fn honours(
        &self,
        platform: PlatformId,
        sending: CurrencyCode,
        receiving: CurrencyCode,
        rate: Rate,
    ) -> BoxFuture<'_, Result<bool, RateError>> {
        Box::pin(async move {
            if self.faults.inject(NO_RATE).await {
                return Err(RateError::Unavailable);
            }
            self.inner.honours(platform, sending, receiving, rate).await
        })
    }
}

impl NameCheck for UnreliablePort<dyn NameCheck> {
    fn check<'a>(&'a self, query: &'a NameQuery) -> BoxFuture<'a, Result<NameCheckAnswer, RailError>> {
        Box::pin(async move {
            if self.faults.inject(NO_NAME).await {
                return Err(RailError::Unclear);
            }
            self.inner.check(query).await
        })
    }
}

impl DebitRail for UnreliablePort<dyn DebitRail> {
    fn precheck<'a>(&'a self, inquiry: &'a DebitInquiry) -> BoxFuture<'a, Result<(), RailError>> {
        Box::pin(async move {
            if self.faults.inject(NO_PRECHECK).await {
                return Err(RailError::Unclear);
            }
            self.inner.precheck(inquiry).await
        })
    }

    fn check_source<'a>(&'a self, inquiry: &'a DebitInquiry) -> BoxFuture<'a, Result<bool, RailError>> {
        Box::pin(async move {
            if self.faults.inject(NO_PRECHECK).await {
                return Err(RailError::Unclear);
            }
            self.inner.check_source(inquiry).await
        })
    }

    fn submit<'a>(&'a self, order: &'a DebitOrder) -> BoxFuture<'a, Result<DebitAnswer, RailError>> {
        Box::pin(async move {
            if self.faults.inject(DEBIT_LOST).await {
                return Err(RailError::Unclear);
            }
            let answer = self.inner.submit(order).await;
            if self.faults.inject(NO_DEBIT_ANSWER).await {
                return pending().await;
            }
            if self.faults.inject(DEBIT_UNHEARD).await { Err(RailError::Unclear) } else { answer }
        })
    }

    fn status<'a>(&'a self, order: &'a DebitOrder) -> BoxFuture<'a, Result<DebitState, RailError>> {
        Box::pin(async move {
            if self.faults.inject(NO_DEBIT_STATUS).await {
                return Err(RailError::Unclear);
            }
            self.inner.status(order).await
        })
    }

    fn can_cancel<'a>(&'a self, order: &'a DebitOrder) -> BoxFuture<'a, Result<bool, RailError>> {
        Box::pin(async move {
            if self.faults.inject(NO_PRECHECK).await {
                return Err(RailError::Unclear);
            }
            self.inner.can_cancel(order).await
        })
    }

    fn recall<'a>(
        &'a self,
        order: &'a DebitOrder,
        reason: RecallReason,
    ) -> BoxFuture<'a, Result<RecallResponse, RailError>> {
        Box::pin(async move {
            if self.faults.inject(NO_RECALL).await {
                return Err(RailError::Unclear);
            }
            self.inner.recall(order, reason).await
        })
    }
}

impl RefundRail for UnreliablePort<dyn RefundRail> {
    fn refund<'a>(&'a self, order: &'a RefundOrder) -> BoxFuture<'a, Result<RecallResponse, RailError>> {
        Box::pin(async move {
            if self.faults.inject(REFUND_LOST).await {
                return Err(RailError::Unclear);
            }
            let answer = self.inner.refund(order).await;
            if self.faults.inject(REFUND_UNHEARD).await { Err(RailError::Unclear) } else { answer }
        })
    }
}

impl PayoutRail for UnreliablePort<dyn PayoutRail> {
    fn precheck<'a>(&'a self, inquiry: &'a PayoutInquiry) -> BoxFuture<'a, Result<(), RailError>> {
        Box::pin(async move {
            if self.faults.inject(NO_PRECHECK).await {
                return Err(RailError::Unclear);
            }
            self.inner.precheck(inquiry).await
        })
    }

    fn check_destination<'a>(
        &'a self,
        inquiry: &'a PayoutInquiry,
        destination: &'a PayoutDestination,
    ) -> BoxFuture<'a, Result<Option<PayoutFailure>, RailError>> {
        Box::pin(async move {
            if self.faults.inject(NO_PRECHECK).await {
                return Err(RailError::Unclear);
            }
            self.inner.check_destination(inquiry, destination).await
        })
    }

    fn submit<'a>(&'a self, order: &'a PayoutOrder) -> BoxFuture<'a, Result<SubmitResponse, RailError>> {
        Box::pin(async move {
            if self.faults.inject(QUESTION_LOST).await {
                return Err(RailError::Unclear);
            }
            let answer = self.inner.submit(order).await;
            if self.faults.inject(NO_ANSWER).await {
                return pending().await;
            }
            if self.faults.inject(ANSWER_LOST).await { Err(RailError::Unclear) } else { answer }
        })
    }

    fn status<'a>(&'a self, order: &'a PayoutOrder) -> BoxFuture<'a, Result<PayoutStatus, RailError>> {
        Box::pin(async move {
            if self.faults.inject(NO_STATUS).await {
                return Err(RailError::Unclear);
            }
            self.inner.status(order).await
        })
    }

    fn can_cancel<'a>(&'a self, order: &'a PayoutOrder) -> BoxFuture<'a, Result<bool, RailError>> {
        Box::pin(async move {
            if self.faults.inject(NO_PRECHECK).await {
                return Err(RailError::Unclear);
            }
            self.inner.can_cancel(order).await
        })
    }

    fn recall<'a>(
        &'a self,
        order: &'a PayoutOrder,
        reason: RecallReason,
    ) -> BoxFuture<'a, Result<RecallResponse, RailError>> {
        Box::pin(async move {
            if self.faults.inject(NO_RECALL).await {
                return Err(RailError::Unclear);
            }
            self.inner.recall(order, reason).await
        })
    }
}
