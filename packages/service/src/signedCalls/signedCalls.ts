import { createHmac, timingSafeEqual } from 'node:crypto'
import { isSignedBody, type SignedBody } from '@foyer/custody/signed'
import type { Orm } from '../db/database.js'
import type { nonceTable } from '../db/nonceTable.js'
import { ApiError } from '../errors/ApiError.js'
import { deriveKey, type KeyRing } from '../seal/namedKeys.js'

/** A signed call isn't signed by the key that it names, or its nonce was used, is over or isn't this server's. */
export class SignatureRefusedError extends ApiError {
  constructor({ field }: { field: 'nonce' | 'signature' }) {
    const description =
      field === 'nonce' ? 'The nonce was used before, or is over. Ask for another.' : 'The signature is not valid.'
    super({ code: 'signature_refused', status: 401, name: field, description })
  }
}

/** A signed payload, and its signer. */
export interface Signed<Payload> {
  readonly payload: Payload
  /** the public key of the device or the browser, as it stands on the wire */
  readonly signer: string
}

/** Calls that a device signs, over a nonce of this server's. */
export interface SignedCalls {
  /** Gives a nonce for one call within 60 seconds. Nothing is kept of it until then. */
  nonce(): string
  /**
   * Checks a body's signature and uses its nonce up: of several that use one at once, on whichever nodes, one is taken.
   * @returns the key that signed
   * @throws SignatureRefusedError naming `nonce` or `signature`
   */
  signerOf(request: { readonly call: string; readonly body: SignedBody }): Promise<string>
}

/** The time that a nonce counts, in seconds. */
const nonceSeconds = 60
/** 12 random bytes, the second in which it is over in 4, and 16 of a keyed hash of both: of nonces that are never used nothing is kept. */
const [randomLength, bodyLength, length] = [12, 16, 32] as const

/** @returns whether a nonce is used for the first time */
type Spend = (used: { readonly nonce: string; readonly expiresAt: Date }) => Promise<boolean>

interface CreateSignedCalls {
  /** the current one first; nonces of each are taken */
  readonly keys: KeyRing
  /** what the nonces are for, such as `login nonce` */
  readonly use: string
  readonly spend: Spend
  readonly now: () => number
  readonly randomBytes: (length: number) => Uint8Array
}

export function createSignedCalls({ keys, use, spend, now, randomBytes }: CreateSignedCalls): SignedCalls {
  const current = deriveKey({ use, key: keys[0] })
  const all = keys.map((key) => deriveKey({ use, key }))
  const hash = (key: Uint8Array, body: Uint8Array) =>
    createHmac('sha256', key).update(body).digest().subarray(0, bodyLength)
  /** When a nonce of this server's is over; null where it is, or isn't this server's. */
  const expiryOf = (nonce: string): Date | null => {
    const bytes = Buffer.from(nonce, 'base64url')
    if (bytes.length !== length) return null
    const [body, said] = [bytes.subarray(0, bodyLength), bytes.subarray(bodyLength)]
    if (!all.some((key) => timingSafeEqual(hash(key, body), said))) return null
    const expiresAt = new Date(body.readUInt32BE(randomLength) * 1000)
    return expiresAt.getTime() < now() ? null : expiresAt
  }
  return {
    nonce() {
      const body = Buffer.alloc(bodyLength)
      body.set(randomBytes(randomLength))
      body.writeUInt32BE(Math.floor(now() / 1000) + nonceSeconds, randomLength)
      return Buffer.concat([body, hash(current, body)]).toString('base64url')
    },
    async signerOf({ call, body }) {
      const expiresAt = expiryOf(body.nonce)
      if (expiresAt === null) throw new SignatureRefusedError({ field: 'nonce' })
      if (!(await isSignedBody({ call, body }))) throw new SignatureRefusedError({ field: 'signature' })
      if (!(await spend({ nonce: body.nonce, expiresAt }))) throw new SignatureRefusedError({ field: 'nonce' })
      return body.key
    },
  }
}

interface SpendIn {
  readonly orm: Pick<Orm, 'insert'>
  readonly table: ReturnType<typeof nonceTable>
}

/** Uses nonces up in a table of the database that all nodes share: whichever writes one first has used it. */
export const spendIn =
  ({ orm, table }: SpendIn): Spend =>
  async (used) => {
    const written = await orm.insert(table).values(used).onConflictDoNothing().returning({ nonce: table.nonce })
    return written.length > 0
  }
