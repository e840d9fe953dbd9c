import { AbortedError, NetworkNotConfiguredError, WalletAnswerError } from '@foyer/core/errors'
import { connect, disconnect, reconnect, switchChain } from '@wagmi/core/actions'
import { expect, test, vi } from 'vitest'
import { bothSay, connectorOf, heldBy, idOf, kitSays, wagmiPages } from './test/wagmiPage.js'

const { walletOf, page, stops } = wagmiPages()

test("wagmi's connectors are rows; connecting, switching and disconnecting by the kit is wagmi's state", async () => {
  const here = page({ wallets: [walletOf('Maple', 0)] })
  const id = idOf('Maple', here.foyer)
  await here.foyer.connect({ connectorId: id })
  await bothSay(here, { id, chain: 31337 })
  await here.foyer.switchNetwork('eip155:31338')
  await bothSay(here, { id, chain: 31338 })
  await here.foyer.disconnect()
  await bothSay(here, undefined)
  expect(here.errors).toEqual([])
})

test('what wagmi connects, switches and disconnects is what the kit says', async () => {
  const here = page({ wallets: [walletOf('Maple', 0), walletOf('Birch', 1)] })
  const [maple, birch] = [idOf('Maple', here.foyer), idOf('Birch', here.foyer)] as const
  await connect(here.config, { connector: connectorOf(here, maple) })
  await bothSay(here, { id: maple, chain: 31337 })
  await switchChain(here.config, { chainId: 31338 })
  await bothSay(here, { id: maple, chain: 31338 })
  await connect(here.config, { connector: connectorOf(here, birch) })
  await bothSay(here, { id: birch })
  await disconnect(here.config) // wagmi goes back to the one before
  await bothSay(here, { id: maple })
  await disconnect(here.config)
  await bothSay(here, undefined)
  expect(here.errors).toEqual([])
})

test('a disconnect of the kit leaves none of several connections of wagmi', async () => {
  const here = page({ wallets: [walletOf('Maple', 0), walletOf('Birch', 1)] })
  for (const name of ['Maple', 'Birch']) {
    const id = idOf(name, here.foyer)
    await here.foyer.connect({ connectorId: id })
    await bothSay(here, { id })
  }
  await here.foyer.disconnect()
  await bothSay(here, undefined)
  expect(here.config.state.connections.size).toBe(0)
})

test('a reload keeps both connected, whichever of them restores first', async () => {
  const maple = walletOf('Maple', 0)
  const first = page({ wallets: [maple] })
  const id = idOf('Maple', first.foyer)
  await first.foyer.connect({ connectorId: id })
  await bothSay(first, { id })
  first.close()
  const second = page({ wallets: [maple] })
  await bothSay(second, { id })
  second.close()
  const third = page({ wallets: [maple] })
  await reconnect(third.config)
  await bothSay(third, { id })
})

test('a page that a server drew by wagmi’s cookie keeps both connected, and where they are', async () => {
  const maple = walletOf('Maple', 0)
  const first = page({ wallets: [maple], drawnByServer: true })
  const id = idOf('Maple', first.foyer)
  await first.foyer.connect({ connectorId: id })
  await first.foyer.switchNetwork('eip155:31338')
  await bothSay(first, { id, chain: 31338 })
  first.close()
  const second = page({ wallets: [maple], drawnByServer: true })
  await bothSay(second, { id, chain: 31338 })
  expect(second.errors).toEqual([])
  await disconnect(second.config)
  await bothSay(second, undefined)
})

test("a config without the kit's networks is refused by the network's name, and neither is connected", async () => {
  const here = page({ wallets: [walletOf('Maple', 0)], lacking: true })
  const id = idOf('Maple', here.foyer)
  const refused = here.foyer.connect({ connectorId: id })
  await expect(refused).rejects.toThrow(NetworkNotConfiguredError)
  await expect(refused).rejects.toThrow('eip155:31338')
  await bothSay(here, undefined)
})

test('a wallet that announces itself to wagmi is a row, whether it came before or after', async () => {
  const [early, late] = [walletOf('Early', 0), walletOf('Late', 0)]
  stops.push(early.appearIn(window))
  const here = page({ wallets: [], announced: true })
  // wagmi leaves alone what is announced before it has read its storage, until another comes.
  await vi.waitFor(() => expect(here.config._internal.mipd?.getProviders()).toHaveLength(1))
  stops.push(late.appearIn(window))
  const rows = () => here.foyer.store.getState().connectors.map(({ name, type }) => [name, type])
  await vi.waitFor(() =>
    expect(rows()).toEqual([
      ['Early', 'ANNOUNCED'],
      ['Late', 'ANNOUNCED'],
    ]),
  )
  await here.foyer.connect({ connectorId: late.rdns })
  await bothSay(here, { id: late.rdns, chain: 31337 })
})

test('what a connector of wagmi says that is no address and no chain changes nothing in the kit, and is reported', async () => {
  const here = page({ wallets: [walletOf('Maple', 0)] })
  const id = idOf('Maple', here.foyer)
  await here.foyer.connect({ connectorId: id })
  await bothSay(here, { id, chain: 31337 })
  const before = kitSays(here)
  const { emitter } = connectorOf(here, id)
  emitter.emit('change', { accounts: ['0xnonsense'] })
  emitter.emit('change', { chainId: -1 })
  expect(kitSays(here)).toEqual(before)
  expect(here.errors).toEqual([expect.any(WalletAnswerError), expect.any(WalletAnswerError)])
  await here.foyer.disconnect()
  await bothSay(here, undefined)
})

