//! PIX keys by type (money 4.3).

use super::formats::is_ascii_email;
use crate::check_digits::Check;
use crate::named::named;

named! {
    /// The type of a PIX key.
    pub enum PixKeyType {
        /// The tax number of a person.
        Cpf = "CPF",
        /// The tax number of a company, of digits or of digits and capitals.
        Cnpj = "CNPJ",
        Email = "EMAIL",
        /// A telephone number in Brazil.
        Phone = "PHONE",
        /// A random key: 32 letters and digits, or a UUID.
        Random = "RANDOM",
    }
}

impl PixKeyType {
    /// Returns `true` if a key has the form of this type.
    #[must_use]
    pub fn fits(self, key: &str) -> bool {
        let is_number = |key: &str, lengths: std::ops::RangeInclusive<usize>| {
            lengths.contains(&key.len()) && key.bytes().all(|byte| byte.is_ascii_digit())
        };
        match self {
            Self::Cpf => is_number(key, 11..=11),
            Self::Cnpj => key
                .split_at_checked(12)
                .is_some_and(|(base, digits)| is_base_of_cnpj(base) && is_number(digits, 2..=2)),
            Self::Email => is_ascii_email(key),
            Self::Phone => key.strip_prefix("+55").is_some_and(|number| is_number(number, 10..=11)),
            Self::Random => {
                let is_plain = key.len() == 32 && key.bytes().all(|byte| byte.is_ascii_alphanumeric());
                is_plain || (key.len() == 36 && uuid::Uuid::try_parse(key).is_ok())
            }
        }
    }

    /// Returns the check of the digits of such a key, or `None` if it has no check digits.
    #[must_use]
    pub const fn check(self) -> Option<Check> {
        match self {
            Self::Cpf => Some(Check::Cpf),
            Self::Cnpj => Some(Check::Cnpj),
            Self::Email | Self::Phone | Self::Random => None,
        }
    }

    /// Returns the error message for a key of another form.
    #[must_use]
    pub const fn expectation(self) -> &'static str {
        match self {
            Self::Cpf => "must be the 11 digits of a CPF",
            Self::Cnpj => "must be the 14 characters of a CNPJ: digits and capitals, the last two digits",
            Self::Email => "must be an e-mail address",
            Self::Phone => "must be a telephone number in Brazil, such as +5511987654321",
            Self::Random => "must be 32 letters and digits, or a UUID",
        }
    }
}

fn is_base_of_cnpj(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit() || byte.is_ascii_uppercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_fits_its_kind_only() {
        let keys = [
            (PixKeyType::Cpf, "52998224725"),
            (PixKeyType::Cnpj, "11222333000181"),
            (PixKeyType::Cnpj, "12ABC34501DE35"),
            (PixKeyType::Email, "ana102@example.com.br"),
            (PixKeyType::Phone, "+5511987654321"),
            (PixKeyType::Random, "123e4567-e89b-12d3-a456-426614174000"),
            (PixKeyType::Random, "123e4567e89b12d3a456426614174002"),
        ];
        for (kind, key) in keys {
            for other in PixKeyType::ALL {
                assert_eq!(other.fits(key), *other == kind, "{other} {key}");
            }
        }
        for kind in PixKeyType::ALL {
            assert!(!kind.fits("") && !kind.fits("añb"), "{kind}");
        }
    }
}
