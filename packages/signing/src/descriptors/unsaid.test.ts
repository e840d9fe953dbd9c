import { type Hex, pad } from 'viem'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { callOf, contract, describeIt, descriptorOf, dusd, me, person } from './test/describing.js'

// What isn't listed isn't known here: no node answers.
beforeEach(() => void vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no node'))))
afterEach(() => void vi.unstubAllGlobals())

const hash: Hex = `0x${'ab'.repeat(32)}`

describe.each([
  ['left out', []],
  ['shown as they are', [{ path: 'what', label: 'What', format: 'raw' }]],
  ['shown in no format that is known', [{ path: 'what', label: 'What', format: 'thing' }]],
  ['shown by a name that they don’t have', [{ path: 'what', label: 'What', format: 'enum' }]],
  ['encrypted', [{ path: 'what', label: 'What', format: 'raw', encryption: { scheme: 'fhevm' } }]],
])('bytes that are %s', (_, fields) => {
  const said = (type: string, value: unknown) => {
    const key = `run(${type} what,uint256 amount)`
    return describeIt(descriptorOf({ [key]: { intent: 'Run', fields } }), { data: callOf(key, [value, 0n]) })
  }

  test.each([
    ['bytes', '0x02'],
    ['bytes', hash],
    ['bytes', `0x${'ab'.repeat(900)}`],
    ['bytes', `0x${hash.slice(2)}${me.slice(2)}ffffffff`],
    ['bytes32', hash],
    ['bytes16', `0x${'ab'.repeat(16)}`],
    ['bytes20', person],
    ['uint256', BigInt(person)],
    // A pool with flags above its address, and an account of another chain.
    ['uint256', BigInt(person) + (1n << 247n)],
    ['uint256', 2n ** 251n - 7n],
  ])('say nothing of what they do, and take a step of its own: %s', async (type, value) => {
    expect(await said(type, value)).toMatchObject({ isDeliberate: true })
  })

  test('may be an address, which is judged as every other', async () => {
    const namesOther = expect.stringContaining('isn’t yours')
    const other = await said('bytes32', pad(person))
    expect(other).toMatchObject({ isDeliberate: true, warnings: expect.arrayContaining([namesOther]) })
    for (const own of [me, contract, dusd])
      expect(await said('bytes32', pad(own))).toMatchObject({ isDeliberate: false })
  })

  test('are nothing where they are empty, and said where they are few', async () => {
    for (const [type, value] of [
      ['bytes', '0x'],
      ['bytes32', pad('0x')],
      ['bytes4', '0x12345678'],
    ] as const)
      expect(await said(type, value)).toMatchObject({ isDeliberate: false })
  })
})

describe('what the makers’ words leave out', () => {
  const key = 'send(uint32 dst,bytes32 to,string memo,bool isAll,bool isNone)'
  const said = (to: Hex, memo: string) =>
    describeIt(descriptorOf({ [key]: { intent: 'Send', fields: [{ path: 'dst', label: 'Chain' }] } }), {
      data: callOf(key, [30101, to, memo, true, false]),
    })

  test('is said of texts, of what is so, and of 32 bytes', async () => {
    const left = await said(hash, 'Thank\u202eyou')
    expect(left?.facts.slice(2, -1)).toEqual([
      ...[`Left out: to: ${hash}`, 'Left out: memo: Thank⟨U+202E⟩you', 'Left out: isAll: true'],
    ])
    expect(left?.isDeliberate).toBe(true)
    expect((await said(pad(me), ''))?.isDeliberate).toBe(false)
  })

  test('is hidden where a text is longer than is shown', async () => {
    expect((await said(pad(me), 'x'.repeat(2_049)))?.isDeliberate).toBe(true)
  })
})

test('an address is no part of more bytes', async () => {
  const key = 'pay(bytes32 to)'
  const to = [{ path: 'to', label: 'To', format: 'addressName' }]
  const said = (value: Hex) =>
    describeIt(descriptorOf({ [key]: { intent: 'Pay', fields: to } }), { data: callOf(key, [value]) })
  expect(await said(`0x01${pad(me).slice(4)}`)).toBeUndefined()
  expect(await said(pad(me))).toMatchObject({ facts: [`To: ${me}`, expect.any(String), expect.any(String)] })
})
