import { expect, test } from 'vitest'
import type { ListedWallet } from '../connector/listedWallet.js'
import { answerList, directoryList } from './walletList.js'

const more = () => {}
const retry = () => {}
const listed = (count: number): readonly ListedWallet[] =>
  Array.from({ length: count }, (_, index) => ({ id: `${index}`, name: `Wallet ${index}` }))
const asked = { status: 'ready', hasMore: true, count: 0, hasListed: false, wallets: listed(0), more } as const

test('outlines stand for the first page, less what is known already; then for the next', () => {
  expect(directoryList(asked)).toMatchObject({ phase: 'loading', coming: 16, total: 0, retry: undefined })
  expect(directoryList({ ...asked, wallets: listed(4), count: 99 })).toMatchObject({ coming: 12, total: 99 })
  const first = { ...asked, hasListed: true, wallets: listed(40) }
  expect(directoryList({ ...first, count: 99 })).toMatchObject({ phase: 'found', coming: 8 })
  expect(directoryList({ ...first, count: 43 })).toMatchObject({ coming: 3 })
  // More are there than were counted: one outline says so.
  expect(directoryList({ ...first, count: 40 })).toMatchObject({ coming: 1, total: 40 })
})

test('a list that is whole has no outlines, and says where nothing is in it', () => {
  const whole = { ...asked, hasMore: false, hasListed: true }
  expect(directoryList({ ...whole, wallets: listed(3), count: 99 })).toMatchObject({
    phase: 'found',
    total: 3,
    coming: 0,
  })
  expect(directoryList(whole)).toMatchObject({ phase: 'none', coming: 0 })
})

test('a page that didn’t come is asked for once more; what is known stays', () => {
  const failed = { ...asked, status: 'failed' } as const
  expect(directoryList(failed)).toMatchObject({ phase: 'failed', coming: 0, retry: more })
  expect(directoryList({ ...failed, wallets: listed(3), count: 99 })).toMatchObject({
    phase: 'found',
    total: 99,
    retry: more,
  })
})

test('an answer is found, none, on its way, or to be asked for once more', () => {
  expect(answerList({ status: 'found', wallets: listed(2) })).toMatchObject({ phase: 'found', total: 2, coming: 0 })
  expect(answerList({ status: 'found', wallets: [] })).toMatchObject({ phase: 'none' })
  expect(answerList({ status: 'loading' })).toMatchObject({ phase: 'loading', coming: 16, wallets: [] })
  expect(answerList({ status: 'failed', retry })).toMatchObject({ phase: 'failed', retry })
})
