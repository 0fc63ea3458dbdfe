// Makes javascript.json: UMA messages from the JavaScript SDK with fixed keys, clock, nonces and random bytes.
//
// Made with @uma-sdk/core 1.5.0 (eciesjs 0.4.18, secp256k1 5.0.2) on 2026-11-27, Node.js 20.
// Run: npm install --prefix ~/uma-js @uma-sdk/core@1.5.0
//      UMA_JS=~/uma-js node make_vectors.mjs < python.json > javascript.json
// Keys and certificates come from python.json. README.md describes the output. All keys are test data.

import { createHash, webcrypto } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const require = createRequire(pathToFileURL(`${process.env.UMA_JS}/package.json`));
const load = async (name) => import(pathToFileURL(require.resolve(name)));
const { keys, certificates, now: NOW } = JSON.parse(readFileSync(0, "utf8"));

// --- Fixed clock and random bytes (nonces are random 32-bit numbers) ---

let draws = 0;
webcrypto.getRandomValues = (array) => {
  const bytes = createHash("shake256", { outputLength: array.byteLength }).update(`causeway uma test random js ${++draws}`).digest();
  new Uint8Array(array.buffer, array.byteOffset, array.byteLength).set(bytes);
  return array;
};
Date.now = () => NOW * 1000;
globalThis.Date = class extends Date {
  constructor(...args) {
    super(...(args.length ? args : [NOW * 1000]));
  }
};

const uma = await load("@uma-sdk/core");
const ecies = await load("eciesjs");

const ALICE = "$alice@sender.example";
const BOB = "$bob@receiver.example";
const METADATA = JSON.stringify([["text/plain", `Pay to ${BOB}`], ["text/identifier", BOB]]);
const INVOICE_UUID = "c7c07fec-cf00-431c-916f-6c13fc4b69f9";
const secret = (name) => Buffer.from(keys[name].private, "hex");
const backingKeys = (signatures) => (signatures?.length ? Object.fromEntries(signatures.map((s) => [s.domain, keys.backing.public])) : undefined);

const vectors = [];
const add = (name, kind, wire, fields) => vectors.push({ name, kind, wire, ...fields });

// --- Key responses ---

const receiverKeys = uma.getPubKeyResponse({
  signingCertChainPem: certificates["two-links"].pem,
  encryptionCertChainPem: certificates["self-signed-encryption"].pem,
  expirationTimestamp: NOW + 3600,
});
add("keys", "pubkeyResponse", receiverKeys.toJsonString(), {
  signingKey: receiverKeys.signingPubKey,
  encryptionKey: receiverKeys.encryptionPubKey,
  note: "encryptionCertChain is a copy of signingCertChain (fault of the SDK); encryptionPubKey is right",
});

// --- Discovery ---

async function discoveryRequest(name, { receiver = BOB, travelRule = true, version, backing = [] } = {}) {
  const url = await uma.getSignedLnurlpRequestUrl({
    isSubjectToTravelRule: travelRule,
    receiverAddress: receiver,
    senderVaspDomain: "sender.example",
    signingPrivateKey: secret("sender-signing"),
    umaVersionOverride: version,
  });
  let request = uma.parseLnurlpRequest(url);
  for (const domain of backing) request = await uma.appendBackingSignature(request, secret("backing"), domain);
  add(name, "lnurlpRequest", uma.encodeToUrl(request).toString(), {
    payload: uma.getSignableLnurlpRequestPayload(request),
    signature: request.signature,
    publicKey: keys["sender-signing"].public,
    receiverAddress: receiver,
    vaspDomain: "sender.example",
    nonce: request.nonce,
    timestamp: NOW,
    umaVersion: request.umaVersion,
    isSubjectToTravelRule: travelRule,
    backing: backingKeys(request.backingSignatures),
  });
  return request;
}

