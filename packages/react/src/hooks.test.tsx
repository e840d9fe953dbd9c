import type {
  AccountSnapshot,
  ConnectorEntry,
  Eip1193Provider,
  Foyer,
  FoyerState,
  Theme,
  TimedEvent,
} from '@foyer/core'
import { contextOf } from '@foyer/core/internal'
import { base, mainnet } from '@foyer/core/networks'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { type ReactNode, StrictMode } from 'react'
import { afterEach, beforeEach, expect, expectTypeOf, test, vi } from 'vitest'
import { FoyerProvider } from './FoyerProvider.js'
import {
  type KitState,
  type NetworkSnapshot,
  useFoyerAccount,
  useFoyerDisconnect,
  useFoyerEvents,
  useFoyerNetwork,
  useFoyerProvider,
  useFoyerState,
  useFoyerTheme,
  useFoyerWalletInfo,
  type WalletProvider,
} from './hooks.js'
import { useFoyer } from './kit.js'
import { address, createPlainKit, createPlainWallet, memoryStorage } from './test/plainKit.js'
import { polyfillDialog } from './test/polyfillDialog.js'

import { useFoyerBalance, type WatchedBalance } from './useFoyerBalance.js'

beforeEach(polyfillDialog)
afterEach(cleanup)
const connectorId = 'plain.wallet'

test('every hook says where it belongs when there is no provider', () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const uses: readonly (() => unknown)[] = [
    useFoyer,
    useFoyerState,
    useFoyerAccount,
    useFoyerNetwork,
    useFoyerWalletInfo,
    useFoyerBalance,
    useFoyerDisconnect,
    useFoyerTheme,
    useFoyerEvents,
    () => useFoyerProvider('eip155'),
  ]
  const named = (use: () => unknown) => {
    try {
      renderHook(() => use())
    } catch (error) {
      return error instanceof Error ? error.message : ''
    }
    return ''
  }
  expect(named(() => useFoyerAccount())).toBe(
    'No FoyerProvider above `useFoyerAccount`. Put `<FoyerProvider foyer={foyer}>` of `@foyer/react` around what uses it, with the kit that `createFoyer` made.',
  )
  expect(named(useFoyerBalance)).toContain('above `useFoyerBalance`.')
  expect(named(() => useFoyerNetwork())).toContain('above `useFoyerNetwork`.')
  vi.stubEnv('NODE_ENV', 'production')
  expect(named(useFoyer)).toBe('No FoyerProvider above.')
  vi.unstubAllEnvs()
  for (const use of uses) {
    expect(() => renderHook(() => use())).toThrow(expect.objectContaining({ code: 'provider_missing' }))
  }
  vi.restoreAllMocks()
})

test('a hook sees the nearest provider, and two kits on a page share nothing', () => {
  const outer = createPlainKit()
  const inner = createPlainKit()
  const { result } = renderHook(() => ({ foyer: useFoyer(), state: useFoyerState() }), {
    wrapper: ({ children }) => outer.page({ children: inner.page({ children }) }),
  })
  expect(result.current.foyer).toBe(inner.foyer)
  act(() => outer.foyer.open())
  expect(result.current.state.open).toBe(false)
  act(() => inner.foyer.open())
  expect(result.current.state.open).toBe(true)
})

test('the state is not started while the first page is rendered, and open once opened', () => {
  const { foyer, page } = createPlainKit()
  const seen: KitState[] = []
  const { result } = renderHook(
    () => {
      const state = useFoyerState()
      seen.push(state)
      return state
    },
    { wrapper: page },
  )
  expect(seen[0]).toEqual({ open: false, loading: false, started: false, networkId: 'eip155:1', family: 'eip155' })
  expect(result.current.started).toBe(true)
  act(() => foyer.open())
  expect(result.current.open).toBe(true)
})

test('a hook that picks is drawn again only by what it picked', () => {
  const { foyer, page } = createPlainKit()
  const drawn = vi.fn()
  const { result } = renderHook(
    () => {
      drawn()
      return useFoyerState((state) => ({ names: state.connectors.map(({ name }) => name) }))
    },
    { wrapper: page },
  )
  const before = result.current
  expect(before).toEqual({ names: ['Plain'] })
  drawn.mockClear()
  act(() => foyer.open())
  act(() => foyer.setTheme({ mode: 'dark' }))
  expect(drawn).not.toHaveBeenCalled()
  expect(result.current).toBe(before)
})

