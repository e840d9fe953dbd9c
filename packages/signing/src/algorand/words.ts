/** Words for requests that some wallet of Algorand is about to be asked for: read and described, and never signed here. */

import type { DescribedRequest, Fact, RequestReader, ShownRequest, Words } from '@foyer/core/words'
import { bytesToHex } from '@noble/hashes/utils.js'
import * as v from 'valibot'
import { coins } from '../coins.js'
import { distinct } from '../distinct.js'
import { readMessageText } from '../readMessageText.js'
import { isWorse } from '../readSimulation.js'
import { code, words } from '../sentences.js'
import { shownText, textOf } from '../shownText.js'
import { inSmallestUnit } from '../unlisted.js'
import { readBase64 } from '../unreadable.js'
import { describeBy } from '../withOutside.js'
import { nobody, type ReadTransaction, type ReadTransfer, readTransaction } from './readTransaction.js'

export { type Level, levelOf } from '../level.js'
export { RequestTooLargeError } from '../requestSize.js'
export { sayRequestInEnglish, spokenRequest } from '../sentences.js'

const Text = v.pipe(v.string(), v.maxLength(131_072))
const Asked = v.looseObject({ txn: Text, authAddr: v.optional(Text) })
const TransactionParams = v.pipe(v.array(v.unknown()), v.minLength(1), v.maxLength(2))
const Group = v.pipe(v.array(Asked), v.minLength(1), v.maxLength(16))
const MessageParams = v.tuple([v.looseObject({ data: Text, signer: Text, message: v.optional(Text) })])

/**
 * Describes what a wallet of Algorand is about to be asked for, by the data of the request alone.
 * @returns undefined for a method that asks for nothing to be signed, and for data that can't be read: then nothing is known of it
 * @throws RequestTooLargeError for more than 128 kB
 */
export function describeAlgorand(request: DescribedRequest): Promise<ShownRequest | undefined> {
  return describeBy(request, (asked) => {
    if (asked.method === 'algo_signData') return describeMessage(asked)
    return asked.method === 'algo_signTxn' ? describeTransactions(asked) : undefined
  })
}

/** The wallet puts `MX` before it, so that nothing which is signed as a message is a transaction. */
function describeMessage({ params, network, peerUrl }: DescribedRequest): ShownRequest | undefined {
  const { success, output } = v.safeParse(MessageParams, params)
  if (!success) return undefined
  const [{ data, signer: address }] = output
  const bytes = readBase64(data)
  return readMessageText({ text: textOf(bytes), data: bytesToHex(bytes), address, network, peerUrl })
}

function describeTransactions({ params, network }: DescribedRequest): ShownRequest | undefined {
  const listed = v.safeParse(TransactionParams, params)
  const group = v.safeParse(Group, listed.success ? listed.output[0] : undefined)
  if (!group.success) return undefined
  const all = group.output.map((asked) => ({ asked, read: readTransaction(asked.txn) }))
  const [first] = all
  if (!first) return undefined
  const isOnly =
    all.length === 1 && Object.entries(first.asked).every(([key, value]) => value == null || plain.includes(key))
  const alone = isOnly ? describeTransfer(first.read, network) : undefined
  if (alone) return alone
  const every = all.map(({ read }) => read)
  const warnings = distinct(every.flatMap((read) => warningsOf(read, network)))
  return {
    title: words('request.signTransaction'),
    act: words('request.act.sign'),
    facts: [
      ...every.flatMap((read, index) => [
        ...(all.length > 1 ? [{ label: words('request.step', { number: `${index + 1}` }), value: titleOf(read) }] : []),
        ...factsOf(read, network),
      ]),
      ...endOf(every, network),
    ],
    content: { label: words('request.data'), text: all.map(({ asked }) => asked.txn).join('\n'), isCode: true },
    warnings: [...warnings, ...(every.every(isRead) && isOnly ? [] : [words('request.warn.unreadCall')])],
    isDeliberate: true,
  }
}

/** The entries beside a transaction's bytes that change nothing of what it does: who signs stands on the chain. */
const plain = ['txn', 'authAddr', 'message']

type Network = DescribedRequest['network']

