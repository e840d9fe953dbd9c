import { makeAuthInfoBytes, Registry } from '@cosmjs/proto-signing'
import { drawnRequest, headlineSentences, ownAccountSentences, requestSentences } from '@foyer/core/messages'
import type { ShownRequest } from '@foyer/core/words'
import { MsgSend } from 'cosmjs-types/cosmos/bank/v1beta1/tx'
import { MsgDeposit } from 'cosmjs-types/cosmos/gov/v1beta1/tx'
import { TxBody } from 'cosmjs-types/cosmos/tx/v1beta1/tx'
import { describe, expect, test } from 'vitest'
import { describeCosmos, levelOf, RequestTooLargeError, sayRequestInEnglish, spokenRequest } from './index.js'

const network = {
  chainId: 'cosmos:foyer-1',
  name: 'Foyer Cosmos',
  currency: { symbol: 'ATOM', decimals: 6 },
  rpcUrl: 'http://127.0.0.1:1',
  tokens: [],
}
const own = 'cosmos1tp7fhly84qm6q4hhzmp0nh5frtdugmysu2r4sf'
const to = 'cosmos1w508d6qejxtdg4y5r3zarvary0c5xw7k6ah60c'
const sendType = '/cosmos.bank.v1beta1.MsgSend'
const depositType = '/cosmos.gov.v1beta1.MsgDeposit'
const registry = new Registry([
  [sendType, MsgSend],
  [depositType, MsgDeposit],
])
const sendOf = (changes: object = {}) => ({
  typeUrl: sendType,
  value: { fromAddress: own, toAddress: to, amount: [{ denom: 'uatom', amount: '1500000' }], ...changes },
})
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

/** As the official library writes it. */
function direct({
  messages = [sendOf()],
  memo = '',
  chainId = 'foyer-1',
  payer,
  body = registry.encodeTxBody({ messages, memo }),
}: {
  readonly messages?: readonly { readonly typeUrl: string; readonly value: object }[]
  readonly memo?: string
  readonly chainId?: string
  readonly payer?: string
  readonly body?: Uint8Array
} = {}) {
  const info = makeAuthInfoBytes(
    [{ pubkey: { typeUrl: '/cosmos.crypto.secp256k1.PubKey', value: new Uint8Array() }, sequence: 3 }],
    [{ denom: 'uatom', amount: '2500' }],
    100_000,
    undefined,
    payer,
  )
  const signDoc = { chainId, accountNumber: '7', bodyBytes: base64(body), authInfoBytes: base64(info) }
  return { method: 'cosmos_signDirect', params: { signerAddress: own, signDoc } }
}

const aminoDoc = {
  chain_id: 'foyer-1',
  account_number: '7',
  sequence: '3',
  fee: { amount: [{ denom: 'uatom', amount: '2500' }], gas: '100000' },
  msgs: [
    {
      type: 'cosmos-sdk/MsgSend',
      value: { from_address: own, to_address: to, amount: [{ denom: 'uatom', amount: '1500000' }] },
    },
  ],
  memo: '',
}
const amino = (changes: object = {}) => ({
  method: 'cosmos_signAmino',
  params: { signerAddress: own, signDoc: { ...aminoDoc, ...changes } },
})
const message = (text: string, signer = own) =>
  amino({
    ...{ chain_id: '', account_number: '0', sequence: '0', fee: { amount: [], gas: '0' }, memo: '' },
    msgs: [{ type: 'sign/MsgSignData', value: { signer, data: Buffer.from(text).toString('base64') } }],
  })

const describedBy = (request: { readonly method: string; readonly params: unknown }) =>
  describeCosmos({ ...request, network, peerUrl: 'https://dapp.example', now: 0n })
const saidOf = (shown: ShownRequest | undefined) => {
  const spoken = spokenRequest(shown ?? expect.fail(), sayRequestInEnglish)
  return {
    title: spoken.title,
    facts: spoken.facts.map(({ label, value }) => `${label}: ${value}`),
    warnings: spoken.warnings,
  }
}

