import { deployDelegation, type StartedChain, startChain } from '@foyer/stack'
import {
  type Address,
  bytesToHex,
  createTestClient,
  encodeFunctionData,
  http,
  keccak256,
  parseAbi,
  parseEther,
  recoverAddress,
  walletActions,
} from 'viem'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { entryPoint } from '../delegate.js'
import { signedBytesOf } from '../signSponsored.js'
import type { SignedSponsored, Sponsoring, SponsorQuote, Unpaid } from '../sponsoring.js'
import { isSponsored } from '../switching.js'
import { walletOf } from './permissions/test/walletOf.js'

let chain: StartedChain
let delegate: Address
beforeAll(async () => {
  chain = await startChain({ id: 31337 })
  delegate = (await deployDelegation({ url: chain.url })).delegate
})
afterAll(() => chain.stop())
afterEach(() => void vi.useRealTimers())

const fees = {
  ...{ preVerificationGas: 80_000n, maxFeePerGas: 3n, maxPriorityFeePerGas: 1n },
  paymasterAndData: `0x${'bb'.repeat(60)}`,
}
const quote: SponsorQuote = {
  ...{ nonce: 0n, verificationGasLimit: 120_000n, callGasLimit: 90_000n, authorizationNonce: 0n },
  validUntil: 4_000_000_000,
  paid: { fees, by: 'pays.example' },
}
const url = 'https://pays.example/rpc'
const context = { policy: 'welcome' }

/** A wallet whose operator is asked, with what it was asked and sent. */
function stand(said: { quoted?: SponsorQuote | Unpaid; sent?: 'sent' | Unpaid } = {}) {
  const asked: unknown[] = []
  const sent: SignedSponsored[] = []
  const sponsoring: Sponsoring = {
    ...{ underwayMs: 60_000, networks: async () => [chain.caipNetworkId], read: async () => ({ is: 'unknown' }) },
    async quote(calls) {
      asked.push(calls.paymaster)
      return said.quoted ?? quote
    },
    async send(signed) {
      sent.push(signed)
      return said.sent ?? 'sent'
    },
  }
  const wallet = walletOf({ chain, delegate, place: 5, own: { sponsoring } })
  const batch = (capability: object) => [
    {
      ...{ version: '2.0.0', chainId: '0x7a69', atomicRequired: true, calls: [{ to: `0x${'c0'.repeat(20)}` }] },
      capabilities: { paymasterService: capability },
    },
  ]
  return { ...wallet, asked, sent, ask: wallet.asked, batch }
}

test('[F13] what a dapp’s paymaster pays says who that is before it is signed, and is signed with what it pays', async () => {
  const { ask, batch, asked, sent, address, answer } = stand()
  const { words, payloads = [], perform } = await ask('wallet_sendCalls', batch({ url, context }))
  expect(asked).toEqual([{ url, context: JSON.stringify(context) }])
  expect(words.facts).toContainEqual({
    ...{ label: 'Cost of sending', value: 'Free for you: pays.example pays it for dapp.example' },
  })
  expect(words.facts.map(({ label }) => label)).not.toContain('Fee, at most')
  const [operation] = payloads
  if (!operation || operation instanceof Uint8Array || !isSponsored(operation)) return expect.fail('It is none.')
  expect(operation.fees).toEqual(fees)
  const { id } = Object(await perform())
  const [signed = expect.fail('Nothing is sent.')] = sent
  const hash = keccak256(signedBytesOf(operation))
  expect(await recoverAddress({ hash, signature: bytesToHex(signed.signature) })).toBe(address)
  // Whoever carries it out may not know it yet.
  expect(await answer('wallet_getCallsStatus', [id])).toMatchObject({ status: 100 })
})

test('what its paymaster doesn’t pay, before or after it was approved, is asked for once with one’s own fee, and that is said', async () => {
  const notFree = 'request.warn.notFree'
  const before = stand({ quoted: 'unpaid' })
  const { shown, words } = await before.ask('wallet_sendCalls', before.batch({ url }))
  expect(shown.warnings.map(({ name }) => name)).toContain(notFree)
  expect(words.facts.map(({ label }) => label)).toContain('Fee, at most')
  const after = stand({ sent: 'unpaid' })
  const { perform, instead } = await after.ask('wallet_sendCalls', after.batch({ url }))
  const again = await perform().then(() => undefined, instead)
  if (again?.kind !== 'ask') return expect.fail('It isn’t asked for again.')
  expect(again.shown.warnings.map(({ name }) => name)).toContain(notFree)
  expect(after.sent).toHaveLength(1)
})

test('where no paymaster can be asked at all, what has to be paid for is 5700', async () => {
  const { refusal, batch, asked } = stand({ quoted: 'absent' })
  expect(await refusal('wallet_sendCalls', batch({ url }))).toBe(5700)
  expect(await refusal('wallet_sendCalls', batch({ url, context: { long: 'x'.repeat(2_000) } }))).toBe(5700)
  expect(asked).toEqual([{ url, context: '{}' }, undefined])
})

test('who reads for more than five minutes is asked once more: half of the operation’s time is left for a block to have it', async () => {
  const { ask, batch, asked } = stand()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  const { recheck } = await ask('wallet_sendCalls', batch({ url }))
  vi.setSystemTime(Date.now() + 299_000)
  expect(await recheck?.()).toBeUndefined()
  vi.setSystemTime(Date.now() + 2_000)
  expect(await recheck?.()).toMatchObject({ kind: 'ask' })
  expect(asked).toHaveLength(2)
})

test('what others have is 400 once its time is over on the network too, and never while its nonce is used', async () => {
  const { ask, batch, answer, address } = stand({ quoted: { ...quote, validUntil: 1 } })
  const { perform } = await ask('wallet_sendCalls', batch({ url }))
  const { id } = Object(await perform())
  expect(await answer('wallet_getCallsStatus', [id])).toMatchObject({ status: 400 })
  const client = createTestClient({ mode: 'anvil', transport: http(chain.url) }).extend(walletActions)
  await client.impersonateAccount({ address })
  await client.setBalance({ address, value: parseEther('1') })
  const data = encodeFunctionData({ abi: parseAbi(['function incrementNonce(uint192 key)']), args: [0n] })
  await client.sendTransaction({ account: address, chain: null, to: entryPoint, data })
  expect(await answer('wallet_getCallsStatus', [id])).toMatchObject({ status: 100 })
})
