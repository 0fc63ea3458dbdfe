//! The frame of a page: title, platform, navigation, search box and the command that does the same.

use causeway_domain::Time;

use super::access::form_token;
use super::answer::answer;
use super::entry::Entry;
use super::failure::Failure;
use super::operator::Operator;
use super::urls;

/// The key of the sandbox's pages, which production platforms do not have.
const SANDBOX_KEY: char = 's';

answer! {
    /// A platform that the operator may see.
    struct Platform {
        platform: String,
        name: String,
        environment: String,
        is_disabled: bool,
    }

    /// The clock of a sandbox platform.
    struct SandboxClock {
        is_frozen: bool,
        now: Time,
    }

    /// A fault of the simulated partners that is set.
    struct PartnerFault {
        fault: String,
    }
}

/// A part of the navigation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Section {
    Home,
    Payments,
    Inbox,
    Alerts,
    Deposits,
    Customers,
    Balances,
    Rates,
    Webhooks,
    Sandbox,
    Operations,
    Access,
    Audit,
    More,
    /// Without an entry of its own.
    Elsewhere,
}

/// An entry of the navigation.
#[derive(Debug)]
pub(crate) struct NavigationLink {
    pub(crate) label: &'static str,
    pub(crate) href: String,
    pub(crate) is_current: bool,
    /// Pressed behind `g`.
    pub(crate) key: char,
    /// Number of matters that wait there; `None` on pages that have not read it.
    pub(crate) count: Option<usize>,
}

/// The frame of a page.
#[derive(Debug)]
pub(crate) struct Frame {
    pub(crate) title: String,
    /// `None` on pages about the deployment.
    pub(crate) platform: Option<Platform>,
    /// The other platforms that the operator may see.
    pub(crate) others: Vec<Platform>,
    pub(crate) navigation: Vec<NavigationLink>,
    /// `None` on other pages than those of a sandbox platform.
    pub(crate) clock: Option<SandboxClock>,
    pub(crate) user: String,
    /// The chosen theme: `light` or `dark`; `None` for that of the system.
    pub(crate) theme: Option<&'static str>,
    /// The token for the forms of the page.
    pub(crate) token: String,
    /// The command that does the same.
    pub(crate) command: String,
    /// Faults of the simulated partners that are set.
    pub(crate) faults: Vec<String>,
    /// The action that has led to the page.
    pub(crate) notice: Option<String>,
    /// The searched text.
    pub(crate) searched: String,
    /// Wall time.
    pub(crate) now: Time,
}

impl Frame {
    /// Reads the platforms, and of a sandbox its clock and faults, and returns the frame of a page.
    ///
    /// # Errors
    /// If the operator may not see the platform.
    pub(crate) async fn load(
        operator: &Operator,
        platform: Option<&str>,
        section: Section,
        entry: &Entry,
    ) -> Result<Self, Failure> {
        let mut others: Vec<Platform> = operator.read(&Entry::new("platform", "list")).await?;
        let position =
            platform.map(|id| others.iter().position(|one| one.platform == id).ok_or_else(Failure::no_page));
        let platform = position.transpose()?.map(|position| others.remove(position));
        let app = operator.app();
        let is_production = platform.as_ref().is_some_and(Platform::is_production);
        let shown = platform.as_ref().map(|platform| platform.platform.as_str());
        let mut navigation = navigation(operator, shown, section);
        navigation.retain(|link| !is_production || link.key != SANDBOX_KEY);
        Ok(Self {
            title: String::new(),
            navigation,
            clock: clock(operator, platform.as_ref()).await?,
            faults: faults(operator, platform.as_ref()).await?,
            platform,
            others,
            user: operator.name().to_owned(),
            theme: operator.theme,
            token: form_token(&operator.session, &app.ids),
            command: entry.command(),
            notice: None,
            searched: String::new(),
            now: app.clock.now(),
        })
    }

    /// Sets the title.
    pub(crate) fn titled(mut self, title: impl Into<String>) -> Self {
        self.title = title.into();
        self
    }

    /// Sets the notice about an action that was carried out.
    pub(crate) fn noting(mut self, notice: Option<String>) -> Self {
        self.notice = notice;
        self
    }

