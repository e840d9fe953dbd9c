import fc from 'fast-check'
import { expect, test } from 'vitest'
import { quoteOf, sendingCost } from './amounts.js'
import { AmountTooSmallError } from './refusals.js'

const dollar = 10n ** 18n

test('[S3.20] an offer: 100 dollars at 1.5 % and 0.13 for sending buy ether at 3,000', () => {
  const sendingUsd = sendingCost({ wei: 21_000n * 2_000_000_000n, coinUsd: 3_000n * dollar, coinDecimals: 18 })
  const parts = { total: 10_000n, feeBasisPoints: 150, sendingUsd, moneyUsd: dollar, coinUsd: 3_000n * dollar }
  expect(quoteOf({ ...parts, coinDecimals: 18 })).toEqual({
    total: 10_000n,
    fee: 150n,
    sending: 13n, // 0.126, rounded up
    subtotal: 9_837n,
    purchase: 32_790_000_000_000_000n, // 98.37 / 3000
  })
})

const parameters = fc.record({
  total: fc.bigInt({ min: 1n, max: 2_500_000n }),
  feeBasisPoints: fc.integer({ min: 100, max: 200 }),
  sendingUsd: fc.bigInt({ min: 0n, max: 5n * dollar }),
  moneyUsd: fc.bigInt({ min: dollar / 200n, max: 5n * dollar }),
  coinUsd: fc.bigInt({ min: 1n, max: 10n ** 26n }),
  coinDecimals: fc.integer({ min: 0, max: 36 }),
})

test('[S3.20 S9.17] [F27] every offer adds up to the cent, takes 1 to 2 per cent, and promises no more than is paid for', () => {
  let offers = 0
  fc.assert(
    fc.property(parameters, (asked) => {
      const { total, moneyUsd, coinUsd, coinDecimals } = asked
      const offer = (() => {
        try {
          return quoteOf(asked)
        } catch (error) {
          if (error instanceof AmountTooSmallError) return null
          throw error
        }
      })()
      if (offer === null) return
      offers += 1
      const fee = offer.fee * 10_000n
      const worth = offer.purchase * coinUsd * 100n
      const paid = offer.subtotal * moneyUsd * 10n ** BigInt(coinDecimals)
      const holds = {
        'it adds up': offer.subtotal + offer.fee + offer.sending === total,
        'something is bought': offer.subtotal > 0n,
        // Half a cent is what rounding may add or take.
        'the fee is 1 per cent or more': fee >= total * 100n - 5_000n,
        'the fee is 2 per cent or less': fee <= total * 200n + 5_000n,
        'no more is promised than is paid for': worth <= paid,
        'nor less': worth + coinUsd * 100n > paid,
      }
      const broken = Object.entries(holds).filter(([, isSo]) => !isSo)
      if (broken.length > 0) expect.unreachable(`Not so: ${broken.map(([what]) => what).join(', ')}`)
    }),
    { numRuns: 20_000 },
  )
  expect(offers).toBeGreaterThan(1_000)
})

test.each([
  { total: 1n, sendingUsd: dollar },
  { total: 5n, sendingUsd: dollar / 20n },
  { total: 1_000n, sendingUsd: 0n, coinUsd: 10n ** 26n, coinDecimals: 0 },
])('nothing is offered where nothing would be left', (part) => {
  const asked = { feeBasisPoints: 150, moneyUsd: dollar, coinUsd: dollar, coinDecimals: 6, ...part }
  expect(() => quoteOf(asked)).toThrow(AmountTooSmallError)
})
