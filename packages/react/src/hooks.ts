import {
  type AccountSnapshot,
  accountOf,
  accountSnapshot,
  type ConnectorEntry,
  type ConnectorType,
  type Family,
  type FamilyOr,
  type FamilyProviders,
  type Foyer,
  type FoyerState,
  isUnsupported,
  type Network,
  type NetworkId,
  networkIdOf,
  networkOf,
  type RegisteredFamily,
  type RegisteredNetwork,
  type Theme,
  type TimedEvent,
} from '@foyer/core'
import { contextOf } from '@foyer/core/internal'
import { useMemo } from 'react'
import { useFoyer } from './kit.js'
import { useObservable } from './useObservable.js'
import { useSelect } from './useSelect.js'

/**
 * Follows the account of a chain family, the active one unless said. Once `isConnected`, or `status` is `connected`, there is an address: of EVM hexadecimal.
 *
 * @param parameters.family - the active one unless said
 * @throws ProviderMissingError outside of a `FoyerProvider`
 * @example
 * const { address, isConnected, status } = useFoyerAccount({ family: 'eip155' })
 */
export function useFoyerAccount<F extends Family | undefined = undefined>(
  parameters?: OneFamily<F>,
): AccountSnapshot<FamilyOr<F, RegisteredFamily>>
export function useFoyerAccount({ family }: OneFamily<Family | undefined> = {}): AccountSnapshot {
  return useSelect((state) => accountSnapshot(state, family))
}

/** Which family a hook follows. */
export interface OneFamily<F extends Family | undefined> {
  /** The active one by default. */
  readonly family?: F
}

/**
 * Ends a family's session, or all of them.
 *
 * @throws ProviderMissingError outside of a `FoyerProvider`
 * @example
 * const { disconnect } = useFoyerDisconnect()
 * return <button onClick={() => disconnect({ family: 'eip155' })}>Log out</button>
 */
export function useFoyerDisconnect(): Pick<Foyer, 'disconnect'> {
  return useFoyer()
}

/**
 * The last thing that happened in the kit, for a host's own analytics; undefined before anything did.
 *
 * @throws ProviderMissingError outside of a `FoyerProvider`
 * @example
 * const last = useFoyerEvents()
 * useEffect(() => last && log(last.data.event), [last])
 */
export function useFoyerEvents(): TimedEvent | undefined {
  const { events } = contextOf(useFoyer())
  return useObservable({ ...events, getInitial: () => undefined })
}

export interface NetworkSnapshot<F extends Family = Family> {
  /** Undefined where the wallet is on a network that isn't configured. */
  readonly network: Network<F> | undefined
  /** CAIP-2, such as `eip155:1`. */
  readonly networkId: NetworkId<F> | undefined
  /** The network's own id: a number for eip155. */
  readonly chainId: Network<F>['id'] | undefined
  /** The wallet is on a network that isn't configured [S4.8]. */
  readonly unsupported: boolean
  /** Goes to another network, said by its object, its number on eip155, or its CAIP-2 id. */
  readonly switchNetwork: Foyer<RegisteredNetwork>['switchNetwork']
}

/**
 * Follows the network of a chain family, the active one unless said.
 *
 * @param parameters.family - the active one unless said
 * @throws ProviderMissingError outside of a `FoyerProvider`
 * @example
 * const { network, switchNetwork } = useFoyerNetwork()
 * await switchNetwork(base) // or 8453, or 'eip155:8453'
 */
export function useFoyerNetwork<F extends Family | undefined = undefined>(
  parameters?: OneFamily<F>,
): NetworkSnapshot<FamilyOr<F, RegisteredFamily>>
export function useFoyerNetwork({ family }: OneFamily<Family | undefined> = {}): NetworkSnapshot {
  const { switchNetwork } = useFoyer()
  return useSelect((state) => {
    const network = networkOf(state, family)
    const networkId = networkIdOf(state, family)
    return { network, networkId, chainId: network?.id, unsupported: isUnsupported(state, family), switchNetwork }
  })
}

export interface WalletProvider<F extends keyof FamilyProviders> {
  /** The wallet's own provider, in the family's standard; undefined while nothing is connected. */
  readonly provider: FamilyProviders[F] | undefined
  /** The type of connector by which the wallet is reached. */
  readonly type: ConnectorType | undefined
}

/**
 * The provider of the wallet that a family is connected with, for libraries that take one. It is the wallet's own: what it names first of its accounts needn't be the one
 * that the visitor has chosen, so that a library that takes the first is told the address (`getSigner(address)` of ethers), or given what `watchEthersSigner` makes.
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

/** The parts of a kit's state that a host mostly asks for. */
export interface KitState {
  /** The modal is open. */
  readonly open: boolean
  /** The modal shows something that the visitor must wait for. */
  readonly loading: boolean
  /** Wallets are listened for; false while the first page is rendered. */
  readonly started: boolean
  readonly networkId: NetworkId | undefined
  /** The active chain family. */
  readonly family: Family
}

/**
 * Follows the kit's state: the part that hosts mostly need, or whatever `select` picks.
 *
 * @throws ProviderMissingError outside of a `FoyerProvider`
 * @example
 * const { open } = useFoyerState()
 * const wallets = useFoyerState((state) => state.connectors.length)
 */
export function useFoyerState(): KitState
export function useFoyerState<T>(select: (state: FoyerState) => T): T
export function useFoyerState(select: (state: FoyerState) => unknown = kitState): unknown {
  return useSelect(select)
}

function kitState(state: FoyerState): KitState {
  const { view, started, family } = state
  return { open: view.open, loading: view.loading, started, networkId: networkIdOf(state), family }
}

/**
 * Follows the theme, and sets it: light or dark [S5.24], undefined as the visitor's system says; and the variables.
 *
 * @throws ProviderMissingError outside of a `FoyerProvider`
 * @example
 * const { mode, setTheme } = useFoyerTheme()
 * return <button onClick={() => setTheme({ mode: mode === 'dark' ? 'light' : 'dark' })}>Theme</button>
 */
export function useFoyerTheme(): Theme & Pick<Foyer, 'setTheme'> {
  const { setTheme } = useFoyer()
  return useSelect((state) => ({ ...state.theme, setTheme }))
}

/**
 * The wallet that a family is connected with, as the visitor knows it: name, icon, rdns.
 *
 * @throws ProviderMissingError outside of a `FoyerProvider`
 * @example
 * const wallet = useFoyerWalletInfo()
 * return <p>{wallet ? `Connected with ${wallet.name}` : 'Not connected'}</p>
 */
export function useFoyerWalletInfo({
  family,
}: {
  /** The family that the wallet serves. */
  readonly family?: Family | undefined
} = {}): ConnectorEntry | undefined {
  return useSelect((state) => accountOf(state, family).connection?.connector)
}
