import { drawnRequest, headlineSentences, ownAccountSentences, requestSentences } from '@foyer/core/messages'
import type { ShownRequest } from '@foyer/core/words'
import {
  Address,
  assignGroupID,
  encodeUnsignedTransaction,
  makeApplicationCallTxnFromObject,
  makeAssetTransferTxnWithSuggestedParamsFromObject,
  makeKeyRegistrationTxnWithSuggestedParamsFromObject,
  makePaymentTxnWithSuggestedParamsFromObject,
  OnApplicationComplete,
  type Transaction,
} from 'algosdk'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { writeAddress } from '../addresses/address.js'
import { algorandMainnet } from '../networks.js'
import { transactionOf } from '../transaction/transaction.js'
import { algorandWords } from './algorandWords.js'
import { describeAlgorand, levelOf, RequestTooLargeError, sayRequestInEnglish, spokenRequest } from './index.js'

const network = {
  chainId: algorandMainnet.caipNetworkId,
  name: 'Algorand',
  currency: { symbol: 'ALGO', decimals: 6 },
  rpcUrl: 'http://127.0.0.1:1',
  tokens: [],
}
const genesisHash = new Uint8Array(Buffer.from('wGHE2Pwdvd7S12BL5FaOP20EGYesN73ktiC1qzkkit8=', 'base64'))
const [ownKey, toKey, thirdKey] = [7, 9, 11].map((byte) => new Uint8Array(32).fill(byte))
const addressOf = (key: Uint8Array | undefined) => writeAddress(key ?? expect.fail())
const [own, to, third] = [addressOf(ownKey), addressOf(toKey), addressOf(thirdKey)]
const suggestedParams = {
  ...{ flatFee: true, fee: 1000n, minFee: 1000n, firstValid: 1000n, lastValid: 2000n },
  ...{ genesisID: 'mainnet-v1.0', genesisHash },
}
type Params = typeof suggestedParams
const payment = (changes: object = {}, params: Partial<Params> = {}): Transaction =>
  makePaymentTxnWithSuggestedParamsFromObject({
    ...{ sender: own, receiver: to, amount: 1_500_000n, suggestedParams: { ...suggestedParams, ...params } },
    ...changes,
  })
const assets = (changes: object = {}): Transaction =>
  makeAssetTransferTxnWithSuggestedParamsFromObject({
    ...{ sender: own, receiver: to, amount: 5n, assetIndex: 31n, suggestedParams },
    ...changes,
  })
const written = (transaction: Transaction) => Buffer.from(encodeUnsignedTransaction(transaction)).toString('base64')
const request = (...transactions: readonly Transaction[]) => ({
  method: 'algo_signTxn',
  params: [transactions.map((each) => ({ txn: written(each) }))],
})
const describedBy = (asked: { readonly method: string; readonly params: unknown }) =>
  describeAlgorand({ ...asked, network, peerUrl: 'https://dapp.example', now: 0n })

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

const usual = ['Fee: 0.001 ALGO', `With: ${own}`, 'Network: Algorand']
const handsOver = 'Another key then signs for this account and may move all of it. Yours no longer does.'

test('what names no recipient is destroyed, of coins and of assets', async () => {
  const zero = writeAddress(new Uint8Array(32))
  for (const transaction of [payment({ receiver: zero }), assets({ receiver: zero })])
    expect(await said(request(transaction))).toMatchObject({
      ...{ level: 'deliberate', warnings: expect.arrayContaining([expect.stringContaining('is destroyed')]) },
    })
  expect((await said(request(payment({ receiver: zero, amount: 0n })))).warnings.join()).not.toContain('destroyed')
})

describe('a transfer', () => {
  test('of coins is said whole', async () => {
    expect(await said(request(payment()))).toMatchObject({
      level: 'plain',
      facts: ['You give: 1.5 ALGO', `To: ${to}`, ...usual],
      warnings: [],
    })
  })

  test('as the kit asks for it is said the same', async () => {
    const [from, receiver] = [ownKey ?? expect.fail(), toKey ?? expect.fail()]
    const terms = { fee: 1000n, firstRound: 1000n, lastRound: 2000n, genesisId: 'mainnet-v1.0', genesisHash }
    const bytes = transactionOf({ from, to: receiver, amount: 1_500_000n, ...terms })
    const asked = { method: 'algo_signTxn', params: [[{ txn: Buffer.from(bytes).toString('base64') }]] }
    expect(await said(asked)).toEqual(await said(request(payment())))
  })

  test('says its note', async () => {
    const note = new TextEncoder().encode('Invoice 12')
    expect((await said(request(payment({ note })))).facts).toContain('Memo, public: Invoice 12')
  })

  test('is read to the last digit, whatever its amount', () =>
    fc.assert(
      fc.asyncProperty(fc.bigInt({ min: 0n, max: (1n << 64n) - 1n }), async (amount) => {
        const shown = (await describedBy(request(payment({ amount })))) ?? expect.fail()
        expect(shown.facts[0]?.priced?.amount).toBe(amount)
      }),
      { numRuns: 100 },
    ))

  test('of an asset names it by its number, and takes a step of its own', async () => {
    const shown = await said(request(assets()))
    expect(shown.level).toBe('deliberate')
    expect(shown.facts).toEqual(expect.arrayContaining([`To: ${to}`, 'Token: 31']))
  })
})

