/** Words for requests that some wallet of Polkadot is about to be asked for: read and described, and never signed here. */

import { readLowerHex } from '@foyer/core/chain'
import type { DescribedRequest, Fact, RequestReader, ShownRequest } from '@foyer/core/words'
import * as v from 'valibot'
import { coins, writtenCoins } from '../coins.js'
import { readMessageText } from '../readMessageText.js'
import { isWorse } from '../readSimulation.js'
import { code, words } from '../sentences.js'
import { shownText, textOf } from '../shownText.js'
import { describeBy } from '../withOutside.js'
import { bytesOf, type ReadTransfer, readTransfer } from './readTransfer.js'

export { type Level, levelOf } from '../level.js'
export { RequestTooLargeError } from '../requestSize.js'
export { sayRequestInEnglish, spokenRequest } from '../sentences.js'

/** The constants of a chain by which its transfers are read. */
export interface ReadableChain {
  /** In the smallest unit: an account with less is closed. */
  readonly existentialDeposit: bigint
  /** By which its calls are written: of another nothing is read. */
  readonly transactionVersion: number
  /** The place of `Balances` among the runtime's pallets. */
  readonly pallet: number
  /** An account's address there, by its 32 bytes. */
  readonly addressOf: (id: Uint8Array) => string
}

/** Undefined for a chain whose transfers can't be read. */
export type ReadableChains = (chainId: string) => ReadableChain | undefined

const Text = v.pipe(v.string(), v.maxLength(131_072))
/** Bytes in any case of their digits, from here on in one. */
const Hex = v.pipe(
  Text,
  v.transform((text) => readLowerHex(text) ?? text),
)
const Payload = v.looseObject({
  address: Text,
  era: Hex,
  genesisHash: Hex,
  method: Hex,
  transactionVersion: Text,
  version: v.number(),
  tip: v.optional(v.pipe(v.string(), v.regex(/^0x[\da-fA-F]{1,32}$/)), '0x0'),
})
type Payload = v.InferOutput<typeof Payload>
const TransactionParams = v.object({ address: Text, transactionPayload: Payload })
const MessageParams = v.object({
  address: Text,
  data: v.optional(Hex),
  message: v.optional(Text),
  type: v.optional(Text),
})

/** The fields of a payload beside that change nothing of what it does. */
const harmless = [
  ...Object.keys(Payload.entries),
  ...['blockHash', 'blockNumber', 'metadataHash', 'mode', 'nonce', 'signedExtensions', 'specVersion'],
  'withSignedTransaction',
]

/**
 * Describes what a wallet of Polkadot is about to be asked for, by the data of the request alone.
 * @returns undefined for a method that asks for nothing to be signed, and for data that can't be read: then nothing is known of it
 * @throws RequestTooLargeError for more than 128 kB
 */
export function describeRequest(request: DescribedRequest, chains: ReadableChains): Promise<ShownRequest | undefined> {
  return describeBy(request, (asked) => {
    if (asked.method === 'polkadot_signMessage') return describeMessage(asked)
    return asked.method === 'polkadot_signTransaction' ? describeTransaction(asked, chains) : undefined
  })
}

/** Wallets put these around what they sign, where they aren't there yet: so nothing that is signed as a message is a transaction. */
const marked = /^<Bytes>(.*)<\/Bytes>$/s

const between = (text: string): string => marked.exec(text)?.[1] ?? text

/** Wallets sign the bytes that such a text stands for, or its letters: which of them isn't known. */
const isHex = (text: string): boolean => /^0x(?:[\da-fA-F]{2})+$/.test(text)

function describeMessage({ params, network, peerUrl }: DescribedRequest): ShownRequest | undefined {
  const { success, output } = v.safeParse(MessageParams, params)
  const { address = '', data, message, type = 'bytes' } = success ? output : {}
  const said = message === undefined ? undefined : between(message)
  const isEither = said !== undefined && isHex(said)
  if (data === undefined)
    return said === undefined
      ? undefined
      : readMessageText({ text: isEither ? undefined : said, data: said, address, network, peerUrl })
  const bytes = bytesOf(data)
  const text = textOf(bytes)
  const inside = text === undefined ? undefined : between(text)
  // A wallet signs the one or the other.
  if (said !== undefined && inside !== said) return undefined
  // What isn't said to be a message a wallet may sign without the marks: bytes that are a transaction are one then.
  const isMarked = type === 'bytes' || inside !== text
  return readMessageText({ text: isMarked && !isEither ? inside : undefined, data, address, network, peerUrl })
}

