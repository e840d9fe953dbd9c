/** Words for requests that some wallet of Cardano is about to be asked for: read and described, and never signed here. */

import type { DescribedRequest, Fact, RequestReader, ShownRequest, Words } from '@foyer/core/words'
import { hexToBytes } from '@noble/hashes/utils.js'
import { bech32 } from '@scure/base'
import * as v from 'valibot'
import { coins } from '../coins.js'
import { distinct } from '../distinct.js'
import { readMessageText } from '../readMessageText.js'
import { isWorse } from '../readSimulation.js'
import { code, words } from '../sentences.js'
import { textOf } from '../shownText.js'
import { inSmallestUnit } from '../unlisted.js'
import { describeBy } from '../withOutside.js'
import { type ReadTransaction, readTransaction } from './readTransaction.js'

export { type Level, levelOf } from '../level.js'
export { RequestTooLargeError } from '../requestSize.js'
export { sayRequestInEnglish, spokenRequest } from '../sentences.js'

/** Bytes in any case of their digits. */
const Hex = v.pipe(v.string(), v.maxLength(131_072), v.regex(/^([\da-fA-F]{2})+$/), v.toLowerCase())
const Address = v.pipe(v.string(), v.maxLength(256))
const TransactionParams = v.tuple([Hex, v.optional(v.boolean())])
const MessageParams = v.tuple([Address, Hex])

/**
 * Describes what a wallet of Cardano is about to be asked for, by the data of the request alone; what comes back to the request's `account` isn't given.
 * @returns undefined for a method that asks for nothing to be signed, and for data that can't be read: then nothing is known of it
 * @throws RequestTooLargeError for more than 128 kB
 */
export function describeCardano(request: DescribedRequest): Promise<ShownRequest | undefined> {
  return describeBy(request, (asked) => {
    if (asked.method === 'cardano_signData') return describeMessage(asked)
    return asked.method === 'cardano_signTx' ? describeTransaction(asked) : undefined
  })
}

/** Describes a message: what is signed begins with a word of its own, so that no signed message is a transaction. */
function describeMessage({ params, network, peerUrl }: DescribedRequest): ShownRequest | undefined {
  const { success, output } = v.safeParse(MessageParams, params)
  if (!success) return undefined
  const [address, data] = output
  return readMessageText({ text: textOf(hexToBytes(data)), data, address: shownAddress(address), network, peerUrl })
}

/** As it is shown: wallets are asked for one by its bytes. */
function shownAddress(address: string): string {
  if (!/^([\da-fA-F]{2}){29,57}$/.test(address)) return address
  const bytes = hexToBytes(address)
  const [header = 0] = bytes
  const prefix = `${header >> 4 > 7 ? 'stake' : 'addr'}${(header & 15) === 1 ? '' : '_test'}`
  return bech32.encode(prefix, bech32.toWords(bytes), 160)
}

function describeTransaction({ params, network, account: own }: DescribedRequest): ShownRequest | undefined {
  const { success, output } = v.safeParse(TransactionParams, params)
  if (!success) return undefined
  const [data] = output
  const read = readTransaction(hexToBytes(data))
  const given = read.outputs.filter(({ address }) => address !== own)
  const shown = {
    facts: [...given.flatMap((each) => factsOf(each, network)), ...endOf(read, own, network)],
    warnings: warningsOf(read, network),
  }
  const [only, ...others] = given
  // What is spent can't be read: only where all that isn't given comes back to the account is it known what leaves it.
  const isTransfer =
    only && own !== undefined && others.length === 0 && only.isPlain && only.tokens.size === 0 && read.isWhole
  if (isTransfer)
    return {
      title: words('request.send', { token: network.currency.symbol }),
      act: words('request.act.send'),
      ...shown,
      isDeliberate: shown.warnings.length > 0,
    }
  return {
    title: words('request.signTransaction'),
    act: words('request.act.sign'),
    facts: shown.facts,
    content: { label: words('request.data'), text: data, isCode: true },
    warnings: [...shown.warnings, words('request.warn.unreadCall')],
    isDeliberate: true,
  }
}

type Network = DescribedRequest['network']
type Output = ReadTransaction['outputs'][number]

const factsOf = ({ coins: amount, tokens, address }: Output, network: Network): readonly Fact[] => [
  coins(amount, network, 'request.give'),
  ...[...tokens].flatMap(([token, each]) => [
    { label: words('request.give'), value: inSmallestUnit(each) },
    code('request.token', token),
  ]),
  code('request.to', address),
]

const endOf = ({ fee }: ReadTransaction, own: string | undefined, network: Network): readonly Fact[] => [
  coins(fee, network, 'request.fee'),
  ...(own === undefined ? [] : [code('request.with', own)]),
  { label: words('request.network'), value: network.name },
]

/** The fee above which one is warned, in lovelace: the usual is a sixth of a coin. */
const highFee = 2_000_000n

function warningsOf({ fee, outputs }: ReadTransaction, { chainId, name }: Network): readonly Words[] {
  const elsewhere = outputs.filter(({ network }) => !chainId.startsWith(`cip34:${network}-`))
  return distinct([
    ...elsewhere.map(({ network }) => words('request.warn.otherChain', { network: `cip34:${network}`, own: name })),
    ...(fee > highFee ? [words('request.warn.feeHigh')] : []),
  ])
}

export const cardanoReader: RequestReader = {
  // No node carries a transfer out without its signature: what it moves stands in it.
  carriedOut: () => undefined,
  describe: describeCardano,
  isWorse,
}
