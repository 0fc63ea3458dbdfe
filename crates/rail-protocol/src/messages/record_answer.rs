//! The answer to a submit or a status request (rails 7.2, 7.6).

use serde_json::Value;

use super::order_record::OrderRecord;
use crate::limits::ORDER_BODY;
use crate::shape::{Definitions, Location, MessageError, Shape, member, top_level};
use crate::values::Memory;

/// The answer to a submit or a status request: the members of the record, and `memory` beside them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrderAnswer {
    /// Record of the order.
    pub order: OrderRecord,
    /// Head of the adapter's memory.
    pub memory: Memory,
}

impl Shape for OrderAnswer {
    fn read(value: &Value, at: &Location<'_>) -> Result<Self, MessageError> {
        let object = at.object(value)?;
        Ok(Self { order: OrderRecord::read(value, at)?, memory: member(object, "memory", at)? })
    }

    fn write(&self) -> Value {
        let mut value = self.order.write();
        if let Some(object) = value.as_object_mut() {
            object.insert("memory".to_owned(), self.memory.write());
        }
        value
    }

    fn schema(definitions: &mut Definitions) -> Value {
        definitions.define("OrderAnswer", |definitions| {
            let record = OrderRecord::schema(definitions);
            let memory = Memory::schema(definitions);
            serde_json::json!({
                "description": "The record of an order, with `memory` beside its members.",
                "allOf": [record],
                "properties": { "memory": memory },
                "required": ["memory"],
            })
        })
    }
}

top_level! {
    OrderAnswer: ORDER_BODY;
}
