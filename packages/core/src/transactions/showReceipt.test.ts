import { expect, test } from 'vitest'
import { contextOf } from '../context.js'
import { pay } from '../pay/feature.js'
import { fakeKit } from '../test/fakeKit.js'
import { push } from '../view/navigate.js'
import { addViews } from '../view/views.js'
import { isEndShown, showReceipt } from './tray.js'

const receipt = { networkId: 'eip155:1', hash: '0x1', kind: 'send' } as const
test.each([
  ['over the account', true, ['Account', 'Receipt']],
  ['in its place', false, ['Account', 'Receipt']],
] as const)('a receipt stands %s where the view that sent it is shown', (_, overAccount, views) => {
  const { foyer } = fakeKit()
  foyer.open({ view: 'Account' })
  push(foyer, { view: 'WalletSendPreview' })
  expect(showReceipt(foyer, { ...receipt, from: 'WalletSendPreview', overAccount, otherwise: 'send.started' })).toBe(
    true,
  )
  const { view, snackbar } = foyer.store.getState()
  expect(view.history.map((route) => route.view)).toEqual(views)
  expect(view.history.at(-1)).toEqual({ view: 'Receipt', ...receipt })
  expect(snackbar).toBeUndefined()
  expect(
    [['0x1'], ['0x0', '0x1'], ['0x2'], []].map((hashes) => isEndShown(contextOf(foyer), { view }, hashes)),
  ).toEqual([true, true, false, false])
  foyer.close()
  expect(isEndShown(contextOf(foyer), foyer.store.getState(), ['0x1'])).toBe(false)
})

test.each([
  [true, ['Account', 'Receipt']],
  [false, ['Connect', 'Receipt']],
] as const)('a receipt from a view that stands elsewhere: over the account %s', (overAccount, views) => {
  const { foyer } = fakeKit()
  foyer.open({ view: 'Connect' })
  push(foyer, { view: 'WalletSendPreview' })
  expect(showReceipt(foyer, { ...receipt, from: 'WalletSendPreview', overAccount })).toBe(true)
  expect(foyer.store.getState().view.history.map((route) => route.view)).toEqual(views)
})

test('another view with the modal open isn’t the receipt', () => {
  const { foyer } = fakeKit()
  foyer.open({ view: 'Account' })
  expect(isEndShown(contextOf(foyer), foyer.store.getState(), ['0x1'])).toBe(false)
})

test('who has gone on is told in the open modal only, and called back never', () => {
  const { foyer } = fakeKit()
  const show = (from: 'WalletSendPreview' | undefined, otherwise?: 'send.started') =>
    showReceipt(foyer, { ...receipt, from, overAccount: true, otherwise })
  expect(show('WalletSendPreview', 'send.started')).toBe(false)
  expect(foyer.store.getState().snackbar).toBeUndefined()
  foyer.open({ view: 'Account' })
  expect([show(undefined), show('WalletSendPreview')]).toEqual([false, false])
  expect(foyer.store.getState().snackbar).toBeUndefined()
  expect(show('WalletSendPreview', 'send.started')).toBe(false)
  const { snackbar, view } = foyer.store.getState()
  expect(snackbar).toEqual({ variant: 'success', message: 'send.started' })
  expect(view.history).toEqual([{ view: 'Account' }])
  foyer.open({ view: 'PayLoading' })
  expect(isEndShown(contextOf(foyer), foyer.store.getState(), ['0x2'])).toBe(false)
  addViews(contextOf(foyer), pay)
  expect(isEndShown(contextOf(foyer), foyer.store.getState(), ['0x2'])).toBe(true)
})
