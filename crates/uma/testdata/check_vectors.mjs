// Checks messages that our crate emitted with the JavaScript SDK: parse, verify signatures, decrypt, compare fields.
//
// Made for @uma-sdk/core 1.5.0 (eciesjs 0.4.18, secp256k1 5.0.2) on 2026-11-27, Node.js 20. README.md describes the input.
// Run: npm install --prefix ~/uma-js @uma-sdk/core@1.5.0
//      UMA_JS=~/uma-js node check_vectors.mjs ours.json

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const require = createRequire(`${process.env.UMA_JS}/package.json`);
const uma = require("@uma-sdk/core");
const ecies = require("eciesjs");
const secp256k1 = require("secp256k1");

const { now, messages, vectors } = JSON.parse(readFileSync(process.argv[2], "utf8"));
const CODES_NOT_IN_SDK = ["MISSING_MANDATORY_PAYEE_DATA", "UMA_CONFIGURATION_FETCH_ERROR"]; // the Python SDK has them
const hex = (text) => Uint8Array.from(Buffer.from(text, "hex"));
const keyResponse = (key) => new uma.PubKeyResponse(undefined, undefined, key, key);
const nonces = () => new uma.InMemoryNonceValidator((now - 300) * 1000);

function compare(message, seen) {
  for (const [field, value] of Object.entries(seen)) {
    if (field in message) assert.deepEqual(value, message[field], field);
  }
}

// The SDK's verifiers return false for a wrong signature.
async function verify(result, what = "signature") {
  assert.equal(await result, true, `${what} does not verify`);
}

async function verifyBacking(message, signatures, check) {
  if (!message.backing) return;
  const cache = new uma.InMemoryPublicKeyCache();
  for (const [domain, key] of Object.entries(message.backing)) cache.addPublicKeyForVasp(domain, keyResponse(key));
  assert.deepEqual(signatures?.map((entry) => entry.domain).sort(), Object.keys(message.backing).sort(), "backing domains");
  await verify(check(cache), "backing signature");
}

function verifyDigest(bytes, signature, publicKey) {
  const compact = secp256k1.signatureNormalize(secp256k1.signatureImport(signature));
  return secp256k1.ecdsaVerify(compact, Uint8Array.from(createHash("sha256").update(bytes).digest()), hex(publicKey));
}

// The TLV bytes of an invoice without the field 100, and this field.
function splitInvoice(wire) {
  const alphabet = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";
  let bits = "";
  for (const letter of wire.slice("uma1".length, -6)) bits += alphabet.indexOf(letter).toString(2).padStart(5, "0");
  const bytes = Uint8Array.from(bits.match(/.{8}/g), (byte) => parseInt(byte, 2));
  const kept = [];
  let signature;
  for (let at = 0; at + 1 < bytes.length; at += 2 + bytes[at + 1]) {
    const field = bytes.slice(at, at + 2 + bytes[at + 1]);
    if (field[0] === 100) signature = field.slice(2);
    else kept.push(...field);
  }
  return { signed: Uint8Array.from(kept), signature };
}

