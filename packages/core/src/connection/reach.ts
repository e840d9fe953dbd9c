import { type Family, isFamily, type NetworkId } from '../chain/ids.js'
import type { Adapter } from '../connector/connector.js'
import type { FamilyActions, FamilyWallet, ProviderOf } from '../connector/family.js'
import type { LiveConnection } from '../connector/live.js'
import { contextOf, type FoyerContext } from '../context.js'
import {
  AccountNotConnectedError,
  ActionUnsupportedError,
  NetworkOrAddressUndefinedError,
  NetworkUndefinedError,
} from '../errors/action.js'
import { AdapterNotFoundError, NamespaceNotConfiguredError, NetworkNotConfiguredError } from '../errors/connection.js'
import type { Foyer } from '../foyer.js'
import type { Network } from '../networks/network.js'
import type { Connection } from '../state/connection.js'
import { connectionOf, networkIdOf, networkOf } from '../state/selectors.js'
import { channelProvider } from './channelProvider.js'

/** Which wallet an action is for; what is left out is the active one. */
export interface WalletChoice<F extends Family = Family> {
  /** That of `networkId` by default, else the active family. */
  readonly family?: F | undefined
  /** One of the connection's addresses; the chosen one by default. */
  readonly account?: string | undefined
  /** CAIP-2; the network that the wallet is on by default. */
  readonly networkId?: NetworkId | undefined
  /** Of several connections of the family, the one by this connector. */
  readonly connectorId?: string | undefined
  readonly signal?: AbortSignal | undefined
}

/** The page's own word on what it has the visitor do. */
export interface Purposeful {
  /**
   * The purpose, in a sentence in your visitor's language, such as `Deposits 5 USDC into your savings`. With `features.preview` it is shown as your page's own words, below
   * what was read of the request, and never in its place: 200 letters at most.
   */
  readonly purpose?: string | undefined
}

/** Which account on which network a reading is for; neither needs a connection. */
export interface AccountChoice<F extends Family = Family> {
  readonly family?: F | undefined
  /** Any address of the family; the chosen account by default. */
  readonly account?: string | undefined
  /** CAIP-2, a configured network; the active one by default. */
  readonly networkId?: NetworkId | undefined
  readonly signal?: AbortSignal | undefined
}

/** The family that a choice is for: as it says, that of its network, else the active one. */
export function familyOf(
  { store }: Pick<Foyer, 'store'>,
  { family, networkId }: Pick<WalletChoice, 'family' | 'networkId'>,
): Family {
  const namespace = networkId?.split(':')[0] ?? ''
  return family ?? (isFamily(namespace) ? namespace : store.getState().family)
}

/** A family's code. @throws AdapterNotFoundError · ChunkLoadError */
export async function actionsOf<F extends Family = Family>(
  { adapters, adapterHost }: FoyerContext,
  family: Family,
): Promise<FamilyActions<F>> {
  const adapter = adapters.get(family)
  if (!adapter || !isOf<F>(adapter, family)) throw new AdapterNotFoundError({ family })
  return adapter.actions(adapterHost)
}

function isOf<F extends Family>(adapter: Adapter, family: Family): adapter is Adapter<F> & Adapter {
  return adapter.family === family
}

export interface ReachedWallet<F extends Family = Family> {
  readonly wallet: FamilyWallet<F>
  readonly actions: FamilyActions<F>
  readonly connectorId: string
}

/**
 * The wallet that a choice names, and its family's code.
 *
 * @throws NamespaceNotConfiguredError where nothing is connected [S5.7] · AccountNotConnectedError · NetworkOrAddressUndefinedError · AdapterNotFoundError · ChunkLoadError
 */
export async function walletOf<F extends Family = Family>(
  foyer: Foyer,
  choice: WalletChoice<F>,
): Promise<ReachedWallet<F>> {
  const context = contextOf(foyer)
  const family = familyOf(context, choice)
  const { connection, live } = connectionFor(context, { ...choice, family })
  // Chosen before the code is loaded: what the visitor switches to meanwhile isn't what was asked for.
  const state = context.store.getState()
  const networkId = choice.networkId ?? connection.networks[family] ?? networkIdOf(state, family)
  const wanted = choice.account ?? connection.addresses[family]
  if (networkId === undefined || wanted === undefined)
    throw new NetworkOrAddressUndefinedError({ action: 'asking the wallet' })
  const actions = await actionsOf<F>(context, family)
  const isSame = actions.isSameAddress ?? ((one: string, other: string) => one === other)
  const accounts = connection.accounts.filter(({ namespace }) => namespace === family)
  const account = accounts.find(({ address }) => isSame(address, wanted))
  if (!account) throw new AccountNotConnectedError({ family })
  const own: unknown = Reflect.get(live.providers, family)
  const provider: unknown = own ?? (await channelProvider(context, { live, family }))
  if (!isProviderOf<F>(provider)) throw new ActionUnsupportedError({ action: 'The provider', family })
  const network = state.networks.find(({ caipNetworkId }) => caipNetworkId === networkId)
  const wallet = { provider, channel: live.channel, account, accounts, networkId, network }
  return { wallet, actions, connectorId: connection.connector.id }
}

/** A connector names its providers by family: what stands there is of that family's standard. */
function isProviderOf<F extends Family>(provider: unknown): provider is ProviderOf<F> {
  return provider !== undefined
}

function connectionFor(
  { store, live: all }: FoyerContext,
  { family, connectorId }: { readonly family: Family; readonly connectorId?: string | undefined },
): { readonly connection: Connection; readonly live: LiveConnection } {
  const { connection: state } = store.getState()
  const active = connectionOf(state, family)
  const connection =
    connectorId === undefined
      ? active
      : [active, ...Object.values(state.connections)].find(
          (each) => each?.connector.id === connectorId && each.networks[family] !== undefined,
        )
  const live = connection && all.get(connection.id)?.live
  if (!live) throw new NamespaceNotConfiguredError({ family })
  return { connection, live }
}

/** The account and the configured network that a reading is for. @throws NetworkUndefinedError · NetworkNotConfiguredError · NetworkOrAddressUndefinedError */
export function accountFor(
  foyer: Foyer,
  choice: AccountChoice,
): { readonly address: string; readonly network: Network } {
  const network = networkFor(foyer, choice)
  const address = choice.account ?? foyer.account(network.chainNamespace).address
  if (address === undefined) throw new NetworkOrAddressUndefinedError({ action: 'reading an account' })
  return { address, network }
}

/** @throws NetworkUndefinedError · NetworkNotConfiguredError */
export function networkFor(foyer: Foyer, choice: Pick<AccountChoice, 'family' | 'networkId'>): Network {
  const state = foyer.store.getState()
  const { networkId } = choice
  const network =
    networkId === undefined
      ? networkOf(state, familyOf(foyer, choice))
      : state.networks.find(({ caipNetworkId }) => caipNetworkId === networkId)
  if (network) return network
  if (networkId === undefined) throw new NetworkUndefinedError({ action: 'reading the chain' })
  throw new NetworkNotConfiguredError({ networkId, configured: state.networks.map((each) => each.caipNetworkId) })
}
