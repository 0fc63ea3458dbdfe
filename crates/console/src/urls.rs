//! The addresses of the console: no other file spells one.
//!
//! An address holds ids, amounts and the names of filters. Names, contacts and account numbers are never in it; operators
//! and tokens, who have no ids, are named as the audit trail names them.

use causeway_service::operator::{self, Action, Form};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use uuid::Uuid;

pub(crate) use causeway_service::operator::CONSOLE_SIGN_IN as SIGN_IN;

pub(crate) const ROOT: &str = "/console";
pub(crate) const SIGN_OUT: &str = "/console/sign-out";
pub(crate) const VERIFY: &str = "/console/verify";
pub(crate) const PASSKEYS: &str = "/console/passkeys";
pub(crate) const NEW_PASSKEY: &str = "/console/passkeys/new";
pub(crate) const FIND: &str = "/console/find";
/// Leads from an id to its page.
pub(crate) const GO: &str = "/console/go/{id}";
pub(crate) const DEPLOYMENT_ACTION: &str = "/console/do/{noun}/{verb}";
pub(crate) const PLATFORM_ACTION: &str = "/console/p/{platform}/do/{noun}/{verb}";
pub(crate) const HOME: &str = "/console/p/{platform}";
/// The exchange rates of the deployment.
pub(crate) const RATES: &str = "/console/rates";
pub(crate) const RATE_CHANGES: &str = "/console/rates/changes";
/// The rate of a currency pair.
pub(crate) const RATE: &str = "/console/rates/{sending}/{receiving}";
/// The progress of an action that takes long.
pub(crate) const RUN: &str = "/console/runs/{id}";
/// Beginning of the parameters with the arguments of an action.
pub(crate) const ARGUMENT: &str = "a.";

/// Words in printed commands that are to be replaced by a text.
const PLACEHOLDERS: [&str; 10] =
    ["TEXT", "RATE", "QUOTE", "FILE", "CURRENCY", "CORRIDOR", "TYPE", "RAIL", "THEIRS", "ACCOUNT"];

/// A kind of resource with pages of its own.
pub(crate) struct Collection {
    /// The noun of its commands.
    pub(crate) noun: &'static str,
    /// The type name of its ids.
    pub(crate) type_name: &'static str,
    /// The segment of its addresses.
    pub(crate) segment: &'static str,
}

const fn collection(noun: &'static str, type_name: &'static str, segment: &'static str) -> Collection {
    Collection { noun, type_name, segment }
}

/// The kinds of resources with pages of their own. The first one of a type has the page to which an id leads.
pub(crate) const COLLECTIONS: &[Collection] = &[
    collection("payment", "Transaction", "payments"),
    collection("quote", "Quote", "quotes"),
    collection("customer", "Customer", "customers"),
    collection("verification", "Verification", "verifications"),
    collection("account", "InternalAccount", "accounts"),
    // Behind the accounts, whose pages other pages mean.
    collection("wallet", "InternalAccount", "wallets"),
    collection("external-account", "ExternalAccount", "external-accounts"),
    collection("document", "Document", "documents"),
    collection("webhook", "Webhook", "webhooks"),
    collection("token", "Token", "tokens"),
    collection("alert", "Alert", "alerts"),
    collection("card", "Card", "cards"),
    collection("card-transaction", "CardTransaction", "card-transactions"),
    collection("agent", "Agent", "agents"),
    collection("agent-action", "AgentAction", "agent-actions"),
    collection("stablecoin", "Stablecoin", "stablecoins"),
    collection("stablecoin-operation", "StablecoinOperation", "stablecoin-operations"),
    collection("deposit", "Transaction", "deposits"),
    collection("suspense", "Transaction", "suspense"),
];

/// Characters that stay as they are: those of ids, among others.
const KEPT: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~').remove(b':');

fn encoded(text: &str) -> String {
    utf8_percent_encode(text, KEPT).to_string()
}

/// Returns the page of a platform, or the list of platforms.
pub(crate) fn home(platform: Option<&str>) -> String {
    match platform {
        Some(platform) => format!("{ROOT}/p/{}", encoded(platform)),
        None => ROOT.to_owned(),
    }
}

/// Returns the page that leads from an id to its resource.
pub(crate) fn go(id: &str) -> String {
    format!("{ROOT}/go/{}", encoded(id))
}

/// Returns a page of a platform by its segment, such as `payments` or `balances`.
pub(crate) fn page(platform: &str, segment: &str) -> String {
    format!("{}/{segment}", home(Some(platform)))
}

