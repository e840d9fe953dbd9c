/** Words for requests that some wallet of NEAR is about to be asked for: read and described, and never signed here. */

import { formatAmount } from '@foyer/core/chain'
import type { DescribedRequest, Fact, RequestReader, ShownRequest } from '@foyer/core/words'
import { bytesToHex } from '@noble/hashes/utils.js'
import { base64 } from '@scure/base'
import * as v from 'valibot'
import { readMessageText } from '../readMessageText.js'
import { isWorse } from '../readSimulation.js'
import { assertSize } from '../requestSize.js'
import { code, words } from '../sentences.js'
import { shownText } from '../shownText.js'
import { UnreadableRequestError } from '../unreadable.js'
import { withOutside } from '../withOutside.js'
import { readTransaction } from './readTransaction.js'

export { type Level, levelOf } from '../level.js'
export { RequestTooLargeError } from '../requestSize.js'
export { sayRequestInEnglish, spokenRequest } from '../sentences.js'

const Byte = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(255))
/** As JSON has those of a Uint8Array: a list, or an object by their places. */
const Bytes = v.pipe(
  v.union([
    v.array(Byte),
    v.pipe(
      v.record(v.string(), Byte),
      v.transform((each) => Object.values(each)),
    ),
  ]),
  v.maxLength(65_536),
  v.transform((each) => Uint8Array.from(each)),
)
const TransactionParams = v.object({ transaction: Bytes })
const MessageParams = v.object({
  accountId: v.string(),
  message: v.string(),
  recipient: v.string(),
  nonce: v.unknown(),
})

/**
 * Describes what a wallet of NEAR elsewhere is about to be asked for, by the data of the request alone.
 * @returns undefined for a method that asks for nothing to be signed, and for data that can't be read: then nothing is known of it
 * @throws RequestTooLargeError for more than 128 kB
 */
export async function describeNear(request: DescribedRequest): Promise<ShownRequest | undefined> {
  assertSize(request.params)
  const { outside = {} } = request
  const shown = readOrNone(request)
  return shown && withOutside({ ...request, shown, outside })
}

function readOrNone(request: DescribedRequest): ShownRequest | undefined {
  try {
    return request.method === 'near_signMessage' ? describeMessage(request) : describeTransaction(request)
  } catch (error) {
    // A text that isn't one is a TypeError of the decoder's.
    if (error instanceof UnreadableRequestError || error instanceof TypeError) return undefined
    throw error
  }
}

function describeMessage({ params, network, peerUrl }: DescribedRequest): ShownRequest | undefined {
  const { success, output } = v.safeParse(MessageParams, params)
  if (!success) return undefined
  const { message: text, accountId: address, recipient } = output
  const data = bytesToHex(new TextEncoder().encode(text))
  // For whom it is signed: another page can use it for nothing, if whoever it is for looks.
  const facts: readonly Fact[] = [{ label: words('request.to'), value: shownText(recipient) }]
  return readMessageText({ text, data, address, network, peerUrl, facts })
}

/** A transfer in words; anything else as its data, which takes a step of its own. */
function describeTransaction({ method, params, network }: DescribedRequest): ShownRequest | undefined {
  const { success, output } = v.safeParse(TransactionParams, params)
  if (method !== 'near_signTransaction' || !success) return undefined
  const { signer, receiver, deposit: amount } = readTransaction(output.transaction)
  const { symbol, decimals } = network.currency
  const end: readonly Fact[] = [
    code('request.to', receiver),
    code('request.with', signer),
    { label: words('request.network'), value: network.name },
  ]
  if (amount === undefined)
    return {
      title: words('request.signTransaction'),
      act: words('request.act.sign'),
      facts: end,
      content: { label: words('request.data'), text: base64.encode(output.transaction), isCode: true },
      warnings: [words('request.warn.unreadCall')],
      isDeliberate: true,
    }
  const given: Fact = {
    label: words('request.give'),
    value: `${formatAmount({ value: amount, decimals })} ${symbol}`,
    priced: { contract: undefined, amount, decimals },
  }
  return {
    title: words('request.send', { token: symbol }),
    act: words('request.act.send'),
    facts: [given, ...end],
    warnings: [],
    isDeliberate: false,
  }
}

export const nearReader: RequestReader = {
  // No node carries a transfer out without its signature: what it moves stands in it.
  carriedOut: () => undefined,
  describe: describeNear,
  isWorse,
}
