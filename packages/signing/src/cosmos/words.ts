/** Words for requests that some wallet of Cosmos is about to be asked for: read and described, and never signed here. */

import { formatAmount } from '@foyer/core/chain'
import type { DescribedRequest, Fact, RequestReader, ShownRequest, Words } from '@foyer/core/words'
import { bytesToHex } from '@noble/hashes/utils.js'
import * as v from 'valibot'
import { readMessageText } from '../readMessageText.js'
import { isWorse } from '../readSimulation.js'
import { assertSize } from '../requestSize.js'
import { code, words } from '../sentences.js'
import { shownText, textOf } from '../shownText.js'
import { inSmallestUnit } from '../unlisted.js'
import { UnreadableRequestError } from '../unreadable.js'
import { withOutside } from '../withOutside.js'
import {
  AminoParams,
  type Coin,
  DirectParams,
  messageIn,
  type Payment,
  type ReadTransaction,
  readAmino,
  readDirect,
} from './readTransaction.js'

export { type Level, levelOf } from '../level.js'
export { RequestTooLargeError } from '../requestSize.js'
export { sayRequestInEnglish, spokenRequest } from '../sentences.js'

/**
 * Describes what a wallet of Cosmos elsewhere is about to be asked for, by the data of the request alone.
 * @returns undefined for a method that asks for nothing to be signed, and for data that can't be read: then nothing is known of it
 * @throws RequestTooLargeError for more than 128 kB
 */
export async function describeCosmos(request: DescribedRequest): Promise<ShownRequest | undefined> {
  assertSize(request.params)
  const { outside = {} } = request
  const shown = readOrNone(request)
  return shown && withOutside({ ...request, shown, outside })
}

function readOrNone(request: DescribedRequest): ShownRequest | undefined {
  try {
    return describe(request)
  } catch (error) {
    // A text that isn't one is a TypeError of the decoder's.
    if (error instanceof UnreadableRequestError || error instanceof TypeError) return undefined
    throw error
  }
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

/** A payment of the account's own coins in words; anything else as its data, which takes a step of its own. */
function describeTransaction({ request: { network }, address, read }: Described): ShownRequest {
  const { messages, chainId, hasMore, payer, memo } = read
  const isHere = network.chainId === `cosmos:${chainId}`
  const [payment, ...others] = messages
  const isRead = payment?.from === address && others.length === 0 && !hasMore && payer === ''
  const fee = read.fee.map((coin): Fact => ({ label: words('request.feeAtMost'), value: amountOf(coin, network) }))
  const end = [
    ...fee,
    // Public, and what an exchange knows by whose the coins are.
    { label: words('request.memoPublic'), value: memo === '' ? words('request.nothing') : shownText(memo) },
    code('request.with', address),
    {
      label: words('request.network'),
      value: isHere ? network.name : words('request.chainNumber', { chain: chainId }),
    },
  ]
  const elsewhere = isHere ? [] : [words('request.warn.otherChain', { network: chainId, own: network.name })]
  const unsaid = memo === '' ? [words('request.warn.noMemo')] : []
  if (isRead) return describePayment({ payment, network, end, elsewhere, unsaid })
  return {
    title: words('request.signTransaction'),
    act: words('request.act.sign'),
    facts: end,
    content: { label: words('request.data'), text: read.whole, isCode: true },
    warnings: [words('request.warn.unreadCall'), ...elsewhere],
    isDeliberate: true,
  }
}

function describePayment({
  payment: { to, coins },
  network,
  end,
  elsewhere,
  unsaid,
}: {
  readonly payment: Payment
  readonly network: DescribedRequest['network']
  readonly end: readonly Fact[]
  /** That it is for another chain than the one that is shown. */
  readonly elsewhere: readonly Words[]
  readonly unsaid: readonly Words[]
}): ShownRequest {
  const [only, ...others] = coins
  const isCoin = only !== undefined && others.length === 0 && isOwn(only, network)
  return {
    title: words('request.send', { token: isCoin ? network.currency.symbol : words('request.tokens') }),
    act: words('request.act.send'),
    facts: [
      ...coins.flatMap((coin): readonly Fact[] => {
        const { amount, denom } = coin
        const given = { label: words('request.give'), value: amountOf(coin, network) }
        if (!isOwn(coin, network)) return [given, code('request.token', denom)]
        return [{ ...given, priced: { contract: undefined, amount, decimals: network.currency.decimals } }]
      }),
      code('request.to', to),
      ...end,
    ],
    warnings: [...elsewhere, ...unsaid],
    isDeliberate: !isCoin || elsewhere.length > 0,
  }
}

/** Is a coin the chain's own? Its smallest unit is called by the coin's name, with a letter for how small it is before it. */
const isOwn = ({ denom }: Coin, { currency }: DescribedRequest['network']): boolean =>
  /^[a-z][a-z0-9]+$/.test(denom) &&
  denom.slice(1) === currency.symbol.toLowerCase() &&
  letters[denom[0] ?? ''] === currency.decimals

const letters: Readonly<Record<string, number>> = { m: 3, u: 6, n: 9, p: 12, a: 18 }

function amountOf(coin: Coin, network: DescribedRequest['network']): string | Words {
  const { symbol, decimals } = network.currency
  if (isOwn(coin, network)) return `${formatAmount({ value: coin.amount, decimals })} ${symbol}`
  return inSmallestUnit(coin.amount)
}

export const cosmosReader: RequestReader = {
  // No node carries a payment out without its signature: what it moves stands in it.
  carriedOut: () => undefined,
  describe: describeCosmos,
  isWorse,
}
