import fc from 'fast-check'
import { expect, test } from 'vitest'
import { defaultPaymentCurrencies } from '../wire/onrampDefaults.js'
import { paymentRange, readPayment } from './offer.js'

const [dollars] = defaultPaymentCurrencies
const read = (typed: string) => readPayment({ typed, currency: dollars })

test('[S9.18] an amount is held to the limits of its currency', () => {
  expect(read('')).toEqual({ status: 'empty' })
  expect(read('10.00')).toEqual({ status: 'right', text: '10' })
  expect(read('9.99')).toEqual({ status: 'wrong', fault: 'tooLittle' })
  expect(read('25000.00')).toEqual({ status: 'right', text: '25000' })
  expect(read('25000.01')).toEqual({ status: 'wrong', fault: 'tooMuch' })
  expect(readPayment({ typed: '0', currency: undefined })).toEqual({ status: 'wrong', fault: 'tooLittle' })
})

test.each(['ten', '1.234', '-20', '1e3', '12.5.5,1'])('%s is no amount of money', (typed) => {
  expect(read(typed)).toEqual({ status: 'wrong', fault: 'notNumber' })
})

test('a currency without limits has no range', () => {
  expect(paymentRange({ id: 'USD', payment_method_limits: [] })).toBeUndefined()
})

test('[F27] every amount that is taken is the same digits as a number of the wire', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1_000, max: 2_500_000 }), (cents) => {
      const typed = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
      const amount = read(typed)
      if (amount.status !== 'right') throw new Error(typed)
      expect(String(Number(amount.text))).toBe(amount.text)
    }),
  )
})

test('no text makes it throw', () => {
  fc.assert(fc.property(fc.string(), (typed) => void read(typed)))
})
