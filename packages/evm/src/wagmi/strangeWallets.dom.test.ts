import { createRequire } from 'node:module'
import { createFoyer } from '@foyer/core'
import { AbortedError, WalletAnswerError } from '@foyer/core/errors'
import { mainnet } from '@foyer/core/networks'
import { injected } from '@wagmi/core'
import { connect, getConnectorClient, switchChain } from '@wagmi/core/actions'
import * as v from 'valibot'
import { signMessage } from 'viem/actions'
import { afterEach, expect, test, vi } from 'vitest'
import { getPublicClient } from '../viem/index.js'
import { followWagmi } from './followWagmi.js'
import { bothSay, connectorOf, idOf, kitSays, Provider, wagmiPages, wagmiSays } from './test/wagmiPage.js'
import { wagmi } from './wagmi.js'

const Actions = v.object({ signMessage: v.custom<typeof signMessage>((value) => typeof value === 'function') })

const Connected = v.custom<never>((value) => typeof value === 'object')

const { walletOf, page, stops } = wagmiPages()
afterEach(() => vi.unstubAllGlobals())

test('on a chain of wagmi’s that the kit doesn’t have both say so, and the kit goes back to one of its own', async () => {
  const here = page({ wallets: [walletOf('Maple', 0)], kitLacks: true })
  const id = idOf('Maple', here.foyer)
  await here.foyer.connect({ connectorId: id })
  await switchChain(here.config, { chainId: 31338 })
  await bothSay(here, { id, chain: 31338 })
  expect(here.foyer.network('eip155')).toBeUndefined()
  await here.foyer.switchNetwork('eip155:31337')
  await bothSay(here, { id, chain: 31337 })
  expect(here.errors).toEqual([])
})

test('what the wallet does by itself both say: another chain, another account, cut off', async () => {
  const maple = walletOf('Maple', 0)
  const here = page({ wallets: [maple] })
  const id = idOf('Maple', here.foyer)
  await here.foyer.connect({ connectorId: id })
  await bothSay(here, { id, chain: 31337 })
  maple.switchChain(31338)
  await bothSay(here, { id, chain: 31338 })
  maple.revoke()
  await bothSay(here, undefined)
  expect(here.errors).toEqual([])
})

test('a connector that says to have gone to another chain, and stays, has not gone there by either side', async () => {
  const provider = v.parse(Provider, walletOf('Maple', 0).provider)
  const still = injected({ target: () => ({ id: 'test.still', name: 'Still', provider }) })
  let stays = true
  const here = page({
    connectors: [
      (parameters) => {
        const connector = still(parameters)
        const switchChain: typeof connector.switchChain = async (given) => {
          const [chain] = parameters.chains
          return stays ? chain : (connector.switchChain?.(given) ?? chain)
        }
        return { ...connector, switchChain }
      },
    ],
  })
  await here.foyer.connect({ connectorId: 'test.still' })
  await expect(here.foyer.switchNetwork('eip155:31338')).rejects.toMatchObject({
    code: 'chain_not_supported',
  })
  await bothSay(here, { id: 'test.still', chain: 31337 })
  stays = false
  await here.foyer.switchNetwork('eip155:31338')
  await bothSay(here, { id: 'test.still', chain: 31338 })
})

test('a connector that never gives its provider leaves neither side connected once the visitor has given up', async () => {
  const never = injected({ target: () => ({ id: 'test.never', name: 'Never', provider: () => undefined }) })
  const here = page({
    connectors: [(parameters) => ({ ...never(parameters), getProvider: () => new Promise<never>(() => {}) })],
  })
  const giveUp = new AbortController()
  const asked = here.foyer.connect({ connectorId: 'test.never', signal: giveUp.signal })
  await vi.waitFor(() => expect(here.config.state.status).toBe('connecting'))
  giveUp.abort()
  await expect(asked).rejects.toThrow(AbortedError)
  await bothSay(here, undefined)
  connect(here.config, { connector: connectorOf(here, 'test.never') }).catch(() => {})
  expect(kitSays(here)).toBeUndefined()
  expect(here.errors).toEqual([])
})

test('a page that stops following while what wagmi has connected is taken up leaves the kit without it', async () => {
  const provider = v.parse(Provider, walletOf('Maple', 0).provider)
  const slow = injected({ target: () => ({ id: 'test.slow', name: 'Slow', provider }) })
  let answer = () => {}
  const answered = new Promise<void>((resolve) => (answer = resolve))
  let isConnected = false
  const here = page({
    connectors: [
      (parameters) => {
        const connector = slow(parameters)
        const getProvider: typeof connector.getProvider = async (given) => {
          // By then it is the kit that asks.
          if (isConnected) await answered
          return connector.getProvider(given)
        }
        return { ...connector, getProvider }
      },
    ],
  })
  const pending = () => here.foyer.store.getState().connection.pending.eip155
  here.config.subscribe(
    ({ status }) => status,
    (status) => (isConnected = status === 'connected'),
  )
  await connect(here.config, { connector: connectorOf(here, 'test.slow') })
  await vi.waitFor(() => expect(pending()?.connectorId).toBe('test.slow'))
  here.stopFollowing()
  await vi.waitFor(() => expect(pending()).toBeUndefined())
  answer()
  await Promise.resolve()
  expect(kitSays(here)).toBeUndefined()
  expect(wagmiSays(here)?.id).toBe('test.slow')
  expect(here.errors).toEqual([])
})

