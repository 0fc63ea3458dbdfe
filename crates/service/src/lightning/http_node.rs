//! A node behind the operator's adapter, which takes signed requests (docs/operating/lightning.md).

use causeway_uma::hex;
use futures_util::future::{BoxFuture, FutureExt};
use serde::Serialize;
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};

use super::protocol::{
    InvoiceReply, InvoiceRequest, InvoiceStateReply, NodeRequest, PaymentReply, PaymentRequest, Subject,
};
use crate::ports::{
    LightningNode, NodeInvoice, NodeInvoiceOrder, NodeInvoiceState, NodeKey, NodePaymentOrder,
    NodePaymentState, RailError,
};
use crate::runtime::signed_requests::SignedEndpoint;

/// A node behind an adapter. Any answer that is not one of the protocol is [`RailError::Unclear`].
#[derive(Debug)]
pub struct HttpNode {
    /// The adapter's base URL.
    adapter: SignedEndpoint,
}

impl HttpNode {
    /// Creates a client of the adapter, without connecting to it.
    #[must_use]
    pub const fn new(adapter: SignedEndpoint) -> Self {
        Self { adapter }
    }

    /// Sends a request and reads the reply. The signed id names the request besides its subject, because the
    /// signature does not cover the path.
    async fn ask<T: DeserializeOwned>(
        &self,
        kind: NodeRequest,
        key: NodeKey,
        request: &(impl Serialize + Sync),
    ) -> Result<T, RailError> {
        let path = kind.path();
        let id = format!("{path}:{}", key.transaction);
        let body = serde_json::to_vec(request).map_err(|_| RailError::Unclear)?;
        let url = self.adapter.url.below(&format!("/{path}")).map_err(|_| RailError::Unclear)?;
        let endpoint = SignedEndpoint { url, ..self.adapter.clone() };
        let reply = endpoint.ask(&id, body.into()).await.map_err(|error| {
            tracing::warn!(
                adapter = %self.adapter.host(), request = id, %error,
                "the Lightning adapter did not answer the request"
            );
            RailError::Unclear
        })?;
        serde_json::from_slice(&reply).map_err(|_| {
            // The reply may contain a preimage, so only its hash is logged.
            let reply = hex::encode(&Sha256::digest(&reply));
            tracing::warn!(
                adapter = %self.adapter.host(), request = id, reply_sha256 = reply,
                "the reply of the Lightning adapter is not of its protocol"
            );
            RailError::Unclear
        })
    }

    async fn state_after(&self, kind: NodeRequest, key: NodeKey) -> Result<NodeInvoiceState, RailError> {
        let reply: InvoiceStateReply = self.ask(kind, key, &Subject::from(key)).await?;
        Ok(reply.into())
    }
}

impl LightningNode for HttpNode {
    fn create_invoice<'a>(
        &'a self,
        order: &'a NodeInvoiceOrder,
    ) -> BoxFuture<'a, Result<NodeInvoice, RailError>> {
        async move {
            let request = InvoiceRequest::from(order);
            let reply: InvoiceReply = self.ask(NodeRequest::CreateInvoice, order.key, &request).await?;
            Ok(reply.into())
        }
        .boxed()
    }

    fn invoice_state(&self, key: NodeKey) -> BoxFuture<'_, Result<NodeInvoiceState, RailError>> {
        self.state_after(NodeRequest::InvoiceState, key).boxed()
    }

    fn cancel_invoice(&self, key: NodeKey) -> BoxFuture<'_, Result<NodeInvoiceState, RailError>> {
        self.state_after(NodeRequest::CancelInvoice, key).boxed()
    }

    fn pay<'a>(&'a self, order: &'a NodePaymentOrder) -> BoxFuture<'a, Result<NodePaymentState, RailError>> {
        async move {
            let request = PaymentRequest::from(order);
            let reply: PaymentReply = self.ask(NodeRequest::Pay, order.key, &request).await?;
            Ok(reply.into())
        }
        .boxed()
    }

    fn payment_state(&self, key: NodeKey) -> BoxFuture<'_, Result<NodePaymentState, RailError>> {
        async move {
            let reply: PaymentReply = self.ask(NodeRequest::PaymentState, key, &Subject::from(key)).await?;
            Ok(reply.into())
        }
        .boxed()
    }
}