test('[S4.1] an account is disconnected, connecting while the wallet is asked, then connected', async () => {
  const { foyer, wallet, page } = createPlainKit()
  const { result } = renderHook(() => useFoyerAccount(), { wrapper: page })
  expect(result.current).toMatchObject({ status: 'disconnected', isConnected: false, address: undefined })
  const { go } = wallet.wait()
  const connecting = act(() => {
    const connected = foyer.connect({ connectorId })
    return vi.waitFor(() => expect(foyer.account().status).toBe('connecting')).then(() => ({ connected }))
  })
  const { connected } = await connecting
  expect(result.current.status).toBe('connecting')
  await act(async () => {
    go()
    await connected
  })
  expect(result.current).toMatchObject({ status: 'connected', isConnected: true, address })
  expect(result.current.caipAddress).toBe(`eip155:1:${address}`)
  expect(result.current.wallet?.name).toBe('Plain')
})

test('[S4.2] a session of the last visit is connecting at start, then connected', async () => {
  const wallet = createPlainWallet()
  const { go } = wallet.wait()
  const storage = memoryStorage({ '@foyer/1/test/eip155:connected_connector_id': connectorId })
  const { page } = createPlainKit({ wallet, storage })
  const { result } = renderHook(() => useFoyerAccount(), { wrapper: page })
  expect(result.current.status).toBe('connecting')
  await act(async () => go())
  await waitFor(() => expect(result.current).toMatchObject({ status: 'connected', address }))
})

test('an account keeps its reference while nothing of it changes', async () => {
  const { foyer, page } = createPlainKit()
  const { result } = renderHook(() => useFoyerAccount({ family: 'eip155' }), { wrapper: page })
  await act(() => foyer.connect({ connectorId }))
  const before = result.current
  expect(before.allAccounts).toHaveLength(1)
  act(() => foyer.open())
  act(() => foyer.setTheme({ mode: 'light' }))
  expect(result.current).toBe(before)
})

test('[S4.8] a network that is not configured is flagged; the hook switches', async () => {
  const { foyer, wallet, page } = createPlainKit()
  const { result } = renderHook(() => useFoyerNetwork(), { wrapper: page })
  expect(result.current).toMatchObject({ network: mainnet, networkId: 'eip155:1', chainId: 1, unsupported: false })
  await act(() => foyer.connect({ connectorId }))
  act(() => wallet.emit({ type: 'networkChanged', family: 'eip155', networkId: 'eip155:999' }))
  expect(result.current).toMatchObject({ network: undefined, networkId: 'eip155:999', unsupported: true })
  await act(() => result.current.switchNetwork('eip155:8453'))
  expect(result.current).toMatchObject({ network: base, chainId: 8453, unsupported: false })
})

test('the provider and the wallet of a connection come and go with it', async () => {
  const { foyer, page } = createPlainKit()
  const { result } = renderHook(
    () => ({ reached: useFoyerProvider('eip155'), wallet: useFoyerWalletInfo(), ...useFoyerDisconnect() }),
    { wrapper: page },
  )
  expect(result.current).toMatchObject({ reached: { provider: undefined, type: undefined }, wallet: undefined })
  await act(() => foyer.connect({ connectorId }))
  expect(result.current.reached).toEqual({ provider: foyer.provider('eip155'), type: 'ANNOUNCED' })
  expect(result.current.wallet).toMatchObject({ id: connectorId, name: 'Plain' })
  await act(() => result.current.disconnect())
  expect(result.current).toMatchObject({ reached: { provider: undefined, type: undefined }, wallet: undefined })
})

test('a balance is idle, loading, then ready; it can be asked for again', async () => {
  const { foyer, asked, page } = createPlainKit()
  const { result } = renderHook(() => useFoyerBalance(), { wrapper: page })
  expect(result.current).toMatchObject({ status: 'idle', balance: undefined })
  await act(() => foyer.connect({ connectorId }))
  await waitFor(() => expect(result.current.status).toBe('ready'))
  expect(result.current.balance).toEqual({ value: 312_400_000_000_000_000n, decimals: 18, symbol: 'ETH' })
  expect(asked).toEqual([address])
  act(() => result.current.refetch())
  await waitFor(() => expect(asked).toHaveLength(2))
  await act(() => foyer.disconnect())
  expect(result.current).toMatchObject({ status: 'idle', balance: undefined })
})

