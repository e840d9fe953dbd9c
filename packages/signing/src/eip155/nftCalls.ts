import type { Fact, WalletNetwork } from '@foyer/core/words'
import { type Address, isAddressEqual, zeroAddress } from 'viem'
import { readHeld } from '../contracts/nodeReads.js'
import {
  amountOf,
  isContractAt,
  isKnownAddress,
  nameOf,
  type ReadToken,
  readToken,
  tokenFacts,
} from '../contracts/tokens.js'
import { code, words } from '../sentences.js'
import { judgeAllowed } from './allowance.js'
import { type Called, type ReadCall, said } from './called.js'
import { flow } from './flow.js'
import { readOfNft } from './ofNft.js'

/** One NFT, or that its allowance is taken back. */
export async function approvalOfOne({
  spender,
  id,
  token,
  isBoth = false,
  owner,
  network,
}: Pick<Called, 'network'> & {
  readonly spender: Address
  readonly id: bigint
  readonly token: ReadToken
  /** A whole token goes with it (ERC-404). */
  readonly isBoth?: boolean
  /** The account whose it is, as far as is known. */
  readonly owner: Address
}): Promise<ReadCall> {
  const name = { token: nameOf(token) }
  const factsOf = (all: readonly Fact[]) => [amountOf(id, token), ...all, ...tokenFacts(token)]
  const unlooked = { before: undefined, balance: undefined, isContract: undefined }
  if (isAddressEqual(spender, zeroAddress)) {
    const before = await readOfNft(network, { token: token.address, id, what: 'approved' })
    const isThere = before !== undefined && !isAddressEqual(before, zeroAddress)
    return said(words('request.disallow', name), factsOf(isThere ? [code('request.spender', before)] : []), {
      flow: flow({ allows: [{ token, spender, id, amount: 0n, looked: unlooked }] }),
    })
  }
  const [balance, isContract] = await Promise.all([
    readHeld(network, { token: token.address, owner }),
    isContractAt(network, spender),
  ])
  const beside = isBoth ? [words('request.warn.wholeOne')] : []
  const allowed = { token, spender, id, isBoth, beside, amount: 1n, looked: { ...unlooked, balance, isContract } }
  return said(words('request.allow', name), factsOf([code('request.spender', spender)]), {
    ...judgeAllowed(allowed, network),
    flow: flow({ allows: [allowed] }),
  })
}

/** Whether an address is somebody's own account, and what is to be said of that. */
async function whoseIs(network: WalletNetwork, address: Address) {
  const isContract = await isContractAt(network, address)
  if (isContract === false) return { isPerson: true, warnings: [words('request.warn.spenderPerson')] }
  const isUnchecked = isContract === undefined && !isKnownAddress(network, address)
  return { isPerson: false, warnings: isUnchecked ? [words('request.warn.spenderUnchecked')] : [] }
}

/** Every token of a collection, and every later one. */
export async function readHandOver(
  [operator, isApproved]: readonly [Address, boolean],
  { to, from, network }: Called,
): Promise<ReadCall> {
  const facts = [code('request.operator', operator), code('request.contract', to)]
  if (!isApproved) {
    const token = await readToken(network, to)
    return said(words('request.disallowCollection'), [code('request.operator', operator), ...tokenFacts(token)], {
      flow: flow({}),
    })
  }
  const [held, of] = await Promise.all([readHeld(network, { token: to, owner: from }), whoseIs(network, operator)])
  const atStake = held === undefined ? [] : [{ label: words('request.atStake'), value: `${held}` }]
  return said(words('request.handOverCollection'), [...atStake, ...facts], {
    warnings: [words('request.warn.collection'), ...of.warnings],
    isDeliberate: true,
  })
}
