//! Arbitrary messages that keep all rules.

use causeway_rail_protocol::PartyId;
use causeway_rail_protocol::messages::{
    AdapterInfo, AdapterLimits, CancelRequest, CancelResponse, Capabilities, CollectionAuthorization,
    CollectionSubmission, CorridorCapabilities, Deposit, DepositPayer, ErrorBody, ErrorDetails, ErrorEntry,
    EvidenceReference, ExternalAccount, FeedItem, FeedPage, OnChainTransfer, OrderAnswer, OrderRecord,
    Originator, OriginatorAddress, PayeeVerification, PayoutSubmission, PrecheckRequest, PrecheckResponse,
    PushRequest, PushResponse, RailAccount, RefundSubmission, StatementCapabilities, Submission,
    TestDestinations,
};
use causeway_rail_protocol::signing::ContentDigest;
use causeway_rail_protocol::values::{
    AdapterMode, CancelOutcome, CancelPolicy, CancelReason, ConfirmationRule, CustomerType, FeedKind, Money,
    OpenValue, OrderKind, OrderState, PrecheckMode, References, Sequence,
};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;

use super::values::*;

fn kind() -> impl Strategy<Value = OrderKind> {
    select(OrderKind::ALL)
}

fn digest() -> impl Strategy<Value = ContentDigest> {
    any::<[u8; 32]>().prop_map(ContentDigest::from_bytes)
}

prop_compose! {
    fn payee_verification()(outcome in open(), name in option::of(text()), at in timestamp()) -> PayeeVerification {
        PayeeVerification { outcome, name, at }
    }
}

prop_compose! {
    fn external_account()(
        external_account_id in id(),
        account_type in id_128(),
        method in text_members(),
        account_info in account_info(),
        payee_verification in option::of(payee_verification().boxed()),
    ) -> ExternalAccount {
        ExternalAccount { external_account_id, account_type, method, account_info, payee_verification }
    }
}

prop_compose! {
    fn address()(
        line1 in text(),
        line2 in option::of(text()),
        city in option::of(text()),
        state in option::of(text()),
        postal_code in option::of(text()),
        country in country(),
    ) -> OriginatorAddress {
        OriginatorAddress { line1, line2, city, state, postal_code, country }
    }
}

fn party() -> impl Strategy<Value = PartyId> {
    prop_oneof![id().prop_map(PartyId::Customer), id().prop_map(PartyId::Platform)]
}

prop_compose! {
    fn originator()(
        kind in select(CustomerType::ALL),
        name in option::of(text()),
        reference in party(),
        address in option::of(address().boxed()),
    ) -> Originator {
        Originator { kind, name, reference, address }
    }
}

prop_compose! {
    fn payout()(
        (transaction_id, corridor, account, amount) in (id(), id_128(), id_128(), money()),
        (rail, destination, originator) in (option::of(id_128()), external_account().boxed(), originator().boxed()),
        random in any::<[u8; 32]>(),
        remittance_information in option::of(text()),
        purpose_of_payment in option::of(text()),
        ordered_at in timestamp(),
    ) -> PayoutSubmission {
        let kind = OrderKind::Payout;
        PayoutSubmission {
            transaction_id, kind, corridor, account, amount, rail, destination, originator,
            references: References::draw(kind, transaction_id, &random),
            remittance_information, purpose_of_payment, ordered_at,
        }
    }
}

prop_compose! {
    fn collection()(
        (transaction_id, corridor, account, amount) in (id(), id_128(), id_128(), money()),
        (rail, source, originator) in (option::of(id_128()), external_account().boxed(), originator().boxed()),
        random in any::<[u8; 32]>(),
        (reference, given_at) in (id(), timestamp()),
        remittance_information in option::of(text()),
        ordered_at in timestamp(),
    ) -> CollectionSubmission {
        let kind = OrderKind::Collection;
        CollectionSubmission {
            transaction_id, kind, corridor, account, amount, rail, source, originator,
            authorization: CollectionAuthorization { reference, given_at },
            references: References::draw(kind, transaction_id, &random),
            remittance_information, purpose_of_payment: None, ordered_at,
        }
    }
}

