//! Users of the operator socket, beside its owner and root (conventions 2.1).

use causeway_domain::Time;
use causeway_domain::ids::PlatformId;
use causeway_store::operators::{self, OperatorUserRecord};
use causeway_store::{ChangeEffect, Tx, collect_change};

use super::operator_grants::{check_name, hash_of_user, platform, scope};
use super::permission::{Permission, names};
use super::{
    Answer, Call, Kind, NoArguments, OperatorError, Role, arguments, noun, number, positional, several, view,
};

noun! {
    /// Users of the operator socket
    "user" {
        /// Give roles to a system user: for everything, or for one platform with --platform
        "add": Administer => change_either(add).or_platform(),
        /// List the users with their roles
        "list": Administer => read_deployment(list).or_platform(),
        /// Remove a user, or with --platform only the roles for that platform
        "remove": Administer => change_either(remove).or_platform(),
    }
}

arguments! {
    struct AddRequest {
        name: String = positional("Name of the user, for these commands"),
        uid: u32 = number("User id of the operating system").required(),
        roles: Vec<Role> =
            several("Roles, comma-separated: viewer, support, operator, compliance, admin").required(),
    }

    struct RemoveRequest {
        name: String = positional("Name of the user"),
    }
}

view! {
    struct UserView of user: OperatorUserRecord {
        name: String = user.name,
        uid: u32 = user.uid,
        roles: String = user.roles,
        /// `None` for the deployment and all platforms.
        platform: Option<PlatformId> = platform(user.scope),
        created_at: Time = user.created_at,
    }
}

fn add(tx: &mut Tx<'_>, call: &Call, add: &AddRequest) -> Answer<(Option<PlatformId>, UserView)> {
    let AddRequest { name, uid, roles } = add;
    check_name(name)?;
    if roles.is_empty() {
        return Err(OperatorError::invalid("name at least one role"));
    }
    let users = operators::list_users(tx)?;
    if let Some(other) = users.iter().find(|user| (user.name == *name) != (user.uid == *uid)) {
        return Err(taken(call, other));
    }
    let on = call.chosen_platform(tx)?;
    let mut user = OperatorUserRecord {
        uid: *uid,
        scope: scope(on),
        name: name.clone(),
        roles: names(roles),
        created_at: tx.wall(),
        hash: Vec::new(),
    };
    let earlier = users.into_iter().find(|other| other.uid == user.uid && other.scope == user.scope);
    let from = earlier.map(|earlier| earlier.roles);
    collect_change(tx, ChangeEffect { name: name_of(&user), from, to: Some(user.roles.clone()) });
    user.hash = hash_of_user(&call.app.keys(), &user);
    operators::set_user(tx, &user)?;
    Ok((on, user.into()))
}

/// Returns the name of a user's grant, for the report of a dry run.
fn name_of(user: &OperatorUserRecord) -> String {
    match platform(user.scope) {
        None => format!("the roles of the user {}", user.name),
        Some(platform) => format!("the roles of the user {} for {platform}", user.name),
    }
}

/// Returns the error about a name or a uid that another user has, who is named to those who administer that grant.
fn taken(call: &Call, other: &OperatorUserRecord) -> OperatorError {
    if !call.may(Permission::Administer, platform(other.scope)) {
        let message = "another user has this name or this uid";
        return OperatorError::refused(message)
            .remedy("choose another name, or give the roles to another uid");
    }
    OperatorError::refused(format!("{} is the user with uid {}", other.name, other.uid))
        .remedy(format!("remove it first: causeway user remove {}", other.name))
}

fn list(tx: &mut Tx<'_>, call: &Call, _: &NoArguments) -> Answer<Vec<UserView>> {
    let on = call.chosen_platform(tx)?;
    let users = operators::list_users(tx)?.into_iter();
    Ok(users.filter(|user| on.is_none() || platform(user.scope) == on).map(UserView::from).collect())
}

fn remove(
    tx: &mut Tx<'_>,
    call: &Call,
    RemoveRequest { name }: &RemoveRequest,
) -> Answer<(Option<PlatformId>, Vec<UserView>)> {
    let on = call.chosen_platform(tx)?;
    let mut found = operators::list_users(tx)?;
    found.retain(|user| user.name == *name && (on.is_none() || platform(user.scope) == on));
    if found.is_empty() {
        return Err(OperatorError::new(Kind::NotFound, format!("there is no user {name}"))
            .remedy("see them all: causeway user list"));
    }
    for user in &found {
        collect_change(tx, ChangeEffect { name: name_of(user), from: Some(user.roles.clone()), to: None });
        operators::remove_user(tx, user.uid, user.scope)?;
    }
    Ok((on, found.into_iter().map(UserView::from).collect()))
}
