import type { Family } from '../chain/ids.js'
import { actionsOf, networkFor, type WalletChoice, walletOf } from '../connection/reach.js'
import type { GrantedPermissionOf } from '../connector/family.js'
import type { GrantedPermission, PermissionReading, SupportedPermission } from '../connector/permissions.js'
import { contextOf } from '../context.js'
import { ActionUnsupportedError } from '../errors/action.js'
import type { Foyer } from '../foyer.js'

/**
 * Reads what the chosen account has granted to this page, from its wallet: on all networks, or on the one that is named. Never prompts. A wallet may list what has expired.
 *
 * @throws NamespaceNotConfiguredError · AccountNotConnectedError · ActionUnsupportedError · UnsupportedMethodError where the wallet doesn't list it, though it may have granted something ·
 * WalletAnswerError · RequestTimeoutError · AbortedError · ChunkLoadError
 * @see ERC-7715, `wallet_getGrantedExecutionPermissions`
 * @example
 * const granted = await permissions(foyer, { networkId: 'eip155:8453' })
 */
export async function permissions<F extends Family = Family>(
  foyer: Foyer,
  choice: WalletChoice<F> = {},
): Promise<readonly GrantedPermissionOf<F>[]> {
  const { wallet, actions } = await walletOf(foyer, choice)
  const { address, namespace: family } = wallet.account
  if (!actions.permissions) throw new ActionUnsupportedError({ action: 'permissions', family })
  const listed = await actions.permissions({ wallet, signal: choice.signal })
  const isSame = actions.isSameAddress ?? ((one: string, other: string) => one === other)
  const isWanted = (networkId: string) => choice.networkId === undefined || choice.networkId === networkId
  return listed.filter(({ account, networkId }) => isSame(account, address) && isWanted(networkId))
}

/**
 * Reads which permissions the wallet can grant, where, and what it can bind them to. Never prompts.
 *
 * @returns none where the wallet grants nothing, or doesn't say what
 * @throws NamespaceNotConfiguredError · AccountNotConnectedError · WalletAnswerError · RequestTimeoutError · AbortedError · ChunkLoadError
 * @see ERC-7715, `wallet_getSupportedExecutionPermissions`
 * @example
 * const supported = await supportedPermissions(foyer)
 * const isOffered = supported.some(({ type }) => type === 'erc20-token-periodic')
 */
export async function supportedPermissions<F extends Family = Family>(
  foyer: Foyer,
  choice: WalletChoice<F> = {},
): Promise<readonly SupportedPermission[]> {
  const { wallet, actions } = await walletOf(foyer, choice)
  return (await actions.supportedPermissions?.({ wallet, signal: choice.signal })) ?? []
}

/**
 * Reads on chain how a permission stands: whether it may be used, what it allows, and what was spent of it. Asks no wallet.
 *
 * @returns undefined for a context that the family can't read
 * @throws NetworkNotConfiguredError · AdapterNotFoundError · AbortedError · ChunkLoadError, and what the chain's nodes throw
 * @see ERC-7710
 * @example
 * const { status, spent } = (await readPermission(foyer, granted)) ?? {}
 */
export async function readPermission(
  foyer: Foyer,
  { networkId, context, signal }: Pick<GrantedPermission, 'networkId' | 'context'> & Pick<WalletChoice, 'signal'>,
): Promise<PermissionReading | undefined> {
  const network = networkFor(foyer, { networkId })
  const actions = await actionsOf(contextOf(foyer), network.chainNamespace)
  return actions.readPermission?.({ network, context, signal })
}
