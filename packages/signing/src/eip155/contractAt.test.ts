import { concat, type Hex } from 'viem'
import { afterEach, expect, test, vi } from 'vitest'
import { isContractAt, readToken } from '../contracts/tokens.js'
import { parties, quiet } from './test/quiet.js'

// What is at an address, by its code: rules of the kind.

const { ann, router, own } = parties
afterEach(() => void vi.unstubAllGlobals())

const codeIs = (code: Hex) => vi.stubGlobal('fetch', async () => ({ json: async () => ({ result: code }) }))

test.each([
  ['nothing', '0x', false],
  ['code', '0x6001', true],
  ['code that ends as a delegation begins', concat(['0x6001', '0xef0100']), true],
  ['a delegation, so that it is somebody’s own still', concat(['0xef0100', router]), false],
] as const)('[F13] an address with %s', async (_, code, isContract) => {
  codeIs(code)
  expect(await isContractAt(quiet, ann)).toBe(isContract)
})

test('[F14] a token that says its decimals is no NFT, whatever else it says', async () => {
  vi.stubGlobal('fetch', async () => ({ json: async () => ({ result: `0x${'1'.padStart(64, '0')}` }) }))
  expect(await readToken(quiet, own)).toMatchObject({ decimals: 1, isNft: false })
})