async function discoveryResponse(name, request, currencies, { payerData = {}, backing = [], ...options } = {}) {
  let response = await uma.getLnurlpResponse({
    request,
    privateKeyBytes: secret("receiver-signing"),
    requiresTravelRuleInfo: true,
    callback: "https://receiver.example/uma/payreq/abc",
    encodedMetadata: METADATA,
    minSendableSats: 1,
    maxSendableSats: 10_000_000,
    payerDataOptions: payerData,
    currencyOptions: currencies,
    receiverKycStatus: uma.KycStatus.Verified,
    ...options,
  });
  for (const domain of backing) response = await response.appendBackingSignature(secret("backing"), domain);
  add(name, "lnurlpResponse", response.toJsonString(), {
    payload: response.signablePayload(),
    signature: response.compliance.signature,
    publicKey: keys["receiver-signing"].public,
    backing: backingKeys(response.compliance.backingSignatures),
  });
  return response;
}

const usd = new uma.Currency("USD", "US Dollar", "$", 8330, 1, 1_000_000, 2);
const request = await discoveryRequest("discovery");
await discoveryRequest("discovery, no travel rule", { travelRule: false });
const oldest = await discoveryRequest("discovery, version 0.3", { version: "0.3" });
await discoveryRequest("discovery, local host with port", { receiver: "$bob.b-c_d+e@localhost:8080" });
await discoveryRequest("discovery, backing signatures", { backing: ["backing.example", "backing.local:8443"] });

const oneCurrency = await discoveryResponse("receiver with one currency", request, [usd]);
await discoveryResponse("receiver with many currencies", request, [
  usd,
  new uma.Currency("JPY", "Japanese Yen", "¥", 6623.75, 0, 5_000_000, 0),
  new uma.Currency("BTC", "Bitcoin", "₿", 1000, 1, 100_000_000, 8),
  new uma.Currency("VND", "Vietnamese Dong", "₫", 0.04, 1, 2 ** 53, 0),
  new uma.Currency("TINY", "Many decimals", "t", 0.0000001, 1, 10 ** 15, 8),
  new uma.Currency("HUGE", "Large unit", "H", 1e21, 1, 5, 0),
]);
await discoveryResponse("receiver with all options", request, [usd], {
  payerData: { name: { mandatory: true }, email: { mandatory: false }, birthDate: { mandatory: true } },
  backing: ["backing.example"],
  commentCharsAllowed: 140,
  settlementOptions: [
    { settlementLayer: "ln", assets: [{ identifier: "BTC", multipliers: { USD: 8330 } }] },
    { settlementLayer: "spark", assets: [{ identifier: "btkn1test", multipliers: { USD: 100, EUR: 108.5 } }] },
  ],
});
await discoveryResponse("receiver answers 0.3", oldest, [usd]);
vectors.push({
  ...vectors.find((v) => v.name === "receiver with one currency"),
  name: "receiver with one currency, encoded twice",
  kind: "encodedTwice",
  wire: JSON.stringify(JSON.stringify(oneCurrency)),
  note: "what JSON.stringify makes of the SDK's objects: currencies are JSON texts inside of strings, and here the whole body too",
});

// --- Payments ---

const IVMS = JSON.stringify({
  originator: { originatorPersons: [{ naturalPerson: { name: { nameIdentifier: [{ primaryIdentifier: "Tester", secondaryIdentifier: "Zoë" }] } } }] },
});
const WANTED = { compliance: { mandatory: true }, identifier: { mandatory: true }, name: { mandatory: false } };

async function payRequest(name, amount, receiving, { backing = [], ...options } = {}) {
  let made = await uma.getPayRequest({
    receiverEncryptionPubKey: Buffer.from(keys["receiver-encryption"].public, "hex"),
    sendingVaspPrivateKey: secret("sender-signing"),
    receivingCurrencyCode: "USD",
    amount,
    isAmountInReceivingCurrency: receiving,
    payerIdentifier: ALICE,
    payerKycStatus: uma.KycStatus.Verified,
    umaMajorVersion: 1,
    ...options,
  });
  for (const domain of backing) made = await made.appendBackingSignature(secret("backing"), domain);
  add(name, "payRequest", made.toJsonString(), {
    payload: made.signablePayload(),
    signature: made.payerData.compliance.signature,
    publicKey: keys["sender-signing"].public,
    travelRule: options.trInfo ?? null,
    decryptionKey: keys["receiver-encryption"].private,
    backing: backingKeys(made.payerData.compliance.backingSignatures),
  });
  return uma.PayRequest.fromJson(made.toJsonString());
}

