import type { ChannelConnection, RequestChannel } from '@foyer/core'
import { createTestCardanoWallet } from '@foyer/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isSignedByPeer } from '../test/peer.js'
import { actionsOn, createStage, freshAddress, freshKey, one, type Stage } from '../test/stage.js'
import { createProvider } from './createProvider.js'

let stage: Stage
beforeAll(async () => {
  stage = await createStage()
})
afterAll(() => stage.chain.stop())

const all = ['cardano_signTx', 'cardano_signData', 'cardano_getUtxos']

/** A session with a wallet that reads and signs by StricaHQ's libraries, and what it was asked. */
async function openSession({
  grants = all,
  answer = (said) => said,
}: {
  readonly grants?: readonly string[]
  readonly answer?: (said: unknown) => unknown
} = {}) {
  const accounts = [{ key: freshKey(), stakeKey: freshKey() }] as const
  const wallet = await createTestCardanoWallet({ name: 'Willow', accounts, url: stage.chain.url })
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
  const { network } = stage
  const networkId = network.caipNetworkId
  const account = { namespace: 'cip34', address, type: 'eoa' } as const
  const connection: ChannelConnection['connection'] = {
    accounts: [{ ...account, address: wallet.sessionAccount }],
    networks: { cip34: networkId },
    listen: () => () => {},
    switchNetwork: async () => {},
  }
  const provider = createProvider({ channel, connection, networks: () => [network] })
  await stage.chain.fund({ address, amount: 10n * one })
  const reached = { provider, account, accounts: [account], networkId, network }
  return { actions: await actionsOn(stage), reached, address, asked, provider }
}

const codeOf = (work: Promise<unknown> | undefined) =>
  (work ?? expect.fail()).then(String, (error: unknown) => Reflect.get(Object(error), 'code'))
const coins = () => ({ to: freshAddress(), asset: { type: 'coin' }, amount: one }) as const

describe('a session', () => {
  test.each([
    ['that says what it can spend', all],
    ['that doesn’t', ['cardano_signTx']],
  ])('[S7.36] %s signs transfers, which the network takes', async (_, grants) => {
    const { actions, reached, asked } = await openSession({ grants })
    const transfer = coins()
    const { hash } = (await actions.sendTransfer?.({ wallet: reached, transfer })) ?? expect.fail()
    expect(await actions.waitForTransaction?.({ network: stage.network, hash })).toMatchObject({ status: 'success' })
    expect(await actions.nativeBalance({ address: transfer.to, network: stage.network })).toBe(one)
    expect(asked).toEqual([...(grants.includes('cardano_getUtxos') ? ['cardano_getUtxos'] : []), 'cardano_signTx'])
  })

  test('signs messages, and has the account without its stake', async () => {
    const { actions, reached, address, provider } = await openSession()
    const message = 'Hellö <👋>'
    const { signature } = (await actions.signMessage?.({ wallet: reached, message })) ?? expect.fail()
    expect(isSignedByPeer({ message, signature, address })).toBe(true)
    expect(await provider.getAccounts()).toEqual([address])
  })

  test('without a method lacks what that is for', async () => {
    const { actions, reached, provider } = await openSession({ grants: [] })
    expect(await actions.capabilities?.({ wallet: reached })).toEqual({ signMessage: false, transfers: [] })
    expect([provider.signData, provider.signTransaction, provider.getUtxos]).toEqual([undefined, undefined, undefined])
  })

  test.each([{}, 'zz', '0', 1, [1], { signature: '84', key: 'x' }])(
    'whose wallet answers %j fails by what it should have said',
    async (said) => {
      const { actions, reached, address } = await openSession({ answer: () => said })
      expect(await codeOf(actions.signMessage?.({ wallet: reached, message: 'Hello' }))).toBe('wallet_answer')
      expect(await codeOf(actions.sendTransfer?.({ wallet: reached, transfer: coins() }))).toBe('wallet_answer')
      expect(await actions.nativeBalance({ address, network: stage.network })).toBe(10n * one)
    },
  )
})
