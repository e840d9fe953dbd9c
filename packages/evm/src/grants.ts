import type { SessionPermission } from '@foyer/core/wire'
import { isGrantOf, isStanding, readContext } from '@foyer/signing/grants'

type Hex = `0x${string}`

/** What is asked of a chain. Each throws where its node doesn't answer. */
export interface ChainReads {
  call(asked: { readonly to: Hex; readonly data: Hex }): Promise<Hex>
  codeAt(address: Hex): Promise<Hex>
}

/** What a wallet says that it granted, and what it was asked for. */
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

/**
 * Whether a permission may be used, as its chain says: signed for it, not over nor ended, and enforced by the code that the account has, which takes its signature.
 *
 * @param grant.delegate - the code that enforces it
 * @param grant.now - in seconds since 1970
 * @see ERC-1271, ERC-7710, EIP-7702
 */
export async function isGrantStanding({
  context,
  ...of
}: {
  readonly context: string
  readonly chainId: number
  readonly delegate: Hex
  readonly reads: ChainReads
  readonly now: bigint
}): Promise<boolean> {
  const delegation = readContext(context)
  return delegation !== undefined && isStanding({ ...of, delegation })
}
