"use strict";

// Causeway Rail Protocol 1: signatures, and HTTP on both sides. Needs Node.js 18 and nothing else.

const crypto = require("node:crypto");
const fs = require("node:fs");
const http = require("node:http");
const https = require("node:https");

const { parse } = require("./json.js");

const ORDER_LIMIT = 64 * 1024; // bytes of an order
const PAGE_LIMIT = 1024 * 1024; // bytes of a page of the feed, or of a push
const FRESH_SECONDS = 300;

const REQUEST_PARTS = '("@method" "@path" "@query" "content-digest" "crp-rail")';
const ANSWER_PARTS = '("@status" "content-digest" "crp-rail")';
const BOUND_PARTS = '("@status" "content-digest" "crp-rail" "signature";req;key="crp")';
const CREATED = "created=([0-9]{1,12})";
const NONCE = 'nonce="[A-Za-z0-9_-]{22,86}"';
const KEY = 'keyid="([0-9a-f]{16})";alg="ed25519"';
const escaped = (text) => text.replace(/[()]/g, "\\$&");
const REQUEST_INPUT = new RegExp(
  `^crp=(${escaped(REQUEST_PARTS)};${CREATED};${NONCE};${KEY};tag="crp-request")$`,
);
const ANSWER_INPUT = new RegExp(`^crp=(${escaped(BOUND_PARTS)};${CREATED};${KEY};tag="crp-response")$`);

/** An answer that is an error. */
class CrpError extends Error {
  constructor(status, code, message, more = {}) {
    super(message);
    Object.assign(this, { status, code, field: null, details: null }, more);
  }

  content() {
    const { code, message, field, details } = this;
    return { error: { code, message, field, details } };
  }
}

/** No answer that can be believed. */
class NoAnswer extends Error {}

const instant = (millis = Date.now()) => new Date(millis).toISOString();
const digest = (body) => `sha-256=:${crypto.createHash("sha256").update(body).digest("base64")}:`;
const keyId = (raw) => crypto.createHash("sha256").update(raw).digest("hex").slice(0, 16);

/** Compares without telling by its time how much is equal. */
function same(one, other) {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && crypto.timingSafeEqual(left, right);
}

/** Returns the bytes of Base64, or `undefined` if it is written in another way than the usual one. */
function decode(text, length) {
  const bytes = Buffer.from(text, "base64");
  return bytes.length === length && bytes.toString("base64") === text ? bytes : undefined;
}

/** Reads the private key in a file. The first call makes it, for its owner's eyes only. */
function readKey(path) {
  if (!fs.existsSync(path)) {
    const file = fs.openSync(path, "wx", 0o600);
    fs.writeSync(file, `${crypto.randomBytes(32).toString("base64")}\n`);
    fs.fsyncSync(file);
    fs.closeSync(file);
  }
  const seed = decode(fs.readFileSync(path, "utf8").trim(), 32);
  if (!seed) throw new Error(`${path} has no key`);
  const der = Buffer.concat([Buffer.from("302e020100300506032b657004220420", "hex"), seed]);
  return crypto.createPrivateKey({ key: der, format: "der", type: "pkcs8" });
}

function rawPublicKey(privateKey) {
  const { x } = crypto.createPublicKey(privateKey).export({ format: "jwk" });
  return Buffer.from(x, "base64url");
}

function readPublicKey(text) {
  const raw = decode(text, 32);
  if (!raw) throw new Error("a public key is the Base64 of 32 bytes");
  const jwk = { kty: "OKP", crv: "Ed25519", x: raw.toString("base64url") };
  return [keyId(raw), crypto.createPublicKey({ key: jwk, format: "jwk" })];
}

/** Returns the signature in a header as Base64, or `undefined` if it is not readable. */
function signatureOf(header = "") {
  const text = /^crp=:([A-Za-z0-9+/]{86}==):$/.exec(header)?.[1];
  return text && decode(text, 64) ? text : undefined;
}

function requestBase(method, target, contentDigest, rail, parameters) {
  const at = target.indexOf("?");
  const [path, query] = at < 0 ? [target, "?"] : [target.slice(0, at), target.slice(at)];
  return [
    `"@method": ${method}`,
    `"@path": ${path}`,
    `"@query": ${query}`,
    `"content-digest": ${contentDigest}`,
    `"crp-rail": ${rail}`,
    `"@signature-params": ${parameters}`,
  ].join("\n");
}

