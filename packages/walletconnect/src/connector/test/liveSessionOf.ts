import type { ConnectorHost, LiveConnection, Network, WalletEvent } from '@foyer/core'
import { bitcoin, mainnet, optimism, polygon, solana } from '@foyer/core/networks'
import { createTestClock, type TestClock } from '@foyer/testing'
import type { DappRequestParameters } from '../../dapp/client.js'
import type { DappSession } from '../../engine/engine.js'
import type { SessionNamespaces } from '../../protocol/namespaces.js'
import { createLiveSession, type LiveSession } from '../liveSession.js'
import { testSession } from './session.js'

/** For tests; no entry exports it. */
export const a = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94'
export const b = '0x6Fac4D18c912343BF86fa7049364Dd4E424Ab9C0'
const methods = ['personal_sign', 'wallet_switchEthereumChain', 'wallet_addEthereumChain']
export const evm = (accounts: readonly string[], more: Partial<SessionNamespaces[string]> = {}): SessionNamespaces => ({
  eip155: { accounts, methods, events: ['chainChanged', 'accountsChanged'], ...more },
})
export const both: SessionNamespaces = evm([`eip155:1:${a}`, `eip155:1:${b}`, `eip155:10:${a}`, `eip155:10:${b}`])

const report = (error: unknown) => {
  throw error
}
type AskedOfWallet = Pick<DappRequestParameters, 'method' | 'chainId' | 'params'>

export type LiveOfParameters = Partial<DappSession> & {
  readonly networks?: readonly Network[] | undefined
  readonly adapterOf?: ConnectorHost['adapterOf']
  readonly answer?: ((request: DappRequestParameters) => Promise<unknown>) | undefined
}

interface LiveOf {
  readonly live: LiveSession
  readonly clock: TestClock
  readonly asked: readonly AskedOfWallet[]
  readonly heard: readonly WalletEvent[]
  readonly connect: (network?: Network) => LiveConnection
  readonly emit: (name: string, data: unknown, chainId?: string) => void
  readonly update: (namespaces: SessionNamespaces) => void
}

/** A session whose wallet answers as the test says. */
export function liveOf({
  networks = [mainnet, optimism, polygon, solana, bitcoin],
  answer = async () => null,
  adapterOf,
  ...session
}: LiveOfParameters = {}): LiveOf {
  const asked: AskedOfWallet[] = []
  const clock = createTestClock()
  const live = createLiveSession({
    host: { networks: () => networks, adapterOf, rpc: {}, report, clock },
    dapp: {
      request(request) {
        const { method, chainId, params } = request
        asked.push({ method, chainId, params })
        return answer(request)
      },
      async disconnect() {},
    },
    sent() {},
    rpcMap: { 'eip155:1': 'https://node.example/1' },
    isShared: true,
    session: testSession({ namespaces: both, ...session }),
  })
  const heard: WalletEvent[] = []
  const connect = (network?: Network) => {
    const connection = live.connection(network)
    connection.listen((event) => heard.push(event))
    return connection
  }
  const emit = (name: string, data: unknown, chainId = 'eip155:1') =>
    live.receive({ type: 'emitted', topic: 'topic', chainId, name, data })
  const update = (namespaces: SessionNamespaces) =>
    live.receive({ type: 'updated', session: testSession({ ...session, namespaces }) })
  return { live, clock, asked, heard, connect, emit, update }
}
