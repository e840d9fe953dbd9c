/** Words for requests that some wallet of Tezos is about to be asked for: read and described, and never signed here. */

import type { DescribedRequest, Fact, RequestReader, ShownRequest, Words } from '@foyer/core/words'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import * as v from 'valibot'
import { coins } from '../coins.js'
import { readMessageText } from '../readMessageText.js'
import { isWorse } from '../readSimulation.js'
import { code, words } from '../sentences.js'
import { textOf } from '../shownText.js'
import { describeBy } from '../withOutside.js'

export { type Level, levelOf } from '../level.js'
export { RequestTooLargeError } from '../requestSize.js'
export { sayRequestInEnglish, spokenRequest } from '../sentences.js'

const Text = v.pipe(v.string(), v.maxLength(131_072))
const isWhole = (digits: string): boolean => digits.length % 2 === 0
/** Bytes in any case of their digits. */
const SignParams = v.strictObject({
  account: Text,
  payload: v.pipe(Text, v.regex(/^[\da-fA-F]+$/), v.check(isWhole), v.toLowerCase()),
})

/** An amount in the smallest unit. */
const Units = v.pipe(
  v.string(),
  v.regex(/^\d{1,19}$/),
  v.transform((said) => BigInt(said)),
)
const Address = v.pipe(v.string(), v.regex(/^(?:tz[1-4]|KT1)[1-9A-HJ-NP-Za-km-z]{33}$/))
const Operation = v.looseObject({ kind: v.pipe(v.string(), v.maxLength(64)) })
type Operation = v.InferOutput<typeof Operation>
const Transfer = v.looseObject({
  ...{ kind: v.literal('transaction'), amount: Units, destination: Address },
  fee: v.optional(Units),
  source: v.optional(Address),
})
/** Each operation has a fee, whatever it does. */
const Fee = v.looseObject({
  fee: v.union([
    Units,
    v.pipe(
      v.number(),
      v.safeInteger(),
      v.minValue(0),
      v.transform((fee) => BigInt(fee)),
    ),
  ]),
})
const SendParams = v.strictObject({
  account: Address,
  operations: v.pipe(v.array(Operation), v.minLength(1), v.maxLength(64)),
})

/** The fields of a transfer beside that change nothing of what it does. */
const harmless = [...Object.keys(Transfer.entries), 'gas_limit', 'storage_limit', 'counter']

/**
 * Describes what a wallet of Tezos is about to be asked for, by the data of the request alone.
 * @returns undefined for a method that asks for nothing to be signed, and for data that can't be read: then nothing is known of it
 * @throws RequestTooLargeError for more than 128 kB
 */
export function describeTezos(request: DescribedRequest): Promise<ShownRequest | undefined> {
  return describeBy(request, (asked) =>
    asked.method === 'tezos_sign' ? describeSigning(asked) : describeSending(asked),
  )
}

/** The prefix of a packed Micheline string, and how many bytes it has with its length. */
const [stringMark, headLength] = ['0501', 6]

/** The text of a packed string, and nothing beside it. @returns undefined for any other bytes */
function packedText(payload: string): string | undefined {
  if (!payload.startsWith(stringMark) || payload.length < 2 * headLength) return undefined
  const bytes = hexToBytes(payload.slice(2 * headLength))
  return Number.parseInt(payload.slice(4, 2 * headLength), 16) === bytes.length ? textOf(bytes) : undefined
}

/** A message is a packed string; other bytes may be an operation, which takes a step of its own. */
function describeSigning({ params, network, peerUrl }: DescribedRequest): ShownRequest | undefined {
  const { success, output } = v.safeParse(SignParams, params)
  if (!success) return undefined
  const { account: address, payload } = output
  const text = packedText(payload)
  if (text !== undefined)
    return readMessageText({ text, data: bytesToHex(new TextEncoder().encode(text)), address, network, peerUrl })
  return {
    title: words('request.signTransaction'),
    act: words('request.act.sign'),
    facts: endOf(address, network),
    content: { label: words('request.data'), text: payload, isCode: true },
    warnings: [words('request.warn.unreadCall')],
    isDeliberate: true,
  }
}

type Network = DescribedRequest['network']

/** Returns the closing facts: the account and the network. */
const endOf = (account: string, network: Network): readonly Fact[] => [
  code('request.with', account),
  { label: words('request.network'), value: network.name },
]

interface Read {
  readonly transfer: v.InferOutput<typeof Transfer> | undefined
  /** In mutez. */
  readonly fee: bigint | undefined
  /** A transfer to an account, and nothing beside it. */
  readonly isPlain: boolean
}

function read(operation: Operation, account: string): Read {
  const { success, output } = v.safeParse(Transfer, operation)
  const costs = v.safeParse(Fee, operation)
  const fee = costs.success ? costs.output.fee : undefined
  if (!success) return { transfer: undefined, fee, isPlain: false }
  const { source = account, destination } = output
  const isWhole = Object.entries(operation).every(([key, each]) => each == null || harmless.includes(key))
  return { transfer: output, fee, isPlain: isWhole && source === account && destination.startsWith('tz') }
}

/** The fee above which one is warned, in mutez: two hundred times the usual half a thousandth of a coin. */
const highFee = 100_000n

/** Transfers of the account's coins in words; of anything else its data, which takes a step of its own, and what coins go along. Fees are the wallet's to set. */
function describeSending({ method, params, network }: DescribedRequest): ShownRequest | undefined {
  const { success, output } = v.safeParse(SendParams, params)
  if (method !== 'tezos_send' || !success) return undefined
  const { account, operations } = output
  const all = operations.map((operation) => read(operation, account))
  const [only, ...others] = all
  const end = endOf(account, network)
  const fee = all.reduce((sum, each) => sum + (each.fee ?? 0n), 0n)
  const high = fee > highFee ? [words('request.warn.feeHigh')] : []
  if (only?.isPlain && others.length === 0)
    return {
      ...{ title: titleOf(only, network), act: words('request.act.send') },
      facts: [...factsOf(only, network), ...end],
      ...{ warnings: high, isDeliberate: high.length > 0 },
    }
  const steps = all.flatMap((each, index) => [
    ...(others.length > 0
      ? [{ label: words('request.step', { number: `${index + 1}` }), value: titleOf(each, network) }]
      : []),
    ...factsOf(each, network),
  ])
  return {
    title: words('request.signTransaction'),
    act: words('request.act.sign'),
    facts: [...steps, ...end],
    content: { label: words('request.data'), text: JSON.stringify(operations, undefined, 2), isCode: true },
    warnings: [...(all.every(({ isPlain }) => isPlain) ? [] : [words('request.warn.unreadCall')]), ...high],
    isDeliberate: true,
  }
}

const titleOf = ({ isPlain }: Read, network: Network): Words =>
  isPlain ? words('request.send', { token: network.currency.symbol }) : words('request.signTransaction')

function factsOf({ transfer, fee, isPlain }: Read, network: Network): readonly Fact[] {
  const costs = fee === undefined ? [] : [coins(fee, network, 'request.fee')]
  if (!transfer) return costs
  const { amount, destination } = transfer
  return [
    ...(amount > 0n || isPlain ? [coins(amount, network, 'request.give')] : []),
    code('request.to', destination),
    ...costs,
  ]
}

/** Reads requests of Tezos. */
export const tezosReader: RequestReader = {
  // No node carries a transfer out without its signature: what it moves stands in it.
  carriedOut: () => undefined,
  describe: describeTezos,
  isWorse,
}
