import fc from 'fast-check'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { FoyerError } from '../errors/FoyerError.js'
import { formatAssetId, InvalidAssetIdError, parseAssetId } from './asset.js'
import {
  InvalidAccountIdError,
  InvalidNetworkIdError,
  parseAccountId,
  parseNetworkId,
  UnknownFamilyError,
} from './caip.js'
import { type AccountId, families, type NetworkId } from './ids.js'
import { currentId, familyNamed } from './otherNames.js'
import { isAccountId, isNetworkId } from './wellWritten.js'

const address = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const letters = (pattern: RegExp) => fc.stringMatching(pattern)
const networkId = fc
  .tuple(fc.constantFrom(...families), letters(/^[-_a-zA-Z0-9]{1,32}$/))
  .map((parts) => parts.join(':'))
const accountId = fc.tuple(networkId, letters(/^[-.%a-zA-Z0-9]{1,128}$/)).map((parts) => parts.join(':'))
const anyText = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  networkId,
  accountId,
  letters(/^[a-z0-9:/]{0,20}$/),
)

/** Returns the error that a parser throws, or undefined. */
function thrownBy(parse: () => unknown): unknown {
  try {
    parse()
    return undefined
  } catch (error) {
    return error
  }
}

describe('network ids (CAIP-2)', () => {
  test('[S5.21] are taken apart, their letters kept', () => {
    expect(parseNetworkId('eip155:1')).toEqual({ family: 'eip155', reference: '1', networkId: 'eip155:1' })
    expect(parseNetworkId('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp').reference).toBe('5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')
  })

  test.each([
    ['', 'parts'],
    ['eip155', 'parts'],
    ['eip155:1:0xab', 'parts'],
    ['eip155:1:', 'parts'],
    [':1', 'namespace'],
    ['ei:1', 'namespace'],
    ['EIP155:1', 'namespace'],
    ['eip1559999:1', 'namespace'],
    ['eip155:', 'reference'],
    ['eip155: 1', 'reference'],
    ['eip155:1\n', 'reference'],
    [`cosmos:${'a'.repeat(33)}`, 'reference'],
  ])('[S5.21 S8.20] %j is refused for its %s, in the known sentence', (text, fault) => {
    const error = thrownBy(() => parseNetworkId(text))
    expect(error).toBeInstanceOf(InvalidNetworkIdError)
    expect(error).toMatchObject({ code: 'invalid_network_id', facts: { fault } })
    expect(String(error)).toContain('Invalid CAIP-2 network id')
    expect(isNetworkId(text)).toBe(false)
  })

  test('[S1.10] every supported family is known, another one is a typed error', () => {
    for (const family of families) expect(parseNetworkId(`${family}:x`).family).toBe(family)
    const known = 'eip155 algorand solana cosmos polkadot cip34 elrond multiversx near tezos other'.split(' ')
    for (const name of known) expect(families).toContain(parseNetworkId(`${name}:1`).family)
    const error = thrownBy(() => parseNetworkId('dogecoin:1'))
    expect(error).toBeInstanceOf(UnknownFamilyError)
    expect(error).toMatchObject({ facts: { family: 'dogecoin' } })
    expect(isNetworkId('dogecoin:1')).toBe(false)
  })

  test.each([
    ['mvx:1', 'mvx:1'],
    ['elrond:1', 'mvx:1'],
    ['multiversx:D', 'mvx:D'],
    ['cip34:1-764824073', 'cip34:1-764824073'],
    ['eip155:1', 'eip155:1'],
  ])('[S1.10] %s is the network %s', (text, networkId) => {
    expect(parseNetworkId(text)).toMatchObject({ networkId, family: networkId.split(':')[0] })
    expect(parseAccountId(`${text}:erd1x`).accountId).toBe(`${networkId}:erd1x`)
    expect(currentId(`${text}:erd1x`)).toBe(`${networkId}:erd1x`)
    expect(isNetworkId(text)).toBe(text === networkId)
  })

  test('another family’s name, or that of an object’s own member, is left as it is', () => {
    for (const id of ['dogecoin:1', 'constructor:1', '', 'mvx']) expect(currentId(id)).toBe(id)
    expect(familyNamed('toString')).toBe(false)
  })

  test('[S5.21] come back unchanged, and pass their guard', () => {
    fc.assert(
      fc.property(networkId, (text) => {
        expect(parseNetworkId(text).networkId).toBe(text)
        expect(isNetworkId(text)).toBe(true)
      }),
    )
  })

  test('a value behind the guard is a network id', () => {
    const value: unknown = 'eip155:1'
    if (isNetworkId(value)) expectTypeOf(value).toEqualTypeOf<NetworkId>()
    expect(isNetworkId(1)).toBe(false)
    expect(isNetworkId(undefined)).toBe(false)
  })
})

