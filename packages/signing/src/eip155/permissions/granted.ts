import type { WalletNetwork } from '@foyer/core/words'
import * as v from 'valibot'
import { type Hex, keccak256, parseAbi } from 'viem'
import { readContract } from 'viem/actions'
import { numberOf } from '../../contracts/chainNumber.js'
import { delegationManager } from '../../delegate.js'
import type { PreparedRequest } from '../../family.js'
import { without } from '../batch.js'
import { nodeOf } from '../chain.js'
import type { Context } from '../context.js'
import { delegateOf, standingOf } from '../standing.js'
import { secondsNow } from '../transaction.js'
import { nonceOf } from './accountNonce.js'
import { enforcers } from './caveats.js'
import { delegationHash, delegationPayload, isSignedFor, readContext, type SignedDelegation } from './delegation.js'
import { supportedKinds } from './kinds.js'

const abi = parseAbi([
  'function disabledDelegations(bytes32 hash) view returns (bool)',
  'function paused() view returns (bool)',
  'function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)',
])

type On = Pick<Context, 'network'>

/** Whether the account has ended a permission. @throws where the node doesn't answer */
export const isDisabled = ({ network }: On, hash: Hex): Promise<boolean> =>
  readContract(nodeOf(network), { address: delegationManager, abi, functionName: 'disabledDelegations', args: [hash] })

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

const termsOf = ({ caveats }: SignedDelegation, name: 'timestamp' | 'nonce') =>
  caveats.find(({ enforcer }) => enforcer === enforcers[name])?.terms

/** When a permission ends by itself, in seconds since 1970; undefined for one that doesn't say. */
export function endOf(delegation: SignedDelegation): bigint | undefined {
  const terms = termsOf(delegation, 'timestamp')
  const before = terms === undefined ? 0n : BigInt(`0x${terms.slice(-32)}`)
  return before === 0n ? undefined : before
}

/** Whether a permission is over for good: past its end, or ended by the account, alone or with all others. @throws where the node doesn't answer */
export async function isOver({ network, delegation }: OnNetwork): Promise<boolean> {
  const end = endOf(delegation)
  if (end !== undefined && end <= secondsNow()) return true
  const [isEnded, nonce] = await Promise.all([
    isDisabled({ network }, delegationHash(delegation)),
    nonceOf({ network }, delegation.delegator),
  ])
  const signed = termsOf(delegation, 'nonce')
  return isEnded || (signed !== undefined && BigInt(signed) !== nonce)
}

const valid = '0x1626ba7e'

/** Whether a permission may be used: not over, and enforced by the code that the account has, which takes its signature (ERC-1271). @throws where the node doesn't answer */
export async function isStanding({ network, delegation }: OnNetwork): Promise<boolean> {
  const { delegator, signature, ...rest } = delegation
  const delegate = delegateOf(network)
  const chainId = numberOf(network.chainId)
  if (!delegate || !(await isSignedFor(delegation, chainId)) || (await isOver({ network, delegation }))) return false
  const { is } = await standingOf({ network, address: delegator, delegate })
  if (is !== 'switched') return false
  const hash = keccak256(delegationPayload({ delegator, ...rest }, chainId))
  const answer = await readContract(nodeOf(network), {
    ...{ address: delegator, abi, functionName: 'isValidSignature', args: [hash, signature] },
  })
  return answer === valid
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
