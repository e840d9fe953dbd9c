/** Half of a surrogate pair is no text: wallets would sign another letter in its place. */
const isBroken = /\p{Cs}/u

/** A message's bytes as the text that they are, for wallets that sign text alone. @throws what `refuse` makes, for what is no text */
export function messageText(message: string | Uint8Array, refuse: (cause: unknown) => Error): string {
  if (typeof message === 'string') {
    if (isBroken.test(message)) throw refuse(undefined)
    return message
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(message)
  } catch (cause) {
    throw refuse(cause)
  }
}
