import { type Adapter, type Connector, createFoyer, type Foyer, type KeyValueStorage, systemClock } from '@foyer/core'
import { mainnet, optimism, solana } from '@foyer/core/networks'
import { evm } from '@foyer/evm'
import { afterEach, expect, test, vi } from 'vitest'
import { createTestOrigin } from '../tabs/test/origin.js'
import { addresses, createTestPhone, grantAll, type TestPhone } from './test/phone.js'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

/** Makes no provider: its sessions are reached by their channel. */
const solanaAdapter: Adapter = {
  family: 'solana',
  type: 'solana',
  actions: async () => ({ nativeBalance: async () => 0n }),
}

/** Pages of one dapp: they share storage, whose changes the others hear of unless they are one page, locks and channels. */
function pagesOf({ areOne = false } = {}) {
  const phone = createTestPhone()
  ends.push(phone.stop)
  const origin = createTestOrigin({ clock: systemClock })
  const kept = new Map<string, string>()
  const change = (key: string, value: string | undefined) => {
    if (kept.get(key) === value) return
    if (value === undefined) kept.delete(key)
    else kept.set(key, value)
    if (areOne) return
    queueMicrotask(() => window.dispatchEvent(new StorageEvent('storage', { key, newValue: value ?? null })))
  }
  const storage: KeyValueStorage = {
    getItem: (key) => kept.get(key) ?? null,
    setItem: change,
    removeItem: (key) => change(key, undefined),
  }
  const open = (others: readonly Connector[] = []) => {
    const page = origin.open()
    const { locks, channel, life } = page
    const errors: unknown[] = []
    const foyer = createFoyer({
      projectId: 'project',
      networks: [mainnet, optimism, solana],
      adapters: [evm(), solanaAdapter],
      connectors: [phone.page({ locks, channel, page: life }), ...others],
      storage,
    })
    foyer.onError((error) => errors.push(error))
    foyer.start()
    ends.push(() => foyer.stop())
    return { foyer, errors, page }
  }
  return { phone, open, kept }
}

test('[S4.2 S4.3] [F19 F20] another page takes up the session, signs over the same socket, and ends with it', async () => {
  const { phone, open, kept } = pagesOf()
  const [one, two] = [open(), open()]
  await one.foyer.connect({ connectorId: 'walletConnect' })
  await vi.waitFor(() => expect(two.foyer.account('solana').status).toBe('connected'))
  expect(two.foyer.account().allAccounts).toEqual(one.foyer.account().allAccounts)
  expect(phone.proposals).toHaveLength(1)
  expect(phone.relay.sockets).toBe(2) // the pages' and the phone's
  const provider = two.foyer.provider('eip155')
  expect(await provider?.request({ method: 'personal_sign', params: [] })).toBe('answer to personal_sign')
  await two.foyer.disconnect()
  await vi.waitFor(() => expect(one.foyer.account().status).toBe('disconnected'))
  await vi.waitFor(() => expect(phone.wallet.sessions()).toEqual([]))
  for (const { foyer } of [one, two]) {
    for (const family of ['eip155', 'solana'] as const)
      expect(foyer.account(family)).toMatchObject({ status: 'disconnected', allAccounts: [] })
    expect(foyer.provider('eip155')).toBeUndefined()
  }
  expect([...kept].filter(([key]) => key.includes('connected_connector_id'))).toEqual([])
  expect([one.errors, two.errors]).toEqual([[], []])
})

/** Grants another account from now on, so that sessions can be told apart. */
const grantAnother = (phone: TestPhone) => {
  phone.grant = (proposal) =>
    Object.fromEntries(
      Object.entries(grantAll(proposal)).map(([family, namespace]) => [
        family,
        { ...namespace, accounts: namespace.accounts.filter((account) => !account.includes(addresses[0])) },
      ]),
    )
}
const until = (foyer: Foyer, address: string | undefined) =>
  vi.waitFor(() => expect(foyer.account('eip155').address).toBe(address))
/** The sessions that the wallet was told to be over. */
const endsOf = (phone: TestPhone) => {
  const topics: string[] = []
  phone.wallet.listen((event) => event.type === 'ended' && event.why === 'deleted' && topics.push(event.topic))
  return topics
}

