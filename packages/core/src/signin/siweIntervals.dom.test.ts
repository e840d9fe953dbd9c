import { createSiweMessage } from 'viem/siwe'
import { expect, test } from 'vitest'
import { chooseAccount } from '../connection/index.js'
import {
  createSiweConfig,
  formatSiweMessage,
  getAddressFromMessage,
  getChainIdFromMessage,
  getDidAddress,
  getDidChainId,
  type SiweConfigOptions,
  type SiweMessageArgs,
  type SiweSession,
} from './createSiweConfig.js'
import { signIn, signOut } from './signIn.js'
import { alice, bob, signingKit } from './test/signingKit.js'

/** A kit with the older client, whose host counts what it is asked for. */
function countingKit(options: Partial<SiweConfigOptions> = {}) {
  const asked = { nonces: 0, sessions: 0, signOuts: 0 }
  const host: { session: SiweSession | null; fails: boolean } = { session: null, fails: false }
  const getNonce = { fails: false }
  const written: SiweMessageArgs[] = []
  const entries = new Map<string, string>()
  const kit = signingKit({
    entries,
    siweConfig: createSiweConfig({
      async getNonce() {
        if (getNonce.fails) throw new Error('down')
        asked.nonces++
        return `nonce${asked.nonces}`
      },
      getMessageParams: async () => ({ chains: [1], domain: 'dapp.example', uri: 'https://dapp.example/' }),
      createMessage(args) {
        written.push(args)
        return formatSiweMessage(args)
      },
      verifyMessage: async () => true,
      async getSession() {
        asked.sessions++
        if (host.fails) throw new Error('down')
        return host.session
      },
      async signOut() {
        asked.signOuts++
        host.session = null
        return true
      },
      onSignIn(session) {
        host.session = session ?? null
      },
      ...options,
    }),
  })
  return { ...kit, asked, host, written, entries, getNonce }
}

async function askedKit(options?: Partial<SiweConfigOptions>) {
  const kit = countingKit(options)
  await kit.connect()
  await kit.reached('signedOut')
  await kit.clock.advance(0)
  return kit
}

test('the session is asked for at intervals while the visitor is signed in; who has none any more comes to the sign-in', async () => {
  const kit = await askedKit({ sessionRefetchIntervalMs: 60_000 })
  await kit.clock.advance(600_000)
  expect(kit.asked.sessions).toBe(1) // signed out: nothing to lose
  await signIn(kit.foyer)
  await kit.clock.advance(59_999)
  expect(kit.asked.sessions).toBe(1)
  await kit.clock.advance(60_001)
  expect(kit.asked.sessions).toBe(3)
  expect(kit.room().state.get().status).toBe('signedIn')

  // A server that doesn't answer ends nothing.
  kit.host.fails = true
  await kit.clock.advance(60_000)
  expect(kit.errors).toHaveLength(1)
  kit.host.fails = false
  kit.host.session = null
  await kit.clock.advance(60_000)
  expect(kit.room().state.get()).toMatchObject({ status: 'signedOut', isRequired: true })
  expect(kit.foyer.store.getState().view).toMatchObject({ open: true, history: [{ view: 'SIWXSignMessage' }] })
  expect(kit.asked.signOuts).toBe(0)
})

test('it is asked for every five minutes unless said, and of a stopped kit no more', async () => {
  const kit = await askedKit({ required: false })
  await signIn(kit.foyer)
  await kit.clock.advance(300_000)
  expect(kit.asked.sessions).toBe(2)
  kit.host.session = null
  await kit.clock.advance(300_000)
  expect(kit.room().state.get()).toMatchObject({ status: 'signedOut', isRequired: false })
  expect(kit.foyer.store.getState().view.open).toBe(false)
  await signIn(kit.foyer)
  kit.foyer.stop()
  const { nonces, sessions } = kit.asked
  await kit.clock.advance(900_000)
  expect(kit.asked).toMatchObject({ nonces, sessions })
})

test.each([0, -1, Number.POSITIVE_INFINITY, Number.NaN])('an interval of %s never passes', async (intervalMs) => {
  const kit = await askedKit({ nonceRefetchIntervalMs: intervalMs, sessionRefetchIntervalMs: intervalMs })
  await kit.clock.advance(0)
  // What is asked for beforehand would be too old at once.
  expect(kit.asked.nonces).toBe(intervalMs > 0 ? 1 : 0)
  await signIn(kit.foyer)
  expect(kit.asked.nonces).toBe(1)
  const before = { ...kit.asked }
  await kit.clock.advance(3_000_000_000)
  expect(kit.asked).toEqual(before)
})

test('the nonce is there before the press, and asked for again at intervals until it is taken; each is for one sign-in', async () => {
  const kit = await askedKit({ nonceRefetchIntervalMs: 60_000 })
  expect(kit.asked.nonces).toBe(1)
  await kit.clock.advance(120_000)
  expect(kit.asked.nonces).toBe(3)
  kit.signer.answers = 'refuse'
  await expect(signIn(kit.foyer)).rejects.toMatchObject({ code: 'user_rejected' })
  expect(kit.asked.nonces).toBe(3)
  await kit.clock.advance(600_000)
  expect(kit.asked.nonces).toBe(3)
  kit.signer.answers = 'sign'
  await signIn(kit.foyer)
  expect(kit.written.map(({ nonce }) => nonce)).toEqual(['nonce3', 'nonce4'])
})

