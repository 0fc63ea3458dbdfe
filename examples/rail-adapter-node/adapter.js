"use strict";

// An adapter between Causeway and a bank. It was written from the protocol's document, docs/interface/rails.md,
// and shares no line with the adapter in Python. Both use the same bank: ../rail-adapter/partner.py.

const path = require("node:path");
const { parseArgs } = require("node:util");

const {
  CrpError,
  Keys,
  call,
  digest,
  instant,
  parse,
  rawPublicKey,
  readKey,
  send,
  serve,
} = require("./crp.js");
const { CAPABILITIES, KINDS, TEXT_LIMIT } = require("./capabilities.js");
const { Journal } = require("./journal.js");

const ORDER =
  /^\/v1\/(payouts|collections|refunds)\/(Transaction:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}))(\/cancel)?$/;
const FREE = ["FAILED", "CANCELLED", "RETURNED"]; // no money is out
const MOVES = {
  RECEIVED: ["SENT", "ACCEPTED", "IN_DOUBT", "SETTLED", ...FREE],
  SENT: ["SENT", "ACCEPTED", "IN_DOUBT", "SETTLED", ...FREE],
  ACCEPTED: ["ACCEPTED", "IN_DOUBT", "SETTLED", ...FREE],
  IN_DOUBT: ["SENT", "ACCEPTED", "IN_DOUBT", "SETTLED", ...FREE],
  SETTLED: ["RETURNED"],
};
const STATES = {
  ACCEPTED: "ACCEPTED",
  SETTLED: "SETTLED",
  REJECTED: "FAILED",
  CANCELLED: "CANCELLED",
  RETURNED: "RETURNED",
};
const REASONS = new Map([
  ["AC01", "ACCOUNT_INVALID"],
  ["AG01", "ACCOUNT_CANNOT_RECEIVE"],
  ["AM04", "INSUFFICIENT_LIQUIDITY"],
]);
const NOTHING = [
  ...["orderDigest", "amount", "reason", "partnerCode", "partnerText", "partnerReference", "askAt"],
  ...["expectedSettlementAt", "settledAt", "returnedAmount", "onChain", "payeeVerification"],
];
const EXCHANGES = 8; // with the bank, at once

class Adapter {
  constructor(options, journal) {
    Object.assign(this, { options, journal, busy: new Set(), patience: 1000 * Number(options.patience) });
  }

  /** Answers a request of Causeway. What has no `await` before its commit is alone. */
  async operate(method, path, query, body) {
    const match = ORDER.exec(path);
    if (match) {
      const [, segment, id, uuid, cancel] = match;
      const reference = segment[0].toUpperCase() + uuid.replaceAll("-", "");
      const name = { kind: KINDS[segment], id, reference };
      if (method === "PUT" && !cancel) return this.submit(name, body);
      if (method === "GET" && !cancel) return this.status(name);
      if (method === "POST" && cancel) return this.cancel(name, read(body));
    }
    switch (`${method} ${path}`) {
      case "GET /v1/capabilities":
        return { ...CAPABILITIES, push: Boolean(this.options.push) };
      case "GET /v1/changes":
        return this.changes(new URLSearchParams(query));
      case "POST /v1/payouts/precheck":
        return precheck(CAPABILITIES.payouts, read(body));
      case "POST /v1/collections/precheck":
        return precheck(CAPABILITIES.collections, read(body));
      default:
        throw new CrpError(404, "UNKNOWN_OPERATION", "There is no such operation.");
    }
  }

  submit(name, body) {
    const known = this.journal.order(name.reference);
    if (known && known.orderDigest !== null && known.orderDigest !== digest(body)) {
      throw new CrpError(409, "ORDER_CONFLICT", "The order has other bytes.");
    }
    if (known) return known;
    const order = read(body);
    const [payment, reason] = paymentOf(name, order);
    const { amount, currency } = order.amount;
    const told = { orderDigest: digest(body), amount: { amount, currency }, reason };
    const record = { ...newRecord(name, reason ? "FAILED" : "RECEIVED"), ...told };
    const due = reason ? undefined : Date.now();
    this.journal.commit({ orders: [this.journal.revision(name.reference, record, due, payment)] });
    return this.journal.order(name.reference);
  }

