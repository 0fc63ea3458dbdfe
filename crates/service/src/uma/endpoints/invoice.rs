//! The invoice of an approved payment, and the answer that contains it (uma 6.2, 6.3).

use std::sync::Arc;

use causeway_domain::Time;
use causeway_domain::payments::lifecycle::{IncomingUmaEvent, IncomingUmaPhase};
use causeway_domain::{currency, money::CurrencyCode};
use causeway_store::customers::CustomerRecord;
use causeway_store::payments::{PaymentRecord, Side, UmaTerms};
use causeway_store::platforms::PlatformRecord;
use causeway_store::uma_requests::{self, UmaRequestRecord};
use causeway_store::{Error, Tx};
use causeway_uma::addresses::Identifier;
use causeway_uma::amounts::{Conversion, Multiplier};
use causeway_uma::discovery::{self, metadata_with_invoice};
use causeway_uma::errors::WireCode;
use causeway_uma::pay::{ConvertedAmount, PayAmount, PayRequest, PayResponse, PayeeCompliance, PayeeData};
use causeway_uma::signing::{MessageSignature, Nonce, payload};
use causeway_uma::{ProtocolVersion, SettlementChoice, WireCurrencyCode};

use super::message::{WireError, WireReply};
use super::verify::seconds;
use crate::customers;
use crate::payments::incoming::uma::INVOICE;
use crate::payments::lifecycle::locked::LockedPayment;
use crate::ports::{IncomingUmaOrder, InvoiceOrder, RailError, SettlementLayer};
use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;
use crate::runtime::context::Context;
use crate::runtime::{hex, timers};
use crate::uma::hooks::{AgreedHooks, OwnCallback};
use crate::uma::key_ring::KeyRing;
use crate::uma::receiving;

/// An approved payment with everything that its answer needs.
struct ApprovedPayment {
    context: Context,
    keys: KeyRing,
    receiver: CustomerRecord,
    record: UmaRequestRecord,
    payment: PaymentRecord,
    terms: UmaTerms,
    /// Expiry of the invoice on the platform's clock.
    ends_at: Time,
    approved_at: Time,
}

/// Answers the pay request of an approved payment: with the stored answer, or with a new invoice.
pub(super) async fn answer(
    app: &Arc<App>,
    platform: &PlatformRecord,
    request: &PayRequest,
    payment: &PaymentRecord,
) -> Result<WireReply, WireError> {
    let approved = ApprovedPayment::read(app, platform, payment).await?;
    if approved.context.now >= approved.ends_at {
        return Err(closed());
    }
    if let Some(answer) = approved.record.answer {
        return Ok(WireReply::of(answer));
    }
    let Ok(invoice) = approved.issue(request).await else {
        let answered = approved.give_up().await?;
        let reason = "No invoice can be issued at the moment.";
        return answered
            .map(WireReply::of)
            .ok_or_else(|| WireError::refused(WireCode::InternalError, reason));
    };
    let callback = OwnCallback::new(app, payment.terms.layer())?;
    let response = approved.response(request, invoice, callback.as_ref())?;
    let peer = &approved.record.peer_domain;
    let peer_callback = request.payer_data.compliance().utxo_callback.as_ref();
    let hooks = callback.map(|callback| callback.answered(peer, peer_callback));
    approved.store(response.to_json(), hooks).await.map(WireReply::of)
}

/// Returns the hash that the invoice of a pay request commits to.
pub(super) fn description_hash(metadata: &str, request: &PayRequest) -> [u8; 32] {
    let payer = request.payer_data.as_json();
    match &request.invoice_uuid {
        Some(uuid) => discovery::description_hash(&metadata_with_invoice(metadata, uuid), payer),
        None => discovery::description_hash(metadata, payer),
    }
}

fn closed() -> WireError {
    WireError::refused(WireCode::RequestNotFound, "The invoice can no longer be paid.")
}

