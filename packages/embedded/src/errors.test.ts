import { UnsupportedMethodError, UserRejectedError } from '@foyer/core/errors'
import { expect, test } from 'vitest'
import { asRejection, FrameReplyError, WindowBlockedError } from './errors.js'
import { windowBlockedCode } from './protocol/hello.js'

const reply = (cause: unknown) => new FrameReplyError({ request: 'RPC_REQUEST', text: 'no', cause })

test('an answer that the page lacks the method is known as such, so that calls are sent one by one; a rejection as one, and what speaks against a batch by its number; the rest as it is', () => {
  expect(asRejection(reply({ message: 'no', code: 4200 }))).toBeInstanceOf(UnsupportedMethodError)
  expect(asRejection(reply({ message: 'no', code: 4001 }))).toBeInstanceOf(UserRejectedError)
  expect(asRejection(reply({ message: 'no', code: 5730 }))).toMatchObject({ walletCode: 5730 })
  for (const cause of [undefined, null, 'no', { code: '42' }, { code: -32_602 }]) {
    const error = reply(cause)
    expect(asRejection(error)).toBe(error)
  }
})

test('[F30] an answer that no window could be had is known by its number, in the page’s words', () => {
  const error = asRejection(reply({ message: 'no', code: windowBlockedCode }))
  expect(error).toBeInstanceOf(WindowBlockedError)
  expect(error).toMatchObject({ code: 'window_blocked', facts: { said: 'no', rpcCode: -32_020 } })
})