function answerBase(status, contentDigest, rail, requestSignature, parameters) {
  const bound = requestSignature ? [`"signature";req;key="crp": :${requestSignature}:`] : [];
  return [
    `"@status": ${status}`,
    `"content-digest": ${contentDigest}`,
    `"crp-rail": ${rail}`,
    ...bound,
    `"@signature-params": ${parameters}`,
  ].join("\n");
}

/** The id of a rail, our private key, and the public keys of the other side. */
class Keys {
  constructor(rail, own, theirs) {
    Object.assign(this, { rail, own, theirs: new Map(theirs.map(readPublicKey)) });
    this.id = keyId(rawPublicKey(own));
  }

  headers(base, body, parameters) {
    const signature = crypto.sign(null, Buffer.from(base, "latin1"), this.own).toString("base64");
    return {
      "Content-Digest": digest(body),
      "Crp-Rail": this.rail,
      "Signature-Input": `crp=${parameters}`,
      Signature: `crp=:${signature}:`,
    };
  }

  signRequest(method, target, body) {
    const nonce = crypto.randomBytes(16).toString("base64url");
    const created = `created=${Math.floor(Date.now() / 1000)};nonce="${nonce}"`;
    const parameters = `${REQUEST_PARTS};${created};keyid="${this.id}";alg="ed25519";tag="crp-request"`;
    return this.headers(requestBase(method, target, digest(body), this.rail, parameters), body, parameters);
  }

  signAnswer(status, body, requestSignature) {
    const parts = requestSignature ? BOUND_PARTS : ANSWER_PARTS;
    const created = `created=${Math.floor(Date.now() / 1000)}`;
    const parameters = `${parts};${created};keyid="${this.id}";alg="ed25519";tag="crp-response"`;
    const base = answerBase(status, digest(body), this.rail, requestSignature, parameters);
    return this.headers(base, body, parameters);
  }

  verifyRequest(method, target, headers, body) {
    this.verify(REQUEST_INPUT, headers, body, (...parts) => requestBase(method, target, ...parts));
  }

  verifyAnswer(status, headers, body, requestSignature) {
    this.verify(ANSWER_INPUT, headers, body, (contentDigest, rail, parameters) =>
      answerBase(status, contentDigest, rail, requestSignature, parameters),
    );
  }

  /** Throws unless the headers sign a message of the other side. A doubled header has another form. */
  verify(form, headers, body, base) {
    const { "content-digest": contentDigest, "crp-rail": rail } = headers;
    const match = form.exec(headers["signature-input"] ?? "");
    const signature = signatureOf(headers.signature);
    if (!match || !signature || !contentDigest || !rail) {
      throw new CrpError(401, "UNSIGNED", "A header of the signature is missing or of another form.");
    }
    const [, parameters, created, id] = match;
    const key = this.theirs.get(id);
    if (!key) throw new CrpError(401, "UNKNOWN_KEY", `The key ${id} is unknown.`);
    if (!same(contentDigest, digest(body))) {
      throw new CrpError(401, "BAD_SIGNATURE", "The body has another digest.");
    }
    const covered = Buffer.from(base(contentDigest, rail, parameters), "latin1");
    if (!crypto.verify(null, covered, key, Buffer.from(signature, "base64"))) {
      throw new CrpError(401, "BAD_SIGNATURE", "The signature is wrong.");
    }
    if (!same(rail, this.rail)) throw new CrpError(401, "WRONG_RAIL", "This is another rail.");
    if (Math.abs(Math.floor(Date.now() / 1000) - Number(created)) > FRESH_SECONDS) {
      const details = { now: instant() };
      throw new CrpError(401, "STALE", "The clocks differ by more than 300 seconds.", { details });
    }
  }
}

/** Reads a body. Returns `undefined` if it breaks off. */
async function readBody(request) {
  const length = request.headers["content-length"] ?? "0";
  if (request.headers["transfer-encoding"] || !/^[0-9]{1,15}$/.test(length)) {
    throw new CrpError(400, "MALFORMED", "Send the length in Content-Length.", { isUnread: true });
  }
  if (Number(length) > ORDER_LIMIT) {
    throw new CrpError(413, "TOO_LARGE", `At most ${ORDER_LIMIT} bytes.`, { isUnread: true });
  }
  const parts = [];
  try {
    for await (const part of request) parts.push(part);
  } catch {
    return undefined;
  }
  return Buffer.concat(parts);
}