/// Returns the pattern of a page of a platform.
pub(crate) fn page_pattern(segment: &str) -> String {
    format!("{HOME}/{segment}")
}

/// Returns a page of a platform, or the same page of the deployment, by its segment, such as `inbox` or `alerts`.
pub(crate) fn section(platform: Option<&str>, segment: &str) -> String {
    format!("{}/{segment}", home(platform))
}

/// Returns the page of a member of a list, of a platform or of the deployment.
pub(crate) fn member(platform: Option<&str>, segment: &str, id: &str) -> String {
    format!("{}/{}", section(platform, segment), encoded(id))
}

/// Returns the pattern of the page of a member of a list of the deployment.
pub(crate) fn member_pattern(segment: &str) -> String {
    format!("{}/{{id}}", section(None, segment))
}

/// Returns the page of an alert, which may be about the deployment.
pub(crate) fn alert(platform: Option<&str>, id: &str) -> String {
    member(platform, "alerts", id)
}

/// Returns the page with the progress of a run.
pub(crate) fn run(id: Uuid) -> String {
    format!("{ROOT}/runs/{id}")
}

/// Returns the pattern of the page of a resource.
pub(crate) fn resource_pattern(segment: &str) -> String {
    format!("{HOME}/{segment}/{{id}}")
}

/// Returns the pattern of a part of the page of a resource, such as its price.
pub(crate) fn tab_pattern(segment: &str, tab: &str) -> String {
    self::tab(&resource_pattern(segment), tab)
}

/// Returns the address of a part of a page.
pub(crate) fn tab(page: &str, tab: &str) -> String {
    format!("{page}/{tab}")
}

/// Returns the page of a resource; `None` if its kind has none.
pub(crate) fn resource(platform: &str, id: &str) -> Option<String> {
    let (type_name, _) = id.split_once(':')?;
    let collection = COLLECTIONS.iter().find(|collection| collection.type_name == type_name)?;
    Some(page_in(collection, platform, id))
}

/// Returns the page of a resource by the noun of its commands; `None` if the noun has none.
pub(crate) fn resource_of(noun: &str, platform: &str, id: &str) -> Option<String> {
    Some(page_in(collection_of(noun)?, platform, id))
}

fn page_in(collection: &Collection, platform: &str, id: &str) -> String {
    format!("{}/{}", page(platform, collection.segment), encoded(id))
}

fn collection_of(noun: &str) -> Option<&'static Collection> {
    COLLECTIONS.iter().find(|collection| collection.noun == noun)
}

/// Returns the page with the list of a noun, or with what its actions are about; `None` if it has none.
pub(crate) fn list_of(noun: &str, platform: Option<&str>) -> Option<String> {
    if let Some(collection) = collection_of(noun) {
        return Some(page(platform?, collection.segment));
    }
    Some(match noun {
        "clock" => page(platform?, "clock"),
        "sandbox" => page(platform?, "partners"),
        "uma-provider" => page(platform?, "uma-providers"),
        "rail" | "rail-account" | "rail-route" => section(None, &format!("{noun}s")),
        "jobs" => section(None, "operations"),
        "rate" => RATES.to_owned(),
        "setting" => section(platform, "settings"),
        "console" | "operator-token" | "user" => section(platform, "access"),
        _ => return None,
    })
}

/// Returns the page of the rate of a currency pair.
pub(crate) fn rate(sending: &str, receiving: &str) -> String {
    format!("{RATES}/{}/{}", encoded(sending), encoded(receiving))
}

/// Returns the pattern of the actions on a resource.
pub(crate) fn action_pattern(collection: &Collection) -> String {
    format!("{}/{{verb}}", resource_pattern(collection.segment))
}

/// Returns the page of an action.
pub(crate) fn action(platform: Option<&str>, noun: &str, verb: &str, subject: Option<&str>) -> String {
    let of_resource = || {
        let id = subject?;
        let (type_name, _) = id.split_once(':')?;
        let collection = collection_of(noun).filter(|collection| collection.type_name == type_name)?;
        Some(format!("{}/{verb}", page_in(collection, platform?, id)))
    };
    let general = || {
        let query = subject.map(|id| format!("?subject={}", encoded(id))).unwrap_or_default();
        format!("{}/do/{noun}/{verb}{query}", home(platform))
    };
    of_resource().unwrap_or_else(general)
}

/// The arguments of a printed command, without those that are to be filled in.
struct PrintedArguments<'a> {
    /// The first id among the words without a flag.
    subject: Option<&'a str>,
    platform: Option<&'a str>,
    /// All others, by their names.
    others: Vec<(String, &'a str)>,
}