test.each([
  ['has the socket', 0],
  ['asks the other for it', 1],
])(
  '[S4.2] [F20] another wallet takes the place of the first, which is told; the page that connected it %s, and the other follows',
  async (_, at) => {
    const { phone, open } = pagesOf()
    const [first, second] = [open(), open()]
    const ended = endsOf(phone)
    await first.foyer.connect({ connectorId: 'walletConnect' })
    await until(second.foyer, addresses[0])
    const [page, other] = at === 0 ? [first, second] : [second, first]
    const { topic: former } = phone.session()
    const disconnects: unknown[] = []
    other.foyer.provider('eip155')?.on?.('disconnect', (error) => disconnects.push(error))
    grantAnother(phone)
    await page.foyer.connect({ connectorId: 'walletConnect' })
    await until(other.foyer, addresses[1])
    await vi.waitFor(() => expect(ended).toEqual([former]))
    await vi.waitFor(() => expect(disconnects).toMatchObject([{ code: 4900 }]))
    for (const { foyer, errors } of [page, other]) {
      expect(foyer.account()).toMatchObject({ status: 'connected', address: addresses[1] })
      const answer = await foyer.provider('eip155')?.request({ method: 'personal_sign', params: [] })
      expect(answer).toBe('answer to personal_sign')
      expect(errors).toEqual([])
    }
    expect(phone.session().topic).not.toBe(former)
    expect(phone.wallet.sessions()).toHaveLength(1)
    expect(phone.proposals).toHaveLength(2)
  },
)

/** A wallet in the page, which can only be connected there: other pages have to ask it anew. */
const inPage = (): Connector => ({
  id: 'in-page',
  type: 'INJECTED',
  name: 'In the page',
  families: ['eip155', 'solana'],
  connect: async () => ({
    accounts: [
      { namespace: 'eip155', address: '0xA1', type: 'eoa' },
      { namespace: 'solana', address: 'So1', type: 'eoa' },
    ],
    networks: { eip155: 'eip155:1', solana: solana.caipNetworkId },
    providers: {},
    listen: () => () => {},
    switchNetwork: async () => {},
    disconnect: async () => {},
  }),
  restore: async () => null,
})

test('[F20] a wallet in the page takes the place of one elsewhere, which is told; a page that can’t follow doesn’t end it', async () => {
  const { phone, open } = pagesOf()
  const [page, other] = [open([inPage()]), open([inPage()])]
  const ended = endsOf(phone)
  await page.foyer.connect({ connectorId: 'walletConnect' })
  await until(other.foyer, addresses[0])
  const { topic } = phone.session()
  await page.foyer.connect({ connectorId: 'in-page' })
  await vi.waitFor(() => expect(other.foyer.account().status).toBe('disconnected'))
  await vi.waitFor(() => expect(ended).toEqual([topic]))
  expect(phone.wallet.sessions()).toEqual([])
  expect(page.foyer.account()).toMatchObject({ status: 'connected', address: '0xA1' })
  expect([page.errors, other.errors]).toEqual([[], []])
})

test('a page that slept while another connected another wallet follows when it is back', async () => {
  const { phone, open } = pagesOf()
  const [sleeper, page] = [open(), open()]
  await sleeper.foyer.connect({ connectorId: 'walletConnect' })
  await until(page.foyer, addresses[0])
  sleeper.page.hide()
  grantAnother(phone)
  await page.foyer.connect({ connectorId: 'walletConnect' })
  await vi.waitFor(() => expect(phone.wallet.sessions()).toHaveLength(1))
  sleeper.page.show()
  await until(sleeper.foyer, addresses[1])
  expect(page.foyer.account().address).toBe(addresses[1])
})

test('another kit of the page, which hears nothing of its storage, follows as well', async () => {
  const { phone, open } = pagesOf({ areOne: true })
  const kit = open()
  await kit.foyer.connect({ connectorId: 'walletConnect' })
  const other = open()
  await until(other.foyer, addresses[0])
  grantAnother(phone)
  await kit.foyer.connect({ connectorId: 'walletConnect' })
  await until(other.foyer, addresses[1])
  await vi.waitFor(() => expect(phone.wallet.sessions()).toHaveLength(1))
  expect(kit.foyer.account()).toMatchObject({ status: 'connected', address: addresses[1] })
  expect([kit.errors, other.errors]).toEqual([[], []])
})
