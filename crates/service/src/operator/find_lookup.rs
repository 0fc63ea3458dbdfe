//! The look-up of each reading of a searched text, by an index each.

use causeway_domain::Time;
use causeway_domain::alerts::AlertKind;
use causeway_domain::ids::{CustomerId, ExternalAccountId, Id, PlatformId, TransactionId};
use causeway_domain::search::{
    Reading, ResourceKind, ShortId, Term, TermClass, letters_and_digits, phone_digits,
};
use causeway_store::funding_identifiers::FundingTarget;
use causeway_store::payments::Filter;
use causeway_store::platforms::PlatformRecord;
use causeway_store::search_terms::{self, SearchHit};
use causeway_store::{
    Tx, alerts, any_ids, customers as customer_rows, external_accounts, funding_identifiers, payments,
    unmatched_deposits,
};
use uuid::Uuid;

use super::Answer;
use super::find_named_amount::named_amount;
use super::id_ends::with_end;
use super::viewer::Viewer;
use crate::customers;
use crate::runtime::app::App;

/// A resource that a reading found.
#[derive(Debug, Clone)]
pub(super) struct Match {
    /// `None` for an alert that is not about one platform.
    pub(super) platform: Option<PlatformRecord>,
    pub(super) kind: ResourceKind,
    pub(super) id: Uuid,
    /// Creation, if the reading found it.
    pub(super) at: Option<Time>,
    /// The reading in words.
    pub(super) matched: &'static str,
}

/// A search.
pub(super) struct Lookup<'a> {
    pub(super) app: &'a App,
    /// The only kind to find, or `None` for all.
    pub(super) kind: Option<ResourceKind>,
    /// Maximum number of results.
    pub(super) limit: u32,
    /// `true` if resources that belong to no platform are found.
    pub(super) includes_deployment: bool,
}

/// Maximum number of open alerts of a kind among which those of the caller's platforms are found.
const MAX_ALERTS: i64 = 1_000;

/// A resource that a reading found on a platform.
struct PlatformHit {
    kind: ResourceKind,
    id: Uuid,
    at: Option<Time>,
    /// The matching text in words, if the reading has several; `None` for the reading itself.
    matched: Option<&'static str>,
}

impl From<SearchHit> for PlatformHit {
    fn from(hit: SearchHit) -> Self {
        Self { kind: hit.kind, id: hit.id, at: Some(hit.at), matched: None }
    }
}

