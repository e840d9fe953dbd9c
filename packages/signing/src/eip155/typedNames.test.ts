import fc from 'fast-check'
import * as v from 'valibot'
import { bytesToHex, hashStruct, keccak256 } from 'viem'
import { describe, expect, test } from 'vitest'
import { assertHashable, typedDataPayload } from './payloads.js'
import { readTypedData } from './readTypedData.js'
import { type AskedTypedData, TypedDataParams } from './requestParams.js'

const ada = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const network = {
  chainId: 'eip155:31337',
  name: 'Local chain',
  rpcUrl: 'http://127.0.0.1:8545',
  currency: { symbol: 'ETH', decimals: 18 },
  tokens: [],
} as const
const domain = { name: 'Permit2', chainId: 31337, verifyingContract: ada }

const read = (data: AskedTypedData) => readTypedData({ data, address: ada, network, assertHashable })
const digest = (data: AskedTypedData) => keccak256(bytesToHex(typedDataPayload(data)))
const why = (data: AskedTypedData) => {
  const outcome = read(data)
  return outcome.status === 'unreadable' ? outcome.why : undefined
}

const word = (name: string) => ({ name, type: 'uint256' })
const permitted = { token: ada, amount: '1000000' }
const witness = { a: '1', b: '2', c: '3', d: '4', e: '5' }
/** A permit of Permit2's, of which the page itself chooses the witness. */
const permit = {
  types: {
    PermitWitnessTransferFrom: [
      { name: 'permitted', type: 'TokenPermissions' },
      { name: 'spender', type: 'address' },
      word('nonce'),
      word('deadline'),
      { name: 'witness', type: 'Witness' },
    ],
    TokenPermissions: [{ name: 'token', type: 'address' }, word('amount')],
    Witness: ['a', 'b', 'c', 'd', 'e'].map(word),
  },
  primaryType: 'PermitWitnessTransferFrom',
  domain,
  message: { permitted, spender: ada, nonce: '7', deadline: '9', witness },
}
const partOf = (primaryType: 'TokenPermissions' | 'Witness', data: Record<string, unknown>) =>
  BigInt(hashStruct({ data, primaryType, types: permit.types })).toString()

/** The same digest, by a name that holds the rest of the permit's type: five numbers, and no word of a token. */
const inOther =
  'PermitWitnessTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline,Witness witness)TokenPermissions(address token,uint256 amount)Witness'
const points = {
  types: { [inOther]: permit.types.Witness },
  primaryType: inOther,
  domain,
  message: {
    a: partOf('TokenPermissions', permitted),
    ...{ b: BigInt(ada).toString(), c: '7', d: '9' },
    e: partOf('Witness', witness),
  },
}

test('[F13] a permit isn’t signed as data of another name that has its digest', () => {
  expect(digest(points)).toBe(digest(permit))
  expect(read(permit)).toMatchObject({ status: 'readable', isPermit: true })
  expect(why(points)).toMatch(/^The typed data has a type “PermitWitness.+”, which isn’t the name of one\.$/)
})

test('[F13] typed data written as JSON has each name once', () => {
  const written = JSON.stringify(permit)
  expect(v.is(TypedDataParams, [ada, written])).toBe(true)
  expect(v.is(TypedDataParams, [ada, written.replace('"nonce":', '"deadline":"1","nonce":')])).toBe(false)
  expect(v.is(TypedDataParams, [ada, '{'])).toBe(false)
})

describe('[F13] names of typed data are names', () => {
  const note = (name: string, type = 'string') => ({
    types: { Note: [{ name: 'text', type: 'string' }], Mail: [{ name, type }] },
    primaryType: 'Mail',
    domain,
    message: { [name]: type.endsWith(']') ? [] : 'x' },
  })

  test.each(['text', '_', '$to', 'a1', 'toString', 'Ab$'])('a field may be called %s', (name) => {
    expect(why(note(name))).toBeUndefined()
  })

  test.each(['', '1a', 'a b', 'a,string b', 'a)Note(string b', 'a[]', 'é', 'a\n', 'a​'])(
    'no field is called “%s”',
    (name) => {
      expect(why(note(name))).toContain('a field “')
    },
  )

  test.each([
    'Note b)Note(string[]',
    'Note[] b)Note(string[]',
    'None[]',
    'Note[-1]',
    'Note[][',
    ' Note[]',
    'uint256 [ ]',
  ])('no list is of “%s”, even one that holds nothing', (type) => {
    expect(why(note('list', type))).toContain('a type “')
  })

  test('a type that nothing names is one too, and so is a domain’s', () => {
    expect(why({ ...note('text'), types: { ...note('text').types, 'Note b': [] } })).toContain('a type “Note b”')
    const EIP712Domain = [{ name: 'version)Note(string b', type: 'string' }]
    expect(why({ ...note('text'), types: { ...note('text').types, EIP712Domain } })).toContain('a field “version)Note')
  })

  // What hashes it looks for types by letters, digits and “_” alone, and would leave out what such a one names.
  test('no type’s name has a “$”', () => {
    const types = { Mail$: [{ name: 'note', type: 'Note' }], Note: [{ name: 'text', type: 'string' }] }
    expect(why({ types, primaryType: 'Mail$', domain, message: { note: { text: 'x' } } })).toContain('a type “Mail$”')
  })

  test('no name with anything of a type’s own punctuation is read, wherever it stands', () => {
    const punctuation = fc.constantFrom(...' (),[]{}":;.-\t\n')
    const name = fc
      .tuple(fc.stringMatching(/^\w{0,6}$/), punctuation, fc.string({ maxLength: 8 }))
      .map((all) => all.join(''))
    fc.assert(
      fc.property(name, (name) => {
        expect(why(note(name))).toContain('a field “')
        expect(why({ ...note('text'), types: { ...note('text').types, [`T${name}`]: [] } })).toContain('a type “')
      }),
    )
  })
})