/** Makes a server. `operate(method, path, query, body)` answers verified requests; `memory()` is added. */
function serve(keys, operate, memory) {
  async function exchange(request, response) {
    const { method, url } = request;
    let [status, content, isUnread] = [200, undefined, false];
    try {
      const body = await readBody(request);
      if (!body) return;
      keys.verifyRequest(method, url, request.headers, body);
      const [path, query = ""] = url.split(/\?(.*)/s);
      content = await operate(method, path, query, body);
      content = { ...content, memory: memory() };
    } catch (problem) {
      [status, content, isUnread] = failure(problem, memory);
    }
    const body = Buffer.from(JSON.stringify(content));
    const signed = keys.signAnswer(status, body, signatureOf(request.headers.signature));
    const headers = { ...signed, "Content-Type": "application/json", "Content-Length": body.length };
    if (isUnread) headers.Connection = "close";
    response.writeHead(status, headers).end(method === "HEAD" ? undefined : body);
    if (isUnread) request.resume();
    console.error(`${method} ${JSON.stringify(url)} ${status}`);
  }

  const server = http.createServer({ connectionsCheckingInterval: 5000 }, exchange);
  Object.assign(server, { requestTimeout: 15000, headersTimeout: 15000, keepAliveTimeout: 60000 });
  server.maxConnections = 256;
  server.on("clientError", (_, socket) => {
    if (!socket.writable) return socket.destroy();
    const error = new CrpError(400, "MALFORMED", "Not HTTP/1.1.");
    const body = Buffer.from(JSON.stringify({ ...error.content(), memory: null }));
    const headers = { ...keys.signAnswer(400, body), "Content-Length": body.length, Connection: "close" };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    socket.end(`HTTP/1.1 400 Bad Request\r\n${lines.join("\r\n")}\r\n\r\n${body}`);
  });
  return server;
}

function failure(problem, memory) {
  let error = problem;
  if (!(error instanceof CrpError)) {
    console.error(`internal error: ${problem.name}`);
    error = new CrpError(500, "INTERNAL", "An internal error, see the log.");
  }
  try {
    return [error.status, { ...error.content(), memory: memory() }, Boolean(error.isUnread)];
  } catch {
    return [503, new CrpError(503, "UNAVAILABLE", "The store does not work.").content(), true];
  }
}

/** Sends a request, and resolves with status, headers and body of its answer. */
function send(url, method, body, headers, timeout) {
  const { request } = url.protocol === "https:" ? https : http;
  return new Promise((resolve, reject) => {
    const target = url.pathname + url.search;
    const options = { method, path: target, headers, agent: false };
    const sent = request({ ...options, hostname: url.hostname, port: url.port }, (answer) => {
      const parts = [];
      let length = 0;
      answer.on("data", (part) => {
        length += part.length;
        if (length > PAGE_LIMIT) sent.destroy(new NoAnswer("too long"));
        parts.push(part);
      });
      answer.on("end", () => {
        clearTimeout(timer);
        if (!answer.complete) return reject(new NoAnswer("half an answer"));
        resolve({ status: answer.statusCode, headers: answer.headers, body: Buffer.concat(parts) });
      });
      answer.on("error", reject);
    });
    const timer = setTimeout(() => sent.destroy(new NoAnswer("no answer in time")), timeout);
    sent.on("error", (error) => {
      clearTimeout(timer);
      reject(error);
    });
    sent.end(body);
  });
}

/** Calls the other side, and resolves with its signed answer. Rejects if there is none. */
async function call(url, keys, method, content) {
  const body = Buffer.from(JSON.stringify(content));
  const signed = keys.signRequest(method, url.pathname + url.search, body);
  const headers = { ...signed, "Content-Type": "application/json", "Content-Length": body.length };
  const answer = await send(url, method, body, headers, 6000);
  keys.verifyAnswer(answer.status, answer.headers, answer.body, signatureOf(signed.Signature));
  return { ...answer, content: parse(answer.body) };
}

module.exports = { CrpError, Keys, call, digest, instant, parse, rawPublicKey, readKey, send, serve };