impl Lookup<'_> {
    /// Returns the matches of the readings, each resource once, those of the most exact reading first. If an id with
    /// its type or its digits complete, or a kind of alert, is found, other readings are not looked up; if anything is
    /// found, the ends of numbers and the words of texts are not.
    pub(super) fn all(
        &self,
        tx: &mut Tx<'_>,
        viewers: &[Viewer],
        readings: &[Reading],
    ) -> Answer<Vec<Match>> {
        let mut found: Vec<Match> = Vec::new();
        let limit = usize::try_from(self.limit).unwrap_or(usize::MAX);
        for reading in readings {
            let is_exact = match reading {
                Reading::Id(_) | Reading::AlertKind(_) => true,
                Reading::IdEnd(short) => !short.kinds.is_empty(),
                _ => false,
            };
            let is_vague =
                matches!(reading, Reading::PhoneEnd(_) | Reading::AccountEnd(_) | Reading::TextWords(_));
            if is_vague && !found.is_empty() {
                continue;
            }
            for viewer in viewers {
                if reading.is_personal() && !viewer.personal.may_see_person() {
                    continue;
                }
                let hits = self.of_reading(tx, viewer, reading)?;
                for hit in hits.into_iter().filter(|hit| self.kind.is_none_or(|kind| kind == hit.kind)) {
                    let matched = hit.matched.unwrap_or_else(|| reading.about());
                    add(&mut found, Some(&viewer.platform), hit, matched);
                }
            }
            match reading {
                Reading::Id(id) => self.add_alert(tx, viewers, *id, "id", &mut found)?,
                Reading::IdEnd(short) if self.kinds_of_end(short).contains(&ResourceKind::Alert) => {
                    for id in any_ids::alerts_ending(tx, &short.digits)?.ids {
                        self.add_alert(tx, viewers, id, reading.about(), &mut found)?;
                    }
                }
                Reading::AlertKind(kind) => self.add_open_alerts(tx, viewers, *kind, &mut found)?,
                _ => {}
            }
            if found.len() >= limit || (is_exact && !found.is_empty()) {
                break;
            }
        }
        found.truncate(limit);
        Ok(found)
    }

    /// Adds the alert with this id.
    fn add_alert(
        &self,
        tx: &mut Tx<'_>,
        viewers: &[Viewer],
        id: Uuid,
        matched: &'static str,
        found: &mut Vec<Match>,
    ) -> Answer<()> {
        if self.wants(ResourceKind::Alert)
            && let Some(alert) = any_ids::alert(tx, id)?
        {
            let at = Some(alert.raised_at);
            let hit = PlatformHit { kind: ResourceKind::Alert, id, at, matched: None };
            self.add_about(viewers, alert.platform, hit, matched, found);
        }
        Ok(())
    }

    /// Adds the open alerts of a kind, the oldest first.
    fn add_open_alerts(
        &self,
        tx: &mut Tx<'_>,
        viewers: &[Viewer],
        kind: AlertKind,
        found: &mut Vec<Match>,
    ) -> Answer<()> {
        if !self.wants(ResourceKind::Alert) {
            return Ok(());
        }
        for alert in alerts::open_of_kind(tx, kind, MAX_ALERTS)? {
            let at = Some(alert.raised_at);
            let hit = PlatformHit { kind: ResourceKind::Alert, id: alert.id.uuid(), at, matched: None };
            self.add_about(viewers, alert.platform, hit, "kind of alert", found);
        }
        Ok(())
    }

    /// Adds an alert if it is about one of the caller's platforms, or about none and the caller sees the
    /// deployment.
    fn add_about(
        &self,
        viewers: &[Viewer],
        about: Option<PlatformId>,
        hit: PlatformHit,
        matched: &'static str,
        found: &mut Vec<Match>,
    ) {
        let mut platforms = viewers.iter().map(|viewer| &viewer.platform);
        let platform = platforms.find(|platform| about == Some(platform.id));
        if platform.is_some() || (about.is_none() && self.includes_deployment) {
            add(found, platform, hit, matched);
        }
    }

    fn of_reading(&self, tx: &mut Tx<'_>, viewer: &Viewer, reading: &Reading) -> Answer<Vec<PlatformHit>> {
        let platform = &viewer.platform;
        let hits = match reading {
            Reading::Id(id) => any_ids::holders(tx, platform.id, *id)?,
            // An alert may be about no platform.
            Reading::AlertKind(_) => Vec::new(),
            Reading::IdEnd(short) => {
                with_end(tx, platform.id, &self.kinds_of_end(short), &short.digits, self.limit)?.hits
            }
            Reading::Verbatim(text) => return self.verbatim(tx, viewer, text),
            Reading::UmaAddress(address) => return self.uma_address(tx, platform, address),
            Reading::PhoneEnd(digits) => self.phone_end(tx, platform, digits)?,
            Reading::AccountEnd(digits) => self.account_end(tx, platform, digits)?,
            Reading::Term(term) => {
                self.terms(tx, platform, std::slice::from_ref(term), kinds_of(term.class()))?
            }
            Reading::Amounts(terms) => self.terms(tx, platform, terms, kinds_of(TermClass::Amount))?,
            Reading::NamedAmount(search) => {
                named_amount(tx, platform.id, &self.among(kinds_of(TermClass::Amount)), search)?
            }
            Reading::TextWords(words) => {
                let kinds = self.among(kinds_of(TermClass::Text));
                search_terms::find_words(tx, platform.id, &kinds, words, self.limit)?
            }
            Reading::Words(words) => {
                let kinds = self.among(kinds_of(TermClass::Name));
                search_terms::find_words(tx, platform.id, &kinds, words, self.limit)?
            }
        };
        Ok(hits.into_iter().map(PlatformHit::from).collect())
    }

    fn terms(
        &self,
        tx: &mut Tx<'_>,
        platform: &PlatformRecord,
        terms: &[Term],
        kinds: &[ResourceKind],
    ) -> Answer<Vec<SearchHit>> {
        let mut hits = search_terms::find(tx, platform.id, &self.among(kinds), terms, self.limit)?;
        hits.sort_by_key(|hit| std::cmp::Reverse((hit.at, hit.id)));
        Ok(hits)
    }

    /// Finds by the platform's own id of a customer, by a reference of a payment or a refund, and by a funding
    /// identifier, which can be the number of an account, for viewers who may see persons.
    fn verbatim(&self, tx: &mut Tx<'_>, viewer: &Viewer, text: &str) -> Answer<Vec<PlatformHit>> {
        let Viewer { platform, personal } = viewer;
        let mut hits = Vec::new();
        if self.wants(ResourceKind::Customer) {
            for customer in customer_rows::all_with_own_id(tx, platform.id, text)? {
                let matched = Some("own id of a customer");
                hits.push(PlatformHit {
                    kind: ResourceKind::Customer,
                    id: customer.uuid(),
                    at: None,
                    matched,
                });
            }
        }
        if self.wants(ResourceKind::Payment) {
            let filter = Filter { reference: Some(text.to_owned()), ..Filter::default() };
            let matched = Some("reference of a payment or refund");
            let found = self.payments(tx, platform, &filter)?.into_iter();
            hits.extend(found.map(|hit| PlatformHit { matched, ..hit }));
        }
        let target =
            if personal.may_see_person() { funding_identifiers::find(tx, platform.id, text)? } else { None };
        let target = target.map(|target| match target {
            FundingTarget::Account(id) => (ResourceKind::InternalAccount, id.uuid()),
            FundingTarget::Quote(id) => (ResourceKind::Quote, id.uuid()),
        });
        let matched = Some("funding identifier");
        hits.extend(target.map(|(kind, id)| PlatformHit { kind, id, at: None, matched }));
        Ok(hits)
    }

    /// Finds the customers whose telephone number ends in these digits.
    fn phone_end(&self, tx: &mut Tx<'_>, platform: &PlatformRecord, digits: &str) -> Answer<Vec<SearchHit>> {
        let terms = Vec::from_iter(Term::phone_end(digits));
        let mut found = Vec::new();
        for hit in self.terms(tx, platform, &terms, kinds_of(TermClass::PhoneEnd))? {
            let customer = customer_rows::find(tx, platform.id, CustomerId::from_uuid(hit.id))?;
            let number = customer.and_then(|customer| customer.doc.phone_number);
            if number.is_some_and(|number| phone_digits(&number).ends_with(digits)) {
                found.push(hit);
            }
        }
        Ok(found)
    }

    /// Finds the external accounts and the payers of unmatched deposits whose account number ends in these digits.
    fn account_end(
        &self,
        tx: &mut Tx<'_>,
        platform: &PlatformRecord,
        digits: &str,
    ) -> Answer<Vec<SearchHit>> {
        let terms = Vec::from_iter(Term::account_end(TermClass::Last6, digits));
        let mut found = Vec::new();
        for hit in self.terms(tx, platform, &terms, kinds_of(TermClass::Last6))? {
            let number = match hit.kind {
                ResourceKind::ExternalAccount => {
                    let id = ExternalAccountId::from_uuid(hit.id);
                    external_accounts::find(tx, platform.id, id)?.map(|record| record.doc.identifier)
                }
                _ => unmatched_deposits::find(tx, platform.id, TransactionId::from_uuid(hit.id))?
                    .and_then(|record| record.doc.originator.account_identifier),
            };
            if number.is_some_and(|number| letters_and_digits(&number).ends_with(digits)) {
                found.push(hit);
            }
        }
        Ok(found)
    }

    /// Finds the holder of a UMA address, and the payments from and to it.
    fn uma_address(
        &self,
        tx: &mut Tx<'_>,
        platform: &PlatformRecord,
        address: &str,
    ) -> Answer<Vec<PlatformHit>> {
        let mut hits = Vec::new();
        let domain = customers::uma_domain(platform, &self.app.deployment.uma_service_host);
        let parts = address.trim_start_matches('$').split_once('@');
        if let Some((local_part, _)) = parts.filter(|(_, at)| *at == domain)
            && let Some(customer) = customer_rows::find_by_uma(tx, platform.id, local_part)?
        {
            hits.push(PlatformHit {
                kind: ResourceKind::Customer,
                id: customer.id.uuid(),
                at: Some(customer.created_at),
                matched: None,
            });
        }
        if self.wants(ResourceKind::Payment) {
            let filter = Filter { identifier: Some(address.to_owned()), ..Filter::default() };
            hits.extend(self.payments(tx, platform, &filter)?);
        }
        Ok(hits)
    }

    fn payments(
        &self,
        tx: &mut Tx<'_>,
        platform: &PlatformRecord,
        filter: &Filter,
    ) -> Answer<Vec<PlatformHit>> {
        let now = platform.clock.at(tx.wall());
        let found = payments::newest(tx, platform.id, filter, now, self.limit)?;
        let hits = found.iter().map(|payment| PlatformHit {
            kind: ResourceKind::Payment,
            id: payment.id.uuid(),
            at: Some(payment.created_at),
            matched: None,
        });
        Ok(hits.collect())
    }

    fn wants(&self, kind: ResourceKind) -> bool {
        self.kind.is_none_or(|only| only == kind)
    }

    /// Returns the kinds among which the end of an id is looked for: those of its type, or the only one of the search,
    /// or all that have search terms.
    fn kinds_of_end(&self, short: &ShortId) -> Vec<ResourceKind> {
        match self.kind {
            Some(only) if short.kinds.is_empty() => vec![only],
            _ if short.kinds.is_empty() => search_terms::KINDS.to_vec(),
            _ => self.among(&short.kinds),
        }
    }

    /// Returns the kinds that the search is about.
    fn among(&self, kinds: &[ResourceKind]) -> Vec<ResourceKind> {
        kinds.iter().copied().filter(|kind| self.wants(*kind)).collect()
    }
}

