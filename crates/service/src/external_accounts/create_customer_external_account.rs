//! `POST /customers/external-accounts` (money 4.2): registers an account elsewhere.

use causeway_domain::external_accounts::{self as rules, Opening, normalized};
use causeway_domain::ids::{CustomerId, ExternalAccountId};
use causeway_domain::money::Currency;
use causeway_store::Tx;
use causeway_store::external_accounts::{self, ExternalAccountDoc, ExternalAccountRecord};
use causeway_wire::Code;
use causeway_wire::external_accounts::{AccountType, ExternalAccount, ExternalAccountCreateRequest};
use causeway_wire::table::CreateCustomerExternalAccount;

use super::{checks, errors, render};
use crate::customers;
use crate::http::{Answer, Call, Context};
use crate::ports::{NameCheckAnswer, NameQuery, RailError};
use crate::refusal::Refusal;

/// Registers an account of a customer, or of the platform when no customer is named.
///
/// # Errors
/// `USER_NOT_FOUND`, `INVALID_CURRENCY`, `INVALID_BANK_ACCOUNT`, `INVALID_INPUT`; `CONFLICT` with
/// `DUPLICATE_EXTERNAL_ACCOUNT`; `SVC_SWITCH_ERROR` when the name check cannot be asked.
pub async fn handler(call: Call<CreateCustomerExternalAccount>) -> Result<Answer, Refusal> {
    let wanted = Wanted::read(&call.body)?;
    let world = call.app.ports.of(call.caller.environment);
    if world.account_checks.are_strict() {
        checks::check_digits(&call.body.account_info.known_details())?;
    }
    let check = ask_for_the_name(&call, &wanted).await?;
    Ok(call.write(&[], move |tx, context| create(tx, context, &wanted, check.as_ref())).await)
}

/// A request whose parts fit each other.
#[derive(Debug, Clone)]
struct Wanted {
    customer: Option<CustomerId>,
    currency: Currency,
    row: &'static AccountType,
    fingerprint: String,
    holder: Option<String>,
    doc: ExternalAccountDoc,
}

impl Wanted {
    fn read(request: &ExternalAccountCreateRequest) -> Result<Self, Refusal> {
        let row = request.account_info.account_type().ok_or_else(unknown_type)?;
        let code = request.currency.as_str();
        let currency = code.parse().map_err(|_| errors::currency_does_not_fit(row.account_type, code))?;
        if !row.currencies.contains(&code) {
            return Err(errors::currency_does_not_fit(row.account_type, code));
        }
        let details = request.account_info.known_details();
        let identifiers = row.identifiers.iter().filter_map(|name| details.text(name));
        let fingerprint: Vec<String> = identifiers.map(|identifier| normalized(identifier, false)).collect();
        let holder = request.account_info.beneficiary();
        let mut account_info = details.0.clone();
        if let Some(holder) = &holder {
            account_info.insert("beneficiary".to_owned(), serde_json::json!(holder));
        }
        let identifier = row.identifiers.first().and_then(|name| details.text(name)).unwrap_or_default();
        Ok(Self {
            customer: request.customer_id.as_ref().and_then(|id| id.as_str().parse().ok()),
            currency,
            row,
            fingerprint: format!("{code} {} {}", row.account_type, fingerprint.join(" ")),
            holder: holder.map(|holder| holder.name().to_owned()),
            doc: ExternalAccountDoc {
                v: 1,
                platform_account_id: request.platform_account_id.as_ref().map(ToString::to_string),
                ownership_type: request.ownership_type.map(|kind| kind.as_str().to_owned()),
                account_info,
                rails: row.rails.iter().map(|rail| rail.as_str().to_owned()).collect(),
                identifier: identifier.to_owned(),
                beneficiary_verification: None,
                verified_name: None,
                is_default_uma_deposit: request.default_uma_deposit_account,
            },
        })
    }
}

