import { type Address, concat, encodeFunctionData, type Hex, keccak256, parseAbi } from 'viem'
import { delegationManager } from '../../delegate.js'
import { enforcers } from '../../enforcers.js'
import { readingNonce } from './accountNonce.js'
import { delegationHash, delegationPayload, isSignedFor, type SignedDelegation } from './delegation.js'

/** The reads of a chain: by a page's node, or by a server's. Each throws where the node doesn't answer. */
export interface ChainReads {
  call(asked: { readonly to: Address; readonly data: Hex }): Promise<Hex>
  codeAt(address: Address): Promise<Hex>
}

interface Read {
  readonly reads: ChainReads
  readonly delegation: SignedDelegation
  /** In seconds since 1970. */
  readonly now: bigint
}

const abi = parseAbi([
  'function disabledDelegations(bytes32 hash) view returns (bool)',
  'function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)',
])

const termsOf = ({ caveats }: SignedDelegation, name: 'timestamp' | 'nonce') =>
  caveats.find(({ enforcer }) => enforcer === enforcers[name])?.terms

/** Returns when a permission ends by itself, in seconds since 1970; undefined for one that doesn't say. */
export function endOf(delegation: SignedDelegation): bigint | undefined {
  const terms = termsOf(delegation, 'timestamp')
  const before = terms === undefined ? 0n : BigInt(`0x${terms.slice(-32)}`)
  return before === 0n ? undefined : before
}

/** A word that a contract answers; what isn't there answers nothing. */
const wordIn = (answer: Hex): bigint => (answer === '0x' ? 0n : BigInt(answer.slice(0, 66)))

/** Whether the account has ended a permission by itself. */
export const isDisabled = async ({ reads, delegation }: Pick<Read, 'reads' | 'delegation'>): Promise<boolean> => {
  const data = encodeFunctionData({ abi, functionName: 'disabledDelegations', args: [delegationHash(delegation)] })
  return wordIn(await reads.call({ to: delegationManager, data })) !== 0n
}

/** Whether a permission is over for good: past its end, or ended by the account, alone or with all others. */
export async function isOver({ reads, delegation, now }: Read): Promise<boolean> {
  if (isPast(delegation, now)) return true
  const [isEnded, nonce] = await Promise.all([isDisabled({ reads, delegation }), nonceIn({ reads, delegation })])
  return isEnded || isPassed(delegation, nonce)
}

const isPast = (delegation: SignedDelegation, now: bigint): boolean => {
  const end = endOf(delegation)
  return end !== undefined && end <= now
}

const nonceIn = async ({ reads, delegation }: Pick<Read, 'reads' | 'delegation'>): Promise<bigint> =>
  wordIn(await reads.call({ to: enforcers.nonce, data: readingNonce(delegation.delegator) }))

/** The account's number only ever rises. */
const isPassed = (delegation: SignedDelegation, nonce: bigint): boolean => {
  const signed = termsOf(delegation, 'nonce')
  return signed !== undefined && BigInt(signed) < nonce
}

const valid: Hex = '0x1626ba7e'

/**
 * How a permission stands on its chain: `standing` where it may be used; `over` where it never will be again; `dormant` where it may be once the account has
 * the code that enforces it, and its number, again.
 */
export type GrantStanding = 'standing' | 'dormant' | 'over'

/**
 * Reads how a permission stands: signed for this chain, not over, and enforced by the code that the account has, which takes its signature (ERC-1271).
 *
 * @param of.delegate - the code that enforces it
 */
export async function standingOf({
  chainId,
  delegate,
  ...of
}: Read & { readonly chainId: number; readonly delegate: Address }): Promise<GrantStanding> {
  const { reads, delegation, now } = of
  const { delegator, signature } = delegation
  if (!(await isSignedFor(delegation, chainId)) || isPast(delegation, now)) return 'over'
  const [isEnded, nonce, code] = await Promise.all([isDisabled(of), nonceIn(of), reads.codeAt(delegator)])
  if (isEnded || isPassed(delegation, nonce)) return 'over'
  const signed = termsOf(delegation, 'nonce')
  if (signed !== undefined && BigInt(signed) !== nonce) return 'dormant'
  if (code.toLowerCase() !== concat(['0xef0100', delegate]).toLowerCase()) return 'dormant'
  const hash = keccak256(delegationPayload(delegation, chainId))
  const data = encodeFunctionData({ abi, functionName: 'isValidSignature', args: [hash, signature] })
  return (await reads.call({ to: delegator, data })).startsWith(valid) ? 'standing' : 'dormant'
}