async function askResponse(request, multiplier, fee, options = {}) {
  const invoice = {};
  const invoiceCreator = {
    createUmaInvoice: async (amount, metadata) => Object.assign(invoice, { amount, metadata }) && `lntest${amount}`,
  };
  const response = await uma.getPayReqResponse({
    request,
    invoiceCreator,
    conversionRate: multiplier,
    receivingCurrencyCode: "USD",
    receivingCurrencyDecimals: 2,
    metadata: METADATA,
    receiverChannelUtxos: [],
    receiverFeesMillisats: fee,
    receivingVaspPrivateKey: secret("receiver-signing"),
    payeeIdentifier: BOB,
    ...options,
  });
  return { invoice, response };
}

async function payResponse(name, request, multiplier, fee, { backing = [], ...options } = {}) {
  let { invoice, response } = await askResponse(request, multiplier, fee, options);
  for (const domain of backing) response = await response.appendBackingSignature(secret("backing"), domain, ALICE, BOB);
  const { compliance } = response.payeeData;
  add(name, "payResponse", response.toJsonString(), {
    payload: response.signablePayload(ALICE, BOB),
    signature: compliance.signature,
    publicKey: keys["receiver-signing"].public,
    payerIdentifier: ALICE,
    payeeIdentifier: BOB,
    invoice,
    backing: backingKeys(compliance.backingSignatures),
  });
}

const receiving = await payRequest("pay request, receiving amount", 1000, true, { requestedPayeeData: WANTED });
const sending = await payRequest("pay request, sending amount", 1_000_000, false, { payerName: "Alice Tester" });
await payRequest("pay request with travel rule", 120_000, true, { trInfo: IVMS, travelRuleFormat: "ivms@101.2023" });
const full = await payRequest("pay request with everything", 5000, true, {
  trInfo: IVMS,
  travelRuleFormat: "ivms@101.2023",
  payerData: { name: 'Zoë "Tester"', email: "zoe@sender.example", birthDate: "1990-02-28", custom: { a: [1, null] } },
  payerNodePubKey: "02" + "ab".repeat(32),
  payerUtxos: ["abcdef12345:1"],
  utxoCallback: "https://sender.example/uma/utxo/abc",
  requestedPayeeData: WANTED,
  comment: "for lunch",
  invoiceUUID: INVOICE_UUID,
  settlement: { layer: "ln", assetIdentifier: "BTC" },
  backing: ["backing.example"],
});
await payResponse("pay response, receiving amount", receiving, 8330, 0);
await payResponse("pay response, sending amount", sending, 8330, 100);
await payResponse("pay response, fractional multiplier", receiving, 8330.5, 77);
await payResponse("pay response with everything", full, 8330, 100, {
  payeeData: { identifier: BOB, name: "Bob Tester" },
  utxoCallback: "https://receiver.example/uma/utxo/abc",
  receiverNodePubKey: "02" + "cd".repeat(32),
  backing: ["backing.example"],
});

for (const [amount, inReceivingCurrency, multiplier, fee] of [
  [1000, true, 8330, 0], [1000, true, 8330, 100], [1, true, 0.5, 0], [3, true, 0.5, 0], [5, true, 0.5, 0], [7, true, 1.1, 0],
  [1000, true, 8330.5, 77], [1_000_000, false, 8330, 100], [104_225, false, 8330, 100], [99, false, 8330, 100],
  [4264, false, 8330, 100], [4265, false, 8330, 100], [1_000_000, false, 0.04, 0], [1_000_000, false, 1.1, 0],
]) {
  const ask = uma.PayRequest.fromJson(JSON.stringify({
    amount: inReceivingCurrency ? `${amount}.USD` : `${amount}`,
    convert: "USD",
    payerData: { identifier: ALICE, compliance: { kycStatus: "VERIFIED", signature: "", signatureNonce: "1", signatureTimestamp: NOW } },
  }));
  const { invoice, response } = await askResponse(ask, multiplier, fee);
  add(`amount ${amount} × ${multiplier} + ${fee}`, "amounts", undefined, {
    amount, inReceivingCurrency, multiplier, fee, invoiceAmount: invoice.amount, convertedAmount: response.converted.amount,
  });
}

// --- Callback, errors ---

