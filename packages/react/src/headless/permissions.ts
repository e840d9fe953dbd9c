import { accountOf, type Family, type GrantedPermissionOf, type SupportedPermission } from '@foyer/core'
import {
  createPermissions,
  type GrantPermissionsParameters,
  type PermissionsForm,
  type PermissionsState,
  walletPermissions,
} from '@foyer/core/permissions'
import type { Fetched } from '@foyer/core/query'
import { useMemo, useRef } from 'react'
import { useKit } from '../kit.js'
import { useFetched } from '../useFetched.js'
import { useObservable } from '../useObservable.js'
import { useSelect } from '../useSelect.js'

/** The permissions of the chosen account, and the last request about them. */
export interface Permissions<F extends Family = Family>
  extends PermissionsState,
    Pick<Fetched<never>, 'status'>,
    Pick<PermissionsForm, 'revoke'> {
  /** The permissions that the wallet can grant; none where it doesn't say, and until it is known. */
  readonly supported: readonly SupportedPermission[]
  /** The permissions that the wallet has granted to this page, on all networks. */
  readonly granted: readonly GrantedPermissionOf<F>[]
  /** Whether `granted` is all: false until it is known, and where the wallet doesn't list it. */
  readonly known: boolean
  /** Asks the wallet, once. @throws as `grantPermissions` of `@foyer/core/permissions`; the state says the same */
  readonly grant: (
    parameters: Omit<GrantPermissionsParameters<F>, 'family'>,
  ) => Promise<readonly GrantedPermissionOf<F>[]>
  /** Fetches again what failed. */
  readonly retry: () => void
}

const none = { supported: [], granted: undefined } as const

/**
 * Lists, requests and revokes the permissions by which the page acts for the chosen account without a prompt (EVM: ERC-7715).
 *
 * @throws ProviderMissingError outside of a provider
 * @see ERC-7715
 * @example
 * const { granted, grant, revoke, phase } = useFoyerPermissions({ family: 'eip155' })
 * const ask = () => grant({ permissions: [{ to: sessionKey, permission: aHundredADay, expiresAt }] })
 * return <button disabled={phase === 'asking'} onClick={ask}>Subscribe</button>
 */
export function useFoyerPermissions<F extends Family = Family>({
  family,
}: {
  /** The active chain family by default. */
  readonly family?: F | undefined
} = {}): Permissions<F> {
  const { foyer } = useKit()
  const definition = useMemo(() => walletPermissions<F>(), [])
  const isConnected = useSelect((state) => accountOf(state, family).connection !== undefined)
  const { data: { supported, granted } = none, status, refetch } = useFetched(definition, { family }, isConnected)
  // What is listed by the time that the wallet answers: its chunk may have come, or the account changed, meanwhile.
  const relist = useRef(refetch)
  relist.current = refetch
  const form = useMemo(() => createPermissions(foyer), [foyer])
  const state = useObservable(form)
  return useMemo(
    () => ({
      ...state,
      ...{ status, supported, granted: granted ?? [], known: granted !== undefined, retry: refetch },
      // What the wallet lists may have changed also where it failed: it may have granted it, and not answered.
      grant: (parameters) => form.grant<F>({ ...parameters, family }).finally(() => relist.current()),
      revoke: (parameters) => form.revoke(parameters).finally(() => relist.current()),
    }),
    [state, status, supported, granted, refetch, form, family],
  )
}
