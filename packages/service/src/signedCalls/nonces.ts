import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Orm } from '../db/database.js'
import type { nonceTable } from '../db/nonceTable.js'
import { deriveKey, type KeyRing } from '../seal/namedKeys.js'

/** The time that a nonce counts, in seconds. */
const nonceSeconds = 60
/** 12 random bytes, the second in which it is over in 4, and 16 of a keyed hash of both: of nonces that are never used nothing is kept. */
const [randomLength, bodyLength, length] = [12, 16, 32] as const

export interface Nonces {
  give(): string
  /** @returns when a nonce of this server's is over; null where it is, or isn't this server's */
  expiryOf(nonce: string): Date | null
  /** @returns whether it is used for the first time */
  spend(request: { readonly nonce: string; readonly expiresAt: Date }): Promise<boolean>
}

export interface NoncesParameters {
  /** the current one first; nonces of each are taken */
  readonly keys: KeyRing
  /** what the nonces are for, such as `login nonce` */
  readonly use: string
  readonly spend: Nonces['spend']
  readonly now: () => number
  readonly randomBytes: (length: number) => Uint8Array
}

export function createNonces({ keys, use, spend, now, randomBytes }: NoncesParameters): Nonces {
  const current = deriveKey({ use, key: keys[0] })
  const all = keys.map((key) => deriveKey({ use, key }))
  const hash = (key: Uint8Array, body: Uint8Array) =>
    createHmac('sha256', key).update(body).digest().subarray(0, bodyLength)
  return {
    give() {
      const body = Buffer.alloc(bodyLength)
      body.set(randomBytes(randomLength))
      body.writeUInt32BE(Math.floor(now() / 1000) + nonceSeconds, randomLength)
      return Buffer.concat([body, hash(current, body)]).toString('base64url')
    },
    expiryOf(nonce) {
      const bytes = Buffer.from(nonce, 'base64url')
      if (bytes.length !== length) return null
      const [body, said] = [bytes.subarray(0, bodyLength), bytes.subarray(bodyLength)]
      if (!all.some((key) => timingSafeEqual(hash(key, body), said))) return null
      const expiresAt = new Date(body.readUInt32BE(randomLength) * 1000)
      return expiresAt.getTime() < now() ? null : expiresAt
    },
    spend,
  }
}

/** Uses nonces up in a table of the database that all nodes share: whichever writes one first has used it. */
export const spendIn =
  ({
    orm,
    table,
  }: {
    readonly orm: Pick<Orm, 'insert'>
    readonly table: ReturnType<typeof nonceTable>
  }): Nonces['spend'] =>
  async (used) => {
    const written = await orm.insert(table).values(used).onConflictDoNothing().returning({ nonce: table.nonce })
    return written.length > 0
  }
