import type * as actions from '@wagmi/core/actions'
import { expect, vi } from 'vitest'
import { connectorOf, kitSays, type WagmiPage, type wagmiPages, wagmiSays } from './wagmiPage.js'

/** Whether neither side is still following the other, or the other tab. */
const isSettled = ({ config, foyer }: WagmiPage) =>
  foyer.store.getState().connection.pending.eip155 === undefined && !config.state.status.endsWith('ing')

interface Walk extends Pick<ReturnType<typeof wagmiPages>, 'walletOf' | 'page'> {
  readonly steps: number
  /** wagmi's own, of the version that the pages have. */
  readonly actions: Pick<typeof actions, 'connect' | 'disconnect' | 'reconnect' | 'switchChain'>
}

/** A random walk over two tabs and three wallets, each step of wagmi's side or the kit's; after each, both say the same in both tabs. */
export async function walk({ steps, walletOf, page, actions }: Walk): Promise<void> {
  const { connect, disconnect, reconnect, switchChain } = actions
  const parameters = { wallets: [walletOf('Maple', 0), walletOf('Birch', 1)], ofKit: walletOf('Cedar', 2) }
  const ids = ['test.foyer.maple', 'test.foyer.birch', 'walletConnect']
  let seed = 7
  const below = (count: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((seed / 2_147_483_648) * count)
  }
  const tabs = [page(parameters), page(parameters)]
  let tab = 0
  const here = () => tabs[tab] ?? expect.fail()
  const anyId = () => ids[below(3)] ?? ''
  const anyChain = () => (below(2) === 0 ? 31337 : 31338)
  const isConnected = () => wagmiSays(here()) !== undefined
  const moves: readonly (readonly [name: string, move: () => Promise<unknown>])[] = [
    ['the kit connects', () => here().foyer.connect({ connectorId: anyId() })],
    ['the kit switches', () => here().foyer.switchNetwork(anyChain())],
    ['the kit disconnects', () => here().foyer.disconnect()],
    [
      'wagmi connects',
      async () => {
        const id = anyId()
        const connector = connectorOf(here(), id)
        if (here().config.state.connections.has(connector.uid)) return
        const connecting = connect(here().config, { connector })
        // Its dialog is open: the visitor chooses it there.
        if (id === 'walletConnect') await here().foyer.connect({ connectorId: id })
        await connecting
        here().foyer.close('force')
      },
    ],
    ['wagmi switches', async () => isConnected() && switchChain(here().config, { chainId: anyChain() })],
    ['wagmi disconnects', () => disconnect(here().config)],
    [
      'the page is loaded again',
      async () => {
        here().close()
        tabs[tab] = page(parameters)
        await reconnect(here().config)
      },
    ],
  ]
  const walked: string[] = []
  for (let step = 0; step < steps; step += 1) {
    tab = below(2)
    const [name, move] = moves[below(moves.length)] ?? expect.fail()
    walked.push(`${name} (${tab})`)
    await move()
    await vi.waitFor(() => {
      expect(tabs.map(isSettled)).toEqual([true, true])
      expect(tabs.map(kitSays), walked.slice(-5).join(', ')).toEqual(tabs.map(wagmiSays))
    })
  }
  expect(new Set(walked).size).toBe(2 * moves.length)
}
