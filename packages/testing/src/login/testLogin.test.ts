import { createFoyer, type Foyer, type Network, type Surface } from '@foyer/core'
import { isSmartAccountOffered, preferAccountType } from '@foyer/core/account'
import { answer } from '@foyer/core/attempt'
import { defineNetwork } from '@foyer/core/networks'
import { devAccounts, type StartedChain, startChain } from '@foyer/stack'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { connectorConformance } from '../connectorConformance.js'
import { createTestClock } from '../createTestClock.js'
import { createTestWallet } from '../createTestWallet.js'
import { loginConformance } from './loginConformance.js'
import { type TestLoginOptions, testLogin } from './testLogin.js'
import { createTestLoginServer } from './testLoginServer.js'

let chains: readonly StartedChain[]
let networks: readonly [Network, Network]

beforeAll(async () => {
  const [one, two] = await Promise.all([startChain({ id: 31337 }), startChain({ id: 31338 })])
  chains = [one, two]
  networks = [networkOf(one), networkOf(two)]
})
afterAll(() => Promise.all(chains.map((chain) => chain.stop())))

const networkOf = ({ id, name, nativeCurrency, url }: StartedChain): Network =>
  defineNetwork({ id, name, nativeCurrency, rpcUrls: { default: { http: [url] } } })

const [ada, bob] = devAccounts
if (!ada || !bob) throw new Error('The development accounts are missing.')

const chainOf = ({ id, rpcUrls }: Network) => ({ id: Number(id), rpcUrl: rpcUrls.default.http[0] ?? '' })

const walletOf = () =>
  createTestWallet({
    name: 'Login',
    keys: [ada.privateKey, bob.privateKey],
    chains: [chainOf(networks[0]), chainOf(networks[1])],
  })

const email = 'ada@example.com'

/** A login, its wallet and its server, on a clock that stands still. */
function made(options: Partial<TestLoginOptions> = {}) {
  const clock = createTestClock({ startMs: 1_000 })
  const server = createTestLoginServer({ clock })
  const wallet = walletOf()
  const load = (more: Partial<TestLoginOptions> = {}) =>
    testLogin({ provider: () => wallet.provider, server, ...options, ...more })
  return { clock, server, wallet, load, connector: load() }
}

describe('the scripted login', () => {
  connectorConformance({
    describe,
    test,
    expect,
    make: () => ({ ...made(), here: networks[0], there: networks[1] }),
  })
  loginConformance({
    describe,
    test,
    expect,
    make() {
      const { server, load, connector, clock } = made()
      return {
        connector,
        clock,
        email,
        network: networks[0],
        reload: load,
        approveDevice: () => server.approveDevice(email),
        code: () => server.mails.at(-1)?.code ?? '',
      }
    },
  })
})

/** A kit with a login, and what is kept of it over pages. */
function kit(options: Partial<TestLoginOptions> = {}) {
  const all = made(options)
  const entries = new Map<string, string>()
  const page = (connector = all.connector) => {
    const errors: unknown[] = []
    const foyer = createFoyer({
      projectId: 'login',
      networks: [networks[0]],
      adapters: [{ family: 'eip155', type: 'test', actions: async () => ({ nativeBalance: async () => 0n }) }],
      connectors: [connector],
      storage: {
        getItem: (key) => entries.get(key) ?? null,
        setItem: (key, value) => void entries.set(key, value),
        removeItem: (key) => void entries.delete(key),
      },
      clock: all.clock,
    })
    foyer.onError((error) => errors.push(error))
    foyer.start()
    return { foyer, errors }
  }
  return { ...all, page, ...page() }
}

const attemptOf = (foyer: Foyer) => foyer.store.getState().connection.attempts.connect
const reply = (foyer: Foyer, given: { code: string } | { opened: boolean } | { sendAgain: true }) =>
  answer(foyer, { attemptId: attemptOf(foyer)?.id ?? 0, ...given })
