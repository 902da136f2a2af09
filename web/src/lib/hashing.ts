/**
 * The two hashes that a record is checked with. A browser does them itself on a page that came over
 * https or from this machine; on a plain page in a home network they are reckoned in the page.
 */

export type Bytes = Uint8Array<ArrayBuffer>;

export interface Hashing {
  sha256(bytes: Bytes): Promise<Uint8Array>;
  /** HMAC-SHA-256 with the secret. */
  hmac(message: Bytes): Promise<Uint8Array>;
}

export async function hashing(secret: Bytes): Promise<Hashing> {
  const { subtle } = crypto as { subtle?: SubtleCrypto };
  return subtle ? byBrowser(subtle, secret) : byPage(secret);
}

async function byBrowser(subtle: SubtleCrypto, secret: Bytes): Promise<Hashing> {
  const key = await subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return {
    sha256: async (bytes) => new Uint8Array(await subtle.digest("SHA-256", bytes)),
    hmac: async (message) => new Uint8Array(await subtle.sign("HMAC", key, message)),
  };
}

/** Fetched only where it is needed. */
async function byPage(secret: Bytes): Promise<Hashing> {
  const [{ sha256 }, { hmac }] = await Promise.all([import("@noble/hashes/sha2.js"), import("@noble/hashes/hmac.js")]);
  return {
    sha256: async (bytes) => sha256(bytes),
    hmac: async (message) => hmac(sha256, secret, message),
  };
}
