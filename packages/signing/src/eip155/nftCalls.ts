import { type Address, isAddressEqual, zeroAddress } from 'viem'
import type { WalletNetwork } from '../network.js'
import { code, words } from '../sentences.js'
import { type Called, type ReadCall, said } from './called.js'
import { flow } from './flow.js'
import { readHeld } from './nodeReads.js'
import { amountOf, isContractAt, isKnownContract, nameOf, type ReadToken, tokenFacts, tokenWarnings } from './tokens.js'

/** One NFT, or that nobody may take it any more. */
export async function approvalOfOne({
  spender,
  id,
  token,
  network,
}: Pick<Called, 'network'> & {
  readonly spender: Address
  readonly id: bigint
  readonly token: ReadToken
}): Promise<ReadCall> {
  const name = { token: nameOf(token) }
  const facts = [amountOf(id, token), code('request.spender', spender), ...tokenFacts(token)]
  if (isAddressEqual(spender, zeroAddress)) return said(words('request.disallow', name), facts, { flow: flow({}) })
  const of = await whoseIs(network, spender)
  return said(words('request.allow', name), facts, {
    warnings: [words('request.warn.spenderOne'), ...of.warnings, ...tokenWarnings(token)],
    isDeliberate: of.isPerson,
  })
}

/** Whether an address is somebody's own account, and what is to be said of that. */
async function whoseIs(network: WalletNetwork, address: Address) {
  const isContract = await isContractAt(network, address)
  if (isContract === false) return { isPerson: true, warnings: [words('request.warn.spenderPerson')] }
  const isUnchecked = isContract === undefined && !isKnownContract(network, address)
  return { isPerson: false, warnings: isUnchecked ? [words('request.warn.spenderUnchecked')] : [] }
}

/** Every token of a collection, and every later one. */
export async function readHandOver(
  [operator, isApproved]: readonly [Address, boolean],
  { to, from, network }: Called,
): Promise<ReadCall> {
  const facts = [code('request.operator', operator), code('request.contract', to)]
  if (!isApproved) return said(words('request.disallowCollection'), facts, { flow: flow({}) })
  const [held, of] = await Promise.all([readHeld(network, { token: to, owner: from }), whoseIs(network, operator)])
  const atStake = held === undefined ? [] : [{ label: words('request.atStake'), value: `${held}` }]
  return said(words('request.handOverCollection'), [...atStake, ...facts], {
    warnings: [words('request.warn.collection'), ...of.warnings],
    isDeliberate: true,
  })
}