test('a connector that connects with what is no address is refused, and ended in wagmi as well', async () => {
  const odd = injected({ target: () => ({ id: 'test.odd', name: 'Odd', provider: () => undefined }) })
  const here = page({
    connectors: [
      (parameters) => ({
        ...odd(parameters),
        connect: async () => v.parse(Connected, { accounts: ['0xnonsense'], chainId: 31337 }),
        disconnect: async () => {},
      }),
    ],
  })
  await expect(here.foyer.connect({ connectorId: 'test.odd' })).rejects.toThrow(WalletAnswerError)
  await bothSay(here, undefined)
})

test('a wallet that doesn’t answer after a reload is given up on both sides, and can be connected afresh', async () => {
  const maple = walletOf('Maple', 0)
  const first = page({ wallets: [maple] })
  const id = idOf('Maple', first.foyer)
  await first.foyer.connect({ connectorId: id })
  await bothSay(first, { id })
  first.close()
  maple.fail('eth_accounts', { with: 'hang' })
  const second = page({ wallets: [maple], hasty: true })
  await vi.waitFor(() => expect(second.errors).toHaveLength(1))
  await bothSay(second, undefined)
  expect(second.errors).toMatchObject([{ code: 'request_timeout' }])
  maple.release()
  await second.foyer.connect({ connectorId: id })
  await bothSay(second, { id })
})

test('a wallet that wagmi is given by name is a row where the browser has it, and once where it has announced itself', async () => {
  const [old, shown] = [walletOf('Old', 0), walletOf('Shown', 1)]
  const rows = ({ foyer }: ReturnType<typeof page>) =>
    foyer.store.getState().connectors.map(({ id, name, type }) => [id, name, type])
  const without = page({ connectors: [injected(), injected({ target: 'phantom' })], wallets: [walletOf('Maple', 0)] })
  await vi.waitFor(() => expect(rows(without)).toHaveLength(1))
  without.close()

  vi.stubGlobal('ethereum', old.provider)
  const withIt = page({ connectors: [injected()] })
  await vi.waitFor(() => expect(rows(withIt)).toEqual([['injected', 'Browser Wallet', 'INJECTED']]))
  await withIt.foyer.connect({ connectorId: 'injected' })
  await bothSay(withIt, { id: 'injected', chain: 31337 })
  await withIt.foyer.disconnect()
  withIt.close()

  const { name, icon, rdns, uuid, provider } = shown
  const announce = () => {
    const detail = Object.freeze({ info: { name, icon, rdns, uuid }, provider })
    window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  }
  window.addEventListener('eip6963:requestProvider', announce)
  stops.push(() => window.removeEventListener('eip6963:requestProvider', announce))
  vi.stubGlobal('ethereum', provider)
  const once = page({ connectors: [injected()], announced: true })
  await vi.waitFor(() => expect(rows(once)).toEqual([[rdns, 'Shown', 'ANNOUNCED']]))
  expect(once.foyer.store.getState().connectors[0]?.icon).toBe(icon)
})

test('a refusal by a wallet of the kit is wagmi’s, and so is a chain that its config doesn’t have', async () => {
  const birch = walletOf('Birch', 1)
  const here = page({ ofKit: birch })
  await here.foyer.connect({ connectorId: 'walletConnect' })
  await bothSay(here, { id: 'walletConnect', chain: 31337 })
  birch.next({ switchChain: 'reject' })
  await expect(switchChain(here.config, { chainId: 31338 })).rejects.toMatchObject({ code: 4001 })
  await bothSay(here, { id: 'walletConnect', chain: 31337 })
  const connector = connectorOf(here, 'walletConnect')
  await expect(connector.switchChain?.({ chainId: 5 })).rejects.toMatchObject({ name: 'SwitchChainError' })
  expect(await connector.connect({ withCapabilities: true })).toEqual({
    accounts: [{ address: birch.accounts[0], capabilities: {} }],
    chainId: 31337,
  })
})

test('a page with a copy of viem of its own signs by the kit’s wallet', async () => {
  const here = page({ wallets: [walletOf('Maple', 0)] })
  await here.foyer.connect({ connectorId: idOf('Maple', here.foyer) })
  // Its CommonJS is another copy of it in this process.
  const other: unknown = createRequire(import.meta.url)('viem/actions')
  const { signMessage: signByOther } = v.parse(Actions, other)
  expect(signByOther).not.toBe(signMessage)
  const client = await getConnectorClient(here.config)
  expect(await signByOther(client, { message: 'Hello' })).toBe(await signMessage(client, { message: 'Hello' }))
})

test('a kit of another copy of core works by its own bridges, and those of this one refuse it in a sentence', async () => {
  const here = page({ wallets: [walletOf('Maple', 0)] })
  vi.resetModules()
  const core = await import('@foyer/core')
  expect(core.createFoyer).not.toBe(createFoyer)
  const other = core.createFoyer({ projectId: 'other', networks: [mainnet], adapters: [wagmi(here.config)] })
  const sentence = 'A kit of another @foyer/core.'
  expect(() => followWagmi(other, here.config)).toThrow(sentence)
  expect(() => getPublicClient(other)).toThrow(sentence)
  const { followWagmi: followByOther } = await import('./followWagmi.js')
  followByOther(other, here.config)()
  await here.foyer.connect({ connectorId: idOf('Maple', here.foyer) })
  await bothSay(here, { chain: 31337 })
})
