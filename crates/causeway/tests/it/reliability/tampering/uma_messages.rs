//! Rows that messages of UMA providers leave.

use std::sync::Arc;
use std::time::Duration;

use causeway_domain::ids::{Id, LookupId, PlatformId, QuoteId, TransactionId};
use causeway_domain::money::CurrencyCode;
use causeway_domain::payments::LayerName;
use causeway_service::App;
use causeway_store::lightning_invoices::{self, LightningInvoiceRecord};
use causeway_store::lookups::{self, LookupDoc, LookupRecord, Receivable, Receiver};
use causeway_store::uma_offers::{OfferedLayer, UmaOffer};
use causeway_store::uma_requests::{self, UmaRequestRecord};
use causeway_store::{Error, Tx};
use uuid::Uuid;

/// Rows of each kind.
const ROWS: u8 = 3;

fn id<I: Id>(number: u8) -> I {
    I::from_uuid(Uuid::from_u128(0x5000 + u128::from(number)))
}

/// Stores look-ups, requests and fetched invoices of a platform.
pub(super) async fn begin(app: &Arc<App>, platform: PlatformId) {
    let insert = move |tx: &mut Tx<'_>| {
        for number in 0..ROWS {
            lookups::insert(tx, platform, &lookup(tx, number))?;
            uma_requests::insert(tx, &request(tx, platform, number))?;
            let invoice = format!("lnbcrt{number}");
            let transaction: TransactionId = id(number);
            lightning_invoices::insert(tx, platform, &LightningInvoiceRecord { transaction, invoice })?;
        }
        Ok(())
    };
    app.store.write(&[], insert).await.map_err(|error: Error| error).unwrap();
}

/// Uses a look-up, and answers a request.
pub(super) async fn answer(app: &Arc<App>, platform: PlatformId) {
    let answer = move |tx: &mut Tx<'_>| {
        let (lookup, quote): (LookupId, QuoteId) = (id(0), id(0));
        assert!(lookups::use_once(tx, platform, lookup, quote)?);
        let locked = uma_requests::lock(tx, platform, id(0))?.ok_or(Error::Missing)?;
        let answered = UmaRequestRecord {
            request_hash: Some(vec![9; 32]),
            answer: Some(r#"{"pr":"lnbcrt0"}"#.to_owned()),
            ..locked
        };
        uma_requests::update(tx, &answered)
    };
    app.store.write(&[], answer).await.map_err(|error: Error| error).unwrap();
}

fn dollars() -> Receivable {
    Receivable { currency: CurrencyCode::USD, minimum: 1, maximum: 1_000 }
}

fn lookup(tx: &Tx<'_>, number: u8) -> LookupRecord {
    LookupRecord {
        id: id(number),
        customer: Some(id(9)),
        doc: LookupDoc {
            v: 1,
            receiver: Receiver::Uma(format!("$ada{number}@peer.example")),
            currencies: vec![dollars()],
            payer_fields: Vec::new(),
            peer: None,
        },
        quote: None,
        expires_at: tx.wall().plus(Duration::from_mins(15)),
        created_at: tx.wall(),
    }
}

fn request(tx: &Tx<'_>, platform: PlatformId, number: u8) -> UmaRequestRecord {
    let multipliers = [(CurrencyCode::USD, "8330".parse().unwrap())].into();
    UmaRequestRecord {
        platform,
        transaction: id(number),
        customer: id(9),
        token_hash: vec![number; 32],
        peer_domain: format!("peer{number}.example"),
        offer: UmaOffer {
            v: 1,
            currencies: vec![dollars()],
            layers: vec![OfferedLayer { layer: LayerName::Ln, asset: "BTC".to_owned(), multipliers }],
            payer_fields: Vec::new(),
            metadata: "[]".to_owned(),
            description_hash: None,
        },
        request_hash: (number == 1).then(|| vec![8; 32]),
        answer: (number == 1).then(|| "{}".to_owned()),
        expires_at: tx.wall().plus(Duration::from_mins(15)),
        created_at: tx.wall(),
    }
}
