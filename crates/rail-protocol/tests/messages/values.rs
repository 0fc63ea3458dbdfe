//! Arbitrary values of the protocol.

use causeway_rail_protocol::values::{
    AccountInfo, FeedPosition, Id128, Limit, Mark, Memory, MemoryId, MinorUnits, Money, Notice, OpenValue,
    RecordRevision, Sequence, Text, TextMembers, Timestamp, ValueList,
};
use causeway_rail_protocol::{Country, CurrencyCode, Id};
use proptest::collection::{btree_map, vec};
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::Value;
use uuid::Uuid;

pub(crate) fn uuid() -> BoxedStrategy<Uuid> {
    any::<u128>().prop_map(Uuid::from_u128).boxed()
}

pub(crate) fn id<T: Id + std::fmt::Debug + 'static>() -> BoxedStrategy<T> {
    uuid().prop_map(T::from_uuid).boxed()
}

pub(crate) fn text() -> BoxedStrategy<Text> {
    prop_oneof![20 => "[^\0]{1,40}", 1 => "[a-zß漢 ]{1024}"]
        .prop_map(|text: String| text.parse().unwrap())
        .boxed()
}

pub(crate) fn notice() -> BoxedStrategy<Notice> {
    any::<String>().prop_map(|text| Notice::new(&text)).boxed()
}

pub(crate) fn id_128() -> BoxedStrategy<Id128> {
    prop_oneof![9 => "[ -~]{1,20}", 1 => "[ -~]{128}"].prop_map(|text: String| text.parse().unwrap()).boxed()
}

/// Draws a value of a list, or sometimes a name that the list does not have.
pub(crate) fn open<T: ValueList>() -> BoxedStrategy<OpenValue<T>> {
    let unknown = "[A-Z_]{3,12}[0-9]".prop_map(OpenValue::Unknown);
    prop_oneof![4 => select(T::VALUES).prop_map(OpenValue::Known), 1 => unknown].boxed()
}

pub(crate) fn units() -> BoxedStrategy<MinorUnits> {
    let largest = MinorUnits::MAXIMUM.get();
    prop_oneof![1..=largest, Just(1), Just(largest)]
        .prop_map(|number| MinorUnits::new(number).unwrap())
        .boxed()
}

pub(crate) fn currency() -> BoxedStrategy<CurrencyCode> {
    "[A-Z0-9]{2,10}".prop_map(|code| code.parse().unwrap()).boxed()
}

pub(crate) fn money() -> BoxedStrategy<Money> {
    (units(), currency()).prop_map(|(amount, currency)| Money { amount, currency }).boxed()
}

pub(crate) fn revision() -> BoxedStrategy<RecordRevision> {
    (1..=RecordRevision::MAXIMUM.get()).prop_map(|number| RecordRevision::new(number).unwrap()).boxed()
}

pub(crate) fn limit() -> BoxedStrategy<Limit> {
    (0..=Limit::MAXIMUM.get()).prop_map(|number| Limit::new(number).unwrap()).boxed()
}

pub(crate) fn sequence() -> BoxedStrategy<Sequence> {
    (1_u64..1_000_000).prop_map(|number| Sequence::new(number).unwrap()).boxed()
}

pub(crate) fn mark() -> BoxedStrategy<Mark> {
    any::<[u8; 16]>().prop_map(Mark::from_bytes).boxed()
}

pub(crate) fn memory() -> BoxedStrategy<Memory> {
    (uuid(), option::of((sequence(), mark())))
        .prop_map(|(id, newest)| Memory {
            id: MemoryId(id),
            sequence: newest.map_or(FeedPosition::START, |(sequence, _)| sequence.into()),
            mark: newest.map(|(_, mark)| mark),
        })
        .boxed()
}

/// Draws instants of the years 1 to 9999.
pub(crate) fn timestamp() -> BoxedStrategy<Timestamp> {
    (-62_135_596_800_000..253_402_207_200_000_i64)
        .prop_map(|millis| Timestamp::from_millis(millis).unwrap())
        .boxed()
}

pub(crate) fn country() -> BoxedStrategy<Country> {
    select(Country::all().collect::<Vec<_>>()).boxed()
}

pub(crate) fn text_members() -> BoxedStrategy<TextMembers> {
    btree_map("[a-zA-Z]{1,8}", any::<String>(), 0..3).prop_map(TextMembers).boxed()
}

pub(crate) fn account_info() -> BoxedStrategy<AccountInfo> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<String>().prop_map(Value::from),
    ];
    let value = leaf.prop_recursive(3, 16, 4, |inner| {
        let list = vec(inner.clone(), 0..3).prop_map(Value::from);
        let object = btree_map("[a-z]{1,4}", inner, 0..3).prop_map(|members| members.into_iter().collect());
        prop_oneof![list, object]
    });
    btree_map("[a-zA-Z]{1,8}", value, 0..4)
        .prop_map(|members| AccountInfo(members.into_iter().collect()))
        .boxed()
}
