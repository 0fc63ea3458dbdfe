//! The registry of all settings (conventions 2.1).

use causeway_domain::contact::ContactChannel;
use causeway_domain::country::Country;
use causeway_domain::customers::DueDiligenceField;
use causeway_domain::money::CurrencyCode;
use causeway_domain::payments::LayerName;

use crate::ports::ListedToken;

use super::Settings;
use super::setting::{AnySetting, Effect, Scope, Setting, any, in_production};
use super::stablecoins::{BankAddresses, sound_bank_addresses, sound_tokens};
use super::values::{
    CardHoldDays, CorridorLimit, CurrencyRegions, DerivedToken, FundingBanks, InvitationSettings,
    ProviderRequiredFields, QuoteWindows, RepeatHours, ServiceFee, Threshold, UmaDefault, VelocityLimits,
    WebhookKeyHours, known_currencies, sound_banks_abroad, sound_corridors,
};

mod checks;

use checks::{
    amounts_of_limit, check_card_currency, check_card_issuer, check_hold_days, check_host, check_invitations,
    check_key_hours, check_layers, check_origin, check_repeats, check_threshold, check_uma_host, check_url,
    check_velocity, check_windows, in_range,
};

/// Declares settings, and the list of all of them.
macro_rules! settings {
    ($($(#[doc = $about:literal])+ $constant:ident: $type:ty = $name:literal,
        $scope:ident, $effect:ident, $form:literal, $default:expr, $check:expr;)+) => {
        $($(#[doc = $about])+
        pub static $constant: Setting<$type> = Setting {
            name: $name,
            about: concat!($($about),+).trim_ascii(),
            form: $form,
            scope: Scope::$scope,
            effect: Effect::$effect,
            default: $default,
            check: $check,
        };)+

        /// All settings, in listing order.
        pub static ALL: &[&dyn AnySetting] = &[$(&$constant),+];
    };
}

settings! {
    /// Plain HTTP without a proxy in front, for work on one machine.
    DEVELOPMENT_MODE: bool = "development_mode",
        Deployment, Restart, "on or off", |_| false, any;

    /// The extent of the operator token in the data folder: /metrics only, or all commands too.
    DERIVED_OPERATOR_TOKEN: DerivedToken = "derived_operator_token",
        Deployment, Immediate, "metrics or all", |_| DerivedToken::Metrics, any;

    /// The origin of hosted pages; by default the host that the request was sent to (customers 6).
    PUBLIC_URL: Option<String> = "public_url",
        Deployment, Immediate, "an http or https URL",
        |_| None,
        |url| url.iter().try_for_each(|url| check_url(url));

    /// Requests per second of one token; 0 for no limit (conventions 10).
    RATE_LIMIT_PER_SECOND: u32 = "rate_limit_per_second",
        Deployment, Restart, "a whole number", |_| 100, any;

    /// Requests at once of one token; 0 for no limit (conventions 10).
    RATE_LIMIT_BURST: u32 = "rate_limit_burst",
        Deployment, Restart, "a whole number", |_| 200, any;

    /// Webhooks of sandbox platforms may go to private addresses (conventions 11.1).
    WEBHOOK_PRIVATE_HOSTS_ALLOWED: bool = "webhook_private_hosts_allowed",
        Deployment, Immediate, "on or off", Settings::is_private, any;

    /// The form of webhook signatures: on for JSON text, off for plain base64 (conventions 11.3).
    WEBHOOK_SIGNATURE_JSON: bool = "webhook_signature_json",
        Platform, Immediate, "on or off", |_| true, any;

    /// Hours for which the next webhook key is published before it signs, and the last one after it (conventions 11.3).
    WEBHOOK_KEY_HOURS: WebhookKeyHours = "webhook_key_hours",
        Platform, Immediate, r#"JSON, such as {"lead":48,"keep":168}"#, |_| WebhookKeyHours::default(), check_key_hours;

    /// The platform verifies its customers itself (customers 2.1).
    REGULATED: bool = "regulated",
        Platform, Immediate, "on or off", |_| false, any;

    /// The region of customers whose region cannot be derived (customers 2.3).
    DEFAULT_REGION: Country = "default_region",
        Platform, Immediate, "a country, such as US", |_| Country::US, any;

    /// Customers must accept the End User Terms before money moves (customers 2.6).
    END_USER_TERMS_REQUIRED: bool = "end_user_terms_required",
        Platform, Immediate, "on or off", terms_required_by_default, any;

    /// Countries that each currency is offered in; no country for everywhere (customers 1.2).
    CURRENCY_REGIONS: CurrencyRegions = "currency_regions",
        Platform, Immediate, r#"JSON, such as {"BRL":["BR"]}"#, |_| CurrencyRegions::new(),
        |regions| known_currencies(regions.keys());

    /// Customer and counterparty data that each currency's partner requires (customers 1.2).
    PROVIDER_REQUIRED_FIELDS: ProviderRequiredFields = "provider_required_fields",
        Platform, Immediate, r#"JSON, such as {"BRL":{"customer":["TAX_ID"],"counterparty":[]}}"#,
        |_| ProviderRequiredFields::new(),
        |fields| known_currencies(fields.keys());

    /// Due diligence data required of people, in addition to that of every verification (customers 5.4).
    DUE_DILIGENCE_FIELDS: Vec<DueDiligenceField> = "due_diligence_fields",
        Platform, Immediate, "comma-separated fields, such as pepStatus,annualIncomeRange", |_| Vec::new(), any;

    /// Regions that require verified contact data (customers 4).
    CONTACT_VERIFICATION_REGIONS: Vec<Country> = "contact_verification_regions",
        Platform, Immediate, "comma-separated countries, such as DE,FR", |_| eea(), any;

    /// Channels that must be verified there (customers 4).
    CONTACT_VERIFICATION_CHANNELS: Vec<ContactChannel> = "contact_verification_channels",
        Platform, Immediate, "EMAIL, PHONE or EMAIL,PHONE",
        |_| vec![ContactChannel::Email, ContactChannel::Phone], any;

    /// The service's own host name, for UMA addresses of platforms without a domain (customers 2.4).
    UMA_SERVICE_HOST: String = "uma_service_host",
        Deployment, Restart, "a host name, with a port only if it is local", |_| "uma.localhost".to_owned(),
        check_uma_host;

    /// Plain HTTP and private addresses for UMA providers at local hosts, such as localhost (uma 2).
    UMA_LOCAL_HOSTS_ALLOWED: bool = "uma_local_hosts_allowed",
        Deployment, Immediate, "on or off", Settings::is_private, any;

    /// Settlement layers between UMA providers, in order of preference (uma 7).
    UMA_LAYER_ORDER: Vec<LayerName> = "uma_layer_order",
        Deployment, Immediate, "comma-separated layers: ln, spark", |_| vec![LayerName::Spark, LayerName::Ln],
        |layers| check_layers(layers);

    /// Maximum of routing fees to UMA providers, in percent; half of it to invoices and addresses (uma 7).
    LIGHTNING_MAX_FEE_PERCENT: u32 = "lightning_max_fee_percent",
        Deployment, Immediate, "a whole number, at most 10", |_| 1,
        |percent| in_range(i64::from(*percent), 0, 10);

    /// Percent by which the price of a UMA payment may be worse than the offer, if it is executed at once (uma 6.4).
    UMA_PRICE_TOLERANCE_PERCENT: u32 = "uma_price_tolerance_percent",
        Platform, Immediate, "a whole number, at most 100", |_| 5,
        |percent| in_range(i64::from(*percent), 0, 100);

    /// Amount from which UMA payments carry Travel Rule data (uma 6.1).
    TRAVEL_RULE_THRESHOLD: Threshold = "travel_rule_threshold",
        Platform, Immediate, r#"JSON, such as {"amount":100000,"currency":"USD"}"#,
        |_| Threshold { amount: 100_000, currency: CurrencyCode::USD }, check_threshold;

    /// Discoveries that are accepted per receiver and per provider (uma 5.1).
    UMA_VELOCITY_LIMITS: VelocityLimits = "uma_velocity_limits",
        Platform, Immediate,
        r#"JSON, such as {"customer":{"count":1000,"hours":24},"customer_and_domain":{"count":200,"hours":24}}"#,
        |_| VelocityLimits::default(), check_velocity;

    /// Domains of UMA addresses that the sandbox simulates (money 13.1).
    SANDBOX_UMA_DOMAIN: Vec<String> = "sandbox_uma_domain",
        Deployment, Immediate, "comma-separated host names",
        |_| ["sandbox.uma.test", "sandbox.uma.money", "sandbox.grid.uma.money"].map(ToOwned::to_owned).to_vec(),
        |hosts| hosts.iter().try_for_each(check_host);

    /// The policy of production platforms for UMA providers without a decision (uma 12).
    UMA_POLICY: UmaDefault = "uma_policy",
        Deployment, Immediate, "allow or block", |_| UmaDefault::Allow, any;

    /// Limits by corridor, in smallest units of the sending currency (money 5.1).
    CORRIDOR_LIMITS: Vec<CorridorLimit> = "corridor_limits",
        Platform, Immediate, r#"JSON, such as [{"sending":"USD","receiving":"EUR","single_maximum":1000000}]"#,
        |_| Vec::new(),
        |limits| sound_corridors(limits, amounts_of_limit);

    /// The service's fees by corridor; the first matching entry applies (money 6.2).
    FEE_SCHEDULE: Vec<ServiceFee> = "fee_schedule",
        Platform, Immediate, r#"JSON, such as [{"sending":"USD","rate_millionths":5000,"fixed":0}]"#,
        |_| Vec::new(),
        |fees| sound_corridors(fees, |fee| vec![fee.fixed, fee.counterparty_fixed]);

    /// OIDC issuers of identities that wallets accept as credentials (wallet 4.6).
    OIDC_ISSUERS: Vec<String> = "oidc_issuers",
        Platform, Immediate, "comma-separated addresses",
        |_| vec!["https://accounts.google.com".to_owned(), "https://appleid.apple.com".to_owned()], any;

    /// Wrong codes in wallet logins of a platform per day, before further ones are refused (wallet 10).
    WALLET_WRONG_CODES_PER_DAY: u32 = "wallet_wrong_codes_per_day",
        Platform, Immediate, "a whole number", |_| 1_000, any;

    /// Lifetime of wallet sessions, in seconds (wallet 5).
    SESSION_SECONDS: u32 = "session_seconds",
        Deployment, Restart, "a whole number of seconds, at most 900", |_| 900,
        |seconds| in_range(i64::from(*seconds), 1, 900);

    /// Seconds that a request waits for the signature of a wallet (wallet 3.1).
    SIGNED_RETRY_SECONDS: u32 = "signed_retry_seconds",
        Deployment, Immediate, "a whole number of seconds, at most 300", |_| 300,
        |seconds| in_range(i64::from(*seconds), 1, 300);

    /// Wrong codes that void a one-time code (wallet 1.2).
    OTP_MAX_ATTEMPTS: u32 = "otp_max_attempts",
        Deployment, Immediate, "a whole number, at most 5", |_| 5,
        |attempts| in_range(i64::from(*attempts), 1, 5);

    /// Challenges per minute on one credential of a wallet (wallet 4.3).
    CHALLENGE_LIMIT: u32 = "challenge_limit",
        Deployment, Immediate, "a whole number", |_| 10,
        |most| in_range(i64::from(*most), 1, 1_000);

    /// Failed logins per minute with one credential of a wallet (wallet 4.4).
    VERIFY_LIMIT: u32 = "verify_limit",
        Deployment, Immediate, "a whole number", |_| 10,
        |most| in_range(i64::from(*most), 1, 1_000);

    /// Wrong signatures that void a request (wallet 3.3).
    STAMP_ATTEMPTS: u32 = "stamp_attempts",
        Deployment, Immediate, "a whole number", |_| 5,
        |attempts| in_range(i64::from(*attempts), 1, 100);

    /// Maximum age of an identity token, in seconds (wallet 4.6).
    OIDC_MAX_AGE_SECONDS: u32 = "oidc_max_age_seconds",
        Deployment, Restart, "a whole number of seconds", |_| 60,
        |seconds| in_range(i64::from(*seconds), 1, 600);

    /// Maximum lead of an issuer's clock, in seconds; in the sandbox, identity tokens may also be older by
    /// this much (wallet 4.6).
    OIDC_SKEW_SECONDS: u32 = "oidc_skew_seconds",
        Deployment, Restart, "a whole number of seconds", |_| 5,
        |seconds| in_range(i64::from(*seconds), 0, 60);

    /// Exports of wallets are signed in the sandbox too (wallet 2.7).
    SANDBOX_EXPORT_SIGNED: bool = "sandbox_export_signed",
        Deployment, Immediate, "on or off", |_| false, any;

    /// Validity of quotes, in seconds (money 8.3).
    QUOTE_WINDOW_SECONDS: QuoteWindows = "quote_window_seconds",
        Deployment, Immediate, r#"JSON, such as {"short":300,"long":900,"bitcoin":120}"#,
        |_| QuoteWindows::default(), check_windows;

    /// Seconds that an agent's code can be redeemed (agents A1.3).
    AGENT_CODE_SECONDS: u32 = "agent_code_seconds",
        Deployment, Immediate, "a whole number of seconds", |_| 86_400,
        |seconds| in_range(i64::from(*seconds), 1, 2_592_000);

    /// Seconds that a platform may take to decide about an agent's transfer (agents A5.1).
    AGENT_TRANSFER_APPROVAL_SECONDS: u32 = "agent_transfer_approval_seconds",
        Deployment, Immediate, "a whole number of seconds", |_| 86_400,
        |seconds| in_range(i64::from(*seconds), 1, 2_592_000);

    /// Payments need the authorization of customers that must verify their contact data (agents B).
    SCA_ENABLED: bool = "sca_enabled",
        Platform, Immediate, "on or off", |_| false, any;

    /// Origins of the pages on which customers' passkeys may be created and used (agents B1).
    SCA_ALLOWED_ORIGINS: Vec<String> = "sca_allowed_origins",
        Platform, Immediate, "comma-separated origins, such as https://pay.example.com",
        |_| Vec::new(),
        |origins| origins.iter().try_for_each(|origin| check_origin(origin));

    /// The domain that customers' passkeys are bound to; without it they have no passkeys (agents B1).
    SCA_RELYING_PARTY_ID: Option<String> = "sca_relying_party_id",
        Platform, Immediate, "a domain, such as example.com", |_| None,
        |domain| domain.iter().try_for_each(check_host);

    /// Days after which an unconfirmed payout or debit is reported to an operator (money 15).
    PAYOUT_TIMEOUT_DAYS: u32 = "payout_timeout_days",
        Deployment, Immediate, "a whole number of days", |_| 5,
        |days| in_range(i64::from(*days), 1, 365);

    /// Minutes after which an event that is tried without success is reported to an operator (conventions 2.3).
    ENDPOINT_ALERT_MINUTES: u32 = "endpoint_alert_minutes",
        Deployment, Immediate, "a whole number of minutes", |_| 60,
        |minutes| in_range(i64::from(*minutes), 1, 10_080);

    /// Hours after which a verification that waits is reported to an operator (conventions 2.3).
    REVIEW_HOURS: u32 = "review_hours",
        Deployment, Immediate, "a whole number of hours", |_| 24,
        |hours| in_range(i64::from(*hours), 1, 8_760);

    /// Hours after which receivers are notified again of an open alert, by severity (conventions 2.3).
    ALERT_REPEAT_HOURS: RepeatHours = "alert_repeat_hours",
        Deployment, Immediate, r#"JSON, such as {"page":4,"day":24}"#, |_| RepeatHours::default(), check_repeats;

    /// Deviation of a new exchange rate from which its operator must confirm it, in percent (money 6.1).
    RATE_BAND_PERCENT: u32 = "rate_band_percent",
        Deployment, Immediate, "a whole number of percent", |_| 10,
        |percent| in_range(i64::from(*percent), 0, 1_000);

    /// The platform must know the owners of the wallets that it pays to (money 4.1, 4.2).
    COUNTERPARTY_REQUIREMENTS: bool = "counterparty_requirements",
        Platform, Immediate, "on or off", |_| false, any;

    /// Amount from which a wallet must have proof of ownership to be paid (money 4.1).
    OWNERSHIP_THRESHOLD: Threshold = "ownership_threshold",
        Platform, Immediate, r#"JSON, such as {"amount":100000,"currency":"EUR"}"#,
        |_| Threshold { amount: 100_000, currency: CurrencyCode::EUR }, check_threshold;

    /// Receiving currencies that require a purpose of payment, in production (money 4.3).
    PURPOSE_OF_PAYMENT_CURRENCIES: Vec<CurrencyCode> = "purpose_of_payment_currencies",
        Deployment, Immediate, "comma-separated currencies, such as INR,NGN",
        |_| ["INR", "NGN"].iter().filter_map(|code| code.parse().ok()).collect(),
        |currencies| known_currencies(currencies);

    /// The platform's presentation in invitations; required for inviting people (customers 9).
    INVITATIONS: Option<InvitationSettings> = "invitations",
        Platform, Immediate,
        r#"JSON, such as {"display_name":"Pay","countries":["US"],"onboarding_url":"https://example.com/join"}"#,
        sample_invitations, check_invitations;

    /// The base URL of invitations (customers 9).
    INVITE_BASE_URL: Option<String> = "invite_base_url",
        Deployment, Immediate, "an http or https URL",
        |settings| (!in_production(settings)).then(|| "https://invite.example.com".to_owned()),
        |url| url.iter().try_for_each(|url| check_url(url));

    /// Banks that hold customers' money, as named in funding instructions (money 3.4).
    FUNDING_BANK_DETAILS: FundingBanks = "funding_bank_details",
        Deployment, Immediate, r#"JSON, such as {"EUR":{"name":"Bank","code":"BANKDEFF"}}"#,
        |_| FundingBanks::new(),
        |banks| known_currencies(banks.keys());

    /// Banks that collect payments from abroad, by SWIFT, as named in funding instructions (money 3.4).
    INTERNATIONAL_COLLECTION_BANKS: FundingBanks = "international_collection_banks",
        Deployment, Immediate, r#"JSON, such as {"EUR":{"name":"Bank","code":"BANKDEFF"}}, with BICs"#,
        |_| FundingBanks::new(), sound_banks_abroad;

    /// Accounts in US dollars accept stablecoins too, one to one (money 3.4).
    STABLECOIN_DEPOSITS_ON_USD: bool = "stablecoin_deposits_on_usd",
        Deployment, Immediate, "on or off", |_| false, any;

    /// Address of the stablecoin provider; mints and burns of production platforms need it and the token
    /// address (stablecoins 7.3).
    STABLECOIN_PROVIDER_URL: Option<String> = "stablecoin_provider_url",
        Deployment, Restart, "an http or https URL", |_| None,
        |url| url.iter().try_for_each(|url| check_url(url));

    /// Address of the stablecoin provider's access tokens; required like the provider's own address
    /// (stablecoins 7.3).
    STABLECOIN_PROVIDER_TOKEN_URL: Option<String> = "stablecoin_provider_token_url",
        Deployment, Restart, "an http or https URL", |_| None,
        |url| url.iter().try_for_each(|url| check_url(url));

    /// Tokens that production platforms can register; their provider does not describe them (stablecoins 3).
    STABLECOIN_TOKENS: Vec<ListedToken> = "stablecoin_tokens",
        Platform, Immediate,
        r#"JSON, such as [{"token":"ACME","network":"SPARK","network_token":"btkn1…","name":"Acme Dollar","symbol":"ACME","base_currency":"USD","decimals":6}]"#,
        |_| Vec::new(), |tokens| sound_tokens(tokens);

    /// Bank addresses that the stablecoin provider requires, by routing number (stablecoins 7.3).
    STABLECOIN_BANK_ADDRESSES: BankAddresses = "stablecoin_bank_addresses",
        Deployment, Immediate,
        r#"JSON, such as {"021000021":{"line1":"383 Madison Ave","city":"New York","state":"NY","postal_code":"10179"}}"#,
        |_| BankAddresses::new(), sound_bank_addresses;

    /// Currencies in which accounts can fund cards (cards 1.1).
    CARD_ELIGIBLE_CURRENCIES: Vec<CurrencyCode> = "card_eligible_currencies",
        Deployment, Immediate, "comma-separated currencies: USDB, USD, EUR", |_| vec![CurrencyCode::USDB],
        |currencies| currencies.iter().try_for_each(check_card_currency);

    /// Days that card authorizations stay open (cards 8.7).
    CARD_HOLD_DAYS: CardHoldDays = "card_hold_days",
        Deployment, Immediate, r#"JSON, such as {"usual":7,"long":31}; long holds for lodging, vehicle rental and cruises"#,
        |_| CardHoldDays::default(), check_hold_days;

    /// The card issuer of production platforms; without it they have no cards (cards 14).
    CARD_ISSUER: Option<String> = "card_issuer",
        Deployment, Restart, "the name of an issuer that this program can reach", |_| None, check_card_issuer;

    /// Timeout for one answer of the stablecoin provider, in seconds (stablecoins 7.3).
    STABLECOIN_PROVIDER_TIMEOUT_SECONDS: u32 = "stablecoin_provider_timeout_seconds",
        Deployment, Restart, "a whole number of seconds", |_| 10,
        |seconds| in_range(i64::from(*seconds), 1, 14);
}

/// Finds a setting by name.
#[must_use]
pub fn find(name: &str) -> Option<&'static dyn AnySetting> {
    ALL.iter().find(|setting| setting.name() == name).copied()
}

fn terms_required_by_default(settings: &Settings) -> bool {
    in_production(settings) && !settings.get(&REGULATED).unwrap_or_default()
}

/// Returns the sample invitations of sandbox platforms; production platforms have to set theirs.
fn sample_invitations(settings: &Settings) -> Option<InvitationSettings> {
    (!in_production(settings)).then(|| InvitationSettings {
        display_name: "Sandbox".to_owned(),
        logo: None,
        countries: Vec::new(),
        onboarding_url: "https://example.com/join".to_owned(),
    })
}

/// The countries of the European Economic Area.
const EEA: &str = "AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK ES";

fn eea() -> Vec<Country> {
    EEA.split(' ').filter_map(|code| code.parse().ok()).collect()
}

#[cfg(test)]
mod tests;
