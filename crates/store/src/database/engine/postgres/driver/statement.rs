//! Prepared statements and the rows that they return.

use std::ops::Range;
use std::sync::Arc;
use std::{cell, io};

use bytes::Bytes;
use fallible_iterator::FallibleIterator;
use postgres_protocol::message::backend::{DataRowBody, ParameterDescriptionBody, RowDescriptionBody};
use tokio_postgres::types::Type;

use crate::database::engine::postgres::value;
use crate::database::error::Error;
use crate::database::row::{Cell, Cells};

/// A statement prepared by the server.
#[derive(Debug, Clone)]
pub(crate) struct Statement(Arc<PreparedStatement>);

#[derive(Debug)]
struct PreparedStatement {
    name: String,
    parameters: Vec<Type>,
    columns: Vec<Column>,
}

#[derive(Debug)]
struct Column {
    name: String,
    kind: Type,
}

impl Statement {
    pub(super) fn new(
        name: String,
        parameters: &ParameterDescriptionBody,
        columns: Option<&RowDescriptionBody>,
    ) -> io::Result<Self> {
        let parameters = parameters.parameters().map(|oid| Ok(kind(oid))).collect()?;
        let columns = match columns {
            Some(body) => {
                let column = |field: postgres_protocol::message::backend::Field<'_>| {
                    Ok(Column { name: field.name().to_owned(), kind: kind(field.type_oid()) })
                };
                body.fields().map(column).collect()?
            }
            None => Vec::new(),
        };
        Ok(Self(Arc::new(PreparedStatement { name, parameters, columns })))
    }

    pub(super) fn name(&self) -> &str {
        &self.0.name
    }

    pub(crate) fn parameters(&self) -> &[Type] {
        &self.0.parameters
    }
}

/// Returns a built-in type; values of other types are neither read nor written.
fn kind(oid: u32) -> Type {
    Type::from_oid(oid).unwrap_or(Type::UNKNOWN)
}

/// One row of an answer.
pub(crate) struct Row {
    statement: Statement,
    bytes: Bytes,
    /// Byte range of each column's value; `None` if the value is NULL.
    places: Vec<Option<Range<usize>>>,
    /// The column that is probably read next: most rows are read in column order, and a look-up by name
    /// compares with all earlier columns.
    next: cell::Cell<usize>,
}

impl Row {
    pub(super) fn read(statement: &Statement, body: &DataRowBody) -> io::Result<Self> {
        let places = body.ranges().collect()?;
        Ok(Self {
            statement: statement.clone(),
            bytes: body.buffer_bytes().clone(),
            places,
            next: cell::Cell::new(0),
        })
    }

    fn at(&self, place: usize) -> Result<Cell<'_>, Error> {
        let (Some(column), Some(range)) = (self.statement.0.columns.get(place), self.places.get(place))
        else {
            return Err(Error::Data(format!("a row has no column {place}")));
        };
        let Some(range) = range else { return Ok(Cell::Null) };
        let raw = self.bytes.get(range.clone()).unwrap_or_default();
        value::read(&column.kind, raw)
            .map_err(|error| Error::Data(format!("column {}: {error}", column.name)))
    }
}

impl Cells for Row {
    fn cell(&self, name: &str) -> Result<Cell<'_>, Error> {
        let columns = &self.statement.0.columns;
        let expected = self.next.get();
        let place = match columns.get(expected) {
            Some(column) if column.name == name => Some(expected),
            _ => columns.iter().position(|column| column.name == name),
        };
        let place = place.ok_or_else(|| Error::Data(format!("a row has no column {name}")))?;
        self.next.set(place + 1);
        self.at(place)
    }
}
