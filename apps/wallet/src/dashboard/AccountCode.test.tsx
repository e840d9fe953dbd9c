import { delegateAddress } from '@foyer/signing/delegate'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubObservers } from '../test/blindObservers.js'
import { AccountCode } from './AccountCode.js'
import type { HoldingsApi } from './holdings.js'
import type { Dashboard } from './openDashboard.js'

const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const other = '0x00000000000000000000000000000000000f0ae3'
const designator = (of: string) => `0xef0100${of.slice(2).toLowerCase()}`
const network = { currency: { symbol: 'ETH', decimals: 18 }, tokens: [] }
const networks = [
  { ...network, chainId: 'eip155:1', name: 'Ethereum', delegate: delegateAddress },
  { ...network, chainId: 'eip155:10', name: 'Optimism' },
  { ...network, chainId: 'eip155:100', name: 'Gnosis' },
  { ...network, chainId: 'eip155:8453', name: 'Base', delegate: delegateAddress },
  { ...network, chainId: 'solana:local', name: 'Solana' },
]

/** The nodes' codes, by chain and method; `undefined` where one is away. */
let codes: Readonly<Record<string, string | undefined>> = {}
const answers: Readonly<Record<string, unknown>> = {
  eth_getBalance: '0xde0b6b3a7640000',
  eth_estimateGas: '0x5208',
  eth_getTransactionCount: '0x3',
  eth_maxPriorityFeePerGas: '0x1',
  eth_getBlockByNumber: { baseFeePerGas: '0x1', number: '0x1', transactions: [], gasLimit: '0x1', gasUsed: '0x1' },
}
let asked = 0

beforeEach(() => {
  asked = 0
  stubObservers()
  vi.stubGlobal('fetch', async (url: string, { body }: { body: string }) => {
    asked += 1
    const chainId = new URL(url).searchParams.get('chainId') ?? ''
    const { method, id } = JSON.parse(body)
    if (!(chainId in codes)) return Response.json({ jsonrpc: '2.0', id, error: { code: 3, message: 'away' } })
    return Response.json({ jsonrpc: '2.0', id, result: method === 'eth_getCode' ? codes[chainId] : answers[method] })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const dashboard: Dashboard = Object.create(null)
const api: HoldingsApi = { origin: 'https://wallet.example', projectId: 'own', networks, fetch: globalThis.fetch }

function open() {
  render(<AccountCode dashboard={dashboard} api={api} address={address} />)
  const fold = screen.getByRole('region', { name: 'Smart account' }).querySelector('details') ?? expect.fail()
  expect(asked).toBe(0)
  fold.open = true
  fireEvent(fold, new Event('toggle'))
}
const named = (name: string) => within(screen.getByText(name).closest('li') ?? expect.fail())

test('nothing is asked before it is opened; then each network says whose code is there, and what can be done about it', async () => {
  codes = { 'eip155:1': designator(other), 'eip155:10': designator(other), 'eip155:8453': designator(delegateAddress) }
  open()
  await screen.findByText('Ethereum')
  expect(screen.getAllByText(`Another contract’s code is switched on: ${other}.`, { exact: false })).toHaveLength(2)
  const buttons = (name: string) =>
    named(name)
      .getAllByRole('button')
      .map((each) => each.getAttribute('aria-label'))
  expect(buttons('Ethereum')).toEqual(['Replace on Ethereum', 'Switch off on Ethereum'])
  // It has no code of the wallet's own.
  expect(buttons('Optimism')).toEqual(['Switch off on Optimism'])
  expect(buttons('Base')).toEqual(['End all permissions on Base', 'Switch off on Base'])
  expect(screen.getByText(/weren’t read: Gnosis$/)).toBeTruthy()
})

test('an address without code has nothing to switch off', async () => {
  codes = { 'eip155:1': '0x', 'eip155:10': '0x', 'eip155:100': '0x', 'eip155:8453': '0x' }
  open()
  await screen.findByText('No code is switched on for your address.')
  expect(screen.queryByRole('list')).toBeNull()
})

test('what is asked for is shown whole, unarmed until it was seen, and is put away without anything signed', async () => {
  codes = { 'eip155:1': designator(other), 'eip155:10': '0x', 'eip155:100': '0x', 'eip155:8453': '0x' }
  open()
  const replace = await screen.findByRole('button', { name: 'Replace on Ethereum' })
  // It can't be pressed while the others are read.
  await vi.waitFor(() => expect(replace).toHaveProperty('disabled', false))
  fireEvent.click(replace)
  const wanted = () => screen.getByRole('region', { name: 'Hand this account to a contract' })
  await vi.waitFor(wanted)
  const group = within(wanted())
  expect(group.getByText(/^Another contract’s code is switched on for your address here/)).toBeTruthy()
  const send = group.getByRole('button', { name: 'Send' })
  expect([send.getAttribute('aria-disabled'), group.getByRole('checkbox')]).toEqual(['true', expect.anything()])
  fireEvent.click(group.getByRole('checkbox'))
  fireEvent.click(send)
  fireEvent.click(group.getByRole('button', { name: 'Reject' }))
  await screen.findByRole('button', { name: 'Replace on Ethereum' })
  expect(screen.queryByRole('alert')?.textContent ?? '').toBe('')
})