impl ApprovedPayment {
    async fn read(
        app: &Arc<App>,
        platform: &PlatformRecord,
        payment: &PaymentRecord,
    ) -> Result<Self, WireError> {
        let shared = Arc::clone(app);
        let (platform, payment) = (platform.clone(), payment.clone());
        let read = move |tx: &mut Tx<'_>| -> Result<Self, WireError> {
            let context = Context::read(tx, &shared, platform.id)?;
            let record = uma_requests::find(tx, platform.id, payment.id)?.ok_or(Error::Missing)?;
            let receiver = customers::peek_live(tx, platform.id, record.customer)?;
            let approved_at = payment.state().incoming_uma.as_ref().and_then(|state| state.approved_at);
            let approved_at = approved_at.ok_or(Error::Missing)?;
            Ok(Self {
                keys: KeyRing::load(tx, &shared, &platform)?,
                context,
                receiver,
                record,
                terms: payment.terms.uma.clone().ok_or(Error::Missing)?,
                payment: payment.clone(),
                ends_at: approved_at.plus(INVOICE),
                approved_at,
            })
        };
        app.store.read(read).await
    }

    /// Returns the layer of the payment.
    fn layer(&self) -> Result<&dyn SettlementLayer, RailError> {
        self.context.app.ports.of(self.context.environment).layer(self.payment.terms.layer())
    }

    /// Returns the payment request of the layer. A repetition gets the same one.
    async fn issue(&self, request: &PayRequest) -> Result<String, RailError> {
        if let Some(internal) = &self.terms.pay_request {
            return Ok(internal.clone());
        }
        let asset = request.settlement.as_ref().map(|choice| choice.asset_identifier.clone());
        let order = InvoiceOrder {
            platform: self.context.platform,
            transaction: self.payment.id,
            asset: asset.unwrap_or_else(|| SettlementChoice::BITCOIN.to_owned()),
            exact: self.exact().ok_or(RailError::NotAvailable)?,
            description_hash: self.description().ok_or(RailError::NotAvailable)?,
            expiry: self.ends_at.since(self.context.now),
            now: self.context.app.clock.now(),
        };
        let created = timers::within(timers::RAIL, self.layer()?.create(&order)).await;
        Ok(created.map_err(|timers::Timeout| RailError::Unclear)??.text)
    }

    /// Returns the amount in units of the layer.
    fn exact(&self) -> Option<i64> {
        let of_currency = || self.payment.terms.sent.map(|sent| sent.minor);
        self.terms.settlement.map(|settlement| settlement.exact).or_else(of_currency)
    }

    fn description(&self) -> Option<[u8; 32]> {
        let text = self.record.offer.description_hash.as_deref()?;
        hex::decode(text)?.try_into().ok()
    }

    /// Fails the payment, and cancels an invoice that the layer may have created. Returns the stored answer instead
    /// if an equal request has got one.
    async fn give_up(&self) -> Result<Option<String>, WireError> {
        let app = Arc::clone(&self.context.app);
        let (platform, transaction) = (self.context.platform, self.payment.id);
        let write = move |tx: &mut Tx<'_>| -> Result<Option<String>, WireError> {
            let context = Context::read(tx, &app, platform)?;
            let mut locked = LockedPayment::get(tx, platform, transaction)?;
            let record = uma_requests::lock(tx, platform, transaction)?.ok_or(Error::Missing)?;
            if record.answer.is_some() {
                return Ok(record.answer);
            }
            if locked.payment.phase() == IncomingUmaPhase::Approved.into() {
                locked.apply(tx, &context, IncomingUmaEvent::HandlingFailed)?;
            }
            Ok(None)
        };
        let answered = self.context.app.store.write(&[], write).await?;
        if answered.is_some() {
            return Ok(answered);
        }
        if let (Ok(layer), Some(order)) = (self.layer(), self.order()) {
            // The layer drops an invoice that is never paid by itself.
            let _ = timers::within(timers::RAIL, layer.cancel(&order)).await;
        }
        Ok(None)
    }

    fn order(&self) -> Option<IncomingUmaOrder> {
        Some(IncomingUmaOrder {
            platform: self.context.platform,
            transaction: self.payment.id,
            layer: self.payment.terms.layer(),
            amount: self.payment.incoming_uma().ok()?.settled,
            exact: self.terms.settlement.map(|settlement| settlement.exact),
            sender: self.terms.sender.clone()?,
            approved_at: self.approved_at,
            now: self.context.now,
        })
    }

    /// Returns the signed answer with an invoice.
    fn response(
        &self,
        request: &PayRequest,
        invoice: String,
        callback: Option<&OwnCallback>,
    ) -> Result<PayResponse, WireError> {
        let payer = request.payer_data.identifier();
        let payee = Identifier::parse(&self.terms.receiver).map_err(ApiError::internal)?;
        let app = &self.context.app;
        let (nonce, timestamp) = (Nonce::from_random(app.ids.bytes()), seconds(app.clock.now()));
        let payload = payload::pay_response(payer, &payee, &nonce, timestamp);
        let fields = receiving::payee_fields(&request.payee_data);
        let facts =
            receiving::payee_facts(&self.payment, &self.receiver, fields.iter().map(|field| field.name));
        Ok(PayResponse {
            pr: invoice,
            converted: self.converted(request).ok_or(Error::Missing)?,
            payee_data: PayeeData {
                identifier: Some(payee),
                compliance: PayeeCompliance {
                    signature: MessageSignature::sign(self.keys.signing(), &payload, nonce, timestamp),
                    utxos: Vec::new(),
                    node_pub_key: None,
                    utxo_callback: callback.map(|callback| callback.url.clone()),
                    backing_signatures: Vec::new(),
                },
                fields: receiving::wire_facts(&facts),
            },
            uma_version: Some(ProtocolVersion::OWN),
        })
    }

    /// Returns the amount that arrives, at the rate that was fixed with the pay request.
    fn converted(&self, request: &PayRequest) -> Option<ConvertedAmount> {
        let Side::Uma { currency, .. } = &self.payment.terms.source else { return None };
        let multiplier = match self.terms.settlement {
            Some(settlement) => receiving::wire_multiplier(settlement.multiplier)?,
            None => Multiplier::ONE,
        };
        let amount = match &request.amount {
            PayAmount::Currency { amount, .. } => *amount,
            PayAmount::Settlement(exact) => Conversion { multiplier, fee: 0 }.currency_amount(*exact)?,
        };
        converted(amount, *currency, multiplier)
    }

    /// Stores the answer and the callbacks of hooks, and returns the answer that is stored already if there is one.
    async fn store(&self, text: String, hooks: Option<AgreedHooks>) -> Result<String, WireError> {
        let app = Arc::clone(&self.context.app);
        let (platform, transaction, ends_at) = (self.context.platform, self.payment.id, self.ends_at);
        let write = move |tx: &mut Tx<'_>| -> Result<String, WireError> {
            let context = Context::read(tx, &app, platform)?;
            let locked = LockedPayment::get(tx, platform, transaction)?;
            let record = uma_requests::lock(tx, platform, transaction)?.ok_or(Error::Missing)?;
            let is_approved = locked.payment.phase() == IncomingUmaPhase::Approved.into();
            if !is_approved || context.now >= ends_at {
                return Err(closed());
            }
            if let Some(answer) = record.answer {
                return Ok(answer);
            }
            uma_requests::update(tx, &UmaRequestRecord { answer: Some(text.clone()), ..record })?;
            if let Some(hooks) = &hooks {
                hooks.store(tx, platform, transaction)?;
            }
            Ok(text.clone())
        };
        self.context.app.store.write(&[], write).await
    }
}

fn converted(amount: u64, code: CurrencyCode, multiplier: Multiplier) -> Option<ConvertedAmount> {
    Some(ConvertedAmount {
        amount,
        currency_code: WireCurrencyCode::parse(code.as_str()).ok()?,
        decimals: currency::find(code)?.decimals,
        multiplier,
        fee: 0,
    })
}
