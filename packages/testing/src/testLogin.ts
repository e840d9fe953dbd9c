import type { Account, Connector, Eip1193Provider, LiveConnection, NetworkId, NonEmpty, WalletEvent } from '@foyer/core'

export interface TestLoginOptions {
  /** The provider that signs: that of a test wallet, or `window`'s own where one was injected. */
  readonly provider: () => Eip1193Provider
  readonly id?: string | undefined
  readonly name?: string | undefined
}

/**
 * A connector that stands for the embedded login, which is of the type `AUTH`: what is for its accounts alone, such as names, can be tried without a
 * login. A test wallet signs.
 *
 * @example
 * const login = testLogin({ provider: () => wallet.provider })
 * const foyer = createFoyer({ …, connectors: [login] })
 */
export function testLogin({ provider, id = 'test-login', name = 'E-mail' }: TestLoginOptions): Connector {
  const live = async (method: 'eth_requestAccounts' | 'eth_accounts'): Promise<LiveConnection | null> => {
    const wallet = provider()
    const [first, ...others] = accountsIn(await wallet.request({ method }))
    if (!first) return null
    return connectionOf({ wallet, accounts: [first, ...others], networkId: await networkOf(wallet) })
  }
  return {
    id,
    name,
    type: 'AUTH',
    families: ['eip155'],
    async connect() {
      const made = await live('eth_requestAccounts')
      if (!made) throw new Error('The wallet of the login gave no account.')
      return made
    },
    restore: () => live('eth_accounts'),
  }
}

function connectionOf({
  wallet,
  accounts,
  networkId,
}: {
  readonly wallet: Eip1193Provider
  readonly accounts: NonEmpty<Account>
  readonly networkId: NetworkId
}): LiveConnection {
  return {
    accounts,
    networks: { eip155: networkId },
    providers: { eip155: wallet },
    listen: (listener) => listenTo({ wallet, listener }),
    async switchNetwork({ network: { id } }) {
      const params = [{ chainId: `0x${Number(id).toString(16)}` }]
      await wallet.request({ method: 'wallet_switchEthereumChain', params })
    },
    async disconnect() {
      await wallet.request({ method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] })
    },
  }
}

function listenTo({
  wallet,
  listener,
}: {
  readonly wallet: Eip1193Provider
  readonly listener: (event: WalletEvent) => void
}): () => void {
  const family = 'eip155'
  const onAccounts = (value: unknown) => {
    const accounts = accountsIn(value)
    if (accounts.length > 0) listener({ type: 'accountsChanged', family, accounts })
    else listener({ type: 'disconnected' })
  }
  const onChain = (value: unknown) => listener({ type: 'networkChanged', family, networkId: `eip155:${Number(value)}` })
  const onDisconnect = () => listener({ type: 'disconnected' })
  const events = { accountsChanged: onAccounts, chainChanged: onChain, disconnect: onDisconnect }
  for (const [event, each] of Object.entries(events)) wallet.on?.(event, each)
  return () => {
    for (const [event, each] of Object.entries(events)) wallet.removeListener?.(event, each)
  }
}

const networkOf = async (wallet: Eip1193Provider): Promise<NetworkId> =>
  `eip155:${Number(await wallet.request({ method: 'eth_chainId' }))}`

function accountsIn(answer: unknown): Account[] {
  if (!Array.isArray(answer)) return []
  return answer.map((address) => ({ namespace: 'eip155', address: String(address), type: 'eoa' }))
}