describe('a payment', () => {
  const facts = [
    'You give: 1.5 ATOM',
    `To: ${to}`,
    'Fee, at most: 0.0025 ATOM',
    'Memo, public: Nothing',
    `With: ${own}`,
    'Network: Foyer Cosmos',
  ]
  test.each([
    ['bytes', direct()],
    ['JSON', amino()],
  ])('as %s says what is given, to whom, its fee, and that there is no memo', async (_, request) => {
    const shown = await describedBy(request)
    expect(saidOf(shown)).toEqual({ title: 'Send ATOM', facts, warnings: ['It has no memo, which exchanges need.'] })
    expect(levelOf(shown ?? expect.fail())).toBe('careful')
  })

  test('says its memo', async () => {
    const shown = await describedBy(direct({ memo: '1234567' }))
    expect(saidOf(shown)).toMatchObject({
      facts: expect.arrayContaining(['Memo, public: 1234567']),
      warnings: [],
    })
    expect(levelOf(shown ?? expect.fail())).toBe('plain')
  })

  test('of another coin names it by its denomination, and takes a step of its own', async () => {
    const shown = await describedBy(
      direct({ messages: [sendOf({ amount: [{ denom: 'ibc/27394FB0', amount: '5' }] })] }),
    )
    expect(saidOf(shown).facts).toEqual(
      expect.arrayContaining([expect.stringMatching(/^You give: 5 of its smallest unit/), 'Token: ibc/27394FB0']),
    )
    expect(shown?.isDeliberate).toBe(true)
  })

  test('on another chain than the one that is shown is warned of', async () => {
    const shown = await describedBy(direct({ chainId: 'foyer-2', memo: 'mine' }))
    expect(saidOf(shown).warnings).toEqual(['This is for foyer-2, not for Foyer Cosmos.'])
    expect(shown?.isDeliberate).toBe(true)
  })
})

const extended = TxBody.encode(
  TxBody.fromPartial({
    ...TxBody.decode(registry.encodeTxBody({ messages: [sendOf()] })),
    extensionOptions: [{ typeUrl: '/any', value: new Uint8Array() }],
  }),
).finish()
const deposit = {
  typeUrl: depositType,
  value: { proposalId: 1n, depositor: own, amount: [] },
}

test.each([
  ['another message', direct({ messages: [deposit] })],
  ['a payment and more', direct({ messages: [sendOf(), deposit] })],
  ['a payment of somebody else', direct({ messages: [sendOf({ fromAddress: to })] })],
  ['a fee that another pays', direct({ payer: to })],
  ['an extension', direct({ body: extended })],
  ['another message as JSON', amino({ msgs: [{ type: 'cosmos-sdk/MsgDelegate', value: {} }] })],
  [
    'a payment with a field more as JSON',
    amino({ msgs: [{ ...aminoDoc.msgs[0], value: { ...aminoDoc.msgs[0]?.value, more: 1 } }] }),
  ],
  ['a part more as JSON', amino({ more: 1 })],
  ['a message with a part more as JSON', amino({ msgs: [{ ...aminoDoc.msgs[0], more: 1 }] })],
  ['a fee with a part more as JSON', amino({ fee: { ...aminoDoc.fee, more: 1 } })],
])('%s isn’t read as a payment, and takes a step of its own', async (_, request) => {
  const shown = await describedBy(request)
  expect(saidOf(shown)).toMatchObject({
    title: 'Sign a transaction',
    warnings: [expect.stringContaining('can’t be read')],
  })
  expect(shown?.isDeliberate).toBe(true)
  expect(shown?.content?.text.length).toBeGreaterThan(10)
})

test('of a coin with a part more as JSON nothing is known', async () => {
  const amount = [{ denom: 'uatom', amount: '1', more: 1 }]
  expect(await describedBy(amino({ fee: { gas: '1', amount } }))).toBeUndefined()
})

