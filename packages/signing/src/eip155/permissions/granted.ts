import type { WalletNetwork } from '@foyer/core/words'
import * as v from 'valibot'
import { parseAbi } from 'viem'
import { call, getCode, readContract } from 'viem/actions'
import { numberOf } from '../../contracts/chainNumber.js'
import { delegationManager } from '../../delegate.js'
import type { PreparedRequest } from '../../family.js'
import { without } from '../batch.js'
import { nodeOf } from '../chain.js'
import type { Context } from '../context.js'
import { delegateOf } from '../standing.js'
import { secondsNow } from '../transaction.js'
import { isSignedFor, readContext, type SignedDelegation } from './delegation.js'
import type { ChainReads } from './grantState.js'
import * as grantState from './grantState.js'
import { supportedKinds } from './kinds.js'

const abi = parseAbi(['function paused() view returns (bool)'])

type On = Pick<Context, 'network'>

/** Whether the manager's maker has stopped what it carries out. @throws where the node doesn't answer */
export const isPaused = ({ network }: On): Promise<boolean> =>
  readContract(nodeOf(network), { address: delegationManager, abi, functionName: 'paused' })

/** `wallet_getSupportedExecutionPermissions`: each type, with its networks and the rules that bind it. */
export function supportedPermissions({ host }: Context): PreparedRequest {
  const { batches, grants } = host
  if (!grants) return without
  const networks = batches?.asOne ? host.networks().filter((network) => delegateOf(network) !== undefined) : []
  const chainIds = networks.map(({ chainId }) => `0x${numberOf(chainId).toString(16)}`)
  const kinds = chainIds.length === 0 ? [] : supportedKinds()
  return {
    kind: 'answer',
    result: Object.fromEntries(kinds.map(([type, ruleTypes]) => [type, { chainIds, ruleTypes }])),
  }
}

/**
 * `wallet_getGrantedExecutionPermissions`: what the application was granted and may still use, as it was answered then. That is read on chain, as the account may have ended it
 * anywhere.
 * @throws where a node doesn't answer: nothing is said of what isn't known
 */
export async function grantedPermissions({ host, addresses }: Context): Promise<PreparedRequest> {
  if (!host.grants) return without
  const all = await host.grants.list()
  const standing = await Promise.all(
    all.map(async ({ chainId, context, answer }) => {
      const network = host.network(chainId)
      const delegation = readContext(context)
      const isOwn = addresses.some((each) => each.toLowerCase() === delegation?.delegator.toLowerCase())
      // What the older methods granted is asked about by the server that keeps it.
      const isStandard = v.is(Standard, answer)
      return network && delegation && isOwn && isStandard && (await isStanding({ network, delegation })) ? [answer] : []
    }),
  )
  return { kind: 'answer', result: standing.flat() }
}

const Standard = v.object({ permission: v.object({ type: v.string() }) })

interface OnNetwork {
  readonly network: WalletNetwork
  readonly delegation: SignedDelegation
}

/** Returns the reads of a chain by a page's node. */
const readsOf = (network: WalletNetwork): ChainReads => ({
  call: async (asked) => (await call(nodeOf(network), asked)).data ?? '0x',
  codeAt: async (address) => (await getCode(nodeOf(network), { address })) ?? '0x',
})

/** Whether a permission is over for good: past its end, or ended by the account, alone or with all others. @throws where the node doesn't answer */
export const isOver = ({ network, delegation }: OnNetwork): Promise<boolean> =>
  grantState.isOver({ reads: readsOf(network), delegation, now: secondsNow() })

/** Whether the account has ended a permission by itself. @throws where the node doesn't answer */
export const isDisabled = ({ network, delegation }: OnNetwork): Promise<boolean> =>
  grantState.isDisabled({ reads: readsOf(network), delegation })

/** Whether a permission may be used. @throws where the node doesn't answer */
export async function isStanding({ network, delegation }: OnNetwork): Promise<boolean> {
  const delegate = delegateOf(network)
  if (!delegate) return false
  const of = { delegation, delegate, chainId: numberOf(network.chainId), now: secondsNow() }
  return (await grantState.standingOf({ reads: readsOf(network), ...of })) === 'standing'
}

/** The network of a permission: the one that it was signed for, whichever is in use. Undefined where it is none of the wallet's. */
export async function networkOfGrant(
  networks: readonly WalletNetwork[],
  delegation: SignedDelegation,
): Promise<WalletNetwork | undefined> {
  for (const network of networks)
    if (network.chainId.startsWith('eip155:') && (await isSignedFor(delegation, numberOf(network.chainId))))
      return network
  return undefined
}
