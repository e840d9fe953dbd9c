import { SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { createAccessTokens } from './accessTokens.js'
import { createRenewingTokens } from './renewingTokens.js'
import { namedKey } from './test/openLogin.js'

const session = '5b0d3c5e-9f0e-4c43-9c2f-2f6c1f1f7a11'
const [ours, others] = [namedKey('2026', 1), namedKey('2026', 2)]

describe('an access token', () => {
  let time = Date.parse('2026-01-01T00:00:00Z')
  const tokens = createAccessTokens({ keys: [ours], now: () => time })

  test('[F5] is of its session and its device, for 15 minutes', async () => {
    const { token, expiresAt } = await tokens.sign({ session, device: 'maple' })
    expect(expiresAt * 1000 - time).toBe(900_000)
    expect(await tokens.read({ token, device: 'maple' })).toBe(session)
    expect(await tokens.read({ token, device: 'oak' })).toBe(null)
    time += 900_000
    expect(await tokens.read({ token, device: 'maple' })).toBe(null)
  })

  test('[F5] is none of another key, algorithm or form', async () => {
    const other = createAccessTokens({ keys: [others], now: () => time })
    const { token } = await other.sign({ session, device: 'maple' })
    expect(await tokens.read({ token, device: 'maple' })).toBe(null)
    const mine = (await tokens.sign({ session, device: 'maple' })).token
    const [, claims = '', signature = ''] = mine.split('.')
    const headed = (head: object) => `${Buffer.from(JSON.stringify(head)).toString('base64url')}.${claims}`
    const hmac = await new SignJWT({ sid: session })
      .setProtectedHeader({ alg: 'HS256', typ: 'foyer-login+jwt', kid: '2026' })
      .setExpirationTime('1h')
      .sign(ours.bytes)
    const forged = [
      `${headed({ alg: 'none', typ: 'foyer-login+jwt', kid: '2026' })}.`,
      `${headed({ alg: 'EdDSA', typ: 'foyer-session+jwt', kid: '2026' })}.${signature}`,
      `${headed({ alg: 'EdDSA', typ: 'foyer-login+jwt', kid: '2025' })}.${signature}`,
      hmac,
      mine.slice(0, -8),
      '',
    ]
    for (const each of forged) expect(await tokens.read({ token: each, device: 'maple' })).toBe(null)
  })
})

describe('a renewing token', () => {
  const tokens = createRenewingTokens({ keys: [ours] })

  test('[F5] is of one session and one generation, by this server’s key', () => {
    const text = tokens.write({ session, generation: 3 })
    expect(tokens.read(text)).toEqual({ session, generation: 3 })
    expect(tokens.write({ session, generation: 3 })).toBe(text)
    const forged = [
      text.replace('.3.', '.4.'),
      text.replace('5b0d', '5b0e'),
      text.replace('.2026.', '.2027.'),
      `${text}.`,
      '',
    ]
    for (const each of forged) expect(tokens.read(each)).toBe(null)
    expect(createRenewingTokens({ keys: [others] }).read(text)).toBe(null)
  })
})
