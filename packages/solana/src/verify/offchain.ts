/** How a message is laid out that a hardware wallet or the command line signs, so that it can't be a transaction. */
const mark = Uint8Array.from([0xff, ...new TextEncoder().encode('solana offchain')])
const domainBytes = 32
const keyBytes = 32
/** Beyond it only the third format goes, which hardware wallets can't show. */
const shortest = 1_232
const longest = 65_535

/**
 * Wraps a message as version 0 of Solana's off-chain messages: for one signer, and for no application's domain.
 *
 * @param parameters.withoutSigners - as the command line's tool writes it, with neither domain nor signers
 * @see https://docs.anza.xyz/proposals/off-chain-message-signing
 */
export function offchainMessage({
  text,
  publicKey,
  withoutSigners = false,
}: {
  readonly text: Uint8Array
  readonly publicKey: Uint8Array
  readonly withoutSigners?: boolean | undefined
}): Uint8Array | undefined {
  if (text.length === 0 || text.length > longest) return undefined
  const signers = withoutSigners ? [] : [1, ...publicKey]
  const domain = withoutSigners ? [] : new Uint8Array(domainBytes)
  return Uint8Array.from([
    ...mark,
    0,
    ...domain,
    formatOf(text),
    ...signers,
    text.length & 0xff,
    text.length >> 8,
    ...text,
  ])
}

/** 0 is printable ASCII, 1 UTF-8 of the same length at most, 2 longer UTF-8. */
function formatOf(text: Uint8Array): 0 | 1 | 2 {
  if (text.length > shortest) return 2
  return text.every((byte) => byte >= 0x20 && byte <= 0x7e) ? 0 : 1
}

/**
 * Reads the text out of a version 0 off-chain message, whatever application's domain it names.
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
  const version = mark.length
  if (!startsWith(bytes, mark) || bytes[version] !== 0) return undefined
  const format = version + 1 + domainBytes
  const count = bytes[format + 1] ?? 0
  const start = format + 2
  const signers = Array.from({ length: count }, (_, index) =>
    bytes.slice(start + index * keyBytes, start + (index + 1) * keyBytes),
  )
  const length = start + count * keyBytes
  const text = bytes.slice(length + 2)
  const said = (bytes[length] ?? 0) | ((bytes[length + 1] ?? 0) << 8)
  const isWhole = count > 0 && text.length > 0 && text.length === said && (bytes[format] ?? 3) <= 2
  return isWhole && signers.some((each) => isSame(each, publicKey)) ? text : undefined
}

const startsWith = (bytes: Uint8Array, start: Uint8Array): boolean =>
  start.every((byte, index) => bytes[index] === byte)

/** Are two rows of bytes the same? */
export const isSame = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, index) => byte === other[index])
