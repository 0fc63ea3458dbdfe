//! Everything that is held about a customer, as one JSON object.
//!
//! The object is written section by section, one page of a list at a time, so that the number of payments does
//! not matter. It has the identification numbers, what the platform can read, and what only operators can; it has no
//! keys, no hashes of codes, no names of operators, and no files, which `document fetch` writes.

use std::future::ready;
use std::sync::Arc;

use bytes::Bytes;
use causeway_domain::ids::{CustomerId, DocumentHolder, PlatformId};
use causeway_domain::wallets::AuthMethodType;
use causeway_store::wallets::credentials;
use causeway_store::{Tx, beneficial_owners, platforms};
use causeway_wire::Page;
use futures_util::StreamExt;
use futures_util::stream::{once, try_unfold};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::customer_export_items::{
    Items, PAGE, invitations, operator_actions, reveals, strong_authentication, travel_rule_data,
};
use super::identification::identification_numbers;
use super::{Answer, Call, ExportStream, OperatorError, Subject, arguments};
use crate::agents::list_agents;
use crate::cards::list_cards;
use crate::customers::get_customer_by_id;
use crate::documents::list_documents;
use crate::external_accounts::list_customer_external_accounts;
use crate::internal_accounts::list_customer_internal_accounts;
use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;
use crate::runtime::context::Context;
use crate::runtime::paging::Paging;
use crate::transactions::list_transactions;
use crate::verifications::list_verifications;

arguments! {
    pub(super) struct ExportRequest {
        customer: CustomerId = CustomerId::ARGUMENT,
    }
}

/// A list in the export.
struct Section {
    name: &'static str,
    read: fn(&mut Tx<'_>, &Context, CustomerId, Option<String>) -> Answer<Items>,
}

/// A rule of a list that a platform can read.
type ListRule<Q, T> = fn(&mut Tx<'_>, &Context, &Q, &Paging) -> Result<Page<T>, ApiError>;

static SECTIONS: [Section; 14] = [
    Section {
        name: "verifications",
        read: |tx, context, customer, cursor| {
            list(tx, context, json!({ "customerId": customer }), cursor, list_verifications::apply)
        },
    },
    Section { name: "documents", read: documents },
    Section {
        name: "internalAccounts",
        read: |tx, context, customer, cursor| {
            list(
                tx,
                context,
                json!({ "customerId": customer }),
                cursor,
                list_customer_internal_accounts::apply,
            )
        },
    },
    Section {
        name: "externalAccounts",
        read: |tx, context, customer, cursor| {
            list(
                tx,
                context,
                json!({ "customerId": customer }),
                cursor,
                list_customer_external_accounts::apply,
            )
        },
    },
    Section { name: "walletCredentials", read: wallet_credentials },
    Section {
        name: "cards",
        read: |tx, context, customer, cursor| {
            list(tx, context, json!({ "cardholderId": customer }), cursor, list_cards::apply)
        },
    },
    Section {
        name: "agents",
        read: |tx, context, customer, cursor| {
            list(tx, context, json!({ "customerId": customer }), cursor, list_agents::apply)
        },
    },
    Section {
        name: "transactions",
        read: |tx, context, customer, cursor| {
            list(tx, context, json!({ "customerId": customer }), cursor, list_transactions::apply)
        },
    },
    Section {
        name: "unexecutedTransactions",
        read: |tx, context, customer, cursor| {
            let query = json!({ "customerId": customer, "status": "CREATED" });
            list(tx, context, query, cursor, list_transactions::apply)
        },
    },
    Section { name: "strongAuthentication", read: strong_authentication },
    Section { name: "travelRuleData", read: travel_rule_data },
    Section { name: "cardReveals", read: reveals },
    Section { name: "invitations", read: invitations },
    Section { name: "operatorActions", read: operator_actions },
];

/// The place that an export has reached.
struct ExportProgress {
    section: usize,
    cursor: Option<String>,
    /// `true` if the section has no item yet.
    is_empty: bool,
}

/// Writes everything about a customer, deleted or not.
pub(super) async fn export(call: Call, platform: PlatformId, request: ExportRequest) -> Answer<ExportStream> {
    let customer = request.customer;
    let app = Arc::clone(&call.app);
    let begin = move |tx: &mut Tx<'_>, call: &Call| {
        let context = context(tx, &call.app, platform)?;
        head(tx, &context, customer)
    };
    let head: Answer<Bytes> = Ok(Bytes::from(call.read(begin).await?));
    let start = Some(ExportProgress { section: 0, cursor: None, is_empty: true });
    let sections = try_unfold(start, move |place| {
        let app = Arc::clone(&app);
        async move {
            let Some(ExportProgress { section, cursor, is_empty }) = place else { return Ok(None) };
            let Some(Section { name, read }) = SECTIONS.get(section) else {
                return Ok(Some((Bytes::from_static(b"\n}\n"), None)));
            };
            let is_first = cursor.is_none();
            let service = Arc::clone(&app);
            let run = move |tx: &mut Tx<'_>| {
                let context = context(tx, &service, platform)?;
                read(tx, &context, customer, cursor.clone())
            };
            let Items { items, next } = app.store.read(run).await?;
            let mut text = if is_first { format!(",\n\"{name}\": [") } else { String::new() };
            for (position, item) in items.iter().enumerate() {
                text.push_str(if position == 0 && is_empty { "\n" } else { ",\n" });
                text.push_str(&item.to_string());
            }
            if next.is_none() {
                text.push(']');
            }
            let next = match next {
                Some(cursor) => {
                    ExportProgress { section, cursor: Some(cursor), is_empty: is_empty && items.is_empty() }
                }
                None => ExportProgress { section: section + 1, cursor: None, is_empty: true },
            };
            Ok(Some((Bytes::from(text), Some(next))))
        }
    });
    Ok(once(ready(head)).chain(sections).boxed())
}

