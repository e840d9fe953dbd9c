import { connect, disconnect, getConnectorClient, reconnect, switchChain } from '@wagmi/core/actions'
import { signMessage } from 'viem/actions'
import { expect, test, vi } from 'vitest'
import { bothSay, connectorOf, wagmiPages } from './test/wagmiPage.js'

const { walletOf, page } = wagmiPages()

test('a wallet of the kit is a connector of wagmi, and no second row: what the kit connects by it is wagmi’s, which signs and switches by it', async () => {
  const birch = walletOf('Birch', 1)
  const here = page({ ofKit: birch, wallets: [walletOf('Maple', 0)] })
  expect(here.foyer.store.getState().connectors.map(({ id }) => id)).toEqual(['walletConnect', 'test.foyer.maple'])
  await here.foyer.connect({ connectorId: 'walletConnect' })
  await bothSay(here, { id: 'walletConnect', chain: 31337 })
  const client = await getConnectorClient(here.config)
  expect(await signMessage(client, { message: 'Hello' })).toMatch(/^0x[0-9a-f]{130}$/)
  await switchChain(here.config, { chainId: 31338 })
  await bothSay(here, { id: 'walletConnect', chain: 31338 })
  await here.foyer.switchNetwork('eip155:31337')
  await bothSay(here, { id: 'walletConnect', chain: 31337 })
  await disconnect(here.config)
  await bothSay(here, undefined)
  await here.foyer.connect({ connectorId: 'walletConnect' })
  await bothSay(here, { id: 'walletConnect', chain: 31337 })
  await here.foyer.disconnect()
  await bothSay(here, undefined)
  expect(here.errors).toEqual([])
})

test('wagmi’s own connect opens the dialog at it: done there both are connected, closed it is refused', async () => {
  const here = page({ ofKit: walletOf('Birch', 1) })
  const connecting = connect(here.config, { connector: connectorOf(here, 'walletConnect'), chainId: 31338 })
  await vi.waitFor(() =>
    expect(here.foyer.store.getState().view).toMatchObject({
      open: true,
      history: [{ view: 'ConnectingWalletConnect' }],
    }),
  )
  await here.foyer.connect({ connectorId: 'walletConnect' })
  expect(await connecting).toMatchObject({ chainId: 31338 })
  await bothSay(here, { id: 'walletConnect', chain: 31338 })
  await disconnect(here.config)
  await bothSay(here, undefined)
  here.foyer.close('force')
  const refused = connect(here.config, { connector: connectorOf(here, 'walletConnect') })
  await vi.waitFor(() => expect(here.foyer.store.getState().view.open).toBe(true))
  here.foyer.close()
  await expect(refused).rejects.toMatchObject({ code: 4001 })
  await bothSay(here, undefined)
})

test('from a wallet of the kit to one of wagmi and back: each leaves the other, and neither side keeps what the other has not', async () => {
  const here = page({ ofKit: walletOf('Birch', 1), wallets: [walletOf('Maple', 0)] })
  await here.foyer.connect({ connectorId: 'walletConnect' })
  await bothSay(here, { id: 'walletConnect', chain: 31337 })
  await here.foyer.connect({ connectorId: 'test.foyer.maple' })
  await bothSay(here, { id: 'test.foyer.maple', chain: 31337 })
  await here.foyer.connect({ connectorId: 'walletConnect' })
  await bothSay(here, { id: 'walletConnect', chain: 31337 })
  await here.foyer.disconnect()
  await bothSay(here, undefined)
  expect(here.config.state.connections.size).toBe(0)
  expect(here.errors).toEqual([])
})

test('a reload keeps both connected by a wallet of the kit, though wagmi looks before the kit has it back', async () => {
  const birch = walletOf('Birch', 1)
  const first = page({ ofKit: birch })
  await first.foyer.connect({ connectorId: 'walletConnect' })
  await bothSay(first, { id: 'walletConnect', chain: 31337 })
  first.close()
  expect(first.config.connectors).toEqual([])
  const second = page({ ofKit: birch })
  await reconnect(second.config)
  await bothSay(second, { id: 'walletConnect', chain: 31337 })
  expect(second.errors).toEqual([])
})
