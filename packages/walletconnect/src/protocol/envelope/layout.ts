/** Bytes. */
export const envelopeSizes = { publicKey: 32, iv: 12, tag: 16 } as const

/**
 * Letters of an envelope's text. `sent` is what the public relay takes of an answer to a request (about 72 kB unsealed); what is received may be
 * longer, as other relays bear more, but not without end.
 */
export const envelopeLimits = { sent: 98_304, received: 1_048_576 } as const
