import { disconnect } from '@wagmi/core/actions'
import { expect, test, vi } from 'vitest'
import { bothSay, idOf, wagmiPages } from './test/wagmiPage.js'

const { walletOf, page } = wagmiPages()

test('[S4.19] a wallet that is locked and opened again is connected on both sides again, without a prompt', async () => {
  const maple = walletOf('Maple', 0)
  const here = page({ wallets: [maple] })
  const id = idOf('Maple', here.foyer)
  await here.foyer.connect({ connectorId: id })
  const { promptCount } = maple
  maple.lock()
  await bothSay(here, undefined)
  maple.unlock()
  await bothSay(here, { id })
  expect(maple.promptCount).toBe(promptCount)
  expect(here.errors).toEqual([])
})

test('[S4.2] a page that is loaded while its wallet is locked is connected on both sides once it is opened, without a prompt', async () => {
  const maple = walletOf('Maple', 0)
  const before = page({ wallets: [maple] })
  const id = idOf('Maple', before.foyer)
  await before.foyer.connect({ connectorId: id })
  await bothSay(before, { id })
  before.close()
  const { promptCount } = maple
  maple.lock()
  const here = page({ wallets: [maple] })
  await vi.waitFor(() => expect(here.foyer.store.getState().connection.pending.eip155).toBeUndefined())
  await bothSay(here, undefined)
  maple.unlock()
  await bothSay(here, { id })
  expect(maple.promptCount).toBe(promptCount)
  expect(here.errors).toEqual([])
})

test('a visitor who disconnects by wagmi stays so, also over a reload, whatever the wallet shows', async () => {
  const maple = walletOf('Maple', 0)
  const before = page({ wallets: [maple] })
  await before.foyer.connect({ connectorId: idOf('Maple', before.foyer) })
  await disconnect(before.config)
  await bothSay(before, undefined)
  before.close()
  maple.lock()
  const here = page({ wallets: [maple] })
  await vi.waitFor(() => expect(here.foyer.store.getState().connection.pending.eip155).toBeUndefined())
  maple.unlock()
  await bothSay(here, undefined)
  expect(here.errors).toEqual([])
})
