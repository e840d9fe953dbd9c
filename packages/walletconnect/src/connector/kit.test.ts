import { type Adapter, createFoyer, type Foyer, type FoyerOptions } from '@foyer/core'
import { signMessage } from '@foyer/core/actions'
import { offerOf } from '@foyer/core/attempt'
import { contextOf } from '@foyer/core/internal'
import { defineNetwork, mainnet, optimism, solana, solanaDevnet } from '@foyer/core/networks'
import { watch } from '@foyer/core/query'
import { evm } from '@foyer/evm'
import { afterEach, expect, test, vi } from 'vitest'
import { addresses, createTestPhone, grantAll, type TestPhone } from './test/phone.js'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
  vi.restoreAllMocks()
})

function phoneOf(): TestPhone {
  const phone = createTestPhone()
  ends.push(phone.stop)
  return phone
}
/** A page with a kit that reaches the phone. */
function kitOf(phone: TestPhone, options: Partial<FoyerOptions> = {}) {
  const errors: unknown[] = []
  const kept = new Map<string, string>()
  const foyer = createFoyer({
    projectId: 'project',
    networks: [mainnet, optimism, solana],
    connectors: [phone.page()],
    metadata: { name: 'A dapp', url: 'https://dapp.example' },
    storage: {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    },
    ...options,
  })
  foyer.onError((error) => errors.push(error))
  foyer.start()
  ends.push(() => foyer.stop())
  return { foyer, errors }
}
const failure = (promise: Promise<unknown>) => promise.then(String, (error: unknown) => error)
const connect = (foyer: Foyer) => foyer.connect({ connectorId: 'walletConnect' })

test('[S1.1 S7.37] a kit without adapters connects, switches and disconnects, without an error', async () => {
  const phone = phoneOf()
  const { foyer, errors } = kitOf(phone)
  const stop = watch(foyer, 'balance', {}, () => {})
  await connect(foyer)
  expect(phone.proposals[0]?.proposer).toMatchObject({ name: 'A dapp', url: 'https://dapp.example' })
  expect(foyer.account()).toMatchObject({ status: 'connected', wallet: { id: 'walletConnect', name: 'Pocket' } })
  expect(foyer.account('solana').address).toMatch(/^HAg/)
  await foyer.switchNetwork('eip155:10')
  expect(foyer.network()?.caipNetworkId).toBe('eip155:10')
  await foyer.disconnect()
  await vi.waitFor(() => expect(phone.wallet.sessions()).toEqual([]))
  expect(foyer.account().status).toBe('disconnected')
  stop()
  expect(errors).toEqual([])
})

test('[S7.37] the adapter of a family makes its provider of the session: it goes where the session goes, and moves it', async () => {
  const phone = phoneOf()
  const { foyer } = kitOf(phone, { networks: [mainnet, optimism], adapters: [evm()] })
  await connect(foyer)
  await foyer.switchNetwork('eip155:10')
  const provider = foyer.provider('eip155')
  expect(await provider?.request({ method: 'eth_chainId' })).toBe('0xa')
  await provider?.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x1' }] })
  expect(foyer.network()?.caipNetworkId).toBe('eip155:1')
  expect(await provider?.request({ method: 'personal_sign', params: [] })).toBe('answer to personal_sign')
})

