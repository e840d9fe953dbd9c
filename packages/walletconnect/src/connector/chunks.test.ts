import { mainnet } from '@foyer/core/networks'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTestPhone, type TestPhone } from './test/phone.js'

let phone: TestPhone
/** From now on the chunk of WalletConnect is loaded anew; and can't be where it is lost. */
async function connectorOf({ isLost }: { readonly isLost: boolean }) {
  let lost = isLost
  vi.resetModules()
  vi.doMock('./createConnections.js', () => {
    if (lost) throw new TypeError('blocked')
    return { createConnections: () => phone.connector }
  })
  const { walletConnect } = await import('../walletConnect.js')
  return {
    connector: walletConnect(),
    find() {
      lost = false
      vi.resetModules()
    },
  }
}
beforeEach(() => {
  phone = createTestPhone()
})
afterEach(() => {
  vi.doUnmock('./createConnections.js')
  phone.stop()
})
const unavailable = { code: 'chunk_load', facts: { chunk: 'walletconnect' } }

test('[F18] where the chunk can’t be loaded, connecting rejects, and another attempt loads it again', async () => {
  const { connector, find } = await connectorOf({ isLost: true })
  const connect = () =>
    connector.connect({
      host: phone.host,
      network: mainnet,
      signal: new AbortController().signal,
      step: () => {},
      ask: async () => ({ opened: false }),
      picked: () => undefined,
    })
  await expect(connect()).rejects.toMatchObject(unavailable)
  expect(phone.proposals).toHaveLength(0)
  find()
  expect((await connect()).accounts).toHaveLength(3)
  expect(phone.wallet.sessions()).toHaveLength(1)
})

test('[S4.2] [F18] restoring without the chunk rejects and keeps the session; the next call restores it', async () => {
  await phone.connect()
  const { host } = phone.reload()
  host.storage.setItem('walletconnect/awaited', '1 pocket://')
  const { connector, find } = await connectorOf({ isLost: true })
  const restored = () => connector.restore({ host, network: mainnet, signal: new AbortController().signal })
  await expect(restored()).rejects.toMatchObject(unavailable)
  expect(host.storage.getItem('walletconnect/awaited')).toBe('1 pocket://')
  expect(phone.wallet.sessions()).toHaveLength(1)
  find()
  expect((await restored())?.accounts).toHaveLength(3)
  expect(phone.wallet.sessions()).toHaveLength(1)
})
