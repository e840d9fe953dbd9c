import type { Account, ChannelProperties, RequestChannel, WalletEvent } from '@foyer/core'
import { base64, hex } from '@scure/base'
import { expect, test } from 'vitest'
import { networkAt, regtest } from '../test/ledger.js'
import { addressesProperty } from '../wire/names.js'
import { createProvider } from './createProvider.js'

const payment = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'
const taproot = 'bcrt1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqc8gma6'
const account: Account = { namespace: 'bip122', address: payment, type: 'payment' }
const publicKey = `02${'ab'.repeat(32)}`

function session({
  methods = ['sendTransfer', 'signMessage', 'signPsbt', 'getAccountAddresses'],
  answer = () => null,
  properties,
}: {
  readonly methods?: readonly string[]
  readonly answer?: (request: { method: string; params: unknown }) => unknown
  readonly properties?: ChannelProperties
} = {}) {
  const asked: { method: string; params: unknown }[] = []
  const reported: unknown[] = []
  let emit: (event: WalletEvent) => void = () => {}
  const channel: RequestChannel = {
    takes: ({ method }) => methods.includes(method),
    async request({ method, params }) {
      asked.push({ method, params })
      return answer({ method, params })
    },
    ...(properties ? { properties: () => properties } : {}),
  }
  const provider = createProvider({
    channel,
    connection: {
      accounts: [account],
      networks: { bip122: regtest },
      listen: (listener) => {
        emit = listener
        return () => {}
      },
      switchNetwork: async () => {},
    },
    networks: () => [networkAt({ url: 'http://127.0.0.1:1' })],
    report: (error) => reported.push(error),
  })
  return { provider, asked, reported, emit: (event: WalletEvent) => emit(event) }
}

test('a signature comes in hexadecimal, and is base64', async () => {
  const bytes = new Uint8Array(65).fill(7)
  const { provider, asked } = session({ answer: () => ({ address: payment, signature: hex.encode(bytes) }) })
  const request = { address: payment, message: 'Hello', protocol: 'bip322' } as const
  expect(await provider.signMessage?.(request)).toEqual({ signature: base64.encode(bytes) })
  expect(asked).toEqual([{ method: 'signMessage', params: { account: payment, ...request } }])
  const other = session({ answer: () => ({ address: payment, signature: base64.encode(bytes) }) })
  expect(await other.provider.signMessage?.(request)).toEqual({ signature: base64.encode(bytes) })
})

test('a transfer’s amount is a text of satoshis, a PSBT isn’t sent by the wallet', async () => {
  const txid = 'AB'.repeat(32)
  const { provider, asked } = session({
    answer: ({ method }) => (method === 'signPsbt' ? { psbt: 'cHNidA==' } : { txid }),
  })
  expect(await provider.sendTransfer?.({ from: payment, to: taproot, amount: 21n })).toEqual({
    txid: txid.toLowerCase(),
  })
  expect(await provider.signPsbt?.({ psbt: 'cHNidA==', inputs: [{ index: 0, address: payment }] })).toEqual({
    psbt: 'cHNidA==',
  })
  expect(asked.map(({ params }) => params)).toEqual([
    { account: payment, recipientAddress: taproot, amount: '21' },
    { account: payment, psbt: 'cHNidA==', signInputs: [{ index: 0, address: payment }], broadcast: false },
  ])
})

test('what the session hasn’t granted is absent', () => {
  const { provider } = session({ methods: ['signMessage'] })
  expect([provider.sendTransfer, provider.signPsbt]).toEqual([undefined, undefined])
  expect(provider.signMessage).toBeTypeOf('function')
})

test('a method that was taken back meanwhile is asked of nobody', async () => {
  const methods = ['signPsbt']
  const { provider, asked } = session({ methods })
  const { signPsbt } = provider
  methods.pop()
  await expect(signPsbt?.({ psbt: '', inputs: [] })).rejects.toMatchObject({
    message: 'Method signPsbt is not supported',
  })
  expect(asked).toEqual([])
})

const list = [
  { address: taproot, intention: 'ordinal', publicKey, path: "m/86'/1'/0'/0/0" },
  { address: payment, intention: 'payment' },
  { address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', intention: 'payment' },
]
const known = [
  { namespace: 'bip122', address: payment, type: 'payment', publicKey: undefined, path: undefined },
  { namespace: 'bip122', address: taproot, type: 'ordinal', publicKey, path: "m/86'/1'/0'/0/0" },
]

test.each([
  ['for the session', { sessionProperties: { [addressesProperty]: list } }],
  ['as text of JSON', { sessionProperties: { [addressesProperty]: JSON.stringify(list) } }],
  ['for the chain', { scopedProperties: { [regtest]: { [addressesProperty]: list } } }],
])('[S3.5] addresses that the wallet said %s aren’t asked for', async (_, properties) => {
  const { provider, asked } = session({ properties })
  expect(await provider.getAccounts()).toEqual(known)
  expect(asked).toEqual([])
})

test('[S3.5] once the wallet says that its accounts are others, or another is in use, what it said of them before is over', async () => {
  const properties = { sessionProperties: { [addressesProperty]: list } }
  const others = [taproot, payment]
  const { provider, asked, emit } = session({ properties, answer: () => others })
  emit({ type: 'accountsChanged', family: 'bip122', accounts: [account] })
  expect((await provider.getAccounts()).map(({ address }) => address)).toEqual([payment, taproot])
  expect(asked).toHaveLength(1)
  const stranger = { sessionProperties: { [addressesProperty]: list.slice(0, 1) } }
  const restored = session({ properties: stranger, answer: () => others })
  expect(await restored.provider.getAccounts()).toHaveLength(2)
  expect(restored.asked).toHaveLength(1)
  expect(await session({ properties: stranger, methods: [] }).provider.getAccounts()).toEqual([account])
})

test('[S3.5] addresses are asked for otherwise; those of an older wallet have no words', async () => {
  const { provider } = session({ answer: () => list })
  expect(await provider.getAccounts()).toEqual(known)
  const older = session({ answer: () => [payment, taproot] })
  expect((await older.provider.getAccounts()).map(({ address, type }) => [address, type])).toEqual([
    [payment, 'payment'],
    [taproot, 'ordinal'],
  ])
})

test('addresses of another network alone are reported, and the session’s stand', async () => {
  const { provider, reported } = session({ answer: () => list.slice(2) })
  expect(await provider.getAccounts()).toEqual([account])
  expect(reported).toHaveLength(1)
})

test('without the method the session’s own accounts are all, as they are by then', async () => {
  const { provider, emit } = session({ methods: [] })
  const other: Account = { namespace: 'bip122', address: taproot, type: 'payment' }
  emit({ type: 'accountsChanged', family: 'bip122', accounts: [other] })
  expect(await provider.getAccounts()).toEqual([other])
})

test.each([null, {}, { signature: 'no signature!' }, { address: payment, signature: '' }])(
  'an answer of %o is none',
  async (answer) => {
    const { provider } = session({ answer: () => answer })
    const signing = provider.signMessage?.({ address: payment, message: '', protocol: 'ecdsa' })
    await expect(signing).rejects.toMatchObject({ code: 'wallet_answer' })
  },
)
