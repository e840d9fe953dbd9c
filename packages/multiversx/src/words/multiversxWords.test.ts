import { drawnRequest, headlineSentences, ownAccountSentences, requestSentences } from '@foyer/core/messages'
import type { ShownRequest } from '@foyer/core/words'
import { Address, Transaction, TransactionComputer } from '@multiversx/sdk-core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { writeAddress } from '../addresses/address.js'
import { multiversxMainnet } from '../networks.js'
import { describeMultiversx, levelOf, RequestTooLargeError, sayRequestInEnglish, spokenRequest } from './index.js'
import { multiversxWords } from './multiversxWords.js'

const network = {
  chainId: multiversxMainnet.caipNetworkId,
  name: multiversxMainnet.name,
  currency: { symbol: 'EGLD', decimals: 18 },
  rpcUrl: 'http://127.0.0.1:1',
  tokens: [],
}
const [own, to] = [7, 9].map((each) => writeAddress(new Uint8Array(32).fill(each)))
const contract = writeAddress(new Uint8Array(32).fill(5, 8))
const one = 10n ** 18n

/** A request as the official library writes transactions. */
function request({ value = (15n * one) / 10n, data = '', ...changes }: Readonly<Record<string, unknown>> = {}) {
  const plain = new Transaction({
    ...{ nonce: 7n, value: BigInt(String(value)), sender: Address.newFromBech32(own ?? ''), version: 2, chainID: '1' },
    ...{ receiver: Address.newFromBech32(to ?? ''), gasPrice: 1_000_000_000n, gasLimit: 50_000n },
    data: Buffer.from(String(data)),
  }).toPlainObject()
  const transaction = JSON.parse(JSON.stringify({ ...plain, ...changes }))
  return { method: 'mvx_signTransaction', params: { transaction } }
}
const describedBy = (asked: { readonly method: string; readonly params: unknown }) =>
  describeMultiversx({ ...asked, network, peerUrl: 'https://dapp.example', now: 0n })

const sentences = { ...requestSentences, ...ownAccountSentences, ...headlineSentences }
function headlineOf(shown: ShownRequest): string {
  const say = (name: keyof typeof sentences, values: Readonly<Record<string, string>>) =>
    sentences[name].replace(/\{(\w+)\}/g, (_, place: string) => values[place] ?? '')
  const { headline } = drawnRequest(shown, { say, locale: 'en' })
  return headline.map(({ text }) => text.replaceAll('\u00a0', ' ')).join('')
}
async function said(asked: { readonly method: string; readonly params: unknown }) {
  const shown = (await describedBy(asked)) ?? expect.fail()
  const { facts, warnings } = spokenRequest(shown, sayRequestInEnglish)
  return {
    headline: headlineOf(shown),
    level: levelOf(shown),
    facts: Object.fromEntries(facts.map(({ label, value }) => [label, value])),
    content: shown.content?.text,
    warnings,
  }
}
const unread = 'What this does can’t be read from its data. It may move everything that you have.'

test.each([
  ['price', { gasPrice: 10 ** 15 }],
  ['amount', { gasLimit: 600_000_000_000 }],
])('[F13] a fee far higher than usual by its %s of gas is warned of, and takes a step of its own', async (_, gas) => {
  const high = 'The fee is far higher than usual.'
  expect(await said(request(gas))).toMatchObject({ level: 'deliberate', warnings: [high] })
  expect((await said(request({ ...gas, data: 'call' }))).warnings).toEqual([unread, high])
})

