//! Comparison with another validator, over every member of every sample, each replaced by values of all
//! kinds.
//!
//! Each disagreement must have a known reason, and each reason must occur at least once.

use std::collections::{BTreeMap, BTreeSet};

use jsonschema::Validator;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::samples;
use crate::endpoint::Endpoint;
use crate::error::{Constraint, FieldError};
use crate::table::{self, Method, Operation};
use crate::validate::Contract;

/// Reason for a disagreement of the validators.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Reason {
    /// The other validator accepts 1.0 as an integer; a typed program does not.
    WholeFraction,
    /// The other validator does not know the bounds of `int64`.
    BeyondInt64,
    /// This validator checks formats; for the other one they are annotations.
    Format,
    /// Texts must not contain control characters (conventions 5.4).
    ControlCharacter,
    /// Values of read-only members are ignored (conventions 6).
    ReadOnly,
}

struct Mutation {
    body: Value,
    /// Path of the changed member, as in an error.
    field: String,
    replaced_by: Option<Value>,
}

#[test]
fn two_validators_agree_but_for_known_reasons() {
    let contract = Contract::get().unwrap();
    let mut reasons = BTreeSet::new();
    let mut compared = 0;
    for (operation, sample) in samples::bodies() {
        let oracle = oracle(contract, operation);
        assert!(oracle.is_valid(&sample), "{operation:?}: the sample is not valid: {sample}");
        assert_eq!(contract.check_body(operation, &mut sample.clone()), []);
        for mutation in mutations(&sample) {
            compared += 1;
            // Nulls are removed except on PATCH: the other validator gets the remaining body.
            let mut left = mutation.body.clone();
            let errors = contract.check_body(operation, &mut left);
            let mut readable = left.clone();
            if errors.is_empty() || contract.repair_body(operation, &mut readable) {
                deserialize(operation, &readable);
            } else {
                let is_tag = ["customerType", "operationType", "type"].contains(&mutation.field.as_str());
                assert!(is_tag, "{operation:?}: {errors:?}");
            }
            if errors.is_empty() != oracle.is_valid(&left) {
                reasons.insert(reason(operation, &mutation, &errors));
            }
            let unrelated = errors.iter().find(|error| !related(&error.field, &mutation.field));
            assert_eq!(unrelated, None, "{operation:?}: {} was changed", mutation.field);
            let fields: BTreeSet<&str> = errors.iter().map(|error| error.field.as_str()).collect();
            assert_eq!(fields.len(), errors.len(), "a field is named twice: {errors:?}");
        }
    }
    assert!(compared > 3000, "only {compared} mutations");
    let all = [
        Reason::WholeFraction,
        Reason::BeyondInt64,
        Reason::Format,
        Reason::ControlCharacter,
        Reason::ReadOnly,
    ];
    assert_eq!(reasons, BTreeSet::from(all));
}

fn reason(operation: Operation, mutation: &Mutation, errors: &[FieldError]) -> Reason {
    let value = mutation.replaced_by.as_ref();
    let only = match errors {
        [only] => only,
        _ if is_read_only(&mutation.field) => return Reason::ReadOnly,
        _ => panic!("{operation:?}: {} as {value:?} is judged differently: {errors:?}", mutation.field),
    };
    match (value, &only.constraint) {
        (Some(Value::Number(number)), _) if number.as_f64() == Some(1.0) => Reason::WholeFraction,
        (Some(Value::Number(number)), _) if number.as_i64().is_none() => Reason::BeyondInt64,
        (_, Some(Constraint::Format(_))) => Reason::Format,
        (Some(Value::String(text)), None) if text.contains('\u{7}') => Reason::ControlCharacter,
        _ => panic!("{operation:?}: {} as {value:?} is judged differently: {only:?}", mutation.field),
    }
}

fn is_read_only(field: &str) -> bool {
    matches!(field, "kycStatus" | "kybStatus") || field.contains("providerRequiredCustomerFields")
}

/// Returns `true` if an error of one field can result from a change of another: it is the same field, inside
/// it or around it, or the change selected another object of a union.
fn related(refused: &str, changed: &str) -> bool {
    let parent = |field: &str| field.rsplit_once('.').map_or(String::new(), |(parent, _)| parent.to_owned());
    let tags = [
        "customerType",
        "accountType",
        "beneficiaryType",
        "sourceType",
        "destinationType",
        "operationType",
        ".type",
    ];
    let is_tag = changed == "type" || tags.iter().any(|tag| changed.ends_with(tag));
    refused.starts_with(changed) || (is_tag && refused.starts_with(&parent(changed)))
}

