import { contextOf } from '@foyer/core/internal'
import { arabic, english } from '@foyer/core/messages'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { type ReactNode, StrictMode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { addresses, modalKit, scriptedWallet } from '../modal/test/modalKit.js'
import { elm, uri, watchOpening } from '../modal/test/pairingKit.js'
import { pairingWallet } from '../modal/test/pairingWallet.js'
import {
  HeadlessProvider,
  useFoyerAccountChoices,
  useFoyerAccounts,
  useFoyerApprovals,
  useFoyerBalanceView,
  useFoyerConnecting,
  useFoyerConnectRows,
  useFoyerDisconnecting,
  useFoyerIdentity,
  useFoyerNetworks,
  useFoyerNfts,
  useFoyerPairing,
  useFoyerSentences,
  useFoyerSwap,
  useFoyerSwitchNetwork,
  useFoyerTokens,
  useFoyerWalletFeatures,
  useFoyerWallets,
} from './index.js'

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})
const connectorId = 'app.northwind'

/** Uses a hook in a host's page, in StrictMode. */
function used<T>(use: () => T, kit: ReturnType<typeof modalKit> = modalKit()) {
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <StrictMode>
      <HeadlessProvider foyer={kit.foyer}>{children}</HeadlessProvider>
    </StrictMode>
  )
  return { ...kit, ...renderHook(use, { wrapper }) }
}

test('every hook says where it belongs when there is no provider', () => {
  const hooks = [
    useFoyerAccounts,
    useFoyerBalanceView,
    useFoyerConnectRows,
    useFoyerDisconnecting,
    useFoyerIdentity,
    useFoyerNetworks,
    useFoyerPairing,
  ]
  const others = [
    useFoyerAccountChoices,
    useFoyerApprovals,
    useFoyerNfts,
    useFoyerSentences,
    useFoyerTokens,
    useFoyerWalletFeatures,
    useFoyerSwap,
    useFoyerWallets,
    () => useFoyerConnecting({ connectorId }),
    () => useFoyerSwitchNetwork({ networkId: 'eip155:1' }),
  ]
  for (const use of [...hooks, ...others])
    expect(() => renderHook(() => use())).toThrow(expect.objectContaining({ code: 'provider_missing' }))
})

test('[S2.1] every way to connect is a row, and choosing one connects, without a view being opened', async () => {
  const wallet = scriptedWallet()
  const { foyer, result } = used(
    () => ({ ...useFoyerConnectRows(), accounts: useFoyerAccounts() }),
    modalKit({ wallets: [wallet] }),
  )
  const [row] = result.current.rows
  expect(result.current).toMatchObject({ phase: 'found', attempt: undefined })
  expect(result.current.rows).toMatchObject([{ kind: 'connector', id: connectorId, name: 'Northwind' }])
  if (row?.kind !== 'connector') throw new Error('no row')
  await act(async () => result.current.choose(row))
  expect(wallet.prompts()).toBe(1)
  expect(result.current.accounts).toMatchObject({ address: addresses[0], shortAddress: '0xd8…A96045' })
  expect(foyer.store.getState().view.open).toBe(false)
})

test('the wallet is asked within the press once the code of connecting is there', async () => {
  const wallet = scriptedWallet()
  const { foyer, result } = used(useFoyerConnectRows, modalKit({ wallets: [wallet] }))
  await act(() => foyer.connect({ connectorId }))
  await act(() => foyer.disconnect())
  wallet.answers.connect = 'hang'
  const [row] = result.current.rows.filter(({ kind }) => kind === 'connector')
  if (row?.kind !== 'connector') throw new Error('no row')
  await act(async () => {
    result.current.choose(row)
    result.current.choose(row)
  })
  // A double press is one request.
  expect(wallet.prompts()).toBe(2)
  expect(result.current.attempt).toMatchObject({ connectorId, name: 'Northwind', phase: 'waiting', uri: undefined })
  await act(async () => result.current.cancel())
})

test('a refusal is a phase and no error of the kit; the same wallet is asked again', async () => {
  const wallet = scriptedWallet()
  wallet.answers.connect = 4001
  const { reported, result } = used(() => useFoyerConnecting({ connectorId }), modalKit({ wallets: [wallet] }))
  expect(result.current).toMatchObject({ phase: 'idle', wallet: { name: 'Northwind', present: true } })
  await act(async () => result.current.connect())
  expect(result.current.phase).toBe('declined')
  wallet.answers.connect = 'hang'
  await act(async () => result.current.connect())
  expect(result.current.phase).toBe('waiting')
  await act(async () => result.current.cancel())
  expect(result.current.phase).toBe('idle')
  expect([wallet.prompts(), reported]).toEqual([2, []])
})

test('what is no refusal is the kit’s error, and a phase', async () => {
  const wallet = scriptedWallet()
  wallet.answers.connect = -32603
  const { reported, result } = used(() => useFoyerConnecting({ connectorId }), modalKit({ wallets: [wallet] }))
  await act(async () => result.current.connect())
  expect(result.current.phase).toBe('failed')
  expect(reported).toHaveLength(1)
})

