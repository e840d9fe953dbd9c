import { createCipheriv, createDecipheriv } from 'node:crypto'
import * as v from 'valibot'

/** A key that secrets in the database are sealed with, and its name. */
export interface SealingKey {
  readonly name: string
  /** 32 bytes */
  readonly bytes: Uint8Array
}

/** A secret as the database holds it. */
export interface Sealed {
  /** IV, tag and ciphertext in base64 */
  readonly text: string
  /** the name of the key that opens it */
  readonly keyName: string
}

/** AES-256-GCM under the operator's keys. */
export interface Sealing {
  /** The key that new secrets are sealed with. */
  readonly currentName: string
  /** @param request.about - what the secret belongs to; it opens for nothing else */
  seal(request: { secret: Uint8Array; about: string }): Sealed
  /** @throws {@link SealError} */
  open(request: { sealed: Sealed; about: string }): Uint8Array
}

/** A secret can't be opened: its key isn't configured any more, or it isn't what was sealed. */
export class SealError extends Error {
  override readonly name = 'SealError'
  readonly code: 'key_missing' | 'not_authentic'

  constructor({ code, cause }: { code: SealError['code']; cause?: unknown }) {
    super(
      code === 'key_missing'
        ? 'A secret is sealed with a key that SESSION_KEYS no longer names. Add that key again, after the current one.'
        : "A sealed secret isn't what was sealed.",
      cause === undefined ? undefined : { cause },
    )
    this.code = code
  }
}

const sentence = 'must be keys such as "2026-01:<32 bytes in base64>", with commas between, the current one first'

const Key = v.pipe(
  v.string(),
  v.regex(/^[\w-]{1,32}:[A-Za-z0-9+/]{43}=$/, sentence),
  v.transform((text): SealingKey => {
    const [name = '', bytes = ''] = text.split(':')
    return { name, bytes: new Uint8Array(Buffer.from(bytes, 'base64')) }
  }),
)

/** `SESSION_KEYS`: the current key first, then those that open what is older. */
export const SealingKeys: v.GenericSchema<string, readonly SealingKey[]> = v.pipe(
  v.string(),
  v.transform((text) => text.split(',').map((part) => part.trim())),
  v.array(Key),
  v.check((keys) => new Set(keys.map(({ name }) => name)).size === keys.length, 'must name each key once'),
)

const ivBytes = 12
const tagBytes = 16

/**
 * @param parameters.keys - the first seals, all open: a key is changed by putting a new one before it
 * @returns null when there is no key
 */
export function createSealing({
  keys,
  randomBytes,
}: {
  keys: readonly SealingKey[]
  randomBytes: (length: number) => Uint8Array
}): Sealing | null {
  const [current] = keys
  if (current === undefined) return null
  return {
    currentName: current.name,
    seal({ secret, about }) {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv('aes-256-gcm', current.bytes, iv).setAAD(associated(current.name, about))
      const sealed = [cipher.update(secret), cipher.final()]
      return { text: Buffer.concat([iv, cipher.getAuthTag(), ...sealed]).toString('base64'), keyName: current.name }
    },
    open({ sealed: { text, keyName }, about }) {
      const key = keys.find(({ name }) => name === keyName)
      if (key === undefined) throw new SealError({ code: 'key_missing' })
      const bytes = Buffer.from(text, 'base64')
      const options = { authTagLength: tagBytes }
      try {
        const decipher = createDecipheriv('aes-256-gcm', key.bytes, bytes.subarray(0, ivBytes), options)
          .setAAD(associated(keyName, about))
          .setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
        return new Uint8Array(Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]))
      } catch (cause) {
        throw new SealError({ code: 'not_authentic', cause })
      }
    },
  }
}

const associated = (keyName: string, about: string) => Buffer.from(JSON.stringify(['foyer seal 1', keyName, about]))
