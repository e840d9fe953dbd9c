import type { Family } from '../chain/ids.js'
import { type WalletChoice, walletOf } from '../connection/reach.js'
import type { GrantedPermissionOf, PermissionOf } from '../connector/family.js'
import type { NonEmpty } from '../connector/live.js'
import { contextOf } from '../context.js'
import { ActionUnsupportedError } from '../errors/action.js'
import type { Foyer } from '../foyer.js'
import type { AttemptId } from '../state/attempt.js'

export interface GrantPermissionsParameters<F extends Family = Family> extends WalletChoice<F> {
  /** Of the family's own kind; the visitor sees all of them at once. */
  readonly permissions: NonEmpty<PermissionOf<F>>
}

/**
 * Asks the visitor for permissions to act for the account within limits, without another prompt (EVM: ERC-7715). The wallet is asked once and never again; the visitor may
 * grant less than was asked for where the application allows that.
 *
 * @returns what was granted, one for each that was asked for: keep it, as by its `context` it is used and taken back
 * @throws NamespaceNotConfiguredError · AccountNotConnectedError · ActionUnsupportedError · InvalidOptionError without a permission · UnsupportedMethodError where the wallet grants none ·
 * UserRejectedError · WalletAnswerError · RequestTimeoutError · AbortedError · ChunkLoadError, and what the family says of a permission that the wallet doesn't know
 * @see ERC-7715
 * @example
 * const [granted] = await grantPermissions(foyer, { family: 'eip155', permissions: [aHundredADay] })
 */
export function grantPermissions<F extends Family = Family>(
  foyer: Foyer,
  parameters: GrantPermissionsParameters<F>,
): Promise<readonly GrantedPermissionOf<F>[]> {
  return runGrant(foyer, parameters)
}

/** The same, and says by which attempt. @throws as {@link grantPermissions} */
export async function runGrant<F extends Family = Family>(
  foyer: Foyer,
  { permissions, ...choice }: GrantPermissionsParameters<F>,
  onBegun?: (attemptId: AttemptId) => void,
): Promise<readonly GrantedPermissionOf<F>[]> {
  const context = contextOf(foyer)
  if (permissions.length === 0)
    return (await context.queries()).refuseEmpty('permissions', 'Pass at least one permission.')
  const [{ wallet, actions }, queries] = await Promise.all([walletOf(foyer, choice), context.queries()])
  const { grantPermissions: grant } = actions
  const { account, networkId } = wallet
  if (!grant) throw new ActionUnsupportedError({ action: 'grantPermissions', family: account.namespace })
  return queries.runSigning(context, {
    kind: 'grantPermissions',
    accountId: `${networkId}:${account.address}`,
    signal: choice.signal,
    prepare: async ({ id }) => onBegun?.(id),
    ask: (signal) => grant({ wallet, permissions, signal }),
  })
}
