//! Types and sides of documents (customers 8).

use crate::named;

named! {
    /// Type of a document.
    pub enum DocumentType {
        Passport = "PASSPORT",
        DriversLicense = "DRIVERS_LICENSE",
        NationalId = "NATIONAL_ID",
        ProofOfAddress = "PROOF_OF_ADDRESS",
        BankStatement = "BANK_STATEMENT",
        TaxReturn = "TAX_RETURN",
        CertificateOfIncorporation = "CERTIFICATE_OF_INCORPORATION",
        ArticlesOfIncorporation = "ARTICLES_OF_INCORPORATION",
        ArticlesOfAssociation = "ARTICLES_OF_ASSOCIATION",
        StateRegistryExcerpt = "STATE_REGISTRY_EXCERPT",
        GoodStandingCertificate = "GOOD_STANDING_CERTIFICATE",
        InformationStatement = "INFORMATION_STATEMENT",
        IncumbencyCertificate = "INCUMBENCY_CERTIFICATE",
        BusinessLicense = "BUSINESS_LICENSE",
        ShareholderRegister = "SHAREHOLDER_REGISTER",
        PowerOfAttorney = "POWER_OF_ATTORNEY",
        UtilityBill = "UTILITY_BILL",
        ElectricityBill = "ELECTRICITY_BILL",
        RentOrLeaseAgreement = "RENT_OR_LEASE_AGREEMENT",
        DirectorRegistry = "DIRECTOR_REGISTRY",
        TrustAgreement = "TRUST_AGREEMENT",
        StateCompanyRegistry = "STATE_COMPANY_REGISTRY",
        PartnershipControlAgreement = "PARTNERSHIP_CONTROL_AGREEMENT",
        PartnershipAgreement = "PARTNERSHIP_AGREEMENT",
        Selfie = "SELFIE",
        Other = "OTHER",
    }

    /// The side of a document shown in a file.
    pub enum DocumentSide {
        Front = "FRONT",
        Back = "BACK",
    }
}
