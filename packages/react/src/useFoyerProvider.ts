import { accountOf, type ConnectorType, type FamilyProviders } from '@foyer/core'
import { useMemo } from 'react'
import { useFoyer } from './useFoyer.js'
import { useSelect } from './useSelect.js'

export interface WalletProvider<F extends keyof FamilyProviders> {
  /** The wallet's own provider, in the family's standard; undefined while nothing is connected. */
  readonly provider: FamilyProviders[F] | undefined
  /** How the wallet is reached. */
  readonly type: ConnectorType | undefined
}

/**
 * The provider of the wallet that a family is connected with, for libraries that take one.
 *
 * @throws ProviderMissingError outside of a `FoyerProvider`
 * @example
 * const { provider } = useFoyerProvider('eip155')
 * const client = provider && createWalletClient({ transport: custom(provider) })
 */
export function useFoyerProvider<F extends keyof FamilyProviders>(family: F): WalletProvider<F> {
  const foyer = useFoyer()
  const { id, type } = useSelect((state) => {
    const { connection } = accountOf(state, family)
    return { id: connection?.id, type: connection?.connector.type }
  })
  return useMemo(
    () => ({ provider: id === undefined ? undefined : foyer.provider(family), type }),
    [foyer, family, id, type],
  )
}
