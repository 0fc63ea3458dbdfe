//! Partners that hesitate, lose questions and lose answers.

use std::sync::Arc;

use causeway::wiring;
use causeway_domain::Amount;
use causeway_domain::money::CurrencyCode;
use causeway_domain::rates::Rate;
use causeway_service::ports::{
    DebitAnswer, DebitOrder, DebitRail, DebitState, Message, MessageError, Messages, NameCheck,
    NameCheckAnswer, NameQuery, PayoutDestination, PayoutInquiry, PayoutOrder, PayoutRail, PayoutRefusal,
    PayoutStatus, Ports, RailError, RateError, RateSource, Recall, RefundOrder, RefundRail,
    StablecoinProvider, Submission, World,
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
pub(super) const NO_RECEIPT: &str = "partner: receipt not answered";
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
    NO_RECEIPT,
    NO_PROVIDER,
    MINT_LOST,
    MINT_UNHEARD,
    NO_MINT_ANSWER,
];

/// How often a partner misbehaves, in a thousand times.
const OFTEN: u32 = 100;

/// The outside worlds of both environments: the sandbox's with flaws, and production as this program ships it.
pub(super) fn ports(store: &Store, rng: &Rng, fault_plan: &FaultPlan) -> Ports {
    let Ports { sandbox: plain, production } = wiring::ports(store);
    let flaws = Flaws { rng: rng.clone(), fault_plan: fault_plan.clone() };
    // Of both environments: a provider that nobody reaches would show nothing.
    let stablecoins: Arc<dyn StablecoinProvider> =
        Arc::new(Unreliable { inner: Arc::clone(&plain.stablecoins), flaws: flaws.clone() });
    Ports {
        sandbox: World {
            name_check: Arc::new(Unreliable { inner: plain.name_check, flaws: flaws.clone() }),
            rates: Arc::new(Unreliable { inner: plain.rates, flaws: flaws.clone() }),
            payouts: Arc::new(Unreliable { inner: plain.payouts, flaws: flaws.clone() }),
            debits: Arc::new(Unreliable { inner: plain.debits, flaws: flaws.clone() }),
            refunds: Arc::new(Unreliable { inner: plain.refunds, flaws: flaws.clone() }),
            uma_peers: Arc::new(Unreliable { inner: plain.uma_peers, flaws: flaws.clone() }),
            uma_settlement: Arc::new(Unreliable { inner: plain.uma_settlement, flaws: flaws.clone() }),
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
        production: World { messages: Arc::new(Post(flaws)), stablecoins, ..production },
    }
}

/// Sends production's messages, into the void, or not.
struct Post(Flaws);

impl Messages for Post {
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
pub(super) struct Flaws {
    rng: Rng,
    fault_plan: FaultPlan,
}

impl Flaws {
    /// Lets other requests that are under way go first, or not.
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

pub(super) struct Unreliable<P: ?Sized> {
    pub(super) inner: Arc<P>,
    pub(super) flaws: Flaws,
}

impl RateSource for Unreliable<dyn RateSource> {
    fn rate(&self, sending: CurrencyCode, receiving: CurrencyCode) -> BoxFuture<'_, Result<Rate, RateError>> {
        Box::pin(async move {
            if self.flaws.inject(NO_RATE).await {
                return Err(RateError::Unavailable);
            }
            self.inner.rate(sending, receiving).await
        })
    }

    fn honours(
        &self,
        pair: (CurrencyCode, CurrencyCode),
        rate: Rate,
    ) -> BoxFuture<'_, Result<bool, RateError>> {
        Box::pin(async move {
            if self.flaws.inject(NO_RATE).await {
                return Err(RateError::Unavailable);
            }
            self.inner.honours(pair, rate).await
        })
    }
}

impl NameCheck for Unreliable<dyn NameCheck> {
    fn check<'a>(&'a self, query: &'a NameQuery) -> BoxFuture<'a, Result<NameCheckAnswer, RailError>> {
        Box::pin(async move {
            if self.flaws.inject(NO_NAME).await {
                return Err(RailError::Unclear);
            }
            self.inner.check(query).await
        })
    }
}

impl DebitRail for Unreliable<dyn DebitRail> {
    fn is_there(&self) -> bool {
        self.inner.is_there()
    }

    fn precheck(&self, amount: Amount) -> BoxFuture<'_, Result<(), RailError>> {
        Box::pin(async move {
            if self.flaws.inject(NO_PRECHECK).await {
                return Err(RailError::Unclear);
            }
            self.inner.precheck(amount).await
        })
    }

    fn check_source<'a>(
        &'a self,
        amount: Amount,
        identifier: &'a str,
    ) -> BoxFuture<'a, Result<bool, RailError>> {
        Box::pin(async move {
            if self.flaws.inject(NO_PRECHECK).await {
                return Err(RailError::Unclear);
            }
            self.inner.check_source(amount, identifier).await
        })
    }

    fn submit<'a>(&'a self, order: &'a DebitOrder) -> BoxFuture<'a, Result<DebitAnswer, RailError>> {
        Box::pin(async move {
            if self.flaws.inject(DEBIT_LOST).await {
                return Err(RailError::Unclear);
            }
            let answer = self.inner.submit(order).await;
            if self.flaws.inject(NO_DEBIT_ANSWER).await {
                return pending().await;
            }
            if self.flaws.inject(DEBIT_UNHEARD).await { Err(RailError::Unclear) } else { answer }
        })
    }

    fn status<'a>(&'a self, order: &'a DebitOrder) -> BoxFuture<'a, Result<DebitState, RailError>> {
        Box::pin(async move {
            if self.flaws.inject(NO_DEBIT_STATUS).await {
                return Err(RailError::Unclear);
            }
            self.inner.status(order).await
        })
    }

    fn can_cancel<'a>(&'a self, order: &'a DebitOrder) -> BoxFuture<'a, Result<bool, RailError>> {
        Box::pin(async move {
            if self.flaws.inject(NO_PRECHECK).await {
                return Err(RailError::Unclear);
            }
            self.inner.can_cancel(order).await
        })
    }

    fn recall<'a>(&'a self, order: &'a DebitOrder) -> BoxFuture<'a, Result<Recall, RailError>> {
        Box::pin(async move {
            if self.flaws.inject(NO_RECALL).await {
                return Err(RailError::Unclear);
            }
            self.inner.recall(order).await
        })
    }
}