const checks = {
  pubkeyResponse(message) {
    const response = uma.PubKeyResponse.fromJson(message.wire);
    compare(message, {
      signingKey: Buffer.from(response.getSigningPubKey()).toString("hex"),
      encryptionKey: Buffer.from(response.getEncryptionPubKey()).toString("hex"),
    });
  },

  async lnurlpRequest(message) {
    const url = new URL(message.wire);
    assert(uma.isUmaLnurlpQuery(url), "is not a UMA request");
    const request = uma.parseLnurlpRequest(url);
    await verify(uma.verifyUmaLnurlpQuerySignature(request, keyResponse(message.publicKey), nonces()));
    await verifyBacking(message, request.backingSignatures, (cache) => uma.verifyUmaLnurlpQueryBackingSignatures(request, cache));
    compare(message, { ...request, timestamp: request.timestamp.getTime() / 1000 });
  },

  async lnurlpResponse(message) {
    const response = uma.LnurlpResponse.fromJson(message.wire);
    assert(response.isUma(), "is not a UMA response");
    await verify(uma.verifyUmaLnurlpResponseSignature(response, keyResponse(message.publicKey), nonces()));
    await verifyBacking(message, response.compliance.backingSignatures, (cache) => uma.verifyUmaLnurlpResponseBackingSignatures(response, cache));
    compare(message, {
      receiverAddress: response.compliance.receiverIdentifier,
      umaVersion: response.umaVersion,
      currencies: response.currencies.map(({ code, decimals, multiplier, minSendable, maxSendable }) =>
        ({ code, decimals, multiplier, min: minSendable, max: maxSendable })),
    });
  },

  async payRequest(message) {
    const request = uma.PayRequest.fromJson(message.wire);
    assert(request.isUma() && request.umaMajorVersion === 1, "is not a UMA 1.x pay request");
    await verify(uma.verifyPayReqSignature(request, keyResponse(message.publicKey), nonces()));
    const { compliance, identifier } = request.payerData;
    await verifyBacking(message, compliance.backingSignatures, (cache) => uma.verifyPayReqBackingSignatures(request, cache));
    compare(message, {
      payerIdentifier: identifier,
      amount: request.amount,
      convert: request.receivingCurrencyCode,
      amountCurrency: request.sendingAmountCurrencyCode ?? null,
    });
    if ("travelRule" in message) {
      const box = compliance.encryptedTravelRuleInfo;
      compare(message, { travelRule: box ? Buffer.from(ecies.decrypt(message.decryptionKey, hex(box))).toString() : null });
    }
  },

  async payResponse(message) {
    const response = uma.PayReqResponse.fromJson(message.wire);
    assert(response.isUma(), "is not a UMA response");
    const parties = [response, message.payerIdentifier, message.payeeIdentifier];
    await verify(uma.verifyPayReqResponseSignature(...parties, keyResponse(message.publicKey), nonces()));
    await verifyBacking(message, response.payeeData.compliance.backingSignatures, (cache) =>
      uma.verifyPayReqResponseBackingSignatures(...parties, cache));
    compare(message, { pr: response.pr, convertedAmount: response.converted.amount });
  },

  async postTransactionCallback(message) {
    const callback = uma.parsePostTransactionCallback(message.wire);
    await verify(uma.verifyPostTransactionCallbackSignature(callback, keyResponse(message.publicKey), nonces()));
    compare(message, { vaspDomain: callback.vaspDomain });
  },

  // The SDK has no parser for errors, only the table of codes.
  error(message) {
    const body = JSON.parse(message.wire);
    assert.equal(body.status, "ERROR");
    assert.equal(typeof body.reason, "string");
    if (CODES_NOT_IN_SDK.includes(body.code)) return;
    const known = Object.values(uma.ErrorCode).find((entry) => entry.code === body.code);
    assert(known, `the SDK does not know the code ${body.code}`);
    compare(message, { code: known.code, httpStatus: known.httpStatusCode, supportedMajorVersions: body.supportedMajorVersions });
  },

  invoice(message) {
    const invoice = uma.InvoiceSerializer.fromBech32(message.wire);
    const { signed, signature } = splitInvoice(message.wire);
    assert(verifyDigest(signed, signature, message.publicKey), "signature does not verify");
    compare(message, { receiverUma: invoice.receiverUma, amount: invoice.amount });
  },

  signature(message) {
    assert(verifyDigest(Buffer.from(message.payload), hex(message.signature), message.publicKey), "signature does not verify");
  },

  ecies(message) {
    compare(message, { plaintext: Buffer.from(ecies.decrypt(message.privateKey, hex(message.ciphertext))).toString() });
  },
};

let failures = 0;
for (const message of messages ?? vectors) {
  const { name, kind } = message;
  if (!(kind in checks)) {
    console.log(`skip  ${kind}: ${name}`);
    continue;
  }
  const expected = message.expect ?? ((message.valid ?? true) ? "accept" : "reject");
  let seen = "accept";
  let reason = "";
  try {
    await checks[kind](message);
  } catch (problem) {
    seen = "reject";
    reason = ` (${String(problem.message).replace(/\s+/g, " ").slice(0, 120)})`;
  }
  if (seen !== expected) failures += 1;
  console.log(`${seen === expected ? "ok  " : "FAIL"}  ${kind}: ${name}: ${seen}${reason}`);
}
console.log(`${failures} failed`);
process.exitCode = failures ? 1 : 0;