/// The name check is asked before the write; types without rails have none (money 4.4).
async fn ask_for_the_name(
    call: &Call<CreateCustomerExternalAccount>,
    wanted: &Wanted,
) -> Result<Option<NameCheckAnswer>, Refusal> {
    let Some(holder) = wanted.holder.clone().filter(|_| !wanted.row.rails.is_empty()) else {
        return Ok(None);
    };
    let query = NameQuery { identifier: wanted.doc.identifier.clone(), name: holder };
    let world = call.app.ports.of(call.caller.environment);
    match world.name_check.check(&query).await {
        Ok(NameCheckAnswer::InvalidAccount) => Err(errors::no_such_account()),
        Ok(answer) => Ok(Some(answer)),
        Err(RailError::NotAvailable) => Ok(Some(NameCheckAnswer::Unsupported)),
        Err(RailError::Unclear) => Err(Refusal::new(
            Code::SvcSwitchError,
            "The bank's name check gave no answer; repeat the request.",
        )),
    }
}

fn create(
    tx: &mut Tx<'_>,
    context: &Context,
    wanted: &Wanted,
    check: Option<&NameCheckAnswer>,
) -> Result<ExternalAccount, Refusal> {
    let platform = context.platform;
    if let Some(customer) = wanted.customer {
        customers::get_live(tx, platform, customer)?;
    }
    if let Some(twin) = external_accounts::find_live_twin(tx, platform, wanted.customer, &wanted.fingerprint)?
    {
        return Err(errors::duplicate(twin));
    }
    if wanted.doc.is_default_uma_deposit && wanted.customer.is_none() {
        let message = "only a customer's account can take deposits to a UMA address";
        return Err(Refusal::field("defaultUmaDepositAccount", message));
    }
    let mut doc = wanted.doc.clone();
    doc.beneficiary_verification = check.map(|answer| verification_status(answer).to_owned());
    doc.verified_name = check.and_then(verified_name);
    let record = ExternalAccountRecord {
        id: context.id::<ExternalAccountId>(),
        customer: wanted.customer,
        currency: wanted.currency,
        account_type: wanted.row.account_type.to_owned(),
        status: rules::created(opening(context)),
        fingerprint: wanted.fingerprint.clone(),
        is_deleted: false,
        doc,
        created_at: context.now,
        updated_at: context.now,
    };
    external_accounts::insert(tx, platform, &record)?;
    render::external_account(&record)
}

/// A bank account is screened first where every check is made (money 4.1).
fn opening(context: &Context) -> Opening {
    let is_screened = context.app.ports.of(context.environment).account_checks.are_strict();
    if is_screened { Opening::Screened } else { Opening::Unscreened }
}

const fn verification_status(answer: &NameCheckAnswer) -> &'static str {
    match answer {
        NameCheckAnswer::Matched(_) => "MATCHED",
        NameCheckAnswer::PartialMatch(_) => "PARTIAL_MATCH",
        NameCheckAnswer::NotMatched | NameCheckAnswer::InvalidAccount => "NOT_MATCHED",
        NameCheckAnswer::Pending => "PENDING",
        NameCheckAnswer::Unsupported => "UNSUPPORTED",
        NameCheckAnswer::CheckedByReceivingInstitution => "CHECKED_BY_RECEIVING_FI",
    }
}

fn verified_name(answer: &NameCheckAnswer) -> Option<String> {
    match answer {
        NameCheckAnswer::Matched(name) | NameCheckAnswer::PartialMatch(name) => Some(name.clone()),
        NameCheckAnswer::NotMatched
        | NameCheckAnswer::Pending
        | NameCheckAnswer::Unsupported
        | NameCheckAnswer::CheckedByReceivingInstitution
        | NameCheckAnswer::InvalidAccount => None,
    }
}

fn unknown_type() -> Refusal {
    Refusal::field("accountInfo.accountType", "is not a type of account that can be registered")
}
