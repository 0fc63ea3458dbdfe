//! The columns of a file of customers (customers 3.1).

use serde::{Deserialize, Serialize};

use crate::named::named;

named! {
    /// A column that the import reads. Other columns are ignored.
    pub enum Column {
        UmaAddress = "umaAddress",
        PlatformCustomerId = "platformCustomerId",
        CustomerType = "customerType",
        FullName = "fullName",
        BirthDate = "birthDate",
        BusinessLegalName = "businessLegalName",
        AddressLine1 = "addressLine1",
        AddressLine2 = "addressLine2",
        City = "city",
        State = "state",
        PostalCode = "postalCode",
        Country = "country",
        Email = "email",
        BusinessRegistrationNumber = "businessRegistrationNumber",
        BusinessTaxId = "businessTaxId",
    }
}

/// The columns of a row in their order; `None` if the column is ignored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Header(Vec<Option<Column>>);

/// The reason why a first line is not a header.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HeaderError {
    /// A required column is missing.
    Missing(Column),
    /// A column occurs twice.
    Twice(Column),
}

impl Column {
    /// Returns `true` if every file must have the column.
    const fn is_needed(self) -> bool {
        matches!(
            self,
            Self::UmaAddress
                | Self::PlatformCustomerId
                | Self::CustomerType
                | Self::AddressLine1
                | Self::City
                | Self::State
                | Self::PostalCode
                | Self::Country
        )
    }
}

impl Header {
    /// Reads the first line. Blanks around a name are ignored, as are columns without a name at its end.
    ///
    /// # Errors
    /// The first column that is missing, or that occurs twice.
    pub fn read<'a>(names: impl Iterator<Item = &'a str>) -> Result<Self, HeaderError> {
        let mut names: Vec<&str> = names.map(str::trim).collect();
        while names.pop_if(|name| name.is_empty()).is_some() {}
        let mut columns = Vec::new();
        for name in names {
            let column: Option<Column> = name.parse().ok();
            if let Some(twice) = column.filter(|_| columns.contains(&column)) {
                return Err(HeaderError::Twice(twice));
            }
            columns.push(column);
        }
        let missing =
            Column::ALL.iter().find(|column| column.is_needed() && !columns.contains(&Some(**column)));
        missing.map_or(Ok(Self(columns)), |column| Err(HeaderError::Missing(*column)))
    }

    /// Returns the number of cells in a row.
    #[must_use]
    pub const fn width(&self) -> usize {
        self.0.len()
    }

    /// Returns the index of a column in a row.
    #[must_use]
    pub fn place(&self, column: Column) -> Option<usize> {
        self.0.iter().position(|one| *one == Some(column))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEAST: &str =
        "umaAddress,platformCustomerId,customerType,addressLine1,city,state,postalCode,country";

    fn read(line: &str) -> Result<Header, HeaderError> {
        Header::read(line.split(','))
    }

    #[test]
    fn columns_have_any_order_and_unknown_ones_are_ignored() {
        let header = read(&format!("note, fullName ,{LEAST},description")).unwrap();
        assert_eq!((header.width(), header.place(Column::FullName)), (11, Some(1)));
        assert_eq!((header.place(Column::Country), header.place(Column::Email)), (Some(9), None));
    }

    #[test]
    fn columns_without_a_name_count_only_between_others() {
        assert_eq!(read(&format!("{LEAST},,, ,")).unwrap().width(), 8);
        let header = read(&format!(",{LEAST},,note,")).unwrap();
        assert_eq!((header.width(), header.place(Column::Country)), (11, Some(8)));
    }

    #[test]
    fn required_columns_must_occur_exactly_once() {
        assert_eq!(read(&LEAST.replace("umaAddress,", "")), Err(HeaderError::Missing(Column::UmaAddress)));
        assert_eq!(read(""), Err(HeaderError::Missing(Column::UmaAddress)));
        assert_eq!(read(&format!("{LEAST},city")), Err(HeaderError::Twice(Column::City)));
        assert!(read(&format!("{LEAST},note,note")).is_ok());
    }
}
