import { bytesToHex } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { writeAddress } from '../addresses/address.js'
import { tezosMainnet } from '../networks.js'
import { michelineString } from '../wire/micheline.js'
import { operationOf } from '../wire/operation.js'
import { describeTezos, levelOf, RequestTooLargeError, sayRequestInEnglish, spokenRequest } from './index.js'
import { tezosWords } from './tezosWords.js'

const network = {
  chainId: tezosMainnet.caipNetworkId,
  name: tezosMainnet.name,
  currency: { symbol: 'XTZ', decimals: 6 },
  rpcUrl: 'http://127.0.0.1:1',
  tokens: [],
}
const [account = '', to = ''] = [7, 9].map((byte) => writeAddress('tz1', new Uint8Array(20).fill(byte)))
const contract = writeAddress('KT1', new Uint8Array(20).fill(5))

const describedBy = (method: string, params: unknown) =>
  inEachSpelling(params, (given) =>
    describeTezos({ method, params: given, network, peerUrl: 'https://dapp.example', now: 0n }),
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
async function said(method: string, params: unknown) {
  const shown = (await describedBy(method, params)) ?? expect.fail()
  const { title, facts, warnings } = spokenRequest(shown, sayRequestInEnglish)
  return {
    ...{ title, warnings, level: levelOf(shown), content: shown.content?.text },
    facts: Object.fromEntries(facts.map(({ label, value }) => [label, value])),
  }
}
const send = (...operations: readonly object[]) => said('tezos_send', { account, operations })
const sign = (payload: string) => said('tezos_sign', { account, payload })
const unread = 'What this does can’t be read from its data. It may move everything that you have.'
const transfer = operationOf({ to, amount: 1_500_000n })

test('a transfer as the kit asks for it is said whole', async () => {
  expect(await send(transfer)).toEqual({
    ...{ title: 'Send XTZ', level: 'plain', warnings: [], content: undefined },
    facts: { 'You give': '1.5 XTZ', To: to, With: account, Network: 'Tezos' },
  })
  expect(await send({ ...transfer, fee: '500', gas_limit: '2000', storage_limit: '0' })).toMatchObject({
    ...{ level: 'plain', facts: { Fee: '0.0005 XTZ' } },
  })
})

test('[F13] a fee far higher than usual is warned of, and takes a step of its own', async () => {
  const high = 'The fee is far higher than usual.'
  expect(await send({ ...transfer, fee: '1000000000' })).toMatchObject({ level: 'deliberate', warnings: [high] })
  expect((await send({ ...transfer, fee: '100000' })).level).toBe('plain')
  expect((await send(...Array(2).fill({ ...transfer, fee: '60000' }))).warnings).toEqual([high])
  expect((await send({ ...transfer, destination: contract, fee: '100001' })).warnings).toEqual([unread, high])
  // Each operation's, whatever it does and however it is written.
  const leaving = { kind: 'delegation', delegate: to }
  for (const operations of [
    [{ ...leaving, fee: '100001' }],
    [transfer, { kind: 'reveal', fee: '900000000' }],
    [{ ...transfer, fee: 100_001 }],
  ])
    expect((await send(...operations)).warnings).toEqual([unread, high])
  expect((await send({ ...leaving, fee: '100001' })).facts).toMatchObject({ Fee: '0.100001 XTZ' })
})

test.each([
  ['to a contract', [{ ...transfer, destination: contract }]],
  ['with a call', [{ ...transfer, parameters: { entrypoint: 'transfer', value: {} } }]],
  ['from another account', [{ ...transfer, source: to }]],
  ['that names what is unknown', [{ ...transfer, more: 1 }]],
  ['of an amount that is none', [{ ...transfer, amount: '-1' }]],
  ['to nobody', [{ ...transfer, destination: 'tz1' }]],
  ['and a delegation', [transfer, { kind: 'delegation', delegate: to }]],
  ['that is an origination', [{ kind: 'origination', balance: '1', script: {} }]],
])('an operation %s takes a step of its own, with its data', async (_, operations) => {
  const { level, warnings, content } = await send(...operations)
  expect([level === 'plain', warnings]).toEqual([false, [unread]])
  expect(content).toBe(JSON.stringify(operations, undefined, 2))
})

test('two transfers are said one after the other, and take a step of their own', async () => {
  const { level, facts, warnings } = await send(transfer, operationOf({ to: account, amount: 1n }))
  expect([level === 'plain', warnings]).toEqual([false, []])
  expect(facts).toMatchObject({ 'Step 1': 'Send XTZ', 'Step 2': 'Send XTZ' })
})

test('a message is its text; a sign-in is known as one', async () => {
  expect(await sign(bytesToHex(michelineString('Hellö')))).toMatchObject({
    ...{ title: 'Sign a message', level: 'plain', content: 'Hellö', facts: { With: account, Network: 'Tezos' } },
  })
})

test.each([
  ['an operation', `03${'ab'.repeat(87)}`],
  ['packed data that is no string', '0500a401'],
  ['a string of another length', '01010000000648656c6c6f'.replace(/^01/, '05')],
  ['a string with more behind it', `${bytesToHex(michelineString('Hello'))}00`],
  ['a string that is no text', '050100000001ff'],
])('%s is no message: it takes a step of its own', async (_, payload) => {
  const { level, warnings, content } = await sign(payload)
  expect([level === 'plain', warnings, content]).toEqual([false, [unread], payload])
})

test('of what can’t be read nothing is known, and nothing is read without end', async () => {
  for (const [method, params] of [
    ['tezos_getAccounts', {}],
    ['tezos_sign', { account, payload: 'xyz' }],
    ['tezos_sign', { account, payload: '0501', more: 1 }],
    ['tezos_send', { account, operations: [] }],
    ['tezos_send', { account: 'x', operations: [transfer] }],
  ] as const)
    expect(await describedBy(method, params)).toBeUndefined()
  await fc.assert(
    fc.asyncProperty(fc.constantFrom('tezos_send', 'tezos_sign'), fc.anything(), async (method, params) => {
      await describedBy(method, params)
    }),
    { numRuns: 50 },
  )
  await expect(describedBy('tezos_sign', { account, payload: 'ab'.repeat(100_000) })).rejects.toThrow(
    RequestTooLargeError,
  )
  expect((await tezosWords().load()).carriedOut).toBeTypeOf('function')
})