fn context(tx: &mut Tx<'_>, app: &Arc<App>, platform: PlatformId) -> Answer<Context> {
    let record = platforms::find(tx, platform)?.ok_or_else(|| OperatorError::no_such(platform))?;
    Ok(Context::of_service(app, &record, tx.wall()))
}

/// Returns the beginning of the object: the customer with its owners, and the identification numbers.
fn head(tx: &mut Tx<'_>, context: &Context, id: CustomerId) -> Answer<String> {
    let view = get_customer_by_id::apply(tx, context, id)?;
    let view = serde_json::to_value(view).map_err(OperatorError::defect)?;
    let numbers = identification_numbers(tx, context, id)?;
    let numbers = serde_json::to_value(numbers).map_err(OperatorError::defect)?;
    Ok(format!(
        "{{\"exportedAt\": \"{}\",\n\"customer\": {view},\n\"identification\": {numbers}",
        context.now
    ))
}

/// Reads a page of a list, as the platform reads it.
fn list<Q: DeserializeOwned, T: Serialize>(
    tx: &mut Tx<'_>,
    context: &Context,
    mut query: Value,
    cursor: Option<String>,
    rule: ListRule<Q, T>,
) -> Answer<Items> {
    query["limit"] = PAGE.into();
    query["cursor"] = cursor.into();
    let paging = Paging::read(context.app.keys(), "customer export", &query)?;
    let filter: Q = serde_json::from_value(query).map_err(OperatorError::defect)?;
    let Page { data, next_cursor, .. } = rule(tx, context, &filter, &paging)?;
    let items = data.iter().map(serde_json::to_value).collect::<Result<_, _>>();
    Ok(Items { items: items.map_err(OperatorError::defect)?, next: next_cursor.map(|next| next.to_string()) })
}

/// Reads the documents of the customer and of its beneficial owners, one holder after the other. The cursor has
/// the number of the holder before that of the list.
fn documents(
    tx: &mut Tx<'_>,
    context: &Context,
    customer: CustomerId,
    cursor: Option<String>,
) -> Answer<Items> {
    let owners = beneficial_owners::of_customer(tx, context.platform, customer)?;
    let mut holders = vec![DocumentHolder::Customer(customer)];
    holders.extend(owners.iter().map(|owner| DocumentHolder::BeneficialOwner(owner.id)));
    let (number, inner) = match cursor.as_deref().and_then(|cursor| cursor.split_once(' ')) {
        Some((number, inner)) => (number.parse().unwrap_or(usize::MAX), inner),
        None => (0, ""),
    };
    let Some(holder) = holders.get(number) else { return Ok(Items::default()) };
    let inner = Some(inner.to_owned()).filter(|inner| !inner.is_empty());
    let query = json!({ "documentHolder": holder.to_string() });
    let found = list(tx, context, query, inner, list_documents::apply)?;
    let next = match found.next {
        Some(inner) => Some(format!("{number} {inner}")),
        None => Some(number + 1).filter(|next| *next < holders.len()).map(|next| format!("{next} ")),
    };
    Ok(Items { next, ..found })
}

fn wallet_credentials(
    tx: &mut Tx<'_>,
    context: &Context,
    customer: CustomerId,
    _: Option<String>,
) -> Answer<Items> {
    let mut items = Vec::new();
    for method in
        [AuthMethodType::Oauth, AuthMethodType::EmailOtp, AuthMethodType::SmsOtp, AuthMethodType::Passkey]
    {
        let found = credentials::of_customer(tx, context.platform, customer, method)?;
        items.extend(found.iter().map(|credential| {
            json!({
                "id": credential.id,
                "accountId": credential.account,
                "type": credential.method,
                "identity": credential.identity,
                "nickname": credential.doc.nickname,
                "createdAt": credential.created_at,
            })
        }));
    }
    Ok(Items { items, next: None })
}
