import { createClient, custom, encodeFunctionData, type Hex, numberToHex, pad, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import { permit2 } from '../signature.js'
import { contractReadsOf, holdingAt, isContractRefusal, type TriedCall } from './holding.js'
import { fresh } from './test/onChain.js'

const [account, target, token] = [fresh(), fresh(), fresh()]
const abi = parseAbi([
  'function balanceOf(address owner, uint256 id)',
  'function ownerOf(uint256 id)',
  'function supportsInterface(bytes4 id)',
  'function hasRole(bytes32 role, address account)',
  'function owner()',
  'function allowance(address owner, address spender)',
  'function allowance(address owner, address token, address spender)',
  'function decimals()',
])
const dataOf = encodeFunctionData

/** Asks of a contract that answers some questions. */
async function heldAt(answers: ReadonlyMap<Hex, Hex>) {
  const asked: TriedCall[] = []
  const reads = {
    codeAt: async (): Promise<Hex> => '0x00',
    async answersOf(calls: readonly TriedCall[]) {
      asked.push(...calls)
      return calls.map(({ data }) => answers.get(data))
    },
  }
  return { said: await holdingAt({ reads, account, target, tokens: [token] }), asked }
}
const word = (value: bigint | Hex): Hex => (typeof value === 'bigint' ? numberToHex(value, { size: 32 }) : pad(value))

test('what is asked of a contract is about the account, by whole words', async () => {
  const { said, asked } = await heldAt(new Map())
  expect(said).toBeUndefined()
  const expected = [
    dataOf({ abi, functionName: 'balanceOf', args: [account, 0n] }),
    dataOf({ abi, functionName: 'ownerOf', args: [1n] }),
    dataOf({ abi, functionName: 'supportsInterface', args: ['0x80ac58cd'] }),
    dataOf({ abi, functionName: 'hasRole', args: [word(0n), account] }),
    dataOf({ abi, functionName: 'owner' }),
  ].map((data) => ({ from: account, to: target, data: data.toLowerCase() }))
  const lower = asked.map((each) => ({ ...each, data: each.data.toLowerCase() }))
  expect(lower).toEqual(expect.arrayContaining(expected))
  const allowed = dataOf({ abi, functionName: 'allowance', args: [account, target] })
  const permitted = dataOf({ abi, functionName: 'allowance', args: [account, token, target] })
  expect(lower.slice(-2)).toEqual([
    { from: account, to: token, data: allowed.toLowerCase() },
    { from: account, to: permit2, data: permitted.toLowerCase() },
  ])
})

test.each<[string, Hex, Hex, string | undefined]>([
  ['of nothing, where it counts for accounts', dataOf({ abi, functionName: 'decimals' }), word(0n), 'decimals()'],
  ['of no bytes', dataOf({ abi, functionName: 'decimals' }), '0x', undefined],
  ['of less than a word', dataOf({ abi, functionName: 'decimals' }), '0x01', undefined],
  ['that it isn’t so', dataOf({ abi, functionName: 'supportsInterface', args: ['0x80ac58cd'] }), word(0n), undefined],
  [
    'that it is so',
    dataOf({ abi, functionName: 'supportsInterface', args: ['0x80ac58cd'] }),
    word(1n),
    'supportsInterface(bytes4)',
  ],
  ['of another owner', dataOf({ abi, functionName: 'owner' }), word(target), undefined],
  ['of the account as its owner', dataOf({ abi, functionName: 'owner' }), word(account), 'owner()'],
])('a contract’s answer %s is read as that', async (_, data, answer, question) => {
  expect((await heldAt(new Map([[data, answer]]))).said).toBe(question)
})

test.each(['0x123', '12', 'nothing!', 18, null])('a node that answers %j has answered no bytes', async (answer) => {
  const reads = contractReadsOf(createClient({ transport: custom({ request: async () => answer }) }))
  await expect(reads.codeAt(target)).rejects.toThrow('no bytes')
  await expect(reads.answersOf([{ from: account, to: target, data: '0x' }])).rejects.toThrow('no bytes')
})

test('what a contract answers is read in the order of what was asked, and its refusal is no answer', async () => {
  const request = async ({ method, params }: { readonly method: string; readonly params?: unknown }) => {
    if (method === 'eth_getCode') return '0x6000'
    const [{ data }] = Array.isArray(params) ? params : [{}]
    return data
  }
  const reads = contractReadsOf(createClient({ transport: custom({ request }) }))
  expect(await reads.codeAt(target)).toBe('0x6000')
  const calls = ['0x01', '0x02'].map((data): TriedCall => ({ from: account, to: target, data: `0x${data.slice(2)}` }))
  expect(await reads.answersOf(calls)).toEqual(['0x01', '0x02'])
})

test.each([
  [3, 'The contract said no.', true],
  [-32_000, 'execution reverted: no', true],
  [-32_015, 'VM execution error.', true],
  [-32_000, 'invalid opcode: INVALID', true],
  [-32_000, 'out of gas', false],
  [-32_005, 'limit exceeded', false],
  [-32_603, 'Internal error', false],
  [429, 'Too many requests', false],
])('a node’s error %i (%s) is the contract’s own refusal: %s', (code, message, is) => {
  expect(isContractRefusal({ code, message })).toBe(is)
})