const atStep = (foyer: Foyer, type: string) => vi.waitFor(() => expect(attemptOf(foyer)?.step).toMatchObject({ type }))
const profileOf = (foyer: Foyer) => Object.values(foyer.store.getState().connection.connections)[0]?.profile

const byEmail = { connectorId: 'test-login', login: { method: 'email', email } } as const
const byGoogle = { connectorId: 'test-login', login: { method: 'social', provider: 'google' } } as const

describe('its mails', () => {
  test('another is sent once the wait is over, and then the former code is wrong', async () => {
    const { foyer, server, clock } = kit()
    server.approveDevice(email)
    const connected = foyer.connect(byEmail)
    await atStep(foyer, 'codeSent')
    const [first] = server.mails
    expect(attemptOf(foyer)?.step).toMatchObject({ sentTo: email, digits: 6, againAt: 31_000 })
    const before = attemptOf(foyer)?.step
    reply(foyer, { sendAgain: true })
    await vi.waitFor(() => expect(attemptOf(foyer)?.step).not.toBe(before))
    expect(server.mails).toHaveLength(1)
    clock.advance(30_000)
    reply(foyer, { sendAgain: true })
    await vi.waitFor(() => expect(attemptOf(foyer)?.step).toMatchObject({ againAt: 61_000 }))
    reply(foyer, { code: first?.code ?? '' })
    await vi.waitFor(() => expect(attemptOf(foyer)?.step).toMatchObject({ isWrong: true }))
    reply(foyer, { code: server.mails[1]?.code ?? '' })
    await connected
    foyer.stop()
  })
})

describe('its accounts', () => {
  const types = (foyer: Foyer) => foyer.account('eip155').allAccounts.map(({ type }) => type)

  test('are of the kind that their owner prefers where it has both, and a key’s where it refuses', async () => {
    const asked: string[] = []
    let isAway = false
    const prefer = (type: string) => {
      asked.push(type)
      if (isAway) throw new Error('away')
    }
    const { foyer } = kit({ smartAccounts: { networks: [31_337], prefer } })
    await foyer.connect({ connectorId: 'test-login' })
    expect(isSmartAccountOffered(foyer.store.getState(), 'eip155')).toBe(true)
    expect(new Set(types(foyer))).toEqual(new Set(['smartAccount']))
    const { address } = foyer.account('eip155')
    expect(await preferAccountType(foyer, { type: 'eoa' })).toEqual({ type: 'eoa' })
    expect([foyer.account('eip155').address, profileOf(foyer)?.preferredAccountTypes]).toEqual([
      address,
      { eip155: 'eoa' },
    ])
    expect(await preferAccountType(foyer, { type: 'smartAccount' })).toEqual({ type: 'smartAccount' })
    isAway = true
    await expect(preferAccountType(foyer, { type: 'smartAccount' })).rejects.toBeDefined()
    expect(new Set(types(foyer))).toEqual(new Set(['eoa']))
    expect(asked).toEqual(['eoa', 'smartAccount', 'smartAccount'])
    foyer.stop()
  })

  test('are a key’s alone unless it is said where they are more', async () => {
    for (const options of [{}, { smartAccounts: { networks: [1] } }]) {
      const { foyer } = kit(options)
      await foyer.connect({ connectorId: 'test-login' })
      expect(new Set(types(foyer))).toEqual(new Set(['eoa']))
      expect(isSmartAccountOffered(foyer.store.getState(), 'eip155')).toBe(false)
      foyer.stop()
    }
  })
})

