//! Values and cells in PostgreSQL's binary form.

use bytes::{BufMut, BytesMut};
use tokio_postgres::types::{FromSql, IsNull, ToSql, Type, to_sql_checked};
use uuid::Uuid;

use crate::error::Error;
use crate::row::{Cell, Cells};
use crate::value::Value;

type Failure = Box<dyn std::error::Error + Sync + Send>;

/// The version of JSONB's binary form, which stands before the text.
const JSONB_VERSION: u8 = 1;

/// Whether the values can be sent for placeholders of these types. Asked before anything is sent, so that a
/// request which fails without an answer from the server means a lost connection.
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

impl ToSql for Value<'_> {
    fn to_sql(&self, ty: &Type, out: &mut BytesMut) -> Result<IsNull, Failure> {
        match (self, ty) {
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
            (_, ty) => return Err(format!("a value of another type was given for {ty}").into()),
        }
        Ok(IsNull::No)
    }

    fn accepts(_: &Type) -> bool {
        true
    }

    to_sql_checked!();
}

impl<'a> FromSql<'a> for Cell<'a> {
    fn from_sql(ty: &Type, raw: &'a [u8]) -> Result<Self, Failure> {
        Ok(match *ty {
            Type::BOOL => Cell::Bool(bool::from_sql(ty, raw)?),
            Type::INT8 => Cell::Int(i64::from_sql(ty, raw)?),
            Type::INT4 => Cell::Int(i32::from_sql(ty, raw)?.into()),
            Type::INT2 => Cell::Int(i16::from_sql(ty, raw)?.into()),
            Type::TEXT | Type::VARCHAR | Type::NAME | Type::JSON => Cell::Text(std::str::from_utf8(raw)?),
            Type::JSONB => match raw {
                [JSONB_VERSION, text @ ..] => Cell::Text(std::str::from_utf8(text)?),
                _ => return Err("an unknown form of JSONB".into()),
            },
            Type::BYTEA => Cell::Bytes(raw),
            Type::UUID => Cell::Uuid(Uuid::from_slice(raw)?),
            _ => return Err(format!("no value of type {ty} is read here").into()),
        })
    }

    fn from_sql_null(_: &Type) -> Result<Self, Failure> {
        Ok(Cell::Null)
    }

    fn accepts(_: &Type) -> bool {
        true
    }
}

impl Cells for tokio_postgres::Row {
    fn cell(&self, column: &str) -> Result<Cell<'_>, Error> {
        self.try_get(column).map_err(|fault| Error::Data(fault.to_string()))
    }
}
