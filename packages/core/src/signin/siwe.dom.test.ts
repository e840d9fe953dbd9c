import { expect, test } from 'vitest'
import { chooseAccount, switchFamily } from '../connection/index.js'
import { account } from '../connector/test/fakeConnector.js'
import type { SiwxMessage } from '../siwx/siwx.js'
import {
  createSiweConfig,
  type SiweConfigOptions,
  type SiweMessageArgs,
  type SiweMessageParams,
  type SiweSession,
} from './createSiweConfig.js'
import { signIn } from './signIn.js'
import { alice, bob, carol, signingKit } from './test/signingKit.js'

/** The functions of a host with a server of its own. */
function siweHost(options: Partial<SiweConfigOptions> = {}) {
  const told: string[] = []
  const written: SiweMessageArgs[] = []
  const host: { session: SiweSession | null; verifies: boolean } = { session: null, verifies: true }
  const siweConfig = createSiweConfig({
    getNonce: async (address) => `nonce of ${address}`,
    getMessageParams: async () => ({
      chains: [1],
      domain: 'dapp.example',
      uri: 'https://dapp.example/',
      statement: 'Hello.',
    }),
    createMessage(args) {
      written.push(args)
      return `I am ${args.address}`
    },
    verifyMessage: async () => host.verifies,
    getSession: async () => host.session,
    async signOut() {
      told.push('signOut')
      host.session = null
      return true
    },
    onSignIn(session) {
      told.push(`onSignIn ${session?.chainId} ${session?.address}`)
      host.session = session ?? null
    },
    onSignOut: () => told.push('onSignOut'),
    ...options,
  })
  return { host, told, written, siweConfig }
}

test('the older client’s functions sign a visitor in and out', async () => {
  const { siweConfig, told, written } = siweHost()
  const kit = signingKit({ siweConfig })
  await kit.connect()
  await kit.reached('signedOut')
  await signIn(kit.foyer)
  expect(kit.signer.messages).toEqual([`I am did:pkh:eip155:1:${alice}`])
  expect(written[0]).toMatchObject({
    chainId: 1,
    nonce: `nonce of ${alice}`,
    version: '1',
    domain: 'dapp.example',
    statement: 'Hello.',
    iat: expect.any(String),
  })
  expect(told).toEqual([`onSignIn 1 ${alice}`])
  await kit.foyer.disconnect()
  expect(told.slice(1)).toEqual(['signOut', 'onSignOut'])
})

test('a message that the host doesn’t verify signs nobody in', async () => {
  const { siweConfig, host, told } = siweHost()
  host.verifies = false
  const kit = signingKit({ siweConfig })
  await kit.connect()
  await kit.reached('signedOut')
  await expect(signIn(kit.foyer)).rejects.toMatchObject({ code: 'siwe_verify', message: 'Failed to verify message' })
  expect(told).toEqual([])
})

test('another account ends the session, unless the host says otherwise', async () => {
  for (const signOutOnAccountChange of [true, false]) {
    const { siweConfig, told } = siweHost({ signOutOnAccountChange })
    const kit = signingKit({ siweConfig })
    await kit.connect()
    await kit.reached('signedOut')
    await signIn(kit.foyer)
    chooseAccount(kit.foyer, { family: 'eip155', address: bob })
    await kit.reached(signOutOnAccountChange ? 'signedOut' : 'signedIn')
    expect(told.includes('signOut')).toBe(signOutOnAccountChange)
    kit.foyer.stop()
  }
})

test('another network ends the session, unless the host says otherwise; disconnecting too', async () => {
  for (const isKept of [true, false]) {
    const { siweConfig, told } = siweHost({ signOutOnNetworkChange: !isKept, signOutOnDisconnect: !isKept })
    const kit = signingKit({ siweConfig })
    await kit.connect()
    await kit.reached('signedOut')
    await signIn(kit.foyer)
    kit.wallet.emit({ type: 'networkChanged', family: 'eip155', networkId: 'eip155:11155111' })
    await kit.reached(isKept ? 'signedIn' : 'signedOut')
    expect(told.includes('signOut')).toBe(!isKept)
    await kit.foyer.disconnect()
    expect(told.includes('signOut')).toBe(!isKept)
  }
})

