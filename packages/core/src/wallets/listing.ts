import { type WalletsRequest, wallets } from '../api/wallets.js'
import type { FoyerContext } from '../foyer.js'
import type { FoyerState } from '../store/state.js'
import type { WalletsReply } from '../wire/wallet.js'

/** Ids of the directory; a host names wallets by other ids too, which the operator's server knows nothing of. */
export const directoryIds = (ids: readonly string[] = []): string[] => ids.filter((id) => /^[0-9a-f]{64}$/.test(id))

/** The networks that wallets are wanted for: those configured, of the family that is asked for. */
export const requestedNetworks = ({
  networks,
  connectorFilter,
}: FoyerState): FoyerState['networks'][0]['caipNetworkId'][] =>
  networks
    .filter(({ chainNamespace }) => !connectorFilter || chainNamespace === connectorFilter)
    .map(({ caipNetworkId }) => caipNetworkId)

/** What every list of the directory is asked for besides. */
export function askedOfAll({ options, store }: Pick<FoyerContext, 'options' | 'store'>): {
  readonly include: readonly string[]
  readonly exclude: readonly string[]
  readonly networks: ReturnType<typeof requestedNetworks>
} {
  return {
    include: options.includeWalletIds ?? [],
    exclude: directoryIds(options.excludeWalletIds),
    networks: requestedNetworks(store.getState()),
  }
}

/** Asks for a list; nothing is listed where the host named no server. */
export async function listing({ api }: Pick<FoyerContext, 'api'>, request: WalletsRequest): Promise<WalletsReply> {
  return api ? wallets(await api(), request) : { data: [], count: 0 }
}

/** Each id once, where it first stands. */
export function uniqueById<W extends { readonly id: string }>(list: readonly W[]): W[] {
  const seen = new Set<string>()
  return list.filter(({ id }) => !seen.has(id) && seen.add(id))
}
