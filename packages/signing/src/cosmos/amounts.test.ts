import { expect, test } from 'vitest'
import { UnreadableRequestError } from '../unreadable.js'
import { coinIn } from './messageFields.js'

const written = (amount: string) => {
  const [denom, digits] = ['uatom', amount].map((text) => [...new TextEncoder().encode(text)])
  return Uint8Array.from([0x0a, denom?.length ?? 0, ...(denom ?? []), 0x12, digits?.length ?? 0, ...(digits ?? [])])
}

test('[F13] an amount that a chain would read as octal or hexadecimal isn’t read as another', () => {
  for (const amount of ['0', '7', '100', '9'.repeat(78)])
    expect(coinIn(written(amount))).toEqual({ denom: 'uatom', amount: BigInt(amount) })
  for (const amount of ['0100', '00', '0x10', '0b1', '1_0', '-1', '9'.repeat(79)])
    expect(() => coinIn(written(amount))).toThrow(UnreadableRequestError)
})
