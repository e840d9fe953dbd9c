import type { ChannelConnection, RequestChannel } from '@foyer/core'
import { createTestPolkadotWallet } from '@foyer/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { actionsOn, createStage, freshAddress, freshKey, one, type Stage } from '../test/stage.js'
import { createProvider } from './createProvider.js'

let stage: Stage
beforeAll(async () => {
  stage = await createStage()
})
afterAll(() => stage.chain.stop())

const every = ['polkadot_signMessage', 'polkadot_signTransaction']

/** A session with a wallet that writes and signs by the official library, and what it was asked. */
async function openSession({
  grants = every,
  answer = (said) => said,
  type = 'sr25519',
}: {
  readonly grants?: readonly string[]
  readonly answer?: (said: unknown) => unknown
  readonly type?: 'sr25519' | 'ed25519' | 'ecdsa'
} = {}) {
  const wallet = await createTestPolkadotWallet({ name: 'Willow', accounts: [{ key: freshKey(), type }] })
  const [address = ''] = wallet.accounts
  const asked: string[] = []
  const channel: RequestChannel = {
    takes: ({ method }) => grants.includes(method),
    async request({ method, params }) {
      asked.push(method)
      // As it crosses a session.
      const said = await wallet.answerSession({ method, params: JSON.parse(JSON.stringify(params)) })
      return answer(JSON.parse(JSON.stringify(said)))
    },
  }
  const networkId = stage.network.caipNetworkId
  const account = { namespace: 'polkadot', address, type: 'eoa' } as const
  const connection: ChannelConnection['connection'] = {
    accounts: [account],
    networks: { polkadot: networkId },
    listen: () => () => {},
    switchNetwork: async () => {},
  }
  const provider = createProvider({ channel, connection, networks: () => [stage.network] })
  await stage.chain.fund({ address, amount: 10n * one })
  const reached = { provider, account, accounts: [account] as const, networkId, network: stage.network }
  return { asked, address, reached, provider, actions: await actionsOn(stage) }
}

const codeOf = (work: Promise<unknown> | undefined) =>
  (work ?? expect.fail()).then(String, (error: unknown) => Reflect.get(Object(error), 'code'))
const coins = () => ({ to: freshAddress(), asset: { type: 'coin' }, amount: one }) as const

describe('a session', () => {
  test.each(['sr25519', 'ed25519', 'ecdsa'] as const)(
    '[S7.36] signs transfers with a key of %s, and the chain takes them; the next has the next number',
    async (type) => {
      const { actions, reached, asked } = await openSession({ type })
      for (const transfer of [coins(), coins()]) {
        const { hash } = (await actions.sendTransfer?.({ wallet: reached, transfer })) ?? expect.fail()
        const mined = await actions.waitForTransaction?.({ network: stage.network, hash })
        expect(mined).toMatchObject({ hash, status: 'success' })
        expect(await actions.nativeBalance({ address: transfer.to, network: stage.network })).toBe(one)
      }
      expect(asked).toEqual(['polkadot_signTransaction', 'polkadot_signTransaction'])
    },
  )

  test('signs messages', async () => {
    const { actions, reached, address } = await openSession()
    const { signature } = (await actions.signMessage?.({ wallet: reached, message: 'Hellö <👋>' })) ?? expect.fail()
    const signed = { address, network: stage.network, signature }
    expect(await actions.verifyMessage?.({ ...signed, message: 'Hellö <👋>' })).toBe(true)
    expect(await actions.verifyMessage?.({ ...signed, message: 'Hello' })).toBe(false)
  })

  test('without a method lacks what that is for', async () => {
    const { actions, reached, provider } = await openSession({ grants: [] })
    expect(await actions.capabilities?.({ wallet: reached })).toEqual({ signMessage: false, transfers: [] })
    expect([provider.signMessage, provider.signPayload]).toEqual([undefined, undefined])
  })

  test.each([null, {}, 'AAAA', { signature: 1 }, { signature: '0x00' }])(
    'whose wallet answers %s fails by what it should have said',
    async (said) => {
      const { actions, reached, address } = await openSession({ answer: () => said })
      expect(await codeOf(actions.signMessage?.({ wallet: reached, message: 'Hello' }))).toBe('wallet_answer')
      expect(await codeOf(actions.sendTransfer?.({ wallet: reached, transfer: coins() }))).toBe('wallet_answer')
      expect(await actions.nativeBalance({ address, network: stage.network })).toBe(10n * one)
    },
  )
})
