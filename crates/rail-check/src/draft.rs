//! Drafts of orders: to a test destination, by a corridor of the capabilities.

use causeway_rail_protocol::messages::{
    Capabilities, CollectionAuthorization, CollectionSubmission, CorridorCapabilities, Deposit, DepositPayer,
    ExternalAccount, Originator, OriginatorAddress, PayoutSubmission, RefundSubmission, Submission,
};
use causeway_rail_protocol::values::{
    AccountInfo, CustomerType, Id128, InvalidText, MinorUnits, Money, OrderKind, References, TestScenario,
    Text, TextMembers, Timestamp,
};
use causeway_rail_protocol::{ExternalAccountId, Id, TransactionId};
use serde_json::Value;
use uuid::{Builder, Uuid};

use crate::kit::Kit;
use crate::order::Order;
use crate::verdict::{CaseResult, failed, not_tried};

/// Amount of an order, as far as its corridor carries it.
const AMOUNT: u64 = 1234;

/// Name of the originator, which no log may hold.
pub(crate) const ORIGINATOR: &str = "Ada Causeway Kit";

/// What an order is about. The rest follows from the capabilities.
#[derive(Debug, Clone)]
pub(crate) struct OrderDraft {
    pub(crate) kind: OrderKind,
    pub(crate) transaction: TransactionId,
    pub(crate) destination: AccountInfo,
    /// `None` for a refund.
    pub(crate) corridor: Option<CorridorCapabilities>,
    /// In the smallest unit; `None` for a usual amount.
    pub(crate) amount: Option<MinorUnits>,
    pub(crate) text: Option<String>,
}

impl OrderDraft {
    /// Drafts an order to the test destination of a scenario, in the first kind that has a corridor to it.
    pub(crate) async fn to(kit: &Kit, scenario: TestScenario) -> CaseResult<Self> {
        let capabilities = kit.needs_orders().await?;
        let Some(destination) = capabilities.test_destination(scenario) else {
            return Err(not_tried(format!("the adapter has no test destination {scenario}")));
        };
        let found = [OrderKind::Payout, OrderKind::Collection].into_iter().find_map(|kind| {
            corridor_to(capabilities, kind, destination).map(|corridor| (kind, corridor.clone()))
        });
        let Some((kind, corridor)) = found else {
            return Err(not_tried(format!("no corridor is for the account type of {scenario}")));
        };
        Ok(Self {
            kind,
            transaction: new_transaction(kit),
            destination: destination.clone(),
            corridor: Some(corridor),
            amount: None,
            text: None,
        })
    }

    /// Drafts an order of another kind under the same id; `None` if the adapter does not offer it.
    pub(crate) fn as_kind(&self, capabilities: &Capabilities, kind: OrderKind) -> Option<Self> {
        let corridor = match kind {
            OrderKind::Payout | OrderKind::Collection => {
                Some(corridor_to(capabilities, kind, &self.destination)?.clone())
            }
            OrderKind::Refund => None,
        };
        Some(Self { kind, corridor, ..self.clone() })
    }

    /// Writes the order.
    pub(crate) async fn write(&self, kit: &Kit) -> CaseResult<Order> {
        let capabilities = kit.capabilities().await?;
        let submission = self.submission(kit, capabilities);
        let submission =
            submission.map_err(|error| failed(format!("the kit cannot write the order: {error}")))?;
        Ok(Order::new(submission))
    }

