//! Search for members and query parameters that have no effect (conventions 6, 8).

use std::mem::take;

use serde_json::{Map, Value};

use super::check::{MAX_DEPTH, Step, render};
use super::node::{Member, Node, NodeId, Object};

/// A member or query parameter that the service ignores.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IgnoredName {
    /// The path in the body, or the name of the parameter; of a long name, the first 64 bytes.
    pub path: String,
    /// The most similar name that has an effect in its place; `None` if no name is similar, and for a member
    /// that only the service sets.
    pub nearest: Option<String>,
}

/// Maximum length of a reported name in bytes; the rest of a longer one is cut off.
const MAX_NAME: usize = 64;

/// Names with at least this similarity (1 is equal) count as misspellings.
const MIN_SIMILARITY: f64 = 0.85;

/// Returns the first `most` ignored members of a body.
pub(super) fn ignored_members(nodes: &[Node], root: NodeId, body: &Value, most: usize) -> Vec<IgnoredName> {
    let mut search = Search { nodes, path: Vec::new(), tags: Vec::new(), found: Vec::new(), most };
    search.value(root, body);
    search.found
}

/// Returns the first `most` ignored query parameters, each once. `root` is `None` if the operation has no
/// parameters.
pub(super) fn ignored_parameters(
    nodes: &[Node],
    root: Option<NodeId>,
    pairs: &[(String, String)],
    most: usize,
) -> Vec<IgnoredName> {
    let members = match root.and_then(|root| nodes.get(root.0)) {
        Some(Node::Object(object)) => object.members.as_slice(),
        _ => &[],
    };
    let is_known = |name: &str| {
        members.iter().any(|member| {
            let is_list = matches!(nodes.get(member.node.0), Some(Node::Array { .. }));
            name == member.name || is_list && name.strip_suffix("[]") == Some(member.name.as_str())
        })
    };
    let mut found: Vec<IgnoredName> = Vec::new();
    for (name, _) in pairs.iter().filter(|(name, _)| !is_known(name)) {
        if found.len() >= most {
            break;
        }
        let path = shortened(name);
        if found.iter().all(|other| other.path != path) {
            found.push(IgnoredName { path: path.to_owned(), nearest: nearest(nodes, members, path) });
        }
    }
    found
}

/// A search for the ignored members of one body.
struct Search<'a> {
    nodes: &'a [Node],
    path: Vec<Step<'a>>,
    /// Tags of the unions that have selected the next object.
    tags: Vec<&'a str>,
    found: Vec<IgnoredName>,
    /// Maximum number of names that are returned.
    most: usize,
}

impl<'a> Search<'a> {
    fn value(&mut self, id: NodeId, value: &'a Value) {
        if self.path.len() > MAX_DEPTH || self.is_full() {
            return;
        }
        let tags = take(&mut self.tags);
        let nodes = self.nodes;
        match (nodes.get(id.0), value) {
            (Some(Node::Object(object)), Value::Object(given)) => self.object(object, &tags, given),
            (Some(Node::Union(union)), Value::Object(given)) => {
                let tag = given.get(&union.tag).and_then(Value::as_str);
                if let Some((_, choice)) = union.choices.iter().find(|(value, _)| Some(value.as_str()) == tag)
                {
                    self.tags = tags;
                    self.tags.push(&union.tag);
                    self.value(*choice, value);
                }
            }
            // A longer list is refused unread.
            (Some(Node::Array { items, max, .. }), Value::Array(given)) if given.len() <= *max => {
                for (index, item) in given.iter().enumerate() {
                    self.under(Step::Item(index), *items, item);
                }
            }
            (Some(Node::Nullable(inner)), value) => self.value(*inner, value),
            _ => {}
        }
    }

    fn object(&mut self, object: &'a Object, tags: &[&str], given: &'a Map<String, Value>) {
        for (name, value) in given {
            if self.is_full() {
                return;
            }
            match object.members.iter().find(|member| member.name == *name) {
                Some(member) if matches!(self.nodes.get(member.node.0), Some(Node::ReadOnly)) => {
                    self.add(name, None);
                }
                Some(member) => self.under(Step::Member(name), member.node, value),
                None if object.open || tags.contains(&name.as_str()) => {}
                None => self.add(name, nearest(self.nodes, &object.members, shortened(name))),
            }
        }
    }

    fn under(&mut self, step: Step<'a>, id: NodeId, value: &'a Value) {
        self.path.push(step);
        self.value(id, value);
        self.path.pop();
    }

    fn add(&mut self, name: &'a str, nearest: Option<String>) {
        self.path.push(Step::Member(shortened(name)));
        self.found.push(IgnoredName { path: render(&self.path), nearest });
        self.path.pop();
    }

    const fn is_full(&self) -> bool {
        self.found.len() >= self.most
    }
}

/// Returns the most similar name among the members that can be sent, ignoring case.
fn nearest(nodes: &[Node], members: &[Member], name: &str) -> Option<String> {
    let name = name.to_lowercase();
    let sendable = members.iter().filter(|member| !matches!(nodes.get(member.node.0), Some(Node::ReadOnly)));
    let similar = sendable.map(|member| {
        let similarity = strsim::jaro_winkler(&member.name.to_lowercase(), &name);
        (similarity, &member.name)
    });
    let best = similar.max_by(|one, other| one.0.total_cmp(&other.0));
    best.filter(|(similarity, _)| *similarity >= MIN_SIMILARITY).map(|(_, known)| known.clone())
}

/// Returns the first [`MAX_NAME`] bytes of a name, or up to three less so that no letter is split.
fn shortened(name: &str) -> &str {
    let ends = name.char_indices().map(|(start, letter)| start + letter.len_utf8());
    let end = ends.take_while(|end| *end <= MAX_NAME).last().unwrap_or(0);
    name.get(..end).unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_name_is_cut_off_between_letters() {
        assert_eq!(shortened("fullName"), "fullName");
        assert_eq!(shortened(""), "");
        assert_eq!(shortened(&"x".repeat(100)).len(), MAX_NAME);
        assert_eq!(shortened(&"€".repeat(100)).len(), 63, "a euro sign has three bytes");
    }
}
