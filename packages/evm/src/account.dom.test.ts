import { type Clock, createFoyer, type Foyer, systemClock } from '@foyer/core'
import { devAccounts, type StartedChain, startChain } from '@foyer/stack'
import { createTestClock, createTestWallet, type TestWallet, type TestWalletOptions } from '@foyer/testing'
import { createClient, http, recoverMessageAddress, recoverTypedDataAddress } from 'viem'
import { getBalance } from 'viem/actions'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { evm, getCapabilities, sendTransaction, signMessage, signTypedData } from './index.js'

let one: StartedChain
let two: StartedChain

beforeAll(async () => {
  ;[one, two] = await Promise.all([startChain({ id: 31337 }), startChain({ id: 31338 })])
})
afterAll(() => Promise.all([one.stop(), two.stop()]))

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  localStorage.clear()
})

const [alice] = devAccounts
if (!alice) throw new Error('The development accounts are missing.')
const { privateKey, address } = alice
const recipient = '0x00000000000000000000000000000000000000aa'

function newKit({ clock = systemClock, ...options }: Partial<TestWalletOptions> & { clock?: Clock } = {}) {
  const wallet = createTestWallet({
    name: 'Maple',
    keys: [privateKey],
    chains: [
      { id: one.id, rpcUrl: one.url },
      { id: two.id, rpcUrl: two.url },
    ],
    ...options,
  })
  const foyer = createFoyer({
    projectId: 'project',
    networks: [networkOf(one), networkOf(two)],
    adapters: [evm()],
    clock,
  })
  stops.push(wallet.appearIn(window), foyer.start())
  return { wallet, foyer }
}

const networkOf = ({ id, name, nativeCurrency, url }: StartedChain) => ({
  id,
  name,
  nativeCurrency,
  rpcUrls: { default: { http: [url] } },
})

async function connected(options: Parameters<typeof newKit>[0] = {}) {
  const kit = newKit(options)
  await vi.waitFor(() => expect(kit.foyer.store.getState().connectors).toHaveLength(1))
  await kit.foyer.connect({ connectorId: kit.wallet.rdns })
  return kit
}

const asked = (wallet: TestWallet, method: string) => wallet.requests.filter((request) => request.method === method)

const note = {
  domain: { name: 'Guest book', version: '1', chainId: 31337 },
  types: {
    Note: [
      { name: 'text', type: 'string' },
      { name: 'page', type: 'uint256' },
    ],
  },
  primaryType: 'Note',
  message: { text: 'Hello', page: 2n ** 200n },
} as const

test.each([
  ['signMessage', (foyer: Foyer) => signMessage(foyer, { message: 'Hello' })],
  ['signTypedData', (foyer: Foyer) => signTypedData(foyer, note)],
  ['sendTransaction', (foyer: Foyer) => sendTransaction(foyer, { to: recipient })],
  ['getCapabilities', (foyer: Foyer) => getCapabilities(foyer)],
])('[S5.7] %s needs a connection first', async (_, act) => {
  await expect(act(newKit().foyer)).rejects.toMatchObject({
    code: 'namespace_not_configured',
    message: 'Namespace is not configured. Please call connect() first with namespace config.',
  })
})

