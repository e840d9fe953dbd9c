import { conformityFault, sessionFault } from '../protocol/checkNamespaces.js'
import type { Ciphers } from '../protocol/cipher/ciphers.js'
import { deriveSymKey, topicOf } from '../protocol/cipher/keys.js'
import { bytesToHex, hexToBytes } from '../protocol/codec.js'
import { InvalidNamespacesError, InvalidPayloadError } from '../protocol/errors.js'
import * as peerFailures from '../protocol/failures.js'
import { familyOf } from '../protocol/families.js'
import type { SessionProperties } from '../protocol/messages.js'
import type { ProposalNamespaces, SessionNamespaces } from '../protocol/namespaces.js'
import type { PayloadFailure } from '../protocol/payload.js'

/**
 * Checks what a user agreed to before an application is answered.
 *
 * @throws InvalidNamespacesError where it is malformed, lacks what is required, or says something of what it doesn't grant
 */
export function checkGrant({
  namespaces,
  required,
  scopedProperties = {},
}: Pick<SessionProperties, 'scopedProperties'> & {
  readonly namespaces: SessionNamespaces
  readonly required: ProposalNamespaces
}): void {
  const families = new Set(Object.keys(namespaces).map(familyOf))
  const areScopesGranted = Object.keys(scopedProperties).every((key) => families.has(familyOf(key)))
  const failure =
    sessionFault(namespaces) ??
    conformityFault({ required, granted: namespaces }) ??
    (areScopesGranted ? undefined : peerFailures.unsupportedNamespace)
  if (failure) throw new InvalidNamespacesError({ failure })
}

/** The answer to a call that can't be read or granted; undefined where the fault isn't the application's. */
export function grantFailureOf(error: unknown): PayloadFailure | undefined {
  if (error instanceof InvalidNamespacesError) return error.failure
  return error instanceof InvalidPayloadError ? { code: -32_602, message: 'Invalid params.' } : undefined
}

/** The keys of a session that is about to be; in hex. */
export interface NewSession {
  /** Ours. */
  readonly publicKey: string
  readonly symKey: string
  readonly topic: string
}

/**
 * Draws our key for a session with an application, and makes what both have in common.
 *
 * @throws UnusableKeyError where the application's is weak
 */
export async function newSession({
  ciphers,
  peerKey,
}: {
  readonly ciphers: Ciphers
  /** In hex. */
  readonly peerKey: string
}): Promise<NewSession> {
  const { privateKey, publicKey } = await ciphers.newKeyPair()
  try {
    const symKey = await deriveSymKey({ ciphers, privateKey, publicKey: hexToBytes(peerKey) })
    const topic = await topicOf({ ciphers, key: symKey })
    return { publicKey: bytesToHex(publicKey), symKey: bytesToHex(symKey), topic }
  } finally {
    privateKey.fill(0)
  }
}