test('a visitor who gives up on a connector is connected on neither side, though it answers later', async () => {
  const maple = walletOf('Maple', 0)
  let answer = () => {}
  const provider = {
    request: async (request: { readonly method: string }) => {
      if (request.method === 'wallet_requestPermissions') await new Promise<void>((resolve) => (answer = resolve))
      return maple.provider.request(request)
    },
    on() {},
    removeListener() {},
  }
  const here = page({ wallets: [{ rdns: 'slow', name: 'Slow', provider }] })
  const giveUp = new AbortController()
  const asked = here.foyer.connect({ connectorId: 'slow', signal: giveUp.signal })
  await vi.waitFor(() => expect(here.config.state.status).toBe('connecting'))
  giveUp.abort()
  await expect(asked).rejects.toThrow(AbortedError)
  await bothSay(here, undefined)
  // The wallet answers after all: wagmi has it for a moment.
  const said: string[] = []
  const stop = here.config.subscribe(
    ({ status }) => status,
    (status) => said.push(status),
  )
  answer()
  await vi.waitFor(() => expect(said).toEqual(['connected', 'disconnected']))
  stop()
  await bothSay(here, undefined)
  expect(here.errors).toEqual([])
})

test('wagmi disconnects while the dialog of the kit is open: it stays usable, and neither is connected', async () => {
  const here = page({ wallets: [walletOf('Maple', 0)] })
  const id = idOf('Maple', here.foyer)
  await here.foyer.connect({ connectorId: id })
  await bothSay(here, { id })
  await here.foyer.open()
  await disconnect(here.config)
  await bothSay(here, undefined)
  await here.foyer.connect({ connectorId: id })
  await bothSay(here, { id })
  expect(here.errors).toEqual([])
})

test('a second tab follows what either side of the first connects and disconnects', async () => {
  const maple = walletOf('Maple', 0)
  const [one, two] = [page({ wallets: [maple] }), page({ wallets: [maple] })]
  const id = idOf('Maple', one.foyer)
  await one.foyer.connect({ connectorId: id })
  for (const tab of [one, two]) await bothSay(tab, { id, chain: 31337 })
  await disconnect(one.config)
  for (const tab of [one, two]) await bothSay(tab, undefined)
  await connect(two.config, { connector: connectorOf(two, id) })
  for (const tab of [one, two]) await bothSay(tab, { id })
  await one.foyer.disconnect()
  for (const tab of [one, two]) await bothSay(tab, undefined)
  expect([...one.errors, ...two.errors]).toEqual([])
})

test('a kit that stops leaves wagmi as it is', async () => {
  const here = page({ wallets: [walletOf('Maple', 0)] })
  const id = idOf('Maple', here.foyer)
  await here.foyer.connect({ connectorId: id })
  await bothSay(here, { id })
  const before = here.config.state
  here.foyer.stop()
  await vi.waitFor(() => expect(kitSays(here)).toBeUndefined())
  await Promise.resolve()
  expect(here.config.state).toEqual(before)
})

test('where the kit goes before a wallet is there, wagmi connects', async () => {
  const here = page({ wallets: [walletOf('Maple', 0)] })
  await here.foyer.switchNetwork('eip155:31338')
  await here.foyer.connect({ connectorId: idOf('Maple', here.foyer) })
  await bothSay(here, { chain: 31338 })
})

test('another tab goes from one of wagmi’s wallets back to another: so do both here', async () => {
  const wallets = [walletOf('Maple', 0), walletOf('Birch', 1)]
  const one = page({ wallets })
  const [maple, birch] = [idOf('Maple', one.foyer), idOf('Birch', one.foyer)] as const
  for (const id of [maple, birch]) {
    await one.foyer.connect({ connectorId: id })
    await bothSay(one, { id })
  }
  const two = page({ wallets })
  await bothSay(two, { id: birch })
  await two.foyer.connect({ connectorId: maple })
  for (const tab of [two, one]) await bothSay(tab, { id: maple })
  expect([...one.errors, ...two.errors]).toEqual([])
})

test('wagmi restores once more what the kit has: the kit isn’t without it for a moment', async () => {
  const here = page({ wallets: [walletOf('Maple', 0), walletOf('Birch', 1)] })
  const [maple, birch] = [idOf('Maple', here.foyer), idOf('Birch', here.foyer)] as const
  for (const id of [birch, maple]) {
    await here.foyer.connect({ connectorId: id })
    await bothSay(here, { id })
  }
  const said: unknown[] = []
  const stop = here.foyer.subscribe(heldBy, (id) => said.push(id))
  await reconnect(here.config)
  await bothSay(here, { id: maple })
  stop()
  expect(said).toEqual([])
})

test('wagmi restores another wallet before the one that the kit has: the kit goes to it, and isn’t without any for a moment', async () => {
  const here = page({ wallets: [walletOf('Maple', 0), walletOf('Birch', 1)] })
  const [maple, birch] = [idOf('Maple', here.foyer), idOf('Birch', here.foyer)] as const
  for (const id of [maple, birch]) {
    await here.foyer.connect({ connectorId: id })
    await bothSay(here, { id })
  }
  // Another tab, of wagmi alone, has connected that one last.
  await here.config.storage?.setItem('recentConnectorId', maple)
  const said: unknown[] = []
  const stop = here.foyer.subscribe(heldBy, (id) => said.push(id))
  await reconnect(here.config)
  await bothSay(here, { id: maple })
  stop()
  expect(said).toEqual([maple])
  expect(here.errors).toEqual([])
})
