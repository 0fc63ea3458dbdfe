//! What a platform's configuration names.

use crate::named;

named! {
    /// Which fee a fee setting is about (money 11).
    pub enum FeeType {
        /// Payments whose two currencies differ.
        CrossCurrencyTransaction = "CROSS_CURRENCY_TRANSACTION",
    }

    /// A fact about a customer or counterparty that a partner may ask for.
    pub enum CustomerInfoField {
        /// The full name.
        FullName = "FULL_NAME",
        /// The date of birth.
        BirthDate = "BIRTH_DATE",
        /// The nationality.
        Nationality = "NATIONALITY",
        /// The phone number.
        PhoneNumber = "PHONE_NUMBER",
        /// The email address.
        Email = "EMAIL",
        /// The postal address.
        PostalAddress = "POSTAL_ADDRESS",
        /// The tax number.
        TaxId = "TAX_ID",
        /// The registration number of a company.
        RegistrationNumber = "REGISTRATION_NUMBER",
        /// Person or company.
        UserType = "USER_TYPE",
        /// The country of residence.
        CountryOfResidence = "COUNTRY_OF_RESIDENCE",
        /// The number of the account.
        AccountIdentifier = "ACCOUNT_IDENTIFIER",
        /// The name of the financial institution.
        FiLegalEntityName = "FI_LEGAL_ENTITY_NAME",
        /// The address of the financial institution.
        FiAddress = "FI_ADDRESS",
        /// The purpose of the payment.
        PurposeOfPayment = "PURPOSE_OF_PAYMENT",
        /// The country of the ultimate institution.
        UltimateInstitutionCountry = "ULTIMATE_INSTITUTION_COUNTRY",
        /// The address in the network.
        Identifier = "IDENTIFIER",
        /// The line of business.
        BusinessType = "BUSINESS_TYPE",
        /// The name of the company.
        CompanyLegalName = "COMPANY_LEGAL_NAME",
        /// The type of the identification number.
        IdType = "ID_TYPE",
        /// The identification number.
        IdNumber = "ID_NUMBER",
    }
}