/** A transfer of the account's coins in words; of any other call its data, which takes a step of its own. */
function describeTransaction({ params, network }: DescribedRequest, chains: ReadableChains): ShownRequest | undefined {
  const { success, output } = v.safeParse(TransactionParams, params)
  if (!success) return undefined
  const { address, transactionPayload: payload } = output
  // In another account's name.
  if (payload.address !== address) return undefined
  const isHere = payload.genesisHash.startsWith(`0x${network.chainId.slice('polkadot:'.length)}`)
  const chain = isHere ? chains(network.chainId) : undefined
  const transfer = chain && isReadable(payload, chain) ? readTransfer(payload.method, chain.pallet) : undefined
  const tip = BigInt(payload.tip)
  const written = shownText(payload.genesisHash)
  const facts: readonly Fact[] = [
    ...(tip > 0n ? [coins(tip, network, 'request.feeTip')] : []),
    code('request.with', address),
    {
      label: words('request.network'),
      value: isHere ? network.name : words('request.chainNumber', { chain: written }),
    },
  ]
  const warnings = [
    ...(isHere ? [] : [words('request.warn.otherChain', { network: written, own: network.name })]),
    ...(isForEver(payload) ? [words('request.warn.never')] : []),
  ]
  const isDeliberate = warnings.length > 0 || tip > 0n
  if (chain && transfer) {
    const said = sending({ transfer, chain, network })
    return {
      title: words('request.send', { token: network.currency.symbol }),
      act: words('request.act.send'),
      facts: [...said.facts, ...facts],
      warnings: [...said.warnings, ...warnings],
      isDeliberate: isDeliberate || transfer.amount === undefined,
    }
  }
  return {
    title: words('request.signTransaction'),
    act: words('request.act.sign'),
    facts,
    content: { label: words('request.data'), text: payload.method, isCode: true },
    warnings: [words('request.warn.unreadCall'), ...warnings],
    isDeliberate: true,
  }
}

/** By the runtime that is known, and with nothing beside that changes what it costs or does. */
const isReadable = (payload: Payload, { transactionVersion }: ReadableChain): boolean =>
  payload.version === 4 &&
  /^(0x[\da-fA-F]{1,8}|\d{1,10})$/.test(payload.transactionVersion) &&
  Number(payload.transactionVersion) === transactionVersion &&
  Object.entries(payload).every(([key, value]) => value == null || harmless.includes(key))

/** The first byte of an era is none where there is none. */
const isForEver = ({ era }: Payload): boolean => !/^0x(?!00)[\da-f]{2}/.test(era)

function sending({
  transfer: { to, amount, mayClose },
  chain,
  network,
}: {
  readonly transfer: ReadTransfer
  readonly chain: ReadableChain
  readonly network: DescribedRequest['network']
}): Pick<ShownRequest, 'facts' | 'warnings'> {
  const kept = chain.existentialDeposit
  const { symbol: token } = network.currency
  const given: Fact =
    amount === undefined
      ? { label: words('request.give'), value: words('request.allItHolds') }
      : coins(amount, network, 'request.give')
  return {
    facts: [
      given,
      code('request.to', chain.addressOf(to)),
      ...(mayClose ? [] : [{ label: words('request.balanceKept'), value: writtenCoins(kept, network) }]),
    ],
    warnings: !mayClose
      ? []
      : amount === undefined
        ? [words('request.warn.allOfIt', { token })]
        : [words('request.warn.reaped', { amount: writtenCoins(kept, network) })],
  }
}

/** Reads requests for chains that are known. */
export const polkadotReader = (chains: ReadableChains): RequestReader => ({
  // No node carries a transfer out without its signature: what it moves stands in it.
  carriedOut: () => undefined,
  describe: (request) => describeRequest(request, chains),
  isWorse,
})