prop_compose! {
    fn refund()(
        (transaction_id, corridor, account, amount) in (id(), option::of(id_128()), id_128(), money()),
        (rail, deposit_id, originator) in (option::of(id_128()), id_128(), originator().boxed()),
        (name, payer_account, bank) in (option::of(text()), option::of(text()), option::of(text())),
        random in any::<[u8; 32]>(),
        ordered_at in timestamp(),
    ) -> RefundSubmission {
        let kind = OrderKind::Refund;
        RefundSubmission {
            transaction_id, kind, corridor, account, amount, rail, originator,
            deposit: Deposit { deposit_id, payer: DepositPayer { name, account: payer_account, bank } },
            references: References::draw(kind, transaction_id, &random),
            remittance_information: None, purpose_of_payment: None, ordered_at,
        }
    }
}

pub(crate) fn submission() -> impl Strategy<Value = Submission> {
    prop_oneof![
        payout().prop_map(|order| Submission::Payout(Box::new(order))).boxed(),
        collection().prop_map(|order| Submission::Collection(Box::new(order))).boxed(),
        refund().prop_map(|order| Submission::Refund(Box::new(order))).boxed(),
    ]
}

prop_compose! {
    fn on_chain()(network in open(), hash in id_128()) -> OnChainTransfer {
        OnChainTransfer { network, hash }
    }
}

prop_compose! {
    fn evidence()(kind in id_128(), id in id_128(), digest in digest()) -> EvidenceReference {
        EvidenceReference { kind, id, digest }
    }
}

prop_compose! {
    pub(crate) fn record()(
        (transaction_id, kind, revision, changed_at) in (id(), kind(), revision(), timestamp()),
        submitted in option::weighted(0.9, (digest(), money())),
        state in open::<OrderState>(),
        (reason, returned) in (option::of(open()), units()),
        (partner_code, partner_text) in (option::of(notice()), option::of(notice())),
        partner_reference in option::of(id_128()),
        (ask_at, expected_settlement_at) in (option::of(timestamp()), option::of(timestamp())),
        settled_at in option::of(timestamp()),
        (on_chain, payee_verification) in (option::of(on_chain()), option::of(payee_verification().boxed())),
        evidence in option::of(vec(evidence(), 0..3)),
    ) -> OrderRecord {
        let state = if submitted.is_some() { state } else { OrderState::Cancelled.into() };
        let (order_digest, amount) = submitted.unzip();
        let currency = amount.as_ref().map(|amount: &Money| amount.currency);
        let is_returned = state == OpenValue::Known(OrderState::Returned);
        let returned_amount = currency.filter(|_| is_returned).map(|currency| Money { amount: returned, currency });
        OrderRecord {
            transaction_id, kind, order_digest, amount, state, revision, reason, partner_code, partner_text,
            partner_reference, ask_at, expected_settlement_at, settled_at, returned_amount, on_chain,
            payee_verification, evidence, changed_at,
        }
    }
}

prop_compose! {
    pub(crate) fn order_answer()(order in record().boxed(), memory in memory()) -> OrderAnswer {
        OrderAnswer { order, memory }
    }
}

pub(crate) fn cancel_request() -> impl Strategy<Value = CancelRequest> {
    select(CancelReason::ALL).prop_map(|reason| CancelRequest { reason })
}

prop_compose! {
    pub(crate) fn cancel_response()(
        outcome in select(CancelOutcome::ALL),
        ask_at in option::of(timestamp()),
        (order, has_order) in (record().boxed(), any::<bool>()),
        memory in memory(),
    ) -> CancelResponse {
        let order = Some(order).filter(|_| has_order || outcome != CancelOutcome::Pending);
        CancelResponse { outcome, ask_at, order, memory }
    }
}

prop_compose! {
    pub(crate) fn precheck_request()(
        (amount, corridor, account_type) in (money(), id_128(), id_128()),
        country in option::of(country()),
        bank in text_members(),
    ) -> PrecheckRequest {
        PrecheckRequest { amount, corridor, account_type, country, bank }
    }
}

prop_compose! {
    pub(crate) fn precheck_response()(
        available: bool,
        expected_settlement_at in option::of(timestamp()),
        reason in option::of(open()),
        memory in memory(),
    ) -> PrecheckResponse {
        PrecheckResponse { available, expected_settlement_at, reason, memory }
    }
}

prop_compose! {
    fn item()(mark in mark(), at in timestamp(), kind in open::<FeedKind>(), order in record().boxed()) -> FeedItem {
        let has_order = kind == OpenValue::Known(FeedKind::Order);
        FeedItem { sequence: Sequence::MINIMUM, mark, at, kind, order: Some(order).filter(|_| has_order) }
    }
}

