//! Check of a value against a node: finds every problem, in one pass.

use std::fmt::Write as _;

use causeway_vocabulary::letters::{check_serialized, check_showable};
use serde_json::{Map, Value};

use super::format::Format;
use super::node::{Integer, Node, NodeId, Number, Object, Text, Union};
use crate::code::Code;
use crate::error::{Constraint, FieldError, MAX_FIELD_ERRORS};

/// Maximum nesting that is checked; the JSON parser stops at the same depth.
pub(super) const MAX_DEPTH: usize = 128;

/// Maximum length of a member's name in free data, in bytes; it also limits how much of it an error repeats.
const MAX_FREE_NAME: usize = 255;

/// Maximum length of a path in an error, in bytes; deeper paths are cut off here.
const MAX_PATH: usize = 1024;

/// Maximum length of a text that an error repeats, in bytes: longer than any amount or code.
const MAX_ECHO: usize = 64;

/// A check of one value.
pub(super) struct Check<'a> {
    nodes: &'a [Node],
    path: Vec<Step<'a>>,
    errors: Vec<FieldError>,
    /// Maximum number of errors that are listed.
    most: usize,
}

#[derive(Clone, Copy)]
pub(super) enum Step<'a> {
    Member(&'a str),
    Item(usize),
}

impl<'a> Check<'a> {
    /// Returns the errors of a value, up to the number that a response lists.
    pub(super) fn run(nodes: &'a [Node], root: NodeId, value: &'a Value) -> Vec<FieldError> {
        Self::up_to(MAX_FIELD_ERRORS, nodes, root, value)
    }

    /// Returns the first `most` errors of a value.
    fn up_to(most: usize, nodes: &'a [Node], root: NodeId, value: &'a Value) -> Vec<FieldError> {
        let mut check = Self { nodes, path: Vec::new(), errors: Vec::new(), most };
        check.value(root, value);
        check.errors
    }

    fn value(&mut self, id: NodeId, value: &'a Value) {
        if self.path.len() > MAX_DEPTH {
            return self.wrong("is nested too deeply");
        }
        let nodes = self.nodes;
        match nodes.get(id.0) {
            Some(Node::Any) | None => self.anything(value),
            Some(Node::ReadOnly) => {}
            Some(Node::Object(object)) => self.object(object, value),
            Some(Node::Array { items, min, max }) => self.array(*items, *min, *max, value),
            Some(Node::Text(rule)) => self.text(rule, value),
            Some(Node::Digits(rule)) => self.digits(rule, value),
            Some(Node::Integer(rule)) => self.integer(rule, value),
            Some(Node::Number(rule)) => self.number(rule, value),
            Some(Node::Bool) if value.is_boolean() => {}
            Some(Node::Bool) => self.wrong("must be true or false"),
            Some(Node::Union(union)) => self.union(union, value),
            Some(Node::Nullable(_)) if value.is_null() => {}
            Some(Node::Nullable(inner)) => self.value(*inner, value),
        }
    }

    fn object(&mut self, object: &'a Object, value: &'a Value) {
        let Value::Object(given) = value else { return self.wrong("must be an object") };
        let demand = object.demand.as_ref().filter(|demand| demand.applies(given));
        for member in &object.members {
            let is_demanded = demand.is_some_and(|demand| demand.needed == member.name);
            match given.get(&member.name) {
                Some(Value::String(text)) if is_demanded && text.is_empty() => {
                    self.under(Step::Member(&member.name), Self::empty)
                }
                Some(value) => {
                    self.under(Step::Member(&member.name), |check| check.value(member.node, value))
                }
                None if member.needed || is_demanded => {
                    self.under(Step::Member(&member.name), |check| check.missing(member.node))
                }
                None => {}
            }
        }
        if object.open {
            let named = |name: &str| object.members.iter().any(|member| member.name == name);
            for (name, value) in given.iter().filter(|(name, _)| !named(name)) {
                self.free_member(name, value);
            }
        }
    }

    fn empty(&mut self) {
        let error = self.error("must not be empty").constraint(Constraint::MinLength(1));
        self.push(error);
    }

    /// Adds an error for a required value that is absent. For a union it lists the choices; a missing amount
    /// has the error code of an invalid amount (conventions 7.3).
    fn missing(&mut self, id: NodeId) {
        let mut error = self.error("is required");
        match self.nodes.get(id.0) {
            Some(Node::Integer(rule)) => error.code = rule.code,
            Some(Node::Text(rule)) if rule.format == Some(Format::Binary) => error.code = rule.code,
            Some(Node::Text(Text { values: Some(values), .. })) => {
                error = error.constraint(Constraint::Enum(values.clone()))
            }
            _ => {}
        }
        self.push(error);
    }