/// Adds a match, unless the resource was found before.
fn add(found: &mut Vec<Match>, platform: Option<&PlatformRecord>, hit: PlatformHit, matched: &'static str) {
    let owner = platform.map(|platform| platform.id);
    let is_known = found.iter().any(|known| {
        known.kind == hit.kind && known.id == hit.id && known.platform.as_ref().map(|of| of.id) == owner
    });
    if !is_known {
        found.push(Match { platform: platform.cloned(), kind: hit.kind, id: hit.id, at: hit.at, matched });
    }
}

/// Returns the kinds of resources that have terms of a class.
const fn kinds_of(class: TermClass) -> &'static [ResourceKind] {
    match class {
        TermClass::Name => {
            &[ResourceKind::Customer, ResourceKind::ExternalAccount, ResourceKind::UnmatchedDeposit]
        }
        TermClass::Mail | TermClass::Phone | TermClass::PhoneEnd => &[ResourceKind::Customer],
        TermClass::Account | TermClass::Last4 | TermClass::Last6 => {
            &[ResourceKind::ExternalAccount, ResourceKind::UnmatchedDeposit]
        }
        TermClass::Reference | TermClass::Text | TermClass::Amount => {
            &[ResourceKind::Payment, ResourceKind::UnmatchedDeposit]
        }
        TermClass::Id => &search_terms::KINDS,
    }
}
