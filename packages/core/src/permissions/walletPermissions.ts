import type { Family } from '../chain/ids.js'
import type { GrantedPermissionOf } from '../connector/family.js'
import type { SupportedPermission } from '../connector/permissions.js'
import { FoyerError } from '../errors/FoyerError.js'
import { type AccountSubject, accountSubject, type Definition } from '../query/definition.js'
import { accountOf } from '../state/selectors.js'
import { permissions, supportedPermissions } from './readPermissions.js'

/** A wallet's word on the permissions of the chosen account. */
export interface WalletPermissions<F extends Family = Family> {
  /** The permissions that it can grant; none where it doesn't say. */
  readonly supported: readonly SupportedPermission[]
  /** The permissions that it has granted to this page, on all networks; undefined where it doesn't list them. */
  readonly granted: readonly GrantedPermissionOf<F>[] | undefined
}

interface OfWallet<F extends Family> {
  /** The active chain family by default. */
  readonly family?: F | undefined
}

interface WalletSubject<F extends Family> extends AccountSubject, OfWallet<F> {
  readonly connectorId: string
}

/**
 * Makes what is followed of a wallet's permissions: see `watch` of `@foyer/core/query`.
 *
 * @example
 * const stop = watch(foyer, walletPermissions(), {}, ({ data }) => console.log(data?.granted))
 */
export const walletPermissions = <F extends Family = Family>(): Definition<
  OfWallet<F>,
  WalletPermissions<F>,
  WalletSubject<F>,
  WalletPermissions<F>
> => ({
  subject(foyer, { family }) {
    const subject = accountSubject(foyer, { family })
    const { connection } = accountOf(foyer.store.getState(), family)
    return subject && connection ? { ...subject, family, connectorId: connection.connector.id } : undefined
  },
  key: ({ network, address, connectorId }) => ['permissions', network.caipNetworkId, address, connectorId],
  freshMs: 30_000,
  restsAfterFailure: true,
  async read({ foyer, subject: { address: account, family, connectorId }, signal }) {
    const choice = { family, account, connectorId, signal }
    const [supported, granted] = await Promise.all([
      orAbsent(supportedPermissions(foyer, choice)),
      orAbsent(permissions(foyer, choice)),
    ])
    return { supported: supported ?? [], granted }
  },
  data: ([known]) => known,
})

/** Resolves with undefined for what neither the family nor its wallet has: that is no failure. */
export async function orAbsent<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof FoyerError && absent.includes(error.code)) return undefined
    throw error
  }
}

const absent: readonly string[] = ['action_unsupported', 'unsupported_method']
