import type { WalletNetwork } from '@foyer/core/words'
import { type Address, isAddress } from 'viem'
import { getCode } from 'viem/actions'
import { delegateIn } from '../delegate.js'
import { nodeOf } from './chain.js'

/** What stands at an account's address: nothing, the network's own delegate, another's, or a contract of its own, which no key signs for. */
export type Standing =
  | { readonly is: 'plain' | 'switched' | 'contract' }
  | { readonly is: 'foreign'; readonly delegate: Address }

/** The code that accounts are switched to on a network, where it has one. */
export const delegateOf = ({ delegate = '' }: WalletNetwork): Address | undefined =>
  isAddress(delegate, { strict: false }) ? delegate : undefined

export async function standingOf({
  network,
  address,
  delegate,
  blockNumber,
}: {
  readonly network: WalletNetwork
  readonly address: Address
  readonly delegate: string
  /** The last where it isn't said. */
  readonly blockNumber?: bigint | undefined
}): Promise<Standing> {
  const at = blockNumber === undefined ? {} : { blockNumber }
  const code = await getCode(nodeOf(network), { address, ...at })
  if (!code) return { is: 'plain' }
  const found = delegateIn(code)
  if (!found) return { is: 'contract' }
  return found === delegate.toLowerCase() ? { is: 'switched' } : { is: 'foreign', delegate: found }
}

/** The contract whose code an account gets, and the one whose code that takes the place of. */
export interface NewCode {
  readonly to: Address
  readonly was?: Address | undefined
}

/** What a first batch switches on; undefined for an account that has it. */
export function newCodeOf({
  standing,
  delegate,
}: {
  readonly standing: Standing
  readonly delegate: Address
}): NewCode | undefined {
  if (standing.is === 'switched') return undefined
  return { to: delegate, was: standing.is === 'foreign' ? standing.delegate : undefined }
}
