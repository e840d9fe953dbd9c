import type { Account, AccountType, ConnectorHost, Family, NetworkId, WalletEvent } from '@foyer/core'
import { families, isNetworkId } from '@foyer/core/chain'
import type { SessionEvent } from '../dapp/client.js'
import type { DappSession } from '../engine/engine.js'
import { chainOf, familyOf } from '../protocol/families.js'
import { chainIn, knownFamilyOf, otherIdOf } from './chains.js'

/** The wallet that takes any network, whatever its session says: known by nothing but its name. */
const takesAny = 'MetaMask Wallet'

/** Where a session's wallet is, by what it granted and what it said since. */
export interface SessionState {
  readonly session: DappSession
  readonly accounts: readonly Account[]
  /** Where each family is. */
  readonly networks: Partial<Readonly<Record<Family, NetworkId>>>
  /** A network of a family that was granted: where it is, if that was. */
  grantedOf(family: Family): NetworkId | undefined
  isApproved(networkId: NetworkId): boolean
  /** The networks that were granted; undefined where the wallet takes any. */
  approved(): readonly NetworkId[] | undefined
  /** Puts each family that is nowhere yet on a network: the one that is wished of it, else one that is configured. */
  place(wished: (family: Family) => NetworkId | undefined): void
  arrive(networkId: NetworkId): void
  /** Takes over an event of the session [S4.19]; one that can't be read, or isn't granted, changes nothing. */
  receive(event: SessionEvent): void
}

/** @param parameters.emit - called for each change */
export function createSessionState({
  host,
  session: first,
  emit,
}: {
  readonly host: Pick<ConnectorHost, 'networks' | 'adapterOf'>
  readonly session: DappSession
  readonly emit: (event: WalletEvent) => unknown
}): SessionState {
  let session = first
  const configured = host.networks
  let grants = grantsOf(session, host)
  const networks: Partial<Record<Family, NetworkId>> = {}
  /** The account that the wallet said to be at, by family. */
  const front: Partial<Record<Family, string>> = {}
  const order = () => accountsOn({ grants, networks, front })
  let accounts = order()

  const granted = () => [...new Set(grants.map(({ networkId }) => networkId))]
  const approved = () => (session.peer.name === takesAny ? undefined : granted())
  const familyIn = (id: string) => grants.find(({ namespace }) => namespace === familyOf(id))?.namespace
  const firstOf = (family: Family, wished?: NetworkId | undefined) => {
    const own = granted().filter((id) => familyOf(id) === family)
    const isConfigured = (id: NetworkId) => configured().some(({ caipNetworkId }) => caipNetworkId === id)
    return own.find((id) => id === wished) ?? own.find(isConfigured) ?? own[0]
  }

  /** Emits the families whose accounts are others than they were, or in another order; and one that has more to be asked for. */
  const review = (other?: Family | undefined) => {
    const before = accounts
    accounts = order()
    for (const family of families) {
      const [own = [], former] = [accounts, before].map((all) => all.filter(({ namespace }) => namespace === family))
      if (family === other || own.map(keyOf).join() !== former?.map(keyOf).join())
        emit({ type: 'accountsChanged', family, accounts: own })
    }
  }
  const arrive = (networkId: NetworkId) => {
    const family = familyIn(networkId)
    if (!family || networks[family] === networkId) return
    networks[family] = networkId
    emit({ type: 'networkChanged', family, networkId })
    review()
  }
  /** A wallet names the addresses that it is at, or has, in CAIP-10 or bare: the first that is granted is where it is [W8]. */
  const bringForward = (family: Family, named: readonly unknown[]) => {
    const keys = named.map((each) => {
      const text = String(Object(each).address ?? each)
      return keyOf({ namespace: family, address: text.slice(text.lastIndexOf(':') + 1) })
    })
    front[family] = keys.find((key) => grants.some((grant) => keyOf(grant) === key)) ?? String(keys[0])
  }
  /** Takes another grant in the place of the former. */
  const update = (next: DappSession) => {
    const before = granted()
    session = next
    grants = grantsOf(session, host)
    const now = approved()
    if (now && now.join() !== before.join()) emit({ type: 'networksApproved', networks: now })
    for (const family of families) {
      const at = networks[family]
      const instead = firstOf(family, at)
      if (at && instead && before.includes(at)) arrive(instead)
    }
    review()
  }

  return {
    get session() {
      return session
    },
    get accounts() {
      return accounts
    },
    get networks() {
      return { ...networks }
    },
    grantedOf: (family) => firstOf(family, networks[family]),
    isApproved: (networkId) => granted().includes(networkId),
    approved,
    place(wished) {
      for (const { namespace } of grants) {
        const networkId = networks[namespace] ?? firstOf(namespace, wished(namespace))
        if (networkId) networks[namespace] = networkId
      }
      accounts = order()
    },
    arrive,
    receive(event) {
      // One that is gone without a word may have been replaced while this page slept.
      if (event.type === 'ended')
        emit({ type: event.why === 'deleted' || event.why === 'expired' ? 'disconnected' : 'replaced' })
      if ('session' in event) update(event.session)
      if (event.type !== 'emitted') return
      const { chainId, name, data } = event
      if (name === 'chainChanged') {
        const networkId = chainIn({ value: data, chainId })
        if (networkId) arrive(ownId(networkId, host))
      }
      if (!Array.isArray(data) || data.length === 0) return
      const own = familyIn(chainId)
      if (own && name === `${own}_addressesChanged`) {
        bringForward(own, data)
        review(own)
      }
      if (name !== 'accountsChanged') return
      const first = String(data[0])
      const family = first.includes(':') ? familyIn(first) : own
      if (!family) return
      bringForward(family, [first])
      review()
    },
  }
}