    fn array(&mut self, items: NodeId, min: usize, max: usize, value: &'a Value) {
        let Value::Array(given) = value else { return self.wrong("must be a list") };
        let counted = |bound: &str, count: usize| {
            format!("must have at {bound} {count} item{}", if count == 1 { "" } else { "s" })
        };
        if given.len() < min {
            return self.wrong(&counted("least", min));
        }
        if given.len() > max {
            return self.wrong(&counted("most", max));
        }
        for (index, item) in given.iter().enumerate() {
            if self.is_full() {
                return;
            }
            self.under(Step::Item(index), |check| check.value(items, item));
        }
    }

    fn union(&mut self, union: &'a Union, value: &'a Value) {
        let Value::Object(given) = value else { return self.wrong("must be an object") };
        let tag = given.get(&union.tag);
        let chosen =
            tag.and_then(Value::as_str).and_then(|tag| union.choices.iter().find(|(value, _)| value == tag));
        match chosen {
            Some((_, node)) => self.value(*node, value),
            None => {
                let values: Vec<String> = union.choices.iter().map(|(value, _)| value.clone()).collect();
                self.under(Step::Member(&union.tag), |check| {
                    let message = if tag.is_some() { one_of(&values) } else { "is required".to_owned() };
                    let error = check.error(&message).constraint(Constraint::Enum(values));
                    check.push(error);
                });
            }
        }
    }

    fn text(&mut self, rule: &Text, value: &Value) {
        let Value::String(text) = value else {
            return self.refuse(rule.code, value, "must be a text".to_owned(), None);
        };
        if let Some((message, constraint)) = broken_rule(rule, text) {
            self.refuse(rule.code, value, message, constraint);
        }
    }

    /// Checks digits that are sent as a text or as a number. A number too large to be parsed exactly is
    /// refused.
    fn digits(&mut self, rule: &Text, value: &Value) {
        match value {
            Value::Number(number) if number.is_u64() => {}
            Value::String(_) => self.text(rule, value),
            _ => {
                let message = "must be digits: a text, or a whole number that is not too large for JSON";
                self.refuse(rule.code, value, message.to_owned(), None);
            }
        }
    }

    fn integer(&mut self, rule: &Integer, value: &Value) {
        match value.as_i64() {
            None => {
                let format = rule.format.clone().map(Constraint::Format);
                let message = match value {
                    Value::Number(_) => {
                        format!("must be a whole number up to {}", rule.max)
                    }
                    _ => "must be a whole number".to_owned(),
                };
                self.refuse(rule.code, value, message, format);
            }
            Some(number) if number < rule.min => {
                self.refuse(rule.code, value, format!("must be at least {}", rule.min), None);
            }
            Some(number) if number > rule.max => {
                self.refuse(rule.code, value, format!("must be at most {}", rule.max), None);
            }
            Some(_) => {}
        }
    }

    fn number(&mut self, rule: &Number, value: &Value) {
        match value.as_f64() {
            None => self.wrong("must be a number"),
            Some(number) if rule.min.is_some_and(|min| number < min) => self.wrong("is too small"),
            Some(number) if rule.above.is_some_and(|above| number <= above) => self.wrong("is too small"),
            Some(_) => {}
        }
    }

    /// Checks free data of the caller: any JSON, with texts that obey the rules for all texts (conventions
    /// 5.4).
    fn anything(&mut self, value: &'a Value) {
        if self.path.len() > MAX_DEPTH {
            return self.wrong("is nested too deeply");
        }
        match value {
            Value::String(text) => {
                if let Err(why) = check_showable(text) {
                    self.wrong(why.message());
                }
            }
            Value::Array(items) => {
                for (index, item) in items.iter().enumerate() {
                    if self.is_full() {
                        return;
                    }
                    self.under(Step::Item(index), |check| check.anything(item));
                }
            }
            Value::Object(members) => self.free_members(members),
            _ => {}
        }
    }

    fn free_members(&mut self, members: &'a Map<String, Value>) {
        for (name, value) in members {
            if self.is_full() {
                return;
            }
            self.free_member(name, value);
        }
    }

    fn free_member(&mut self, name: &'a str, value: &'a Value) {
        if name.len() > MAX_FREE_NAME || check_showable(name).is_err() {
            return self.wrong("must not have members whose names are long or cannot be shown");
        }
        self.under(Step::Member(name), |check| check.anything(value));
    }

    fn under(&mut self, step: Step<'a>, check: impl FnOnce(&mut Self)) {
        if !self.is_full() {
            self.path.push(step);
            check(self);
            self.path.pop();
        }
    }

    fn wrong(&mut self, message: &str) {
        let error = self.error(message);
        self.push(error);
    }