describe('a transfer', () => {
  test('as the kit asks for it is said whole, with its fee', async () => {
    expect(await said(request())).toEqual({
      headline: expect.stringMatching(/^You give 1\.5 EGLD to erd1…?\w*…\w+\.$/),
      level: 'plain',
      facts: { 'You give': '1.5 EGLD', To: to, 'Fee, at most': '0.00005 EGLD', With: own, Network: 'MultiversX' },
      content: undefined,
      warnings: [],
    })
  })

  test('of any amount is read to the last digit, as the official library writes it', () =>
    fc.assert(
      fc.asyncProperty(fc.bigInt({ min: 0n, max: 10n ** 38n - 1n }), async (value) => {
        const shown = (await describedBy(request({ value }))) ?? expect.fail()
        expect(shown.facts[0]?.priced?.amount).toBe(value)
        expect(levelOf(shown)).toBe('plain')
      }),
    ))

  test('with numbers as texts is the same', async () => {
    expect(await said(request({ gasPrice: '1000000000', gasLimit: '50000', nonce: '7' }))).toEqual(
      await said(request()),
    )
  })

  test('for another network says so, and takes a step of its own', async () => {
    const { level, facts, warnings } = await said(request({ chainID: 'D' }))
    expect([level, warnings]).toEqual(['deliberate', [expect.stringContaining('not for MultiversX')]])
    expect(facts.Network).toContain('D')
  })

  test('says what the network takes for it, with gas for a contract’s work at a hundredth', async () => {
    const data = 'ESDTTransfer@55534443@01'
    const plain = request({ data, gasLimit: 500_000 })
    const move = 50_000n + 1500n * BigInt(data.length)
    const computed = move * 1_000_000_000n + ((500_000n - move) * 1_000_000_000n) / 100n
    const theirs = new TransactionComputer().computeTransactionFee(
      Transaction.newFromPlainObject(plain.params.transaction),
      {
        ...{ minGasLimit: 50_000n, gasPerDataByte: 1500n, gasPriceModifier: 0.01 },
        ...{ chainID: '1', numShards: 3, extraGasLimitForGuardedTransactions: 50_000n, minGasPrice: 1n },
        ...{ raw: {}, minTransactionVersion: 1, roundDuration: 6000, roundsPerEpoch: 1, topUpFactor: 0, startTime: 0 },
        ...{
          adaptivity: false,
          hysteresis: 0,
          topUpRewardsGradientPoint: 0n,
          extraGasLimitForGuardedTransaction: 50_000n,
        },
      } as const,
    )
    expect(BigInt(`${theirs}`)).toBe(computed)
    expect((await said(plain)).facts['Fee, at most']).toBe(`${Number(computed) / 1e18} EGLD`)
  })
})

describe('what isn’t read takes a step of its own, and its data is shown', () => {
  test.each([
    ['data', { data: 'ESDTTransfer@55534443@01' }, 'ESDTTransfer@55534443@01'],
    ['bytes that are no text', { data: undefined }, 'fffe'],
    ['a contract', { receiver: contract }, undefined],
    ['a guardian', { guardian: to, options: 2 }, undefined],
    ['a relayer who pays', { relayer: to }, undefined],
    ['options', { options: 1 }, undefined],
    ['a user’s name', { receiverUsername: 'YWxpY2U=' }, undefined],
    ['what nobody knows', { more: '1' }, undefined],
  ])('%s', async (_, changes, content) => {
    const asked = request(changes)
    if (content === 'fffe') Object.assign(asked.params.transaction, { data: '//4=' })
    const shown = await said(asked)
    expect(shown).toMatchObject({ level: 'deliberate', content, warnings: [unread], facts: { 'You give': '1.5 EGLD' } })
  })

  test('a call that gives nothing says of no amount', async () => {
    const { facts } = await said(request({ value: 0n, data: 'claim', receiver: contract }))
    expect(facts['You give']).toBeUndefined()
    expect(facts.To).toBe(contract)
  })
})

describe('a message', () => {
  const message = (params: object) => ({ method: 'mvx_signMessage', params })

  test('is shown whole', async () => {
    const shown = (await describedBy(message({ address: own, message: 'Hellö <👋>' }))) ?? expect.fail()
    expect(shown.content).toMatchObject({ text: 'Hellö <👋>', isCode: false })
    expect(levelOf(shown)).toBe('plain')
  })

  test('that is too large is refused', async () => {
    await expect(describedBy(message({ address: own, message: 'x'.repeat(200_000) }))).rejects.toThrow(
      RequestTooLargeError,
    )
  })
})

test.each([
  ['another method', { method: 'mvx_signTransactions', params: { transactions: [request().params.transaction] } }],
  ['no parameters', { method: 'mvx_signTransaction', params: undefined }],
  ['another transaction beside', { ...request(), params: { ...request().params, transactions: [] } }],
  ['a recipient of another prefix', request({ receiver: to?.replace('erd', 'erb') })],
  ['an amount that is none', request({ chainID: 1 })],
  [
    'less than nothing',
    (() => ({ ...request(), params: { transaction: { ...request().params.transaction, value: '-1' } } }))(),
  ],
  ['a message without an account', { method: 'mvx_signMessage', params: { message: 'Hello' } }],
])('%s says nothing', async (_, asked) => {
  expect(await describedBy(asked)).toBeUndefined()
})

test('a kit reads them by its words', async () => {
  const reader = await multiversxWords().load()
  const shown = await reader.describe({ ...request(), network, peerUrl: 'https://dapp.example', now: 0n })
  expect(shown?.title.name).toBe('request.send')
})

test('base64 with bits that no encoder leaves says nothing', async () => {
  const { method, params } = request()
  const transaction = { ...params.transaction, data: 'AB==' }
  expect(await describedBy({ method, params: { transaction } })).toBeUndefined()
})
