import type { ChannelConnection, RequestChannel } from '@foyer/core'
import { createTestAlgorandWallet } from '@foyer/testing'
import { verifyBytes } from 'algosdk'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { actionsOn, createStage, freshAddress, freshKey, one, type Stage } from '../test/stage.js'
import { createProvider } from './createProvider.js'

let stage: Stage
beforeAll(async () => {
  stage = await createStage()
})
afterAll(() => stage.chain.stop())

/** A session with a wallet that reads and signs by the official library, and what it was asked. */
async function openSession({
  grants = ['algo_signTxn', 'algo_signData'],
  answer = (said) => said,
}: {
  readonly grants?: readonly string[]
  readonly answer?: (said: unknown) => unknown
} = {}) {
  const { genesisHash } = stage.chain
  const options = { name: 'Willow', accounts: [{ key: freshKey() }], genesisHashes: [genesisHash] } as const
  const wallet = await createTestAlgorandWallet(options)
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
  const account = { namespace: 'algorand', address, type: 'eoa' } as const
  const connection: ChannelConnection['connection'] = {
    accounts: [account],
    networks: { algorand: networkId },
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
    ['base64', (said: unknown) => said],
    ['lists of numbers', (said: unknown) => [[...Buffer.from(String(Object(said)[0]), 'base64')]]],
  ])('[S7.36] whose wallet answers %s signs transfers, which the network takes', async (_, answer) => {
    const { actions, reached, asked } = await openSession({ answer })
    const transfer = coins()
    const { hash } = (await actions.sendTransfer?.({ wallet: reached, transfer })) ?? expect.fail()
    expect(await actions.waitForTransaction?.({ network: stage.network, hash })).toMatchObject({ status: 'success' })
    expect(await actions.nativeBalance({ address: transfer.to, network: stage.network })).toBe(one)
    expect(asked).toEqual(['algo_signTxn'])
  })

  test('signs messages', async () => {
    const { actions, reached, address } = await openSession()
    const { signature } = (await actions.signMessage?.({ wallet: reached, message: 'Hellö <👋>' })) ?? expect.fail()
    const bytes = Buffer.from(signature, 'base64')
    expect(verifyBytes(new TextEncoder().encode('Hellö <👋>'), bytes, address)).toBe(true)
  })

  test('without a method lacks what that is for', async () => {
    const { actions, reached, provider } = await openSession({ grants: [] })
    expect(await actions.capabilities?.({ wallet: reached })).toEqual({ signMessage: false, transfers: [] })
    expect([provider.signMessage, provider.signTransaction]).toEqual([undefined, undefined])
  })

  test.each([null, {}, 'AAAA', [], [null], [1], ['?']])(
    'whose wallet answers %j fails by what it should have said',
    async (said) => {
      const { actions, reached, address } = await openSession({ answer: () => said })
      expect(await codeOf(actions.signMessage?.({ wallet: reached, message: 'Hello' }))).toBe('wallet_answer')
      expect(await codeOf(actions.sendTransfer?.({ wallet: reached, transfer: coins() }))).toBe('wallet_answer')
      expect(await actions.nativeBalance({ address, network: stage.network })).toBe(10n * one)
    },
  )
})
