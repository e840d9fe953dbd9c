import { expect, test } from 'vitest'
import { pairingUriOf } from './openWallet.js'

const uri = `wc:${'ab'.repeat(32)}@2?relay-protocol=irn&symKey=${'cd'.repeat(32)}`

test.each([
  [`?uri=${encodeURIComponent(uri)}`, ''],
  ['', `#/wc?uri=${encodeURIComponent(uri)}`],
  ['?theme=dark', `#?uri=${encodeURIComponent(uri)}`],
])('a page is opened with a code: %s%s', (search, hash) => {
  expect(pairingUriOf({ search, hash })).toBe(uri)
})

test('a page that is opened to show a request, or by itself, brings no code', () => {
  expect(pairingUriOf({ search: '?requestId=1&sessionTopic=ab', hash: '' })).toBeUndefined()
  expect(pairingUriOf({ search: '', hash: '#elsewhere' })).toBeUndefined()
})
