import { isSameKey } from '@foyer/core/chain'
/** Words for requests that some wallet of Cosmos is about to be asked for: read and described, and never signed here. */

import type { DescribedRequest, Fact, RequestReader, ShownRequest, Words } from '@foyer/core/words'
import { bytesToHex } from '@noble/hashes/utils.js'
import * as v from 'valibot'
import { distinct } from '../distinct.js'
import { readMessageText } from '../readMessageText.js'
import { isWorse } from '../readSimulation.js'
import { code, words } from '../sentences.js'
import { shownText, textOf } from '../shownText.js'
import { describeBy } from '../withOutside.js'
import { amountOf, isOwnCoin } from './coins.js'
import type { Coin } from './messageFields.js'
import { type Gift, type ReadMessage, readMessage } from './readMessage.js'
import {
  AminoParams,
  DirectParams,
  messageIn,
  type Payment,
  type ReadTransaction,
  readAmino,
  readDirect,
  type UnreadMessage,
} from './readTransaction.js'

export { type Level, levelOf } from '../level.js'
export { RequestTooLargeError } from '../requestSize.js'
export { sayRequestInEnglish, spokenRequest } from '../sentences.js'

/**
 * Describes what a wallet of Cosmos elsewhere is about to be asked for, by the data of the request alone.
 * @returns undefined for a method that asks for nothing to be signed, and for data that can't be read: then nothing is known of it
 * @throws RequestTooLargeError for more than 128 kB
 */
export function describeCosmos(request: DescribedRequest): Promise<ShownRequest | undefined> {
  return describeBy(request, describe)
}

function describe(request: DescribedRequest): ShownRequest | undefined {
  const { method, params, network, peerUrl } = request
  if (method === 'cosmos_signDirect') {
    const { success, output } = v.safeParse(DirectParams, params)
    return success
      ? describeTransaction({ request, address: output.signerAddress, read: readDirect(output) })
      : undefined
  }
  if (method !== 'cosmos_signAmino') return undefined
  const { success, output } = v.safeParse(AminoParams, params)
  if (!success) return undefined
  const { signerAddress: address, signDoc } = output
  const message = messageIn(signDoc)
  if (!message) return describeTransaction({ request, address, read: readAmino(signDoc) })
  // Another's message, in this account's name.
  if (message.signer !== address) return undefined
  return readMessageText({ text: textOf(message.data), data: bytesToHex(message.data), address, network, peerUrl })
}

interface Described {
  readonly request: DescribedRequest
  readonly address: string
  readonly read: ReadTransaction
}

/** Payments of the account's own coins in words; of anything else what can be read of it, and its data, which takes a step of its own. */
function describeTransaction({ request: { network }, address, read }: Described): ShownRequest {
  const { messages, chainId, hasMore, payer, memo } = read
  const isHere = network.chainId === `cosmos:${chainId}`
  const isOwnPayment = (message: Payment | UnreadMessage): message is Payment =>
    'coins' in message && isSameKey(message.from, address)
  const paid = messages.filter(isOwnPayment)
  const fee = read.fee.flatMap((coin): readonly Fact[] => [
    { label: words('request.feeAtMost'), value: amountOf(coin, network) },
    ...(isOwnCoin(coin, network) ? [] : [code('request.token', coin.denom)]),
  ])
  /** Returns the closing facts; beside a transfer's own memo, an empty one of the transaction is left out. */
  const end = (along: readonly Fact[] = []) => [
    ...fee,
    // Public, and what an exchange knows by whose the coins are.
    ...(memo === '' && along.some(({ label }) => label.name === 'request.memoPublic')
      ? []
      : [{ label: words('request.memoPublic'), value: memo === '' ? words('request.nothing') : shownText(memo) }]),
    code('request.with', address),
    {
      label: words('request.network'),
      value: isHere ? network.name : words('request.chainNumber', { chain: chainId }),
    },
  ]
  const elsewhere = isHere ? [] : [words('request.warn.otherChain', { network: chainId, own: network.name })]
  const all = messages.map((message): Step => {
    if (isOwnPayment(message)) return { message, read: undefined, gives: [message] }
    const step = 'kind' in message ? readMessage(message.kind, { ...message, address, network }) : undefined
    return { message, read: step, gives: step?.gives ?? [] }
  })
  // Coins that stay with the account pay for nothing.
  const gives = all.flatMap((each) => each.gives).filter(({ to }) => !isSameKey(to, address))
  const odd = [
    ...elsewhere,
    ...(isFeeHigh(read, gives, network) ? [words('request.warn.feeHigh')] : []),
    ...(read.fee.some((coin) => coin.amount > 0n && !isOwnCoin(coin, network)) ? [words('request.warn.feeToken')] : []),
  ]
  const gifts = sumsTo(paid).flatMap((payment) => paymentFacts(payment, network, 'request.give'))
  if (paid.length === messages.length && !hasMore && payer === '') {
    const isOfCoins = isAllCoins(paid, network)
    return {
      title: sending(paid, network),
      act: words('request.act.send'),
      facts: [...gifts, ...end()],
      warnings: [...odd, ...(memo === '' ? [words('request.warn.noMemo')] : [])],
      isDeliberate: !isOfCoins || odd.length > 0,
    }
  }
  const shown = describeSteps(all, network, hasMore || payer !== '')
  return {
    ...shown,
    act: words('request.act.sign'),
    facts: [...shown.facts, ...end(shown.facts)],
    content: { label: words('request.data'), text: read.whole, isCode: true },
    warnings: [...shown.warnings, ...odd],
    isDeliberate: shown.isDeliberate || odd.length > 0,
  }
}

