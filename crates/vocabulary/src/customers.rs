//! Closed lists that describe customers.

use crate::named;

named! {
    /// The kind of a customer: an individual or a business.
    pub enum CustomerType {
        /// A natural person, verified by KYC.
        Individual = "INDIVIDUAL",
        /// A company, verified by KYB.
        Business = "BUSINESS",
    }

    /// Identity verification status of an individual (customers 5.1).
    pub enum KycStatus {
        Unverified = "UNVERIFIED",
        Pending = "PENDING",
        Approved = "APPROVED",
        Rejected = "REJECTED",
        Hold = "HOLD",
    }

    /// Verification status of a business (customers 5.1).
    pub enum KybStatus {
        Unverified = "UNVERIFIED",
        Pending = "PENDING",
        Approved = "APPROVED",
        Rejected = "REJECTED",
        Hold = "HOLD",
    }

    /// A boolean in a form, sent as the text `true` or `false`.
    pub enum FormSwitch {
        True = "true",
        False = "false",
    }

    /// Verification status of a contact channel: `VERIFIED` once its owner has confirmed it.
    pub enum ContactVerificationStatus {
        Pending = "PENDING",
        Verified = "VERIFIED",
    }

    /// A channel for contacting an end user.
    pub enum ContactChannel {
        /// Email.
        Email = "EMAIL",
        /// Text message.
        Phone = "PHONE",
    }

    /// The kind of a tax or identification number.
    pub enum IdentificationType {
        Ssn = "SSN",
        Itin = "ITIN",
        Ein = "EIN",
        NonUsTaxId = "NON_US_TAX_ID",
    }

    /// The legal form of a company.
    pub enum EntityType {
        SoleProprietorship = "SOLE_PROPRIETORSHIP",
        Partnership = "PARTNERSHIP",
        Llc = "LLC",
        Corporation = "CORPORATION",
        SCorporation = "S_CORPORATION",
        NonProfit = "NON_PROFIT",
        PubliclyListedCompany = "PUBLICLY_LISTED_COMPANY",
        Trust = "TRUST",
        PrivateFoundation = "PRIVATE_FOUNDATION",
        Charity = "CHARITY",
        Other = "OTHER",
    }

    /// Line of business of a company.
    pub enum BusinessType {
        Agriculture = "AGRICULTURE_FORESTRY_FISHING_AND_HUNTING",
        Mining = "MINING_QUARRYING_AND_OIL_AND_GAS_EXTRACTION",
        Utilities = "UTILITIES",
        Construction = "CONSTRUCTION",
        Manufacturing = "MANUFACTURING",
        WholesaleTrade = "WHOLESALE_TRADE",
        RetailTrade = "RETAIL_TRADE",
        Transportation = "TRANSPORTATION_AND_WAREHOUSING",
        Information = "INFORMATION",
        Finance = "FINANCE_AND_INSURANCE",
        RealEstate = "REAL_ESTATE_AND_RENTAL_AND_LEASING",
        ProfessionalServices = "PROFESSIONAL_SCIENTIFIC_AND_TECHNICAL_SERVICES",
        CompanyManagement = "MANAGEMENT_OF_COMPANIES_AND_ENTERPRISES",
        AdministrativeServices = "ADMINISTRATIVE_AND_SUPPORT_AND_WASTE_MANAGEMENT_AND_REMEDIATION_SERVICES",
        Education = "EDUCATIONAL_SERVICES",
        HealthCare = "HEALTH_CARE_AND_SOCIAL_ASSISTANCE",
        Entertainment = "ARTS_ENTERTAINMENT_AND_RECREATION",
        FoodServices = "ACCOMMODATION_AND_FOOD_SERVICES",
        OtherServices = "OTHER_SERVICES",
        PublicAdministration = "PUBLIC_ADMINISTRATION",
    }

    /// Purpose of an account.
    pub enum PurposeOfAccount {
        ContractorPayouts = "CONTRACTOR_PAYOUTS",
        CreatorPayouts = "CREATOR_PAYOUTS",
        EmployeePayouts = "EMPLOYEE_PAYOUTS",
        MarketplaceSellerPayouts = "MARKETPLACE_SELLER_PAYOUTS",
        SupplierPayments = "SUPPLIER_PAYMENTS",
        CrossBorderB2b = "CROSS_BORDER_B2B",
        ArAutomation = "AR_AUTOMATION",
        ApAutomation = "AP_AUTOMATION",
        EmbeddedPayments = "EMBEDDED_PAYMENTS",
        PlatformFeeCollection = "PLATFORM_FEE_COLLECTION",
        P2pTransfers = "P2P_TRANSFERS",
        CharitableDonations = "CHARITABLE_DONATIONS",
        Other = "OTHER",
    }

    /// Source of a company's funds.
    pub enum SourceOfFunds {
        OperatingRevenue = "OPERATING_REVENUE",
        InvestmentIncome = "INVESTMENT_INCOME",
        Loans = "LOANS",
        VentureCapital = "VENTURE_CAPITAL",
        PersonalSavings = "PERSONAL_SAVINGS",
        Donations = "DONATIONS",
        Other = "OTHER",
    }

    /// Source of an individual's funds.
    pub enum IndividualSourceOfFunds {
        Salary = "SALARY",
        SelfEmploymentIncome = "SELF_EMPLOYMENT_INCOME",
        InvestmentIncome = "INVESTMENT_INCOME",
        Pension = "PENSION",
        RentalIncome = "RENTAL_INCOME",
        Gift = "GIFT",
        Inheritance = "INHERITANCE",
        Loan = "LOAN",
        Savings = "SAVINGS",
        SaleOfAssets = "SALE_OF_ASSETS",
        Other = "OTHER",
    }

    /// Source of an individual's wealth.
    pub enum SourceOfWealth {
        Salary = "SALARY",
        BusinessIncome = "BUSINESS_INCOME",
        Investments = "INVESTMENTS",
        Inheritance = "INHERITANCE",
        PropertySale = "PROPERTY_SALE",
        Gift = "GIFT",
        Retirement = "RETIREMENT",
        Savings = "SAVINGS",
        Other = "OTHER",
    }

    /// Expected number of transactions per month.
    pub enum ExpectedMonthlyTransactionCount {
        Under10 = "COUNT_UNDER_10",
        From10To100 = "COUNT_10_TO_100",
        From100To500 = "COUNT_100_TO_500",
        From500To1000 = "COUNT_500_TO_1000",
        Over1000 = "COUNT_OVER_1000",
    }

    /// Expected transaction volume per month, in US dollars.
    pub enum ExpectedMonthlyTransactionVolume {
        Under10k = "VOLUME_UNDER_10K",
        From10kTo100k = "VOLUME_10K_TO_100K",
        From100kTo1m = "VOLUME_100K_TO_1M",
        From1mTo10m = "VOLUME_1M_TO_10M",
        Over10m = "VOLUME_OVER_10M",
    }

    /// Annual income of an individual, in US dollars.
    pub enum AnnualIncomeRange {
        Under50k = "UNDER_50K",
        From50kTo100k = "RANGE_50K_100K",
        From100kTo250k = "RANGE_100K_250K",
        From250kTo1m = "RANGE_250K_1M",
        Over1m = "OVER_1M",
    }

    /// Net worth of an individual, in US dollars.
    pub enum NetWorthRange {
        Under100k = "UNDER_100K",
        From100kTo500k = "RANGE_100K_500K",
        From500kTo1m = "RANGE_500K_1M",
        From1mTo5m = "RANGE_1M_5M",
        From5mTo25m = "RANGE_5M_25M",
        Over25m = "OVER_25M",
    }

    /// Politically exposed person status: if an individual holds prominent public office, or is family or a
    /// close associate of a holder.
    pub enum PepStatus {
        None = "NONE",
        Domestic = "DOMESTIC",
        Foreign = "FOREIGN",
        InternationalOrganisation = "HIO",
        FamilyOrAssociate = "FAMILY_OR_ASSOCIATE",
    }

    /// A due-diligence field that an operator can require beyond the fields of every verification
    /// (customers 5.4).
    pub enum DueDiligenceField {
        PurposeOfAccount = "purposeOfAccount",
        SourceOfFundsCategories = "sourceOfFundsCategories",
        SourceOfWealthCategories = "sourceOfWealthCategories",
        ExpectedMonthlyTransactionCount = "expectedMonthlyTransactionCount",
        ExpectedMonthlyTransactionVolume = "expectedMonthlyTransactionVolume",
        AnnualIncomeRange = "annualIncomeRange",
        NetWorthRange = "netWorthRange",
        PepStatus = "pepStatus",
    }

    /// Status of a bulk customer import (customers 3.2).
    pub enum CustomerImportStatus {
        /// Queued behind the platform's earlier imports.
        Pending = "PENDING",
        /// Rows are being turned into customers.
        Processing = "PROCESSING",
        /// All rows are processed, and at least one became a customer.
        Completed = "COMPLETED",
        /// No row became a customer.
        Failed = "FAILED",
    }

    /// Method by which the end user accepted the terms of service.
    pub enum TermsAcceptanceMethod {
        Checkbox = "CHECKBOX",
        ClickToAccept = "CLICK_TO_ACCEPT",
    }
}
