import { base58, base64 } from '@scure/base'

/** The 32 bytes of a key of ed25519, as NEAR writes it. @returns undefined for a key of another curve, and for what is none */
export function keyIn(written: string): Uint8Array | undefined {
  const bytes = decoded(written.startsWith('ed25519:') ? written.slice('ed25519:'.length) : '', base58)
  return bytes?.length === 32 ? bytes : undefined
}

/** A signature of ed25519: in base64 (NEP-413), or as keys are written, as some wallets do. @returns undefined for what isn't 64 bytes */
export function signatureIn(written: string): Uint8Array | undefined {
  if (written.length > 128) return undefined
  const bytes = written.startsWith('ed25519:')
    ? decoded(written.slice('ed25519:'.length), base58)
    : decoded(written, base64)
  return bytes?.length === 64 ? bytes : undefined
}

/** The 32 bytes of a message's nonce, from base64. @returns undefined for what is none */
export function nonceIn(written: string): Uint8Array | undefined {
  const bytes = decoded(written, base64)
  return bytes?.length === 32 ? bytes : undefined
}

function decoded(text: string, coder: { decode(text: string): Uint8Array }): Uint8Array | undefined {
  try {
    return coder.decode(text)
  } catch {
    return undefined // letters that aren't its own
  }
}
