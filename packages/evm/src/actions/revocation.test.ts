import fc from 'fast-check'
import { decodeFunctionData, erc20Abi, erc721Abi, type Hex, pad, toHex } from 'viem'
import { expect, test } from 'vitest'
import { readRevocation, revocation } from './revocation.js'

const address = fc.uint8Array({ minLength: 20, maxLength: 20 }).map((bytes): Hex => toHex(bytes))
const tokenId = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })

test('[F27] what takes an approval back grants nothing, as another library reads it', () => {
  fc.assert(
    fc.property(address, address, tokenId, (contract, spender, id) => {
      const token = revocation({ approval: { kind: 'token', contract, spender } })
      expect(lower(decodeFunctionData({ abi: erc20Abi, data: token.call.data }))).toEqual({
        functionName: 'approve',
        args: [spender, 0n],
      })
      const collection = revocation({ approval: { kind: 'collection', contract, spender } })
      expect(lower(decodeFunctionData({ abi: erc721Abi, data: collection.call.data }))).toEqual({
        functionName: 'setApprovalForAll',
        args: [spender, false],
      })
      const nft = revocation({ approval: { kind: 'nft', contract, spender, tokenId: `${id}` } })
      expect(lower(decodeFunctionData({ abi: erc721Abi, data: nft.call.data }))).toEqual({
        functionName: 'approve',
        args: [`0x${'0'.repeat(40)}`, id],
      })
      for (const { call } of [token, collection, nft]) expect([call.to, 'value' in call]).toEqual([contract, false])
    }),
    { numRuns: 500 },
  )
})

const lower = ({ functionName, args }: { functionName: string; args: readonly unknown[] }) => ({
  functionName,
  args: args.map((each) => (typeof each === 'string' ? each.toLowerCase() : each)),
})

test('what it says is read from its bytes', () => {
  const approval = { kind: 'token', contract: `0x${'aa'.repeat(20)}`, spender: `0x${'bb'.repeat(20)}` } as const
  expect(revocation({ approval }).decoded).toEqual({
    contract: approval.contract,
    method: 'approve',
    inputs: [
      { name: 'spender', value: approval.spender },
      { name: 'amount', value: '0' },
    ],
  })
})

test('[F27] bytes that grant something, or say anything else, are no revocation', () => {
  const contract = `0x${'aa'.repeat(20)}` as const
  const word = (value: bigint) => pad(toHex(value), { size: 32 }).slice(2)
  const approve = (who: bigint, value: bigint): Hex => `0x095ea7b3${word(who)}${word(value)}`
  for (const data of [approve(5n, 1n), approve(2n ** 160n, 0n), `${approve(5n, 0n)}00` as const, '0x'] as const)
    expect(readRevocation({ contract, kind: 'token', data })).toBeUndefined()
  expect(readRevocation({ contract, kind: 'nft', data: approve(5n, 7n) })).toBeUndefined()
  expect(readRevocation({ contract, kind: 'collection', data: `0xa22cb465${word(5n)}${word(1n)}` })).toBeUndefined()
})

test.each([
  ['a contract that is none', { kind: 'token', contract: 'USDC', spender: `0x${'bb'.repeat(20)}` }],
  ['a spender that is none', { kind: 'token', contract: `0x${'aa'.repeat(20)}`, spender: '0x12' }],
  ['an NFT without an id', { kind: 'nft', contract: `0x${'aa'.repeat(20)}`, spender: `0x${'bb'.repeat(20)}` }],
] as const)('%s is refused', (_, approval) => {
  expect(() => revocation({ approval })).toThrow(expect.objectContaining({ code: 'invalid_transfer' }))
})
