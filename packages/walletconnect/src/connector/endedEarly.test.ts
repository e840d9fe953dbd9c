import { beforeEach, expect, test, vi } from 'vitest'
import type { DappEvent } from '../dapp/client.js'
import type * as client from '../dapp/createSessionClient.js'
import type { DappSession } from '../engine/engine.js'
import { addresses, createTestPhone, type TestPhone } from './test/phone.js'

/** The events in the breath in which a wallet's approval arrives: before anything else of the page has its turn. */
const { inOneBreath } = vi.hoisted(() => {
  const nothing = (_: DappSession): readonly DappEvent[] => []
  const listening = (): number => 0
  return { inOneBreath: { events: nothing, listening } }
})
vi.mock('../dapp/createSessionClient.js', async (original: () => Promise<typeof client>) => {
  const { createSessionClient } = await original()
  return {
    createSessionClient(parameters: Parameters<typeof createSessionClient>[0]) {
      const dapp = createSessionClient(parameters)
      const listeners = new Set<(event: DappEvent) => void>()
      inOneBreath.listening = () => listeners.size
      return {
        ...dapp,
        listen(listener: (event: DappEvent) => void) {
          listeners.add(listener)
          const stop = dapp.listen(listener)
          return () => {
            listeners.delete(listener)
            stop()
          }
        },
        async connect(wanted: Parameters<typeof dapp.connect>[0]) {
          const session = await dapp.connect(wanted)
          for (const event of inOneBreath.events(session)) for (const listener of [...listeners]) listener(event)
          return session
        },
      }
    },
  }
})

let phone: TestPhone
beforeEach(() => {
  phone = createTestPhone()
  return () => phone.stop()
})

test('[F18] a session that its wallet ends in the breath in which it begins is none', async () => {
  inOneBreath.events = ({ topic }) => [{ type: 'ended', topic, why: 'deleted' }]
  await expect(phone.connect()).rejects.toMatchObject({ code: 'provider_disconnected' })
  expect(phone.reported).toEqual([])
})

test('[F18] one that is aborted in it is none either, and is ended at the wallet', async () => {
  const controller = new AbortController()
  inOneBreath.events = () => {
    controller.abort()
    return []
  }
  await expect(phone.connect({ signal: controller.signal })).rejects.toMatchObject({ name: 'AbortError' })
  await vi.waitFor(() => expect(phone.wallet.sessions()).toEqual([]))
  expect(phone.host.storage.getItem('walletconnect/used')).toBeNull()
  expect(inOneBreath.listening()).toBe(1)
})

test('[S4.19] what a wallet emits in it shows in the connection', async () => {
  const [, second] = addresses
  inOneBreath.events = ({ topic }) => [
    { type: 'emitted', topic, chainId: 'eip155:1', name: 'accountsChanged', data: [second] },
  ]
  expect((await phone.connect()).accounts[0]).toMatchObject({ address: second })
  // All sessions of a page are listened to at once, and then nothing else is.
  expect(inOneBreath.listening()).toBe(1)
})