interface Step {
  readonly message: Payment | UnreadMessage
  /** Undefined for a payment too. */
  readonly read: ReadMessage | undefined
  readonly gives: readonly Gift[]
}

/**
 * Describes what is given in all, whatever else is in it, and then each message; what can't be read takes a step of its
 * own beside that.
 */
function describeSteps(all: readonly Step[], network: Network, hasMore: boolean) {
  const gifts = [
    ...sumsTo(all.flatMap(({ gives }) => gives)).flatMap((gift) => paymentFacts(gift, network, 'request.give')),
    ...all.flatMap(({ read }) => read?.given ?? []),
  ]
  const isUnread = hasMore || all.some(({ read, gives }) => (read ? read.isOpen : gives.length === 0))
  const [first] = all
  const only = all.length === 1 && !hasMore ? first?.read : undefined
  const steps = all.flatMap(({ message, read, gives }, index): readonly Fact[] => [
    {
      label: words('request.step', { number: `${index + 1}` }),
      value: read?.title ?? ('kind' in message ? kindOf(message) : sending([message], network)),
    },
    ...gives.flatMap((gift) => paymentFacts(gift, network, 'request.amount')),
    ...(read?.facts ?? []),
  ])
  const kinds = all.map(({ message }) => ({ label: words('request.what'), value: kindOf(message) }))
  const isListed = gifts.length > 0 || all.some(({ read }) => read)
  const warnings = distinct(all.flatMap(({ read }) => read?.warnings ?? []))
  return {
    title: only && !isUnread ? only.title : words('request.signTransaction'),
    facts: [...gifts, ...(only && !isUnread ? only.facts : isListed ? steps : kinds)],
    warnings: [...(isUnread ? [words('request.warn.unreadCall')] : []), ...warnings],
    isDeliberate:
      isUnread || all.some(({ read }) => read?.isDeliberate) || all.some(({ message }) => isForeign(message, network)),
  }
}

/** A payment of other coins than the chain's own. */
const isForeign = (message: Payment | UnreadMessage, network: Network): boolean =>
  'coins' in message && !isAllCoins([message], network)

const kindOf = (message: Payment | UnreadMessage): string => shownText('kind' in message ? message.kind : 'MsgSend')

/** Sums up what each recipient is given. */
function sumsTo(payments: readonly Gift[]): readonly Gift[] {
  const all = new Map<string, Gift>()
  for (const payment of payments) {
    const coins = new Map(all.get(payment.to)?.coins.map(({ denom, amount }) => [denom, amount]))
    for (const { denom, amount } of payment.coins) coins.set(denom, (coins.get(denom) ?? 0n) + amount)
    all.set(payment.to, { ...payment, coins: [...coins].map(([denom, amount]) => ({ denom, amount })) })
  }
  return [...all.values()]
}

type Network = DescribedRequest['network']

const isAllCoins = (payments: readonly Gift[], network: Network): boolean =>
  payments.every(({ coins }) => coins.length > 0 && coins.every((coin) => isOwnCoin(coin, network)))

const sending = (payments: readonly Gift[], network: Network): Words =>
  words('request.send', {
    token: isAllCoins(payments, network) ? network.currency.symbol : words('request.tokens'),
  })

/** Returns the facts of a payment's coins, with the recipient behind each. */
const paymentFacts = (
  { to, coins }: Gift,
  network: Network,
  label: 'request.give' | 'request.amount',
): readonly Fact[] =>
  coins.flatMap((coin): readonly Fact[] => {
    const { amount, denom } = coin
    const given = { label: words(label), value: amountOf(coin, network) }
    if (!isOwnCoin(coin, network)) return [given, code('request.to', to), code('request.token', denom)]
    const priced = { contract: undefined, amount, decimals: network.currency.decimals }
    return [{ ...given, priced }, code('request.to', to)]
  })

/** Of so much of a coin a fee is worth a word; what is usual no node says here. */
const wordWorth = 50n
/** Of so many coins it is worth one where nothing is given. */
const mostForNothing = 10n

/** A fee of more than a tenth of what is given. */
function isFeeHigh({ fee }: ReadTransaction, gives: readonly Gift[], network: Network): boolean {
  const sum = (coins: readonly Coin[]) =>
    coins.reduce((all, coin) => (isOwnCoin(coin, network) ? all + coin.amount : all), 0n)
  const [taken, given] = [sum(fee), sum(gives.flatMap(({ coins }) => coins))]
  const coin = 10n ** BigInt(network.currency.decimals)
  return given > 0n ? taken * 10n > given && taken * wordWorth >= coin : taken > mostForNothing * coin
}

export const cosmosReader: RequestReader = {
  // No node carries a payment out without its signature: what it moves stands in it.
  carriedOut: () => undefined,
  describe: describeCosmos,
  isWorse,
}
