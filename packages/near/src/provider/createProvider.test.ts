import type { ChannelConnection, RequestChannel } from '@foyer/core'
import { createTestHost, createTestNearWallet } from '@foyer/testing'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { isSignedByNep413 } from '../test/independent.js'
import { actionsOn, createStage, freshAddress, freshKey, one, type Stage } from '../test/stage.js'
import { createProvider } from './createProvider.js'

let stage: Stage
beforeAll(async () => {
  stage = await createStage()
})
afterAll(() => stage.chain.stop())
afterEach(() => vi.restoreAllMocks())

const every = ['near_getAccounts', 'near_signMessage', 'near_signTransaction']

/** A session with a wallet that writes and signs by itself, and what it was asked. */
async function openSession({
  grants = every,
  answer = (said) => said,
  isLimited = false,
}: {
  readonly grants?: readonly string[]
  readonly answer?: (said: unknown, method: string) => unknown
  readonly isLimited?: boolean
} = {}) {
  const accounts = [{ key: freshKey(), name: `a${freshKey().slice(0, 20)}.near` }] as const
  const wallet = createTestNearWallet({ name: 'Willow', accounts })
  const [address = ''] = wallet.accounts
  const asked: string[] = []
  const channel: RequestChannel = {
    takes: ({ method }) => grants.includes(method),
    async request({ method, params }) {
      asked.push(method)
      // As it crosses a session.
      const said = await wallet.answerSession({ method, params: JSON.parse(JSON.stringify(params)) })
      return answer(JSON.parse(JSON.stringify(said)), method)
    },
  }
  const networkId = stage.network.caipNetworkId
  const account = { namespace: 'near', address, type: 'eoa' } as const
  const connection: ChannelConnection['connection'] = {
    accounts: [account],
    networks: { near: networkId },
    listen: () => () => {},
    switchNetwork: async () => {},
  }
  const provider = createProvider({ channel, connection, networks: () => [stage.network] })
  const key = isLimited ? { limitedKey: wallet.publicKey } : { publicKey: wallet.publicKey }
  await stage.chain.fund({ accountId: address, amount: one, ...key })
  const reached = { provider, account, accounts: [account] as const, networkId, network: stage.network }
  return { asked, address, wallet, reached, provider, actions: await actionsOn(stage) }
}

const codeOf = (work: Promise<unknown> | undefined) =>
  (work ?? expect.fail()).then(String, (error: unknown) => Reflect.get(Object(error), 'code'))
const coins = (amount = 1n) => ({ to: freshAddress(), asset: { type: 'coin' }, amount }) as const

describe('a session', () => {
  test('[S7.36] signs a transfer’s bytes, and the chain takes it; the next has the next number', async () => {
    const { actions, reached, asked } = await openSession()
    for (const amount of [1_234n, 5_678n]) {
      const transfer = coins(amount)
      const { hash } = (await actions.sendTransfer?.({ wallet: reached, transfer })) ?? expect.fail()
      const mined = await actions.waitForTransaction?.({ network: stage.network, hash })
      expect(mined).toMatchObject({ hash, status: 'success' })
      expect(await actions.nativeBalance({ address: transfer.to, network: stage.network })).toBe(amount)
    }
    expect(asked).toEqual(['near_getAccounts', 'near_signTransaction', 'near_getAccounts', 'near_signTransaction'])
  })

  test.each([
    [408, /^[1-9A-HJ-NP-Za-km-z]{43,44}$/],
    [500, /^broadcast_unclear$/],
  ])('whose transfer a node answers with the status %s has been sent by it, or may have been', async (status, said) => {
    const { reached } = await openSession()
    const real = globalThis.fetch
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) =>
      String(init?.body ?? '').includes('"send_tx"') ? new Response('', { status }) : real(input, init),
    )
    const actions = await actionsOn({ host: createTestHost({ networks: [stage.network] }) })
    const sending = actions.sendTransfer?.({ wallet: reached, transfer: coins() })
    expect(
      await sending?.then(
        ({ hash }) => hash,
        ({ code }) => code,
      ),
    ).toMatch(said)
  })

  test('signs messages by NEP-413', async () => {
    const { actions, reached, address, wallet } = await openSession()
    const message = 'Hellö <👋>'
    const { signature, publicKey } = (await actions.signMessage?.({ wallet: reached, message })) ?? expect.fail()
    expect(publicKey).toBe(wallet.publicKey)
    expect(isSignedByNep413({ message, signature, publicKey: wallet.publicKey })).toBe(true)
    const signed = { address, network: stage.network, message, signature }
    expect(await actions.verifyMessage?.(signed)).toBe(true)
    const [own] = (await actions.readAccounts?.({ wallet: reached })) ?? expect.fail()
    expect(own.publicKey).toBe(wallet.publicKey)
  })

  test('without a method lacks what that is for', async () => {
    const { actions, reached, provider } = await openSession({ grants: ['near_getAccounts'] })
    expect(await actions.capabilities?.({ wallet: reached })).toEqual({ signMessage: false, transfers: [] })
    expect([provider.signMessage, provider.signTransaction, provider.sendTransfer]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })

  test.each([
    ['that may only call a contract', true, (said: unknown) => said],
    ['that isn’t the account’s', false, () => [{ accountId: 'x.near', publicKey: `ed25519:${'2'.repeat(43)}` }]],
    [
      'of another curve',
      false,
      (said: unknown) => [{ ...Object(Reflect.get(Object(said), 0)), publicKey: 'secp256k1:1' }],
    ],
  ] as const)('whose key is one %s is asked to sign nothing', async (_, isLimited, listed) => {
    const { actions, reached, asked } = await openSession({
      isLimited,
      answer: (said, method) => (method === 'near_getAccounts' ? listed(said) : said),
    })
    expect(await codeOf(actions.sendTransfer?.({ wallet: reached, transfer: coins() }))).toBe('no_full_access_key')
    expect(asked).toEqual(['near_getAccounts'])
  })

  test('whose wallet signs another transaction sends nothing', async () => {
    const { actions, reached, address } = await openSession({
      answer: (said, method) =>
        method === 'near_signTransaction' ? { ...Object(said), 4: 1 + Number(Reflect.get(Object(said), '4')) } : said,
    })
    expect(await codeOf(actions.sendTransfer?.({ wallet: reached, transfer: coins() }))).toBe('unsafe_near_transaction')
    expect(await actions.nativeBalance({ address, network: stage.network })).toBe(one)
  })

  test.each([null, {}, 'AAAA', [256], { accountId: 'a.near' }])(
    'whose wallet answers %s fails by what it should have said',
    async (said) => {
      const { actions, reached } = await openSession({
        answer: (usual, method) => (method === 'near_signMessage' ? said : usual),
      })
      expect(await codeOf(actions.signMessage?.({ wallet: reached, message: 'Hello' }))).toBe('wallet_answer')
    },
  )
})
