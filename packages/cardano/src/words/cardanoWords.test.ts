import { drawnRequest, headlineSentences, ownAccountSentences, requestSentences } from '@foyer/core/messages'
import type { ShownRequest } from '@foyer/core/words'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { writeAddress } from '../addresses/address.js'
import { cardanoMainnet } from '../networks.js'
import { type Output, writeBody, writeTransaction } from '../transaction/transaction.js'
import { cardanoWords } from './cardanoWords.js'
import { describeCardano, levelOf, RequestTooLargeError, sayRequestInEnglish, spokenRequest } from './index.js'

const network = {
  chainId: cardanoMainnet.caipNetworkId,
  name: 'Cardano',
  currency: { symbol: 'ADA', decimals: 6 },
  rpcUrl: 'http://127.0.0.1:1',
  tokens: [],
}
const bytesOf = (network: number, fill: number) => Uint8Array.of(network, ...new Uint8Array(56).fill(fill))
const [ownBytes, toBytes, testBytes] = [bytesOf(1, 7), bytesOf(1, 9), bytesOf(0, 9)] as const
const [own, to] = [writeAddress(ownBytes), writeAddress(toBytes)]
const token = `${'ab'.repeat(28)}4c`
const output = (address: Uint8Array, coins: bigint, tokens: Output['tokens'] = new Map()): Output => ({
  address,
  coins,
  tokens,
})
const input = { hash: new Uint8Array(32).fill(1), index: 0, keyHash: new Uint8Array(28), coins: 0n, tokens: new Map() }
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

function written(outputs: readonly Output[], fee = 170_000n): string {
  return hex(writeTransaction(writeBody({ inputs: [input], outputs, fee, ends: 99n }), []))
}
const plain = [output(toBytes, 1_500_000n), output(ownBytes, 3_000_000n)]
const request = (transaction: string) => ({ method: 'cardano_signTx', params: [transaction, true] })
const describedBy = ({ method, params }: { readonly method: string; readonly params: unknown }) =>
  inEachSpelling(params, (given) =>
    describeCardano({ method, params: given, account: own, network, peerUrl: 'https://dapp.example', now: 0n }),
  )

/** Requires that a request is described alike, whatever case its hexadecimals are in. */
async function inEachSpelling<Shown>(params: unknown, describe: (params: unknown) => Promise<Shown>): Promise<Shown> {
  const shown = await describe(params)
  for (const spell of [capital, alternating]) expect(await describe(respelled(params, spell))).toEqual(shown)
  return shown
}
const capital = (digit: string) => digit.toUpperCase()
const alternating = (digit: string, index: number) => (index % 2 === 0 ? capital(digit) : digit.toLowerCase())
const respelled = (params: unknown, spell: (digit: string, index: number) => string): unknown =>
  params === undefined
    ? undefined
    : JSON.parse(JSON.stringify(params), (_name, value: unknown) =>
        typeof value === 'string' && /^([\da-f]{2})+$/i.test(value) ? [...value].map(spell).join('') : value,
      )

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
    facts: facts.map(({ label, value }) => `${label}: ${value}`),
    warnings,
  }
}

