import { expect, test } from 'vitest'
import { chooseAccount } from '../connection/index.js'
import type { Foyer } from '../foyer.js'
import { currentRoute } from '../state/viewState.js'
import { connectToPay, payFromWallet } from './payFromWallet.js'
import { openPay, payError, payResult } from './payRoom.js'
import { onMainnet, shop, type Wait } from './test/shop.js'

test('nothing is opened where the feature is off, or for a network that isn’t configured', async () => {
  const off = await shop({ pay: false })
  expect(() => openPay(off.foyer, onMainnet)).toThrow(expect.objectContaining({ code: 'feature_disabled' }))
  const { foyer, view } = await shop()
  const asset = { ...onMainnet.asset, networkId: 'eip155:137' } as const
  expect(() => openPay(foyer, { ...onMainnet, asset })).toThrow(expect.objectContaining({ code: 'pay_invalid_config' }))
  expect([off.view(), view()]).toEqual(['closed', 'closed'])
})

test('while the wallet is asked nothing is asked again: the same request shows it, another is refused', async () => {
  const { foyer, transfers, view, clock } = await shop({ send: () => new Promise(() => {}) })
  openPay(foyer, onMainnet)
  payFromWallet(foyer)
  await clock.advance(0)
  expect(() => payFromWallet(foyer)).toThrow(expect.objectContaining({ code: 'pay_not_started' }))
  foyer.close()
  openPay(foyer, onMainnet)
  expect(view()).toBe('PayLoading')
  for (const other of [
    { amount: '2' },
    { recipient: `0x${'ac'.repeat(20)}` },
    { asset: { ...onMainnet.asset, networkId: 'eip155:11155111' } },
    { asset: { ...onMainnet.asset, asset: `0x${'cd'.repeat(20)}` } },
  ] as const)
    expect(() => openPay(foyer, { ...onMainnet, ...other })).toThrow(
      expect.objectContaining({ code: 'pay_not_started' }),
    )
  expect(transfers).toHaveLength(1)
})

test('a visitor without a wallet connects one and is back at the payment; one who gives up isn’t', async () => {
  const { foyer, view } = await shop({ connect: false })
  openPay(foyer, onMainnet)
  expect(() => payFromWallet(foyer)).toThrow(expect.objectContaining({ code: 'pay_not_started' }))
  connectToPay(foyer)
  expect(view()).toBe('Connect')
  expect(foyer.store.getState().connectorFilter).toBe('eip155')
  foyer.close()
  await foyer.connect({ connectorId: 'fake' })
  expect(view()).toBe('closed')
  await foyer.disconnect()

  openPay(foyer, onMainnet)
  connectToPay(foyer)
  foyer.open({ view: 'ConnectingExternal', connectorId: 'fake' })
  await foyer.connect({ connectorId: 'fake' })
  expect(view()).toBe('Pay')
})

test('nothing is paid, and nobody is sent to connect, where nothing was asked for', async () => {
  const { foyer, view, state } = await shop()
  expect(() => payFromWallet(foyer)).toThrow(expect.objectContaining({ code: 'pay_not_started' }))
  connectToPay(foyer)
  expect([view(), state.get(), payError(foyer), payResult(foyer)]).toEqual(['closed', {}, undefined, undefined])
})

test('what is refused says which network, or which feature', async () => {
  const off = await shop({ pay: false })
  expect(() => openPay(off.foyer, onMainnet)).toThrow(
    expect.objectContaining({ facts: { feature: 'pay', view: 'Pay' } }),
  )
  const { foyer } = await shop()
  const asset = { ...onMainnet.asset, networkId: 'eip155:137' } as const
  expect(() => openPay(foyer, { ...onMainnet, asset })).toThrow(
    expect.objectContaining({ facts: { networkId: 'eip155:137' } }),
  )
})

test.each<[string, Wait | undefined, (foyer: Foyer) => void, object]>([
  ['is paid', undefined, () => {}, { view: 'PayLoading', isCompleted: true }],
  ['is paid after the visitor went on', undefined, (foyer) => foyer.open({ view: 'Account' }), { view: 'Account' }],
  ['failed', async ({ hash }) => ({ hash, status: 'reverted' }), () => {}, { view: 'PayLoading' }],
])('the head says that it is paid where it %s', async (_, wait, goOn, route) => {
  const { foyer, ended } = await shop({ wait })
  openPay(foyer, onMainnet)
  const end = ended()
  payFromWallet(foyer)
  goOn(foyer)
  await end
  expect(currentRoute(foyer.store.getState().view)).toEqual(route)
})

test.each(['closed', 'Account'] as const)('a payment that a page begins itself opens nothing: %s', async (where) => {
  const { foyer, ended, view, wallet, state } = await shop()
  openPay(foyer, onMainnet)
  foyer.close()
  if (where === 'Account') foyer.open({ view: 'Account' })
  const end = ended()
  payFromWallet(foyer)
  expect(view()).toBe(where)
  expect(state.get().payment?.way).toEqual({ type: 'wallet', name: 'Fake' })
  await end
  expect(view()).toBe(where)
  // It was there already.
  expect(wallet.asked.filter((each) => each.startsWith('switch'))).toEqual([])
})

test('[F27] it is paid by the account that the press was for, whichever is chosen meanwhile', async () => {
  const payers: string[] = []
  const { foyer, ended } = await shop({
    send: async ({ wallet }) => {
      payers.push(wallet.account.address)
      return { hash: '0x01' }
    },
  })
  openPay(foyer, onMainnet)
  const end = ended()
  payFromWallet(foyer)
  chooseAccount(foyer, { family: 'eip155', address: '0xA2' })
  await end
  expect(payers).toEqual(['0xA1'])
})
