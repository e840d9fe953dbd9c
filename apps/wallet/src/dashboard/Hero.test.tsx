import type { Balance } from '@foyer/core/wire'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Hero } from './Hero.js'
import type { HoldingsApi } from './holdings.js'
import type { OpenWallet } from './ownDoors.js'

afterEach(cleanup)

const [eip155, solana] = [`0x${'a'.repeat(40)}`, 'So11111111111111111111111111111111111111112']
const addresses = [
  { family: 'eip155', address: eip155 },
  { family: 'solana', address: solana },
]
const wallet: OpenWallet = Object.assign(Object.create(null), {
  addresses,
  doors: [{ kind: 'recovery' }],
  ownDoors: [],
})
const networks = [
  { chainId: 'eip155:1', name: 'Ethereum', currency: { symbol: 'ETH', decimals: 18 }, tokens: [] },
  { chainId: 'solana:local', name: 'Solana', currency: { symbol: 'SOL', decimals: 9 }, tokens: [] },
]
const coin = (chainId: string, name: string, numeric: string, decimals: string, price: number): Balance => ({
  ...{ chainId, name, symbol: name.slice(0, 3).toUpperCase(), price, iconUrl: '' },
  quantity: { decimals, numeric },
})

/** An API whose answers can be held back, and that can be away. */
function stage({ evm = [coin('eip155:1', 'Ether', '1.5', '18', 3_000)], isAway = false } = {}) {
  const state = { isAway, answer: () => {} }
  const isAsked = new Promise<void>((resolve) => {
    state.answer = resolve
  })
  const api: HoldingsApi = {
    origin: 'https://wallet.example',
    projectId: 'own',
    networks,
    fetch: async (url) => {
      if (state.isAway) throw new TypeError('Failed to fetch')
      if (!String(url).includes(solana)) return Response.json({ balances: evm })
      await isAsked
      return Response.json({ balances: [coin('solana:local', 'Solana', '2', '9', 100)] })
    },
  }
  return { api, state, ...render(<Hero dashboard={{ api }} wallet={wallet} />) }
}

const evm = () => screen.findByRole('list', { name: 'Balances: Ethereum and other EVM networks' })

test('each account shows what it holds and what that is worth as soon as it is known, and their sum once both are', async () => {
  const { state, container } = stage()
  expect(container.querySelectorAll('[data-part~="skeleton"]')).toHaveLength(2)
  const row = within(await evm())
  expect([row.getByText('1.500 ETH'), row.getByText('Ethereum'), row.getByText('$4,500.00')]).toHaveLength(3)
  expect(screen.queryByText('Total value')).toBeNull()
  state.answer()
  expect((await screen.findByText('Total value')).parentElement?.textContent).toBe('Total value $4,700.00')
})

test('an account of which nothing is known says so, and reads it once more', async () => {
  const { state } = stage({ isAway: true })
  const alerts = await screen.findAllByRole('alert')
  expect(alerts.map(({ textContent }) => textContent)).toEqual([
    'What this account holds can’t be read now. Try again',
    'What this account holds can’t be read now. Try again',
  ])
  state.isAway = false
  fireEvent.click(within(alerts[0] ?? expect.fail()).getByRole('button'))
  await evm()
})

test('of many the first five stand there, until all are wanted; of none, that there is nothing', async () => {
  const tokens = [0, 1, 2, 3, 4, 5, 6].map((at) => coin('eip155:1', `Token ${at}`, '1', '6', 7 - at))
  stage({ evm: tokens.map((each) => ({ ...each, address: `eip155:1:${each.name}` })) })
  const shown = () => screen.getAllByText(/^Token \d$/).map(({ textContent }) => textContent)
  await evm()
  expect(shown()).toEqual(['Token 0', 'Token 1', 'Token 2', 'Token 3', 'Token 4'])
  fireEvent.click(screen.getByRole('button', { name: 'Show all 7' }))
  expect(shown()).toHaveLength(7)
  cleanup()
  stage({ evm: [] })
  await screen.findByText('Nothing here yet.')
})

test('where the operator has set up nothing that says it, there are the accounts alone', () => {
  const { container } = render(<Hero dashboard={{ api: undefined }} wallet={wallet} />)
  expect(screen.getByText(eip155)).toBeTruthy()
  expect(container.querySelector('[data-part~="skeleton"]')).toBeNull()
})

test('two families that have one address are two accounts, each with its own family’s holdings, and sum', async () => {
  const address = 'shared'
  const api: HoldingsApi = {
    ...{ origin: 'https://wallet.example', projectId: 'own', networks },
    fetch: async () =>
      Response.json({
        balances: [coin('eip155:1', 'Ether', '1', '18', 3_000), coin('solana:local', 'Solana', '2', '9', 100)],
      }),
  }
  const both = { ...wallet, addresses: ['eip155', 'solana'].map((family) => ({ family, address })) }
  render(<Hero dashboard={{ api }} wallet={both} />)
  expect((await screen.findByText('Total value')).parentElement?.textContent).toBe('Total value $3,200.00')
  expect(screen.getAllByText(/ (ETH|SOL)$/)).toHaveLength(2)
})