describe('signing', () => {
  test('[S1.4 S7.36] a signed message recovers to the account', async () => {
    const { foyer, wallet } = await connected()
    const message = 'Hellö 👋'
    const signature = await signMessage(foyer, { message })
    expect(await recoverMessageAddress({ message, signature })).toBe(address)
    expect(asked(wallet, 'personal_sign')).toHaveLength(1)
  })

  test('[S1.4] signed typed data recovers to the account', async () => {
    const { foyer } = await connected()
    const signature = await signTypedData(foyer, note)
    const domain = { ...note.domain, chainId: 31337n }
    expect(await recoverTypedDataAddress({ ...note, domain, signature })).toBe(address)
  })

  test("the wallet gets the domain's own type, and large numbers as text", async () => {
    const { foyer, wallet } = await connected()
    await signTypedData(foyer, note)
    const [request] = asked(wallet, 'eth_signTypedData_v4')
    const json: unknown = Array.isArray(request?.params) ? JSON.parse(request.params[1]) : undefined
    expect(json).toEqual({
      ...note,
      message: { text: 'Hello', page: String(2n ** 200n) },
      types: {
        ...note.types,
        EIP712Domain: [
          { name: 'name', type: 'string' },
          { name: 'version', type: 'string' },
          { name: 'chainId', type: 'uint256' },
        ],
      },
    })
  })

  test('typed data for another network is not even shown to the visitor', async () => {
    const { foyer, wallet } = await connected()
    const domain = { ...note.domain, chainId: 1n }
    await expect(signTypedData(foyer, { ...note, domain })).rejects.toMatchObject({
      code: 'wrong_network',
      facts: { wanted: 'eip155:1', actual: 'eip155:31337' },
    })
    expect(asked(wallet, 'eth_signTypedData_v4')).toEqual([])
  })

  test.each(['0x', `0x${'1'.repeat(61)}`, 'signed', { garbage: true }])(
    '[S5.28] [F18] takes %o for no signature',
    async (answer) => {
      const { foyer, wallet } = await connected()
      wallet.next({ sign: { answer }, signTypedData: { answer } })
      await expect(signMessage(foyer, { message: 'Hello' })).rejects.toMatchObject({ code: 'wallet_answer' })
      await expect(signTypedData(foyer, note)).rejects.toMatchObject({ code: 'wallet_answer' })
    },
  )

  test("[S5.28] a wallet contract's long signature is one", async () => {
    const { foyer, wallet } = await connected()
    const answer = `0x${'ab'.repeat(500)}`
    wallet.next({ sign: { answer } })
    expect(await signMessage(foyer, { message: 'Hello' })).toBe(answer)
  })

  test('[S8.39] [F22] a refusal is one, and the wallet is not asked again', async () => {
    const { foyer, wallet } = await connected()
    wallet.next({ sign: 'reject' })
    await expect(signMessage(foyer, { message: 'Hello' })).rejects.toMatchObject({ code: 'user_rejected' })
    expect(asked(wallet, 'personal_sign')).toHaveLength(1)
  })

  const attempts = (foyer: Foyer) => foyer.store.getState().connection.attempts
  const waits = { kind: 'sign', step: { type: 'walletPrompt' } }

  test('[F22] a signature is an attempt, from the prompt to its end; what is asked meanwhile runs beside it, and a late answer changes nothing', async () => {
    const { foyer, wallet } = await connected()
    wallet.fail('personal_sign', { with: 'hang' })
    const leaving = new AbortController()
    const first = signMessage(foyer, { message: 'Hello', signal: leaving.signal }).catch((error: unknown) => error)
    await vi.waitFor(() => expect(attempts(foyer).sign).toMatchObject(waits))
    expect(attempts(foyer).sign?.accountId).toBe(`eip155:31337:${address}`)
    await signTypedData(foyer, note)
    expect(attempts(foyer)['sign 2']?.end).toEqual({ status: 'succeeded' })
    expect(attempts(foyer).sign?.end).toBeUndefined()
    leaving.abort()
    expect(await first).toMatchObject({ code: 'aborted' })
    const ended = attempts(foyer)
    expect(ended.sign?.end).toEqual({ status: 'cancelled' })
    wallet.release()
    await vi.waitFor(() => expect(asked(wallet, 'personal_sign')).toHaveLength(1))
    expect(attempts(foyer)).toBe(ended)
  })

  test('stopping the kit ends a signature that is waited for', async () => {
    const { foyer, wallet } = await connected()
    wallet.fail('personal_sign', { with: 'hang' })
    const waited = signMessage(foyer, { message: 'Hello' }).catch((error: unknown) => error)
    await vi.waitFor(() => expect(attempts(foyer).sign).toMatchObject(waits))
    foyer.stop()
    expect(await waited).toMatchObject({ code: 'aborted' })
    wallet.release()
  })

  test('a refused signature is an attempt that failed', async () => {
    const { foyer, wallet } = await connected()
    wallet.next({ sign: 'reject' })
    await expect(signMessage(foyer, { message: 'Hello' })).rejects.toMatchObject({ code: 'user_rejected' })
    expect(attempts(foyer).sign?.end).toMatchObject({ status: 'failed', code: 'user_rejected' })
  })

  test('[F18] a wallet that never answers expires after 5 minutes, or when it is aborted', async () => {
    const clock = createTestClock()
    const { foyer, wallet } = await connected({ clock })
    wallet.fail('personal_sign', { with: 'hang' })
    const late = expect(signMessage(foyer, { message: 'Hello' })).rejects.toMatchObject({ code: 'request_timeout' })
    await vi.waitFor(() => expect(asked(wallet, 'personal_sign')).toHaveLength(1))
    clock.advance(5 * 60_000)
    await late
    const controller = new AbortController()
    const failed = expect(signMessage(foyer, { message: 'Hello', signal: controller.signal })).rejects.toMatchObject({
      code: 'aborted',
    })
    controller.abort()
    await failed
    wallet.release()
  })
})

