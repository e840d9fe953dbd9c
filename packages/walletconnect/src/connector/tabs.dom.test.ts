import { createFoyer, type KeyValueStorage, systemClock } from '@foyer/core'
import { mainnet, optimism, solana } from '@foyer/core/networks'
import { afterEach, expect, test, vi } from 'vitest'
import { createTestOrigin } from '../tabs/testOrigin.js'
import { createTestPhone } from './testPhone.js'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

/** Pages of one dapp: they share storage, whose changes the others hear of, locks and channels. */
function pagesOf() {
  const phone = createTestPhone()
  ends.push(phone.stop)
  const origin = createTestOrigin({ clock: systemClock })
  const kept = new Map<string, string>()
  const change = (key: string, value: string | undefined) => {
    if (kept.get(key) === value) return
    if (value === undefined) kept.delete(key)
    else kept.set(key, value)
    queueMicrotask(() => window.dispatchEvent(new StorageEvent('storage', { key, newValue: value ?? null })))
  }
  const storage: KeyValueStorage = {
    getItem: (key) => kept.get(key) ?? null,
    setItem: change,
    removeItem: (key) => change(key, undefined),
  }
  const open = () => {
    const page = origin.open()
    const { locks, channel, life } = page
    const errors: unknown[] = []
    const foyer = createFoyer({
      projectId: 'project',
      networks: [mainnet, optimism, solana],
      connectors: [phone.page({ locks, channel, page: life })],
      storage,
    })
    foyer.onError((error) => errors.push(error))
    foyer.start()
    ends.push(() => foyer.stop())
    return { foyer, errors, page }
  }
  return { phone, open }
}

test('[S4.2 S4.3] [F19 F20] another page takes up the session, signs over the same socket, and ends with it', async () => {
  const { phone, open } = pagesOf()
  const [one, two] = [open(), open()]
  await one.foyer.connect({ connectorId: 'walletConnect' })
  await vi.waitFor(() => expect(two.foyer.account('solana').status).toBe('connected'), 10_000)
  expect(two.foyer.account().allAccounts).toEqual(one.foyer.account().allAccounts)
  expect(phone.proposals).toHaveLength(1)
  expect(phone.relay.sockets).toBe(2) // the pages' and the phone's
  const provider = two.foyer.provider('eip155')
  expect(await provider?.request({ method: 'personal_sign', params: [] })).toBe('answer to personal_sign')
  await two.foyer.disconnect()
  await vi.waitFor(() => expect(one.foyer.account().status).toBe('disconnected'), 10_000)
  await vi.waitFor(() => expect(phone.wallet.sessions()).toEqual([]), 10_000)
  expect([one.errors, two.errors]).toEqual([[], []])
})
