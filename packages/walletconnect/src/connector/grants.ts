import type { Account, Family, Network, NetworkId } from '@foyer/core'
import { families, isNetworkId } from '@foyer/core/chain'
import type { DappSession } from '../dapp/dappSession.js'
import { chainOf, familyOf, formerChainId } from '../protocol/index.js'

/** An account on a network that a wallet lets the application use. */
export interface Grant extends Account {
  readonly networkId: NetworkId
}

/** What a wallet granted, of the families that the kit knows; chains by the ids that they have today. */
export function grantsOf({ namespaces }: Pick<DappSession, 'namespaces'>, networks: readonly Network[]): Grant[] {
  const accounts = Object.values(namespaces).flatMap((namespace) => namespace.accounts)
  return accounts.flatMap((text) => {
    const networkId = chainOf(text)
    const namespace = families.find((family) => family === familyOf(text))
    if (!namespace || !isNetworkId(networkId)) return []
    const address = text.slice(networkId.length + 1)
    const type = namespace === 'bip122' ? 'payment' : 'eoa'
    return [{ namespace, address, type, networkId: todaysId(networkId, networks) }]
  })
}

/** A network's id, where a wallet knows it by the one that it had before. */
export const todaysId = (networkId: NetworkId, networks: readonly Network[]): NetworkId =>
  networks.find(({ caipNetworkId }) => formerChainId(caipNetworkId) === networkId)?.caipNetworkId ?? networkId

/** Each account once: the one that the wallet is at first, then those on the network that it is on. */
export function accountsOn({
  grants,
  networks,
  front,
}: {
  readonly grants: readonly Grant[]
  /** Where it is, by family. */
  readonly networks: Partial<Readonly<Record<Family, NetworkId>>>
  /** The account that it said to be at, by family, as `keyOf` has it. */
  readonly front: Partial<Readonly<Record<Family, string>>>
}): Account[] {
  const rank = (grant: Grant) =>
    (front[grant.namespace] === keyOf(grant) ? 2 : 0) + (networks[grant.namespace] === grant.networkId ? 1 : 0)
  const accounts = new Map<string, Account>()
  for (const grant of [...grants].sort((a, b) => rank(b) - rank(a))) {
    const { networkId: _, ...account } = grant
    if (!accounts.has(keyOf(grant))) accounts.set(keyOf(grant), account)
  }
  return [...accounts.values()]
}

/** Tells accounts apart; how an EVM address is written says nothing. */
export const keyOf = ({ namespace, address }: Pick<Account, 'namespace' | 'address'>): string =>
  `${namespace}:${namespace === 'eip155' ? address.toLowerCase() : address}`