describe('its surface', () => {
  test('is over the page while the device is let in, and no longer', async () => {
    const { foyer, server, connector } = kit()
    const connected = foyer.connect(byEmail)
    await atStep(foyer, 'deviceApproval')
    expect(connector.isSurfaceShown).toBe(true)
    expect(foyer.store.getState().surface).toEqual({ connectorId: connector.id })
    server.approveDevice(email)
    await atStep(foyer, 'codeSent')
    expect(connector.isSurfaceShown).toBe(false)
    expect(foyer.store.getState().surface).toBe(undefined)
    reply(foyer, { code: server.mails.at(-1)?.code ?? '' })
    await connected
    foyer.stop()
  })

  test('is refused where nothing is asked, and hidden where the visitor disconnects', async () => {
    let show: ((surface: Surface) => Promise<() => void>) | undefined
    const { load, page, foyer: unused } = kit()
    unused.stop()
    const login = load()
    const { foyer } = page({
      ...login,
      connect(request) {
        show = request.host.showSurface
        return login.connect(request)
      },
    })
    const shown: string[] = []
    const surface = { connectorId: login.id, show: () => shown.push('shown'), hide: () => shown.push('hidden') }
    await foyer.connect({ connectorId: login.id })
    await show?.(surface)
    await foyer.disconnect()
    expect(shown).toEqual(['shown', 'hidden'])
    await expect(show?.(surface)).rejects.toMatchObject({ code: 'surface_not_asked' })
    foyer.stop()
    await expect(show?.(surface)).rejects.toMatchObject({ code: 'surface_not_asked' })
    expect(shown).toEqual(['shown', 'hidden'])
  })
})

describe('a social login', () => {
  test('goes on in a window; who is logged in changes with the server’s word', async () => {
    const { foyer, server } = kit()
    const connected = foyer.connect(byGoogle)
    await atStep(foyer, 'popup')
    reply(foyer, { opened: true })
    server.finishSocial(server.newestState ?? '', { userName: 'ada' })
    await connected
    expect(profileOf(foyer)).toEqual({ provider: 'google', userName: 'ada' })
    server.changeProfile({ provider: 'google', userName: 'countess' })
    expect(profileOf(foyer)).toEqual({ provider: 'google', userName: 'countess' })
    foyer.stop()
  })

  /** A page that a login has left, for its provider's. */
  async function left() {
    const leave = vi.fn()
    const all = kit({ leave })
    const { foyer } = all
    foyer.connect(byGoogle).catch(() => {})
    await atStep(foyer, 'popup')
    reply(foyer, { opened: false })
    await atStep(foyer, 'redirect')
    expect(leave).toHaveBeenCalledOnce()
    foyer.stop()
    return all
  }

  test('is taken up after the page was left: its attempt runs, and connects', async () => {
    const { server, load, page } = await left()
    const { foyer, errors } = page(load({ address: () => `https://dapp.example/?login-state=${server.newestState}` }))
    await vi.waitFor(() => expect(attemptOf(foyer)).toMatchObject({ connectorId: 'test-login' }))
    expect(attemptOf(foyer)?.end).toBe(undefined)
    expect(foyer.account().status).toBe('connecting')
    server.finishSocial(server.newestState ?? '')
    await vi.waitFor(() => expect(foyer.account().status).toBe('connected'))
    expect(profileOf(foyer)).toEqual({ provider: 'google' })
    expect(errors).toEqual([])
    foyer.stop()
  })

  test.each([
    ['no word of it', () => 'https://dapp.example/'],
    ['another state', () => 'https://dapp.example/?login-state=forged'],
  ])('changes nothing where the page’s address has %s', async (_, address) => {
    const { load, page } = await left()
    const { foyer, errors } = page(load({ address }))
    await vi.waitFor(() => expect(foyer.account().status).toBe('disconnected'))
    expect(attemptOf(foyer)).toBe(undefined)
    expect(errors).toEqual([])
    foyer.stop()
  })

  test('is taken up once', async () => {
    const { server, load, page } = await left()
    const address = () => `https://dapp.example/?login-state=${server.newestState}`
    const first = page(load({ address })).foyer
    await vi.waitFor(() => expect(attemptOf(first)).toBeDefined())
    first.stop()
    const { foyer } = page(load({ address }))
    await vi.waitFor(() => expect(foyer.account().status).toBe('disconnected'))
    expect(attemptOf(foyer)).toBe(undefined)
    foyer.stop()
  })
})
