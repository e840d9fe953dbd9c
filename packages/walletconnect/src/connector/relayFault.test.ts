import { createFoyer, type FoyerOptions } from '@foyer/core'
import { mainnet } from '@foyer/core/networks'
import { afterEach, expect, test, vi } from 'vitest'
import { walletConnect } from '../walletConnect.js'
import type { WalletConnectOptions } from './options.js'
import { createTestPhone } from './test/phone.js'

const known = '0123456789abcdef0123456789ABCDEF'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

/** Starts a kit, and waits for what its developer is told. */
async function told(options: WalletConnectOptions, { projectId = 'my-project' }: Partial<FoyerOptions> = {}) {
  const errors: unknown[] = []
  const said = vi.spyOn(console, 'error').mockImplementation(() => {})
  const connectors = [walletConnect(options)]
  const storage = { getItem: () => null, setItem() {}, removeItem() {} }
  const foyer = createFoyer({ projectId, networks: [mainnet], connectors, storage })
  foyer.onError((error) => errors.push(error))
  foyer.start()
  await vi.waitFor(() => expect(errors).toHaveLength(1))
  foyer.stop()
  return { error: errors[0], said: said.mock.calls.flat(), alert: foyer.store.getState().alert?.key }
}

test.each([
  [{ projectId: 5 }, '`walletConnect({ projectId })` can’t be 5. Pass the id as text'],
  [{ relayUrl: 5 }, '`walletConnect({ relayUrl })` can’t be 5. Pass the address as text'],
  [{ preferUniversalLinks: 'yes' }, '`walletConnect({ preferUniversalLinks })` can’t be "yes". Pass `true` or `false`'],
])('an option of another type, %o, is told at the start by its name', async (options, words) => {
  // As a page without types gives it.
  const { error, said } = await told(Object(options))
  expect(error).toMatchObject({ code: 'invalid_connector_option', message: expect.stringContaining(words) })
  expect(said).toEqual([expect.stringContaining(words)])
})

test.each([
  ['the id of another server', {}, 'INVALID_PROJECT_ID'],
  ['one that is cut short', { projectId: known.slice(1) }, 'INVALID_PROJECT_ID'],
])('[S8.27] %s is told at the start, with the relay’s name and the remedy', async (_what, options, key) => {
  const { error, said, alert } = await told(options)
  expect(alert).toBe(key)
  expect(error).toMatchObject({ code: 'invalid_project_id' })
  expect(said).toEqual([
    expect.stringMatching(/wss:\/\/relay\.walletconnect\.org .* to `walletConnect` as `projectId`/),
  ])
})

test('[S8.28] none at all is told at the start', async () => {
  expect(await told({}, { projectId: '' })).toMatchObject({ alert: 'PROJECT_ID_NOT_CONFIGURED' })
})

test.each(['relay.example', 'https://relay.example', 'wss://', ''])(
  'an address that is none is told at the start: "%s"',
  async (relayUrl) => {
    const { error, said } = await told({ relayUrl })
    expect(error).toMatchObject({ code: 'invalid_relay_url' })
    expect(said).toEqual([expect.stringMatching(/`relayUrl`.* wss:\/\/relay\.example/)])
  },
)

test('what can be right is left to the relay, and in production nothing is looked for', () => {
  const kit = { projectId: 'my-project' }
  expect(walletConnect({ projectId: known }).fault?.(kit)).toBeUndefined()
  expect(walletConnect({ relayUrl: 'ws://127.0.0.1:7105/?key=1' }).fault?.({ projectId: '' })).toBeUndefined()
  expect(walletConnect().fault?.({ projectId: known })).toBeUndefined()
  expect(walletConnect().fault?.(kit)).toMatchObject({ code: 'relay_refused' })
  vi.stubEnv('NODE_ENV', 'production')
  expect(walletConnect().fault).toBeUndefined()
})

test('the relay hears the id that is its own, else the kit’s', async () => {
  for (const [options, heard] of [
    [{ projectId: known }, known],
    [{ projectId: '' }, 'project'],
  ] as const) {
    const phone = createTestPhone({ options })
    await phone.connect()
    const pages = phone.relay.urls.map((url) => new URL(url).searchParams.get('projectId'))
    expect(pages.filter((each) => each !== 'wallet')).toEqual([heard])
    phone.stop()
  }
})