fn items() -> impl Strategy<Value = Vec<FeedItem>> {
    (sequence(), vec((item().boxed(), 1..3_u64), 0..4)).prop_map(|(first, items)| {
        let mut sequence = first.get();
        let with_sequence = items.into_iter().map(|(item, step)| {
            sequence += step;
            FeedItem { sequence: Sequence::new(sequence).unwrap(), ..item }
        });
        with_sequence.collect()
    })
}

prop_compose! {
    pub(crate) fn feed_page()(
        items in items(),
        previous_mark in option::of(mark()),
        more: bool,
        memory in memory(),
    ) -> FeedPage {
        FeedPage { items, previous_mark, more, memory }
    }
}

prop_compose! {
    pub(crate) fn push_request()(items in items(), memory in memory()) -> PushRequest {
        PushRequest { items, memory }
    }
}

pub(crate) fn push_response() -> impl Strategy<Value = PushResponse> {
    sequence().prop_map(|sequence| PushResponse { through: sequence.into() })
}

prop_compose! {
    pub(crate) fn error_body()(
        (code, message, field) in (open(), notice(), option::of(notice())),
        details in option::of(option::of(timestamp())),
        memory in option::of(memory()),
    ) -> ErrorBody {
        let details = details.map(|now| ErrorDetails { now });
        ErrorBody { error: ErrorEntry { code, message, field, details }, memory }
    }
}

prop_compose! {
    fn corridor()(
        (corridor, account_type, rail) in (id_128(), id_128(), option::of(id_128())),
        (one, other, countries) in (units(), units(), vec(country(), 0..3)),
        (hours, return_days, remittance_maximum) in (option::of(notice()), option::of(limit()), option::of(limit())),
        confirmation in select(ConfirmationRule::ALL),
        cancel in select(CancelPolicy::ALL),
        needs in vec(id_128(), 0..3),
        precheck in select(PrecheckMode::ALL),
        account in id_128(),
        currency in currency(),
    ) -> CorridorCapabilities {
        let names = countries.iter().map(|country| country.as_str().parse().unwrap());
        let countries = if countries.is_empty() { vec!["*".parse().unwrap()] } else { names.collect() };
        CorridorCapabilities {
            corridor, account_type, rail, currency, account, countries,
            minimum: one.min(other), maximum: one.max(other), hours, confirmation, cancel, return_days,
            needs, remittance_maximum, precheck,
        }
    }
}

prop_compose! {
    fn accounts()(accounts in vec((currency(), limit(), text_members()), 1..4)) -> Vec<RailAccount> {
        let numbered = accounts.into_iter().enumerate();
        let named = numbered.map(|(index, (currency, decimals, identifiers))| RailAccount {
            id: format!("account-{index}").parse().unwrap(),
            currency,
            decimals,
            identifiers,
        });
        named.collect()
    }
}

/// Gives each corridor a name and an account of its own.
fn settled(corridors: Vec<CorridorCapabilities>, accounts: &[RailAccount]) -> Vec<CorridorCapabilities> {
    let named = corridors.into_iter().enumerate().map(|(index, corridor)| {
        let account = &accounts[index % accounts.len()];
        CorridorCapabilities {
            corridor: format!("corridor-{index}").parse().unwrap(),
            account: account.id.clone(),
            currency: account.currency,
            ..corridor
        }
    });
    named.collect()
}

prop_compose! {
    pub(crate) fn capabilities()(
        (name, version, mode) in (notice(), notice(), select(AdapterMode::ALL)),
        (memory, push) in (memory(), any::<bool>()),
        services in vec(open(), 0..4),
        accounts in accounts(),
        (payouts, collections) in (vec(corridor().boxed(), 0..3), vec(corridor().boxed(), 0..3)),
        limits in [option::of(limit()), option::of(limit()), option::of(limit())],
        carries in option::of(vec(open(), 0..3)),
        destinations in option::of([option::of(account_info()), option::of(account_info())]),
    ) -> Capabilities {
        let [requests_per_second, concurrency, page] = limits;
        let test_scenarios = destinations.map(|[settles, slow]| TestDestinations {
            settles, slow, refused: None, account_invalid: None, fails_late: None, returned: None,
            cancellable: None, partner_silent: None,
        });
        Capabilities {
            protocol: vec!["1.0".parse().unwrap()],
            adapter: AdapterInfo { name, version },
            mode, memory, services,
            payouts: settled(payouts, &accounts),
            collections: settled(collections, &accounts),
            accounts,
            limits: AdapterLimits { requests_per_second, concurrency, page },
            push,
            statements: carries.map(|carries| StatementCapabilities { carries }),
            test_scenarios,
        }
    }
}
