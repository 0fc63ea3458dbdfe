//! A resource that the search finds, and the page that it leads to.

use crate::urls;

/// Returns the page of a resource that was found: that of the command which shows it, or else that of its id.
pub(super) fn page_of(platform: Option<&str>, id: &str, next: Option<&str>) -> Option<String> {
    if id.starts_with("Platform:") {
        return Some(urls::home(Some(id)));
    }
    let by_command = next.and_then(|next| urls::command(platform, next));
    by_command.or_else(|| urls::resource(platform?, id))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hit_leads_to_the_page_of_its_command() {
        let page = |id: &str, next: Option<&str>| page_of(Some("Platform:1"), id, next);
        let owner = page("BeneficialOwner:1", Some("causeway customer show Customer:7"));
        assert_eq!(owner.as_deref(), Some("/console/p/Platform:1/customers/Customer:7"));
        let request = page("Request:1", Some("causeway wallet show InternalAccount:7"));
        assert_eq!(request.as_deref(), Some("/console/p/Platform:1/wallets/InternalAccount:7"));
        assert_eq!(page("Platform:2", None).as_deref(), Some("/console/p/Platform:2"));
        assert_eq!(page("Card:1", None).as_deref(), Some("/console/p/Platform:1/cards/Card:1"));
        assert_eq!(page("Job:1", Some("causeway jobs list --resource Quote:1")), None);
    }
}
