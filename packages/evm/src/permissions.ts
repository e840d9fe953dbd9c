import type { Foyer, NonEmpty, SupportedPermission } from '@foyer/core'
import {
  permissions as anyPermissions,
  supportedPermissions as anySupportedPermissions,
  grantPermissions as grantAnyPermissions,
  revokePermissions as revokeAnyPermissions,
} from '@foyer/core/permissions'
import type { WalletChoice } from './account.js'
import type { EvmPermission, GrantedEvmPermission } from './permission/model.js'

export interface GrantPermissionsParameters extends WalletChoice {
  /** The visitor sees all of them at once. */
  readonly permissions: NonEmpty<EvmPermission>
}

/**
 * Asks the visitor for permissions to act for the account within limits, without another prompt (`wallet_requestExecutionPermissions`, ERC-7715). A wallet that says what it
 * can grant isn't asked for anything else. It is asked once and never again. The network needn't be the one that the wallet is on.
 *
 * @returns what was granted, one for each that was asked for: keep its `context` and `delegationManager`, by which the key that it is for hands it in (ERC-7710)
 * @throws NamespaceNotConfiguredError · AccountNotConnectedError · PermissionUnsupportedError · UnsupportedMethodError where the wallet grants none · UserRejectedError ·
 * InvalidPermissionError where an address, an amount or a time is none, or `expiresAt` is missing · WalletAnswerError · AbortedError · RequestTimeoutError · ChunkLoadError
 * @see ERC-7715, ERC-7710
 * @example
 * const [granted] = await grantPermissions(foyer, {
 *   permissions: [
 *     {
 *       to: sessionKey.address,
 *       permission: { type: 'spend', token: usdc, limit: { type: 'periodic', amount: 10_000_000n, periodSeconds: 86_400 } },
 *       expiresAt: Math.floor(Date.now() / 1000) + 30 * 86_400,
 *       purpose: 'Pays your subscription',
 *     },
 *   ],
 * })
 */
export function grantPermissions(
  foyer: Foyer,
  parameters: GrantPermissionsParameters,
): Promise<readonly GrantedEvmPermission[]> {
  return grantAnyPermissions<'eip155'>(foyer, { ...parameters, family: 'eip155' })
}

/**
 * Reads what the chosen account has granted to this page, from its wallet (`wallet_getGrantedExecutionPermissions`, ERC-7715): on all networks, or on the one that is named.
 * Never prompts. A wallet may list what has expired.
 *
 * @throws NamespaceNotConfiguredError · AccountNotConnectedError · UnsupportedMethodError where the wallet doesn't list it, though it may have granted something · WalletAnswerError ·
 * AbortedError · RequestTimeoutError · ChunkLoadError
 * @see ERC-7715
 * @example
 * const granted = await permissions(foyer, { networkId: 'eip155:8453' })
 */
export function permissions(foyer: Foyer, choice: WalletChoice = {}): Promise<readonly GrantedEvmPermission[]> {
  return anyPermissions<'eip155'>(foyer, { ...choice, family: 'eip155' })
}

/**
 * Reads which permissions the wallet can grant, where, and what it can bind them to (`wallet_getSupportedExecutionPermissions`, ERC-7715). Never prompts.
 *
 * @returns none where the wallet grants nothing, or doesn't say what
 * @throws NamespaceNotConfiguredError · AccountNotConnectedError · WalletAnswerError · AbortedError · RequestTimeoutError · ChunkLoadError
 * @see ERC-7715
 * @example
 * const isOffered = (await supportedPermissions(foyer)).some(({ type }) => type === 'erc20-token-periodic')
 */
export function supportedPermissions(foyer: Foyer, choice: WalletChoice = {}): Promise<readonly SupportedPermission[]> {
  return anySupportedPermissions<'eip155'>(foyer, { ...choice, family: 'eip155' })
}

export interface RevokePermissionsParameters extends Pick<WalletChoice, 'connectorId' | 'signal'> {
  /** As they were granted, or as `permissions` lists them. */
  readonly permissions: NonEmpty<Pick<GrantedEvmPermission, 'context' | 'networkId' | 'account'>>
}

/**
 * Has the visitor take permissions back in the wallet (`wallet_revokeExecutionPermission`, ERC-7715), one after the other, up to the first that fails: `permissions` says
 * which stand. It holds once the wallet's transaction is mined, whose cost is the visitor's.
 *
 * @throws NamespaceNotConfiguredError · AccountNotConnectedError · UnsupportedMethodError where they can be taken back in the wallet alone · UserRejectedError · AbortedError ·
 * RequestTimeoutError · ChunkLoadError
 * @see ERC-7715
 * @example
 * const [first] = await permissions(foyer)
 * if (first) await revokePermissions(foyer, { permissions: [first] })
 */
export function revokePermissions(foyer: Foyer, parameters: RevokePermissionsParameters): Promise<void> {
  return revokeAnyPermissions(foyer, parameters)
}
