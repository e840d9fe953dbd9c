import type { WalletEvent } from '@foyer/core'
import { mainnet, optimism, solana } from '@foyer/core/networks'
import { createTestClock } from '@foyer/testing'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { walletConnect } from '../walletConnect.js'
import { addresses, createTestPhone, grantAll, type TestPhone, type TestPhoneParameters } from './test/phone.js'

const phones: TestPhone[] = []
afterEach(() => {
  vi.unstubAllGlobals()
  for (const phone of phones.splice(0)) phone.stop()
})
function phoneOf(parameters?: TestPhoneParameters): TestPhone {
  const phone = createTestPhone(parameters)
  phones.push(phone)
  return phone
}
const noSignal = () => new AbortController().signal
const restored = ({ connector, host }: Pick<TestPhone, 'connector' | 'host'>) =>
  connector.restore({ host, network: mainnet, signal: noSignal() })

test('[S3.2] the connector says what it is', () => {
  expect(walletConnect()).toMatchObject({
    id: 'walletConnect',
    type: 'WALLET_CONNECT',
    name: 'WalletConnect',
    imageId: 'ef1a1fcf-7fe8-4d69-bd6d-fda1345b4400',
    families: expect.arrayContaining(['eip155', 'solana', 'bip122', 'polkadot', 'cosmos']),
  })
})

describe('connecting', () => {
  test('[S1.1 S7.37] asks for the configured networks, in the name of the dapp, and is connected', async () => {
    const metadata = {
      name: 'A dapp',
      description: 'It does.',
      url: 'https://dapp.example',
      icons: ['https://dapp.example/icon.png'],
    }
    const phone = phoneOf({ host: { metadata } })
    const live = await phone.connect()
    expect(live.accounts.map(({ address }) => address)).toEqual([...addresses, expect.stringMatching(/^HAg/)])
    expect(live.networks).toEqual({ eip155: mainnet.caipNetworkId, solana: solana.caipNetworkId })
    expect(live.wallet).toEqual({ name: 'Pocket', icon: 'https://pocket.example/icon.png' })
    const [proposal] = phone.proposals
    expect(proposal).toMatchObject({ proposer: metadata, required: {} })
    expect(Object.keys(proposal?.optional ?? {})).toEqual(['eip155', 'solana'])
    expect(proposal?.optional.eip155?.chains).toEqual(['eip155:1', 'eip155:10'])
    expect(proposal?.optional.eip155?.methods).toContain('wallet_addEthereumChain')
    expect(phone.reported).toEqual([])
  })

  test('what a host wants instead of the usual is asked for, with the properties of its session', async () => {
    const phone = phoneOf({
      options: {
        override: { methods: { eip155: ['personal_sign'] }, chains: { cosmos: ['cosmos:cosmoshub-4'] } },
        sessionProperties: { walletService: 'no' },
      },
    })
    phone.grant = () => ({
      eip155: { accounts: [`eip155:1:${addresses[0]}`], methods: ['personal_sign'], events: [] },
    })
    const live = await phone.connect()
    expect(phone.proposals[0]?.optional).toMatchObject({
      eip155: { methods: ['personal_sign'] },
      cosmos: { chains: ['cosmos:cosmoshub-4'] },
    })
    expect(phone.proposals[0]?.sessionProperties).toEqual({ walletService: 'no' })
    const on = { networkId: mainnet.caipNetworkId }
    expect(live.channel?.takes({ ...on, method: 'personal_sign' })).toBe(true)
    expect(live.channel?.takes({ ...on, method: 'eth_sendTransaction' })).toBe(false)
  })

  test('[F18] a session whose accounts the kit can not use rejects, and is ended at the wallet', async () => {
    const phone = phoneOf({ options: { override: { chains: { unknown: ['unknown:1'] } } } })
    phone.grant = () => ({ unknown: { accounts: ['unknown:1:x'], methods: [], events: [] } })
    await expect(phone.connect()).rejects.toMatchObject({ code: 'wallet_answer' })
    await vi.waitFor(() => expect(phone.wallet.sessions()).toEqual([]))
    expect(await restored(phone)).toBeNull()
  })

  test('[F19] a kit has one socket, however often it connects', async () => {
    const phone = phoneOf()
    await phone.connect()
    await phone.connect()
    await restored(phone)
    expect(phone.relay.sockets).toBe(2) // the page's and the phone's
  })

  test('[F18] stopping the kit ends its socket and what waits; the same kit can start again', async () => {
    const phone = phoneOf()
    await phone.connect()
    phone.answer = 'hang'
    const waiting = phone.connect().catch((error: unknown) => error)
    await vi.waitFor(() => expect(phone.proposals).toHaveLength(2))
    phone.host.stop()
    expect(await waiting).toMatchObject({ code: 'aborted' })
    expect(phone.relay.sockets).toBe(1)
    phone.answer = 'approve'
    expect((await phone.connect()).accounts).toHaveLength(3)
  })
})