describe('account ids (CAIP-10)', () => {
  test('[S5.20] are taken apart, their letters kept', () => {
    expect(parseAccountId(`eip155:1:${address}`)).toEqual({
      family: 'eip155',
      reference: '1',
      networkId: 'eip155:1',
      address,
      accountId: `eip155:1:${address}`,
    })
  })

  test('[S5.20] may have an underscore in them, as addresses of Cardano’s test networks do', () => {
    const text = `cip34:0-1:addr_test1${'q'.repeat(98)}`
    expect(parseAccountId(text).accountId).toBe(text)
  })

  test.each([
    ['eip155:1', 'parts'],
    [address, 'parts'],
    [`eip155:1:${address}:1`, 'parts'],
    [`e:1:${address}`, 'namespace'],
    [`eip155::${address}`, 'reference'],
    ['eip155:1:', 'address'],
    ['eip155:1:a b', 'address'],
    [`eip155:1:${'a'.repeat(129)}`, 'address'],
  ])('[S5.20 S8.20] %j is refused for its %s, in the known sentence', (text, fault) => {
    const error = thrownBy(() => parseAccountId(text))
    expect(error).toBeInstanceOf(InvalidAccountIdError)
    expect(error).toMatchObject({ code: 'invalid_account_id', facts: { fault } })
    expect(String(error)).toContain('Invalid CAIP-10 address')
    expect(isAccountId(text)).toBe(false)
  })

  test('an error says no address: it may end in a log', () => {
    const error = thrownBy(() => parseAccountId(`eip155:1:${address}:1`))
    expect(JSON.stringify([String(error), error])).not.toContain(address)
  })

  test('[S5.20] come back unchanged, and pass their guard', () => {
    fc.assert(
      fc.property(accountId, (text) => {
        expect(parseAccountId(text).accountId).toBe(text)
        expect(isAccountId(text)).toBe(true)
      }),
    )
  })

  test('of an unknown family are a typed error', () => {
    expect(thrownBy(() => parseAccountId('dogecoin:1:abc'))).toBeInstanceOf(UnknownFamilyError)
  })

  test('a value behind the guard is an account id', () => {
    const value: unknown = 'eip155:1:0xab'
    if (isAccountId(value)) expectTypeOf(value).toEqualTypeOf<AccountId>()
    expect(isAccountId({})).toBe(false)
  })
})

describe('asset ids (CAIP-19)', () => {
  test('are taken apart, with a token or without', () => {
    expect(parseAssetId('eip155:1/slip44:60')).toMatchObject({
      networkId: 'eip155:1',
      assetNamespace: 'slip44',
      assetReference: '60',
      tokenId: undefined,
      assetId: 'eip155:1/slip44:60',
    })
    expect(parseAssetId(`eip155:1/erc721:${address}/771769`)).toMatchObject({
      assetReference: address,
      tokenId: '771769',
      assetId: `eip155:1/erc721:${address}/771769`,
    })
  })

  test.each([
    ['eip155:1', 'parts'],
    ['eip155/slip44:60', 'parts'],
    ['eip155:1/slip44', 'parts'],
    ['eip155:1/slip44:60/1/2', 'parts'],
    ['eip155:1:2/slip44:60', 'parts'],
    ['E:1/slip44:60', 'namespace'],
    ['eip155:/slip44:60', 'reference'],
    ['eip155:1/SLIP:60', 'asset'],
    ['eip155:1/slip44:', 'asset'],
    ['eip155:1/erc721:0xab/', 'asset'],
    [`eip155:1/erc721:0xab/${'1'.repeat(79)}`, 'asset'],
  ])('%j is refused for its %s', (text, fault) => {
    const error = thrownBy(() => parseAssetId(text))
    expect(error).toBeInstanceOf(InvalidAssetIdError)
    expect(error).toMatchObject({ code: 'invalid_asset_id', facts: { fault } })
  })

  test('come back as they went in', () => {
    const part = letters(/^[a-zA-Z0-9]{1,40}$/)
    const asset = fc.record({
      network: networkId,
      name: letters(/^[a-z0-9]{3,8}$/),
      reference: part,
      token: fc.option(part),
    })
    fc.assert(
      fc.property(asset, ({ network, name, reference, token }) => {
        const text = `${network}/${name}:${reference}${token === null ? '' : `/${token}`}`
        expect(parseAssetId(text).assetId).toBe(text)
        expect(formatAssetId(parseAssetId(text))).toBe(text)
      }),
    )
  })
})

test('[S5.20 S5.21] no text makes a parser throw anything but our own errors, and the guards agree with the parsers', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      for (const parse of [parseNetworkId, parseAccountId, parseAssetId]) {
        const error = thrownBy(() => parse(text))
        expect(error === undefined || error instanceof FoyerError).toBe(true)
      }
      expect(isNetworkId(text)).toBe(thrownBy(() => parseNetworkId(text)) === undefined)
      expect(isAccountId(text)).toBe(thrownBy(() => parseAccountId(text)) === undefined)
    }),
    { numRuns: 2_000 },
  )
})
