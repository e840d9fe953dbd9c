import type { Account, AccountType, LiveConnection, LoginProfile, NetworkId, WalletEvent } from '@foyer/core'

/** Where a scripted login's accounts are smart ones or a key's, as their owner prefers. */
export interface TestSmartAccounts {
  /** The numbers of those networks. */
  readonly networks: readonly number[]
  /** Called with each kind that is asked for; where it throws, the wallet refuses. */
  readonly prefer?: ((type: AccountType) => void | Promise<void>) | undefined
}

/** A connection whose accounts are of the kind that their owner prefers, under the same addresses: smart ones until they say otherwise, and a key's where the wallet refuses. */
export function withKinds(live: LiveConnection, { networks, prefer }: TestSmartAccounts): LiveConnection {
  const listeners = new Set<(event: WalletEvent) => void>()
  let type: AccountType = 'smartAccount'
  let here: NetworkId | undefined = live.networks.eip155
  let [first, ...others] = live.accounts
  let own: LoginProfile = live.profile ?? { provider: 'email' }
  const isOffered = (networkId = here) => networks.some((number) => networkId === `eip155:${number}`)
  const ofKind = (account: Account): Account =>
    isOffered() ? { ...account, type, inPlace: true } : { ...account, type: 'eoa' }
  const accounts = () => [ofKind(first), ...others.map(ofKind)] as const
  const profile = (): LoginProfile => ({
    ...own,
    preferredAccountTypes: { eip155: accounts()[0].type },
    smartAccountEnabledNetworks: networks,
  })
  /** Returns what a listener reads in the place of an event. */
  const read = (event: WalletEvent): readonly WalletEvent[] => {
    if (event.type === 'profileChanged' && event.profile) own = event.profile
    if (event.type === 'networkChanged') here = event.networkId
    if (event.type === 'accountsChanged') [first = first, ...others] = event.accounts
    return event.type === 'disconnected' || event.type === 'replaced' ? [event] : [event, ...kinds()]
  }
  const kinds = (): readonly WalletEvent[] => [
    { type: 'accountsChanged', family: 'eip155', accounts: accounts() },
    { type: 'profileChanged', profile: profile() },
  ]
  return {
    ...live,
    get accounts() {
      return accounts()
    },
    get profile() {
      return profile()
    },
    listen(listener) {
      const stop = live.listen((event) => read(event).forEach(listener))
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        stop()
      }
    },
    async preferAccountType({ type: wanted, networkId }) {
      if (!isOffered(networkId)) return
      type = 'eoa'
      try {
        await prefer?.(wanted)
        type = wanted
      } finally {
        for (const event of kinds()) for (const listener of listeners) listener(event)
      }
    },
  }
}
