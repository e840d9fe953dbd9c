import { describe, expect, test } from 'vitest'
import type { Attempt } from '../state/attempt.js'
import { emptySend, type KeptSend, nextSend, phaseOf, type SendDraft, type SendEvent } from './machine.js'

const coin = { type: 'coin' } as const
const token = { type: 'token', address: '0xd0' } as const
const draft: SendDraft = {
  family: 'eip155',
  networkId: 'eip155:1',
  networkName: 'Ethereum',
  connectorId: 'fake',
  account: '0xa1',
  asset: coin,
  amount: 1n,
  decimals: 18,
  symbol: 'ETH',
  name: 'Ether',
  iconUrl: undefined,
  price: undefined,
  to: '0xb0',
  toName: undefined,
  toAvatar: undefined,
}
const found = { status: 'found', text: 'bob.id', address: '0xb0', name: undefined } as const
const reading = { status: 'reading', text: 'bob', lookup: 2 } as const
/** Filled in, and previewed. */
const filled: KeptSend = {
  form: { asset: token, amount: '5', recipient: found, accepted: undefined },
  review: { draft },
  fee: { status: 'none' },
  max: 'busy',
}
const filling = (change: Partial<KeptSend['form']>): KeptSend => ({ ...filled, form: { ...filled.form, ...change } })
const next = (state: KeptSend, event: SendEvent, isAsked = false) => nextSend(state, event, isAsked)

describe('[S3.17] the form', () => {
  test.each<[string, SendEvent, Partial<KeptSend['form']>, Partial<KeptSend>]>([
    [
      'another asset: the amount begins anew',
      { type: 'assetChosen', asset: coin },
      { asset: coin, amount: '' },
      { max: 'idle' },
    ],
    ['an amount', { type: 'amountTyped', text: '7' }, { amount: '7' }, { max: 'idle' }],
    ['an agreement', { type: 'warningAccepted', address: '0xb0' }, { accepted: '0xb0' }, {}],
    [
      'a recipient',
      { type: 'recipientTyped', text: ' al', lookup: 3 },
      { recipient: { status: 'reading', text: ' al', lookup: 3 } },
      {},
    ],
    [
      'nothing but a space',
      { type: 'recipientTyped', text: ' ', lookup: 3 },
      { recipient: { status: 'empty', text: '' } },
      {},
    ],
  ])(
    'takes %s, and what was previewed is previewed no more, unless the wallet has been asked',
    (_, event, form, more) => {
      const expected = { ...filling(form), ...more }
      expect(next(filled, event)).toStrictEqual({ ...expected, review: undefined })
      expect(next(filled, event, true)).toStrictEqual(expected)
    },
  )

  test.each<[string, KeptSend['form']['recipient'], SendEvent, KeptSend['form']['recipient']]>([
    [
      'an address',
      reading,
      { type: 'recipientRead', lookup: 2, found: { address: '0xb0', name: 'bob' } },
      { status: 'found', text: 'bob', address: '0xb0', name: 'bob' },
    ],
    [
      'a fault',
      reading,
      { type: 'recipientRead', lookup: 2, found: 'name' },
      { status: 'unknown', text: 'bob', fault: 'name' },
    ],
    ['a former reading', reading, { type: 'recipientRead', lookup: 1, found: { address: '0xb0' } }, reading],
    ['a reading once it is found', found, { type: 'recipientRead', lookup: 2, found: { address: '0xc0' } }, found],
    [
      'a name of it',
      found,
      { type: 'recipientNamed', address: '0xb0', name: 'bob', avatar: 'https://pictures.example/bob' },
      { ...found, name: 'bob', avatar: 'https://pictures.example/bob' },
    ],
    ['a name of another', found, { type: 'recipientNamed', address: '0xc0', name: 'carol' }, found],
    ['a name while it is read', reading, { type: 'recipientNamed', address: '0xb0', name: 'bob' }, reading],
  ])('a recipient, by %s', (_, before, event, after) => {
    const state = filling({ recipient: before })
    const now = next(state, event)
    expect(now.form.recipient).toStrictEqual(after)
    if (after === before) expect(now).toBe(state)
    // A name only says more of the same address: the preview stands.
    else expect(now.review).toBe(event.type === 'recipientNamed' ? filled.review : undefined)
  })

  test('the most of the coin counts while it is asked for', () => {
    expect(next({ ...filled, max: 'idle' }, { type: 'maxAsked' })).toStrictEqual({ ...filled, max: 'busy' })
    expect(next(filled, { type: 'maxFailed', reason: 'nothing' })).toStrictEqual({ ...filled, max: 'nothing' })
    const typed: KeptSend = { ...filled, max: 'idle' }
    expect(next(typed, { type: 'maxFailed', reason: 'failed' })).toBe(typed)
  })

  test('elsewhere the coin and its amount stay, a token doesn’t, and another account’s most is asked for anew', () => {
    const ofCoin = filling({ asset: coin })
    expect(next(ofCoin, { type: 'networkChanged' })).toStrictEqual({ ...ofCoin, max: 'idle' })
    const ofNone = { ...filling({ asset: undefined, amount: '' }), max: 'idle' }
    expect(next(filled, { type: 'networkChanged' })).toStrictEqual(ofNone)
    expect(next(filled, { type: 'accountChanged' })).toStrictEqual({ ...filled, max: 'idle' })
    expect(next(filled, { type: 'reset' })).toStrictEqual(emptySend)
    expect(next(filled, { type: 'reset' }, true)).toStrictEqual({ ...emptySend, review: { draft } })
  })
})

