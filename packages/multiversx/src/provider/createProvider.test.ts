import type { ChannelConnection, RequestChannel } from '@foyer/core'
import { createTestMultiversxWallet } from '@foyer/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actionsOn, createStage, freshAddress, freshKey, one, type Stage } from '../test/stage.js'
import { createProvider } from './createProvider.js'

let stage: Stage
beforeAll(async () => {
  stage = await createStage()
})
afterAll(() => stage.chain.stop())

const every = ['mvx_signMessage', 'mvx_signTransaction']

/** A session with a wallet that signs by the official library, and what it was asked. */
async function openSession({
  grants = every,
  answer = (said) => said,
}: {
  readonly grants?: readonly string[]
  readonly answer?: (said: unknown, method: string) => unknown
} = {}) {
  const wallet = await createTestMultiversxWallet({ name: 'xPortal', accounts: [{ key: freshKey() }] })
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
  const account = { namespace: 'mvx', address, type: 'eoa' } as const
  const connection: ChannelConnection['connection'] = {
    accounts: [account],
    networks: { mvx: networkId },
    listen: () => () => {},
    switchNetwork: async () => {},
  }
  const provider = createProvider({ channel, connection, networks: () => [stage.network] })
  await stage.chain.fund({ address, amount: one })
  const reached = { provider, account, accounts: [account] as const, networkId, network: stage.network }
  return { asked, address, reached, provider, actions: await actionsOn(stage) }
}

const codeOf = (work: Promise<unknown> | undefined) =>
  (work ?? expect.fail()).then(String, (error: unknown) => Reflect.get(Object(error), 'code'))
const coins = (amount = 1n) => ({ to: freshAddress(), asset: { type: 'coin' }, amount }) as const

test('[S7.36] a session signs messages that hold, and transfers that the chain takes', async () => {
  const { actions, reached, address, asked } = await openSession()
  const { network } = stage
  const { signature } = (await actions.signMessage?.({ wallet: reached, message: 'Hellö' })) ?? expect.fail()
  expect(await actions.verifyMessage?.({ network, address, message: 'Hellö', signature })).toBe(true)
  for (const amount of [1n, 2n]) {
    const { hash } = (await actions.sendTransfer?.({ wallet: reached, transfer: coins(amount) })) ?? expect.fail()
    expect(await actions.waitForTransaction?.({ network, hash })).toMatchObject({ status: 'success' })
  }
  expect(asked).toEqual(['mvx_signMessage', 'mvx_signTransaction', 'mvx_signTransaction'])
  expect(await actions.capabilities?.({ wallet: reached })).toMatchObject({ signMessage: true, transfers: ['coin'] })
})

test('what a session doesn’t grant isn’t asked, and shows as absent', async () => {
  const { actions, reached, asked } = await openSession({ grants: [] })
  expect(await actions.capabilities?.({ wallet: reached })).toMatchObject({ signMessage: false, transfers: [] })
  expect(await codeOf(actions.signMessage?.({ wallet: reached, message: '' }))).toBe('unsupported_method')
  expect(await codeOf(actions.sendTransfer?.({ wallet: reached, transfer: coins() }))).toBe('unsupported_method')
  expect(asked).toEqual([])
})

test.each([
  ['nothing', () => null, 'wallet_answer'],
  ['a text', () => 'ab'.repeat(64), 'wallet_answer'],
  ['too few bytes', () => ({ signature: 'ab'.repeat(63) }), 'wallet_answer'],
  ['another’s signature', () => ({ signature: 'ab'.repeat(64) }), 'wallet_answer'],
])('[F18] a message’s answer that is %s is none', async (_, answer, code) => {
  const { actions, reached } = await openSession({ answer })
  expect(await codeOf(actions.signMessage?.({ wallet: reached, message: 'Hello' }))).toBe(code)
})

test.each([
  ['nothing', () => null, 'wallet_answer'],
  ['another’s signature', () => ({ signature: 'ab'.repeat(64) }), 'unsafe_multiversx_transaction'],
  ['base64', () => ({ signature: Buffer.alloc(64, 1).toString('base64') }), 'unsafe_multiversx_transaction'],
  [
    'one with a guardian beside',
    (said: unknown) => ({ ...Object(said), guardian: freshAddress(), guardianSignature: 'ab'.repeat(64), options: 2 }),
    'unsafe_multiversx_transaction',
  ],
])('[F22] a transaction’s answer that is %s is not sent', async (_, answer, code) => {
  const { actions, reached, address } = await openSession({ answer })
  expect(await codeOf(actions.sendTransfer?.({ wallet: reached, transfer: coins() }))).toBe(code)
  expect(await actions.nativeBalance({ address, network: stage.network })).toBe(one)
})
