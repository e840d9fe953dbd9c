import type { SessionPermission } from '@foyer/core/wire'
import {
  callsIn,
  isGrantOf,
  isContractRefusal as isRefusal,
  misfitOfCalled,
  readContext,
  standingOf,
} from '@foyer/signing/grants'

/** How a permission stands: it may be used, may be used later, or never again. */
export type GrantStanding = 'standing' | 'dormant' | 'over'

type Hex = `0x${string}`

/** The reads of a chain. Each throws where its node doesn't answer. */
export interface ChainReads {
  call(asked: { readonly to: Hex; readonly data: Hex }): Promise<Hex>
  codeAt(address: Hex): Promise<Hex>
}

/** The reads of contracts. Each throws where its node doesn't answer. */
export interface ContractReads {
  codeAt(address: Hex): Promise<Hex>
  /** @returns what each call is answered, in order; undefined for one that its contract refuses */
  answersOf(
    calls: readonly { readonly from: Hex; readonly to: Hex; readonly data: Hex }[],
  ): Promise<readonly (Hex | undefined)[]>
}

/** Whether a node's error is the contract's own refusal of a call; else nothing is known of the contract. */
export const isContractRefusal = (error: { readonly code: number; readonly message: string }): boolean =>
  isRefusal(error)

/**
 * Says why the calls of a permission aren't to be made as their contract is now: it is gone, or has become one at which the account may lose what it has. A permission to
 * spend, and one that isn't this wallet's, has none of these.
 *
 * @param of.tokens - those that the account may have let the contract move: only of these it is asked
 * @param of.callable - the functions of a contract that the operator lists, where that is known: those of unknown effect are made nowhere else
 * @returns the reason, for developers; undefined where they may be made
 * @throws what the reads throw
 * @see ERC-7710
 */
export async function callsFault({
  context,
  reads,
  tokens = [],
  callable,
}: {
  readonly context: string
  readonly reads: ContractReads
  readonly tokens?: readonly Hex[]
  readonly callable?: ((contract: Hex) => readonly string[]) | undefined
}): Promise<string | undefined> {
  const delegation = readContext(context)
  const calls = delegation && callsIn(delegation.caveats)
  if (!calls) return undefined
  const listed = callable?.(calls.target) ?? 'unasked'
  return (await misfitOfCalled({ reads, account: delegation.delegator, calls, tokens, listed }))?.message
}

/** A permission as the wallet answers that it granted it, and as it was asked for. */
export interface SessionGrant {
  /** As the wallet answers it (ERC-7710). */
  readonly context: string
  readonly account: Hex
  readonly permissions: readonly SessionPermission[]
  /** In seconds since 1970. */
  readonly expiry: number
}

/**
 * Whether a context is a permission of the account's, bounded just as it was asked for.
 * @see ERC-7710
 */
export function isSessionGrant({ context, account, permissions, expiry }: SessionGrant): boolean {
  const delegation = readContext(context)
  const isOwn = delegation?.delegator.toLowerCase() === account.toLowerCase()
  return delegation !== undefined && isOwn && isGrantOf({ permissions: [...permissions], expiry }, delegation)
}

/** The one who may use a permission, in lower case; undefined for what is no permission. */
export function granteeIn(context: string): Hex | undefined {
  const delegate = readContext(context)?.delegate
  return delegate && `0x${delegate.slice(2).toLowerCase()}`
}

/**
 * Reads how a permission stands on its chain: `standing` where it may be used; `over` where it never will be again, as its end is past, its account has ended it, or
 * it isn't signed for this chain; `dormant` where it may be used once the account has the code again that enforces it.
 *
 * @param grant.delegate - that code
 * @param grant.now - in seconds since 1970
 * @see ERC-1271, ERC-7710, EIP-7702
 */
export async function grantStanding({
  context,
  ...of
}: {
  readonly context: string
  readonly chainId: number
  readonly delegate: Hex
  readonly reads: ChainReads
  readonly now: bigint
}): Promise<GrantStanding> {
  const delegation = readContext(context)
  return delegation === undefined ? 'over' : standingOf({ ...of, delegation })
}