test.each([
  ['a message', { msgs: [{ ...aminoDoc.msgs[0], more: 'said' }] }],
  ['a fee', { fee: { ...aminoDoc.fee, more: 'said' } }],
])('[F13] all that is signed of %s as JSON stands in its data', async (_, changes) => {
  expect((await describedBy(amino(changes)))?.content?.text).toContain('said')
})

test.each([
  ['its value', { value: { signer: own, data: 'aGk=', more: 1 } }],
  ['itself', { value: { signer: own, data: 'aGk=' }, more: 1 }],
])('[F13] a message with more beside in %s is signed as a transaction', async (_, more) => {
  const none = { chain_id: '', account_number: '0', sequence: '0', fee: { amount: [], gas: '0' }, memo: '' }
  const shown = await describedBy(amino({ ...none, msgs: [{ type: 'sign/MsgSignData', ...more }] }))
  expect(saidOf(shown).title).toBe('Sign a transaction')
})

const sentences = { ...requestSentences, ...ownAccountSentences, ...headlineSentences }
const granting = { type: 'cosmos-sdk/MsgGrant', value: { granter: own, grantee: to } }
const payment = (amount: string, toAddress = to) => sendOf({ toAddress, amount: [{ denom: 'uatom', amount }] })

describe('several messages', () => {
  test('that are payments come to what each recipient is given in all', async () => {
    const shown = await describedBy(
      direct({ messages: [payment('1000000'), payment('500000', own), payment('250000')], memo: 'rent' }),
    )
    expect(saidOf(shown)).toMatchObject({ title: 'Send ATOM', warnings: [] })
    expect(saidOf(shown).facts.slice(0, 4)).toEqual([
      ...['You give: 1.25 ATOM', `To: ${to}`],
      ...['You give: 0.5 ATOM', `To: ${own}`],
    ])
    expect(levelOf(shown ?? expect.fail())).toBe('plain')
  })

  test.each([
    ['another message behind it', amino({ msgs: [...aminoDoc.msgs, granting] })],
    ['another message before it', amino({ msgs: [granting, ...aminoDoc.msgs] })],
    ['another message as bytes', direct({ messages: [sendOf(), deposit] })],
    ['an extension', direct({ body: extended })],
    ['a fee that another pays', direct({ payer: to })],
  ])('never say less than what is given: %s', async (_, request) => {
    const shown = await describedBy(request)
    expect(saidOf(shown).facts.slice(0, 2)).toEqual(['You give: 1.5 ATOM', `To: ${to}`])
    expect(shown?.isDeliberate).toBe(true)
    const say = (name: keyof typeof sentences, values: Readonly<Record<string, string>>) =>
      sentences[name].replace(/\{(\w+)\}/g, (_, place: string) => values[place] ?? '')
    const { headline } = drawnRequest(shown ?? expect.fail(), { say, locale: 'en' })
    expect(headline.map(({ text }) => text.replaceAll('\u00a0', ' ')).join('')).toBe(
      'You give 1.5 ATOM to cosm…6ah60c. The rest could not be checked.',
    )
  })

  test('that aren’t read are called as their chain names them', async () => {
    const { facts } = saidOf(await describedBy(amino({ msgs: [...aminoDoc.msgs, granting] })))
    expect(facts).toEqual(expect.arrayContaining(['Step 1: Send ATOM', 'Step 2: cosmos-sdk/MsgGrant']))
    expect(saidOf(await describedBy(direct({ messages: [deposit] }))).facts).toContain(`What: ${depositType}`)
  })
})

