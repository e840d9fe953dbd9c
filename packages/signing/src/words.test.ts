import { encodeFunctionData, erc20Abi } from 'viem'
import { expect, test } from 'vitest'
import {
  describeEip155,
  eip155Reader,
  levelOf,
  RequestTooLargeError,
  sayRequestInEnglish,
  spokenRequest,
} from './words.js'

const me = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const person = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const token = '0x1111111111111111111111111111111111111111'
/** Nobody answers there. */
const network = {
  chainId: 'eip155:1',
  name: 'Ethereum',
  currency: { symbol: 'ETH', decimals: 18 },
  rpcUrl: 'http://127.0.0.1:9',
  tokens: [{ symbol: 'DUSD', decimals: 6, address: token }],
}
const around = { network, peerUrl: 'https://dapp.example', now: 1_800_000_000n }

const transfer = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [person, 2_500_000n] })

/** Describes a request in English, with its level. */
async function described(method: string, params: unknown) {
  const shown = await describeEip155({ method, params, ...around })
  return shown && { ...spokenRequest(shown, sayRequestInEnglish), level: levelOf(shown) }
}

test('a node that nobody answers at leaves what the data says, and that not all could be checked', async () => {
  const shown = await described('eth_sendTransaction', [{ from: me, to: token, data: transfer }])
  expect(shown).toMatchObject({ title: 'Send DUSD', level: 'careful' })
  expect(shown?.warnings).toEqual(['Not all of this could be checked: the network doesn’t answer.'])
  expect(shown?.facts).toContainEqual({ label: 'Amount', value: '2.5 DUSD' })
})

test('[F13] bytes that a call doesn’t use are counted', async () => {
  const shown = await described('eth_sendTransaction', [{ from: me, to: token, data: `${transfer}${'ab'.repeat(64)}` }])
  expect(shown?.warnings).toContain('64 bytes follow that the call doesn’t use.')
})

const typed = (types: object, message: object) => [
  me,
  JSON.stringify({ domain: { name: 'Deep', chainId: 1 }, types, primaryType: 'A', message }),
]

test('[F18] more than 128 kB isn’t read, in whatever form it comes, and nothing of it is carried out', async () => {
  const message = { text: '\u202e'.repeat(350_000) }
  const data = { domain: {}, types: { A: [{ name: 'text', type: 'string' }] }, primaryType: 'A', message }
  const call = { to: token, data: `0x${'ab'.repeat(70_000)}` }
  const tooLarge = [
    ['eth_signTypedData_v4', [me, data]],
    ['eth_signTypedData_v4', [me, JSON.stringify(data)]],
    ['personal_sign', ['a'.repeat(131_072), me]],
    ['eth_sendTransaction', [{ from: me, to: token, data: `0x${'ab'.repeat(131_072)}` }]],
    ['wallet_sendCalls', [{ from: me, calls: [call, call] }]],
  ] as const
  for (const [method, params] of tooLarge) {
    await expect(described(method, params)).rejects.toBeInstanceOf(RequestTooLargeError)
    expect(eip155Reader.carriedOut({ method, params })).toBeUndefined()
  }
  expect(await described('wallet_sendCalls', [{ from: me, calls: [call] }])).toMatchObject({ level: 'deliberate' })
})

test('[F18] a permit of 800 tokens is read whole, and that not all of them were looked up is said', async () => {
  const field = (list: string) =>
    list.split(', ').map((each) => ({ name: each.split(' ')[1], type: each.split(' ')[0] }))
  const types = {
    PermitBatch: field('PermitDetails[] details, address spender, uint256 sigDeadline'),
    PermitDetails: field('address token, uint160 amount, uint48 expiration, uint48 nonce'),
  }
  const details = Array.from({ length: 800 }, (_, index) => {
    const address = `0x${(index + 1).toString(16).padStart(40, '0')}`
    return { token: address, amount: '5', expiration: '1800000000', nonce: '0' }
  })
  const message = { details, spender: person, sigDeadline: '1800000000' }
  const shown = await described('eth_signTypedData_v4', [
    me,
    { domain: {}, types, primaryType: 'PermitBatch', message },
  ])
  expect(shown).toMatchObject({ level: 'deliberate' })
  expect(shown?.facts.filter(({ label }) => label === 'Amount')).toHaveLength(800)
  expect(shown?.warnings.join()).toContain('more than could be looked up')
})

test('[F13 F18] typed data of 60 levels isn’t described at all: nothing is known of it', async () => {
  const levels = Array.from({ length: 60 }, (_, index) => [`T${index}`, [{ name: 'next', type: `T${index + 1}` }]])
  const types = {
    A: [{ name: 'next', type: 'T0' }],
    ...Object.fromEntries(levels),
    T60: [{ name: 'end', type: 'bool' }],
  }
  const message = Array.from({ length: 61 }).reduce<object>((inner) => ({ next: inner }), { end: true })
  expect(await described('eth_signTypedData_v4', typed(types, message))).toBeUndefined()
})

test('[F18] a thousand calls are read and summed up, and more aren’t described', async () => {
  const calls = (count: number) => [
    {
      version: '2.0.0',
      from: me,
      chainId: '0x1',
      calls: Array.from({ length: count }, () => ({ to: token, data: transfer })),
    },
  ]
  expect(await described('wallet_sendCalls', calls(1_000))).toMatchObject({
    title: 'Carry out 1000 calls',
    level: 'careful',
    facts: expect.arrayContaining([{ label: 'You give', value: '2500 DUSD' }]),
  })
  expect(await described('wallet_sendCalls', calls(1_001))).toBeUndefined()
})

test.each([
  ['personal_sign', ['0x61', me], undefined],
  ['eth_signTypedData_v4', typed({ A: [] }, {}), undefined],
  ['eth_sendTransaction', [{ from: 'nobody' }], undefined],
  ['eth_accounts', [], undefined],
  [
    'eth_sendTransaction',
    [{ from: me, to: person, value: '0x7' }],
    { calls: [{ to: person, value: '7', data: '0x' }], isAtomic: true },
  ],
  [
    'wallet_sendCalls',
    [{ from: me, atomicRequired: true, calls: [{ to: token, data: transfer }] }],
    { calls: [{ to: token, value: '0', data: transfer }], isAtomic: true },
  ],
])('what %s would have carried out', (method, params, work) => {
  expect(eip155Reader.carriedOut({ method, params })).toEqual(work)
})
