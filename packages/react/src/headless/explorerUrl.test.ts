import { expect, test } from 'vitest'
import { explorerUrl } from './explorerUrl.js'

const at = (url: string) => ({ blockExplorers: { default: { name: 'Explorer', url } } })

test('[F29] a page at the explorer has its id as one piece, whatever it is', () => {
  expect(explorerUrl(at('https://scan.example//'), { of: 'tx', id: '0x1/..?a#b' })).toBe(
    'https://scan.example/tx/0x1%2F..%3Fa%23b',
  )
  expect(explorerUrl(at('HTTP://scan.example/x'), { of: 'address', id: '0x1' })).toBe(
    'HTTP://scan.example/x/address/0x1',
  )
  expect(explorerUrl(at('https://scan.example'), { of: 'token', id: '0x1', tokenId: '7&b' })).toBe(
    'https://scan.example/token/0x1?a=7%26b',
  )
})

test.each(['javascript:alert(1)', '//scan.example', 'mailto:a@b.example', ''])('[F29] there is none at %j', (url) => {
  expect(explorerUrl(at(url), { of: 'tx', id: '0x1' })).toBeUndefined()
})