test.each([
  ['a tenth of what is given', '1000000', '100000', false],
  ['more than a tenth', '1000000', '100001', true],
  ['more than a tenth, and next to nothing', '100000', '19999', false],
  ['more than a tenth, and a fiftieth of a coin', '100000', '20000', true],
  ['more than what is given', '100000', '5000000', true],
])('a fee of %s', async (_, given, fee, isHigh) => {
  const request = amino({
    fee: { amount: [{ denom: 'uatom', amount: fee }], gas: '100000' },
    msgs: [
      {
        ...aminoDoc.msgs[0],
        value: { from_address: own, to_address: to, amount: [{ denom: 'uatom', amount: given }] },
      },
    ],
    memo: 'rent',
  })
  const shown = await describedBy(request)
  expect(saidOf(shown).warnings).toEqual(isHigh ? ['The fee is far higher than usual.'] : [])
  expect(shown?.isDeliberate).toBe(isHigh)
})

test('[F13] a fee is looked at whatever it is paid for', async () => {
  const feeOf = (amount: string, denom = 'uatom') => ({ fee: { amount: [{ denom, amount }], gas: '100000' } })
  const vote = { type: 'cosmos-sdk/MsgVote', value: { proposal_id: '12', voter: own, option: 1 } }
  const voting = await describedBy(amino({ ...feeOf('900000000'), msgs: [vote] }))
  expect([levelOf(voting ?? expect.fail()), saidOf(voting).warnings]).toEqual([
    ...['deliberate', ['The fee is far higher than usual.']],
  ])
  const usual = await describedBy(amino({ ...feeOf('2500'), msgs: [vote] }))
  expect(levelOf(usual ?? expect.fail())).toBe('plain')
  // What stays with the account pays for nothing.
  const [sent] = aminoDoc.msgs
  const toOneself = {
    ...sent,
    value: { ...sent?.value, to_address: own, amount: [{ denom: 'uatom', amount: '900000000' }] },
  }
  const within = await describedBy(amino({ ...feeOf('89000000'), msgs: [toOneself], memo: 'rent' }))
  expect(saidOf(within).warnings).toEqual(['The fee is far higher than usual.'])
  const free = await describedBy(amino({ ...feeOf('0', 'ibc/27394FB0'), msgs: [vote] }))
  expect(levelOf(free ?? expect.fail())).toBe('plain')
  const foreign = await describedBy(amino({ ...feeOf('50000000000', 'ibc/27394FB0'), memo: 'rent' }))
  expect(saidOf(foreign).facts).toContain('Token: ibc/27394FB0')
  expect(saidOf(foreign).warnings).toContain('The fee is paid in a token whose value isn’t known here.')
  expect(levelOf(foreign ?? expect.fail())).toBe('deliberate')
})

describe('a message', () => {
  test('is shown whole', async () => {
    const shown = await describedBy(message('Hello <👋>'))
    expect(saidOf(shown).title).toBe('Sign a message')
    expect(shown?.content).toMatchObject({ text: 'Hello <👋>', isCode: false })
    expect(levelOf(shown ?? expect.fail())).toBe('plain')
  })

  test('in another’s name is nothing that is known', async () => {
    expect(await describedBy(message('Hello', to))).toBe(undefined)
  })
})

test.each([
  ['another method', { method: 'cosmos_getAccounts', params: {} }],
  ['no parameters', { method: 'cosmos_signDirect', params: undefined }],
  [
    'bytes that are none',
    {
      method: 'cosmos_signDirect',
      params: {
        signerAddress: own,
        signDoc: { chainId: 'foyer-1', accountNumber: '1', bodyBytes: 'CgU=', authInfoBytes: '' },
      },
    },
  ],
  [
    'base64 with bits that no encoder leaves',
    {
      method: 'cosmos_signDirect',
      params: {
        signerAddress: own,
        signDoc: { chainId: 'foyer-1', accountNumber: '1', bodyBytes: 'AB==', authInfoBytes: '' },
      },
    },
  ],
])('%s says nothing', async (_, request) => {
  expect(await describedBy(request)).toBe(undefined)
})

test('what is too large is refused', async () => {
  await expect(describedBy(message('x'.repeat(200_000)))).rejects.toThrow(RequestTooLargeError)
})
