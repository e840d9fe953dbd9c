import { createFoyer, currentRoute, type Foyer, type FoyerOptions } from '@foyer/core'
import { mainnet, solana as solanaMainnet } from '@foyer/core/networks'
import { evm } from '@foyer/evm'
import { solana } from '@foyer/solana'
import { afterEach, expect, test, vi } from 'vitest'
import { embedded } from './embedded.js'
import type { ScriptedWalletParameters } from './test/scriptedWallet.js'
import { secureOrigin, withPages } from './test/withPages.js'

const { made } = withPages()
const kits: Foyer[] = []
afterEach(() => {
  for (const kit of kits.splice(0)) kit.stop()
  vi.unstubAllGlobals()
})

function kit(page: Partial<ScriptedWalletParameters> = {}, options: Partial<FoyerOptions> = {}) {
  const { clock, wallet } = made(page)
  const kept = new Map<string, string>()
  const foyer = createFoyer({
    projectId: 'kit',
    networks: [mainnet, solanaMainnet],
    adapters: [evm(), solana()],
    connectors: [embedded()],
    storage: {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    },
    ...{ clock, secureOrigin },
    ...options,
  })
  kits.push(foyer)
  foyer.start()
  return { foyer, clock, wallet, connect: () => foyer.connect({ connectorId: 'embedded' }) }
}

const key = '11111111111111111111111111111111'

test('the families make their providers of the channel: EIP-1193, and the Wallet Standard with base58', async () => {
  const { foyer, wallet, connect } = kit()
  wallet.solana = key
  await connect()
  const seen: unknown[] = []
  wallet.instead.set('RPC_REQUEST', ({ payload }) => {
    seen.push(payload)
    return Object(payload).method === 'personal_sign' ? '0xsigned' : { signature: key }
  })
  expect(await foyer.provider('eip155')?.request({ method: 'personal_sign', params: ['0x00', '0xA11ce'] })).toBe(
    '0xsigned',
  )
  const standard = foyer.provider('solana')
  const [account] = standard?.accounts ?? []
  if (!account) throw new Error('no account')
  const feature = Object(standard?.features['solana:signMessage'])
  await feature.signMessage({ account, message: new Uint8Array([1, 2]) })
  expect(seen).toEqual([
    { method: 'personal_sign', params: ['0x00', '0xA11ce'] },
    { method: 'solana_signMessage', params: { message: '5T', pubkey: key } },
  ])
})

test('[S4.33 S6.6 S9.33] a method that the wallet doesn’t have opens the modal, and says so in it 300 ms later', async () => {
  const { foyer, clock, connect } = kit()
  await connect()
  const provider = foyer.provider('eip155')
  await expect(provider?.request({ method: 'wallet_addEthereumChain', params: [] })).rejects.toMatchObject({
    code: 4200,
  })
  const view = () => foyer.store.getState().view
  await expect.poll(() => view().open && currentRoute(view()).view).toBe('Account')
  clock.advance(299)
  expect(foyer.store.getState().snackbar).toBe(undefined)
  clock.advance(1)
  expect(foyer.store.getState().snackbar).toMatchObject({ message: 'error.actionNotAllowed' })
})

test('[S8.23] [F18 F30] a page that is blocked fails within 20 s by its name, and alerts the developer', async () => {
  const { foyer, clock, connect } = kit({ loads: false })
  const failed = connect().catch((error: unknown) => error)
  await expect.poll(() => document.querySelectorAll('iframe').length).toBe(1)
  await expect.poll(() => clock.pending > 1).toBe(true)
  clock.advance(20_000)
  expect(await failed).toMatchObject({ code: 'frame_load', notice: 'error.walletFrame' })
  await expect.poll(() => foyer.store.getState().alert?.key).toBe('IFRAME_LOAD_FAILED')
  expect(document.querySelector('iframe')).toBe(null)
})

test.each([
  ['doesn’t list this origin', ['https://other.example'], 'UNVERIFIED_DOMAIN'],
  ['lists it', ['https://other.example', 'https://dapp.example'], 'IFRAME_LOAD_FAILED'],
])('[S8.25] a page that is refused alerts by the project where that %s', async (_, allowedOrigins, expected) => {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: URL | string) => {
    asked.push(String(url))
    return Response.json({ allowedOrigins })
  })
  vi.stubGlobal('location', new URL('https://dapp.example'))
  const { foyer, clock, connect } = kit({ loads: false }, { api: 'https://foyer.example' })
  const failed = connect().catch((error: unknown) => error)
  await expect.poll(() => document.querySelectorAll('iframe').length).toBe(1)
  await expect.poll(() => clock.pending > 1).toBe(true)
  clock.advance(20_000)
  expect(await failed).toMatchObject({ code: 'frame_load' })
  await expect.poll(() => foyer.store.getState().alert?.key).toBe(expected)
  expect(asked.filter((url) => url.includes('/projects/v1/origins'))).not.toEqual([])
})

test('[S8.24] a page that doesn’t answer in time fails by its name, and alerts the developer', async () => {
  const { foyer, clock, wallet } = kit()
  wallet.instead.set('CONNECT_EMAIL', () => new Promise(() => {}))
  const login = { method: 'email', email: 'ada@example.com' } as const
  const failed = foyer.connect({ connectorId: 'embedded', login }).catch((error: unknown) => error)
  await expect.poll(() => wallet.page.asked.some(({ name }) => name === 'CONNECT_EMAIL')).toBe(true)
  clock.advance(30_000)
  expect(await failed).toMatchObject({ code: 'frame_timeout', notice: 'error.timedOut' })
  await expect.poll(() => foyer.store.getState().alert?.key).toBe('IFRAME_REQUEST_TIMEOUT')
})

test('[F19] started and stopped 100 times, as under StrictMode, a kit has one frame', async () => {
  const { foyer, connect } = kit()
  for (let count = 0; count < 100; count += 1) {
    foyer.stop()
    foyer.start()
  }
  await Promise.all([connect().catch(() => undefined), connect()])
  expect(document.querySelectorAll('iframe')).toHaveLength(1)
  foyer.stop()
  expect(document.querySelectorAll('iframe, dialog')).toHaveLength(0)
})