test('accounts of other families count as signed in', async () => {
  const { siweConfig } = siweHost()
  const kit = signingKit({
    siweConfig,
    wallet: {
      families: ['eip155', 'solana'],
      accounts: [account(alice), account(carol, 'solana')],
      networks: { eip155: 'eip155:1', solana: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' },
    },
  })
  await kit.connect()
  await kit.reached('signedOut')
  switchFamily(kit.foyer, 'solana')
  await kit.reached('signedIn')
})

test.each<readonly [string, Partial<SiweMessageParams>, Partial<SiweMessageArgs>, Partial<SiwxMessage>]>([
  ['nothing', {}, { exp: undefined, nbf: undefined }, { expirationTime: undefined, notBefore: undefined }],
  [
    'seconds',
    { expiry: 90 },
    { iat: '2023-11-14T22:13:20.000Z', exp: '2023-11-14T22:14:50.000Z' },
    { issuedAt: '2023-11-14T22:13:20.000Z', expirationTime: '2023-11-14T22:14:50.000Z' },
  ],
  [
    'times',
    { expiry: 90, exp: '2023-12-01T00:00:00Z', nbf: '2023-11-01T00:00:00Z', iat: '2023-11-02T00:00:00Z' },
    { exp: '2023-12-01T00:00:00Z', nbf: '2023-11-01T00:00:00Z', iat: '2023-11-02T00:00:00Z' },
    { expirationTime: '2023-12-01T00:00:00Z', notBefore: '2023-11-01T00:00:00Z', issuedAt: '2023-11-02T00:00:00Z' },
  ],
  [
    'what it is about',
    { requestId: 'r1', resources: ['https://dapp.example/terms'], type: 'caip122', methods: ['personal_sign'] },
    { requestId: 'r1', resources: ['https://dapp.example/terms'], type: 'caip122', methods: ['personal_sign'] },
    { requestId: 'r1', resources: ['https://dapp.example/terms'] },
  ],
])('the message says as the host has it: %s', async (_, params, args, data) => {
  const { siweConfig, written } = siweHost({
    getMessageParams: async () => ({ chains: [1], domain: 'dapp.example', uri: 'https://dapp.example/', ...params }),
  })
  const kit = signingKit({ siweConfig })
  await kit.connect()
  await kit.reached('signedOut')
  const session = await signIn(kit.foyer)
  const own = { domain: 'dapp.example', uri: 'https://dapp.example/', nonce: `nonce of ${alice}`, version: '1' }
  expect(written[0]).toMatchObject({ ...own, ...args, address: `did:pkh:eip155:1:${alice}`, chainId: 1 })
  expect(session.data).toMatchObject({ ...own, ...data, accountAddress: alice, chainId: 'eip155:1' })
})

test('a host that says nothing of the message is told so', async () => {
  const kit = signingKit({ siweConfig: siweHost({ getMessageParams: undefined }).siweConfig })
  await kit.connect()
  await kit.reached('signedOut')
  await expect(signIn(kit.foyer)).rejects.toMatchObject({ code: 'siwe_params' })
})

test('[S8.1] a session without an address or a chain is none to go on with', async () => {
  for (const [session, code] of [
    [{ address: '', chainId: 1 }, 'siwe_address'],
    [{ address: alice, chainId: 0 }, 'siwe_chain'],
  ] as const) {
    const { siweConfig, host } = siweHost()
    host.session = session
    const kit = signingKit({ siweConfig })
    await kit.connect()
    await kit.until(({ connection }) => connection.active.eip155 === undefined)
    expect(kit.errors[0]).toMatchObject({ code })
  }
})

test('switched off, or without an adapter for its chains, it asks nobody', async () => {
  const off = signingKit({ siweConfig: siweHost({ enabled: false }).siweConfig })
  await off.connect()
  await off.clock.advance(0)
  expect(off.foyer.store.getState().view.open).toBe(false)
  expect(off.room().state.get()).toEqual({ status: 'none' })
})
