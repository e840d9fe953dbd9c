const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
/** Of 62 letters each: 142 bits. */
const nonceLength = 24

/**
 * Makes a nonce for a sign-in: 24 letters and digits, 142 bits from the platform's generator, each letter as likely as any other [F6].
 *
 * @param random - fills bytes; WebCrypto's by default
 * @example createNonce() // 'kEWepMt9knR6lWJ6A1b9mQXz'
 */
export function createNonce(
  random: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array = (bytes) => crypto.getRandomValues(bytes),
): string {
  let nonce = ''
  while (nonce.length < nonceLength)
    // The bytes from 248 on would make the first letters likelier than the others.
    for (const byte of random(new Uint8Array(nonceLength)))
      if (byte < 248 && nonce.length < nonceLength) nonce += letters.charAt(byte % letters.length)
  return nonce
}