/// Returns the variants of a sample with each member at every depth removed, or replaced by values of all
/// kinds.
fn mutations(sample: &Value) -> Vec<Mutation> {
    let long = "x".repeat(1025);
    let kinds = [
        json!(null),
        json!(true),
        json!(0),
        json!(-1),
        json!(1.0),
        json!(2.5),
        json!(9_000_000_000_000_001_i64),
        json!(u64::MAX),
        json!(""),
        json!("x"),
        json!("BUSINESS"),
        json!("INDIVIDUAL"),
        json!("ACCOUNT"),
        json!("bell \u{7}"),
        json!(long),
        json!([]),
        json!(["x"]),
        json!({}),
        json!({ "x": "x" }),
    ];
    let mut places = Vec::new();
    walk(sample, String::new(), String::new(), &mut places);
    let mut mutations = Vec::new();
    for (pointer, field) in places {
        for kind in &kinds {
            let mut body = sample.clone();
            *body.pointer_mut(&pointer).unwrap() = kind.clone();
            mutations.push(Mutation { body, field: field.clone(), replaced_by: Some(kind.clone()) });
        }
        let mut body = sample.clone();
        let (parent, name) = pointer.rsplit_once('/').unwrap();
        if let Some(Value::Object(members)) = body.pointer_mut(parent) {
            members.shift_remove(name);
            mutations.push(Mutation { body, field, replaced_by: None });
        }
    }
    mutations
}

/// Adds every place below the root, as a JSON pointer and as a path in errors.
fn walk(value: &Value, pointer: String, field: String, places: &mut Vec<(String, String)>) {
    if !pointer.is_empty() {
        places.push((pointer.clone(), field.clone()));
    }
    match value {
        Value::Object(members) => {
            for (name, member) in members {
                let below = if field.is_empty() { name.clone() } else { format!("{field}.{name}") };
                walk(member, format!("{pointer}/{name}"), below, places);
            }
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                walk(item, format!("{pointer}/{index}"), format!("{field}[{index}]"), places);
            }
        }
        _ => {}
    }
}

fn oracle(contract: &Contract, operation: Operation) -> Validator {
    let row = operation.row();
    let method = row.method.as_str().to_ascii_lowercase();
    let content = &contract.document()["paths"][row.path][method]["requestBody"]["content"];
    let media_type = content.as_object().and_then(|types| types.keys().next()).unwrap();
    let mut schema = content[media_type]["schema"].clone();
    schema["components"] = contract.document()["components"].clone();
    jsonschema::validator_for(&schema).unwrap()
}

/// A function that reads a body as the type of one operation.
type Reader = fn(&Value) -> Result<(), String>;