  status({ reference }) {
    const record = this.journal.order(reference);
    if (!record) throw new CrpError(404, "ORDER_NOT_FOUND", "There is no such order.");
    return record;
  }

  /** Has the bank stop a payment, or bar a reference that it does not know. */
  async cancel(name) {
    const { reference } = name;
    const { status, told } = await this.bank("POST", `/payments/${reference}/cancel`);
    if (!this.journal.order(reference)) {
      if (told?.state !== "CANCELLED") {
        throw new CrpError(503, "UNAVAILABLE", "The bank has not barred the order.");
      }
      const tombstone = newRecord(name, "CANCELLED");
      this.journal.commit({ orders: [this.journal.revision(reference, tombstone)] });
    } else if (status === 200) {
      this.learn([[reference, status, told]]);
    }
    const record = this.journal.order(reference);
    const kept = record.state === "SETTLED" ? "KEPT" : "PENDING";
    const outcome = FREE.includes(record.state) ? "RELEASED" : kept;
    return { outcome, askAt: record.askAt, order: record };
  }

  changes(query) {
    const [after, limit] = [query.get("after") ?? "0", query.get("limit") ?? "500"];
    if (!/^[0-9]{1,15}$/.test(after) || !/^[0-9]{1,9}$/.test(limit)) {
      throw new CrpError(400, "MALFORMED", "after and limit are numbers.");
    }
    return this.journal.page(Number(after), Math.max(1, Math.min(Number(limit), CAPABILITIES.limits.page)));
  }

