import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { deriveKey, type KeyRing, type NamedKey } from './namedKeys.js'

/** A sealed secret can't be opened: its key is named by no variable any more, or it isn't what was sealed for its row. */
export class SealError extends Error {
  override readonly name = 'SealError'
  readonly code: 'key_missing' | 'does_not_open'
  readonly keyName: string

  constructor({ code, keyName, cause }: { code: SealError['code']; keyName: string; cause?: unknown }) {
    const said =
      code === 'key_missing'
        ? `Rows are sealed with the key "${keyName}", which is no longer given. Give it again, after the current one.`
        : `A row that was sealed with the key "${keyName}" doesn't open: the key has another value, or the row was changed.`
    super(said, { cause })
    this.code = code
    this.keyName = keyName
  }
}

/** A row's secret as a database keeps it: under a key of the row's own, which is under one of the operator's. */
export interface SealedSecret {
  /** the name of the operator's key */
  readonly keyName: string
  /** the row's key, sealed, in base64url */
  readonly rowKey: string
  /** the secret under the row's key, in base64url */
  readonly sealed: string
}

/** The row's key under the operator's. */
type WrappedKey = Pick<SealedSecret, 'keyName' | 'rowKey'>

interface OfRow {
  /** Which row it is of: what was sealed in one row doesn't open in another. */
  readonly row: readonly string[]
}

export type SealedRows = ReturnType<typeof createSealedRows>

/**
 * Seals secrets of rows, so that a database or its backup alone gives nothing. Changing the operator's key seals the rows' keys anew and leaves what is
 * under them.
 * @param parameters.use - what the rows are of, such as `login doors`: keys of two uses are two keys
 */
export function createSealedRows({ keys, use }: { readonly keys: KeyRing; readonly use: string }) {
  const [current] = keys
  const keyOf = (key: NamedKey) => deriveKey({ use, key })
  const keyNamed = (name: string) => {
    const key = keys.find((each) => each.name === name)
    if (key === undefined) throw new SealError({ code: 'key_missing', keyName: name })
    return keyOf(key)
  }
  const wrap = (row: OfRow['row'], rowKey: Uint8Array): WrappedKey => ({
    keyName: current.name,
    rowKey: encrypt({ key: keyOf(current), bytes: rowKey, beside: [use, 'row key', ...row] }),
  })
  const unwrap = (row: OfRow['row'], { keyName, rowKey }: WrappedKey) =>
    decrypt({ key: keyNamed(keyName), text: rowKey, beside: [use, 'row key', ...row], keyName })
  return {
    seal({ row, secret }: OfRow & { readonly secret: Uint8Array }): SealedSecret {
      const rowKey = randomBytes(32)
      return { ...wrap(row, rowKey), sealed: encrypt({ key: rowKey, bytes: secret, beside: [use, 'secret', ...row] }) }
    },
    /** @throws {@link SealError} for a key that isn't there any more, and for what was changed or is of another row */
    open({ row, sealed }: OfRow & { readonly sealed: SealedSecret }): Uint8Array {
      const { keyName } = sealed
      return decrypt({ key: unwrap(row, sealed), text: sealed.sealed, beside: [use, 'secret', ...row], keyName })
    },
    /** Seals the row's key under the current key. @returns null where it is already. @throws {@link SealError} */
    rewrap({ row, sealed }: OfRow & { readonly sealed: WrappedKey }): WrappedKey | null {
      return sealed.keyName === current.name ? null : wrap(row, unwrap(row, sealed))
    },
  }
}

const [ivLength, tagLength] = [12, 16] as const

interface Encrypt {
  readonly key: Uint8Array
  readonly bytes: Uint8Array
  readonly beside: readonly string[]
}

/** AES-256-GCM: a random nonce, the text, its tag. */
function encrypt({ key, bytes, beside }: Encrypt): string {
  const iv = randomBytes(ivLength)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(besideBytes(beside))
  return Buffer.concat([iv, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]).toString('base64url')
}

interface Decrypt extends Omit<Encrypt, 'bytes'> {
  readonly text: string
  readonly keyName: string
}

function decrypt({ key, text, beside, keyName }: Decrypt): Uint8Array {
  const bytes = Buffer.from(text, 'base64url')
  if (bytes.length < ivLength + tagLength) throw new SealError({ code: 'does_not_open', keyName })
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivLength))
    .setAAD(besideBytes(beside))
    .setAuthTag(bytes.subarray(-tagLength))
  try {
    const text = decipher.update(bytes.subarray(ivLength, -tagLength))
    return new Uint8Array(Buffer.concat([text, decipher.final()]))
  } catch (cause) {
    throw new SealError({ code: 'does_not_open', keyName, cause })
  }
}

const besideBytes = (beside: readonly string[]): Uint8Array => Buffer.from(JSON.stringify(beside))
