import { encodeFunctionData, erc20Abi } from 'viem'
import { expect, test } from 'vitest'
import { describeEip155, eip155Reader, levelOf, sayRequestInEnglish, spokenRequest } from './words.js'

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

/** What a request comes to. */
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

test('[F13 F18] typed data of 1 MB, or of 60 levels, isn’t described at all: nothing is known of it', async () => {
  const text = typed({ A: [{ name: 'text', type: 'string' }] }, { text: 'a'.repeat(1_000_000) })
  expect(await described('eth_signTypedData_v4', text)).toBeUndefined()
  const levels = Array.from({ length: 60 }, (_, index) => [`T${index}`, [{ name: 'next', type: `T${index + 1}` }]])
  const types = {
    A: [{ name: 'next', type: 'T0' }],
    ...Object.fromEntries(levels),
    T60: [{ name: 'end', type: 'bool' }],
  }
  const message = Array.from({ length: 61 }).reduce<object>((inner) => ({ next: inner }), { end: true })
  expect(await described('eth_signTypedData_v4', typed(types, message))).toBeUndefined()
})

test('[F18] 100 calls are read one by one, and of more it is said that they aren’t', async () => {
  const calls = (count: number) => [
    {
      version: '2.0.0',
      from: me,
      chainId: '0x1',
      calls: Array.from({ length: count }, () => ({ to: token, data: transfer })),
    },
  ]
  expect(await described('wallet_sendCalls', calls(100))).toMatchObject({
    title: 'Carry out 100 calls',
    level: 'plain',
    facts: expect.arrayContaining([{ label: 'You give', value: '250 DUSD' }]),
  })
  expect(await described('wallet_sendCalls', calls(101))).toMatchObject({ level: 'deliberate' })
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
