import type {
  Account,
  ConnectRequest,
  Eip1193Provider,
  LiveConnection,
  LoginProfile,
  NetworkId,
  NonEmpty,
  WalletEvent,
} from '@foyer/core'
import { AbortedError, foreignError, WalletAnswerError } from '@foyer/core/errors'
import type { TestLoginServer } from './testLoginServer.js'

export interface OpenLoginParameters {
  readonly provider: Eip1193Provider
  /** With a prompt, or as the wallet is. */
  readonly method: 'eth_requestAccounts' | 'eth_accounts'
  readonly signal: ConnectRequest['signal']
  readonly profile: LoginProfile | undefined
  readonly server: TestLoginServer
  readonly connectorId: string
  readonly ended: () => void
}

/** The connection of somebody who is logged in: a test wallet signs. Null where the wallet gives no account. */
export async function openLogin(parameters: OpenLoginParameters): Promise<LiveConnection | null> {
  const { provider, method, signal, connectorId } = parameters
  try {
    const accounts = accountsIn(await untilAborted(signal, () => provider.request({ method })))
    if (!accounts) throw new WalletAnswerError({ method, expected: 'addresses', context: { connectorId } })
    const [first, ...others] = accounts
    if (!first) return null
    return connectionOf({ ...parameters, accounts: [first, ...others], networkId: await networkOf(provider) })
  } catch (cause) {
    throw foreignError(cause, { connectorId, method })
  }
}

/** @throws AbortedError, at once where the signal is aborted already */
export function untilAborted<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(new AbortedError())
    if (signal.aborted) return abort()
    signal.addEventListener('abort', abort, { once: true })
    work().then(resolve, reject)
  })
}

function connectionOf({
  provider,
  profile,
  server,
  accounts,
  networkId,
  ended,
}: OpenLoginParameters & { readonly accounts: NonEmpty<Account>; readonly networkId: NetworkId }): LiveConnection {
  return {
    accounts,
    profile,
    networks: { eip155: networkId },
    providers: { eip155: provider },
    listen(listener) {
      const stopWallet = listenTo({ provider, listener })
      const stopServer = server.onProfile((changed) => listener({ type: 'profileChanged', profile: changed }))
      return () => {
        stopWallet()
        stopServer()
      }
    },
    async switchNetwork({ network: { id } }) {
      const params = [{ chainId: `0x${Number(id).toString(16)}` }]
      await provider.request({ method: 'wallet_switchEthereumChain', params })
    },
    async disconnect() {
      ended()
      await provider.request({ method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] })
    },
  }
}

function listenTo({
  provider,
  listener,
}: {
  readonly provider: Eip1193Provider
  readonly listener: (event: WalletEvent) => void
}): () => void {
  const family = 'eip155'
  const onAccounts = (value: unknown) => {
    const accounts = accountsIn(value) ?? []
    if (accounts.length > 0) listener({ type: 'accountsChanged', family, accounts })
    else listener({ type: 'disconnected' })
  }
  const onChain = (value: unknown) => listener({ type: 'networkChanged', family, networkId: `eip155:${Number(value)}` })
  const onDisconnect = () => listener({ type: 'disconnected' })
  const events = { accountsChanged: onAccounts, chainChanged: onChain, disconnect: onDisconnect }
  for (const [event, each] of Object.entries(events)) provider.on?.(event, each)
  return () => {
    for (const [event, each] of Object.entries(events)) provider.removeListener?.(event, each)
  }
}

const networkOf = async (provider: Eip1193Provider): Promise<NetworkId> =>
  `eip155:${Number(await provider.request({ method: 'eth_chainId' }))}`

function accountsIn(answer: unknown): Account[] | undefined {
  if (!Array.isArray(answer)) return undefined
  return answer.map((address) => ({ namespace: 'eip155', address: String(address), type: 'eoa' }))
}
