import type { Fact } from '@foyer/core/words'
import { hexToBytes, isAddressEqual, size } from 'viem'
import { readCode } from '../contracts/nodeReads.js'
import { amountOf, coinOf, isKnownAddress } from '../contracts/tokens.js'
import { code, words } from '../sentences.js'
import { shownText, textOf } from '../shownText.js'
import { type ReadCall, said } from './called.js'
import { sent } from './flow.js'
import { lostWarnings } from './lost.js'
import type { MoreCalled } from './moreCalled.js'

/** Networks have contracts of their own among the first addresses, which have no code and act all the same. */
const ofNetwork = /^0x0{36}/

/**
 * Reads what is sent to an account without code, with data beside it: that does nothing there. An account that acts by a contract's code (EIP-7702) has code, and
 * the account's own may have some by then, as whatever else may that is called later: after other calls, or by the holder of a signature. Undefined where there is
 * code, and where the node doesn't say.
 */
export async function readBeside({
  data,
  to,
  from,
  value,
  network,
  budget,
}: MoreCalled): Promise<ReadCall | undefined> {
  if (budget || isAddressEqual(from, to) || ofNetwork.test(to) || isKnownAddress(network, to)) return undefined
  if ((await readCode(network, to)) !== '0x') return undefined
  const coin = coinOf(network)
  const text = textOf(hexToBytes(data))
  const shown = text === undefined ? undefined : shownText(text)
  // What can't be seen isn't a note.
  const note = shown === text ? shown : undefined
  const beside: Fact =
    note === undefined
      ? { label: words('request.data'), value: words('request.bytesOf', { count: `${size(data)}` }) }
      : { label: words('request.memoPublic'), value: note }
  const lost = lostWarnings({ to, network })
  return said(
    words('request.send', { token: coin.symbol ?? '' }),
    [amountOf(value, coin), code('request.to', to), beside],
    {
      warnings: [...lost, ...(note === undefined ? [words('request.warn.noCode')] : [])],
      isDeliberate: lost.length > 0,
      flow: sent({ token: coin, amount: value, from, to }),
    },
  )
}
