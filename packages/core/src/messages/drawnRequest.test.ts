import { describe, expect, test } from 'vitest'
import type { ShownRequest } from '../words/shown.js'
import {
  all,
  allow,
  asked,
  call,
  carryOut,
  code,
  drawn,
  fact,
  from,
  me,
  router,
  signed,
  simulatedAt,
  some,
  spender,
  stays,
  step,
  strange,
  swap,
  them,
  unread,
  words,
} from './test/asked.js'

describe('what is drawn of a request', () => {
  const placed = (shown: ShownRequest) => {
    const { sums, facts, folded } = drawn(shown)
    const short = (all: typeof facts) => all.map(({ label, value, way = '' }) => `${way} ${label}: ${value}`.trim())
    return { sums: short(sums), facts: short(facts), folded: short(folded.facts) }
  }

  test('a sum stands once, with its direction and its worth; who asks and the block are folded', () => {
    const shown = asked(words('request.send', { token: 'ETH' }), [
      fact('request.simulatedLeaves', '1500 ETH'),
      simulatedAt,
      fact('request.amount', words('request.withWorth', { amount: '1500 ETH', worth: '$4' })),
      code('request.to', them),
      from,
      fact('request.network', 'Ethereum'),
    ])
    expect(placed(shown)).toEqual({
      sums: ['out You give: 1,500.00 ETH (about $4)'],
      facts: [`To: ${them}`, 'Network: Ethereum'],
      folded: [`From: ${me}`, 'Simulated at block: 1204'],
    })
  })

  test('a fee is rounded up and what is left down; what is given stays to its last digit', () => {
    const shown = asked(words('request.send', { token: 'ETH' }), [
      fact('request.amount', '0.123456789012345678 ETH'),
      fact('request.feeAtMost', words('request.withWorth', { amount: '0.000241668211955325 ETH', worth: '$0.73' })),
      fact('request.balanceAfter', '9.749758831788044675 ETH'),
    ])
    const { sums, facts } = placed(shown)
    expect(sums).toEqual(['out You give: 0.123456789012345678 ETH'])
    expect(facts).toEqual(['Fee, at most: 0.000242 ETH (about $0.73)', 'Balance afterwards: 9.749758 ETH'])
  })

  test('what goes stands before what comes, and what the data says before what a simulation saw', () => {
    const shown = asked(swap, [
      fact('request.simulatedComes', '725 DUSD'),
      simulatedAt,
      fact('request.getAtLeast', '717 DUSD'),
      fact('request.give', '1 ETH'),
    ])
    expect(placed(shown).sums).toEqual([
      'out You give: 1 ETH',
      'in You get at least: 717 DUSD',
      'in Comes, as simulated: 725 DUSD',
    ])
  })

  test('whose a token is that is moved stands, where that isn’t who signs', () => {
    const facts = [fact('request.amount', '1 DUSD'), code('request.from', them), code('request.to', me), from]
    expect(placed(asked(words('request.move', { token: 'DUSD' }), facts)).facts).toContain(`From: ${them}`)
  })

  test('of an allowance, what the headline and its choice say isn’t said again', () => {
    const limit = { label: words('request.limit'), unit: 'USDC', decimals: 6, usual: '25' }
    const facts = [
      fact('request.amount', words('request.unlimited')),
      fact('request.allowedBefore', '0 USDC'),
      fact('request.atStake', '1204.5 USDC'),
      ...[spender, stays],
    ]
    const { act, limit: offered } = drawn(asked(allow, facts, [all], { limit }))
    expect([act, offered?.label]).toEqual(['Allow', 'Allow at most'])
    expect(placed(asked(allow, facts, [all], { limit }))).toEqual({
      sums: [],
      facts: ['May take now: 0 USDC', 'You have now: 1,204.50 USDC', `Spender: ${them}`],
      folded: [],
    })
  })

  test('a contract is folded where it is known and said, and stands where it isn’t', () => {
    const facts = [
      fact('request.give', '1 ETH'),
      fact('request.getAtLeast', '2 DUSD'),
      code('request.contract', router),
    ]
    expect(placed(asked(swap, facts)).folded).toEqual([`Contract: ${router}`])
    expect(placed(asked(swap, facts, [strange])).facts).toEqual([`Contract: ${router}`])
    const unlisted = fact('request.token', words('request.unlisted', { token: 'DUSD' }))
    expect(placed(asked(swap, [...facts, unlisted])).facts).toContain(`Contract: ${router}`)
  })

  test('steps are read in their order, with all that each says', () => {
    const facts = [fact('request.give', '1 ETH'), step, fact('request.give', '1 ETH'), code('request.contract', router)]
    expect(placed(asked(carryOut, facts)).facts).toHaveLength(3)
  })

  test('data is folded once its words are said, with its length; a message and data that nobody understands are not', () => {
    const content = { label: words('request.data'), text: '0x12345678', isCode: true }
    const sent = drawn(asked(call, [fact('request.value', '0 ETH')], [unread], { content }))
    expect([sent.folded, sent.content?.label]).toEqual([
      { label: 'Details and data', facts: [], hasData: true },
      'Data, 4 bytes',
    ])
    const hash = asked(words('request.signMessage'), [], [words('request.warn.hash')], { content })
    expect(drawn(hash).folded.hasData).toBe(false)
    const tree = { label: words('request.signed'), fields: [] }
    const permit = asked(words('request.allowBySignature'), [fact('request.amount', '5 DUSD'), spender], [], { tree })
    expect(drawn(permit).folded.hasData).toBe(true)
    const unknown = asked(signed, [], [words('request.warn.unknownEffect')], { tree })
    expect(drawn(unknown).folded).toEqual({ label: 'Details', facts: [], hasData: false })
  })

  test('what makes a request deliberate stands before what is said of any; each is said once', () => {
    const person = words('request.warn.spenderPerson')
    const facts = [fact('request.amount', '5 USDC'), spender]
    const warnings = [some, person, some]
    const mildness = (isDeliberate: boolean) =>
      drawn(asked(allow, facts, warnings, { isDeliberate })).warnings.map(({ isMild }) => isMild)
    expect(mildness(true)).toEqual([false, true])
    expect(mildness(false)).toEqual([true, true])
  })

  test('that the account is switched to the network’s code, or waits for its former transaction, stands after what takes tokens; another contract’s code doesn’t', () => {
    const taken = words('request.warn.spenderPerson')
    const warnings = [words('request.warn.accountCode'), words('request.warn.waits'), taken]
    const shown = drawn(asked(allow, [spender], warnings, { isDeliberate: true }))
    expect(shown.warnings.map(({ isMild }) => isMild)).toEqual([false, true, true])
    const replaced = [words('request.warn.accountCode'), words('request.warn.otherCode')]
    const [first] = drawn(asked(allow, [spender], replaced, { isDeliberate: true })).warnings
    expect(first).toMatchObject({ isMild: false, text: expect.stringContaining('Another contract') })
  })
})
