import { createPublicKey, verify } from "node:crypto";

// `header` is the value of X-Svc-Signature, `body` a Buffer of the exact bytes, `pem` the platform's public key.
export function isSigned(header, body, pem) {
  try {
    const text = header.startsWith("{") ? JSON.parse(header).s : header;
    return verify("sha256", body, createPublicKey(pem), Buffer.from(text, "base64"));
  } catch {
    return false;
  }
}