    /// Sets the text of the search box.
    pub(crate) fn searching(mut self, text: &str) -> Self {
        text.clone_into(&mut self.searched);
        self
    }

    /// Sets the number of matters that wait in the part of the navigation with this key.
    pub(crate) fn counting(mut self, key: char, count: usize) -> Self {
        if let Some(link) = self.navigation.iter_mut().find(|link| link.key == key) {
            link.count = Some(count);
        }
        self
    }

    /// Returns the id of the platform.
    pub(crate) fn platform_id(&self) -> Option<&str> {
        self.platform.as_ref().map(|platform| platform.platform.as_str())
    }

    /// Returns the page of the simulated partners.
    pub(crate) fn partners(&self) -> String {
        self.platform_id().map(|platform| urls::page(platform, "partners")).unwrap_or_default()
    }

    /// Returns the name of a platform that the operator may see.
    pub(crate) fn platform_name(&self, id: &str) -> Option<&str> {
        let mut known = self.platform.iter().chain(&self.others);
        known.find(|platform| platform.platform == id).map(|platform| platform.name.as_str())
    }

    /// Returns the home page of the platform, or the list of platforms.
    pub(crate) fn home(&self) -> String {
        urls::home(self.platform_id())
    }
}

impl Platform {
    pub(crate) fn href(&self) -> String {
        urls::home(Some(&self.platform))
    }

    pub(crate) fn is_production(&self) -> bool {
        self.environment == "PRODUCTION"
    }
}

/// Returns the clock of a sandbox. That of a production platform is the machine's.
async fn clock(operator: &Operator, platform: Option<&Platform>) -> Result<Option<SandboxClock>, Failure> {
    let Some(platform) = platform.filter(|platform| !platform.is_production()) else { return Ok(None) };
    let entry = Entry::new("clock", "show").with("platform", platform.platform.as_str());
    operator.read_if_allowed(&entry).await
}

/// Returns the faults of the simulated partners that are set. A production platform has none.
async fn faults(operator: &Operator, platform: Option<&Platform>) -> Result<Vec<String>, Failure> {
    let Some(platform) = platform.filter(|platform| !platform.is_production()) else {
        return Ok(Vec::new());
    };
    let entry = Entry::new("sandbox", "faults").with("platform", platform.platform.as_str());
    let faults: Option<Vec<PartnerFault>> = operator.read_if_allowed(&entry).await?;
    Ok(faults.unwrap_or_default().into_iter().map(|fault| fault.fault).collect())
}

/// Returns the navigation of a platform, or of the deployment.
fn navigation(operator: &Operator, platform: Option<&str>, section: Section) -> Vec<NavigationLink> {
    let link =
        |label, href, of, key| NavigationLink { label, href, is_current: section == of, key, count: None };
    let mut links = vec![
        link("Home", urls::home(platform), Section::Home, 'h'),
        link("Inbox", urls::section(platform, "inbox"), Section::Inbox, 'i'),
        link("Alerts", urls::section(platform, "alerts"), Section::Alerts, 'a'),
    ];
    if let Some(platform) = platform {
        let mut page =
            |label, segment, of, key| links.push(link(label, urls::page(platform, segment), of, key));
        page("Payments", "payments", Section::Payments, 'p');
        page("Deposits", "deposits", Section::Deposits, 'd');
        page("Customers", "customers", Section::Customers, 'c');
        page("Balances", "balances", Section::Balances, 'b');
        page("Webhooks", "webhooks", Section::Webhooks, 'w');
        page("Sandbox", "clock", Section::Sandbox, SANDBOX_KEY);
    } else {
        links.push(link("Rates", urls::RATES.to_owned(), Section::Rates, 'r'));
    }
    links.push(link("Operations", urls::section(None, "operations"), Section::Operations, 'o'));
    if operator.may("user", "list") {
        links.push(link("Access", urls::section(platform, "access"), Section::Access, 'x'));
    }
    links.push(link("Audit", urls::section(platform, "audit"), Section::Audit, 'u'));
    links.push(link("More", urls::section(platform, "more"), Section::More, 'm'));
    links
}