/// Returns the page for a command that another page names: that of its resource, of its list, or of its action with the
/// arguments filled in; `None` if it has none.
pub(crate) fn command(platform: Option<&str>, command: &str) -> Option<String> {
    let words: Vec<&str> = command.strip_prefix("causeway ")?.split(' ').collect();
    let [noun, verb, rest @ ..] = &words[..] else { return None };
    let action = operator::find(noun, verb)?;
    let PrintedArguments { subject, platform: chosen, others } = PrintedArguments::read(action, rest);
    let platform = chosen.or(platform);
    if action.has_dry_run() {
        let fields: Vec<(String, &str)> =
            others.iter().map(|(name, value)| (format!("{ARGUMENT}{name}"), *value)).collect();
        return Some(with_query(&self::action(platform, noun, verb, subject), &borrowed(&fields)));
    }
    match (*noun, *verb, &others[..]) {
        ("rate", "show", [(_, sending), (_, receiving), ..]) => Some(rate(sending, receiving)),
        ("rate", "list", _) => Some(RATES.to_owned()),
        ("rate", "history", _) => Some(with_query(RATE_CHANGES, &borrowed(&others))),
        ("rail-order" | "rail-evidence", "show", _) => {
            resource_of("payment", platform?, subject?).map(|page| tab(&page, "rail"))
        }
        (_, "show", _) => resource_of(noun, platform?, subject?),
        (_, "list", _) => {
            let list = page(platform?, collection_of(noun)?.segment);
            Some(with_query(&list, &borrowed(&others)))
        }
        _ => None,
    }
}

/// Returns the page that asks for a passkey, and then leads to this address.
pub(crate) fn verify(to: &str) -> String {
    with_query(VERIFY, &[("to", to)])
}

/// Returns `true` for an address of the console itself.
pub(crate) fn is_own(address: &str) -> bool {
    let rest = address.strip_prefix(ROOT);
    let is_below = rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', '?']));
    is_below && address.bytes().all(|byte| byte.is_ascii_graphic())
}

