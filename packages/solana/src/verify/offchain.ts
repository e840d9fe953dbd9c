/** How a message is laid out that a hardware wallet or the command line signs, so that it can't be a transaction. */
const mark = Uint8Array.from([0xff, ...new TextEncoder().encode('solana offchain')])
const domainBytes = 32
const keyBytes = 32
const signatureBytes = 64
/** Beyond it only the third format goes, which hardware wallets can't show. */
const shortest = 1_232
const longest = 65_535

/** A way to write an off-chain message. */
export interface OffchainMessageOptions {
  readonly text: Uint8Array
  readonly publicKey: Uint8Array
  /** 0 where it is left out. */
  readonly version?: 0 | 1 | undefined
  /** Of version 0: as the command line's tool writes it, with neither domain nor signers. */
  readonly withoutSigners?: boolean | undefined
  /** Of version 0: the 32 bytes that name an application; zeros where they are left out. */
  readonly applicationDomain?: Uint8Array | undefined
  /** Of version 0: 0 is printable ASCII, 1 UTF-8 and 2 long UTF-8; by the text where it is left out. */
  readonly format?: 0 | 1 | 2 | undefined
}

/**
 * Wraps a message as one of Solana's off-chain messages, for one signer.
 *
 * @returns undefined for a text of no bytes, or of more than 65535
 * @see https://docs.anza.xyz/proposals/off-chain-message-signing
 */
export function offchainMessage({
  text,
  publicKey,
  version = 0,
  withoutSigners = false,
  applicationDomain = new Uint8Array(domainBytes),
  format = formatOf(text),
}: OffchainMessageOptions): Uint8Array | undefined {
  if (text.length === 0 || text.length > longest) return undefined
  if (version === 1) return Uint8Array.from([...mark, 1, 1, ...publicKey, ...text])
  const signers = withoutSigners ? [] : [1, ...publicKey]
  const domain = withoutSigners ? [] : applicationDomain
  return Uint8Array.from([...mark, 0, ...domain, format, ...signers, text.length & 0xff, text.length >> 8, ...text])
}

/** 0 is printable ASCII, 1 UTF-8 of the same length at most, 2 longer UTF-8. */
function formatOf(text: Uint8Array): 0 | 1 | 2 {
  if (text.length > shortest) return 2
  return text.every((byte) => byte >= 0x20 && byte <= 0x7e) ? 0 : 1
}

const formats = [0, 1, 2] as const

/**
 * Writes all off-chain messages of a text that a verifier can know of by itself: of version 1, and of version 0 for no application. Wallets differ in where
 * one format ends, as Ledger's takes line breaks for ASCII, so each is tried.
 */
export function offchainForms(of: Pick<OffchainMessageOptions, 'text' | 'publicKey'>): readonly Uint8Array[] {
  const first = [false, true].flatMap((withoutSigners) => formats.map((format) => ({ ...of, withoutSigners, format })))
  return [{ ...of, version: 1 } as const, ...first].flatMap((each) => offchainMessage(each) ?? [])
}

/** An off-chain message taken apart. */
interface ReadOffchain {
  readonly text: Uint8Array
  /** In their order; none where it is written without signers. */
  readonly signers: readonly Uint8Array[]
}

/**
 * Reads the text out of an off-chain message of version 0 or 1, whatever application's domain it names.
 *
 * @returns undefined for what is none, has bytes behind its text, or isn't for this signer
 */
export function offchainText({
  bytes,
  publicKey,
}: {
  readonly bytes: Uint8Array
  readonly publicKey: Uint8Array
}): Uint8Array | undefined {
  const read = readOffchain(bytes)
  const isTheirs = read?.signers.length === 0 || read?.signers.some((each) => isSame(each, publicKey))
  return isTheirs ? read?.text : undefined
}

/**
 * Only one reading counts: an application's domain may be chosen so that a message without signers is one with them as well, of another text. What can be
 * read without them is read so, as it was then shown whole.
 */
function readOffchain(bytes: Uint8Array): ReadOffchain | undefined {
  if (!isOffchain(bytes)) return undefined
  const start = mark.length + 1
  if (bytes[mark.length] === 1) return ofVersion1(bytes.slice(start))
  return bytes[mark.length] === 0 ? (textAt(bytes, start) ?? withSigners(bytes, start + domainBytes)) : undefined
}

function ofVersion1(bytes: Uint8Array): ReadOffchain | undefined {
  const count = bytes[0] ?? 0
  const text = bytes.slice(1 + count * keyBytes)
  return count > 0 && text.length > 0 ? { text, signers: keysAt(bytes, { start: 1, count }) } : undefined
}

function withSigners(bytes: Uint8Array, formatAt: number): ReadOffchain | undefined {
  const count = bytes[formatAt + 1] ?? 0
  const start = formatAt + 2
  const read = count > 0 ? textAt(bytes, formatAt, start + count * keyBytes) : undefined
  return read && { text: read.text, signers: keysAt(bytes, { start, count }) }
}

/** The text behind its length, up to the end. */
function textAt(bytes: Uint8Array, formatAt: number, lengthAt = formatAt + 1): ReadOffchain | undefined {
  const text = bytes.slice(lengthAt + 2)
  const said = (bytes[lengthAt] ?? 0) | ((bytes[lengthAt + 1] ?? 0) << 8)
  return text.length > 0 && text.length === said && (bytes[formatAt] ?? 3) <= 2 ? { text, signers: [] } : undefined
}

const keysAt = (bytes: Uint8Array, { start, count }: { readonly start: number; readonly count: number }) =>
  Array.from({ length: count }, (_, index) => bytes.slice(start + index * keyBytes, start + (index + 1) * keyBytes))

/** Is it marked as an off-chain message? No transaction begins so. */
export const isOffchain = (bytes: Uint8Array): boolean => mark.every((byte, index) => bytes[index] === byte)

/** A signature with the off-chain message that it is of. */
export interface OffchainEnvelope {
  readonly signature: Uint8Array
  readonly message: Uint8Array
}

/** Writes the signature of an off-chain message's only signer in front of it, as Solana's envelopes have both. */
export const offchainEnvelope = ({ signature, message }: OffchainEnvelope): Uint8Array =>
  Uint8Array.from([1, ...signature, ...message])

/** Reads an envelope with one signature. @returns undefined for what is none, or has several signers */
export function readEnvelope(bytes: Uint8Array): OffchainEnvelope | undefined {
  const message = bytes.slice(1 + signatureBytes)
  const read = readOffchain(message)
  if (bytes[0] !== 1 || !read || read.signers.length > 1) return undefined
  return { signature: bytes.slice(1, 1 + signatureBytes), message }
}

/** Are two rows of bytes the same? */
export const isSame = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, index) => byte === other[index])
