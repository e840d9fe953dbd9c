import type { Adapter } from '@foyer/core'
import { accountTab } from '@foyer/core/account'
import { RequestTimeoutError, UserRejectedError } from '@foyer/core/errors'
import { contextOf } from '@foyer/core/internal'
import { mainnet } from '@foyer/core/networks'
import { act, cleanup, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { polyfillDialog } from '../../test/polyfillDialog.js'
import { addresses, askedAdapter, connected, modalKit, showModal } from '../test/modalKit.js'

beforeEach(polyfillDialog)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const transaction = {
  id: '1',
  metadata: {
    operationType: 'receive',
    hash: '0xaa',
    chain: 'eip155:1',
    minedAt: '2021-03-04T12:00:00.000Z',
    sentFrom: addresses[1],
    sentTo: addresses[0],
    status: 'confirmed',
    nonce: 1,
  },
  transfers: [
    { fungible_info: { name: 'E\u202eth', symbol: 'T\u202eKN' }, direction: 'in', quantity: { numeric: '1.5' } },
  ],
}

/** Opens the activity of a connected account, at a server that answers as the test says. */
async function opened(answer: () => Response, options: Parameters<typeof modalKit>[0] = {}) {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (input: string | URL) => {
    const { pathname } = new URL(input)
    asked.push(pathname)
    if (pathname.endsWith('supported-chains')) return Response.json({ http: ['eip155:1'], ws: [] })
    return pathname.endsWith('history') ? answer() : Response.json({}, { status: 404 })
  })
  const kit = modalKit({ api: 'https://server.test', ...options })
  const modal = await showModal(kit)
  await connected(kit)
  await act(async () => kit.foyer.open({ view: 'Transactions' }))
  return { ...kit, ...modal, asked }
}

test('[S8.4] a failure is said, and tried again', async () => {
  let fails = true
  const { text, press } = await opened(() =>
    fails ? Response.json({}, { status: 400 }) : Response.json({ data: [], next: null }),
  )
  await waitFor(() => expect(text()).toContain('Failed to fetch transactions'))
  fails = false
  await press('retry')
  await waitFor(() => expect(text()).toContain('No Transactions yet'))
})

test('[S1.5 S9.40 S9.41] [F14] a line has its type, amount, day and explorer; a name turns nothing around', async () => {
  const { part, text } = await opened(() => Response.json({ data: [transaction], next: null }))
  await waitFor(() => expect(text()).toContain('Received'))
  expect(text()).toContain('March 2021')
  expect(part('activity-amount').textContent).toBe('+1.500 TKN')
  expect(text()).not.toMatch(/[\u202a-\u202e]/)
  expect(part('activity-item').getAttribute('href')).toBe('https://etherscan.io/tx/0xaa')
})

test('the day of a line is at its start, whether or not it is known whom it was with', async () => {
  const coin = { fungible_info: { name: 'Ether', symbol: 'ETH' }, direction: 'in', quantity: { numeric: '1.5' } }
  const ofCoin = { ...transaction, id: '2', metadata: { ...transaction.metadata, hash: '0xbb' }, transfers: [coin] }
  const { parts, text } = await opened(() => Response.json({ data: [transaction, ofCoin], next: null }))
  await waitFor(() => expect(text()).toContain('From 0x'))
  expect(parts('activity-words').map((words) => words.querySelectorAll('time').length)).toEqual([1, 1])
  expect(parts('activity-amounts').flatMap((amounts) => [...amounts.querySelectorAll('time')])).toEqual([])
})

/** Every end is in sight, and stays there: an observer says so once, when it begins to look. */
class EverInSight {
  readonly #seen: (entries: readonly Pick<IntersectionObserverEntry, 'isIntersecting'>[]) => void
  #isOver = false

  constructor(seen: (entries: readonly Pick<IntersectionObserverEntry, 'isIntersecting'>[]) => void) {
    this.#seen = seen
  }

