import type { Fact, ShownRequest, WalletNetwork } from '@foyer/core/words'
import { isOwnSignIn } from './isOwnSignIn.js'
import { readSignIn } from './readSignIn.js'
import { code, words } from './sentences.js'
import { shownText } from './shownText.js'

/** Describes a message to sign, of any family. */
export function readMessageText({
  text,
  data,
  address,
  network,
  peerUrl,
  facts = [],
}: {
  /** Undefined where its bytes aren't text. */
  readonly text: string | undefined
  /** Its bytes as they are shown where they aren't text. */
  readonly data: string
  readonly address: string
  readonly network: WalletNetwork
  readonly peerUrl: string
  readonly facts?: readonly Fact[] | undefined
}): ShownRequest {
  const signIn = text === undefined ? undefined : readSignIn({ text, address, peerUrl })
  const visible = text === undefined ? undefined : shownText(text)
  const body = visible?.trimEnd() ?? ''
  const isOrder = order.test(body)
  const isHash = isDigest(text) || writtenHash.test(text?.trim() ?? data)
  const isText = visible !== undefined && !isHash && !isOrder
  const isOwn = signIn !== undefined && isOwnSignIn({ text: text ?? '', address, network, peerUrl })
  const warnings = [
    ...(visible === undefined ? [words('request.warn.noText')] : []),
    ...(isHash ? [words('request.warn.hash')] : []),
    ...(isOrder ? [words('request.warn.unknownEffect')] : []),
    ...((visible ?? text) !== text ? [words('request.warn.hiddenLetters')] : []),
    ...(gap.test(body) ? [words('request.warn.longGap')] : []),
    ...(signIn?.warnings ?? []),
  ]
  return {
    title: words(signIn ? 'request.signIn' : 'request.signMessage'),
    act: words('request.act.sign'),
    facts: [
      ...(signIn?.facts ?? []),
      code('request.with', address),
      { label: words('request.network'), value: network.name },
      ...facts,
    ],
    content:
      visible === undefined
        ? { label: words('request.data'), text: data, isCode: true }
        : { label: words('request.message'), text: visible, isCode: false },
    warnings,
    isDeliberate: !isText || (signIn?.isDeliberate ?? false),
    ...(isText && { asksFor: isOwn && warnings.length === 0 ? 'signIn' : 'text' }),
  }
}

/** So many empty lines, or spaces in a row, that what follows may be out of sight. */
const gap = /\n(?:[^\S\n]*\n){7}|[^\S\n]{40}/

/**
 * Whether the text has as many bytes as a hash: then it may be one that was chosen to read as a text, as one of 2^37 does, and programs carry out what it is of.
 * Of words of letters alone, which begin in capitals or not, it can't be: that is one hash of 2^100.
 */
function isDigest(text: string | undefined): boolean {
  if (text === undefined || text.length > hashLength || words32.test(text)) return false
  return new TextEncoder().encode(text).length === hashLength
}

const hashLength = 32
const words32 = /^[A-Za-z][a-z]*(?: [A-Za-z][a-z]*)*[.!?]?$/

/** The bytes of a hash, as digits (of 20, 28, 32, 48 or 64 bytes) or, of 32, as letters of base58 or base64: the hash of anything. */
const writtenHash =
  /^(?:(?:0x)?(?:[0-9a-f]{40}|[0-9a-f]{56}|[0-9a-f]{64}|[0-9a-f]{96}|[0-9a-f]{128})|[\w+/-]{43}[\w=]?)$/i

/** Written for a program, as orders are that a contract carries out by this signature. */
const order = /^\s*[[{]\s*["[{].*[\]}]$/s