    fn refuse(&mut self, code: Code, value: &Value, message: String, constraint: Option<Constraint>) {
        // Only values with their own error code are repeated, which are amounts and codes: no personal data.
        let is_short = match value {
            Value::String(text) => text.len() <= MAX_ECHO,
            Value::Array(_) | Value::Object(_) => false,
            Value::Null | Value::Bool(_) | Value::Number(_) => true,
        };
        let echoed = (code != Code::InvalidInput && is_short).then(|| value.clone());
        let error = self.error(&message);
        self.push(FieldError { constraint, code, value: echoed, ..error });
    }

    fn error(&self, message: &str) -> FieldError {
        FieldError::new(render(&self.path), message)
    }

    fn push(&mut self, error: FieldError) {
        if !self.is_full() {
            self.errors.push(error);
        }
    }

    /// Returns `true` if the maximum number of errors is reached, after which the check stops.
    const fn is_full(&self) -> bool {
        self.errors.len() >= self.most
    }
}

/// Returns the error of the first rule that a text breaks, with rules about meaning before those about form.
pub(super) fn broken_rule(rule: &Text, text: &str) -> Option<(String, Option<Constraint>)> {
    let shown = if rule.is_serialized { check_serialized(text) } else { check_showable(text) };
    if let Err(why) = shown {
        return Some((why.message().to_owned(), None));
    }
    if let Some(format) = rule.format.filter(|format| !format.accepts(text)) {
        return Some((format.message().to_owned(), Some(Constraint::Format(format.name().to_owned()))));
    }
    if let Some(values) = rule.values.as_ref().filter(|values| values.iter().all(|value| value != text)) {
        return Some((one_of(values), Some(Constraint::Enum(values.clone()))));
    }
    let length = u64::try_from(text.chars().count()).unwrap_or(u64::MAX);
    if length < rule.min {
        let message =
            if rule.min == 1 { "must not be empty".to_owned() } else { counted("at least", rule.min) };
        return Some((message, Some(Constraint::MinLength(rule.min))));
    }
    if length > rule.max {
        return Some((counted("at most", rule.max), Some(Constraint::MaxLength(rule.max))));
    }
    // The pattern is last, so that it is never tried on a text of unlimited length.
    let pattern = rule.pattern.as_ref().filter(|pattern| !pattern.is_match(text))?;
    let pattern = pattern.as_str().to_owned();
    let message = rule.message.clone().unwrap_or_else(|| must_match(&pattern));
    Some((message, Some(Constraint::Pattern(pattern))))
}

/// Pattern of an identifier after its type name.
pub(super) const UUID: &str = ":[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$";

/// Returns the message for a text that does not match a pattern; for an identifier, the expected form in
/// words.
fn must_match(pattern: &str) -> String {
    match pattern.strip_prefix('^').and_then(|rest| rest.strip_suffix(UUID)) {
        Some(names) => {
            let forms = names.trim_matches(['(', ')']).split('|').map(|name| format!("{name}:<uuid>"));
            format!("must be an id of the form {}", forms.collect::<Vec<_>>().join(" or "))
        }
        None => format!("must match {pattern}"),
    }
}

fn counted(bound: &str, length: u64) -> String {
    format!("must have {bound} {length} character{}", if length == 1 { "" } else { "s" })
}

fn one_of(values: &[String]) -> String {
    match values {
        [only] => format!("must be {only}"),
        _ => format!("must be one of {}", values.join(", ")),
    }
}

pub(super) fn render(path: &[Step<'_>]) -> String {
    let mut text = String::new();
    for step in path {
        if text.len() > MAX_PATH {
            text.push('…');
            break;
        }
        // Writing to a `String` cannot fail.
        let _ = match step {
            Step::Member(name) if text.is_empty() => write!(text, "{name}"),
            Step::Member(name) => write!(text, ".{name}"),
            Step::Item(index) => write!(text, "[{index}]"),
        };
    }
    text
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// Number of items in the list, each with one error.
    const ITEMS: usize = 100_000;

    /// Returns the number of errors for a list of wrong items. Each error is kept, and each later one is
    /// compared with all of them.
    fn error_count(most: usize, bound: usize) -> usize {
        let list = [Node::Array { items: NodeId(1), min: 0, max: bound }, Node::Bool];
        Check::up_to(most, &list, NodeId(0), &json!(vec![0; ITEMS])).len()
    }

    #[test]
    fn the_check_of_a_long_list_is_bounded_by_its_response() {
        assert_eq!(error_count(MAX_FIELD_ERRORS, 256), 1, "one error: the list is too long");
        assert_eq!(error_count(MAX_FIELD_ERRORS, usize::MAX), MAX_FIELD_ERRORS, "also without a bound");
        // The planted defect: with neither bound, every item is checked and its error kept.
        assert_eq!(error_count(usize::MAX, usize::MAX), ITEMS);
    }
}
