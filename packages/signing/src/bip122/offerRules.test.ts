import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ReadInput } from './readPayment.js'
import { input, mine, saidOfPayment, theirs } from './test/saidOfPayment.js'

// Whatever of an offer a stranger takes up, the account gets no less than what is promised for it.

type Signature = Pick<ReadInput, 'binds' | 'isAlone'>
const [one, none, all] = (['one', 'none', 'all'] as const).map((binds): Signature => ({ binds, isAlone: false }))
const alone = (signature: Signature | undefined): Signature => ({ binds: signature?.binds ?? 'all', isAlone: true })

/** Each is of another value, so that their sums say whose they are. */
const worthOf = (place: number) => 10_000n * 2n ** BigInt(place)
const coins = (amount: string) => BigInt(Math.round(Number(amount) * 1e8))

function saidOf(signatures: readonly Signature[], outputs: readonly (readonly [boolean, bigint])[]) {
  const inputs = signatures.map((signature, place) =>
    input({
      ...{ ...signature, value: worthOf(place), onLedger: worthOf(place) },
      isBinding: signature.binds === 'all' && !signature.isAlone,
    }),
  )
  return saidOfPayment({ inputs, outputs: outputs.map(([isMine, value]) => [isMine ? mine : theirs, value]) })
}

/** Reads the promises in a list of facts: what is given, and the least that comes back. */
const promisesIn = (said: string) =>
  [...said.matchAll(/You give: ([\d.]+) BTC \| You get at least: (?:([\d.]+) BTC|Nothing)/g)].map(([, give, get]) => ({
    gives: coins(give ?? '0'),
    gets: coins(get ?? '0'),
  }))

test('[F13] whatever is taken up of it, the account gets what it is promised', () => {
  const signature = fc.record({ binds: fc.constantFrom('all', 'one', 'none'), isAlone: fc.boolean() } as const)
  const output = fc.tuple(fc.boolean(), fc.bigInt({ min: 1_000n, max: 400_000n }))
  const asked = fc.tuple(fc.array(signature, { minLength: 1, maxLength: 5 }), fc.array(output, { maxLength: 5 }))
  fc.assert(
    fc.property(asked, ([signatures, outputs]) => {
      const said = saidOf(signatures, outputs)
      fc.pre(said.includes('Sign an offer'))
      const promises = promisesIn(said)
      expect(promises.length).toBeGreaterThan(0)
      const own = ([isMine, value]: readonly [boolean, bigint]) => (isMine ? value : 0n)
      const whole = outputs.map(own).reduce((sum, each) => sum + each, 0n)
      const separate = signatures.flatMap(({ isAlone }, place) => (isAlone ? [place] : []))
      const subsets = Array.from({ length: 2 ** separate.length - 1 }, (_, bits) =>
        separate.filter((_, index) => ((bits + 1) >> index) % 2 === 1),
      )
      const together = signatures.map((_, place) => place)
      // What binds no others may be taken by itself; the others only with all that there are.
      const taken = separate.length < signatures.length ? [...subsets, together] : subsets
      for (const places of taken) {
        const isWhole = places.some((place) => signatures[place]?.binds === 'all')
        const bound = places.map((place) => {
          const output = signatures[place]?.binds === 'one' ? outputs[place] : undefined
          return output ? own(output) : 0n
        })
        const comes = isWhole ? whole : bound.reduce((sum, each) => sum + each, 0n)
        const isIn = (gives: bigint) => places.some((place) => ((gives / 10_000n) >> BigInt(place)) % 2n === 1n)
        const promised = promises.reduce((sum, { gives, gets }) => (isIn(gives) ? sum + gets : sum), 0n)
        expect(comes).toBeGreaterThanOrEqual(promised)
      }
    }),
    { numRuns: 500 },
  )
})

test.each([
  [
    'one that binds no output beside one that binds its own',
    [one, alone(one)],
    [[true, 40_000n]],
    'You offer 0.0002 BTC for nothing. You offer 0.0001 BTC for at least 0.0004 BTC.',
  ],
  [
    'each by itself, of which one pays somebody else',
    [alone(one), alone(one)],
    [
      [true, 40_000n],
      [false, 5_000n],
    ],
    'You offer 0.0002 BTC for nothing. You offer 0.0001 BTC for at least 0.0004 BTC.',
  ],
  [
    'each by itself, both for the account',
    [alone(one), alone(one)],
    [
      [true, 12_000n],
      [true, 21_000n],
    ],
    'You offer 0.0002 BTC for at least 0.00021 BTC. You offer 0.0001 BTC for at least 0.00012 BTC.',
  ],
  [
    'bound to one another, for all that either binds',
    [one, one],
    [[true, 29_000n]],
    'You offer 0.0003 BTC for at least 0.00029 BTC.',
  ],
  [
    'one that binds all beside one that binds nothing and no other',
    [all, alone(none)],
    [[true, 29_000n]],
    'You offer 0.0002 BTC for nothing. You offer 0.0001 BTC for at least 0.00029 BTC.',
  ],
  [
    'what shares its outputs, at its worst',
    [alone(all), alone(one)],
    [
      [true, 12_000n],
      [true, 8_000n],
    ],
    'You offer 0.0003 BTC for at least 0.00008 BTC.',
  ],
  [
    'more than are listed',
    [alone(one), alone(one), alone(one), alone(one)],
    [
      [true, 10_000n],
      [true, 20_000n],
      [true, 40_000n],
      [true, 70_000n],
    ],
    'You make 4 offers, each of which may be taken up alone. Among them: You offer 0.0008 BTC for at least 0.0007 BTC.',
  ],
] as const)('[F13] separate signatures: %s', (_, signatures, outputs, said) => {
  const known = signatures.flatMap((each) => each ?? [])
  expect(saidOf(known, outputs)).toContain(said)
})
