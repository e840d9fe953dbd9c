import { isAddressEqual, zeroAddress } from 'viem'
import { amountOf, nameOf, type ReadToken, readToken, tokenFacts } from '../contracts/tokens.js'
import { words } from '../sentences.js'
import { address, call, uint } from './abis.js'
import { decodeCall, type ReadCall, said } from './called.js'
import { flow } from './flow.js'
import type { MoreCalled } from './moreCalled.js'
import { readOfNft } from './ofNft.js'
import { withRest } from './readCall.js'

const abi = [call('burn', [uint('amount')]), call('burnFrom', [address('owner'), uint('amount')])] as const

/**
 * Reads what destroys the account's own of a listed token, or an NFT that it has. Of another contract the function's name proves nothing. Undefined for every
 * other call.
 */
export async function readBurn({ data, inside: _inside, ...called }: MoreCalled): Promise<ReadCall | undefined> {
  const decoded = decodeCall(abi, data)
  if (!decoded) return undefined
  const { args } = decoded.call
  const [owner, amount] = args.length === 2 ? args : [called.from, args[0]]
  if (!isAddressEqual(owner, called.from)) return undefined
  const token = await readToken(called.network, called.to)
  const holder = token.isNft
    ? await readOfNft(called.network, { token: called.to, id: amount, what: 'owner' })
    : undefined
  const isOwn = token.isListed || (holder !== undefined && isAddressEqual(holder, called.from))
  if (!isOwn) return undefined
  return withRest({ read: burned(token, amount, called), called, unused: decoded.unused })
}

function burned(token: ReadToken, amount: bigint, { from }: Pick<MoreCalled, 'from'>): ReadCall {
  return said(words('request.burn', { token: nameOf(token) }), [amountOf(amount, token), ...tokenFacts(token)], {
    warnings: [words('request.warn.burnt')],
    isDeliberate: true,
    flow: flow({ gifts: [{ token, amount, to: zeroAddress, how: 'sent', owner: from }] }),
  })
}