describe('sending', () => {
  test('[S1.4] what is sent is mined, and its receipt is read from the chain', async () => {
    const { foyer, wallet } = await connected()
    const client = createClient({ transport: http(one.url) })
    const before = await getBalance(client, { address: recipient })
    const { hash, receipt } = await sendTransaction(foyer, { to: recipient, value: 10n ** 18n })
    expect(await receipt()).toMatchObject({ hash, status: 'success', replacement: undefined })
    expect((await getBalance(client, { address: recipient })) - before).toBe(10n ** 18n)
    expect(asked(wallet, 'eth_getTransactionReceipt')).toEqual([])
  })

  test.each(['0x12', `0x${'g'.repeat(64)}`, null, { garbage: true }])(
    '[S5.27] takes %o for no hash',
    async (answer) => {
      const { foyer, wallet } = await connected()
      wallet.next({ send: { answer } })
      await expect(sendTransaction(foyer, { to: recipient })).rejects.toMatchObject({
        code: 'wallet_answer',
        facts: { method: 'eth_sendTransaction' },
      })
    },
  )

  test.each([{ code: -32000 }, { code: -32603 }, { code: 4900 }, 'throw-string'] as const)(
    '[F22] a send that fails with %o is not tried again',
    async (send) => {
      const { foyer, wallet } = await connected()
      wallet.next({ send })
      await expect(sendTransaction(foyer, { to: recipient })).rejects.toHaveProperty('code')
      expect(asked(wallet, 'eth_sendTransaction')).toHaveLength(1)
    },
  )

  test('nothing is sent where the wallet has gone to another network without a word', async () => {
    const { foyer, wallet } = await connected()
    wallet.fail('eth_chainId', { with: { answer: '0x1' } })
    await expect(sendTransaction(foyer, { to: recipient })).rejects.toMatchObject({ code: 'wrong_network' })
    expect(asked(wallet, 'eth_sendTransaction')).toEqual([])
  })

  test('on another network it goes out there', async () => {
    const { foyer } = await connected()
    await foyer.switchNetwork('eip155:31338')
    const { hash, receipt } = await sendTransaction(foyer, { to: recipient, value: 5n })
    expect(await receipt()).toMatchObject({ hash, status: 'success' })
    expect(await getBalance(createClient({ transport: http(two.url) }), { address: recipient })).toBe(5n)
  })
})

describe('capabilities (EIP-5792)', () => {
  test('are read by network', async () => {
    const capabilities = { 31337: { atomic: { status: 'ready' } }, 31338: { paymasterService: { supported: true } } }
    const { foyer } = await connected({ capabilities })
    expect(await getCapabilities(foyer)).toEqual({
      'eip155:31337': { atomic: 'ready', all: capabilities[31337] },
      'eip155:31338': { atomic: 'unsupported', all: capabilities[31338] },
    })
  })

  test('are none where the wallet does not know the method', async () => {
    const { foyer } = await connected()
    expect(await getCapabilities(foyer)).toEqual({})
  })

  test('[F18] are refused where they are nonsense', async () => {
    const { foyer, wallet } = await connected()
    wallet.fail('wallet_getCapabilities', { with: { answer: 'many' } })
    await expect(getCapabilities(foyer)).rejects.toMatchObject({ code: 'wallet_answer' })
  })
})
