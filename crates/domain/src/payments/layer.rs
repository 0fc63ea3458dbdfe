//! Settlement layers between providers of UMA addresses (uma 7).

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A settlement layer, by its name in messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LayerName {
    /// Inside this deployment.
    Internal,
    /// The simulated layer of the sandbox.
    Sandbox,
    /// Lightning.
    Ln,
    Spark,
}

/// The error for a text that is not the name of a settlement layer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotALayer;

impl LayerName {
    pub const ALL: [Self; 4] = [Self::Internal, Self::Sandbox, Self::Ln, Self::Spark];

    /// Returns the name in messages and in the database.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Internal => "internal",
            Self::Sandbox => "sandbox",
            Self::Ln => "ln",
            Self::Spark => "spark",
        }
    }

    /// Returns `true` if the layer moves the receiving currency itself. Both sides of such a payment are in this
    /// process (uma 7).
    #[must_use]
    pub const fn moves_currencies(self) -> bool {
        matches!(self, Self::Internal | Self::Sandbox)
    }

    /// Returns `true` for layers between deployments, after whose payments hooks are exchanged (uma 8).
    #[must_use]
    pub const fn is_foreign(self) -> bool {
        matches!(self, Self::Ln | Self::Spark)
    }
}

impl fmt::Display for LayerName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for LayerName {
    type Err = NotALayer;

    fn from_str(text: &str) -> Result<Self, NotALayer> {
        Self::ALL.into_iter().find(|layer| layer.as_str() == text).ok_or(NotALayer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_layer_is_read_by_its_name() {
        for layer in LayerName::ALL {
            assert_eq!(layer.to_string().parse(), Ok(layer));
            assert_eq!(serde_json::to_value(layer).unwrap(), layer.as_str());
        }
        assert_eq!(LayerName::ALL.map(LayerName::is_foreign), [false, false, true, true]);
        for other in ["", "LN", "lightning", " ln"] {
            assert_eq!(other.parse::<LayerName>(), Err(NotALayer), "{other}");
        }
    }
}