    fn submission(
        &self,
        kit: &Kit,
        capabilities: &Capabilities,
    ) -> Result<Submission, Box<dyn std::error::Error>> {
        let Self { kind, transaction: transaction_id, ref corridor, .. } = *self;
        let account = match corridor {
            Some(corridor) => capabilities.account(corridor.account.as_str()),
            None => capabilities.accounts.first(),
        };
        let account = account.ok_or("the adapter has no account")?;
        let amount = Money { amount: self.amount()?, currency: account.currency };
        let rail = corridor.as_ref().and_then(|corridor| corridor.rail.clone());
        let references = References::draw(kind, transaction_id, &kit.plan.ids.bytes());
        let remittance_information: Option<Text> = self.text.as_deref().map(str::parse).transpose()?;
        let ordered_at = Timestamp::from_millis(kit.plan.clock.now().millis())?;
        let account = account.id.clone();
        let originator = originator()?;
        let purpose_of_payment = None;
        let name = corridor.as_ref().map(|corridor| corridor.corridor.clone());
        let named = || name.clone().ok_or("the order has no corridor");
        Ok(match kind {
            OrderKind::Payout => Submission::Payout(Box::new(PayoutSubmission {
                transaction_id,
                kind,
                corridor: named()?,
                account,
                amount,
                rail,
                destination: self.external_account(kit)?,
                originator,
                references,
                remittance_information,
                purpose_of_payment,
                ordered_at,
            })),
            OrderKind::Collection => Submission::Collection(Box::new(CollectionSubmission {
                transaction_id,
                kind,
                corridor: named()?,
                account,
                amount,
                rail,
                source: self.external_account(kit)?,
                authorization: CollectionAuthorization {
                    reference: random_account(kit),
                    given_at: ordered_at,
                },
                originator,
                references,
                remittance_information,
                purpose_of_payment,
                ordered_at,
            })),
            OrderKind::Refund => Submission::Refund(Box::new(RefundSubmission {
                transaction_id,
                kind,
                corridor: None,
                account,
                amount,
                rail,
                deposit: self.deposit()?,
                originator,
                references,
                remittance_information,
                purpose_of_payment,
                ordered_at,
            })),
        })
    }

    fn amount(&self) -> Result<MinorUnits, Box<dyn std::error::Error>> {
        if let Some(amount) = self.amount {
            return Ok(amount);
        }
        let usual = MinorUnits::new(AMOUNT)?;
        Ok(self.corridor.as_ref().map_or(usual, |corridor| usual.clamp(corridor.minimum, corridor.maximum)))
    }

    fn external_account(&self, kit: &Kit) -> Result<ExternalAccount, Box<dyn std::error::Error>> {
        Ok(ExternalAccount {
            external_account_id: random_account(kit),
            account_type: account_type(&self.destination).unwrap_or_default().parse::<Id128>()?,
            method: TextMembers(
                texts(&self.destination).map(|(name, text)| (name.clone(), text.to_owned())).collect(),
            ),
            account_info: self.destination.clone(),
            payee_verification: None,
        })
    }

    fn deposit(&self) -> Result<Deposit, InvalidText> {
        let account = texts(&self.destination).next().map(|(_, text)| text.parse::<Text>()).transpose()?;
        let payer = DepositPayer { name: Some(ORIGINATOR.parse()?), account, bank: None };
        Ok(Deposit { deposit_id: "causeway-kit".parse()?, payer })
    }
}

/// Draws the id of an order: a UUID of version 8, by which the service knows the orders of the kit (rails 18).
pub(crate) fn new_transaction(kit: &Kit) -> TransactionId {
    TransactionId::from_uuid(Builder::from_custom_bytes(kit.plan.ids.bytes()).into_uuid())
}

/// Returns the members of a destination that are texts, without its type.
pub(crate) fn texts(destination: &AccountInfo) -> impl Iterator<Item = (&String, &str)> {
    let members = destination.0.iter().filter(|(name, _)| *name != "accountType");
    members.filter_map(|(name, value)| Some((name, value.as_str()?)))
}

fn random_account(kit: &Kit) -> ExternalAccountId {
    let uuid: Uuid = Builder::from_custom_bytes(kit.plan.ids.bytes()).into_uuid();
    ExternalAccountId::from_uuid(uuid)
}

fn account_type(destination: &AccountInfo) -> Option<&str> {
    destination.0.get("accountType").and_then(Value::as_str)
}

fn corridor_to<'a>(
    capabilities: &'a Capabilities,
    kind: OrderKind,
    destination: &AccountInfo,
) -> Option<&'a CorridorCapabilities> {
    let wanted = account_type(destination)?;
    capabilities.corridors(kind).iter().find(|corridor| corridor.account_type.as_str() == wanted)
}

fn originator() -> Result<Originator, Box<dyn std::error::Error>> {
    let address = OriginatorAddress {
        line1: "1 Main Street".parse()?,
        line2: None,
        city: Some("New York".parse()?),
        state: Some("NY".parse()?),
        postal_code: Some("10001".parse()?),
        country: "US".parse()?,
    };
    Ok(Originator {
        kind: CustomerType::Individual,
        name: Some(ORIGINATOR.parse()?),
        reference: "Customer:00000000-0000-8000-8000-000000000001".parse()?,
        address: Some(address),
    })
}