test('a nonce that another tab was given since isn’t signed here; nor is one that couldn’t be had', async () => {
  const kit = await askedKit()
  expect(kit.stored()).toHaveProperty('siwx:nonce')
  kit.entries.set('@foyer/1/project/siwx:nonce', 'of another tab')
  await signIn(kit.foyer)
  expect(kit.written.map(({ nonce }) => nonce)).toEqual(['nonce2'])
  const broken = countingKit()
  broken.host.session = null
  const { getNonce } = broken
  getNonce.fails = true
  await broken.connect()
  await broken.reached('signedOut')
  await broken.clock.advance(0)
  expect(broken.errors).toHaveLength(1)
  getNonce.fails = false
  await signIn(broken.foyer)
  expect(broken.written.map(({ nonce }) => nonce)).toEqual(['nonce1'])
})

test('a nonce is taken for the account and the time that it was asked for, and of no other', async () => {
  const addresses: (string | undefined)[] = []
  const getNonce = async (address?: string) => {
    addresses.push(address)
    return `nonce${addresses.length}`
  }
  const kit = await askedKit({ getNonce, nonceRefetchIntervalMs: 60_000 })
  expect(addresses).toEqual([alice])
  chooseAccount(kit.foyer, { family: 'eip155', address: bob })
  await kit.until(() => addresses.length === 2)
  await kit.reached('signedOut')
  await signIn(kit.foyer)
  expect(addresses).toEqual([alice, bob])
  expect(kit.written.map(({ nonce, address }) => [nonce, address])).toEqual([['nonce2', `did:pkh:eip155:1:${bob}`]])
  expect(kit.stored()).not.toHaveProperty('siwx:nonce')
})

test('what another tab signed meanwhile isn’t signed out', async () => {
  const kit = await askedKit()
  kit.host.session = { address: bob, chainId: 1 }
  kit.room().lookAgain()
  await kit.clock.advance(0)
  expect(kit.asked).toMatchObject({ sessions: 2, signOuts: 0, nonces: 1 })
  kit.host.session = { address: alice, chainId: 1 }
  kit.room().lookAgain()
  await kit.reached('signedIn')
  await signOut(kit.foyer)
  expect(kit.asked.signOuts).toBe(1)
})

test('the texts of the older client are written and read', async () => {
  const kit = await askedKit()
  await signIn(kit.foyer)
  const [text = ''] = kit.signer.messages
  expect(text.split('\n').slice(0, 5)).toEqual([
    'dapp.example wants you to sign in with your Ethereum account:',
    alice,
    '',
    '',
    'URI: https://dapp.example/',
  ])
  expect([getAddressFromMessage(text), getChainIdFromMessage(text)]).toEqual([alice, 'eip155:1'])
  expect([getAddressFromMessage('Hello'), getChainIdFromMessage('Chain ID: 10')]).toEqual(['', 'eip155:10'])
  expect(getChainIdFromMessage('Hello')).toBe('eip155:1')
  const did = `did:pkh:eip155:10:${alice}`
  expect([getDidAddress(did), getDidChainId(did), getDidAddress(''), getDidChainId('did')]).toEqual([
    alice,
    '10',
    '',
    '',
  ])
  const args = {
    ...{
      chains: [10],
      chainId: 1,
      address: did,
      domain: 'dapp.example',
      uri: 'https://dapp.example/',
      version: '1' as const,
    },
    ...{ nonce: 'kEWepMt9', iat: '2023-11-14T00:00:00Z', exp: '2023-11-15T00:00:00Z', nbf: '2023-11-13T00:00:00Z' },
    ...{ statement: 'Hello.', requestId: 'r1', resources: ['https://dapp.example/terms'] },
  }
  expect(formatSiweMessage(args).split('\n')).toEqual([
    ...['dapp.example wants you to sign in with your Ethereum account:', alice, '', 'Hello.', ''],
    ...['URI: https://dapp.example/', 'Version: 1', 'Chain ID: 10', 'Nonce: kEWepMt9'],
    ...['Issued At: 2023-11-14T00:00:00Z', 'Expiration Time: 2023-11-15T00:00:00Z', 'Not Before: 2023-11-13T00:00:00Z'],
    ...['Request ID: r1', 'Resources:', '- https://dapp.example/terms'],
  ])
})

test('a server that verified what viem’s createSiweMessage writes is sent the same, letter by letter', () => {
  const message = {
    ...{ domain: 'dapp.example', uri: 'https://dapp.example', version: '1' as const, nonce: 'kEWepMt9' },
    statement: 'Sign in to the app.',
  }
  const issuedAt = new Date('2023-11-14T00:00:00.000Z')
  expect(
    formatSiweMessage({
      ...message,
      ...{ chains: [10], chainId: 10, address: `did:pkh:eip155:10:${alice}`, iat: issuedAt.toISOString() },
    }),
  ).toBe(createSiweMessage({ ...message, address: alice, chainId: 10, issuedAt }))
})