/// Checks that a body accepted by the validator can be read as the operation's type.
fn deserialize(operation: Operation, body: &Value) {
    fn read<E: Endpoint>(body: &Value) -> Result<(), String>
    where
        E::Body: DeserializeOwned,
    {
        serde_json::from_value::<E::Body>(body.clone()).map(|_| ()).map_err(|error| error.to_string())
    }
    let readers: BTreeMap<&str, Reader> = BTreeMap::from([
        ("UpdatePlatformConfig", read::<table::UpdatePlatformConfig> as Reader),
        ("CreateToken", read::<table::CreateToken>),
        ("CreateCustomer", read::<table::CreateCustomer>),
        ("UpdateCustomerById", read::<table::UpdateCustomerById>),
        ("CreateCustomerExternalAccount", read::<table::CreateCustomerExternalAccount>),
        ("CreatePlatformExternalAccount", read::<table::CreatePlatformExternalAccount>),
        ("CreateQuote", read::<table::CreateQuote>),
        ("ExecuteQuote", read::<table::ExecuteQuote>),
        ("CreateExternalAccountOwnershipChallenge", read::<table::CreateExternalAccountOwnershipChallenge>),
        ("VerifyExternalAccountOwnership", read::<table::VerifyExternalAccountOwnership>),
        (
            "CreatePlatformExternalAccountOwnershipChallenge",
            read::<table::CreatePlatformExternalAccountOwnershipChallenge>,
        ),
        ("VerifyPlatformExternalAccountOwnership", read::<table::VerifyPlatformExternalAccountOwnership>),
        ("CreateTransferIn", read::<table::CreateTransferIn>),
        ("CreateTransferOut", read::<table::CreateTransferOut>),
        ("CancelTransaction", read::<table::CancelTransaction>),
        ("EstimateCryptoWithdrawalFee", read::<table::EstimateCryptoWithdrawalFee>),
        ("ConfirmReceiptDelivery", read::<table::ConfirmReceiptDelivery>),
        ("SandboxFundInternalAccount", read::<table::SandboxFundInternalAccount>),
        ("SandboxSend", read::<table::SandboxSend>),
        ("ConfirmCustomerEmailVerification", read::<table::ConfirmCustomerEmailVerification>),
        ("ConfirmCustomerPhoneVerification", read::<table::ConfirmCustomerPhoneVerification>),
        ("UploadCustomersCsv", read::<table::UploadCustomersCsv>),
        ("UploadDocument", read::<table::UploadDocument>),
        ("ReplaceDocument", read::<table::ReplaceDocument>),
        ("CreateInvitation", read::<table::CreateInvitation>),
        ("ClaimInvitation", read::<table::ClaimInvitation>),
        ("CreateCustomerKycLink", read::<table::CreateCustomerKycLink>),
        ("CreateBeneficialOwner", read::<table::CreateBeneficialOwner>),
        ("UpdateBeneficialOwner", read::<table::UpdateBeneficialOwner>),
        ("CreateVerification", read::<table::CreateVerification>),
        ("ApprovePendingPayment", read::<table::ApprovePendingPayment>),
        ("RejectPendingPayment", read::<table::RejectPendingPayment>),
        ("UpdateInternalAccount", read::<table::UpdateInternalAccount>),
        ("ExportInternalAccount", read::<table::ExportInternalAccount>),
        ("CreateAuthCredential", read::<table::CreateAuthCredential>),
        ("ChallengeAuthCredential", read::<table::ChallengeAuthCredential>),
        ("VerifyAuthCredential", read::<table::VerifyAuthCredential>),
        ("RefreshAuthSession", read::<table::RefreshAuthSession>),
        ("SandboxReceive", read::<table::SandboxReceive>),
        ("LinkStablecoinProviderAccount", read::<table::LinkStablecoinProviderAccount>),
        ("RegisterStablecoin", read::<table::RegisterStablecoin>),
        ("CreateStablecoinMint", read::<table::CreateStablecoinMint>),
        ("CreateStablecoinBurn", read::<table::CreateStablecoinBurn>),
        ("CreateStablecoinQuote", read::<table::CreateStablecoinQuote>),
        ("SimulateStablecoinFunding", read::<table::SimulateStablecoinFunding>),
        ("CreateDelegatedKey", read::<table::CreateDelegatedKey>),
        ("SandboxSimulateCardAuthorization", read::<table::SandboxSimulateCardAuthorization>),
        (
            "SandboxSimulateCardFinancialAuthorization",
            read::<table::SandboxSimulateCardFinancialAuthorization>,
        ),
        ("SandboxSimulateCardCreditAuthorization", read::<table::SandboxSimulateCardCreditAuthorization>),
        (
            "SandboxSimulateCardFinancialCreditAuthorization",
            read::<table::SandboxSimulateCardFinancialCreditAuthorization>,
        ),
        (
            "SandboxSimulateCardCreditAuthorizationAdvice",
            read::<table::SandboxSimulateCardCreditAuthorizationAdvice>,
        ),
        ("SandboxSimulateCardBalanceInquiry", read::<table::SandboxSimulateCardBalanceInquiry>),
        ("SandboxSimulateCardAuthorizationAdvice", read::<table::SandboxSimulateCardAuthorizationAdvice>),
        ("SandboxSimulateCardClearing", read::<table::SandboxSimulateCardClearing>),
        ("SandboxSimulateCardReturn", read::<table::SandboxSimulateCardReturn>),
        ("SandboxSimulateCardReturnReversal", read::<table::SandboxSimulateCardReturnReversal>),
        ("CreateCard", read::<table::CreateCard>),
        ("UpdateCardById", read::<table::UpdateCardById>),
        ("CreateAgent", read::<table::CreateAgent>),
        ("UpdateAgent", read::<table::UpdateAgent>),
        ("UpdateAgentPolicy", read::<table::UpdateAgentPolicy>),
        ("RejectAgentAction", read::<table::RejectAgentAction>),
        ("AgentCreateQuote", read::<table::AgentCreateQuote>),
        ("AgentExecuteQuote", read::<table::AgentExecuteQuote>),
        ("AgentCreateExternalAccount", read::<table::AgentCreateExternalAccount>),
        ("AgentCreateTransferIn", read::<table::AgentCreateTransferIn>),
        ("AgentCreateTransferOut", read::<table::AgentCreateTransferOut>),
        ("StartScaFactorEnrollment", read::<table::StartScaFactorEnrollment>),
        ("ConfirmScaFactorEnrollment", read::<table::ConfirmScaFactorEnrollment>),
        ("StartScaLogin", read::<table::StartScaLogin>),
        ("CompleteScaLogin", read::<table::CompleteScaLogin>),
        ("RecordSecurityEvent", read::<table::RecordSecurityEvent>),
        ("StartTwoFactorReset", read::<table::StartTwoFactorReset>),
        ("CompleteTwoFactorReset", read::<table::CompleteTwoFactorReset>),
        ("ConfirmBeneficiaryTrust", read::<table::ConfirmBeneficiaryTrust>),
        ("ConfirmBeneficiaryUntrust", read::<table::ConfirmBeneficiaryUntrust>),
        ("AuthorizeQuote", read::<table::AuthorizeQuote>),
    ]);
    let read = readers[operation.row().name];
    assert_eq!(read(body), Ok(()), "{operation:?}: valid, and cannot be read: {body}");
}

#[test]
fn every_operation_with_a_body_has_a_sample() {
    let sampled: BTreeSet<&str> =
        samples::bodies().iter().map(|(operation, _)| operation.row().name).collect();
    let with_body: BTreeSet<&str> =
        Operation::all().map(Operation::row).filter(|row| row.body.is_some()).map(|row| row.name).collect();
    assert_eq!(sampled, with_body);
    assert!(samples::bodies().iter().any(|(operation, _)| operation.row().method == Method::Patch));
}