describe('a transfer', () => {
  test('says what is given, to whom and for what fee; what comes back is not given', async () => {
    expect(await said(request(written(plain)))).toEqual({
      headline: expect.stringContaining('1.5 ADA'),
      level: 'plain',
      facts: ['You give: 1.5 ADA', `To: ${to}`, 'Fee: 0.17 ADA', `With: ${own}`, 'Network: Cardano'],
      warnings: [],
    })
  })

  test.each([
    ['to two', () => request(written([...plain, output(Uint8Array.of(1, ...new Uint8Array(56).fill(11)), 9n)]))],
    ['of a token', () => request(written([output(toBytes, 1_500_000n, new Map([[token, 5n]])), ...plain.slice(1)]))],
    ['with a script beside it', () => request(written(plain).replace(/a0f5f6$/, 'a10180f5f6'))],
    ['with a note', () => request(written(plain).replace(/f5f6$/, 'f5a0'))],
    [
      'with a field more',
      () =>
        request(
          written(plain)
            .replace(/^84a4/, '84a5')
            .replace(/031863a0f5f6$/, '0318630480a0f5f6'),
        ),
    ],
    ['that counts as failed', () => request(written(plain).replace(/f5f6$/, 'f4f6'))],
  ] as const)('%s takes a step of its own, with its bytes', async (_, asked) => {
    const shown = (await describedBy(asked())) ?? expect.fail()
    expect(levelOf(shown)).toBe('deliberate')
    expect(shown.title.name).toBe('request.signTransaction')
    expect(shown.warnings.map(({ name }) => name)).toContain('request.warn.unreadCall')
    expect(shown.content?.isCode).toBe(true)
  })

  test('whose account isn’t known takes a step of its own', async () => {
    const shown = await describeCardano({ ...request(written(plain)), network, peerUrl: '', now: 0n })
    expect(shown && levelOf(shown)).toBe('deliberate')
  })

  test('[F13] that names whose it is by itself isn’t believed: an output of somebody else’s is given', async () => {
    const asked = { method: 'cardano_signTx', params: [written(plain), true, to] }
    const { facts } = spokenRequest((await describedBy(asked)) ?? expect.fail(), sayRequestInEnglish)
    expect(facts.map(({ value }) => value)).toContain(to)
  })

  test('on another network, or for a high fee, is warned of', async () => {
    const names = async (transaction: string) =>
      ((await describedBy(request(transaction))) ?? expect.fail()).warnings.map(({ name }) => name)
    expect(await names(written([output(testBytes, 1_500_000n), ...plain.slice(1)]))).toEqual([
      'request.warn.otherChain',
    ])
    expect(await names(written(plain, 2_000_001n))).toEqual(['request.warn.feeHigh'])
  })
})

describe('a message', () => {
  const message = (text: string, address = hex(ownBytes)) => ({
    method: 'cardano_signData',
    params: [address, Buffer.from(text).toString('hex')],
  })

  test.each([hex(ownBytes), own])('is shown with its account, asked for as %s', async (address) => {
    const shown = (await describedBy(message('Hello', address))) ?? expect.fail()
    expect(shown.title.name).toBe('request.signMessage')
    expect(shown.content).toMatchObject({ text: 'Hello', isCode: false })
    expect(JSON.stringify(shown.facts)).toContain(own)
  })

  test('that is a transaction’s hash, or no text, takes a step of its own', async () => {
    for (const data of ['ff'.repeat(9), 'c1'.repeat(32)]) {
      const shown = (await describedBy({ method: 'cardano_signData', params: [own, data] })) ?? expect.fail()
      expect(levelOf(shown)).toBe('deliberate')
    }
  })

  test('that is too large is refused', async () => {
    await expect(describedBy(message('x'.repeat(200_000)))).rejects.toThrow(RequestTooLargeError)
  })
})

test.each([
  ['another method', { method: 'cardano_submitTx', params: ['84'] }],
  ['no parameters', { method: 'cardano_signTx', params: undefined }],
  ['what is no hexadecimal', { method: 'cardano_signTx', params: ['zz'] }],
  ['what is no transaction', request('84a0a0f5f6')],
  ['what ends too early', request(written(plain).slice(0, -8))],
  ['what goes on', request(`${written(plain)}00`)],
  ['a field that stands twice', request(written(plain).replace('021a', '031a'))],
])('%s says nothing', async (_, asked) => {
  expect(await describedBy(asked)).toBeUndefined()
})

test('any bytes at all are read, or are nothing that is known', () =>
  fc.assert(
    fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 300 }), async (bytes) => {
      const shown = await describedBy(request(hex(bytes)))
      if (shown) expect(levelOf(shown)).toBe('deliberate')
    }),
    { numRuns: 300 },
  ))

test('a kit reads them by what it is given', async () => {
  const { describe: read } = await cardanoWords().load()
  const shown = await read({
    ...request(written(plain)),
    account: own,
    network,
    peerUrl: 'https://dapp.example',
    now: 0n,
  })
  expect(shown?.title.name).toBe('request.send')
})
