import { mainnet } from '@foyer/core/networks'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTestPhone, type TestPhone } from './test/phone.js'

let phone: TestPhone
let asked = 0
/** From now on what a session needs isn't there yet; and can't be had where it is lost. */
function forget({ isLost }: { readonly isLost: boolean }): void {
  vi.resetModules()
  vi.doMock('./session.js', (original) => {
    asked += 1
    if (isLost) throw new TypeError('blocked')
    return original()
  })
}
beforeEach(() => {
  asked = 0
  phone = createTestPhone()
})
afterEach(() => phone.stop())
const unavailable = { code: 'chunk_load', facts: { chunk: 'walletconnect.session' } }

test('what a session needs comes while the visitor scans', async () => {
  forget({ isLost: false })
  phone.answer = 'hang'
  const connected = phone.connect()
  await vi.waitFor(() => expect(phone.proposals).toHaveLength(1))
  await vi.waitFor(() => expect(asked).toBe(1))
  phone.release()
  expect((await connected).accounts).toHaveLength(3)
  expect(asked).toBe(1)
  expect(phone.reported).toEqual([])
})

test('[F18] where it can’t be had, connecting ends in an error once the code is there; another try has it fetched again', async () => {
  forget({ isLost: true })
  phone.answer = 'hang'
  await expect(phone.connect()).rejects.toMatchObject(unavailable)
  expect(phone.offers).toHaveLength(1)
  await vi.waitFor(() => expect(phone.proposals).toHaveLength(1))
  forget({ isLost: false })
  phone.answer = 'approve'
  expect((await phone.connect()).accounts).toHaveLength(3)
  expect(phone.wallet.sessions()).toHaveLength(1)
})

test('[S4.2] [F18] restoring that can’t be had ends in an error, costs the session nothing, and is tried again at the next', async () => {
  await phone.connect()
  const { host, connector } = phone.reload()
  host.storage.setItem('walletconnect/awaited', '1 pocket://')
  const restored = () => connector.restore({ host, network: mainnet, signal: new AbortController().signal })
  forget({ isLost: true })
  await expect(restored()).rejects.toMatchObject(unavailable)
  expect(host.storage.getItem('walletconnect/awaited')).toBe('1 pocket://')
  expect(phone.wallet.sessions()).toHaveLength(1)
  forget({ isLost: false })
  expect((await restored())?.accounts).toHaveLength(3)
  expect(phone.wallet.sessions()).toHaveLength(1)
})
