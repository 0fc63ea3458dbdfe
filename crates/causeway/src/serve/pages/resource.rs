//! The resources of the documentation.

use serde_json::Value;

use crate::api_reference::{self, Chapter, SCRIPT, SCRIPT_PATH, STYLE, STYLE_PATH};

/// A resource of the documentation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Resource {
    /// The OpenAPI document in JSON.
    Json,
    /// The OpenAPI document in YAML.
    Yaml,
    /// The page for people.
    Reference,
    /// The style sheet of the page.
    Style,
    /// The script of the page.
    Script,
    /// A chapter in Markdown.
    Chapter(Chapter),
    /// The index in plain text.
    Index,
}

impl Resource {
    /// Returns all resources.
    pub(super) fn all() -> impl Iterator<Item = Self> {
        let chapters = Chapter::ALL.into_iter().map(Self::Chapter);
        [Self::Json, Self::Yaml, Self::Reference, Self::Style, Self::Script, Self::Index]
            .into_iter()
            .chain(chapters)
    }

    /// Returns the path.
    pub(super) fn path(self) -> String {
        match self {
            Self::Json => "/openapi.json".to_owned(),
            Self::Yaml => "/openapi.yaml".to_owned(),
            Self::Reference => "/reference".to_owned(),
            Self::Style => STYLE_PATH.clone(),
            Self::Script => SCRIPT_PATH.clone(),
            Self::Chapter(chapter) => chapter.path(),
            Self::Index => "/llms.txt".to_owned(),
        }
    }

    /// Returns the media type.
    pub(super) const fn content_type(self) -> &'static str {
        match self {
            Self::Json => "application/json; charset=utf-8",
            Self::Yaml => "application/yaml; charset=utf-8",
            Self::Reference => "text/html; charset=utf-8",
            Self::Style => "text/css; charset=utf-8",
            Self::Script => "text/javascript; charset=utf-8",
            Self::Chapter(_) => "text/markdown; charset=utf-8",
            Self::Index => "text/plain; charset=utf-8",
        }
    }

    /// Returns `true` if the path changes with the content.
    pub(super) const fn is_immutable(self) -> bool {
        matches!(self, Self::Style | Self::Script)
    }

    /// Renders the resource from the OpenAPI document.
    pub(super) fn render(self, document: &Value) -> Vec<u8> {
        match self {
            Self::Json => document.to_string().into(),
            Self::Yaml => api_reference::yaml(document).into(),
            Self::Reference => api_reference::page(document).into(),
            Self::Style => STYLE.into(),
            Self::Script => SCRIPT.into(),
            Self::Chapter(chapter) => chapter.document().into(),
            Self::Index => api_reference::index(document).into(),
        }
    }
}