describe('[F22] the preview', () => {
  test('its fee is on its way, and that of another preview is not its own', () => {
    const previewed = next({ ...filled, review: undefined }, { type: 'reviewed', draft })
    expect(previewed).toStrictEqual({ ...filled, fee: { status: 'loading' } })
    const fee = { status: 'refused' } as const
    expect(next(previewed, { type: 'feeRead', draft, fee })).toStrictEqual({ ...filled, fee })
    expect(next(previewed, { type: 'feeRead', draft: { ...draft }, fee })).toBe(previewed)
    const left = next(previewed, { type: 'reviewLeft' })
    expect(left.review).toBeUndefined()
    expect(next(left, { type: 'feeRead', draft, fee })).toBe(left)
  })

  test('once the wallet is asked nothing else is previewed, and leaving it takes nothing back', () => {
    const asked = next(filled, { type: 'asked', attemptId: 4 })
    expect(asked.review).toStrictEqual({ draft, attemptId: 4 })
    expect(next(asked, { type: 'reviewed', draft: { ...draft, amount: 2n } }, true)).toBe(asked)
    expect(next(asked, { type: 'reviewLeft' }, true).review).toBe(asked.review)
    expect(next(emptySend, { type: 'asked', attemptId: 4 })).toBe(emptySend)
    expect(next(asked, { type: 'sent' }, true)).toBe(emptySend)
  })

  const attempt = (change: Partial<Pick<Attempt, 'id' | 'end'>>): Attempt => ({
    ...{ id: 4, kind: 'send', networkId: 'eip155:1', address: '0xa1', step: { type: 'walletPrompt' } },
    ...change,
  })
  const failed = (code: string, mayHaveBeenSent?: true) =>
    attempt({ end: { status: 'failed', code, notice: 'error.unknown', ...(mayHaveBeenSent && { mayHaveBeenSent }) } })
  const stands = { status: 'reviewing', draft }

  test.each<[string, object, Attempt | undefined, boolean]>([
    ['stands', { ...stands, notice: undefined }, undefined, true],
    ['is sent', { status: 'sending', draft }, attempt({}), true],
    ['is sent, wherever the wallet went', { status: 'sending', draft }, attempt({}), false],
    ['stands beside another attempt', { ...stands, notice: undefined }, attempt({ id: 3 }), true],
    ['was declined', { ...stands, notice: 'send.declined' }, failed('user_rejected'), true],
    ['failed', { ...stands, notice: 'send.failed' }, failed('json_rpc'), true],
    [
      'failed by its first amount',
      { ...stands, notice: 'error.firstAmount' },
      attempt({ end: { status: 'failed', code: 'existential_deposit', notice: 'error.firstAmount' } }),
      true,
    ],
    ['may have been sent', { status: 'dropped', reason: 'unknown' }, failed('request_timeout', true), true],
    [
      'may have been sent from elsewhere',
      { status: 'dropped', reason: 'unknown' },
      failed('user_rejected', true),
      false,
    ],
    ['was made elsewhere', { status: 'dropped', reason: 'moved' }, undefined, false],
  ])('%s', (_, phase, newest, isHere) => {
    const review = { draft, attemptId: 4 as const }
    expect(phaseOf({ review, attempt: newest, isHere: () => isHere })).toStrictEqual(phase)
    expect(phaseOf({ review: undefined, attempt: newest, isHere: () => isHere })).toStrictEqual({ status: 'filling' })
  })
})
