//! Entry point of the validator.

use std::collections::HashMap;
use std::fmt;
use std::sync::LazyLock;

use serde_json::Value;

use super::check::{Check, MAX_DEPTH, broken_rule};
use super::compile::{Compiler, SchemaError};
use super::ignored::{self, IgnoredName};
use super::node::{Node, NodeId};
use super::query;
use super::repair::repair;
use crate::document::{self, Description, DocumentError};
use crate::error::FieldError;
use crate::table::{Header, Method, Operation};

/// The document and the validator of requests, both compiled from the same schemas.
#[derive(Debug)]
pub struct Contract {
    document: Value,
    nodes: Vec<Node>,
    bodies: HashMap<Operation, NodeId>,
    queries: HashMap<Operation, NodeId>,
    headers: Vec<(Header, NodeId)>,
}

/// An error of the shapes that prevents a contract, which is a defect that the tests find.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ContractError {
    /// No document can be built from the shapes.
    Document(DocumentError),
    /// The document contains a schema that the validator cannot honour.
    Schema(SchemaError),
}

impl fmt::Display for ContractError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Document(error) => error.fmt(f),
            Self::Schema(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ContractError {}

impl From<DocumentError> for ContractError {
    fn from(error: DocumentError) -> Self {
        Self::Document(error)
    }
}

impl From<SchemaError> for ContractError {
    fn from(error: SchemaError) -> Self {
        Self::Schema(error)
    }
}

impl Contract {
    /// Returns the contract of this program: the document, and the schema of every request in it. The first
    /// call compiles it, which takes a few milliseconds.
    ///
    /// # Errors
    /// Fails if the shapes contradict each other or the validator; then every call fails.
    pub fn get() -> Result<&'static Self, ContractError> {
        static COMPILED: LazyLock<Result<Contract, ContractError>> = LazyLock::new(Contract::compile);
        COMPILED.as_ref().map_err(Clone::clone)
    }

    fn compile() -> Result<Self, ContractError> {
        let description = Description::new()?;
        let mut compiler = Compiler::new(&description.schemas);
        let mut bodies = HashMap::new();
        let mut queries = HashMap::new();
        for described in &description.operations {
            let row = described.operation.row();
            if let Some(schema) = &described.body {
                bodies.insert(described.operation, compiler.add(schema, row.name)?);
            }
            if let Some(schema) = &described.query {
                queries.insert(described.operation, compiler.add(schema, row.name)?);
            }
        }
        let mut headers = Vec::new();
        for header in Header::ALL {
            headers.push((*header, compiler.add(header.schema().as_value(), header.name())?));
        }
        let document = document::build(&description);
        Ok(Self { document, nodes: compiler.into_nodes(), bodies, queries, headers })
    }

    /// Returns the OpenAPI document, which is the same on every call.
    #[must_use]
    pub const fn document(&self) -> &Value {
        &self.document
    }

    /// Returns the errors of a body in the order of the schema; an empty list if it can be read as the
    /// operation's type.
    ///
    /// Except on `PATCH`, members that are `null` are removed first: there they are the same as absent
    /// (conventions 6). The body must be an object; the caller has refused anything else before. For a form
    /// it is the object of its parts, with a text in place of a file.
    pub fn check_body(&self, operation: Operation, body: &mut Value) -> Vec<FieldError> {
        if operation.row().method != Method::Patch {
            strip_nulls(body, 0);
        }
        let Some(root) = self.bodies.get(&operation) else { return Vec::new() };
        Check::run(&self.nodes, *root, body)
    }

    /// Repairs a body that [`Contract::check_body`] has refused, so that the remaining rules can check its
    /// valid fields: values that cannot be read are removed or replaced by placeholders.
    ///
    /// Returns `true` if the body can now be read as the operation's type, `false` if it does not name one of
    /// several shapes.
    #[must_use]
    pub fn repair_body(&self, operation: Operation, body: &mut Value) -> bool {
        self.bodies.get(&operation).is_some_and(|root| repair(&self.nodes, *root, body))
    }

    /// Returns the query parameters as the object from which the operation's type is read, with defaults for
    /// absent ones (conventions 8). Unknown parameters are ignored.
    ///
    /// # Errors
    /// One entry for each wrong parameter.
    pub fn parse_query(
        &self,
        operation: Operation,
        pairs: &[(String, String)],
    ) -> Result<Value, Vec<FieldError>> {
        match self.queries.get(&operation) {
            Some(root) => query::parse(&self.nodes, *root, pairs),
            None => Ok(Value::Object(serde_json::Map::new())),
        }
    }

    /// Returns the first `most` members of a body that have no effect: unknown ones, and those that only the
    /// service sets. The body is one that [`Contract::check_body`] has read, before any repair.
    #[must_use]
    pub fn ignored_members(&self, operation: Operation, body: &Value, most: usize) -> Vec<IgnoredName> {
        match self.bodies.get(&operation) {
            Some(root) => ignored::ignored_members(&self.nodes, *root, body, most),
            None => Vec::new(),
        }
    }

    /// Returns the first `most` query parameters that the operation does not have.
    #[must_use]
    pub fn ignored_parameters(
        &self,
        operation: Operation,
        pairs: &[(String, String)],
        most: usize,
    ) -> Vec<IgnoredName> {
        ignored::ignored_parameters(&self.nodes, self.queries.get(&operation).copied(), pairs, most)
    }

    /// Checks the value of a header and returns its error, or `None` if it is valid.
    #[must_use]
    pub fn check_header(&self, header: Header, value: &str) -> Option<FieldError> {
        let (_, id) = self.headers.iter().find(|(known, _)| *known == header)?;
        let Some(Node::Text(rule)) = self.nodes.get(id.0) else { return None };
        let (message, constraint) = broken_rule(rule, value)?;
        Some(FieldError { constraint, ..FieldError::new(header.name(), message) })
    }
}

/// Removes members that are `null`, at every depth; an item of a list keeps its place.
fn strip_nulls(value: &mut Value, depth: usize) {
    if depth > MAX_DEPTH {
        return;
    }
    match value {
        Value::Object(members) => {
            members.retain(|_, member| !member.is_null());
            members.values_mut().for_each(|member| strip_nulls(member, depth + 1));
        }
        Value::Array(items) => items.iter_mut().for_each(|item| strip_nulls(item, depth + 1)),
        _ => {}
    }
}
