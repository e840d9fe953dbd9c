import type { WalletNetwork } from '@foyer/core/words'
import { type Address, getAddress, isAddress } from 'viem'
import { getCode } from 'viem/actions'
import { numberOf } from '../contracts/chainNumber.js'
import { delegateIn } from '../delegate.js'
import { isDelegateCode } from '../delegateCode.js'
import { nodeOf } from './chain.js'

/**
 * The code at an account's address: nothing, the network's own delegate, another's, or a contract of its own, which no
 * key signs for.
 */
export type Standing =
  | { readonly is: 'plain' | 'switched' | 'contract' }
  | { readonly is: 'foreign'; readonly delegate: Address }

/** Whether calls are carried out as one by what stands there. Another's code, which came with an imported key, is replaced where its owner asks for that, and never because an application has something to send. */
const isOwnOrNone = ({ is }: Standing): boolean => is === 'plain' || is === 'switched'

/** The code that accounts are switched to on a network, where it has one. */
export const delegateOf = ({ delegate = '' }: WalletNetwork): Address | undefined =>
  isAddress(delegate, { strict: false }) ? delegate : undefined

/** An account's own address, in the form that viem takes. Its letters' case isn't looked at: a checksum is for what people write. @throws TypeError for what is no address */
export const addressOf = (text: string): Address => {
  if (!isAddress(text, { strict: false })) throw new TypeError('An account has no address.')
  return getAddress(text)
}

interface Stands {
  readonly network: WalletNetwork
  readonly address: Address
  readonly delegate: string
  /** The last where it isn't said. */
  readonly blockNumber?: bigint | undefined
}

/** The networks on which the delegate's code was found: nothing can change it there, and it is looked for once. */
const found = new Set<string>()

async function hasDelegateCode({
  network,
  delegate,
}: Pick<Stands, 'network'> & { readonly delegate: Address }): Promise<boolean> {
  const key = `${network.chainId} ${network.rpcUrl} ${delegate}`
  if (found.has(key)) return true
  const code = await getCode(nodeOf(network), { address: delegate })
  if (!code || !isDelegateCode({ code, chainId: numberOf(network.chainId), address: delegate })) return false
  found.add(key)
  return true
}

/**
 * Reads the code at an address by which calls can be carried out as one: undefined where that isn't so, and where the
 * delegate's own code isn't on the network.
 * @throws where the node doesn't answer
 */
export async function ableStanding(of: Stands & { readonly delegate: Address }): Promise<Standing | undefined> {
  const [standing, isThere] = await Promise.all([standingOf(of), hasDelegateCode(of)])
  return isThere && isOwnOrNone(standing) ? standing : undefined
}

export async function standingOf({ network, address, delegate, blockNumber }: Stands): Promise<Standing> {
  const at = blockNumber === undefined ? {} : { blockNumber }
  const code = await getCode(nodeOf(network), { address, ...at })
  if (!code) return { is: 'plain' }
  const own = delegateIn(code)
  if (!own) return { is: 'contract' }
  return own === delegate.toLowerCase() ? { is: 'switched' } : { is: 'foreign', delegate: own }
}
