import { getAddress, pad } from 'viem'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { callOf, describeIt, descriptorOf, dusd, me, person } from './test/describing.js'

// What isn't listed isn't known here: no node answers.
beforeEach(() => void vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no node'))))
afterEach(() => void vi.unstubAllGlobals())

describe('what the makers’ words leave out', () => {
  const pay = 'pay(address token,uint256 amount,address receiver,uint256 limit,(address who,uint256 share)[] parts)'
  const amount = { path: 'amount', label: 'You give', format: 'tokenAmount', params: { tokenPath: 'token' } }
  const paid = (...more: readonly object[]) => descriptorOf({ [pay]: { intent: 'Pay', fields: [amount, ...more] } })
  const said = (descriptor: unknown, values: readonly unknown[]) =>
    describeIt(descriptor, { data: callOf(pay, [dusd, 1_000_000n, ...values]) })
  const other = getAddress('0x3333333333333333333333333333333333333333')

  test('is said as it is: whom else it names, and numbers, however deep they stand', async () => {
    const left = await said(paid(), [person, 7n, [{ who: other, share: 9n }]])
    expect(left?.facts.slice(2, -1)).toEqual([
      ...[`Left out: receiver: ${person}`, 'Left out: limit: 7'],
      ...[`Left out: parts[0].who: ${other}`, 'Left out: parts[0].share: 9'],
    ])
    expect(left?.warnings).toContainEqual(expect.stringContaining('leave something out'))
    // So it is where they say that it is never to be shown.
    const never = [{ path: 'receiver', label: 'R', visible: 'never' }]
    expect((await said(paid(...never), [person, 0n, []]))?.facts).toContain(`Left out: receiver: ${person}`)
  })

  test('isn’t what is shown, what is shown by it, nothing, the zero address, or the signer', async () => {
    const shown = { path: 'receiver', label: 'To', format: 'addressName' }
    expect(await said(paid(shown), [person, 0n, []])).toMatchObject({
      warnings: [expect.any(String), expect.stringContaining('isn’t yours')],
    })
    const nobody = '0x0000000000000000000000000000000000000000'
    for (const receiver of [me, nobody])
      expect((await said(paid(), [receiver, 0n, []]))?.warnings).toEqual([
        expect.stringContaining('makers’ words alone'),
      ])
  })

  test('is more than anybody reads: it takes a step of its own', async () => {
    const parts = Array.from({ length: 21 }, () => ({ who: me, share: 9n }))
    const left = await said(paid(), [me, 0n, parts])
    expect(left?.isDeliberate).toBe(true)
    expect(left?.facts.filter((fact) => fact.startsWith('Left out'))).toHaveLength(20)
  })

  test('may be a structure, a list, or not there at all, where it is never shown', async () => {
    const never = ['parts', 'parts.[5].who', 'nobody.knows'].map((path) => ({ path, label: 'L', visible: 'never' }))
    expect(await said(paid(...never), [me, 0n, []])).toMatchObject({ title: 'Pay', isDeliberate: false })
  })

  test('may be a text or a yes; by 32 bytes or a number it may be whom it names', async () => {
    const key = 'send(address token,uint256 amount,bytes32 to,string note,bool isAll,uint256 packed)'
    const of = (values: readonly unknown[], ...more: readonly object[]) =>
      describeIt(descriptorOf({ [key]: { intent: 'Send', fields: [amount, ...more] } }), {
        data: callOf(key, [dusd, 1_000_000n, ...values]),
      })
    const left = await of([pad(me), 'hello', true, 7n])
    expect(left?.facts.slice(2, -1)).toEqual(['Left out: note: hello', 'Left out: isAll: true', 'Left out: packed: 7'])
    expect(left).toMatchObject({ isDeliberate: false })
    expect(await of([pad('0x'), '', false, BigInt(me)])).toMatchObject({
      facts: expect.not.arrayContaining(['Left out']),
    })
    for (const [to, packed, warning] of [
      [pad(person), 0n, 'isn’t yours'],
      [pad('0x'), BigInt(person), 'isn’t yours'],
      // An account of another chain, or a hash.
      [`0x${'ab'.repeat(32)}`, 0n, 'leave out'],
    ] as const)
      for (const shown of [
        [],
        [
          { path: 'to', label: 'To' },
          { path: 'packed', label: 'No.', format: 'raw' },
        ],
      ])
        expect(await of([to, '', false, packed], ...shown)).toMatchObject({
          warnings: expect.arrayContaining([expect.stringContaining(warning)]),
          isDeliberate: true,
        })
  })

  test('is not said by bytes that are shown as they are, nor by a text that is cut', async () => {
    const key = 'sign(bytes what,string text,bytes4 kind)'
    const fields = ['what', 'text', 'kind'].map((path) => ({ path, label: path, format: 'raw' }))
    const of = (values: readonly unknown[]) =>
      describeIt(descriptorOf({ [key]: { intent: 'Sign', fields } }), { data: callOf(key, values) })
    expect(await of(['0x', 'a'.repeat(2_048), '0x12345678'])).toMatchObject({ isDeliberate: false })
    for (const values of [
      ['0xab', '', '0x12345678'],
      ['0x', 'a'.repeat(2_049), '0x12345678'],
    ])
      expect(await of(values)).toMatchObject({
        warnings: expect.arrayContaining([expect.stringContaining('leave out')]),
        isDeliberate: true,
      })
  })

  test('is no address that other bytes stand before: such words fit nothing', async () => {
    const key = 'send(bytes32 to)'
    const descriptor = descriptorOf({
      [key]: { intent: 'Send', fields: [{ path: 'to', label: 'To', format: 'addressName' }] },
    })
    expect(await describeIt(descriptor, { data: callOf(key, [pad(me)]) })).toMatchObject({ isDeliberate: false })
    expect(await describeIt(descriptor, { data: callOf(key, [`0x${'ab'.repeat(12)}${me.slice(2)}`]) })).toBeUndefined()
  })
})

describe('what the makers’ words say comes', () => {
  const swap = 'swap(address give,uint256 amount,address get,uint256 least,uint256 fee)'
  const field = (path: string, tokenPath: string) => ({
    path,
    label: path,
    format: 'tokenAmount',
    params: { tokenPath },
  })
  const fields = [field('amount', 'give'), field('least', 'get'), field('fee', 'give')]
  const said = (values: readonly unknown[], more: { value?: bigint } = {}) =>
    describeIt(descriptorOf({ [swap]: { intent: 'Swap', fields } }), { data: callOf(swap, values), ...more })
  const other = getAddress('0x3333333333333333333333333333333333333333')

  test('is next to nothing beside what is given: it takes a step of its own', async () => {
    for (const [values, more, isForNothing] of [
      [[dusd, 1_000_000n, other, 0n, 0n], {}, true],
      [[dusd, 1_000_000n, other, 1n, 0n], {}, true],
      [[dusd, 1_000_000n, other, 10n ** 18n, 0n], {}, false],
      // Of one token a part may be nothing, as fees are.
      [[dusd, 1_000_000n, dusd, 0n, 0n], {}, false],
      // Of nothing nothing comes; for coins that are sent along something has to.
      [[dusd, 0n, other, 0n, 0n], {}, false],
      [[dusd, 0n, other, 0n, 0n], { value: 10n ** 18n }, true],
    ] as const) {
      const { warnings = [], isDeliberate } = (await said(values, more)) ?? {}
      const isWarned = warnings.includes('You may get next to nothing for it.')
      expect([values, isWarned, isDeliberate]).toEqual([values, isForNothing, isForNothing])
    }
  })
})
