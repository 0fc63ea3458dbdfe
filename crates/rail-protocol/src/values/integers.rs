//! Whole numbers with bounds.

use std::fmt;

use serde_json::{Value, json};

use crate::shape::{Definitions, Location, MessageError, Shape};

/// The largest number that every reader of JSON keeps exactly: 2^53 - 1.
const LARGEST: u64 = 9_007_199_254_740_991;

/// The error for a number outside the bounds of its type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InvalidNumber {
    /// Smallest number of the type.
    pub minimum: u64,
    /// Largest number of the type.
    pub maximum: u64,
}

impl fmt::Display for InvalidNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { minimum, maximum } = self;
        write!(f, "must be a whole number from {minimum} to {maximum}, without fraction and exponent")
    }
}

impl std::error::Error for InvalidNumber {}

/// Checks the bounds of a number.
const fn within(minimum: u64, number: u64, maximum: u64) -> Result<u64, InvalidNumber> {
    if minimum <= number && number <= maximum { Ok(number) } else { Err(InvalidNumber { minimum, maximum }) }
}

macro_rules! integers {
    ($($(#[doc = $doc:literal])+ $name:ident from $minimum:literal to $maximum:expr;)+) => {$(
        $(#[doc = $doc])+
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(u64);

        impl $name {
            /// The smallest number.
            pub const MINIMUM: Self = Self($minimum);
            /// The largest number.
            pub const MAXIMUM: Self = Self($maximum);

            /// Builds the number.
            ///
            /// # Errors
            /// A number outside the bounds.
            pub const fn new(number: u64) -> Result<Self, InvalidNumber> {
                match within($minimum, number, $maximum) {
                    Ok(number) => Ok(Self(number)),
                    Err(error) => Err(error),
                }
            }

            /// Returns the plain number.
            #[must_use]
            pub const fn get(self) -> u64 {
                self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }

        impl Shape for $name {
            fn read(value: &Value, at: &Location<'_>) -> Result<Self, MessageError> {
                let out_of_bounds = InvalidNumber { minimum: $minimum, maximum: $maximum };
                let number = value.as_u64().ok_or_else(|| at.error(out_of_bounds.to_string()))?;
                Self::new(number).map_err(|error| at.error(error.to_string()))
            }

            fn write(&self) -> Value {
                self.0.into()
            }

            fn schema(_: &mut Definitions) -> Value {
                json!({ "type": "integer", "minimum": $minimum, "maximum": $maximum })
            }
        }
    )+};
}

integers! {
    /// A positive amount in the smallest unit of its currency (rails 5.1).
    MinorUnits from 1 to LARGEST;

    /// The number of a state of an order's record; it rises with every change (rails 7.3).
    RecordRevision from 1 to LARGEST;

    /// The number of a feed item (rails 8.1).
    Sequence from 1 to LARGEST;

    /// A place in the feed: the sequence of the last item before it, 0 at the beginning (rails 8.1).
    FeedPosition from 0 to LARGEST;

    /// A bound that an adapter declares: a count, days, decimals or characters (rails 6).
    Limit from 0 to 1_000_000;
}

impl MinorUnits {
    /// Returns the amount as signed units, which hold every amount.
    #[must_use]
    pub const fn signed(self) -> i64 {
        self.0.cast_signed()
    }
}

impl FeedPosition {
    /// The place before the first item.
    pub const START: Self = Self(0);

    /// Returns the sequence of the item before this place, or `None` at the beginning.
    #[must_use]
    pub const fn sequence(self) -> Option<Sequence> {
        if self.0 == 0 { None } else { Some(Sequence(self.0)) }
    }

    /// Returns `true` if the item is the next one behind this place.
    #[must_use]
    pub const fn is_before(self, item: Sequence) -> bool {
        self.0 + 1 == item.0
    }
}

impl From<Sequence> for FeedPosition {
    fn from(sequence: Sequence) -> Self {
        Self(sequence.0)
    }
}
