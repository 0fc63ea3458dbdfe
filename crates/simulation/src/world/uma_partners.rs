//! UMA providers and their settlement layer that are slow, lose requests and lose responses.

use causeway_domain::Time;
use causeway_domain::payments::LayerName;
use causeway_service::ports::{
    CancelResponse, IncomingUmaOrder, IncomingUmaStatus, InvoiceOrder, PaymentRequest, PayoutStatus,
    PeerMessage, PeerReply, PeerUnreachable, RailError, RecallResponse, RefundOrder, SettlementAsset,
    SettlementLayer, SubmitResponse, UmaInquiry, UmaOrder, UmaPeers,
};
use futures_util::future::{BoxFuture, pending};

use super::partners::{
    ANSWER_LOST, NO_ANSWER, NO_INCOMING_STATUS, NO_PEER, NO_PRECHECK, NO_RECALL, NO_STATUS, QUESTION_LOST,
    REFUND_LOST, REFUND_UNHEARD, UnreliablePort,
};

impl UmaPeers for UnreliablePort<dyn UmaPeers> {
    fn simulates(&self, host: &str, domains: &[String]) -> bool {
        self.inner.simulates(host, domains)
    }

    fn exchange<'a>(
        &'a self,
        message: PeerMessage<'a>,
        domains: &'a [String],
        now: Time,
    ) -> BoxFuture<'a, Result<PeerReply, PeerUnreachable>> {
        Box::pin(async move {
            if self.faults.inject(NO_PEER).await {
                return Err(PeerUnreachable);
            }
            self.inner.exchange(message, domains, now).await
        })
    }
}

impl SettlementLayer for UnreliablePort<dyn SettlementLayer> {
    fn name(&self) -> LayerName {
        self.inner.name()
    }

    fn is_available(&self) -> bool {
        self.inner.is_available()
    }

    fn has_return_path(&self) -> bool {
        self.inner.has_return_path()
    }

    fn assets(&self) -> &[SettlementAsset] {
        self.inner.assets()
    }

    fn precheck<'a>(&'a self, inquiry: &'a UmaInquiry) -> BoxFuture<'a, Result<(), RailError>> {
        Box::pin(async move {
            if self.faults.inject(NO_PRECHECK).await {
                return Err(RailError::Unclear);
            }
            self.inner.precheck(inquiry).await
        })
    }

    fn create<'a>(&'a self, order: &'a InvoiceOrder) -> BoxFuture<'a, Result<PaymentRequest, RailError>> {
        Box::pin(async move {
            if self.faults.inject(QUESTION_LOST).await {
                return Err(RailError::Unclear);
            }
            let answer = self.inner.create(order).await;
            if self.faults.inject(ANSWER_LOST).await { Err(RailError::Unclear) } else { answer }
        })
    }

    fn submit<'a>(&'a self, order: &'a UmaOrder) -> BoxFuture<'a, Result<SubmitResponse, RailError>> {
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

    fn status<'a>(&'a self, order: &'a UmaOrder) -> BoxFuture<'a, Result<PayoutStatus, RailError>> {
        Box::pin(async move {
            if self.faults.inject(NO_STATUS).await {
                return Err(RailError::Unclear);
            }
            self.inner.status(order).await
        })
    }

    fn incoming_status<'a>(
        &'a self,
        order: &'a IncomingUmaOrder,
    ) -> BoxFuture<'a, Result<IncomingUmaStatus, RailError>> {
        Box::pin(async move {
            if self.faults.inject(NO_INCOMING_STATUS).await {
                return Err(RailError::Unclear);
            }
            self.inner.incoming_status(order).await
        })
    }

    fn cancel<'a>(&'a self, order: &'a IncomingUmaOrder) -> BoxFuture<'a, Result<CancelResponse, RailError>> {
        Box::pin(async move {
            if self.faults.inject(NO_INCOMING_STATUS).await {
                return Err(RailError::Unclear);
            }
            self.inner.cancel(order).await
        })
    }

    fn refund<'a>(&'a self, order: &'a RefundOrder) -> BoxFuture<'a, Result<RecallResponse, RailError>> {
        Box::pin(async move {
            if self.faults.inject(REFUND_LOST).await {
                return Err(RailError::Unclear);
            }
            let answer = self.inner.refund(order).await;
            if self.faults.inject(REFUND_UNHEARD).await { Err(RailError::Unclear) } else { answer }
        })
    }

    fn recall<'a>(&'a self, order: &'a UmaOrder) -> BoxFuture<'a, Result<RecallResponse, RailError>> {
        Box::pin(async move {
            if self.faults.inject(NO_RECALL).await {
                return Err(RailError::Unclear);
            }
            self.inner.recall(order).await
        })
    }
}