describe('a session', () => {
  test('[S7.37 S7.38] carries requests to the wallet, once each, and their answers back', async () => {
    const phone = phoneOf()
    const { channel } = await phone.connect()
    phone.respond = ({ params }) => ({ heard: params })
    const params = { message: '2ND9…', pubkey: 'HAg' }
    const request = { networkId: solana.caipNetworkId, method: 'solana_signMessage', params }
    expect(await channel?.request(request)).toEqual({ heard: params })
    expect(phone.requests).toMatchObject([{ chainId: solana.caipNetworkId, method: 'solana_signMessage', params }])
    await expect(channel?.request({ ...request, method: 'signPsbt' })).rejects.toMatchObject({
      code: 'unsupported_method',
    })
    expect(phone.requests).toHaveLength(1)
  })

  test('[S4.19] ended by the wallet is ended here, and nothing is left to restore', async () => {
    const phone = phoneOf()
    const live = await phone.connect()
    const heard: WalletEvent[] = []
    live.listen((event) => heard.push(event))
    await phone.wallet.disconnect({ topic: phone.session().topic })
    await vi.waitFor(() => expect(heard).toEqual([{ type: 'disconnected' }]))
    expect(await restored(phone)).toBeNull()
  })

  test('[S7.37] ended here is ended at the wallet', async () => {
    const phone = phoneOf()
    const live = await phone.connect()
    await live.disconnect()
    await vi.waitFor(() => expect(phone.wallet.sessions()).toEqual([]))
    expect(await restored(phone)).toBeNull()
  })

  test('[S4.2] is there again after a reload, on the network that the kit was on', async () => {
    const phone = phoneOf()
    await phone.connect()
    const { host, connector } = phone.reload()
    const live = await connector.restore({ host, network: optimism, signal: noSignal() })
    expect(live?.networks.eip155).toBe(optimism.caipNetworkId)
    expect(live?.accounts).toHaveLength(3)
    phone.respond = () => '0x'
    const signed = live?.channel?.request({ networkId: optimism.caipNetworkId, method: 'personal_sign', params: [] })
    expect(await signed).toBe('0x')
    expect(phone.proposals).toHaveLength(1)
  })

  test('[S4.2] of no configured family is not restored', async () => {
    const phone = phoneOf()
    phone.grant = () => ({ eip155: { accounts: [`eip155:1:${addresses[0]}`], methods: [], events: [] } })
    await phone.connect()
    expect(await restored(phone.reload({ networks: () => [solana] }))).toBeNull()
    expect(await restored(phone.reload({ networks: () => [solana, optimism] }))).toMatchObject({
      networks: { eip155: 'eip155:1' },
    })
  })

  test('[S4.2] the newest that the kit has a use for is restored', async () => {
    const phone = phoneOf()
    await phone.connect()
    const [{ topic = '' } = {}] = phone.wallet.sessions()
    phone.grant = ({ optional }) =>
      grantAll({ required: {}, optional: { solana: optional.solana ?? { methods: [], events: [] } } })
    await phone.connect()
    const live = await restored(phone.reload({ networks: () => [mainnet] }))
    await live?.disconnect()
    await vi.waitFor(() => expect(phone.wallet.sessions()).toHaveLength(1))
    expect(phone.wallet.sessions()).not.toMatchObject([{ topic }])
  })

  test('is of its relay: by another it isn’t there, and what is kept there costs it nothing', async () => {
    const phone = phoneOf()
    await phone.connect()
    const { storage } = phone.host
    const elsewhere = phoneOf({ options: { relayUrl: 'wss://other.example' }, host: { storage } })
    expect(await restored(elsewhere)).toBeNull()
    await elsewhere.connect()
    expect((await restored(phone.reload()))?.accounts).toHaveLength(3)
    expect(await restored(elsewhere.reload())).not.toBeNull()
    expect([phone.reported, elsewhere.reported]).toEqual([[], []])
  })

  test('a page that is in front again is connected again at once, until its kit is stopped', async () => {
    const window = new EventTarget()
    vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }))
    vi.stubGlobal('window', window)
    const listening = vi.spyOn(window, 'addEventListener')
    // Whose clock stands still: nothing is tried again by itself.
    const phone = phoneOf({ host: { clock: createTestClock({ startMs: Date.now() }) } })
    await phone.connect()
    phone.relay.state = 'down'
    phone.relay.dropAll()
    for (let time = 0; time < 4; time += 1) {
      const tries = phone.relay.urls.length
      window.dispatchEvent(new Event('focus'))
      await vi.waitFor(() => expect(phone.relay.urls.length).toBeGreaterThan(tries))
    }
    phone.relay.state = 'up'
    window.dispatchEvent(new Event('focus'))
    await vi.waitFor(() => expect(phone.relay.sockets).toBe(1))
    phone.host.stop()
    expect(listening.mock.calls.map(([, , options]) => Object(options).signal.aborted)).not.toContain(false)
  })

  test('a page that goes out of sight leaves to the next what it waits for, and nothing once it has it', async () => {
    const document = Object.assign(new EventTarget(), { hidden: true })
    vi.stubGlobal('document', document)
    const phone = phoneOf()
    const awaited = () => phone.host.storage.getItem('walletconnect/awaited')
    const hide = () => document.dispatchEvent(new Event('visibilitychange'))
    phone.answer = 'hang'
    const connected = phone.connect({ href: 'pocket://' })
    hide()
    expect(awaited()).toBeNull() // nothing is offered yet
    await vi.waitFor(() => expect(phone.proposals).toHaveLength(1))
    hide()
    const [{ madeAt = 0 } = {}] = phone.offers
    expect(awaited()).toBe(`${madeAt + 300_000} pocket://`)
    phone.release()
    await connected
    expect(awaited()).toBeNull()
    hide()
    expect(awaited()).toBeNull()
  })

  test('one that a wallet settled while the page was gone is restored', async () => {
    vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: true }))
    const phone = phoneOf()
    phone.answer = 'hang'
    const waiting = phone.connect({ href: 'pocket://' }).catch((error: unknown) => error)
    await vi.waitFor(() => expect(phone.proposals).toHaveLength(1))
    document.dispatchEvent(new Event('visibilitychange'))
    // The browser drops the page: nothing of it runs any more, and its socket ends.
    const { connector, host } = phone.lose()
    const taken = restored({ connector, host })
    phone.release()
    expect((await taken)?.accounts).toHaveLength(3)
    // The one after it has nothing to wait for.
    expect(host.storage.getItem('walletconnect/awaited')).toBeNull()
    phone.stop()
    await waiting
  })
})

