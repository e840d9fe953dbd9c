import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseAccounts, parseChainId, parseSomeAccounts } from './walletRequest.js'

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

test.each(['0x7a69', '0x07a69', '31337', 31337])('reads the chain id %s', (written) => {
  expect(parseChainId(written)).toBe('eip155:31337')
})

test.each(['', '0x', '0', 0, -1, 1.5, '7a69', '1e3', ' 1', Number.NaN, '0xffffffffffffffff', null, {}, [1]])(
  'takes %s for no chain id',
  (nonsense) => expect(parseChainId(nonsense)).toBeUndefined(),
)

test.each([
  ['lower', address.toLowerCase()],
  ['upper', `0x${address.slice(2).toUpperCase()}`],
  ['its own', address],
])('an address that a wallet writes in %s case has its checksum, and counts once', (_, written) => {
  expect(parseAccounts([written, address])).toEqual([{ namespace: 'eip155', address, type: 'eoa' }])
  expect(parseAccounts([])).toEqual([])
  expect(parseSomeAccounts([])).toBeUndefined()
})

test.each([null, 'x', {}, [null], ['0x12'], [address.slice(2)], [5, {}], Array(1001).fill(address)])(
  'takes %.60o for no accounts',
  (nonsense) => expect(parseAccounts(nonsense)).toBeUndefined(),
)

test('an address that is none is left out, and the others stay', () => {
  expect(parseAccounts([null, address, '0x12', 5])).toEqual([{ namespace: 'eip155', address, type: 'eoa' }])
})

test('every chain id comes back from hex, decimal and number', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (id) => {
      const forms = [`0x${id.toString(16)}`, String(id), id].map(parseChainId)
      expect(new Set(forms)).toEqual(new Set([`eip155:${id}`]))
    }),
  )
})

test('no answer makes a parser throw', () => {
  fc.assert(
    fc.property(fc.anything(), (answer) => {
      parseChainId(answer)
      parseAccounts(answer)
    }),
  )
})
