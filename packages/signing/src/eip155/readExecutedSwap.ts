import { isAddressEqual, zeroAddress } from 'viem'
import { coinOf, isKnownContract, readToken } from '../contracts/tokens.js'
import { address, bytes, call, uint } from './abis.js'
import { decodeCall, type ReadCall } from './called.js'
import type { MoreCalled } from './moreCalled.js'
import { withRest } from './readCall.js'
import { sayExchange } from './swapCalls.js'

const described = {
  name: 'described',
  type: 'tuple',
  components: [
    ...[address('sold'), address('bought'), address('giver'), address('recipient')],
    ...[uint('amount'), uint('least'), uint('flags')],
  ],
} as const

/** An exchange that an executor carries out between the two sides that a known contract checks: of 1inch 5 and 6. */
const abi = [
  call('swap', [address('executor'), described, bytes('data')]),
  call('swap', [address('executor'), described, bytes('permit'), bytes('data')]),
] as const

/** Stands for the coin. */
const coin = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'

/**
 * Reads what is given at a known contract for how much at least, and whose that is. Undefined for every other call, and where its flags change what is given or
 * how it is taken.
 */
export async function readExecutedSwap({
  data,
  inside: _inside,
  ...called
}: MoreCalled): Promise<ReadCall | undefined> {
  const { network, from, to, value } = called
  const decoded = isKnownContract(network, to) ? decodeCall(abi, data) : undefined
  if (!decoded) return undefined
  const [, { sold, bought, recipient, amount, least, flags }] = decoded.call.args
  const isCoin = isAddressEqual(sold, coin)
  if (flags !== 0n || value !== (isCoin ? amount : 0n)) return undefined
  const [give, get] = await Promise.all(
    [sold, bought].map((each) => (isAddressEqual(each, coin) ? coinOf(network) : readToken(network, each))),
  )
  if (!give || !get) return undefined
  const isOthers = ![from, zeroAddress].some((each) => isAddressEqual(each, recipient))
  const got = { token: get, amount: least }
  return withRest({
    read: sayExchange(
      {
        gives: [{ token: give, amount }],
        gets: isOthers ? [] : [got],
        others: isOthers ? [{ ...got, to: recipient }] : [],
        ...{ deadline: undefined, tokens: [give, get] },
      },
      called,
    ),
    called,
    unused: decoded.unused,
  })
}
