/** Half of a surrogate pair: written as UTF-8 it is another letter. */
const isBroken = /\p{Cs}/u

/** A message as the text that it is. @returns undefined for bytes that are no text, and for half of a surrogate pair */
export function messageText(message: string | Uint8Array): string | undefined {
  if (typeof message === 'string') return isBroken.test(message) ? undefined : message
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(message)
  } catch {
    return undefined // no UTF-8
  }
}

/** A message as the bytes that it is. @returns undefined for half of a surrogate pair */
export function messageBytes(message: string | Uint8Array): Uint8Array | undefined {
  if (typeof message !== 'string') return message
  return isBroken.test(message) ? undefined : new TextEncoder().encode(message)
}