  /** Resolves with the bank's status and answer; status 0 if there was no answer. */
  async bank(method, path, payment) {
    const body = payment && JSON.stringify(payment);
    const headers = body
      ? { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body) }
      : {};
    const timeout = Math.min(4000, this.patience / 2);
    try {
      const url = new URL(`http://${this.options.partner}${path}`);
      const answer = await send(url, method, body, headers, timeout);
      return { status: answer.status, told: parse(answer.body) };
    } catch {
      return { status: 0 };
    }
  }

  /** Takes up orders that are due. */
  async give() {
    for (const reference of this.journal.due) {
      const order = this.journal.orders.get(reference);
      if (order.due <= Date.now() && this.busy.size < EXCHANGES && !this.busy.has(reference)) {
        this.busy.add(reference);
        this.advance(reference)
          .catch((problem) => console.error(`advance: ${problem.name}`))
          .finally(() => this.busy.delete(reference));
      }
    }
    return 20;
  }

  /** Asks the bank for a payment, and gives it one that it has never had. */
  async advance(reference) {
    const { journal } = this;
    journal.setDue(reference, Date.now() + this.patience);
    let { status, told } = await this.bank("GET", `/payments/${reference}`);
    const { record, payment } = journal.orders.get(reference);
    const isOpen = ["RECEIVED", "SENT", "IN_DOUBT"].includes(record.state);
    if (status === 404 && isOpen && record.partnerReference === null) {
      // Until then, a request that was lost may still reach the bank.
      const due = Date.now() + this.patience;
      journal.commit({ orders: [journal.revision(reference, { ...record, state: "SENT" }, due)] });
      ({ status, told } = await this.bank("POST", "/payments", payment));
    }
    this.learn([[reference, status, told]]);
  }

  /** Takes in answers of the bank. Without one, an order is in doubt if it was sent. */
  learn(answers, more = {}) {
    const { journal } = this;
    const orders = [];
    const latest = new Map(); // a payment may have two answers
    for (const [reference, status, told] of answers) {
      const record = latest.get(reference) ?? journal.order(reference);
      const due = Date.now() + this.patience;
      const news = status === 200 ? newsOf(record, told) : undefined;
      const doubt = record.state === "RECEIVED" ? "RECEIVED" : "IN_DOUBT";
      const changed = { ...record, ...(news ?? { state: doubt }) };
      const isEnd = changed.state === "SETTLED" || FREE.includes(changed.state);
      const isNew = JSON.stringify(changed) !== JSON.stringify(record);
      if (isNew && MOVES[record.state]?.includes(changed.state)) {
        const revision = journal.revision(reference, changed, isEnd ? undefined : due);
        orders.push(revision);
        latest.set(reference, revision.record);
      } else if (journal.due.has(reference)) {
        journal.setDue(reference, due);
      }
    }
    if (orders.length || Object.keys(more).length) journal.commit({ orders, ...more });
  }

  /** Takes in what has changed at the bank. */
  async follow() {
    const { journal } = this;
    const { status, told } = await this.bank("GET", `/payments?after=${journal.followed}`);
    if (status !== 200) return 1000;
    const known = told.payments.filter(({ reference }) => journal.order(reference));
    const answers = known.map((payment) => [payment.reference, 200, payment]);
    const isNew = told.through !== journal.followed;
    this.learn(answers, isNew ? { followed: told.through } : {});
    return told.payments.length ? 20 : 200;
  }

  /** Pushes items until they are taken. */
  async push(keys) {
    const { journal } = this;
    const { items } = journal.page(journal.pushed, 100);
    if (!items.length) return 200;
    let wait;
    try {
      const url = new URL(this.options.push);
      const answer = await call(url, keys, "POST", { items, memory: journal.memory() });
      const { through } = answer.content;
      if (answer.status === 200 && Number.isInteger(through) && through !== journal.pushed) {
        journal.commit({ pushed: Math.min(through, items.at(-1).sequence) });
        this.pause = 1000;
        return 0;
      }
      wait = answer.headers["retry-after"];
    } catch (problem) {
      console.error(`push: ${problem.name}`);
    }
    const pause = this.pause ?? 1000;
    this.pause = Math.min(300000, 2 * pause);
    return /^[0-9]{1,9}$/.test(wait ?? "") ? Math.min(3600000, 1000 * Number(wait)) : pause;
  }
}

function read(body) {
  try {
    return parse(body);
  } catch (problem) {
    throw new CrpError(400, "MALFORMED", `Unreadable body: ${problem.message}.`);
  }
}

function newRecord({ kind, id }, state) {
  const nothing = Object.fromEntries(NOTHING.map((member) => [member, null]));
  return { transactionId: id, kind, ...nothing, state, revision: 0, evidence: [], updatedAt: instant() };
}

/** Returns what a payment of the bank says about its order, or `undefined` if it is not that order's. */
function newsOf(record, told) {
  const state = Object.hasOwn(STATES, told.state) ? STATES[told.state] : undefined;
  const isOurs = told.amount === null || told.amount === record.amount?.amount;
  if (!state || !isOurs) return undefined;
  const news = { state, partnerReference: told.id, partnerCode: told.code, settledAt: told.settled };
  if (state === "FAILED") news.reason = REASONS.get(told.code) ?? "OTHER";
  if (state === "RETURNED") {
    news.reason = "RETURNED";
    news.returnedAmount = { amount: told.returned, currency: record.amount.currency };
  }
  return news;
}

function checkAmount(value) {
  const isMoney = Number.isSafeInteger(value?.amount) && value.amount >= 1 && value.currency === "USD";
  if (!isMoney) {
    const message = "amount needs the currency USD, and an integer from 1 to 9007199254740991.";
    throw new CrpError(422, "INVALID_ORDER", message, { field: "amount" });
  }
}

function corridorOf(corridors, question) {
  const found = corridors.find(({ corridor: name }) => name === question.corridor);
  if (!found)
    throw new CrpError(422, "NO_SUCH_CORRIDOR", "There is no such corridor.", { field: "corridor" });
  return found;
}

