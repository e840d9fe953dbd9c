import { systemClock } from '@foyer/core'
import { createMemoryMailboxes, createRelay } from '@foyer/relay'
import { createWalletClient, type WalletClient, type WalletRequest } from '@foyer/walletconnect/wallet'

export const addresses = [
  '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
  '0x6Fac4D18c912343BF86fa7049364Dd4E424Ab9C0',
] as const

/** A wallet at the other end of a relay in memory, which both reach by a `WebSocket` that the test puts in the place of the browser's. For tests; no entry exports it. */
export interface TestWallet {
  readonly client: WalletClient
  readonly requests: readonly WalletRequest[]
  readonly faults: readonly unknown[]
  /** Stands for the browser's `WebSocket`. */
  readonly Socket: new (
    url: string,
  ) => EventTarget
  /** The addresses that sockets were opened to. */
  readonly addresses: readonly URL[]
  /** The answer to the next proposals. */
  answer: 'approve' | 'reject' | 'ignore'
  /** The chains that it grants, of those that are asked for. */
  grants: (chainId: string) => boolean
  /** Returns the result of a request; where it throws a text, that is the failure's. */
  respond: (request: WalletRequest) => unknown
  scan(uri: string): void
  stop(): void
}

/** @param parameters.address - how it writes its addresses; with their checksums unless said */
export function createTestWallet({ address: written = (address: string) => address } = {}): TestWallet {
  const relay = createRelay({ mailboxes: createMemoryMailboxes(systemClock), clock: systemClock })
  const clients: string[] = []
  const opened: URL[] = []
  const newClient = () => clients[clients.push(`client ${clients.length}`) - 1] ?? ''
  class Socket extends EventTarget {
    readonly #session = relay.open({
      clientId: newClient(),
      send: (data) => queueMicrotask(() => this.dispatchEvent(new MessageEvent('message', { data }))),
    })

    constructor(url: string) {
      super()
      opened.push(new URL(url))
      queueMicrotask(() => this.dispatchEvent(new Event('open')))
    }

    send(text: string): void {
      this.#session.receive(text)
    }

    close(): void {
      this.#session.close()
      queueMicrotask(() => this.dispatchEvent(Object.assign(new Event('close'), { code: 1005, reason: '' })))
    }
  }
  const requests: WalletRequest[] = []
  const faults: unknown[] = []
  const report = (error: unknown) => void faults.push(error)
  const client = createWalletClient({
    relayUrl: 'wss://relay.example',
    projectId: 'wallet',
    metadata: { name: 'Pocket', description: '', url: 'https://wallet.example', icons: [] },
    report,
  })
  const wallet: TestWallet = {
    client,
    requests,
    faults,
    Socket,
    addresses: opened,
    answer: 'approve',
    grants: () => true,
    respond: ({ method }) => `answer to ${method}`,
    scan: (uri) => void client.pair({ uri }).catch(report),
    stop: client.stop,
  }
  client.listen((event) => {
    if (event.type === 'proposed') void propose(event.proposal).catch(report)
    if (event.type === 'requested') void answer(event.request).catch(report)
  })
  const propose = async ({ id, required, optional }: ReturnType<WalletClient['proposals']>[number]) => {
    if (wallet.answer === 'ignore') return
    if (wallet.answer === 'reject') return client.reject({ id })
    const granted = Object.entries({ ...required, ...optional }).map(([family, { chains = [], methods, events }]) => {
      const own = chains.filter(wallet.grants)
      const accounts = own.flatMap((chain) => addresses.map((address) => `${chain}:${written(address)}`))
      return [family, { chains: own, methods, events, accounts }] as const
    })
    await client.approve({ id, namespaces: Object.fromEntries(granted) })
  }
  const answer = async (request: WalletRequest) => {
    requests.push(request)
    const { id } = request
    try {
      await client.respond({ id, result: wallet.respond(request) })
    } catch (error) {
      const { code = -32000, message = '' } = Object(error)
      await client.respond({ id, failure: { code, message } })
    }
  }
  return wallet
}
