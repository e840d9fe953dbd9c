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
  const isHash = hash.test(text?.trim() ?? data) || (text !== undefined && isDigest(text))
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

/** 32 bytes: the hash of anything. */
const hash = /^(0x)?[0-9a-f]{64}$/i

/**
 * Whether a text has as many bytes as a hash: a page chooses among so many orders that one of their hashes reads as a text (2^27 tries; 2^37 for one without
 * controls). Of letters, blanks and marks alone it finds none: that takes 2^68.
 */
const isDigest = (text: string): boolean =>
  new TextEncoder().encode(text).length === 32 && !/^[A-Za-z ,.!?']*$/.test(text)

/** Written for a program, as orders are that a contract carries out by this signature. */
const order = /^\s*[[{]\s*["[{].*[\]}]$/s
