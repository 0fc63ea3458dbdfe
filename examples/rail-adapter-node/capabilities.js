"use strict";

// What the adapter offers, and the accounts at the bank that act out a scenario.

const KINDS = { payouts: "PAYOUT", collections: "COLLECTION", refunds: "REFUND" };
const TEXT_LIMIT = 140;

const corridor = (name, rail, maximum) => ({
  ...{ corridor: name, accountType: "USD_ACCOUNT", rail, currency: "USD", account: "main-usd" },
  ...{ countries: ["*"], minimum: 1, maximum, hours: "always", confirmation: "POSITIVE" },
  ...{
    cancel: "UNTIL_SETTLED",
    returnDays: 60,
    needs: [],
    remittanceMaximum: TEXT_LIMIT,
    precheck: "REMOTE",
  },
});
const destination = (ending) => ({
  accountType: "USD_ACCOUNT",
  accountNumber: `900000${ending}`,
  routingNumber: "021000021",
  beneficiary: { beneficiaryType: "INDIVIDUAL", fullName: "Ada Example" },
});
const CAPABILITIES = {
  protocol: ["1.0"],
  adapter: { name: "Example adapter for Node.js", version: "1" },
  mode: "TEST",
  services: Object.values(KINDS),
  accounts: [{ id: "main-usd", currency: "USD", decimals: 2, identifiers: { accountNumber: "400100200" } }],
  payouts: [corridor("usd-instant", "RTP", 100000000), corridor("usd-ach", "ACH", 1000000000)],
  collections: [corridor("usd-debit", "ACH", 1000000000)],
  deposits: [],
  limits: { requestsPerSecond: 200, concurrency: 16, page: 500 },
  statements: { carries: ["endToEndId"] },
  testScenarios: {
    SETTLES: destination("000"),
    REFUSED: destination("002"),
    ACCOUNT_INVALID: destination("003"),
    FAILS_LATE: destination("004"),
    RETURNED: destination("005"),
    CANCELLABLE: destination("006"),
    SLOW: destination("008"),
    PARTNER_SILENT: destination("009"),
  },
};

module.exports = { CAPABILITIES, KINDS, TEXT_LIMIT };