describe('wallets on this device', () => {
  /** A phone's window. */
  function onPhone() {
    const opened: (readonly [link: string, target: string])[] = []
    vi.stubGlobal('navigator', { userAgent: 'Android', onLine: true })
    vi.stubGlobal('self', globalThis)
    vi.stubGlobal('top', globalThis)
    vi.stubGlobal('open', (link: string, target: string) => opened.push([link, target]))
    return opened
  }
  const sign = async (live: Awaited<ReturnType<TestPhone['connect']>>, method = 'personal_sign') =>
    live.channel?.request({ networkId: mainnet.caipNetworkId, method, params: [] })

  test('a request opens the wallet that this device opened to connect', async () => {
    const opened = onPhone()
    const phone = phoneOf()
    const live = await phone.connect({ href: 'pocket://' })
    await sign(live)
    const { id, topic } = phone.requests[0] ?? {}
    await vi.waitFor(() => expect(opened).toEqual([[`pocket://wc?requestId=${id}&sessionTopic=${topic}`, '_self']]))
    await sign(live, 'wallet_getCapabilities')
    expect(opened).toHaveLength(1)

    const again = await restored(phone.reload())
    if (again) await sign(again)
    await vi.waitFor(() => expect(opened).toHaveLength(2))
  })

  test('none is opened for a session by a code, or where the wallet will not have it', async () => {
    const opened = onPhone()
    const byCode = phoneOf()
    const first = await byCode.connect()
    await byCode.connect({ href: 'pocket://' })
    await sign(first)
    await sign(await byCode.connect())
    const unwilling = phoneOf()
    unwilling.disableDeepLink = true
    await sign(await unwilling.connect({ href: 'pocket://' }))
    expect(opened).toEqual([])
  })

  test('[F29] a link that storage was made to hold is judged again', async () => {
    const opened = onPhone()
    const phone = phoneOf()
    const live = await phone.connect({ href: 'pocket://' })
    phone.host.storage.setItem('walletconnect/used', `${phone.session().topic} javascript:alert(1)`)
    await sign(live)
    await vi.waitFor(() => expect(phone.reported).toMatchObject([{ code: 'unsafe_link' }]))
    phone.host.storage.setItem('walletconnect/used', 'corrupt')
    await sign(live)
    expect(opened).toEqual([])
  })
})