function refusal(found, amount) {
  return amount < found.minimum || amount > found.maximum ? "LIMIT_EXCEEDED" : null;
}

function precheck(corridors, question) {
  checkAmount(question.amount);
  const reason = refusal(corridorOf(corridors, question), question.amount.amount);
  return { available: reason === null, expectedSettlementAt: null, reason };
}

/** Returns what the bank is told of an order, and the reason for which the order is refused, if any. */
function paymentOf({ kind, id, reference }, order) {
  const isNamed = order.kind === kind && order.transactionId === id;
  if (!isNamed || order.references?.endToEndId !== reference || order.account !== "main-usd") {
    throw new CrpError(422, "INVALID_ORDER", "kind, id, endToEndId or account are not this order's.");
  }
  checkAmount(order.amount);
  const party = { PAYOUT: order.destination, COLLECTION: order.source, REFUND: order.deposit?.payer }[kind];
  const holder = party?.accountInfo?.beneficiary;
  const account =
    kind === "REFUND" ? (party?.account ?? order.deposit?.depositId) : party?.method?.accountNumber;
  const bank = kind === "REFUND" ? party?.bank : party?.method?.routingNumber;
  const name = kind === "REFUND" ? party?.name : (holder?.fullName ?? holder?.legalName);
  const text = order.remittanceInformation ?? "";
  if (typeof account !== "string" || account === "" || typeof text !== "string") {
    throw new CrpError(422, "INVALID_ORDER", "The account or the text is none that the bank knows.");
  }
  const direction = kind === "COLLECTION" ? "DEBIT" : "CREDIT";
  const { amount, currency } = order.amount;
  const payment = { reference, direction, amount, currency, account, bank, name, text };
  if ([...text].length > TEXT_LIMIT) return [payment, "INVALID_FORMAT"];
  if (kind === "REFUND") return [payment, null];
  const corridors = kind === "PAYOUT" ? CAPABILITIES.payouts : CAPABILITIES.collections;
  return [payment, refusal(corridorOf(corridors, order), amount)];
}

/** Repeats a step for ever. It resolves with the milliseconds until the next. */
async function repeat(step) {
  for (;;) {
    const pause = await step().catch((problem) => {
      console.error(`step: ${problem.name}`);
      return 1000;
    });
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

function main() {
  const text = (fallback) => ({ type: "string", default: fallback });
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      data: text("."),
      listen: text("127.0.0.1:9100"),
      partner: text("127.0.0.1:9200"),
      rail: { type: "string" },
      "service-key": { type: "string" },
      push: { type: "string" },
      patience: text("10"), // seconds after which the bank has a request, or will never have it
    },
  });
  const own = readKey(path.join(values.data, "adapter.key"));
  if (positionals[0] === "key") return console.log(rawPublicKey(own).toString("base64"));
  const journal = path.join(values.data, "adapter.journal");
  if (positionals[0] === "restored") return console.log(new Journal(journal).drawId());
  if (positionals[0] !== "serve" || !values.rail || !values["service-key"]) {
    console.error("usage: adapter.js key [--data FOLDER]");
    console.error("       adapter.js restored [--data FOLDER]");
    console.error(
      "       adapter.js serve --rail ID --service-key KEY [--data, --listen, --partner, --push]",
    );
    process.exit(2);
  }
  const keys = new Keys(values.rail, own, [values["service-key"]]);
  const adapter = new Adapter(values, new Journal(journal));
  const [host, port] = values.listen.split(":");
  const server = serve(
    keys,
    (...request) => adapter.operate(...request),
    () => adapter.journal.memory(),
  );
  server.listen(Number(port), host, () => console.log(`the adapter listens on ${values.listen}`));
  repeat(() => adapter.give());
  repeat(() => adapter.follow());
  if (values.push) repeat(() => adapter.push(keys));
}

main();
