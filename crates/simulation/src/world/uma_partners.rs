//! Providers of UMA addresses, and the settlement layer between them, that hesitate, lose questions and lose answers.

use causeway_domain::customers::UmaAddress;
use causeway_service::ports::{
    PayoutStatus, RailError, Recall, RefundOrder, Submission, UmaInvoice, UmaOrder, UmaPayRequest,
    UmaPeerError, UmaPeers, UmaReceiptOrder, UmaReceiptStatus, UmaReceiver, UmaSettlement,
};
use futures_util::future::{BoxFuture, pending};

use super::partners::{
    ANSWER_LOST, NO_ANSWER, NO_PEER, NO_PRECHECK, NO_RECALL, NO_RECEIPT, NO_STATUS, QUESTION_LOST,
    REFUND_LOST, REFUND_UNHEARD, Unreliable,
};

impl UmaPeers for Unreliable<dyn UmaPeers> {
    fn look_up<'a>(&'a self, address: &'a UmaAddress) -> BoxFuture<'a, Result<UmaReceiver, UmaPeerError>> {
        Box::pin(async move {
            if self.flaws.inject(NO_PEER).await {
                return Err(UmaPeerError::Unreachable);
            }
            self.inner.look_up(address).await
        })
    }

    fn request<'a>(&'a self, wanted: &'a UmaPayRequest) -> BoxFuture<'a, Result<UmaInvoice, UmaPeerError>> {
        Box::pin(async move {
            if self.flaws.inject(NO_PEER).await {
                return Err(UmaPeerError::Unreachable);
            }
            self.inner.request(wanted).await
        })
    }
}

impl UmaSettlement for Unreliable<dyn UmaSettlement> {
    fn is_there(&self) -> bool {
        self.inner.is_there()
    }

    fn precheck(&self) -> BoxFuture<'_, Result<(), RailError>> {
        Box::pin(async move {
            if self.flaws.inject(NO_PRECHECK).await {
                return Err(RailError::Unclear);
            }
            self.inner.precheck().await
        })
    }

    fn submit<'a>(&'a self, order: &'a UmaOrder) -> BoxFuture<'a, Result<Submission, RailError>> {
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

    fn status<'a>(&'a self, order: &'a UmaOrder) -> BoxFuture<'a, Result<PayoutStatus, RailError>> {
        Box::pin(async move {
            if self.flaws.inject(NO_STATUS).await {
                return Err(RailError::Unclear);
            }
            self.inner.status(order).await
        })
    }

    fn receipt<'a>(
        &'a self,
        order: &'a UmaReceiptOrder,
    ) -> BoxFuture<'a, Result<UmaReceiptStatus, RailError>> {
        Box::pin(async move {
            if self.flaws.inject(NO_RECEIPT).await {
                return Err(RailError::Unclear);
            }
            self.inner.receipt(order).await
        })
    }

    fn give_back<'a>(&'a self, order: &'a RefundOrder) -> BoxFuture<'a, Result<Recall, RailError>> {
        Box::pin(async move {
            if self.flaws.inject(REFUND_LOST).await {
                return Err(RailError::Unclear);
            }
            let answer = self.inner.give_back(order).await;
            if self.flaws.inject(REFUND_UNHEARD).await { Err(RailError::Unclear) } else { answer }
        })
    }

    fn recall<'a>(&'a self, order: &'a UmaOrder) -> BoxFuture<'a, Result<Recall, RailError>> {
        Box::pin(async move {
            if self.flaws.inject(NO_RECALL).await {
                return Err(RailError::Unclear);
            }
            self.inner.recall(order).await
        })
    }
}
