//! The ports to the outside world (conventions 2.2, money 16): the requests that the service makes of
//! partners and policies.
//!
//! *Policy* ports are pure and may be called inside a transaction. *Partner* ports wait for another party:
//! they are queried during an operation's preflight, before its transaction, and instructed only by a job
//! after the commit. The offers of the partners' rails are pure; each request and each job pins one. The
//! platform's environment chooses the set; no other code in the service looks at the environment.

mod account_checks;
mod card_issuer;
mod card_scenarios;
mod debit_rail;
mod deposit;
mod funding;
mod key_sets;
mod lightning_node;
mod liveness;
mod messages;
mod name_check;
mod offers;
mod operator_rates;
mod payout_rail;
mod rates;
mod refund_rail;
mod screening;
mod settlement_layer;
mod stablecoin_provider;
mod uma_peers;
mod uma_policy;
mod unavailable;
mod verification;
pub mod wallet_keys;
mod world;

pub use account_checks::{AccountChecks, EveryCheck};
pub use card_issuer::{
    CardEmbed, CardIssuer, EmbedOrder, NoCardIssuer, NoIssuerAnswer, ProvisionAnswer, ProvisionOrder,
    SourceRefusal,
};
pub use card_scenarios::{CardScenarios, Confirmation, NoCardScenarios};
pub use debit_rail::{DebitAnswer, DebitAuthorization, DebitInquiry, DebitOrder, DebitRail, DebitState};
pub use deposit::{Funds, IncomingMoney};
pub use funding::{Coordinates, FundingBank, FundingMethod, FundingSource, NoFunding, QuoteFundingRequest};
pub use key_sets::{KeySetError, KeySets, NoKeySets};
pub use lightning_node::{
    LightningNode, NodeInvoice, NodeInvoiceOrder, NodeInvoiceState, NodeKey, NodePaymentOrder,
    NodePaymentState,
};
pub use liveness::{LivenessCheck, LivenessOutcome, LivenessQuery, LivenessSession, LivenessSubject};
pub use messages::{Message, MessageError, MessageStyle, MessageTemplate, Messages, NoMessages};
pub use name_check::{NameCheck, NameCheckAnswer, NameQuery};
pub use offers::{EveryOffer, NoOffers, Offer, OfferQuery, OfferSource, Offers};
pub use operator_rates::OperatorRates;
pub use payout_rail::{
    BankCode, InquiredAccount, OrderParty, PayoutDestination, PayoutFailure, PayoutInquiry, PayoutOrder,
    PayoutRail, PayoutStatus, RailError, RecallReason, RecallResponse, SubmitResponse,
};
pub use rates::{DatedRate, RateError, RateSource};
pub use refund_rail::{RefundOrder, RefundRail};
pub use screening::{Screening, ScreeningAnswer, ScreeningQuery};
pub use settlement_layer::{
    CancelResponse, ExactPayment, IncomingUmaOrder, IncomingUmaStatus, InvoiceOrder, PaymentRequest,
    SettlementAsset, SettlementLayer, UmaInquiry, UmaOrder,
};
pub use stablecoin_provider::{
    BankAddress, ListedToken, NextPoll, NoStablecoinProvider, OrderAnswer, OrderError, ProviderCounterparty,
    ProviderError, ProviderLogin, ProviderOrder, ProviderToken, ProviderTransfer, StablecoinProvider,
    TokenAnswer, TokenQuery,
};
pub use uma_peers::{NoUmaPeers, PeerMessage, PeerReply, PeerUnreachable, UmaPeers};
pub use uma_policy::{AllowList, UmaPolicy, UmaProviderEntry, UmaRules};
pub use unavailable::{NoDebitRail, NoLivenessCheck, NoNameCheck, NoPayoutRail, NoRefundRail, NoScreening};
pub use verification::{Applicant, ManualVerification, SubmissionOutcome, VerificationPolicy};
pub use wallet_keys::{NoWalletKeys, WalletKeys};
pub use world::{Ports, World};