fn borrowed<'a>(parameters: &'a [(String, &'a str)]) -> Vec<(&'a str, &'a str)> {
    parameters.iter().map(|(name, value)| (name.as_str(), *value)).collect()
}

impl<'a> PrintedArguments<'a> {
    /// Reads the words behind the verb.
    fn read(action: &Action, words: &[&'a str]) -> Self {
        let mut positional = action.arguments.iter().filter(|argument| argument.form == Form::Positional);
        let mut words = words.iter().copied();
        let mut read = Self { subject: None, platform: None, others: Vec::new() };
        while let Some(word) = words.next() {
            let Some(flag) = word.strip_prefix("--") else {
                let name = positional.next().map(|argument| argument.name);
                match name {
                    Some(_) if read.subject.is_none() && word.contains(':') => read.subject = Some(word),
                    Some(name) => read.others.push((name.to_owned(), word)),
                    None => {}
                }
                continue;
            };
            let name = flag.replace('-', "_");
            let known = action.arguments.iter().find(|argument| argument.name == name);
            let is_flag = known.is_some_and(|known| known.form == Form::Flag);
            let value = if is_flag { Some("true") } else { words.next() };
            match value.filter(|_| known.is_some()) {
                Some(id) if name == "platform" => read.platform = Some(id),
                Some(value) => read.others.push((name, value)),
                None => {}
            }
        }
        read.others.retain(|(_, value)| !PLACEHOLDERS.contains(value));
        read
    }
}

/// Returns an address with parameters, without those that are empty.
pub(crate) fn with_query(path: &str, parameters: &[(&str, &str)]) -> String {
    let given = parameters.iter().filter(|(_, value)| !value.is_empty());
    let pairs: Vec<String> = given.map(|(name, value)| format!("{name}={}", encoded(value))).collect();
    let separator = if path.contains('?') { '&' } else { '?' };
    if pairs.is_empty() { path.to_owned() } else { format!("{path}{separator}{}", pairs.join("&")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLATFORM: &str = "Platform:1";

    #[test]
    fn a_command_leads_to_its_page() {
        let page = |text: &str| command(Some(PLATFORM), text);
        let settle = page("causeway payment settle Transaction:7 --reason \"told by the bank\"");
        assert_eq!(settle.as_deref(), Some("/console/p/Platform:1/payments/Transaction:7/settle"));
        let show = page("causeway payment show Transaction:7");
        assert_eq!(show.as_deref(), Some("/console/p/Platform:1/payments/Transaction:7"));
        let retry = page("causeway jobs retry Job:7");
        assert_eq!(retry.as_deref(), Some("/console/p/Platform:1/do/jobs/retry?subject=Job:7"));
        for none in ["", "causeway", "causeway planet show", "causeway ledger verify", "rm -rf /"] {
            assert_eq!(page(none), None, "{none}");
        }
    }

    #[test]
    fn a_command_of_the_deployment_has_no_platform() {
        for (text, expected) in [
            ("causeway rate list", RATES),
            ("causeway rate show USD EUR", "/console/rates/USD/EUR"),
            ("causeway rate history USD EUR", "/console/rates/changes?sending=USD&receiving=EUR"),
            (
                "causeway payment list --platform Platform:2 --pair USD/EUR",
                "/console/p/Platform:2/payments?pair=USD%2FEUR",
            ),
        ] {
            assert_eq!(command(None, text).as_deref(), Some(expected), "{text}");
        }
        assert_eq!(command(None, "causeway payment show Transaction:7"), None);
    }

    #[test]
    fn money_without_an_account_has_pages_of_its_own() {
        let page = |text: &str| command(Some(PLATFORM), text).unwrap_or_default();
        let of_platform = |rest: &str| format!("/console/p/Platform:1/{rest}");
        for (text, expected) in [
            ("causeway deposit show Transaction:7", "deposits/Transaction:7"),
            ("causeway suspense show CardTransaction:7", "suspense/CardTransaction:7"),
            ("causeway deposit release Transaction:7 --reason TEXT", "deposits/Transaction:7/release"),
            ("causeway rail-evidence show Transaction:7", "payments/Transaction:7/rail"),
        ] {
            assert_eq!(page(text), of_platform(expected), "{text}");
        }
        assert_eq!(resource(PLATFORM, "Transaction:7"), Some(of_platform("payments/Transaction:7")));
    }

    #[test]
    fn the_arguments_of_a_command_are_filled_in() {
        let credit = "causeway suspense resolve Transaction:7 --account InternalAccount:3 --reason TEXT";
        let expected = "/console/p/Platform:1/suspense/Transaction:7/resolve?a.account=InternalAccount:3";
        assert_eq!(command(Some(PLATFORM), credit).as_deref(), Some(expected));
        let back =
            command(Some(PLATFORM), "causeway suspense resolve --payer CardTransaction:7 --reason TEXT");
        let expected = "/console/p/Platform:1/do/suspense/resolve?subject=CardTransaction:7&a.payer=true";
        assert_eq!(back.as_deref(), Some(expected));
        let unnamed = "causeway suspense resolve --account ACCOUNT Transaction:7 --reason TEXT";
        let expected = "/console/p/Platform:1/suspense/Transaction:7/resolve";
        assert_eq!(command(Some(PLATFORM), unnamed).as_deref(), Some(expected));
        let unset = command(None, "causeway rate set USD EUR RATE --confirm RATE");
        assert_eq!(unset.as_deref(), Some("/console/do/rate/set?a.sending=USD&a.receiving=EUR"));
    }

    #[test]
    fn an_action_without_a_resource_leads_back_to_its_list() {
        let of_platform = |noun| list_of(noun, Some(PLATFORM));
        assert_eq!(of_platform("token").as_deref(), Some("/console/p/Platform:1/tokens"));
        assert_eq!(of_platform("sandbox").as_deref(), Some("/console/p/Platform:1/partners"));
        assert_eq!(of_platform("rail").as_deref(), Some("/console/rails"));
        assert_eq!((list_of("clock", None), of_platform("ledger")), (None, None));
    }

    #[test]
    fn parameters_are_encoded() {
        let url = with_query(FIND, &[("q", "1,234.56 EUR"), ("kind", ""), ("x", "a&b=c#d")]);
        assert_eq!(url, "/console/find?q=1%2C234.56%20EUR&x=a%26b%3Dc%23d");
        assert_eq!(with_query(FIND, &[]), FIND);
    }

    #[test]
    fn a_page_leads_back_into_the_console_only() {
        for own in [ROOT, "/console/p/Platform:1", "/console?x=1"] {
            assert!(is_own(own), "{own}");
        }
        for foreign in
            ["", "/", "/consoles", "//example.com/console", "https://example.com/console", "/console/\r\nx"]
        {
            assert!(!is_own(foreign), "{foreign}");
        }
        assert_eq!(verify("/console/p/Platform:1"), "/console/verify?to=%2Fconsole%2Fp%2FPlatform:1");
    }
}
