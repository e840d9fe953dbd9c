import { createFoyer, type Foyer } from '@foyer/core'
import { mainnet, optimism, solana } from '@foyer/core/networks'
import { localSiwx, signInState } from '@foyer/core/signin'
import { afterEach, expect, test, vi } from 'vitest'
import { authenticationTexts } from '../protocol/signin/authenticationTexts.js'
import type { Cacao } from '../protocol/signin/message.js'
import type { WalletAuthentication } from '../wallet/client.js'
import { addresses, createTestPhone } from './test/phone.js'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

const [signer, other] = addresses
/** Returns a signature that only the account's key makes. */
const signatureOf = (address: string, message: string) => `0x${Buffer.from(`${address} ${message}`).toString('hex')}`
const methods = ['personal_sign', 'eth_sendTransaction']

type Signing = 'sign' | 'forge' | 'nothing'

/** A page whose kit has visitors sign in, and a phone that signs while it connects. */
function signingPhone({
  signing = 'sign',
  networks = [mainnet, optimism],
  authenticates,
}: {
  readonly signing?: Signing | undefined
  readonly networks?: Parameters<typeof createFoyer>[0]['networks'] | undefined
  readonly authenticates?: boolean | undefined
} = {}) {
  const phone = createTestPhone({ authenticates })
  const asked: WalletAuthentication[] = []
  const kept = new Map<string, string>()
  const errors: unknown[] = []
  phone.sign = ({ authentication = [] }) => authentication.flatMap((payload) => cacaosOf({ payload }, signing))
  phone.wallet.listen((event) => {
    if (event.type !== 'authenticate') return
    asked.push(event.authentication)
    const { id } = event.authentication
    const cacaos = cacaosOf(event.authentication, signing)
    phone.wallet.approveAuthentication({ id, cacaos }).catch((error: unknown) => errors.push(error))
  })
  const foyer = createFoyer({
    projectId: 'project',
    networks,
    connectors: [phone.page()],
    siwx: localSiwx({
      statement: 'Hello.',
      verifiers: [
        {
          family: 'eip155',
          verify: async ({ address, message, signature }) => signature === signatureOf(address, message),
        },
      ],
    }),
    storage: {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    },
  })
  foyer.start()
  ends.push(() => foyer.stop(), phone.stop)
  return { phone, foyer, asked, kept }
}

/** Returns what a wallet signs on each chain that it is asked for. */
function cacaosOf({ payload }: Pick<WalletAuthentication, 'payload'>, signing: Signing): Cacao[] {
  const accounts = payload.chains.map((chain) => `${chain}:${signer}`)
  const granted = signing === 'nothing' ? [] : methods
  return authenticationTexts({ payload, accounts, methods: granted }).map(({ payload: p, text }) => {
    const s = signatureOf(signing === 'forge' ? other : signer, text)
    return { h: { t: 'caip122' }, p, s: { t: 'eip191', s } }
  })
}
const failure = (promise: Promise<unknown>) => promise.then(String, (error: unknown) => error)
const connect = (foyer: Foyer) => foyer.connect({ connectorId: 'walletConnect' })
const sessionsIn = (kept: Map<string, string>): unknown[] =>
  JSON.parse([...kept].find(([key]) => key.endsWith('siwx:sessions'))?.[1] ?? '[]')

test('[S7.37] [W11] a wallet that signs while it connects signs in on every chain, and no view asks again', async () => {
  const { foyer, asked, kept, phone } = signingPhone()
  await connect(foyer)
  expect(asked[0]?.payload).toMatchObject({
    domain: location.host,
    statement: 'Hello.',
    chains: ['eip155:1', 'eip155:10'],
  })
  expect(foyer.account().address).toBe(signer)
  const state = signInState(foyer)
  await vi.waitFor(() => expect(state.get()).toMatchObject({ status: 'signedIn' }))
  expect(sessionsIn(kept)).toMatchObject(
    ['eip155:1', 'eip155:10'].map((chainId) => ({
      data: { chainId, accountAddress: signer, nonce: asked[0]?.payload.nonce },
      cacao: { h: { t: 'caip122' } },
    })),
  )
  await foyer.switchNetwork('eip155:10')
  await vi.waitFor(() => expect(state.get()).toMatchObject({ status: 'signedIn', account: { networkId: 'eip155:10' } }))
  expect(foyer.store.getState().view.open).toBe(false)
  expect(phone.requests).toEqual([])
  expect(foyer.store.getState().snackbar).toBeUndefined()
})

test('[W11] a signature of another key connects nobody, and signs nobody in', async () => {
  const { foyer, kept, phone } = signingPhone({ signing: 'forge' })
  const code = 'invalid_session'
  expect(await failure(connect(foyer))).toMatchObject({ code })
  expect(foyer.account().status).toBe('disconnected')
  expect(foyer.store.getState().connection.attempts.connect?.end).toMatchObject({ status: 'failed', code })
  expect(sessionsIn(kept)).toEqual([])
  await vi.waitFor(() => expect(phone.wallet.sessions()).toEqual([]))
})

test('a wallet that signs and grants nothing isn’t connected', async () => {
  const { foyer, kept } = signingPhone({ signing: 'nothing' })
  expect(await failure(connect(foyer))).toMatchObject({ code: 'settlement_unusable' })
  expect(sessionsIn(kept)).toEqual([])
})

test('[S7.37] [W11] beside a chain of another family a wallet signs with the proposal, and no view asks', async () => {
  const { foyer, asked, kept, phone } = signingPhone({ networks: [mainnet, solana, optimism] })
  await connect(foyer)
  expect(phone.proposals[0]?.authentication).toMatchObject([{ chains: ['eip155:1', 'eip155:10'] }])
  expect(phone.proposals[0]?.optional).toHaveProperty('solana')
  expect(foyer.account().address).toBe(signer)
  await vi.waitFor(() => expect(signInState(foyer).get()).toMatchObject({ status: 'signedIn' }))
  expect(sessionsIn(kept)).toMatchObject(
    ['eip155:1', 'eip155:10'].map((chainId) => ({ data: { chainId, accountAddress: signer } })),
  )
  expect(foyer.store.getState().view.open).toBe(false)
  expect([asked, phone.requests]).toEqual([[], []])
})

test('[W11] a signature of another key with the proposal connects nobody, and signs nobody in', async () => {
  const { foyer, kept, phone } = signingPhone({ signing: 'forge', networks: [mainnet, solana] })
  expect(await failure(connect(foyer))).toMatchObject({ code: 'invalid_session' })
  expect(foyer.account().status).toBe('disconnected')
  expect(sessionsIn(kept)).toEqual([])
  await vi.waitFor(() => expect(phone.wallet.sessions()).toEqual([]))
})

test.each([
  ['on a network of another family wallets', { networks: [solana, mainnet, optimism] }],
  ['a wallet that doesn’t sign in', { authenticates: false }],
] as const)('[S4.9] %s only connect, and the view asks', async (_, how) => {
  const { foyer, asked } = signingPhone(how)
  await connect(foyer)
  expect(asked).toEqual([])
  await vi.waitFor(() => expect(signInState(foyer).get().status).toBe('signedOut'))
  expect(foyer.store.getState().view.history).toEqual([{ view: 'SIWXSignMessage' }])
})