/** An account on a network that a wallet lets the application use. */
export interface Grant extends Account {
  readonly networkId: NetworkId
}

/** A wallet's grants, of the families that the kit knows; chains by the ids that they have today. */
export function grantsOf(
  { namespaces }: Pick<DappSession, 'namespaces'>,
  host: Pick<ConnectorHost, 'networks' | 'adapterOf'>,
): Grant[] {
  const accounts = Object.values(namespaces).flatMap((namespace) => namespace.accounts)
  return accounts.flatMap((text) => {
    const networkId = chainOf(text)
    const namespace = knownFamilyOf(text)
    if (!namespace || !isNetworkId(networkId)) return []
    const address = text.slice(networkId.length + 1)
    const [type] = host.adapterOf?.(namespace)?.accountTypes ?? [usualTypes[namespace] ?? 'eoa']
    return [{ namespace, address, type, networkId: ownId(networkId, host) }]
  })
}

/** The kind of a family's accounts, of which a session says nothing, where no adapter does [S6.1]. */
const usualTypes: Partial<Readonly<Record<Family, AccountType>>> = { bip122: 'payment' }

/** A network's id, where a wallet knows it by another. */
const ownId = (networkId: NetworkId, host: Pick<ConnectorHost, 'networks' | 'adapterOf'>): NetworkId =>
  host.networks().find(({ caipNetworkId }) => otherIdOf(caipNetworkId, host) === networkId)?.caipNetworkId ?? networkId

/** Each account once: those on the network that it is on first, of which the one that the wallet is at; no other can do anything there. */
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
    (networks[grant.namespace] === grant.networkId ? 2 : 0) + (front[grant.namespace] === keyOf(grant) ? 1 : 0)
  const accounts = new Map<string, Account>()
  for (const grant of [...grants].sort((a, b) => rank(b) - rank(a))) {
    const { networkId: _, ...account } = grant
    if (!accounts.has(keyOf(grant))) accounts.set(keyOf(grant), account)
  }
  return [...accounts.values()]
}

/** A key that identifies an account; the case of an EVM address doesn't count. */
export const keyOf = ({ namespace, address }: Pick<Account, 'namespace' | 'address'>): string =>
  `${namespace}:${namespace === 'eip155' ? address.toLowerCase() : address}`
