import { getAddress } from 'viem'
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
})
