/** A message's bytes as the text that they are, for wallets that sign text alone. @throws what `refuse` makes, for bytes that are no text */
export function messageText(message: string | Uint8Array, refuse: (cause: unknown) => Error): string {
  if (typeof message === 'string') return message
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(message)
  } catch (cause) {
    throw refuse(cause)
  }
}