impl RefundRail for Unreliable<dyn RefundRail> {
    fn give_back<'a>(&'a self, order: &'a RefundOrder) -> BoxFuture<'a, Result<Recall, RailError>> {
        Box::pin(async move {
            if self.flaws.inject(REFUND_LOST).await {
                return Err(RailError::Unclear);
            }
            let answer = self.inner.give_back(order).await;
            if self.flaws.inject(REFUND_UNHEARD).await { Err(RailError::Unclear) } else { answer }
        })
    }
}

impl PayoutRail for Unreliable<dyn PayoutRail> {
    fn is_there(&self) -> bool {
        self.inner.is_there()
    }

    fn precheck<'a>(&'a self, inquiry: &'a PayoutInquiry) -> BoxFuture<'a, Result<(), RailError>> {
        Box::pin(async move {
            if self.flaws.inject(NO_PRECHECK).await {
                return Err(RailError::Unclear);
            }
            self.inner.precheck(inquiry).await
        })
    }

    fn check_destination<'a>(
        &'a self,
        inquiry: &'a PayoutInquiry,
        destination: &'a PayoutDestination,
    ) -> BoxFuture<'a, Result<Option<PayoutRefusal>, RailError>> {
        Box::pin(async move {
            if self.flaws.inject(NO_PRECHECK).await {
                return Err(RailError::Unclear);
            }
            self.inner.check_destination(inquiry, destination).await
        })
    }

    fn submit<'a>(&'a self, order: &'a PayoutOrder) -> BoxFuture<'a, Result<Submission, RailError>> {
        Box::pin(async move {
            if self.flaws.inject(QUESTION_LOST).await {
                return Err(RailError::Unclear);
            }
            let answer = self.inner.submit(order).await;
            if self.flaws.inject(NO_ANSWER).await {
                return pending().await;
            }
            if self.flaws.inject(ANSWER_LOST).await { Err(RailError::Unclear) } else { answer }
        })
    }

    fn status<'a>(&'a self, order: &'a PayoutOrder) -> BoxFuture<'a, Result<PayoutStatus, RailError>> {
        Box::pin(async move {
            if self.flaws.inject(NO_STATUS).await {
                return Err(RailError::Unclear);
            }
            self.inner.status(order).await
        })
    }

    fn can_cancel<'a>(&'a self, order: &'a PayoutOrder) -> BoxFuture<'a, Result<bool, RailError>> {
        Box::pin(async move {
            if self.flaws.inject(NO_PRECHECK).await {
                return Err(RailError::Unclear);
            }
            self.inner.can_cancel(order).await
        })
    }

    fn recall<'a>(&'a self, order: &'a PayoutOrder) -> BoxFuture<'a, Result<Recall, RailError>> {
        Box::pin(async move {
            if self.flaws.inject(NO_RECALL).await {
                return Err(RailError::Unclear);
            }
            self.inner.recall(order).await
        })
    }
}