describe('what gives an account away never reads plain', () => {
  const rekeyTo = new Address(thirdKey ?? expect.fail())
  test.each([
    ['a payment with a rekey', payment({ rekeyTo })],
    ['a payment of nothing to oneself with a rekey', payment({ receiver: own, amount: 0n, rekeyTo })],
    ['an asset with a rekey', assets({ rekeyTo })],
  ])('%s', async (_, transaction) => {
    const { level, facts, warnings } = await said(request(transaction))
    expect(level).toBe('deliberate')
    expect(facts).toContain(`New owner: ${third}`)
    expect(warnings).toContain(handsOver)
  })

  test.each([
    ['a payment', payment({ closeRemainderTo: rekeyTo }), 'This is all of your ALGO.'],
    ['a payment of nothing', payment({ amount: 0n, closeRemainderTo: rekeyTo }), 'This is all of your ALGO.'],
    ['an asset', assets({ closeRemainderTo: rekeyTo }), 'This is all of your tokens.'],
  ])('%s that closes to another', async (_, transaction, warning) => {
    const { level, facts, warnings, headline } = await said(request(transaction))
    expect(level).toBe('deliberate')
    expect(facts).toContain(`To: ${third}`)
    expect(warnings.map((each) => each.toLowerCase())).toContain(warning.toLowerCase())
    expect(headline).not.toBe('')
  })

  test('in a group, whichever of them it is', async () => {
    const group = assignGroupID([payment(), payment({ amount: 0n, rekeyTo })])
    const { level, warnings } = await said(request(...group))
    expect([level, warnings]).toEqual(['deliberate', expect.arrayContaining([handsOver])])
  })
})

describe('what isn’t read takes a step of its own, and its data is shown', () => {
  test.each([
    [
      'a call of a program',
      makeApplicationCallTxnFromObject({
        ...{ sender: own, appIndex: 5n, onComplete: OnApplicationComplete.NoOpOC, suggestedParams },
      }),
    ],
    [
      'keys of a voter',
      makeKeyRegistrationTxnWithSuggestedParamsFromObject({ sender: own, nonParticipation: true, suggestedParams }),
    ],
    ['a lease', payment({ lease: new Uint8Array(32).fill(1) })],
    ['one of a group whose others aren’t there', assignGroupID([payment(), payment({ amount: 1n })])[0] ?? payment()],
    ['an asset that is taken from another', assets({ assetSender: third })],
  ])('%s', async (_, transaction) => {
    const shown = (await describedBy(request(transaction))) ?? expect.fail()
    expect(levelOf(shown)).toBe('deliberate')
    expect(shown.content?.text).toBe(written(transaction))
    expect(shown.warnings.map(({ name }) => name)).toContain('request.warn.unreadCall')
  })

  test('what another signs with, and what is signed already', async () => {
    for (const more of [{ signers: [third] }, { msig: { version: 1 } }, { stxn: 'AAAA' }]) {
      const params = [[{ txn: written(payment()), ...more }]]
      const shown = (await describedBy({ method: 'algo_signTxn', params })) ?? expect.fail()
      expect(levelOf(shown)).toBe('deliberate')
    }
  })

  test('another network, and a fee that takes much', async () => {
    const elsewhere = await said(request(payment({}, { genesisHash: new Uint8Array(32).fill(1) })))
    expect([elsewhere.level, elsewhere.warnings.join(' ')]).toEqual([
      'deliberate',
      expect.stringContaining('not for Algorand'),
    ])
    expect(await said(request(payment({}, { fee: 5_000_000n })))).toMatchObject({
      level: 'deliberate',
      warnings: ['The fee is far higher than usual.'],
    })
  })
})

describe('a message', () => {
  const message = (text: string) => ({
    method: 'algo_signData',
    params: [{ data: Buffer.from(text).toString('base64'), signer: own, message: 'Something else' }],
  })

  test('is shown as what is signed, whatever is said of it', async () => {
    const shown = (await describedBy(message('Hellö <👋>'))) ?? expect.fail()
    expect(shown.content).toMatchObject({ text: 'Hellö <👋>', isCode: false })
    expect(levelOf(shown)).toBe('plain')
  })

  test('that is no text takes a step of its own', async () => {
    const params = [{ data: Buffer.from(transactionBytes()).toString('base64'), signer: own }]
    expect(levelOf((await describedBy({ method: 'algo_signData', params })) ?? expect.fail())).toBe('deliberate')
  })
  const transactionBytes = () => encodeUnsignedTransaction(payment())

  test('that is too large is refused', async () => {
    await expect(describedBy(message('x'.repeat(200_000)))).rejects.toThrow(RequestTooLargeError)
  })
})

test.each([
  ['another method', { method: 'algo_other', params: [] }],
  ['no parameters', { method: 'algo_signTxn', params: undefined }],
  ['nothing to sign', { method: 'algo_signTxn', params: [[]] }],
  ['what is no base64', { method: 'algo_signTxn', params: [[{ txn: '?' }]] }],
  ['what is no transaction', { method: 'algo_signTxn', params: [[{ txn: 'AAAA' }]] }],
  ['an object of ARC-60', { method: 'algo_signData', params: { data: 'AAAA', signer: own } }],
])('%s says nothing', async (_, asked) => {
  expect(await describedBy(asked)).toBeUndefined()
})

test('any bytes at all are read, or are nothing that is known', () =>
  fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
      const params = [[{ txn: Buffer.from(bytes).toString('base64') }]]
      const shown = await describedBy({ method: 'algo_signTxn', params })
      if (shown) expect(levelOf(shown)).toBe('deliberate')
    }),
    { numRuns: 300 },
  ))

test('a kit reads them by what it is given', async () => {
  const { describe: read } = await algorandWords().load()
  const shown = await read({ ...request(payment()), network, peerUrl: 'https://dapp.example', now: 0n })
  expect(shown?.title.name).toBe('request.send')
})
