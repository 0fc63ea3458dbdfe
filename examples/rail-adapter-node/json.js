"use strict";

// Strict reading of JSON: one object, no member twice, bounded depth, and whole numbers apart from others.

const DEPTH_LIMIT = 32;
const TOKEN =
  /[\t\n\r ]*(?:([{}[\]:,])|("(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|(-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?)|(true|false|null))/y;

/** A number that is not written as a whole one, or is too large for one. */
class OtherNumber {}

class Reader {
  constructor(text) {
    this.text = text;
    this.at = 0;
    this.next();
  }

  /** Reads the next token. At the end of the text there is none. */
  next() {
    TOKEN.lastIndex = this.at;
    const match = TOKEN.exec(this.text);
    if (!match && /\S/.test(this.text.slice(this.at))) throw new Error("not JSON");
    [, this.mark, this.string, this.number, this.fraction, this.exponent, this.word] = match ?? [];
    this.at = match ? TOKEN.lastIndex : this.text.length;
    this.isEnd = !match;
  }

  expect(mark) {
    if (this.mark !== mark) throw new Error("not JSON");
    this.next();
  }

  value(depth) {
    if (this.mark === "{") return this.object(depth + 1);
    if (this.mark === "[") return this.list(depth + 1);
    const { string, number, word, fraction, exponent } = this;
    this.next();
    if (string !== undefined) return text(string);
    if (word !== undefined) return JSON.parse(word);
    if (number === undefined) throw new Error("not JSON");
    const isWhole = fraction === undefined && exponent === undefined;
    return isWhole && Number.isSafeInteger(Number(number)) ? Number(number) : new OtherNumber();
  }

  object(depth) {
    if (depth > DEPTH_LIMIT) throw new Error(`deeper than ${DEPTH_LIMIT}`);
    const members = new Map();
    this.next();
    while (this.mark !== "}") {
      if (members.size) this.expect(",");
      if (this.string === undefined) throw new Error("not JSON");
      const name = text(this.string);
      if (members.has(name)) throw new Error("a member occurs twice");
      this.next();
      this.expect(":");
      members.set(name, this.value(depth));
    }
    this.next();
    // Without a prototype, so that no member is one of the language.
    return Object.assign(Object.create(null), Object.fromEntries(members));
  }

  list(depth) {
    if (depth > DEPTH_LIMIT) throw new Error(`deeper than ${DEPTH_LIMIT}`);
    const items = [];
    this.next();
    while (this.mark !== "]") {
      if (items.length) this.expect(",");
      items.push(this.value(depth));
    }
    this.next();
    return items;
  }
}

function text(string) {
  const value = JSON.parse(string);
  for (const character of value) {
    const code = character.codePointAt(0);
    if (code >= 0xd800 && code < 0xe000) throw new Error("half a character");
  }
  return value;
}

/** Returns the object in a body, or throws. */
function parse(body) {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const reader = new Reader(decoder.decode(body));
  if (reader.mark !== "{") throw new Error("not an object");
  const value = reader.value(0);
  if (!reader.isEnd) throw new Error("more than one object");
  return value;
}

module.exports = { parse };
