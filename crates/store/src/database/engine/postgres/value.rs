//! Values and cells in PostgreSQL's binary form.

use bytes::{BufMut, BytesMut};
use postgres_protocol::IsNull;
use postgres_protocol::types::{bool_from_sql, int2_from_sql, int4_from_sql, int8_from_sql};
use tokio_postgres::types::Type;
use uuid::Uuid;

use crate::database::error::Error;
use crate::database::row::Cell;
use crate::database::value::Value;

type Failure = Box<dyn std::error::Error + Sync + Send>;

/// The version byte of JSONB's binary form, which precedes the text.
const JSONB_VERSION: u8 = 1;

/// Checks that the values can be sent for placeholders of these types. Called before anything is sent, so
/// that a request that fails without an answer from the server means a lost connection.
pub(super) fn check(values: &[Value<'_>], types: &[Type]) -> Result<(), Error> {
    if values.len() != types.len() {
        let text = format!("{} values for {} placeholders", values.len(), types.len());
        return Err(Error::Statement(text));
    }
    for ((value, ty), place) in values.iter().zip(types).zip(1..) {
        if !fits(value, ty) {
            return Err(Error::Statement(format!("the value for ${place} does not fit {ty}")));
        }
    }
    Ok(())
}

fn fits(value: &Value<'_>, ty: &Type) -> bool {
    match value {
        Value::Null => true,
        Value::Bool(_) => *ty == Type::BOOL,
        Value::Int(value) => match *ty {
            Type::INT8 => true,
            Type::INT4 => i32::try_from(*value).is_ok(),
            Type::INT2 => i16::try_from(*value).is_ok(),
            _ => false,
        },
        Value::Text(_) | Value::Json(_) => {
            matches!(*ty, Type::TEXT | Type::VARCHAR | Type::JSON | Type::JSONB)
        }
        Value::Bytes(_) => *ty == Type::BYTEA,
        Value::Uuid(_) => *ty == Type::UUID,
    }
}

/// Writes a value for a placeholder of this type.
pub(super) fn put(value: &Value<'_>, kind: &Type, out: &mut BytesMut) -> Result<IsNull, Failure> {
    match (value, kind) {
        (Value::Null, _) => return Ok(IsNull::Yes),
        (Value::Bool(value), &Type::BOOL) => out.put_u8(u8::from(*value)),
        (Value::Int(value), &Type::INT8) => out.put_i64(*value),
        (Value::Int(value), &Type::INT4) => out.put_i32(i32::try_from(*value)?),
        (Value::Int(value), &Type::INT2) => out.put_i16(i16::try_from(*value)?),
        (Value::Text(text) | Value::Json(text), &Type::JSONB) => {
            out.put_u8(JSONB_VERSION);
            out.put_slice(text.as_bytes());
        }
        (Value::Text(text) | Value::Json(text), &Type::TEXT | &Type::VARCHAR | &Type::JSON) => {
            out.put_slice(text.as_bytes());
        }
        (Value::Bytes(bytes), &Type::BYTEA) => out.put_slice(bytes),
        (Value::Uuid(uuid), &Type::UUID) => out.put_slice(uuid.as_bytes()),
        (_, kind) => return Err(format!("a value of another type was given for {kind}").into()),
    }
    Ok(IsNull::No)
}

/// Reads the value of a cell of this type.
pub(super) fn read<'a>(kind: &Type, raw: &'a [u8]) -> Result<Cell<'a>, Failure> {
    Ok(match *kind {
        Type::BOOL => Cell::Bool(bool_from_sql(raw)?),
        Type::INT8 => Cell::Int(int8_from_sql(raw)?),
        Type::INT4 => Cell::Int(int4_from_sql(raw)?.into()),
        Type::INT2 => Cell::Int(int2_from_sql(raw)?.into()),
        Type::TEXT | Type::VARCHAR | Type::NAME | Type::JSON => Cell::Text(std::str::from_utf8(raw)?),
        Type::JSONB => match raw {
            [JSONB_VERSION, text @ ..] => Cell::Text(std::str::from_utf8(text)?),
            _ => return Err("an unknown form of JSONB".into()),
        },
        Type::BYTEA => Cell::Bytes(raw),
        Type::UUID => Cell::Uuid(Uuid::from_slice(raw)?),
        _ => return Err(format!("no value of type {kind} is read here").into()),
    })
}