const isHere = ({ network: at }: ReadTransaction, network: Network): boolean => network.chainId === `algorand:${at}`

/** All that it does is read. */
const isRead = ({ isWhole, transfer }: ReadTransaction): boolean => isWhole && transfer !== undefined

/** A transfer and nothing beside it. @returns undefined for anything else */
function describeTransfer(read: ReadTransaction, network: Network): ShownRequest | undefined {
  const { transfer, rekeyTo, closeTo, from } = read
  const isPlain = transfer && isRead(read) && rekeyTo === undefined && closeTo === undefined
  if (!isPlain || transfer.to === from) return undefined
  const warnings = warningsOf(read, network)
  return {
    title: titleOf(read, network),
    act: words('request.act.send'),
    facts: [...factsOf(read, network), ...endOf([read], network)],
    warnings,
    isDeliberate: warnings.length > 0 || transfer.asset !== undefined,
  }
}

/** The account of nothing, to which goes what names no recipient, is no one's. */
const isDestroyed = ({ to, amount }: ReadTransfer): boolean => amount > 0n && to === nobody

const titleOf = ({ transfer }: ReadTransaction, network?: Network): Words =>
  transfer
    ? words('request.send', {
        token: transfer.asset === undefined && network ? network.currency.symbol : words('request.tokens'),
      })
    : words('request.signTransaction')

/** In its own coin what is given can be priced; how an asset is counted isn't known here. */
const givenOf = ({ amount, asset, to }: ReadTransfer, network: Network): readonly Fact[] =>
  asset === undefined
    ? [coins(amount, network, 'request.give'), code('request.to', to)]
    : [
        { label: words('request.give'), value: inSmallestUnit(amount) },
        code('request.to', to),
        code('request.token', `${asset}`),
      ]

function factsOf({ transfer, closeTo, rekeyTo, note }: ReadTransaction, network: Network): readonly Fact[] {
  return [
    ...(transfer ? givenOf(transfer, network) : []),
    ...(closeTo === undefined
      ? []
      : [{ label: words('request.give'), value: words('request.allItHolds') }, code('request.to', closeTo)]),
    ...(rekeyTo === undefined ? [] : [code('request.newOwner', rekeyTo)]),
    ...(note === undefined ? [] : [{ label: words('request.memoPublic'), value: noteOf(note) }]),
  ]
}

const noteOf = (note: Uint8Array): string => {
  const text = textOf(note)
  return text === undefined ? bytesToHex(note) : shownText(text)
}

/** Returns the closing facts of transactions: their fee together, their senders and their network. */
function endOf(all: readonly ReadTransaction[], network: Network): readonly Fact[] {
  const fee = all.reduce((sum, each) => sum + each.fee, 0n)
  const elsewhere = all.find((each) => !isHere(each, network))
  return [
    coins(fee, network, 'request.fee'),
    ...[...new Set(all.map(({ from }) => from))].map((from) => code('request.with', from)),
    {
      label: words('request.network'),
      value: elsewhere ? words('request.chainNumber', { chain: elsewhere.network ?? '-' }) : network.name,
    },
  ]
}

/** The fee above which one is warned, in microAlgo: a hundred times the usual thousandth of a coin. */
const highFee = 100_000n

function warningsOf(read: ReadTransaction, network: Network): readonly Words[] {
  const { transfer, closeTo, rekeyTo, fee } = read
  const token = transfer?.asset === undefined ? network.currency.symbol : words('request.tokens')
  return [
    ...(isHere(read, network)
      ? []
      : [words('request.warn.otherChain', { network: read.network ?? '-', own: network.name })]),
    ...(rekeyTo === undefined ? [] : [words('request.warn.rekey')]),
    ...(closeTo === undefined ? [] : [words('request.warn.allOfIt', { token })]),
    ...(transfer && isDestroyed(transfer) ? [words('request.warn.destroyed')] : []),
    ...(fee > highFee ? [words('request.warn.feeHigh')] : []),
  ]
}

export const algorandReader: RequestReader = {
  // No node carries a transfer out without its signature: what it moves stands in it.
  carriedOut: () => undefined,
  describe: describeAlgorand,
  isWorse,
}