test('a balance that cannot be had is failed', async () => {
  const balance = async () => {
    throw new Error('no network')
  }
  const { foyer, page } = createPlainKit({ balance })
  const { result } = renderHook(() => useFoyerBalance(), { wrapper: page })
  await act(() => foyer.connect({ connectorId }))
  await waitFor(() => expect(result.current).toMatchObject({ status: 'failed', balance: undefined }))
})

test('[S5.24] the theme is light or dark, or the system’s; variables are added up', () => {
  const { page } = createPlainKit({ themeMode: 'dark', themeVariables: { '--w3m-accent': '#a00' } })
  const { result } = renderHook(() => useFoyerTheme(), { wrapper: page })
  expect(result.current).toMatchObject({ mode: 'dark', variables: { '--w3m-accent': '#a00' } })
  act(() => result.current.setTheme({ mode: 'light', variables: { '--w3m-z-index': 5 } }))
  expect(result.current).toMatchObject({ mode: 'light', variables: { '--w3m-accent': '#a00', '--w3m-z-index': 5 } })
  act(() => result.current.setTheme({ mode: undefined }))
  expect(result.current.mode).toBeUndefined()
  expectTypeOf<NonNullable<Theme['mode']>>().toEqualTypeOf<'light' | 'dark'>()
})

test('the last event is told', () => {
  const { foyer, page } = createPlainKit()
  const { result } = renderHook(() => useFoyerEvents(), { wrapper: page })
  act(() => contextOf(foyer).track({ event: 'CLICK_NETWORKS' }))
  expect(result.current?.data).toEqual({ event: 'CLICK_NETWORKS' })
})

test('[F19] a hundred mounts in strict mode leave one set of listeners, and none after the last', () => {
  const { foyer, listeners, page } = createPlainKit()
  const added = vi.spyOn(window, 'addEventListener')
  const removed = vi.spyOn(window, 'removeEventListener')
  const count = (spy: typeof added | typeof removed) =>
    spy.mock.calls.filter(([type]) => ['online', 'offline', 'storage'].includes(type)).length
  const strict = {
    wrapper: ({ children }: { children: ReactNode }) => <StrictMode>{page({ children })}</StrictMode>,
  }
  for (let round = 0; round < 100; round++) renderHook(() => useFoyerState(), strict).unmount()
  expect(listeners()).toBe(0)
  const { unmount } = renderHook(() => useFoyerState(), strict)
  expect(listeners()).toBe(1)
  expect(count(added) - count(removed)).toBe(1) // of other tabs; the network's come with the first opening
  expect(foyer.store.getState().connectors).toHaveLength(1)
  unmount()
  expect(listeners()).toBe(0)
  expect(count(added)).toBe(count(removed))
  vi.restoreAllMocks()
})

test('another kit in the place of the first is started, and the first stopped', () => {
  const first = createPlainKit()
  const second = createPlainKit()
  let { foyer } = first
  const { rerender, result } = renderHook(() => useFoyer(), {
    wrapper: ({ children }) => <FoyerProvider foyer={foyer}>{children}</FoyerProvider>,
  })
  foyer = second.foyer
  rerender()
  expect(result.current).toBe(second.foyer)
  expect([first.listeners(), second.listeners()]).toEqual([0, 1])
})

test('the hooks are typed', () => {
  expectTypeOf(useFoyer).returns.toEqualTypeOf<Foyer>()
  expectTypeOf(useFoyerState<number>)
    .parameter(0)
    .toEqualTypeOf<(state: FoyerState) => number>()
  expectTypeOf(useFoyerAccount).returns.toEqualTypeOf<AccountSnapshot>()
  expectTypeOf(useFoyerNetwork).returns.toEqualTypeOf<NetworkSnapshot>()
  expectTypeOf(useFoyerProvider<'eip155'>).returns.toEqualTypeOf<WalletProvider<'eip155'>>()
  expectTypeOf<WalletProvider<'eip155'>['provider']>().toEqualTypeOf<Eip1193Provider | undefined>()
  expectTypeOf(useFoyerWalletInfo).returns.toEqualTypeOf<ConnectorEntry | undefined>()
  expectTypeOf(useFoyerBalance).returns.toEqualTypeOf<WatchedBalance>()
  expectTypeOf(useFoyerDisconnect).returns.toEqualTypeOf<Pick<Foyer, 'disconnect'>>()
  expectTypeOf(useFoyerEvents).returns.toEqualTypeOf<TimedEvent | undefined>()
})