test('addresses enter the kit as their family writes them, however the phone does: of EVM with the checksum', async () => {
  const phone = phoneOf()
  // A phone that writes addresses in small letters, and one family's in capitals.
  phone.grant = (proposal) =>
    Object.fromEntries(
      Object.entries(grantAll(proposal)).map(([family, { accounts, ...granted }]) => {
        const write = (text: string) =>
          family === 'other' ? text.replace(/[^:]+$/, (end) => end.toUpperCase()) : text.toLowerCase()
        return [family, { ...granted, accounts: accounts.map(write) }]
      }),
    )
  const tiny = defineNetwork({ ...solana, chainNamespace: 'other', caipNetworkId: 'other:tiny', id: 'tiny' })
  const small: Adapter<'other'> = {
    ...pebbles,
    actions: async () => ({
      ...(await pebbles.actions(contextOf(foyer).adapterHost)),
      parseAddress: (text) => text.toLowerCase(),
    }),
  }
  const { foyer, errors } = kitOf(phone, { networks: [mainnet, optimism, tiny], adapters: [evm(), small] })
  const { accounts } = await connect(foyer)
  const [first, second] = addresses
  expect(accounts.flatMap(({ namespace, address }) => (namespace === 'eip155' ? address : []))).toEqual([first, second])
  expect(foyer.account('eip155')).toMatchObject({ address: first, caipAddress: `eip155:1:${first}` })
  expect(foyer.account('other').allAccounts.map(({ address }) => address)).toEqual(
    addresses.map((each) => each.toLowerCase()),
  )
  const { topic } = phone.session()
  const data = [`eip155:1:${second.toLowerCase()}`]
  await phone.wallet.emit({ topic, chainId: 'eip155:1', name: 'accountsChanged', data })
  await vi.waitFor(() => expect(foyer.account('eip155').allAccounts[0]?.address).toBe(second))
  expect(foyer.account('eip155').allAccounts.map(({ address }) => address)).toEqual([second, first])
  expect(errors).toEqual([])
})

/** A family that this package knows nothing of. */
const pebbles: Adapter<'other'> = {
  family: 'other',
  type: 'pebbles',
  accountTypes: ['stx'],
  session: { methods: ['pebbles_sign'], events: ['accountsChanged'] },
  async actions() {
    return {
      nativeBalance: async () => 1n,
      provider: ({ channel }) => channel,
      async signMessage({ wallet: { channel, networkId }, message }) {
        const answer = await channel?.request({ networkId, method: 'pebbles_sign', params: [message] })
        return { signature: String(answer) }
      },
    }
  },
}

test('[S3.5 S3.11 S4.1 S7.37] one session has every family: what each is asked for, its accounts, its network and what is asked of it', async () => {
  const phone = phoneOf()
  const tiny = defineNetwork({ ...solana, chainNamespace: 'other', caipNetworkId: 'other:tiny', id: 'tiny' })
  const { foyer, errors } = kitOf(phone, {
    networks: [mainnet, optimism, solana, solanaDevnet, tiny],
    adapters: [evm(), pebbles, { ...pebbles, family: 'solana', accountTypes: ['eoa'], session: undefined }],
  })
  await connect(foyer)
  expect(phone.proposals[0]?.optional.other).toEqual({
    chains: ['other:tiny'],
    methods: ['pebbles_sign'],
    events: ['accountsChanged'],
  })
  expect(foyer.account('other').allAccounts.map(({ type }) => type)).toEqual(['stx', 'stx'])
  expect(await signMessage(foyer, { family: 'other', message: 'hello' })).toEqual({
    signature: 'answer to pebbles_sign',
  })
  const { connection } = foyer.store.getState()
  expect(Object.values(connection.connections)[0]?.approvedNetworks).toContain('other:tiny')

  // Each family is where it was after the page is loaded again, whichever is the active one.
  await foyer.switchNetwork(optimism.caipNetworkId)
  await foyer.switchNetwork(solanaDevnet.caipNetworkId)
  foyer.stop()
  foyer.start()
  await vi.waitFor(() => expect(foyer.account('solana').status).toBe('connected'))
  expect(foyer.store.getState().family).toBe('solana')
  expect(foyer.network('eip155')?.caipNetworkId).toBe(optimism.caipNetworkId)
  expect(foyer.network('solana')?.caipNetworkId).toBe(solanaDevnet.caipNetworkId)
  expect(foyer.account('other').status).toBe('connected')

  await foyer.disconnect({ family: 'other' })
  for (const family of ['eip155', 'solana', 'other'] as const) expect(foyer.account(family).status).toBe('disconnected')
  expect(errors).toEqual([])
})

