//! Fee types and customer data fields of a platform's configuration.

use crate::named;

named! {
    /// The fee that a fee setting applies to (money 11).
    pub enum FeeType {
        /// The fee on payments between two different currencies.
        CrossCurrencyTransaction = "CROSS_CURRENCY_TRANSACTION",
    }

    /// A data field about a customer or counterparty that a partner may request.
    pub enum CustomerInfoField {
        FullName = "FULL_NAME",
        BirthDate = "BIRTH_DATE",
        Nationality = "NATIONALITY",
        PhoneNumber = "PHONE_NUMBER",
        Email = "EMAIL",
        PostalAddress = "POSTAL_ADDRESS",
        /// The tax number.
        TaxId = "TAX_ID",
        /// The registration number of a company.
        RegistrationNumber = "REGISTRATION_NUMBER",
        /// The kind of customer: individual or business.
        UserType = "USER_TYPE",
        CountryOfResidence = "COUNTRY_OF_RESIDENCE",
        /// The number of the account.
        AccountIdentifier = "ACCOUNT_IDENTIFIER",
        /// The legal name of the financial institution.
        FiLegalEntityName = "FI_LEGAL_ENTITY_NAME",
        /// The address of the financial institution.
        FiAddress = "FI_ADDRESS",
        PurposeOfPayment = "PURPOSE_OF_PAYMENT",
        /// The country of the ultimate institution.
        UltimateInstitutionCountry = "ULTIMATE_INSTITUTION_COUNTRY",
        /// The address in the payment network.
        Identifier = "IDENTIFIER",
        /// The line of business.
        BusinessType = "BUSINESS_TYPE",
        /// The legal name of the company.
        CompanyLegalName = "COMPANY_LEGAL_NAME",
        /// The type of the identification number.
        IdType = "ID_TYPE",
        IdNumber = "ID_NUMBER",
    }
}