test('[S2.4] a pairing is offered, opened in its wallet, cancelled, and begun anew', async () => {
  const phone = pairingWallet()
  const opened = watchOpening()
  const { result } = used(
    () => useFoyerPairing({ wallet: elm }),
    modalKit({ wallets: [], connectors: [phone.connector] }),
  )
  expect(result.current).toMatchObject({ phase: 'idle', uri: undefined, open: undefined })
  await act(async () => {
    result.current.start()
    result.current.start()
  })
  expect([phone.begun(), result.current.phase]).toEqual([1, 'preparing'])
  await phone.offer(uri('a'))
  expect(result.current).toMatchObject({ phase: 'offered', uri: uri('a') })
  expect(phone.picked()).toMatchObject({ id: elm.id, name: 'Elm' })
  act(() => result.current.open?.())
  expect(opened).toEqual([[expect.stringContaining('elm://wc?uri='), expect.any(String), expect.any(String)]])
  expect(phone.picked()?.href).toBe('elm://')
  await act(async () => result.current.cancel())
  expect([phone.live(), result.current.phase]).toEqual([0, 'idle'])
  await act(async () => result.current.start())
  await phone.offer(uri('b'))
  expect(result.current.uri).toBe(uri('b'))
})

test('a wallet that nothing reaches fails as one that is gone', async () => {
  const { result } = used(useFoyerConnectRows, modalKit({ wallets: [] }))
  await act(async () => result.current.choose({ id: 'f'.repeat(64), name: 'Fir' }))
  await waitFor(() => expect(result.current.attempt?.phase).toBe('gone'))
})

test('an account is chosen among those that the wallet gave', async () => {
  const wallet = scriptedWallet({ accounts: 2 })
  const { foyer, result } = used(useFoyerAccounts, modalKit({ wallets: [wallet] }))
  await act(() => foyer.connect({ connectorId }))
  expect(result.current.accounts).toHaveLength(2)
  act(() => result.current.choose(addresses[1]))
  expect(result.current.address).toBe(addresses[1])
  act(() => result.current.choose('0x0000000000000000000000000000000000000001'))
  expect(result.current.address).toBe(addresses[1])
})

test('networks are listed, searched and switched to; a refusal is a phase', async () => {
  const wallet = scriptedWallet({ approvedNetworks: ['eip155:8453', 'eip155:1'] })
  const search = { text: '' }
  const { foyer, reported, result, rerender } = used(
    () => ({
      rows: useFoyerNetworks({ search: search.text }),
      base: useFoyerSwitchNetwork({ networkId: 'eip155:8453' }),
    }),
    modalKit({ wallets: [wallet] }),
  )
  await act(() => foyer.connect({ connectorId }))
  expect(result.current.rows.map(({ network, selected, refused }) => [network.name, selected, refused])).toEqual([
    ['Ethereum', true, false],
    ['Base', false, false],
    ['Solana', false, false],
  ])
  wallet.answers.switch = 4001
  await act(async () => result.current.base.switchNetwork())
  expect(result.current.base).toMatchObject({ phase: 'declined', network: { name: 'Base' } })
  wallet.answers.switch = 'yes'
  await act(async () => result.current.base.switchNetwork())
  expect(result.current.base.phase).toBe('idle')
  expect(result.current.rows.find(({ selected }) => selected)?.network.name).toBe('Base')
  search.text = ' bA'
  rerender()
  expect(result.current.rows).toHaveLength(1)
  expect(reported).toEqual([])
})

test('a balance is idle, then a figure; it is idle again once disconnected', async () => {
  const { foyer, result } = used(() => ({
    balance: useFoyerBalanceView(),
    identity: useFoyerIdentity(),
    ...useFoyerDisconnecting(),
  }))
  expect(result.current).toMatchObject({ balance: { status: 'idle' }, identity: { name: undefined } })
  await act(() => foyer.connect({ connectorId }))
  await waitFor(() => expect(result.current.balance.status).toBe('ready'))
  expect(result.current.balance).toMatchObject({ figure: '1.284', symbol: 'ETH', decimals: 18 })
  await act(async () => result.current.disconnect())
  expect(result.current).toMatchObject({ balance: { status: 'idle' }, busy: false })
})

test('a balance that fails can be asked for again', async () => {
  let fails = true
  const balance = async () => {
    if (fails) throw new Error('no network')
    return 5n
  }
  const { foyer, result } = used(useFoyerBalanceView, modalKit({ balance }))
  await act(() => foyer.connect({ connectorId }))
  await waitFor(() => expect(result.current.status).toBe('failed'))
  fails = false
  act(() => {
    if (result.current.status === 'failed') result.current.retry()
  })
  await waitFor(() => expect(result.current).toMatchObject({ status: 'ready', value: 5n }))
})

test('sentences are the kit’s language, once it is there', async () => {
  const first = used(useFoyerSentences, modalKit({ locale: english }))
  expect(first.result.current('connect.continue', { wallet: 'Elm' })).toBe('Continue in Elm')
  const second = used(useFoyerSentences, modalKit({ locale: arabic }))
  expect(second.result.current('connect.title')).toBe('Connect Wallet')
  await waitFor(() => expect(second.result.current('connect.title')).not.toBe('Connect Wallet'))
})

test('a language that a host wrote is English where it is wrong', async () => {
  const load = async () =>
    JSON.parse('{ "connect.title": "Koble til", "network.search": 7, "connect.continue": "{wat}" }')
  const { result } = used(useFoyerSentences, modalKit({ locale: { ...english, tag: 'nb', load } }))
  await waitFor(() => expect(result.current('connect.title')).toBe('Koble til'))
  expect(result.current('network.search')).toBe('Search network')
  expect(result.current('connect.continue', { wallet: 'Elm' })).toBe('Continue in Elm')
})

test('an event of the kit draws nothing', async () => {
  const drawn = vi.fn()
  const { foyer } = used(() => drawn(useFoyerConnectRows()))
  drawn.mockClear()
  act(() => contextOf(foyer).track({ event: 'CLICK_NETWORKS' }))
  expect(drawn).not.toHaveBeenCalled()
})
