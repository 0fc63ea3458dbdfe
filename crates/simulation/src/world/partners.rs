//! Partners that hesitate, lose questions and lose answers.

use std::sync::Arc;

use causeway::wiring;
use causeway_domain::Amount;
use causeway_domain::money::Currency;
use causeway_domain::rates::Rate;
use causeway_service::ports::{
    DebitAnswer, DebitOrder, DebitRail, DebitState, NameCheck, NameCheckAnswer, NameQuery, PayoutInquiry,
    PayoutOrder, PayoutRail, PayoutStatus, Ports, RailError, RateError, RateSource, Recall, Submission,
    World,
};
use causeway_store::Store;
use futures_util::future::{BoxFuture, pending};

use super::fault_plan::FaultPlan;
use crate::rng::Rng;

const NO_RATE: &str = "partner: rates not available";
const NO_NAME: &str = "partner: name check not answered";
const NO_PRECHECK: &str = "partner: rail's precheck not answered";
const DEBIT_LOST: &str = "partner: order to debit lost on its way";
const DEBIT_UNHEARD: &str = "partner: order to debit taken, answer lost";
const NO_DEBIT_ANSWER: &str = "partner: order to debit taken, no answer";
const NO_DEBIT_STATUS: &str = "partner: debit's status not answered";
const QUESTION_LOST: &str = "partner: payout order lost on its way";
const ANSWER_LOST: &str = "partner: payout order taken, answer lost";
const NO_ANSWER: &str = "partner: payout order taken, no answer";
const NO_STATUS: &str = "partner: payout status not answered";
const NO_RECALL: &str = "partner: recall not answered";

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
];

/// How often a partner misbehaves, in a thousand times.
const OFTEN: u32 = 100;

/// The outside worlds of both environments: the sandbox's with flaws, and production as this program ships it.
pub(super) fn ports(store: &Store, rng: &Rng, fault_plan: &FaultPlan) -> Ports {
    let Ports { sandbox: plain, production } = wiring::ports(store);
    let flaws = Flaws { rng: rng.clone(), fault_plan: fault_plan.clone() };
    Ports {
        sandbox: World {
            name_check: Arc::new(Unreliable { inner: plain.name_check, flaws: flaws.clone() }),
            rates: Arc::new(Unreliable { inner: plain.rates, flaws: flaws.clone() }),
            payouts: Arc::new(Unreliable { inner: plain.payouts, flaws: flaws.clone() }),
            debits: Arc::new(Unreliable { inner: plain.debits, flaws }),
            verification: plain.verification,
            account_checks: plain.account_checks,
            screening: plain.screening,
            directory: plain.directory,
            funding: plain.funding,
        },
        production,
    }
}

#[derive(Clone)]
struct Flaws {
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

    async fn inject(&self, name: &'static str) -> bool {
        self.hesitate().await;
        self.fault_plan.injects(OFTEN, name)
    }
}

struct Unreliable<P: ?Sized> {
    inner: Arc<P>,
    flaws: Flaws,
}

impl RateSource for Unreliable<dyn RateSource> {
    fn rate(&self, sending: Currency, receiving: Currency) -> BoxFuture<'_, Result<Rate, RateError>> {
        Box::pin(async move {
            if self.flaws.inject(NO_RATE).await {
                return Err(RateError::Unavailable);
            }
            self.inner.rate(sending, receiving).await
        })
    }

    fn honours(&self, pair: (Currency, Currency), rate: Rate) -> BoxFuture<'_, Result<bool, RateError>> {
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

    fn recall<'a>(&'a self, order: &'a DebitOrder) -> BoxFuture<'a, Result<Recall, RailError>> {
        Box::pin(async move {
            if self.flaws.inject(NO_RECALL).await {
                return Err(RailError::Unclear);
            }
            self.inner.recall(order).await
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

    fn recall<'a>(&'a self, order: &'a PayoutOrder) -> BoxFuture<'a, Result<Recall, RailError>> {
        Box::pin(async move {
            if self.flaws.inject(NO_RECALL).await {
                return Err(RailError::Unclear);
            }
            self.inner.recall(order).await
        })
    }
}
