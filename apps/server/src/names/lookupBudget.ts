import { readsOnce } from '@foyer/evm/readsOnce'
import * as v from 'valibot'
import {
  type AbiParameter,
  decodeAbiParameters,
  getAbiItem,
  type Hex,
  isHex,
  parseAbi,
  slice,
  toFunctionSelector,
} from 'viem'

/** So many of the gateways that a question names are tried; a contract may name any number. */
export const mostGateways = 4
/** All that one reading may ask of gateways: a universal resolver asks a few questions as one. What asks none of them costs as much as one. */
const mostRequests = 32
/** A reading is sent to gateways so many times, one after the other: each time is another call of the network's node. */
const mostRounds = 8
/** A question is a name and what is asked of it, and its contract's own notes. viem holds each several times, as bytes and as text. */
const longestData = 64 * 1024
/** A contract may be sent on by another one, each of which asks several questions as one. */
const mostLevels = 3
/** The place of a gateway's address where several questions are asked as one, and split by whoever asks (ENSIP-21). */
const batched = 'x-batch-gateway:true'

const abi = parseAbi([
  'error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData)',
  'function query((address sender, string[] urls, bytes data)[] queries)',
])
const lookupSelector = '0x556f1830'
const lookupInputs = getAbiItem({ abi, name: 'OffchainLookup' }).inputs
const query = getAbiItem({ abi, name: 'query' })
const querySelector = toFunctionSelector(query)

/** A contract sends those who ask on with more than is followed. */
export class LookupTooLargeError extends Error {
  override readonly name = 'LookupTooLargeError'
  constructor() {
    super('The contract asks more of gateways than is asked for it.')
  }
}

const Refusal = v.union([
  v.custom<Hex>(isHex),
  v.pipe(
    v.object({ data: v.custom<Hex>(isHex) }),
    v.transform(({ data }) => data),
  ),
])

/**
 * Counts what contracts ask of gateways in one reading, before any of it is decoded or asked: they write it as they like, nested, and pointing at one place from
 * many others.
 *
 * @see ERC-3668, ENSIP-21
 */
export function lookupBudget(): {
  /** @param data - of a node's error, whatever it is. @throws {@link LookupTooLargeError} */
  spend(data: unknown): void
} {
  let left = mostRequests
  let rounds = 0
  const take = (requests: number): void => {
    left -= requests
    if (left < 0) throw new LookupTooLargeError()
  }
  const ask = ({ urls, data, levels }: { urls: readonly string[]; data: Hex; levels: number }): void => {
    if (urls.includes(batched)) {
      take(1)
      if (levels === 0 || slice(data, 0, 4) !== querySelector) throw new LookupTooLargeError()
      const [queries] = decodeOnce(query.inputs, slice(data, 4))
      for (const each of queries) ask({ ...each, levels: levels - 1 })
    } else take(Math.max(1, Math.min(urls.length, mostGateways)))
  }
  return {
    spend(data) {
      const { success, output } = v.safeParse(Refusal, data)
      if (!success) return
      if (output.length > 2 + 2 * longestData) throw new LookupTooLargeError()
      if (!output.startsWith(lookupSelector)) return
      rounds += 1
      if (rounds > mostRounds) throw new LookupTooLargeError()
      const [, urls, callData] = decodeOnce(lookupInputs, slice(output, 4))
      ask({ urls, data: callData, levels: mostLevels })
    },
  }
}

function decodeOnce<const Inputs extends readonly AbiParameter[]>(inputs: Inputs, data: Hex) {
  if (!readsOnce({ inputs, data })) throw new LookupTooLargeError()
  return decodeAbiParameters(inputs, data)
}
