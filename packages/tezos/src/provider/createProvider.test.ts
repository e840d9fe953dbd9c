import type { ChannelConnection, RequestChannel } from '@foyer/core'
import { createTestTezosWallet } from '@foyer/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actionsOn, createStage, freshAddress, freshKey, one, type Stage } from '../test/stage.js'
import { createProvider } from './createProvider.js'

let stage: Stage
beforeAll(async () => {
  stage = await createStage()
})
afterAll(() => stage.chain.stop())

const every = ['tezos_getAccounts', 'tezos_send', 'tezos_sign']

/** A session with a wallet that signs by the official library, and what it was asked. */
async function openSession({
  grants = every,
  answer = (said) => said,
}: {
  readonly grants?: readonly string[]
  readonly answer?: (said: unknown, method: string) => unknown
} = {}) {
  const accounts = [{ key: freshKey(), curve: 'secp256k1' }] as const
  const wallet = await createTestTezosWallet({ name: 'Kukai', accounts, nodeUrl: stage.chain.url })
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
  const account = { namespace: 'tezos', address, type: 'eoa' } as const
  const connection: ChannelConnection['connection'] = {
    accounts: [account],
    networks: { tezos: networkId },
    listen: () => () => {},
    switchNetwork: async () => {},
  }
  const provider = createProvider({ channel, connection, networks: () => [stage.network] })
  await stage.chain.fund({ address, amount: 5n * one })
  const reached = { provider, account, accounts: [account] as const, networkId, network: stage.network }
  return { asked, address, reached, actions: await actionsOn(stage) }
}

const codeOf = (work: Promise<unknown> | undefined) =>
  (work ?? expect.fail()).then(String, (error: unknown) => Reflect.get(Object(error), 'code'))
const coins = (amount = 1n) => ({ to: freshAddress(), asset: { type: 'coin' }, amount }) as const

test('[S7.36] a session says keys, signs messages that hold, and sends transfers that the chain takes', async () => {
  const { actions, reached, address, asked } = await openSession()
  const { network } = stage
  const signed = (await actions.signMessage?.({ wallet: reached, message: 'Hellö' })) ?? expect.fail()
  const { signature, publicKey } = signed
  expect(publicKey).toMatch(/^sppk/)
  expect(await actions.verifyMessage?.({ network, address, message: 'Hellö', signature })).toBe(true)
  const { hash } = (await actions.sendTransfer?.({ wallet: reached, transfer: coins(one) })) ?? expect.fail()
  expect(await actions.waitForTransaction?.({ network, hash })).toMatchObject({ status: 'success' })
  expect(asked).toEqual(['tezos_getAccounts', 'tezos_sign', 'tezos_send'])
  expect(await actions.capabilities?.({ wallet: reached })).toMatchObject({ signMessage: true, transfers: ['coin'] })
  expect(await actions.readAccounts?.({ wallet: reached })).toEqual([{ ...reached.account, publicKey }])
})

test('what a session doesn’t grant isn’t asked, and shows as absent', async () => {
  const { actions, reached, asked } = await openSession({ grants: [] })
  expect(await actions.capabilities?.({ wallet: reached })).toMatchObject({ signMessage: false, transfers: [] })
  expect(await codeOf(actions.signMessage?.({ wallet: reached, message: '' }))).toBe('unsupported_method')
  expect(await codeOf(actions.sendTransfer?.({ wallet: reached, transfer: coins() }))).toBe('unsupported_method')
  expect(asked).toEqual([])
})

test.each([
  ['no accounts', 'tezos_getAccounts', () => []],
  ['no key', 'tezos_getAccounts', (said: unknown) => Object(said).map((each: object) => ({ ...each, pubkey: null }))],
  [
    'a key that is none',
    'tezos_getAccounts',
    (said: unknown) => Object(said).map((each: object) => ({ ...each, pubkey: 'x' })),
  ],
  ['an address that is none', 'tezos_getAccounts', () => [{ address: 'tz1', pubkey: 'x' }]],
  ['nothing', 'tezos_sign', () => null],
  ['bytes in hexadecimal', 'tezos_sign', () => ({ signature: 'ab'.repeat(64) })],
])('[F18] a message’s answer of %s (%s) is none', async (_, method, changed) => {
  const { actions, reached } = await openSession({ answer: (said, of) => (of === method ? changed(said) : said) })
  expect(await codeOf(actions.signMessage?.({ wallet: reached, message: 'Hello' }))).toBe('wallet_answer')
})

test.each([
  ['operationHash', true],
  ['transactionHash', true],
  ['hash', true],
  ['id', false],
])('the hash of what was sent is taken by the name of %s: %s', async (name, isTaken) => {
  const answer = (said: unknown, method: string) =>
    method === 'tezos_send' ? { [name]: Object(said).operationHash } : said
  const { actions, reached } = await openSession({ answer })
  const sent = await codeOf(actions.sendTransfer?.({ wallet: reached, transfer: coins() }))
  expect(sent === 'wallet_answer').toBe(!isTaken)
})
