//! The closed lists that customers are described with.

use crate::named;

named! {
    /// A person or a company.
    pub enum CustomerType {
        /// A person, verified by KYC.
        Individual = "INDIVIDUAL",
        /// A company, verified by KYB.
        Business = "BUSINESS",
    }

    /// Where a person stands in identity verification (customers 5.1).
    pub enum KycStatus {
        Unverified = "UNVERIFIED",
        Pending = "PENDING",
        Approved = "APPROVED",
        Rejected = "REJECTED",
        Hold = "HOLD",
    }

    /// Where a company stands in verification (customers 5.1).
    pub enum KybStatus {
        Unverified = "UNVERIFIED",
        Pending = "PENDING",
        Approved = "APPROVED",
        Rejected = "REJECTED",
        Hold = "HOLD",
    }

    /// A switch in a form, which holds texts.
    pub enum FormSwitch {
        True = "true",
        False = "false",
    }

    /// Whether a contact channel was confirmed by its owner.
    pub enum ContactVerificationStatus {
        Pending = "PENDING",
        Verified = "VERIFIED",
    }

    /// A channel on which an end user can be reached.
    pub enum ContactChannel {
        /// By mail.
        Email = "EMAIL",
        /// By text message.
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

    /// What a company does.
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

    /// What an account is for.
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

    /// Where a company's money comes from.
    pub enum SourceOfFunds {
        OperatingRevenue = "OPERATING_REVENUE",
        InvestmentIncome = "INVESTMENT_INCOME",
        Loans = "LOANS",
        VentureCapital = "VENTURE_CAPITAL",
        PersonalSavings = "PERSONAL_SAVINGS",
        Donations = "DONATIONS",
        Other = "OTHER",
    }

    /// Where a person's money comes from.
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

    /// Where a person's wealth comes from.
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

    /// How many transactions are expected in a month.
    pub enum ExpectedMonthlyTransactionCount {
        Under10 = "COUNT_UNDER_10",
        From10To100 = "COUNT_10_TO_100",
        From100To500 = "COUNT_100_TO_500",
        From500To1000 = "COUNT_500_TO_1000",
        Over1000 = "COUNT_OVER_1000",
    }

    /// How much money is expected to move in a month, in US dollars.
    pub enum ExpectedMonthlyTransactionVolume {
        Under10k = "VOLUME_UNDER_10K",
        From10kTo100k = "VOLUME_10K_TO_100K",
        From100kTo1m = "VOLUME_100K_TO_1M",
        From1mTo10m = "VOLUME_1M_TO_10M",
        Over10m = "VOLUME_OVER_10M",
    }

    /// A person's yearly income, in US dollars.
    pub enum AnnualIncomeRange {
        Under50k = "UNDER_50K",
        From50kTo100k = "RANGE_50K_100K",
        From100kTo250k = "RANGE_100K_250K",
        From250kTo1m = "RANGE_250K_1M",
        Over1m = "OVER_1M",
    }

    /// A person's net worth, in US dollars.
    pub enum NetWorthRange {
        Under100k = "UNDER_100K",
        From100kTo500k = "RANGE_100K_500K",
        From500kTo1m = "RANGE_500K_1M",
        From1mTo5m = "RANGE_1M_5M",
        From5mTo25m = "RANGE_5M_25M",
        Over25m = "OVER_25M",
    }

    /// Whether a person holds, or is close to somebody in, prominent public office.
    pub enum PepStatus {
        None = "NONE",
        Domestic = "DOMESTIC",
        Foreign = "FOREIGN",
        InternationalOrganisation = "HIO",
        FamilyOrAssociate = "FAMILY_OR_ASSOCIATE",
    }

    /// What an operator can have asked about people beyond what every verification asks (customers 5.4).
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

    /// Where a file of customers stands that are imported (customers 3.2).
    pub enum CustomerImportStatus {
        /// Waits for the files before it.
        Pending = "PENDING",
        /// Its rows become customers.
        Processing = "PROCESSING",
        /// At least one row has become a customer.
        Completed = "COMPLETED",
        /// None has.
        Failed = "FAILED",
    }

    /// How the end user accepted the terms.
    pub enum TermsAcceptanceMethod {
        Checkbox = "CHECKBOX",
        ClickToAccept = "CLICK_TO_ACCEPT",
    }
}
