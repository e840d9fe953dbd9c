import { type ReachedWallet, type WalletChoice, walletOf } from '../connection/reach.js'
import type { NonEmpty } from '../connector/live.js'
import type { GrantedPermission } from '../connector/permissions.js'
import { contextOf } from '../context.js'
import { ActionUnsupportedError } from '../errors/action.js'
import type { Foyer } from '../foyer.js'
import type { AttemptId } from '../state/attempt.js'

export interface RevokePermissionsParameters extends Pick<WalletChoice, 'connectorId' | 'signal'> {
  /** As they were granted: each is taken back by the account and on the network that it is for. */
  readonly permissions: NonEmpty<Omit<GrantedPermission, 'to'>>
}

/**
 * Has the visitor take permissions back in the wallet, one after the other, up to the first that fails: `permissions` says which stand. Each is asked for once and never again.
 *
 * @throws NamespaceNotConfiguredError · AccountNotConnectedError where the account isn't connected any more · ActionUnsupportedError · InvalidOptionError without a permission ·
 * UnsupportedMethodError where they can't be taken back from here · UserRejectedError · RequestTimeoutError · AbortedError · ChunkLoadError
 * @see ERC-7715, `wallet_revokeExecutionPermission`
 * @example
 * await revokePermissions(foyer, { permissions: [granted] })
 */
export function revokePermissions(foyer: Foyer, parameters: RevokePermissionsParameters): Promise<void> {
  return runRevocation(foyer, parameters)
}

/** The same, and says by which attempt. @throws as {@link revokePermissions} */
export async function runRevocation(
  foyer: Foyer,
  { permissions, connectorId, signal }: RevokePermissionsParameters,
  onBegun?: (attemptId: AttemptId) => void,
): Promise<void> {
  const [first] = permissions
  const context = contextOf(foyer)
  if (!first) return (await context.queries()).refuseEmpty('permissions', 'Pass at least one permission.')
  const { account, networkId } = first
  const of = ({ account, networkId }: Omit<GrantedPermission, 'to'>) =>
    walletOf(foyer, { account, networkId, connectorId, signal })
  // Every wallet is there before one is asked, so that none is taken back where another can't be.
  const [reached, queries] = await Promise.all([Promise.all(permissions.map(of)), context.queries()])
  const asks = reached.map(askerOf)
  await queries.runSigning<void>(context, {
    kind: 'revokePermissions',
    accountId: `${networkId}:${account}`,
    signal,
    prepare: async ({ id }) => onBegun?.(id),
    async ask(ending) {
      for (const [index, { context: name }] of permissions.entries()) {
        ending.throwIfAborted()
        await asks[index]?.({ context: name, signal: ending })
      }
    },
  })
}

type Revocation = Pick<GrantedPermission, 'context'> & { readonly signal: AbortSignal }

/** @throws ActionUnsupportedError */
function askerOf({ wallet, actions: { revokePermission } }: ReachedWallet): (asked: Revocation) => Promise<void> {
  const { namespace: family } = wallet.account
  if (!revokePermission) throw new ActionUnsupportedError({ action: 'revokePermissions', family })
  return (asked) => revokePermission({ wallet, ...asked })
}
