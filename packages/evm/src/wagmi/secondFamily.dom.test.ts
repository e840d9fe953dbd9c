import { connect, disconnect, switchChain } from '@wagmi/core/actions'
import { expect, test, vi } from 'vitest'
import { bothSay, connectorOf, idOf, wagmiPages, walletOfSolana } from './test/wagmiPage.js'

const { walletOf, page } = wagmiPages()

/** A page with a wallet of wagmi's, one that the kit alone knows, and one of another family. */
function pageOfBoth() {
  const [maple, birch] = [walletOf('Maple', 0), walletOf('Birch', 1)]
  const here = page({ wallets: [maple], ofKit: birch, ofSolana: [walletOfSolana('test.sun')] })
  const { foyer } = here
  return { ...here, maple: idOf('Maple', foyer), solana: () => foyer.account('solana').status }
}

test('a wallet of another family is no connector of wagmi, and neither its coming nor its going is anything to wagmi', async () => {
  const here = pageOfBoth()
  const { foyer, config, solana } = here
  expect(config.connectors.map(({ id }) => id)).toEqual([here.maple, 'walletConnect'])
  await foyer.connect({ connectorId: 'test.sun' })
  await bothSay(here, undefined)
  for (const connectorId of [here.maple, 'walletConnect']) {
    await foyer.connect({ connectorId })
    await bothSay(here, { id: connectorId })
    await foyer.disconnect({ family: 'solana' })
    await bothSay(here, { id: connectorId })
    await foyer.connect({ connectorId: 'test.sun' })
    expect([foyer.store.getState().family, solana()]).toEqual(['solana', 'connected'])
    await bothSay(here, { id: connectorId })
  }
  expect(here.errors).toEqual([])
})

test('what wagmi connects, moves and ends leaves the other family as it is, and the page where it is', async () => {
  const here = pageOfBoth()
  const { foyer, config, maple, solana } = here
  await foyer.connect({ connectorId: 'test.sun' })
  await connect(config, { connector: connectorOf(here, maple) })
  await bothSay(here, { id: maple, chain: 31337 })
  await switchChain(config, { chainId: 31338 })
  await bothSay(here, { id: maple, chain: 31338 })
  await disconnect(config)
  await bothSay(here, undefined)
  expect(solana()).toBe('connected')
  await foyer.connect({ connectorId: 'walletConnect' })
  await bothSay(here, { id: 'walletConnect' })
  await disconnect(config)
  await bothSay(here, undefined)
  expect([foyer.store.getState().family, solana()]).toEqual(['solana', 'connected'])
  expect(here.errors).toEqual([])
})

test('what the kit ends of the family of wagmi’s alone is ended in wagmi, and the other family stays', async () => {
  const here = pageOfBoth()
  const { foyer, maple, solana } = here
  await foyer.connect({ connectorId: 'test.sun' })
  for (const connectorId of [maple, 'walletConnect']) {
    await foyer.connect({ connectorId })
    await bothSay(here, { id: connectorId })
    await foyer.disconnect({ family: 'eip155' })
    await bothSay(here, undefined)
    expect(solana()).toBe('connected')
  }
  await foyer.connect({ connectorId: maple })
  await foyer.disconnect()
  await bothSay(here, undefined)
  expect(solana()).toBe('disconnected')
})

test('wagmi’s own connect waits for its own family: a wallet of the other that the visitor connects in the dialog is none of it', async () => {
  const here = pageOfBoth()
  const { foyer, config } = here
  const connecting = connect(config, { connector: connectorOf(here, 'walletConnect') })
  await vi.waitFor(() => expect(foyer.store.getState().view.open).toBe(true))
  await foyer.connect({ connectorId: 'test.sun' })
  expect(config.state.status).toBe('connecting')
  await foyer.connect({ connectorId: 'walletConnect' })
  expect(await connecting).toMatchObject({ chainId: 31337 })
  await bothSay(here, { id: 'walletConnect' })
})

test.each(['test.foyer.maple', 'walletConnect'])(
  'what another tab ends of wagmi’s family (%s) is ended here on both sides, beside a wallet of the other',
  async (id) => {
    const [maple, birch] = [walletOf('Maple', 0), walletOf('Birch', 1)]
    const wallets = { wallets: [maple], ofKit: birch, ofSolana: [walletOfSolana('test.sun')] }
    const [here, there] = [page(wallets), page(wallets)]
    await here.foyer.connect({ connectorId: 'test.sun' })
    await here.foyer.connect({ connectorId: id })
    for (const tab of [here, there]) await bothSay(tab, { id })
    await vi.waitFor(() => expect(there.foyer.account('solana').status).toBe('connected'))
    await there.foyer.disconnect({ family: 'eip155' })
    for (const tab of [here, there]) {
      await bothSay(tab, undefined)
      expect(tab.foyer.account('solana').status).toBe('connected')
    }
  },
)