  observe() {
    queueMicrotask(() => this.#isOver || this.#seen([{ isIntersecting: true }]))
  }

  disconnect() {
    this.#isOver = true
  }
}

test('older pages follow for as long as the end is in sight, past one that holds nothing new', async () => {
  vi.stubGlobal('IntersectionObserver', EverInSight)
  const older = { ...transaction, id: '2', metadata: { ...transaction.metadata, hash: '0xbb' } }
  // What came meanwhile moved all of the first page to the second.
  const pages = [
    { data: [transaction], next: 'b' },
    { data: [transaction], next: 'c' },
    { data: [older], next: null },
  ]
  const { parts } = await opened(() => Response.json(pages.shift() ?? { data: [], next: null }))
  await waitFor(() => expect(parts('activity-item').map(({ dataset }) => dataset.hash)).toEqual(['0xaa', '0xbb']))
  expect(parts('older')).toEqual([])
})

test('[S2.24] where the history is off its view isn’t there, and no history is asked for', async () => {
  const { text, asked } = await opened(() => Response.json({ data: [transaction], next: null }), {
    features: { history: false },
  })
  await waitFor(() => expect(text()).toContain('This part is not available here.'))
  expect(asked.filter((path) => path.endsWith('history'))).toEqual([])
})

test('[S2.2] an account that has done nothing is led to its first coins, where they can be received', async () => {
  const empty = () => Response.json({ data: [], next: null })
  const { foyer, parts, press, arrived, text } = await opened(empty)
  await act(async () => foyer.open({ view: 'Account' }))
  accountTab(foyer).set('activity')
  await waitFor(() => expect(text()).toContain('No activity yet'))
  await press('trade')
  await arrived('WalletReceive')
  await act(async () => foyer.open({ view: 'Account' }))
  contextOf(foyer).update(({ features }) => ({ features: { ...features, receive: false } }))
  await waitFor(() => expect(text()).toContain('No activity yet'))
  expect(parts('trade')).toEqual([])
})

test.each([
  [7, ['former-fee', 'fee', 'nonce']],
  [undefined, ['former-fee', 'fee']],
])('what takes a transaction’s place shows its fees, and its number where it has one: %s', async (nonce, shown) => {
  const terms = { address: addresses[0], nonce, formerFee: 1n, fee: 2n, transaction: {} }
  const adapter: Adapter = {
    family: 'eip155',
    type: 'fake',
    actions: async () => ({
      nativeBalance: async () => 1n,
      prepareReplacement: async ({ hash, kind }) => ({ ...terms, hash, kind }),
    }),
  }
  const kit = modalKit({ adapters: [adapter], networks: [mainnet] })
  const { parts } = await showModal(kit)
  await act(async () =>
    kit.foyer.open({ view: 'ReplaceTransaction', networkId: 'eip155:1', hash: '0xaa', kind: 'speedUp' }),
  )
  const details = () => parts('detail').map(({ dataset }) => dataset.detail)
  await waitFor(() => expect(details()).toEqual(shown))
})

test('[F22] what the wallet declined is tried again; what it may have sent is looked for first', async () => {
  const answers = [new UserRejectedError(), new RequestTimeoutError({ timeoutMs: 1 })]
  const terms = { address: addresses[0], nonce: 7, formerFee: 1n, fee: 2n, transaction: {} }
  const adapter = askedAdapter({
    prepareReplacement: async ({ hash, kind }) => ({ ...terms, hash, kind }),
    replaceTransaction: () => Promise.reject(answers.shift()),
  })
  const kit = modalKit({ adapters: [adapter], networks: [mainnet] })
  const { part, parts, press, text } = await showModal(kit)
  await connected(kit)
  await act(async () =>
    kit.foyer.open({ view: 'ReplaceTransaction', networkId: 'eip155:1', hash: '0xaa', kind: 'speedUp' }),
  )
  await waitFor(() => expect(part('confirm').textContent).toBe('Continue in the wallet'))
  await press('confirm')
  await waitFor(() => expect(part('confirm').textContent).toBe('Try again'))
  expect(text()).toContain('The request was not approved in the wallet.')
  await press('confirm')
  await waitFor(() => expect(text()).toContain('Look there before you try again.'))
  expect([...parts('confirm'), ...parts('retry')]).toEqual([])
  expect(part('look').textContent).toBe('Show activity')
})
