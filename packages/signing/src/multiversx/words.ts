/** Words for requests that some wallet of MultiversX is about to be asked for: read and described, and never signed here. */

import type { DescribedRequest, Fact, RequestReader, ShownRequest } from '@foyer/core/words'
import { bytesToHex } from '@noble/hashes/utils.js'
import { bech32 } from '@scure/base'
import * as v from 'valibot'
import { coins, writtenCoins } from '../coins.js'
import { readMessageText } from '../readMessageText.js'
import { isWorse } from '../readSimulation.js'
import { code, words } from '../sentences.js'
import { shownText, textOf } from '../shownText.js'
import { readBase64 } from '../unreadable.js'
import { describeBy } from '../withOutside.js'

export { type Level, levelOf } from '../level.js'
export { RequestTooLargeError } from '../requestSize.js'
export { sayRequestInEnglish, spokenRequest } from '../sentences.js'

const Text = v.pipe(v.string(), v.maxLength(131_072))
const MessageParams = v.strictObject({ address: Text, message: Text })

/** Numbers may come as texts. */
const Units = v.pipe(
  v.union([v.pipe(v.number(), v.safeInteger(), v.minValue(0)), v.pipe(v.string(), v.regex(/^\d{1,38}$/))]),
  v.transform((said) => BigInt(said)),
)
const Address = v.pipe(
  v.string(),
  v.check((text) => idIn(text) !== undefined),
)
const Transaction = v.looseObject({
  ...{ value: Units, receiver: Address, sender: Address, gasPrice: Units, gasLimit: Units },
  data: v.nullish(v.pipe(Text, v.base64())),
  chainID: v.pipe(v.string(), v.regex(/^[-_a-zA-Z0-9]{1,32}$/)),
})
type Transaction = v.InferOutput<typeof Transaction>
const TransactionParams = v.strictObject({ transaction: Transaction })

/** The fields of a transaction beside that change nothing of what it does. */
const harmless = [...Object.keys(Transaction.entries), 'nonce', 'version', 'signature']

/**
 * Describes what a wallet of MultiversX is about to be asked for, by the data of the request alone.
 * @returns undefined for a method that asks for nothing to be signed, and for data that can't be read: then nothing is known of it
 * @throws RequestTooLargeError for more than 128 kB
 */
export function describeMultiversx(request: DescribedRequest): Promise<ShownRequest | undefined> {
  return describeBy(request, (asked) =>
    asked.method === 'mvx_signMessage' ? describeMessage(asked) : describeTransaction(asked),
  )
}

function describeMessage({ params, network, peerUrl }: DescribedRequest): ShownRequest | undefined {
  const { success, output } = v.safeParse(MessageParams, params)
  if (!success) return undefined
  const { address, message: text } = output
  return readMessageText({ text, data: bytesToHex(new TextEncoder().encode(text)), address, network, peerUrl })
}

/** A transfer of the account's coins in words; of anything else its data, which takes a step of its own, and what coins go along. */
function describeTransaction({ method, params, network }: DescribedRequest): ShownRequest | undefined {
  const { success, output } = v.safeParse(TransactionParams, params)
  if (method !== 'mvx_signTransaction' || !success) return undefined
  const { transaction } = output
  const { value, receiver, sender, chainID } = transaction
  const isHere = `mvx:${chainID}` === network.chainId
  const to = idIn(receiver)
  const data = readBase64(transaction.data ?? '')
  const isCall = data.length > 0 || (to !== undefined && isContract(to))
  const isUnread = Object.entries(transaction).some(([key, each]) => Boolean(each) && !harmless.includes(key))
  const isPlain = !isCall && !isUnread
  const most = feeOf(transaction, data.length)
  const fee: Fact = { label: words('request.feeAtMost'), value: writtenCoins(most, network) }
  const high = most > highFee ? [words('request.warn.feeHigh')] : []
  const facts: readonly Fact[] = [
    ...(value > 0n || isPlain ? [coins(value, network, 'request.give')] : []),
    code('request.to', receiver),
    fee,
    code('request.with', sender),
    {
      label: words('request.network'),
      value: isHere ? network.name : words('request.chainNumber', { chain: shownText(chainID) }),
    },
  ]
  const elsewhere = isHere ? [] : [words('request.warn.otherChain', { network: shownText(chainID), own: network.name })]
  if (isPlain)
    return {
      title: words('request.send', { token: network.currency.symbol }),
      act: words('request.act.send'),
      facts,
      warnings: [...elsewhere, ...high],
      isDeliberate: !isHere || high.length > 0,
    }
  const text = textOf(data)
  return {
    title: words('request.signTransaction'),
    act: words('request.act.sign'),
    facts,
    ...(data.length > 0 && {
      content: {
        label: words('request.data'),
        text: text === undefined ? bytesToHex(data) : shownText(text),
        isCode: true,
      },
    }),
    warnings: [words('request.warn.unreadCall'), ...elsewhere, ...high],
    isDeliberate: true,
  }
}

/** The gas of moving coins, and of each byte of data; the rest, for a contract's work, costs a hundredth. */
const [moveGas, byteGas, workShare] = [50_000n, 1_500n, 100n]

/** All the gas that a transaction may have costs a hundredth of a coin: so many times that is worth a word. */
const highFee = 5n * 10n ** 16n

/** Returns the highest fee that the network takes. */
function feeOf({ gasLimit, gasPrice }: Transaction, bytes: number): bigint {
  const move = moveGas + byteGas * BigInt(bytes)
  if (gasLimit <= move) return gasLimit * gasPrice
  return move * gasPrice + ((gasLimit - move) * gasPrice) / workShare
}

/** The 32 bytes of an address. @returns undefined for what is none */
function idIn(address: string): Uint8Array | undefined {
  const read = address.length === 62 ? bech32.decodeUnsafe(address) : undefined
  const bytes = read?.prefix === 'erd' ? bech32.fromWordsUnsafe(read.words) : undefined
  return bytes && bytes.length === 32 ? Uint8Array.from(bytes) : undefined
}

/** Contracts' addresses begin with eight empty bytes. */
const isContract = (id: Uint8Array): boolean => id.subarray(0, 8).every((byte) => byte === 0)

/** Reads requests of MultiversX. */
export const multiversxReader: RequestReader = {
  // No gateway carries a transfer out without its signature: what it moves stands in it.
  carriedOut: () => undefined,
  describe: describeMultiversx,
  isWorse,
}