const callback = await uma.getPostTransactionCallback({
  utxos: [{ utxo: "abcdef12345:1", amountMsats: 1000 }, { utxo: "abcdef12345:2", amountMsats: 2000 }],
  vaspDomain: "sender.example",
  signingPrivateKey: secret("sender-signing"),
});
add("callback", "postTransactionCallback", JSON.stringify(callback), {
  payload: uma.getSignablePostTransactionCallback(callback),
  signature: callback.signature,
  publicKey: keys["sender-signing"].public,
});

for (const code of Object.values(uma.ErrorCode)) {
  const error = code.code === "UNSUPPORTED_UMA_VERSION" ? new uma.UnsupportedVersionError("2.0") : new uma.UmaError("test reason", code);
  add(`error ${code.code}`, "error", error.toJSON(), { code: code.code, httpStatus: error.toHttpStatusCode() });
}

// --- UMA invoices ---

const invoiceFull = {
  requiredPayerData: { name: { mandatory: false }, compliance: { mandatory: true }, identifier: { mandatory: true } },
  commentCharsAllowed: 140,
  senderUma: ALICE,
  invoiceLimit: 3,
  kycStatus: uma.KycStatus.Verified,
};
const invoiceCases = [0, 1, 127, 128, 255, 32767, 32768, 65536, 2 ** 31 - 1, 2 ** 31, 2 ** 40].map((n) => [`invoice over ${n}`, n, {}]);
for (const [name, amount, options] of [...invoiceCases, ["invoice with everything", 1000, invoiceFull]]) {
  const invoice = await uma.createUmaInvoice({
    receiverUma: BOB,
    invoiceUUID: INVOICE_UUID,
    amount,
    receivingCurrency: { code: "USD", name: "US Dollar", symbol: "$", decimals: 2 },
    expiration: NOW + 3600,
    isSubjectToTravelRule: true,
    callback: "https://receiver.example/uma/payreq/abc",
    ...options,
  }, secret("receiver-signing"));
  const { signature, ...unsigned } = invoice;
  add(name, "invoice", uma.InvoiceSerializer.toBech32(invoice), {
    tlv: Buffer.from(uma.InvoiceSerializer.toTLV(invoice)).toString("hex"),
    payload: Buffer.from(uma.InvoiceSerializer.toTLV(unsigned)).toString("hex"),
    signature: Buffer.from(signature).toString("hex"),
    publicKey: keys["receiver-signing"].public,
    fields: {
      receiverUma: BOB,
      invoiceUUID: INVOICE_UUID,
      amount,
      expiration: NOW + 3600,
      umaVersions: invoice.umaVersions,
      callback: invoice.callback,
      commentCharsAllowed: invoice.commentCharsAllowed ?? null,
      senderUma: invoice.senderUma ?? null,
      maxNumPayments: invoice.maxNumPayments ?? null,
      kycStatus: invoice.kycStatus ?? null,
      requiredPayerData: options.requiredPayerData ? { name: false, compliance: true, identifier: true } : null,
    },
  });
}

// --- Signatures, ciphertexts, versions ---

for (const payload of [`${BOB}|1000000000|${NOW}`, "$zoë@sender.example|1|1"]) {
  add(`signature of ${payload}`, "signature", undefined, {
    payload, signature: await uma.signPayload(payload, secret("sender-signing")), publicKey: keys["sender-signing"].public, valid: true,
  });
}
for (const plaintext of ["a", '{"name":"Alice Tester"}', "Zoë ₿ 名前", "0123456789abcdef", "x".repeat(2000)]) {
  add(`ciphertext of ${plaintext.slice(0, 30)}`, "ecies", undefined, {
    privateKey: keys["receiver-encryption"].private,
    plaintext,
    ciphertext: Buffer.from(ecies.encrypt(keys["receiver-encryption"].public, Buffer.from(plaintext))).toString("hex"),
    valid: true,
  });
}
for (const peer of ["0.3", "1.0", "1.3", "1.7"]) {
  add(`version ${peer}`, "version", undefined, { peer, own: uma.UmaProtocolVersion, selected: uma.selectLowerVersion(peer, uma.UmaProtocolVersion) });
}

console.log(JSON.stringify({ sdk: "@uma-sdk/core 1.5.0 (JavaScript)", date: "2026-11-27", now: NOW, keys, vectors }, null, 1));
