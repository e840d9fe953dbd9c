import type { ChannelConnection, RequestChannel } from '@foyer/core'
import { createTestCosmosWallet } from '@foyer/testing'
import { hex } from '@scure/base'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isSignedByAdr36 } from '../test/independent.js'
import { actionsOn, createStage, freshAddress, freshKey, type Stage } from '../test/stage.js'
import type { CosmosMethod } from '../wire/methods.js'
import { createProvider } from './createProvider.js'

let stage: Stage
beforeAll(async () => {
  stage = await createStage()
})
afterAll(() => stage.chain.stop())

const every: readonly CosmosMethod[] = ['cosmos_getAccounts', 'cosmos_signDirect', 'cosmos_signAmino']

/** A session with a wallet that signs by the official library, and what it was asked. */
async function openSession({
  grants = every,
  answer = (said) => said,
}: {
  readonly grants?: readonly CosmosMethod[]
  readonly answer?: (said: unknown, method: string) => unknown
} = {}) {
  const wallet = createTestCosmosWallet({ name: 'Keplr', keys: [freshKey()], chains: { 'foyer-1': 'cosmos' } })
  const [address = ''] = wallet.accounts
  const asked: string[] = []
  const channel: RequestChannel = {
    takes: ({ method }) => grants.some((each) => each === method),
    async request({ networkId, method, params }) {
      asked.push(method)
      // As it crosses a session.
      const said = await wallet.answerSession({
        chainId: networkId.slice(7),
        method,
        params: JSON.parse(JSON.stringify(params)),
      })
      return answer(said, method)
    },
  }
  const networkId = stage.network.caipNetworkId
  const account = { namespace: 'cosmos', address, type: 'eoa' } as const
  const connection: ChannelConnection['connection'] = {
    accounts: [account],
    networks: { cosmos: networkId },
    listen: () => () => {},
    switchNetwork: async () => {},
  }
  const provider = createProvider({ channel, connection, networks: () => [stage.network] })
  await stage.chain.fund({ address, amount: 1_000_000n })
  const reached = { provider, account, accounts: [account] as const, networkId, network: stage.network }
  return { asked, address, reached, provider, actions: await actionsOn(stage) }
}

const codeOf = (work: Promise<unknown>) => work.then(String, (error: unknown) => Reflect.get(Object(error), 'code'))

describe('a session', () => {
  test.each<[string, readonly CosmosMethod[]]>([
    ['bytes', every],
    ['JSON, where it grants no other', ['cosmos_getAccounts', 'cosmos_signAmino']],
  ])('[S7.36] sends coins by %s, and the chain takes them', async (_, grants) => {
    const { actions, reached, asked } = await openSession({ grants })
    const to = freshAddress()
    const transfer = { to, asset: { type: 'coin' }, amount: 1_234n } as const
    const { hash } = (await actions.sendTransfer?.({ wallet: reached, transfer })) ?? expect.fail()
    expect(await actions.waitForTransaction?.({ network: stage.network, hash })).toMatchObject({ status: 'success' })
    expect(await actions.nativeBalance({ address: to, network: stage.network })).toBe(1_234n)
    const signing = grants === every ? 'cosmos_signDirect' : 'cosmos_signAmino'
    expect(asked).toEqual(['cosmos_getAccounts', signing])
  })

  test('signs messages by ADR-36', async () => {
    const { actions, reached, address } = await openSession()
    const message = 'Hellö <👋>'
    const { signature } = (await actions.signMessage?.({ wallet: reached, message })) ?? expect.fail()
    const [own] = (await actions.readAccounts?.({ wallet: reached })) ?? expect.fail()
    const publicKey = hex.decode(own.publicKey ?? '')
    expect(isSignedByAdr36({ address, message, signature, publicKey })).toBe(true)
    const signed = { address, network: stage.network, message, signature }
    expect(await actions.verifyMessage?.(signed)).toBe(true)
  })

  test('without a method lacks what that is for', async () => {
    const { actions, reached, provider } = await openSession({ grants: ['cosmos_getAccounts'] })
    expect(await actions.capabilities?.({ wallet: reached })).toEqual({
      signMessage: false,
      sendCall: false,
      transfers: [],
    })
    expect([provider.signDirect, provider.signAmino, provider.signMessage]).toEqual([undefined, undefined, undefined])
  })

  test('whose wallet says another key than the account’s sends nothing', async () => {
    const other = createTestCosmosWallet({ name: 'Other', keys: [freshKey()], chains: { any: 'cosmos' } })
    const keys = await other.answerSession({ chainId: 'any', method: 'cosmos_getAccounts', params: {} })
    const pubkey: unknown = Reflect.get(Object(Array.isArray(keys) ? keys[0] : undefined), 'pubkey')
    const session = await openSession({
      answer: (said, method) =>
        method === 'cosmos_getAccounts' && Array.isArray(said) ? [{ ...said[0], pubkey }] : said,
    })
    const transfer = { to: freshAddress(), asset: { type: 'coin' }, amount: 1n } as const
    const sending = session.actions.sendTransfer?.({ wallet: session.reached, transfer }) ?? expect.fail()
    expect(await codeOf(sending)).toBe('unsupported_key')
    expect(session.asked).toEqual(['cosmos_getAccounts'])
    const [own] = (await session.actions.readAccounts?.({ wallet: session.reached })) ?? expect.fail()
    expect(own).toEqual(session.reached.account)
  })

  test.each([
    ['nothing', null],
    ['a short signature', { signature: { signature: 'AAAA' } }],
    ['no text', { signature: { signature: 5 } }],
  ])('whose wallet answers %s fails by what it should have said', async (_, said) => {
    const answer = (usual: unknown, method: string) => (method === 'cosmos_signDirect' ? said : usual)
    const { actions, reached } = await openSession({ answer })
    const transfer = { to: freshAddress(), asset: { type: 'coin' }, amount: 1n } as const
    expect(await codeOf(actions.sendTransfer?.({ wallet: reached, transfer }) ?? expect.fail())).toBe('wallet_answer')
  })
})