test('where no page hears of the others, what was replaced stays at its wallet: they would take its end for their own', async () => {
  const phone = phoneOf()
  const { foyer } = kitOf(phone)
  await connect(foyer)
  const { topic } = phone.session()
  await connect(foyer)
  await foyer.disconnect()
  await vi.waitFor(() => expect(phone.wallet.sessions()).toMatchObject([{ topic }]))
})

test('[S4.19] what the wallet does shows, and its end cleans up', async () => {
  const phone = phoneOf()
  const { foyer } = kitOf(phone)
  await connect(foyer)
  const { topic } = phone.session()
  const [, second] = foyer.account().allAccounts
  await phone.wallet.emit({ topic, chainId: 'eip155:1', name: 'accountsChanged', data: [second?.address] })
  await vi.waitFor(() => expect(foyer.account().address).toBe(second?.address))
  await phone.wallet.emit({ topic, chainId: 'eip155:1', name: 'chainChanged', data: 10 })
  await vi.waitFor(() => expect(foyer.network()?.caipNetworkId).toBe('eip155:10'))
  await phone.wallet.disconnect({ topic })
  await vi.waitFor(() => expect(foyer.account().status).toBe('disconnected'))
  expect(foyer.account('solana').status).toBe('disconnected')
  expect(contextOf(foyer).live.size).toBe(0)
})

test.each([
  ['S8.26', 'JWT validation error: JWT Token is not yet valid', 'JWT_TOKEN_NOT_VALID'],
  ['S8.27', 'Unauthorized: invalid key', 'INVALID_PROJECT_ID'],
  ['S8.29', 'Unauthorized: origin not allowed', 'INVALID_APP_CONFIGURATION'],
])('[S8.26 S8.27 S8.29] %s: a relay that says "%s" raises %s', async (_, said, key) => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const phone = phoneOf()
  phone.relay.refusal = said
  const { foyer, errors } = kitOf(phone)
  expect(await failure(connect(foyer))).toMatchObject({ code: 'relay_refused' })
  await vi.waitFor(() => expect(foyer.store.getState().alert).toMatchObject({ key }))
  await vi.waitFor(() => expect(errors).toMatchObject([{ code: key.toLowerCase() }]))
  expect(offerOf(foyer.store.getState().connection.attempts.connect)).toBeUndefined()
  expect(foyer.account().status).toBe('disconnected')
})

test('[S8.27] a relay that refuses while no call waits raises its alert too', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const phone = phoneOf()
  const { foyer } = kitOf(phone)
  await connect(foyer)
  foyer.stop()
  phone.relay.refusal = 'Unauthorized: invalid key'
  foyer.start()
  await vi.waitFor(() => expect(foyer.store.getState().alert).toMatchObject({ key: 'INVALID_PROJECT_ID' }))
})

test('[S8.20] a kit that was given no WalletConnect says so', async () => {
  const { foyer } = kitOf(phoneOf(), { connectors: [] })
  const error = await failure(connect(foyer))
  expect(error).toMatchObject({ code: 'wallet_connect_connector_not_found' })
  expect(error).toHaveProperty('message', expect.stringMatching(/^WalletConnectConnector not found/))
})

test('[W10] the pairing is in no record, event, error or frame', async () => {
  const phone = phoneOf()
  phone.answer = 'reject'
  const kept = new Map<string, string>()
  const { foyer, errors } = kitOf(phone, {
    storage: {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    },
  })
  const events: unknown[] = []
  foyer.onEvent((event) => events.push(event))
  const error = await failure(connect(foyer))
  expect(error).toMatchObject({ code: 'user_rejected' })
  const symKey = /symKey=([0-9a-f]{64})/.exec(phone.offers[0]?.uri ?? '')?.[1] ?? 'none'
  expect(symKey).toMatch(/^[0-9a-f]{64}$/)
  const told = JSON.stringify([errors, events, String(error), error, phone.relay.frames, phone.relay.urls, [...kept]])
  expect(told).not.toContain(symKey)
  expect(told).not.toContain('wc:')
})
